# SPDX-License-Identifier: Apache-2.0
# Last step of enable_language(ASC): how sources are compiled and targets linked. What projects set, for this directory and
# those below, before or after project():
#   CMAKE_ASC_ARCHITECTURES      --npu-arch; default dav-2201
#   CMAKE_ASC_RUN_MODE           npu (default), cpu or sim: acc's --run-mode. All three run on the emulated device; cpu
#                                defines ASCENDC_CPU_DEBUG
#   CMAKE_ASC_ENABLE_SIMT        ON: --enable-simt
#   CMAKE_ASC_STANDARD           C++ standard; default 17
#   CMAKE_ASC_FLAGS[_<CONFIG>]   flags of every source and link; the environment's ASCFLAGS come first
#   CMAKE_ASC_COMPILER_LAUNCHER  what compiles are started by, e.g. ccache; also in the environment
#   CMAKE_ASC_LINKER_LAUNCHER    what links are started by
#   CMAKE_ASC_COMPILER_LINKER    links in the place of acc
#   CMAKE_ASC_COMPILER_AR        makes static libraries in the place of ar
# Before project() only: CMAKE_ASC_COMPILER, CMAKE_ASC_SOURCE_FILE_EXTENSIONS (default asc). Other sources become ASC with
# set_source_files_properties(file PROPERTIES LANGUAGE ASC).
include(CMakeInitializeConfigs)

set(CMAKE_ASC_OUTPUT_EXTENSION .o)
set(CMAKE_INCLUDE_FLAG_ASC -I)
set(CMAKE_INCLUDE_SYSTEM_FLAG_ASC "-isystem ")
set(CMAKE_ASC_VERBOSE_FLAG -v)

# Which headers a source includes, acc says itself: for make as for ninja.
set(CMAKE_DEPFILE_FLAGS_ASC "-MD -MT <DEP_TARGET> -MF <DEP_FILE>")
set(CMAKE_ASC_DEPFILE_FORMAT gcc)
set(CMAKE_ASC_DEPENDS_USE_COMPILER TRUE)

set(CMAKE_ASC_COMPILE_OPTIONS_WARNING_AS_ERROR -Werror)
set(CMAKE_ASC_COMPILE_OPTIONS_VISIBILITY -fvisibility=)
set(CMAKE_ASC_COMPILE_OPTIONS_PIC -fPIC)
set(CMAKE_ASC_COMPILE_OPTIONS_PIE -fPIE)
set(CMAKE_ASC_LINK_OPTIONS_PIE -fPIE -pie)
set(CMAKE_ASC_LINK_OPTIONS_NO_PIE -no-pie)
set(CMAKE_ASC_LINKER_WRAPPER_FLAG -Wl,)
set(CMAKE_ASC_LINKER_WRAPPER_FLAG_SEP ,)
set(CMAKE_EXE_EXPORTS_ASC_FLAG -Wl,--export-dynamic)
set(CMAKE_SHARED_LIBRARY_ASC_FLAGS -fPIC)
set(CMAKE_SHARED_LIBRARY_CREATE_ASC_FLAGS -shared)
set(CMAKE_SHARED_LIBRARY_SONAME_ASC_FLAG -Wl,-soname,)
set(CMAKE_SHARED_MODULE_ASC_FLAGS -fPIC)
set(CMAKE_SHARED_MODULE_CREATE_ASC_FLAGS -shared)
foreach(asc_type SHARED_LIBRARY EXECUTABLE)
  set(CMAKE_${asc_type}_RUNTIME_ASC_FLAG -Wl,-rpath,)
  set(CMAKE_${asc_type}_RUNTIME_ASC_FLAG_SEP :)
  set(CMAKE_${asc_type}_RPATH_LINK_ASC_FLAG -Wl,-rpath-link,)
endforeach()
# acc writes this into everything it links; CMake must know, or `cmake --install` takes it out.
list(REMOVE_ITEM CMAKE_PLATFORM_REQUIRED_RUNTIME_PATH "${CMAKE_ASC_RUNTIME_DIRECTORY}")
list(APPEND CMAKE_PLATFORM_REQUIRED_RUNTIME_PATH "${CMAKE_ASC_RUNTIME_DIRECTORY}")

set(CMAKE_ASC_FLAGS_INIT "$ENV{ASCFLAGS} ${CMAKE_ASC_FLAGS_INIT}")
string(APPEND CMAKE_ASC_FLAGS_DEBUG_INIT " -O0 -g")
string(APPEND CMAKE_ASC_FLAGS_MINSIZEREL_INIT " -Os -DNDEBUG")
string(APPEND CMAKE_ASC_FLAGS_RELEASE_INIT " -O3 -DNDEBUG")
string(APPEND CMAKE_ASC_FLAGS_RELWITHDEBINFO_INIT " -O2 -g -DNDEBUG")
cmake_initialize_per_config_variable(CMAKE_ASC_FLAGS "Flags used by the ASC compiler")
include(CMakeCommonLanguageInclude)

if(NOT CMAKE_ASC_ARCHITECTURES)
  set(CMAKE_ASC_ARCHITECTURES dav-2201)
endif()
if(NOT CMAKE_ASC_RUN_MODE)
  set(CMAKE_ASC_RUN_MODE npu)
endif()
if(NOT CMAKE_ASC_STANDARD)
  set(CMAKE_ASC_STANDARD 17)
