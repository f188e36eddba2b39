// SPDX-License-Identifier: Apache-2.0
// Scalar helpers of pipe S and uncached scalar access to GM (ascendc-core 6.2, ascendc-vector 20).
#pragma once

#include "tensor.h"

#ifdef __ACC_FRONTEND__
// Square root and magnitude in the scalar unit, beside the host's functions of these names. Templates: they neither
// hide those nor collide with them.
template <typename T, typename = std::enable_if_t<std::is_floating_point_v<T>>>
ACC_API T sqrt(T value) {
    return T(__builtin_sqrtf(float(value)));
}
template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
ACC_API T abs(T value) {
    return value < T(0) ? T(-value) : value;
}
#endif

namespace AscendC {

// Number of bits of `value` that equal `countValue`.
template <int countValue>
ACC_API int64_t GetBitCount(uint64_t value) {
    static_assert(countValue == 0 || countValue == 1, "GetBitCount counts zeros or ones");
    return __builtin_popcountll(countValue == 1 ? value : ~value);
}
template <int countValue>
ACC_API int64_t ScalarGetCountOfValue(uint64_t value) {
    return GetBitCount<countValue>(value);
}

// Leading zero bits; 64 for 0.
ACC_API int64_t CountLeadingZero(uint64_t value) {
    return value == 0 ? 64 : __builtin_clzll(value);
}
ACC_API int64_t ScalarCountLeadingZero(uint64_t value) {
    return CountLeadingZero(value);
}

// Bits directly below the sign bit that equal it; -1 for 0 and -1.
ACC_API int64_t CountBitsCntSameAsSignBit(int64_t value) {
    const uint64_t bits = uint64_t(value < 0 ? ~value : value);
    return bits == 0 ? -1 : __builtin_clzll(bits) - 1;
}

// Position of the lowest bit that equals `countValue`, -1 if there is none.
template <int countValue>
ACC_API int64_t GetSFFValue(uint64_t value) {
    static_assert(countValue == 0 || countValue == 1, "GetSFFValue looks for a zero or a one");
    const uint64_t bits = countValue == 1 ? value : ~value;
    return bits == 0 ? -1 : __builtin_ctzll(bits);
}
template <int countValue>
ACC_API int64_t ScalarGetSFFValue(uint64_t value) {
    return GetSFFValue<countValue>(value);
}

// float -> bfloat16_t rounds to nearest even.
ACC_API bfloat16_t Cast(const float& value) {
    uint32_t bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(bits));
    const bool isNan = (bits & 0x7fffffffU) > 0x7f800000U;
    const uint16_t rounded = isNan ? uint16_t(0x7fc0) : uint16_t((bits + 0x7fffU + ((bits >> 16) & 1U)) >> 16);
    bfloat16_t result;
    __builtin_memcpy(&result, &rounded, sizeof(rounded));
    return result;
}
ACC_API float Cast(const bfloat16_t& value) {
    uint16_t bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(bits));
    const uint32_t wide = uint32_t(bits) << 16;
    float result;
    __builtin_memcpy(&result, &wide, sizeof(wide));
    return result;
}
ACC_API bfloat16_t ToBfloat16(const float& value) {
    return Cast(value);
}
ACC_API float ToFloat(const bfloat16_t& value) {
    return Cast(value);
}

namespace detail {
// float -> half, truncated, the last bit set when something was lost.
ACC_API half toHalfOdd(float value) {
    const uint32_t bits = bitsOf(value) & 0x7fffffffU;
    const uint16_t sign = uint16_t(bitsOf(value) >> 16 & 0x8000U);
    uint32_t result = 0;
    if (bits > 0x7f800000U) {
        result = 0x7e00;
    } else if (bits >= 0x47800000U) {
        result = 0x7c00;
    } else {
        // Normal halves lose 13 bits of the mantissa, subnormal ones more, with the implicit bit made explicit.
        const uint32_t exponent = bits >> 23;
        const bool normal = exponent >= 113;
        const uint32_t shift = normal ? 13 : exponent < 95 ? 31 : 126 - exponent;
        const uint32_t source = normal ? bits - (112U << 23) : (bits & 0x7fffffU) | (exponent != 0 ? 0x800000U : 0U);
        result = source >> shift;
        result |= (source & ((1U << shift) - 1)) != 0 ? 1U : 0U;
    }
    const uint16_t encoding = uint16_t(result | sign);
    half converted;
    __builtin_memcpy(&converted, &encoding, sizeof(converted));
    return converted;
}
}  // namespace detail

// float -> half with CAST_ODD, float -> int32_t with CAST_RINT, FLOOR, CEIL or ROUND (ties away from zero).
template <typename T, typename U, RoundMode roundMode>
ACC_API U Cast(T valueIn) {
    static_assert(std::is_same_v<T, float> && detail::isOneOf<U, half, int32_t>,
                  "the scalar Cast on dav-2201 converts float to half or int32_t");
    if constexpr (std::is_same_v<U, half>) {
        static_assert(roundMode == RoundMode::CAST_ODD, "the scalar Cast to half rounds with CAST_ODD");
        return detail::toHalfOdd(valueIn);
    } else {
        static_assert(roundMode == RoundMode::CAST_RINT || roundMode == RoundMode::CAST_FLOOR ||
                          roundMode == RoundMode::CAST_CEIL || roundMode == RoundMode::CAST_ROUND,
                      "the scalar Cast to int32_t rounds with CAST_RINT, CAST_FLOOR, CAST_CEIL or CAST_ROUND");
        const double exact = valueIn;
        const double rounded = roundMode == RoundMode::CAST_RINT    ? __builtin_rint(exact)
                               : roundMode == RoundMode::CAST_FLOOR ? __builtin_floor(exact)
                               : roundMode == RoundMode::CAST_CEIL  ? __builtin_ceil(exact)
                                                                    : __builtin_round(exact);
        return rounded != rounded         ? 0
               : rounded >= 2147483647.0  ? INT32_MAX
               : rounded <= -2147483648.0 ? INT32_MIN
                                          : int32_t(rounded);
    }
}
template <typename T, typename U, RoundMode roundMode>
ACC_API U ScalarCast(T valueIn) {
    return Cast<T, U, roundMode>(valueIn);
}

// Uncached scalar access: what polling loops between cores use.
template <typename T>
ACC_API T ReadGmByPassDCache(__gm__ T* address) {
    accGlobalScalar(address, sizeof(T), 0);
    return __atomic_load_n(address, __ATOMIC_ACQUIRE);
}
template <typename T>
ACC_API void WriteGmByPassDCache(__gm__ T* address, T value) {
    accGlobalScalar(address, sizeof(T), 1);
    __atomic_store_n(address, value, __ATOMIC_RELEASE);
}

}  // namespace AscendC
