// SPDX-License-Identifier: Apache-2.0
// Loads by fractals (ascendc-cube 5.1, 5.2, 5.5).
#include <cstring>

#include "runtime/isa/cube.h"

namespace acc::rt::isa {
namespace {

using check::Rule;

// Start index of iteration `i`.
uint64_t sourceIndex(const AccLoad2d& load, uint64_t i) {
    return load.backwards ? load.start - i * load.srcStride : load.start + i * load.srcStride;
}

// One past the highest source index; fails when a backwards load goes below zero.
uint64_t sourceEnd(const Call& call) {
    const AccLoad2d& load = call.in.load2d;
    const uint64_t span = uint64_t{load.repeat - 1} * load.srcStride;
    if (load.backwards && span > load.start) [[unlikely]] {
        check::fail(Rule::RANGE, call.site,
                    "{}: startIndex {} with {} steps of srcStride {} downwards reaches below fractal 0", call.name,
                    load.start, load.repeat - 1, load.srcStride);
    }
    return (load.backwards ? load.start : load.start + span) + 1;
}

AccMemory destinationOf(const Call& call, bool l1Allowed) {
    const AccMemory memory = memoryOf(call.in.operand[0]);
    const bool unbound = check::isUnbound(call.in.operand[0].position) || check::isUnbound(call.in.operand[1].position);
    if (unbound || (memory != ACC_MEM_L0A && memory != ACC_MEM_L0B && !(l1Allowed && memory == ACC_MEM_L1)))
        [[unlikely]] {
        failPath(call);
    }
    return memory;
}

void transposeFractal(uint8_t* to, const uint8_t* from) {
    uint16_t in[16][16];
    uint16_t out[16][16];
    std::memcpy(in, from, sizeof(in));
    for (unsigned r = 0; r < 16; ++r) {
        for (unsigned c = 0; c < 16; ++c) {
            out[c][r] = in[r][c];
        }
    }
    std::memcpy(to, out, sizeof(out));
}

void loadData(const Call& call) {
    const AccLoad2d& load = call.in.load2d;
    const bool fromGm = memoryOf(call.in.operand[1]) == ACC_MEM_GM;
    const AccMemory memory = destinationOf(call, fromGm);
    if (load.transpose && (fromGm || widthOf(call.in.operand[0]) != 2)) [[unlikely]] {
        check::fail(Rule::DTYPE, call.site,
                    "{}: ifTranspose is true for {} from {}; it is for 16-bit elements from L1 to L0", call.name,
                    check::dtypeName(call.in.operand[0].dtype), fromGm ? "GM" : "L1");
    }
    if (load.repeat == 0) {
        return;
    }
    const uint64_t pitch = uint64_t{load.dstGap} + 1;
    const uint64_t srcBytes = sourceEnd(call) * kFractalBytes;
    uint8_t* const dst = localOperand(call, 0, memory, ((load.repeat - 1) * pitch + 1) * kFractalBytes,
                                      memory == ACC_MEM_L1 ? 32 : kFractalBytes);
    const uint8_t* src = nullptr;
    if (fromGm) {
        check::checkGlobalRange(call.name, "source", call.in.operand[1].address, srcBytes, call.site);
        src = reinterpret_cast<const uint8_t*>(call.in.operand[1].address);
    } else {
        src = localOperand(call, 1, ACC_MEM_L1, srcBytes, 32);
    }
    for (uint64_t i = 0; i < load.repeat; ++i) {
        uint8_t* const to = dst + i * pitch * kFractalBytes;
        const uint8_t* const from = src + sourceIndex(load, i) * kFractalBytes;
        if (load.transpose) {
            transposeFractal(to, from);
        } else {
            std::memcpy(to, from, kFractalBytes);
        }
    }
}

// One square: element (x, y) of the source becomes (y, x). Bits is an integer of the element's width.
template <class Bits>
void transposeSquare(uint8_t* dst, const uint8_t* src, uint64_t fractalPitch) {
    constexpr unsigned kRow = 32 / sizeof(Bits);               // elements of a fractal's row
    constexpr unsigned kFractals = sizeof(Bits) == 2 ? 1 : 2;  // of a square
    constexpr unsigned kSide = sizeof(Bits) == 4 ? 16 : kRow;  // of a square
    constexpr bool kSideBySide = sizeof(Bits) == 4;            // the source's fractals, otherwise stacked
    Bits in[kFractals * kFractalBytes / sizeof(Bits)];
    std::memcpy(in, src, sizeof(in));
    for (unsigned j = 0; j < kFractals; ++j) {
        Bits out[kFractalBytes / sizeof(Bits)];
        for (unsigned a = 0; a < 16; ++a) {
            for (unsigned x = 0; x < kRow; ++x) {
                const unsigned row = kSideBySide ? j * kRow + x : x;
                const unsigned column = kSideBySide ? a : j * 16 + a;
                out[a * kRow + x] =
                    kSideBySide ? in[column / kRow * 128 + row * kRow + column % kRow] : in[row * kSide + column];
            }
        }
        std::memcpy(dst + j * fractalPitch, out, sizeof(out));
    }
}

void loadTransposed(const Call& call) {
    const AccLoad2d& load = call.in.load2d;
    const AccMemory memory = destinationOf(call, false);
    if (load.repeat == 0) {
        return;
    }
    const uint32_t width = widthOf(call.in.operand[0]);
    const uint64_t fractals = width == 2 ? 1 : 2;
    const uint64_t pitch = uint64_t{load.dstGap} + 1;
    const uint64_t fractalPitch = uint64_t{load.fractalGap} + 1;
    const uint64_t dstFractals = (load.repeat - 1) * pitch + (fractals - 1) * fractalPitch + 1;
    uint8_t* const dst = localOperand(call, 0, memory, dstFractals * kFractalBytes, kFractalBytes);
    const uint8_t* const src = localOperand(call, 1, ACC_MEM_L1, sourceEnd(call) * fractals * kFractalBytes, 32);
    for (uint64_t i = 0; i < load.repeat; ++i) {
        uint8_t* const to = dst + i * pitch * kFractalBytes;
        const uint8_t* const from = src + sourceIndex(load, i) * fractals * kFractalBytes;
        switch (width) {
            case 1:
                transposeSquare<uint8_t>(to, from, fractalPitch * kFractalBytes);
                break;
            case 2:
                transposeSquare<uint16_t>(to, from, fractalPitch * kFractalBytes);
                break;
            case 4:
                transposeSquare<uint32_t>(to, from, fractalPitch * kFractalBytes);
                break;
            default:
                check::fail(Rule::DTYPE, call.site, "{}: elements of {} are not supported", call.name,
                            check::dtypeName(call.in.operand[0].dtype));
        }
    }
}

void initialise(const Call& call) {
    const AccLoad2d& load = call.in.load2d;
    constexpr uint32_t kMax = 32767;
    checkField(call, "repeatTimes", load.repeat, 0, kMax);
    checkField(call, "blockNum", load.srcStride, 0, kMax);
    checkField(call, "dstGap", load.dstGap, 0, kMax);
    const AccMemory memory = memoryOf(call.in.operand[0]);
    if (memory != ACC_MEM_L1 && memory != ACC_MEM_L0A && memory != ACC_MEM_L0B) [[unlikely]] {
        check::fail(Rule::POS, call.site, "{}: the destination is in position {}, expected L1, L0A or L0B", call.name,
                    check::positionName(call.in.operand[0].position));
    }
    if (load.repeat == 0 || load.srcStride == 0) {
        return;
    }
    const uint32_t unit = memory == ACC_MEM_L1 ? 32 : kFractalBytes;
    const uint64_t bytes = uint64_t{load.srcStride} * unit;
    const uint64_t pitch = bytes + uint64_t{load.dstGap} * unit;
    uint8_t* const dst = localOperand(call, 0, memory, (load.repeat - 1) * pitch + bytes, unit);
    const uint32_t width = widthOf(call.in.operand[0]);
    for (uint64_t i = 0; i < load.repeat; ++i) {
        for (uint64_t at = 0; at < bytes; at += width) {
            std::memcpy(dst + i * pitch + at, &call.in.scalar, width);
        }
    }
}

}  // namespace

void executeCubeLoad(const Call& call) {
    if (!onCubeCore(call)) {
        return;
    }
    switch (call.in.opcode) {
        case ACC_OP_LoadData:
            return loadData(call);
        case ACC_OP_LoadDataWithTranspose:
            return loadTransposed(call);
        case ACC_OP_LoadData3D:
            return loadData3d(call);
        default:
            return initialise(call);
    }
}

}  // namespace acc::rt::isa
