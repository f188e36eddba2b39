// SPDX-License-Identifier: Apache-2.0
#include "kernel_operator.h"
#ifndef ASCENDC_CPU_DEBUG
#error not a build for debugging on the CPU
#endif

extern "C" __global__ __aicore__ void multiply(GM_ADDR x, GM_ADDR out, GM_ADDR tiling) {
    const uint32_t count = *reinterpret_cast<__gm__ uint32_t*>(tiling);
    for (uint32_t i = AscendC::GetBlockIdx(); i < count; i += AscendC::GetBlockNum())
        reinterpret_cast<__gm__ int32_t*>(out)[i] = 3 * reinterpret_cast<__gm__ int32_t*>(x)[i];
}
