// SPDX-License-Identifier: Apache-2.0
// Reductions (ascendc-vector 13): per repeat, per 32-byte block, per pair of lanes, and over a whole tensor.
//
// Sums are a tree of adjacent pairs, each node rounded to the element type. Of equal extremes the first one counts; an
// index is an unsigned integer in the bits of an element. Note the order of arguments: the classic Block, Pair and
// Repeat names take (repeatTime, mask), everything else (mask, repeatTime).
#pragma once

#include "vector.h"

namespace AscendC {
namespace detail {

ACC_API uint16_t stride16(AccOpcode opcode, const char* parameter, int32_t value) {
    if (ACC_UNLIKELY(uint32_t(value) > 65535)) {
        accRangeFault(opcode, parameter, value, 0, 65535);
    }
    return uint16_t(value);
}

template <class T>
ACC_API void setReduceOperands(AccInstr& instr, AccOpcode opcode, const LocalTensor<T>& dst,
                               const LocalTensor<T>& src) {
    static_assert(isOneOf<T, half, float>, "reductions on dav-2201 support the element types half, float");
    setOperands(instr, opcode, dst, src);
    instr.mode = 0;
}

// The lanes of a reduction's slice form. The documented type of a lane count is int32_t here.
template <class T, bool isSetMask>
ACC_API void setReduceMask(AccInstr& instr, int32_t mask) {
    if (isSetMask && ACC_UNLIKELY(mask < 0)) {
        accRangeFault(instr.opcode, "mask", mask, 0, lanesOf<T>);
    }
    setMask<lanesOf<T>, isSetMask>(instr, uint64_t(mask));
}
template <class T, bool isSetMask>
ACC_API void setReduceMask(AccInstr& instr, const uint64_t mask[]) {
    setMask<lanesOf<T>, isSetMask>(instr, mask);
}

template <class T, bool isSetMask, class Mask>
ACC_API void reduceRepeats(AccOpcode opcode, const LocalTensor<T>& dst, const LocalTensor<T>& src, Mask mask,
                           int32_t repeatTime, int32_t dstRepStride, int32_t srcBlkStride, int32_t srcRepStride,
                           ReduceOrder order = ReduceOrder::ORDER_ONLY_VALUE) {
    AccInstr instr;
    setReduceOperands(instr, opcode, dst, src);
    setReduceMask<T, isSetMask>(instr, mask);
    if (ACC_UNLIKELY(uint32_t(repeatTime) > 255)) {
        accRangeFault(opcode, "repeatTime", repeatTime, 0, 255);
    }
    instr.mode = uint8_t(order);
    instr.repeat = uint32_t(repeatTime);
    instr.blkStride[0] = 1;
    instr.repStride[0] = stride16(opcode, "dstRepStride", dstRepStride);
    instr.blkStride[1] = stride16(opcode, "srcBlkStride", srcBlkStride);
    instr.repStride[1] = stride16(opcode, "srcRepStride", srcRepStride);
    accIssue(&instr);
}

// The whole-tensor forms. `tmp` is checked, not used.
template <class T>
ACC_API void reduceCount(AccOpcode opcode, const LocalTensor<T>& dst, const LocalTensor<T>& src,
                         const LocalTensor<T>& tmp, int32_t count, bool calIndex, AccForm form = ACC_FORM_COUNT) {
    AccInstr instr;
    setReduceOperands(instr, opcode, dst, src);
    instr.operands = 3;
    instr.operand[2] = operandOf(tmp);
    instr.mode = calIndex;
    issueCount(instr, count, form);
}
template <class T, class Mask>
ACC_API void reduceSlice(AccOpcode opcode, const LocalTensor<T>& dst, const LocalTensor<T>& src,
                         const LocalTensor<T>& tmp, Mask mask, int32_t repeatTime, int32_t srcRepStride,
                         bool calIndex) {
    AccInstr instr;
    setReduceOperands(instr, opcode, dst, src);
    instr.operands = 3;
    instr.operand[2] = operandOf(tmp);
    setReduceMask<T, true>(instr, mask);
    if (ACC_UNLIKELY(repeatTime < 0)) {
        accRangeFault(opcode, "repeatTime", repeatTime, 0, INT32_MAX);
    }
    instr.mode = calIndex;
    instr.repeat = uint32_t(repeatTime);
    instr.blkStride[1] = 1;
    instr.repStride[1] = stride16(opcode, "srcRepStride", srcRepStride);
    accIssue(&instr);
}

constexpr AccOpcode chooseReduce(ReduceType type, AccOpcode sum, AccOpcode max, AccOpcode min) {
    return type == ReduceType::SUM ? sum : type == ReduceType::MAX ? max : min;
}

}  // namespace detail

// One result per repeat, dstRepStride results apart; a maximum or minimum is a pair of value and lane number unless
// `order` says otherwise.
#define ACC_REDUCE_REPEAT(maskType)                                                                                \
    template <typename T, bool isSetMask = true>                                                                   \
    ACC_API void WholeReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src, maskType,                    \
                                const int32_t repeatTime, const int32_t dstRepStride, const int32_t srcBlkStride,  \
                                const int32_t srcRepStride) {                                                      \
        detail::reduceRepeats<T, isSetMask>(ACC_OP_WholeReduceSum, dst, src, mask, repeatTime, dstRepStride,       \
                                            srcBlkStride, srcRepStride);                                           \
    }                                                                                                              \
    template <typename T, bool isSetMask = true>                                                                   \
    ACC_API void WholeReduceMax(const LocalTensor<T>& dst, const LocalTensor<T>& src, maskType,                    \
                                const int32_t repeatTime, const int32_t dstRepStride, const int32_t srcBlkStride,  \
                                const int32_t srcRepStride, ReduceOrder order = ReduceOrder::ORDER_VALUE_INDEX) {  \
        detail::reduceRepeats<T, isSetMask>(ACC_OP_WholeReduceMax, dst, src, mask, repeatTime, dstRepStride,       \
                                            srcBlkStride, srcRepStride, order);                                    \
    }                                                                                                              \
    template <typename T, bool isSetMask = true>                                                                   \
    ACC_API void WholeReduceMin(const LocalTensor<T>& dst, const LocalTensor<T>& src, maskType,                    \
                                const int32_t repeatTime, const int32_t dstRepStride, const int32_t srcBlkStride,  \
                                const int32_t srcRepStride, ReduceOrder order = ReduceOrder::ORDER_VALUE_INDEX) {  \
        detail::reduceRepeats<T, isSetMask>(ACC_OP_WholeReduceMin, dst, src, mask, repeatTime, dstRepStride,       \
                                            srcBlkStride, srcRepStride, order);                                    \
    }                                                                                                              \
    template <typename T, bool isSetMask = true>                                                                   \
    ACC_API void RepeatReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src, const int32_t repeatTime,   \
                                 maskType, const int32_t, const int32_t srcBlkStride, const int32_t dstRepStride,  \
                                 const int32_t srcRepStride) {                                                     \
        detail::reduceRepeats<T, isSetMask>(ACC_OP_RepeatReduceSum, dst, src, mask, repeatTime, dstRepStride,      \
                                            srcBlkStride, srcRepStride);                                           \
    }                                                                                                              \
    template <ReduceType reduceType, typename T, typename U, bool isSetMask = true>                                \
    ACC_API void ReduceRepeat(const LocalTensor<T>& dst, const LocalTensor<U>& src, maskType,                      \
                              const int32_t repeatTime, const int32_t dstRepStride, const int32_t srcBlkStride,    \
                              const int32_t srcRepStride, ReduceOrder order = ReduceOrder::ORDER_VALUE_INDEX) {    \
        static_assert(std::is_same_v<T, U>, "ReduceRepeat on dav-2201 needs equal element types");                 \
        detail::reduceRepeats<T, isSetMask>(                                                                       \
            detail::chooseReduce(reduceType, ACC_OP_WholeReduceSum, ACC_OP_WholeReduceMax, ACC_OP_WholeReduceMin), \
            dst, src, mask, repeatTime, dstRepStride, srcBlkStride, srcRepStride, order);                          \
    }                                                                                                              \
    template <ReduceType reduceType, typename T, typename U, bool isSetMask = true>                                \
    ACC_API void ReduceDataBlock(const LocalTensor<T>& dst, const LocalTensor<U>& src, maskType,                   \
                                 const int32_t repeatTime, const int32_t dstRepStride, const int32_t srcBlkStride, \
                                 const int32_t srcRepStride) {                                                     \
        static_assert(std::is_same_v<T, U>, "ReduceDataBlock on dav-2201 needs equal element types");              \
        detail::reduceRepeats<T, isSetMask>(                                                                       \
            detail::chooseReduce(reduceType, ACC_OP_BlockReduceSum, ACC_OP_BlockReduceMax, ACC_OP_BlockReduceMin), \
            dst, src, mask, repeatTime, dstRepStride, srcBlkStride, srcRepStride);                                 \
    }                                                                                                              \
    template <ReduceType reduceType, typename T, typename U, bool isSetMask = true>                                \
    ACC_API void ReducePairElem(const LocalTensor<T>& dst, const LocalTensor<U>& src, maskType,                    \
                                const int32_t repeatTime, const int32_t dstRepStride, const int32_t srcBlkStride,  \
                                const int32_t srcRepStride) {                                                      \
        static_assert(std::is_same_v<T, U>, "ReducePairElem on dav-2201 needs equal element types");               \
        static_assert(reduceType == ReduceType::SUM, "ReducePairElem supports ReduceType::SUM");                   \
        detail::reduceRepeats<T, isSetMask>(ACC_OP_PairReduceSum, dst, src, mask, repeatTime, dstRepStride,        \
                                            srcBlkStride, srcRepStride);                                           \
    }
