// SPDX-License-Identifier: Apache-2.0
// platform_ascendc; the process emulates Ascend910B3 (CMakeLists.txt). Numbers: ascendc-core 7.
#include "tiling/platform/platform_ascendc.h"

#include <gtest/gtest.h>

#include "acl/acl.h"

namespace acc::test {
namespace {

using platform_ascendc::CoreMemType;
using platform_ascendc::PlatformAscendC;
using platform_ascendc::PlatformAscendCManager;
using platform_ascendc::ReservedSize;
using platform_ascendc::SocVersion;

uint64_t sizeOf(const PlatformAscendC& platform, CoreMemType type) {
    uint64_t size = 1;
    platform.GetCoreMemSize(type, size);
    return size;
}

TEST(Platform, CoresOfTheEmulatedChip) {
    const PlatformAscendC platform(nullptr);
    EXPECT_EQ(platform.GetCoreNumAic(), 20U);
    EXPECT_EQ(platform.GetCoreNumAiv(), 40U);
    EXPECT_EQ(platform.GetCoreNum(), 40U);
    EXPECT_EQ(platform.GetCoreNumVector(), 0U);
    EXPECT_EQ(platform.GetSocVersion(), SocVersion::ASCEND910B);
    EXPECT_EQ(platform.GetCurNpuArch(), NpuArch::DAV_2201);
    EXPECT_EQ(platform.GetVecRegLen(), 0U);

    int64_t cores = 0;
    ASSERT_EQ(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_VECTOR_CORE_NUM, &cores), ACL_SUCCESS);
    EXPECT_EQ(cores, 40);
}

TEST(Platform, Memories) {
    const PlatformAscendC platform(nullptr);
    EXPECT_EQ(sizeOf(platform, CoreMemType::UB), 196608U);
    EXPECT_EQ(sizeOf(platform, CoreMemType::L1), 524288U);
    EXPECT_EQ(sizeOf(platform, CoreMemType::L0_A), 65536U);
    EXPECT_EQ(sizeOf(platform, CoreMemType::L0_B), 65536U);
    EXPECT_EQ(sizeOf(platform, CoreMemType::L0_C), 131072U);
    EXPECT_EQ(sizeOf(platform, CoreMemType::BT), 1024U);
    EXPECT_EQ(sizeOf(platform, CoreMemType::FB), 2048U);
    EXPECT_EQ(sizeOf(platform, CoreMemType::L2), 192U << 20);
    EXPECT_EQ(sizeOf(platform, CoreMemType::HBM), 256U << 20);
    EXPECT_EQ(sizeOf(platform, CoreMemType::RESERVED), 0U);
}

TEST(Platform, ReservedLocalMemory) {
    PlatformAscendC platform(nullptr);
    platform.ReserveLocalMemory(ReservedSize::RESERVED_SIZE_32K);
    EXPECT_EQ(sizeOf(platform, CoreMemType::UB), 196608U - 32768U);
    platform.ReserveLocalMemory(ReservedSize::RESERVED_SIZE_8K);
    EXPECT_EQ(sizeOf(platform, CoreMemType::UB), 196608U - 8192U);
    EXPECT_EQ(sizeOf(platform, CoreMemType::L1), 524288U);
}

TEST(Platform, BlocksOfMixedKernels) {
    const PlatformAscendC platform(nullptr);
    EXPECT_EQ(platform.CalcTschNumBlocks(40, 20, 40), 20U);  // the documented example
    EXPECT_EQ(platform.CalcTschNumBlocks(5, 20, 40), 3U);
    EXPECT_EQ(platform.CalcTschNumBlocks(100, 20, 40), 20U);
    EXPECT_EQ(platform.CalcTschNumBlocks(7, 0, 40), 7U);
    EXPECT_EQ(platform.CalcTschBlockDim(7, 20, 0), 7U);
}

TEST(Platform, TheFirstNameCounts) {
    EXPECT_EQ(PlatformAscendCManager::GetInstance("Ascend1"), nullptr);
    PlatformAscendC* platform = PlatformAscendCManager::GetInstance("Ascend950PR_9589");
    ASSERT_NE(platform, nullptr);
    EXPECT_EQ(platform->GetSocVersion(), SocVersion::ASCEND950);
    EXPECT_EQ(platform->GetCurNpuArch(), NpuArch::DAV_3510);
    EXPECT_EQ(PlatformAscendCManager::GetInstance(), platform);
    EXPECT_EQ(PlatformAscendCManager::GetInstance("Ascend910B1"), platform);
}

TEST(Platform, WorkspaceOfTheSystem) {
    EXPECT_EQ(PlatformAscendC(nullptr).GetLibApiWorkSpaceSize(), 16U << 20);
}

TEST(PlatformDeathTest, ARecordOfTheFrameworkIsRefused) {
    int something = 0;
    EXPECT_DEATH(PlatformAscendC(reinterpret_cast<fe::PlatFormInfos*>(&something)), "expected nullptr");
}

}  // namespace
}  // namespace acc::test
