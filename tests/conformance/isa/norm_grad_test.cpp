// SPDX-License-Identifier: Apache-2.0
// The gradient of LayerNorm against differences of the norm itself, and BatchNorm and GroupNorm against plain loops.
#include "tests/conformance/isa/harness.h"
#include "tests/conformance/isa/reference.h"

namespace acc::test {
namespace {

using namespace AscendC;

const Covers kCovers{"LayerNormGrad", "LayerNormGradBeta", "BatchNorm", "GroupNorm"};

constexpr uint32_t kStep = 16 * 1024;

class NormGradTest : public CoreTest {
protected:
    template <class T>
    LocalTensor<T> numbers(uint32_t count, Real low = -2, Real high = 2) {
        const auto tensor = empty<T>(count);
        for (uint32_t i = 0; i < count; ++i) {
            tensor.SetValue(i, T(static_cast<float>(low + (high - low) * Real(random() % 100003) / 100003)));
        }
        return tensor;
    }
    template <class T>
    LocalTensor<T> empty(uint32_t count) {
        const uint32_t address = next_;
        next_ += kStep;
        return local<T>(address, count);
    }
    LocalTensor<uint8_t> scratch() { return local<uint8_t>(176 * 1024, 8192); }
    template <class T>
    static Real toleranceOf() {
        return std::is_same_v<T, half> ? Real{1e-2L} : Real{1e-5L};
    }

