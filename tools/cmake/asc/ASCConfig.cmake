# SPDX-License-Identifier: Apache-2.0
# find_package(ASC): the acc toolchain this file is installed in, and the language ASC. Works before and after project():
#   find_package(ASC REQUIRED)
#   project(name LANGUAGES ASC CXX)          or enable_language(ASC)
# Sets
#   ASC_HOME       the toolkit home
#   ASC_COMPILER   the compiler driver
#   ASC::ascendcl  the runtime library with its headers, for targets without ASC sources
# What the language knows (CMAKE_ASC_...) is described in CMakeASCInformation.cmake.
if(CMAKE_VERSION VERSION_LESS 3.20)
  message(FATAL_ERROR "The language ASC needs CMake 3.20 or newer, this is ${CMAKE_VERSION}")
endif()
# There are links to this file where versions of the toolkit had theirs.
get_filename_component(asc_folder "${CMAKE_CURRENT_LIST_FILE}" REALPATH)
get_filename_component(asc_folder "${asc_folder}" DIRECTORY)
get_filename_component(ASC_HOME "${asc_folder}/../../.." ABSOLUTE)
set(ASC_COMPILER "${ASC_HOME}/bin/acc")

# enable_language looks for CMake<step>ASCCompiler.cmake here.
list(REMOVE_ITEM CMAKE_MODULE_PATH "${asc_folder}")
list(APPEND CMAKE_MODULE_PATH "${asc_folder}")

if(NOT TARGET ASC::ascendcl)
  # UNKNOWN, because before project() CMake cannot say whether the system has shared libraries.
  add_library(ASC::ascendcl UNKNOWN IMPORTED GLOBAL)
  set_target_properties(ASC::ascendcl PROPERTIES IMPORTED_LOCATION "${ASC_HOME}/lib64/libascendcl.so"
                        INTERFACE_INCLUDE_DIRECTORIES "${ASC_HOME}/include")
endif()
