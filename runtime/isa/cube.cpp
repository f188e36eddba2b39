// SPDX-License-Identifier: Apache-2.0
// Mmad, and the registers of the cube core (ascendc-cube 5.4, 8, 10.6).
#include "runtime/isa/cube.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <memory>

#include "runtime/exec/kernel_run.h"

namespace acc::rt::isa {
namespace {

using check::Role;
using check::Rule;

constexpr uint32_t kMaxSize = 4095;

// Room for the operands in the form that the loops want; one product at a time on a thread.
void* scratch() {
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };
    static thread_local std::unique_ptr<void, Free> memory(std::aligned_alloc(64, kMatrixScratchBytes));
    return memory.get();
}

// Calls `body(element of C, row, column)` for the valid part of a result tile.
template <class T, class Body>
void forEachResult(uint8_t* c, const AccMmad& p, Body body) {
    const uint64_t tiles = ceilDivide(p.m, kFractalRows);
    auto* const results = reinterpret_cast<T*>(c);
    for (uint32_t n = 0; n < p.n; ++n) {
        T* const column = results + n / 16 * tiles * 256 + n % 16;
        for (uint32_t m = 0; m < p.m; ++m) {
            body(column[m * 16], m, n);
        }
    }
}

// Puts the start value into the result tile: nothing, zero, a row of the bias table, or another tile.
void start(const Call& call, uint8_t* c, uint64_t resultBytes) {
    const AccMmad& p = call.in.mmad;
    const bool hasBias = call.in.operands == 4;
    if (hasBias && p.fromZero) [[unlikely]] {
        check::warn(Rule::MODE, call.site, "{}: a bias is given while cmatrixInitVal is true; it is used", call.name);
    }
    if (hasBias && memoryOf(call.in.operand[3]) == ACC_MEM_L0C) {
        std::memmove(c, localOperand(call, 3, ACC_MEM_L0C, resultBytes, kResultFractalBytes), resultBytes);
        return;
    }
    if (hasBias || (p.fromBias && !p.fromZero)) {
        const uint8_t* const bias =
            hasBias ? localOperand(call, 3, ACC_MEM_BT, uint64_t{p.n} * 4, 64) : call.block.memory[ACC_MEM_BT];
        if (!hasBias && p.n * 4U > call.block.memoryBytes[ACC_MEM_BT]) [[unlikely]] {
            check::fail(Rule::OOB, call.site, "{}: a bias of n = {} values does not fit the bias table of {} bytes",
                        call.name, p.n, call.block.memoryBytes[ACC_MEM_BT]);
        }
        forEachResult<uint32_t>(c, p, [bias](uint32_t& result, uint32_t, uint32_t n) {
            std::memcpy(&result, bias + n * 4, sizeof(result));
        });
        return;
    }
    if (p.fromZero && p.accumulates) [[unlikely]] {
        check::warn(Rule::MODE, call.site,
                    "{}: isBias asks for accumulation while cmatrixInitVal is true; accumulating. Set cmatrixInitVal "
                    "to false instead",
                    call.name);
    } else if (p.fromZero) {
        forEachResult<uint32_t>(c, p, [](uint32_t& result, uint32_t, uint32_t) { result = 0; });
    }
}

void multiply(const Call& call) {
    const AccMmad& p = call.in.mmad;
    const uint8_t type = call.in.operand[1].dtype;
    checkField(call, "m", p.m, 0, kMaxSize);
    checkField(call, "n", p.n, 0, kMaxSize);
    checkField(call, "k", p.k, 0, kMaxSize);
    if (p.kDirectionAlign && type != ACC_FLOAT) [[unlikely]] {
        check::fail(Rule::RANGE, call.site, "{}: kDirectionAlign is true for {}, expected false: it is for float",
                    call.name, check::dtypeName(type));
    }
    if (p.m == 0 || p.n == 0 || p.k == 0) {
        return;
    }
    const uint64_t depth = 32 / widthOf(call.in.operand[1]);
    const uint64_t kFractals = ceilDivide(p.k, depth);
    const uint64_t mTiles = ceilDivide(p.m, kFractalRows);
    const uint64_t nTiles = ceilDivide(p.n, kFractalRows);
    const uint64_t aFractals = p.kDirectionAlign ? 2 * ceilDivide(p.k, 16) : kFractals;
    const bool vector = p.m == 1;
    const uint64_t aBytes =
        vector ? p.k * uint64_t{widthOf(call.in.operand[1])} : ((mTiles - 1) * aFractals + kFractals) * kFractalBytes;
    const uint64_t resultBytes = nTiles * mTiles * kResultFractalBytes;
    uint8_t* const c = localOperand(call, 0, ACC_MEM_L0C, resultBytes, kResultFractalBytes);
    const uint8_t* const a = localOperand(call, 1, ACC_MEM_L0A, aBytes, kFractalBytes);
    const uint8_t* const b = localOperand(call, 2, ACC_MEM_L0B, kFractals * nTiles * kFractalBytes, kFractalBytes);
    if (vector && p.k > depth) [[unlikely]] {
        check::warn(Rule::MODE, call.site,
                    "{}: m is 1, so A is read as one plain row of k elements, not as fractals; pass m = 16 for "
                    "fractals",
                    call.name);
    }
    produceUnits(call, call.in.operand[0].address, resultBytes, p.unitFlag);
    start(call, c, resultBytes);
    const exec::CoreState& state = call.state();
    kLevel.matrices->product[type]({c, a, b, p.m, p.n, p.k, static_cast<uint32_t>(aFractals), vector, state.hf32,
                                    state.hf32TowardZero, scratch()});
    constexpr uint64_t kKeepsInfinity = uint64_t{1} << 48;
    if (type != ACC_INT8 && (state.ctrl & kKeepsInfinity) == 0) {
        forEachResult<float>(c, p, [](float& result, uint32_t, uint32_t) {
            constexpr float kLargest = std::numeric_limits<float>::max();
            result = std::isnan(result) ? 0.0F : std::fmin(std::fmax(result, -kLargest), kLargest);
        });
    }
}

bool allFlags(const uint64_t flags[4], uint64_t first, uint64_t last, bool value) {
    for (uint64_t unit = first; unit < last; ++unit) {
        if ((flags[unit / 64] >> unit % 64 & 1) != (value ? 1U : 0U)) {
            return false;
        }
    }
    return true;
}

void setFlags(uint64_t flags[4], uint64_t first, uint64_t last, bool value) {
    for (uint64_t unit = first; unit < last; ++unit) {
        const uint64_t bit = uint64_t{1} << unit % 64;
        flags[unit / 64] = value ? flags[unit / 64] | bit : flags[unit / 64] & ~bit;
    }
}

void checkUnitFlag(const Call& call, uint8_t unitFlag) {
    if (unitFlag > 3 || unitFlag == 1) [[unlikely]] {
        check::fail(Rule::RANGE, call.site, "{}: unitFlag is {}, expected 0, 2 or 3", call.name, unitFlag);
    }
}

}  // namespace

