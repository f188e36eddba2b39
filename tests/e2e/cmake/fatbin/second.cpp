// SPDX-License-Identifier: Apache-2.0
#include "kernel_operator.h"
static __aicore__ int helper() {
    return VALUE * 100;
}
extern "C" __global__ __aicore__ void second(__gm__ int* out, int more) {
    __ubuf__ static int buffer[4];
    buffer[1] = more;
    out[AscendC::GetBlockIdx()] += helper() + buffer[1];
}
