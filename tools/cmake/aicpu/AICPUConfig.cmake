# SPDX-License-Identifier: Apache-2.0
# find_package(AICPU): the language AICPU, in which kernels for AI CPUs are written (.aicpu files, or others with the source
# property LANGUAGE AICPU). Works before and after project():
#   find_package(ASC REQUIRED)
#   find_package(AICPU REQUIRED)
#   project(name LANGUAGES ASC AICPU CXX)
# .asc files launch the kernels; whatever links them has LINKER_LANGUAGE ASC, or links ASC::ascendcl.
get_filename_component(aicpu_folder "${CMAKE_CURRENT_LIST_FILE}" REALPATH)
get_filename_component(aicpu_folder "${aicpu_folder}" DIRECTORY)
include("${aicpu_folder}/../ASC/ASCConfig.cmake")

# enable_language looks for CMake<step>AICPUCompiler.cmake here.
list(REMOVE_ITEM CMAKE_MODULE_PATH "${aicpu_folder}")
list(APPEND CMAKE_MODULE_PATH "${aicpu_folder}")
