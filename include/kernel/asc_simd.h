// SPDX-License-Identifier: Apache-2.0
// The C API of vector cores: functions on plain pointers, overloads in place of templates (ascendc-reg 12.3-12.6).
//
//   asc_add(dst, src0, src1, count)                          the first `count` elements
//   asc_add(dst, src0, src1, repeat, strides...)             repeats, lanes from the mask register
//   asc_add_sync(dst, src0, src1, count)                     waits for the result
#pragma once

#include "ascendc/intrinsics.h"
#include "kernel_operator.h"

namespace AscendC::detail {

// Not deduced from: the type of the tensors decides.
template <class T>
struct Identity {
    using type = T;
};
template <class T>
using Same = typename Identity<T>::type;

ACC_API void waitForAll() {
    issueControl(ACC_OP_PipeBarrier, uint8_t(PIPE_ALL));
}

// A reduction of `count` elements in counter mode.
template <class T>
ACC_API void countMask(uint32_t count) {
    SetMaskCount();
    SetVectorMask<T, MaskMode::COUNTER>(0, count);
}
ACC_API void normalMask() {
    SetMaskNorm();
    ResetMask();
}

}  // namespace AscendC::detail

// ---- Kernel and cores

ACC_API void asc_init() {
    AscendC::InitSocState();
}
ACC_API AscendC::detail::LocalAddress<uint8_t> asc_get_phy_buf_addr(uint64_t byteOffset) {
    return get_imm(byteOffset);
}
ACC_API int64_t asc_get_block_idx() {
    return AscendC::GetBlockIdx();
}
ACC_API int64_t asc_get_block_num() {
    return AscendC::GetBlockNum();
}
ACC_API int64_t asc_get_sub_block_id() {
    return AscendC::GetSubBlockIdx();
}
ACC_API int64_t asc_get_sub_block_num() {
    return AscendC::GetSubBlockNum();
}
ACC_API int64_t asc_get_system_cycle() {
    return AscendC::GetSystemCycle();
}
ACC_API int64_t asc_get_program_counter() {
    return AscendC::GetProgramCounter();
}

// ---- Scalars

ACC_API int64_t asc_popc(uint64_t value) {
    return __builtin_popcountll(value);
}
ACC_API int64_t asc_zero_bits_cnt(uint64_t value) {
    return 64 - __builtin_popcountll(value);
}
ACC_API int64_t asc_clz(uint64_t value) {
    return value == 0 ? 64 : __builtin_clzll(value);
}
ACC_API int64_t asc_ffs(uint64_t value) {
    return value == 0 ? -1 : __builtin_ctzll(value);
}
ACC_API int64_t asc_ffz(uint64_t value) {
    return asc_ffs(~value);
}
// How many bits below the sign are equal to it.
ACC_API int64_t asc_sflbits(int64_t value) {
    return __builtin_clrsbll(value);
}
ACC_API uint64_t asc_set_nthbit(uint64_t value, uint64_t bit) {
    return value | uint64_t(1) << (bit & 63);
}
ACC_API uint64_t asc_clear_nthbit(uint64_t value, uint64_t bit) {
    return value & ~(uint64_t(1) << (bit & 63));
}

// ---- Registers

ACC_API uint64_t asc_get_ctrl() {
    return accReadRegister(ACC_REG_CTRL);
}
ACC_API void asc_set_ctrl(uint64_t value) {
    AscendC::SetCtrlSpr<0, 63>(int64_t(value));
}
ACC_API void asc_set_mask_norm() {
    AscendC::SetMaskNorm();
}
ACC_API void asc_set_mask_count() {
    AscendC::SetMaskCount();
}
ACC_API void asc_set_vector_mask(uint64_t high, uint64_t low) {
    set_vector_mask(high, low);
}
ACC_API void asc_set_deq_scale(half scale) {
    AscendC::SetDeqScale(scale);
}

#define ACC_ASC_ATOMICS(suffix, type)            \
    ACC_API void asc_set_atomic_add_##suffix() { \
        AscendC::SetAtomicAdd<type>();           \
    }                                            \
    ACC_API void asc_set_atomic_max_##suffix() { \
        AscendC::SetAtomicMax<type>();           \
    }                                            \
    ACC_API void asc_set_atomic_min_##suffix() { \
        AscendC::SetAtomicMin<type>();           \
    }
