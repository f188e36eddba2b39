// SPDX-License-Identifier: Apache-2.0
// High-level functions over rows (ascendc-highlevel 3.1, 4, 5.2, 6-10) against plain loops in long double.
#include <algorithm>

#include "tests/conformance/isa/harness.h"
#include "tests/conformance/isa/reference.h"

namespace acc::test {
namespace {

using namespace AscendC;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const Covers kCovers{
    "SoftMax",        "SimpleSoftMax", "SoftmaxFlashV2", "SoftmaxGrad",  "LogSoftMax", "LayerNorm",
    "RmsNorm",        "DeepNorm",      "WelfordUpdate",  "Sum",          "Mean",       "PatternSum",
    "PatternMax",     "PatternMin",    "PatternMean",    "PatternProd",  "PatternAny", "PatternAll",
    "CumSum",         "TopK",          "Broadcast",      "Pad",          "UnPad",      "SelectWithBytesMask",
    "DropOut",        "AscendQuant",   "AscendDequant",  "SoftmaxFlash", "Normalize",  "WelfordFinalize",
    "AscendAntiQuant"};

constexpr uint32_t kA = 0;
constexpr uint32_t kB = 32 * 1024;
constexpr uint32_t kC = 64 * 1024;
constexpr uint32_t kD = 96 * 1024;
constexpr uint32_t kE = 128 * 1024;
constexpr uint32_t kTmp = 160 * 1024;

class RecipeTest : public CoreTest {
protected:
    template <class T>
    LocalTensor<T> numbers(uint32_t address, uint32_t count, double low = -4, double high = 4) {
        const auto tensor = local<T>(address, count);
        for (uint32_t i = 0; i < count; ++i) {
            const double value = low + (high - low) * double(random() % 100003) / 100003;
            if constexpr (std::is_integral_v<T>) {
                tensor.SetValue(i, T(value));
            } else {
                tensor.SetValue(i, T(float(value)));
            }
        }
        return tensor;
    }
    template <class T>
    void expectNear(Real expected, T actual, const std::string& where, Real absolute = 1e-6L) {
        const Real got = valueOf(actual);
        if (std::isnan(expected)) {
            ASSERT_TRUE(std::isnan(got)) << where;
            return;
        }
        const Real relative = std::is_same_v<T, float>  ? Real{2e-6L}
                              : std::is_same_v<T, half> ? Real{1e-3L}
                                                        : Real{8e-3L};
        ASSERT_LE(std::fabs(got - expected), absolute + relative * std::fabs(expected))
            << where << ": " << got << ", expected " << expected;
    }
    LocalTensor<uint8_t> scratch() { return local<uint8_t>(kTmp, 8192); }
};

// Position of an element in rows, or in strips of 16 columns.
uint32_t place(bool strips, uint32_t rows, uint32_t columns, uint32_t row, uint32_t column) {
    return strips ? column / 16 * rows * 16 + row * 16 + column % 16 : row * columns + column;
}

struct RowStatistics {
    Real max = -INFINITY;
    Real sum = 0;
};
template <class T>
RowStatistics statisticsOf(const std::vector<T>& x, uint32_t rows, uint32_t columns, uint32_t real, uint32_t row,
                           bool strips, Real floor = -INFINITY) {
    RowStatistics result{floor, 0};
    for (uint32_t k = 0; k < real; ++k) {
        result.max = std::max(result.max, valueOf(x[place(strips, rows, columns, row, k)]));
    }
    for (uint32_t k = 0; k < real; ++k) {
        result.sum += std::exp(valueOf(x[place(strips, rows, columns, row, k)]) - result.max);
    }
    return result;
}

template <class T>
std::vector<T> copyOf(const LocalTensor<T>& tensor, uint32_t count) {
    std::vector<T> values;
    for (uint32_t i = 0; i < count; ++i) {
        values.push_back(tensor.GetValue(i));
    }
    return values;
}

TEST_F(RecipeTest, SoftMaxWithStatistics) {
    const auto run = [&]<class T, class U>(T, U, bool strips, bool useScratch) {
        const uint32_t rows = 5;
        const uint32_t columns = 48;
        const uint32_t real = 41;
        const auto src = numbers<T>(kA, rows * columns);
        const auto x = copyOf(src, rows * columns);
        const auto dst = local<T>(kB, rows * columns);
        const auto sum = local<U>(kC, rows * 32 / sizeof(U));
        const auto max = local<U>(kD, rows * 32 / sizeof(U));
        SoftMaxTiling tiling{};
        tiling.srcM = rows;
        tiling.srcK = columns;
        const SoftMaxShapeInfo info{rows, columns, rows, real};
        if (strips) {
            SoftMax<T, false, false, true>(dst, sum, max, src, scratch(), tiling, info);
        } else if (useScratch) {
            SoftMax<T>(dst, sum, max, src, scratch(), tiling, info);
        } else {
            SoftMax<T>(dst, sum, max, src, tiling, info);
        }
        for (uint32_t row = 0; row < rows; ++row) {
            const RowStatistics s = statisticsOf(x, rows, columns, real, row, strips);
            for (uint32_t k = 0; k < real; ++k) {
                const uint32_t at = place(strips, rows, columns, row, k);
                expectNear(std::exp(valueOf(x[at]) - s.max) / s.sum, dst.GetValue(at), "dst");
            }
            for (uint32_t copy = 0; copy < 32 / sizeof(U); ++copy) {
                expectNear(s.sum, sum.GetValue(row * 32 / sizeof(U) + copy), "sum");
                expectNear(s.max, max.GetValue(row * 32 / sizeof(U) + copy), "max");
            }
        }
    };
    run(float{}, float{}, false, true);
    run(half{}, half{}, false, false);
    run(half{}, float{}, false, true);
    run(half{}, half{}, true, true);
    run(float{}, float{}, true, true);
    EXPECT_THAT(takeWarnings(), IsEmpty());
}

TEST_F(RecipeTest, SoftMaxInPlaceAndSimple) {
    const uint32_t rows = 3;
    const uint32_t columns = 64;
    const auto x = numbers<float>(kA, rows * columns);
    const auto before = copyOf(x, rows * columns);
    SoftMaxTiling tiling{};
    tiling.srcM = rows;
    tiling.srcK = columns;
    const auto sum = local<float>(kC, rows * 8);
    const auto max = local<float>(kD, rows * 8);
    SoftMax<float>(local<float>(kB, rows * columns), sum, max, x, tiling);
    SimpleSoftMax<float>(local<float>(kE, rows * columns), sum, max, x, tiling);
    SoftMax<float>(x, x, scratch(), tiling);
    for (uint32_t i = 0; i < rows * columns; ++i) {
        const RowStatistics s = statisticsOf(before, rows, columns, columns, i / columns, false);
        expectNear(std::exp(valueOf(before[i]) - s.max) / s.sum, x.GetValue(i), "in place");
        expectNear(std::exp(valueOf(before[i]) - s.max) / s.sum, local<float>(kE, rows * columns).GetValue(i),
                   "simple");
    }
    const auto lowest = local<float>(kA, 8);
    for (uint32_t i = 0; i < 8; ++i) {
        lowest.SetValue(i, -INFINITY);
    }
    tiling.srcM = 1;
    tiling.srcK = 8;
    SoftMax<float>(lowest, lowest, tiling);
    EXPECT_TRUE(std::isnan(lowest.GetValue(0)));
}

inline constexpr SoftmaxConfig kDenseStatistics{true, 0, 0, SoftmaxMode::SOFTMAX_OUTPUT_WITHOUT_BRC};

TEST_F(RecipeTest, SoftmaxFlashInTwoSteps) {
    // The documented example: x = [0, ln 2], then [ln 4] with padding.
    SoftMaxTiling tiling{};
    const auto x = local<float>(kA, 8);
    const auto dst = local<float>(kB, 8);
    const auto sum = local<float>(kC, 8);
    const auto max = local<float>(kD, 8);
    const auto factor = local<float>(kE, 8);
    x.SetValue(0, 0.0F);
    x.SetValue(1, std::log(2.0F));
    SoftmaxFlashV2<float>(dst, sum, max, x, factor, sum, max, tiling, SoftMaxShapeInfo{1, 8, 1, 2});
    EXPECT_NEAR(dst.GetValue(0), 0.5F, 1e-6);
    EXPECT_NEAR(dst.GetValue(1), 1.0F, 1e-6);
    EXPECT_NEAR(sum.GetValue(7), 1.5F, 1e-6);
    x.SetValue(0, std::log(4.0F));
    SoftmaxFlashV2<float, true>(dst, sum, max, x, factor, sum, max, scratch(), tiling, SoftMaxShapeInfo{1, 8, 1, 1});
    EXPECT_NEAR(dst.GetValue(0), 1.0F, 1e-6);
    EXPECT_NEAR(factor.GetValue(0), 0.5F, 1e-6);
    EXPECT_NEAR(max.GetValue(3), std::log(4.0F), 1e-6);
    EXPECT_NEAR(sum.GetValue(0), 1.75F, 1e-6);
    // Dense statistics, half data.
    const uint32_t rows = 4;
    const uint32_t columns = 32;
    const auto h = numbers<half>(kA, rows * columns);
    SoftmaxFlashV2<half, false, false, false, false, kDenseStatistics>(
        local<half>(kB, rows * columns), local<float>(kC, 8), local<float>(kD, 8), h, local<half>(kE, 16),
        local<float>(kC, 8), local<float>(kD, 8), tiling, SoftMaxShapeInfo{rows, columns, rows, columns});
    const auto values = copyOf(h, rows * columns);
    for (uint32_t row = 0; row < rows; ++row) {
        const RowStatistics s = statisticsOf(values, rows, columns, columns, row, false);
        expectNear(s.sum, local<float>(kC, 8).GetValue(row), "sum");
        expectNear(s.max, local<float>(kD, 8).GetValue(row), "max");
    }
}

TEST_F(RecipeTest, SoftmaxGradients) {
    const uint32_t rows = 4;
    const uint32_t columns = 32;
    const auto grad = numbers<float>(kA, rows * columns, -1, 1);
    const auto src = numbers<float>(kB, rows * columns, 0, 1);
    const auto dst = local<float>(kC, rows * columns);
    const auto front = local<float>(kD, rows * 8);
    SoftMaxTiling tiling{};
    tiling.srcM = rows;
    tiling.srcK = columns;
    SoftmaxGrad<float>(dst, grad, src, scratch(), tiling);
    SoftmaxGradFront<float>(front, grad, src, tiling);
    for (uint32_t i = 0; i < rows * columns; ++i) {
        Real g = 0;
        for (uint32_t k = 0; k < columns; ++k) {
            g += valueOf(grad.GetValue(i / columns * columns + k)) * valueOf(src.GetValue(i / columns * columns + k));
        }
        expectNear((valueOf(grad.GetValue(i)) - g) * valueOf(src.GetValue(i)), dst.GetValue(i), "gradient");
        expectNear(g, front.GetValue(i / columns * 8 + i % 8), "front");
    }
}

TEST_F(RecipeTest, LogSoftMaxToBase10AndAdjustment) {
    const auto x = local<float>(kA, 16);
    const auto dst = local<float>(kB, 16);
    for (uint32_t i = 0; i < 16; ++i) {
        x.SetValue(i, 3.0F);
    }
    LogSoftMaxTiling tiling{};
    LogSoftMax<float>(dst, local<float>(kC, 8), local<float>(kD, 8), x, scratch(), tiling,
                      SoftMaxShapeInfo{1, 16, 1, 10});
    EXPECT_NEAR(dst.GetValue(9), -1.0F, 1e-6);
    const auto res = numbers<float>(kB, 32);
    const auto max = local<float>(kD, 16);
    for (uint32_t i = 0; i < 16; ++i) {
        max.SetValue(i, i < 8 ? 1.0F : -3.4e38F);
    }
    const auto before = copyOf(res, 32);
    const float lowest = -3.4e38F;
    uint32_t bits;
    std::memcpy(&bits, &lowest, 4);
    EXPECT_TRUE((AdjustSoftMaxRes<float, float>(res, max, bits, 0.0F, SoftMaxShapeInfo{2, 16, 2, 16})));
    EXPECT_EQ(res.GetValue(15), before[15]);
    EXPECT_EQ(res.GetValue(16), 0.0F);
    EXPECT_EQ(res.GetValue(31), 0.0F);
    EXPECT_FALSE((AdjustSoftMaxRes<float, float>(res, max, 0x12345678, 0.0F, SoftMaxShapeInfo{2, 16, 2, 16})));
}

TEST_F(RecipeTest, SoftMaxRejections) {
    SoftMaxTiling tiling{};
    const auto x = numbers<float>(kA, 64);
    const auto dst = local<float>(kB, 64);
    const auto run = [&](uint32_t rows, uint32_t columns, uint32_t real) {
        SoftMax<float>(dst, x, tiling, SoftMaxShapeInfo{rows, columns, rows, real});
    };
    EXPECT_FAULT(run(1, 12, 12), "RANGE", "SoftMax: the length of a row in bytes is 48, expected a multiple of 32");
    EXPECT_FAULT(run(1, 16, 17), "RANGE", "SoftMax: oriSrcK is 17, expected at most srcK");
    EXPECT_FAULT(
        run(5, 16, 16), "OOB",
        "SoftMax: UB destination [0x8000, 0x8140) of LocalTensor ends 64 bytes past its allocation of 256 bytes "
        "(static tensor VECCALC)");
    EXPECT_NO_FAULT(run(4, 16, 16));
}

TEST_F(RecipeTest, LayerNorms) {
    const auto run = [&]<class T>(T) {
        const uint32_t rows = 6;
        const uint32_t pitch = 48;
        const uint32_t real = 45;
        const auto x = numbers<T>(kA, rows * pitch);
        const auto gamma = numbers<T>(kC, pitch, 0, 2);
        const auto beta = numbers<T>(kD, pitch, -1, 1);
        const auto y = local<T>(kB, rows * pitch);
        const auto mean = local<T>(kE, 64);
        const auto variance = local<T>(kE + 1024, 64);
        LayerNormTiling tiling{};
        tiling.bLength = 2;
        tiling.sLength = 3;
        tiling.hLength = pitch;
        tiling.originalHLength = real;
        LayerNorm(y, mean, variance, x, gamma, beta, scratch(), T(1e-3F), tiling);
        const auto mean32 = local<float>(kE + 2048, 64);
        const auto rstd = local<float>(kE + 4096, 64);
        const auto y2 = local<T>(kB + 8192, rows * pitch);
        LayerNorm<T, T>(y2, mean32, rstd, x, gamma, beta, 1e-3F, LayerNormPara{rows, real, pitch},
                        LayerNormSeparateTiling{});
        for (uint32_t row = 0; row < rows; ++row) {
            Real sum = 0;
            Real squares = 0;
            for (uint32_t i = 0; i < real; ++i) {
                sum += valueOf(x.GetValue(row * pitch + i));
            }
            for (uint32_t i = 0; i < real; ++i) {
                squares += std::pow(valueOf(x.GetValue(row * pitch + i)) - sum / real, Real{2});
            }
            expectNear(sum / real, mean.GetValue(row), "mean", 1e-3L);
            expectNear(squares / real, variance.GetValue(row), "variance");
            expectNear(sum / real, mean32.GetValue(row), "mean");
            expectNear(1 / std::sqrt(squares / real + 1e-3L), rstd.GetValue(row), "rstd");
            for (uint32_t i = 0; i < real; ++i) {
                const Real expected = (valueOf(x.GetValue(row * pitch + i)) - sum / real) /
                                          std::sqrt(squares / real + 1e-3L) * valueOf(gamma.GetValue(i)) +
                                      valueOf(beta.GetValue(i));
                expectNear(expected, y.GetValue(row * pitch + i), "y", std::is_same_v<T, half> ? 2e-3L : 1e-6L);
                expectNear(expected, y2.GetValue(row * pitch + i), "y2", std::is_same_v<T, half> ? 2e-3L : 1e-6L);
            }
        }
    };
    run(float{});
    run(half{});
}

TEST_F(RecipeTest, RmsAndDeepNorm) {
    const auto x = local<float>(kA, 8);
    const auto gamma = numbers<float>(kC, 8, 1, 1);
    const float values[] = {3, 4, 0, 0};
    for (uint32_t i = 0; i < 4; ++i) {
        x.SetValue(i, values[i]);
    }
    RmsNormTiling tiling{};
    tiling.bLength = 1;
    tiling.sLength = 1;
    tiling.hLength = 8;
    tiling.originalHLength = 4;
    RmsNorm(local<float>(kB, 8), x, gamma, scratch(), 0.0F, tiling);
    EXPECT_NEAR(local<float>(kB, 8).GetValue(0), 1.2F, 1e-6);
    EXPECT_NEAR(local<float>(kB, 8).GetValue(1), 1.6F, 1e-6);
    EXPECT_EQ(local<float>(kB, 8).GetValue(2), 0.0F);
    const auto gx = numbers<float>(kD, 8);
    const auto beta = numbers<float>(kE, 8);
    DeepNormTiling deep{};
    deep.bLength = deep.sLength = 1;
    deep.hLength = 8;
    deep.originalHLength = 4;
    const auto mean = local<float>(kE + 1024, 8);
    const auto rstd = local<float>(kE + 2048, 8);
    DeepNorm(local<float>(kB, 8), mean, rstd, x, gx, beta, gamma, 0.5F, 1e-5F, deep);
    Real sum = 0;
    Real squares = 0;
    Real z[4];
    for (uint32_t i = 0; i < 4; ++i) {
        z[i] = 0.5L * values[i] + valueOf(gx.GetValue(i));
        sum += z[i];
    }
    for (const Real v : z) {
        squares += (v - sum / 4) * (v - sum / 4);
    }
    expectNear(sum / 4, mean.GetValue(0), "mean");
    for (uint32_t i = 0; i < 4; ++i) {
        expectNear((z[i] - sum / 4) / std::sqrt(squares / 4 + 1e-5L) + valueOf(beta.GetValue(i)),
                   local<float>(kB, 8).GetValue(i), "deep");
    }
    tiling.originalHLength = 9;
    EXPECT_FAULT(RmsNorm(local<float>(kB, 8), x, gamma, 0.0F, tiling), "RANGE",
                 "RmsNorm: the real length of a row is 9, expected from 1 to the padded length");
}

inline constexpr WelfordUpdateConfig kInplace{true};

TEST_F(RecipeTest, Welford) {
    const auto mean = numbers<float>(kA, 16, 1, 1);
    const auto variance = numbers<float>(kB, 16, 0, 0);
    const auto x = numbers<half>(kC, 16, 3, 3);
    const auto meanOut = numbers<float>(kD, 16, 9, 9);
    const auto varianceOut = numbers<float>(kE, 16, 9, 9);
    WelfordUpdate<half, float>(meanOut, varianceOut, mean, variance, x, scratch(), {1, 16, 10, 0.5F});
    EXPECT_EQ(meanOut.GetValue(9), 2.0F);
    EXPECT_EQ(varianceOut.GetValue(9), 2.0F);
    EXPECT_EQ(meanOut.GetValue(10), 9.0F);
    WelfordUpdate<half, float, false, kInplace>(meanOut, varianceOut, mean, variance, x, {1, 16, 10, 0.5F});
    EXPECT_EQ(meanOut.GetValue(10), 1.0F);
    EXPECT_EQ(varianceOut.GetValue(10), 0.0F);
}

TEST_F(RecipeTest, SumsAndMeans) {
    const auto run = [&]<class T>(T) {
        const auto src = numbers<T>(kA, 4 * 96);
        const auto dst = local<T>(kB, 16);
        Sum(dst, src, scratch(), SumParams{4, 96, 83});
        const auto mean = local<T>(kC, 16);
        Mean(mean, src, MeanParams{4, 96, 83});
        for (uint32_t row = 0; row < 4; ++row) {
            Real sum = 0;
            for (uint32_t i = 0; i < 83; ++i) {
                sum += valueOf(src.GetValue(row * 96 + i));
            }
            expectNear(sum, dst.GetValue(row), "sum", 1e-4L);
            expectNear(sum / 83, mean.GetValue(row), "mean", 1e-4L);
        }
        // A long row of equal numbers keeps its precision.
        const auto ones = numbers<T>(kA, 8192, 1, 1);
        Sum(dst, ones, SumParams{1, 8192, 8191});
        EXPECT_EQ(float(dst.GetValue(0)), float(T(8191.0F)));
    };
    run(float{});
    run(half{});
    EXPECT_FAULT(Sum(local<float>(kB, 8), local<float>(kA, 64), SumParams{1, 12, 10}), "RANGE",
                 "Sum: inner in bytes is 48, expected a multiple of 32");
    EXPECT_FAULT(Sum(local<float>(kB, 8), local<float>(kA, 64), SumParams{1, 16, 17}), "RANGE",
                 "Sum: n is 17, expected at most inner");
}

TEST_F(RecipeTest, ReductionsByPattern) {
    const uint32_t shape[] = {7, 13};
    const uint32_t pitch = 16;
    const auto src = numbers<float>(kA, 7 * pitch, -2, 2);
    const auto row = local<float>(kB, 16);
    const auto column = local<float>(kC, 16);
    const auto check = [&](auto combine, Real start, auto finish) {
        for (uint32_t i = 0; i < 7; ++i) {
            Real value = start;
            for (uint32_t j = 0; j < 13; ++j) {
                value = combine(value, valueOf(src.GetValue(i * pitch + j)));
            }
            expectNear(finish(value, 13), row.GetValue(i), "row", 1e-5L);
        }
        for (uint32_t j = 0; j < 13; ++j) {
            Real value = start;
            for (uint32_t i = 0; i < 7; ++i) {
                value = combine(value, valueOf(src.GetValue(i * pitch + j)));
            }
            expectNear(finish(value, 7), column.GetValue(j), "column", 1e-5L);
        }
    };
    const auto same = [](Real value, uint32_t) { return value; };
#define CHECK_PATTERN(name, combine, start, finish)                     \
    name<float, Pattern::Reduce::AR>(row, src, scratch(), shape, true); \
    name<float, Pattern::Reduce::RA>(column, src, shape, true);         \
    check([](Real a, Real b) -> Real { return combine; }, start, finish);
    CHECK_PATTERN(ReduceSum, a + b, 0, same)
    CHECK_PATTERN(ReduceMean, a + b, 0, [](Real value, uint32_t n) { return value / n; })
    CHECK_PATTERN(ReduceProd, a * b, 1, same)
    CHECK_PATTERN(ReduceMax, std::max(a, b), -INFINITY, same)
    CHECK_PATTERN(ReduceMin, std::min(a, b), INFINITY, same)
    for (uint32_t i = 0; i < 7 * pitch; ++i) {
        src.SetValue(i, i % 3 == 0 || i / pitch == 2 ? 0.0F : 5.0F);
    }
    CHECK_PATTERN(ReduceAny, Real(a != 0 || b != 0), 0, same)
    CHECK_PATTERN(ReduceAll, Real(a != 0 && b != 0), 1, same)
    const auto bytes = numbers<uint8_t>(kD, 64, 0, 2);
    const auto any = local<uint8_t>(kE, 32);
    const uint32_t byteShape[] = {2, 20};
    ReduceAny<uint8_t, Pattern::Reduce::AR>(any, bytes, scratch(), byteShape, true);
    for (uint32_t i = 0; i < 2; ++i) {
        bool expected = false;
        for (uint32_t j = 0; j < 20; ++j) {
            expected |= bytes.GetValue(i * 32 + j) != 0;
        }
        EXPECT_EQ(any.GetValue(i), expected ? 1 : 0);
    }
    EXPECT_FAULT((ReduceSum<float, Pattern::Reduce::AR>(row, src, scratch(), shape, false)), "RANGE",
                 "PatternSum: srcInnerPad is 0, expected true");
}

inline constexpr CumSumConfig kDown{false, false, true};

TEST_F(RecipeTest, CumulativeSums) {
    const auto src = local<float>(kA, 16);
    auto dst = local<float>(kB, 16);
    auto last = local<float>(kC, 8);
    auto tmp = scratch();
    for (uint32_t i = 0; i < 16; ++i) {
        src.SetValue(i, float(i % 8 + i / 8 * 3));  // rows 0 1 2 .. and 3 4 5 ..
    }
    CumSum<float>(dst, last, src, tmp, CumSumInfo{2, 8});
    EXPECT_EQ(dst.GetValue(2), 3.0F);
    EXPECT_EQ(dst.GetValue(10), 12.0F);
    CumSum<float, kDown>(dst, last, src, CumSumInfo{2, 8});
    EXPECT_EQ(dst.GetValue(1), 1.0F);
    EXPECT_EQ(dst.GetValue(10), 7.0F);
    EXPECT_EQ(last.GetValue(2), 7.0F);
}

TEST_F(RecipeTest, TopK) {
    const auto run = [&]<class T>(T, bool largest, bool initial) {
        const uint32_t outer = 3;
        const uint32_t inner = 64;
        const uint32_t n = 50;
        const uint32_t k = 11;
        const auto src = numbers<T>(kA, outer * inner, -4, 4);
        for (uint32_t i = 0; i < 12; ++i) {
            src.SetValue(i * 3, T(1.0F));  // equal ones
        }
        const auto index = numbers<int32_t>(kB, inner, 0, 1000);
        const auto finish = local<bool>(kB + 4096, 32);
        const auto values = local<T>(kC, outer * 16);
        const auto positions = local<int32_t>(kD, outer * 16);
        const uint32_t pitch = (k * sizeof(T) + 31) / 32 * 32 / sizeof(T);
        const TopKInfo info{int32_t(outer), int32_t(inner), int32_t(n)};
        if (initial) {
            AscendC::TopK<T, true>(values, positions, src, index, finish, scratch(), int32_t(k), TopkTiling{}, info,
                                   largest);
        } else {
            AscendC::TopK<T>(values, positions, src, index, finish, int32_t(k), TopkTiling{}, info, largest);
        }
        for (uint32_t row = 0; row < outer; ++row) {
            std::vector<uint32_t> order;
            for (uint32_t i = 0; i < n; ++i) {
                order.push_back(i);
            }
            std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
                const Real x = valueOf(src.GetValue(row * inner + a));
                const Real y = valueOf(src.GetValue(row * inner + b));
                return x == y ? a < b : largest ? x > y : x < y;
            });
            for (uint32_t i = 0; i < k; ++i) {
                ASSERT_TRUE(same(src.GetValue(row * inner + order[i]), values.GetValue(row * pitch + i)));
                ASSERT_EQ(positions.GetValue(row * 16 + i), initial ? index.GetValue(order[i]) : int32_t(order[i]));
            }
        }
    };
    run(float{}, true, false);
    run(float{}, false, true);
    run(half{}, true, true);
    run(half{}, false, false);
    // The documented small case, and rows that are finished.
    const auto src = local<float>(kA, 32);
    for (uint32_t i = 0; i < 32; ++i) {
        src.SetValue(i, float(i + 1));
    }
    const auto values = local<float>(kC, 32);
    const auto positions = local<int32_t>(kD, 32);
    const auto finish = local<bool>(kB, 32);
    AscendC::TopK<float, false, false, false, TopKMode::TOPK_NSMALL>(values, positions, src, positions, finish, 1,
                                                                     TopkTiling{}, TopKInfo{1, 32, 31});
    EXPECT_EQ(values.GetValue(0), 31.0F);
    EXPECT_EQ(positions.GetValue(0), 30);
    finish.SetValue(0, true);
    AscendC::TopK<float, false, true>(values, positions, src, positions, finish, 3, TopkTiling{}, TopKInfo{1, 32, 31});
    EXPECT_EQ(positions.GetValue(2), 31);
    EXPECT_FAULT(
        (AscendC::TopK<float>(values, positions, src, positions, finish, 32, TopkTiling{}, TopKInfo{1, 32, 31})),
        "RANGE", "TopK: k is 32, expected 1 to n");
}

