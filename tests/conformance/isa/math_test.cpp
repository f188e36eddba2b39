// SPDX-License-Identifier: Apache-2.0
// High-level functions of every element (ascendc-highlevel 3, 5.1) against the C library in long double.
#include <functional>

#include "tests/conformance/isa/harness.h"
#include "tests/conformance/isa/reference.h"

namespace acc::test {
namespace {

using namespace AscendC;
using ::testing::IsEmpty;

const Covers kCovers{
#define ACC_MATH(name, section, ...) #name,
#define ACC_MATH_GELU(name, section, ...) #name,
#define ACC_MATH_SCALAR(name, section, ...) #name,
#define ACC_MATH_BINARY(name, section, ...) #name,
#define ACC_MATH_OTHER(name, section, ...) #name,
#include "include/kernel/isa.def"
};

constexpr uint32_t kDst = 0;
constexpr uint32_t kSrc = 32 * 1024;
constexpr uint32_t kSrc1 = 64 * 1024;
constexpr uint32_t kTmp = 96 * 1024;

// |actual - expected| within a few units of T, or as small as the range's small values allow.
template <class T>
void expectNear(T actual, Real expected, const char* what, Real x) {
    const Real got = valueOf(actual);
    const Real rounded = valueOf(convertTo<T>(RoundMode::CAST_RINT, expected));
    if (std::isnan(rounded) || std::isinf(rounded) || std::isnan(got) || std::isinf(got)) {
        ASSERT_TRUE((std::isnan(rounded) && std::isnan(got)) || rounded == got) << what << "(" << x << ") = " << got;
        return;
    }
    const Real tolerance =
        std::max(std::fabs(rounded) * std::ldexp(Real{1}, 1 - Format<T>::bits), std::ldexp(Real{1}, Format<T>::lowest));
    ASSERT_LE(std::fabs(got - rounded), tolerance) << what << "(" << x << ") = " << got << ", expected " << rounded;
}

class MathTest : public CoreTest {
protected:
    template <class T>
    T between(double low, double high) {
        return static_cast<T>(static_cast<float>(low + (high - low) * double(random() % 1000003) / 1000003));
    }

