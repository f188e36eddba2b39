# SPDX-License-Identifier: Apache-2.0
# First step of enable_language(ASC): which compiler, and what of it CMake must know. The results are kept in the build
# folder, as CMakeASCCompiler.cmake.
if(NOT CMAKE_ASC_COMPILER)
  if(NOT "$ENV{ASC}" STREQUAL "")
    set(CMAKE_ASC_COMPILER "$ENV{ASC}")
  else()
    get_filename_component(CMAKE_ASC_COMPILER "${CMAKE_CURRENT_LIST_DIR}/../../../bin/acc" ABSOLUTE)
  endif()
endif()
if(NOT CMAKE_ASC_SOURCE_FILE_EXTENSIONS)
  set(CMAKE_ASC_SOURCE_FILE_EXTENSIONS asc)
endif()
if(NOT IS_ABSOLUTE "${CMAKE_ASC_COMPILER}")
  find_program(CMAKE_ASC_COMPILER_PATH NAMES "${CMAKE_ASC_COMPILER}")
  mark_as_advanced(CMAKE_ASC_COMPILER_PATH)
  if(CMAKE_ASC_COMPILER_PATH)
    set(CMAKE_ASC_COMPILER "${CMAKE_ASC_COMPILER_PATH}")
  endif()
endif()
set(CMAKE_ASC_COMPILER "${CMAKE_ASC_COMPILER}" CACHE FILEPATH "ASC compiler" FORCE)
mark_as_advanced(CMAKE_ASC_COMPILER)

execute_process(COMMAND "${CMAKE_ASC_COMPILER}" --version OUTPUT_VARIABLE asc_version ERROR_VARIABLE asc_error
                RESULT_VARIABLE asc_result)
if(NOT asc_result EQUAL 0)
  message(FATAL_ERROR "CMAKE_ASC_COMPILER does not run: ${CMAKE_ASC_COMPILER} --version: ${asc_result} ${asc_error}")
endif()
set(CMAKE_ASC_COMPILER_ID acc)
string(REGEX MATCH "[0-9]+\\.[0-9]+(\\.[0-9]+)?" CMAKE_ASC_COMPILER_VERSION "${asc_version}")
message(STATUS "The ASC compiler identification is ${CMAKE_ASC_COMPILER_ID} ${CMAKE_ASC_COMPILER_VERSION}")
get_filename_component(asc_home "${CMAKE_ASC_COMPILER}" REALPATH)
get_filename_component(asc_home "${asc_home}/../.." ABSOLUTE)
set(CMAKE_ASC_RUNTIME_DIRECTORY "${asc_home}/lib64")

# What linking with acc brings along, so that targets with further languages do not repeat it, and targets that another
# compiler is told to link (LINKER_LANGUAGE) get the runtime: by its path, which also sets their RPATH.
include(CMakeParseImplicitLinkInfo)
set(asc_object "${CMAKE_PLATFORM_INFO_DIR}/asc_link.o")
file(WRITE "${asc_object}" "")
execute_process(COMMAND "${CMAKE_ASC_COMPILER}" "-###" "${asc_object}" -o asc_link OUTPUT_QUIET ERROR_VARIABLE asc_link)
cmake_parse_implicit_link_info("${asc_link}" CMAKE_ASC_IMPLICIT_LINK_LIBRARIES CMAKE_ASC_IMPLICIT_LINK_DIRECTORIES
                               CMAKE_ASC_IMPLICIT_LINK_FRAMEWORK_DIRECTORIES asc_log "")
list(REMOVE_ITEM CMAKE_ASC_IMPLICIT_LINK_DIRECTORIES "${CMAKE_ASC_RUNTIME_DIRECTORY}")
list(REMOVE_ITEM CMAKE_ASC_IMPLICIT_LINK_LIBRARIES ascendcl)
list(INSERT CMAKE_ASC_IMPLICIT_LINK_LIBRARIES 0 "${CMAKE_ASC_RUNTIME_DIRECTORY}/libascendcl.so")

# What projects without C and C++ would not know of the system.
string(REGEX MATCH "/lib/([a-z0-9_]+-linux-gnu)(;|$)" asc_match "${CMAKE_ASC_IMPLICIT_LINK_DIRECTORIES}")
set(CMAKE_ASC_LIBRARY_ARCHITECTURE "${CMAKE_MATCH_1}")
set(CMAKE_EXECUTABLE_FORMAT ELF CACHE INTERNAL "Executable file format")
set(_CMAKE_PROCESSING_LANGUAGE ASC)
include(CMakeFindBinUtils)
unset(_CMAKE_PROCESSING_LANGUAGE)

configure_file("${CMAKE_CURRENT_LIST_DIR}/CMakeASCCompiler.cmake.in" "${CMAKE_PLATFORM_INFO_DIR}/CMakeASCCompiler.cmake"
               @ONLY)
set(CMAKE_ASC_COMPILER_ENV_VAR ASC)
