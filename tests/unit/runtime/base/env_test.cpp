// SPDX-License-Identifier: Apache-2.0
#include "runtime/base/env.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace acc::rt {
namespace {

TEST(Environment, UnsetAndEmptyAreAbsent) {
    unsetenv("ACC_TEST_VALUE");
    EXPECT_EQ(environment("ACC_TEST_VALUE"), std::nullopt);
    setenv("ACC_TEST_VALUE", "", 1);
    EXPECT_EQ(environment("ACC_TEST_VALUE"), std::nullopt);
    EXPECT_EQ(environmentNumber("ACC_TEST_VALUE", 0, 10), std::nullopt);
}

TEST(Environment, NumbersTakeBinarySuffixes) {
    setenv("ACC_TEST_VALUE", "3", 1);
    EXPECT_EQ(environmentNumber("ACC_TEST_VALUE", 0, 10), 3u);
    setenv("ACC_TEST_VALUE", "2K", 1);
    EXPECT_EQ(environmentNumber("ACC_TEST_VALUE", 0, 4096), 2048u);
    setenv("ACC_TEST_VALUE", "5G", 1);
    EXPECT_EQ(environmentNumber("ACC_TEST_VALUE", 0, UINT64_MAX), uint64_t{5} << 30);
}

TEST(EnvironmentDeathTest, WrongValuesEndTheProcessWithVariableValueAndRange) {
    for (const char* wrong : {"x", "-1", "1x", "11", "1KK", "99999999999999999999"}) {
        setenv("ACC_TEST_VALUE", wrong, 1);
        EXPECT_EXIT(environmentNumber("ACC_TEST_VALUE", 1, 10), testing::ExitedWithCode(1),
                    std::string("ACC_TEST_VALUE is '") + wrong + "', expected a number from 1 to 10");
    }
}

}  // namespace
}  // namespace acc::rt
