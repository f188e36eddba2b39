// SPDX-License-Identifier: Apache-2.0
// A user's header with kernels and launches, included by two files of one program.
#pragma once

template <typename T, int N>
__global__ __aicore__ void fill(__gm__ T* p, T v) {
    for (int i = 0; i < N; ++i)
        p[i] = v;
}

__global__ __vector__ inline void fromHeader(__gm__ int* p) {
    p[0] = 77;
}

inline void launchFromHeader(float* p) {
    fill<float, 4><<<1, nullptr, nullptr>>>(p, 9.0f);
}
