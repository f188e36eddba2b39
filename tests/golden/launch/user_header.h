// SPDX-License-Identifier: Apache-2.0
#pragma once

template <typename T>
__global__ __aicore__ void fromHeader(__gm__ T* x) {
    x[0] = 1;
}

inline void launchFromHeader(float* x) {
    fromHeader<<<2>>>(x);
}