ACC_ASC_ATOMICS(float, float)
ACC_ASC_ATOMICS(float16, half)
ACC_ASC_ATOMICS(bfloat, bfloat16_t)
ACC_ASC_ATOMICS(int, int32_t)
ACC_ASC_ATOMICS(int16, int16_t)
ACC_ASC_ATOMICS(int8, int8_t)
#undef ACC_ASC_ATOMICS
ACC_API void asc_set_atomic_none() {
    AscendC::SetAtomicNone();
}

// ---- Synchronisation

template <class Id>
ACC_API void asc_sync_notify(pipe_t pipe, pipe_t triggered, Id id) {
    set_flag(pipe, triggered, id);
}
template <class Id>
ACC_API void asc_sync_wait(pipe_t pipe, pipe_t triggered, Id id) {
    wait_flag(pipe, triggered, id);
}
ACC_API void asc_sync_pipe(pipe_t pipe) {
    pipe_barrier(pipe);
}
ACC_API void asc_sync() {
    AscendC::detail::waitForAll();
}
ACC_API void asc_sync_vec() {
    AscendC::detail::waitForAll();
}
ACC_API void asc_sync_mte2(int64_t = 0) {
    AscendC::detail::waitForAll();
}
ACC_API void asc_sync_mte3(int64_t = 0) {
    AscendC::detail::waitForAll();
}
ACC_API void asc_sync_data_barrier(mem_dsb_t kind) {
    dsb(kind);
}

// Mode 0: all blocks; 1: the vector cores of a block; 2: its cube core and its vector cores.
#define ACC_ASC_CROSS(name, mode)                                    \
    ACC_API void asc_sync_##name##_arrive(pipe_t pipe, int64_t id) { \
        ffts_cross_core_sync(pipe, 1 | mode << 4 | id << 8);         \
    }                                                                \
    ACC_API void asc_sync_##name##_wait(pipe_t, int64_t id) {        \
        wait_flag_dev(id);                                           \
    }
ACC_ASC_CROSS(inter, 0)
ACC_ASC_CROSS(subblock, 1)
ACC_ASC_CROSS(block, 2)
#undef ACC_ASC_CROSS

// ---- Data movement

// Bytes, a multiple of 32; or bursts of 32-byte blocks with gaps in blocks.
#define ACC_ASC_COPY(from, to, dstOf, srcOf, dstSpace, srcSpace)                                                      \
    ACC_API void asc_copy_##from##2##to(dstSpace void* dst, const srcSpace void* src, uint32_t size) {                \
        AscendC::detail::copyBursts(AscendC::detail::dstOf(dst), AscendC::detail::srcOf(src), 1, uint16_t(size / 32), \
                                    0, 0);                                                                            \
    }                                                                                                                 \
    ACC_API void asc_copy_##from##2##to(dstSpace void* dst, const srcSpace void* src, uint16_t nBurst,                \
                                        uint16_t lenBurst, uint16_t srcGap, uint16_t dstGap) {                        \
        AscendC::detail::copyBursts(AscendC::detail::dstOf(dst), AscendC::detail::srcOf(src), nBurst, lenBurst,       \
                                    srcGap, dstGap);                                                                  \
    }                                                                                                                 \
    ACC_API void asc_copy_##from##2##to##_sync(dstSpace void* dst, const srcSpace void* src, uint32_t size) {         \
        asc_copy_##from##2##to(dst, src, size);                                                                       \
        AscendC::detail::waitForAll();                                                                                \
    }
ACC_ASC_COPY(gm, ub, ub, gm, __ubuf__, __gm__)
ACC_ASC_COPY(ub, gm, gm, ub, __gm__, __ubuf__)
ACC_ASC_COPY(ub, ub, ub, ub, __ubuf__, __ubuf__)
#undef ACC_ASC_COPY

