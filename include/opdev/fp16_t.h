// SPDX-License-Identifier: Apache-2.0
// op::fp16_t: IEEE half precision in host code, for compilers that have no such type.
#pragma once

#include <limits>

#include "opdev/small_float.h"

namespace op {

struct fp16_t : detail::Operators<fp16_t> {
    uint16_t val;  // the bits

    fp16_t() : val(0) {}
    // The bits themselves; every other number is converted, to nearest, ties to even.
    constexpr fp16_t(uint16_t bits) : val(bits) {}
    template <class T, detail::IfNumber<T> = 0>
    fp16_t(T value) : val(fromFloat(static_cast<float>(value))) {}

    float toFloat() const {
        const uint32_t sign = (val & 0x8000U) << 16, exponent = (val >> 10) & 0x1FU, mantissa = val & 0x3FFU;
        if (exponent == 0x1F)
            return detail::floatOf(sign | 0x7F800000U | mantissa << 13);
        if (exponent != 0)
            return detail::floatOf(sign | (exponent + 112) << 23 | mantissa << 13);
        // Subnormal: a multiple of 2^-24.
        const float value = static_cast<float>(mantissa) * detail::floatOf(0x33800000U);
        return sign != 0 ? -value : value;
    }
    operator float() const { return toFloat(); }

    static uint16_t fromFloat(float value) {
        const uint32_t bits = detail::bitsOf(value), sign = (bits >> 16) & 0x8000U, magnitude = bits & 0x7FFFFFFFU;
        if (magnitude > 0x7F800000U)  // NaN stays one
            return static_cast<uint16_t>(sign | 0x7E00U | ((magnitude >> 13) & 0x3FFU));
        if (magnitude >= 0x477FF000U)  // 65520 and more
            return static_cast<uint16_t>(sign | 0x7C00U);
        if (magnitude >= 0x38800000U)  // normal: 2^-14 and more
            return static_cast<uint16_t>(sign | detail::roundOff(magnitude - (112U << 23), 13));
        if (magnitude < 0x33000000U)  // below half of the smallest
            return static_cast<uint16_t>(sign);
        const unsigned shift = 126 - (magnitude >> 23);
        return static_cast<uint16_t>(sign | detail::roundOff((magnitude & 0x7FFFFFU) | 0x800000U, shift));
    }
};
using tagFp16 = fp16_t;
using half = fp16_t;

}  // namespace op

namespace std {

template <>
class numeric_limits<op::fp16_t> {
public:
    static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false;
    static constexpr bool has_infinity = true, has_quiet_NaN = true;
    static constexpr int digits = 11, digits10 = 3, max_digits10 = 5, radix = 2;
    static constexpr int min_exponent = -13, max_exponent = 16;
    static constexpr op::fp16_t min() { return op::fp16_t(uint16_t(0x0400)); }
    static constexpr op::fp16_t lowest() { return op::fp16_t(uint16_t(0xFBFF)); }
    static constexpr op::fp16_t max() { return op::fp16_t(uint16_t(0x7BFF)); }
    static constexpr op::fp16_t epsilon() { return op::fp16_t(uint16_t(0x1400)); }
    static constexpr op::fp16_t denorm_min() { return op::fp16_t(uint16_t(0x0001)); }
    static constexpr op::fp16_t infinity() { return op::fp16_t(uint16_t(0x7C00)); }
    static constexpr op::fp16_t quiet_NaN() { return op::fp16_t(uint16_t(0x7E00)); }
};

}  // namespace std
