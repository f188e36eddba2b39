// SPDX-License-Identifier: Apache-2.0
// printf and assert of kernels (ascendc-core 6.3, 6.4).
#undef NDEBUG  // which turns assertions off
#include "runtime/check/block_end.h"
#include "tests/conformance/isa/harness.h"

namespace acc::test {
namespace {

using namespace AscendC;

class Print : public CoreTest {};

TEST_F(Print, PrefixesEveryLine) {
    PRINTF("hello\nworld %d\n", 7);
    EXPECT_EQ(takeOutput(), "[AIV Block 3/8] hello\n[AIV Block 3/8] world 7\n");
    PRINTF("a");
    PRINTF("b\nc");
    EXPECT_EQ(takeOutput(), "[AIV Block 3/8] ab\n[AIV Block 3/8] c");
    rt::check::checkBlockEnd(block());
    EXPECT_EQ(takeOutput(), "\n");
    block().coreType = ACC_CORE_CUBE;
    PRINTF("x\n");
    EXPECT_EQ(takeOutput(), "[AIC Block 3/8] x\n");
}

TEST_F(Print, CoreNumberCountsSubBlocks) {
    block().subBlockNum = 2;
    block().subBlockIdx = 1;
    PRINTF("x\n");
    EXPECT_EQ(takeOutput(), "[AIV Block 7/16] x\n");
    EXPECT_EQ(GetBlockIdx(), 7);
    EXPECT_EQ(GetBlockNum(), 8);
    EXPECT_EQ(block_idx, 3);
    EXPECT_EQ(block_num * 2, 16);
    EXPECT_EQ(GetSubBlockIdx(), 1);
    EXPECT_EQ(GetTaskRation(), 2);
}

TEST_F(Print, Conversions) {
    PRINTF("%d %i %ld %lld %u %lu %x %X|", -1, int8_t(-2), int64_t(-3), -4LL, 5U, uint64_t(1) << 40, -1,
           uint16_t(0xabc));
    PRINTF("%f %.2f %F %5d|%-5d|%05d %s %c %%|", half(1.5), bfloat16_t(2.0F), 0.25F, 42, 42, 42, "text", 'q');
    PRINTF("%p %*d %e\n", reinterpret_cast<void*>(0x1234), 4, 7, 1.0);
    EXPECT_EQ(
        takeOutput(),
        "[AIV Block 3/8] -1 -2 -3 -4 5 1099511627776 ffffffff ABC|1.500000 2.00 0.250000    42|42   |00042 text q %|"
        "0x1234    7 1.000000e+00\n");
    PRINTF("%d %s\n", 1);
    EXPECT_EQ(takeOutput(), "[AIV Block 3/8] 1 %s\n");
    PRINTF("%u %d\n", int32_t(-1), uint32_t(4294967295U));
    EXPECT_EQ(takeOutput(), "[AIV Block 3/8] 4294967295 -1\n");
}

TEST_F(Print, FailedAssertionIsATrap) {
    const RaisedFault fault = faultOf([] { ascendc_assert(1 + 1 == 3, "got %d", 2); });
    EXPECT_EQ(fault.rule, "ASSERT");
    EXPECT_EQ(fault.code, 507036);
    EXPECT_EQ(fault.message, "Assertion `1 + 1 == 3' failed. got 2");
    EXPECT_THAT(takeOutput(), ::testing::EndsWith(": Assertion `1 + 1 == 3' failed. got 2\n"));
    EXPECT_NO_FAULT(ascendc_assert(1 + 1 == 2));
    const RaisedFault trapFault = faultOf([] { Trap(); });
    EXPECT_EQ(trapFault.rule, "TRAP");
    EXPECT_EQ(trapFault.code, 507036);
    EXPECT_EQ(trapFault.message, "the kernel called trap()");
}

}  // namespace
}  // namespace acc::test
