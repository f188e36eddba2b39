# SPDX-License-Identifier: Apache-2.0
# Installs a relocatable tree that looks like a toolkit home, and packs it (cpack -G TGZ, cpack -G DEB). The home in the
# build folder has the same shape, so that what works there works installed.
set(ACC_TOOLKIT_VERSION 9.0.0)  # the toolkit whose interfaces these are, for projects that ask; as in version/cann_version.h
set(ACC_HOME ${CMAKE_BINARY_DIR}/home)

foreach(language ASC AICPU)
  string(TOLOWER ${language} folder)
  file(GLOB ACC_LANGUAGE_FILES CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/${folder}/*)
  file(COPY ${ACC_LANGUAGE_FILES} DESTINATION ${ACC_HOME}/lib/cmake/${language})
  list(APPEND ACC_CMAKE_FILES ${ACC_LANGUAGE_FILES})
endforeach()
file(COPY ${CMAKE_CURRENT_LIST_DIR}/tikicpulib DESTINATION ${ACC_HOME}/lib/cmake)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${ACC_CMAKE_FILES} ${CMAKE_CURRENT_LIST_DIR}/ToolkitHome.cmake)
configure_file(${CMAKE_CURRENT_LIST_DIR}/ASCConfigVersion.cmake.in ${ACC_HOME}/lib/cmake/ASC/ASCConfigVersion.cmake @ONLY)
foreach(file ascend_toolkit_install.info version.cfg version.info)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/${file}.in ${ACC_HOME}/${file} @ONLY)
endforeach()
configure_file(${CMAKE_SOURCE_DIR}/tools/set_env.sh ${ACC_HOME}/set_env.sh COPYONLY)
execute_process(COMMAND ${CMAKE_COMMAND} -DHOME=${ACC_HOME} -P ${CMAKE_CURRENT_LIST_DIR}/ToolkitHome.cmake
                COMMAND_ERROR_IS_FATAL ANY)

install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/ DESTINATION include FILES_MATCHING PATTERN "*.h" PATTERN "*.def"
        PATTERN "*.inc")
install(TARGETS ascendcl acc-objdump acc-smi LIBRARY DESTINATION lib64 RUNTIME DESTINATION bin)
if(TARGET acc)
  if(ACC_PREBUILT)
    install(PROGRAMS ${ACC_PREBUILT} DESTINATION bin)
  else()
    install(TARGETS acc RUNTIME DESTINATION bin)
  endif()
endif()
install(DIRECTORY ${ACC_HOME}/lib/cmake DESTINATION lib)
install(FILES ${ACC_HOME}/ascend_toolkit_install.info ${ACC_HOME}/version.cfg ${ACC_HOME}/version.info DESTINATION .)
install(PROGRAMS ${CMAKE_SOURCE_DIR}/tools/set_env.sh DESTINATION .)
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION share/doc/acc)
install(CODE "execute_process(COMMAND \"${CMAKE_COMMAND}\" \"-DHOME=\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\" -P
              \"${CMAKE_CURRENT_LIST_DIR}/ToolkitHome.cmake\" COMMAND_ERROR_IS_FATAL ANY)")

set(CPACK_PACKAGE_NAME acc)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_CONTACT "the acc authors <acc@example.org>")
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/AccPackagePrefix.cmake)
set(CPACK_GENERATOR TGZ DEB)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# What acc starts (ld, objcopy), Clang's own headers, and what host code is compiled against.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "binutils, libclang-common-19-dev, libstdc++-12-dev")
include(CPack)
