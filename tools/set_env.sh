# SPDX-License-Identifier: Apache-2.0
# Source this file: makes the toolchain it lies in the current one, as programs and projects expect a toolkit to be.
acc_home=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]:-$0}")")" && pwd)
export ASCEND_HOME_PATH="$acc_home"
export ASCEND_TOOLKIT_HOME="$acc_home"
export ASCEND_CANN_PACKAGE_PATH="$acc_home"
export PATH="$acc_home/bin:$PATH"
export LD_LIBRARY_PATH="$acc_home/lib64${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export CMAKE_PREFIX_PATH="$acc_home${CMAKE_PREFIX_PATH:+:$CMAKE_PREFIX_PATH}"
unset acc_home
