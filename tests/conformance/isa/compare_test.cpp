// SPDX-License-Identifier: Apache-2.0
// Comparison bits and selection, element by element (ascendc-vector 11.1-11.4).
#include "tests/conformance/isa/harness.h"
#include "tests/conformance/isa/reference.h"

namespace acc::test {
namespace {

using namespace AscendC;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const Covers kCovers{"Compare", "Compares", "Select", "GetCmpMask", "SetCmpMask"};

constexpr CMPMODE kModes[] = {CMPMODE::LT, CMPMODE::GT, CMPMODE::EQ, CMPMODE::LE, CMPMODE::GE, CMPMODE::NE};

template <class T>
bool holds(CMPMODE mode, T left, T right) {
    const Real a = valueOf(left);
    const Real b = valueOf(right);
    if (std::isnan(a) || std::isnan(b)) {
        return false;
    }
    switch (mode) {
        case CMPMODE::LT:
            return a < b;
        case CMPMODE::GT:
            return a > b;
        case CMPMODE::EQ:
            return a == b;
        case CMPMODE::LE:
            return a <= b;
        case CMPMODE::GE:
            return a >= b;
        default:
            return a != b;
    }
}

class CompareTest : public CoreTest {
protected:
    static constexpr uint32_t kSrc1 = 32 * 1024;
    static constexpr uint32_t kDst = 64 * 1024;
    static constexpr uint32_t kBits = 96 * 1024;

    uint8_t* memory() { return block().memory[ACC_MEM_UB]; }

    // Few distinct values, so that equality happens, and some specials.
    template <class T>
    void fill() {
        for (uint32_t at = 0; at < kDst; at += sizeof(T)) {
            const T value = random() % 8 == 0 ? interestingValue<T>(random) : static_cast<T>(int(random() % 5) - 2);
            std::memcpy(memory() + at, &value, sizeof(T));
        }
        for (uint32_t at = kDst; at < kUbBytes; ++at) {
            memory()[at] = uint8_t(random());
        }
        before_.assign(memory(), memory() + kUbBytes);
    }
    template <class T>
    T before(uint64_t address) {
        T value;
        std::memcpy(&value, before_.data() + address, sizeof(T));
        return value;
    }
    bool bitBefore(uint64_t address, uint64_t bit) { return (before_[address + bit / 8] >> (bit % 8) & 1) != 0; }
    template <class T>
    uint64_t place(uint32_t start, uint32_t repeat, uint32_t lane, int blk, int rep) {
        const uint32_t perBlock = 32 / sizeof(T);
        return start + 32 * (uint64_t{repeat} * rep + uint64_t{lane / perBlock} * blk) + lane % perBlock * sizeof(T);
    }
    int pick(std::initializer_list<int> values) { return *(values.begin() + random() % values.size()); }

    // The bits of `repeats` repeats at kDst are as expected, and nothing behind them has changed.
    template <class Bit>
    void checkBits(uint32_t count, Bit bit, const std::string& what) {
        for (uint32_t e = 0; e < count; ++e) {
            ASSERT_EQ((memory()[kDst + e / 8] >> (e % 8) & 1) != 0, bit(e)) << what << " bit " << e;
        }
        ASSERT_EQ(
            std::memcmp(memory() + kDst + count / 8, before_.data() + kDst + count / 8, kUbBytes - kDst - count / 8), 0)
            << what;
        ASSERT_EQ(std::memcmp(memory(), before_.data(), kDst), 0) << what;
    }

