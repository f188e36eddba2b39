// SPDX-License-Identifier: Apache-2.0
// Lane masks, and the addressing of one operand of a slice form (the formula is at the top of lanes.cpp).
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace acc::rt::isa {

inline constexpr uint32_t kBlockBytes = 32;
inline constexpr uint32_t kRepeatBytes = 256;

// Mask of the first `lanes` lanes.
inline void firstLanes(uint64_t mask[2], uint64_t lanes) {
    mask[0] = lanes >= 64 ? ~uint64_t{0} : (uint64_t{1} << lanes) - 1;
    mask[1] = lanes >= 128 ? ~uint64_t{0} : lanes > 64 ? (uint64_t{1} << (lanes - 64)) - 1 : 0;
}

inline bool laneActive(const uint64_t mask[2], uint32_t lane) {
    return (mask[lane / 64] >> (lane % 64) & 1) != 0;
}

// Lanes up to and including the highest active one; 0 when none is active.
inline uint32_t laneSpan(const uint64_t mask[2]) {
    return mask[1] != 0 ? 128U - static_cast<uint32_t>(std::countl_zero(mask[1]))
                        : 64U - static_cast<uint32_t>(std::countl_zero(mask[0]));
}

inline bool isPrefix(const uint64_t mask[2], uint32_t span) {
    return static_cast<uint32_t>(std::popcount(mask[0]) + std::popcount(mask[1])) == span;
}

// The lanes of a slice form after the rules of V 3.5.
struct LaneMask {
    uint64_t bits[2];
};
struct Lanes {
    uint64_t repeats;
    uint64_t mask[2];    // of every repeat but the last
    uint32_t perRepeat;  // lanes of a full repeat (PAR)
    uint32_t tail;       // lanes of the last repeat in counter mode, 0: as the others

    LaneMask lastMask() const {
        LaneMask last{{mask[0], mask[1]}};
        if (tail != 0) {
            firstLanes(last.bits, tail);
        }
        return last;
    }
};

// One operand of a slice, resolved.
struct Slice {
    uint8_t* base;
    uint64_t blkBytes;
    uint64_t repBytes;
    uint32_t width;
    uint32_t perBlock;  // elements of a block

    bool contiguous(uint32_t span) const { return blkBytes == kBlockBytes || span <= perBlock; }
};

// Bytes from an operand's start to the end of its last active lane in one repeat.
inline uint64_t repeatExtent(const Slice& slice, uint32_t span) {
    const uint32_t lastBlock = (span - 1) / slice.perBlock;
    if (slice.blkBytes == 0 && lastBlock > 0) {
        return kBlockBytes;
    }
    return lastBlock * slice.blkBytes + (span - lastBlock * slice.perBlock) * uint64_t{slice.width};
}

// Whether one of `lanes` (a power of two, at most 64) lanes from `firstLane`, a multiple of it, is active.
inline bool blockActive(const uint64_t mask[2], uint32_t firstLane, uint32_t lanes) {
    const uint64_t word = mask[firstLane / 64] >> (firstLane % 64);
    return (lanes >= 64 ? word : word & ((uint64_t{1} << lanes) - 1)) != 0;
}

// Copies the blocks with active lanes of one repeat at `from` to their dense place in `stage`.
inline void gather(uint8_t* stage, const Slice& slice, const uint8_t* from, const uint64_t mask[2], uint32_t span) {
    for (uint32_t lane = 0; lane < span; lane += slice.perBlock) {
        const uint32_t lanes = span - lane < slice.perBlock ? span - lane : slice.perBlock;
        if (blockActive(mask, lane, slice.perBlock)) {
            std::memcpy(stage + lane * slice.width, from + lane / slice.perBlock * slice.blkBytes,
                        size_t{lanes} * slice.width);
        }
    }
}

// Copies the active lanes from `stage` to the repeat at `to`. `prefix`: all lanes of the span are active.
inline void scatter(uint8_t* to, const Slice& slice, const uint8_t* stage, const uint64_t mask[2], uint32_t span,
                    bool prefix) {
    for (uint32_t lane = 0; lane < span; lane += slice.perBlock) {
        const uint32_t lanes = span - lane < slice.perBlock ? span - lane : slice.perBlock;
        uint8_t* const block = to + lane / slice.perBlock * slice.blkBytes;
        const uint8_t* const from = stage + lane * slice.width;
        if (prefix) {
            std::memcpy(block, from, size_t{lanes} * slice.width);
            continue;
        }
        for (uint32_t i = 0; i < lanes; ++i) {
            if (laneActive(mask, lane + i)) {
                std::memcpy(block + i * slice.width, from + i * slice.width, slice.width);
            }
        }
    }
}

}  // namespace acc::rt::isa