template <class T>
ACC_API void asc_set_copy_pad_val(T value) {
    AscendC::SetPadValue(value);
}
// Bursts of bytes, padding in elements; the gap in GM is bytes, that in UB blocks.
template <class T>
ACC_API void asc_copy_gm2ub_align(__ubuf__ T* dst, const __gm__ AscendC::detail::Same<T>* src, uint16_t nBurst,
                                  uint32_t lenBurst, uint8_t leftPadding, uint8_t rightPadding, uint32_t srcGap,
                                  uint32_t dstGap) {
    AscendC::DataCopyPad(AscendC::detail::ub(dst), AscendC::detail::gm(src),
                         AscendC::DataCopyExtParams(nBurst, lenBurst, srcGap, dstGap, 0),
                         AscendC::DataCopyPadExtParams<T>(false, leftPadding, rightPadding, T()));
}
template <class T>
ACC_API void asc_copy_ub2gm_align(__gm__ T* dst, const __ubuf__ AscendC::detail::Same<T>* src, uint16_t nBurst,
                                  uint32_t lenBurst, uint8_t, uint8_t, uint32_t srcGap, uint32_t dstGap) {
    AscendC::DataCopyPad(AscendC::detail::gm(dst), AscendC::detail::ub(src),
                         AscendC::DataCopyExtParams(nBurst, lenBurst, srcGap, dstGap, 0));
}
template <class T>
ACC_API void asc_copy_gm2ub_align(__ubuf__ T* dst, const __gm__ AscendC::detail::Same<T>* src, uint32_t size) {
    asc_copy_gm2ub_align(dst, src, 1, size, 0, 0, 0, 0);
}
template <class T>
ACC_API void asc_copy_ub2gm_align(__gm__ T* dst, const __ubuf__ AscendC::detail::Same<T>* src, uint32_t size) {
    asc_copy_ub2gm_align(dst, src, 1, size, 0, 0, 0, 0);
}

// ---- Vector instructions

#define ACC_ASC_SYNC(name, parameters, arguments) \
    template <class T>                            \
    ACC_API void asc_##name##_sync parameters {   \
        asc_##name arguments;                     \
        AscendC::detail::waitForAll();            \
    }

#define ACC_ASC_UNARY(name, instruction)                                                                           \
    template <class T>                                                                                             \
    ACC_API void asc_##name(__ubuf__ T* dst, const __ubuf__ AscendC::detail::Same<T>* src, uint32_t count) {       \
        AscendC::instruction(AscendC::detail::ub(dst), AscendC::detail::ub(src), int32_t(count));                  \
    }                                                                                                              \
    template <class T>                                                                                             \
    ACC_API void asc_##name(__ubuf__ T* dst, const __ubuf__ AscendC::detail::Same<T>* src, uint8_t repeat,         \
                            uint16_t dstBlkStride, uint16_t srcBlkStride, uint16_t dstRepStride,                   \
                            uint16_t srcRepStride) {                                                               \
        AscendC::instruction<T, false>(                                                                            \
            AscendC::detail::ub(dst), AscendC::detail::ub(src), AscendC::MASK_PLACEHOLDER, repeat,                 \
            AscendC::UnaryRepeatParams(dstBlkStride, srcBlkStride, uint8_t(dstRepStride), uint8_t(srcRepStride))); \
    }                                                                                                              \
    ACC_ASC_SYNC(name, (__ubuf__ T * dst, const __ubuf__ AscendC::detail::Same<T>* src, uint32_t count),           \
                 (dst, src, count))
ACC_ASC_UNARY(exp, Exp)
ACC_ASC_UNARY(log, Ln)
ACC_ASC_UNARY(abs, Abs)
ACC_ASC_UNARY(sqrt, Sqrt)
ACC_ASC_UNARY(rcp, Reciprocal)
ACC_ASC_UNARY(rsqrt, Rsqrt)
ACC_ASC_UNARY(relu, Relu)
ACC_ASC_UNARY(not, Not)
#undef ACC_ASC_UNARY

// Sources of the destination's type (1) or of a type of their own (2).
#define ACC_ASC_TEMPLATE_1 template <class T>
#define ACC_ASC_SOURCE_1 AscendC::detail::Same<T>
#define ACC_ASC_ARGUMENTS_1 T, false
#define ACC_ASC_TEMPLATE_2 template <class T, class U>
#define ACC_ASC_SOURCE_2 U
#define ACC_ASC_ARGUMENTS_2 T, U, false