endif()
if(NOT CMAKE_ASC_COMPILER_LAUNCHER AND DEFINED ENV{CMAKE_ASC_COMPILER_LAUNCHER})
  set(CMAKE_ASC_COMPILER_LAUNCHER "$ENV{CMAKE_ASC_COMPILER_LAUNCHER}" CACHE STRING "Compiler launcher for ASC.")
endif()

# All of this is part of the rules: CMake puts launchers and standards only before the compilers of its own languages, and
# behind the architecture any flag or option of the project can name another. Projects set them after project() as well, so
# the rules follow the variables. Macros, because they have to be set where the variables are set.
macro(asc_set_rules)
  if(NOT CMAKE_ASC_RUN_MODE MATCHES "^(npu|cpu|sim)$")
    message(FATAL_ERROR "CMAKE_ASC_RUN_MODE is '${CMAKE_ASC_RUN_MODE}', expected npu, cpu or sim")
  endif()
  if(NOT CMAKE_ASC_STANDARD MATCHES "^[0-9]+$")
    message(FATAL_ERROR "CMAKE_ASC_STANDARD is '${CMAKE_ASC_STANDARD}', expected a C++ standard such as 17")
  elseif(CMAKE_ASC_STANDARD LESS 17 OR CMAKE_ASC_STANDARD EQUAL 98)
    message(WARNING "CMAKE_ASC_STANDARD is ${CMAKE_ASC_STANDARD}: the headers of Ascend C need 17 or newer")
  endif()
  list(JOIN CMAKE_ASC_ARCHITECTURES "," asc_options)
  set(asc_options "-std=c++${CMAKE_ASC_STANDARD} --npu-arch=${asc_options} ")
  if(NOT CMAKE_ASC_RUN_MODE STREQUAL npu)
    string(APPEND asc_options "--run-mode=${CMAKE_ASC_RUN_MODE} ")
  endif()
  if(CMAKE_ASC_ENABLE_SIMT)
    string(APPEND asc_options "--enable-simt ")
  endif()
  foreach(asc_tool COMPILER LINKER)
    list(JOIN CMAKE_ASC_${asc_tool}_LAUNCHER "\" \"" asc_launcher)
    string(REGEX REPLACE "(.+)" "\"\\1\" " asc_${asc_tool} "${asc_launcher}")
  endforeach()
  if(CMAKE_ASC_COMPILER_LINKER)
    string(APPEND asc_LINKER "\"${CMAKE_ASC_COMPILER_LINKER}\"")
  else()
    string(APPEND asc_LINKER "<CMAKE_ASC_COMPILER>")
  endif()
  if(CMAKE_ASC_COMPILER_AR)
    set(asc_archiver "\"${CMAKE_ASC_COMPILER_AR}\"")
  else()
    set(asc_archiver "<CMAKE_AR>")
  endif()
  string(CONCAT CMAKE_ASC_COMPILE_OBJECT "${asc_COMPILER}<CMAKE_ASC_COMPILER> ${asc_options}"
         "<DEFINES> <INCLUDES> <FLAGS> -x asc -o <OBJECT> -c <SOURCE>")
  string(CONCAT CMAKE_ASC_CREATE_PREPROCESSED_SOURCE "<CMAKE_ASC_COMPILER> ${asc_options}"
         "<DEFINES> <INCLUDES> <FLAGS> -x asc -E <SOURCE> > <PREPROCESSED_SOURCE>")
  string(CONCAT CMAKE_ASC_LINK_EXECUTABLE
         "${asc_LINKER} <FLAGS> <CMAKE_ASC_LINK_FLAGS> <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>")
  string(CONCAT CMAKE_ASC_CREATE_SHARED_LIBRARY
         "${asc_LINKER} <CMAKE_SHARED_LIBRARY_ASC_FLAGS> <LANGUAGE_COMPILE_FLAGS> <LINK_FLAGS> "
         "<CMAKE_SHARED_LIBRARY_CREATE_ASC_FLAGS> <SONAME_FLAG><TARGET_SONAME> -o <TARGET> <OBJECTS> <LINK_LIBRARIES>")
  set(CMAKE_ASC_CREATE_SHARED_MODULE "${CMAKE_ASC_CREATE_SHARED_LIBRARY}")
  set(CMAKE_ASC_ARCHIVE_CREATE "${asc_archiver} qc <TARGET> <LINK_FLAGS> <OBJECTS>")
  set(CMAKE_ASC_ARCHIVE_APPEND "${asc_archiver} q <TARGET> <LINK_FLAGS> <OBJECTS>")
endmacro()
macro(asc_variable_changed variable access)
  if("${access}" MATCHES "MODIFIED|REMOVED")
    asc_set_rules()
  endif()
endmacro()
asc_set_rules()
get_property(asc_watches GLOBAL PROPERTY ASC_WATCHES)
if(NOT asc_watches)
  set_property(GLOBAL PROPERTY ASC_WATCHES TRUE)
  foreach(asc_variable ARCHITECTURES RUN_MODE STANDARD ENABLE_SIMT COMPILER_LAUNCHER LINKER_LAUNCHER COMPILER_LINKER COMPILER_AR)
    variable_watch(CMAKE_ASC_${asc_variable} asc_variable_changed)
  endforeach()
endif()
set(CMAKE_ASC_ARCHIVE_FINISH "<CMAKE_RANLIB> <TARGET>")
set(CMAKE_ASC_INFORMATION_LOADED 1)
