// SPDX-License-Identifier: Apache-2.0
#include "kernel_operator.h"
#if defined(HOST_SIDE) == defined(__NPU_ARCH__)
#error an option for host code reached a kernel, or not the host
#endif

// out[i] = x[i] + value, by blocks.
#define ADD_KERNEL(type)                                                                                   \
    extern "C" __global__ __aicore__ void add_##type(GM_ADDR x, GM_ADDR out, uint32_t count, type value) { \
        auto* from = reinterpret_cast<__gm__ type*>(x);                                                    \
        auto* to = reinterpret_cast<__gm__ type*>(out);                                                    \
        for (uint32_t i = AscendC::GetBlockIdx(); i < count; i += AscendC::GetBlockNum())                  \
            to[i] = from[i] + value + static_cast<type>(OFFSET);                                           \
    }
ADD_KERNEL(int32_t)
ADD_KERNEL(half)
