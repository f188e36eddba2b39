// SPDX-License-Identifier: Apache-2.0
// op::bfloat16: the upper half of a float, in host code.
#pragma once

#include <limits>

#include "opdev/fp16_t.h"
#include "opdev/small_float.h"

namespace op {

struct bfloat16 : detail::Operators<bfloat16> {
    struct from_bits_t {};
    static constexpr from_bits_t from_bits() { return {}; }

    uint16_t value;  // the bits

    bfloat16() : value(0) {}
    constexpr bfloat16(uint16_t bits, from_bits_t) : value(bits) {}
    // Every number is converted, to nearest, ties to even.
    template <class T, detail::IfNumber<T> = 0>
    bfloat16(T number) : value(fromFloat(static_cast<float>(number))) {}
    bfloat16(fp16_t number) : value(fromFloat(number.toFloat())) {}

    float toFloat() const { return detail::floatOf(static_cast<uint32_t>(value) << 16); }
    operator float() const { return toFloat(); }
    explicit operator fp16_t() const { return fp16_t(toFloat()); }

    static uint16_t fromFloat(float number) {
        const uint32_t bits = detail::bitsOf(number);
        if ((bits & 0x7FFFFFFFU) > 0x7F800000U)  // NaN stays one
            return static_cast<uint16_t>((bits >> 16) | 0x0040U);
        return static_cast<uint16_t>(detail::roundOff(bits, 16));
    }
};

}  // namespace op

namespace std {

template <>
class numeric_limits<op::bfloat16> {
    static constexpr op::bfloat16 make(uint16_t bits) { return {bits, op::bfloat16::from_bits()}; }

public:
    static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false;
    static constexpr bool has_infinity = true, has_quiet_NaN = true;
    static constexpr int digits = 8, digits10 = 2, max_digits10 = 4, radix = 2;
    static constexpr int min_exponent = -125, max_exponent = 128;
    static constexpr op::bfloat16 min() { return make(0x0080); }
    static constexpr op::bfloat16 lowest() { return make(0xFF7F); }
    static constexpr op::bfloat16 max() { return make(0x7F7F); }
    static constexpr op::bfloat16 epsilon() { return make(0x3C00); }
    static constexpr op::bfloat16 denorm_min() { return make(0x0001); }
    static constexpr op::bfloat16 infinity() { return make(0x7F80); }
    static constexpr op::bfloat16 quiet_NaN() { return make(0x7FC0); }
};

}  // namespace std
