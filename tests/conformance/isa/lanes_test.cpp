// SPDX-License-Identifier: Apache-2.0
// The mask register as a state machine, addressing vectors of the specification (V 25), masked copies, and what the
// door rejects about vector operands.
#include "tests/conformance/isa/harness.h"

namespace acc::test {
namespace {

using namespace AscendC;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const Covers kCovers{"SetMaskNorm", "SetMaskCount", "SetVectorMask", "ResetMask", "InitSocState", "Copy"};

class Lanes : public CoreTest {
protected:
    const rt::exec::CoreState& state() { return block().state; }
    void expectReset() {
        EXPECT_EQ(state().mask[0], ~uint64_t{0});
        EXPECT_EQ(state().mask[1], ~uint64_t{0});
        EXPECT_FALSE(state().counterMode);
    }
};

TEST_F(Lanes, CountFormLeavesTheResetState) {
    SetMaskCount();
    SetVectorMask<float>(1, 2);
    Add(local<float>(0, 64), local<float>(0, 64), local<float>(256, 64), 10);
    expectReset();
    SetMaskCount();
    Exp(local<float>(0, 64), local<float>(0, 64), 0);
    expectReset();
}

TEST_F(Lanes, SliceMaskStaysInTheRegister) {
    Abs(local<half>(0, 128), local<half>(0, 128), uint64_t(70), 1, {1, 1, 8, 8});
    EXPECT_EQ(state().mask[0], ~uint64_t{0});
    EXPECT_EQ(state().mask[1], 0x3fU);
    uint64_t bits[2] = {5, 9};
    Abs(local<half>(0, 128), local<half>(0, 128), bits, 1, {1, 1, 8, 8});
    EXPECT_EQ(state().mask[0], 5U);
    EXPECT_EQ(state().mask[1], 9U);
}

TEST_F(Lanes, VectorMaskTakesTheHighWordFirst) {
    SetVectorMask<half>(0xf, 0);
    EXPECT_EQ(state().mask[0], 0U);
    EXPECT_EQ(state().mask[1], 0xfU);
    SetVectorMask<half>(70);
    EXPECT_EQ(state().mask[1], 0x3fU);
    SetVectorMask<float>(0);
    EXPECT_EQ(state().mask[0], 0U);
    SetVectorMask<float, MaskMode::COUNTER>(1000);
    EXPECT_EQ(state().mask[0], 1000U);
    EXPECT_EQ(state().mask[1], 0U);
    EXPECT_FALSE(state().counterMode);
    ResetMask();
    expectReset();
    EXPECT_THAT(takeWarnings(), IsEmpty());
    SetVectorMask<float>(65);
    EXPECT_EQ(state().mask[0], ~uint64_t{0});
    EXPECT_THAT(takeWarnings(), ElementsAre("TRUNCATED: SetVectorMask: len is 65, expected 0..64"));
}

TEST_F(Lanes, InitSocStateResetsMaskModeAndAtomics) {
    SetMaskCount();
    SetVectorMask<float>(0, 1);
    SetAtomicAdd<float>();
    InitSocState();
    expectReset();
    EXPECT_EQ(state().atomicOperation, 0);
}

// V 25, vectors 1 and 2.
TEST_F(Lanes, RepeatAndBlockStridesFollowTheFormula) {
    const auto a = local<int16_t>(0, 512);
    const auto b = local<int16_t>(1024, 512);
    const auto d = local<int16_t>(2048, 512);
    for (int i = 0; i < 512; ++i) {
        a.SetValue(i, i + 1);
        b.SetValue(i, i + 513);
    }
    Add(d, a, b, uint64_t(128), 2, {1, 1, 1, 8, 16, 8});
    EXPECT_EQ(d.GetValue(0), 514);
    EXPECT_EQ(d.GetValue(127), 768);
    EXPECT_EQ(d.GetValue(128), 898);
    EXPECT_EQ(d.GetValue(255), 1152);
    Add(d, a, b, uint64_t(128), 1, {1, 2, 1, 8, 16, 8});
    EXPECT_EQ(d.GetValue(0), 514);
    EXPECT_EQ(d.GetValue(16), 562);
    EXPECT_EQ(d.GetValue(31), 592);
}

// V 25, vector 5: vertical accumulation.
TEST_F(Lanes, DestinationAsSource1AccumulatesOverRepeats) {
    const auto x = local<float>(0, 256);
    const auto acc = local<float>(4096, 64);
    for (int i = 0; i < 256; ++i) {
        x.SetValue(i, float(i));
    }
    Duplicate(acc, 1.0F, 64);
    Add(acc, x, acc, uint64_t(64), 4, {1, 1, 1, 0, 8, 0});
    for (int i = 0; i < 64; ++i) {
        EXPECT_EQ(acc.GetValue(i), 1.0F + float(4 * i + 64 + 128 + 192));
    }
}

// V 25, vectors 7 and 8.
TEST_F(Lanes, CounterModeCountsElementsAcrossStridedRepeats) {
    const auto s = local<half>(0, 1024);
    const auto d = local<half>(8192, 1024);
    Duplicate(s, half(1), 1024);
    Duplicate(d, half(0), 1024);
    SetMaskCount();
    SetVectorMask<half, MaskMode::COUNTER>(0, 130);
    Adds<half, false>(d, s, half(1), MASK_PLACEHOLDER, 1, {2, 2, 16, 16});
    for (uint32_t i = 0; i < 1024; ++i) {
        const uint32_t blockIndex = i / 16;
        const bool touched = (blockIndex < 16 && blockIndex % 2 == 0) || (blockIndex == 16 && i % 16 < 2);
        ASSERT_EQ(float(d.GetValue(i)), touched ? 2.0F : 0.0F) << i;
    }
    Adds(d, s, half(1), 10);
    expectReset();
}

TEST_F(Lanes, CountFormWithoutSetMaskTakesTheRegistersCountAndStaysInCounterMode) {
    const auto s = local<float>(0, 64);
    const auto d = local<float>(8192, 64);
    Duplicate(s, 1.0F, 64);
    Duplicate(d, 0.0F, 64);
    SetVectorMask<float, MaskMode::COUNTER>(0, 3);
    Muls<float, false>(d, s, 5.0F, 64);
    EXPECT_EQ(d.GetValue(2), 5.0F);
    EXPECT_EQ(d.GetValue(3), 0.0F);
    EXPECT_TRUE(state().counterMode);
}

TEST_F(Lanes, SliceInCounterModeTakesItsMaskAsCount) {
    const auto s = local<float>(0, 256);
    const auto d = local<float>(8192, 256);
    Duplicate(s, 1.0F, 256);
    Duplicate(d, 0.0F, 256);
    SetMaskCount();
    Muls(d, s, 5.0F, uint64_t(100), 1, {1, 1, 8, 8});
    EXPECT_EQ(d.GetValue(99), 5.0F);
    EXPECT_EQ(d.GetValue(100), 0.0F);
    EXPECT_TRUE(state().counterMode);
}

TEST_F(Lanes, OneWordMaskOf32BitTypesIsNotReadBeyond) {
    const auto s = local<float>(0, 64);
    const std::unique_ptr<uint64_t[]> mask(new uint64_t[1]{0x5});
    Duplicate(s, 0.0F, 64);
    Adds(s, s, 1.0F, mask.get(), 1, {1, 1, 8, 8});
    EXPECT_EQ(s.GetValue(0) + s.GetValue(1) + s.GetValue(2), 2.0F);
}

TEST_F(Lanes, CopyMovesMaskedBlocksByItsPitches) {
    // "takes the first 8 int32 of 18 rows of 64" (V 14.5)
    const auto src = local<int32_t>(0, 18 * 64);
    const auto dst = local<int32_t>(8192, 18 * 8 + 8);
    for (int i = 0; i < 18 * 64; ++i) {
        src.SetValue(i, i);
    }
    Duplicate(dst, -1, 18 * 8 + 8);
    Copy(dst, src, uint64_t(8), 18, {1, 1, 1, 8});
    for (int i = 0; i < 18 * 8; ++i) {
        ASSERT_EQ(dst.GetValue(i), i / 8 * 64 + i % 8);
    }
    EXPECT_EQ(dst.GetValue(18 * 8), -1);
    // Replicates one row.
    Copy(dst, src, uint64_t(16), 3, {1, 1, 2, 0});
    for (int i = 0; i < 48; ++i) {
        ASSERT_EQ(dst.GetValue(i), i % 16);
    }
}

TEST_F(Lanes, CopyInCounterModeCountsElementsPerRepeat) {
    const auto src = local<half>(0, 1024);
    const auto dst = local<half>(8192, 1024);
    for (int i = 0; i < 1024; ++i) {
        src.SetValue(i, half(float(i)));
    }
    Duplicate(dst, half(-1), 1024);
    SetMaskCount();
    SetVectorMask<half, MaskMode::COUNTER>(0, 200);
    Copy<half, false>(dst, src, MASK_PLACEHOLDER, 2, {1, 1, 16, 32});
    for (int i = 0; i < 512; ++i) {
        const int repeat = i / 256;
        const float want = i % 256 < 200 ? float(repeat * 512 + i % 256) : -1.0F;
        ASSERT_EQ(float(dst.GetValue(i)), want) << i;
    }
    SetMaskNorm();
    ResetMask();
}

TEST_F(Lanes, CopyLimitsItsRepeatSizes) {
    EXPECT_FAULT(Copy(local<half>(0, 64), local<half>(512, 64), uint64_t(16), 1, {1, 1, 8, 4096}), "RANGE",
                 "Copy: srcRepeatSize is 4096, expected 0..4095");
    EXPECT_NO_FAULT(Copy(local<half>(0, 64), local<half>(512, 64), uint64_t(16), 1, {1, 1, 8, 4095}));
}

TEST_F(Lanes, MisalignedOperandFaults) {
    const auto a = local<float>(0, 64);
    EXPECT_FAULT(Add(a[1], a, a, 8), "ALIGN",
                 "Add: UB destination address 0x4 is not a multiple of 32 bytes (static tensor VECCALC)");
    EXPECT_FAULT(Add(a, a, a[12], 8), "ALIGN",
                 "Add: UB source 1 address 0x30 is not a multiple of 32 bytes (static tensor VECCALC)");
    EXPECT_NO_FAULT(Add(a, a, a[8], 8));
}

TEST_F(Lanes, CountPastTheAllocationFaults) {
    const auto a = local<float>(0x100, 64);
    const auto b = local<float>(0x1000, 1024);
    EXPECT_FAULT(Exp(a, b, 65), "OOB",
                 "Exp: UB destination [0x100, 0x204) of LocalTensor ends 4 bytes past its allocation of 256 bytes "
                 "(static tensor VECCALC)");
    EXPECT_NO_FAULT(Exp(a, b, 64));
    EXPECT_FAULT(Exp(b, a[32], 40), "OOB",
                 "Exp: UB source [0x180, 0x220) of LocalTensor ends 32 bytes past its allocation of 256 bytes "
                 "(static tensor VECCALC)");
    EXPECT_FAULT(Exp(b, a[-8], 8), "OOB",
                 "Exp: UB source [0xe0, 0x100) of LocalTensor starts 32 bytes before its allocation of 256 bytes "
                 "(static tensor VECCALC)");
}

// V 25, vector 11: not when the lanes past the end are masked.
TEST_F(Lanes, StridedSliceIsBoundedByItsLastActiveLane) {
    const auto a = local<float>(0, 128);
    const auto b = local<float>(0x1000, 1024);
    EXPECT_FAULT(Exp(a, b, uint64_t(64), 2, {2, 1, 8, 8}), "OOB",
                 "Exp: UB destination [0x0, 0x2e0) of LocalTensor ends 224 bytes past its allocation of 512 bytes "
                 "(static tensor VECCALC)");
    EXPECT_NO_FAULT(Exp(a, b, uint64_t(32), 2, {2, 1, 8, 8}));
}

TEST_F(Lanes, TensorPastTheEndOfUbFaults) {
    const auto past = local<float>(kUbBytes - 32, 16);
    const auto b = local<float>(0x1000, 1024);
    EXPECT_FAULT(Exp(past, b, 8), "OOB",
                 "Exp: UB destination is a LocalTensor over [0x2ffe0, 0x30020), past the end of UB at 0x30000 (static "
                 "tensor VECCALC)");
    EXPECT_NO_FAULT(Exp(local<float>(kUbBytes - 32, 8), b, 8));
}

TEST_F(Lanes, WrongMemoryAndUnboundTensorsFault) {
    const auto b = local<float>(0x1000, 1024);
    EXPECT_FAULT(Exp(LocalTensor<float>(TPosition::A1, 0, 64), b, 8), "POS",
                 "Exp: destination is in L1 (position A1), expected UB (VECIN, VECCALC, VECOUT)");
    EXPECT_FAULT(Exp(b, LocalTensor<float>(), 8), "UNINIT",
                 "Exp: source is a LocalTensor that was never bound to memory");
    block().memoryBytes[ACC_MEM_UB] = 0;
    EXPECT_FAULT(Exp(b, b, 8), "CORE", "Exp: a cube core has no UB; guard vector code with ASCEND_IS_AIV");
}

TEST_F(Lanes, NegativeCountFaults) {
    const auto b = local<float>(0x1000, 1024);
    EXPECT_FAULT(Exp(b, b, -1), "RANGE", "Exp: count is -1, expected >= 0");
    EXPECT_NO_FAULT(Exp(b, b, 0));
}

TEST_F(Lanes, CounterModeWithoutACountFaults) {
    const auto b = local<float>(0x1000, 1024);
    SetMaskCount();
    EXPECT_FAULT((Adds<float, false>(b, b, 1.0F, MASK_PLACEHOLDER, 1, {1, 1, 8, 8})), "RANGE",
                 "Adds: counter mode with 0xffffffffffffffff elements in the mask register; call SetVectorMask<T, "
                 "MaskMode::COUNTER>(count) first");
    SetVectorMask<float, MaskMode::COUNTER>(0, 8);
    EXPECT_NO_FAULT((Adds<float, false>(b, b, 1.0F, MASK_PLACEHOLDER, 1, {1, 1, 8, 8})));
}

TEST_F(Lanes, MaskLargerThanARepeatIsClampedAndWarned) {
    const auto b = local<float>(0x1000, 1024);
    Duplicate(b, 0.0F, 1024);
    Adds(b, b, 1.0F, uint64_t(65), 1, {1, 1, 8, 8});
    EXPECT_EQ(b.GetValue(63), 1.0F);
    EXPECT_EQ(b.GetValue(64), 0.0F);
    EXPECT_THAT(takeWarnings(), ElementsAre("TRUNCATED: Adds: mask 65 is larger than the 64 lanes of a repeat"));
    Adds(b, b, 1.0F, uint64_t(64), 1, {1, 1, 8, 8});
    EXPECT_THAT(takeWarnings(), IsEmpty());
}

TEST_F(Lanes, SecondMaskWordInCounterModeWarns) {
    const auto b = local<half>(0x1000, 1024);
    SetMaskCount();
    uint64_t bits[2] = {4, 1};
    Abs(b, b, bits, 1, {1, 1, 8, 8});
    EXPECT_THAT(takeWarnings(), ElementsAre("TRUNCATED: Abs: mask[1] is 0x1 in counter mode, expected 0"));
}

TEST_F(Lanes, DestinationBlockStrideZeroWarns) {
    const auto b = local<float>(0x1000, 1024);
    Duplicate(b, 1.0F, uint64_t(64), 1, 0, 8);
    EXPECT_THAT(takeWarnings(),
                ElementsAre("OVERLAP: Duplicate: destination block stride 0 writes 8 blocks of a repeat "
                            "to one place"));
    Duplicate(b, 1.0F, uint64_t(8), 1, 0, 8);
    EXPECT_THAT(takeWarnings(), IsEmpty());
}

TEST_F(Lanes, DescriptorWithUnknownTypesFaults) {
    AccInstr instr;
    detail::setOperands(instr, ACC_OP_Exp, local<int32_t>(0, 8), local<int32_t>(0, 8));
    EXPECT_FAULT(detail::issueCount(instr, 8), "DTYPE", "Exp: no such instruction for int32_t and int32_t");
    detail::setOperands(instr, ACC_OP_Cast, local<int8_t>(0, 8), local<float>(0, 8));
    instr.mode = 0;
    EXPECT_FAULT(detail::issueCount(instr, 8), "DTYPE", "Cast: no such instruction for int8_t and float");
    EXPECT_FAULT(Cast(local<half>(0, 8), local<float>(0, 8), RoundMode::CAST_HYBRID, 8), "RANGE",
                 "Cast: rounding mode 7 does not exist on dav-2201");
}

TEST_F(Lanes, OperatorsRunOverTheDestinationsSize) {
    auto d = local<float>(0, 24);
    const auto a = local<float>(0x400, 64);
    const auto b = local<float>(0x800, 64);
    Duplicate(a, 6.0F, 64);
    Duplicate(b, 2.0F, 64);
    d = a + b;
    EXPECT_EQ(d.GetValue(23), 8.0F);
    d = a - b;
    EXPECT_EQ(d.GetValue(0), 4.0F);
    d = a * b;
    EXPECT_EQ(d.GetValue(0), 12.0F);
    d = a / b;
    EXPECT_EQ(d.GetValue(0), 3.0F);
    auto i = local<uint16_t>(0x2000, 16);
    Duplicate(i, uint16_t(6), 16);
    const auto j = local<uint16_t>(0x2100, 16);
    Duplicate(j, uint16_t(3), 16);
    i = i & j;
    EXPECT_EQ(i.GetValue(0), 2);
    i = i | j;
    EXPECT_EQ(i.GetValue(15), 3);
}

TEST_F(Lanes, PartlyOverlappingOperandsRunRepeatByRepeat) {
    const auto x = local<float>(0, 256);
    for (int i = 0; i < 256; ++i) {
        x.SetValue(i, float(i));
    }
    // dst = src shifted up by 8: each repeat of 64 is read before it is written.
    Adds(x[8], x, 0.0F, 128);
    for (int i = 0; i < 8; ++i) {
        EXPECT_EQ(x.GetValue(i + 8), float(i));
        EXPECT_EQ(x.GetValue(64 + i), float(56 + i));
    }
    // Repeat 1 read what repeat 0 wrote to elements 64..71.
    EXPECT_EQ(x.GetValue(72), 56.0F);
    EXPECT_EQ(x.GetValue(80), 72.0F);
}

}  // namespace
}  // namespace acc::test
