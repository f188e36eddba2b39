// SPDX-License-Identifier: Apache-2.0
// Cast: every pair of isa.def in every documented mode; 16-bit and 8-bit sources exhaustively, wider ones on edges and
// random values (ascendc-vector 12).
#include "runtime/isa/kernels.h"
#include "tests/conformance/isa/harness.h"
#include "tests/conformance/isa/reference.h"

namespace acc::test {
namespace {

using namespace AscendC;

const Covers kCovers{"Cast", "SetDeqScale"};

class CastTest : public CoreTest {};

template <class To, class From>
To expected(RoundMode mode, From x) {
    if constexpr (std::is_same_v<To, float> && std::is_same_v<From, float>) {
        const Real r = std::isfinite(x) ? roundBy(mode, valueOf(x)) : valueOf(x);
        return r == 0 ? 0.0F : static_cast<float>(r);  // -0 becomes +0
    } else {
        return convertTo<To>(mode, valueOf(x));
    }
}

template <class From>
std::vector<From> sources(std::mt19937_64& random) {
    std::vector<From> values;
    if constexpr (sizeof(From) <= 2) {
        for (uint32_t bits = 0; bits < 1U << sizeof(From) * 8; ++bits) {
            From value;
            std::memcpy(&value, &bits, sizeof(value));
            values.push_back(value);
        }
    } else if constexpr (std::is_integral_v<From>) {
        for (int shift = 0; shift < int(sizeof(From)) * 8; ++shift) {
            for (int offset = -3; offset <= 3; ++offset) {
                const auto power = static_cast<From>(uint64_t{1} << shift);
                values.push_back(static_cast<From>(uint64_t(power) + offset));
                values.push_back(static_cast<From>(-uint64_t(power) + offset));
            }
        }
        for (int i = 0; i < 50000; ++i) {
            values.push_back(static_cast<From>(static_cast<int64_t>(random()) >> random() % 64));
        }
    } else {
        // All exponents with mantissas around halves and ends, then random encodings and moderate numbers.
        for (uint32_t exponent = 0; exponent < 256; ++exponent) {
            for (const uint32_t mantissa :
                 {0U, 1U, 0x1000U, 0xfffU, 0x1001U, 0x3000U, 0x8000U, 0x7fffU, 0x8001U, 0x18000U, 0x400000U, 0x200000U,
                  0x7fffffU, 0x7ff000U, 0x7fe000U, 0x7f8000U, 0x600000U}) {
                for (const uint32_t sign : {0U, 0x80000000U}) {
                    const uint32_t bits = sign | exponent << 23 | mantissa;
                    From value;
                    std::memcpy(&value, &bits, sizeof(value));
                    values.push_back(value);
                }
            }
        }
        for (int i = 0; i < 60000; ++i) {
            const auto bits = static_cast<uint32_t>(random());
            From value;
            std::memcpy(&value, &bits, sizeof(value));
            values.push_back(value);
            values.push_back(static_cast<From>(static_cast<int64_t>(random()) >> 24) / 8.0F);
            values.push_back(static_cast<From>(static_cast<int32_t>(random())) / 65536.0F);
        }
    }
    return values;
}

template <class To, class From>
void checkPair(CoreTest&, unsigned modes, std::mt19937_64& random, uint8_t* ub) {
    constexpr uint32_t kChunk = 8192;
    const LocalTensor<From> src(TPosition::VECIN, 0, kChunk);
    const LocalTensor<To> dst(TPosition::VECOUT, 65536, kChunk);
    const std::vector<From> values = sources<From>(random);
    for (unsigned m = 0; m < 7; ++m) {
        if ((modes >> m & 1) == 0) {
            continue;
        }
        const auto mode = static_cast<RoundMode>(m);
        for (size_t done = 0; done < values.size(); done += kChunk) {
            const auto n = static_cast<uint32_t>(std::min<size_t>(kChunk, values.size() - done));
            std::memcpy(ub, values.data() + done, n * sizeof(From));
            Cast(dst, src, mode, n);
            for (uint32_t i = 0; i < n; ++i) {
                const To want = expected<To>(mode, values[done + i]);
                To got;
                std::memcpy(&got, ub + 65536 + i * sizeof(To), sizeof(To));
                ASSERT_TRUE(same(want, got))
                    << "Cast mode " << m << " of " << double(valueOf(values[done + i])) << " is "
                    << double(valueOf(got)) << ", expected " << double(valueOf(want));
            }
        }
    }
}

#define ACC_CAST(dst, src, modes)                                              \
    TEST_F(CastTest, src##To##dst) {                                           \
        using namespace detail::castmode;                                      \
        SetDeqScale(half(1)); /* scales int32_t -> half only */                \
        checkPair<dst, src>(*this, modes, random, block().memory[ACC_MEM_UB]); \
        EXPECT_THAT(takeWarnings(), ::testing::IsEmpty());                     \
    }
#include "include/kernel/isa.def"

TEST_F(CastTest, Int32ToHalfIsScaledByDeqScale) {
    const auto values = sources<int32_t>(random);
    const auto src = local<int32_t>(0, 8192);
    const auto dst = local<half>(65536, 8192);
    for (const float scale : {1.0F, 0.1F, 0.00012207031F, -3.5F, 60000.0F}) {
        SetDeqScale(half(scale));
        for (size_t done = 0; done < values.size(); done += 8192) {
            const auto n = static_cast<uint32_t>(std::min<size_t>(8192, values.size() - done));
            std::memcpy(block().memory[ACC_MEM_UB], values.data() + done, n * 4);
            Cast(dst, src, RoundMode::CAST_NONE, n);
            for (uint32_t i = 0; i < n; ++i) {
                const half want = convertTo<half>(RoundMode::CAST_RINT, Real(values[done + i]) * valueOf(half(scale)));
                ASSERT_TRUE(same(want, dst.GetValue(i))) << values[done + i] << " * " << scale;
            }
        }
    }
}

TEST_F(CastTest, Int32ToHalfWithoutDeqScaleWarns) {
    Cast(local<half>(65536, 64), local<int32_t>(0, 64), RoundMode::CAST_NONE, 8);
    EXPECT_THAT(takeWarnings(),
                ::testing::ElementsAre("MODE: Cast: int32_t -> half before SetDeqScale; the scale is taken as 1.0"));
    SetDeqScale(half(1));
    Cast(local<half>(65536, 64), local<int32_t>(0, 64), RoundMode::CAST_NONE, 8);
    EXPECT_THAT(takeWarnings(), ::testing::IsEmpty());
}

TEST_F(CastTest, UndocumentedModeOfALossyPairRoundsToNearestAndWarns) {
    const auto src = local<float>(0, 8);
    const auto dst = local<int32_t>(64, 8);
    src.SetValue(0, 2.5F);
    Cast(dst, src, RoundMode::CAST_NONE, 1);
    EXPECT_EQ(dst.GetValue(0), 2);
    EXPECT_THAT(takeWarnings(), ::testing::ElementsAre("MODE: Cast: CAST_NONE is not documented for float -> int32_t; "
                                                       "rounding to nearest even"));
}

TEST_F(CastTest, SlicesUseTheWiderTypesLanes) {
    // V 25, vector 30: half -> float, mask 64, two repeats {1, 1, 8, 4} equals the count form of 128.
    const auto src = local<half>(0, 128);
    for (uint32_t i = 0; i < 128; ++i) {
        src.SetValue(i, half(float(i) / 4));
    }
    const auto sliced = local<float>(4096, 192);
    Duplicate(sliced, -1.0F, 192);
    Cast(sliced, src, RoundMode::CAST_NONE, 64, 2, {1, 1, 8, 4});
    for (uint32_t i = 0; i < 128; ++i) {
        EXPECT_EQ(sliced.GetValue(i), float(i) / 4);
    }
    EXPECT_EQ(sliced.GetValue(128), -1.0F);
}

TEST_F(CastTest, NarrowingInPlaceReadsBeforeItWrites) {
    const auto src = local<float>(0, 1024);
    for (uint32_t i = 0; i < 1024; ++i) {
        src.SetValue(i, float(i));
    }
    const auto dst = src.ReinterpretCast<half>();
    Cast(dst, src, RoundMode::CAST_RINT, 1024);
    for (uint32_t i = 0; i < 1024; ++i) {
        ASSERT_EQ(float(dst.GetValue(i)), float(i));
    }
}

}  // namespace
}  // namespace acc::test
