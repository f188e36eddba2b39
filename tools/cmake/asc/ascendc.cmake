# SPDX-License-Identifier: Apache-2.0
# Kernel libraries whose kernels host code of any compiler launches by generated functions:
#   include(${ASCENDC_CMAKE_DIR}/ascendc.cmake)
#   ascendc_library(<target> [STATIC | SHARED] <source>...)
#       Kernels of the sources. What links <target> includes "aclrtlaunch_<kernel>.h" and calls
#       ACLRT_LAUNCH_KERNEL(<kernel>)(numBlocks, stream, arguments...). Installed into lib/ and include/<target>/.
#   ascendc_fatbin_library(<target> <source>...)
#       A kernel binary <target>.o for aclrtBinaryLoadFromFile, in the current binary folder and, unless the prefix is
#       CMake's default, in ${CMAKE_INSTALL_PREFIX}/fatbin/<target>/.
#   ascendc_compile_definitions(<target> [PRIVATE] <definition>...)
#   ascendc_include_directories(<target> [PRIVATE] <folder>...)
#   ascendc_compile_options(<target> [PRIVATE] <option>... [-forward-options-to-host-compiler <option>...])
#       For the sources of either. target_compile_definitions and the like mean the same. What add_compile_options says is
#       for the rest of the project.
# Read: SOC_VERSION (e.g. Ascend910B1), RUN_MODE (cpu defines ASCENDC_CPU_DEBUG), CMAKE_CXX_COMPILER_LAUNCHER (for kernels too).
if(CMAKE_VERSION VERSION_LESS 3.20)
  message(FATAL_ERROR "ascendc.cmake needs CMake 3.20 or newer, this is ${CMAKE_VERSION}")
endif()
get_filename_component(ascendc_folder "${CMAKE_CURRENT_LIST_FILE}" REALPATH)
get_filename_component(ascendc_folder "${ascendc_folder}" DIRECTORY)
include("${ascendc_folder}/ASCConfig.cmake")
include("${ascendc_folder}/ASCSocs.cmake")
enable_language(ASC)

if(SOC_VERSION)
  asc_architecture_of("${SOC_VERSION}" ascendc_architecture)
  set(CMAKE_ASC_ARCHITECTURES "${ascendc_architecture}")
endif()
if(RUN_MODE MATCHES "^(cpu|sim)$")
  set(CMAKE_ASC_RUN_MODE "${RUN_MODE}")
endif()
if(CMAKE_CXX_COMPILER_LAUNCHER AND NOT CMAKE_ASC_COMPILER_LAUNCHER)
  set(CMAKE_ASC_COMPILER_LAUNCHER "${CMAKE_CXX_COMPILER_LAUNCHER}")
endif()
# Projects link their programs with it.
if(NOT TARGET host_intf_pub)
  add_library(host_intf_pub INTERFACE)
  target_link_libraries(host_intf_pub INTERFACE ASC::ascendcl)
endif()

# The objects of a kernel library or binary, a target of their own from which the rest is made. The library itself counts as
# one of the project's host language: folders that know nothing of ASC can link it.
function(ascendc_objects target)
  if(NOT ARGN)
    message(FATAL_ERROR "${target} has no sources")
  endif()
  set_source_files_properties(${ARGN} PROPERTIES LANGUAGE ASC)
  add_library(${target}_kernels OBJECT ${ARGN})
  set_target_properties(${target}_kernels PROPERTIES COMPILE_OPTIONS "" POSITION_INDEPENDENT_CODE ON)
endfunction()

