// SPDX-License-Identifier: Apache-2.0
// Atomic stores to GM (ascendc-vector 21.1), also from several threads at once.
#include <thread>

#include "tests/conformance/isa/harness.h"
#include "tests/conformance/isa/reference.h"

namespace acc::test {
namespace {

using namespace AscendC;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const Covers kCovers{"SetAtomic", "DataCacheCleanAndInvalid"};

class Atomic : public CoreTest {
protected:
    template <class T>
    void checkType() {
        T* out = gm<T>(64);
        auto x = local<T>(0, 64);
        for (int i = 0; i < 64; ++i) {
            out[i] = static_cast<T>(static_cast<float>(i - 20));
            x.SetValue(i, static_cast<T>(static_cast<float>(30 - i)));
        }
        const auto expect = [&](auto f) {
            for (int i = 0; i < 64; ++i) {
                ASSERT_EQ(valueOf(out[i]), f(i)) << i;
            }
        };
        SetAtomicMax<T>();
        DataCopy(global(out, 64), x, 64);
        expect([](int i) { return Real(std::max(i - 20, 30 - i)); });
        SetAtomicAdd<T>();
        DataCopy(global(out, 64), x, 64);
        expect([](int i) { return Real(std::max(i - 20, 30 - i) + 30 - i); });
        SetAtomicMin<T>();
        DataCopy(global(out, 64), x, DataCopyParams(1, 64 * sizeof(T) / 32, 0, 0));
        expect([](int i) { return Real(std::min(std::max(i - 20, 30 - i) + 30 - i, 30 - i)); });
        SetAtomicNone();
        DataCopy(global(out, 64), x, 64);
        expect([](int i) { return Real(30 - i); });
        EXPECT_THAT(takeWarnings(), IsEmpty());
    }
};

TEST_F(Atomic, AddMaxMinOfEveryType) {
    checkType<int8_t>();
    checkType<int16_t>();
    checkType<int32_t>();
    checkType<half>();
    checkType<bfloat16_t>();
    checkType<float>();
}

TEST_F(Atomic, PadTouchesOnlyThePayload) {
    float* out = gm<float>(8);
    const auto x = local<float>(0, 8);
    Duplicate(x, 1.0F, 8);
    SetAtomicAdd<float>();
    DataCopyPad(global(out, 8), x, DataCopyExtParams(1, 20, 0, 0, 0));
    DataCopyPad(global(out, 8), x, DataCopyExtParams(1, 20, 0, 0, 0));
    EXPECT_THAT(std::vector<float>(out, out + 8), ElementsAre(2, 2, 2, 2, 2, 0, 0, 0));
}

TEST_F(Atomic, NanAndIntegerWrap) {
    auto* h = gm<half>(16);
    const auto x = local<half>(0, 16);
    Duplicate(x, half(NAN), 16);
    SetAtomicMax<half>();
    DataCopy(global(h, 16), x, 16);
    EXPECT_TRUE(std::isnan(float(h[0])));
    auto* bytes = gm<int8_t>(32, 0x7f);
    const auto y = local<int8_t>(0x100, 32);
    Duplicate(y.ReinterpretCast<int16_t>(), int16_t(0x0101), 16);
    SetAtomicAdd<int8_t>();
    DataCopy(global(bytes, 32), y, 32);
    EXPECT_EQ(bytes[5], -128);
}

TEST_F(Atomic, ElementsAreAtomicAcrossThreads) {
    constexpr int kThreads = 4;
    constexpr int kRounds = 2000;
    float* floats = gm<float>(16);
    auto* halves = gm<int16_t>(16);
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) {
        threads.emplace_back([&] {
            std::vector<uint8_t> memory(1024 + 64);
            rt::exec::Block core{};
            core.memory[ACC_MEM_UB] = memory.data();
            core.memoryBytes[ACC_MEM_UB] = 1024;
            core.coreType = ACC_CORE_VECTOR;
            accBlock = &core;
            const auto ones = local<float>(0, 16);
            const auto shorts = local<int16_t>(64, 16);
            Duplicate(ones, 1.0F, 16);
            Duplicate(shorts, int16_t(1), 16);
            for (int i = 0; i < kRounds; ++i) {
                SetAtomicAdd<float>();
                DataCopy(global(floats, 16), ones, 16);
                SetAtomicAdd<int16_t>();
                DataCopy(global(halves, 16), shorts, 16);
            }
            accBlock = nullptr;
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    for (int i = 0; i < 16; ++i) {
        EXPECT_EQ(floats[i], float(kThreads * kRounds));
        EXPECT_EQ(halves[i], int16_t(kThreads * kRounds));
    }
}

TEST_F(Atomic, PartialElementsAndMisalignmentFault) {
    auto* out = gm<uint8_t>(256);
    const auto x = local<uint8_t>(0, 64);
    SetAtomicAdd<float>();
    EXPECT_FAULT(DataCopyPad(global(out, 64), x, DataCopyExtParams(1, 6, 0, 0, 0)), "RANGE",
                 "DataCopyPad: 6 bytes are not a whole number of elements of the atomic type float");
    EXPECT_FAULT(DataCopy(global(out, 64)[1], x, 32), "ALIGN",
                 fmt::format("DataCopy: GM destination 0x{:x} is not aligned to the atomic type float (4 bytes)",
                             reinterpret_cast<uintptr_t>(out) + 1));
    takeWarnings();
    EXPECT_NO_FAULT(DataCopy(global(out, 64)[4], x, 32));
    EXPECT_THAT(takeWarnings(),
                ElementsAre("MODE: DataCopy: a tensor of uint8_t is stored while SetAtomic... is on for "
                            "float; memory is taken as float"));
}

TEST_F(Atomic, CacheMaintenanceIsAccepted) {
    int32_t* out = gm<int32_t>(16);
    auto tensor = global(out, 16);
    tensor.SetValue(3, 7);
    DataCacheCleanAndInvalid<int32_t, CacheLine::SINGLE_CACHE_LINE, DcciDst::CACHELINE_OUT>(tensor);
    DataCacheCleanAndInvalid<int32_t, CacheLine::ENTIRE_DATA_CACHE>(tensor);
    EXPECT_EQ(out[3], 7);
}

}  // namespace
}  // namespace acc::test