    std::vector<uint8_t> before_;
};

template <class F>
void forTypes(F f) {
    f(half{});
    f(float{});
    f(int32_t{});
}

TEST_F(CompareTest, ToUb) {
    forTypes([&]<class T>(T) {
        constexpr uint32_t kLanes = 256 / sizeof(T);
        const auto a = local<T>(0, kSrc1 / sizeof(T));
        const auto b = local<T>(kSrc1, kSrc1 / sizeof(T));
        const auto d = local<uint8_t>(kDst, 4096);
        for (const CMPMODE mode : kModes) {
            if (std::is_same_v<T, int32_t> && mode != CMPMODE::EQ) {
                continue;
            }
            for (int round = 0; round < 24; ++round) {
                fill<T>();
                const bool scalar = round % 2 == 1;
                const T value = before<T>(uint64_t(random() % 4096) * sizeof(T));
                const int blk0 = pick({1, 1, 0, 2});
                const int blk1 = pick({1, 1, 0, 2});
                const int rep0 = pick({8, 8, 0, 3});
                const int rep1 = pick({8, 8, 0, 3});
                const auto repeats = uint8_t(random() % 9);
                const uint64_t mask[2] = {random(), random()};
                const BinaryRepeatParams binary(1, uint8_t(blk0), uint8_t(blk1), 8, uint8_t(rep0), uint8_t(rep1));
                const UnaryRepeatParams unary(1, uint16_t(blk0), 8, uint8_t(rep0));
                const auto slices = [&](uint32_t e) {
                    const T left = before<T>(place<T>(0, e / kLanes, e % kLanes, blk0, rep0));
                    const T right = scalar ? value : before<T>(place<T>(kSrc1, e / kLanes, e % kLanes, blk1, rep1));
                    return holds(mode, left, right);
                };
                const auto dense = [&](uint32_t e) {
                    return holds(mode, before<T>(e * sizeof(T)), scalar ? value : before<T>(kSrc1 + e * sizeof(T)));
                };
                switch (round / 2 % 6) {
                    case 0:
                        scalar ? Compares(d, a, value, mode, kLanes * 5) : Compare(d, a, b, mode, kLanes * 5);
                        checkBits(kLanes * 5, dense, "count");
                        break;
                    case 1:
                        scalar ? CompareScalar(d.ReinterpretCast<int8_t>(), a, value, mode, kLanes * 3 + 5)
                               : Compare(d.ReinterpretCast<int8_t>(), a, b, mode, kLanes * 3 + 5);
                        checkBits(kLanes * 3, dense, "count with a rest");
                        EXPECT_THAT(takeWarnings(),
                                    ElementsAre(fmt::format("TRUNCATED: {}: count {} is {} bytes, not a multiple of "
                                                            "256; the last 5 elements are not compared",
                                                            scalar ? "Compares" : "Compare", kLanes * 3 + 5,
                                                            (kLanes * 3 + 5) * sizeof(T))));
                        break;
                    case 2:  // the mask has no effect
                        scalar ? Compares(d, a, value, mode, uint64_t(3), repeats, unary)
                               : Compare(d, a, b, mode, uint64_t(3), repeats, binary);
                        checkBits(repeats * kLanes, slices, "lanes");
                        break;
                    case 3:
                        scalar ? CompareScalar(d, a, value, mode, mask, repeats, unary)
                               : Compare(d, a, b, mode, mask, repeats, binary);
                        checkBits(repeats * kLanes, slices, "bits");
                        break;
                    case 4:
                        scalar ? Compares<T, uint8_t, false>(d, a, value, mode, MASK_PLACEHOLDER, repeats, unary)
                               : Compare<T, uint8_t, false>(d, a, b, mode, MASK_PLACEHOLDER, repeats, binary);
                        checkBits(repeats * kLanes, slices, "register");
                        break;
                    default:  // counter mode: as many repeats as hold the elements
                        SetMaskCount();
                        SetVectorMask<T, MaskMode::COUNTER>(0, 2 * kLanes + 1);
                        scalar ? Compares<T, uint8_t, false>(d, a, value, mode, MASK_PLACEHOLDER, 1, unary)
                               : Compare<T, uint8_t, false>(d, a, b, mode, MASK_PLACEHOLDER, 1, binary);
                        SetMaskNorm();
                        ResetMask();
                        checkBits(3 * kLanes, slices, "counter");
                }
            }
        }
    });
}

TEST_F(CompareTest, Operators) {
    fill<float>();
    const auto a = local<float>(0, 128);
    const auto b = local<float>(kSrc1, 64);
    auto d = local<uint8_t>(kDst, 64);
    const auto check = [&](CMPMODE mode) {
        checkBits(
            128, [&](uint32_t e) { return holds(mode, before<float>(e * 4), before<float>(kSrc1 + e * 4)); }, "op");
    };
    const auto wide = local<float>(kSrc1, 128);
    d = a < wide;
    check(CMPMODE::LT);
    d = a > wide;
    check(CMPMODE::GT);
    d = a <= wide;
    check(CMPMODE::LE);
    d = a >= wide;
    check(CMPMODE::GE);
    d = a == wide;
    check(CMPMODE::EQ);
    d = a != wide;
    check(CMPMODE::NE);
    (void)b;
}

TEST_F(CompareTest, ToTheRegister) {
    const auto run = [&]<class T>(T) {
        constexpr uint32_t kLanes = 256 / sizeof(T);
        const auto a = local<T>(0, 1024);
        const auto b = local<T>(kSrc1, 1024);
        for (int round = 0; round < 48; ++round) {
            fill<T>();
            const CMPMODE mode = kModes[round % 6];
            const uint64_t old[2] = {random(), random()};
            const uint64_t mask[2] = {random(), kLanes > 64 ? random() : 0};
            const uint64_t lanes = random() % (kLanes + 1);
            const int blk0 = pick({1, 0, 2});
            const int blk1 = pick({1, 0, 2});
            const BinaryRepeatParams params(1, uint8_t(blk0), uint8_t(blk1), 8, 8, 8);
            const auto bytes = local<uint64_t>(kBits, 4);
            bytes.SetValue(0, old[0]);
            bytes.SetValue(1, old[1]);
            SetCmpMask(bytes);
            switch (round / 6 % 3) {
                case 0:
                    Compare(a, b, mode, lanes, params);
                    break;
                case 1:
                    Compare(a, b, mode, mask, params);
                    break;
                default:
                    SetVectorMask<T>(mask[1], mask[0]);
                    Compare<T, false>(a, b, mode, MASK_PLACEHOLDER, params);
                    ResetMask();
            }
            bytes.SetValue(2, 0x1234);
            GetCmpMask(bytes);
            EXPECT_EQ(bytes.GetValue(2), 0x1234U);
            for (uint32_t i = 0; i < 128; ++i) {
                const bool active =
                    i < kLanes && (round / 6 % 3 == 0 ? i < lanes : (mask[i / 64] >> (i % 64) & 1) != 0);
                const bool want = active ? holds(mode, before<T>(place<T>(0, 0, i, blk0, 8)),
                                                 before<T>(place<T>(kSrc1, 0, i, blk1, 8)))
                                         : (old[i / 64] >> (i % 64) & 1) != 0;
                ASSERT_EQ((bytes.GetValue(i / 64) >> (i % 64) & 1) != 0, want) << "round " << round << " lane " << i;
            }
        }
    };
    run(half{});
    run(float{});
}

TEST_F(CompareTest, SelectInAllForms) {
    const auto run = [&]<class T>(T) {
        constexpr uint32_t kLanes = 256 / sizeof(T);
        const auto a = local<T>(0, kSrc1 / sizeof(T));
        const auto b = local<T>(kSrc1, kSrc1 / sizeof(T));
        const auto d = local<T>(kDst, 32 * 1024 / sizeof(T));
        const auto s = local<uint8_t>(kBits, 4096);
        for (int round = 0; round < 200; ++round) {
            fill<T>();
            const auto mode = SELMODE(round % 3);
            const bool scalar = mode == SELMODE::VSEL_TENSOR_SCALAR_MODE;
            const T value = before<T>(uint64_t(random() % 4096) * sizeof(T));
            const int form = round / 3 % 5;  // count, lanes, bits, register forms without and with counter mode
            const int blk[3] = {pick({1, 1, 2}), pick({1, 1, 0, 2}), pick({1, 1, 0, 2})};
            const int rep[3] = {pick({8, 16}), pick({8, 8, 0, 3}), pick({8, 8, 0, 3})};
            const BinaryRepeatParams params{uint8_t(blk[0]), uint8_t(blk[1]), uint8_t(blk[2]),
                                            uint8_t(rep[0]), uint8_t(rep[1]), uint8_t(rep[2])};
            uint32_t repeats = random() % 7;
            const uint64_t mask[2] = {random(), kLanes > 64 ? random() : 0};
            const uint64_t lanes = random() % (kLanes + 1);
            const auto count = uint32_t(random() % 2000);
            const bool fromRegister = form > 2;
            uint64_t cmpMask[2] = {random(), random()};
            if (fromRegister) {
                if (scalar) {
                    std::memcpy(cmpMask, &value, sizeof(T));
                } else if (mode == SELMODE::VSEL_TENSOR_TENSOR_MODE) {
                    cmpMask[0] = uint64_t{0xabcd} << 32 | uint64_t(s.GetPhyAddr());
                }
                block().state.compareMask[0] = cmpMask[0];
                block().state.compareMask[1] = cmpMask[1];
                SetVectorMask<T>(mask[1], mask[0]);
                if (form == 4) {
                    SetMaskCount();
                    SetVectorMask<T, MaskMode::COUNTER>(0, count);
                }
            }
            const auto r = uint8_t(repeats);
            switch (form) {
                case 0:
                    scalar ? Select(d, s, a, value, mode, count)
                           : Select(d, s.ReinterpretCast<uint64_t>(), a, b, mode, count);
                    break;
                case 1:
                    scalar ? Select(d, s, a, value, mode, lanes, r, params)
                           : Select(d, s, a, b, mode, lanes, r, params);
                    break;
                case 2:
                    scalar ? Select(d, s, a, value, mode, mask, r, params) : Select(d, s, a, b, mode, mask, r, params);
                    break;
                default:
                    if (scalar) {
                        Select(d, s, a, r, params);
                    } else if (mode == SELMODE::VSEL_CMPMASK_SPR) {
                        Select<T, SELMODE::VSEL_CMPMASK_SPR>(d, a, b, r, params);
                    } else {
                        Select<T, SELMODE::VSEL_TENSOR_TENSOR_MODE>(d, a, b, r, params);
                    }
                    SetMaskNorm();
                    ResetMask();
            }
            std::vector<uint8_t> expected = before_;
            const bool counted = form == 0 || form == 4;
            repeats = counted ? (count + kLanes - 1) / kLanes : repeats;
            for (uint32_t repeat = 0; repeat < repeats; ++repeat) {
                for (uint32_t lane = 0; lane < kLanes; ++lane) {
                    const bool active = counted     ? repeat * kLanes + lane < count
                                        : form == 1 ? lane < lanes
                                                    : (mask[lane / 64] >> (lane % 64) & 1) != 0;
                    if (!active) {
                        continue;
                    }
                    const auto at = [&](int operand, uint32_t start) {
                        return form == 0 ? start + (repeat * kLanes + lane) * sizeof(T)
                                         : place<T>(start, repeat, lane, blk[operand], rep[operand]);
                    };
                    const bool bit = mode != SELMODE::VSEL_CMPMASK_SPR ? bitBefore(kBits, repeat * kLanes + lane)
                                     : fromRegister                    ? (cmpMask[lane / 64] >> (lane % 64) & 1) != 0
                                                                       : bitBefore(kBits, lane);
                    const T result = bit ? before<T>(at(1, 0)) : scalar ? value : before<T>(at(2, kSrc1));
                    std::memcpy(expected.data() + at(0, kDst), &result, sizeof(T));
                }
            }
            ASSERT_EQ(std::memcmp(memory(), expected.data(), kUbBytes), 0)
                << "round " << round << " mode " << int(mode) << " form " << form << " count " << count;
        }
    };
    run(half{});
    run(float{});
    EXPECT_THAT(takeWarnings(), IsEmpty());
}

// V 25, vectors 20 and 21.
TEST_F(CompareTest, DocumentedExamples) {
    const int left[] = {2, 3, 5, 7, 11, 13, 17, 19};
    const int right[] = {2, 4, 6, 8, 10, 12, 14, 16};
    const auto a = local<float>(0, 64);
    const auto b = local<float>(256, 64);
    for (int i = 0; i < 64; ++i) {
        a.SetValue(i, left[i % 8]);
        b.SetValue(i, right[i % 8]);
    }
    const auto d = local<uint8_t>(512, 32);
    const auto byteOf = [&](CMPMODE mode) {
        Compare(d, a, b, mode, 64);
        return d.GetValue(7);
    };
    EXPECT_EQ(byteOf(CMPMODE::GT), 240);
    EXPECT_EQ(byteOf(CMPMODE::GE), 241);
    EXPECT_EQ(byteOf(CMPMODE::LE), 15);
    EXPECT_EQ(byteOf(CMPMODE::LT), 14);
    EXPECT_EQ(byteOf(CMPMODE::EQ), 1);
    EXPECT_EQ(byteOf(CMPMODE::NE), 254);
}

TEST_F(CompareTest, ChecksParametersAndOperands) {
    const auto a = local<float>(0, 128);
    const auto i = local<int32_t>(0, 128);
    const auto d = local<uint8_t>(4096, 16);
    const auto s = local<uint8_t>(8192, 16);
    EXPECT_NO_FAULT(Compare(d, i, i, CMPMODE::EQ, 64));
    EXPECT_FAULT(Compare(d, i, i, CMPMODE::LT, 64), "DTYPE", "Compare: int32_t can only be compared with CMPMODE::EQ");
    EXPECT_FAULT(Compares(d, i, 3, CMPMODE::NE, 64), "DTYPE",
                 "Compares: int32_t can only be compared with CMPMODE::EQ");
    EXPECT_FAULT(Compare(d, a, a, CMPMODE(9), 64), "RANGE", "Compare: CMPMODE 9 does not exist");
    EXPECT_NO_FAULT(Compare(d, a, a, CMPMODE::LT, 128));
    EXPECT_FAULT(
        Compares(d, local<float>(0, 256), 1.0F, CMPMODE::LT, 192), "OOB",
        "Compares: UB destination [0x1000, 0x1018) of LocalTensor ends 8 bytes past its allocation of 16 bytes "
        "(static tensor VECCALC)");
    EXPECT_FAULT(Select(a, s, a, a, SELMODE::VSEL_TENSOR_SCALAR_MODE, 64), "RANGE",
                 "Select: SELMODE 1 does not go with two tensors");
    EXPECT_FAULT(Select(a, s, a, 1.0F, SELMODE::VSEL_CMPMASK_SPR, 64), "RANGE",
                 "Select: SELMODE 0 does not go with a tensor and a scalar");
    EXPECT_NO_FAULT(Select(a, s, a, 1.0F, SELMODE::VSEL_TENSOR_SCALAR_MODE, 128));
    EXPECT_FAULT(Select(a, local<uint8_t>(8192, 15), a, 1.0F, SELMODE::VSEL_TENSOR_SCALAR_MODE, 128), "OOB",
                 "Select: UB selMask [0x2000, 0x2010) of LocalTensor ends 1 bytes past its allocation of 15 bytes "
                 "(static tensor VECCALC)");
    block().state.compareMask[0] = 0x2008;
    EXPECT_FAULT((Select<float, SELMODE::VSEL_TENSOR_TENSOR_MODE>(a, a, a, 1, {1, 1, 1, 8, 8, 8})), "ALIGN",
                 "Select: the selMask address 0x2008 in CMPMASK is not a multiple of 32 bytes");
    block().state.compareMask[0] = kUbBytes;
    EXPECT_FAULT((Select<float, SELMODE::VSEL_TENSOR_TENSOR_MODE>(a, a, a, 1, {1, 1, 1, 8, 8, 8})), "OOB",
                 "Select: selMask [0x30000, 0x30008), its address from CMPMASK, is past the end of UB at 0x30000");
    EXPECT_NO_FAULT(GetCmpMask(d));
    EXPECT_FAULT(GetCmpMask(d[8]), "ALIGN",
                 "GetCmpMask: UB destination address 0x1008 is not a multiple of 16 bytes (static tensor VECCALC)");
    EXPECT_FAULT(
        SetCmpMask(local<uint8_t>(16, 8)), "OOB",
        "SetCmpMask: UB source [0x10, 0x20) of LocalTensor ends 8 bytes past its allocation of 8 bytes (static "
        "tensor VECCALC)");
}

}  // namespace
}  // namespace acc::test
