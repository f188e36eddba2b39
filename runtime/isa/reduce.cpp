// SPDX-License-Identifier: Apache-2.0
// Reductions (ascendc-vector 13). Repeats follow each other: one reads all its lanes, then writes its results, so
// working in place is exact. Lanes that are not active count as 0 in sums and do not take part in extremes.
#include "runtime/check/operand.h"
#include "runtime/check/report.h"
#include "runtime/isa/kernels.h"
#include "runtime/isa/lanes.h"
#include "runtime/isa/saturate.h"

namespace acc::rt::isa {
namespace {

using AscendC::ReduceOrder;
using check::Role;
using check::Rule;

bool isFloat(const Call& call) {
    const uint8_t dtype = call.in.operand[0].dtype;
    if ((dtype != ACC_HALF && dtype != ACC_FLOAT) || call.in.operand[1].dtype != dtype) [[unlikely]] {
        check::fail(Rule::DTYPE, call.site, "{}: no such instruction for {} and {}", call.name, check::dtypeName(dtype),
                    check::dtypeName(call.in.operand[1].dtype));
    }
    return dtype == ACC_FLOAT;
}

// The tree of sums in the core's overflow mode.
auto sumLoop(const Call& call, bool wide) {
    return !wide && saturates(call.state()) ? saturatingSum : kLevel.lanes->sum[wide];
}

// An extreme in the core's overflow mode.
void saturateValue(const Call& call, uint8_t* value, uint32_t width) {
    if (width == 2 && saturates(call.state())) [[unlikely]] {
        uint16_t bits;
        std::memcpy(&bits, value, sizeof(bits));
        bits = saturateBits(bits, true);
        std::memcpy(value, &bits, sizeof(bits));
    }
}

bool isMinimum(const Call& call) {
    return call.in.opcode == ACC_OP_WholeReduceMin || call.in.opcode == ACC_OP_BlockReduceMin ||
           call.in.opcode == ACC_OP_ReduceMin;
}

// All lanes of the repeat at `from`, inactive ones as 0: where they are, or in `stage`.
const uint8_t* zeroedLanes(uint8_t* stage, const Slice& slice, const uint8_t* from, const uint64_t mask[2],
                           uint32_t perRepeat) {
    const uint32_t span = laneSpan(mask);
    const bool prefix = isPrefix(mask, span);
    if (prefix && span == perRepeat && slice.contiguous(span)) {
        return from;
    }
    std::memset(stage, 0, kRepeatBytes);
    gather(stage, slice, from, mask, span);
    for (uint32_t lane = 0; !prefix && lane < span; ++lane) {
        if (!laneActive(mask, lane)) {
            std::memset(stage + lane * slice.width, 0, slice.width);
        }
    }
    return stage;
}

// The active ones of `count` lanes from `first`, dense, and their numbers. Returns how many.
struct Active {
    alignas(64) uint8_t lanes[kRepeatBytes];
    uint8_t number[128];
    uint32_t count;
};
void collect(Active& active, const Slice& slice, const uint8_t* from, const uint64_t mask[2], uint32_t first,
             uint32_t count) {
    active.count = 0;
    for (uint32_t lane = first; lane < first + count; ++lane) {
        if (laneActive(mask, lane)) {
            std::memcpy(active.lanes + active.count * slice.width,
                        from + lane / slice.perBlock * slice.blkBytes + lane % slice.perBlock * slice.width,
                        slice.width);
            active.number[active.count++] = static_cast<uint8_t>(lane);
        }
    }
}

// The extreme of one or more repeats.
struct Extreme {
    uint64_t pair[2];  // value, and the candidate for it, side by side in units of T
    uint64_t index = 0;
    bool found = false;