    // Runs the four forms in turn over numbers of [low, high] and the special values in it.
    template <class T>
    void checkUnary(const char* what, double low, double high, std::function<Real(Real)> reference, auto run) {
        const auto dst = local<T>(kDst, 4096);
        for (int round = 0; round < 8; ++round) {
            const uint32_t count = 1 + random() % 700;
            const auto src = local<T>(kSrc, round % 4 < 2 ? 4096 : count);
            for (uint32_t i = 0; i < count; ++i) {
                src.SetValue(i, between<T>(low, high));
            }
            if (low <= 0 && high >= 0) {
                src.SetValue(random() % count, T(0.0F));
                src.SetValue(random() % count, T(1e-3F));
            }
            const T sentinel(77.0F);
            dst.SetValue(count, sentinel);
            run(dst, src, count, round % 4);
            for (uint32_t i = 0; i < count; ++i) {
                expectNear<T>(dst.GetValue(i), reference(valueOf(src.GetValue(i))), what, valueOf(src.GetValue(i)));
            }
            ASSERT_TRUE(same(sentinel, dst.GetValue(count)));
        }
    }
    LocalTensor<uint8_t> scratch() { return local<uint8_t>(kTmp, 4096); }
};

#define CHECK_UNARY(name, low, high, expression)                                                            \
    {                                                                                                       \
        const auto run = [&]<class T>(const LocalTensor<T>& dst, const LocalTensor<T>& src, uint32_t count, \
                                      int form) {                                                           \
            switch (form) {                                                                                 \
                case 0:                                                                                     \
                    return name(dst, src, scratch(), count);                                                \
                case 1:                                                                                     \
                    return name(dst, src, count);                                                           \
                case 2:                                                                                     \
                    return name(dst, src, scratch());                                                       \
                default:                                                                                    \
                    return name(dst, src);                                                                  \
            }                                                                                               \
        };                                                                                                  \
        const auto reference = [](Real x) -> Real { return expression; };                                   \
        checkUnary<float>(#name, low, high, reference, run);                                                \
        checkUnary<half>(#name, low, high, reference, run);                                                 \
    }

TEST_F(MathTest, Unary) {
    CHECK_UNARY(Sigmoid, -20, 20, 1 / (1 + std::exp(-x)))
    CHECK_UNARY(Tanh, -12, 12, std::tanh(x))
    CHECK_UNARY(Tanh, -0.02, 0.02, std::tanh(x))
    CHECK_UNARY(Sin, -300, 300, std::sin(x))
    CHECK_UNARY(Cos, -300, 300, std::cos(x))
    CHECK_UNARY(Tan, -1.5, 1.5, std::tan(x))
    CHECK_UNARY(Asin, -1, 1, std::asin(x))
    CHECK_UNARY(Acos, -1, 1, std::acos(x))
    CHECK_UNARY(Atan, -50, 50, std::atan(x))
    CHECK_UNARY(Sinh, -10, 10, std::sinh(x))
    CHECK_UNARY(Cosh, -10, 10, std::cosh(x))
    CHECK_UNARY(Asinh, -60000, 60000, std::asinh(x))
    CHECK_UNARY(Acosh, 1, 60000, std::acosh(x))
    CHECK_UNARY(Atanh, -0.98, 0.98, std::atanh(x))
    CHECK_UNARY(Erf, -4, 4, std::erf(x))
    CHECK_UNARY(Erfc, -3, 3, std::erfc(x))
    CHECK_UNARY(Log, 0.01, 60000, std::log(x))
    CHECK_UNARY(Log2, 0.01, 60000, std::log2(x))
    CHECK_UNARY(Log10, 0.01, 60000, std::log10(x))
    CHECK_UNARY(Lgamma, 0.5, 60, std::lgamma(x))
    CHECK_UNARY(Ceil, -100, 100, std::ceil(x))
    CHECK_UNARY(Floor, -100, 100, std::floor(x))
    CHECK_UNARY(Round, -100, 100, std::nearbyint(x))
    CHECK_UNARY(Trunc, -100, 100, std::trunc(x))
    CHECK_UNARY(Frac, -100, 100, x - std::trunc(x))
    CHECK_UNARY(Sign, -1, 1, Real((x > 0) - (x < 0)))
    EXPECT_THAT(takeWarnings(), IsEmpty());
}

TEST_F(MathTest, DigammaSatisfiesItsRecurrence) {
    const auto x = local<float>(kSrc, 64);
    const auto y = local<float>(kDst, 64);
    for (uint32_t i = 0; i < 20; ++i) {
        x.SetValue(i, 0.25F + float(i) / 4);
    }
    x.SetValue(20, 1.0F);
    x.SetValue(21, 0.5F);
    x.SetValue(22, -0.5F);
    Digamma(y, x, 23U);
    for (uint32_t i = 0; i < 16; ++i) {
        EXPECT_NEAR(y.GetValue(i + 4), y.GetValue(i) + 1 / x.GetValue(i), 2e-6) << i;
    }
    EXPECT_NEAR(y.GetValue(20), -0.57721566490153, 1e-6);
    EXPECT_NEAR(y.GetValue(21), -1.96351002602142, 1e-6);
    EXPECT_NEAR(y.GetValue(22), 0.03648997397857, 1e-6);
}

template <class T>
void runGelu(auto function, const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<uint8_t>& tmp,
             uint32_t count, int form) {
    form % 2 == 0 ? function(dst, src, tmp, count) : function(dst, src, count);
}

TEST_F(MathTest, Activations) {
#define CHECK_GELU(name, expression)                                                                        \
    {                                                                                                       \
        const auto run = [&]<class T>(const LocalTensor<T>& dst, const LocalTensor<T>& src, uint32_t count, \
                                      int form) {                                                           \
            form % 2 == 0 ? name(dst, src, scratch(), count) : name(dst, src, count);                       \
        };                                                                                                  \
        const auto reference = [](Real x) -> Real { return expression; };                                   \
        checkUnary<float>(#name, -8, 8, reference, run);                                                    \
        checkUnary<half>(#name, -8, 8, reference, run);                                                     \
    }
    CHECK_GELU(Gelu, x / (1 + std::exp(-1.5957691L * (x + 0.044715L * x * x * x))))
    CHECK_GELU(FasterGelu, x / (1 + std::exp(-1.702L * x)))
    const auto fasterV2 = [](Real x) -> Real {
        const Real s = (x + 1e-12L) / std::fabs(x + 1e-12L);
        const Real clipped = std::min(std::fabs(0.7071L * x), Real{1.769L}) - 1.769L;
        return x * (s * (-0.1444L * clipped * clipped + 0.5L) + 0.5L);
    };
    const auto runV2 = [&]<class T>(const LocalTensor<T>& dst, const LocalTensor<T>& src, uint32_t count, int form) {
        form % 2 == 0 ? FasterGeluV2(dst, src, scratch(), count) : FasterGeluV2(dst, src, count);
    };
    // Where the two parts nearly cancel, the relative error of the result is that of the difference.
    checkUnary<half>("FasterGeluV2", -2, 8, fasterV2, runV2);
    checkUnary<float>("FasterGeluV2", 0, 8, fasterV2, runV2);
    const auto silu = [](Real x) -> Real { return x / (1 + std::exp(-x)); };
    const auto runSilu = [&]<class T>(const LocalTensor<T>& dst, const LocalTensor<T>& src, uint32_t count, int) {
        Silu(dst, src, count);
    };
    checkUnary<float>("Silu", -9, 9, silu, runSilu);
    checkUnary<half>("Silu", -9, 9, silu, runSilu);
    const auto swish = [](Real x) -> Real { return x / (1 + std::exp(Real{-1.5L} * x)); };
    const auto runSwish = [&]<class T>(const LocalTensor<T>& dst, const LocalTensor<T>& src, uint32_t count, int) {
        Swish(dst, src, count, T(1.5F));
    };
    checkUnary<float>("Swish", -9, 9, swish, runSwish);
    checkUnary<half>("Swish", -9, 9, swish, runSwish);
    const auto taylor = [](Real x) -> Real { return std::exp(x); };
    const auto runTaylor = [&]<class T>(const LocalTensor<T>& dst, const LocalTensor<T>& src, uint32_t count,
                                        int form) {
        form % 2 == 0 ? Exp<T, 10>(dst, src, scratch(), count) : Exp<T, 15>(dst, src, count);
    };
    checkUnary<float>("Exp", -9, 9, taylor, runTaylor);
    checkUnary<half>("Exp", -9, 9, taylor, runTaylor);
    EXPECT_THAT(takeWarnings(), IsEmpty());
}

TEST_F(MathTest, Clamps) {
    const auto upper = [](Real x) -> Real { return std::min(x, Real{2.5L}); };
    const auto lower = [](Real x) -> Real { return std::max(x, Real{-1.5L}); };
    const auto runMax = [&]<class T>(const LocalTensor<T>& dst, const LocalTensor<T>& src, uint32_t count, int form) {
        form % 2 == 0 ? ClampMax(dst, src, scratch(), T(2.5F), count) : ClampMax(dst, src, T(2.5F), count);
    };
    const auto runMin = [&]<class T>(const LocalTensor<T>& dst, const LocalTensor<T>& src, uint32_t count, int form) {
        form % 2 == 0 ? ClampMin(dst, src, scratch(), T(-1.5F), count) : ClampMin(dst, src, T(-1.5F), count);
    };
    checkUnary<float>("ClampMax", -9, 9, upper, runMax);
    checkUnary<half>("ClampMax", -9, 9, upper, runMax);
    checkUnary<float>("ClampMin", -9, 9, lower, runMin);
    checkUnary<half>("ClampMin", -9, 9, lower, runMin);
}

TEST_F(MathTest, TwoSources) {
    const auto check = [&]<class T>(const char* what, T, double low, double high, auto reference, auto run) {
        auto dst = local<T>(kDst, 600);
        for (int round = 0; round < 4; ++round) {
            const uint32_t count = 1 + random() % 500;
            const auto a = local<T>(kSrc, count);
            const auto b = local<T>(kSrc1, count);
            for (uint32_t i = 0; i < count; ++i) {
                a.SetValue(i, between<T>(-5, 5));
                b.SetValue(i, between<T>(low, high));
            }
            run(dst, a, b, count, round);
            for (uint32_t i = 0; i < count; ++i) {
                const Real x = valueOf(a.GetValue(i));
                const Real y = valueOf(b.GetValue(i));
                expectNear<T>(dst.GetValue(i), reference(x, y), what, x);
            }
        }
    };
#define CHECK_BINARY(name, low, high, expression)                                                 \
    {                                                                                             \
        const auto reference = [](Real x, Real y) -> Real { return expression; };                 \
        const auto run = [&](auto& dst, const auto& a, const auto& b, uint32_t count, int form) { \
            switch (form) {                                                                       \
                case 0:                                                                           \
                    return name(dst, a, b, scratch(), count);                                     \
                case 1:                                                                           \
                    return name(dst, a, b, count);                                                \
                case 2:                                                                           \
                    return name(dst, a, b, scratch());                                            \
                default:                                                                          \
                    return name(dst, a, b);                                                       \
            }                                                                                     \
        };                                                                                        \
        check(#name, float{}, low, high, reference, run);                                         \
        check(#name, half{}, low, high, reference, run);                                          \
    }
    CHECK_BINARY(GeGLU, -4, 4, x * y / (1 + std::exp(-0.0713548162726L * y * (y * y + 22.363860002236L))))
    CHECK_BINARY(ReGlu, -4, 4, x * std::max(y, Real{0}))
    CHECK_BINARY(Fmod, 0.5, 4, std::fmod(x, y))
    const auto swiglu = [](Real x, Real y) -> Real { return x * y / (1 + std::exp(Real{-2} * y)); };
    const auto runSwiglu = [&](auto& dst, const auto& a, const auto& b, uint32_t count, int form) {
        switch (form) {
            case 0:
                return SwiGLU(dst, a, b, 2.0F, scratch(), count);
            case 1:
                return SwiGLU(dst, a, b, 2.0F, count);
            case 2:
                return SwiGLU(dst, a, b, 2.0F, scratch());
            default:
                return SwiGLU(dst, a, b, 2.0F);
        }
    };
    check("SwiGLU", float{}, -4, 4, swiglu, runSwiglu);
    check("SwiGLU", half{}, -4, 4, swiglu, runSwiglu);
    const auto power = [](Real x, Real y) -> Real { return std::pow(x, y); };
    const auto runPower = [&](auto& dst, const auto& a, const auto& b, uint32_t count, int form) {
        for (uint32_t i = 0; i < count; ++i) {
            using T = std::decay_t<decltype(a.GetValue(0))>;
            a.SetValue(i, T(std::fabs(float(a.GetValue(i))) + 0.1F));
        }
        switch (form) {
            case 0:
                return Power(dst, a, b, scratch(), count);
            case 1:
                return Power(dst, a, b, count);
            case 2:
                return Power(dst, a, b, scratch());
            default:
                return Power(dst, a, b);
        }
    };
    check("Power", float{}, -3, 3, power, runPower);
    check("Power", half{}, -3, 3, power, runPower);
    EXPECT_THAT(takeWarnings(), IsEmpty());
}

TEST_F(MathTest, PowerWithNumbersAndIntegers) {
    const auto x = local<float>(kSrc, 16);
    const auto y = local<float>(kDst, 16);
    for (uint32_t i = 0; i < 16; ++i) {
        x.SetValue(i, float(i) / 4);
    }
    Power(y, x, 3.0F, 16U);
    EXPECT_EQ(y.GetValue(10), 15.625F);
    Power(y, 2.0F, x, 16U);
    EXPECT_EQ(y.GetValue(8), 4.0F);
    const int32_t bases[] = {3, -2, 1, -1, -1, 0, 0, 5, 46341};
    const int32_t exponents[] = {4, 3, -7, -3, -4, 0, -2, -1, 2};
    const int32_t expected[] = {81, -8, 1, -1, 1, 1, 0, 0, int32_t(46341U * 46341U)};
    const auto base = local<int32_t>(kSrc, 16);
    const auto exponent = local<int32_t>(kSrc1, 16);
    const auto result = local<int32_t>(kDst, 16);
    for (uint32_t i = 0; i < 9; ++i) {
        base.SetValue(i, bases[i]);
        exponent.SetValue(i, exponents[i]);
    }
    Power(result, base, exponent, 9U);
    for (uint32_t i = 0; i < 9; ++i) {
        EXPECT_EQ(result.GetValue(i), expected[i]) << i;
    }
}

TEST_F(MathTest, ExclusiveOr) {
    const auto a = local<int16_t>(kSrc, 64);
    const auto b = local<int16_t>(kSrc1, 64);
    const auto c = local<int16_t>(kDst, 64);
    for (uint32_t i = 0; i < 64; ++i) {
        a.SetValue(i, int16_t(random()));
        b.SetValue(i, int16_t(random()));
    }
    Xor(c, a, b, 63U);
    for (uint32_t i = 0; i < 63; ++i) {
        EXPECT_EQ(c.GetValue(i), int16_t(a.GetValue(i) ^ b.GetValue(i)));
    }
    EXPECT_EQ(uint16_t(c.GetValue(63)), 0xeeee);
    Xor(c, a, b, scratch());
    EXPECT_EQ(c.GetValue(63), int16_t(a.GetValue(63) ^ b.GetValue(63)));
}

TEST_F(MathTest, Rejections) {
    const auto x = local<float>(kSrc, 64);
    EXPECT_FAULT(Tanh(local<float>(kDst, 32), x, 64U), "OOB",
                 "Tanh: UB destination [0x0, 0x100) of LocalTensor ends 128 bytes past its allocation of 128 bytes "
                 "(static tensor VECCALC)");
    EXPECT_FAULT(Tanh(local<float>(kDst, 64), x, LocalTensor<uint8_t>(), 64U), "UNINIT",
                 "Tanh: sharedTmpBuffer is a LocalTensor that was never bound to memory");
    EXPECT_FAULT(Tanh(local<float>(kDst, 64), x, local<uint8_t>(kTmp + 16, 64), 64U), "ALIGN",
                 "Tanh: UB sharedTmpBuffer address 0x18010 is not a multiple of 32 bytes (static tensor VECCALC)");
    EXPECT_NO_FAULT(Tanh(local<float>(kDst, 64), x, scratch(), 64U));
    SetMaskCount();
    Sigmoid(local<float>(kDst, 64), x, 8U);
    EXPECT_FALSE(block().state.counterMode);
}

}  // namespace
}  // namespace acc::test
