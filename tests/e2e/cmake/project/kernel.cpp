// SPDX-License-Identifier: Apache-2.0
#include "launches.h"
static_assert(kIsKernelSource);
__global__ __aicore__ void inCpp(__gm__ int* value) {
    *value = *value * 10 + 5;
}
void launchCpp(int* value) {
    inCpp<<<1, nullptr, nullptr>>>(value);
}
