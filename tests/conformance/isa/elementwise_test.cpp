// SPDX-License-Identifier: Apache-2.0
// Every elementwise row of isa.def, every element type it lists, in every call form, against the scalar reference. The
// cases expand from the rows, so a new row without a reference function fails here.
#include <functional>

#include "tests/conformance/isa/harness.h"
#include "tests/conformance/isa/reference.h"

namespace acc::test {
namespace {

using namespace AscendC;

const Covers kCovers{
#define ACC_UNARY(name, section, ...) #name,
#define ACC_BINARY(name, section, ...) #name,
#define ACC_SCALAR(name, section, ...) #name,
#define ACC_FILL(name, section, ...) #name,
#define ACC_ACCUMULATE_SCALAR(name, section, ...) #name,
#define ACC_ACCUMULATE(name, section, ...) #name,
#define ACC_FUSED(name, section, ...) #name,
#define ACC_SHIFT(name, section, ...)
#define ACC_INDEX(name, section, ...)
#define ACC_MASKED_COPY(name, section, ...)
#include "include/kernel/isa.def"
};

// Where the operands of a case live and which of their lanes it touches.
struct Layout {
    uint32_t address[3];
    uint32_t blk[3] = {1, 1, 1};
    uint32_t rep[3] = {8, 8, 8};
};
constexpr uint32_t kOperandBytes = 48 * 1024;

// One instruction of T (destination) and U (sources) through all its forms.
template <class T, class U>
class Case {
public:
    using Lane = std::function<T(T dst, U a, U b, bool& known)>;
    using Count = std::function<void(LocalTensor<T>, LocalTensor<U>, LocalTensor<U>, U, int32_t)>;
    using Slice = std::function<void(LocalTensor<T>, LocalTensor<U>, LocalTensor<U>, U, uint64_t*, uint64_t, int, int,
                                     const Layout&)>;  // mask bits, lanes, form, repeats

    Case(rt::exec::Block& block, std::mt19937_64& random, std::string name, int sources, bool scalar)
        : block_(block), random_(random), name_(std::move(name)), sources_(sources), scalar_(scalar) {}

    Lane lane;
    Count count;
    Slice slice;

    void run() {
        bool known = true;
        lane(T{}, U{}, U{}, known);
        ASSERT_TRUE(known) << name_ << " has no reference";
        for (const int length : {0, 1, 2, 15, 16, 17, 31, 33, 63, 64, 65, 100, 127, 128, 129, 255, 1000, 2048, 4103}) {
            countForm(length);
        }
        countForm(static_cast<int>(kOperandBytes / std::max(sizeof(T), sizeof(U))));
        for (int i = 0; i < 60; ++i) {
            sliceForm(i);
        }
    }

private:
    static constexpr uint32_t kLanes = 256 / std::max(sizeof(T), sizeof(U));

    uint8_t* ub() { return block_.memory[ACC_MEM_UB]; }

    template <class E>
    E* elements(uint32_t address) {
        return reinterpret_cast<E*>(ub() + address);
    }

    void fill() {
        for (uint32_t i = 0; i < kOperandBytes / sizeof(T); ++i) {
            elements<T>(0)[i] = interestingValue<T>(random_);
        }
        for (uint32_t i = 0; i < kOperandBytes / sizeof(U); ++i) {
            elements<U>(kOperandBytes)[i] = interestingValue<U>(random_);
            elements<U>(2 * kOperandBytes)[i] = interestingValue<U>(random_);
        }
        scalarValue_ = interestingValue<U>(random_);
        before_.assign(ub(), ub() + kUbBytes);
    }

    template <class E>
    E valueBefore(uint64_t address) {
        E value;
        std::memcpy(&value, before_.data() + address, sizeof(value));
        return value;
    }

