// SPDX-License-Identifier: Apache-2.0
// The vector families: pick the loop for the element types, hand over to the lane driver. Types were checked when the
// kernel was compiled; the tables are checked again because a descriptor is only data.
#include <cstring>

#include "include/kernel/ascendc/vector.h"
#include "runtime/check/operand.h"
#include "runtime/check/report.h"
#include "runtime/isa/kernels.h"
#include "runtime/isa/lanes.h"
#include "runtime/isa/saturate.h"

namespace acc::rt::isa {
namespace {

using check::Rule;

[[noreturn, gnu::cold]] void failType(const Call& call) {
    const AccInstr& in = call.in;
    check::fail(Rule::DTYPE, call.site, "{}: no such instruction for {} and {}", call.name,
                check::dtypeName(in.operand[0].dtype), check::dtypeName(in.operand[in.operands - 1].dtype));
}

Kernel elementwise(const Call& call, size_t column) {
    const Kernel kernel = kLevel.kernels->elementwise[call.in.opcode][column];
    if (!kernel) [[unlikely]] {
        failType(call);
    }
    return saturates(call.state()) ? saturating(call, kernel) : kernel;
}

size_t pairColumn(const Call& call) {
    const uint8_t dst = call.in.operand[0].dtype;
    return dst == call.in.operand[1].dtype ? dst : kMixedTypes;
}

}  // namespace

void executeUnary(const Call& call) {
    const uint32_t width = widthOf(call.in.operand[0]);
    runVector<2>(call, {2, {width, width, 0}, false}, elementwise(call, call.in.operand[0].dtype), 0);
}

void executeBinary(const Call& call) {
    const uint32_t width = widthOf(call.in.operand[0]);
    runVector<3>(call, {3, {width, width, width}, false}, elementwise(call, call.in.operand[0].dtype), 0);
}

void executeScalar(const Call& call) {
    const uint32_t width = widthOf(call.in.operand[0]);
    runVector<2>(call, {2, {width, width, 0}, false}, elementwise(call, call.in.operand[0].dtype), call.in.scalar);
}

void executeShift(const Call& call) {
    const AccInstr& in = call.in;
    const uint32_t width = widthOf(in.operand[0]);
    const Kernel kernel = elementwise(call, in.operand[0].dtype);
    const uint64_t sign = uint64_t{1} << (width * 8 - 1);
    if (in.scalar > width * 8) [[unlikely]] {
        const bool isSigned = in.operand[0].dtype == ACC_INT16 || in.operand[0].dtype == ACC_INT32;
        const auto value = static_cast<int64_t>(isSigned ? (in.scalar ^ sign) - sign : in.scalar);
        check::fail(Rule::RANGE, call.site, "{}: scalarValue is {}, expected 0..{}", call.name, value, width * 8);
    }
    constexpr uint64_t kRounds = 0x100;  // as in ops.h
    runVector<2>(call, {2, {width, width, 0}, false}, kernel, in.scalar | (in.mode != 0 ? kRounds : 0));
}

void executeFill(const Call& call) {
    runVector<1>(call, {1, {widthOf(call.in.operand[0]), 0, 0}, false}, elementwise(call, call.in.operand[0].dtype),
                 call.in.scalar);
}

void executeAccumulateScalar(const Call& call) {
    runVector<2>(call, {2, {widthOf(call.in.operand[0]), widthOf(call.in.operand[1]), 0}, true},
                 elementwise(call, pairColumn(call)), call.in.scalar);
}

void executeAccumulate(const Call& call) {
    const uint32_t source = widthOf(call.in.operand[1]);
    runVector<3>(call, {3, {widthOf(call.in.operand[0]), source, source}, true}, elementwise(call, pairColumn(call)),
                 0);
}

// Sum, difference or product, and a conversion of it, in one instruction.
void executeCastFused(const Call& call) {
    const AccInstr& in = call.in;
    const uint8_t dst = in.operand[0].dtype;
    const uint8_t src = in.operand[1].dtype;
    // One of the two types tells the rows of an instruction apart.
    const Kernel kernel = kLevel.math->function[in.opcode][in.opcode == ACC_OP_MulCast ? dst : src];
    if (!kernel) [[unlikely]] {
        failType(call);
    }
    uint64_t scalar = 0;
    if (in.opcode == ACC_OP_AddDeqRelu) {
        scalar = call.state().deqScale;
        if (!call.state().deqScaleSet) [[unlikely]] {
            check::warn(Rule::MODE, call.site, "{}: before SetDeqScale; the scale is taken as 1.0", call.name);
        }
    }
    runVector<3>(call, {3, {kWidths[dst], kWidths[src], kWidths[src]}, false},
                 saturates(call.state()) ? saturating(call, kernel) : kernel, scalar);
}

namespace {

// Every second bit of a mask whose bits come in equal pairs.
uint64_t everySecond(uint64_t bits) {
    uint64_t result = 0;
    for (unsigned i = 0; i < 32; ++i) {
        result |= (bits >> (2 * i) & 1U) << i;
    }
    return result;
}

// Conversions of int4b_t are over pairs of elements, which are one byte on one side and four on the other.
void convertPairs(const Call& call, Kernel kernel, bool truncates) {
    exec::CoreState& state = call.state();
    const Walk walk = chooseWalk(call, 128);
    if (walk.lanes.repeats == 0) {
        return;
    }
    const auto even = [&call](bool good, const char* what, uint64_t value) {
        if (!good) [[unlikely]] {
            check::fail(Rule::RANGE, call.site, "{}: {} is {:#x}, expected pairs: two int4b_t share a byte", call.name,
                        what, value);
        }
    };
    AccInstr pairs = call.in;
    const uint64_t mask[2] = {state.mask[0], state.mask[1]};
    const bool counterMode = state.counterMode;
    if (walk.isCount) {
        even(walk.elements % 2 == 0, "the number of elements", walk.elements);
        pairs.form = ACC_FORM_COUNT;
        pairs.count = static_cast<int64_t>(walk.elements / 2);
    } else {
        pairs.form = ACC_FORM_REGISTER;
        state.mask[1] = 0;
        if (counterMode) {
            even(mask[0] % 2 == 0, "the number of elements in the mask register", mask[0]);
            state.mask[0] = mask[0] / 2;
        } else {
            constexpr uint64_t kFirst = 0x5555555555555555U;
            for (const uint64_t half : mask) {
                even(((half ^ half >> 1) & kFirst) == 0, "the mask", half);
            }
            state.mask[0] = everySecond(mask[0]) | everySecond(mask[1]) << 32;
        }
    }
    const auto width = [&call](unsigned i) { return call.in.operand[i].dtype == ACC_INT4 ? 1U : 4U; };
    runVector<2>({call.block, pairs, call.name, call.site}, {2, {width(0), width(1), 0}, false}, kernel, truncates);
    state.mask[0] = mask[0];
    state.mask[1] = mask[1];
    state.counterMode = counterMode;
}

}  // namespace

void executeConvert(const Call& call) {
    const AccInstr& in = call.in;
    const CastTable& table = *kLevel.casts;
    const uint8_t dst = in.operand[0].dtype;
    const uint8_t src = in.operand[1].dtype;
    const unsigned documented = table.documented[dst][src];
    if (documented == 0) [[unlikely]] {
        failType(call);
    }
    if (in.mode >= kRoundModes) [[unlikely]] {
        check::fail(Rule::RANGE, call.site, "{}: rounding mode {} does not exist on dav-2201", call.name, in.mode);
    }
    const bool exact = documented == 1U && kWidths[dst] > kWidths[src];
    if ((documented >> in.mode & 1U) == 0 && !exact) [[unlikely]] {
        constexpr const char* kModes[] = {"CAST_NONE",  "CAST_RINT",  "CAST_FLOOR", "CAST_CEIL",
                                          "CAST_ROUND", "CAST_TRUNC", "CAST_ODD"};
        if (dst != ACC_HALF || src != ACC_INT32) {  // that pair ignores the mode
            check::warn(Rule::MODE, call.site, "{}: {} is not documented for {} -> {}; rounding to nearest even",
                        call.name, kModes[in.mode], check::dtypeName(src), check::dtypeName(dst));
        }
    }
    uint64_t scalar = 0;
    if (dst == ACC_HALF && src == ACC_INT32) {
        scalar = call.state().deqScale;
        if (!call.state().deqScaleSet) [[unlikely]] {
            check::warn(Rule::MODE, call.site, "{}: int32_t -> half before SetDeqScale; the scale is taken as 1.0",
                        call.name);
        }
    }
    const bool lossyUndocumented = (documented >> in.mode & 1U) == 0;
    const unsigned mode = lossyUndocumented ? unsigned(AscendC::RoundMode::CAST_RINT) : in.mode;
    Kernel kernel = table.cast[dst][src][mode];
    if (dst == ACC_INT4 || src == ACC_INT4) {
        return convertPairs(call, kernel, truncatesConversions(call.state()));
    }
    if (saturates(call.state())) [[unlikely]] {
        kernel = saturating(call, kernel);
    }
    if (truncatesConversions(call.state())) [[unlikely]] {
        kernel = truncatingConversion(call, mode, kernel, &scalar);
    }
    runVector<2>(call, {2, {kWidths[dst], kWidths[src], 0}, false}, kernel, scalar);
}

namespace {

void copyLanes16(void* dst, const void* src, const void*, uint64_t, size_t count) {
    std::memmove(dst, src, count * 2);
}
void copyLanes32(void* dst, const void* src, const void*, uint64_t, size_t count) {
    std::memmove(dst, src, count * 4);
}

// Counter mode of Copy (C 4.10): unlike everywhere else the mask is the number of elements of each repeat, which may
// exceed 256 bytes, and the repeat count stays in force.
void copyCounted(const Call& call, uint32_t width) {
    const AccInstr& in = call.in;
    if (in.form != ACC_FORM_REGISTER) {
        call.state().mask[0] = in.mask[0];
        call.state().mask[1] = in.mask[1];
    }
    const uint64_t elements = call.state().mask[0];
    if (elements > INT32_MAX) {
        check::fail(Rule::RANGE, call.site, "{}: counter mode with 0x{:x} elements per repeat in the mask register",
                    call.name, elements);
    }
    if (elements == 0 || in.repeat == 0) {
        return;
    }
    const uint64_t bytes = elements * width;
    const uint64_t blocks = (bytes + 31) / 32;
    const uint64_t lastBytes = bytes - (blocks - 1) * 32;
    uint8_t* bases[2];
    for (unsigned i = 0; i < 2; ++i) {
        const uint64_t extent =
            (in.repeat - 1) * uint64_t{in.repStride[i]} * 32 +
            (in.blkStride[i] == 0 && blocks > 1 ? 32 : (blocks - 1) * in.blkStride[i] * 32 + lastBytes);
        check::checkUbRange(call.block, call.name, check::roleOf(i, 2), in.operand[i], in.operand[i].address + extent,
                            call.site);
        bases[i] = call.ub() + in.operand[i].address;
    }
    for (uint32_t repeat = 0; repeat < in.repeat; ++repeat) {
        for (uint64_t block = 0; block < blocks; ++block) {
            std::memmove(bases[0] + (repeat * uint64_t{in.repStride[0]} + block * in.blkStride[0]) * 32,
                         bases[1] + (repeat * uint64_t{in.repStride[1]} + block * in.blkStride[1]) * 32,
                         block + 1 == blocks ? lastBytes : 32);
        }
    }
}

}  // namespace

void executeMaskedCopy(const Call& call) {
    const uint32_t width = widthOf(call.in.operand[0]);
    if (width != 2 && width != 4) {
        failType(call);
    }
    for (unsigned i = 0; i < 2; ++i) {
        if (call.in.repStride[i] > 4095) [[unlikely]] {
            check::fail(Rule::RANGE, call.site, "{}: {} is {}, expected 0..4095", call.name,
                        i == 0 ? "dstRepeatSize" : "srcRepeatSize", call.in.repStride[i]);
        }
    }
    if (call.state().counterMode) {
        copyCounted(call, width);
        return;
    }
    runVector<2>(call, {2, {width, width, 0}, false}, width == 2 ? copyLanes16 : copyLanes32, 0);
}

}  // namespace acc::rt::isa

extern "C" void accWideBitwise(uint32_t opcode, int64_t count) {
    using namespace acc::rt;
    check::warn(check::Rule::TRUNCATED, __builtin_return_address(0),
                "{}: count {} of a 32-bit tensor counts 16-bit lanes: {} elements are processed; use "
                "ReinterpretCast<uint16_t>() and twice the count",
                isa::kRows[opcode].name, count, count / 2);
}
