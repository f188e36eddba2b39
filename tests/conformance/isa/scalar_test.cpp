// SPDX-License-Identifier: Apache-2.0
// Tensors as scalar code sees them, and the scalar helpers (ascendc-core 2.3, 2.4, 6.2).
#include "tests/conformance/isa/harness.h"

namespace acc::test {
namespace {

using namespace AscendC;

class Scalar : public CoreTest {};

TEST_F(Scalar, GlobalTensor) {
    auto* memory = gm<int32_t>(16);
    auto tensor = global(memory, 16);
    tensor.SetValue(3, 7);
    EXPECT_EQ(memory[3], 7);
    EXPECT_EQ(tensor.GetValue(3), 7);
    tensor(4) = 8;
    EXPECT_EQ(memory[4], 8);
    EXPECT_EQ(tensor[3].GetValue(1), 8);
    EXPECT_EQ(tensor[3].GetSize(), 13U);
    EXPECT_EQ(tensor.GetPhyAddr(5), memory + 5);
    EXPECT_EQ(tensor[20].GetSize(), 0U);
    const auto base = reinterpret_cast<uintptr_t>(memory);
    EXPECT_FAULT(tensor.GetValue(16), "OOB",
                 fmt::format("scalar read: GM element [0x{:x}, 0x{:x}) is not device memory; the nearest allocation is "
                             "[0x{:x}, 0x{:x}) of 64 bytes",
                             base + 64, base + 68, base, base + 64));
    EXPECT_NO_FAULT(tensor.GetValue(15));
    WriteGmByPassDCache(memory + 1, 5);
    EXPECT_EQ(ReadGmByPassDCache(memory + 1), 5);
    EXPECT_FAULT(WriteGmByPassDCache(static_cast<int32_t*>(nullptr), 1), "UNINIT",
                 "scalar write: GM element is null; was SetGlobalBuffer called and the argument passed?");
}

TEST_F(Scalar, LocalTensor) {
    auto tensor = local<float>(64, 32);
    tensor.SetValue(2, 1.5);
    EXPECT_EQ(tensor.GetValue(2), 1.5F);
    tensor(3) = 2;
    EXPECT_EQ(tensor[3].GetValue(0), 2.0F);
    EXPECT_EQ(tensor[3].GetSize(), 29U);
    EXPECT_EQ(uint64_t(tensor.GetPhyAddr()), 64U);
    EXPECT_EQ(uint64_t(tensor.GetPhyAddr(2)), 72U);
    EXPECT_EQ(uint64_t(tensor.GetPhyAddr() + 8), 72U);
    EXPECT_EQ(tensor.GetPhyAddr() / 32, 2U);
    EXPECT_EQ(*(__ubuf__ float*)tensor.GetPhyAddr(2), 1.5F);
    float* pointer = tensor.GetPhyAddr();
    EXPECT_EQ(pointer[2], 1.5F);
    EXPECT_EQ(tensor.ReinterpretCast<half>().GetSize(), 64U);
    EXPECT_EQ(tensor.ReinterpretCast<uint32_t>().GetValue(2), 0x3fc00000U);
    tensor.SetSize(5);
    EXPECT_EQ(tensor.GetSize(), 5U);
    EXPECT_EQ(tensor.GetLength(), 20U);
    tensor.SetUserTag(9);
    EXPECT_EQ(tensor.GetUserTag(), 9);
    const uint32_t shape[] = {4, 8};
    tensor.SetShapeInfo(ShapeInfo(2, shape));
    EXPECT_EQ(GetShapeSize(tensor.GetShapeInfo()), 32);
}

TEST_F(Scalar, LocalTensorAccessesAreChecked) {
    auto tensor = local<float>(64, 32);
    EXPECT_FAULT(tensor.GetValue(32), "OOB",
                 "scalar access: element 32 at UB 0xc0 is outside its allocation of 128 bytes (static tensor VECCALC)");
    EXPECT_NO_FAULT(tensor.GetValue(31));
    EXPECT_FAULT(LocalTensor<float>().GetValue(0), "UNINIT",
                 "scalar access: the LocalTensor was never bound to memory");
    EXPECT_FAULT(LocalTensor<float>(TPosition::A1, 0, 8).GetValue(0), "POS",
                 "scalar access: a tensor in L1 (position A1), expected UB (VECIN, VECCALC, VECOUT)");
    EXPECT_FAULT(local<float>(kUbBytes - 32, 16).GetValue(0), "OOB",
                 "scalar access: a LocalTensor over [0x2ffe0, 0x30020), past the end of UB at 0x30000 (static tensor "
                 "VECCALC)");
    EXPECT_FAULT(local<float>(2, 8).GetValue(0), "ALIGN",
                 "scalar access: element 0 at UB 0x2 is not a multiple of its 4 bytes (static tensor VECCALC)");
}

TEST_F(Scalar, Helpers) {
    EXPECT_EQ(GetBitCount<1>(0xf0), 4);
    EXPECT_EQ(GetBitCount<0>(0xf0), 60);
    EXPECT_EQ(CountLeadingZero(0), 64);
    EXPECT_EQ(CountLeadingZero(1), 63);
    EXPECT_EQ(CountBitsCntSameAsSignBit(0), -1);
    EXPECT_EQ(CountBitsCntSameAsSignBit(-1), -1);
    EXPECT_EQ(CountBitsCntSameAsSignBit(1), 62);
    EXPECT_EQ(CountBitsCntSameAsSignBit(INT64_MAX), 0);
    EXPECT_EQ(CountBitsCntSameAsSignBit(INT64_MIN), 0);
    EXPECT_EQ(CountBitsCntSameAsSignBit(0x00F0000000000000), 7);
    EXPECT_EQ(CountBitsCntSameAsSignBit(0x0100000000000020), 6);
    EXPECT_EQ(GetSFFValue<0>(0xff00), 0);
    EXPECT_EQ(GetSFFValue<1>(0xff00), 8);
    EXPECT_EQ(GetSFFValue<1>(0), -1);
    EXPECT_EQ(ToFloat(ToBfloat16(1.00390625F)), 1.0F);
    EXPECT_EQ(ToFloat(ToBfloat16(1.01171875F)), 1.015625F);
    EXPECT_EQ(CeilDivision(7, 2), 4);
    EXPECT_EQ(CeilDivision(7, 0), 0);
    const int64_t before = GetSystemCycle();
    EXPECT_GE(GetSystemCycle(), before);
    EXPECT_EQ(Std::min(3, 2L), 2);
    static_assert(Std::is_one_of_v<float, int, float>);
}

}  // namespace
}  // namespace acc::test
