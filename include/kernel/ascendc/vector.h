// SPDX-License-Identifier: Apache-2.0
// Vector compute: the call forms of each instruction family (ascendc-vector 5). The instructions themselves are rows of
// isa.def. All run on pipe V, operands in UB.
//
//   Op(dst, src..., count)                           the first `count` elements, dense
//   Op(dst, src..., mask, repeatTime, params)        repeats of 256 bytes, the first `mask` lanes of each
//   Op(dst, src..., uint64_t mask[], repeatTime, ..) likewise, lanes chosen by bits
//   Op<T, false>(dst, src..., MASK_PLACEHOLDER, ..)  lanes and mode from the mask register
//   dst = a + b                                      over dst.GetSize() elements
#pragma once

#include "tensor.h"

// Says that `count` of a 32-bit And, Or or Not counts 16-bit lanes.
ACC_RUNTIME void accWideBitwise(uint32_t opcode, int64_t count);

namespace AscendC {
namespace detail {

// Lanes of a slice form. A bit mask has a second word only when a repeat has more than 64 lanes.
template <uint32_t lanes, bool isSetMask>
ACC_API void setMask(AccInstr& instr, const uint64_t mask[]) {
    instr.form = isSetMask ? ACC_FORM_BITS : ACC_FORM_REGISTER;
    if constexpr (isSetMask) {
        instr.mask[0] = mask[0];
        if constexpr (lanes > 64) {
            instr.mask[1] = mask[1];
        } else {
            instr.mask[1] = 0;
        }
    }
}
template <uint32_t lanes, bool isSetMask>
ACC_API void setMask(AccInstr& instr, uint64_t mask) {
    instr.form = isSetMask ? ACC_FORM_LANES : ACC_FORM_REGISTER;
    instr.mask[0] = mask;
    instr.mask[1] = 0;
}

// Lanes of a repeat: 256 bytes of the widest operand.
template <class T, class U = T>
inline constexpr uint32_t lanesOf = 256 / (sizeof(T) > sizeof(U) ? sizeof(T) : sizeof(U));

ACC_API void setStrides(AccInstr& instr, const UnaryRepeatParams& params) {
    instr.blkStride[0] = params.dstBlkStride;
    instr.blkStride[1] = params.srcBlkStride;
    instr.repStride[0] = params.dstRepStride;
    instr.repStride[1] = params.srcRepStride;
}
ACC_API void setStrides(AccInstr& instr, const BinaryRepeatParams& params) {
    instr.blkStride[0] = params.dstBlkStride;
    instr.blkStride[1] = params.src0BlkStride;
    instr.blkStride[2] = params.src1BlkStride;
    instr.repStride[0] = params.dstRepStride;
    instr.repStride[1] = params.src0RepStride;
    instr.repStride[2] = params.src1RepStride;
}

template <class D, class S>
ACC_API void setOperands(AccInstr& instr, AccOpcode opcode, const LocalTensor<D>& dst, const LocalTensor<S>& src) {
    instr.opcode = opcode;
    instr.operands = 2;
    instr.operand[0] = operandOf(dst);
    instr.operand[1] = operandOf(src);
}
template <class D, class S>
ACC_API void setOperands(AccInstr& instr, AccOpcode opcode, const LocalTensor<D>& dst, const LocalTensor<S>& src0,
                         const LocalTensor<S>& src1) {
    instr.opcode = opcode;
    instr.operands = 3;
    instr.operand[0] = operandOf(dst);
    instr.operand[1] = operandOf(src0);
    instr.operand[2] = operandOf(src1);
}

ACC_API void issueCount(AccInstr& instr, int64_t count, AccForm form = ACC_FORM_COUNT) {
    instr.form = form;
    instr.count = count;
    accIssue(&instr);
}
template <uint32_t lanes, bool isSetMask, class Mask, class Params>
ACC_API void issueSlice(AccInstr& instr, Mask mask, uint8_t repeatTime, const Params& params) {
    setMask<lanes, isSetMask>(instr, mask);
    instr.repeat = repeatTime;
    setStrides(instr, params);
    accIssue(&instr);
}

// And, Or and Not of 32-bit tensors exist in the count form only, and count 16-bit lanes there.
template <class T>
inline constexpr bool isWideBitwise(AccOpcode opcode) {
    return (opcode == ACC_OP_And || opcode == ACC_OP_Or || opcode == ACC_OP_Not) && isOneOf<T, int32_t, uint32_t>;
}
template <class T>
using LaneOf = std::conditional_t<isOneOf<T, int32_t, uint32_t>, uint16_t, T>;

}  // namespace detail

#define ACC_SUPPORTS(name, ...) \
    static_assert(detail::isOneOf<T, __VA_ARGS__>, #name " on dav-2201 supports the element types " #__VA_ARGS__)
#define ACC_SUPPORTS_PAIR(name, ...)                                \
    static_assert(detail::isOneOf<detail::Pair<T, U>, __VA_ARGS__>, \
                  #name " on dav-2201 supports the (destination, source) types " #__VA_ARGS__)

// The two slice forms of a family: contiguous mask and bit mask. `head` declares the operands, `fill` packs them.
#define ACC_SLICE_FORMS(name, templates, head, fill, lanes, params)                                        \
    template <templates, bool isSetMask = true>                                                            \
    ACC_API void name(head, uint64_t mask, const uint8_t repeatTime, const params& repeatParams) {         \
        AccInstr instr;                                                                                    \
        fill;                                                                                              \
        detail::issueSlice<lanes, isSetMask>(instr, mask, repeatTime, repeatParams);                       \
    }                                                                                                      \
    template <templates, bool isSetMask = true>                                                            \
    ACC_API void name(head, const uint64_t mask[], const uint8_t repeatTime, const params& repeatParams) { \
        AccInstr instr;                                                                                    \
        fill;                                                                                              \
        detail::issueSlice<lanes, isSetMask>(instr, mask, repeatTime, repeatParams);                       \
    }

#define ACC_LIST(...) __VA_ARGS__

#define ACC_UNARY(name, section, ...)                                                                                  \
    template <typename T>                                                                                              \
    ACC_API void name(const LocalTensor<T>& dst, const LocalTensor<T>& src, const int32_t& count) {                    \
        if constexpr (detail::isWideBitwise<T>(ACC_OP_##name)) {                                                       \
            accWideBitwise(ACC_OP_##name, count);                                                                      \
            name(dst.template ReinterpretCast<detail::LaneOf<T>>(), src.template ReinterpretCast<detail::LaneOf<T>>(), \
                 count);                                                                                               \
            return;                                                                                                    \
        } else {                                                                                                       \
            ACC_SUPPORTS(name, __VA_ARGS__);                                                                           \
            AccInstr instr;                                                                                            \
            detail::setOperands(instr, ACC_OP_##name, dst, src);                                                       \
            detail::issueCount(instr, count);                                                                          \
        }                                                                                                              \
    }                                                                                                                  \
    ACC_SLICE_FORMS(name, typename T, ACC_LIST(const LocalTensor<T>& dst, const LocalTensor<T>& src),                  \
                    ACC_SUPPORTS(name, __VA_ARGS__);                                                                   \
                    detail::setOperands(instr, ACC_OP_##name, dst, src), detail::lanesOf<T>, UnaryRepeatParams)

#define ACC_BINARY(name, section, ...)                                                                                 \
    template <typename T>                                                                                              \
    ACC_API void name(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,               \
                      const int32_t& count) {                                                                          \
        if constexpr (detail::isWideBitwise<T>(ACC_OP_##name)) {                                                       \
            accWideBitwise(ACC_OP_##name, count);                                                                      \
            name(dst.template ReinterpretCast<detail::LaneOf<T>>(),                                                    \
                 src0.template ReinterpretCast<detail::LaneOf<T>>(),                                                   \
                 src1.template ReinterpretCast<detail::LaneOf<T>>(), count);                                           \
        } else {                                                                                                       \
            ACC_SUPPORTS(name, __VA_ARGS__);                                                                           \
            AccInstr instr;                                                                                            \
            detail::setOperands(instr, ACC_OP_##name, dst, src0, src1);                                                \
            detail::issueCount(instr, count);                                                                          \
        }                                                                                                              \
    }                                                                                                                  \
    ACC_SLICE_FORMS(                                                                                                   \
        name, typename T, ACC_LIST(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1), \
        ACC_SUPPORTS(name, __VA_ARGS__);                                                                               \
        detail::setOperands(instr, ACC_OP_##name, dst, src0, src1), detail::lanesOf<T>, BinaryRepeatParams)

#define ACC_SCALAR(name, section, ...)                                                                    \
    template <typename T, bool isSetMask = true>                                                          \
    ACC_API void name(const LocalTensor<T>& dst, const LocalTensor<T>& src, const T& scalarValue,         \
                      const int32_t& count) {                                                             \
        ACC_SUPPORTS(name, __VA_ARGS__);                                                                  \
        AccInstr instr;                                                                                   \
        detail::setOperands(instr, ACC_OP_##name, dst, src);                                              \
        instr.scalar = detail::bitsOf(scalarValue);                                                       \
        detail::issueCount(instr, count, isSetMask ? ACC_FORM_COUNT : ACC_FORM_COUNT_REGISTER);           \
    }                                                                                                     \
    ACC_SLICE_FORMS(name, typename T,                                                                     \
                    ACC_LIST(const LocalTensor<T>& dst, const LocalTensor<T>& src, const T& scalarValue), \
                    ACC_SUPPORTS(name, __VA_ARGS__);                                                      \
                    detail::setOperands(instr, ACC_OP_##name, dst, src);                                  \
                    instr.scalar = detail::bitsOf(scalarValue), detail::lanesOf<T>, UnaryRepeatParams)

// As ACC_SCALAR; ShiftRight's slice forms can round: the last bit shifted out is added, signed types only.
#define ACC_ROUNDING_OF_ShiftLeft
#define ACC_ROUNDING_OF_ShiftRight , bool roundEn = false
#define ACC_ROUND_ShiftLeft false
#define ACC_ROUND_ShiftRight roundEn
#define ACC_SHIFT_SLICE(name, maskType, ...)                                                                    \
    template <typename T, bool isSetMask = true>                                                                \
    ACC_API void name(const LocalTensor<T>& dst, const LocalTensor<T>& src, const T& scalarValue, maskType,     \
                      const uint8_t repeatTime, const UnaryRepeatParams& repeatParams ACC_ROUNDING_OF_##name) { \
        ACC_SUPPORTS(name, __VA_ARGS__);                                                                        \
        AccInstr instr;                                                                                         \
        detail::setOperands(instr, ACC_OP_##name, dst, src);                                                    \
        instr.scalar = detail::bitsOf(scalarValue);                                                             \
        instr.mode = ACC_ROUND_##name;                                                                          \
        detail::issueSlice<detail::lanesOf<T>, isSetMask>(instr, mask, repeatTime, repeatParams);               \
    }
#define ACC_SHIFT(name, section, ...)                                                             \
    template <typename T, bool isSetMask = true>                                                  \
    ACC_API void name(const LocalTensor<T>& dst, const LocalTensor<T>& src, const T& scalarValue, \
                      const int32_t& count) {                                                     \
        ACC_SUPPORTS(name, __VA_ARGS__);                                                          \
        AccInstr instr;                                                                           \
        detail::setOperands(instr, ACC_OP_##name, dst, src);                                      \
        instr.scalar = detail::bitsOf(scalarValue);                                               \
        instr.mode = 0;                                                                           \
        detail::issueCount(instr, count, isSetMask ? ACC_FORM_COUNT : ACC_FORM_COUNT_REGISTER);   \
    }                                                                                             \
    ACC_SHIFT_SLICE(name, uint64_t mask, __VA_ARGS__)                                             \
    ACC_SHIFT_SLICE(name, const uint64_t mask[], __VA_ARGS__)

#define ACC_FUSED(name, section, ...) ACC_BINARY(name, section, __VA_ARGS__)
#define ACC_INDEX(name, section, ...)

#define ACC_ACCUMULATE_SCALAR(name, section, ...)                                                              \
    template <typename T, typename U>                                                                          \
    ACC_API void name(const LocalTensor<T>& dst, const LocalTensor<U>& src, const U& scalarValue,              \
                      const int32_t& count) {                                                                  \
        using detail::Pair;                                                                                    \
        ACC_SUPPORTS_PAIR(name, __VA_ARGS__);                                                                  \
        AccInstr instr;                                                                                        \
        detail::setOperands(instr, ACC_OP_##name, dst, src);                                                   \
        instr.scalar = detail::bitsOf(scalarValue);                                                            \
        detail::issueCount(instr, count);                                                                      \
    }                                                                                                          \
    ACC_SLICE_FORMS(name, ACC_LIST(typename T, typename U),                                                    \
                    ACC_LIST(const LocalTensor<T>& dst, const LocalTensor<U>& src, const U& scalarValue),      \
                    using detail::Pair;                                                                        \
                    ACC_SUPPORTS_PAIR(name, __VA_ARGS__); detail::setOperands(instr, ACC_OP_##name, dst, src); \
                    instr.scalar = detail::bitsOf(scalarValue), ACC_LIST(detail::lanesOf<T, U>), UnaryRepeatParams)

#define ACC_ACCUMULATE(name, section, ...)                                                                            \
    template <typename T, typename U>                                                                                 \
    ACC_API void name(const LocalTensor<T>& dst, const LocalTensor<U>& src0, const LocalTensor<U>& src1,              \
                      const int32_t& count) {                                                                         \
        using detail::Pair;                                                                                           \
        ACC_SUPPORTS_PAIR(name, __VA_ARGS__);                                                                         \
        AccInstr instr;                                                                                               \
        detail::setOperands(instr, ACC_OP_##name, dst, src0, src1);                                                   \
        detail::issueCount(instr, count);                                                                             \
    }                                                                                                                 \
    ACC_SLICE_FORMS(name, ACC_LIST(typename T, typename U),                                                           \
                    ACC_LIST(const LocalTensor<T>& dst, const LocalTensor<U>& src0, const LocalTensor<U>& src1),      \
                    using detail::Pair;                                                                               \
                    ACC_SUPPORTS_PAIR(name, __VA_ARGS__); detail::setOperands(instr, ACC_OP_##name, dst, src0, src1), \
                                                          ACC_LIST(detail::lanesOf<T, U>), BinaryRepeatParams)

#define ACC_CAST_FUSED(name, section, ...) ACC_ACCUMULATE(name, section, __VA_ARGS__)

// The fill family passes its two strides as plain numbers.
#define ACC_FILL_SLICE(name, maskType, ...)                                                                \
    template <typename T, bool isSetMask = true>                                                           \
    ACC_API void name(const LocalTensor<T>& dst, const T& scalarValue, maskType, const uint8_t repeatTime, \
                      const uint16_t dstBlockStride, const uint8_t dstRepeatStride) {                      \
        ACC_SUPPORTS(name, __VA_ARGS__);                                                                   \
        AccInstr instr;                                                                                    \
        instr.opcode = ACC_OP_##name;                                                                      \
        instr.operands = 1;                                                                                \
        instr.operand[0] = detail::operandOf(dst);                                                         \
        instr.scalar = detail::bitsOf(scalarValue);                                                        \
        instr.repeat = repeatTime;                                                                         \
        instr.blkStride[0] = dstBlockStride;                                                               \
        instr.repStride[0] = dstRepeatStride;                                                              \
        detail::setMask<detail::lanesOf<T>, isSetMask>(instr, mask);                                       \
        accIssue(&instr);                                                                                  \
    }
#define ACC_FILL(name, section, ...)                                                           \
    template <typename T>                                                                      \
    ACC_API void name(const LocalTensor<T>& dst, const T& scalarValue, const int32_t& count) { \
        ACC_SUPPORTS(name, __VA_ARGS__);                                                       \
        AccInstr instr;                                                                        \
        instr.opcode = ACC_OP_##name;                                                          \
        instr.operands = 1;                                                                    \
        instr.operand[0] = detail::operandOf(dst);                                             \
        instr.scalar = detail::bitsOf(scalarValue);                                            \
        detail::issueCount(instr, count);                                                      \
    }                                                                                          \
    ACC_FILL_SLICE(name, uint64_t mask, __VA_ARGS__)                                           \
    ACC_FILL_SLICE(name, const uint64_t mask[], __VA_ARGS__)

#define ACC_MASKED_COPY_SLICE(name, maskType, ...)                                                              \
    template <typename T, bool isSetMask = true>                                                                \
    ACC_API void name(const LocalTensor<T>& dst, const LocalTensor<T>& src, maskType, const uint8_t repeatTime, \
                      const CopyRepeatParams& repeatParams) {                                                   \
        ACC_SUPPORTS(name, __VA_ARGS__);                                                                        \
        AccInstr instr;                                                                                         \
        detail::setOperands(instr, ACC_OP_##name, dst, src);                                                    \
        instr.repeat = repeatTime;                                                                              \
        instr.blkStride[0] = repeatParams.dstStride;                                                            \
        instr.blkStride[1] = repeatParams.srcStride;                                                            \
        instr.repStride[0] = repeatParams.dstRepeatSize;                                                        \
        instr.repStride[1] = repeatParams.srcRepeatSize;                                                        \
        detail::setMask<detail::lanesOf<T>, isSetMask>(instr, mask);                                            \
        accIssue(&instr);                                                                                       \
    }
#define ACC_MASKED_COPY(name, section, ...)                       \
    ACC_MASKED_COPY_SLICE(name, const uint64_t mask, __VA_ARGS__) \
    ACC_MASKED_COPY_SLICE(name, const uint64_t mask[], __VA_ARGS__)

#include "../isa.def"

#undef ACC_ROUND_ShiftRight
#undef ACC_ROUND_ShiftLeft
#undef ACC_ROUNDING_OF_ShiftRight
#undef ACC_ROUNDING_OF_ShiftLeft
#undef ACC_SHIFT_SLICE
#undef ACC_MASKED_COPY_SLICE
#undef ACC_FILL_SLICE
#undef ACC_SUPPORTS_PAIR

// AddDeqRelu names no types: there is one pair. `isSetMask` alone chooses the mask.
template <bool isSetMask, typename Mask>
ACC_API void AddDeqRelu(const LocalTensor<half>& dst, const LocalTensor<int32_t>& src0,
                        const LocalTensor<int32_t>& src1, Mask mask, const uint8_t repeatTime,
                        const BinaryRepeatParams& repeatParams) {
    AddDeqRelu<half, int32_t, isSetMask>(dst, src0, src1, mask, repeatTime, repeatParams);
}

// The older name of MulAddRelu.
template <typename T, bool isSetMask = true, typename Mask>
ACC_API void FusedMulAddRelu(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,
                             Mask mask, const uint8_t repeatTime, const BinaryRepeatParams& repeatParams) {
    MulAddRelu<T, isSetMask>(dst, src0, src1, mask, repeatTime, repeatParams);
}
template <typename T>
ACC_API void FusedMulAddRelu(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,
                             const int32_t& count) {
    MulAddRelu(dst, src0, src1, count);
}

namespace detail::castmode {
// Documented rounding modes of a conversion; 0 when the pair does not exist.
template <class T, class U>
inline constexpr unsigned documented = 0;
#define ACC_CAST(dst, src, modes) \
    template <>                   \
    inline constexpr unsigned documented<dst, src> = modes;
#include "../isa.def"
}  // namespace detail::castmode

#define ACC_CAST_SUPPORTS                                                                                              \
    static_assert(detail::castmode::documented<T, U> != 0,                                                             \
                  "Cast on dav-2201 has no conversion from the source's element type to the destination's; chain two " \
                  "conversions through half or float")

// dst = src converted; T is the destination's type. What rounds and how overflow ends: ascendc-vector 12.
template <typename T, typename U>
ACC_API void Cast(const LocalTensor<T>& dst, const LocalTensor<U>& src, const RoundMode& roundMode,
                  const uint32_t count) {
    ACC_CAST_SUPPORTS;
    AccInstr instr;
    detail::setOperands(instr, ACC_OP_Cast, dst, src);
    instr.mode = uint8_t(roundMode);
    detail::issueCount(instr, count);
}
ACC_SLICE_FORMS(Cast, ACC_LIST(typename T, typename U),
                ACC_LIST(const LocalTensor<T>& dst, const LocalTensor<U>& src, const RoundMode& roundMode),
                ACC_CAST_SUPPORTS;
                detail::setOperands(instr, ACC_OP_Cast, dst, src);
                instr.mode = uint8_t(roundMode), ACC_LIST(detail::lanesOf<T, U>), UnaryRepeatParams)

#undef ACC_CAST_SUPPORTS
#undef ACC_SUPPORTS
#undef ACC_SLICE_FORMS
#undef ACC_LIST

namespace detail {
// The right side of `dst = a OP b`.
template <class T, void (*op)(const LocalTensor<T>&, const LocalTensor<T>&, const LocalTensor<T>&, const int32_t&)>
struct BinaryExpression {
    using TensorExpression = void;
    const LocalTensor<T>& left;
    const LocalTensor<T>& right;
    ACC_API void run(const LocalTensor<T>& dst) const { op(dst, left, right, int32_t(dst.GetSize())); }
};
// `dst = a & b` covers the whole tensor for every width, in 16-bit lanes.
template <class T, void (*op)(const LocalTensor<uint16_t>&, const LocalTensor<uint16_t>&, const LocalTensor<uint16_t>&,
                              const int32_t&)>
struct BitwiseExpression {
    using TensorExpression = void;
    const LocalTensor<T>& left;
    const LocalTensor<T>& right;
    ACC_API void run(const LocalTensor<T>& dst) const {
        static_assert(
            isOneOf<T, int16_t, uint16_t, int32_t, uint32_t>,
            "bitwise operations on dav-2201 support the element types int16_t, uint16_t, and as whole tensors "
            "int32_t, uint32_t");
        op(dst.template ReinterpretCast<uint16_t>(), left.template ReinterpretCast<uint16_t>(),
           right.template ReinterpretCast<uint16_t>(), int32_t(dst.GetSize() * (sizeof(T) / sizeof(uint16_t))));
    }
};
}  // namespace detail

#define ACC_OPERATOR(sign, name)                                                                                   \
    template <typename T>                                                                                          \
    ACC_API detail::BinaryExpression<T, name<T>> operator sign(const LocalTensor<T>& a, const LocalTensor<T>& b) { \
        return {a, b};                                                                                             \
    }
ACC_OPERATOR(+, Add)
ACC_OPERATOR(-, Sub)
ACC_OPERATOR(*, Mul)
ACC_OPERATOR(/, Div)
#undef ACC_OPERATOR
template <typename T>
ACC_API detail::BitwiseExpression<T, And<uint16_t>> operator&(const LocalTensor<T>& a, const LocalTensor<T>& b) {
    return {a, b};
}
template <typename T>
ACC_API detail::BitwiseExpression<T, Or<uint16_t>> operator|(const LocalTensor<T>& a, const LocalTensor<T>& b) {
    return {a, b};
}

}  // namespace AscendC
