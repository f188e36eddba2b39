// SPDX-License-Identifier: Apache-2.0
// Tiling data of register/tilingdata_base.h against plain structs of the same fields, which is what kernels read.
#include <gtest/gtest.h>

#include <cstring>

#include "register/tilingdata_base.h"

namespace optiling {
BEGIN_TILING_DATA_DEF(InnerTiling)
TILING_DATA_FIELD_DEF(int8_t, small)
TILING_DATA_FIELD_DEF(int64_t, big);
END_TILING_DATA_DEF;

BEGIN_TILING_DATA_DEF(OuterTiling)
TILING_DATA_FIELD_DEF(uint8_t, first);
TILING_DATA_FIELD_DEF_ARR(uint16_t, 3, list);
TILING_DATA_FIELD_DEF_STRUCT(InnerTiling, inner);
TILING_DATA_FIELD_DEF(float, factor);
END_TILING_DATA_DEF;
REGISTER_TILING_DATA_CLASS(InnerOp, InnerTiling)
REGISTER_TILING_DATA_CLASS(OuterOp, OuterTiling)
}  // namespace optiling

namespace acc::test {
namespace {

struct Inner {
    int8_t small;
    int64_t big;
};
struct Outer {
    uint8_t first;
    uint16_t list[3];
    Inner inner;
    float factor;
};

optiling::OuterTiling filled() {
    optiling::OuterTiling tiling;
    const uint16_t list[3] = {7, 8, 9};
    tiling.set_first(255);
    tiling.set_list(list);
    tiling.inner.set_small(-3);
    tiling.inner.set_big(int64_t{1} << 40);
    tiling.set_factor(0.5F);
    return tiling;
}

Outer saved(const optiling::OuterTiling& tiling) {
    Outer outer;
    std::memset(&outer, 0xEE, sizeof(outer));
    tiling.SaveToBuffer(&outer, sizeof(outer));
    return outer;
}

TEST(TilingData, LayoutIsThatOfThePlainStruct) {
    EXPECT_EQ(filled().GetDataSize(), sizeof(Outer));
    EXPECT_EQ(optiling::InnerTiling().GetDataSize(), sizeof(Inner));
    const Outer outer = saved(filled());
    EXPECT_EQ(outer.first, 255);
    EXPECT_EQ(outer.list[2], 9);
    EXPECT_EQ(outer.inner.small, -3);
    EXPECT_EQ(outer.inner.big, int64_t{1} << 40);
    EXPECT_EQ(outer.factor, 0.5F);
}

TEST(TilingData, Accessors) {
    optiling::OuterTiling tiling = filled();
    EXPECT_EQ(tiling.get_first(), 255);
    EXPECT_EQ(tiling.get_list()[1], 8);
    tiling.get_list()[1] = 80;
    EXPECT_EQ(saved(tiling).list[1], 80);
    EXPECT_EQ(tiling.inner.get_big(), int64_t{1} << 40);
    EXPECT_EQ(tiling.get_factor(), 0.5F);
}

TEST(TilingData, CopiesAreTheirOwn) {
    optiling::OuterTiling tiling = filled();
    const optiling::OuterTiling copy = tiling;
    tiling.set_first(1);
    tiling.inner.set_big(2);
    EXPECT_EQ(saved(copy).first, 255);
    EXPECT_EQ(saved(copy).inner.big, int64_t{1} << 40);
    EXPECT_EQ(saved(tiling).inner.big, 2);
}

TEST(TilingData, ABufferThatIsTooSmallIsLeftAlone) {
    unsigned char byte = 0x5A;
    testing::internal::CaptureStderr();
    filled().SaveToBuffer(&byte, 1);
    EXPECT_EQ(byte, 0x5A);
    EXPECT_NE(testing::internal::GetCapturedStderr().find("SaveToBuffer of OuterTiling: the buffer has 1 bytes"),
              std::string::npos);
}

TEST(TilingData, ClassesOfOperators) {
    const auto& factory = optiling::CTilingDataClassFactory::GetInstance();
    const std::shared_ptr<optiling::TilingDef> made = factory.CreateTilingDataInstance("OuterOp");
    ASSERT_NE(made, nullptr);
    EXPECT_STREQ(made->GetTilingClassName(), "OuterTiling");
    EXPECT_EQ(factory.CreateTilingDataInstance("NoOp"), nullptr);
}

}  // namespace
}  // namespace acc::test
