// SPDX-License-Identifier: Apache-2.0
// Hardware figures by name.
#include "acl/acl_platform.h"
#include "fixture.h"

namespace acc::test {
namespace {

std::string figure(aclplatformDevInfo info) {
    char text[64] = "";
    EXPECT_EQ(aclplatformGetDeviceInfo(info, text, sizeof(text)), ACL_SUCCESS) << messages();
    return text;
}

TEST(Platform, AgreesWithTheDevice) {
    int64_t value = 0;
    EXPECT_EQ(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_VECTOR_CORE_NUM, &value), ACL_SUCCESS);
    EXPECT_EQ(figure(ACL_PLATFORM_VECTOR_CORE_CNT), std::to_string(value));
    EXPECT_EQ(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_CUBE_CORE_NUM, &value), ACL_SUCCESS);
    EXPECT_EQ(figure(ACL_PLATFORM_CUBE_CORE_CNT), std::to_string(value));
    EXPECT_EQ(figure(ACL_PLATFORM_SOC_VERSION), aclrtGetSocName());
    EXPECT_EQ(figure(ACL_PLATFORM_NPU_ARCH), "2201");
    EXPECT_EQ(figure(ACL_PLATFORM_AICORE_UB_SIZE), "196608");
    EXPECT_EQ(figure(ACL_PLATFORM_L1_SIZE), "524288");
    EXPECT_EQ(figure(ACL_PLATFORM_L0_A_SIZE), "65536");
    EXPECT_EQ(figure(ACL_PLATFORM_L0_B_SIZE), "65536");
    EXPECT_EQ(figure(ACL_PLATFORM_L0_C_SIZE), "131072");
    EXPECT_EQ(figure(ACL_PLATFORM_MEMORY_SIZE), std::to_string(int64_t{256} << 20));
}

TEST(Platform, Errors) {
    char text[8] = "before";
    expectError(aclplatformGetDeviceInfo(ACL_PLATFORM_SOC_VERSION, text, 5), ACL_ERROR_INVALID_PARAM, {"maxLen is 5"});
    EXPECT_STREQ(text, "before");
    expectError(aclplatformGetDeviceInfo(ACL_PLATFORM_SOC_VERSION, nullptr, 64), ACL_ERROR_INVALID_PARAM,
                {"value is null"});
    expectError(aclplatformGetDeviceInfo(static_cast<aclplatformDevInfo>(99), text, 8), ACL_ERROR_INVALID_PARAM,
                {"infoType is 99"});
    expectError(aclplatformGetDeviceInfo(ACL_PLATFORM_MEMORY_TYPE, text, 8), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
}

TEST(Platform, InstructionsAreNotDescribed) {
    char text[32] = "";
    expectError(aclplatformGetInstructionInfo(ACL_PLATFORM_CORE_TYPE_AI_CORE, "Intrinsic_vexp", text, sizeof(text)),
                ACL_ERROR_INVALID_PARAM, {"Intrinsic_vexp"});
    expectError(aclplatformGetInstructionInfo(static_cast<aclplatformCoreType>(2), "x", text, sizeof(text)),
                ACL_ERROR_INVALID_PARAM, {"type is 2"});
    expectError(aclplatformGetInstructionInfo(ACL_PLATFORM_CORE_TYPE_AI_CORE, nullptr, text, 32),
                ACL_ERROR_INVALID_PARAM, {"instruction is null"});
    expectError(aclplatformGetInstructionInfo(ACL_PLATFORM_CORE_TYPE_AI_CORE, "x", nullptr, 32),
                ACL_ERROR_INVALID_PARAM, {"value is null"});
    expectError(aclplatformGetInstructionInfo(ACL_PLATFORM_CORE_TYPE_AI_CORE, "x", text, 0), ACL_ERROR_INVALID_PARAM,
                {"maxLen is 0"});
}

}  // namespace
}  // namespace acc::test
