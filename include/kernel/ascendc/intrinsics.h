// SPDX-License-Identifier: Apache-2.0
// The device language's own spelling of moves, atomics and barriers (ascendc-core 1.8), and what the C API shares with
// it: tensors at plain pointers.
#pragma once

#include "move.h"
#include "scalar.h"
#include "sync.h"

namespace AscendC {
namespace detail {

// All of UB from a pointer on; it must not wrap, so pointers that are not in UB become an offset that no rule accepts.
template <class T>
ACC_API LocalTensor<T> unifiedBuffer(const __ubuf__ T* pointer) {
    const AccBlock* block = accCurrentBlock();
    const uint32_t bytes = block->memoryBytes[ACC_MEM_UB];
    const uint64_t offset =
        uint64_t(reinterpret_cast<uintptr_t>(pointer) - reinterpret_cast<uintptr_t>(block->memory[ACC_MEM_UB]));
    const uint32_t begin = offset > bytes ? bytes : uint32_t(offset);
    return LocalTensor<T>(TPosition::VECCALC, begin, uint32_t((bytes - begin) / sizeof(T)));
}
template <class T>
ACC_API GlobalTensor<T> globalMemory(const __gm__ T* pointer) {
    GlobalTensor<T> tensor;
    tensor.SetGlobalBuffer(const_cast<T*>(pointer));
    return tensor;
}

// Elements of a pointer: bytes behind void.
template <class T>
using PointedTo = std::conditional_t<std::is_void_v<T>, uint8_t, std::remove_const_t<T>>;
template <class T>
ACC_API auto ub(T* pointer) {
    return unifiedBuffer(reinterpret_cast<const PointedTo<T>*>(pointer));
}
template <class T>
ACC_API auto gm(T* pointer) {
    return globalMemory(reinterpret_cast<const PointedTo<T>*>(pointer));
}

// Bursts between pointers without a type: what is stored is of the type that atomic stores are on for.
template <class D, class S>
ACC_API void copyBursts(const D& dst, const S& src, uint16_t nBurst, uint16_t lenBurst, uint16_t srcGap,
                        uint16_t dstGap) {
    AccInstr instr;
    setMoveOperands(instr, ACC_OP_DataCopy, dst, src);
    if (const uint64_t type = accReadRegister(ACC_REG_ATOMIC_TYPE); ACC_UNLIKELY(type < ACC_DTYPE_COUNT)) {
        instr.operand[0].dtype = instr.operand[1].dtype = uint8_t(type);
    }
    instr.form = ACC_FORM_MOVE_STRIDED;
    instr.move = {nBurst, lenBurst * 32U, srcGap * 32U, dstGap * 32U, 0, 0, false};
    accIssue(&instr);
}

}  // namespace detail
}  // namespace AscendC

// Bursts of 32-byte blocks, gaps in blocks.
ACC_API void copy_gm_to_ubuf(__ubuf__ void* dst, const __gm__ void* src, uint8_t, uint16_t nBurst, uint16_t lenBurst,
                             uint16_t srcGap, uint16_t dstGap) {
    AscendC::detail::copyBursts(AscendC::detail::ub(dst), AscendC::detail::gm(src), nBurst, lenBurst, srcGap, dstGap);
}
ACC_API void copy_ubuf_to_gm(__gm__ void* dst, const __ubuf__ void* src, uint8_t, uint16_t nBurst, uint16_t lenBurst,
                             uint16_t srcGap, uint16_t dstGap) {
    AscendC::detail::copyBursts(AscendC::detail::gm(dst), AscendC::detail::ub(src), nBurst, lenBurst, srcGap, dstGap);
}
ACC_API void copy_ubuf_to_ubuf(__ubuf__ void* dst, const __ubuf__ void* src, uint8_t, uint16_t nBurst,
                               uint16_t lenBurst, uint16_t srcGap, uint16_t dstGap) {
    AscendC::detail::copyBursts(AscendC::detail::ub(dst), AscendC::detail::ub(src), nBurst, lenBurst, srcGap, dstGap);
}
// Bursts of bytes; padding in elements. The gap in GM is bytes, that in UB blocks.
#define ACC_ALIGNED(bits, type)                                                                                      \
    ACC_API void copy_gm_to_ubuf_align_b##bits(__ubuf__ void* dst, const __gm__ void* src, uint8_t, uint16_t nBurst, \
                                               uint32_t lenBurst, uint8_t leftPadding, uint8_t rightPadding,         \
                                               uint32_t srcGap, uint32_t dstGap) {                                   \
        AscendC::DataCopyPad(AscendC::detail::ub(static_cast<type*>(dst)),                                           \
                             AscendC::detail::gm(static_cast<const type*>(src)),                                     \
                             AscendC::DataCopyExtParams(nBurst, lenBurst, srcGap, dstGap, 0),                        \
                             AscendC::DataCopyPadExtParams<type>(false, leftPadding, rightPadding, 0));              \
    }                                                                                                                \
    ACC_API void copy_ubuf_to_gm_align_b##bits(__gm__ void* dst, const __ubuf__ void* src, uint8_t, uint16_t nBurst, \
                                               uint32_t lenBurst, uint8_t, uint8_t, uint32_t srcGap,                 \
                                               uint32_t dstGap) {                                                    \
        AscendC::DataCopyPad(AscendC::detail::gm(static_cast<type*>(dst)),                                           \
                             AscendC::detail::ub(static_cast<const type*>(src)),                                     \
                             AscendC::DataCopyExtParams(nBurst, lenBurst, srcGap, dstGap, 0));                       \
    }
ACC_ALIGNED(8, int8_t)
ACC_ALIGNED(16, int16_t)
ACC_ALIGNED(32, int32_t)
#undef ACC_ALIGNED

// Atomic stores: a type turns them on, with addition unless another operation follows.
#define ACC_ATOMIC_TYPE(suffix, type)    \
    ACC_API void set_atomic_##suffix() { \
        AscendC::SetAtomicAdd<type>();   \
    }
ACC_ATOMIC_TYPE(f32, float)
ACC_ATOMIC_TYPE(f16, half)
ACC_ATOMIC_TYPE(bf16, bfloat16_t)
ACC_ATOMIC_TYPE(s32, int32_t)
ACC_ATOMIC_TYPE(s16, int16_t)
ACC_ATOMIC_TYPE(s8, int8_t)
#undef ACC_ATOMIC_TYPE
ACC_API void set_atomic_add() {}
ACC_API void set_atomic_max() {
    AscendC::detail::issueControl(ACC_OP_SetAtomic, AscendC::detail::atomicMax,
                                  int64_t(accReadRegister(ACC_REG_ATOMIC_TYPE)));
}
ACC_API void set_atomic_min() {
    AscendC::detail::issueControl(ACC_OP_SetAtomic, AscendC::detail::atomicMin,
                                  int64_t(accReadRegister(ACC_REG_ATOMIC_TYPE)));
}
ACC_API void set_atomic_none() {
    AscendC::SetAtomicNone();
}

enum mem_dsb_t { DSB_ALL = 0, DSB_DDR = 1, DSB_UB = 2, DSB_SEQ = 3 };
ACC_API void dsb(mem_dsb_t kind) {
    AscendC::detail::issueControl(ACC_OP_DataSyncBarrier, uint8_t(kind));
}
