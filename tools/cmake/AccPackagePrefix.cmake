# SPDX-License-Identifier: Apache-2.0
# Read by cpack for each generator: a Debian package has a place in the system, an archive is unpacked anywhere.
if(CPACK_GENERATOR STREQUAL DEB)
  set(CPACK_PACKAGING_INSTALL_PREFIX /opt/acc)
endif()
