# SPDX-License-Identifier: Apache-2.0
# Installs a relocatable tree that looks like a toolkit home, and packs it (cpack -G TGZ, cpack -G DEB).
install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/ DESTINATION include FILES_MATCHING PATTERN "*.h" PATTERN "*.def"
        PATTERN "*.inc")
install(TARGETS ascendcl LIBRARY DESTINATION lib64)
if(TARGET acc)
  install(TARGETS acc RUNTIME DESTINATION bin)
  install(CODE "file(CREATE_LINK acc \$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/bin/bisheng SYMBOLIC)")
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/ASCConfigVersion.cmake.in ${CMAKE_BINARY_DIR}/ASCConfigVersion.cmake @ONLY)
install(DIRECTORY ${CMAKE_CURRENT_LIST_DIR}/asc/ DESTINATION lib/cmake/ASC)
install(FILES ${CMAKE_BINARY_DIR}/ASCConfigVersion.cmake DESTINATION lib/cmake/ASC)
install(PROGRAMS ${CMAKE_SOURCE_DIR}/tools/set_env.sh DESTINATION .)
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION share/doc/acc)

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