TEST_F(RecipeTest, Broadcasts) {
    const auto run = [&]<class T>(T) {
        const auto src = numbers<T>(kA, 64, 0, 100);
        const auto dst = local<T>(kB, 4096);
        const uint32_t columnOf[] = {5, 1};
        const uint32_t wide[] = {5, 13};
        Broadcast<T, 2, 1>(dst, src, wide, columnOf, scratch());
        for (uint32_t i = 0; i < 65; ++i) {
            ASSERT_TRUE(same(src.GetValue(i / 13), dst.GetValue(i)));
        }
        const uint32_t rowOf[] = {1, 32};
        const uint32_t tall[] = {4, 32};
        BroadCast<T, 2, 0>(dst, src, tall, rowOf);
        for (uint32_t i = 0; i < 128; ++i) {
            ASSERT_TRUE(same(src.GetValue(i % 32), dst.GetValue(i)));
        }
        const uint32_t one[] = {1};
        const uint32_t many[] = {77};
        Broadcast<T, 1, 0>(dst, src, many, one);
        ASSERT_TRUE(same(src.GetValue(0), dst.GetValue(76)));
        const uint32_t wrong[] = {2};
        EXPECT_FAULT((Broadcast<T, 1, 0>(dst, src, many, wrong)), "RANGE",
                     "Broadcast: srcShape[axis] is 2, expected 1..1");
    };
    run(float{});
    run(half{});
    run(uint8_t{});
    run(int8_t{});
    EXPECT_THAT(takeWarnings(), IsEmpty());
}