#define ACC_ASC_BINARY(name, instruction, types)                                                                       \
    ACC_ASC_TEMPLATE_##types ACC_API void asc_##name(__ubuf__ T* dst, const __ubuf__ ACC_ASC_SOURCE_##types* src0,     \
                                                     const __ubuf__ ACC_ASC_SOURCE_##types* src1, uint32_t count) {    \
        AscendC::instruction(AscendC::detail::ub(dst), AscendC::detail::ub(src0), AscendC::detail::ub(src1),           \
                             int32_t(count));                                                                          \
    }                                                                                                                  \
    ACC_ASC_TEMPLATE_##types ACC_API void asc_##name(                                                                  \
        __ubuf__ T* dst, const __ubuf__ ACC_ASC_SOURCE_##types* src0, const __ubuf__ ACC_ASC_SOURCE_##types* src1,     \
        uint8_t repeat, uint8_t dstBlkStride, uint8_t src0BlkStride, uint8_t src1BlkStride, uint8_t dstRepStride,      \
        uint8_t src0RepStride, uint8_t src1RepStride) {                                                                \
        AscendC::instruction<ACC_ASC_ARGUMENTS_##types>(                                                               \
            AscendC::detail::ub(dst), AscendC::detail::ub(src0), AscendC::detail::ub(src1), AscendC::MASK_PLACEHOLDER, \
            repeat,                                                                                                    \
            AscendC::BinaryRepeatParams(dstBlkStride, src0BlkStride, src1BlkStride, dstRepStride, src0RepStride,       \
                                        src1RepStride));                                                               \
    }                                                                                                                  \
    ACC_ASC_TEMPLATE_##types ACC_API void asc_##name##_sync(                                                           \
        __ubuf__ T* dst, const __ubuf__ ACC_ASC_SOURCE_##types* src0, const __ubuf__ ACC_ASC_SOURCE_##types* src1,     \
        uint32_t count) {                                                                                              \
        asc_##name(dst, src0, src1, count);                                                                            \
        AscendC::detail::waitForAll();                                                                                 \
    }
ACC_ASC_BINARY(add, Add, 1)
ACC_ASC_BINARY(sub, Sub, 1)
ACC_ASC_BINARY(mul, Mul, 1)
ACC_ASC_BINARY(div, Div, 1)
ACC_ASC_BINARY(max, Max, 1)
ACC_ASC_BINARY(min, Min, 1)
ACC_ASC_BINARY(and, And, 1)
ACC_ASC_BINARY(or, Or, 1)
ACC_ASC_BINARY(mul_add, FusedMulAdd, 1)
ACC_ASC_BINARY(mul_add_relu, MulAddRelu, 1)
ACC_ASC_BINARY(fma, MulAddDst, 2)
ACC_ASC_BINARY(mul_cast, MulCast, 2)

namespace AscendC::detail {
// Equal types add or subtract, other pairs convert as well.
#define ACC_ASC_RELU(name)                                                                                    \
    template <class T, class U>                                                                               \
    ACC_API void asc##name(const LocalTensor<T>& dst, const LocalTensor<U>& src0, const LocalTensor<U>& src1, \
                           const int32_t& count) {                                                            \
        if constexpr (std::is_same_v<T, U>) {                                                                 \
            name(dst, src0, src1, count);                                                                     \
        } else {                                                                                              \
            name##Cast(dst, src0, src1, count);                                                               \
        }                                                                                                     \
    }                                                                                                         \
    template <class T, class U, bool isSetMask>                                                               \
    ACC_API void asc##name(const LocalTensor<T>& dst, const LocalTensor<U>& src0, const LocalTensor<U>& src1, \
                           uint64_t mask, uint8_t repeat, const BinaryRepeatParams& params) {                 \
        if constexpr (std::is_same_v<T, U>) {                                                                 \
            name<T, isSetMask>(dst, src0, src1, mask, repeat, params);                                        \
        } else {                                                                                              \
            name##Cast<T, U, isSetMask>(dst, src0, src1, mask, repeat, params);                               \
        }                                                                                                     \
    }
ACC_ASC_RELU(AddRelu)
ACC_ASC_RELU(SubRelu)
#undef ACC_ASC_RELU
}  // namespace AscendC::detail
ACC_ASC_BINARY(add_relu, detail::ascAddRelu, 2)
ACC_ASC_BINARY(sub_relu, detail::ascSubRelu, 2)

