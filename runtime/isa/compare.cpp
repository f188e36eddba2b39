// SPDX-License-Identifier: Apache-2.0
// Comparison bits and selection (ascendc-vector 11). Bits are a stream, lowest first: repeat r owns the bits from
// r * PAR on, in UB without strides.
#include "runtime/check/operand.h"
#include "runtime/check/report.h"
#include "runtime/isa/kernels.h"
#include "runtime/isa/lanes.h"

namespace acc::rt::isa {
namespace {

using AscendC::CMPMODE;
using AscendC::SELMODE;
using check::Role;
using check::Rule;

constexpr uint32_t kMaskBytes = 16;  // CMPMASK

[[noreturn, gnu::cold]] void failType(const Call& call, uint8_t dtype) {
    check::fail(Rule::DTYPE, call.site, "{}: no such instruction for {}", call.name, check::dtypeName(dtype));
}

void fillLanes(uint8_t* stage, uint64_t scalar, uint32_t width) {
    for (uint32_t at = 0; at < kRepeatBytes; at += width) {
        std::memcpy(stage + at, &scalar, width);
    }
}

using CompareLoop = void (*)(void* bits, const void* a, const void* b, uint32_t bytes);

CompareLoop compareLoop(const Call& call, uint8_t dtype, bool toUb) {
    const uint8_t mode = call.in.mode;
    if (mode > static_cast<uint8_t>(CMPMODE::NE)) [[unlikely]] {
        check::fail(Rule::RANGE, call.site, "{}: CMPMODE {} does not exist", call.name, mode);
    }
    if (dtype == ACC_INT32 && toUb) {
        if (mode != static_cast<uint8_t>(CMPMODE::EQ)) [[unlikely]] {
            check::fail(Rule::DTYPE, call.site, "{}: int32_t can only be compared with CMPMODE::EQ", call.name);
        }
        return kLevel.lanes->compare[mode][2];
    }
    if (dtype != ACC_HALF && dtype != ACC_FLOAT) [[unlikely]] {
        failType(call, dtype);
    }
    return kLevel.lanes->compare[mode][dtype == ACC_FLOAT];
}

// The repeats of a comparison to UB: whole ones, whatever the mask; in counter mode as many as hold its elements.
Walk wholeRepeats(const Call& call, uint32_t width) {
    const AccInstr& in = call.in;
    const uint32_t perRepeat = kRepeatBytes / width;
    Walk walk{};
    if (in.form == ACC_FORM_COUNT) {
        resetMask(call.state());
        const auto count = static_cast<uint64_t>(in.count);
        if (count % perRepeat != 0) [[unlikely]] {
            check::warn(Rule::TRUNCATED, call.site,
                        "{}: count {} is {} bytes, not a multiple of 256; the last {} elements are not compared",
                        call.name, count, count * width, count % perRepeat);
        }
        walk.lanes.repeats = count / perRepeat;
        walk.elements = walk.lanes.repeats * perRepeat;
        walk.isCount = true;
    } else {
        walk.lanes.repeats = call.state().counterMode ? chooseLanes(call, perRepeat).repeats : in.repeat;
    }
    walk.lanes.perRepeat = perRepeat;
    firstLanes(walk.lanes.mask, perRepeat);
    return walk;
}

void compareToUb(const Call& call, bool withScalar) {
    const AccInstr& in = call.in;
    const uint8_t dtype = in.operand[1].dtype;
    const CompareLoop compare = compareLoop(call, dtype, true);
    const uint32_t width = kWidths[dtype];
    const Walk walk = wholeRepeats(call, width);
    if (walk.lanes.repeats == 0) {
        return;
    }
    const uint32_t perRepeat = walk.lanes.perRepeat;
    const AccOperand& dst = in.operand[0];
    check::checkUbRange(call.block, call.name, Role::destination, dst, dst.address + walk.lanes.repeats * perRepeat / 8,
                        call.site);
    Slice sources[2] = {walkSlice(call, walk, 1, withScalar ? Role::source : Role::source0, width), {}};
    alignas(64) uint8_t stages[2][kRepeatBytes];
    if (withScalar) {
        fillLanes(stages[1], in.scalar, width);
    } else {
        sources[1] = walkSlice(call, walk, 2, Role::source1, width);
    }
    uint8_t* bits = call.ub() + dst.address;
    for (uint64_t repeat = 0; repeat < walk.lanes.repeats; ++repeat) {
        const uint8_t* lanes[2] = {sources[0].base, withScalar ? stages[1] : sources[1].base};
        for (unsigned i = 0; i < (withScalar ? 1U : 2U); ++i) {
            if (!sources[i].contiguous(perRepeat)) {
                gather(stages[i], sources[i], sources[i].base, walk.lanes.mask, perRepeat);
                lanes[i] = stages[i];
            }
            sources[i].base += sources[i].repBytes;
        }
        uint8_t result[kMaskBytes];
        compare(result, lanes[0], lanes[1], perRepeat / 8);
        std::memcpy(bits, result, perRepeat / 8);
        bits += perRepeat / 8;
    }
}

// One repeat; lanes that are not active keep their bit.
void compareToRegister(const Call& call) {
    const uint8_t dtype = call.in.operand[0].dtype;
    const CompareLoop compare = compareLoop(call, dtype, false);
    const uint32_t width = kWidths[dtype];
    const uint32_t perRepeat = kRepeatBytes / width;
    Walk walk = chooseWalk(call, perRepeat);
    if (walk.lanes.repeats == 0) {
        return;
    }
    if (walk.lanes.repeats == 1) {
        const LaneMask only = walk.lanes.lastMask();
        walk.lanes.mask[0] = only.bits[0];
        walk.lanes.mask[1] = only.bits[1];
    }
    walk.lanes.repeats = 1;
    walk.lanes.tail = 0;
    const uint32_t span = laneSpan(walk.lanes.mask);
    alignas(64) uint8_t stages[2][kRepeatBytes] = {};
    for (unsigned i = 0; i < 2; ++i) {
        const Slice slice = walkSlice(call, walk, i, i == 0 ? Role::source0 : Role::source1, width);
        gather(stages[i], slice, slice.base, walk.lanes.mask, span);
    }
    uint64_t result[2] = {0, 0};
    compare(result, stages[0], stages[1], perRepeat / 8);
    for (unsigned word = 0; word < 2; ++word) {
        uint64_t& bits = call.state().compareMask[word];
        bits = (bits & ~walk.lanes.mask[word]) | (result[word] & walk.lanes.mask[word]);
    }
}

// Where the bits of a Select come from.
struct Selection {
    const uint8_t* bits;
    bool continuous;  // each repeat has its own bits
};

Selection selectionOf(const Call& call, SELMODE mode, bool fromRegister, const Walk& walk) {
    const AccInstr& in = call.in;
    const uint64_t repeatBytes = walk.lanes.perRepeat / 8;
    const uint32_t lastSpan = laneSpan(walk.lanes.lastMask().bits);
    const uint64_t streamBytes = (walk.lanes.repeats - 1) * repeatBytes + (lastSpan + 7) / 8;
    if (mode == SELMODE::VSEL_CMPMASK_SPR) {
        if (fromRegister) {
            return {reinterpret_cast<const uint8_t*>(call.state().compareMask), false};
        }
        const AccOperand& operand = in.operand[3];
        const uint64_t bytes = walk.isCount && walk.elements < walk.lanes.perRepeat ? streamBytes : repeatBytes;
        check::checkUbRange(call.block, call.name, Role::selection, operand, operand.address + bytes, call.site);
        return {call.ub() + operand.address, false};
    }
    if (mode == SELMODE::VSEL_TENSOR_TENSOR_MODE && fromRegister) {
        const uint64_t address = call.state().compareMask[0] & UINT32_MAX;
        if (address % kBlockBytes != 0) [[unlikely]] {
            check::fail(Rule::ALIGN, call.site,
                        "{}: the selMask address 0x{:x} in CMPMASK is not a multiple of 32 bytes", call.name, address);
        }
        if (address + streamBytes > call.block.memoryBytes[ACC_MEM_UB]) [[unlikely]] {
            check::fail(Rule::OOB, call.site,
                        "{}: selMask [0x{:x}, 0x{:x}), its address from CMPMASK, is past the end of UB at 0x{:x}",
                        call.name, address, address + streamBytes, call.block.memoryBytes[ACC_MEM_UB]);
        }
        return {call.ub() + address, true};
    }
    const AccOperand& operand = in.operand[mode == SELMODE::VSEL_TENSOR_SCALAR_MODE ? 2 : 3];
    check::checkUbRange(call.block, call.name, Role::selection, operand, operand.address + streamBytes, call.site);
    return {call.ub() + operand.address, true};
}

// Operands: dst, src0, [src1], [selMask].
void select(const Call& call) {
    const AccInstr& in = call.in;
    const bool fromRegister = (in.mode & kAccSelectRegister) != 0;
    const auto mode = static_cast<SELMODE>(in.mode & ~kAccSelectRegister);
    const bool withScalar = mode == SELMODE::VSEL_TENSOR_SCALAR_MODE;
    const unsigned expected = withScalar || fromRegister ? 3 : 4;
    if (mode > SELMODE::VSEL_TENSOR_TENSOR_MODE || in.operands != expected) [[unlikely]] {
        check::fail(Rule::RANGE, call.site, "{}: SELMODE {} does not go with {}", call.name,
                    in.mode & ~kAccSelectRegister, in.operands == 4 ? "two tensors" : "a tensor and a scalar");
    }
    const uint8_t dtype = in.operand[0].dtype;
    if (dtype != ACC_HALF && dtype != ACC_FLOAT) [[unlikely]] {
        failType(call, dtype);
    }
    const uint32_t width = kWidths[dtype];
    const uint32_t perRepeat = kRepeatBytes / width;
    const Walk walk = chooseWalk(call, perRepeat);
    if (walk.lanes.repeats == 0) {
        return;
    }
    const Selection selection = selectionOf(call, mode, fromRegister, walk);
    Slice dst = walkSlice(call, walk, 0, Role::destination, width);
    Slice sources[2] = {walkSlice(call, walk, 1, withScalar ? Role::source : Role::source0, width), {}};
    alignas(64) uint8_t stages[2][kRepeatBytes];
    if (withScalar) {
        fillLanes(stages[1], fromRegister ? call.state().compareMask[0] : in.scalar, width);
    } else {
        sources[1] = walkSlice(call, walk, 2, Role::source1, width);
    }
    const LaneMask last = walk.lanes.lastMask();
    const auto loop = kLevel.lanes->select[width == 4];
    for (uint64_t repeat = 0; repeat < walk.lanes.repeats; ++repeat) {
        const uint64_t* const mask = repeat + 1 == walk.lanes.repeats ? last.bits : walk.lanes.mask;
        const uint32_t span = laneSpan(mask);
        const uint8_t* lanes[2] = {nullptr, stages[1]};
        for (unsigned i = 0; i < (withScalar ? 1U : 2U); ++i) {
            if (span == perRepeat && sources[i].contiguous(span)) {
                lanes[i] = sources[i].base;
            } else {
                gather(stages[i], sources[i], sources[i].base, mask, span);
                lanes[i] = stages[i];
            }
            sources[i].base += sources[i].repBytes;
        }
        uint64_t bits[2] = {0, 0};
        std::memcpy(bits, selection.bits + (selection.continuous ? repeat * (perRepeat / 8) : 0), (span + 7) / 8);
        alignas(64) uint8_t result[kRepeatBytes];
        loop(result, lanes[0], lanes[1], bits, perRepeat / 64);
        scatter(dst.base, dst, result, mask, span, isPrefix(mask, span));
        dst.base += dst.repBytes;
    }
}

}  // namespace

void executeCompare(const Call& call) {
    const AccInstr& in = call.in;
    switch (in.opcode) {
        case ACC_OP_Compare:
            if (in.operands == 2) {
                compareToRegister(call);
            } else {
                compareToUb(call, false);
            }
            break;
        case ACC_OP_Compares:
            compareToUb(call, true);
            break;
        case ACC_OP_Select:
            select(call);
            break;
        case ACC_OP_GetCmpMask:
            check::checkUbRange(call.block, call.name, Role::destination, in.operand[0],
                                in.operand[0].address + kMaskBytes, call.site, kMaskBytes);
            std::memcpy(call.ub() + in.operand[0].address, call.state().compareMask, kMaskBytes);
            break;
        default:  // SetCmpMask
            check::checkUbRange(call.block, call.name, Role::source, in.operand[0], in.operand[0].address + kMaskBytes,
                                call.site, kMaskBytes);
            std::memcpy(call.state().compareMask, call.ub() + in.operand[0].address, kMaskBytes);
            break;
    }
}

}  // namespace acc::rt::isa
