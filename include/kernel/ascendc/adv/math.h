// SPDX-License-Identifier: Apache-2.0
// Functions of every element: activations and mathematics of the high-level API (ascendc-highlevel 3, 5.1). Rows of
// isa.def, each computed in double and rounded once. Forms:
//
//   F(dst, src, tmp, calCount)     the first calCount elements; `tmp` is scratch memory of the caller
//   F(dst, src, calCount)
//   F(dst, src, tmp), F(dst, src)  src.GetSize() elements
#pragma once

#include "../vector.h"

namespace AscendC {
namespace detail {

// Issues F(dst, sources...): `scratch` may be null.
ACC_API void issueMath(AccInstr& instr, const LocalTensor<uint8_t>* scratch, uint32_t count) {
    instr.mode = scratch != nullptr;
    if (scratch) {
        instr.operand[3] = operandOf(*scratch);
    }
    issueCount(instr, count);
}

template <class T>
ACC_API void mathUnary(AccOpcode opcode, const LocalTensor<T>& dst, const LocalTensor<T>& src,
                       const LocalTensor<uint8_t>* scratch, uint32_t count, uint64_t scalar = 0) {
    AccInstr instr;
    setOperands(instr, opcode, dst, src);
    instr.scalar = scalar;
    issueMath(instr, scratch, count);
}
template <class T>
ACC_API void mathBinary(AccOpcode opcode, const LocalTensor<T>& dst, const LocalTensor<T>& src0,
                        const LocalTensor<T>& src1, const LocalTensor<uint8_t>* scratch, uint32_t count,
                        uint64_t scalar = 0) {
    AccInstr instr;
    setOperands(instr, opcode, dst, src0, src1);
    instr.scalar = scalar;
    issueMath(instr, scratch, count);
}

}  // namespace detail

#define ACC_MATH_TYPES(name, ...) \
    static_assert(detail::isOneOf<T, __VA_ARGS__>, #name " on dav-2201 supports the element types " #__VA_ARGS__)

#define ACC_MATH(name, section, ...)                                                                   \
    template <typename T, bool isReuseSource = false>                                                  \
    ACC_API void name(const LocalTensor<T>& dst, const LocalTensor<T>& src,                            \
                      const LocalTensor<uint8_t>& sharedTmpBuffer, const uint32_t calCount) {          \
        ACC_MATH_TYPES(name, __VA_ARGS__);                                                             \
        detail::mathUnary(ACC_OP_##name, dst, src, &sharedTmpBuffer, calCount);                        \
    }                                                                                                  \
    template <typename T, bool isReuseSource = false>                                                  \
    ACC_API void name(const LocalTensor<T>& dst, const LocalTensor<T>& src, const uint32_t calCount) { \
        ACC_MATH_TYPES(name, __VA_ARGS__);                                                             \
        detail::mathUnary(ACC_OP_##name, dst, src, nullptr, calCount);                                 \
    }                                                                                                  \
    template <typename T, bool isReuseSource = false>                                                  \
    ACC_API void name(const LocalTensor<T>& dst, const LocalTensor<T>& src,                            \
                      const LocalTensor<uint8_t>& sharedTmpBuffer) {                                   \
        ACC_MATH_TYPES(name, __VA_ARGS__);                                                             \
        detail::mathUnary(ACC_OP_##name, dst, src, &sharedTmpBuffer, src.GetSize());                   \
    }                                                                                                  \
    template <typename T, bool isReuseSource = false>                                                  \
    ACC_API void name(const LocalTensor<T>& dst, const LocalTensor<T>& src) {                          \
        ACC_MATH_TYPES(name, __VA_ARGS__);                                                             \
        detail::mathUnary(ACC_OP_##name, dst, src, nullptr, src.GetSize());                            \
    }

// Activations with the options highPrecision and highPerformance: half is always computed in double here.
#define ACC_MATH_GELU(name, section, ...)                                                              \
    template <typename T, bool highPrecision = false, bool highPerformance = false>                    \
    ACC_API void name(const LocalTensor<T>& dst, const LocalTensor<T>& src,                            \
                      const LocalTensor<uint8_t>& sharedTmpBuffer, const uint32_t dataSize) {          \
        ACC_MATH_TYPES(name, __VA_ARGS__);                                                             \
        detail::mathUnary(ACC_OP_##name, dst, src, &sharedTmpBuffer, dataSize);                        \
    }                                                                                                  \
    template <typename T, bool highPrecision = false, bool highPerformance = false>                    \
    ACC_API void name(const LocalTensor<T>& dst, const LocalTensor<T>& src, const uint32_t dataSize) { \
        ACC_MATH_TYPES(name, __VA_ARGS__);                                                             \
        detail::mathUnary(ACC_OP_##name, dst, src, nullptr, dataSize);                                 \
    }

// Two sources.
#define ACC_MATH_BINARY(name, section, ...)                                                                \
    template <typename T, bool isReuseSource = false>                                                      \
    ACC_API void name(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,   \
                      const LocalTensor<uint8_t>& sharedTmpBuffer, const uint32_t calCount) {              \
        ACC_MATH_TYPES(name, __VA_ARGS__);                                                                 \
        detail::mathBinary(ACC_OP_##name, dst, src0, src1, &sharedTmpBuffer, calCount);                    \
    }                                                                                                      \
    template <typename T, bool isReuseSource = false>                                                      \
    ACC_API void name(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,   \
                      const uint32_t calCount) {                                                           \
        ACC_MATH_TYPES(name, __VA_ARGS__);                                                                 \
        detail::mathBinary(ACC_OP_##name, dst, src0, src1, nullptr, calCount);                             \
    }                                                                                                      \
    template <typename T, bool isReuseSource = false>                                                      \
    ACC_API void name(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,   \
                      const LocalTensor<uint8_t>& sharedTmpBuffer) {                                       \
        ACC_MATH_TYPES(name, __VA_ARGS__);                                                                 \
        detail::mathBinary(ACC_OP_##name, dst, src0, src1, &sharedTmpBuffer, src0.GetSize());              \
    }                                                                                                      \
    template <typename T, bool isReuseSource = false>                                                      \
    ACC_API void name(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1) { \
        ACC_MATH_TYPES(name, __VA_ARGS__);                                                                 \
        detail::mathBinary(ACC_OP_##name, dst, src0, src1, nullptr, src0.GetSize());                       \
    }

// dst = f(src, scalar); the scalar has the tensor's type.
#define ACC_MATH_SCALAR(name, section, ...)                                                                            \
    template <typename T, bool isReuseSource = false>                                                                  \
    ACC_API void name(const LocalTensor<T>& dst, const LocalTensor<T>& src,                                            \
                      const LocalTensor<uint8_t>& sharedTmpBuffer, const T scalar, const uint32_t calCount) {          \
        ACC_MATH_TYPES(name, __VA_ARGS__);                                                                             \
        detail::mathUnary(ACC_OP_##name, dst, src, &sharedTmpBuffer, calCount, detail::bitsOf(scalar));                \
    }                                                                                                                  \
    template <typename T, bool isReuseSource = false>                                                                  \
    ACC_API void name(const LocalTensor<T>& dst, const LocalTensor<T>& src, const T scalar, const uint32_t calCount) { \
        ACC_MATH_TYPES(name, __VA_ARGS__);                                                                             \
        detail::mathUnary(ACC_OP_##name, dst, src, nullptr, calCount, detail::bitsOf(scalar));                         \
    }

// Declared below, in their own forms.
#define ACC_MATH_OTHER(name, section, ...)

#include "../../isa.def"

// x / (1 + e^(-beta * x))
template <typename T, bool isReuseSource = false>
ACC_API void Swish(const LocalTensor<T>& dst, const LocalTensor<T>& src, uint32_t dataSize, const T scalarValue) {
    ACC_MATH_TYPES(Swish, half, float);
    detail::mathUnary(ACC_OP_Swish, dst, src, nullptr, dataSize, detail::bitsOf(scalarValue));
}

// src0 * src1 / (1 + e^(-beta * src1))
template <typename T, bool isReuseSource = false>
ACC_API void SwiGLU(LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,
                    const float& scalarValue, const LocalTensor<uint8_t>& sharedTmpBuffer, const uint32_t calCount) {
    ACC_MATH_TYPES(SwiGLU, half, float);
    detail::mathBinary(ACC_OP_SwiGLU, dst, src0, src1, &sharedTmpBuffer, calCount, detail::bitsOf(scalarValue));
}
template <typename T, bool isReuseSource = false>
ACC_API void SwiGLU(LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,
                    const float& scalarValue, const LocalTensor<uint8_t>& sharedTmpBuffer) {
    SwiGLU<T, isReuseSource>(dst, src0, src1, scalarValue, sharedTmpBuffer, src0.GetSize());
}
template <typename T, bool isReuseSource = false>
ACC_API void SwiGLU(LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,
                    const float& scalarValue, const uint32_t calCount) {
    ACC_MATH_TYPES(SwiGLU, half, float);
    detail::mathBinary(ACC_OP_SwiGLU, dst, src0, src1, nullptr, calCount, detail::bitsOf(scalarValue));
}
template <typename T, bool isReuseSource = false>
ACC_API void SwiGLU(LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,
                    const float& scalarValue) {
    SwiGLU<T, isReuseSource>(dst, src0, src1, scalarValue, src0.GetSize());
}

// e^x; the level of the Taylor series has no default, which tells this form from the basic Exp.
template <typename T, uint8_t taylorExpandLevel, bool isReuseSource = false>
ACC_API void Exp(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<uint8_t>& sharedTmpBuffer,
                 const uint32_t calCount) {
    ACC_MATH_TYPES(Exp, half, float);
    detail::mathUnary(ACC_OP_ExpTaylor, dst, src, &sharedTmpBuffer, calCount);
}
template <typename T, uint8_t taylorExpandLevel, bool isReuseSource = false>
ACC_API void Exp(const LocalTensor<T>& dst, const LocalTensor<T>& src, const uint32_t calCount) {
    ACC_MATH_TYPES(Exp, half, float);
    detail::mathUnary(ACC_OP_ExpTaylor, dst, src, nullptr, calCount);
}

// base^exponent, each a tensor or a number. int32_t: by multiplication, negative exponents give 0 unless the base is 1
// or -1.
#define ACC_POWER(exponentType, opcode, operandsOf)                                                                   \
    template <typename T, bool isReuseSource = false>                                                                 \
    ACC_API void Power(const LocalTensor<T>& dst, const LocalTensor<T>& src0, exponentType src1,                      \
                       const LocalTensor<uint8_t>& sharedTmpBuffer, uint32_t calCount) {                              \
        ACC_MATH_TYPES(Power, half, float, int32_t);                                                                  \
        operandsOf(opcode, &sharedTmpBuffer, calCount);                                                               \
    }                                                                                                                 \
    template <typename T, bool isReuseSource = false>                                                                 \
    ACC_API void Power(const LocalTensor<T>& dst, const LocalTensor<T>& src0, exponentType src1,                      \
                       const LocalTensor<uint8_t>& sharedTmpBuffer) {                                                 \
        ACC_MATH_TYPES(Power, half, float, int32_t);                                                                  \
        operandsOf(opcode, &sharedTmpBuffer, src0.GetSize());                                                         \
    }                                                                                                                 \
    template <typename T, bool isReuseSource = false>                                                                 \
    ACC_API void Power(const LocalTensor<T>& dst, const LocalTensor<T>& src0, exponentType src1, uint32_t calCount) { \
        ACC_MATH_TYPES(Power, half, float, int32_t);                                                                  \
        operandsOf(opcode, nullptr, calCount);                                                                        \
    }                                                                                                                 \
    template <typename T, bool isReuseSource = false>                                                                 \
    ACC_API void Power(const LocalTensor<T>& dst, const LocalTensor<T>& src0, exponentType src1) {                    \
        ACC_MATH_TYPES(Power, half, float, int32_t);                                                                  \
        operandsOf(opcode, nullptr, src0.GetSize());                                                                  \
    }
#define ACC_POWER_TENSORS(opcode, scratch, count) detail::mathBinary(opcode, dst, src0, src1, scratch, count)
#define ACC_POWER_NUMBER(opcode, scratch, count) \
    detail::mathUnary(opcode, dst, src0, scratch, count, detail::bitsOf(src1))
ACC_POWER(const LocalTensor<T>&, ACC_OP_Power, ACC_POWER_TENSORS)
ACC_POWER(const T&, ACC_OP_PowerScalar, ACC_POWER_NUMBER)
#undef ACC_POWER_NUMBER
#undef ACC_POWER_TENSORS
#undef ACC_POWER
template <typename T, bool isReuseSource = false>
ACC_API void Power(const LocalTensor<T>& dst, const T& src0, const LocalTensor<T>& src1,
                   const LocalTensor<uint8_t>& sharedTmpBuffer, uint32_t calCount) {
    ACC_MATH_TYPES(Power, half, float, int32_t);
    detail::mathUnary(ACC_OP_ScalarPower, dst, src1, &sharedTmpBuffer, calCount, detail::bitsOf(src0));
}
template <typename T, bool isReuseSource = false>
ACC_API void Power(const LocalTensor<T>& dst, const T& src0, const LocalTensor<T>& src1, uint32_t calCount) {
    ACC_MATH_TYPES(Power, half, float, int32_t);
    detail::mathUnary(ACC_OP_ScalarPower, dst, src1, nullptr, calCount, detail::bitsOf(src0));
}
template <typename T, bool isReuseSource = false>
ACC_API void Power(const LocalTensor<T>& dst, const T& src0, const LocalTensor<T>& src1) {
    Power<T, isReuseSource>(dst, src0, src1, src1.GetSize());
}

#undef ACC_MATH_TYPES

}  // namespace AscendC