    uint32_t next_ = 0;  // address of the next tensor
};

// y of a row x, times dy, summed: what LayerNormGrad is the gradient of.
Real weightedNorm(const std::vector<Real>& x, const std::vector<Real>& gamma, const std::vector<Real>& dy,
                  Real epsilon) {
    Real mean = 0;
    Real variance = 0;
    Real sum = 0;
    for (const Real v : x) {
        mean += v / Real(x.size());
    }
    for (const Real v : x) {
        variance += (v - mean) * (v - mean) / Real(x.size());
    }
    for (size_t i = 0; i < x.size(); ++i) {
        sum += dy[i] * gamma[i] * (x[i] - mean) / std::sqrt(variance + epsilon);
    }
    return sum;
}

TEST_F(NormGradTest, IsTheGradientOfLayerNorm) {
    const auto run = [&]<class T>(T, bool useScratch) {
        next_ = 0;
        constexpr uint32_t kRows = 6;
        constexpr uint32_t kPitch = 32;
        constexpr uint32_t kReal = 27;
        constexpr Real kEpsilon = 0.125L;
        const auto x = numbers<T>(kRows * kPitch);
        const auto dy = numbers<T>(kRows * kPitch);
        const auto gamma = numbers<T>(kPitch);
        const auto mean = empty<T>(16);
        const auto variance = empty<T>(16);
        std::vector<std::vector<Real>> rows(kRows);
        std::vector<std::vector<Real>> dys(kRows);
        std::vector<Real> gammas;
        for (uint32_t i = 0; i < kReal; ++i) {
            gammas.push_back(valueOf(gamma.GetValue(i)));
        }
        for (uint32_t row = 0; row < kRows; ++row) {
            Real sum = 0;
            Real squares = 0;
            for (uint32_t i = 0; i < kReal; ++i) {
                rows[row].push_back(valueOf(x.GetValue(row * kPitch + i)));
                dys[row].push_back(valueOf(dy.GetValue(row * kPitch + i)));
                sum += rows[row][i];
            }
            for (const Real v : rows[row]) {
                squares += (v - sum / kReal) * (v - sum / kReal);
            }
            mean.SetValue(row, T(static_cast<float>(sum / kReal)));
            variance.SetValue(row, T(static_cast<float>(squares / kReal)));
        }
        const auto pdX = empty<T>(kRows * kPitch);
        const auto res = empty<T>(kRows * kPitch);
        LayerNormGradTiling tiling{};
        tiling.bLength = 2;
        tiling.sLength = kRows / 2;
        tiling.hLength = kPitch;
        tiling.originalHLength = kReal;
        if (useScratch) {
            LayerNormGrad(pdX, res, dy, x, variance, mean, gamma, scratch(), T(0.125F), tiling);
        } else {
            LayerNormGrad(pdX, res, dy, x, variance, mean, gamma, T(0.125F), tiling);
        }
        for (uint32_t row = 0; row < kRows; ++row) {
            for (uint32_t i = 0; i < kReal; ++i) {
                constexpr Real kStepSize = 1e-4L;
                std::vector<Real> above = rows[row];
                std::vector<Real> below = rows[row];
                above[i] += kStepSize;
                below[i] -= kStepSize;
                const Real gradient = (weightedNorm(above, gammas, dys[row], kEpsilon) -
                                       weightedNorm(below, gammas, dys[row], kEpsilon)) /
                                      (2 * kStepSize);
                ASSERT_NEAR(double(gradient), double(valueOf(pdX.GetValue(row * kPitch + i))),
                            double(2 * toleranceOf<T>()))
                    << "row " << row << " column " << i;
            }
        }
        const auto pdGamma = empty<T>(kPitch);
        const auto pdBeta = empty<T>(kPitch);
        LayerNormGradBetaTiling sums{};
        sums.bLength = 2;
        sums.sLength = kRows / 2;
        sums.hLength = kPitch;
        sums.originalHLength = kReal;
        LayerNormGradBeta(pdGamma, pdBeta, res, dy, scratch(), sums);
        for (uint32_t i = 0; i < kReal; ++i) {
            Real gammaSum = 0;
            Real betaSum = 0;
            for (uint32_t row = 0; row < kRows; ++row) {
                gammaSum += dys[row][i] * valueOf(res.GetValue(row * kPitch + i));
                betaSum += dys[row][i];
            }
            ASSERT_NEAR(double(gammaSum), double(valueOf(pdGamma.GetValue(i))), double(2 * toleranceOf<T>()));
            ASSERT_NEAR(double(betaSum), double(valueOf(pdBeta.GetValue(i))), double(2 * toleranceOf<T>()));
        }
    };
    run(float{}, true);
    run(float{}, false);
}

TEST_F(NormGradTest, IsTheGradientOfLayerNormInHalf) {
    const auto x = numbers<half>(16, 1, 1);
    const auto dy = numbers<half>(16);
    const auto gamma = numbers<half>(16);
    const auto mean = numbers<half>(16, 0, 0);
    const auto variance = numbers<half>(16, 3, 3);
    const auto pdX = empty<half>(16);
    const auto res = empty<half>(16);
    LayerNormGradTiling tiling{};
    tiling.bLength = tiling.sLength = 1;
    tiling.hLength = tiling.originalHLength = 16;
    LayerNormGrad(pdX, res, dy, x, variance, mean, gamma, half(1.0F), tiling);
    // With x - mean = 1 everywhere and 1 / sqrt(variance + epsilon) = 1/2.
    Real sum = 0;
    for (uint32_t i = 0; i < 16; ++i) {
        sum += valueOf(dy.GetValue(i)) * valueOf(gamma.GetValue(i));
    }
    const Real pdVariance = -sum / 16;
    const Real pdMean = -sum / 2 - 2 * pdVariance;
    for (uint32_t i = 0; i < 16; ++i) {
        const Real expected = valueOf(dy.GetValue(i)) * valueOf(gamma.GetValue(i)) / 2 + pdVariance / 8 + pdMean / 16;
        ASSERT_NEAR(double(expected), double(valueOf(pdX.GetValue(i))), 4e-3);
        ASSERT_EQ(valueOf(res.GetValue(i)), 0.5L);
    }
    const auto pdGamma = empty<half>(16);
    const auto pdBeta = empty<half>(16);
    LayerNormGradBetaTiling sums{};
    sums.bLength = sums.sLength = 1;
    sums.hLength = sums.originalHLength = 16;
    LayerNormGradBeta(pdGamma, pdBeta, res, dy, sums);
    for (uint32_t i = 0; i < 16; ++i) {
        ASSERT_NEAR(double(valueOf(dy.GetValue(i)) / 2), double(valueOf(pdGamma.GetValue(i))), 1e-3);
        ASSERT_EQ(valueOf(dy.GetValue(i)), valueOf(pdBeta.GetValue(i)));
    }
    EXPECT_FAULT(LayerNormGrad(pdX, res, dy, x, variance, mean, gamma, half(1.0F), tiling, {DataFormat::NZ}), "RANGE",
                 "LayerNormGrad: shapeInfo.dataFormat is 1, expected ND");
    tiling.originalHLength = 17;
    EXPECT_FAULT(LayerNormGrad(pdX, res, dy, x, variance, mean, gamma, half(1.0F), tiling), "RANGE",
                 "LayerNormGrad: the real length of a row is 17, expected from 1 to the padded length");
}

TEST_F(NormGradTest, BatchNormIsOverTheBatch) {
    const auto run = [&]<class T>(T, bool useScratch) {
        next_ = 0;
        constexpr uint32_t kBatch = 11;
        constexpr uint32_t kFeatures = 48;
        const auto x = numbers<T>(kBatch * kFeatures);
        const auto gamma = numbers<T>(16);
        const auto beta = numbers<T>(16);
        const auto y = empty<T>(kBatch * kFeatures);
        const auto mean = empty<T>(kFeatures);
        const auto variance = empty<T>(kFeatures);
        BatchNormTiling tiling{};
        tiling.originalBLength = kBatch;
        tiling.meanVarSize = kFeatures;
        if (useScratch) {
            BatchNorm(y, mean, variance, x, gamma, beta, scratch(), T(0.5F), tiling);
        } else {
            BatchNorm(y, mean, variance, x, gamma, beta, T(0.5F), tiling);
        }
        const double tolerance = double(toleranceOf<T>());
        for (uint32_t feature = 0; feature < kFeatures; ++feature) {
            Real sum = 0;
            Real squares = 0;
            for (uint32_t b = 0; b < kBatch; ++b) {
                const Real value = valueOf(x.GetValue(b * kFeatures + feature));
                sum += value;
                squares += value * value;
            }
            const Real average = sum / kBatch;
            const Real spread = squares / kBatch - average * average;
            ASSERT_NEAR(double(average), double(valueOf(mean.GetValue(feature))), tolerance);
            ASSERT_NEAR(double(spread), double(valueOf(variance.GetValue(feature))), tolerance);
            for (uint32_t b = 0; b < kBatch; ++b) {
                const Real value = valueOf(x.GetValue(b * kFeatures + feature));
                ASSERT_NEAR(double((value - average) / std::sqrt(spread + 0.5L) * valueOf(gamma.GetValue(b)) +
                                   valueOf(beta.GetValue(b))),
                            double(valueOf(y.GetValue(b * kFeatures + feature))), tolerance);
            }
        }
    };
    run(float{}, true);
    run(half{}, false);
}

TEST_F(NormGradTest, BatchNormInHalfMayBeInPlace) {
    const auto x = numbers<half>(2 * 16);
    std::vector<Real> before;
    for (uint32_t i = 0; i < 32; ++i) {
        before.push_back(valueOf(x.GetValue(i)));
    }
    const auto gamma = numbers<half>(16, 1, 1);
    const auto beta = numbers<half>(16, 0, 0);
    BatchNormTiling tiling{};
    tiling.originalBLength = 2;
    tiling.meanVarSize = 16;
    BatchNorm(x, empty<half>(16), empty<half>(16), x, gamma, beta, half(0.0F), tiling);
    for (uint32_t i = 0; i < 16; ++i) {  // of two values one is one deviation above the mean, one below
        const double sign = before[i] > before[16 + i] ? 1 : -1;
        EXPECT_NEAR(sign, double(valueOf(x.GetValue(i))), 2e-3);
        EXPECT_NEAR(-sign, double(valueOf(x.GetValue(16 + i))), 2e-3);
    }
    tiling.meanVarSize = 17;
    EXPECT_FAULT(BatchNorm(x, empty<half>(17), empty<half>(17), x, gamma, beta, half(0.0F), tiling), "RANGE",
                 "BatchNorm: S * H in bytes is 34, expected a multiple of 32");
}

TEST_F(NormGradTest, GroupNormIsOverTheChannelsOfAGroup) {
    const auto run = [&]<class T>(T, bool useScratch) {
        next_ = 0;
        constexpr uint32_t kBatch = 2;
        constexpr uint32_t kChannels = 6;
        constexpr uint32_t kGroups = 3;
        constexpr uint32_t kPixels = 16;
        constexpr uint32_t kLength = kChannels / kGroups * kPixels;
        const auto x = numbers<T>(kBatch * kChannels * kPixels);
        const auto gamma = numbers<T>(16);
        const auto beta = numbers<T>(16);
        const auto y = empty<T>(kBatch * kChannels * kPixels);
        const auto mean = empty<T>(16);
        const auto variance = empty<T>(16);
        GroupNormTiling tiling{};
        tiling.n = kBatch;
        tiling.c = kChannels;
        tiling.g = kGroups;
        tiling.hw = kPixels;
        if (useScratch) {
            GroupNorm(y, mean, variance, x, gamma, beta, scratch(), T(0.25F), tiling);
        } else {
            GroupNorm(y, mean, variance, x, gamma, beta, T(0.25F), tiling);
        }
        const double tolerance = double(toleranceOf<T>());
        for (uint32_t n = 0; n < kBatch; ++n) {
            for (uint32_t g = 0; g < kGroups; ++g) {
                const uint32_t first = (n * kGroups + g) * kLength;
                Real sum = 0;
                Real squares = 0;
                for (uint32_t i = first; i < first + kLength; ++i) {
                    sum += valueOf(x.GetValue(i));
                    squares += valueOf(x.GetValue(i)) * valueOf(x.GetValue(i));
                }
                const Real average = sum / kLength;
                const Real spread = squares / kLength - average * average;
                ASSERT_NEAR(double(average), double(valueOf(mean.GetValue(n * kGroups + g))), tolerance);
                ASSERT_NEAR(double(spread), double(valueOf(variance.GetValue(n * kGroups + g))), tolerance);
                for (uint32_t i = 0; i < kLength; ++i) {
                    const uint32_t channel = g * (kChannels / kGroups) + i / kPixels;
                    ASSERT_NEAR(double((valueOf(x.GetValue(first + i)) - average) / std::sqrt(spread + 0.25L) *
                                           valueOf(gamma.GetValue(channel)) +
                                       valueOf(beta.GetValue(channel))),
                                double(valueOf(y.GetValue(first + i))), tolerance);
                }
            }
        }
        tiling.g = 4;
        EXPECT_FAULT(GroupNorm(y, mean, variance, x, gamma, beta, T(0.25F), tiling), "RANGE",
                     "GroupNorm: the number of groups is 4, expected a divisor of the number of channels");
    };
    run(float{}, true);
    run(half{}, false);
}

TEST_F(NormGradTest, GroupNormInHalf) {
    const auto x = numbers<half>(32);
    const auto gamma = numbers<half>(16, 2, 2);
    const auto beta = numbers<half>(16, 1, 1);
    const auto y = empty<half>(32);
    const auto mean = empty<half>(16);
    GroupNormTiling tiling{};
    tiling.n = 1;
    tiling.c = tiling.g = 2;
    tiling.hw = 16;
    GroupNorm(y, mean, empty<half>(16), x, gamma, beta, half(0.0F), tiling);
    for (uint32_t channel = 0; channel < 2; ++channel) {
        Real sum = 0;
        Real squares = 0;
        for (uint32_t i = 0; i < 16; ++i) {
            const Real deviation = (valueOf(y.GetValue(channel * 16 + i)) - 1) / 2;
            sum += deviation;
            squares += deviation * deviation;
        }
        EXPECT_NEAR(double(sum), 0, 2e-2);
        EXPECT_NEAR(double(squares), 16, 5e-2);
    }
}

}  // namespace
}  // namespace acc::test
