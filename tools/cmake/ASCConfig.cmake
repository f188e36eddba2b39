# SPDX-License-Identifier: Apache-2.0
# find_package(ASC): the acc toolchain this file is installed in.
#   ASC_HOME       the toolkit home
#   ASC_COMPILER   the compiler driver
#   ASC::ascendcl  the runtime library with its headers
get_filename_component(ASC_HOME "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(ASC_COMPILER "${ASC_HOME}/bin/acc")
if(NOT TARGET ASC::ascendcl)
  add_library(ASC::ascendcl SHARED IMPORTED)
  set_target_properties(ASC::ascendcl PROPERTIES IMPORTED_LOCATION "${ASC_HOME}/lib64/libascendcl.so"
                        INTERFACE_INCLUDE_DIRECTORIES "${ASC_HOME}/include")
endif()
