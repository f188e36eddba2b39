# SPDX-License-Identifier: Apache-2.0
# Chips by the names that projects give them.

# asc_architecture_of(<SoC, e.g. Ascend910B1> <variable>): its --npu-arch. Case does not matter.
function(asc_architecture_of soc variable)
  string(TOLOWER "${soc}" name)
  if(name MATCHES "^ascend910b|^ascend910_93")
    set(${variable} dav-2201 PARENT_SCOPE)
  elseif(name MATCHES "^ascend950")
    set(${variable} dav-3510 PARENT_SCOPE)
  elseif(name MATCHES "^ascend310b")
    set(${variable} dav-3002 PARENT_SCOPE)
  elseif(name MATCHES "^ascend310p")
    set(${variable} dav-2002 PARENT_SCOPE)
  elseif(name MATCHES "^ascend910")
    set(${variable} dav-1001 PARENT_SCOPE)
  else()
    message(FATAL_ERROR "SOC_VERSION is '${soc}', expected the name of a chip such as Ascend910B1")
  endif()
endfunction()
