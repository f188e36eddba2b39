// SPDX-License-Identifier: Apache-2.0
// Transposes of many blocks and bilinear interpolation (ascendc-vector 15.3, 16.2, 16.3). Each reads everything before
// it writes, so that working in place is exact where it is allowed.
#include <vector>

#include "include/kernel/ascendc/params.h"
#include "runtime/check/operand.h"
#include "runtime/check/report.h"
#include "runtime/isa/lanes.h"

namespace acc::rt::isa {
namespace {

using AscendC::TransposeType;
using check::Role;
using check::Rule;

constexpr unsigned kList = AscendC::NCHW_CONV_ADDR_LIST_SIZE;

// One repeat of TransDataTo5HD: which byte of which source block lands where.
template <class Move>
void forEachLane(uint32_t width, uint32_t dstHalf, uint32_t srcHalf, Move move) {
    const uint32_t lanes = width == 4 ? 8 : 16;
    for (uint32_t i = 0; i < lanes; ++i) {
        for (uint32_t j = 0; j < lanes; ++j) {
            if (width == 4) {
                move(2 * i, j * 4, j, i * 4);
                move(2 * i + 1, j * 4, 8 + j, i * 4);
            } else {
                move(i, dstHalf + j * width, j, srcHalf + i * width);
            }
        }
    }
}

void transData(const Call& call) {
    const AccInstr& in = call.in;
    if (in.repeat == 0) {
        return;
    }
    const uint32_t width = widthOf(in.operand[0]);
    const uint32_t dstHalf = (in.mode & 1U) != 0 ? 16 : 0;
    const uint32_t srcHalf = (in.mode & 2U) != 0 ? 16 : 0;
    if (width != 1 && in.mode != 0) [[unlikely]] {
        check::fail(Rule::RANGE, call.site, "{}: {} is true for {}, expected false; only 8-bit elements have halves",
                    call.name, (in.mode & 1U) != 0 ? "dstHighHalf" : "srcHighHalf",
                    check::dtypeName(in.operand[0].dtype));
    }
    // A single repeat adds the strides too.
    const uint64_t shift[2] = {in.repeat == 1 ? in.repStride[0] * uint64_t{kBlockBytes} : 0,
                               in.repeat == 1 ? in.repStride[1] * uint64_t{kBlockBytes} : 0};
    for (unsigned i = 0; i < 2 * kList; ++i) {
        const unsigned side = i / kList;
        const uint64_t last = shift[side] + (in.repeat - 1) * uint64_t{in.repStride[side]} * kBlockBytes;
        check::checkUbRange(call.block, call.name, check::roleOf(side, 2), in.list[i],
                            in.list[i].address + last + kBlockBytes, call.site);
    }
    for (uint32_t repeat = 0; repeat < in.repeat; ++repeat) {
        uint8_t blocks[kList][kBlockBytes];
        const uint64_t from = shift[1] + repeat * uint64_t{in.repStride[1]} * kBlockBytes;
        for (unsigned i = 0; i < kList; ++i) {
            std::memcpy(blocks[i], call.ub() + in.list[kList + i].address + from, kBlockBytes);
        }
        const uint64_t to = shift[0] + repeat * uint64_t{in.repStride[0]} * kBlockBytes;
        forEachLane(width, dstHalf, srcHalf, [&](uint32_t block, uint32_t at, uint32_t fromBlock, uint32_t fromAt) {
            std::memcpy(call.ub() + in.list[block].address + to + at, blocks[fromBlock] + fromAt, width);
        });
    }
}

struct Shape {
    uint64_t n, c, h, w;
};

void transposeTile(const Call& call, const Shape& shape, uint32_t width) {
    if (width != 2 || shape.h != 16 || shape.w != 16) [[unlikely]] {
        check::fail(Rule::RANGE, call.site,
                    "{}: TRANSPOSE_ND2ND_B16 needs hSize 16, wSize 16 and 16-bit elements, got {}, {} and {}",
                    call.name, shape.h, shape.w, check::dtypeName(call.in.operand[0].dtype));
    }
}

// dst[n][hw][c] = src[n][c][hw], or back.
void transposeChannels(const Call& call, const Shape& shape, uint32_t width, bool toLast) {
    const uint64_t plane = shape.h * shape.w;
    const uint64_t rows = toLast ? shape.c : plane;
    const uint64_t columns = toLast ? plane : shape.c;
    const AccInstr& in = call.in;
    std::vector<uint8_t> copy(call.ub() + in.operand[1].address,
                              call.ub() + in.operand[1].address + shape.n * shape.c * plane * width);
    uint8_t* to = call.ub() + in.operand[0].address;
    for (uint64_t n = 0; n < shape.n; ++n) {
        const uint8_t* const from = copy.data() + n * rows * columns * width;
        for (uint64_t column = 0; column < columns; ++column) {
            for (uint64_t row = 0; row < rows; ++row) {
                std::memcpy(to, from + (row * columns + column) * width, width);
                to += width;
            }
        }
    }
}

void transposeExt(const Call& call) {
    const AccInstr& in = call.in;
    const auto type = static_cast<TransposeType>(in.mode);
    const auto size = [&](unsigned i) { return uint64_t{static_cast<uint16_t>(in.mask[0] >> 16 * i)}; };
    Shape shape{size(0), size(1), size(2), size(3)};
    const uint32_t width = widthOf(in.operand[0]);
    const bool isTile = type == TransposeType::TRANSPOSE_ND2ND_B16;
    const bool toLast = type == TransposeType::TRANSPOSE_NCHW2NHWC;
    if (type == TransposeType::TRANSPOSE_TYPE_NONE) {
        return;
    }
    if (!isTile && !toLast && type != TransposeType::TRANSPOSE_NHWC2NCHW) [[unlikely]] {
        check::fail(Rule::RANGE, call.site,
                    "{}: transposeType {} is not one of this form; expected ND2ND_B16, NCHW2NHWC or NHWC2NCHW",
                    call.name, in.mode);
    }
    if (isTile) {
        transposeTile(call, shape, width);
        shape.n = shape.c = 1;
    }
    if (shape.n == 0 || shape.c == 0 || shape.h == 0 || shape.w == 0) {
        return;
    }
    const uint64_t plane = shape.h * shape.w;
    if (shape.c > 4095 || plane > 4095) [[unlikely]] {
        check::fail(Rule::RANGE, call.site, "{}: {} is {}, expected 0..4095", call.name,
                    shape.c > 4095 ? "cSize" : "hSize * wSize", shape.c > 4095 ? shape.c : plane);
    }
    if (plane * width % 32 != 0) [[unlikely]] {
        check::fail(Rule::ALIGN, call.site, "{}: hSize * wSize is {} bytes, expected a multiple of 32", call.name,
                    plane * width);
    }
    const uint64_t bytes = shape.n * shape.c * plane * width;
    for (unsigned i = 0; i < 2; ++i) {
        check::checkUbRange(call.block, call.name, check::roleOf(i, 2), in.operand[i], in.operand[i].address + bytes,
                            call.site);
    }
    if (!isTile) {
        const uint64_t h0 = width == 1 ? 32 : 16;
        const uint64_t scratch = (toLast ? shape.c + 2 : 2 * shape.c + 1) * h0 * kBlockBytes;
        check::checkUbRange(call.block, call.name, Role::scratch, in.operand[2], in.operand[2].address + scratch,
                            call.site);
        if (intersects(call.ub() + in.operand[0].address, bytes, call.ub() + in.operand[1].address, bytes))
            [[unlikely]] {
            check::warn(Rule::OVERLAP, call.site, "{}: the destination overlaps the source", call.name);
        }
    }
    // A tile is one plane of 16 channels of 16 elements.
    if (isTile) {
        shape = {1, 16, 1, 16};
    }
    transposeChannels(call, shape, width, isTile || toLast);
}

float floatOf(const uint8_t* at) {
    half value;
    std::memcpy(&value, at, sizeof(value));
    return static_cast<float>(value);
}

void checkBilinear(const Call& call, uint64_t horizontal) {
    const AccInstr& in = call.in;
    if (horizontal == 0 || in.repeat == 0) [[unlikely]] {
        check::fail(Rule::RANGE, call.site, "{}: {} is 0, expected 1..255", call.name,
                    horizontal == 0 ? "hRepeat" : "vRepeat");
    }
    if (in.repStride[0] < 128 || in.repStride[0] % 16 != 0) [[unlikely]] {
        check::fail(Rule::RANGE, call.site, "{}: vROffset is {}, expected a multiple of 16 from 128 on", call.name,
                    in.repStride[0]);
    }
    const uint64_t scratch = in.scalar * 32;
    check::checkUbRange(call.block, call.name, Role::scratch, *in.list, in.list->address + scratch, call.site);
}

void bilinear(const Call& call) {
    constexpr uint32_t kLanes = 128;
    const AccInstr& in = call.in;
    const auto horizontal = static_cast<uint64_t>(in.count);
    checkBilinear(call, horizontal);
    const Lanes lanes = chooseLanes(call, kLanes);
    const uint32_t span = laneSpan(lanes.mask);
    if (span == 0) {
        return;
    }
    const uint64_t steps = horizontal * in.repeat;
    const AccOperand& dst = in.operand[0];
    const AccOperand& source = in.operand[1];
    const AccOperand& weights = in.operand[2];
    const AccOperand& offsets = in.operand[3];
    const uint64_t rowBytes = ((span - 1) / 16 * uint64_t{in.blkStride[0]} + 1) * kBlockBytes;
    check::checkUbRange(call.block, call.name, Role::destination, dst,
                        dst.address + (in.repeat - 1) * uint64_t{in.repStride[0]} * 2 + rowBytes, call.site);
    check::checkUbRange(call.block, call.name, Role::source0, source, source.address, call.site);
    check::checkUbRange(call.block, call.name, Role::source1, weights,
                        weights.address + steps * (in.mode != 0 ? 16 : 2), call.site);
    check::checkUbRange(call.block, call.name, Role::offsets, offsets, offsets.address + steps * 32, call.site);
    for (uint64_t row = 0; row < in.repeat; ++row) {
        half sums[kLanes] = {};
        for (uint64_t h = 0; h < horizontal; ++h) {
            const uint64_t step = row * horizontal + h;
            for (uint64_t block = 0; block < 8; ++block) {
                uint32_t offset;
                std::memcpy(&offset, call.ub() + offsets.address + (step * 8 + block) * 4, 4);
                if (offset % kBlockBytes != 0) [[unlikely]] {
                    check::fail(Rule::ALIGN, call.site, "{}: byte offset {} of block {} is not a multiple of 32",
                                call.name, offset, step * 8 + block);
                }
                if (source.address + offset + kBlockBytes > source.end) [[unlikely]] {
                    check::fail(Rule::OOB, call.site,
                                "{}: byte offset {} of block {} is outside the source's allocation of {} bytes",
                                call.name, offset, step * 8 + block, source.end - source.begin);
                }
                const float weight =
                    floatOf(call.ub() + weights.address + (in.mode != 0 ? step * 8 + block : step) * 2);
                for (uint64_t i = 0; i < 16; ++i) {
                    const auto product =
                        static_cast<half>(floatOf(call.ub() + source.address + offset + i * 2) * weight);
                    half& sum = sums[block * 16 + i];
                    sum = h == 0 ? product : static_cast<half>(static_cast<float>(sum) + static_cast<float>(product));
                }
            }
        }
        uint8_t* const to = call.ub() + dst.address + row * in.repStride[0] * 2;
        for (uint32_t lane = 0; lane < span; ++lane) {
            if (laneActive(lanes.mask, lane)) {
                std::memcpy(to + lane / 16 * uint64_t{in.blkStride[0]} * kBlockBytes + lane % 16 * 2, &sums[lane], 2);
            }
        }
    }
}

}  // namespace

void executeLayout(const Call& call) {
    switch (call.in.opcode) {
        case ACC_OP_TransDataTo5HD:
            return transData(call);
        case ACC_OP_TransposeExt:
            return transposeExt(call);
        default:
            return bilinear(call);
    }
}

}  // namespace acc::rt::isa
