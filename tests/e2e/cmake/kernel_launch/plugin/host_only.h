// SPDX-License-Identifier: Apache-2.0
#ifdef __NPU_ARCH__
#error an option of the host code reached a kernel
#endif
