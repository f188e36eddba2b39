// SPDX-License-Identifier: Apache-2.0
#include "kernel_operator.h"
#include "value.h"
static __aicore__ int helper() {
    return VALUE + FROM_HEADER;
}
extern "C" __global__ __aicore__ void first(__gm__ int* out) {
    out[AscendC::GetBlockIdx()] = helper();
}