bool onCubeCore(const Call& call) {
    if (call.block.coreType == ACC_CORE_CUBE) [[likely]] {
        return true;
    }
    if (call.block.run != nullptr && call.block.run->kernel().cubeCores != 0) {
        check::warn(Rule::MODE, call.site, "{}: skipped on a vector core; guard cube code with ASCEND_IS_AIC",
                    call.name);
        return false;
    }
    check::fail(Rule::CORE, call.site, "{}: a vector core cannot do this; it needs a __cube__ or __mix__ kernel",
                call.name);
}

uint8_t* localOperand(const Call& call, unsigned index, AccMemory memory, uint64_t bytes, uint32_t alignment) {
    const AccOperand& operand = call.in.operand[index];
    check::checkLocalRange(call.block, call.name, check::roleOf(index, call.in.operands), operand, memory,
                           operand.address + bytes, call.site, alignment);
    return call.block.memory[memory] + operand.address;
}

void failPath(const Call& call) {
    const AccOperand& dst = call.in.operand[0];
    const AccOperand& src = call.in.operand[1];
    for (const AccOperand* operand : {&dst, &src}) {
        if (check::isUnbound(operand->position)) {
            check::fail(Rule::UNINIT, call.site, "{}: {} is a tensor that was never bound to memory", call.name,
                        operand == &dst ? "destination" : "source");
        }
    }
    check::fail(Rule::PATH, call.site, "{}: there is no path from {} ({}) to {} ({}) on a cube core", call.name,
                check::memoryName(memoryOf(src)), check::positionName(src.position), check::memoryName(memoryOf(dst)),
                check::positionName(dst.position));
}

