// SPDX-License-Identifier: Apache-2.0
#include "runtime/base/soc.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace acc::rt {
namespace {

TEST(Soc, DefaultIsAscend910B1WithTheDocumentedMemories) {
    const SocInfo* row = findSoc("Ascend910B1");
    ASSERT_NE(row, nullptr);
    EXPECT_EQ(row->npuArch, 2201u);
    EXPECT_EQ(row->cubeCores, 24u);
    EXPECT_EQ(row->vectorCores, 48u);
    EXPECT_EQ(row->ubBytes, 196608u);
    EXPECT_EQ(row->l1Bytes, 524288u);
    EXPECT_EQ(row->l0aBytes, 65536u);
    EXPECT_EQ(row->l0bBytes, 65536u);
    EXPECT_EQ(row->l0cBytes, 131072u);
    EXPECT_EQ(row->btBytes, 1024u);
    EXPECT_EQ(row->fbBytes, 2048u);
}

TEST(Soc, SplitArchitecturesHaveTwoVectorCoresPerCubeCore) {
    for (const char* name : {"Ascend910B1", "Ascend910B2", "Ascend910B2C", "Ascend910B3", "Ascend910B4",
                             "Ascend910_9391", "Ascend910_9392", "Ascend950PR_9589"}) {
        const SocInfo* row = findSoc(name);
        ASSERT_NE(row, nullptr) << name;
        EXPECT_TRUE(row->split()) << name;
        EXPECT_EQ(row->vectorCores, 2 * row->cubeCores) << name;
    }
    EXPECT_FALSE(findSoc("Ascend310P3")->split());
    EXPECT_EQ(findSoc("ascend910b1"), nullptr);
}

TEST(SocDeathTest, UnknownNameListsTheKnownOnes) {
    EXPECT_EXIT(
        {
            setenv("ACC_SOC", "Ascend42", 1);
            soc();
        },
        testing::ExitedWithCode(1), "ACC_SOC is 'Ascend42', expected one of: Ascend910B1 Ascend910B2");
}

TEST(SocDeathTest, CoreCountCanBeOverridden) {
    EXPECT_EXIT(
        {
            setenv("ACC_CUBE_CORES", "3", 1);
            exit(soc().cubeCores == 3 && soc().vectorCores == 6 ? 42 : 1);
        },
        testing::ExitedWithCode(42), "");
}

}  // namespace
}  // namespace acc::rt
