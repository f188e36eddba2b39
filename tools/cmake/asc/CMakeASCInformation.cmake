# SPDX-License-Identifier: Apache-2.0
# Last step of enable_language(ASC): how sources are compiled and targets linked. What projects set:
#   CMAKE_ASC_ARCHITECTURES      --npu-arch of the sources of this directory; default dav-2201
#   CMAKE_ASC_FLAGS[_<CONFIG>]   flags of every source and link; the environment's ASCFLAGS come first
#   CMAKE_ASC_COMPILER_LAUNCHER  e.g. ccache; also in the environment
# .asc files are ASC; others become it with set_source_files_properties(file PROPERTIES LANGUAGE ASC).
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
string(APPEND CMAKE_ASC_FLAGS_DEBUG_INIT " -g")
string(APPEND CMAKE_ASC_FLAGS_MINSIZEREL_INIT " -Os -DNDEBUG")
string(APPEND CMAKE_ASC_FLAGS_RELEASE_INIT " -O3 -DNDEBUG")
string(APPEND CMAKE_ASC_FLAGS_RELWITHDEBINFO_INIT " -O2 -g -DNDEBUG")
cmake_initialize_per_config_variable(CMAKE_ASC_FLAGS "Flags used by the ASC compiler")
include(CMakeCommonLanguageInclude)

if(NOT CMAKE_ASC_ARCHITECTURES)
  set(CMAKE_ASC_ARCHITECTURES dav-2201)
endif()
if(NOT CMAKE_ASC_COMPILER_LAUNCHER AND DEFINED ENV{CMAKE_ASC_COMPILER_LAUNCHER})
  set(CMAKE_ASC_COMPILER_LAUNCHER "$ENV{CMAKE_ASC_COMPILER_LAUNCHER}" CACHE STRING "Compiler launcher for ASC.")
endif()

# Both of these are part of the rule: CMake puts launchers only before the compilers of its own languages, and behind the
# architecture any flag or option of the project can name another. Projects set them after project() as well, so the rule
# follows the variables. A macro, because it has to be set where they are set.
macro(asc_set_compile_rule)
  list(JOIN CMAKE_ASC_ARCHITECTURES "," asc_architectures)
  list(JOIN CMAKE_ASC_COMPILER_LAUNCHER "\" \"" asc_launcher)
  string(REGEX REPLACE "(.+)" "\"\\1\" " asc_launcher "${asc_launcher}")
  string(REGEX REPLACE "(.+)" "--npu-arch=\\1 " asc_architectures "${asc_architectures}")
  string(CONCAT CMAKE_ASC_COMPILE_OBJECT "${asc_launcher}<CMAKE_ASC_COMPILER> ${asc_architectures}"
         "<DEFINES> <INCLUDES> <FLAGS> -x asc -o <OBJECT> -c <SOURCE>")
endmacro()
macro(asc_variable_changed variable access)
  if("${access}" MATCHES "MODIFIED|REMOVED")
    asc_set_compile_rule()
  endif()
endmacro()
asc_set_compile_rule()
get_property(asc_watches GLOBAL PROPERTY ASC_WATCHES)
if(NOT asc_watches)
  set_property(GLOBAL PROPERTY ASC_WATCHES TRUE)
  variable_watch(CMAKE_ASC_ARCHITECTURES asc_variable_changed)
  variable_watch(CMAKE_ASC_COMPILER_LAUNCHER asc_variable_changed)
endif()
set(CMAKE_ASC_CREATE_PREPROCESSED_SOURCE
    "<CMAKE_ASC_COMPILER> <DEFINES> <INCLUDES> <FLAGS> -x asc -E <SOURCE> > <PREPROCESSED_SOURCE>")
set(CMAKE_ASC_LINK_EXECUTABLE
    "<CMAKE_ASC_COMPILER> <FLAGS> <CMAKE_ASC_LINK_FLAGS> <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>")
string(CONCAT CMAKE_ASC_CREATE_SHARED_LIBRARY
       "<CMAKE_ASC_COMPILER> <CMAKE_SHARED_LIBRARY_ASC_FLAGS> <LANGUAGE_COMPILE_FLAGS> <LINK_FLAGS> "
       "<CMAKE_SHARED_LIBRARY_CREATE_ASC_FLAGS> <SONAME_FLAG><TARGET_SONAME> -o <TARGET> <OBJECTS> <LINK_LIBRARIES>")
set(CMAKE_ASC_CREATE_SHARED_MODULE "${CMAKE_ASC_CREATE_SHARED_LIBRARY}")
set(CMAKE_ASC_ARCHIVE_CREATE "<CMAKE_AR> qc <TARGET> <LINK_FLAGS> <OBJECTS>")
set(CMAKE_ASC_ARCHIVE_APPEND "<CMAKE_AR> q <TARGET> <LINK_FLAGS> <OBJECTS>")
set(CMAKE_ASC_ARCHIVE_FINISH "<CMAKE_RANLIB> <TARGET>")
set(CMAKE_ASC_INFORMATION_LOADED 1)
