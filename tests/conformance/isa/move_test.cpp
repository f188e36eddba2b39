// SPDX-License-Identifier: Apache-2.0
// DataCopy and DataCopyPad against the burst formulas of ascendc-core 4.2-4.4.
#include "tests/conformance/isa/harness.h"

namespace acc::test {
namespace {

using namespace AscendC;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const Covers kCovers{"DataCopy", "DataCopyPad", "SetPadValue"};

class Move : public CoreTest {
protected:
    template <class T>
    T* numbered(size_t elements) {
        T* memory = gm<T>(elements);
        for (size_t i = 0; i < elements; ++i) {
            memory[i] = static_cast<T>(i + 1);
        }
        return memory;
    }
    std::vector<uint8_t> snapshot(uint32_t address, size_t bytes) {
        const uint8_t* base = block().memory[ACC_MEM_UB] + address;
        return {base, base + bytes};
    }
};

TEST_F(Move, CountFormCopiesBothWays) {
    for (const uint32_t count : {0U, 8U, 16U, 24U, 1024U, 8192U}) {
        float* in = numbered<float>(8192);
        float* out = gm<float>(8192);
        const auto x = local<float>(0x100, 8192);
        DataCopy(x, global(in, 8192), count);
        DataCopy(global(out, 8192), x, count);
        for (uint32_t i = 0; i < 8192; ++i) {
            ASSERT_EQ(out[i], i < count ? in[i] : 0.0F) << count << " " << i;
        }
    }
    EXPECT_THAT(takeWarnings(), IsEmpty());
}

TEST_F(Move, UnalignedGlobalAddressesAreFine) {
    auto* in = numbered<uint8_t>(256);
    const auto x = local<uint8_t>(0, 256);
    DataCopy(x, global(in, 256)[3], 64);
    EXPECT_EQ(x.GetValue(0), 4);
    EXPECT_EQ(x.GetValue(63), 67);
}

TEST_F(Move, TwoElementsOfInt4AreAByte) {
    auto* in = numbered<uint8_t>(256);
    auto* out = gm<uint8_t>(256);
    const auto x = local<int4b_t>(0, 256);
    GlobalTensor<int4b_t> from;
    from.SetGlobalBuffer(reinterpret_cast<int4b_t*>(in), 512);
    GlobalTensor<int4b_t> to;
    to.SetGlobalBuffer(reinterpret_cast<int4b_t*>(out), 512);
    DataCopy(x, from[6], 128);
    EXPECT_EQ(x.ReinterpretCast<uint8_t>().GetValue(63), 67);
    DataCopyPad(to[2], x[64], DataCopyExtParams(1, 5, 0, 0, 0));
    for (uint32_t i = 0; i < 32; ++i) {
        ASSERT_EQ(out[i], i >= 1 && i < 6 ? 32 + 3 + i : 0) << i;
    }
    EXPECT_EQ(from[6].GetSize(), 506U);
    EXPECT_THAT(takeWarnings(), IsEmpty());
}

TEST_F(Move, CountThatIsNotWholeBlocksDropsTheTailAndWarns) {
    float* in = numbered<float>(64);
    const auto x = local<float>(0, 64);
    Duplicate(x, 0.0F, 64);
    DataCopy(x, global(in, 64), 13);
    EXPECT_EQ(x.GetValue(7), 8.0F);
    EXPECT_EQ(x.GetValue(8), 0.0F);
    EXPECT_THAT(takeWarnings(),
                ElementsAre("TRUNCATED: DataCopy: count 13 is 52 bytes, not a multiple of 32; the last 20 "
                            "bytes are not copied (use DataCopyPad)"));
}

TEST_F(Move, UbToUb) {
    const auto x = local<half>(0, 64);
    const auto y = local<half>(0x1000, 64);
    for (int i = 0; i < 64; ++i) {
        x.SetValue(i, half(float(i)));
    }
    DataCopy(y, x, 48);
    EXPECT_EQ(float(y.GetValue(47)), 47.0F);
    DataCopy(y, x, DataCopyParams(2, 1, 1, 0));
    EXPECT_EQ(float(y.GetValue(16)), 32.0F);
}

TEST_F(Move, StridedFormByFormula) {
    for (int round = 0; round < 200; ++round) {
        const auto count = static_cast<uint16_t>(random() % 6);
        const auto length = static_cast<uint16_t>(random() % 5);
        const auto srcGap = static_cast<uint16_t>(random() % 4);
        const auto dstGap = static_cast<uint16_t>(random() % 4);
        auto* in = numbered<int16_t>(2048);
        auto* out = gm<int16_t>(2048, 0x11);
        const auto x = local<int16_t>(0x40, 2048);
        Duplicate(x, int16_t(-1), 2048);
        DataCopy(x, global(in, 2048), DataCopyParams(count, length, srcGap, dstGap));
        DataCopy(global(out, 2048), x, DataCopyParams(count, length, dstGap, srcGap));
        std::vector<int16_t> expectUb(2048, -1);
        std::vector<int16_t> expectGm(2048, 0x1111);
        for (int i = 0; i < count; ++i) {
            for (int e = 0; e < length * 16; ++e) {
                expectUb[i * (length + dstGap) * 16 + e] = in[i * (length + srcGap) * 16 + e];
                expectGm[i * (length + srcGap) * 16 + e] = in[i * (length + srcGap) * 16 + e];
            }
        }
        ASSERT_EQ(std::memcmp(expectUb.data(), ub() == nullptr ? nullptr : block().memory[ACC_MEM_UB] + 0x40, 4096), 0);
        ASSERT_EQ(std::memcmp(expectGm.data(), out, 4096), 0);
    }
}

// The padding table of C 4.4.
template <class T>
void checkPad(const uint8_t* ub, const T* in, const DataCopyExtParams& p, int left, int right, T padding, T fill,
              bool fillIsFirst) {
    const uint32_t rowBytes = left * sizeof(T) + p.blockLen + right * sizeof(T);
    const uint32_t row = (rowBytes + 31) / 32 * 32;
    for (uint32_t i = 0; i < p.blockCount; ++i) {
        const T* got = reinterpret_cast<const T*>(ub + i * (row + p.dstStride * 32));
        const T* burst =
            reinterpret_cast<const T*>(reinterpret_cast<const uint8_t*>(in) + i * (p.blockLen + p.srcStride));
        const int payload = static_cast<int>(p.blockLen / sizeof(T));
        for (int e = 0; e < static_cast<int>(row / sizeof(T)); ++e) {
            const T want = e < left                     ? padding
                           : e < left + payload         ? burst[e - left]
                           : e < left + payload + right ? padding
                           : fillIsFirst                ? burst[0]
                                                        : fill;
            ASSERT_EQ(got[e], want) << "burst " << i << " element " << e;
        }
    }
}

TEST_F(Move, PadInByFormula) {
    for (int round = 0; round < 300; ++round) {
        auto* in = numbered<uint16_t>(4096);
        const auto x = local<uint16_t>(0x20, 8192);
        const DataCopyExtParams p(static_cast<uint16_t>(1 + random() % 5), static_cast<uint32_t>(2 + random() % 60 * 2),
                                  static_cast<uint32_t>(random() % 10 * 2), static_cast<uint32_t>(random() % 3), 0);
        const bool isPad = random() % 2 == 0;
        const auto left = static_cast<uint8_t>(isPad ? random() % 16 : 0);
        const auto right = static_cast<uint8_t>(isPad ? random() % 16 : 0);
        DataCopyPad(x, global(in, 4096), p, DataCopyPadExtParams<uint16_t>(isPad, left, right, 777));
        checkPad<uint16_t>(block().memory[ACC_MEM_UB] + 0x20, in, p, left, right, 777, 777, left == 0 && right == 0);
    }
}

TEST_F(Move, PadValueRegisterReplacesTheFirstElement) {
    auto* in = numbered<float>(64);
    const auto x = local<float>(0, 64);
    const DataCopyExtParams p(2, 12, 0, 0, 0);
    DataCopyPad(x, global(in, 64), p, DataCopyPadExtParams<float>(false, 0, 0, 5));
    checkPad<float>(block().memory[ACC_MEM_UB], in, p, 0, 0, 0, 0, true);
    SetPadValue<float>(9.0F);
    DataCopyPad(x, global(in, 64), p, DataCopyPadExtParams<float>(false, 0, 0, 5));
    checkPad<float>(block().memory[ACC_MEM_UB], in, p, 0, 0, 0, 9, false);
    DataCopyPad(x, global(in, 64), p, DataCopyPadExtParams<float>(false, 1, 2, 5));
    checkPad<float>(block().memory[ACC_MEM_UB], in, p, 1, 2, 9, 9, false);
    DataCopyPad(x, global(in, 64), p, DataCopyPadExtParams<float>(true, 0, 0, 5));
    checkPad<float>(block().memory[ACC_MEM_UB], in, p, 0, 0, 0, 0, true);
}

TEST_F(Move, OldPadFormsAgree) {
    auto* in = numbered<half>(256);
    const auto x = local<half>(0, 256);
    DataCopyPad(x, global(in, 256), DataCopyParams(2, 10, 6, 1), DataCopyPadParams(false, 0, 0, 0));
    EXPECT_EQ(float(x.GetValue(4)), 5.0F);
    EXPECT_EQ(float(x.GetValue(32)), 9.0F);
    auto* out = gm<half>(64);
    DataCopyPad(global(out, 64), x, DataCopyParams(2, 10, 1, 6));
    EXPECT_EQ(float(out[4]), 5.0F);
    EXPECT_EQ(float(out[5]), 0.0F);
    EXPECT_EQ(float(out[8]), 9.0F);
}

TEST_F(Move, PadOutWritesExactlyThePayload) {
    const auto x = local<float>(0, 256);
    for (int i = 0; i < 256; ++i) {
        x.SetValue(i, float(i));
    }
    auto* out = gm<float>(64, 0xff);
    DataCopyPad(global(out, 64), x, DataCopyExtParams(3, 20, 1, 8, 0));
    const float untouched = out[63];
    for (int i = 0; i < 3; ++i) {
        for (int e = 0; e < 7; ++e) {
            const float want = float(i * 16 + e);  // UB rows of one block plus a gap of one
            if (e < 5) {
                ASSERT_EQ(out[i * 7 + e], want);
            } else {
                ASSERT_EQ(std::memcmp(&out[i * 7 + e], &untouched, 4), 0);
            }
        }
    }
}

TEST_F(Move, ZeroSizesAreNoOperations) {
    auto* in = numbered<float>(64);
    const auto x = local<float>(0, 64);
    const auto before = snapshot(0, 256);
    DataCopy(x, global(in, 64), 0);
    DataCopy(x, global(in, 64), DataCopyParams(0, 1, 0, 0));
    DataCopy(x, global(in, 64), DataCopyParams(1, 0, 0, 0));
    DataCopyPad(x, global(in, 64), DataCopyExtParams(0, 4, 0, 0, 0), DataCopyPadExtParams<float>());
    DataCopyPad(x, global(in, 64), DataCopyExtParams(1, 0, 0, 0, 0), DataCopyPadExtParams<float>());
    EXPECT_EQ(snapshot(0, 256), before);
}

TEST_F(Move, UbBoundsFault) {
    auto* in = numbered<float>(1024);
    const auto x = local<float>(0x300, 64);
    EXPECT_FAULT(
        DataCopy(x, global(in, 1024), 128), "OOB",
        "DataCopy: UB destination [0x300, 0x500) of LocalTensor ends 256 bytes past its allocation of 256 bytes "
        "(static tensor VECCALC)");
    EXPECT_NO_FAULT(DataCopy(x, global(in, 1024), 64));
    EXPECT_FAULT(DataCopy(global(in, 1024), x, DataCopyParams(2, 4, 2, 0)), "OOB",
                 "DataCopy: UB source [0x300, 0x440) of LocalTensor ends 64 bytes past its allocation of 256 bytes "
                 "(static tensor VECCALC)");
    EXPECT_NO_FAULT(DataCopy(global(in, 1024), x, DataCopyParams(2, 3, 2, 0)));
    EXPECT_FAULT(DataCopy(x[1], global(in, 1024), 8), "ALIGN",
                 "DataCopy: UB destination address 0x304 is not a multiple of 32 bytes (static tensor VECCALC)");
}

TEST_F(Move, GlobalBoundsFault) {
    auto* in = numbered<float>(100);
    const auto x = local<float>(0, 1024);
    const auto base = reinterpret_cast<uintptr_t>(in);
    EXPECT_FAULT(
        DataCopy(x, global(in, 100), 104), "OOB",
        fmt::format("DataCopy: GM source [0x{:x}, 0x{:x}) ends 16 bytes past its allocation [0x{:x}, 0x{:x}) of "
                    "400 bytes",
                    base, base + 416, base, base + 400));
    EXPECT_NO_FAULT(DataCopy(x, global(in, 100), 96));
    EXPECT_FAULT(DataCopyPad(global(in, 100)[96], x, DataCopyExtParams(1, 20, 0, 0, 0)), "OOB",
                 fmt::format("DataCopyPad: GM destination [0x{:x}, 0x{:x}) ends 4 bytes past its allocation [0x{:x}, "
                             "0x{:x}) of 400 bytes",
                             base + 384, base + 404, base, base + 400));
    EXPECT_NO_FAULT(DataCopyPad(global(in, 100)[96], x, DataCopyExtParams(1, 16, 0, 0, 0)));
    EXPECT_FAULT(DataCopy(x, GlobalTensor<float>(), 8), "UNINIT",
                 "DataCopy: GM source is null; was SetGlobalBuffer called and the argument passed?");
    float stack[8] = {};
    EXPECT_FAULT(
        DataCopy(x, global(stack, 8), 8), "OOB",
        fmt::format("DataCopy: GM source [0x{0:x}, 0x{1:x}) is not device memory; the nearest allocation is "
                    "[0x{2:x}, 0x{3:x}) of 400 bytes",
                    reinterpret_cast<uintptr_t>(stack), reinterpret_cast<uintptr_t>(stack) + 32, base, base + 400));
}

TEST_F(Move, ParametersOutOfRangeFault) {
    auto* in = numbered<uint8_t>(4096);
    const auto x = local<uint8_t>(0, 8192);
    EXPECT_FAULT(DataCopy(x, global(in, 4096), DataCopyParams(4096, 0, 0, 0)), "RANGE",
                 "DataCopy: blockCount is 4096, expected 0..4095");
    EXPECT_NO_FAULT(DataCopy(x, global(in, 4096), DataCopyParams(4095, 0, 0, 0)));
    EXPECT_FAULT(
        DataCopyPad(x, global(in, 4096), DataCopyExtParams(1, 2097152, 0, 0, 0), DataCopyPadExtParams<uint8_t>()),
        "RANGE", "DataCopyPad: blockLen is 2097152 bytes, expected 0..2097151");
    EXPECT_FAULT(DataCopyPad(x, global(in, 4096), DataCopyExtParams(1, 32, 0, 0, 0),
                             DataCopyPadExtParams<uint8_t>(true, 33, 0, 0)),
                 "RANGE", "DataCopyPad: leftPadding is 33 elements of 1 bytes, expected at most 32 bytes");
    EXPECT_NO_FAULT(DataCopyPad(x, global(in, 4096), DataCopyExtParams(1, 32, 0, 0, 0),
                                DataCopyPadExtParams<uint8_t>(true, 32, 0, 0)));
    const auto f = local<float>(0, 2048);
    EXPECT_FAULT(DataCopyPad(f, global(reinterpret_cast<float*>(in), 1024), DataCopyExtParams(1, 6, 0, 0, 0),
                             DataCopyPadExtParams<float>()),
                 "RANGE", "DataCopyPad: blockLen is 6 bytes, expected a multiple of the element's 4 bytes");
    const auto wide = local<int64_t>(0, 1024);
    EXPECT_FAULT(DataCopyPad(wide, global(reinterpret_cast<int64_t*>(in), 512), DataCopyExtParams(1, 8, 0, 0, 0),
                             DataCopyPadExtParams<int64_t>(true, 1, 0, 5)),
                 "RANGE", "DataCopyPad: paddingValue must be 0 for 64-bit elements on dav-2201");
}

TEST_F(Move, MissingPathsFault) {
    const auto x = local<float>(0, 64);
    EXPECT_FAULT(DataCopy(LocalTensor<float>(TPosition::A1, 0, 64), x, 8), "PATH",
                 "DataCopy: there is no path from UB (VECCALC) to L1 (A1) on a vector core");
    EXPECT_FAULT(DataCopy(LocalTensor<float>(), x, 8), "UNINIT",
                 "DataCopy: destination is a tensor that was never bound to memory");
}

}  // namespace
}  // namespace acc::test
