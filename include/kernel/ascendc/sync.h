// SPDX-License-Identifier: Apache-2.0
// Flags, barriers, mask and other core registers (ascendc-core 3.8, 5, 6.6, 6.7; ascendc-vector 18).
#pragma once

#include "tensor.h"

namespace AscendC {
namespace detail {

ACC_API void issueControl(AccOpcode opcode, uint8_t mode = 0, int64_t count = 0, uint64_t low = 0, uint64_t high = 0) {
    AccInstr instr;
    instr.opcode = opcode;
    instr.operands = 0;
    instr.mode = mode;
    instr.count = count;
    instr.mask[0] = low;
    instr.mask[1] = high;
    accIssue(&instr);
}

}  // namespace detail

// Sets flag `eventID` (0..7) of `event` when the source pipe is done with everything before it.
template <HardEvent event>
ACC_API void SetFlag(int32_t eventID) {
    static_assert(event != HardEvent::MAX, "HardEvent::MAX is not an event");
    detail::issueControl(ACC_OP_SetFlag, uint8_t(event), eventID);
}
// Makes the destination pipe wait for the flag, then clears it.
template <HardEvent event>
ACC_API void WaitFlag(int32_t eventID) {
    static_assert(event != HardEvent::MAX, "HardEvent::MAX is not an event");
    detail::issueControl(ACC_OP_WaitFlag, uint8_t(event), eventID);
}
template <pipe_t src, pipe_t dst>
class TQueSync {
public:
    ACC_API void SetFlag(TEventID id) { AscendC::SetFlag<HardEvent(src * 7 + dst)>(id); }
    ACC_API void WaitFlag(TEventID id) { AscendC::WaitFlag<HardEvent(src * 7 + dst)>(id); }
};

template <pipe_t pipe>
ACC_API void PipeBarrier() {
    static_assert(pipe != PIPE_S, "PipeBarrier<PIPE_S> does not exist: the hardware orders scalar instructions");
    detail::issueControl(ACC_OP_PipeBarrier, pipe);
}

template <MemDsbT kind>
ACC_API void DataSyncBarrier() {
    detail::issueControl(ACC_OP_DataSyncBarrier, uint8_t(kind));
}

// Barrier over all vector cores of the launch; with isAIVOnly = false over its cube cores too.
template <bool isAIVOnly = true>
ACC_API void SyncAll() {
    detail::issueControl(ACC_OP_SyncAll, isAIVOnly);
}
// The form with workspaces, which the emulator does not need.
template <bool isAIVOnly = true>
ACC_API void SyncAll(const GlobalTensor<int32_t>&, const LocalTensor<int32_t>&, const int32_t = 0) {
    detail::issueControl(ACC_OP_SyncAll, isAIVOnly);
}

ACC_API void SetMaskNorm() {
    detail::issueControl(ACC_OP_SetMaskNorm);
}
ACC_API void SetMaskCount() {
    detail::issueControl(ACC_OP_SetMaskCount);
}
ACC_API void ResetMask() {
    detail::issueControl(ACC_OP_ResetMask);
}

// MASK = (high : low). Note the order: bit-array parameters of compute instructions have the low word first.
template <typename T, MaskMode mode = MaskMode::NORMAL>
ACC_API void SetVectorMask(const uint64_t maskHigh, const uint64_t maskLow) {  // mode 0: bits as given
    detail::issueControl(ACC_OP_SetVectorMask, 0, 0, maskLow, maskHigh);
}
// NORMAL: the first `len` lanes. COUNTER: `len` elements. Does not switch the mode.
template <typename T, MaskMode mode = MaskMode::NORMAL>
ACC_API void SetVectorMask(int32_t len) {
    detail::issueControl(ACC_OP_SetVectorMask, mode == MaskMode::NORMAL ? 1 : 2, len,
                         sizeof(T) < 2 ? 128 : 256 / sizeof(T));
}

namespace detail {
enum AtomicOperation : uint8_t { atomicNone, atomicAdd, atomicMax, atomicMin };
template <class T>
ACC_API void setAtomic(AtomicOperation operation) {
    static_assert(
        isOneOf<T, int8_t, int16_t, int32_t, half, bfloat16_t, float>,
        "atomic stores on dav-2201 support the element types int8_t, int16_t, int32_t, half, bfloat16_t, float");
    issueControl(ACC_OP_SetAtomic, operation, dtypeOf<T>);
}
}  // namespace detail

// Later stores to GM add to (take the maximum, minimum with) what is there, element by element of type T.
template <typename T>
ACC_API void SetAtomicAdd() {
    detail::setAtomic<T>(detail::atomicAdd);
}
template <typename T>
ACC_API void SetAtomicMax() {
    detail::setAtomic<T>(detail::atomicMax);
}
template <typename T>
ACC_API void SetAtomicMin() {
    detail::setAtomic<T>(detail::atomicMin);
}
ACC_API void SetAtomicNone() {
    detail::issueControl(ACC_OP_SetAtomic, detail::atomicNone, ACC_FLOAT);
}
ACC_API void DisableDmaAtomic() {
    SetAtomicNone();
}

// The type alone, the operation stays.
template <typename T>
ACC_API void SetAtomicType() {
    static_assert(
        detail::isOneOf<T, int8_t, int16_t, int32_t, half, bfloat16_t, float>,
        "atomic stores on dav-2201 support the element types int8_t, int16_t, int32_t, half, bfloat16_t, float");
    detail::issueControl(ACC_OP_SetAtomicType, 0, detail::dtypeOf<T>);
}

namespace detail {
// AccDtype by AtomicDtype.
constexpr uint8_t kAtomicTypes[] = {ACC_DTYPE_COUNT, ACC_FLOAT, ACC_HALF, ACC_INT16, ACC_INT32, ACC_INT8, ACC_BF16};
}  // namespace detail
template <AtomicDtype type, AtomicOp op>
ACC_API void SetStoreAtomicConfig() {
    static_assert(op == AtomicOp::ATOMIC_SUM, "the only AtomicOp is ATOMIC_SUM");
    detail::issueControl(ACC_OP_SetAtomic, type == AtomicDtype::ATOMIC_NONE ? detail::atomicNone : detail::atomicAdd,
                         detail::kAtomicTypes[int(type)]);
}
ACC_API void GetStoreAtomicConfig(uint16_t& atomicType, uint16_t& atomicOp) {
    atomicType = 0;
    const uint64_t type = accReadRegister(ACC_REG_ATOMIC_TYPE);
    for (uint16_t i = 1; i < sizeof(detail::kAtomicTypes); ++i) {
        atomicType = detail::kAtomicTypes[i] == type ? i : atomicType;
    }
    atomicOp = 0;
}

// Bits startBit..endBit of the control register. On dav-2201 bit 48 (0: results of half and bfloat16_t saturate, 1:
// they keep infinity and NaN) and bit 59 (1: conversions to integers keep the low bits instead of saturating) have a
// meaning.
template <int8_t startBit, int8_t endBit>
ACC_API void SetCtrlSpr(int64_t value) {
    static_assert(0 <= startBit && startBit <= endBit && endBit < 64, "SetCtrlSpr: 0 <= startBit <= endBit <= 63");
    detail::issueControl(ACC_OP_SetCtrl, uint8_t(startBit), endBit, uint64_t(value));
}
template <int8_t startBit, int8_t endBit>
ACC_API int64_t GetCtrlSpr() {
    static_assert(0 <= startBit && startBit <= endBit && endBit < 64, "GetCtrlSpr: 0 <= startBit <= endBit <= 63");
    const uint64_t bits = accReadRegister(ACC_REG_CTRL) >> startBit;
    constexpr int kWidth = endBit - startBit + 1;
    return int64_t(kWidth == 64 ? bits : bits & ((uint64_t(1) << (kWidth & 63)) - 1));
}
template <SaturationMode mode>
ACC_API void SetSaturationFlag(bool enableSat) {
    static_assert(mode == SaturationMode::FLOAT || mode == SaturationMode::CAST,
                  "saturation modes of dav-2201 are FLOAT and CAST");
    if constexpr (mode == SaturationMode::FLOAT) {
        SetCtrlSpr<48, 48>(!enableSat);
    } else {
        SetCtrlSpr<59, 59>(!enableSat);
    }
}
template <SaturationMode mode>
ACC_API bool GetSaturationFlag() {
    static_assert(mode == SaturationMode::FLOAT || mode == SaturationMode::CAST,
                  "saturation modes of dav-2201 are FLOAT and CAST");
    if constexpr (mode == SaturationMode::FLOAT) {
        return GetCtrlSpr<48, 48>() == 0;
    } else {
        return GetCtrlSpr<59, 59>() == 0;
    }
}

// Helpers that kernels call though no document has them.
class AscendCUtils {
public:
    template <typename T>
    ACC_API static void SetMask(const uint64_t& maskHigh, const uint64_t& maskLow) {
        SetVectorMask<T>(maskHigh, maskLow);
    }
    template <typename T>
    ACC_API static void SetMask(int32_t len) {
        constexpr int32_t kLanes = sizeof(T) < 2 ? 128 : 256 / int32_t(sizeof(T));
        SetVectorMask<T>(len > kLanes ? kLanes : len);
    }
    ACC_API static void ResetMask() { AscendC::ResetMask(); }
    ACC_API static void SetMaskCount() { AscendC::SetMaskCount(); }
    ACC_API static void SetMaskNorm() { AscendC::SetMaskNorm(); }
    ACC_API static void SetOverflow(uint64_t ctrlValue) { SetCtrlSpr<48, 48>(int64_t(ctrlValue)); }
};

// Scale of the Cast from int32_t to half.
ACC_API void SetDeqScale(half scale) {
    detail::issueControl(ACC_OP_SetDeqScale, 0, 0, detail::bitsOf(scale));
}

// Resets the sticky registers (atomics off, mask mode normal, mask all ones); a kernel without TPipe starts with it.
ACC_API void InitSocState() {
    detail::issueControl(ACC_OP_InitSocState);
}

// Scalar accesses are coherent in the emulator: only the checkers care.
template <typename T, CacheLine entireType, DcciDst dcciDst = DcciDst::CACHELINE_OUT>
ACC_API void DataCacheCleanAndInvalid(const GlobalTensor<T>& dst) {
    detail::issueControl(ACC_OP_DataCacheCleanAndInvalid, uint8_t(entireType), 0,
                         reinterpret_cast<uint64_t>(dst.GetPhyAddr()));
}
template <typename T, CacheLine entireType, DcciDst dcciDst = DcciDst::CACHELINE_OUT>
ACC_API void DataCacheCleanAndInvalid(const LocalTensor<T>&) {}
template <typename T>
ACC_API void DataCachePreload(const GlobalTensor<T>&, int64_t) {}
ACC_API void ICachePreLoad(const int64_t) {}
ACC_API int64_t GetICachePreloadStatus() {
    return 0;
}

}  // namespace AscendC

// The device language's own spelling of flags, barriers and masks.
template <class Id>
ACC_API void set_flag(pipe_t src, pipe_t dst, Id id) {
    AscendC::detail::issueControl(ACC_OP_SetFlag, uint8_t(src * 7 + dst), id);
}
template <class Id>
ACC_API void wait_flag(pipe_t src, pipe_t dst, Id id) {
    AscendC::detail::issueControl(ACC_OP_WaitFlag, uint8_t(src * 7 + dst), id);
}
ACC_API void pipe_barrier(pipe_t pipe) {
    AscendC::detail::issueControl(ACC_OP_PipeBarrier, uint8_t(pipe));
}
ACC_API void set_mask_norm() {
    AscendC::SetMaskNorm();
}
ACC_API void set_mask_count() {
    AscendC::SetMaskCount();
}
ACC_API void set_vector_mask(uint64_t high, uint64_t low) {
    AscendC::SetVectorMask<int8_t>(high, low);
}