ACC_REDUCE_REPEAT(const int32_t mask)
ACC_REDUCE_REPEAT(const uint64_t mask[])
#undef ACC_REDUCE_REPEAT

// One result per block (8 per repeat) or per pair of lanes (half a repeat's lanes), contiguous; dstRepStride counts
// the results of a repeat. Where no lane is active nothing is written.
#define ACC_REDUCE_PARTS(name, maskType)                                                                           \
    template <typename T, bool isSetMask = true>                                                                   \
    ACC_API void name(const LocalTensor<T>& dst, const LocalTensor<T>& src, const int32_t repeatTime, maskType,    \
                      const int32_t dstRepStride, const int32_t srcBlkStride, const int32_t srcRepStride) {        \
        detail::reduceRepeats<T, isSetMask>(ACC_OP_##name, dst, src, mask, repeatTime, dstRepStride, srcBlkStride, \
                                            srcRepStride);                                                         \
    }
ACC_REDUCE_PARTS(BlockReduceSum, const int32_t mask)
ACC_REDUCE_PARTS(BlockReduceSum, const uint64_t mask[])
ACC_REDUCE_PARTS(BlockReduceMax, const int32_t mask)
ACC_REDUCE_PARTS(BlockReduceMax, const uint64_t mask[])
ACC_REDUCE_PARTS(BlockReduceMin, const int32_t mask)
ACC_REDUCE_PARTS(BlockReduceMin, const uint64_t mask[])
ACC_REDUCE_PARTS(PairReduceSum, const int32_t mask)
ACC_REDUCE_PARTS(PairReduceSum, const uint64_t mask[])
#undef ACC_REDUCE_PARTS

