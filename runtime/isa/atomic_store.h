// SPDX-License-Identifier: Apache-2.0
// Stores to GM while an atomic mode is on (ascendc-vector 21.1): element by element, atomic across cores, which run on
// several threads.
#pragma once

#include "runtime/isa/call.h"

namespace acc::rt::isa {

// Fails the kernel when `bytes` is not a whole number of elements of the atomic type; warns when the tensor's type
// differs.
void checkAtomicStore(const Call& call, uint64_t bytes);

// gm[i] = op(gm[i], src[i]) for the elements of the atomic type in `bytes`.
void atomicStore(const Call& call, uint8_t* gm, const uint8_t* src, uint64_t bytes);

}  // namespace acc::rt::isa
