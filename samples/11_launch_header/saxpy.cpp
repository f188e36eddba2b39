// SPDX-License-Identifier: Apache-2.0
#include "kernel_operator.h"

// y += a * x
extern "C" __global__ __aicore__ void saxpy(GM_ADDR x, GM_ADDR y, float a, uint32_t count) {
    auto* from = reinterpret_cast<__gm__ float*>(x);
    auto* to = reinterpret_cast<__gm__ float*>(y);
    for (uint32_t i = AscendC::GetBlockIdx(); i < count; i += AscendC::GetBlockNum())
        to[i] += a * from[i];
}
