// SPDX-License-Identifier: Apache-2.0
// Flags, barriers and core registers. Instructions execute in program order, so a correct flag protocol never blocks:
// what is checked here is the protocol itself (ascendc-core 5.2).
#include "runtime/check/flags.h"
#include "runtime/check/operand.h"
#include "runtime/check/report.h"
#include "runtime/isa/call.h"

namespace acc::rt::isa {
namespace {

using check::Rule;

void firstLanes(uint64_t mask[2], uint64_t lanes) {
    mask[0] = lanes >= 64 ? ~uint64_t{0} : (uint64_t{1} << lanes) - 1;
    mask[1] = lanes >= 128 ? ~uint64_t{0} : lanes > 64 ? (uint64_t{1} << (lanes - 64)) - 1 : 0;
}

void setVectorMask(const Call& call) {
    exec::CoreState& state = call.state();
    const AccInstr& in = call.in;
    switch (in.mode) {
        case 0:
            state.mask[0] = in.mask[0];
            state.mask[1] = in.mask[1];
            break;
        case 1: {
            const int64_t lanes = static_cast<int64_t>(in.mask[0]);
            if (in.count < 0 || in.count > lanes) [[unlikely]] {
                check::warn(Rule::TRUNCATED, call.site, "{}: len is {}, expected 0..{}", call.name, in.count, lanes);
            }
            firstLanes(state.mask, in.count <= 0 ? 0 : static_cast<uint64_t>(in.count < lanes ? in.count : lanes));
            break;
        }
        default:
            state.mask[0] = in.count <= 0 ? 0 : static_cast<uint64_t>(in.count);
            state.mask[1] = 0;
    }
}

// A cell of 32 bytes in GM, which is 1 while its event has happened, and the counter behind it.
void useCell(const Call& call) {
    constexpr uint32_t kCellBytes = 32;
    const AccInstr& in = call.in;
    const uint64_t address = in.operand[0].address + static_cast<uint64_t>(in.count) * kCellBytes;
    check::checkGlobalRange(call.name, "workspace", address, kCellBytes, call.site);
    check::checkUbRange(call.block, call.name, check::Role::scratch, in.operand[1], in.operand[1].address + kCellBytes,
                        call.site);
    auto* const cell = reinterpret_cast<int32_t*>(address);
    const bool waits = in.opcode == ACC_OP_IBWait || in.opcode == ACC_OP_WaitPreBlock;
    if (waits) {
        exec::waitSignal(call.block, cell, call.name, call.site);
        __atomic_store_n(cell, 0, __ATOMIC_RELEASE);
    } else {
        __atomic_store_n(cell, 1, __ATOMIC_RELEASE);
        exec::signal(call.block, cell);
    }
}

void groupBarrier(const Call& call) {
    const AccInstr& in = call.in;
    const auto arrivals = static_cast<uint32_t>(in.count);
    const uint64_t bytes = uint64_t{arrivals > in.repeat ? arrivals : in.repeat} * 512;
    check::checkGlobalRange(call.name, "workspace", in.operand[0].address, bytes, call.site);
    const auto* const cell = reinterpret_cast<const void*>(in.operand[0].address);
    if (in.opcode == ACC_OP_GroupArrive) {
        exec::signalWhenAll(call.block, cell, arrivals, in.repeat);
    } else {
        exec::waitSignal(call.block, cell, "GroupBarrier::Wait", call.site);
    }
}

void setControl(const Call& call) {
    constexpr unsigned kFloatMode = 48;
    constexpr unsigned kCastMode = 59;
    const unsigned first = call.in.mode;
    const auto last = static_cast<unsigned>(call.in.count);
    const uint64_t field = (last - first == 63 ? ~uint64_t{0} : (uint64_t{1} << (last - first + 1)) - 1) << first;
    if ((field & ~(uint64_t{1} << kFloatMode | uint64_t{1} << kCastMode)) != 0) [[unlikely]] {
        check::warn(Rule::MODE, call.site,
                    "{}: bits {}..{} are set, but on dav-2201 only bits 48 and 59 of the control register do something",
                    call.name, first, last);
    }
    exec::CoreState& state = call.state();
    state.ctrl = (state.ctrl & ~field) | (call.in.mask[0] << first & field);
}

unsigned crossCoreFlag(const Call& call) {
    constexpr int64_t kLast = exec::kCrossCoreFlags - 1;
    if (call.in.count < 0 || call.in.count > kLast) [[unlikely]] {
        check::fail(Rule::RANGE, call.site, "{}: flagId is {}, expected 0..{}", call.name, call.in.count, kLast);
    }
    return static_cast<unsigned>(call.in.count);
}

}  // namespace

void executeSync(const Call& call) {
    const AccInstr& in = call.in;
    switch (in.opcode) {
        case ACC_OP_SetFlag:
            check::setFlag(call.block, in.mode, in.count, call.site);
            break;
        case ACC_OP_WaitFlag:
            check::waitFlag(call.block, in.mode, in.count, call.site);
            break;
        case ACC_OP_SyncAll:
            exec::syncAll(call.block, in.mode == 0, call.site);
            break;
        case ACC_OP_CrossCoreSetFlag:
            exec::crossCoreSet(call.block, in.mode, crossCoreFlag(call), call.site);
            break;
        case ACC_OP_CrossCoreWaitFlag:
            exec::crossCoreWait(call.block, crossCoreFlag(call), call.site);
            break;
        case ACC_OP_IBSet:
        case ACC_OP_IBWait:
        case ACC_OP_WaitPreBlock:
        case ACC_OP_NotifyNextBlock:
            useCell(call);
            break;
        case ACC_OP_GroupArrive:
        case ACC_OP_GroupWait:
            groupBarrier(call);
            break;
        case ACC_OP_DataSyncBarrier:
            __atomic_thread_fence(__ATOMIC_SEQ_CST);
            break;
        default:  // PipeBarrier: program order already has it
            break;
    }
}

void executeRegister(const Call& call) {
    const AccInstr& in = call.in;
    exec::CoreState& state = call.state();
    switch (in.opcode) {
        case ACC_OP_SetMaskNorm:
            state.counterMode = false;
            break;
        case ACC_OP_SetMaskCount:
            state.counterMode = true;
            break;
        case ACC_OP_SetVectorMask:
            setVectorMask(call);
            break;
        case ACC_OP_ResetMask:
            state.mask[0] = ~uint64_t{0};
            state.mask[1] = ~uint64_t{0};
            break;
        case ACC_OP_SetAtomic:
            state.atomicOperation = in.mode;
            state.atomicType = static_cast<uint8_t>(in.count);
            break;
        case ACC_OP_SetAtomicType:
            state.atomicType = static_cast<uint8_t>(in.count);
            break;
        case ACC_OP_SetCtrl:
            setControl(call);
            break;
        case ACC_OP_SetPadValue:
            state.padBytes = in.mode;
            state.padValue = in.scalar;
            break;
        case ACC_OP_SetDeqScale:
            state.deqScale = static_cast<uint16_t>(in.mask[0]);
            state.deqScaleSet = true;
            break;
        case ACC_OP_InitSocState:
            resetRegisters(state);
            break;
        case ACC_OP_DataCacheCleanAndInvalid:
            __atomic_thread_fence(__ATOMIC_SEQ_CST);  // memory is coherent; other cores run on other threads
            break;
        default:
            break;
    }
}

void resetRegisters(exec::CoreState& state) {
    state.mask[0] = ~uint64_t{0};
    state.mask[1] = ~uint64_t{0};
    state.counterMode = false;
    state.atomicOperation = 0;
}

}  // namespace acc::rt::isa