    // Expected bytes of the destination when the lanes listed by `touch(repeat, lane)` are processed.
    void check(uint32_t repeats, const std::function<bool(uint32_t, uint32_t)>& active, const Layout& layout,
               uint32_t aliasOf, const std::string& what) {
        std::vector<uint8_t> expected = before_;
        const auto addressOf = [&](unsigned operand, size_t width, uint32_t repeat, uint32_t i) {
            const auto perBlock = static_cast<uint32_t>(32 / width);
            return uint64_t{layout.address[operand]} +
                   32 * (uint64_t{repeat} * layout.rep[operand] + uint64_t{i / perBlock} * layout.blk[operand]) +
                   i % perBlock * width;
        };
        (void)aliasOf;
        bool known = true;
        for (uint32_t repeat = 0; repeat < repeats; ++repeat) {
            std::vector<std::pair<uint64_t, T>> writes;
            for (uint32_t i = 0; i < kLanes; ++i) {
                if (!active(repeat, i)) {
                    continue;
                }
                const auto load = [&]<class E>(E, uint64_t address) {
                    E value;
                    std::memcpy(&value, expected.data() + address, sizeof(value));
                    return value;
                };
                const uint64_t to = addressOf(0, sizeof(T), repeat, i);
                const U a = sources_ > 0 ? load(U{}, addressOf(1, sizeof(U), repeat, i)) : U{};
                const U b = scalar_ ? scalarValue_ : sources_ > 1 ? load(U{}, addressOf(2, sizeof(U), repeat, i)) : U{};
                writes.emplace_back(to, lane(load(T{}, to), a, b, known));
            }
            for (const auto& [address, value] : writes) {
                std::memcpy(expected.data() + address, &value, sizeof(T));
            }
        }
        // Lanes by tolerance, everything else by byte.
        for (uint32_t i = 0; i < kOperandBytes / sizeof(T); ++i) {
            T want;
            T got;
            std::memcpy(&want, expected.data() + i * sizeof(T), sizeof(T));
            std::memcpy(&got, ub() + i * sizeof(T), sizeof(T));
            ASSERT_TRUE(same(want, got, toleranceOf(name_)))
                << name_ << " " << what << ": destination element " << i << " is " << double(valueOf(got))
                << ", expected " << double(valueOf(want)) << "; source 0 was "
                << double(valueOf(valueBefore<U>(kOperandBytes + i * sizeof(U)))) << ", source 1 or scalar "
                << double(valueOf(scalar_ ? scalarValue_ : valueBefore<U>(2 * kOperandBytes + i * sizeof(U))));
        }
        ASSERT_EQ(std::memcmp(ub() + kOperandBytes, before_.data() + kOperandBytes, kUbBytes - kOperandBytes), 0)
            << name_ << " " << what << ": wrote outside its destination";
    }

    LocalTensor<T> dst(uint32_t address) {
        return {TPosition::VECCALC, address, static_cast<uint32_t>(kOperandBytes / sizeof(T))};
    }
    LocalTensor<U> src(uint32_t address) {
        return {TPosition::VECIN, address, static_cast<uint32_t>(kOperandBytes / sizeof(U))};
    }

    void countForm(int length) {
        fill();
        count(dst(0), src(kOperandBytes), src(2 * kOperandBytes), scalarValue_, length);
        const auto n = static_cast<uint32_t>(length);
        Layout dense{{0, kOperandBytes, 2 * kOperandBytes}};
        dense.rep[0] = kLanes * sizeof(T) / 32;
        dense.rep[1] = dense.rep[2] = kLanes * sizeof(U) / 32;
        check((n + kLanes - 1) / kLanes, [&](uint32_t repeat, uint32_t i) { return repeat * kLanes + i < n; }, dense, 0,
              "count " + std::to_string(length));
    }

