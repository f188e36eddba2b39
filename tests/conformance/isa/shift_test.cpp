// SPDX-License-Identifier: Apache-2.0
// Shifts bit by bit, in every form (ascendc-vector 10.2).
#include "tests/conformance/isa/harness.h"
#include "tests/conformance/isa/reference.h"

namespace acc::test {
namespace {

using namespace AscendC;

const Covers kCovers{"ShiftLeft", "ShiftRight"};

class Shift : public CoreTest {};

// Bit i of the result from the bits of x, as the tables describe it.
template <class T>
T shifted(T x, int amount, bool left, bool rounds) {
    constexpr int kWidth = sizeof(T) * 8;
    const auto bits = static_cast<uint64_t>(static_cast<std::make_unsigned_t<T>>(x));
    const auto bit = [&](int i) { return i >= 0 && i < kWidth ? bits >> i & 1 : uint64_t{0}; };
    uint64_t result = 0;
    for (int i = 0; i < kWidth; ++i) {
        uint64_t value = 0;
        if (left) {
            value = std::is_signed_v<T> && i == kWidth - 1 ? bit(i) : bit(i - amount);
        } else {
            value = i + amount < kWidth ? bit(i + amount) : std::is_signed_v<T> ? bit(kWidth - 1) : 0;
        }
        result |= value << i;
    }
    if (!left && rounds && std::is_signed_v<T> && amount > 0) {
        result += bit(amount - 1);
    }
    return static_cast<T>(result);
}

template <class T, bool left>
void apply(const LocalTensor<T>& d, const LocalTensor<T>& x, T amount, int form, const uint64_t* bits, bool rounds) {
    const UnaryRepeatParams params{1, 1, 8, 8};
    if constexpr (left) {
        form == 0   ? ShiftLeft(d, x, amount, 600)
        : form == 1 ? ShiftLeft(d, x, amount, uint64_t(37), 3, params)
        : form == 2 ? ShiftLeft(d, x, amount, bits, 3, params)
        : form == 3 ? ShiftLeft<T, false>(d, x, amount, MASK_PLACEHOLDER, 3, params)
                    : ShiftLeft<T, false>(d, x, amount, 1);
    } else {
        form == 0   ? ShiftRight(d, x, amount, 600)
        : form == 1 ? ShiftRight(d, x, amount, uint64_t(37), 3, params, rounds)
        : form == 2 ? ShiftRight(d, x, amount, bits, 3, params, rounds)
        : form == 3 ? ShiftRight<T, false>(d, x, amount, MASK_PLACEHOLDER, 3, params, rounds)
                    : ShiftRight<T, false>(d, x, amount, 1);
    }
}

template <class T>
void checkType(std::mt19937_64& random) {
    constexpr uint32_t kLanes = 256 / sizeof(T);
    const LocalTensor<T> x(TPosition::VECCALC, 0, 1024);
    const LocalTensor<T> d(TPosition::VECCALC, 8192, 1024);
    for (int amount = 0; amount <= int(sizeof(T)) * 8; ++amount) {
        for (int form = 0; form < 5; ++form) {
            for (const bool left : {true, false}) {
                const bool rounds = random() % 2 == 0;
                for (uint32_t i = 0; i < 1024; ++i) {
                    x.SetValue(i, interestingValue<T>(random));
                    d.SetValue(i, T(77));
                }
                const uint64_t bits[2] = {random(), kLanes > 64 ? random() : 0};
                if (form == 3) {
                    SetVectorMask<T>(bits[1], bits[0]);
                } else if (form == 4) {
                    SetVectorMask<T, MaskMode::COUNTER>(0, 600);
                }
                left ? apply<T, true>(d, x, T(amount), form, bits, rounds)
                     : apply<T, false>(d, x, T(amount), form, bits, rounds);
                SetMaskNorm();
                ResetMask();
                for (uint32_t i = 0; i < 1024; ++i) {
                    const uint32_t lane = i % kLanes;
                    const bool active = form == 0 || form == 4 ? i < 600
                                        : i >= 3 * kLanes      ? false
                                        : form == 1            ? lane < 37
                                                               : (bits[lane / 64] >> (lane % 64) & 1) != 0;
                    const bool slice = form > 0 && form < 4;
                    const T want = active ? shifted(x.GetValue(i), amount, left, slice && rounds) : T(77);
                    ASSERT_EQ(d.GetValue(i), want) << int64_t(x.GetValue(i)) << (left ? " << " : " >> ") << amount
                                                   << " form " << form << " element " << i;
                }
            }
        }
    }
}

TEST_F(Shift, Int16) {
    checkType<int16_t>(random);
}
TEST_F(Shift, Uint16) {
    checkType<uint16_t>(random);
}
TEST_F(Shift, Int32) {
    checkType<int32_t>(random);
}
TEST_F(Shift, Uint32) {
    checkType<uint32_t>(random);
}

// V 25, vector 18.
TEST_F(Shift, DocumentedExamples) {
    const auto s = local<int16_t>(0, 16);
    const auto u = local<uint16_t>(32, 16);
    const auto one = [&](int16_t x, int16_t amount, bool left, bool rounds) {
        s.SetValue(0, x);
        left ? ShiftLeft(s, s, amount, 1) : ShiftRight(s, s, amount, uint64_t(1), 1, {1, 1, 8, 8}, rounds);
        return uint16_t(s.GetValue(0));
    };
    EXPECT_EQ(one(int16_t(0xaaaa), 1, true, false), 0xd554);
    EXPECT_EQ(one(int16_t(0xaaaa), 3, true, false), 0xd550);
    EXPECT_EQ(one(17, 5, false, true), 1);
    EXPECT_EQ(one(17, 5, false, false), 0);
    EXPECT_EQ(one(-1, 16, false, false), 0xffff);
    u.SetValue(0, 0xaaaa);
    ShiftLeft(u, u, uint16_t(1), 1);
    EXPECT_EQ(u.GetValue(0), 0x5554);
}

TEST_F(Shift, ChecksTheAmount) {
    const auto s = local<int16_t>(0, 16);
    const auto w = local<uint32_t>(0, 16);
    EXPECT_FAULT(ShiftLeft(s, s, int16_t(-1), 8), "RANGE", "ShiftLeft: scalarValue is -1, expected 0..16");
    EXPECT_FAULT(ShiftRight(s, s, int16_t(17), 8), "RANGE", "ShiftRight: scalarValue is 17, expected 0..16");
    EXPECT_FAULT(ShiftRight(w, w, 33U, 8), "RANGE", "ShiftRight: scalarValue is 33, expected 0..32");
    EXPECT_NO_FAULT(ShiftRight(w, w, 32U, 8));
}

}  // namespace
}  // namespace acc::test
