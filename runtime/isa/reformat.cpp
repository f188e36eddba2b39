// SPDX-License-Identifier: Apache-2.0
// Moves that change the layout, and fills of GM (ascendc-core 4.5, 4.11).
#include <algorithm>
#include <cstring>

#include "include/kernel/ascendc/params.h"
#include "runtime/check/operand.h"
#include "runtime/check/report.h"
#include "runtime/isa/call.h"
#include "runtime/isa/lanes.h"

namespace acc::rt::isa {
namespace {

using AscendC::TPosition;
using check::Role;
using check::Rule;

// A field of 16 bits, packed in order into the descriptor's two masks.
uint32_t field(const AccInstr& in, unsigned number) {
    return static_cast<uint16_t>(in.mask[number / 4] >> number % 4 * 16);
}

void checkField(const Call& call, const char* name, uint32_t value, uint32_t low, uint32_t high) {
    if (value < low || value > high) [[unlikely]] {
        check::fail(Rule::RANGE, call.site, "{}: {} is {}, expected {}..{}", call.name, name, value, low, high);
    }
}

void checkLocal(const Call& call, unsigned index, uint64_t bytes) {
    const AccOperand& operand = call.in.operand[index];
    check::checkUbRange(call.block, call.name, check::roleOf(index, 2), operand, operand.address + bytes, call.site);
}

void checkGlobal(const Call& call, unsigned index, uint64_t bytes) {
    check::checkGlobalRange(call.name, index == 0 ? "destination" : "source", call.in.operand[index].address, bytes,
                            call.site);
}

void fill(const Call& call) {
    const AccInstr& in = call.in;
    const uint32_t width = widthOf(in.operand[0]);
    const auto bytes = static_cast<uint64_t>(in.count) * width;
    if (call.block.coreType != ACC_CORE_VECTOR) [[unlikely]] {
        check::fail(Rule::CORE, call.site, "{}: a cube core cannot fill GM; guard vector code with ASCEND_IS_AIV",
                    call.name);
    }
    if (bytes == 0) {
        return;
    }
    checkGlobal(call, 0, bytes);
    auto* const to = reinterpret_cast<uint8_t*>(in.operand[0].address);
    for (uint64_t at = 0; at < bytes; at += width) {
        std::memcpy(to + at, &in.scalar, width);
    }
}

void ndToNz(const Call& call) {
    const AccInstr& in = call.in;
    const uint32_t width = widthOf(in.operand[0]);
    const uint64_t perBlock = kBlockBytes / width;
    const uint64_t matrices = field(in, 0);
    const uint64_t rows = field(in, 1);
    const uint64_t columns = field(in, 2);
    const uint64_t srcMatrix = field(in, 3);
    const uint64_t srcRow = field(in, 4);
    const uint64_t strip = field(in, 5);
    const uint64_t dstRow = field(in, 6);
    const uint64_t dstMatrix = field(in, 7);
    const AccMemory memory = call.block.coreType == ACC_CORE_CUBE ? ACC_MEM_L1 : ACC_MEM_UB;
    if (AscendC::detail::memoryOf(TPosition(in.operand[0].position)) != memory) [[unlikely]] {
        check::fail(Rule::PATH, call.site, "{}: the destination is in position {}, expected {} on a {} core", call.name,
                    check::positionName(in.operand[0].position), check::memoryName(memory),
                    memory == ACC_MEM_L1 ? "cube" : "vector");
    }
    if (matrices == 0 || rows == 0 || columns == 0) {
        return;
    }
    checkField(call, "ndNum", field(in, 0), 0, 4095);
    checkField(call, "nValue", field(in, 1), 0, 16384);
    checkField(call, "srcDValue", field(in, 4), 1, 65535);
    checkField(call, "dstNzC0Stride", field(in, 5), 1, 16384);
    checkField(call, "dstNzNStride", field(in, 6), 1, 16384);
    const uint64_t strips = (columns + perBlock - 1) / perBlock;
    const uint64_t bytes =
        (matrices - 1) * dstMatrix * width + ((strips - 1) * strip + (rows - 1) * dstRow + 1) * uint64_t{kBlockBytes};
    check::checkLocalRange(call.block, call.name, Role::destination, in.operand[0], memory,
                           in.operand[0].address + bytes, call.site, kBlockBytes);
    checkGlobal(call, 1, ((matrices - 1) * srcMatrix + (rows - 1) * srcRow + columns) * width);
    uint8_t* const dst = call.block.memory[memory] + in.operand[0].address;
    const auto* const src = reinterpret_cast<const uint8_t*>(in.operand[1].address);
    const uint64_t whole = columns / perBlock;  // strips without padding
    const uint64_t rest = columns % perBlock * width;
    for (uint64_t m = 0; m < matrices; ++m) {
        for (uint64_t r = 0; r < rows; ++r) {
            const uint8_t* const from = src + (m * srcMatrix + r * srcRow) * width;
            uint8_t* const to = dst + m * dstMatrix * width + r * dstRow * kBlockBytes;
            for (uint64_t s = 0; s < whole; ++s) {
                std::memcpy(to + s * strip * kBlockBytes, from + s * kBlockBytes, kBlockBytes);
            }
            if (rest != 0) {
                std::memcpy(to + whole * strip * kBlockBytes, from + whole * kBlockBytes, rest);
                std::memset(to + whole * strip * kBlockBytes + rest, 0, kBlockBytes - rest);
            }
        }
    }
}

void nzToNd(const Call& call) {
    constexpr uint64_t kStrip = 16;  // elements of a strip's row
    const AccInstr& in = call.in;
    const uint64_t width = widthOf(in.operand[0]);
    const uint64_t matrices = field(in, 0);
    const uint64_t rows = field(in, 1);
    const uint64_t columns = field(in, 2);
    const uint64_t srcMatrix = field(in, 3) * uint64_t{256};
    const uint64_t strip = field(in, 4) * kStrip;
    const uint64_t dstRow = field(in, 5);
    const uint64_t dstMatrix = field(in, 6);
    if (!check::isUb(in.operand[1])) [[unlikely]] {
        check::fail(Rule::PATH, call.site, "{}: the source is in position {}, expected UB on a vector core", call.name,
                    check::positionName(in.operand[1].position));
    }
    if (matrices == 0) {
        return;
    }
    checkField(call, "ndNum", field(in, 0), 0, 4095);
    checkField(call, "nValue", field(in, 1), 1, 8192);
    checkField(call, "dValue", field(in, 2), 1, 8192);
    checkField(call, "srcNdMatrixStride", field(in, 3), 1, 512);
    checkField(call, "srcNStride", field(in, 4), 0, 4096);
    checkField(call, "dstDStride", field(in, 5), 1, 65535);
    checkField(call, "dstNdMatrixStride", field(in, 6), 1, 65535);
    if (columns % kStrip != 0) [[unlikely]] {
        check::fail(Rule::RANGE, call.site, "{}: dValue is {}, expected a multiple of 16", call.name, columns);
    }
    const uint64_t strips = columns / kStrip;
    checkLocal(call, 1, ((matrices - 1) * srcMatrix + (strips - 1) * strip + rows * kStrip) * width);
    checkGlobal(call, 0, ((matrices - 1) * dstMatrix + (rows - 1) * dstRow + columns) * width);
    auto* const dst = reinterpret_cast<uint8_t*>(in.operand[0].address);
    const uint8_t* const src = call.ub() + in.operand[1].address;
    for (uint64_t m = 0; m < matrices; ++m) {
        for (uint64_t s = 0; s < strips; ++s) {
            for (uint64_t r = 0; r < rows; ++r) {
                std::memcpy(dst + (m * dstMatrix + r * dstRow + s * kStrip) * width,
                            src + (m * srcMatrix + s * strip + r * kStrip) * width, kStrip * width);
            }
        }
    }
}

}  // namespace

void executeReformat(const Call& call) {
    switch (call.in.opcode) {
        case ACC_OP_Fill:
            return fill(call);
        case ACC_OP_Nd2Nz:
            return ndToNz(call);
        default:
            return nzToNd(call);
    }
}

}  // namespace acc::rt::isa
