// SPDX-License-Identifier: Apache-2.0
// The conversion loops of one CPU level: every ACC_CAST row of isa.def in every rounding mode (ascendc-vector 12).
//
// Integer targets saturate and take NaN as 0. Conversions to half and bfloat16 keep NaN (as the quiet one) and overflow
// to infinity by the rounded value. Modes that a row does not list: exact conversions ignore the mode, lossy ones round
// as RINT (the door warns).
#include "runtime/isa/kernels.h"

namespace acc::rt::isa::ACC_LEVEL {
namespace {

#include "runtime/isa/ops.h"

enum class Round { none, rint, floor, ceil, round, trunc, odd };

// Rounds to an integral value.
template <Round mode, class T>
inline T roundIntegral(T x) {
    if constexpr (mode == Round::floor) {
        return __builtin_elementwise_floor(x);
    } else if constexpr (mode == Round::ceil) {
        return __builtin_elementwise_ceil(x);
    } else if constexpr (mode == Round::trunc) {
        return __builtin_elementwise_trunc(x);
    } else if constexpr (mode == Round::round) {
        const T towardZero = __builtin_elementwise_trunc(x);
        const T rest = __builtin_elementwise_abs(x - towardZero);  // exact
        return rest >= T(0.5) ? towardZero + __builtin_elementwise_copysign(T(1), x) : towardZero;
    } else {
        return __builtin_elementwise_roundeven(x);
    }
}

template <class To>
struct IntLimits {
    static constexpr To lowest = To(-1) > To(0) ? To(0) : To(uint64_t{1} << (sizeof(To) * 8 - 1));
    static constexpr To largest = To(~lowest);
    static constexpr float past = To(-1) > To(0) ? float(uint64_t{1} << (sizeof(To) * 8 - 1)) * 2
                                                 : float(uint64_t{1} << (sizeof(To) * 8 - 1));
};

// Saturates; NaN becomes 0. `x` is integral.
template <class To>
inline To saturate(float x) {
    using Wide = std::conditional_t<sizeof(To) == 8, int64_t, int32_t>;
    constexpr float low = static_cast<float>(IntLimits<To>::lowest);
    constexpr float past = IntLimits<To>::past;
    const bool inside = x >= low && x < past;
    const To value = static_cast<To>(static_cast<Wide>(inside ? x : 0.0F));
    const To above = x >= past ? IntLimits<To>::largest : value;
    return x < low ? IntLimits<To>::lowest : above;
}

// float -> half in a directed mode, on the magnitude's bits: truncate, then step by what was cut off.
template <Round mode>
inline half floatToHalf(float x) {
    if constexpr (mode == Round::none || mode == Round::rint) {
        return toHalf(x);
    } else {
        const uint32_t bits = bitCast<uint32_t>(x);
        const uint32_t magnitude = bits & 0x7fffffffU;
        const bool negative = (bits >> 31) != 0;
        // Normal results keep 10 of 23 mantissa bits; subnormal ones fewer, with the implicit one made explicit.
        const int32_t exponent = static_cast<int32_t>(magnitude >> 23);
        const bool normal = exponent >= 113;
        const uint32_t lost = static_cast<uint32_t>(126 - exponent);
        const uint32_t shift = normal ? 13U : lost > 31U ? 31U : lost;
        const uint32_t significand = (magnitude & 0x7fffffU) | (exponent != 0 ? 0x800000U : 0U);
        const uint32_t source = normal ? magnitude - (112U << 23) : significand;
        const uint32_t truncated = source >> shift;
        const uint32_t rest = source - (truncated << shift);
        uint32_t step = 0;
        if constexpr (mode == Round::round) {
            step = rest >> (shift - 1);
        } else if constexpr (mode == Round::floor) {
            step = rest != 0 && negative ? 1U : 0U;
        } else if constexpr (mode == Round::ceil) {
            step = rest != 0 && !negative ? 1U : 0U;
        } else if constexpr (mode == Round::odd) {
            step = rest != 0 ? ~truncated & 1U : 0U;
        }
        uint32_t h = truncated + step;
        h = h > 0x7c00U || magnitude >= 0x47800000U ? 0x7c00U : h;
        h = magnitude > 0x7f800000U ? 0x7e00U : h;
        return bitCast<half>(static_cast<uint16_t>(h | (bits >> 16 & 0x8000U)));
    }
}

template <Round mode>
inline uint16_t floatToBfloat16(float x) {
    const uint32_t bits = bitCast<uint32_t>(x);
    const bool negative = (bits >> 31) != 0;
    uint32_t step = 0x7fffU + ((bits >> 16) & 1U);
    if constexpr (mode == Round::round) {
        step = 0x8000U;
    } else if constexpr (mode == Round::floor) {
        step = negative ? 0xffffU : 0U;
    } else if constexpr (mode == Round::ceil) {
        step = negative ? 0U : 0xffffU;
    } else if constexpr (mode == Round::trunc) {
        step = 0;
    }
    const uint32_t magnitude = bits & 0x7fffffffU;
    const uint16_t rounded = static_cast<uint16_t>((bits + (magnitude < 0x7f800000U ? step : 0U)) >> 16);
    return magnitude > 0x7f800000U ? uint16_t{0x7fc0} : rounded;
}

// int32 -> float through double, where it is exact: clear the 29 mantissa bits that float lacks, step by what they
// held.
template <Round mode>
inline float int32ToFloat(int32_t x) {
    if constexpr (mode == Round::none || mode == Round::rint) {
        return static_cast<float>(x);
    } else {
        constexpr uint64_t cut = (uint64_t{1} << 29) - 1;
        const uint64_t bits = bitCast<uint64_t>(static_cast<double>(x));
        uint64_t step = 0;
        if constexpr (mode == Round::round) {
            step = uint64_t{1} << 28;
        } else if constexpr (mode == Round::floor) {
            step = x < 0 ? cut : 0;
        } else if constexpr (mode == Round::ceil) {
            step = x < 0 ? 0 : cut;
        }
        return static_cast<float>(bitCast<double>((bits + step) & ~cut));
    }
}

template <Round mode>
inline float int64ToFloat(int64_t x) {
    if constexpr (mode == Round::none || mode == Round::rint) {
        return static_cast<float>(x);
    } else {
        const bool negative = x < 0;
        const uint64_t magnitude = negative ? 0 - static_cast<uint64_t>(x) : static_cast<uint64_t>(x);
        if (magnitude < (uint64_t{1} << 24)) {
            return static_cast<float>(x);
        }
        const unsigned shift = 40U - static_cast<unsigned>(__builtin_clzll(magnitude));
        uint64_t kept = magnitude >> shift;
        const uint64_t rest = magnitude - (kept << shift);
        if (mode == Round::round
                ? (rest >> (shift - 1)) != 0 && shift != 0
                : rest != 0 && ((mode == Round::floor && negative) || (mode == Round::ceil && !negative))) {
            ++kept;
        }
        const float value = static_cast<float>(kept) * static_cast<float>(uint64_t{1} << shift);
        return negative ? -value : value;
    }
}

// int32 * scale, rounded once to half: the product is exact in double; float rounded to odd keeps the second rounding
// right.
inline half dequantise(int32_t x, double scale) {
    const double product = static_cast<double>(x) * scale;
    const float nearest = static_cast<float>(product);
    const double back = static_cast<double>(nearest);
    uint32_t bits = bitCast<uint32_t>(nearest);
    const bool awayFromZero = __builtin_fabs(back) > __builtin_fabs(product);
    bits = back != product && product == product ? (bits - (awayFromZero ? 1U : 0U)) | 1U : bits;
    return toHalf(bitCast<float>(bits));
}

inline float bfloat16ToFloat(uint16_t bits) {
    return bitCast<float>(static_cast<uint32_t>(bits) << 16);
}

template <class T>
inline T saturateInteger(int64_t x) {
    constexpr int64_t low = IntLimits<T>::lowest;
    constexpr int64_t high = IntLimits<T>::largest;
    return static_cast<T>(x < low ? low : x > high ? high : x);
}

// One lane of To <- From. bfloat16 travels as its bits.
template <class To, class From, Round mode>
inline To convert(From x) {
    constexpr bool toBf16 = std::is_same_v<To, bfloat16_t>;
    if constexpr (std::is_same_v<From, half>) {
        return static_cast<To>(toFloat(x));  // float; integers are castLoop's
    } else if constexpr (std::is_same_v<From, bfloat16_t>) {
        const float value = bfloat16ToFloat(bitCast<uint16_t>(x));
        if constexpr (std::is_same_v<To, float>) {
            return value;
        } else {
            return saturate<To>(roundIntegral<mode>(value));
        }
    } else if constexpr (std::is_same_v<From, float>) {
        if constexpr (std::is_same_v<To, half>) {
            return floatToHalf<mode>(x);
        } else if constexpr (toBf16) {
            return bitCast<bfloat16_t>(floatToBfloat16<mode>(x));
        } else if constexpr (std::is_same_v<To, float>) {
            return roundIntegral<mode>(x) + 0.0F;  // -0 becomes +0, as documented
        } else {
            return saturate<To>(roundIntegral<mode>(x));
        }
    } else if constexpr (std::is_same_v<To, float>) {
        if constexpr (std::is_same_v<From, int32_t>) {
            return int32ToFloat<mode>(x);
        } else if constexpr (std::is_same_v<From, int64_t>) {
            return int64ToFloat<mode>(x);
        } else {
            return static_cast<float>(x);  // int16_t: exact
        }
    } else if constexpr (std::is_same_v<To, half>) {
        return floatToHalf<mode>(static_cast<float>(x));  // 8- and 16-bit integers: exact in float
    } else {
        return saturateInteger<To>(x);
    }
}

template <class To, class From, Round mode>
void castLoop(void* dst, const void* src, const void*, uint64_t, size_t count) {
    To* const d = static_cast<To*>(dst);
    const From* const s = static_cast<const From*>(src);
    if constexpr (std::is_same_v<From, half> && std::is_integral_v<To>) {
        // Through a float buffer: the optimiser would narrow the rounding to scalar half code.
        constexpr size_t kChunk = 256;
        alignas(64) float buffer[kChunk];
        for (size_t done = 0; done < count; done += kChunk) {
            const size_t n = count - done < kChunk ? count - done : kChunk;
            for (size_t i = 0; i < n; ++i) {
                buffer[i] = toFloat(s[done + i]);
            }
            _Pragma("clang loop vectorize(assume_safety)") for (size_t i = 0; i < n; ++i) {
                d[done + i] = saturate<To>(roundIntegral<mode>(buffer[i]));
            }
        }
        return;
    }
    // The door stages operands of different width that overlap, so iterations are independent.
    _Pragma("clang loop vectorize(assume_safety)") for (size_t i = 0; i < count; ++i) {
        d[i] = convert<To, From, mode>(s[i]);
    }
}

void dequantiseLoop(void* dst, const void* src, const void*, uint64_t scalar, size_t count) {
    half* const d = static_cast<half*>(dst);
    const int32_t* const s = static_cast<const int32_t*>(src);
    const double scale = static_cast<double>(toFloat(bitCast<half>(static_cast<uint16_t>(scalar))));
    _Pragma("clang loop vectorize(assume_safety)") for (size_t i = 0; i < count; ++i) {
        d[i] = dequantise(s[i], scale);
    }
}

using AscendC::int4b_t;

// Two elements a lane: halves into the halves of a byte. `scalar`: take the low bits instead of saturating.
template <Round mode>
void toInt4(void* dst, const void* src, const void*, uint64_t scalar, size_t count) {
    auto* const d = static_cast<uint8_t*>(dst);
    const auto* const s = static_cast<const half*>(src);
    const auto nibble = [scalar](half x) -> uint32_t {
        const float rounded = roundIntegral<mode>(toFloat(x));
        if (scalar != 0) {
            return __builtin_fabsf(rounded) <= 65504.0F ? static_cast<uint32_t>(static_cast<int32_t>(rounded)) & 15U
                                                        : 0U;
        }
        const float low = rounded >= -8.0F ? rounded : rounded < -8.0F ? -8.0F : 0.0F;  // NaN becomes 0
        return static_cast<uint32_t>(static_cast<int32_t>(low > 7.0F ? 7.0F : low)) & 15U;
    };
    for (size_t i = 0; i < count; ++i) {
        d[i] = static_cast<uint8_t>(nibble(s[2 * i]) | nibble(s[2 * i + 1]) << 4);
    }
}

void fromInt4(void* dst, const void* src, const void*, uint64_t, size_t count) {
    auto* const d = static_cast<half*>(dst);
    const auto* const s = static_cast<const int8_t*>(src);
    for (size_t i = 0; i < count; ++i) {
        const int8_t both = s[i];
        d[2 * i] = toHalf(static_cast<float>(static_cast<int8_t>(both << 4) >> 4));
        d[2 * i + 1] = toHalf(static_cast<float>(both >> 4));
    }
}

using AscendC::detail::dtypeOf;

template <class To, class From>
constexpr void enter(CastTable& table, unsigned modes) {
    auto& row = table.cast[dtypeOf<To>][dtypeOf<From>];
    table.documented[dtypeOf<To>][dtypeOf<From>] = static_cast<uint8_t>(modes);
    if constexpr (std::is_same_v<To, half> && std::is_same_v<From, int32_t>) {
        for (Kernel& kernel : row) {
            kernel = dequantiseLoop;  // scaled by DEQSCALE, always to nearest
        }
    } else if constexpr (std::is_same_v<To, int4b_t>) {
        const Kernel kernels[] = {toInt4<Round::rint>,  toInt4<Round::rint>,  toInt4<Round::floor>, toInt4<Round::ceil>,
                                  toInt4<Round::round>, toInt4<Round::trunc>, toInt4<Round::rint>};
        for (unsigned mode = 0; mode < kRoundModes; ++mode) {
            row[mode] = kernels[mode];
        }
    } else if constexpr (std::is_same_v<From, int4b_t>) {
        for (Kernel& kernel : row) {
            kernel = fromInt4;
        }
    } else {
        row[0] = castLoop<To, From, Round::rint>;
        row[1] = castLoop<To, From, Round::rint>;
        row[2] = castLoop<To, From, Round::floor>;
        row[3] = castLoop<To, From, Round::ceil>;
        row[4] = castLoop<To, From, Round::round>;
        row[5] = castLoop<To, From, Round::trunc>;
        row[6] = castLoop<To, From, Round::rint>;
        if constexpr (std::is_same_v<To, half> && std::is_same_v<From, float>) {
            row[6] = castLoop<To, From, Round::odd>;
        }
    }
}

constexpr CastTable makeTable() {
    using namespace AscendC::detail::castmode;
    CastTable table{};
#define ACC_CAST(dst, src, modes) enter<dst, src>(table, modes);
#include "include/kernel/isa.def"
    return table;
}

}  // namespace

extern const CastTable kCasts;
constinit const CastTable kCasts = makeTable();

}  // namespace acc::rt::isa::ACC_LEVEL