    // Takes the value at `value` if it beats the one so far; of equal ones the first stays.
    void offer(uint32_t (*winner)(const void*, uint32_t), const uint8_t* value, uint32_t width, uint64_t itsIndex) {
        uint8_t* const first = reinterpret_cast<uint8_t*>(pair);
        std::memcpy(first + (found ? width : 0), value, width);
        if (found && winner(pair, 2) == 0) {
            return;
        }
        std::memcpy(first, value, width);
        index = itsIndex;
        found = true;
    }
};

// Number of the winning lane of a repeat, whose value is then at the returned address.
const uint8_t* winningLane(const Call& call, Active& stage, const Slice& slice, const uint8_t* from,
                           const uint64_t mask[2], uint32_t& lane) {
    const auto winner = kLevel.lanes->winner[isMinimum(call)][slice.width == 4];
    const uint32_t span = laneSpan(mask);
    if (isPrefix(mask, span) && slice.contiguous(span)) {
        lane = winner(from, span);
        return from + lane * slice.width;
    }
    collect(stage, slice, from, mask, 0, span);
    const uint32_t number = winner(stage.lanes, stage.count);
    lane = stage.number[number];
    return stage.lanes + number * slice.width;
}

uint32_t bitsOfElement(const uint8_t* value, uint32_t width) {
    uint32_t bits = 0;
    std::memcpy(&bits, value, width);
    return bits;
}

void checkDestination(const Call& call, uint64_t bytes, uint32_t alignment) {
    const AccOperand& dst = call.in.operand[0];
    check::checkUbRange(call.block, call.name, Role::destination, dst, dst.address + bytes, call.site, alignment);
}

// Sums of groups of `group` lanes: a repeat, a block or a pair.
void reduceSums(const Call& call, uint32_t group) {
    const AccInstr& in = call.in;
    const bool wide = isFloat(call);
    const uint32_t width = wide ? 4 : 2;
    const uint32_t perRepeat = kRepeatBytes / width;
    const Walk walk = chooseWalk(call, perRepeat);
    if (walk.lanes.repeats == 0) {
        return;
    }
    const uint32_t results = perRepeat / group;
    const uint64_t stepBytes = uint64_t{in.repStride[0]} * results * width;
    const LaneMask last = walk.lanes.lastMask();
    const uint64_t lastResults = (laneSpan(last.bits) - 1) / group + 1;
    uint64_t end = (walk.lanes.repeats - 1) * stepBytes + lastResults * width;
    if (walk.lanes.tail != 0 && walk.lanes.repeats > 1) {
        const uint64_t before = (walk.lanes.repeats - 2) * stepBytes + results * width;
        end = before > end ? before : end;
    }
    checkDestination(call, end, results == 1 ? width : results == 8 ? 8 * width : kBlockBytes);
    Slice source = walkSlice(call, walk, 1, Role::source, width);
    uint8_t* dst = call.ub() + in.operand[0].address;
    const auto sum = sumLoop(call, wide);
    for (uint64_t repeat = 0; repeat < walk.lanes.repeats; ++repeat) {
        const uint64_t* const mask = repeat + 1 == walk.lanes.repeats ? last.bits : walk.lanes.mask;
        alignas(64) uint8_t stage[kRepeatBytes];
        alignas(64) uint8_t sums[kRepeatBytes];
        sum(sums, zeroedLanes(stage, source, source.base, mask, perRepeat), results);
        for (uint32_t i = 0; i < results; ++i) {
            if (results == 1 || blockActive(mask, i * group, group)) {
                std::memcpy(dst + i * width, sums + i * width, width);
            }
        }
        dst += stepBytes;
        source.base += source.repBytes;
    }
}

void reduceBlocksToExtremes(const Call& call) {
    const AccInstr& in = call.in;
    const bool wide = isFloat(call);
    const uint32_t width = wide ? 4 : 2;
    const uint32_t perBlock = kBlockBytes / width;
    const Walk walk = chooseWalk(call, 8 * perBlock);
    if (walk.lanes.repeats == 0) {
        return;
    }
    const uint64_t stepBytes = uint64_t{in.repStride[0]} * 8 * width;
    const LaneMask last = walk.lanes.lastMask();
    uint64_t end = (walk.lanes.repeats - 1) * stepBytes + ((laneSpan(last.bits) - 1) / perBlock + 1) * uint64_t{width};
    if (walk.lanes.tail != 0 && walk.lanes.repeats > 1) {
        const uint64_t before = (walk.lanes.repeats - 2) * stepBytes + 8 * width;
        end = before > end ? before : end;
    }
    checkDestination(call, end, 8 * width);
    Slice source = walkSlice(call, walk, 1, Role::source, width);
    const auto winner = kLevel.lanes->winner[isMinimum(call)][wide];
    uint8_t* dst = call.ub() + in.operand[0].address;
    for (uint64_t repeat = 0; repeat < walk.lanes.repeats; ++repeat) {
        const uint64_t* const mask = repeat + 1 == walk.lanes.repeats ? last.bits : walk.lanes.mask;
        uint8_t results[8][4];
        for (uint32_t block = 0; block < 8; ++block) {
            if (blockActive(mask, block * perBlock, perBlock)) {
                Active active;
                collect(active, source, source.base, mask, block * perBlock, perBlock);
                std::memcpy(results[block], active.lanes + winner(active.lanes, active.count) * width, width);
                saturateValue(call, results[block], width);
            }
        }
        for (uint32_t block = 0; block < 8; ++block) {
            if (blockActive(mask, block * perBlock, perBlock)) {
                std::memcpy(dst + block * width, results[block], width);
            }
        }
        dst += stepBytes;
        source.base += source.repBytes;
    }
}

void reduceRepeatsToExtremes(const Call& call) {
    const AccInstr& in = call.in;
    const uint32_t width = isFloat(call) ? 4 : 2;
    const Walk walk = chooseWalk(call, kRepeatBytes / width);
    if (walk.lanes.repeats == 0) {
        return;
    }
    const auto order = static_cast<ReduceOrder>(in.mode);
    if (order > ReduceOrder::ORDER_ONLY_INDEX) [[unlikely]] {
        check::fail(Rule::RANGE, call.site, "{}: ReduceOrder {} does not exist on dav-2201", call.name, in.mode);
    }
    const bool pairs = order == ReduceOrder::ORDER_VALUE_INDEX || order == ReduceOrder::ORDER_INDEX_VALUE;
    const uint32_t unit = pairs ? 2 * width : order == ReduceOrder::ORDER_ONLY_INDEX ? 4 : width;
    const uint64_t stepBytes = uint64_t{in.repStride[0]} * unit;
    checkDestination(call, (walk.lanes.repeats - 1) * stepBytes + unit, unit);
    Slice source = walkSlice(call, walk, 1, Role::source, width);
    const LaneMask last = walk.lanes.lastMask();
    uint8_t* dst = call.ub() + in.operand[0].address;
    Extreme overall;
    for (uint64_t repeat = 0; repeat < walk.lanes.repeats; ++repeat) {
        Active stage;
        uint32_t lane = 0;
        const uint8_t* const at = winningLane(call, stage, source, source.base,
                                              repeat + 1 == walk.lanes.repeats ? last.bits : walk.lanes.mask, lane);
        uint8_t value[4];
        std::memcpy(value, at, width);
        overall.offer(kLevel.lanes->winner[isMinimum(call)][width == 4], value, width, lane);
        saturateValue(call, value, width);
        switch (order) {
            case ReduceOrder::ORDER_VALUE_INDEX:
                std::memcpy(dst, value, width);
                std::memcpy(dst + width, &lane, width);
                break;
            case ReduceOrder::ORDER_INDEX_VALUE:
                std::memcpy(dst, &lane, width);
                std::memcpy(dst + width, value, width);
                break;
            case ReduceOrder::ORDER_ONLY_VALUE:
                std::memcpy(dst, value, width);
                break;
            case ReduceOrder::ORDER_ONLY_INDEX:
                std::memcpy(dst, &lane, sizeof(lane));
                break;
        }
        dst += stepBytes;
        source.base += source.repBytes;
    }
    call.state().reduceValue = bitsOfElement(reinterpret_cast<uint8_t*>(overall.pair), width);
    call.state().reduceIndex = static_cast<uint32_t>(overall.index);
}

uint64_t roundUp(uint64_t value, uint64_t unit) {
    return (value + unit - 1) / unit * unit;
}

// Documented minimum of sharedTmpBuffer in elements, for `repeats` repeats.
uint64_t scratchElements(uint64_t repeats, uint32_t width, bool sum, bool withIndex) {
    const uint64_t perBlock = kBlockBytes / width;
    const uint64_t perRepeat = kRepeatBytes / width;
    if (sum) {
        return roundUp(repeats, perBlock);
    }
    uint64_t elements = roundUp(2 * repeats, perBlock);
    if (withIndex) {
        const uint64_t second = 2 * ((2 * repeats + perRepeat - 1) / perRepeat);
        elements += roundUp(second, perBlock);
        if (second > 2) {
            elements += roundUp(2 * ((second + perRepeat - 1) / perRepeat), perBlock);
        }
    }
    return elements;
}

void checkScratch(const Call& call, const Walk& walk, uint32_t width, bool sum) {
    if (sum && walk.isCount) {
        return;  // needs none
    }
    const AccOperand& scratch = call.in.operand[2];
    const uint64_t bytes = scratchElements(walk.lanes.repeats, width, sum, call.in.mode != 0) * width;
    check::checkUbRange(call.block, call.name, Role::scratch, scratch, scratch.address + bytes, call.site);
}

// The sums of the repeats, added one after the other in the count form, by the tree again and again in the slice form.
void reduceToSum(const Call& call) {
    const bool wide = isFloat(call);
    const uint32_t width = wide ? 4 : 2;
    const uint32_t perRepeat = kRepeatBytes / width;
    const Walk walk = chooseWalk(call, perRepeat);
    if (walk.lanes.repeats == 0) {
        return;
    }
    checkDestination(call, width, width);
    checkScratch(call, walk, width, true);
    Slice source = walkSlice(call, walk, 1, Role::source, width);
    const LaneMask last = walk.lanes.lastMask();
    const auto sum = sumLoop(call, wide);
    // Partial sums that wait for a full repeat, per height of the tree: 2^31 repeats need 7 heights.
    constexpr unsigned kHeights = 8;
    alignas(64) uint8_t waiting[kHeights][kRepeatBytes];
    uint32_t filled[kHeights] = {};
    unsigned top = 0;
    alignas(64) uint8_t stage[kRepeatBytes];
    const auto push = [&](const uint8_t* value) {
        uint8_t carry[4];
        std::memcpy(carry, value, width);
        for (unsigned height = 0;; ++height) {
            top = height > top ? height : top;
            std::memcpy(waiting[height] + filled[height]++ * width, carry, width);
            if (filled[height] < perRepeat) {
                return;
            }
            sum(carry, waiting[height], 1);
            filled[height] = 0;
        }
    };
    uint8_t total[4];
    for (uint64_t repeat = 0; repeat < walk.lanes.repeats; ++repeat) {
        const uint64_t* const mask = repeat + 1 == walk.lanes.repeats ? last.bits : walk.lanes.mask;
        uint8_t one[4];
        sum(one, zeroedLanes(stage, source, source.base, mask, perRepeat), 1);
        if (!walk.isCount) {
            push(one);
        } else if (repeat == 0) {
            std::memcpy(total, one, width);
        } else {
            std::memset(stage, 0, kRepeatBytes);
            std::memcpy(stage, total, width);
            std::memcpy(stage + width, one, width);
            sum(total, stage, 1);
        }
        source.base += source.repBytes;
    }
    if (!walk.isCount) {
        // Close the open groups from the bottom; what remains alone at the top is the result.
        for (unsigned height = 0;; ++height) {
            if (height >= top && filled[height] == 1) {
                std::memcpy(total, waiting[height], width);
                break;
            }
            if (filled[height] != 0) {
                std::memset(waiting[height] + filled[height] * width, 0, (perRepeat - filled[height]) * width);
                uint8_t carry[4];
                sum(carry, waiting[height], 1);
                filled[height] = 0;
                std::memcpy(waiting[height + 1] + filled[height + 1]++ * width, carry, width);
                top = height + 1 > top ? height + 1 : top;
            }
        }
    }
    std::memcpy(call.ub() + call.in.operand[0].address, total, width);
    if (walk.isCount) {
        call.state().reduceSum = bitsOfElement(total, width);
    }
}

void reduceToExtreme(const Call& call) {
    const AccInstr& in = call.in;
    const uint32_t width = isFloat(call) ? 4 : 2;
    const uint32_t perRepeat = kRepeatBytes / width;
    const Walk walk = chooseWalk(call, perRepeat);
    if (walk.lanes.repeats == 0) {
        return;
    }
    const bool withIndex = in.mode != 0;
    checkDestination(call, withIndex ? 2 * width : width, withIndex ? 2 * width : width);
    checkScratch(call, walk, width, false);
    Slice source = walkSlice(call, walk, 1, Role::source, width);
    const LaneMask last = walk.lanes.lastMask();
    Extreme overall;
    for (uint64_t repeat = 0; repeat < walk.lanes.repeats; ++repeat) {
        Active stage;
        uint32_t lane = 0;
        const uint8_t* const at = winningLane(call, stage, source, source.base,
                                              repeat + 1 == walk.lanes.repeats ? last.bits : walk.lanes.mask, lane);
        overall.offer(kLevel.lanes->winner[isMinimum(call)][width == 4], at, width, repeat * perRepeat + lane);
        source.base += source.repBytes;
    }
    uint8_t* const dst = call.ub() + in.operand[0].address;
    saturateValue(call, reinterpret_cast<uint8_t*>(overall.pair), width);
    std::memcpy(dst, overall.pair, width);
    if (withIndex) {
        if (width == 2 && overall.index > UINT16_MAX) [[unlikely]] {
            check::warn(Rule::TRUNCATED, call.site, "{}: index {} does not fit into the 16 bits of a half", call.name,
                        overall.index);
        }
        std::memcpy(dst + width, &overall.index, width);
    }
    call.state().reduceValue = bitsOfElement(reinterpret_cast<uint8_t*>(overall.pair), width);
    call.state().reduceIndex = 0;
}

}  // namespace

void executeReduce(const Call& call) {
    const uint32_t perBlock = kBlockBytes / widthOf(call.in.operand[1]);
    switch (call.in.opcode) {
        case ACC_OP_WholeReduceSum:
        case ACC_OP_RepeatReduceSum:
            return reduceSums(call, 8 * perBlock);
        case ACC_OP_BlockReduceSum:
            return reduceSums(call, perBlock);
        case ACC_OP_PairReduceSum:
            return reduceSums(call, 2);
        case ACC_OP_WholeReduceMax:
        case ACC_OP_WholeReduceMin:
            return reduceRepeatsToExtremes(call);
        case ACC_OP_BlockReduceMax:
        case ACC_OP_BlockReduceMin:
            return reduceBlocksToExtremes(call);
        case ACC_OP_ReduceSum:
            return reduceToSum(call);
        default:
            return reduceToExtreme(call);
    }
}

}  // namespace acc::rt::isa