    void sliceForm(int round) {
        fill();
        Layout layout{{0, kOperandBytes, 2 * kOperandBytes}};
        const auto pick = [&](std::initializer_list<uint32_t> values) {
            return *(values.begin() + random_() % values.size());
        };
        layout.blk[0] = pick({1, 1, 1, 2, 3});
        layout.rep[0] = pick({8, 8, 4, 24, 32});
        for (int i = 1; i < 3; ++i) {
            layout.blk[i] = pick({1, 1, 1, 0, 2});
            layout.rep[i] = pick({8, 8, 4, 0, 1, 17});
        }
        const auto repeats = static_cast<int>(random_() % 9);
        uint64_t bits[2] = {random_(), random_()};
        if (kLanes <= 64) {
            bits[1] = 0;
        }
        const uint64_t lanes = random_() % 3 == 0 ? kLanes : random_() % (kLanes + 1);
        const int form = round % 4;
        std::string what = "form " + std::to_string(form) + " repeats " + std::to_string(repeats) + " lanes " +
                           std::to_string(lanes) + " strides";
        for (int i = 0; i < 3; ++i) {
            what += " " + std::to_string(layout.blk[i]) + "/" + std::to_string(layout.rep[i]);
        }
        // A destination that one repeat writes twice depends on the order of lanes, which the device does not define.
        switch (form) {
            case 0:  // contiguous mask
                slice(dst(0), src(kOperandBytes), src(2 * kOperandBytes), scalarValue_, bits, lanes, 0, repeats,
                      layout);
                check(static_cast<uint32_t>(repeats), [&](uint32_t, uint32_t i) { return i < lanes; }, layout, 0, what);
                break;
            case 1:  // bits
                slice(dst(0), src(kOperandBytes), src(2 * kOperandBytes), scalarValue_, bits, lanes, 1, repeats,
                      layout);
                check(
                    static_cast<uint32_t>(repeats),
                    [&](uint32_t, uint32_t i) { return (bits[i / 64] >> (i % 64) & 1) != 0; }, layout, 0, what);
                break;
            case 2:  // bits in the register
                SetMaskNorm();
                SetVectorMask<T>(bits[1], bits[0]);
                slice(dst(0), src(kOperandBytes), src(2 * kOperandBytes), scalarValue_, bits, 0, 2, repeats, layout);
                check(
                    static_cast<uint32_t>(repeats),
                    [&](uint32_t, uint32_t i) { return (bits[i / 64] >> (i % 64) & 1) != 0; }, layout, 0, what);
                ResetMask();
                break;
            default: {  // counter mode: the repeat count is ignored
                const auto total = static_cast<uint32_t>(random_() % (kLanes * 6));
                SetMaskCount();
                SetVectorMask<T, MaskMode::COUNTER>(0, total);
                slice(dst(0), src(kOperandBytes), src(2 * kOperandBytes), scalarValue_, bits, 0, 2, 1, layout);
                check((total + kLanes - 1) / kLanes,
                      [&](uint32_t repeat, uint32_t i) { return repeat * kLanes + i < total; }, layout, 0,
                      what + " total " + std::to_string(total));
                SetMaskNorm();
                ResetMask();
            }
        }
    }

