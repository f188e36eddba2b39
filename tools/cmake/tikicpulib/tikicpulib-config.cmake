# SPDX-License-Identifier: Apache-2.0
# find_package(tikicpulib): programs for debugging kernels on the CPU. What links tikicpulib::<SoC> is compiled as the language
# ASC in run mode cpu (ASCENDC_CPU_DEBUG): kernels run on the emulated device as always, ICPU_RUN_KF launches them.
get_filename_component(asc_folder "${CMAKE_CURRENT_LIST_FILE}" REALPATH)
get_filename_component(asc_folder "${asc_folder}" DIRECTORY)
include("${asc_folder}/../ASC/ASCConfig.cmake")
include("${ASC_HOME}/lib/cmake/ASC/ASCSocs.cmake")
enable_language(ASC)

foreach(asc_soc ${SOC_VERSION} Ascend910B Ascend910B1 Ascend910B2 Ascend910B2C Ascend910B3 Ascend910B4 Ascend910_9391
                Ascend910_9392 Ascend950PR_9589 Ascend310P Ascend310P3)
  if(NOT TARGET tikicpulib::${asc_soc})
    asc_architecture_of(${asc_soc} asc_architecture)
    add_library(tikicpulib::${asc_soc} INTERFACE IMPORTED GLOBAL)
    set_target_properties(tikicpulib::${asc_soc} PROPERTIES
      INTERFACE_COMPILE_OPTIONS "$<$<COMPILE_LANGUAGE:ASC>:--run-mode=cpu;--npu-arch=${asc_architecture}>"
      INTERFACE_LINK_LIBRARIES ASC::ascendcl)
  endif()
endforeach()

# Collects the targets of a directory and those below it that link tikicpulib, or another target that does.
function(tikicpulib_users folder known variable)
  get_property(targets DIRECTORY "${folder}" PROPERTY BUILDSYSTEM_TARGETS)
  get_property(below DIRECTORY "${folder}" PROPERTY SUBDIRECTORIES)
  foreach(target ${targets})
    get_target_property(libraries ${target} LINK_LIBRARIES)
    foreach(library ${libraries})
      if(library MATCHES "tikicpulib::" OR library IN_LIST known)
        list(APPEND known ${target})
      endif()
    endforeach()
  endforeach()
  foreach(subfolder ${below})
    tikicpulib_users("${subfolder}" "${known}" known)
  endforeach()
  list(REMOVE_DUPLICATES known)
  set(${variable} "${known}" PARENT_SCOPE)
endfunction()

# Once the directory is complete: the C++ sources of these targets are ASC.
function(tikicpulib_compile_with_acc folder)
  set(users)
  set(before -)
  while(NOT users STREQUAL before)
    set(before "${users}")
    tikicpulib_users("${folder}" "${users}" users)
  endwhile()
  foreach(target ${users})
    get_target_property(sources ${target} SOURCES)
    get_target_property(directory ${target} SOURCE_DIR)
    list(FILTER sources INCLUDE REGEX "\\.(cpp|cc|cxx)$")
    set_source_files_properties(${sources} DIRECTORY "${directory}" PROPERTIES LANGUAGE ASC)
  endforeach()
endfunction()
cmake_language(DEFER CALL tikicpulib_compile_with_acc "${CMAKE_CURRENT_SOURCE_DIR}")