#define ACC_ASC_SCALAR(name, instruction, types, Value, value)                                                     \
    ACC_ASC_TEMPLATE_##types ACC_API void asc_##name(__ubuf__ T* dst, const __ubuf__ ACC_ASC_SOURCE_##types* src,  \
                                                     Value scalar, uint32_t count) {                               \
        AscendC::instruction(AscendC::detail::ub(dst), AscendC::detail::ub(src), value, int32_t(count));           \
    }                                                                                                              \
    ACC_ASC_TEMPLATE_##types ACC_API void asc_##name(                                                              \
        __ubuf__ T* dst, const __ubuf__ ACC_ASC_SOURCE_##types* src, Value scalar, uint8_t repeat,                 \
        uint16_t dstBlkStride, uint16_t srcBlkStride, uint16_t dstRepStride, uint16_t srcRepStride) {              \
        AscendC::instruction<ACC_ASC_ARGUMENTS_##types>(                                                           \
            AscendC::detail::ub(dst), AscendC::detail::ub(src), value, AscendC::MASK_PLACEHOLDER, repeat,          \
            AscendC::UnaryRepeatParams(dstBlkStride, srcBlkStride, uint8_t(dstRepStride), uint8_t(srcRepStride))); \
    }                                                                                                              \
    ACC_ASC_TEMPLATE_##types ACC_API void asc_##name##_sync(                                                       \
        __ubuf__ T* dst, const __ubuf__ ACC_ASC_SOURCE_##types* src, Value scalar, uint32_t count) {               \
        asc_##name(dst, src, scalar, count);                                                                       \
        AscendC::detail::waitForAll();                                                                             \
    }
ACC_ASC_SCALAR(add_scalar, Adds, 1, AscendC::detail::Same<T>, scalar)
ACC_ASC_SCALAR(sub_scalar, Adds, 1, AscendC::detail::Same<T>, T(-scalar))
ACC_ASC_SCALAR(mul_scalar, Muls, 1, AscendC::detail::Same<T>, scalar)
ACC_ASC_SCALAR(max_scalar, Maxs, 1, AscendC::detail::Same<T>, scalar)
ACC_ASC_SCALAR(min_scalar, Mins, 1, AscendC::detail::Same<T>, scalar)
ACC_ASC_SCALAR(leakyrelu, LeakyRelu, 1, AscendC::detail::Same<T>, scalar)
ACC_ASC_SCALAR(shiftleft, ShiftLeft, 1, uint32_t, T(scalar))
ACC_ASC_SCALAR(shiftright, ShiftRight, 1, uint32_t, T(scalar))
ACC_ASC_SCALAR(axpy, Axpy, 2, AscendC::detail::Same<U>, scalar)

template <class T>
ACC_API void asc_duplicate(__ubuf__ T* dst, AscendC::detail::Same<T> value, uint32_t count) {
    AscendC::Duplicate(AscendC::detail::ub(dst), value, int32_t(count));
}
template <class T>
ACC_API void asc_duplicate(__ubuf__ T* dst, AscendC::detail::Same<T> value, uint8_t repeat, uint16_t dstBlkStride,
                           uint16_t dstRepStride) {
    AscendC::Duplicate<T, false>(AscendC::detail::ub(dst), value, AscendC::MASK_PLACEHOLDER, repeat, dstBlkStride,
                                 uint8_t(dstRepStride));
}
template <class T>
ACC_API void asc_duplicate_sync(__ubuf__ T* dst, AscendC::detail::Same<T> value, uint32_t count) {
    asc_duplicate(dst, value, count);
    AscendC::detail::waitForAll();
}
template <class T>
ACC_API void asc_brcb(__ubuf__ T* dst, const __ubuf__ AscendC::detail::Same<T>* src, uint8_t repeat,
                      uint16_t dstBlkStride, uint16_t dstRepStride) {
    AscendC::Brcb(AscendC::detail::ub(dst), AscendC::detail::ub(src), repeat,
                  AscendC::BrcbRepeatParams(dstBlkStride, dstRepStride));
}
template <class T>
ACC_API void asc_copy(__ubuf__ T* dst, const __ubuf__ AscendC::detail::Same<T>* src, uint8_t repeat,
                      uint16_t dstBlkStride, uint16_t srcBlkStride, uint16_t dstRepStride, uint16_t srcRepStride) {
    AscendC::Copy<T, false>(AscendC::detail::ub(dst), AscendC::detail::ub(src), AscendC::MASK_PLACEHOLDER, repeat,
                            AscendC::CopyRepeatParams(dstBlkStride, srcBlkStride, dstRepStride, srcRepStride));
}

