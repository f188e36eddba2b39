// SPDX-License-Identifier: Apache-2.0
// What instructions mean, written from the specification alone: slow, scalar, in long double.
#pragma once

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>

#include "kernel_operator.h"

namespace acc::test {

using Real = long double;

// A lane's value; exact for every type.
template <class T>
Real valueOf(T x) {
    if constexpr (std::is_same_v<T, bfloat16_t>) {
        return AscendC::Cast(x);
    } else if constexpr (std::is_same_v<T, half>) {
        return static_cast<Real>(static_cast<float>(x));
    } else {
        return static_cast<Real>(x);
    }
}

// Values that provoke rounding, overflow, signed zero and the special encodings of T.
template <class T>
T interestingValue(std::mt19937_64& random) {
    const uint64_t bits = random();
    if constexpr (std::is_integral_v<T>) {
        constexpr T kEdges[] = {0, 1, T(-1), std::numeric_limits<T>::min(), std::numeric_limits<T>::max(), 2, 100};
        return bits % 4 == 0 ? kEdges[bits / 4 % 7] : static_cast<T>(bits >> 8);
    } else {
        using Bits = std::conditional_t<sizeof(T) == 2, uint16_t, uint32_t>;
        switch (bits % 8) {
            case 0: {
                const float kEdges[] = {0.0F, -0.0F, 1.0F, -1.0F, INFINITY, -INFINITY, NAN, 65504.0F, 1e-7F, 0.5F};
                return static_cast<T>(kEdges[bits / 8 % 10]);
            }
            case 1:
            case 2: {  // any encoding
                const auto raw = static_cast<Bits>(bits >> 8);
                T value;
                std::memcpy(&value, &raw, sizeof(value));
                return value;
            }
            default:
                return static_cast<T>(static_cast<float>(static_cast<int64_t>(bits >> 16) % 20001 - 10000) / 64.0F);
        }
    }
}

// Rounds to an integer by one of the documented modes; `lost` tells whether the value changed.
Real roundBy(AscendC::RoundMode mode, Real x);

// Precision of a floating type: significant bits and exponent of the smallest subnormal.
template <class T>
struct Format;
template <>
struct Format<half> {
    static constexpr int bits = 11, lowest = -24, past = 16;
};
template <>
struct Format<bfloat16_t> {
    static constexpr int bits = 8, lowest = -133, past = 128;
};
template <>
struct Format<float> {
    static constexpr int bits = 24, lowest = -149, past = 128;
};

// `x` rounded to a floating type's precision, overflow to infinity.
Real roundToFormat(AscendC::RoundMode mode, Real x, int bits, int lowest, int past);

template <class T>
T bitsToBfloat16(Real x) {
    const float f = static_cast<float>(x);
    uint32_t bits;
    std::memcpy(&bits, &f, 4);
    const uint16_t high = std::isnan(f) ? uint16_t{0x7fc0} : static_cast<uint16_t>(bits >> 16);
    T result;
    std::memcpy(&result, &high, 2);
    return result;
}

// Conversion of a real to T: rounding, saturation of integers, NaN -> 0 for integers.
template <class T>
T convertTo(AscendC::RoundMode mode, Real x) {
    if constexpr (std::is_same_v<T, half> || std::is_same_v<T, float> || std::is_same_v<T, bfloat16_t>) {
        const Real r = roundToFormat(mode, x, Format<T>::bits, Format<T>::lowest, Format<T>::past);
        if constexpr (std::is_same_v<T, bfloat16_t>) {
            return bitsToBfloat16<T>(r);
        } else {
            return static_cast<T>(static_cast<float>(r));
        }
    } else {
        if (std::isnan(x)) {
            return T{0};
        }
        const Real r = roundBy(mode, x);
        if (r <= static_cast<Real>(std::numeric_limits<T>::min())) {
            return std::numeric_limits<T>::min();
        }
        if (r >= static_cast<Real>(std::numeric_limits<T>::max())) {
            return std::numeric_limits<T>::max();
        }
        return static_cast<T>(r);
    }
}

// Result of an elementwise instruction on reals, before rounding to the destination; the name is the row's. Sets
// `known` to false for a name without a reference.
Real referenceReal(const std::string& name, Real dst, Real a, Real b, bool& known);
// The same on integers, wrapping being the caller's.
int64_t referenceInteger(const std::string& name, int64_t a, int64_t b, bool& known);

// Units in the last place that an instruction's float result may be off; half and integers are exact except exp and ln.
int toleranceOf(const std::string& name);

// One lane of T. `second` is the second source or the scalar.
template <class T>
T referenceLane(const std::string& name, T dst, T a, T b, bool& known) {
    if constexpr (std::is_integral_v<T>) {
        return static_cast<T>(referenceInteger(name, static_cast<int64_t>(a), static_cast<int64_t>(b), known));
    } else {
        return convertTo<T>(AscendC::RoundMode::CAST_RINT,
                            referenceReal(name, valueOf(dst), valueOf(a), valueOf(b), known));
    }
}

// Equal as results: the same bits, both NaN, or within `ulp` units.
template <class T>
bool same(T expected, T actual, int ulp = 0) {
    if (std::memcmp(&expected, &actual, sizeof(T)) == 0) {
        return true;
    }
    if constexpr (std::is_same_v<T, half> || std::is_same_v<T, float> || std::is_same_v<T, bfloat16_t>) {
        const Real e = valueOf(expected);
        const Real a = valueOf(actual);
        if (std::isnan(e) || std::isnan(a)) {
            return std::isnan(e) && std::isnan(a);
        }
        if (ulp == 0 || std::isinf(e) || std::isinf(a)) {
            return false;
        }
        int exponent = 0;
        std::frexp(e, &exponent);
        const int quantum = std::max(exponent - Format<T>::bits, Format<T>::lowest);
        return std::fabs(e - a) <= std::ldexp(Real{1}, quantum) * ulp;
    }
    return false;
}

}  // namespace acc::test
