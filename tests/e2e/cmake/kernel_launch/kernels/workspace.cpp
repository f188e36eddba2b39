// SPDX-License-Identifier: Apache-2.0
#include "kernel_operator.h"

extern "C" __global__ __aicore__ void where(GM_ADDR out, GM_ADDR workspace, GM_ADDR tiling) {
    auto* places = reinterpret_cast<__gm__ uint64_t*>(out);
    places[0] = reinterpret_cast<uint64_t>(workspace);
    places[1] = reinterpret_cast<uint64_t>(tiling);
}