// Comparisons: into bits, or without a destination into the CMPMASK register.
#define ACC_ASC_COMPARE(name, mode)                                                                                    \
    template <class T>                                                                                                 \
    ACC_API void asc_##name(__ubuf__ uint8_t* dst, const __ubuf__ T* src0, const __ubuf__ T* src1, uint32_t count) {   \
        AscendC::Compare(AscendC::detail::ub(dst), AscendC::detail::ub(src0), AscendC::detail::ub(src1),               \
                         AscendC::CMPMODE::mode, count);                                                               \
    }                                                                                                                  \
    template <class T>                                                                                                 \
    ACC_API void asc_##name##_scalar(__ubuf__ uint8_t* dst, const __ubuf__ T* src, AscendC::detail::Same<T> value,     \
                                     uint32_t count) {                                                                 \
        AscendC::Compares(AscendC::detail::ub(dst), AscendC::detail::ub(src), value, AscendC::CMPMODE::mode, count);   \
    }                                                                                                                  \
    template <class T>                                                                                                 \
    ACC_API void asc_##name(const __ubuf__ T* src0, const __ubuf__ T* src1, uint8_t repeat, uint8_t dstBlkStride,      \
                            uint8_t src0BlkStride, uint8_t src1BlkStride, uint8_t dstRepStride, uint8_t src0RepStride, \
                            uint8_t src1RepStride) {                                                                   \
        if (repeat != 0) {                                                                                             \
            AscendC::Compare<T, false>(AscendC::detail::ub(src0), AscendC::detail::ub(src1), AscendC::CMPMODE::mode,   \
                                       AscendC::MASK_PLACEHOLDER,                                                      \
                                       AscendC::BinaryRepeatParams(dstBlkStride, src0BlkStride, src1BlkStride,         \
                                                                   dstRepStride, src0RepStride, src1RepStride));       \
        }                                                                                                              \
    }
ACC_ASC_COMPARE(eq, EQ)
ACC_ASC_COMPARE(ne, NE)
ACC_ASC_COMPARE(lt, LT)
ACC_ASC_COMPARE(le, LE)
ACC_ASC_COMPARE(gt, GT)
ACC_ASC_COMPARE(ge, GE)
#undef ACC_ASC_COMPARE

template <class T>
ACC_API void asc_get_cmp_mask(__ubuf__ T* dst) {
    AscendC::GetCmpMask(AscendC::detail::ub(dst));
}
template <class T>
ACC_API void asc_set_cmp_mask(const __ubuf__ T* src) {
    AscendC::SetCmpMask(AscendC::detail::ub(src));
}
template <class T>
ACC_API void asc_select(__ubuf__ T* dst, const __ubuf__ AscendC::detail::Same<T>* src0,
                        const __ubuf__ AscendC::detail::Same<T>* src1, uint8_t repeat, uint8_t dstBlkStride,
                        uint8_t src0BlkStride, uint8_t src1BlkStride, uint8_t dstRepStride, uint8_t src0RepStride,
                        uint8_t src1RepStride) {
    AscendC::Select<T, AscendC::SELMODE::VSEL_CMPMASK_SPR>(
        AscendC::detail::ub(dst), AscendC::detail::ub(src0), AscendC::detail::ub(src1), repeat,
        AscendC::BinaryRepeatParams(dstBlkStride, src0BlkStride, src1BlkStride, dstRepStride, src0RepStride,
                                    src1RepStride));
}

// Reductions of each repeat, of each block, of pairs: with the mask register, or of `count` elements.
#define ACC_ASC_REDUCE(name, call)                                                                           \
    template <class T>                                                                                       \
    ACC_API void asc_##name(__ubuf__ T* dst, const __ubuf__ AscendC::detail::Same<T>* src, uint8_t repeat,   \
                            uint16_t dstRepStride, uint16_t srcBlkStride, uint16_t srcRepStride) {           \
        call;                                                                                                \
    }                                                                                                        \
    template <class T>                                                                                       \
    ACC_API void asc_##name(__ubuf__ T* dst, const __ubuf__ AscendC::detail::Same<T>* src, uint32_t count) { \
        AscendC::detail::countMask<T>(count);                                                                \
        asc_##name(dst, src, 1, 1, 1, 8);                                                                    \
        AscendC::detail::normalMask();                                                                       \
    }                                                                                                        \
    ACC_ASC_SYNC(name, (__ubuf__ T * dst, const __ubuf__ AscendC::detail::Same<T>* src, uint32_t count),     \
                 (dst, src, count))
