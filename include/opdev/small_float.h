// SPDX-License-Identifier: Apache-2.0
// What op::fp16_t and op::bfloat16 have in common: 16 bits that calculate as float and round once per operation.
#pragma once

#include <cstdint>
#include <cstring>
#include <ostream>
#include <type_traits>

namespace op {
namespace detail {

inline uint32_t bitsOf(float value) {
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    return bits;
}
inline float floatOf(uint32_t bits) {
    float value;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
}

// `bits` without its last `count` ones, rounded to nearest, ties to even.
inline uint32_t roundOff(uint32_t bits, unsigned count) {
    const uint32_t half = 1U << (count - 1);
    return (bits + half - 1 + ((bits >> count) & 1U)) >> count;
}

// Operators of `Number`, which converts from and to float.
template <class Number>
struct Operators {
    friend Number operator+(Number a, Number b) { return Number(a.toFloat() + b.toFloat()); }
    friend Number operator-(Number a, Number b) { return Number(a.toFloat() - b.toFloat()); }
    friend Number operator*(Number a, Number b) { return Number(a.toFloat() * b.toFloat()); }
    friend Number operator/(Number a, Number b) { return Number(a.toFloat() / b.toFloat()); }
    friend Number operator-(Number a) { return Number(-a.toFloat()); }
    friend Number& operator+=(Number& a, Number b) { return a = a + b; }
    friend Number& operator-=(Number& a, Number b) { return a = a - b; }
    friend Number& operator*=(Number& a, Number b) { return a = a * b; }
    friend Number& operator/=(Number& a, Number b) { return a = a / b; }
    friend bool operator==(Number a, Number b) { return a.toFloat() == b.toFloat(); }
    friend bool operator!=(Number a, Number b) { return a.toFloat() != b.toFloat(); }
    friend bool operator<(Number a, Number b) { return a.toFloat() < b.toFloat(); }
    friend bool operator<=(Number a, Number b) { return a.toFloat() <= b.toFloat(); }
    friend bool operator>(Number a, Number b) { return a.toFloat() > b.toFloat(); }
    friend bool operator>=(Number a, Number b) { return a.toFloat() >= b.toFloat(); }
    friend std::ostream& operator<<(std::ostream& stream, Number a) { return stream << a.toFloat(); }
};

template <class T>
using IfNumber = typename std::enable_if<std::is_arithmetic<T>::value, int>::type;

}  // namespace detail
}  // namespace op
