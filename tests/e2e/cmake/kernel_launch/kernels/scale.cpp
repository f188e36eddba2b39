// SPDX-License-Identifier: Apache-2.0
#include "kernel_operator.h"
#include "scale_tiling.h"

extern "C" __global__ __aicore__ void scale(GM_ADDR x, scaling::Tiling tiling, scaling::Direction direction) {
    auto* values = reinterpret_cast<__gm__ float*>(x);
    for (uint32_t i = AscendC::GetBlockIdx(); i < tiling.count; i += AscendC::GetBlockNum())
        values[i] = direction == scaling::Direction::up ? values[i] * tiling.factor : values[i] / tiling.factor;
}

// Nothing that a host could launch by name.
template <class T>
__global__ __aicore__ void generic(__gm__ T* x) {
    *x = T(1);
}
template __global__ __aicore__ void generic<float>(__gm__ float*);