TEST_F(RecipeTest, Padding) {
    const auto src = numbers<half>(kA, 512);
    const auto dst = local<half>(kB, 512);
    PadTiling tiling{};
    tiling.srcHeight = 4;
    tiling.srcWidth = 20;
    tiling.srcOriWidth = 20;
    PadParams params{3, 5, -7};
    AscendC::Pad(dst, src, params, scratch(), tiling);
    for (uint32_t row = 0; row < 4; ++row) {
        for (uint32_t i = 0; i < 28; ++i) {
            const bool inside = i >= 3 && i < 23;
            ASSERT_EQ(float(dst.GetValue(row * 32 + i)), inside ? float(src.GetValue(row * 20 + i - 3)) : -7.0F);
        }
    }
    tiling.srcWidth = 32;
    tiling.srcOriWidth = 30;
    PadParams tail{0, 2, 9};
    AscendC::Pad(dst, src, tail, tiling);
    EXPECT_EQ(float(dst.GetValue(29)), float(src.GetValue(29)));
    EXPECT_EQ(float(dst.GetValue(30)), 9.0F);
    EXPECT_EQ(float(dst.GetValue(63)), 9.0F);
    tiling.srcWidth = tiling.srcOriWidth = 20;
    PadParams tooMuch{3, 10, 0};
    EXPECT_FAULT(AscendC::Pad(dst, src, tooMuch, tiling), "RANGE",
                 "Pad: leftPad + srcOriWidth + rightPad is 33, expected at most srcOriWidth rounded up to 32 bytes");
    UnPadTiling unTiling;
    unTiling.srcHeight = 3;
    unTiling.srcWidth = 32;
    UnPadParams drop{0, 5};
    AscendC::UnPad(dst, src, drop, unTiling);
    for (uint32_t i = 0; i < 3 * 27; ++i) {
        ASSERT_EQ(float(dst.GetValue(i)), float(src.GetValue(i / 27 * 32 + i % 27)));
    }
}