    rt::exec::Block& block_;
    std::mt19937_64& random_;
    std::string name_;
    int sources_;
    bool scalar_;
    U scalarValue_{};
    std::vector<uint8_t> before_;
};

UnaryRepeatParams unaryParams(const Layout& l) {
    return {uint16_t(l.blk[0]), uint16_t(l.blk[1]), uint8_t(l.rep[0]), uint8_t(l.rep[1])};
}
BinaryRepeatParams binaryParams(const Layout& l) {
    return {uint8_t(l.blk[0]), uint8_t(l.blk[1]), uint8_t(l.blk[2]),
            uint8_t(l.rep[0]), uint8_t(l.rep[1]), uint8_t(l.rep[2])};
}

template <class... T, class F>
void forTypes(F f) {
    (f(T{}), ...);
}

class Elementwise : public CoreTest {};

// form: 0 contiguous mask, 1 bits, 2 register

#define ACC_UNARY(name, section, ...)                                                                    \
    TEST_F(Elementwise, name) {                                                                          \
        forTypes<__VA_ARGS__>([&]<class T>(T) {                                                          \
            Case<T, T> c(block(), random, #name, 1, false);                                              \
            c.lane = [](T d, T a, T b, bool& known) { return referenceLane<T>(#name, d, a, b, known); }; \
            c.count = [](auto d, auto a, auto, T, int32_t n) { name(d, a, n); };                         \
            c.slice = [](auto d, auto a, auto, T, uint64_t* bits, uint64_t lanes, int form, int repeats, \
                         const Layout& layout) {                                                         \
                const auto r = static_cast<uint8_t>(repeats);                                            \
                form == 0   ? name(d, a, lanes, r, unaryParams(layout))                                  \
                : form == 1 ? name(d, a, bits, r, unaryParams(layout))                                   \
                            : name<T, false>(d, a, MASK_PLACEHOLDER, r, unaryParams(layout));            \
            };                                                                                           \
            c.run();                                                                                     \
        });                                                                                              \
    }
#define ACC_BINARY(name, section, ...)                                                                     \
    TEST_F(Elementwise, name) {                                                                            \
        forTypes<__VA_ARGS__>([&]<class T>(T) {                                                            \
            Case<T, T> c(block(), random, #name, 2, false);                                                \
            c.lane = [](T d, T a, T b, bool& known) { return referenceLane<T>(#name, d, a, b, known); };   \
            c.count = [](auto d, auto a, auto b, T, int32_t n) { name(d, a, b, n); };                      \
            c.slice = [](auto d, auto a, auto b, T, uint64_t* bits, uint64_t lanes, int form, int repeats, \
                         const Layout& layout) {                                                           \
                const auto r = static_cast<uint8_t>(repeats);                                              \
                form == 0   ? name(d, a, b, lanes, r, binaryParams(layout))                                \
                : form == 1 ? name(d, a, b, bits, r, binaryParams(layout))                                 \
                            : name<T, false>(d, a, b, MASK_PLACEHOLDER, r, binaryParams(layout));          \
            };                                                                                             \
            c.run();                                                                                       \
        });                                                                                                \
    }
#define ACC_SCALAR(name, section, ...)                                                                     \
    TEST_F(Elementwise, name) {                                                                            \
        forTypes<__VA_ARGS__>([&]<class T>(T) {                                                            \
            Case<T, T> c(block(), random, #name, 1, true);                                                 \
            c.lane = [](T d, T a, T b, bool& known) { return referenceLane<T>(#name, d, a, b, known); };   \
            c.count = [](auto d, auto a, auto, T s, int32_t n) { name(d, a, s, n); };                      \
            c.slice = [](auto d, auto a, auto, T s, uint64_t* bits, uint64_t lanes, int form, int repeats, \
                         const Layout& layout) {                                                           \
                const auto r = static_cast<uint8_t>(repeats);                                              \
                form == 0   ? name(d, a, s, lanes, r, unaryParams(layout))                                 \
                : form == 1 ? name(d, a, s, bits, r, unaryParams(layout))                                  \
                            : name<T, false>(d, a, s, MASK_PLACEHOLDER, r, unaryParams(layout));           \
            };                                                                                             \
            c.run();                                                                                       \
        });                                                                                                \
    }
#define ACC_FILL(name, section, ...)                                                                     \
    TEST_F(Elementwise, name) {                                                                          \
        forTypes<__VA_ARGS__>([&]<class T>(T) {                                                          \
            Case<T, T> c(block(), random, #name, 0, true);                                               \
            c.lane = [](T, T, T b, bool&) { return b; };                                                 \
            c.count = [](auto d, auto, auto, T s, int32_t n) { name(d, s, n); };                         \
            c.slice = [](auto d, auto, auto, T s, uint64_t* bits, uint64_t lanes, int form, int repeats, \
                         const Layout& layout) {                                                         \
                const auto r = static_cast<uint8_t>(repeats);                                            \
                const auto blk = static_cast<uint16_t>(layout.blk[0]);                                   \
                const auto rep = static_cast<uint8_t>(layout.rep[0]);                                    \
                form == 0   ? name(d, s, lanes, r, blk, rep)                                             \
                : form == 1 ? name(d, s, bits, r, blk, rep)                                              \
                            : name<T, false>(d, s, MASK_PLACEHOLDER, r, blk, rep);                       \
            };                                                                                           \
            c.run();                                                                                     \
        });                                                                                              \
    }

// Product and sum rounded separately for equal types, the product exact for half -> float (V 4.2).
template <class T, class U>
T multiplyAdd(T dst, U a, U b) {
    const Real product = valueOf(convertTo<T>(RoundMode::CAST_RINT, valueOf(a) * valueOf(b)));
    return convertTo<T>(RoundMode::CAST_RINT, valueOf(dst) + product);
}

template <class... P>
struct Pairs {};
template <class T, class U, class F>
void callPair(detail::Pair<T, U>, F f) {
    f(T{}, U{});
}

#define ACC_ACCUMULATE_SCALAR(name, section, ...)                                                              \
    TEST_F(Elementwise, name) {                                                                                \
        using detail::Pair;                                                                                    \
        forTypes<__VA_ARGS__>([&](auto pair) {                                                                 \
            callPair(pair, [&]<class T, class U>(T, U) {                                                       \
                Case<T, U> c(block(), random, #name, 1, true);                                                 \
                c.lane = [](T d, U a, U b, bool&) { return multiplyAdd<T, U>(d, a, b); };                      \
                c.count = [](auto d, auto a, auto, U s, int32_t n) { name(d, a, s, n); };                      \
                c.slice = [](auto d, auto a, auto, U s, uint64_t* bits, uint64_t lanes, int form, int repeats, \
                             const Layout& layout) {                                                           \
                    const auto r = static_cast<uint8_t>(repeats);                                              \
                    form == 0   ? name(d, a, s, lanes, r, unaryParams(layout))                                 \
                    : form == 1 ? name(d, a, s, bits, r, unaryParams(layout))                                  \
                                : name<T, U, false>(d, a, s, MASK_PLACEHOLDER, r, unaryParams(layout));        \
                };                                                                                             \
                c.run();                                                                                       \
            });                                                                                                \
        });                                                                                                    \
    }
#define ACC_ACCUMULATE(name, section, ...)                                                                     \
    TEST_F(Elementwise, name) {                                                                                \
        using detail::Pair;                                                                                    \
        forTypes<__VA_ARGS__>([&](auto pair) {                                                                 \
            callPair(pair, [&]<class T, class U>(T, U) {                                                       \
                Case<T, U> c(block(), random, #name, 2, false);                                                \
                c.lane = [](T d, U a, U b, bool&) { return multiplyAdd<T, U>(d, a, b); };                      \
                c.count = [](auto d, auto a, auto b, U, int32_t n) { name(d, a, b, n); };                      \
                c.slice = [](auto d, auto a, auto b, U, uint64_t* bits, uint64_t lanes, int form, int repeats, \
                             const Layout& layout) {                                                           \
                    const auto r = static_cast<uint8_t>(repeats);                                              \
                    form == 0   ? name(d, a, b, lanes, r, binaryParams(layout))                                \
                    : form == 1 ? name(d, a, b, bits, r, binaryParams(layout))                                 \
                                : name<T, U, false>(d, a, b, MASK_PLACEHOLDER, r, binaryParams(layout));       \
                };                                                                                             \
                c.run();                                                                                       \
            });                                                                                                \
        });                                                                                                    \
    }
// The destination is a factor: product and sum rounded separately.
#define ACC_FUSED(name, section, ...)                                                                      \
    TEST_F(Elementwise, name) {                                                                            \
        forTypes<__VA_ARGS__>([&]<class T>(T) {                                                            \
            Case<T, T> c(block(), random, #name, 2, false);                                                \
            c.lane = [](T d, T a, T b, bool&) {                                                            \
                const T sum = multiplyAdd<T, T>(b, d, a);                                                  \
                return std::string(#name) == "MulAddRelu" && valueOf(sum) <= 0 ? T(0) : sum;               \
            };                                                                                             \
            c.count = [](auto d, auto a, auto b, T, int32_t n) { name(d, a, b, n); };                      \
            c.slice = [](auto d, auto a, auto b, T, uint64_t* bits, uint64_t lanes, int form, int repeats, \
                         const Layout& layout) {                                                           \
                const auto r = static_cast<uint8_t>(repeats);                                              \
                form == 0   ? name(d, a, b, lanes, r, binaryParams(layout))                                \
                : form == 1 ? name(d, a, b, bits, r, binaryParams(layout))                                 \
                            : name<T, false>(d, a, b, MASK_PLACEHOLDER, r, binaryParams(layout));          \
            };                                                                                             \
            c.run();                                                                                       \
        });                                                                                                \
    }
#define ACC_SHIFT(name, section, ...)
#define ACC_INDEX(name, section, ...)
#define ACC_MASKED_COPY(name, section, ...)
#include "include/kernel/isa.def"

// Exhaustive over half: all encodings of a unary instruction.
template <class F>
void allHalves(CoreTest&, F f) {
    for (uint32_t chunk = 0; chunk < 65536; chunk += 16384) {
        f(chunk);
    }
}

TEST_F(Elementwise, UnaryHalfExhaustive) {
    const auto src = local<half>(0, 16384);
    const auto dst = local<half>(32768, 16384);
    const auto check = [&](const char* name, auto op) {
        allHalves(*this, [&](uint32_t chunk) {
            for (uint32_t i = 0; i < 16384; ++i) {
                src.ReinterpretCast<uint16_t>().SetValue(i, static_cast<uint16_t>(chunk + i));
            }
            op(dst, src, 16384);
            for (uint32_t i = 0; i < 16384; ++i) {
                bool known = true;
                const half want = referenceLane<half>(name, half(0), src.GetValue(i), half(0), known);
                ASSERT_TRUE(same(want, dst.GetValue(i), toleranceOf(name)))
                    << name << " of half bits " << chunk + i << ": " << float(dst.GetValue(i)) << ", expected "
                    << float(want);
            }
        });
    };
    check("Exp", [](auto d, auto s, int32_t n) { Exp(d, s, n); });
    check("Ln", [](auto d, auto s, int32_t n) { Ln(d, s, n); });
    check("Abs", [](auto d, auto s, int32_t n) { Abs(d, s, n); });
    check("Reciprocal", [](auto d, auto s, int32_t n) { Reciprocal(d, s, n); });
    check("Sqrt", [](auto d, auto s, int32_t n) { Sqrt(d, s, n); });
    check("Rsqrt", [](auto d, auto s, int32_t n) { Rsqrt(d, s, n); });
    check("Relu", [](auto d, auto s, int32_t n) { Relu(d, s, n); });
}

}  // namespace
}  // namespace acc::test