void produceUnits(const Call& call, uint64_t address, uint64_t bytes, uint8_t unitFlag) {
    checkUnitFlag(call, unitFlag);
    uint64_t* const flags = call.state().unitFlags;
    const uint64_t first = address / kFractalBytes;
    const uint64_t last = ceilDivide(address + bytes, kFractalBytes);
    if (!allFlags(flags, first, last, false)) [[unlikely]] {
        check::fail(Rule::FLAG, call.site,
                    "{}: the L0C units at 0x{:x} hold a result with unit flag that no Fixpipe has taken yet", call.name,
                    address);
    }
    if (unitFlag == 3) {
        setFlags(flags, first, last, true);
    }
}

void consumeUnits(const Call& call, uint64_t address, uint64_t bytes, uint8_t unitFlag) {
    checkUnitFlag(call, unitFlag);
    uint64_t* const flags = call.state().unitFlags;
    const uint64_t first = address / kFractalBytes;
    const uint64_t last = ceilDivide(address + bytes, kFractalBytes);
    if (unitFlag == 0) {
        if (!allFlags(flags, first, last, false)) [[unlikely]] {
            check::fail(Rule::FLAG, call.site,
                        "{}: unitFlag is 0, but the Mmad that wrote L0C at 0x{:x} used unit flags; both must",
                        call.name, address);
        }
        return;
    }
    if (!allFlags(flags, first, last, true)) [[unlikely]] {
        check::fail(Rule::FLAG, call.site,
                    "{}: unitFlag is {}, but no Mmad with unitFlag 3 has written all of L0C [0x{:x}, 0x{:x}); the "
                    "device would wait for ever",
                    call.name, unitFlag, address, address + bytes);
    }
    if (unitFlag == 3) {
        setFlags(flags, first, last, false);
    }
}

void executeCube(const Call& call) {
    if (!onCubeCore(call)) {
        return;
    }
    if (call.in.opcode == ACC_OP_Mmad) {
        multiply(call);
    } else {
        executeFixpipe(call);
    }
}

void executeCubeRegister(const Call& call) {
    const AccInstr& in = call.in;
    exec::CoreState& state = call.state();
    switch (in.opcode) {
        case ACC_OP_SetFmatrix:
            state.mapHeight = static_cast<uint16_t>(in.mask[0] >> 16);
            state.mapWidth = static_cast<uint16_t>(in.mask[0]);
            for (unsigned i = 0; i < 4; ++i) {
                state.mapPads[i] = static_cast<uint8_t>(in.mask[1] >> i * 8);
            }
            break;
        case ACC_OP_SetLoadDataPaddingValue:
            state.loadPadValue = in.mask[0];
            break;
        case ACC_OP_SetLoadDataRepeat:
            checkField(call, "repeatMode", in.mode, 0, 1);
            state.loadRepeatStride = static_cast<uint16_t>(in.mask[0]);
            state.loadRepeats = static_cast<uint8_t>(in.count);
            state.loadRepeatsAlongK = in.mode != 0;
            break;
        case ACC_OP_SetLoadDataBoundary:
            if (in.count != 0 && in.count < 1024) [[unlikely]] {
                check::fail(Rule::RANGE, call.site, "{}: boundaryValue is {}, expected 0 or at least 1024", call.name,
                            in.count);
            }
            state.loadBoundary = static_cast<uint32_t>(in.count);
            break;
        case ACC_OP_SetHF32Mode:
            state.hf32 = in.mode != 0;
            break;
        case ACC_OP_SetHF32TransMode:
            state.hf32TowardZero = in.mode != 0;
            break;
        case ACC_OP_SetFixPipeConfig:
            if (in.mode != 0) {
                std::memset(state.unitFlags, 0, sizeof(state.unitFlags));
            }
            if (memoryOf(in.operand[0]) == ACC_MEM_FB) {
                state.fixpipeTable = static_cast<uint32_t>(in.operand[0].address);
                state.fixpipeTableSet = true;
            } else if (in.mode == 0) [[unlikely]] {
                check::fail(Rule::POS, call.site, "{}: quantPre is in position {}, expected C2PIPE2GM", call.name,
                            check::positionName(in.operand[0].position));
            }
            break;
        case ACC_OP_SetFixpipeNz2ndFlag:
            state.fixpipeNd = in.mask[0];
            break;
        default:  // SetFixpipePreQuantFlag
            state.fixpipeQuant = in.mask[0];
    }
}

}  // namespace acc::rt::isa
