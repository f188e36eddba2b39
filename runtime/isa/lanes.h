// SPDX-License-Identifier: Apache-2.0
// Which lanes a vector instruction works on, and the driver that walks them (ascendc-vector 3).
#pragma once

#include "runtime/check/operand.h"
#include "runtime/isa/call.h"
#include "runtime/isa/kernels.h"
#include "runtime/isa/slice.h"

namespace acc::rt::isa {

// The operands of a vector instruction: bytes per element and strides come from the row and the descriptor.
struct VectorOperands {
    unsigned count;     // 1..3, destination first
    uint32_t width[3];  // bytes per element
    bool readsDst;      // the destination is a source too
};

// Every form but the count form.
void runForms(const Call& call, const VectorOperands& operands, Kernel kernel, uint64_t scalar);
// `count` dense elements whose operands overlap without being the same memory: repeat by repeat, as the device would.
void runOverlapping(const Call& call, const VectorOperands& operands, Kernel kernel, uint64_t scalar, uint64_t count);
// Fails the kernel: the count form with a negative count.
[[noreturn, gnu::cold]] void failCount(const Call& call);

inline bool intersects(const uint8_t* a, uint64_t aBytes, const uint8_t* b, uint64_t bBytes) {
    return a < b + bBytes && b < a + aBytes;
}

// The state that the library's count forms leave behind, as they go through counter mode and restore it.
inline void resetMask(exec::CoreState& state) {
    state.mask[0] = ~uint64_t{0};
    state.mask[1] = ~uint64_t{0};
    state.counterMode = false;
}

// `count` dense elements of each of the N operands.
template <unsigned N>
inline void runDense(const Call& call, const VectorOperands& operands, Kernel kernel, uint64_t scalar, uint64_t count) {
    uint8_t* bases[3] = {nullptr, nullptr, nullptr};
    uint8_t* const ub = call.ub();
    const uint64_t dstBytes = count * operands.width[0];
    bool overlapping = false;
    for (unsigned i = 0; i < N; ++i) {
        const AccOperand& operand = call.in.operand[i];
        const uint64_t bytes = count * operands.width[i];
        check::checkUbRange(call.block, call.name, check::roleOf(i, N), operand, operand.address + bytes, call.site);
        bases[i] = ub + operand.address;
        const bool same = bases[i] == bases[0] && operands.width[i] == operands.width[0];
        overlapping |= !same & intersects(bases[0], dstBytes, bases[i], bytes);
    }
    if (overlapping) [[unlikely]] {
        runOverlapping(call, operands, kernel, scalar, count);
        return;
    }
    kernel(bases[0], bases[1], bases[2], scalar, count);
}

// The usual case in few instructions: all rules kept, sources apart from the destination or the same memory. False when
// something is unusual; runDense() then finds out what.
template <unsigned N>
inline bool runPlain(const Call& call, const VectorOperands& operands, Kernel kernel, uint64_t scalar, uint64_t count) {
    const uint64_t ubBytes = call.block.memoryBytes[ACC_MEM_UB];
    const uint64_t dst = call.in.operand[0].address;
    const uint64_t dstBytes = count * operands.width[0];
    int64_t outside = 0;  // negative when any bound is broken: all quantities are far below 2^63
    uint64_t low = 0;
    bool unusual = false;
    for (unsigned i = 0; i < N; ++i) {
        const AccOperand& operand = call.in.operand[i];
        const uint64_t address = operand.address;
        const uint64_t bytes = count * operands.width[i];
        outside |= static_cast<int64_t>(address - operand.begin) | static_cast<int64_t>(operand.end - address - bytes) |
                   static_cast<int64_t>(ubBytes - operand.end);
        low |= address;
        unusual |= !check::isUb(operand);
        if (i > 0) {
            // Overlapping: -bytes < source - destination < dstBytes.
            const uint64_t distance = address - dst;
            const bool same = (distance == 0) & (operands.width[i] == operands.width[0]);
            unusual |= !same & (distance + bytes - 1 < bytes + dstBytes - 1);
        }
    }
    if ((outside < 0) | (low % 32 != 0) | unusual) [[unlikely]] {
        return false;
    }
    uint8_t* const ub = call.ub();
    kernel(ub + dst, ub + call.in.operand[N > 1 ? 1 : 0].address, ub + call.in.operand[N > 2 ? 2 : 0].address, scalar,
           count);
    return true;
}

// Checks the N operands, updates the mask register as the form documents, runs `kernel` over the chosen lanes.
template <unsigned N>
inline void runVector(const Call& call, const VectorOperands& operands, Kernel kernel, uint64_t scalar) {
    if (call.in.form != ACC_FORM_COUNT) {
        runForms(call, operands, kernel, scalar);
        return;
    }
    resetMask(call.state());
    if (call.in.count <= 0) [[unlikely]] {
        if (call.in.count < 0) {
            failCount(call);
        }
        return;
    }
    const auto count = static_cast<uint64_t>(call.in.count);
    if (!runPlain<N>(call, operands, kernel, scalar, count)) [[unlikely]] {
        runDense<N>(call, operands, kernel, scalar, count);
    }
}

// The lanes of a slice form, `perRepeat` per repeat; sets the mask register as the form documents.
Lanes chooseLanes(const Call& call, uint32_t perRepeat);
// Elements per instruction in counter mode, from the mask register.
uint64_t counterElements(const Call& call);
// Operand `index` of a slice form with at least one active lane: checks what its lanes access.
Slice checkedSlice(const Call& call, unsigned index, check::Role role, uint32_t width, const Lanes& lanes);

// The lanes of any form, for instructions with loops of their own.
struct Walk {
    Lanes lanes;        // repeats is 0 when nothing is to be done
    uint64_t elements;  // of a count form
    bool isCount;       // dense, strides do not apply
};
Walk chooseWalk(const Call& call, uint32_t perRepeat);
// Operand `index` of a walk with something to do, checked.
Slice walkSlice(const Call& call, const Walk& walk, unsigned index, check::Role role, uint32_t width);

}  // namespace acc::rt::isa
