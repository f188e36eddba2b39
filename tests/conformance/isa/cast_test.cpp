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

int nibble(const uint8_t* bytes, uint32_t i) {
    const int value = bytes[i / 2] >> (i % 2 * 4) & 15;
    return value < 8 ? value : value - 16;
}
int expectedInt4(RoundMode mode, half x) {
    if (std::isnan(float(x))) {
        return 0;
    }
    return int(std::clamp<Real>(std::isinf(float(x)) ? valueOf(x) : roundBy(mode, valueOf(x)), -8, 7));
}

// int4b_t: all of its values, and of half all 65536 in each mode.
template <>
void checkPair<half, int4b_t>(CoreTest&, unsigned, std::mt19937_64&, uint8_t* ub) {
    for (uint32_t i = 0; i < 256; ++i) {
        ub[i] = uint8_t(i);
    }
    const LocalTensor<half> dst(TPosition::VECOUT, 65536, 512);
    Cast(dst, LocalTensor<int4b_t>(TPosition::VECIN, 0, 512), RoundMode::CAST_NONE, 512);
    for (uint32_t i = 0; i < 512; ++i) {
        ASSERT_EQ(float(dst.GetValue(i)), float(nibble(ub, i))) << i;
    }
}
template <>
void checkPair<int4b_t, half>(CoreTest&, unsigned modes, std::mt19937_64& random, uint8_t* ub) {
    constexpr uint32_t kChunk = 8192;
    const std::vector<half> values = sources<half>(random);
    for (unsigned m = 0; m < 7; ++m) {
        if ((modes >> m & 1) == 0) {
            continue;
        }
        for (size_t done = 0; done < values.size(); done += kChunk) {
            std::memcpy(ub, values.data() + done, kChunk * 2);
            Cast(LocalTensor<int4b_t>(TPosition::VECOUT, 65536, kChunk), LocalTensor<half>(TPosition::VECIN, 0, kChunk),
                 RoundMode(m), kChunk);
            for (uint32_t i = 0; i < kChunk; ++i) {
                ASSERT_EQ(nibble(ub + 65536, i), expectedInt4(RoundMode(m), values[done + i]))
                    << "mode " << m << " of " << float(values[done + i]);
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

// Two repeats of 128 lanes with gaps, of which a mask takes pairs.
TEST_F(CastTest, Int4InSlices) {
    uint8_t* const ub = block().memory[ACC_MEM_UB];
    const auto src = local<half>(0, 512);
    for (uint32_t i = 0; i < 512; ++i) {
        src.SetValue(i, half(float(int(i % 23) - 11)));
    }
    const auto dst = local<int8_t>(4096, 128).ReinterpretCast<int4b_t>();
    EXPECT_EQ(dst.GetSize(), 256U);
    EXPECT_EQ(dst.GetLength(), 128U);
    const uint64_t mask[2] = {0xfc3, 0x3ULL << 62};
    std::memset(ub + 4096, 0x77, 128);
    Cast(dst, src, RoundMode::CAST_RINT, mask, 2, {1, 1, 2, 16});
    for (uint32_t repeat = 0; repeat < 2; ++repeat) {
        for (uint32_t lane = 0; lane < 128; ++lane) {
            const bool active = (mask[lane / 64] >> lane % 64 & 1) != 0;
            const int value = int((repeat * 256 + lane) % 23) - 11;
            ASSERT_EQ(nibble(ub + 4096, repeat * 128 + lane), active ? std::clamp(value, -8, 7) : 7) << lane;
        }
    }
    EXPECT_EQ(block().state.mask[0], mask[0]);
    EXPECT_EQ(block().state.mask[1], mask[1]);
    // Back, from the 64th element on, in counter mode.
    SetMaskCount();
    SetVectorMask<int4b_t, MaskMode::COUNTER>(0, 130);
    const auto back = local<half>(8192, 192);
    Duplicate<half, false>(back, half(9.0F), MASK_PLACEHOLDER, 1, 1, 8);
    SetVectorMask<int4b_t, MaskMode::COUNTER>(0, 130);
    Cast<half, int4b_t, false>(back, dst[64], RoundMode::CAST_NONE, MASK_PLACEHOLDER, 1, {1, 1, 8, 2});
    SetMaskNorm();
    ResetMask();
    for (uint32_t i = 0; i < 130; ++i) {
        ASSERT_EQ(float(back.GetValue(i)), float(nibble(ub + 4096, 64 + i))) << i;
    }
}

TEST_F(CastTest, Int4Misuse) {
    const auto src = local<half>(0, 128);
    const auto dst = local<int4b_t>(4096, 128);
    EXPECT_FAULT(Cast(dst, src, RoundMode::CAST_RINT, 7), "RANGE",
                 "Cast: the number of elements is 0x7, expected pairs: two int4b_t share a byte");
    const uint64_t mask[2] = {0x6, 0};
    EXPECT_FAULT(Cast(dst, src, RoundMode::CAST_RINT, mask, 1, {1, 1, 2, 8}), "RANGE",
                 "Cast: the mask is 0x6, expected pairs: two int4b_t share a byte");
    EXPECT_FAULT(Cast(dst[1], src, RoundMode::CAST_RINT, 8), "ALIGN",
                 "int4b_t: a tensor begins at element 1, expected an even number: two elements share a byte");
    EXPECT_FAULT(Cast(dst, src, RoundMode::CAST_RINT, 258), "OOB",
                 "Cast: UB destination [0x1000, 0x1081) of LocalTensor ends 65 bytes past its allocation of 64 bytes "
                 "(static tensor VECCALC)");
}

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
