// SPDX-License-Identifier: Apache-2.0
// op::fp16_t and op::bfloat16 against the compiler's own types, for every value and for rounding.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>
#include <sstream>

#include "opdev/bfloat16.h"
#include "opdev/fp16_t.h"

namespace acc::test {
namespace {

TEST(Fp16, EveryValueConvertsBothWays) {
    for (uint32_t bits = 0; bits < 0x10000; ++bits) {
        const op::fp16_t value(static_cast<uint16_t>(bits));
        const auto expected = static_cast<float>(std::bit_cast<_Float16>(static_cast<uint16_t>(bits)));
        if (std::isnan(expected)) {
            EXPECT_TRUE(std::isnan(value.toFloat())) << bits;
            EXPECT_TRUE(std::isnan(op::fp16_t(value.toFloat()).toFloat())) << bits;
        } else {
            EXPECT_EQ(std::bit_cast<uint32_t>(value.toFloat()), std::bit_cast<uint32_t>(expected)) << bits;
            EXPECT_EQ(op::fp16_t(value.toFloat()).val, bits);
        }
    }
}

TEST(Fp16, RoundsToNearestEven) {
    std::mt19937 random(1);
    for (int i = 0; i < 200000; ++i) {
        const auto value = std::bit_cast<float>(static_cast<uint32_t>(random()));
        if (std::isnan(value))
            continue;
        EXPECT_EQ(op::fp16_t(value).val, std::bit_cast<uint16_t>(static_cast<_Float16>(value))) << value;
    }
    for (const float value : {65519.0F, 65520.0F, 2049.0F, 2051.0F, std::ldexp(1.0F, -25), std::ldexp(3.0F, -25),
                              std::ldexp(1.0F, -14) * 0.9999F, std::ldexp(1.0F, -24)})
        EXPECT_EQ(op::fp16_t(-value).val, std::bit_cast<uint16_t>(static_cast<_Float16>(-value))) << value;
}

TEST(Fp16, NumbersAndBits) {
    EXPECT_EQ(op::fp16_t(3).toFloat(), 3.0F);
    EXPECT_EQ(op::fp16_t(0.5).val, 0x3800);
    EXPECT_EQ(op::fp16_t(uint16_t{0x3C00}).toFloat(), 1.0F);
    EXPECT_EQ(static_cast<int>(op::fp16_t(7.75F)), 7);
    EXPECT_EQ((op::fp16_t(2048) + op::fp16_t(1)).toFloat(), 2048.0F);
    op::fp16_t sum(1.5F);
    sum *= op::fp16_t(2);
    EXPECT_EQ(sum, op::fp16_t(3));
    EXPECT_LT(op::fp16_t(-1), op::fp16_t(0));
    EXPECT_EQ(std::numeric_limits<op::fp16_t>::max().toFloat(), 65504.0F);
    std::ostringstream text;
    text << op::fp16_t(1.25F);
    EXPECT_EQ(text.str(), "1.25");
}

TEST(Bfloat16, EveryValueConvertsBothWays) {
    for (uint32_t bits = 0; bits < 0x10000; ++bits) {
        const op::bfloat16 value(static_cast<uint16_t>(bits), op::bfloat16::from_bits());
        const auto expected = std::bit_cast<float>(bits << 16);
        if (std::isnan(expected)) {
            EXPECT_TRUE(std::isnan(op::bfloat16(value.toFloat()).toFloat())) << bits;
        } else {
            EXPECT_EQ(value.toFloat(), expected);
            EXPECT_EQ(op::bfloat16(value.toFloat()).value, bits);
        }
    }
}

TEST(Bfloat16, RoundsToNearestEven) {
    EXPECT_EQ(op::bfloat16(std::bit_cast<float>(0x3F808000U)).value, 0x3F80);  // ties: even
    EXPECT_EQ(op::bfloat16(std::bit_cast<float>(0x3F818000U)).value, 0x3F82);
    EXPECT_EQ(op::bfloat16(std::bit_cast<float>(0x3F808001U)).value, 0x3F81);
    EXPECT_EQ(op::bfloat16(std::bit_cast<float>(0x7F7FFFFFU)).value, 0x7F80);  // beyond the largest: infinity
    EXPECT_EQ(op::bfloat16(op::fp16_t(3)).toFloat(), 3.0F);
    EXPECT_EQ(static_cast<op::fp16_t>(op::bfloat16(2.5F)), op::fp16_t(2.5F));
    EXPECT_EQ((op::bfloat16(256) + op::bfloat16(1)).toFloat(), 256.0F);
}

}  // namespace
}  // namespace acc::test
