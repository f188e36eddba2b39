// SPDX-License-Identifier: Apache-2.0
// DataCopy and DataCopyPad (ascendc-core 4.1-4.4). A move is `blockCount` bursts; what differs between the forms is how
// far apart they are on either side and how the UB row of a burst is padded.
#include <cstring>

#include "include/kernel/ascendc/sync.h"
#include "runtime/check/operand.h"
#include "runtime/check/report.h"
#include "runtime/isa/atomic_store.h"
#include "runtime/isa/call.h"

namespace acc::rt::isa {
namespace {

using check::Role;
using check::Rule;

constexpr uint32_t kMaxBursts = 4095;
constexpr uint32_t kMaxPadBurstBytes = 2097151;

uint64_t ceil32(uint64_t bytes) {
    return (bytes + 31) / 32 * 32;
}

enum class Path : uint8_t { gmToUb, ubToGm, ubToUb };

Path pathOf(const Call& call) {
    const AccOperand& dst = call.in.operand[0];
    const AccOperand& src = call.in.operand[1];
    const bool dstGm = dst.position == uint8_t(AscendC::TPosition::GM) && dst.end == 0;
    const bool srcGm = src.position == uint8_t(AscendC::TPosition::GM) && src.end == 0;
    if (dstGm && check::isUb(src)) {
        return Path::ubToGm;
    }
    if (srcGm && check::isUb(dst)) {
        return Path::gmToUb;
    }
    if (check::isUb(dst) && check::isUb(src)) {
        return Path::ubToUb;
    }
    for (unsigned i = 0; i < 2; ++i) {
        const AccOperand& operand = call.in.operand[i];
        if (check::isUnbound(operand.position)) {
            check::fail(Rule::UNINIT, call.site, "{}: {} is a tensor that was never bound to memory", call.name,
                        i == 0 ? "destination" : "source");
        }
    }
    const auto memory = [](const AccOperand& operand) {
        return check::memoryName(AscendC::detail::memoryOf(AscendC::TPosition(operand.position)));
    };
    check::fail(Rule::PATH, call.site, "{}: there is no path from {} ({}) to {} ({}) on a vector core", call.name,
                memory(src), check::positionName(src.position), memory(dst), check::positionName(dst.position));
}

// One move, resolved to host memory. Pitches are start to start.
struct Bursts {
    uint8_t* dst;
    const uint8_t* src;
    uint64_t count;
    uint64_t bytes;
    uint64_t dstPitch;
    uint64_t srcPitch;
};

uint64_t extent(uint64_t count, uint64_t pitch, uint64_t bytes) {
    return (count - 1) * pitch + bytes;
}

void checkSide(const Call& call, unsigned index, uint64_t bytes) {
    const AccOperand& operand = call.in.operand[index];
    if (operand.position == uint8_t(AscendC::TPosition::GM)) {
        check::checkGlobalRange(call.name, index == 0 ? "destination" : "source", operand.address, bytes, call.site);
    } else {
        check::checkUbRange(call.block, call.name, check::roleOf(index, 2), operand, operand.address + bytes,
                            call.site);
    }
}

uint8_t* resolve(const Call& call, unsigned index) {
    const AccOperand& operand = call.in.operand[index];
    return operand.position == uint8_t(AscendC::TPosition::GM) ? reinterpret_cast<uint8_t*>(operand.address)
                                                               : call.ub() + operand.address;
}

void run(const Call& call, Path path, const Bursts& bursts) {
    if (path == Path::ubToGm && call.state().atomicOperation != AscendC::detail::atomicNone) [[unlikely]] {
        checkAtomicStore(call, bursts.bytes);
        for (uint64_t i = 0; i < bursts.count; ++i) {
            atomicStore(call, bursts.dst + i * bursts.dstPitch, bursts.src + i * bursts.srcPitch, bursts.bytes);
        }
        return;
    }
    if (bursts.dstPitch == bursts.bytes && bursts.srcPitch == bursts.bytes) {
        std::memmove(bursts.dst, bursts.src, bursts.count * bursts.bytes);
        return;
    }
    for (uint64_t i = 0; i < bursts.count; ++i) {
        std::memmove(bursts.dst + i * bursts.dstPitch, bursts.src + i * bursts.srcPitch, bursts.bytes);
    }
}

void checkBurstCount(const Call& call) {
    if (call.in.move.blockCount > kMaxBursts) [[unlikely]] {
        check::fail(Rule::RANGE, call.site, "{}: blockCount is {}, expected 0..{}", call.name, call.in.move.blockCount,
                    kMaxBursts);
    }
}

void copyCount(const Call& call, Path path) {
    const uint64_t bytes = static_cast<uint64_t>(call.in.count) * widthOf(call.in.operand[0]);
    const uint64_t whole = bytes / 32 * 32;
    if (whole != bytes) [[unlikely]] {
        check::warn(
            Rule::TRUNCATED, call.site,
            "{}: count {} is {} bytes, not a multiple of 32; the last {} bytes are not copied (use DataCopyPad)",
            call.name, call.in.count, bytes, bytes - whole);
    }
    if (whole == 0) {
        return;
    }
    checkSide(call, 0, whole);
    checkSide(call, 1, whole);
    run(call, path, {resolve(call, 0), resolve(call, 1), 1, whole, whole, whole});
}

void copyStrided(const Call& call, Path path) {
    const AccMove& move = call.in.move;
    checkBurstCount(call);
    if (move.blockCount == 0 || move.blockBytes == 0) {
        return;
    }
    const uint64_t dstPitch = move.blockBytes + move.dstGapBytes;
    const uint64_t srcPitch = move.blockBytes + move.srcGapBytes;
    checkSide(call, 0, extent(move.blockCount, dstPitch, move.blockBytes));
    checkSide(call, 1, extent(move.blockCount, srcPitch, move.blockBytes));
    run(call, path, {resolve(call, 0), resolve(call, 1), move.blockCount, move.blockBytes, dstPitch, srcPitch});
}

void fillElements(uint8_t* to, uint64_t bytes, uint64_t value, uint32_t width) {
    for (uint64_t i = 0; i + width <= bytes; i += width) {
        std::memcpy(to + i, &value, width);
    }
}

// The padding of a GM -> UB burst, by the table of C 4.4.
struct Padding {
    uint32_t leftBytes;
    uint32_t rightBytes;
    uint64_t value;
    bool firstElement;  // the fill up to the block boundary repeats the burst's first element
};

Padding paddingOf(const Call& call, uint32_t width) {
    const AccMove& move = call.in.move;
    const exec::CoreState& state = call.state();
    Padding padding{move.leftPadding * width, move.rightPadding * width, call.in.scalar, false};
    if (padding.leftBytes > 32 || padding.rightBytes > 32) [[unlikely]] {
        check::fail(Rule::RANGE, call.site, "{}: {} is {} elements of {} bytes, expected at most 32 bytes", call.name,
                    padding.leftBytes > 32 ? "leftPadding" : "rightPadding",
                    padding.leftBytes > 32 ? move.leftPadding : move.rightPadding, width);
    }
    if (move.leftPadding == 0 && move.rightPadding == 0) {
        padding.firstElement = move.isPad || state.padBytes == 0;
        padding.value = state.padValue;
    } else if (!move.isPad) {
        // Without SetPadValue the device pads with arbitrary bytes: make them recognisable.
        padding.value = state.padBytes != 0 ? state.padValue : 0xa5a5a5a5a5a5a5a5ULL;
    } else if (width == 8 && call.in.scalar != 0) [[unlikely]] {
        check::fail(Rule::RANGE, call.site, "{}: paddingValue must be 0 for 64-bit elements on dav-2201", call.name);
    }
    return padding;
}

void padIn(const Call& call) {
    const AccMove& move = call.in.move;
    const uint32_t width = widthOf(call.in.operand[0]);
    const Padding padding = paddingOf(call, width);
    const uint64_t rowBytes = padding.leftBytes + move.blockBytes + padding.rightBytes;
    const uint64_t ubRow = ceil32(rowBytes);
    const uint64_t dstPitch = ubRow + move.dstGapBytes;
    const uint64_t srcPitch = move.blockBytes + move.srcGapBytes;
    checkSide(call, 0, extent(move.blockCount, dstPitch, ubRow));
    checkSide(call, 1, extent(move.blockCount, srcPitch, move.blockBytes));
    uint8_t* const dst = resolve(call, 0);
    const uint8_t* const src = resolve(call, 1);
    if (ubRow == move.blockBytes && dstPitch == ubRow && srcPitch == ubRow) {
        std::memcpy(dst, src, move.blockCount * ubRow);
        return;
    }
    for (uint64_t i = 0; i < move.blockCount; ++i) {
        uint8_t* const row = dst + i * dstPitch;
        const uint8_t* const burst = src + i * srcPitch;
        uint64_t value = padding.value;
        if (padding.firstElement) {
            std::memcpy(&value, burst, width);
        }
        fillElements(row, padding.leftBytes, value, width);
        std::memcpy(row + padding.leftBytes, burst, move.blockBytes);
        fillElements(row + padding.leftBytes + move.blockBytes, ubRow - padding.leftBytes - move.blockBytes, value,
                     width);
    }
}

void copyPad(const Call& call, Path path) {
    const AccMove& move = call.in.move;
    const uint32_t width = widthOf(call.in.operand[0]);
    if (path == Path::ubToUb) {
        check::fail(Rule::PATH, call.site, "{}: there is no path from UB to UB; use DataCopy", call.name);
    }
    checkBurstCount(call);
    if (move.blockBytes > kMaxPadBurstBytes) [[unlikely]] {
        check::fail(Rule::RANGE, call.site, "{}: blockLen is {} bytes, expected 0..{}", call.name, move.blockBytes,
                    kMaxPadBurstBytes);
    }
    if (move.blockBytes % width != 0) [[unlikely]] {
        check::fail(Rule::RANGE, call.site, "{}: blockLen is {} bytes, expected a multiple of the element's {} bytes",
                    call.name, move.blockBytes, width);
    }
    if (move.blockCount == 0 || move.blockBytes == 0) {
        return;
    }
    if (path == Path::gmToUb) {
        padIn(call);
        return;
    }
    const uint64_t srcPitch = ceil32(move.blockBytes) + move.srcGapBytes;
    const uint64_t dstPitch = move.blockBytes + move.dstGapBytes;
    checkSide(call, 0, extent(move.blockCount, dstPitch, move.blockBytes));
    checkSide(call, 1, extent(move.blockCount, srcPitch, move.blockBytes));
    run(call, path, {resolve(call, 0), resolve(call, 1), move.blockCount, move.blockBytes, dstPitch, srcPitch});
}

}  // namespace

void executeMove(const Call& call) {
    if (call.block.coreType == ACC_CORE_CUBE) {
        executeCubeMove(call);
        return;
    }
    const Path path = pathOf(call);
    if (call.in.opcode == ACC_OP_DataCopyPad) {
        copyPad(call, path);
    } else if (call.in.form == ACC_FORM_MOVE_COUNT) {
        copyCount(call, path);
    } else {
        copyStrided(call, path);
    }
}

}  // namespace acc::rt::isa