#define ACC_ASC_WHOLE(instruction, ...)                                                                           \
    AscendC::instruction<T, false>(AscendC::detail::ub(dst), AscendC::detail::ub(src), AscendC::MASK_PLACEHOLDER, \
                                   repeat, dstRepStride, srcBlkStride, srcRepStride __VA_OPT__(, ) __VA_ARGS__)
#define ACC_ASC_BLOCKS(instruction)                                                            \
    AscendC::instruction<T, false>(AscendC::detail::ub(dst), AscendC::detail::ub(src), repeat, \
                                   AscendC::MASK_PLACEHOLDER, dstRepStride, srcBlkStride, srcRepStride)
ACC_ASC_REDUCE(repeat_reduce_sum, ACC_ASC_WHOLE(WholeReduceSum))
ACC_ASC_REDUCE(repeat_reduce_max_value_index, ACC_ASC_WHOLE(WholeReduceMax, AscendC::ReduceOrder::ORDER_VALUE_INDEX))
ACC_ASC_REDUCE(repeat_reduce_max_index_value, ACC_ASC_WHOLE(WholeReduceMax, AscendC::ReduceOrder::ORDER_INDEX_VALUE))
ACC_ASC_REDUCE(repeat_reduce_max_only_value, ACC_ASC_WHOLE(WholeReduceMax, AscendC::ReduceOrder::ORDER_ONLY_VALUE))
ACC_ASC_REDUCE(repeat_reduce_max_only_index, ACC_ASC_WHOLE(WholeReduceMax, AscendC::ReduceOrder::ORDER_ONLY_INDEX))
ACC_ASC_REDUCE(repeat_reduce_min_value_index, ACC_ASC_WHOLE(WholeReduceMin, AscendC::ReduceOrder::ORDER_VALUE_INDEX))
ACC_ASC_REDUCE(repeat_reduce_min_index_value, ACC_ASC_WHOLE(WholeReduceMin, AscendC::ReduceOrder::ORDER_INDEX_VALUE))
ACC_ASC_REDUCE(repeat_reduce_min_only_value, ACC_ASC_WHOLE(WholeReduceMin, AscendC::ReduceOrder::ORDER_ONLY_VALUE))
ACC_ASC_REDUCE(repeat_reduce_min_only_index, ACC_ASC_WHOLE(WholeReduceMin, AscendC::ReduceOrder::ORDER_ONLY_INDEX))
ACC_ASC_REDUCE(datablock_reduce_sum, ACC_ASC_BLOCKS(BlockReduceSum))
ACC_ASC_REDUCE(datablock_reduce_max, ACC_ASC_BLOCKS(BlockReduceMax))
ACC_ASC_REDUCE(datablock_reduce_min, ACC_ASC_BLOCKS(BlockReduceMin))
ACC_ASC_REDUCE(pair_reduce_sum, ACC_ASC_BLOCKS(PairReduceSum))
#undef ACC_ASC_BLOCKS
#undef ACC_ASC_WHOLE
#undef ACC_ASC_REDUCE

// ---- Conversions; rn to the nearest even, rna away from zero in a tie, rd down, ru up, rz to zero, ro odd.

#define ACC_ASC_CONVERT(name, From, To, mode)                                                                        \
    ACC_API void asc_##name(__ubuf__ To* dst, const __ubuf__ From* src, uint32_t count) {                            \
        AscendC::Cast(AscendC::detail::ub(dst), AscendC::detail::ub(src), AscendC::RoundMode::mode, count);          \
    }                                                                                                                \
    ACC_API void asc_##name(__ubuf__ To* dst, const __ubuf__ From* src, uint8_t repeat, uint16_t dstBlkStride,       \
                            uint16_t srcBlkStride, uint16_t dstRepStride, uint16_t srcRepStride) {                   \
        AscendC::Cast<To, From, false>(                                                                              \
            AscendC::detail::ub(dst), AscendC::detail::ub(src), AscendC::RoundMode::mode, AscendC::MASK_PLACEHOLDER, \
            repeat,                                                                                                  \
            AscendC::UnaryRepeatParams(dstBlkStride, srcBlkStride, uint8_t(dstRepStride), uint8_t(srcRepStride)));   \
    }                                                                                                                \
    ACC_API void asc_##name##_sync(__ubuf__ To* dst, const __ubuf__ From* src, uint32_t count) {                     \
        asc_##name(dst, src, count);                                                                                 \
        AscendC::detail::waitForAll();                                                                               \
    }
