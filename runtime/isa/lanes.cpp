// SPDX-License-Identifier: Apache-2.0
// Lane selection and addressing. The formula (V 3.2) for lane i of repeat r in an operand with element width w:
//
//     address + 32 * (r * repStride + (i / (32 / w)) * blkStride) + (i % (32 / w)) * w
//
// Within a repeat all sources are read before anything is written; repeats follow each other. Dense, unmasked,
// non-overlapping work goes to the kernel in one call; otherwise each repeat is one call, on memory where the lanes are
// contiguous, through a stage of 256 bytes per operand where they are not.
#include "runtime/isa/lanes.h"

#include "runtime/check/operand.h"
#include "runtime/check/report.h"

namespace acc::rt::isa {
namespace {

using check::Rule;

// One repeat: `slices` with their bases already at this repeat.
void runRepeat(const Slice* slices, const VectorOperands& operands, Kernel kernel, uint64_t scalar,
               const uint64_t mask[2]) {
    alignas(64) uint8_t stage[3][kRepeatBytes];  // lanes that are not gathered compute garbage that is not scattered
    const uint32_t span = laneSpan(mask);
    if (span == 0) {
        return;
    }
    const bool prefix = isPrefix(mask, span);
    const void* sources[2] = {nullptr, nullptr};
    const uint64_t dstBytes = repeatExtent(slices[0], span);
    for (unsigned i = 1; i < operands.count; ++i) {
        const Slice& slice = slices[i];
        const bool contiguous = slice.blkBytes == kBlockBytes || span <= slice.perBlock;
        const bool sameAsDst =
            slice.base == slices[0].base && slice.width == slices[0].width && slice.blkBytes == slices[0].blkBytes;
        const bool apart = !intersects(slices[0].base, dstBytes, slice.base, repeatExtent(slice, span));
        if (prefix && contiguous && (sameAsDst || apart)) {
            sources[i - 1] = slice.base;
        } else {
            gather(stage[i], slice, slice.base, mask, span);
            sources[i - 1] = stage[i];
        }
    }
    if (prefix && (slices[0].blkBytes == kBlockBytes || span <= slices[0].perBlock)) {
        kernel(slices[0].base, sources[0], sources[1], scalar, span);
        return;
    }
    if (operands.readsDst) {
        gather(stage[0], slices[0], slices[0].base, mask, span);
    }
    kernel(stage[0], sources[0], sources[1], scalar, span);
    scatter(slices[0].base, slices[0], stage[0], mask, span, prefix);
}

// 256 bytes of the widest operand, at most 128 lanes.
uint32_t lanesPerRepeat(const VectorOperands& operands) {
    uint32_t widths = operands.width[0];
    for (unsigned i = 1; i < operands.count; ++i) {
        widths |= operands.width[i];
    }
    const uint32_t lanes = kRepeatBytes >> (31 - std::countl_zero(widths));  // widths are powers of two
    return lanes > 128 ? 128 : lanes;
}

}  // namespace

uint64_t counterElements(const Call& call) {
    const uint64_t elements = call.state().mask[0];
    if (elements > INT32_MAX) [[unlikely]] {
        check::fail(Rule::RANGE, call.site,
                    "{}: counter mode with 0x{:x} elements in the mask register; call SetVectorMask<T, "
                    "MaskMode::COUNTER>(count) first",
                    call.name, elements);
    }
    return elements;
}

void runOverlapping(const Call& call, const VectorOperands& operands, Kernel kernel, uint64_t scalar, uint64_t count) {
    const uint32_t perRepeat = lanesPerRepeat(operands);
    Slice slices[3];
    for (unsigned i = 0; i < operands.count; ++i) {
        slices[i] = {call.ub() + call.in.operand[i].address, kBlockBytes, uint64_t{perRepeat} * operands.width[i],
                     operands.width[i], kBlockBytes / operands.width[i]};
    }
    for (uint64_t done = 0; done < count; done += perRepeat) {
        uint64_t mask[2];
        firstLanes(mask, count - done < perRepeat ? count - done : perRepeat);
        runRepeat(slices, operands, kernel, scalar, mask);
        for (unsigned i = 0; i < operands.count; ++i) {
            slices[i].base += slices[i].repBytes;
        }
    }
}

void failCount(const Call& call) {
    check::fail(Rule::RANGE, call.site, "{}: count is {}, expected >= 0", call.name, call.in.count);
}

Lanes chooseLanes(const Call& call, uint32_t perRepeat) {
    const AccInstr& in = call.in;
    exec::CoreState& state = call.state();
    if (in.form == ACC_FORM_LANES || in.form == ACC_FORM_BITS) {
        state.mask[0] = in.mask[0];
        state.mask[1] = in.mask[1];
        if (!state.counterMode) {
            if (in.form == ACC_FORM_LANES) {
                if (in.mask[0] > perRepeat) [[unlikely]] {
                    check::warn(Rule::TRUNCATED, call.site, "{}: mask {} is larger than the {} lanes of a repeat",
                                call.name, in.mask[0], perRepeat);
                }
                firstLanes(state.mask, in.mask[0] > perRepeat ? perRepeat : in.mask[0]);
            }
        } else if (in.form == ACC_FORM_BITS && in.mask[1] != 0) [[unlikely]] {
            check::warn(Rule::TRUNCATED, call.site, "{}: mask[1] is 0x{:x} in counter mode, expected 0", call.name,
                        in.mask[1]);
        }
    }
    Lanes lanes{in.repeat, {state.mask[0], state.mask[1]}, perRepeat, 0};
    if (state.counterMode) {
        const uint64_t elements = counterElements(call);
        lanes.repeats = (elements + perRepeat - 1) / perRepeat;
        lanes.tail = static_cast<uint32_t>(elements % perRepeat);
        firstLanes(lanes.mask, perRepeat);
    } else if (perRepeat <= 64) {
        lanes.mask[0] &= perRepeat == 64 ? ~uint64_t{0} : (uint64_t{1} << perRepeat) - 1;
        lanes.mask[1] = 0;
    }
    return lanes;
}

Slice checkedSlice(const Call& call, unsigned index, check::Role role, uint32_t width, const Lanes& lanes) {
    const AccInstr& in = call.in;
    const AccOperand& operand = in.operand[index];
    const Slice slice{call.ub() + operand.address, in.blkStride[index] * uint64_t{kBlockBytes},
                      in.repStride[index] * uint64_t{kBlockBytes}, width, kBlockBytes / width};
    // The end of the last repeat, or of the one before when the last is short.
    uint64_t end = (lanes.repeats - 1) * slice.repBytes + repeatExtent(slice, laneSpan(lanes.lastMask().bits));
    if (lanes.tail != 0 && lanes.repeats > 1) {
        const uint64_t before = (lanes.repeats - 2) * slice.repBytes + repeatExtent(slice, laneSpan(lanes.mask));
        end = before > end ? before : end;
    }
    check::checkUbRange(call.block, call.name, role, operand, operand.address + end, call.site);
    return slice;
}

Walk chooseWalk(const Call& call, uint32_t perRepeat) {
    exec::CoreState& state = call.state();
    Walk walk{};
    if (call.in.form == ACC_FORM_COUNT) {
        resetMask(state);
        if (call.in.count < 0) [[unlikely]] {
            failCount(call);
        }
        walk.elements = static_cast<uint64_t>(call.in.count);
        walk.isCount = true;
    } else if (call.in.form == ACC_FORM_COUNT_REGISTER) {
        state.counterMode = true;  // and stays: the user restores it
        walk.elements = counterElements(call);
        walk.isCount = true;
    }
    if (walk.isCount) {
        walk.lanes = {(walk.elements + perRepeat - 1) / perRepeat,
                      {},
                      perRepeat,
                      static_cast<uint32_t>(walk.elements % perRepeat)};
        firstLanes(walk.lanes.mask, perRepeat);
    } else {
        walk.lanes = chooseLanes(call, perRepeat);
        if (laneSpan(walk.lanes.mask) == 0) {
            walk.lanes.repeats = 0;
        }
    }
    return walk;
}

Slice walkSlice(const Call& call, const Walk& walk, unsigned index, check::Role role, uint32_t width) {
    if (!walk.isCount) {
        return checkedSlice(call, index, role, width, walk.lanes);
    }
    const AccOperand& operand = call.in.operand[index];
    check::checkUbRange(call.block, call.name, role, operand, operand.address + walk.elements * width, call.site);
    return {call.ub() + operand.address, kBlockBytes, uint64_t{walk.lanes.perRepeat} * width, width,
            kBlockBytes / width};
}

namespace {

void runDenseForms(const Call& call, const VectorOperands& operands, Kernel kernel, uint64_t scalar, uint64_t count) {
    switch (operands.count) {
        case 1:
            return runDense<1>(call, operands, kernel, scalar, count);
        case 2:
            return runDense<2>(call, operands, kernel, scalar, count);
        default:
            return runDense<3>(call, operands, kernel, scalar, count);
    }
}

// The first lanes of each repeat, contiguous in every operand, sources apart from the destination or walking along with
// it: one kernel call per repeat without further looks. False when it is not that simple.
bool runContiguous(const Slice* slices, const VectorOperands& operands, Kernel kernel, uint64_t scalar,
                   const Lanes& lanes, uint32_t span, uint32_t lastSpan) {
    if (!isPrefix(lanes.mask, span)) {
        return false;
    }
    const uint64_t repeats = lanes.repeats;
    const Slice& dst = slices[0];
    for (unsigned i = 0; i < operands.count; ++i) {
        const Slice& slice = slices[i];
        if (slice.blkBytes != kBlockBytes && span > slice.perBlock) {
            return false;
        }
        const bool along = slice.base == dst.base && slice.width == dst.width && slice.repBytes == dst.repBytes;
        if (!along && intersects(dst.base, (repeats - 1) * dst.repBytes + span * uint64_t{dst.width}, slice.base,
                                 (repeats - 1) * slice.repBytes + span * uint64_t{slice.width})) {
            return false;
        }
    }
    uint8_t* bases[3] = {dst.base, slices[1].base, slices[2].base};
    for (uint64_t repeat = 0; repeat < repeats; ++repeat) {
        kernel(bases[0], bases[1], bases[2], scalar, repeat + 1 == repeats ? lastSpan : span);
        bases[0] += dst.repBytes;
        bases[1] += slices[1].repBytes;
        bases[2] += slices[2].repBytes;
    }
    return true;
}

// All lanes of dense repeats are the count form in other words. False when they are not.
bool runFullRepeats(const Call& call, const VectorOperands& operands, Kernel kernel, uint64_t scalar,
                    uint32_t perRepeat) {
    const AccInstr& in = call.in;
    exec::CoreState& state = call.state();
    bool dense = in.form == ACC_FORM_LANES && in.mask[0] == perRepeat && !state.counterMode && in.repeat != 0;
    for (unsigned i = 0; i < operands.count; ++i) {
        dense &= in.blkStride[i] == 1 && in.repStride[i] * kBlockBytes == perRepeat * operands.width[i];
    }
    if (!dense) {
        return false;
    }
    firstLanes(state.mask, perRepeat);
    const uint64_t count = uint64_t{in.repeat} * perRepeat;
    switch (operands.count) {
        case 1:
            return runPlain<1>(call, operands, kernel, scalar, count);
        case 2:
            return runPlain<2>(call, operands, kernel, scalar, count);
        default:
            return runPlain<3>(call, operands, kernel, scalar, count);
    }
}

void runSlices(const Call& call, const VectorOperands& operands, Kernel kernel, uint64_t scalar) {
    const AccInstr& in = call.in;
    const uint32_t perRepeat = lanesPerRepeat(operands);
    if (runFullRepeats(call, operands, kernel, scalar, perRepeat)) {
        return;
    }
    const Lanes lanes = chooseLanes(call, perRepeat);
    const uint32_t span = laneSpan(lanes.mask);
    if (lanes.repeats == 0 || span == 0) {
        return;
    }
    const LaneMask lastMask = lanes.lastMask();
    const uint32_t lastSpan = laneSpan(lastMask.bits);
    Slice slices[3] = {};
    bool dense = lanes.tail != 0 || isPrefix(lanes.mask, perRepeat);
    for (unsigned i = 0; i < operands.count; ++i) {
        const uint32_t width = operands.width[i];
        slices[i] = checkedSlice(call, i, check::roleOf(i, operands.count), width, lanes);
        dense &= in.blkStride[i] == 1 && (lanes.repeats == 1 || slices[i].repBytes == uint64_t{perRepeat} * width);
    }
    if (in.blkStride[0] == 0 && span > slices[0].perBlock) [[unlikely]] {
        check::warn(Rule::OVERLAP, call.site,
                    "{}: destination block stride 0 writes {} blocks of a repeat to one place", call.name,
                    (span + slices[0].perBlock - 1) / slices[0].perBlock);
    }
    if (!dense && runContiguous(slices, operands, kernel, scalar, lanes, span, lastSpan)) {
        return;
    }
    if (dense) {
        const uint64_t count = (lanes.repeats - 1) * perRepeat + (lanes.tail != 0 ? lanes.tail : perRepeat);
        runDenseForms(call, operands, kernel, scalar, count);
        return;
    }
    for (uint64_t repeat = 0; repeat < lanes.repeats; ++repeat) {
        runRepeat(slices, operands, kernel, scalar, repeat + 1 == lanes.repeats ? lastMask.bits : lanes.mask);
        for (unsigned i = 0; i < operands.count; ++i) {
            slices[i].base += slices[i].repBytes;
        }
    }
}

}  // namespace

void runForms(const Call& call, const VectorOperands& operands, Kernel kernel, uint64_t scalar) {
    if (call.in.form == ACC_FORM_COUNT_REGISTER) {
        call.state().counterMode = true;  // and stays: the user restores it
        if (const uint64_t elements = counterElements(call)) {
            runDenseForms(call, operands, kernel, scalar, elements);
        }
        return;
    }
    runSlices(call, operands, kernel, scalar);
}

}  // namespace acc::rt::isa
