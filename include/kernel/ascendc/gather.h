// SPDX-License-Identifier: Apache-2.0
// Lanes that move by index, by bit pattern or by layout, and generated sequences (ascendc-vector 11.5, 14-16).
#pragma once

#include "vector.h"

namespace AscendC {
namespace detail {

template <class T>
inline constexpr bool isLane = isOneOf<T, int16_t, uint16_t, half, bfloat16_t, int32_t, uint32_t, float>;

#define ACC_LANES_ONLY(name) \
    static_assert(           \
        detail::isLane<T>,   \
        #name " on dav-2201 supports the element types int16_t, uint16_t, half, bfloat16_t, int32_t, uint32_t, float")

template <class T>
ACC_API void issueGatherMask(AccInstr& instr, bool reduceMode, uint32_t mask, const GatherMaskParams& params,
                             uint64_t& rsvdCnt) {
    ACC_LANES_ONLY(GatherMask);
    instr.form = reduceMode ? ACC_FORM_COUNT : ACC_FORM_REPEATS;
    instr.count = mask;
    instr.repeat = params.repeatTimes;
    instr.blkStride[1] = params.src0BlockStride;
    instr.repStride[1] = params.src0RepeatStride;
    instr.repStride[2] = params.src1RepeatStride;
    accIssue(&instr);
    rsvdCnt = accReadRegister(ACC_REG_GATHERED);
}

template <class T>
ACC_API void setIndexOperand(AccInstr& instr, AccOpcode opcode, const LocalTensor<T>& dst, T first, T difference) {
    static_assert(isOneOf<T, int16_t, half, int32_t, float>,
                  "index generation on dav-2201 supports the element types int16_t, half, int32_t, float");
    instr.opcode = opcode;
    instr.operands = 1;
    instr.operand[0] = operandOf(dst);
    instr.scalar = bitsOf(first);
    instr.scalar1 = bitsOf(difference);
}

}  // namespace detail

// dst = the elements of src0 whose pattern bit is 1, without gaps; rsvdCnt = their number. Built-in patterns: 1 even,
// 2 odd lanes, 3-6 every fourth from lane 0-3, 7 all. reduceMode: `mask` elements per repeat, otherwise 256 bytes.
template <typename T, GatherMaskMode mode = defaultGatherMaskMode>
ACC_API void GatherMask(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const uint8_t src1Pattern,
                        const bool reduceMode, const uint32_t mask, const GatherMaskParams& gatherMaskParams,
                        uint64_t& rsvdCnt) {
    AccInstr instr;
    detail::setOperands(instr, ACC_OP_GatherMask, dst, src0);
    instr.mode = src1Pattern;
    detail::issueGatherMask<T>(instr, reduceMode, mask, gatherMaskParams, rsvdCnt);
}
template <typename T, typename U, GatherMaskMode mode = defaultGatherMaskMode>
ACC_API void GatherMask(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<U>& src1Pattern,
                        const bool reduceMode, const uint32_t mask, const GatherMaskParams& gatherMaskParams,
                        uint64_t& rsvdCnt) {
    static_assert(std::is_same_v<U, std::conditional_t<sizeof(T) == 2, uint16_t, uint32_t>>,
                  "the pattern of GatherMask is a tensor of uint16_t for 16-bit and of uint32_t for 32-bit elements");
    AccInstr instr;
    detail::setOperands(instr, ACC_OP_GatherMask, dst, src0);
    instr.operands = 3;
    instr.operand[2] = detail::operandOf(src1Pattern);
    instr.mode = 0;
    detail::issueGatherMask<T>(instr, reduceMode, mask, gatherMaskParams, rsvdCnt);
}

// dst[i] = the element srcBaseOffset + srcOffset[i] bytes after the start of src.
template <typename T>
ACC_API void Gather(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<uint32_t>& srcOffset,
                    const uint32_t srcBaseOffset, const uint32_t count) {
    ACC_LANES_ONLY(Gather);
    AccInstr instr;
    detail::setOperands(instr, ACC_OP_Gather, dst, src);
    instr.operands = 3;
    instr.operand[2] = detail::operandOf(srcOffset);
    instr.scalar = srcBaseOffset;
    detail::issueCount(instr, count);
}
#define ACC_GATHER_SLICE(maskType)                                                                                    \
    template <typename T>                                                                                             \
    ACC_API void Gather(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<uint32_t>& srcOffset, \
                        const uint32_t srcBaseOffset, maskType, const uint8_t repeatTime,                             \
                        const uint16_t dstRepStride) {                                                                \
        ACC_LANES_ONLY(Gather);                                                                                       \
        AccInstr instr;                                                                                               \
        detail::setOperands(instr, ACC_OP_Gather, dst, src);                                                          \
        instr.operands = 3;                                                                                           \
        instr.operand[2] = detail::operandOf(srcOffset);                                                              \
        instr.scalar = srcBaseOffset;                                                                                 \
        instr.repeat = repeatTime;                                                                                    \
        instr.blkStride[0] = 1;                                                                                       \
        instr.repStride[0] = dstRepStride;                                                                            \
        detail::setMask<detail::lanesOf<T>, true>(instr, mask);                                                       \
        accIssue(&instr);                                                                                             \
    }
ACC_GATHER_SLICE(const uint64_t mask)
ACC_GATHER_SLICE(const uint64_t mask[])
#undef ACC_GATHER_SLICE

// Block j of repeat r = the block `offset[8 * r + j]` bytes after the start of src.
template <typename T>
ACC_API void Gatherb(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<uint32_t>& offset,
                     const uint8_t repeatTime, const GatherRepeatParams& repeatParams) {
    static_assert(detail::isOneOf<T, uint16_t, uint32_t>,
                  "Gatherb on dav-2201 supports the element types uint16_t, uint32_t");
    AccInstr instr;
    detail::setOperands(instr, ACC_OP_Gatherb, dst, src);
    instr.operands = 3;
    instr.operand[2] = detail::operandOf(offset);
    instr.form = ACC_FORM_REPEATS;
    instr.repeat = repeatTime;
    instr.blkStride[0] = repeatParams.dstBlkStride;
    instr.repStride[0] = repeatParams.dstRepStride;
    accIssue(&instr);
}

// Block j of repeat r = src[8 * r + j] in every element.
template <typename T>
ACC_API void Brcb(const LocalTensor<T>& dst, const LocalTensor<T>& src, const uint8_t repeatTime,
                  const BrcbRepeatParams& repeatParams) {
    ACC_LANES_ONLY(Brcb);
    AccInstr instr;
    detail::setOperands(instr, ACC_OP_Brcb, dst, src);
    instr.form = ACC_FORM_REPEATS;
    instr.repeat = repeatTime;
    instr.blkStride[0] = repeatParams.dstBlkStride;
    instr.repStride[0] = repeatParams.dstRepStride;
    accIssue(&instr);
}

// A 16 x 16 tile.
template <typename T>
ACC_API void Transpose(const LocalTensor<T>& dst, const LocalTensor<T>& src) {
    static_assert(detail::isOneOf<T, int16_t, uint16_t, half>,
                  "Transpose of 16 x 16 on dav-2201 supports the element types int16_t, uint16_t, half");
    AccInstr instr;
    detail::setOperands(instr, ACC_OP_Transpose, dst, src);
    instr.form = ACC_FORM_REPEATS;
    instr.repeat = 1;
    accIssue(&instr);
}
#undef ACC_LANES_ONLY

// dst[i] = firstValue + i; over the repeats of a slice form the numbers go on.
template <typename T>
ACC_API void CreateVecIndex(LocalTensor<T> dst, const T& firstValue, uint32_t count) {
    AccInstr instr;
    detail::setIndexOperand(instr, ACC_OP_CreateVecIndex, dst, firstValue, T(1));
    detail::issueCount(instr, count);
}
#define ACC_INDEX_SLICE(maskType)                                                                             \
    template <typename T>                                                                                     \
    ACC_API void CreateVecIndex(const LocalTensor<T>& dst, const T& firstValue, maskType, uint8_t repeatTime, \
                                uint16_t dstBlkStride, uint8_t dstRepStride) {                                \
        AccInstr instr;                                                                                       \
        detail::setIndexOperand(instr, ACC_OP_CreateVecIndex, dst, firstValue, T(1));                         \
        instr.repeat = repeatTime;                                                                            \
        instr.blkStride[0] = dstBlkStride;                                                                    \
        instr.repStride[0] = dstRepStride;                                                                    \
        detail::setMask<detail::lanesOf<T>, true>(instr, mask);                                               \
        accIssue(&instr);                                                                                     \
    }
ACC_INDEX_SLICE(uint64_t mask)
ACC_INDEX_SLICE(const uint64_t mask[])
#undef ACC_INDEX_SLICE

// dst[i] = firstValue + i * diffValue.
template <typename T>
ACC_API void ArithProgression(const LocalTensor<T>& dst, const T firstValue, const T diffValue, const int32_t count) {
    AccInstr instr;
    detail::setIndexOperand(instr, ACC_OP_ArithProgression, dst, firstValue, diffValue);
    detail::issueCount(instr, count);
}
template <typename T>
ACC_API void Arange(const LocalTensor<T>& dst, const T firstValue, const T diffValue, const int32_t count) {
    ArithProgression(dst, firstValue, diffValue, count);
}

}  // namespace AscendC
