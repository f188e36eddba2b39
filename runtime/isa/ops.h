// SPDX-License-Identifier: Apache-2.0
// What the elementwise instructions compute on one lane (ascendc-vector 4, 6-10, 14), and how lanes are held in memory.
// An operation is named as its row in isa.def.
//
// half computes in float and rounds once: for + - * / and sqrt that is the correctly rounded half result (24 >= 2 * 11
// + 2 bits). Everything is compiled without contraction, so a * b + c rounds twice as documented (V 4.2). Included only
// by the level-specific files, inside their own namespace (see kernels.h).

#ifndef ACC_LEVEL
#error "ops.h belongs to the level-specific files"
#endif

template <class To, class From>
inline To bitCast(const From& from) {
    To to;
    __builtin_memcpy(&to, &from, sizeof(to));
    return to;
}

// Conversions of half. x86-64-v2 has no instruction for them; calls of libgcc would keep the loops scalar.
#if defined(__x86_64__) && !defined(__F16C__)
inline float toFloat(half value) {
    const uint32_t h = bitCast<uint16_t>(value);
    const uint32_t magnitude = h & 0x7fffU;
    const uint32_t finite = bitCast<uint32_t>(bitCast<float>(magnitude << 13) * 0x1p112F);
    const uint32_t special = 0x7f800000U | (magnitude << 13);
    return bitCast<float>((magnitude < 0x7c00U ? finite : special) | (h & 0x8000U) << 16);
}
inline half toHalf(float value) {
    const uint32_t bits = bitCast<uint32_t>(value);
    const uint32_t magnitude = bits & 0x7fffffffU;
    const uint32_t normal = (magnitude - 0x38000000U + 0xfffU + ((magnitude >> 13) & 1U)) >> 13;
    const uint32_t subnormal = bitCast<uint32_t>(bitCast<float>(magnitude) + 0.5F) - 0x3f000000U;
    uint32_t h = magnitude < 0x38800000U ? subnormal : normal;
    h = magnitude >= 0x477ff000U ? 0x7c00U : h;
    h = magnitude > 0x7f800000U ? 0x7e00U : h;
    return bitCast<half>(static_cast<uint16_t>(h | (bits >> 16 & 0x8000U)));
}
#else
inline float toFloat(half value) {
    return static_cast<float>(value);
}
inline half toHalf(float value) {
    return static_cast<half>(value);
}
#endif

// How a lane of T is computed with.
template <class T>
struct Lane {
    using Type = T;
    static T load(T value) { return value; }
    static T store(T value) { return value; }
};
template <>
struct Lane<half> {
    using Type = float;
    static float load(half value) { return toFloat(value); }
    static half store(float value) { return toHalf(value); }
};

template <class T>
inline constexpr bool isFloat = std::is_same_v<T, float>;

// Integer arithmetic wraps (INF/NAN mode).
template <class T>
using Wrapping = std::conditional_t<std::is_same_v<T, float>, float, uint32_t>;
template <class T>
inline T wrap(Wrapping<T> value) {
    return static_cast<T>(value);
}

// e^x: 2^k * e^r in double, |r| <= ln2 / 2, Taylor to r^9. Error below 0.501 ulp of float.
inline float expFloat(float x) {
    double d = static_cast<double>(x);
    d = d > 128.0 ? 128.0 : d;  // NaN passes both
    d = d < -160.0 ? -160.0 : d;
    const double shifted = d * 0x1.71547652b82fep+0 + 0x1.8p52;  // the integer k is in its low bits
    const double k = shifted - 0x1.8p52;
    const double r = d - k * 0x1.62e42fefa39efp-1;
    const double r2 = r * r;
    const double p01 = 1.0 + r;
    const double p23 = 1.0 / 2 + r * (1.0 / 6);
    const double p45 = 1.0 / 24 + r * (1.0 / 120);
    const double p67 = 1.0 / 720 + r * (1.0 / 5040);
    const double p89 = 1.0 / 40320 + r * (1.0 / 362880);
    const double poly = p01 + r2 * (p23 + r2 * (p45 + r2 * (p67 + r2 * p89)));
    const double scale = bitCast<double>((bitCast<uint64_t>(shifted) + 1023) << 52);
    return static_cast<float>(poly * scale);
}