TEST_F(RecipeTest, SelectionByBytesAndDropout) {
    const auto src = numbers<half>(kA, 64);
    const auto dst = local<half>(kB, 64);
    const auto mask = local<uint8_t>(kC, 128);
    for (uint32_t i = 0; i < 128; ++i) {
        mask.SetValue(i, i % 3 == 0 ? 0 : 2);
    }
    Select(dst, src, half(5.0F), mask, scratch(), SelectWithBytesMaskShapeInfo{2, 32, 64});
    for (uint32_t i = 0; i < 64; ++i) {
        ASSERT_EQ(float(dst.GetValue(i)), mask.GetValue(i / 32 * 64 + i % 32) == 0 ? float(src.GetValue(i)) : 5.0F);
    }
    SelectWithBytesMask(dst, half(5.0F), src, mask, scratch(), SelectWithBytesMaskShapeInfo{2, 32, 64});
    ASSERT_EQ(float(dst.GetValue(0)), 5.0F);
    ASSERT_EQ(float(dst.GetValue(1)), float(src.GetValue(1)));
    const auto x = local<float>(kA, 32);
    const auto y = local<float>(kB, 32);
    for (uint32_t i = 0; i < 32; ++i) {
        x.SetValue(i, float(i + 1));
        mask.SetValue(i, i % 2 == 0 ? 1 : 0);
    }
    DropOut(y, x, mask, scratch(), 0.5F, DropOutShapeInfo{1, 32, 32});
    EXPECT_EQ(y.GetValue(0), 2.0F);
    EXPECT_EQ(y.GetValue(1), 0.0F);
    EXPECT_EQ(y.GetValue(2), 6.0F);
    mask.SetValue(0, 0b10100101);
    DropOut<float, true, 3>(y, x, mask, 0.5F, DropOutShapeInfo{1, 8, 32});
    const float expected[] = {2, 0, 6, 0, 0, 12, 0, 16};
    for (uint32_t i = 0; i < 8; ++i) {
        EXPECT_EQ(y.GetValue(i), expected[i]);
    }
    EXPECT_FAULT(DropOut(y, x, mask, 1.5F, DropOutShapeInfo{1, 32, 32}), "RANGE",
                 "DropOut: keepProb is 1.5, expected between 0 and 1");
}