// dst[0] = the sum of all elements. The count form adds the sums of the repeats one after the other, the slice form by
// the tree.
template <typename T, bool isSetMask = true>
ACC_API void ReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<T>& sharedTmpBuffer,
                       const int32_t count) {
    detail::reduceCount(ACC_OP_ReduceSum, dst, src, sharedTmpBuffer, count, false,
                        isSetMask ? ACC_FORM_COUNT : ACC_FORM_COUNT_REGISTER);
}
#define ACC_REDUCE_SUM(maskType)                                                                                 \
    template <typename T>                                                                                        \
    ACC_API void ReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src,                                 \
                           const LocalTensor<T>& sharedTmpBuffer, maskType, const int32_t repeatTime,            \
                           const int32_t srcRepStride) {                                                         \
        detail::reduceSlice(ACC_OP_ReduceSum, dst, src, sharedTmpBuffer, mask, repeatTime, srcRepStride, false); \
    }
ACC_REDUCE_SUM(const int32_t mask)
ACC_REDUCE_SUM(const uint64_t mask[])
#undef ACC_REDUCE_SUM

// dst[0] = the largest (smallest) element, with calIndex dst[1] = its number.
#define ACC_REDUCE_EXTREME(name, maskType)                                                                         \
    template <typename T>                                                                                          \
    ACC_API void name(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<T>& sharedTmpBuffer, \
                      maskType, const int32_t repeatTime, const int32_t srcRepStride, bool calIndex = false) {     \
        detail::reduceSlice(ACC_OP_##name, dst, src, sharedTmpBuffer, mask, repeatTime, srcRepStride, calIndex);   \
    }
#define ACC_REDUCE_EXTREME_COUNT(name)                                                                             \
    template <typename T>                                                                                          \
    ACC_API void name(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<T>& sharedTmpBuffer, \
                      const int32_t count, bool calIndex = false) {                                                \
        detail::reduceCount(ACC_OP_##name, dst, src, sharedTmpBuffer, count, calIndex);                            \
    }
ACC_REDUCE_EXTREME_COUNT(ReduceMax)
ACC_REDUCE_EXTREME(ReduceMax, const int32_t mask)
ACC_REDUCE_EXTREME(ReduceMax, const uint64_t mask[])
ACC_REDUCE_EXTREME_COUNT(ReduceMin)
ACC_REDUCE_EXTREME(ReduceMin, const int32_t mask)
ACC_REDUCE_EXTREME(ReduceMin, const uint64_t mask[])
#undef ACC_REDUCE_EXTREME_COUNT
#undef ACC_REDUCE_EXTREME

namespace detail {
template <class T>
ACC_API T readRegisterAs(AccRegister name) {
    static_assert(isOneOf<T, half, float>, "reductions on dav-2201 support the element types half, float");
    const uint64_t bits = accReadRegister(name);
    T value;
    __builtin_memcpy(&value, &bits, sizeof(value));
    return value;
}
}  // namespace detail

// Result of the last count form of ReduceSum.
template <typename T>
ACC_API T GetReduceRepeatSumSpr() {
    return detail::readRegisterAs<T>(ACC_REG_REDUCE_SUM);
}
template <typename T>
ACC_API T GetAccVal() {
    return GetReduceRepeatSumSpr<T>();
}
// Extreme over all repeats of the last WholeReduceMax or Min with the lane number of its repeat; value only after
// ReduceMax or Min.
template <typename T>
ACC_API void GetReduceRepeatMaxMinSpr(T& maxMinValue, T& maxMinIndex) {
    maxMinValue = detail::readRegisterAs<T>(ACC_REG_REDUCE_VALUE);
    maxMinIndex = detail::readRegisterAs<T>(ACC_REG_REDUCE_INDEX);
}
template <typename T>
ACC_API void GetReduceMaxMinCount(T& maxMinValue, T& maxMinIndex) {
    GetReduceRepeatMaxMinSpr<T>(maxMinValue, maxMinIndex);
}

}  // namespace AscendC
