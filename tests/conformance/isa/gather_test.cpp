// SPDX-License-Identifier: Apache-2.0
// Lanes that move, and generated sequences, element by element (ascendc-vector 11.5, 14.2-14.4, 15, 16.1).
#include "tests/conformance/isa/harness.h"
#include "tests/conformance/isa/reference.h"

namespace acc::test {
namespace {

using namespace AscendC;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const Covers kCovers{"GatherMask", "Gather", "Gatherb", "Brcb", "Transpose", "CreateVecIndex", "ArithProgression"};

class GatherTest : public CoreTest {
protected:
    static constexpr uint32_t kDst = 64 * 1024;
    static constexpr uint32_t kOther = 128 * 1024;  // patterns, offsets

    uint8_t* memory() { return block().memory[ACC_MEM_UB]; }
    void fill() {
        for (uint32_t at = 0; at < kUbBytes; ++at) {
            memory()[at] = uint8_t(random());
        }
        expected_.assign(memory(), memory() + kUbBytes);
    }
    void copy(uint64_t to, uint64_t from, size_t bytes) { std::memmove(&expected_[to], &expected_[from], bytes); }
    bool bitAt(uint64_t address, uint64_t bit) { return (expected_[address + bit / 8] >> (bit % 8) & 1) != 0; }
    bool asExpected() { return std::memcmp(memory(), expected_.data(), kUbBytes) == 0; }
    int pick(std::initializer_list<int> values) { return *(values.begin() + random() % values.size()); }