#define ACC_ASC_ROUND(name, From, To)                 \
    ACC_ASC_CONVERT(name##_rn, From, To, CAST_RINT)   \
    ACC_ASC_CONVERT(name##_rna, From, To, CAST_ROUND) \
    ACC_ASC_CONVERT(name##_rd, From, To, CAST_FLOOR)  \
    ACC_ASC_CONVERT(name##_ru, From, To, CAST_CEIL)   \
    ACC_ASC_CONVERT(name##_rz, From, To, CAST_TRUNC)
ACC_ASC_ROUND(bfloat162int32, bfloat16_t, int32_t)
ACC_ASC_ROUND(float2bfloat16, float, bfloat16_t)
ACC_ASC_ROUND(float2float, float, float)
ACC_ASC_ROUND(float2half, float, half)
ACC_ASC_ROUND(float2int16, float, int16_t)
ACC_ASC_ROUND(float2int32, float, int32_t)
ACC_ASC_ROUND(float2int64, float, int64_t)
ACC_ASC_ROUND(half2int8, half, int8_t)
ACC_ASC_ROUND(half2uint8, half, uint8_t)
ACC_ASC_ROUND(half2int16, half, int16_t)
ACC_ASC_ROUND(half2int32, half, int32_t)
ACC_ASC_ROUND(int322float, int32_t, float)
ACC_ASC_ROUND(int642float, int64_t, float)
ACC_ASC_ROUND(int162half, int16_t, half)
ACC_ASC_CONVERT(float2half_ro, float, half, CAST_ODD)
ACC_ASC_CONVERT(bfloat162float, bfloat16_t, float, CAST_NONE)
ACC_ASC_CONVERT(float2half, float, half, CAST_NONE)
ACC_ASC_CONVERT(half2float, half, float, CAST_NONE)
ACC_ASC_CONVERT(half2int8, half, int8_t, CAST_NONE)
ACC_ASC_CONVERT(half2uint8, half, uint8_t, CAST_NONE)
ACC_ASC_CONVERT(int82half, int8_t, half, CAST_NONE)
ACC_ASC_CONVERT(uint82half, uint8_t, half, CAST_NONE)
ACC_ASC_CONVERT(int162half, int16_t, half, CAST_NONE)
ACC_ASC_CONVERT(int162float, int16_t, float, CAST_NONE)
ACC_ASC_CONVERT(int322float, int32_t, float, CAST_NONE)
ACC_ASC_CONVERT(int322int16, int32_t, int16_t, CAST_NONE)
ACC_ASC_CONVERT(int322int64, int32_t, int64_t, CAST_NONE)
ACC_ASC_CONVERT(int642int32, int64_t, int32_t, CAST_NONE)
ACC_ASC_CONVERT(deq_int322half, int32_t, half, CAST_NONE)
#undef ACC_ASC_ROUND
#undef ACC_ASC_CONVERT

// ---- Output for people

template <class T>
ACC_API void asc_dump_ubuf(const __ubuf__ T* pointer, uint32_t desc, uint32_t count) {
    AscendC::DumpTensor(AscendC::detail::ub(pointer), desc, count);
}
template <class T>
ACC_API void asc_dump_gm(const __gm__ T* pointer, uint32_t desc, uint32_t count) {
    AscendC::DumpTensor(AscendC::detail::gm(pointer), desc, count);
}

#undef ACC_ASC_SCALAR
#undef ACC_ASC_BINARY
#undef ACC_ASC_ARGUMENTS_2
#undef ACC_ASC_SOURCE_2
#undef ACC_ASC_TEMPLATE_2
#undef ACC_ASC_ARGUMENTS_1
#undef ACC_ASC_SOURCE_1
#undef ACC_ASC_TEMPLATE_1
#undef ACC_ASC_SYNC