TEST_F(RecipeTest, SoftmaxFlash) {
    const uint32_t rows = 3;
    const uint32_t columns = 32;
    const auto src = numbers<half>(kA, rows * columns);
    const auto dst = local<half>(kB, rows * columns);
    const auto sum = numbers<float>(kC, rows * 8, 1, 2);
    const auto max = numbers<float>(kD, rows * 8);
    const auto expMax = local<half>(kE, rows * 16);
    const auto inSum = local<float>(kE + 4096, rows * 8);
    const auto inMax = local<float>(kE + 8192, rows * 8);
    SoftMaxTiling tiling{};
    tiling.srcM = rows;
    tiling.srcK = columns;
    for (const bool update : {false, true}) {
        for (uint32_t i = 0; i < rows * 8; ++i) {
            inSum.SetValue(i, 1.5F + float(i / 8));
            inMax.SetValue(i, 3.0F - float(i / 8));
        }
        SoftmaxFlash<half>(dst, sum, max, src, expMax, inSum, inMax, scratch(), tiling, update);
        for (uint32_t row = 0; row < rows; ++row) {
            const Real before = 3 - Real(row);
            Real largest = update ? before : -INFINITY;
            for (uint32_t i = 0; i < columns; ++i) {
                largest = std::max(largest, valueOf(src.GetValue(row * columns + i)));
            }
            const Real carried = update ? std::exp(before - largest) * (1.5L + row) : 0;
            Real total = carried;
            for (uint32_t i = 0; i < columns; ++i) {
                total += std::exp(valueOf(src.GetValue(row * columns + i)) - largest);
            }
            for (uint32_t i = 0; i < columns; ++i) {
                expectNear(std::exp(valueOf(src.GetValue(row * columns + i)) - largest) / total,
                           dst.GetValue(row * columns + i), "share");
            }
            expectNear(total, sum.GetValue(row * 8 + 3), "sum");
            expectNear(largest, max.GetValue(row * 8 + 7), "maximum");
            if (update) {
                expectNear(carried / total, expMax.GetValue(row * 16), "factor");
            }
        }
    }
    SoftmaxFlash(dst, sum, max, src, expMax, inSum, inMax, tiling);
    EXPECT_THAT(takeWarnings(), IsEmpty());
}

