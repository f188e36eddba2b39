// SPDX-License-Identifier: Apache-2.0
// Lanes that move, and generated sequences (ascendc-vector 11.5, 14.2-14.4, 15, 16.1).
#include <vector>

#include "runtime/check/operand.h"
#include "runtime/check/report.h"
#include "runtime/isa/lanes.h"

namespace acc::rt::isa {
namespace {

using check::Role;
using check::Rule;

uint32_t laneWidth(const Call& call) {
    const uint32_t width = widthOf(call.in.operand[0]);
    if (width != 2 && width != 4) [[unlikely]] {
        check::fail(Rule::DTYPE, call.site, "{}: no such instruction for {}", call.name,
                    check::dtypeName(call.in.operand[0].dtype));
    }
    return width;
}

// Bits of a pattern in UB, lowest first.
bool bitAt(const uint8_t* bits, uint64_t index) {
    return (bits[index / 8] >> (index % 8) & 1) != 0;
}
uint64_t countBits(const uint8_t* bits, uint64_t count) {
    uint64_t ones = 0;
    for (uint64_t byte = 0; byte < count / 8; ++byte) {
        ones += static_cast<uint64_t>(std::popcount(bits[byte]));
    }
    for (uint64_t i = count / 8 * 8; i < count; ++i) {
        ones += bitAt(bits, i) ? 1U : 0U;
    }
    return ones;
}

// Built-in patterns: lanes first, first + step, ...
struct Pattern {
    uint32_t first;
    uint32_t step;
};
constexpr Pattern kPatterns[8] = {{0, 0}, {0, 2}, {1, 2}, {0, 4}, {1, 4}, {2, 4}, {3, 4}, {0, 1}};

template <class Bits>
void compact(uint8_t* to, uint8_t* from, const Slice& source, const uint8_t* bits, uint64_t bitStride, Pattern pattern,
             uint64_t repeats, uint64_t perRepeat) {
    for (uint64_t repeat = 0; repeat < repeats; ++repeat) {
        const auto take = [&](uint64_t i) {
            std::memcpy(to, from + i / source.perBlock * source.blkBytes + i % source.perBlock * sizeof(Bits),
                        sizeof(Bits));
            to += sizeof(Bits);
        };
        if (bits) {
            for (uint64_t i = 0; i < perRepeat; ++i) {
                if (bitAt(bits, i)) {
                    take(i);
                }
            }
            bits += bitStride;
        } else {
            for (uint64_t i = pattern.first; i < perRepeat; i += pattern.step) {
                take(i);
            }
        }
        from += source.repBytes;
    }
}

// Counter mode on this chip: `mask` elements in each repeat.
void gatherMask(const Call& call) {
    const AccInstr& in = call.in;
    const uint32_t width = laneWidth(call);
    const bool builtIn = in.operands == 2;
    const bool counted = in.form == ACC_FORM_COUNT;
    exec::CoreState& state = call.state();
    if (builtIn && (in.mode == 0 || in.mode > 7)) [[unlikely]] {
        check::fail(Rule::RANGE, call.site, "{}: src1Pattern is {}, expected 1..7", call.name, in.mode);
    }
    if (counted && in.count == 0) [[unlikely]] {
        check::fail(Rule::RANGE, call.site, "{}: mask is 0 with reduceMode, expected 1 or more elements", call.name);
    }
    resetMask(state);
    state.gathered = 0;
    if (in.repeat == 0) {
        return;
    }
    const uint64_t perRepeat = counted ? static_cast<uint64_t>(in.count) : kRepeatBytes / width;
    const Slice source{call.ub() + in.operand[1].address, in.blkStride[1] * uint64_t{kBlockBytes},
                       in.repStride[1] * uint64_t{kBlockBytes}, width, kBlockBytes / width};
    const uint64_t lastBlock = (perRepeat - 1) / source.perBlock;
    const uint64_t extent = source.blkBytes == 0 && lastBlock > 0
                                ? kBlockBytes
                                : lastBlock * source.blkBytes + (perRepeat - lastBlock * source.perBlock) * width;
    check::checkUbRange(call.block, call.name, Role::source0, in.operand[1],
                        in.operand[1].address + (in.repeat - 1) * source.repBytes + extent, call.site);
    const Pattern pattern = kPatterns[builtIn ? in.mode : 0];
    const uint8_t* bits = nullptr;
    const uint64_t bitStride = in.repStride[2] * uint64_t{kBlockBytes};
    uint64_t total = 0;
    if (builtIn) {
        total = perRepeat <= pattern.first
                    ? 0
                    : in.repeat * ((perRepeat - pattern.first + pattern.step - 1) / pattern.step);
    } else {
        const AccOperand& operand = in.operand[2];
        check::checkUbRange(call.block, call.name, Role::pattern, operand,
                            operand.address + (in.repeat - 1) * bitStride + (perRepeat + 7) / 8, call.site);
        bits = call.ub() + operand.address;
        for (uint32_t repeat = 0; repeat < in.repeat; ++repeat) {
            total += countBits(bits + repeat * bitStride, perRepeat);
        }
    }
    const AccOperand& dst = in.operand[0];
    check::checkUbRange(call.block, call.name, Role::destination, dst, dst.address + total * width, call.site);
    const auto loop = width == 2 ? compact<uint16_t> : compact<uint32_t>;
    loop(call.ub() + dst.address, source.base, source, bits, bitStride, pattern, in.repeat, perRepeat);
    state.gathered = total;
}

// Lanes of repeat `repeat`.
const uint64_t* maskOf(const Walk& walk, const LaneMask& last, uint64_t repeat) {
    return repeat + 1 == walk.lanes.repeats ? last.bits : walk.lanes.mask;
}

void gatherLanes(const Call& call) {
    const AccInstr& in = call.in;
    const uint32_t width = laneWidth(call);
    const uint32_t perRepeat = kRepeatBytes / width;
    const Walk walk = chooseWalk(call, perRepeat);
    if (walk.lanes.repeats == 0) {
        return;
    }
    const LaneMask last = walk.lanes.lastMask();
    Slice dst = walkSlice(call, walk, 0, Role::destination, width);
    const AccOperand& source = in.operand[1];
    const AccOperand& offsetsOperand = in.operand[2];
    check::checkUbRange(call.block, call.name, Role::source, source, source.address, call.site);
    const uint64_t offsetCount = (walk.lanes.repeats - 1) * perRepeat + laneSpan(last.bits);
    check::checkUbRange(call.block, call.name, Role::offsets, offsetsOperand, offsetsOperand.address + offsetCount * 4,
                        call.site);
    const auto offsetOf = [&](uint64_t element) {
        uint32_t offset;
        std::memcpy(&offset, call.ub() + offsetsOperand.address + element * 4, 4);
        return in.scalar + offset;
    };
    // First everything is checked, and what the lanes read is found out: no memory is owned when a check fails.
    uint64_t low = UINT64_MAX;
    uint64_t high = 0;
    for (uint64_t repeat = 0; repeat < walk.lanes.repeats; ++repeat) {
        const uint64_t* const mask = maskOf(walk, last, repeat);
        for (uint32_t lane = 0; lane < laneSpan(mask); ++lane) {
            if (!laneActive(mask, lane)) {
                continue;
            }
            const uint64_t offset = offsetOf(repeat * perRepeat + lane);
            if (offset % width != 0) [[unlikely]] {
                check::fail(Rule::RANGE, call.site, "{}: byte offset {} of element {} is not a multiple of {}",
                            call.name, offset, repeat * perRepeat + lane, width);
            }
            low = offset < low ? offset : low;
            high = offset > high ? offset : high;
            if (source.address + offset + width > source.end) [[unlikely]] {
                check::fail(Rule::OOB, call.site,
                            "{}: byte offset {} of element {} is outside the source's allocation of {} bytes",
                            call.name, offset, repeat * perRepeat + lane, source.end - source.begin);
            }
        }
    }
    const uint8_t* from = call.ub() + source.address;
    const uint64_t dstBytes = (walk.lanes.repeats - 1) * dst.repBytes + kRepeatBytes;
    std::vector<uint8_t> copy;
    if (low <= high && intersects(from + low, high + width - low, dst.base, dstBytes)) [[unlikely]] {
        check::warn(Rule::OVERLAP, call.site, "{}: the destination overlaps the gathered elements", call.name);
        copy.assign(from + low, from + high + width);
        from = copy.data() - low;
    }
    for (uint64_t repeat = 0; repeat < walk.lanes.repeats; ++repeat) {
        const uint64_t* const mask = maskOf(walk, last, repeat);
        for (uint32_t lane = 0; lane < laneSpan(mask); ++lane) {
            if (laneActive(mask, lane)) {
                std::memcpy(dst.base + lane * width, from + offsetOf(repeat * perRepeat + lane), width);
            }
        }
        dst.base += dst.repBytes;
    }
}

// Bytes from the start of the destination of an instruction that writes whole blocks.
uint64_t blocksExtent(const AccInstr& in, uint32_t blkStride) {
    return (in.repeat - 1) * uint64_t{in.repStride[0]} * kBlockBytes + 7 * uint64_t{blkStride} * kBlockBytes +
           kBlockBytes;
}

void gatherBlocks(const Call& call) {
    const AccInstr& in = call.in;
    if (in.repeat == 0) {
        return;
    }
    laneWidth(call);
    const uint32_t blkStride = in.blkStride[0] == 0 ? 1 : in.blkStride[0];
    const AccOperand& dst = in.operand[0];
    const AccOperand& source = in.operand[1];
    const AccOperand& offsets = in.operand[2];
    check::checkUbRange(call.block, call.name, Role::destination, dst, dst.address + blocksExtent(in, blkStride),
                        call.site);
    check::checkUbRange(call.block, call.name, Role::source, source, source.address, call.site);
    check::checkUbRange(call.block, call.name, Role::offsets, offsets, offsets.address + in.repeat * uint64_t{32},
                        call.site);
    for (uint32_t repeat = 0; repeat < in.repeat; ++repeat) {
        uint32_t at[8];
        alignas(32) uint8_t stage[kRepeatBytes];
        std::memcpy(at, call.ub() + offsets.address + repeat * uint64_t{32}, 32);
        for (uint32_t j = 0; j < 8; ++j) {
            if (at[j] % kBlockBytes != 0) [[unlikely]] {
                check::fail(Rule::ALIGN, call.site, "{}: byte offset {} of block {} is not a multiple of 32", call.name,
                            at[j], repeat * 8 + j);
            }
            if (source.address + at[j] + kBlockBytes > source.end) [[unlikely]] {
                check::fail(Rule::OOB, call.site,
                            "{}: byte offset {} of block {} is outside the source's allocation of {} bytes", call.name,
                            at[j], repeat * 8 + j, source.end - source.begin);
            }
            std::memcpy(stage + j * kBlockBytes, call.ub() + source.address + at[j], kBlockBytes);
        }
        for (uint32_t j = 0; j < 8; ++j) {
            std::memcpy(
                call.ub() + dst.address + (repeat * uint64_t{in.repStride[0]} + j * uint64_t{blkStride}) * kBlockBytes,
                stage + j * kBlockBytes, kBlockBytes);
        }
    }
}

void broadcastToBlocks(const Call& call) {
    const AccInstr& in = call.in;
    if (in.repeat == 0) {
        return;
    }
    const uint32_t width = laneWidth(call);
    if (in.blkStride[0] == 0) [[unlikely]] {
        check::warn(Rule::OVERLAP, call.site, "{}: dstBlkStride is 0, taken as 1", call.name);
    }
    const uint32_t blkStride = in.blkStride[0] == 0 ? 1 : in.blkStride[0];
    const AccOperand& dst = in.operand[0];
    const AccOperand& source = in.operand[1];
    const uint64_t dstBytes = blocksExtent(in, blkStride);
    const uint64_t sourceBytes = in.repeat * uint64_t{8} * width;
    check::checkUbRange(call.block, call.name, Role::destination, dst, dst.address + dstBytes, call.site);
    check::checkUbRange(call.block, call.name, Role::source, source, source.address + sourceBytes, call.site);
    if (intersects(call.ub() + dst.address, dstBytes, call.ub() + source.address, sourceBytes)) [[unlikely]] {
        check::warn(Rule::OVERLAP, call.site, "{}: the destination overlaps the source", call.name);
    }
    for (uint32_t repeat = 0; repeat < in.repeat; ++repeat) {
        uint8_t values[32];
        std::memcpy(values, call.ub() + source.address + repeat * uint64_t{8} * width, size_t{8} * width);
        uint8_t* const to = call.ub() + dst.address + repeat * uint64_t{in.repStride[0]} * kBlockBytes;
        for (uint32_t j = 0; j < 8; ++j) {
            for (uint32_t at = 0; at < kBlockBytes; at += width) {
                std::memcpy(to + j * uint64_t{blkStride} * kBlockBytes + at, values + j * width, width);
            }
        }
    }
}

void transpose(const Call& call) {
    constexpr uint64_t kTileBytes = 512;
    const AccInstr& in = call.in;
    if (laneWidth(call) != 2) [[unlikely]] {
        check::fail(Rule::DTYPE, call.site, "{}: no such instruction for {}", call.name,
                    check::dtypeName(in.operand[0].dtype));
    }
    for (unsigned i = 0; i < 2; ++i) {
        check::checkUbRange(call.block, call.name, check::roleOf(i, 2), in.operand[i],
                            in.operand[i].address + kTileBytes, call.site);
    }
    uint16_t tile[256];
    uint16_t turned[256];
    std::memcpy(tile, call.ub() + in.operand[1].address, kTileBytes);
    for (uint32_t row = 0; row < 16; ++row) {
        for (uint32_t column = 0; column < 16; ++column) {
            turned[column * 16 + row] = tile[row * 16 + column];
        }
    }
    std::memcpy(call.ub() + in.operand[0].address, turned, kTileBytes);
}

// Element `number` of first, first + difference, ...: integers wrap, the others are rounded once.
template <class T>
void storeTerm(uint8_t* to, uint64_t firstBits, uint64_t differenceBits, uint64_t number) {
    T first;
    T difference;
    std::memcpy(&first, &firstBits, sizeof(T));
    std::memcpy(&difference, &differenceBits, sizeof(T));
    T value;
    if constexpr (std::is_integral_v<T>) {
        value = static_cast<T>(static_cast<uint32_t>(first) +
                               static_cast<uint32_t>(difference) * static_cast<uint32_t>(number));
    } else {
        value = static_cast<T>(
            static_cast<float>(static_cast<double>(static_cast<float>(first)) +
                               static_cast<double>(number) * static_cast<double>(static_cast<float>(difference))));
    }
    std::memcpy(to, &value, sizeof(T));
}

}  // namespace

void executeGather(const Call& call) {
    switch (call.in.opcode) {
        case ACC_OP_GatherMask:
            return gatherMask(call);
        case ACC_OP_Gather:
            return gatherLanes(call);
        case ACC_OP_Gatherb:
            return gatherBlocks(call);
        case ACC_OP_Brcb:
            return broadcastToBlocks(call);
        default:
            return transpose(call);
    }
}

void executeIndex(const Call& call) {
    const AccInstr& in = call.in;
    const uint32_t width = laneWidth(call);
    const uint8_t dtype = in.operand[0].dtype;
    const auto store = dtype == ACC_INT16   ? storeTerm<int16_t>
                       : dtype == ACC_HALF  ? storeTerm<half>
                       : dtype == ACC_INT32 ? storeTerm<int32_t>
                       : dtype == ACC_FLOAT ? storeTerm<float>
                                            : nullptr;
    if (!store) [[unlikely]] {
        check::fail(Rule::DTYPE, call.site, "{}: no such instruction for {}", call.name, check::dtypeName(dtype));
    }
    const uint32_t perRepeat = kRepeatBytes / width;
    const Walk walk = chooseWalk(call, perRepeat);
    if (walk.lanes.repeats == 0) {
        return;
    }
    const LaneMask last = walk.lanes.lastMask();
    Slice dst = walkSlice(call, walk, 0, Role::destination, width);
    for (uint64_t repeat = 0; repeat < walk.lanes.repeats; ++repeat) {
        const uint64_t* const mask = maskOf(walk, last, repeat);
        for (uint32_t lane = 0; lane < laneSpan(mask); ++lane) {
            if (laneActive(mask, lane)) {
                store(dst.base + lane / dst.perBlock * dst.blkBytes + lane % dst.perBlock * width, in.scalar,
                      in.scalar1, repeat * perRepeat + lane);
            }
        }
        dst.base += dst.repBytes;
    }
}

}  // namespace acc::rt::isa