    std::vector<uint8_t> expected_;
};

template <class F>
void forLanes(F f) {
    f(int16_t{});
    f(uint16_t{});
    f(half{});
    f(bfloat16_t{});
    f(int32_t{});
    f(uint32_t{});
    f(float{});
}

TEST_F(GatherTest, Mask) {
    forLanes([&]<class T>(T) {
        using Bits = std::conditional_t<sizeof(T) == 2, uint16_t, uint32_t>;
        constexpr uint32_t kLanes = 256 / sizeof(T);
        constexpr uint32_t kPerBlock = 32 / sizeof(T);
        for (int round = 0; round < 80; ++round) {
            fill();
            const auto pattern = uint8_t(round % 8);  // 0: from UB
            const bool counted = round / 8 % 2 == 1;
            const auto mask = counted ? uint32_t(1 + random() % 400) : 0;
            const uint32_t perRepeat = counted ? mask : kLanes;
            const int blk = pick({1, 1, 0, 2});
            const int rep = pick({8, 8, 0, 13});
            const int patternRep = pick({0, 1, 8, 3});
            const auto repeats = uint32_t(random() % 9);
            const bool inPlace = round % 5 == 0 && blk == 1 && rep >= 8 && uint32_t(rep) * 32 >= perRepeat * sizeof(T);
            const uint32_t to = inPlace ? 0 : kDst;
            const auto dst = local<T>(to, 32768 / sizeof(T));
            const auto src = local<T>(0, 32768 / sizeof(T));
            SetMaskCount();
            uint64_t written = 99;
            const GatherMaskParams params{uint8_t(blk), uint16_t(repeats), uint16_t(rep), uint8_t(patternRep)};
            if (pattern == 0) {
                GatherMask(dst, src, local<Bits>(kOther, 4096), counted, mask, params, written);
            } else {
                GatherMask(dst, src, pattern, counted, mask, params, written);
            }
            uint64_t count = 0;
            for (uint32_t repeat = 0; repeat < repeats; ++repeat) {
                for (uint32_t i = 0; i < perRepeat; ++i) {
                    bool take = false;
                    switch (pattern) {
                        case 0:
                            take = bitAt(kOther + repeat * patternRep * 32, i);
                            break;
                        case 1:
                        case 2:
                            take = i % 2 == pattern - 1U;
                            break;
                        case 7:
                            take = true;
                            break;
                        default:
                            take = i % 4 == pattern - 3U;
                    }
                    if (take) {
                        copy(to + count++ * sizeof(T),
                             32 * (uint64_t{repeat} * rep + uint64_t{i / kPerBlock} * blk) + i % kPerBlock * sizeof(T),
                             sizeof(T));
                    }
                }
            }
            ASSERT_EQ(written, count) << round;
            ASSERT_TRUE(asExpected()) << "round " << round << " pattern " << int(pattern);
            EXPECT_FALSE(block().state.counterMode);
            EXPECT_EQ(block().state.mask[0], ~uint64_t{0});
        }
    });
}

TEST_F(GatherTest, ByIndex) {
    forLanes([&]<class T>(T) {
        constexpr uint32_t kLanes = 256 / sizeof(T);
        const auto dst = local<T>(kDst, 16384 / sizeof(T));
        const auto src = local<T>(0, 32768 / sizeof(T));
        const auto offsets = local<uint32_t>(kOther, 4096);
        for (int round = 0; round < 40; ++round) {
            fill();
            const auto base = uint32_t(random() % 64 * sizeof(T));
            for (uint32_t i = 0; i < 4096; ++i) {
                offsets.SetValue(i, random() % (8192 / sizeof(T)) * sizeof(T));
            }
            expected_.assign(memory(), memory() + kUbBytes);
            const int form = round % 4;  // count, lanes, bits, counter mode
            const auto count = uint32_t(random() % 1500);
            const auto repeats = uint32_t(random() % 7);
            const auto rep = uint16_t(pick({8, 9, 16}));
            const uint64_t lanes = random() % (kLanes + 1);
            const uint64_t mask[2] = {random(), kLanes > 64 ? random() : 0};
            switch (form) {
                case 0:
                    Gather(dst, src, offsets, base, count);
                    break;
                case 1:
                    Gather(dst, src, offsets, base, lanes, uint8_t(repeats), rep);
                    break;
                case 2:
                    Gather(dst, src, offsets, base, mask, uint8_t(repeats), rep);
                    break;
                default:
                    SetMaskCount();
                    Gather(dst, src, offsets, base, uint64_t(count), uint8_t(1), rep);
                    SetMaskNorm();
                    ResetMask();
            }
            const bool counted = form == 0 || form == 3;
            const uint32_t total = counted ? (count + kLanes - 1) / kLanes : repeats;
            for (uint32_t e = 0; e < total * kLanes; ++e) {
                const uint32_t lane = e % kLanes;
                if (counted ? e < count : form == 1 ? lane < lanes : (mask[lane / 64] >> (lane % 64) & 1) != 0) {
                    const uint32_t step = form == 0 ? 8 : rep;
                    copy(kDst + e / kLanes * step * 32 + lane * sizeof(T), base + offsets.GetValue(e), sizeof(T));
                }
            }
            ASSERT_TRUE(asExpected()) << "round " << round;
        }
    });
    EXPECT_THAT(takeWarnings(), IsEmpty());
}

TEST_F(GatherTest, ByIndexInPlaceReadsFirst) {
    const auto x = local<half>(0, 128);
    const auto offsets = local<uint32_t>(kOther, 128);
    for (uint32_t i = 0; i < 128; ++i) {
        x.SetValue(i, float(i));
        offsets.SetValue(i, 254 - 2 * i);
    }
    Gather(x, x, offsets, 0, 128);
    for (uint32_t i = 0; i < 128; ++i) {
        ASSERT_EQ(float(x.GetValue(i)), float(127 - i));
    }
    EXPECT_THAT(takeWarnings(), ElementsAre("OVERLAP: Gather: the destination overlaps the gathered elements"));
}

TEST_F(GatherTest, Blocks) {
    const auto run = [&]<class T>(T) {
        for (int round = 0; round < 20; ++round) {
            fill();
            const auto offsets = local<uint32_t>(kOther, 512);
            for (uint32_t i = 0; i < 512; ++i) {
                offsets.SetValue(i, random() % 1000 * 32);
            }
            expected_.assign(memory(), memory() + kUbBytes);
            const int blk = pick({1, 0, 2, 5});
            const int rep = pick({8, 16, 1, 0});
            const auto repeats = uint8_t(random() % 20);
            Gatherb(local<T>(kDst, 65536 / sizeof(T)), local<T>(0, 32768 / sizeof(T)), offsets, repeats,
                    {uint8_t(blk), uint8_t(rep)});
            for (uint32_t i = 0; i < repeats * 8U; ++i) {
                copy(kDst + 32 * (i / 8 * rep + i % 8 * std::max(blk, 1)), offsets.GetValue(i), 32);
            }
            ASSERT_TRUE(asExpected()) << round;
        }
    };
    run(uint16_t{});
    run(uint32_t{});
}

TEST_F(GatherTest, BroadcastToBlocks) {
    forLanes([&]<class T>(T) {
        for (int round = 0; round < 20; ++round) {
            fill();
            const int blk = pick({1, 2, 3});
            const int rep = pick({8, 16, 24, 1});
            const auto repeats = uint8_t(random() % 20);
            Brcb(local<T>(kDst, 65536 / sizeof(T)), local<T>(0, 8 * repeats), repeats, {uint16_t(blk), uint16_t(rep)});
            for (uint32_t i = 0; i < repeats * 8U; ++i) {
                for (uint32_t k = 0; k < 32 / sizeof(T); ++k) {
                    copy(kDst + 32 * (i / 8 * rep + i % 8 * blk) + k * sizeof(T), i * sizeof(T), sizeof(T));
                }
            }
            ASSERT_TRUE(asExpected()) << round;
        }
    });
    EXPECT_THAT(takeWarnings(), IsEmpty());
    Brcb(local<half>(kDst, 128), local<half>(0, 8), 1, {0, 8});
    EXPECT_THAT(takeWarnings(), ElementsAre("OVERLAP: Brcb: dstBlkStride is 0, taken as 1"));
    Brcb(local<half>(0, 128), local<half>(0, 8), 1, {1, 8});
    EXPECT_THAT(takeWarnings(), ElementsAre("OVERLAP: Brcb: the destination overlaps the source"));
}

TEST_F(GatherTest, Tile) {
    const auto run = [&]<class T>(T) {
        for (const uint32_t to : {kDst, 0U}) {
            fill();
            const std::vector<uint8_t> before = expected_;
            Transpose(local<T>(to, 256), local<T>(0, 256));
            for (uint32_t row = 0; row < 16; ++row) {
                for (uint32_t column = 0; column < 16; ++column) {
                    std::memcpy(&expected_[to + (column * 16 + row) * 2], &before[(row * 16 + column) * 2], 2);
                }
            }
            EXPECT_TRUE(asExpected());
        }
    };
    run(int16_t{});
    run(uint16_t{});
    run(half{});
}

template <class T>
bool nearTerm(T first, T difference, uint32_t number, T got) {
    if constexpr (std::is_integral_v<T>) {
        return got == T(int64_t(first) + int64_t(difference) * number);
    } else {
        return same(convertTo<T>(RoundMode::CAST_RINT, valueOf(first) + Real(number) * valueOf(difference)), got, 1);
    }
}

template <class F>
void forIndexTypes(F f) {
    f(int16_t{});
    f(half{});
    f(int32_t{});
    f(float{});
}

TEST_F(GatherTest, Sequences) {
    forIndexTypes([&]<class T>(T) {
        constexpr uint32_t kLanes = 256 / sizeof(T);
        constexpr uint32_t kPerBlock = 32 / sizeof(T);
        const auto dst = local<T>(kDst, 65536 / sizeof(T));
        for (int round = 0; round < 60; ++round) {
            const T marker = T(-99);
            for (uint32_t i = 0; i < dst.GetSize(); ++i) {
                dst.SetValue(i, marker);
            }
            const T first = T(int(random() % 2000) - 1000);
            const T difference = T(int(random() % 9));
            const int form = round % 5;  // index: count, lanes, bits, counter mode; progression
            const auto count = uint32_t(random() % 1500);
            const auto repeats = uint32_t(random() % 6);
            const int blk = pick({1, 2});
            const int rep = pick({8, 16, 20});
            const uint64_t lanes = random() % (kLanes + 1);
            const uint64_t mask[2] = {random(), kLanes > 64 ? random() : 0};
            switch (form) {
                case 0:
                    CreateVecIndex(dst, first, count);
                    break;
                case 1:
                    CreateVecIndex(dst, first, lanes, uint8_t(repeats), uint16_t(blk), uint8_t(rep));
                    break;
                case 2:
                    CreateVecIndex(dst, first, mask, uint8_t(repeats), uint16_t(blk), uint8_t(rep));
                    break;
                case 3:
                    SetMaskCount();
                    CreateVecIndex(dst, first, uint64_t(count), uint8_t(1), uint16_t(blk), uint8_t(rep));
                    SetMaskNorm();
                    ResetMask();
                    break;
                default:
                    round % 2 == 0 ? ArithProgression(dst, first, difference, int32_t(count))
                                   : Arange(dst, first, difference, int32_t(count));
            }
            const bool dense = form == 0 || form == 4;
            const bool counted = dense || form == 3;
            const uint32_t total = counted ? (count + kLanes - 1) / kLanes : repeats;
            // Later repeats may overwrite earlier ones, so collect what each place ends with.
            std::vector<int64_t> term(dst.GetSize(), -1);
            for (uint32_t e = 0; e < total * kLanes; ++e) {
                const uint32_t lane = e % kLanes;
                const bool active = counted     ? e < count
                                    : form == 1 ? lane < lanes
                                                : (mask[lane / 64] >> (lane % 64) & 1) != 0;
                if (active) {
                    const uint32_t at =
                        dense ? e : (e / kLanes * rep + lane / kPerBlock * blk) * kPerBlock + lane % kPerBlock;
                    term[at] = e;
                }
            }
            for (uint32_t i = 0; i < dst.GetSize(); ++i) {
                if (term[i] < 0) {
                    ASSERT_TRUE(same(marker, dst.GetValue(i))) << "round " << round << " element " << i;
                } else {
                    ASSERT_TRUE(nearTerm(first, form == 4 ? difference : T(1), uint32_t(term[i]), dst.GetValue(i)))
                        << "round " << round << " element " << i << ": " << double(valueOf(dst.GetValue(i)));
                }
            }
        }
    });
}

// V 25, vectors 22, 23 and 41.
TEST_F(GatherTest, DocumentedExamples) {
    const auto s = local<uint16_t>(0, 256);
    const auto d = local<uint16_t>(kDst, 256);
    for (uint32_t i = 0; i < 256; ++i) {
        s.SetValue(i, i + 1);
    }
    uint64_t count = 0;
    GatherMask(d, s, 2, false, 0, {1, 2, 8, 0}, count);
    EXPECT_EQ(count, 128U);
    EXPECT_EQ(d.GetValue(0), 2);
    EXPECT_EQ(d.GetValue(127), 256);
    const auto f = local<float>(kDst, 8);
    Arange(f, 1.0F, 0.5F, 4);
    EXPECT_EQ(f.GetValue(3), 2.5F);
    CreateVecIndex(f.ReinterpretCast<int32_t>(), 5, 8);
    EXPECT_EQ(f.ReinterpretCast<int32_t>().GetValue(7), 12);
}

TEST_F(GatherTest, ChecksParametersAndOperands) {
    const auto s = local<half>(0, 128);
    const auto d = local<half>(4096, 128);
    const auto offsets = local<uint32_t>(8192, 128);
    uint64_t count = 0;
    EXPECT_FAULT(GatherMask(d, s, 0, false, 0, {1, 1, 8, 0}, count), "RANGE",
                 "GatherMask: src1Pattern is 0, expected 1..7");
    EXPECT_FAULT(GatherMask(d, s, 8, false, 0, {1, 1, 8, 0}, count), "RANGE",
                 "GatherMask: src1Pattern is 8, expected 1..7");
    EXPECT_FAULT(GatherMask(d, s, 1, true, 0, {1, 1, 8, 0}, count), "RANGE",
                 "GatherMask: mask is 0 with reduceMode, expected 1 or more elements");
    EXPECT_NO_FAULT(GatherMask(d, s, 7, true, 128, {1, 1, 8, 0}, count));
    EXPECT_FAULT(GatherMask(d, s, 7, true, 129, {1, 1, 8, 0}, count), "OOB",
                 "GatherMask: UB source 0 [0x0, 0x102) of LocalTensor ends 2 bytes past its allocation of 256 bytes "
                 "(static tensor VECCALC)");
    EXPECT_NO_FAULT(GatherMask(local<half>(4096, 64), s, 1, true, 128, {1, 1, 8, 0}, count));
    EXPECT_FAULT(GatherMask(local<half>(4096, 63), s, 1, true, 128, {1, 1, 8, 0}, count), "OOB",
                 "GatherMask: UB destination [0x1000, 0x1080) of LocalTensor ends 2 bytes past its allocation of 126 "
                 "bytes (static tensor VECCALC)");
    EXPECT_FAULT(GatherMask(d, s, local<uint16_t>(8192, 7), false, 0, {1, 1, 8, 0}, count), "OOB",
                 "GatherMask: UB src1Pattern [0x2000, 0x2010) of LocalTensor ends 2 bytes past its allocation of 14 "
                 "bytes (static tensor VECCALC)");
    for (uint32_t i = 0; i < 128; ++i) {
        offsets.SetValue(i, 2 * i);
    }
    EXPECT_NO_FAULT(Gather(d, s, offsets, 0, 128));
    EXPECT_FAULT(Gather(d, s, offsets, 2, 128), "OOB",
                 "Gather: byte offset 256 of element 127 is outside the source's allocation of 256 bytes");
    EXPECT_NO_FAULT(Gather(d, s, offsets, 2, 127));
    EXPECT_FAULT(Gather(d, s, offsets, 1, 1), "RANGE", "Gather: byte offset 1 of element 0 is not a multiple of 2");
    EXPECT_FAULT(Gather(d, s, offsets[8], 0, 121), "OOB",
                 "Gather: UB srcOffset [0x2020, 0x2204) of LocalTensor ends 4 bytes past its allocation of 512 bytes "
                 "(static tensor VECCALC)");
    const auto words = local<uint32_t>(0, 64);
    for (uint32_t i = 0; i < 8; ++i) {
        offsets.SetValue(i, 32 * i);
    }
    EXPECT_NO_FAULT(Gatherb(d.ReinterpretCast<uint32_t>(), words, offsets, 1, {1, 8}));
    offsets.SetValue(3, 256);
    EXPECT_FAULT(Gatherb(d.ReinterpretCast<uint32_t>(), words, offsets, 1, {1, 8}), "OOB",
                 "Gatherb: byte offset 256 of block 3 is outside the source's allocation of 256 bytes");
    offsets.SetValue(3, 16);
    EXPECT_FAULT(Gatherb(d.ReinterpretCast<uint32_t>(), words, offsets, 1, {1, 8}), "ALIGN",
                 "Gatherb: byte offset 16 of block 3 is not a multiple of 32");
    EXPECT_FAULT(Brcb(d, s[16], 15, {1, 0}), "OOB",
                 "Brcb: UB source [0x20, 0x110) of LocalTensor ends 16 bytes past its allocation of 256 bytes (static "
                 "tensor VECCALC)");
    EXPECT_FAULT(Brcb(d, s, 2, {1, 8}), "OOB",
                 "Brcb: UB destination [0x1000, 0x1200) of LocalTensor ends 256 bytes past its allocation of 256 bytes "
                 "(static tensor VECCALC)");
    EXPECT_FAULT(Transpose(d, s), "OOB",
                 "Transpose: UB destination [0x1000, 0x1200) of LocalTensor ends 256 bytes past its allocation of 256 "
                 "bytes (static tensor VECCALC)");
    EXPECT_FAULT(ArithProgression(d, half(0), half(1), -1), "RANGE", "ArithProgression: count is -1, expected >= 0");
    EXPECT_FAULT(CreateVecIndex(d, half(0), 129U), "OOB",
                 "CreateVecIndex: UB destination [0x1000, 0x1102) of LocalTensor ends 2 bytes past its allocation of "
                 "256 bytes (static tensor VECCALC)");
}

}  // namespace
}  // namespace acc::test
