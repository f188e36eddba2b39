// SPDX-License-Identifier: Apache-2.0
// Half-precision conversions, data types, data buffers.
#include <cmath>
#include <cstring>
#include <limits>

#include "fixture.h"

namespace acc::test {
namespace {

TEST(Float16, KeepsEveryFiniteValue) {
    for (uint32_t bits = 0; bits < 0x10000; ++bits) {
        const auto half = static_cast<aclFloat16>(bits);
        if (((bits >> 10) & 0x1F) != 0x1F) {
            EXPECT_EQ(aclFloatToFloat16(aclFloat16ToFloat(half)), half) << std::hex << bits;
        }
    }
}

TEST(Float16, ExponentThirtyOneIsOrdinary) {
    EXPECT_EQ(aclFloat16ToFloat(0x7C00), 65536.0F);
    EXPECT_EQ(aclFloat16ToFloat(0xFC00), -65536.0F);
    EXPECT_EQ(aclFloat16ToFloat(0x7E00), 98304.0F);
    EXPECT_EQ(aclFloat16ToFloat(0x3C00), 1.0F);
    EXPECT_EQ(aclFloat16ToFloat(0x0001), std::ldexp(1.0F, -24));
    EXPECT_TRUE(std::signbit(aclFloat16ToFloat(0x8000)));
}

TEST(Float16, Saturates) {
    const float infinity = std::numeric_limits<float>::infinity();
    EXPECT_EQ(aclFloatToFloat16(infinity), 0x7BFF);
    EXPECT_EQ(aclFloatToFloat16(std::nanf("")), 0x7BFF);
    EXPECT_EQ(aclFloatToFloat16(-std::nanf("")), 0x7BFF);
    EXPECT_EQ(aclFloatToFloat16(-infinity), 0xFBFF);
    EXPECT_EQ(aclFloatToFloat16(65519.0F), 0x7BFF);
    EXPECT_EQ(aclFloatToFloat16(65520.0F), 0x7BFF);
    EXPECT_EQ(aclFloatToFloat16(-1e30F), 0xFBFF);
}

TEST(Float16, RoundsToNearestEven) {
    EXPECT_EQ(aclFloatToFloat16(2049.0F), 0x6800);                // half way to 2050: even is 2048
    EXPECT_EQ(aclFloatToFloat16(2051.0F), 0x6802);                // half way between 2050 and 2052: even is 2052
    EXPECT_EQ(aclFloatToFloat16(std::ldexp(1.0F, -25)), 0x0000);  // half of the smallest
    EXPECT_EQ(aclFloatToFloat16(std::ldexp(3.0F, -25)), 0x0002);  // 1.5 of the smallest
    EXPECT_EQ(aclFloatToFloat16(std::ldexp(1.0F, -14) * 0.9999F), 0x0400);  // rounds up to the smallest normal
    EXPECT_EQ(aclFloatToFloat16(-0.0F), 0x8000);
}

TEST(DataType, Sizes) {
    EXPECT_EQ(aclDataTypeSize(ACL_INT8), 1U);
    EXPECT_EQ(aclDataTypeSize(ACL_BOOL), 1U);
    EXPECT_EQ(aclDataTypeSize(ACL_FLOAT16), 2U);
    EXPECT_EQ(aclDataTypeSize(ACL_BF16), 2U);
    EXPECT_EQ(aclDataTypeSize(ACL_FLOAT), 4U);
    EXPECT_EQ(aclDataTypeSize(ACL_COMPLEX32), 4U);
    EXPECT_EQ(aclDataTypeSize(ACL_DOUBLE), 8U);
    EXPECT_EQ(aclDataTypeSize(ACL_COMPLEX64), 8U);
    EXPECT_EQ(aclDataTypeSize(ACL_COMPLEX128), 16U);
    EXPECT_EQ(aclDataTypeSize(ACL_INT4), 0U);
    EXPECT_EQ(aclDataTypeSize(ACL_STRING), 0U);
    EXPECT_EQ(aclDataTypeSize(ACL_DT_UNDEFINED), 0U);
    EXPECT_EQ(aclDataTypeSize(static_cast<aclDataType>(5)), 0U);
}

TEST(DataBuffer, KeepsPointerAndSize) {
    int value = 0;
    aclDataBuffer* buffer = aclCreateDataBuffer(&value, sizeof(value));
    ASSERT_NE(buffer, nullptr);
    EXPECT_EQ(aclGetDataBufferAddr(buffer), &value);
    EXPECT_EQ(aclGetDataBufferSize(buffer), sizeof(value));
    EXPECT_EQ(aclUpdateDataBuffer(buffer, nullptr, size_t{1} << 33), ACL_SUCCESS);
    EXPECT_EQ(aclGetDataBufferAddr(buffer), nullptr);
    EXPECT_EQ(aclGetDataBufferSizeV2(buffer), size_t{1} << 33);
    EXPECT_EQ(aclDestroyDataBuffer(buffer), ACL_SUCCESS);
}

TEST(DataBuffer, AStalePointerIsRefused) {
    aclDataBuffer* buffer = aclCreateDataBuffer(nullptr, 8);
    ASSERT_EQ(aclDestroyDataBuffer(buffer), ACL_SUCCESS);
    expectError(aclDestroyDataBuffer(buffer), ACL_ERROR_INVALID_PARAM, {"dataBuffer is 0x", "aclCreateDataBuffer"});
    expectError(aclUpdateDataBuffer(buffer, nullptr, 1), ACL_ERROR_INVALID_PARAM, {"aclCreateDataBuffer"});
    EXPECT_EQ(aclGetDataBufferAddr(buffer), nullptr);
    EXPECT_EQ(aclGetDataBufferSizeV2(buffer), 0U);
}

TEST(DataBuffer, NullIsRefused) {
    expectError(aclDestroyDataBuffer(nullptr), ACL_ERROR_INVALID_PARAM, {"aclDestroyDataBuffer", "dataBuffer is null"});
    expectError(aclUpdateDataBuffer(nullptr, nullptr, 0), ACL_ERROR_INVALID_PARAM, {"dataBuffer is null"});
    EXPECT_EQ(aclGetDataBufferAddr(nullptr), nullptr);
    EXPECT_EQ(aclGetDataBufferSize(nullptr), 0U);
    EXPECT_EQ(aclGetDataBufferSizeV2(nullptr), 0U);
}

}  // namespace
}  // namespace acc::test
