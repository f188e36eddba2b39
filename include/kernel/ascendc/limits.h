// SPDX-License-Identifier: Apache-2.0
// NumericLimits (ascendc-core 1.10): the special values of an element type, as numbers and as contents of a tensor.
#pragma once

#include "vector.h"

namespace AscendC {

namespace detail {

// Encodings of the special values.
template <class T>
struct Encodings;
template <>
struct Encodings<half> {
    using Bits = uint16_t;
    static constexpr Bits max = 0x7bff, lowest = 0xfbff, min = 0x0400, infinity = 0x7c00, negativeInfinity = 0xfc00,
                          quietNan = 0x7e00, signalNan = 0x7d00, denormMin = 0x0001;
};
template <>
struct Encodings<float> {
    using Bits = uint32_t;
    static constexpr Bits max = 0x7f7fffff, lowest = 0xff7fffff, min = 0x00800000, infinity = 0x7f800000,
                          negativeInfinity = 0xff800000, quietNan = 0x7fc00000, signalNan = 0x7fa00000,
                          denormMin = 0x00000001;
};

template <class T>
constexpr T lowestInteger() {
    return std::is_signed_v<T> ? T(T(1) << (sizeof(T) * 8 - 1)) : T(0);
}

}  // namespace detail

template <typename T>
class NumericLimits {
    static_assert(detail::isOneOf<T, uint8_t, int8_t, uint16_t, int16_t, uint32_t, int32_t, half, float>,
                  "NumericLimits on dav-2201 supports uint8_t, int8_t, uint16_t, int16_t, uint32_t, int32_t, half, "
                  "float");
    static constexpr bool isFloating = detail::isOneOf<T, half, float>;

public:
#define ACC_LIMIT(name, encoding, integer)                                \
    ACC_API_HOST_AND_DEVICE static constexpr T name() {                   \
        if constexpr (isFloating) {                                       \
            return __builtin_bit_cast(T, detail::Encodings<T>::encoding); \
        } else {                                                          \
            return integer;                                               \
        }                                                                 \
    }                                                                     \
    ACC_API static void name(const LocalTensor<T>& dst, int32_t count) { fill(dst, name(), count); }
    ACC_LIMIT(Max, max, T(~detail::lowestInteger<T>()))
    ACC_LIMIT(Lowest, lowest, detail::lowestInteger<T>())
    ACC_LIMIT(Min, min, detail::lowestInteger<T>())
#undef ACC_LIMIT
#define ACC_LIMIT(name, encoding)                                            \
    ACC_API_HOST_AND_DEVICE static constexpr T name() {                      \
        static_assert(isFloating, "NumericLimits: integers have no " #name); \
        return __builtin_bit_cast(T, detail::Encodings<T>::encoding);        \
    }                                                                        \
    ACC_API static void name(const LocalTensor<T>& dst, int32_t count) { fill(dst, name(), count); }
    ACC_LIMIT(Infinity, infinity)
    ACC_LIMIT(NegativeInfinity, negativeInfinity)
    ACC_LIMIT(QuietNaN, quietNan)
    ACC_LIMIT(SignalNaN, signalNan)
    ACC_LIMIT(DeNormMin, denormMin)
#undef ACC_LIMIT

private:
    ACC_API static void fill(const LocalTensor<T>& dst, T value, int32_t count) {
        static_assert(sizeof(T) > 1, "NumericLimits fills tensors of 16- and 32-bit elements");
        // As bits: a signalling NaN must not pass through arithmetic.
        using Bits = std::conditional_t<sizeof(T) == 2, uint16_t, uint32_t>;
        Duplicate(dst.template ReinterpretCast<Bits>(), __builtin_bit_cast(Bits, value), count);
    }
};

}  // namespace AscendC
