// SPDX-License-Identifier: Apache-2.0
// The overflow modes of the control register (ascendc-vector 4.1, 4.3, 19.1), fused conversions (9.5, 9.6) and bitwise
// operations on 32-bit tensors (10.1).
#include "tests/conformance/isa/harness.h"
#include "tests/conformance/isa/reference.h"

namespace acc::test {
namespace {

using namespace AscendC;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const Covers kCovers{"AddReluCast", "SubReluCast", "MulCast", "AddDeqRelu"};

class OverflowTest : public CoreTest {
protected:
    template <class T>
    LocalTensor<T> values(uint32_t address, std::initializer_list<double> numbers) {
        const auto tensor = local<T>(address, 128);
        uint32_t i = 0;
        for (const double number : numbers) {
            if constexpr (std::is_integral_v<T>) {
                tensor.SetValue(i++, T(number));
            } else {
                tensor.SetValue(i++, T(float(number)));
            }
        }
        return tensor;
    }
    template <class T>
    std::vector<double> read(const LocalTensor<T>& tensor, uint32_t count) {
        std::vector<double> result;
        for (uint32_t i = 0; i < count; ++i) {
            result.push_back(double(valueOf(tensor.GetValue(i))));
        }
        return result;
    }
};

constexpr double kInf = INFINITY;

TEST_F(OverflowTest, HalfSaturates) {
    const auto a = values<half>(0, {60000, -60000, kInf, NAN, 1, 0});
    const auto b = values<half>(1024, {60000, -60000, 1, 1, 0, 0});
    const auto d = local<half>(2048, 128);
    SetCtrlSpr<48, 48>(0);
    Add(d, a, b, 6);
    EXPECT_THAT(read(d, 6), ElementsAre(65504, -65504, 65504, 0, 1, 0));
    Div(d, a, b, 6);
    EXPECT_THAT(read(d, 6), ElementsAre(1, 1, 65504, 0, 65504, 0));
    Max(d, a, b, 6);
    EXPECT_THAT(read(d, 6), ElementsAre(60000, -60000, 65504, 0, 1, 0));
    const auto negative = values<half>(3072, {-1});
    Ln(d, negative, 1);
    EXPECT_EQ(float(d.GetValue(0)), 0.0F);
    // An intermediate result saturates too: (65504 * 2) - 65504.
    const auto large = values<half>(0, {65504});
    const auto two = values<half>(1024, {2});
    const auto sum = values<half>(2048, {-65504});
    MulAddDst(sum, large, two, 1);
    EXPECT_EQ(float(sum.GetValue(0)), 0.0F);
    Axpy(sum, large, half(2.0F), 1);
    EXPECT_EQ(float(sum.GetValue(0)), 65504.0F);
    // float ignores the mode.
    const auto f = values<float>(0, {3e38, kInf, NAN});
    const auto g = local<float>(2048, 8);
    Add(g, f, f, 3);
    EXPECT_EQ(g.GetValue(0), INFINITY);
    EXPECT_TRUE(std::isnan(g.GetValue(2)));
    SetCtrlSpr<48, 48>(1);
    Add(d, values<half>(0, {60000}), values<half>(1024, {60000}), 1);
    EXPECT_EQ(float(d.GetValue(0)), INFINITY);
}

TEST_F(OverflowTest, IntegersSaturate) {
    const auto run = [&]<class T>(T) {
        const double low = std::numeric_limits<T>::min();
        const double high = std::numeric_limits<T>::max();
        const auto a = values<T>(0, {high, low, low, 3});
        const auto b = values<T>(1024, {1, -1, low, 4});
        const auto d = local<T>(2048, 64);
        SetSaturationFlag<SaturationMode::FLOAT>(true);
        Add(d, a, b, 4);
        EXPECT_THAT(read(d, 4), ElementsAre(high, low, low, 7));
        Sub(d, a, b, 4);
        EXPECT_THAT(read(d, 4), ElementsAre(high - 1, low + 1, 0, -1));
        Mul(d, a, b, 4);
        EXPECT_THAT(read(d, 4), ElementsAre(high, high, high, 12));
        Adds(d, a, T(10), 4);
        EXPECT_THAT(read(d, 4), ElementsAre(high, low + 10, low + 10, 13));
        Muls(d, a, T(-2), 4);
        EXPECT_THAT(read(d, 4), ElementsAre(low, high, high, -6));
        SetSaturationFlag<SaturationMode::FLOAT>(false);
        Mul(d, a, b, 4);
        EXPECT_THAT(read(d, 4), ElementsAre(high, low, 0, 12));
    };
    run(int16_t{});
    run(int32_t{});
}

TEST_F(OverflowTest, ReductionsSaturateNodeByNode) {
    const auto x = local<half>(0, 128);
    const auto d = local<half>(2048, 128);
    for (uint32_t i = 0; i < 128; ++i) {
        x.SetValue(i, half(1.0F));
    }
    x.SetValue(5, half(-INFINITY));
    SetCtrlSpr<48, 48>(0);
    WholeReduceSum(d, x, 128, 1, 1, 1, 8);
    EXPECT_EQ(float(d.GetValue(0)), -65376.0F);  // as documented
    x.SetValue(5, half(NAN));
    BlockReduceSum(d, x, 1, 128, 1, 1, 8);
    EXPECT_EQ(float(d.GetValue(0)), 14.0F);  // the pair with the NaN counts 0
    EXPECT_EQ(float(d.GetValue(1)), 16.0F);
    WholeReduceMax(d, x, 128, 1, 1, 1, 8);
    EXPECT_EQ(float(d.GetValue(0)), 0.0F);
    x.SetValue(5, half(INFINITY));
    BlockReduceMax(d, x, 1, 128, 1, 1, 8);
    EXPECT_EQ(float(d.GetValue(0)), 65504.0F);
}

TEST_F(OverflowTest, ConversionsSaturateOrTruncate) {
    const auto f = values<float>(0, {65520, -1e30, kInf, NAN, 65519});
    const auto h = local<half>(2048, 128);
    SetCtrlSpr<48, 48>(0);
    Cast(h, f, RoundMode::CAST_RINT, 5);
    EXPECT_THAT(read(h, 5), ElementsAre(65504, -65504, 65504, 0, 65504));
    const auto b = local<bfloat16_t>(2048, 128);
    Cast(b, f, RoundMode::CAST_RINT, 5);
    EXPECT_EQ(b.ReinterpretCast<uint16_t>().GetValue(2), 0x7f7f);
    EXPECT_EQ(b.ReinterpretCast<uint16_t>().GetValue(3), 0);
    SetCtrlSpr<48, 48>(1);
    SetSaturationFlag<SaturationMode::CAST>(false);
    const auto n = values<float>(0, {65537.5, -3.5, 3e9, kInf, NAN, 32768});
    const auto i16 = local<int16_t>(2048, 128);
    Cast(i16, n, RoundMode::CAST_FLOOR, 6);
    EXPECT_THAT(read(i16, 6), ElementsAre(1, -4, double(int16_t(uint16_t(3000000000LL))), 0, 0, -32768));
    const auto i32 = values<int32_t>(0, {70000, -70000});
    Cast(i16, i32, RoundMode::CAST_NONE, 2);
    EXPECT_THAT(read(i16, 2), ElementsAre(4464, -4464));
    const auto halves = values<half>(0, {300, -300, 127.5});
    const auto i8 = local<int8_t>(2048, 128);
    Cast(i8, halves, RoundMode::CAST_RINT, 3);
    EXPECT_THAT(read(i8, 3), ElementsAre(44, -44, -128));
    SetSaturationFlag<SaturationMode::CAST>(true);
    Cast(i8, halves, RoundMode::CAST_RINT, 3);
    EXPECT_THAT(read(i8, 3), ElementsAre(127, -128, 127));
}

// dst type, src type; relu or a product, to nearest even, saturated, NaN as 0.
template <class T, class U>
T fusedReference(char operation, U a, U b) {
    if constexpr (std::is_same_v<U, int16_t>) {
        const auto sum = int16_t(operation == '+' ? a + b : a - b);
        return convertTo<T>(RoundMode::CAST_RINT, std::max<int16_t>(sum, 0));
    } else {
        const Real exact = operation == '+'   ? valueOf(a) + valueOf(b)
                           : operation == '-' ? valueOf(a) - valueOf(b)
                                              : valueOf(a) * valueOf(b);
        Real value = valueOf(convertTo<U>(RoundMode::CAST_RINT, exact));
        if (std::isnan(value)) {
            return T(0.0F);
        }
        value = operation != '*' && value <= 0 ? 0 : value;
        return convertTo<T>(RoundMode::CAST_RINT, value);
    }
}

TEST_F(OverflowTest, FusedConversions) {
    const auto run = [&]<class T, class U>(T, U, char operation, auto instruction) {
        const auto a = local<U>(0, 1024);
        const auto b = local<U>(8192, 1024);
        const auto d = local<T>(16384, 4096);
        for (int round = 0; round < 20; ++round) {
            for (uint32_t i = 0; i < 1024; ++i) {
                a.SetValue(i, interestingValue<U>(random));
                b.SetValue(i, interestingValue<U>(random));
            }
            const uint32_t count = random() % 700;
            const bool sliced = round % 2 == 1;
            // Two repeats of all lanes: the narrow destination takes half the blocks.
            const uint32_t lanes = 256 / sizeof(U);
            const uint8_t dstRep = uint8_t(lanes * sizeof(T) / 32);
            instruction(d, a, b, sliced, count, lanes, BinaryRepeatParams(1, 1, 1, dstRep, 8, 8));
            for (uint32_t i = 0; i < (sliced ? 2 * lanes : count); ++i) {
                ASSERT_TRUE(same(fusedReference<T>(operation, a.GetValue(i), b.GetValue(i)), d.GetValue(i)))
                    << operation << " " << i << ": " << double(valueOf(a.GetValue(i))) << " and "
                    << double(valueOf(b.GetValue(i)));
            }
        }
    };
#define CALL(name)                                                                                                 \
    [](auto& d, auto& a, auto& b, bool sliced, uint32_t count, uint64_t lanes, const BinaryRepeatParams& params) { \
        sliced ? name(d, a, b, lanes, 2, params) : name(d, a, b, int32_t(count));                                  \
    }
    run(half{}, float{}, '+', CALL(AddReluCast));
    run(int8_t{}, half{}, '+', CALL(AddReluCast));
    run(int8_t{}, int16_t{}, '+', CALL(AddReluCast));
    run(half{}, float{}, '-', CALL(SubReluCast));
    run(int8_t{}, half{}, '-', CALL(SubReluCast));
    run(int8_t{}, int16_t{}, '-', CALL(SubReluCast));
    run(int8_t{}, half{}, '*', CALL(MulCast));
    run(uint8_t{}, half{}, '*', CALL(MulCast));
    EXPECT_THAT(takeWarnings(), IsEmpty());
}

TEST_F(OverflowTest, DequantisedSums) {
    const auto a = local<int32_t>(0, 128);
    const auto b = local<int32_t>(1024, 128);
    const auto d = local<half>(2048, 128);
    a.SetValue(0, 70);
    b.SetValue(0, 19);
    SetDeqScale(half(0.1F));
    AddDeqRelu(d, a, b, 1);
    EXPECT_TRUE(same(convertTo<half>(RoundMode::CAST_RINT, 89 * valueOf(half(0.1F))), d.GetValue(0)));
    for (uint32_t i = 0; i < 128; ++i) {
        a.SetValue(i, int32_t(random() % 200001) - 100000);
        b.SetValue(i, int32_t(random() % 2000001) - 1000000);
    }
    AddDeqRelu<true>(d, a, b, uint64_t{64}, uint8_t{2}, {1, 1, 1, 4, 8, 8});
    for (uint32_t i = 0; i < 128; ++i) {
        const Real sum = Real(a.GetValue(i)) + b.GetValue(i);
        const Real product = sum * valueOf(half(0.1F));
        ASSERT_TRUE(same(convertTo<half>(RoundMode::CAST_RINT, product <= 0 ? 0 : product), d.GetValue(i))) << i;
    }
}

TEST_F(OverflowTest, BitwiseOn32Bits) {
    const auto a = local<int32_t>(0, 16);
    const auto b = local<int32_t>(1024, 16);
    auto d = local<int32_t>(2048, 16);
    for (uint32_t i = 0; i < 16; ++i) {
        a.SetValue(i, int32_t(random()));
        b.SetValue(i, int32_t(random()));
        d.SetValue(i, 7);
    }
    And(d, a, b, 8);  // 8 lanes of 16 bits
    for (uint32_t i = 0; i < 16; ++i) {
        EXPECT_EQ(d.GetValue(i), i < 4 ? a.GetValue(i) & b.GetValue(i) : 7) << i;
    }
    EXPECT_THAT(takeWarnings(),
                ElementsAre("TRUNCATED: And: count 8 of a 32-bit tensor counts 16-bit lanes: 4 elements are "
                            "processed; use ReinterpretCast<uint16_t>() and twice the count"));
    Not(d, a, 32);
    EXPECT_EQ(d.GetValue(15), ~a.GetValue(15));
    takeWarnings();
    d = a | b;
    EXPECT_EQ(d.GetValue(15), a.GetValue(15) | b.GetValue(15));
    EXPECT_THAT(takeWarnings(), IsEmpty());
}

}  // namespace
}  // namespace acc::test
