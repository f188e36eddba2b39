// SPDX-License-Identifier: Apache-2.0
// DataCopy on a cube core (ascendc-cube 4.1, 4.2, 6, 7.1): GM to L1 and back, L1 to bias table and fixpipe buffer.
#include <cstring>

#include "runtime/isa/atomic_store.h"
#include "runtime/isa/cube.h"

namespace acc::rt::isa {
namespace {

using check::Rule;

// Units of length and of gap on the destination side; the source's are 32 bytes.
struct Path {
    AccMemory from;
    AccMemory to;
    uint32_t unit;
};
constexpr Path kPaths[] = {{ACC_MEM_GM, ACC_MEM_L1, 32},
                           {ACC_MEM_L1, ACC_MEM_GM, 32},
                           {ACC_MEM_L1, ACC_MEM_BT, 64},
                           {ACC_MEM_L1, ACC_MEM_FB, 128}};

const Path& pathOf(const Call& call) {
    for (const Path& path : kPaths) {
        if (memoryOf(call.in.operand[0]) == path.to && memoryOf(call.in.operand[1]) == path.from &&
            !check::isUnbound(call.in.operand[0].position) && !check::isUnbound(call.in.operand[1].position)) {
            return path;
        }
    }
    failPath(call);
}

uint8_t* resolve(const Call& call, unsigned index, AccMemory memory, uint64_t bytes, uint32_t alignment) {
    if (memory == ACC_MEM_GM) {
        check::checkGlobalRange(call.name, index == 0 ? "destination" : "source", call.in.operand[index].address, bytes,
                                call.site);
        return reinterpret_cast<uint8_t*>(call.in.operand[index].address);
    }
    return localOperand(call, index, memory, bytes, alignment);
}

}  // namespace

void executeCubeMove(const Call& call) {
    const AccInstr& in = call.in;
    if (in.opcode == ACC_OP_DataCopyPad) {
        check::fail(Rule::PATH, call.site, "{}: not on a cube core; use DataCopy with Nd2NzParams for odd row lengths",
                    call.name);
    }
    const Path& path = pathOf(call);
    const bool widens = in.operand[0].dtype != in.operand[1].dtype;  // half to float, into the bias table
    if (widens && path.to != ACC_MEM_BT) [[unlikely]] {
        check::fail(Rule::DTYPE, call.site, "{}: only a copy to the bias table converts half to float", call.name);
    }
    const uint32_t factor = widens ? 2 : 1;  // destination bytes for a source byte
    // All in destination bytes.
    uint64_t count = 1;
    uint64_t bytes = 0;
    uint64_t dstGap = 0;
    uint64_t srcGap = 0;
    if (in.form == ACC_FORM_MOVE_COUNT) {
        bytes = static_cast<uint64_t>(in.count) * widthOf(in.operand[0]);
        if (bytes % 32 != 0) [[unlikely]] {
            check::warn(Rule::TRUNCATED, call.site,
                        "{}: count {} is {} bytes, not a multiple of 32; the last {} bytes are not copied", call.name,
                        in.count, bytes, bytes % 32);
            bytes -= bytes % 32;
        }
    } else {
        checkField(call, "blockCount", in.move.blockCount, 0, 4095);
        count = in.move.blockCount;
        bytes = in.move.blockBytes / 32 * uint64_t{path.unit};
        srcGap = in.move.srcGapBytes;
        dstGap = in.move.dstGapBytes / 32 * path.unit;
    }
    if (count == 0 || bytes == 0) {
        return;
    }
    const uint64_t srcBytes = bytes / factor;
    // Gaps to the fixpipe buffer run from start to start.
    const bool headToHead = path.to == ACC_MEM_FB && in.form != ACC_FORM_MOVE_COUNT && count > 1;
    const uint64_t dstPitch = headToHead ? dstGap : bytes + dstGap;
    const uint64_t srcPitch = headToHead ? srcGap : srcBytes + srcGap;
    uint8_t* const dst = resolve(call, 0, path.to, (count - 1) * dstPitch + bytes, path.unit);
    const uint8_t* const src = resolve(call, 1, path.from, (count - 1) * srcPitch + srcBytes, 32);
    const bool atomic = path.to == ACC_MEM_GM && call.state().atomicOperation != 0;
    if (atomic) {
        checkAtomicStore(call, bytes);
    }
    for (uint64_t i = 0; i < count; ++i) {
        uint8_t* const to = dst + i * dstPitch;
        const uint8_t* const from = src + i * srcPitch;
        if (atomic) {
            atomicStore(call, to, from, bytes);
        } else if (widens) {
            for (uint64_t e = 0; e < bytes / 4; ++e) {
                half value;
                std::memcpy(&value, from + e * 2, sizeof(value));
                const auto wide = static_cast<float>(value);
                std::memcpy(to + e * 4, &wide, sizeof(wide));
            }
        } else {
            std::memcpy(to, from, bytes);
        }
    }
}

}  // namespace acc::rt::isa