// ln x: exponent and mantissa m in [sqrt(1/2), sqrt 2) in double, then 2 atanh((m - 1) / (m + 1)).
inline float lnFloat(float x) {
    const double d = static_cast<double>(x);  // a float subnormal is normal here
    const uint64_t bits = bitCast<uint64_t>(d);
    const uint64_t offset = bits - 0x3fe6a09e667f3bcdULL;  // sqrt(1/2)
    // Arithmetic shift of a 64-bit lane is slow on AVX2: bias first, shift logically, remove the bias in double.
    const uint64_t biased = (offset + (uint64_t{2048} << 52)) >> 52;
    const double exponent = bitCast<double>(0x4330000000000000ULL | biased) - (0x1p52 + 2048.0);
    const uint64_t unbiased = bits - ((biased - 2048) << 52);
    const double m = bitCast<double>(unbiased);
    const double s = (m - 1.0) / (m + 1.0);
    const double s2 = s * s;
    const double s4 = s2 * s2;
    const double low = (2.0 + s2 * (2.0 / 3)) + s4 * (2.0 / 5 + s2 * (2.0 / 7));
    const double high = (2.0 / 9 + s2 * (2.0 / 11)) + s4 * (2.0 / 13 + s2 * (2.0 / 15));
    const double logM = s * (low + (s4 * s4) * high);
    float result = static_cast<float>(exponent * 0x1.62e42fefa39efp-1 + logM);
    result = x == __builtin_inff() ? x : result;
    result = x == 0.0F ? -__builtin_inff() : result;
    result = x < 0.0F ? __builtin_nanf("") : result;
    return x != x ? x : result;
}

inline int16_t orderedHalf(uint16_t bits) {
    return static_cast<int16_t>(bits ^ ((static_cast<int16_t>(bits) >> 15) & 0x7fff));
}
inline uint16_t halfOfOrdered(int16_t ordered) {
    return static_cast<uint16_t>(ordered ^ ((ordered >> 15) & 0x7fff));
}
inline uint16_t nanOr(uint16_t bits, uint16_t otherwise) {
    return static_cast<uint16_t>(bits & 0x7fffU) > 0x7c00U ? bits : otherwise;
}