TEST_F(RecipeTest, NormalizeByKnownMoments) {
    const uint32_t rows = 4;
    const auto x = numbers<half>(kA, rows * 32);
    const auto y = local<half>(kB, rows * 32);
    const auto mean = numbers<float>(kC, 8, -1, 1);
    const auto variance = numbers<float>(kC + 64, 8, 0.5, 2);
    const auto gamma = numbers<float>(kD, 32);
    const auto beta = numbers<float>(kD + 512, 32);
    const auto rstd = local<float>(kE, 8);
    for (const bool withScratch : {false, true}) {
        if (withScratch) {
            Normalize<float, half>(y, rstd, mean, variance, x, gamma, beta, scratch(), 1e-3F,
                                   NormalizePara{rows, 25, 32});
        } else {
            Normalize<float, half>(y, rstd, mean, variance, x, gamma, beta, 1e-3F, NormalizePara{rows, 25, 32});
        }
        for (uint32_t row = 0; row < rows; ++row) {
            const Real reciprocal = 1 / std::sqrt(valueOf(variance.GetValue(row)) + Real{1e-3F});
            expectNear(reciprocal, rstd.GetValue(row), "rstd");
            for (uint32_t i = 0; i < 25; ++i) {
                expectNear((valueOf(x.GetValue(row * 32 + i)) - valueOf(mean.GetValue(row))) * reciprocal *
                                   valueOf(gamma.GetValue(i)) +
                               valueOf(beta.GetValue(i)),
                           y.GetValue(row * 32 + i), "normalised", 1e-3L);
            }
        }
    }
    EXPECT_FAULT((Normalize<float, half>(y, rstd, mean, variance, x, gamma, beta, 0.0F, NormalizePara{rows, 33, 32})),
                 "RANGE", "Normalize: the real length of a row is 33, expected from 1 to the padded length");
}

