// SPDX-License-Identifier: Apache-2.0
// Control register, workspace, tiling data, lists of tensors, dumps, special values (ascendc-core 1.10, 2.8, 3.10, 6;
// ascendc-vector 19-21).
#include "tests/conformance/isa/harness.h"
#include "tests/conformance/isa/reference.h"

namespace acc::test {
namespace {

using namespace AscendC;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const Covers kCovers{"SetCtrl", "SetAtomicType"};

using SystemTest = CoreTest;

TEST_F(SystemTest, ControlRegisterFields) {
    EXPECT_EQ((GetCtrlSpr<48, 48>()), 1);  // INF/NAN mode
    EXPECT_FALSE(GetSaturationFlag<SaturationMode::FLOAT>());
    EXPECT_TRUE(GetSaturationFlag<SaturationMode::CAST>());
    SetCtrlSpr<48, 48>(0);
    EXPECT_TRUE(GetSaturationFlag<SaturationMode::FLOAT>());
    SetSaturationFlag<SaturationMode::CAST>(false);
    EXPECT_EQ((GetCtrlSpr<59, 59>()), 1);
    EXPECT_EQ((GetCtrlSpr<48, 59>()), 1 << 11);
    SetSaturationFlag<SaturationMode::FLOAT>(false);
    SetSaturationFlag<SaturationMode::CAST>(true);
    EXPECT_EQ((GetCtrlSpr<0, 63>()), int64_t(1) << 48);
    EXPECT_THAT(takeWarnings(), IsEmpty());
    SetCtrlSpr<60, 60>(1);
    EXPECT_EQ((GetCtrlSpr<60, 60>()), 1);
    EXPECT_THAT(takeWarnings(),
                ElementsAre("MODE: SetCtrl: bits 60..60 are set, but on dav-2201 only bits 48 and 59 of the "
                            "control register do something"));
    AscendCUtils::SetOverflow(0);
    EXPECT_EQ((GetCtrlSpr<48, 48>()), 0);
}

TEST_F(SystemTest, AtomicConfiguration) {
    uint16_t type = 99;
    uint16_t operation = 99;
    GetStoreAtomicConfig(type, operation);
    EXPECT_EQ(type, 0);
    EXPECT_EQ(operation, 0);
    SetStoreAtomicConfig<AtomicDtype::ATOMIC_S16, AtomicOp::ATOMIC_SUM>();
    GetStoreAtomicConfig(type, operation);
    EXPECT_EQ(type, uint16_t(AtomicDtype::ATOMIC_S16));
    auto* const memory = gm<int16_t>(16);
    const auto values = local<int16_t>(0, 16);
    for (uint32_t i = 0; i < 16; ++i) {
        memory[i] = int16_t(i);
        values.SetValue(i, 100);
    }
    DataCopy(global(memory, 16), values, 16);
    EXPECT_EQ(memory[3], 103);
    // The operation stays when only the type changes: four 16-bit words are two 32-bit ones.
    SetAtomicType<int32_t>();
    GetStoreAtomicConfig(type, operation);
    EXPECT_EQ(type, uint16_t(AtomicDtype::ATOMIC_S32));
    DataCopy(global(memory, 16), values, 16);
    EXPECT_EQ(memory[3], 203);
    SetStoreAtomicConfig<AtomicDtype::ATOMIC_NONE, AtomicOp::ATOMIC_SUM>();
    GetStoreAtomicConfig(type, operation);
    EXPECT_EQ(type, 0);
    DataCopy(global(memory, 16), values, 16);
    EXPECT_EQ(memory[3], 100);
}

TEST_F(SystemTest, MaskHelpers) {
    AscendCUtils::SetMask<float>(200);
    EXPECT_EQ(block().state.mask[0], ~uint64_t{0});
    EXPECT_EQ(block().state.mask[1], 0U);
    AscendCUtils::SetMask<half>(0x3, 0x5);
    EXPECT_EQ(block().state.mask[0], 5U);
    EXPECT_EQ(block().state.mask[1], 3U);
    AscendCUtils::SetMaskCount();
    EXPECT_TRUE(block().state.counterMode);
    AscendCUtils::SetMaskNorm();
    AscendCUtils::ResetMask();
    EXPECT_FALSE(block().state.counterMode);
    EXPECT_EQ(block().state.mask[1], ~uint64_t{0});
    EXPECT_THAT(takeWarnings(), IsEmpty());
}

TEST_F(SystemTest, Workspaces) {
    auto* const workspace = gm<uint8_t>(1024);
    EXPECT_EQ(GetUserWorkspace(workspace), workspace + ACC_SYSTEM_WORKSPACE_BYTES);
    EXPECT_EQ(GetUserWorkspace(nullptr), nullptr);
    uint8_t* const system = GetSysWorkSpacePtr();
    ASSERT_NE(system, nullptr);
    EXPECT_EQ(AscendC::GetSysWorkSpacePtr(), system);
    SetSysWorkspace(workspace);
    EXPECT_EQ(GetSysWorkSpacePtr(), workspace);
}

struct TilingForTest {
    uint32_t length;
    uint8_t flags[4];
    float scale;
};

TEST_F(SystemTest, TilingData) {
    auto* const memory = gm<TilingForTest>(1);
    *memory = {77, {1, 2, 3, 4}, 0.5F};
    REGISTER_TILING_DEFAULT(TilingForTest);
    GET_TILING_DATA(first, reinterpret_cast<GM_ADDR>(memory));
    GET_TILING_DATA_WITH_STRUCT(TilingForTest, second, reinterpret_cast<GM_ADDR>(memory));
    GET_TILING_DATA_MEMBER(TilingForTest, scale, scale, reinterpret_cast<GM_ADDR>(memory));
    GET_TILING_DATA_PTR_WITH_STRUCT(TilingForTest, pointer, reinterpret_cast<GM_ADDR>(memory));
    COPY_TILING_WITH_STRUCT(TilingForTest, memory, copy);
    COPY_TILING_WITH_ARRAY(uint8_t, 4, memory->flags, flags);
    EXPECT_EQ(first.length, 77U);
    EXPECT_EQ(second.flags[2], 3);
    EXPECT_EQ(scale, 0.5F);
    EXPECT_EQ(pointer->length, 77U);
    EXPECT_EQ(copy->scale, 0.5F);
    EXPECT_EQ(flags[3], 4);
    EXPECT_FAULT(
        {
            GET_TILING_DATA_WITH_STRUCT(TilingForTest, third, nullptr);
            (void)third;
        },
        "UNINIT", "GET_TILING_DATA: GM tiling data is null; was SetGlobalBuffer called and the argument passed?");
}

TEST_F(SystemTest, TilingKeys) {
    EXPECT_TRUE(TILING_KEY_IS(0));
    TILING_KEY_VAR = 10000000000000000001ULL;
    EXPECT_TRUE(TILING_KEY_IS(10000000000000000001ULL));
    EXPECT_FALSE(TILING_KEY_IS(1));
    EXPECT_TRUE(TILING_KEY_LIST(5, 10000000000000000001ULL));
    EXPECT_FALSE(TILING_KEY_LIST(5, 6));
}

TEST_F(SystemTest, ListsOfTensors) {
    auto* const block = gm<uint64_t>(16);
    const uint64_t words[] = {7 * 8, 2, 3, 4, 1 | uint64_t{9} << 32, 5, 0, 0x1000, 0x2000};
    std::memcpy(block, words, sizeof(words));
    block[0] = 6 * 8;
    block[6] = 0x1000;
    block[7] = 0x2000;
    ListTensorDesc list(block);
    EXPECT_EQ(list.GetSize(), 2U);
    EXPECT_EQ(list.GetDataPtr<float>(1), reinterpret_cast<float*>(0x2000));
    TensorDesc<float> desc;
    EXPECT_FAULT(list.GetDesc(desc, 0), "UNINIT",
                 "ListTensorDesc::GetDesc: no room for the shape; call SetShapeAddr first");
    uint64_t shape[4] = {};
    desc.SetShapeAddr(shape);
    list.GetDesc(desc, 0);
    EXPECT_EQ(desc.GetDim(), 2U);
    EXPECT_EQ(desc.GetShape(1), 4U);
    list.GetDesc(desc, 1);
    EXPECT_EQ(desc.GetDim(), 1U);
    EXPECT_EQ(desc.GetIndex(), 9U);
    EXPECT_EQ(desc.GetShape(0), 5U);
    EXPECT_EQ(desc.GetDataPtr(), reinterpret_cast<float*>(0x2000));
    EXPECT_FAULT(list.GetDesc(desc, 2), "OOB", "ListTensorDesc::GetDesc: index is 2, expected 0..1");
    EXPECT_FAULT(list.GetDataPtr<float>(2), "OOB", "ListTensorDesc::GetDataPtr: index is 2, expected 0..1");
    EXPECT_FAULT(desc.GetShape(1), "OOB", "TensorDesc::GetShape: index is 1, expected 0..0");
}

TEST_F(SystemTest, DumpOfTensors) {
    const auto x = local<half>(0x40, 64);
    for (uint32_t i = 0; i < 64; ++i) {
        x.SetValue(i, float(i) / 2);
    }
    DumpTensor(x, 5, 3);
    EXPECT_EQ(takeOutput(),
              "DumpTensor: desc=5, addr=0x40, data_type=float16, position=UB, dump_size=3\n"
              "[0.000000, 0.500000, 1.000000]\n");
    // 31 values on a line.
    std::string text = "DumpTensor: desc=6, addr=0x0, data_type=int8, position=UB, dump_size=33\n[";
    const auto bytes = local<int8_t>(0, 64);
    for (uint32_t i = 0; i < 33; ++i) {
        bytes.SetValue(i, -int(i));
        text += std::to_string(-int(i)) + (i == 30 ? ",\n" : i == 32 ? "]\n" : ", ");
    }
    DumpTensor(bytes, 6, 33);
    EXPECT_EQ(takeOutput(), text);
    DumpAccChkPoint(x, 7, 32, 2);
    EXPECT_EQ(takeOutput(),
              "DumpTensor: desc=7, addr=0x80, data_type=float16, position=UB, dump_size=2\n"
              "[16.000000, 16.500000]\n");
    auto* const memory = gm<uint64_t>(4, 0xff);
    DumpTensor(global(memory, 4), 8, 1);
    EXPECT_EQ(takeOutput(), fmt::format("DumpTensor: desc=8, addr=0x{:x}, data_type=uint64, position=GM, dump_size=1\n"
                                        "[18446744073709551615]\n",
                                        uintptr_t(memory)));
    auto* const bf16 = gm<bfloat16_t>(2);
    bf16[1] = AscendC::Cast(1.5F);
    DumpTensor(global(bf16, 2), 9, 2);
    EXPECT_THAT(takeOutput(),
                ::testing::HasSubstr("data_type=bfloat16, position=GM, dump_size=2\n[0.000000, 1.500000]\n"));
}

TEST_F(SystemTest, DumpWithShape) {
    const auto x = local<int32_t>(0, 64);
    for (uint32_t i = 0; i < 64; ++i) {
        x.SetValue(i, int32_t(i));
    }
    const std::string head = "DumpTensor: desc=1, addr=0x0, data_type=int32, position=UB, dump_size=";
    const uint32_t shape[] = {2, 3};
    DumpTensor(x, 1, 6, ShapeInfo(2, shape));
    EXPECT_EQ(takeOutput(), head + "6\n[[0,1,2],\n[3,4,5]]\n");
    DumpTensor(x, 1, 8, ShapeInfo(2, shape));
    EXPECT_EQ(takeOutput(),
              head + "8\nshape is [2, 3], dumpSize is 8, dumpSize is greater than shapeSize.\n[[0,1,2],\n[3,4,5]]\n");
    DumpTensor(x, 1, 4, ShapeInfo(2, shape));
    EXPECT_EQ(takeOutput(), head + "4\nshape is [2, 3], dumpSize is 4, data is not enough.\n[[0,1,2],\n[3,-,-]]\n");
    const uint32_t cube[] = {2, 1, 2};
    DumpTensor(x, 1, 4, ShapeInfo(3, cube));
    EXPECT_EQ(takeOutput(), head + "4\n[[[0,1]],\n[[2,3]]]\n");
}

TEST_F(SystemTest, DumpRejections) {
    EXPECT_FAULT(
        DumpTensor(local<half>(0, 16), 1, 17), "OOB",
        "DumpTensor: UB source [0x0, 0x22) of LocalTensor ends 2 bytes past its allocation of 32 bytes (static "
        "tensor VECCALC)");
    EXPECT_NO_FAULT(DumpTensor(local<half>(0, 16), 1, 16));
    EXPECT_FAULT(DumpTensor(LocalTensor<half>(TPosition::A2, 0, 16), 1, 16), "POS",
                 "DumpTensor: the tensor is in L0A (position A2), expected GM, UB, L1 or L0C");
    const uint32_t shape[] = {0};
    EXPECT_FAULT(DumpTensor(local<half>(0, 16), 1, 16, ShapeInfo(0, shape)), "RANGE",
                 "DumpTensor: shapeDim is 0, expected 1..8");
}

TEST_F(SystemTest, NumericLimits) {
    EXPECT_EQ(NumericLimits<int16_t>::Max(), INT16_MAX);
    EXPECT_EQ(NumericLimits<int16_t>::Lowest(), INT16_MIN);
    EXPECT_EQ(NumericLimits<int32_t>::Min(), INT32_MIN);
    EXPECT_EQ(NumericLimits<uint8_t>::Max(), 255);
    EXPECT_EQ(NumericLimits<uint8_t>::Lowest(), 0);
    EXPECT_EQ(float(NumericLimits<half>::Max()), 65504.0F);
    EXPECT_EQ(float(NumericLimits<half>::Lowest()), -65504.0F);
    EXPECT_EQ(float(NumericLimits<half>::Min()), std::ldexp(1.0F, -14));
    EXPECT_EQ(float(NumericLimits<half>::DeNormMin()), std::ldexp(1.0F, -24));
    EXPECT_EQ(NumericLimits<float>::Max(), std::numeric_limits<float>::max());
    EXPECT_EQ(NumericLimits<float>::Infinity(), INFINITY);
    EXPECT_EQ(NumericLimits<float>::NegativeInfinity(), -INFINITY);
    EXPECT_TRUE(std::isnan(NumericLimits<float>::QuietNaN()));
    const auto x = local<float>(0, 64);
    NumericLimits<float>::SignalNaN(x, 10);
    EXPECT_EQ(x.ReinterpretCast<uint32_t>().GetValue(9), 0x7fa00000U);
    EXPECT_EQ(x.ReinterpretCast<uint32_t>().GetValue(10), 0xeeeeeeeeU);
    NumericLimits<uint16_t>::Max(local<uint16_t>(0, 64), 3);
    EXPECT_EQ(local<uint32_t>(0, 64).GetValue(1), 0x7fa0ffffU);
}

TEST_F(SystemTest, ScalarConversions) {
    for (int round = 0; round < 20000; ++round) {
        const float x = interestingValue<float>(random);
        const half expected = convertTo<half>(RoundMode::CAST_ODD, x);
        const half actual = Cast<float, half, RoundMode::CAST_ODD>(x);
        ASSERT_TRUE(same(expected, actual)) << x << " " << float(actual);
        ASSERT_EQ((ScalarCast<float, int32_t, RoundMode::CAST_RINT>(x)), convertTo<int32_t>(RoundMode::CAST_RINT, x))
            << x;
        ASSERT_EQ((Cast<float, int32_t, RoundMode::CAST_FLOOR>(x)), convertTo<int32_t>(RoundMode::CAST_FLOOR, x)) << x;
        ASSERT_EQ((Cast<float, int32_t, RoundMode::CAST_CEIL>(x)), convertTo<int32_t>(RoundMode::CAST_CEIL, x)) << x;
        ASSERT_EQ((Cast<float, int32_t, RoundMode::CAST_ROUND>(x)), convertTo<int32_t>(RoundMode::CAST_ROUND, x)) << x;
    }
    EXPECT_NEAR(float(Cast<float, half, RoundMode::CAST_ODD>(3.14159F)), 3.142578F, 1e-6);
}

}  // namespace
}  // namespace acc::test
