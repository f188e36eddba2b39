# SPDX-License-Identifier: Apache-2.0
# After the other steps of enable_language(ASC): builds a program with a kernel once, so that a compiler without its
# linker, headers or runtime is found here and not in the user's first source.
if(CMAKE_ASC_COMPILER_FORCED)
  set(CMAKE_ASC_COMPILER_WORKS TRUE)
endif()
if(NOT CMAKE_ASC_COMPILER_WORKS)
  include(CMakeTestCompilerCommon)
  PrintTestCompilerStatus(ASC)
  set(asc_source "${CMAKE_BINARY_DIR}${CMAKE_FILES_DIRECTORY}/CMakeTmp/kernel.asc")
  file(WRITE "${asc_source}" "__global__ __aicore__ void kernel(int value) {}\n"
                             "int main() { kernel<<<1, nullptr, nullptr>>>(1); return 0; }\n")
  # The result is not for the user's cache: a broken compiler is tried again.
  unset(CMAKE_ASC_COMPILER_WORKS)
  unset(CMAKE_ASC_COMPILER_WORKS CACHE)
  try_compile(CMAKE_ASC_COMPILER_WORKS "${CMAKE_BINARY_DIR}" "${asc_source}" OUTPUT_VARIABLE asc_output)
  set(asc_works "${CMAKE_ASC_COMPILER_WORKS}")
  unset(CMAKE_ASC_COMPILER_WORKS CACHE)
  set(CMAKE_ASC_COMPILER_WORKS "${asc_works}")
  if(NOT CMAKE_ASC_COMPILER_WORKS)
    PrintTestCompilerResult(CHECK_FAIL "broken")
    string(REPLACE "\n" "\n  " asc_output "${asc_output}")
    message(FATAL_ERROR "The ASC compiler\n  \"${CMAKE_ASC_COMPILER}\"\nis not able to compile a simple test program.\n"
                        "It fails with the following output:\n  ${asc_output}\n")
  endif()
  PrintTestCompilerResult(CHECK_PASS "works")
  configure_file("${CMAKE_CURRENT_LIST_DIR}/CMakeASCCompiler.cmake.in"
                 "${CMAKE_PLATFORM_INFO_DIR}/CMakeASCCompiler.cmake" @ONLY)
  include("${CMAKE_PLATFORM_INFO_DIR}/CMakeASCCompiler.cmake")
endif()