namespace ops {

struct Exp {
    static float apply(float x) { return expFloat(x); }
};
struct Ln {
    static float apply(float x) { return lnFloat(x); }
};
struct Abs {
    static float apply(float x) { return __builtin_fabsf(x); }
};
struct Reciprocal {
    static float apply(float x) { return 1.0F / x; }
};
struct Sqrt {
    static float apply(float x) { return __builtin_sqrtf(x); }
};
struct Rsqrt {
    static float apply(float x) { return 1.0F / __builtin_sqrtf(x); }
};
struct Relu {
    // -0 and everything below becomes +0, NaN stays.
    static constexpr bool onHalfBits = true;
    static uint16_t applyBits(uint16_t x) {
        const uint16_t positive = (x & 0x8000U) != 0 ? uint16_t{0} : x;
        return nanOr(x, positive);
    }
    static float apply(float x) { return x <= 0.0F ? 0.0F : x; }
    static int32_t apply(int32_t x) { return x < 0 ? 0 : x; }
    static int16_t apply(int16_t x) { return x < 0 ? int16_t(0) : x; }
};
struct Not {
    template <class T>
    static T apply(T x) {
        return static_cast<T>(~x);
    }
};

struct Add {
    template <class T>
    static T apply(T a, T b) {
        return wrap<T>(static_cast<Wrapping<T>>(a) + static_cast<Wrapping<T>>(b));
    }
};
struct Sub {
    template <class T>
    static T apply(T a, T b) {
        return wrap<T>(static_cast<Wrapping<T>>(a) - static_cast<Wrapping<T>>(b));
    }
};
struct Mul {
    template <class T>
    static T apply(T a, T b) {
        return wrap<T>(static_cast<Wrapping<T>>(a) * static_cast<Wrapping<T>>(b));
    }
};
struct Div {
    static float apply(float a, float b) { return a / b; }
};
// NaN if either operand is NaN; -0 < +0.
//
// float: the machine's maximum returns its second operand for equal and for unordered ones. Taken both ways round the
// two results differ only for zeros, where AND keeps a + and OR a -, and for NaN, which the sum restores. half: as
// integers, with the magnitude bits of negative numbers flipped, encodings order as the numbers do.
struct Max {
    static constexpr bool onHalfBits = true;
    static float apply(float a, float b) {
        const float ab = a > b ? a : b;
        const float ba = b > a ? b : a;
        const float ordered = bitCast<float>(bitCast<uint32_t>(ab) & bitCast<uint32_t>(ba));
        return __builtin_isunordered(a, b) ? a + b : ordered;
    }
    static uint16_t applyBits(uint16_t a, uint16_t b) {
        const int16_t larger = orderedHalf(a) > orderedHalf(b) ? orderedHalf(a) : orderedHalf(b);
        return nanOr(a, nanOr(b, halfOfOrdered(larger)));
    }
    template <class T>
    static T apply(T a, T b) {
        return a > b ? a : b;
    }
};
struct Min {
    static constexpr bool onHalfBits = true;
    static float apply(float a, float b) {
        const float ab = a < b ? a : b;
        const float ba = b < a ? b : a;
        const float ordered = bitCast<float>(bitCast<uint32_t>(ab) | bitCast<uint32_t>(ba));
        return __builtin_isunordered(a, b) ? a + b : ordered;
    }
    static uint16_t applyBits(uint16_t a, uint16_t b) {
        const int16_t smaller = orderedHalf(a) < orderedHalf(b) ? orderedHalf(a) : orderedHalf(b);
        return nanOr(a, nanOr(b, halfOfOrdered(smaller)));
    }
    template <class T>
    static T apply(T a, T b) {
        return a < b ? a : b;
    }
};
struct And {
    template <class T>
    static T apply(T a, T b) {
        return static_cast<T>(a & b);
    }
};
struct Or {
    template <class T>
    static T apply(T a, T b) {
        return static_cast<T>(a | b);
    }
};
struct AddRelu {
    template <class T>
    static T apply(T a, T b) {
        return Relu::apply(Add::apply(a, b));
    }
};
struct SubRelu {
    template <class T>
    static T apply(T a, T b) {
        return Relu::apply(Sub::apply(a, b));
    }
};

struct Adds : Add {};
struct Muls : Mul {};
// With a scalar that is neither NaN nor zero one comparison is enough: it keeps x when x is NaN.
struct Maxs : Max {
    static float applyOrdinary(float x, float scalar) { return scalar > x ? scalar : x; }
};
struct Mins : Min {
    static float applyOrdinary(float x, float scalar) { return scalar < x ? scalar : x; }
};
struct LeakyRelu {
    // The sign bit decides, not a comparison: -0 takes the scaled branch.
    static float apply(float x, float scalar) {
        return static_cast<int32_t>(bitCast<uint32_t>(x)) < 0 ? x * scalar : x;
    }
};

// dst + src0 * src1: the product is rounded to the destination's type, then the sum.
struct MulAddDst {
    template <class T>
    static typename Lane<T>::Type apply(typename Lane<T>::Type dst, float a, float b) {
        return dst + Lane<T>::load(Lane<T>::store(a * b));
    }
};
struct Axpy : MulAddDst {};

// As MulAddDst, with the destination as a factor.
struct FusedMulAdd {
    template <class T>
    static typename Lane<T>::Type apply(typename Lane<T>::Type dst, float a, float b) {
        return Lane<T>::load(Lane<T>::store(dst * a)) + b;
    }
};
struct MulAddRelu {
    template <class T>
    static typename Lane<T>::Type apply(typename Lane<T>::Type dst, float a, float b) {
        return Relu::apply(FusedMulAdd::apply<T>(dst, a, b));
    }
};

// The scalar is the number of bits, 0..width, plus kShiftRounds when the last bit shifted out is to be added.
inline constexpr unsigned kShiftRounds = 0x100;
struct ShiftLeft {
    // Signed: the sign stays, what leaves the other bits is lost.
    template <class T>
    static T apply(T x, T scalar) {
        using Bits = std::make_unsigned_t<T>;
        constexpr unsigned kWidth = sizeof(T) * 8;
        const unsigned shift = static_cast<unsigned>(scalar);
        const Bits shifted = shift >= kWidth ? Bits{0} : static_cast<Bits>(static_cast<Bits>(x) << shift);
        if constexpr (std::is_signed_v<T>) {
            constexpr Bits kSign = static_cast<Bits>(Bits{1} << (kWidth - 1));
            return static_cast<T>((static_cast<Bits>(x) & kSign) | (shifted & static_cast<Bits>(~kSign)));
        } else {
            return shifted;
        }
    }
};
struct ShiftRight {
    template <class T>
    static T apply(T x, T scalar) {
        constexpr unsigned kWidth = sizeof(T) * 8;
        const unsigned shift = static_cast<unsigned>(scalar) & 0xffU;
        if constexpr (std::is_signed_v<T>) {
            const T shifted = static_cast<T>(x >> (shift >= kWidth ? kWidth - 1 : shift));
            const bool rounds = (static_cast<unsigned>(scalar) & kShiftRounds) != 0 && shift != 0;
            const T lastOut = static_cast<T>(x >> (shift == 0 ? 0 : shift - 1) & 1);
            return rounds ? static_cast<T>(shifted + lastOut) : shifted;
        } else {
            return shift >= kWidth ? T{0} : static_cast<T>(x >> shift);
        }
    }
};

}  // namespace ops
