# SPDX-License-Identifier: Apache-2.0
# Language level, warnings, sanitizers and the helper that every library of the tree is made with.
include(CTest)
include(GNUInstallDirs)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang" OR CMAKE_CXX_COMPILER_VERSION VERSION_LESS 19)
  message(FATAL_ERROR "acc is built with clang 19, found ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}. "
                      "Run tools/bootstrap (installs clang-19) and configure with a preset: cmake --preset release")
endif()

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

set(ACC_SANITIZE "" CACHE STRING "Sanitizers for the whole tree: empty, 'address,undefined' or 'thread'")
add_library(acc_options INTERFACE)
target_compile_options(acc_options INTERFACE -Wall -Wextra -Wshadow -Wconversion -Wthread-safety -Werror
                       -fno-omit-frame-pointer -ffp-contract=off)
target_include_directories(acc_options INTERFACE ${CMAKE_SOURCE_DIR} ${CMAKE_SOURCE_DIR}/include)
if(ACC_SANITIZE)
  # A target with the property ACC_NO_SANITIZE is left as it is. Instrumented loops are not vectorised, and need not be.
  set(instrument "$<NOT:$<BOOL:$<TARGET_PROPERTY:ACC_NO_SANITIZE>>>")
  target_compile_options(acc_options INTERFACE
    "$<${instrument}:-fsanitize=${ACC_SANITIZE};-fno-sanitize-recover=all;-Wno-pass-failed>")
  target_link_options(acc_options INTERFACE "$<${instrument}:-fsanitize=${ACC_SANITIZE}>")
  target_compile_definitions(acc_options INTERFACE ACC_SANITIZE="${ACC_SANITIZE}")
endif()
if(ACC_SANITIZE MATCHES "thread")
  target_compile_definitions(acc_options INTERFACE ACC_TSAN=1)
elseif(ACC_SANITIZE MATCHES "address")
  target_compile_definitions(acc_options INTERFACE ACC_ASAN=1)
endif()

# acc_add_library(name SOURCES... [DEPENDS targets...]): one object library per folder. Its link line states which other
# folders it may include, so a dependency in the wrong direction does not link.
function(acc_add_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS" ${ARGN})
  add_library(${name} STATIC ${arg_SOURCES})
  target_link_libraries(${name} PUBLIC acc_options ${arg_DEPENDS})
  set_target_properties(${name} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
endfunction()
