// SPDX-License-Identifier: Apache-2.0
// ACC_CHECK=uninit: warns when an instruction reads local memory that was never written since the block began.
//
// Every block begins with a UB full of one 64-bit pattern. Before an instruction runs, the words that its lanes read
// are compared with it: whatever wrote there, an instruction, a copy or the scalar unit, has replaced the pattern.
// Words that are only partly read or partly written are not reported.
#include <cstring>
#include <string_view>

#include "runtime/base/env.h"
#include "runtime/base/log.h"
#include "runtime/check/operand.h"
#include "runtime/check/report.h"
#include "runtime/isa/lanes.h"

namespace acc::rt::isa {
namespace {

using check::Role;
using check::Rule;

constexpr uint64_t kPattern = 0xa95d3c71e6b2f80dULL;
constexpr uint32_t kWordBytes = sizeof(kPattern);

void fillBlock(exec::Block& block) {
    uint8_t* const ub = block.memory[ACC_MEM_UB];
    for (uint32_t at = 0; at < block.memoryBytes[ACC_MEM_UB]; at += kWordBytes) {
        std::memcpy(ub + at, &kPattern, kWordBytes);
    }
}

// The first word of [begin, end) that still has the pattern; `end` when none has.
uint64_t firstUnwritten(const uint8_t* ub, uint64_t begin, uint64_t end) {
    for (uint64_t at = (begin + kWordBytes - 1) / kWordBytes * kWordBytes; at + kWordBytes <= end; at += kWordBytes) {
        uint64_t word;
        std::memcpy(&word, ub + at, kWordBytes);
        if (word == kPattern) {
            return at;
        }
    }
    return end;
}

constexpr const char* kRoles[] = {"destination", "source 0", "source 1", "source 2"};

// Warns once for an operand; false when it did.
bool checkRange(const Call& call, unsigned index, uint64_t begin, uint64_t end) {
    const AccOperand& operand = call.in.operand[index];
    if (!check::isUb(operand) || begin < operand.begin || end > operand.end ||
        operand.end > call.block.memoryBytes[ACC_MEM_UB]) {
        return true;  // not in UB, or about to be reported as what it is
    }
    const uint64_t at = firstUnwritten(call.ub(), begin, end);
    if (at == end) {
        return true;
    }
    check::warn(Rule::UNINIT, call.site, "{}: {} reads UB 0x{:x}, which was never written ({})", call.name,
                index == 1 && call.in.operands == 2 ? "source" : kRoles[index], at,
                check::describeOwner(call.block, operand.position, operand.buffer));
    return false;
}

// The lanes of an elementwise instruction, as its form chooses them.
void checkLanes(const Call& call, unsigned index, uint32_t width, uint32_t perRepeat) {
    const AccInstr& in = call.in;
    const uint64_t address = in.operand[index].address;
    const exec::CoreState& state = call.state();
    if (in.form == ACC_FORM_COUNT) {
        if (in.count > 0) {
            checkRange(call, index, address, address + static_cast<uint64_t>(in.count) * width);
        }
        return;
    }
    if (state.counterMode || (in.form != ACC_FORM_LANES && in.form != ACC_FORM_BITS && in.form != ACC_FORM_REGISTER)) {
        return;
    }
    uint64_t mask[2];
    if (in.form == ACC_FORM_LANES) {
        firstLanes(mask, in.mask[0] < perRepeat ? in.mask[0] : perRepeat);
    } else {
        const uint64_t* const bits = in.form == ACC_FORM_BITS ? in.mask : state.mask;
        mask[0] = bits[0];
        mask[1] = perRepeat > 64 ? bits[1] : 0;
    }
    const uint32_t perBlock = kBlockBytes / width;
    for (uint32_t repeat = 0; repeat < in.repeat; ++repeat) {
        for (uint32_t lane = 0; lane < perRepeat; ++lane) {
            if (!laneActive(mask, lane)) {
                continue;
            }
            uint32_t last = lane;  // active neighbours in the block
            while (last + 1 < perRepeat && (last + 1) % perBlock != 0 && laneActive(mask, last + 1)) {
                ++last;
            }
            const uint64_t block =
                address + (uint64_t{repeat} * in.repStride[index] + uint64_t{lane / perBlock} * in.blkStride[index]) *
                              kBlockBytes;
            if (!checkRange(call, index, block + lane % perBlock * width, block + (last % perBlock + 1) * width)) {
                return;
            }
            lane = last;
        }
    }
}

// Which families read their sources lane by lane, and whether the destination is one of them.
struct Reads {
    bool lanes;
    bool destination;
};
Reads readsOf(std::string_view family) {
    const bool accumulates = family == "accumulate" || family == "accumulateScalar";
    const bool lanes = accumulates || family == "unary" || family == "binary" || family == "scalar" ||
                       family == "shift" || family == "convert" || family == "castFused" || family == "maskedCopy" ||
                       family == "reduce" || family == "math";
    return {lanes, accumulates};
}

void checkMove(const Call& call) {
    const AccInstr& in = call.in;
    const AccOperand& source = in.operand[1];
    if (in.form == ACC_FORM_MOVE_COUNT) {
        const uint64_t bytes = static_cast<uint64_t>(in.count) * widthOf(source) / kBlockBytes * kBlockBytes;
        checkRange(call, 1, source.address, source.address + bytes);
        return;
    }
    const bool pads = in.opcode == ACC_OP_DataCopyPad;
    const uint64_t row = pads ? (in.move.blockBytes + 31) / 32 * 32 : in.move.blockBytes;
    for (uint64_t i = 0; i < in.move.blockCount; ++i) {
        const uint64_t begin = source.address + i * (row + in.move.srcGapBytes);
        if (!checkRange(call, 1, begin, begin + in.move.blockBytes)) {
            return;
        }
    }
}

void observe(const Call& call) {
    const std::string_view family = kRows[call.in.opcode].family;
    if (call.block.coreType != ACC_CORE_VECTOR) {
        return;
    }
    if (family == "move") {
        checkMove(call);
        return;
    }
    const Reads reads = readsOf(family);
    if (!reads.lanes) {
        return;
    }
    // The third operand of a whole-tensor reduction is scratch memory.
    const unsigned operands = family == "reduce" ? 2 : call.in.operands;
    uint32_t widest = 1;
    for (unsigned i = 0; i < operands; ++i) {
        const uint32_t width = widthOf(call.in.operand[i]);
        widest = width > widest ? width : widest;
    }
    const uint32_t perRepeat = kRepeatBytes / widest > 128 ? 128 : kRepeatBytes / widest;
    for (unsigned i = reads.destination ? 0 : 1; i < operands; ++i) {
        checkLanes(call, i, widthOf(call.in.operand[i]), perRepeat);
    }
}

bool install() {
    const auto setting = environment("ACC_CHECK");
    if (!setting) {
        return false;
    }
    if (*setting != "uninit") {
        fatal("ACC_CHECK is '{}', expected uninit", *setting);
    }
    exec::setBlockBeginHook(fillBlock);
    setObserver(observe);
    return true;
}

[[maybe_unused]] const bool kInstalled = install();

}  // namespace
}  // namespace acc::rt::isa
