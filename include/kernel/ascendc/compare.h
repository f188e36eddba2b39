// SPDX-License-Identifier: Apache-2.0
// Comparison into bits and selection by bits (ascendc-vector 11). Bit e of the stream, lowest first, belongs to
// element e; a repeat's bits follow those of the one before, without strides.
#pragma once

#include "vector.h"

namespace AscendC {
namespace detail {

template <class T, class U>
ACC_API void checkCompareTypes() {
    static_assert(isOneOf<T, half, float, int32_t>,
                  "comparisons on dav-2201 support the element types half, float, int32_t (only EQ)");
    static_assert(isOneOf<U, int8_t, uint8_t>, "comparisons on dav-2201 write bits to int8_t or uint8_t tensors");
}

template <class T, class U>
ACC_API void checkSelectTypes() {
    static_assert(isOneOf<T, half, float>, "Select on dav-2201 supports the element types half, float");
    static_assert(std::is_integral_v<U>, "Select takes its bits from a tensor of integers");
}

template <class T>
ACC_API void issueMaskMove(AccOpcode opcode, const LocalTensor<T>& tensor) {
    AccInstr instr;
    instr.opcode = opcode;
    instr.form = ACC_FORM_REPEATS;
    instr.operands = 1;
    instr.repeat = 1;
    instr.operand[0] = operandOf(tensor);
    accIssue(&instr);
}

}  // namespace detail

// To UB. Whole repeats are compared, whatever the mask; the count form compares whole groups of 256 bytes.
template <typename T, typename U>
ACC_API void Compare(const LocalTensor<U>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1, CMPMODE cmpMode,
                     uint32_t count) {
    detail::checkCompareTypes<T, U>();
    AccInstr instr;
    detail::setOperands(instr, ACC_OP_Compare, dst, src0, src1);
    instr.mode = uint8_t(cmpMode);
    detail::issueCount(instr, count);
}
#define ACC_COMPARE_SLICE(maskType)                                                                                    \
    template <typename T, typename U, bool isSetMask = true>                                                           \
    ACC_API void Compare(const LocalTensor<U>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,            \
                         CMPMODE cmpMode, maskType, uint8_t repeatTime, const BinaryRepeatParams& repeatParams) {      \
        detail::checkCompareTypes<T, U>();                                                                             \
        AccInstr instr;                                                                                                \
        detail::setOperands(instr, ACC_OP_Compare, dst, src0, src1);                                                   \
        instr.mode = uint8_t(cmpMode);                                                                                 \
        detail::issueSlice<detail::lanesOf<T>, isSetMask>(instr, mask, repeatTime, repeatParams);                      \
    }                                                                                                                  \
    template <typename T, typename U, bool isSetMask = true>                                                           \
    ACC_API void Compares(const LocalTensor<U>& dst, const LocalTensor<T>& src0, const T src1Scalar, CMPMODE cmpMode,  \
                          maskType, uint8_t repeatTime, const UnaryRepeatParams& repeatParams) {                       \
        detail::checkCompareTypes<T, U>();                                                                             \
        AccInstr instr;                                                                                                \
        detail::setOperands(instr, ACC_OP_Compares, dst, src0);                                                        \
        instr.mode = uint8_t(cmpMode);                                                                                 \
        instr.scalar = detail::bitsOf(src1Scalar);                                                                     \
        detail::issueSlice<detail::lanesOf<T>, isSetMask>(instr, mask, repeatTime, repeatParams);                      \
    }                                                                                                                  \
    template <typename T, typename U, bool isSetMask = true>                                                           \
    ACC_API void CompareScalar(const LocalTensor<U>& dst, const LocalTensor<T>& src0, const T src1Scalar,              \
                               CMPMODE cmpMode, maskType, uint8_t repeatTime, const UnaryRepeatParams& repeatParams) { \
        Compares<T, U, isSetMask>(dst, src0, src1Scalar, cmpMode, mask, repeatTime, repeatParams);                     \
    }                                                                                                                  \
    /* To the CMPMASK register: one repeat, only the active lanes' bits change. */                                     \
    template <typename T, bool isSetMask = true>                                                                       \
    ACC_API void Compare(const LocalTensor<T>& src0, const LocalTensor<T>& src1, CMPMODE cmpMode, maskType,            \
                         const BinaryRepeatParams& repeatParams) {                                                     \
        static_assert(detail::isOneOf<T, half, float>,                                                                 \
                      "Compare to the register on dav-2201 supports the element types half, float");                   \
        AccInstr instr;                                                                                                \
        detail::setOperands(instr, ACC_OP_Compare, src0, src1);                                                        \
        instr.mode = uint8_t(cmpMode);                                                                                 \
        instr.repeat = 1;                                                                                              \
        instr.blkStride[0] = repeatParams.src0BlkStride;                                                               \
        instr.blkStride[1] = repeatParams.src1BlkStride;                                                               \
        instr.repStride[0] = repeatParams.src0RepStride;                                                               \
        instr.repStride[1] = repeatParams.src1RepStride;                                                               \
        detail::setMask<detail::lanesOf<T>, isSetMask>(instr, mask);                                                   \
        accIssue(&instr);                                                                                              \
    }
ACC_COMPARE_SLICE(const uint64_t mask)
ACC_COMPARE_SLICE(const uint64_t mask[])
#undef ACC_COMPARE_SLICE

template <typename T, typename U>
ACC_API void Compares(const LocalTensor<U>& dst, const LocalTensor<T>& src0, const T src1Scalar, CMPMODE cmpMode,
                      uint32_t count) {
    detail::checkCompareTypes<T, U>();
    AccInstr instr;
    detail::setOperands(instr, ACC_OP_Compares, dst, src0);
    instr.mode = uint8_t(cmpMode);
    instr.scalar = detail::bitsOf(src1Scalar);
    detail::issueCount(instr, count);
}
template <typename T, typename U>
ACC_API void CompareScalar(const LocalTensor<U>& dst, const LocalTensor<T>& src0, const T src1Scalar, CMPMODE cmpMode,
                           uint32_t count) {
    Compares(dst, src0, src1Scalar, cmpMode, count);
}

// The 16 bytes of CMPMASK.
template <typename T>
ACC_API void GetCmpMask(const LocalTensor<T>& dst) {
    detail::issueMaskMove(ACC_OP_GetCmpMask, dst);
}
template <typename T>
ACC_API void SetCmpMask(const LocalTensor<T>& src) {
    detail::issueMaskMove(ACC_OP_SetCmpMask, src);
}

// dst = bit ? src0 : src1. Mode 0 uses the bits of one repeat for every repeat, modes 1 and 2 go on through selMask.
template <typename T, typename U>
ACC_API void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask, const LocalTensor<T>& src0,
                    const LocalTensor<T>& src1, SELMODE selMode, uint32_t count) {
    detail::checkSelectTypes<T, U>();
    AccInstr instr;
    detail::setOperands(instr, ACC_OP_Select, dst, src0, src1);
    instr.operands = 4;
    instr.operand[3] = detail::operandOf(selMask);
    instr.mode = uint8_t(selMode);
    detail::issueCount(instr, count);
}
template <typename T, typename U>
ACC_API void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask, const LocalTensor<T>& src0, T src1,
                    SELMODE selMode, uint32_t count) {
    detail::checkSelectTypes<T, U>();
    AccInstr instr;
    detail::setOperands(instr, ACC_OP_Select, dst, src0);
    instr.operands = 3;
    instr.operand[2] = detail::operandOf(selMask);
    instr.mode = uint8_t(selMode);
    instr.scalar = detail::bitsOf(src1);
    detail::issueCount(instr, count);
}
#define ACC_SELECT_SLICE(maskType)                                                                                    \
    template <typename T, typename U, bool isSetMask = true>                                                          \
    ACC_API void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask, const LocalTensor<T>& src0,         \
                        const LocalTensor<T>& src1, SELMODE selMode, maskType, uint8_t repeatTime,                    \
                        const BinaryRepeatParams& repeatParams) {                                                     \
        detail::checkSelectTypes<T, U>();                                                                             \
        AccInstr instr;                                                                                               \
        detail::setOperands(instr, ACC_OP_Select, dst, src0, src1);                                                   \
        instr.operands = 4;                                                                                           \
        instr.operand[3] = detail::operandOf(selMask);                                                                \
        instr.mode = uint8_t(selMode);                                                                                \
        detail::issueSlice<detail::lanesOf<T>, true>(instr, mask, repeatTime, repeatParams);                          \
    }                                                                                                                 \
    template <typename T, typename U, bool isSetMask = true>                                                          \
    ACC_API void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask, const LocalTensor<T>& src0, T src1, \
                        SELMODE selMode, maskType, uint8_t repeatTime, const BinaryRepeatParams& repeatParams) {      \
        detail::checkSelectTypes<T, U>();                                                                             \
        AccInstr instr;                                                                                               \
        detail::setOperands(instr, ACC_OP_Select, dst, src0);                                                         \
        instr.operands = 3;                                                                                           \
        instr.operand[2] = detail::operandOf(selMask);                                                                \
        instr.mode = uint8_t(selMode);                                                                                \
        instr.scalar = detail::bitsOf(src1);                                                                          \
        detail::issueSlice<detail::lanesOf<T>, true>(instr, mask, repeatTime, repeatParams);                          \
    }
