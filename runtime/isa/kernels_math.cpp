// SPDX-License-Identifier: Apache-2.0
// The loops of one CPU level for functions of every element (ascendc-highlevel 3, 5.1): computed in double, rounded
// once.
#include "runtime/isa/kernels.h"

extern "C" double lgamma_r(double, int*);

namespace acc::rt::isa::ACC_LEVEL {
namespace {

#include "runtime/isa/ops.h"

constexpr double kPi = 3.14159265358979323846;

// e^x for |x| <= 708, relative error below 1e-13: 2^k * e^r, |r| <= ln2 / 2, Taylor to r^12. No call, so loops
// vectorise.
inline double expWide(double x) {
    double d = x > 708.0 ? 708.0 : x;  // NaN passes both
    d = d < -708.0 ? -708.0 : d;
    const double shifted = d * 0x1.71547652b82fep+0 + 0x1.8p52;
    const double k = shifted - 0x1.8p52;
    const double r = (d - k * 0x1.62e42fefa3800p-1) - k * 0x1.ef35793c76730p-45;
    double p = 1.0 / 479001600;
    p = p * r + 1.0 / 39916800;
    p = p * r + 1.0 / 3628800;
    p = p * r + 1.0 / 362880;
    p = p * r + 1.0 / 40320;
    p = p * r + 1.0 / 5040;
    p = p * r + 1.0 / 720;
    p = p * r + 1.0 / 120;
    p = p * r + 1.0 / 24;
    p = p * r + 1.0 / 6;
    p = p * r + 0.5;
    p = p * r + 1.0;
    p = p * r + 1.0;
    return p * bitCast<double>((bitCast<uint64_t>(shifted) + 1023) << 52);
}

inline double sigmoid(double x) {
    return 1.0 / (1.0 + expWide(-x));
}

// psi(x): the reflection formula below 0, the recurrence up to 8, then the asymptotic series.
inline double digamma(double x) {
    double result = 0;
    if (x <= 0) {
        if (x == __builtin_floor(x)) {
            return __builtin_nan("");
        }
        result = -kPi / __builtin_tan(kPi * x);
        x = 1 - x;
    }
    for (; x < 8; x += 1) {
        result -= 1 / x;
    }
    const double i = 1 / (x * x);
    return result + __builtin_log(x) - 0.5 / x - i * (1.0 / 12 - i * (1.0 / 120 - i * (1.0 / 252 - i * (1.0 / 240))));
}

// One type per row of isa.def, named as the row. Functions whose loop vectorises say so; the others
// call the C library.
namespace math {

#define ACC_SIMD_FUNCTION(name, expression)      \
    struct name {                                \
        static constexpr bool vectorises = true; \
        static double apply(double x) {          \
            return expression;                   \
        }                                        \
    };
#define ACC_FUNCTION(name, expression)  \
    struct name {                       \
        static double apply(double x) { \
            return expression;          \
        }                               \
    };
ACC_SIMD_FUNCTION(Sigmoid, sigmoid(x))
ACC_SIMD_FUNCTION(Silu, x* sigmoid(x))
ACC_SIMD_FUNCTION(Gelu, x* sigmoid(1.5957691 * (x + 0.044715 * x * x * x)))
ACC_SIMD_FUNCTION(FasterGelu, x* sigmoid(1.702 * x))
ACC_FUNCTION(ExpTaylor, __builtin_exp(x))
ACC_FUNCTION(Sin, __builtin_sin(x))
ACC_FUNCTION(Cos, __builtin_cos(x))
ACC_FUNCTION(Tan, __builtin_tan(x))
ACC_FUNCTION(Asin, __builtin_asin(x))
ACC_FUNCTION(Acos, __builtin_acos(x))
ACC_FUNCTION(Atan, __builtin_atan(x))
ACC_FUNCTION(Sinh, __builtin_sinh(x))
ACC_FUNCTION(Cosh, __builtin_cosh(x))
ACC_FUNCTION(Asinh, __builtin_asinh(x))
ACC_FUNCTION(Acosh, __builtin_acosh(x))
ACC_FUNCTION(Atanh, __builtin_atanh(x))
ACC_FUNCTION(Erf, __builtin_erf(x))
ACC_FUNCTION(Erfc, __builtin_erfc(x))
ACC_FUNCTION(Log, __builtin_log(x))
ACC_FUNCTION(Log2, __builtin_log2(x))
ACC_FUNCTION(Log10, __builtin_log10(x))
ACC_FUNCTION(Digamma, digamma(x))
ACC_SIMD_FUNCTION(Ceil, __builtin_ceil(x))
ACC_SIMD_FUNCTION(Floor, __builtin_floor(x))
ACC_SIMD_FUNCTION(Round, __builtin_roundeven(x))
ACC_SIMD_FUNCTION(Trunc, __builtin_trunc(x))
ACC_SIMD_FUNCTION(Frac, x - __builtin_trunc(x))
ACC_SIMD_FUNCTION(Sign, x > 0 ? 1.0 : x < 0 ? -1.0 : x * 0.0)
#undef ACC_FUNCTION
#undef ACC_SIMD_FUNCTION

struct Tanh {
    static constexpr bool vectorises = true;
    // (1 - t) / (1 + t) with t = e^-2|x|; near 0, where 1 - t cancels, the series.
    static double apply(double x) {
        const double magnitude = __builtin_fabs(x);
        const double t = expWide(-2 * magnitude);
        const double far = (1 - t) / (1 + t);
        const double x2 = x * x;
        const double near = magnitude * (1 - x2 * (1.0 / 3 - x2 * (2.0 / 15)));
        return __builtin_copysign(magnitude < 0.01 ? near : far, x);
    }
};
struct FasterGeluV2 {
    static constexpr bool vectorises = true;
    static double apply(double x) {
        const double shifted = x + 1e-12;
        const double sign = shifted / __builtin_fabs(shifted);
        const double scaled = __builtin_fabs(0.7071 * x);
        const double clipped = (scaled < 1.769 ? scaled : 1.769) - 1.769;
        return x * (sign * (-0.1444 * clipped * clipped + 0.5) + 0.5);
    }
};
struct Lgamma {
    static double apply(double x) {
        int sign = 0;
        return lgamma_r(x, &sign);
    }
};

// With a number.
struct Swish {
    static double apply(double x, double beta) { return x * sigmoid(beta * x); }
};
struct ClampMax {
    static double apply(double x, double limit) { return x > limit ? limit : x; }
};
struct ClampMin {
    static double apply(double x, double limit) { return x < limit ? limit : x; }
};

// With two sources, and a float.
struct SwiGLU {
    static constexpr bool vectorises = true;
    static double apply(double a, double b, double beta) { return a * b * sigmoid(beta * b); }
};
struct GeGLU {
    static constexpr bool vectorises = true;
    static double apply(double a, double b, double) {
        return a * b / (1 + expWide(-0.0713548162726 * b * (b * b + 22.363860002236)));
    }
};
struct ReGlu {
    static constexpr bool vectorises = true;
    static double apply(double a, double b, double) { return a * (b > 0 ? b : b * 0.0); }
};
struct Fmod {
    static double apply(double a, double b, double) { return __builtin_fmod(a, b); }
};
struct Xor {
    template <class T>
    static T apply(T a, T b) {
        return static_cast<T>(a ^ b);
    }
};
struct Power {
    static double apply(double a, double b, double) { return __builtin_pow(a, b); }
    // By squaring, modulo 2^32; 1 / base^n of integers is 0 unless the base is 1 or -1.
    static int32_t apply(int32_t base, int32_t exponent) {
        if (exponent < 0) {
            return base == 1 ? 1 : base == -1 ? ((exponent & 1) != 0 ? -1 : 1) : 0;
        }
        uint32_t result = 1;
        uint32_t factor = static_cast<uint32_t>(base);
        for (uint32_t n = static_cast<uint32_t>(exponent); n != 0; n >>= 1) {
            result *= (n & 1U) != 0 ? factor : 1U;
            factor *= factor;
        }
        return static_cast<int32_t>(result);
    }
};

}  // namespace math

#define ACC_VECTORISE _Pragma("clang loop vectorize(assume_safety)")

template <class T>
double loadWide(T value) {
    return static_cast<double>(Lane<T>::load(value));
}
template <class T>
T storeWide(double value) {
    return Lane<T>::store(static_cast<float>(value));
}
template <class T>
T scalarOf(uint64_t bits) {
    T value;
    __builtin_memcpy(&value, &bits, sizeof(value));
    return value;
}

template <class Op>
inline constexpr bool vectorises = requires { Op::vectorises; };

template <class Op, class T>
void unaryLoop(void* dst, const void* src, const void*, uint64_t, size_t count) {
    T* const d = static_cast<T*>(dst);
    const T* const s = static_cast<const T*>(src);
    if constexpr (vectorises<Op>) {
        ACC_VECTORISE
        for (size_t i = 0; i < count; ++i) {
            d[i] = storeWide<T>(Op::apply(loadWide(s[i])));
        }
    } else {
        for (size_t i = 0; i < count; ++i) {
            d[i] = storeWide<T>(Op::apply(loadWide(s[i])));
        }
    }
}
template <class Op, class T>
void scalarLoop(void* dst, const void* src, const void*, uint64_t scalar, size_t count) {
    T* const d = static_cast<T*>(dst);
    const T* const s = static_cast<const T*>(src);
    const double value = loadWide(scalarOf<T>(scalar));
    ACC_VECTORISE
    for (size_t i = 0; i < count; ++i) {
        d[i] = storeWide<T>(Op::apply(loadWide(s[i]), value));
    }
}
template <class Op, class T>
void binaryLoop(void* dst, const void* src0, const void* src1, uint64_t scalar, size_t count) {
    T* const d = static_cast<T*>(dst);
    const T* const a = static_cast<const T*>(src0);
    const T* const b = static_cast<const T*>(src1);
    const double value = static_cast<double>(scalarOf<float>(scalar));
    if constexpr (std::is_integral_v<T>) {
        ACC_VECTORISE
        for (size_t i = 0; i < count; ++i) {
            d[i] = Op::apply(a[i], b[i]);
        }
    } else if constexpr (vectorises<Op>) {
        ACC_VECTORISE
        for (size_t i = 0; i < count; ++i) {
            d[i] = storeWide<T>(Op::apply(loadWide(a[i]), loadWide(b[i]), value));
        }
    } else {
        for (size_t i = 0; i < count; ++i) {
            d[i] = storeWide<T>(Op::apply(loadWide(a[i]), loadWide(b[i]), value));
        }
    }
}

// Power: which operand is a number, and integers.
enum class Number { none, exponent, base };
template <Number number, class T>
void powerLoop(void* dst, const void* src0, const void* src1, uint64_t scalar, size_t count) {
    T* const d = static_cast<T*>(dst);
    const T* const a = static_cast<const T*>(src0);
    const T* const b = static_cast<const T*>(src1);
    const T value = scalarOf<T>(scalar);
    for (size_t i = 0; i < count; ++i) {
        const T base = number == Number::base ? value : a[i];
        const T exponent = number == Number::exponent ? value : number == Number::base ? a[i] : b[i];
        if constexpr (std::is_same_v<T, int32_t>) {
            d[i] = math::Power::apply(base, exponent);
        } else {
            d[i] = storeWide<T>(math::Power::apply(loadWide(base), loadWide(exponent), 0));
        }
    }
}
// Sum, difference or product in the sources' type, then a conversion to nearest even that saturates and takes NaN as 0.
enum class Fused { addRelu, subRelu, mul };
template <class To>
To converted(float value) {
    if constexpr (std::is_same_v<To, half>) {
        return value != value ? toHalf(0.0F) : toHalf(value);
    } else {
        constexpr float low = std::is_signed_v<To> ? -128.0F : 0.0F;
        constexpr float high = std::is_signed_v<To> ? 127.0F : 255.0F;
        const float rounded = __builtin_elementwise_roundeven(value);
        const float clamped = rounded < low ? low : rounded > high ? high : rounded;
        return static_cast<To>(static_cast<int32_t>(value != value ? 0.0F : clamped));
    }
}
template <Fused operation, class To, class From>
void fusedLoop(void* dst, const void* src0, const void* src1, uint64_t, size_t count) {
    To* const d = static_cast<To*>(dst);
    const From* const a = static_cast<const From*>(src0);
    const From* const b = static_cast<const From*>(src1);
    ACC_VECTORISE
    for (size_t i = 0; i < count; ++i) {
        float value;
        if constexpr (std::is_same_v<From, int16_t>) {
            const auto x = static_cast<uint16_t>(a[i]);
            const auto y = static_cast<uint16_t>(b[i]);
            value = static_cast<float>(static_cast<int16_t>(operation == Fused::addRelu ? x + y : x - y));
        } else {
            const float x = Lane<From>::load(a[i]);
            const float y = Lane<From>::load(b[i]);
            const float exact = operation == Fused::mul ? x * y : operation == Fused::addRelu ? x + y : x - y;
            value = Lane<From>::load(Lane<From>::store(exact));
        }
        if constexpr (operation != Fused::mul) {
            value = value <= 0 ? 0.0F : value;
        }
        d[i] = converted<To>(value);
    }
}
// relu(half((src0 + src1) * scale)), rounded once; the scalar is the scale, a half.
void addDeqReluLoop(void* dst, const void* src0, const void* src1, uint64_t scalar, size_t count) {
    half* const d = static_cast<half*>(dst);
    const int32_t* const a = static_cast<const int32_t*>(src0);
    const int32_t* const b = static_cast<const int32_t*>(src1);
    const double scale = static_cast<double>(toFloat(bitCast<half>(static_cast<uint16_t>(scalar))));
    for (size_t i = 0; i < count; ++i) {
        const auto sum = static_cast<int32_t>(static_cast<uint32_t>(a[i]) + static_cast<uint32_t>(b[i]));
        const double product = static_cast<double>(sum) * scale;  // exact
        const float nearest = static_cast<float>(product);
        // To odd, so that the second rounding sees what the first one lost.
        uint32_t bits = bitCast<uint32_t>(nearest);
        const double back = static_cast<double>(nearest);
        if (back != product && product == product) {
            bits = (bits - (__builtin_fabs(back) > __builtin_fabs(product) ? 1U : 0U)) | 1U;
        }
        const float value = bitCast<float>(bits);
        d[i] = toHalf(value <= 0 ? 0.0F : value);
    }
}

#undef ACC_VECTORISE

using Entry = Kernel[ACC_DTYPE_COUNT];
using AscendC::detail::dtypeOf;

template <class Op, class... T>
constexpr void enterUnary(Entry& entry) {
    ((entry[dtypeOf<T>] = unaryLoop<Op, T>), ...);
}
template <class Op, class... T>
constexpr void enterScalar(Entry& entry) {
    ((entry[dtypeOf<T>] = scalarLoop<Op, T>), ...);
}
template <class Op, class... T>
constexpr void enterBinary(Entry& entry) {
    ((entry[dtypeOf<T>] = binaryLoop<Op, T>), ...);
}
template <Number number, class... T>
constexpr void enterPower(Entry& entry) {
    ((entry[dtypeOf<T>] = powerLoop<number, T>), ...);
}

constexpr MathTable makeTable() {
    MathTable table{};
#define ACC_MATH(name, section, ...) enterUnary<math::name, __VA_ARGS__>(table.function[ACC_OP_##name]);
#define ACC_MATH_GELU(name, section, ...) ACC_MATH(name, section, __VA_ARGS__)
#define ACC_MATH_SCALAR(name, section, ...) enterScalar<math::name, __VA_ARGS__>(table.function[ACC_OP_##name]);
#define ACC_MATH_BINARY(name, section, ...) enterBinary<math::name, __VA_ARGS__>(table.function[ACC_OP_##name]);
#define ACC_MATH_OTHER(name, section, ...)
#include "include/kernel/isa.def"
    enterUnary<math::ExpTaylor, half, float>(table.function[ACC_OP_ExpTaylor]);
    enterScalar<math::Swish, half, float>(table.function[ACC_OP_Swish]);
    enterBinary<math::SwiGLU, half, float>(table.function[ACC_OP_SwiGLU]);
    enterPower<Number::none, half, float, int32_t>(table.function[ACC_OP_Power]);
    enterPower<Number::exponent, half, float, int32_t>(table.function[ACC_OP_PowerScalar]);
    enterPower<Number::base, half, float, int32_t>(table.function[ACC_OP_ScalarPower]);
    table.function[ACC_OP_AddReluCast][ACC_FLOAT] = fusedLoop<Fused::addRelu, half, float>;
    table.function[ACC_OP_AddReluCast][ACC_HALF] = fusedLoop<Fused::addRelu, int8_t, half>;
    table.function[ACC_OP_AddReluCast][ACC_INT16] = fusedLoop<Fused::addRelu, int8_t, int16_t>;
    table.function[ACC_OP_SubReluCast][ACC_FLOAT] = fusedLoop<Fused::subRelu, half, float>;
    table.function[ACC_OP_SubReluCast][ACC_HALF] = fusedLoop<Fused::subRelu, int8_t, half>;
    table.function[ACC_OP_SubReluCast][ACC_INT16] = fusedLoop<Fused::subRelu, int8_t, int16_t>;
    table.function[ACC_OP_MulCast][ACC_INT8] = fusedLoop<Fused::mul, int8_t, half>;
    table.function[ACC_OP_MulCast][ACC_UINT8] = fusedLoop<Fused::mul, uint8_t, half>;
    table.function[ACC_OP_AddDeqRelu][ACC_INT32] = addDeqReluLoop;
    return table;
}

}  // namespace

extern const MathTable kMath;
constinit const MathTable kMath = makeTable();

}  // namespace acc::rt::isa::ACC_LEVEL
