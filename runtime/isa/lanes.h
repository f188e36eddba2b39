// SPDX-License-Identifier: Apache-2.0
// Which lanes a vector instruction works on, and the driver that walks them (ascendc-vector 3).
#pragma once

#include "runtime/isa/call.h"
#include "runtime/isa/kernels.h"

namespace acc::rt::isa {

// The operands of a vector instruction: bytes per element and strides come from the row and the descriptor.
struct VectorOperands {
    unsigned count;     // 1..3, destination first
    uint32_t width[3];  // bytes per element
    bool readsDst;      // the destination is a source too
};

// Checks the operands, updates the mask register as the form documents, runs `kernel` over the chosen lanes.
void runVector(const Call& call, const VectorOperands& operands, Kernel kernel, uint64_t scalar);

// The lanes of a slice form after the rules of V 3.5.
struct Lanes {
    uint64_t repeats;
    uint64_t mask[2];    // of every repeat but the last
    uint32_t perRepeat;  // lanes of a full repeat (PAR)
    uint32_t tail;       // lanes of the last repeat in counter mode, 0: as the others
};
Lanes chooseLanes(const Call& call, uint32_t perRepeat);

}  // namespace acc::rt::isa