inline constexpr WelfordFinalizeConfig kCorrected{true};

TEST_F(RecipeTest, WelfordFinalizeOfParts) {
    const uint32_t parts = 6;
    const auto means = numbers<float>(kA, 8);
    const auto sums = numbers<float>(kB, 8, 0, 3);
    const auto counts = local<int32_t>(kC, 8);
    const auto mean = local<float>(kD, 8);
    const auto variance = local<float>(kE, 8);
    const auto expect = [&](auto count, Real all, Real divisor) {
        Real expectedMean = 0;
        for (uint32_t i = 0; i < parts; ++i) {
            expectedMean += count(i) * valueOf(means.GetValue(i)) / all;
        }
        Real squares = 0;
        for (uint32_t i = 0; i < parts; ++i) {
            const Real distance = valueOf(means.GetValue(i)) - expectedMean;
            squares += valueOf(sums.GetValue(i)) + count(i) * distance * distance;
        }
        expectNear(expectedMean, mean.GetValue(0), "mean");
        expectNear(squares / divisor, variance.GetValue(0), "variance");
    };
    WelfordFinalizePara para{5, parts, 0, 0, 0, 0, 1.0F / 6, 1.0F / 30, 1.0F / 29};
    WelfordFinalize(mean, variance, means, sums, para);
    expect([](uint32_t) { return Real{5}; }, 30, 30);
    WelfordFinalize<false, kCorrected>(mean, variance, means, sums, scratch(), para);
    expect([](uint32_t) { return Real{5}; }, 30, 29);
    para = {5, parts, 5, 4, 3, 2, 1.0F / 6, 1.0F / 26, 1.0F / 25};
    WelfordFinalize(mean, variance, means, sums, para);
    expect([](uint32_t i) { return Real(i < 4 ? 5 : 3); }, 26, 26);
    for (uint32_t i = 0; i < parts; ++i) {
        counts.SetValue(i, int32_t(i + 1));
    }
    para = {5, parts, 0, 0, 0, 0, 1.0F / 6, 1.0F / 21, 1.0F / 20};
    WelfordFinalize(mean, variance, means, sums, counts, para);
    expect([](uint32_t i) { return Real(i + 1); }, 21, 21);
    WelfordFinalize<false, kCorrected>(mean, variance, means, sums, counts, scratch(), para);
    expect([](uint32_t i) { return Real(i + 1); }, 21, 20);
    para = {5, parts, 5, 4, 3, 1, 1.0F / 6, 1.0F / 26, 1.0F / 25};
    EXPECT_FAULT(WelfordFinalize(mean, variance, means, sums, para), "RANGE",
                 "WelfordFinalize: headCountLength + tailCountLength is 5, expected abLength");
}

