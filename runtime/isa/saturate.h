// SPDX-License-Identifier: Apache-2.0
// The overflow modes of the control register (ascendc-vector 4.1, 19.1): what instructions compute when they are not in
// the mode that the loops of the CPU levels implement, INF/NAN with saturating conversions.
#pragma once

#include "runtime/isa/call.h"
#include "runtime/isa/kernels.h"

namespace acc::rt::isa {

// CTRL[48] = 0: results of half and bfloat16 saturate, integer sums and products too.
inline bool saturates(const exec::CoreState& state) {
    return (state.ctrl >> 48 & 1U) == 0;
}
// CTRL[59] = 1: conversions to integers keep the low bits.
inline bool truncatesConversions(const exec::CoreState& state) {
    return (state.ctrl >> 59 & 1U) != 0;
}

// The loop to use instead of `normal` for this call in saturation mode; `normal` itself where the mode does not matter.
// Valid until the next call on this thread.
[[gnu::cold]] Kernel saturating(const Call& call, Kernel normal);
// The loop of a conversion to an integer type that keeps the low bits; its scalar is `*scalar`. `normal` for other
// types.
[[gnu::cold]] Kernel truncatingConversion(const Call& call, unsigned roundMode, Kernel normal, uint64_t* scalar);
// A half or bfloat16 result in saturation mode: infinity becomes the largest number, NaN 0.
uint16_t saturateBits(uint16_t bits, bool isHalf);
// As LaneTable::sum of half, each node saturated.
void saturatingSum(void* dst, const void* lanes, uint32_t results);

}  // namespace acc::rt::isa