function(ascendc_library target)
  cmake_parse_arguments(PARSE_ARGV 1 ascendc "STATIC;SHARED" "" "")
  set(type STATIC)
  if(ascendc_STATIC AND ascendc_SHARED)
    message(FATAL_ERROR "ascendc_library(${target}) is STATIC and SHARED, expected one of them")
  elseif(ascendc_SHARED)
    set(type SHARED)
  endif()
  ascendc_objects(${target} ${ascendc_UNPARSED_ARGUMENTS})
  target_compile_options(${target}_kernels PRIVATE --launch-functions)

  # The launch headers are in the objects. All of them include the one header that CMake knows of; the stamp is newer than
  # the objects also when that has not changed, so that neither ninja nor make does anything twice.
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/include/${target}")
  set(stamp "${CMAKE_CURRENT_BINARY_DIR}/${target}_launches.stamp")
  add_custom_command(
    OUTPUT "${stamp}" BYPRODUCTS "${folder}/${target}_launches.h"
    COMMAND "${ASC_HOME}/bin/acc-objdump" --launch-header "${folder}/${target}_launches.h" $<TARGET_OBJECTS:${target}_kernels>
    COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
    DEPENDS $<TARGET_OBJECTS:${target}_kernels> COMMENT "Writing launch headers of ${target}" COMMAND_EXPAND_LISTS VERBATIM)
  add_library(${target} ${type} $<TARGET_OBJECTS:${target}_kernels> "${stamp}")

  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  foreach(language ASC C CXX)
    if(language IN_LIST languages)
      set(linker ${language})
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE ${linker} COMPILE_OPTIONS "")
  target_link_libraries(${target} PUBLIC ASC::ascendcl)
  target_include_directories(${target} INTERFACE "$<BUILD_INTERFACE:${folder}>" "$<INSTALL_INTERFACE:include/${target}>")
  # What projects say with target_... of the library is for the kernels too.
  target_include_directories(${target}_kernels PRIVATE "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
  target_compile_definitions(${target}_kernels PRIVATE "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
  target_compile_options(${target}_kernels PRIVATE "$<TARGET_PROPERTY:${target},COMPILE_OPTIONS>")
  install(TARGETS ${target} LIBRARY DESTINATION lib ARCHIVE DESTINATION lib)
  install(DIRECTORY "${folder}" DESTINATION include)
endfunction()

function(ascendc_fatbin_library target)
  ascendc_objects(${target} ${ARGN})
  target_compile_options(${target}_kernels PRIVATE --device-only)
  set(binary "${CMAKE_CURRENT_BINARY_DIR}/${target}.o")
  set(copy)
  if(NOT CMAKE_INSTALL_PREFIX STREQUAL "/usr/local")
    set(copy COMMAND "${CMAKE_COMMAND}" -E make_directory "${CMAKE_INSTALL_PREFIX}/fatbin/${target}"
             COMMAND "${CMAKE_COMMAND}" -E copy "${binary}" "${CMAKE_INSTALL_PREFIX}/fatbin/${target}/${target}.o")
  endif()
  add_custom_command(
    OUTPUT "${binary}"
    COMMAND "${CMAKE_ASC_COMPILER}" --device-only -o "${binary}" $<TARGET_OBJECTS:${target}_kernels>
    ${copy}
    DEPENDS $<TARGET_OBJECTS:${target}_kernels> COMMENT "Linking kernel binary ${target}.o" COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(${target} ALL DEPENDS "${binary}")
  install(FILES "${binary}" DESTINATION fatbin/${target})
endfunction()

function(ascendc_check_target function target)
  if(NOT TARGET ${target}_kernels)
    message(FATAL_ERROR "${function}: '${target}' was not made by ascendc_library or ascendc_fatbin_library")
  endif()
endfunction()

function(ascendc_compile_definitions target)
  ascendc_check_target(ascendc_compile_definitions ${target})
  list(REMOVE_ITEM ARGN PRIVATE PUBLIC INTERFACE)
  target_compile_definitions(${target}_kernels PRIVATE ${ARGN})
endfunction()

function(ascendc_include_directories target)
  ascendc_check_target(ascendc_include_directories ${target})
  list(REMOVE_ITEM ARGN PRIVATE PUBLIC INTERFACE)
  target_include_directories(${target}_kernels PRIVATE ${ARGN})
endfunction()

function(ascendc_compile_options target)
  ascendc_check_target(ascendc_compile_options ${target})
  list(REMOVE_ITEM ARGN PRIVATE PUBLIC INTERFACE)
  list(FIND ARGN -forward-options-to-host-compiler at)
  if(NOT at EQUAL -1)
    list(SUBLIST ARGN 0 ${at} device)
    math(EXPR at "${at} + 1")
    list(SUBLIST ARGN ${at} -1 host)
    list(JOIN host " " host)
    set(ARGN ${device} "SHELL:-Xhost-start ${host} -Xhost-end")
  endif()
  target_compile_options(${target}_kernels PRIVATE ${ARGN})
endfunction()