TEST_F(RecipeTest, AntiQuantisation) {
    const auto run = [&]<class T>(T) {
        const uint32_t k = 16;
        const uint32_t n = 32;
        const auto src = numbers<int8_t>(kA, k * n, -100, 100);
        const auto dst = local<T>(kB, k * n);
        const auto scales = numbers<T>(kC, 2 * n);
        const auto offsets = numbers<T>(kD, 2 * n);
        const auto expect = [&](auto at, bool transposed, bool offset, bool tensors) {
            for (uint32_t i = 0; i < k * n; ++i) {
                const uint32_t columns = transposed ? k : n;
                const uint32_t p = tensors ? at(i / columns, i % columns) : 0;
                const auto round = [](Real value) {
                    return std::is_same_v<T, half> ? valueOf(convertTo<half>(RoundMode::CAST_RINT, value))
                                                   : Real(float(value));
                };
                const Real sum = round(Real(src.GetValue(i)) + (offset ? valueOf(offsets.GetValue(p)) : 0));
                expectNear(round(sum * valueOf(scales.GetValue(p))), dst.GetValue(i), "element " + std::to_string(i),
                           0);
            }
        };
        AscendAntiQuant<int8_t, T, false>(dst, src, offsets, scales, scratch(), k, {2, n, 2, n});
        expect([](uint32_t row, uint32_t column) { return row / 8 * 32 + column; }, false, true, true);
        AscendAntiQuant<int8_t, T, true>(dst, src, offsets, scales, k, {n, 2, n, 2});
        expect([](uint32_t row, uint32_t column) { return row * 2 + column / 8; }, true, true, true);
        AscendAntiQuant<int8_t, T, false>(dst, src, scales[0], scratch(), k);
        expect([](uint32_t row, uint32_t column) { return row / 8 * 32 + column; }, false, false, true);
        AscendAntiQuant<int8_t, T, false>(dst, src, offsets.GetValue(0), scales.GetValue(0), k);
        expect([](uint32_t, uint32_t) { return 0U; }, false, true, false);
        AscendAntiQuant<int8_t, T, false>(dst, src, scales.GetValue(0), scratch(), k);
        expect([](uint32_t, uint32_t) { return 0U; }, false, false, false);
        EXPECT_FAULT((AscendAntiQuant<int8_t, T, false>(dst, src, offsets, scales, k, {3, n, 3, n})), "RANGE",
                     "AscendAntiQuant: the number of groups is 3, expected a divisor of the rows");
    };
    run(half{});
    run(bfloat16_t{});
    EXPECT_THAT(takeWarnings(), IsEmpty());
}

TEST_F(RecipeTest, Quantisation) {
    const auto x = local<half>(kA, 64);
    const auto q = local<int8_t>(kB, 64);
    x.SetValue(0, half(5.0F));
    x.SetValue(1, half(1000.0F));
    x.SetValue(2, half(-1000.0F));
    AscendQuant(q, x, scratch(), 0.5F, 1.0F, 3U);
    EXPECT_EQ(q.GetValue(0), 4);  // 3.5 to the even neighbour
    EXPECT_EQ(q.GetValue(1), 127);
    EXPECT_EQ(q.GetValue(2), -128);
    const auto f = numbers<float>(kA, 64);
    const auto scale = numbers<float>(kC, 32, 0.5, 3);
    const auto offset = numbers<float>(kD, 32, -2, 2);
    AscendQuant(q, f, scale, offset, 32U, 32U, 64U);
    for (uint32_t i = 0; i < 64; ++i) {
        const half product = half(float(half(f.GetValue(i))) * float(half(scale.GetValue(i % 32))));
        const half sum = half(float(product) + float(half(offset.GetValue(i % 32))));
        EXPECT_EQ(q.GetValue(i), int8_t(std::nearbyint(float(sum)))) << i;
    }
    const auto n = numbers<int32_t>(kA, 48, -1000, 1000);
    const auto half32 = numbers<float>(kC, 16, 0.1, 2);
    const auto y = local<float>(kD, 64);
    AscendDequant(y, n, half32, scratch(), DequantParams{3, 16, 13});
    for (uint32_t i = 0; i < 48; ++i) {
        if (i % 16 < 13) {
            ASSERT_EQ(y.GetValue(i), float(n.GetValue(i)) * half32.GetValue(i % 16));
        }
    }
    // A single row of several lengths.
    const auto h = local<half>(kE, 64);
    const auto words = local<uint64_t>(kC, 16);
    for (uint32_t i = 0; i < 16; ++i) {
        const float factor = 0.25F * float(i + 1);
        uint32_t bits;
        std::memcpy(&bits, &factor, 4);
        words.SetValue(i, bits);
    }
    AscendDequant(h, n, words, DequantParams{1, 48, 16});
    for (uint32_t i = 0; i < 48; ++i) {
        ASSERT_TRUE(
            same(convertTo<half>(RoundMode::CAST_RINT, Real(n.GetValue(i)) * 0.25L * (i % 16 + 1)), h.GetValue(i)));
    }
    AscendDequant(y, n, 0.5F, DequantParams{1, 48, 48});
    EXPECT_EQ(y.GetValue(47), float(n.GetValue(47)) * 0.5F);
}

}  // namespace
}  // namespace acc::test
