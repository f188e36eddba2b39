// SPDX-License-Identifier: Apache-2.0
// Mmad and Fixpipe against sums in double and the formulas of ascendc-cube 8 and 10.
#include <cmath>
#include <limits>

#include "tests/conformance/isa/harness.h"

namespace acc::test {
namespace {

using namespace AscendC;

const Covers kCovers{"Mmad",
                     "Fixpipe",
                     "SetHF32Mode",
                     "SetHF32TransMode",
                     "SetFixPipeConfig",
                     "SetFixpipeNz2ndFlag",
                     "SetFixpipePreQuantFlag",
                     "CrossCoreSetFlag",
                     "CrossCoreWaitFlag"};

uint64_t tiles(uint64_t size) {
    return (size + 15) / 16;
}

class CubeProduct : public CubeTest {
protected:
    // Random small numbers whose sums are exact in float, in the layouts of L0A and L0B.
    template <class T>
    void operands(uint64_t m, uint64_t n, uint64_t k) {
        constexpr uint64_t kDepth = 32 / sizeof(T);
        a_.assign(m * k, 0);
        b_.assign(k * n, 0);
        const uint64_t fractals = (k + kDepth - 1) / kDepth;
        for (uint64_t i = 0; i < m * k; ++i) {
            a_[i] = int(random() % 17) - 8;
            const uint64_t r = i / k, c = i % k;
            const uint64_t at =
                m == 1 ? c : (r / 16 * fractals + c / kDepth) * 16 * kDepth + r % 16 * kDepth + c % kDepth;
            memory<T>(ACC_MEM_L0A)[at] = T(float(a_[i]));
        }
        for (uint64_t i = 0; i < k * n; ++i) {
            b_[i] = int(random() % 17) - 8;
            const uint64_t r = i / n, c = i % n;
            memory<T>(ACC_MEM_L0B)[(r / kDepth * tiles(n) + c / 16) * 16 * kDepth + c % 16 * kDepth + r % kDepth] =
                T(float(b_[i]));
        }
    }
    double productAt(uint64_t row, uint64_t column, uint64_t n, uint64_t k) const {
        double sum = 0;
        for (uint64_t i = 0; i < k; ++i) {
            sum += a_[row * k + i] * b_[i * n + column];
        }
        return sum;
    }
    template <class C>
    C& result(uint64_t row, uint64_t column, uint64_t m) {
        return memory<C>(ACC_MEM_L0C)[(column / 16 * tiles(m) + row / 16) * 256 + row % 16 * 16 + column % 16];
    }

