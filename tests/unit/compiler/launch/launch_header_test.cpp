// SPDX-License-Identifier: Apache-2.0
// The host helpers of acc/launch.h: argument blocks and the values of a configuration.
#include "acc/launch.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

// The library is not linked here; a launch is what these two say it is.
namespace {
struct Recorded {
    uint32_t numBlocks = 0;
    uint32_t ubufDynSize = 0;
    aclrtStream stream = nullptr;
    std::string args;
} recorded;
}  // namespace

extern "C" void* accKernelFunction(void (*stub)(void)) {
    return reinterpret_cast<void*>(stub);
}
extern "C" aclError aclrtLaunchKernelWithHostArgs(aclrtFuncHandle, uint32_t numBlocks, aclrtStream stream,
                                                  aclrtLaunchKernelCfg* cfg, void* hostArgs, size_t argsSize,
                                                  aclrtPlaceHolderInfo*, size_t) {
    recorded = {numBlocks, cfg ? cfg->attrs[0].value.dynUBufSize : 0, stream,
                std::string(static_cast<char*>(hostArgs), argsSize)};
    return numBlocks == 0 ? 107000 : 0;
}

namespace {

struct Tiling {
    short a;
    double b;
    char c;
};
struct alignas(32) Wide {
    int v;
};

void mixed(char a, Tiling t, bool f, int* p, float g) {
    static ::acc::Kernel acc_kernel;
    acc_kernel.launch(&mixed, a, t, f, p, g);
}
void wide(char a, Wide w) {
    static ::acc::Kernel acc_kernel;
    acc_kernel.launch(&wide, a, w);
}
void empty() {
    static ::acc::Kernel acc_kernel;
    acc_kernel.launch(&empty);
}

TEST(Launch, PacksArgumentsAsAStruct) {
    struct Expected {
        char a;
        Tiling t;
        bool f;
        int* p;
        float g;
    };
    int i = 0;
    (::acc::Launch(3, 64, &i), mixed('x', Tiling{1, 2.5, 'c'}, true, &i, 4.5F));
    ASSERT_EQ(recorded.args.size(), sizeof(Expected));
    Expected packed;
    std::memcpy(&packed, recorded.args.data(), sizeof(packed));
    EXPECT_EQ(packed.a, 'x');
    EXPECT_EQ(packed.t.b, 2.5);
    EXPECT_EQ(packed.p, &i);
    EXPECT_EQ(packed.g, 4.5F);
    EXPECT_EQ(recorded.numBlocks, 3U);
    EXPECT_EQ(recorded.ubufDynSize, 64U);
    EXPECT_EQ(recorded.stream, &i);
    EXPECT_EQ(::acc::launchStatus(), 0);
}

TEST(Launch, KeepsLargeAlignment) {
    (::acc::Launch(1), wide('x', Wide{7}));
    ASSERT_EQ(recorded.args.size(), 64U);
    int v = 0;
    std::memcpy(&v, recorded.args.data() + 32, sizeof(v));
    EXPECT_EQ(v, 7);
}

TEST(Launch, WithoutArguments) {
    (::acc::Launch(1), empty());
    EXPECT_EQ(recorded.args.size(), 0U);
}

TEST(Launch, WithoutConfigurationIsRefused) {
    empty();
    EXPECT_EQ(recorded.numBlocks, 0U);
    EXPECT_NE(::acc::launchStatus(), 0);
}

TEST(Launch, ConfigurationOfAThrowingArgumentIsDropped) {
    const auto thrower = []() -> char { throw 1; };
    try {
        (::acc::Launch(9), wide(thrower(), Wide{1}));
    } catch (int) {
    }
    empty();
    EXPECT_EQ(recorded.numBlocks, 0U);
}

TEST(Launch, NumBlocksThatDoNotFitBecomeTheLargest) {
    static_assert(::acc::NumBlocks(8).value() == 8);
    static_assert(::acc::NumBlocks(-1).value() == ~0U);
    static_assert(::acc::NumBlocks(-1L).value() == ~0U);
    static_assert(::acc::NumBlocks((1ULL << 32) + 1).value() == ~0U);
    struct Grid {
        unsigned x, y, z;
    };
    static_assert(::acc::NumBlocks(Grid{2, 3, 4}).value() == 24);
    static_assert(::acc::UbufDynSize(nullptr).value() == 0);
    static_assert(::acc::UbufDynSize(size_t{1} << 40).value() == ~0U);
}

}  // namespace