ACC_SELECT_SLICE(uint64_t mask)
ACC_SELECT_SLICE(const uint64_t mask[])
#undef ACC_SELECT_SLICE

// Lanes from the mask register, bits from CMPMASK (mode 0) or from where CMPMASK points (mode 2).
template <typename T, SELMODE selMode>
ACC_API void Select(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,
                    uint8_t repeatTime, const BinaryRepeatParams& repeatParams) {
    detail::checkSelectTypes<T, uint8_t>();
    static_assert(selMode != SELMODE::VSEL_TENSOR_SCALAR_MODE, "this form of Select has modes 0 and 2");
    AccInstr instr;
    detail::setOperands(instr, ACC_OP_Select, dst, src0, src1);
    instr.mode = uint8_t(uint8_t(selMode) | kAccSelectRegister);
    detail::issueSlice<detail::lanesOf<T>, false>(instr, MASK_PLACEHOLDER, repeatTime, repeatParams);
}
// Mode 1: the scalar is in CMPMASK.
template <typename T, typename U>
ACC_API void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask, const LocalTensor<T>& src0,
                    uint8_t repeatTime, const BinaryRepeatParams& repeatParams) {
    detail::checkSelectTypes<T, U>();
    AccInstr instr;
    detail::setOperands(instr, ACC_OP_Select, dst, src0);
    instr.operands = 3;
    instr.operand[2] = detail::operandOf(selMask);
    instr.mode = uint8_t(uint8_t(SELMODE::VSEL_TENSOR_SCALAR_MODE) | kAccSelectRegister);
    detail::issueSlice<detail::lanesOf<T>, false>(instr, MASK_PLACEHOLDER, repeatTime, repeatParams);
}

namespace detail {
// The right side of `bits = a < b`: compares all elements of `a`.
template <class T>
struct CompareExpression {
    using TensorExpression = void;
    const LocalTensor<T>& left;
    const LocalTensor<T>& right;
    CMPMODE mode;
    template <class U>
    ACC_API void run(const LocalTensor<U>& dst) const {
        Compare(dst, left, right, mode, left.GetSize());
    }
};
}  // namespace detail

#define ACC_OPERATOR(sign, mode)                                                                           \
    template <typename T>                                                                                  \
    ACC_API detail::CompareExpression<T> operator sign(const LocalTensor<T>& a, const LocalTensor<T>& b) { \
        return {a, b, CMPMODE::mode};                                                                      \
    }
ACC_OPERATOR(<, LT)
ACC_OPERATOR(>, GT)
ACC_OPERATOR(<=, LE)
ACC_OPERATOR(>=, GE)
ACC_OPERATOR(==, EQ)
ACC_OPERATOR(!=, NE)
#undef ACC_OPERATOR

}  // namespace AscendC