    std::vector<double> a_, b_;
};

template <class T>
class CubeProductOf : public CubeProduct {};
using InputTypes = ::testing::Types<Element<half>, Element<bfloat16_t>, Element<float>, Element<int8_t>>;
TYPED_TEST_SUITE(CubeProductOf, InputTypes);

TYPED_TEST(CubeProductOf, AllSizesAndStartValues) {
    using T = typename TypeParam::type;
    using C = std::conditional_t<std::is_same_v<T, int8_t>, int32_t, float>;
    const uint64_t sizes[][3] = {{16, 16, 32}, {33, 47, 65}, {128, 64, 64}, {2, 1, 1}, {100, 128, 50}, {1, 40, 31}};
    const LocalTensor<C> c = this->template whole<C>(TPosition::CO1);
    const LocalTensor<T> a = this->template whole<T>(TPosition::A2), b = this->template whole<T>(TPosition::B2);
    const LocalTensor<C> bias = this->template whole<C>(TPosition::C2);
    for (int i = 0; i < 256; ++i) {
        this->template memory<C>(ACC_MEM_BT)[i] = C(i * 3);
    }
    for (const auto& [m, n, k] : sizes) {
        this->template operands<T>(m, n, k);
        const auto expect = [&](auto start, double products) {
            for (uint64_t i = 0; i < m; ++i) {
                for (uint64_t j = 0; j < n; ++j) {
                    ASSERT_EQ(double(this->template result<C>(i, j, m)),
                              start(j) + products * this->productAt(i, j, n, k))
                        << i << ", " << j << " of " << m << " x " << n << " x " << k;
                }
            }
        };
        Mmad(c, a, b, MmadParams(m, n, k, uint8_t(0), false, true));
        expect([](uint64_t) { return 0.0; }, 1);
        Mmad(c, a, b, MmadParams(m, n, k, uint8_t(0), false, false));
        expect([](uint64_t) { return 0.0; }, 2);
        Mmad(c, a, b, MmadParams(m, n, k, uint8_t(0), true, false));
        expect([](uint64_t j) { return j * 3.0; }, 1);
        Mmad(c, a, b, bias[16], MmadParams(m, n, k, uint8_t(0), false, false));
        expect([](uint64_t j) { return (j + 16) * 3.0; }, 1);
        takeWarnings();
    }
    Mmad(c, a, b, MmadParams(0, 16, 16, uint8_t(0), false, true));
    EXPECT_THAT(takeWarnings(), ::testing::IsEmpty());
}

TEST_F(CubeProduct, LeavesWhatIsBesidesTheResult) {
    operands<half>(20, 16, 16);
    std::memset(memory<>(ACC_MEM_L0C), 0x11, 8192);
    Mmad(whole<float>(TPosition::CO1), whole<half>(TPosition::A2), whole<half>(TPosition::B2),
         MmadParams(20, 16, 16, uint8_t(0), false, true));
    EXPECT_EQ(memory<uint32_t>(ACC_MEM_L0C)[20 * 16], 0x11111111U) << "row 20 is past m";
    EXPECT_EQ(memory<uint32_t>(ACC_MEM_L0C)[512], 0x11111111U) << "past the last tile";
}

TEST_F(CubeProduct, IntegersSaturate) {
    std::memset(memory<>(ACC_MEM_L0A), 127, 512);
    std::memset(memory<>(ACC_MEM_L0B), 127, 512);
    for (int i = 0; i < 256; ++i) {
        memory<int32_t>(ACC_MEM_L0C)[i] = std::numeric_limits<int32_t>::max() - 5;
    }
    Mmad(whole<int32_t>(TPosition::CO1), whole<int8_t>(TPosition::A2), whole<int8_t>(TPosition::B2),
         MmadParams(16, 16, 32, uint8_t(0), false, false));
    EXPECT_EQ(memory<int32_t>(ACC_MEM_L0C)[7], std::numeric_limits<int32_t>::max());
}

TEST_F(CubeProduct, AlignedKOfFloat) {
    // 2 * ceil(9 / 16) = 2 fractals along k instead of ceil(9 / 8) = 2, and 4 instead of 3 for k = 17.
    constexpr uint64_t m = 32, n = 16, k = 17;
    operands<float>(m, n, k);
    std::vector<float> packed(memory<float>(ACC_MEM_L0A), memory<float>(ACC_MEM_L0A) + 2 * 3 * 128);
    std::copy_n(packed.begin() + 3 * 128, 3 * 128, memory<float>(ACC_MEM_L0A) + 4 * 128);
    MmadParams p(m, n, k, uint8_t(0), false, true);
    p.kDirectionAlign = true;
    Mmad(whole<float>(TPosition::CO1), whole<float>(TPosition::A2), whole<float>(TPosition::B2), p);
    for (uint64_t i = 0; i < m; ++i) {
        ASSERT_EQ(result<float>(i, 3, m), productAt(i, 3, n, k));
    }
    EXPECT_FAULT(Mmad(whole<float>(TPosition::CO1), whole<half>(TPosition::A2), whole<half>(TPosition::B2), p), "RANGE",
                 "Mmad: kDirectionAlign is true for half, expected false: it is for float");
}

// HF32 keeps 11 mantissa bits: 1 + 2^-12 is half way between 1 and 1 + 2^-11, 1 + 3 * 2^-12 between odd and even.
TEST_F(CubeProduct, Hf32RoundsOperands) {
    std::memset(memory<>(ACC_MEM_L0A), 0, 1024);
    std::memset(memory<>(ACC_MEM_L0B), 0, 1024);
    memory<float>(ACC_MEM_L0A)[0] = 1 + std::ldexp(1.0F, -12);
    memory<float>(ACC_MEM_L0A)[8] = 1 + 3 * std::ldexp(1.0F, -12);
    memory<float>(ACC_MEM_L0B)[0] = 1;
    const auto run = [&] {
        Mmad(whole<float>(TPosition::CO1), whole<float>(TPosition::A2), whole<float>(TPosition::B2),
             MmadParams(16, 16, 8, uint8_t(0), false, true));
        return std::pair(memory<float>(ACC_MEM_L0C)[0] - 1, memory<float>(ACC_MEM_L0C)[16] - 1);
    };
    const float step = std::ldexp(1.0F, -11);
    EXPECT_EQ(run(), std::pair(step / 2, step * 1.5F));
    SetHF32Mode(HF32Mode::ENABLE);
    SetHF32TransMode(HF32TransMode::NEAREST_EVEN);
    EXPECT_EQ(run(), std::pair(0.0F, 2 * step));
    SetHF32TransMode(HF32TransMode::NEAREST_ZERO);
    EXPECT_EQ(run(), std::pair(0.0F, step));
    SetHF32Mode(false);
    EXPECT_EQ(run(), std::pair(step / 2, step * 1.5F));
}

TEST_F(CubeProduct, ProductRejections) {
    const LocalTensor<float> c = whole<float>(TPosition::CO1);
    const LocalTensor<half> a = whole<half>(TPosition::A2), b = whole<half>(TPosition::B2);
    EXPECT_FAULT(Mmad(c[128], a, b, MmadParams(16, 16, 16, uint8_t(0), false, true)), "ALIGN",
                 "Mmad: L0C destination address 0x200 is not a multiple of 1024 bytes (static tensor CO1)");
    EXPECT_FAULT(Mmad(c, a, b, MmadParams(4096, 16, 16, uint8_t(0), false, true)), "RANGE",
                 "Mmad: m is 4096, expected 0..4095");
    EXPECT_FAULT(Mmad(c, b, a, MmadParams(16, 16, 16, uint8_t(0), false, true)), "POS",
                 "Mmad: source 0 is in L0B (position B2), expected L0A (A2)");
    EXPECT_FAULT(Mmad(c, a, b, MmadParams(272, 16, 128, uint8_t(0), false, true)), "OOB",
                 "Mmad: L0A source 0 [0x0, 0x11000) of LocalTensor ends 4096 bytes past its allocation of 65536 bytes "
                 "(static tensor A2)");
    EXPECT_NO_FAULT(Mmad(c, a, b, MmadParams(256, 16, 128, uint8_t(0), false, true)));
    EXPECT_FAULT(Mmad(c, a, b, MmadParams(16, 16, 16, uint8_t(1), false, true)), "RANGE",
                 "Mmad: unitFlag is 1, expected 0, 2 or 3");
    takeWarnings();
    Mmad(c, a, b, whole<float>(TPosition::C2), MmadParams(16, 16, 16, uint8_t(0), false, true));
    EXPECT_THAT(takeWarnings(),
                ::testing::ElementsAre("MODE: Mmad: a bias is given while cmatrixInitVal is true; it is used"));
}

// --- Fixpipe ---

class CubeResult : public CubeTest {
protected:
    CubeResult() {
        for (int i = 0; i < 32768; ++i) {
            memory<float>(ACC_MEM_L0C)[i] = float(i % 4093) / 4 - 300;
        }
    }
    static constexpr uint64_t kScale(float scale, int offset = 0, bool isSigned = true) {
        return uint64_t(__builtin_bit_cast(uint32_t, scale)) | uint64_t(offset & 511) << 37 | uint64_t(isSigned) << 46;
    }
    float at(uint64_t row, uint64_t column, uint64_t srcStride) {
        return memory<float>(ACC_MEM_L0C)[column / 16 * srcStride * 16 + row * 16 + column % 16];
    }
};

TEST_F(CubeResult, Rows) {
    const uint64_t sizes[][2] = {{20, 24}, {1, 1}, {64, 128}, {17, 33}};
    for (const auto& [m, n] : sizes) {
        const uint64_t stride = tiles(m) * 16;
        float* const out = gm<float>(m * (n + 3) * 2 + 8, 0x22);
        Fixpipe(global(out, 1 << 20), whole<float>(TPosition::CO1),
                FixpipeParamsV220(n, m, stride, n + 3, false, NoQuant, 0, 2, 1, m * (n + 3), 0));
        for (uint64_t i = 0; i < 2; ++i) {
            for (uint64_t r = 0; r < m; ++r) {
                for (uint64_t c = 0; c < n; ++c) {
                    ASSERT_EQ(out[i * m * (n + 3) + r * (n + 3) + c],
                              memory<float>(ACC_MEM_L0C)[i * 256 + c / 16 * stride * 16 + r * 16 + c % 16]);
                }
            }
        }
        uint32_t gap;
        std::memcpy(&gap, &out[n], sizeof(gap));
        EXPECT_EQ(gap, 0x22222222U);
    }
}

TEST_F(CubeResult, StripsOfHalf) {
    constexpr uint64_t m = 20, n = 32;
    half* const out = gm<half>(2048);
    Fixpipe<half, float, CFG_NZ>(global(out, 2048), whole<float>(TPosition::CO1),
                                 FixpipeParamsV220(n, m, 32, 20, true, F322F16, 0, 1, 0, 0, 0));
    Fixpipe<half, float, CFG_NZ>(whole<half>(TPosition::A1), whole<float>(TPosition::CO1),
                                 FixpipeParamsV220(n, m, 32, 20, true, F322F16, 0, 1, 0, 0, 0));
    for (uint64_t r = 0; r < m; ++r) {
        for (uint64_t c = 0; c < n; ++c) {
            const float expected = float(half(std::max(0.0F, at(r, c, 32))));
            ASSERT_EQ(float(out[c / 16 * 320 + r * 16 + c % 16]), expected);
            ASSERT_EQ(float(memory<half>(ACC_MEM_L1)[c / 16 * 320 + r * 16 + c % 16]), expected);
        }
    }
}

TEST_F(CubeResult, ChannelSplitAndMerge) {
    float* const split = gm<float>(4096);
    Fixpipe<float, float, CFG_NZ>(global(split, 4096), whole<float>(TPosition::CO1),
                                  FixpipeParamsV220(24, 16, 16, 16, false, NoQuant, 0, 1, 0, 0, 0, true));
    for (uint64_t c = 0; c < 24; ++c) {
        EXPECT_EQ(split[c / 8 * 128 + 5 * 8 + c % 8], at(5, c, 16));
    }
    for (int i = 0; i < 16 * 48; ++i) {
        memory<float>(ACC_MEM_L0C)[i] = float(i % 100);
    }
    int8_t* const merged = gm<int8_t>(4096);
    Fixpipe<int8_t, float, CFG_NZ>(global(merged, 4096), whole<float>(TPosition::CO1),
                                   FixpipeParamsV220(48, 16, 16, 16, false, QF322B8_PRE, kScale(1), 1, 0, 0, 0));
    EXPECT_EQ(merged[3 * 32 + 20], int8_t(at(3, 20, 16)));
    EXPECT_EQ(merged[16 * 32 + 8], int8_t(at(0, 40, 16)));
    EXPECT_EQ(merged[16 * 32 + 2 * 16 + 9], int8_t(at(2, 41, 16)));
}

// The vectors of ascendc-cube 17.
TEST_F(CubeResult, Quantisation) {
    struct Case {
        float source;
        uint64_t word;
        bool relu;
        int expected;
    };
    const Case cases[] = {{100.4F, kScale(0.5F), false, 50},      {300, kScale(1, 5), false, 127},
                          {-1.5F, kScale(1, 0, false), false, 0}, {-3, kScale(1, 7), true, 7},
                          {-300, kScale(1, 0), false, -128},      {2.5F, kScale(1), false, 2},
                          {250, kScale(1, 5, false), false, 255}, {40, kScale(1, -3), false, 37}};
    int8_t* const out = gm<int8_t>(64);
    for (const Case& c : cases) {
        memory<float>(ACC_MEM_L0C)[0] = c.source;
        Fixpipe(global(out, 64), whole<float>(TPosition::CO1),
                FixpipeParamsV220(1, 1, 16, 1, c.relu, QF322B8_PRE, c.word, 1, 0, 0, 0));
        EXPECT_EQ((c.word >> 46 & 1) != 0 ? int(out[0]) : int(uint8_t(out[0])), c.expected) << c.source;
    }
    memory<int32_t>(ACC_MEM_L0C)[0] = 1 << 24;
    half* const halves = gm<half>(16);
    const FixpipeParamsV220 p(1, 1, 16, 1, false, DEQF16, kScale(1), 1, 0, 0, 0);
    Fixpipe(global(halves, 16), whole<int32_t>(TPosition::CO1), p);
    EXPECT_TRUE(std::isinf(float(halves[0])));
    SetCtrlSpr<48, 48>(0);
    Fixpipe(global(halves, 16), whole<int32_t>(TPosition::CO1), p);
    EXPECT_EQ(float(halves[0]), 65504.0F);
}

TEST_F(CubeResult, ParametersPerColumn) {
    constexpr uint64_t m = 4, n = 20;
    for (uint64_t c = 0; c < n; ++c) {
        memory<uint64_t>(ACC_MEM_L1)[c] = kScale(1.0F / float(c + 1));
    }
    for (int i = 0; i < 1024; ++i) {
        memory<int32_t>(ACC_MEM_L0C)[i] = i;
    }
    half* const out = gm<half>(m * n);
    const auto check = [&] {
        for (uint64_t r = 0; r < m; ++r) {
            for (uint64_t c = 0; c < n; ++c) {
                const auto bits = __builtin_bit_cast(uint32_t, 1.0F / float(c + 1)) & 0xffffe000U;
                const int32_t x = memory<int32_t>(ACC_MEM_L0C)[c / 16 * 256 + r * 16 + c % 16];
                ASSERT_EQ(float(out[r * n + c]), float(half(float(x) * __builtin_bit_cast(float, bits))));
            }
        }
        std::memset(out, 0, m * n * 2);
    };
    Fixpipe(global(out, m * n), whole<int32_t>(TPosition::CO1), whole<uint64_t>(TPosition::C1),
            FixpipeParamsV220(n, m, 16, n, false, VDEQF16, 0, 1, 0, 0, 0));
    check();
    DataCopyCO12DstParams p(n, m, n, 16, VDEQF16, 0, false, true);
    EXPECT_FAULT(DataCopy(global(out, m * n), whole<int32_t>(TPosition::CO1), p), "UNINIT",
                 "Fixpipe: VDEQF16 needs a parameter per column; pass cbufWorkspace or call SetFixPipeConfig first");
    DataCopy(whole<uint64_t>(TPosition::C2PIPE2GM), whole<uint64_t>(TPosition::C1), DataCopyParams(1, 2, 0, 0));
    SetFixPipeConfig(whole<uint64_t>(TPosition::C2PIPE2GM));
    SetFixpipeNz2ndFlag(1, 0, 0);
    DataCopy(global(out, m * n), whole<int32_t>(TPosition::CO1), p);
    check();
    // The scalar out of its register.
    SetFixpipePreQuantFlag(kScale(0.5F));
    p.quantPre = DEQF16;
    DataCopy(global(out, m * n), whole<int32_t>(TPosition::CO1), p);
    EXPECT_EQ(float(out[n + 3]), 19 * 0.5F);
}

TEST_F(CubeResult, AtomicStoresAdd) {
    float* const out = gm<float>(16 * 16);
    SetAtomicAdd<float>();
    const FixpipeParamsV220 p(16, 16, 16, 16, false);
    Fixpipe(global(out, 256), whole<float>(TPosition::CO1), p);
    Fixpipe(global(out, 256), whole<float>(TPosition::CO1), p);
    SetAtomicNone();
    EXPECT_EQ(out[37], 2 * at(2, 5, 16));
}

TEST_F(CubeResult, UnitFlags) {
    const LocalTensor<float> c = whole<float>(TPosition::CO1);
    const LocalTensor<half> a = whole<half>(TPosition::A2), b = whole<half>(TPosition::B2);
    std::memset(memory<>(ACC_MEM_L0A), 0, 512);
    std::memset(memory<>(ACC_MEM_L0B), 0, 512);
    const auto out = global(gm<float>(256), 256);
    FixpipeParamsV220 take(16, 16, 16, 16, false);
    take.unitFlag = 3;
    EXPECT_FAULT(Fixpipe(out, c, take), "FLAG",
                 "Fixpipe: unitFlag is 3, but no Mmad with unitFlag 3 has written all of L0C [0x0, 0x400); the device "
                 "would wait for ever");
    Mmad(c, a, b, MmadParams(16, 16, 16, uint8_t(2), false, true));
    Mmad(c, a, b, MmadParams(16, 16, 16, uint8_t(3), false, false));
    EXPECT_FAULT(Mmad(c, a, b, MmadParams(16, 16, 16, uint8_t(3), false, true)), "FLAG",
                 "Mmad: the L0C units at 0x0 hold a result with unit flag that no Fixpipe has taken yet");
    take.unitFlag = 2;
    EXPECT_NO_FAULT(Fixpipe(out, c, take));
    take.unitFlag = 0;
    EXPECT_FAULT(Fixpipe(out, c, take), "FLAG",
                 "Fixpipe: unitFlag is 0, but the Mmad that wrote L0C at 0x0 used unit flags; both must");
    take.unitFlag = 3;
    EXPECT_NO_FAULT(Fixpipe(out, c, take));
    EXPECT_NO_FAULT(Mmad(c, a, b, MmadParams(16, 16, 16, uint8_t(3), false, true)));
    SetFixPipeConfig(c, true);
    EXPECT_NO_FAULT(Mmad(c, a, b, MmadParams(16, 16, 16, uint8_t(0), false, true)));
}

TEST_F(CubeResult, ResultRejections) {
    const LocalTensor<float> c = whole<float>(TPosition::CO1);
    const auto out = global(gm<float>(256), 256);
    EXPECT_FAULT(Fixpipe(global(gm<half>(256), 256), c, FixpipeParamsV220(16, 16, 16, 16, false)), "DTYPE",
                 "Fixpipe: NoQuant does not convert float to half on dav-2201");
    EXPECT_FAULT((Fixpipe<float, float, CFG_NZ>(out, c, FixpipeParamsV220(12, 16, 16, 16, false))), "RANGE",
                 "Fixpipe: nSize is 12, expected a multiple of 16 for NZ output");
    EXPECT_FAULT(Fixpipe(out, c, FixpipeParamsV220(16, 16, 16, 0, false)), "RANGE", "Fixpipe: dstStride is 0");
    EXPECT_FAULT(Fixpipe(whole<float>(TPosition::A1), c, FixpipeParamsV220(16, 16, 16, 16, false)), "DTYPE",
                 "Fixpipe: values cannot go to L1 unconverted; quantPre is NoQuant");
    EXPECT_FAULT(Fixpipe(out, c[4], FixpipeParamsV220(16, 16, 16, 16, false)), "ALIGN",
                 "Fixpipe: L0C source address 0x10 is not a multiple of 64 bytes (static tensor CO1)");
    DataCopyCO12DstParams p(16, 16, 16, 16, NoQuant, 0, false, true);
    p.eltWiseOp = 1;
    EXPECT_FAULT(DataCopy(out, c, p), "RANGE", "Fixpipe: eltWiseOp is 1, expected 0..0");
}

TEST_F(CubeTest, CrossCoreFlagsReachTheRunner) {
    takeCrossCore();
    CrossCoreSetFlag<2, PIPE_FIX>(3);
    CrossCoreWaitFlag(4);
    ffts_cross_core_sync(PIPE_MTE3, 1 | 1 << 4 | 9 << 8);
    wait_flag_dev(5);
    EXPECT_THAT(takeCrossCore(), ::testing::ElementsAre("set 2 3", "wait 4", "set 1 9", "wait 5"));
    EXPECT_FAULT((CrossCoreSetFlag<2, PIPE_FIX>(16)), "RANGE", "CrossCoreSetFlag: flagId is 16, expected 0..15");
    EXPECT_FAULT(CrossCoreWaitFlag(99), "RANGE", "CrossCoreWaitFlag: flagId is 99, expected 0..15");
}

}  // namespace
}  // namespace acc::test
