// SPDX-License-Identifier: Apache-2.0
// Reductions against recursion over the lanes that the addressing formula names (ascendc-vector 13).
#include <functional>
#include <optional>

#include "tests/conformance/isa/harness.h"
#include "tests/conformance/isa/reference.h"

namespace acc::test {
namespace {

using namespace AscendC;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const Covers kCovers{"WholeReduceSum", "WholeReduceMax", "WholeReduceMin", "RepeatReduceSum",
                     "BlockReduceSum", "BlockReduceMax", "BlockReduceMin", "PairReduceSum",
                     "ReduceSum",      "ReduceMax",      "ReduceMin"};

constexpr uint32_t kDst = 96 * 1024;
constexpr uint32_t kScratch = 160 * 1024;

template <class T>
using LaneList = std::vector<std::optional<T>>;  // of one repeat, empty where the mask is 0

template <class T>
T add(T a, T b) {
    return convertTo<T>(RoundMode::CAST_RINT, valueOf(a) + valueOf(b));
}

template <class T>
T treeSum(const LaneList<T>& lanes, size_t first, size_t count) {
    if (count == 1) {
        return lanes[first].value_or(T(0));
    }
    return add(treeSum(lanes, first, count / 2), treeSum(lanes, first + count / 2, count / 2));
}

// Number of the extreme among the active lanes [first, first + count), -1 when there is none.
template <class T>
int extreme(const LaneList<T>& lanes, size_t first, size_t count, bool max) {
    int best = -1;
    for (size_t i = first; i < first + count; ++i) {
        if (!lanes[i]) {
            continue;
        }
        if (best < 0) {
            best = int(i);
            continue;
        }
        const Real a = valueOf(*lanes[best]);
        const Real b = valueOf(*lanes[i]);
        if (std::isnan(a)) {
            continue;
        }
        const bool zeros = a == 0 && b == 0;
        const bool better = zeros ? std::signbit(a) != std::signbit(b) && std::signbit(b) != max : max ? b > a : b < a;
        if (std::isnan(b) || better) {
            best = int(i);
        }
    }
    return best;
}

template <class T>
T asElement(uint32_t bits) {
    T value;
    std::memcpy(&value, &bits, sizeof(T));
    return value;
}

class Reduce : public CoreTest {
protected:
    template <class T>
    void fill() {
        for (uint32_t i = 0; i < kUbBytes / sizeof(T); ++i) {
            // Few specials: otherwise every sum is a NaN. Few distinct values: ties.
            const T value = random() % 400 == 0 ? interestingValue<T>(random)
                                                : static_cast<T>(float(int(random() % 41) - 20) / 8.0F);
            std::memcpy(memory() + i * sizeof(T), &value, sizeof(T));
        }
        expected_.assign(memory(), memory() + kUbBytes);
    }
    uint8_t* memory() { return block().memory[ACC_MEM_UB]; }

    template <class T>
    T expectedAt(uint64_t address) {
        T value;
        std::memcpy(&value, expected_.data() + address, sizeof(T));
        return value;
    }
    template <class T>
    void expectWrite(uint64_t address, T value) {
        std::memcpy(expected_.data() + address, &value, sizeof(T));
    }
    template <class T>
    void compare(const std::string& what) {
        for (uint32_t at = 0; at < kUbBytes; at += sizeof(T)) {
            T got;
            std::memcpy(&got, memory() + at, sizeof(T));
            ASSERT_TRUE(same(expectedAt<T>(at), got))
                << what << " at 0x" << std::hex << at << ": " << double(valueOf(got)) << ", expected "
                << double(valueOf(expectedAt<T>(at)));
        }
    }

    // Where a reduction reads, and with which lanes.
    struct Shape {
        uint32_t src;
        uint32_t dst;
        int blk;
        int rep;
        int dstRep;
        int repeats;
        int form;  // 0 lanes, 1 bits, 2 bits in the register, 3 counter mode
        uint64_t bits[2];
        int lanes;
    };
    template <class T>
    Shape randomShape(int round) {
        constexpr int kLanes = 256 / sizeof(T);
        const auto pick = [&](std::initializer_list<int> values) {
            return *(values.begin() + random() % values.size());
        };
        Shape shape{0,
                    kDst,
                    pick({1, 1, 0, 2}),
                    pick({8, 8, 0, 3, 16}),
                    pick({1, 1, 0, 2, 3}),
                    int(random() % 9),
                    round % 4,
                    {random(), kLanes > 64 ? random() : 0},
                    int(random() % (kLanes + 1))};
        if (round % 3 == 0) {
            shape.bits[0] &= random() & random() & random();
            shape.bits[1] &= random() & random() & random();
        }
        if (shape.form == 3) {
            shape.lanes = int(random() % (6 * kLanes));
        }
        return shape;
    }

    // Calls `perRepeat` with the lanes of each repeat as they are when it begins.
    template <class T>
    void reference(const Shape& s, const std::function<void(int repeat, const LaneList<T>&)>& perRepeat) {
        constexpr int kLanes = 256 / sizeof(T);
        constexpr int kPerBlock = 32 / sizeof(T);
        const int repeats = s.form == 3 ? (s.lanes + kLanes - 1) / kLanes : s.repeats;
        for (int repeat = 0; repeat < repeats; ++repeat) {
            LaneList<T> lanes(kLanes);
            bool any = false;
            for (int i = 0; i < kLanes; ++i) {
                const bool active = s.form == 0   ? i < s.lanes
                                    : s.form == 3 ? repeat * kLanes + i < s.lanes
                                                  : (s.bits[i / 64] >> (i % 64) & 1) != 0;
                if (active) {
                    any = true;
                    lanes[i] = expectedAt<T>(s.src + 32 * (uint64_t(repeat) * s.rep + i / kPerBlock * s.blk) +
                                             i % kPerBlock * sizeof(T));
                }
            }
            if (any) {
                perRepeat(repeat, lanes);
            }
        }
    }

    // Runs `op(dst, src, mask)` in the form of the shape; `registerOp` is the form without mask.
    template <class T, class Op, class RegisterOp>
    void run(const Shape& s, Op op, RegisterOp registerOp) {
        const auto dst = local<T>(s.dst, (kScratch - s.dst) / sizeof(T));
        const auto src = local<T>(s.src, kDst / sizeof(T));
        switch (s.form) {
            case 0:
                op(dst, src, s.lanes);
                break;
            case 1:
                op(dst, src, static_cast<const uint64_t*>(s.bits));
                break;
            case 2:
                SetMaskNorm();
                SetVectorMask<T>(s.bits[1], s.bits[0]);
                registerOp(dst, src);
                ResetMask();
                break;
            default:
                SetMaskCount();
                SetVectorMask<T, MaskMode::COUNTER>(0, s.lanes);
                registerOp(dst, src);
                SetMaskNorm();
                ResetMask();
        }
    }

    std::vector<uint8_t> expected_;
};

template <class F>
void forBoth(F f) {
    f(half{});
    f(float{});
}

TEST_F(Reduce, SumOfRepeats) {
    forBoth([&]<class T>(T) {
        for (int round = 0; round < 120; ++round) {
            const Shape s = randomShape<T>(round);
            fill<T>();
            reference<T>(s, [&](int repeat, const LaneList<T>& lanes) {
                expectWrite(s.dst + repeat * s.dstRep * sizeof(T), treeSum(lanes, 0, lanes.size()));
            });
            switch (round / 4 % 3) {
                case 0:
                    run<T>(
                        s,
                        [&](auto d, auto x, auto mask) {
                            WholeReduceSum(d, x, mask, s.repeats, s.dstRep, s.blk, s.rep);
                        },
                        [&](auto d, auto x) {
                            WholeReduceSum<T, false>(d, x, MASK_PLACEHOLDER, s.repeats, s.dstRep, s.blk, s.rep);
                        });
                    break;
                case 1:
                    run<T>(
                        s,
                        [&](auto d, auto x, auto mask) {
                            RepeatReduceSum(d, x, s.repeats, mask, 0, s.blk, s.dstRep, s.rep);
                        },
                        [&](auto d, auto x) {
                            RepeatReduceSum<T, false>(d, x, s.repeats, MASK_PLACEHOLDER, 0, s.blk, s.dstRep, s.rep);
                        });
                    break;
                default:
                    run<T>(
                        s,
                        [&](auto d, auto x, auto mask) {
                            ReduceRepeat<ReduceType::SUM>(d, x, mask, s.repeats, s.dstRep, s.blk, s.rep);
                        },
                        [&](auto d, auto x) {
                            ReduceRepeat<ReduceType::SUM, T, T, false>(d, x, MASK_PLACEHOLDER, s.repeats, s.dstRep,
                                                                       s.blk, s.rep);
                        });
            }
            compare<T>("round " + std::to_string(round));
        }
    });
}

TEST_F(Reduce, ExtremeOfRepeats) {
    constexpr ReduceOrder kOrders[] = {ReduceOrder::ORDER_VALUE_INDEX, ReduceOrder::ORDER_INDEX_VALUE,
                                       ReduceOrder::ORDER_ONLY_VALUE, ReduceOrder::ORDER_ONLY_INDEX};
    forBoth([&]<class T>(T) {
        for (int round = 0; round < 160; ++round) {
            const Shape s = randomShape<T>(round);
            const bool max = round / 4 % 2 == 0;
            const ReduceOrder order = kOrders[round / 8 % 4];
            fill<T>();
            std::optional<T> value;
            uint32_t index = 0;
            reference<T>(s, [&](int repeat, const LaneList<T>& lanes) {
                const auto lane = uint32_t(extreme(lanes, 0, lanes.size(), max));
                const T best = *lanes[lane];
                if (!value || extreme<T>({value, best}, 0, 2, max) == 1) {
                    value = best;
                    index = lane;
                }
                const uint64_t at = repeat * s.dstRep;
                switch (order) {
                    case ReduceOrder::ORDER_VALUE_INDEX:
                        expectWrite(s.dst + at * 2 * sizeof(T), best);
                        expectWrite(s.dst + at * 2 * sizeof(T) + sizeof(T), asElement<T>(lane));
                        break;
                    case ReduceOrder::ORDER_INDEX_VALUE:
                        expectWrite(s.dst + at * 2 * sizeof(T), asElement<T>(lane));
                        expectWrite(s.dst + at * 2 * sizeof(T) + sizeof(T), best);
                        break;
                    case ReduceOrder::ORDER_ONLY_VALUE:
                        expectWrite(s.dst + at * sizeof(T), best);
                        break;
                    default:
                        expectWrite(s.dst + at * 4, lane);
                }
            });
            run<T>(
                s,
                [&](auto d, auto x, auto mask) {
                    if (round % 5 == 0) {
                        max ? ReduceRepeat<ReduceType::MAX>(d, x, mask, s.repeats, s.dstRep, s.blk, s.rep, order)
                            : ReduceRepeat<ReduceType::MIN>(d, x, mask, s.repeats, s.dstRep, s.blk, s.rep, order);
                    } else {
                        max ? WholeReduceMax(d, x, mask, s.repeats, s.dstRep, s.blk, s.rep, order)
                            : WholeReduceMin(d, x, mask, s.repeats, s.dstRep, s.blk, s.rep, order);
                    }
                },
                [&](auto d, auto x) {
                    max ? WholeReduceMax<T, false>(d, x, MASK_PLACEHOLDER, s.repeats, s.dstRep, s.blk, s.rep, order)
                        : WholeReduceMin<T, false>(d, x, MASK_PLACEHOLDER, s.repeats, s.dstRep, s.blk, s.rep, order);
                });
            compare<T>("round " + std::to_string(round));
            if (value) {
                T gotValue, gotIndex;
                GetReduceRepeatMaxMinSpr<T>(gotValue, gotIndex);
                ASSERT_TRUE(same(*value, gotValue)) << round;
                ASSERT_TRUE(same(asElement<T>(index), gotIndex)) << round;
            }
        }
    });
}

TEST_F(Reduce, BlocksAndPairs) {
    forBoth([&]<class T>(T) {
        constexpr int kLanes = 256 / sizeof(T);
        for (int round = 0; round < 320; ++round) {
            Shape s = randomShape<T>(round);
            const int kind = round / 4 % 4;  // sum, max, min of blocks; sums of pairs
            const int group = kind == 3 ? 2 : 32 / int(sizeof(T));
            if (round % 7 == 0) {  // in place
                s.dst = s.src;
                s.dstRep = 1;
                s.blk = 1;
                s.rep = 8;
            }
            fill<T>();
            reference<T>(s, [&](int repeat, const LaneList<T>& lanes) {
                for (int g = 0; g < kLanes / group; ++g) {
                    const int best = extreme(lanes, g * group, group, kind != 2);
                    if (best >= 0) {
                        expectWrite(s.dst + (repeat * s.dstRep * (kLanes / group) + g) * sizeof(T),
                                    kind == 0 || kind == 3 ? treeSum(lanes, g * group, group) : *lanes[best]);
                    }
                }
            });
            const bool newNames = round % 5 == 0;
            run<T>(
                s,
                [&](auto d, auto x, auto mask) {
                    switch (kind) {
                        case 0:
                            newNames ? ReduceDataBlock<ReduceType::SUM>(d, x, mask, s.repeats, s.dstRep, s.blk, s.rep)
                                     : BlockReduceSum(d, x, s.repeats, mask, s.dstRep, s.blk, s.rep);
                            break;
                        case 1:
                            newNames ? ReduceDataBlock<ReduceType::MAX>(d, x, mask, s.repeats, s.dstRep, s.blk, s.rep)
                                     : BlockReduceMax(d, x, s.repeats, mask, s.dstRep, s.blk, s.rep);
                            break;
                        case 2:
                            newNames ? ReduceDataBlock<ReduceType::MIN>(d, x, mask, s.repeats, s.dstRep, s.blk, s.rep)
                                     : BlockReduceMin(d, x, s.repeats, mask, s.dstRep, s.blk, s.rep);
                            break;
                        default:
                            newNames ? ReducePairElem<ReduceType::SUM>(d, x, mask, s.repeats, s.dstRep, s.blk, s.rep)
                                     : PairReduceSum(d, x, s.repeats, mask, s.dstRep, s.blk, s.rep);
                    }
                },
                [&](auto d, auto x) {
                    const auto m = MASK_PLACEHOLDER;
                    kind == 0   ? BlockReduceSum<T, false>(d, x, s.repeats, m, s.dstRep, s.blk, s.rep)
                    : kind == 1 ? BlockReduceMax<T, false>(d, x, s.repeats, m, s.dstRep, s.blk, s.rep)
                    : kind == 2 ? BlockReduceMin<T, false>(d, x, s.repeats, m, s.dstRep, s.blk, s.rep)
                                : PairReduceSum<T, false>(d, x, s.repeats, m, s.dstRep, s.blk, s.rep);
                });
            compare<T>("round " + std::to_string(round) + " kind " + std::to_string(kind));
        }
    });
}

TEST_F(Reduce, WholeTensorByCount) {
    forBoth([&]<class T>(T) {
        constexpr uint32_t kLanes = 256 / sizeof(T);
        const auto dst = local<T>(kDst, 16);
        const auto src = local<T>(0, kDst / sizeof(T));
        const auto tmp = local<T>(kScratch, 8192 / sizeof(T));
        for (const uint32_t count : {0U, 1U, 2U, 7U, 31U, 63U, 64U, 65U, 127U, 128U, 129U, 200U, 1000U, 4096U, 9001U}) {
            for (int kind = 0; kind < 5; ++kind) {  // sum, max, min, max and min with index
                fill<T>();
                LaneList<T> all(src.GetSize());
                for (uint32_t i = 0; i < count; ++i) {
                    all[i] = expectedAt<T>(i * sizeof(T));
                }
                if (count > 0 && kind == 0) {
                    T total = treeSum(all, 0, kLanes);
                    for (uint32_t first = kLanes; first < count; first += kLanes) {
                        total = add(total, treeSum(all, first, kLanes));
                    }
                    expectWrite(kDst, total);
                } else if (count > 0) {
                    const int best = extreme(all, 0, count, kind % 2 == 1);
                    expectWrite(kDst, *all[best]);
                    if (kind > 2) {
                        expectWrite(kDst + sizeof(T), asElement<T>(uint32_t(best)));
                    }
                }
                kind == 0       ? ReduceSum(dst, src, tmp, int32_t(count))
                : kind % 2 == 1 ? ReduceMax(dst, src, tmp, int32_t(count), kind > 2)
                                : ReduceMin(dst, src, tmp, int32_t(count), kind > 2);
                compare<T>("count " + std::to_string(count) + " kind " + std::to_string(kind));
                if (count > 0 && kind == 0) {
                    EXPECT_TRUE(same(expectedAt<T>(kDst), GetReduceRepeatSumSpr<T>()));
                    EXPECT_TRUE(same(expectedAt<T>(kDst), GetAccVal<T>()));
                } else if (count > 0) {
                    T value, index;
                    GetReduceMaxMinCount<T>(value, index);
                    EXPECT_TRUE(same(expectedAt<T>(kDst), value));
                }
                EXPECT_EQ(block().state.mask[0], ~uint64_t{0});
                EXPECT_FALSE(block().state.counterMode);
            }
        }
    });
}

TEST_F(Reduce, WholeTensorBySlices) {
    forBoth([&]<class T>(T) {
        constexpr int kLanes = 256 / sizeof(T);
        const auto dst = local<T>(kDst, 16);
        const auto src = local<T>(0, kDst / sizeof(T));
        const auto tmp = local<T>(kScratch, 16384 / sizeof(T));
        for (int round = 0; round < 60; ++round) {
            Shape s = randomShape<T>(round % 2);
            s.blk = 1;
            s.repeats = round % 10 == 9 ? 1000 : int(random() % 140);
            s.rep = s.repeats > 100 ? 2 : s.rep;
            const int kind = round / 2 % 5;
            fill<T>();
            LaneList<T> sums;
            LaneList<T> all(size_t(s.repeats) * kLanes);
            reference<T>(s, [&](int repeat, const LaneList<T>& lanes) {
                sums.push_back(treeSum(lanes, 0, lanes.size()));
                std::copy(lanes.begin(), lanes.end(), all.begin() + repeat * kLanes);
            });
            if (!sums.empty() && kind == 0) {
                while (sums.size() > 1) {
                    LaneList<T> next;
                    sums.resize((sums.size() + kLanes - 1) / kLanes * kLanes);
                    for (size_t first = 0; first < sums.size(); first += kLanes) {
                        next.push_back(treeSum(sums, first, kLanes));
                    }
                    sums = next;
                }
                expectWrite(kDst, *sums[0]);
            } else if (!sums.empty()) {
                const int best = extreme(all, 0, all.size(), kind % 2 == 1);
                expectWrite(kDst, *all[best]);
                if (kind > 2) {
                    expectWrite(kDst + sizeof(T), asElement<T>(uint32_t(best)));
                }
            }
            run<T>(
                s,
                [&](auto, auto, auto mask) {
                    kind == 0       ? ReduceSum(dst, src, tmp, mask, s.repeats, s.rep)
                    : kind % 2 == 1 ? ReduceMax(dst, src, tmp, mask, s.repeats, s.rep, kind > 2)
                                    : ReduceMin(dst, src, tmp, mask, s.repeats, s.rep, kind > 2);
                },
                [](auto, auto) {});
            takeWarnings();  // indices past 65535 in half
            compare<T>("round " + std::to_string(round) + " kind " + std::to_string(kind));
        }
    });
}

TEST_F(Reduce, SumOverTheRegistersElements) {
    const auto x = local<float>(0, 256);
    Duplicate(x, 1.0F, 256);
    SetVectorMask<float, MaskMode::COUNTER>(0, 130);
    ReduceSum<float, false>(local<float>(4096, 8), x, x, 1);
    EXPECT_EQ(local<float>(4096, 8).GetValue(0), 130.0F);
    EXPECT_TRUE(block().state.counterMode);
    EXPECT_EQ(block().state.mask[0], 130U);
}

TEST_F(Reduce, IndexOfAHalfThatNeedsMoreThan16Bits) {
    const auto x = local<half>(0, 70000);
    Duplicate(x, half(0), 70000);
    x.SetValue(65537, half(1));
    const auto d = local<half>(160 * 1024, 16);
    ReduceMax(d, x, local<half>(161 * 1024, 4096), 70000, true);
    EXPECT_EQ(d.ReinterpretCast<uint16_t>().GetValue(1), 1U);
    EXPECT_THAT(takeWarnings(),
                ElementsAre("TRUNCATED: ReduceMax: index 65537 does not fit into the 16 bits of a half"));
}

// V 25, vectors 33 to 39.
TEST_F(Reduce, DocumentedExamples) {
    const auto h = local<half>(0, 128);
    const auto d = local<half>(4096, 64);
    Duplicate(h, half(1), 128);
    Duplicate(d, half(-7), 64);
    BlockReduceSum(d, h, 1, 24, 1, 1, 8);
    EXPECT_EQ(float(d.GetValue(0)), 16.0F);
    EXPECT_EQ(float(d.GetValue(1)), 8.0F);
    EXPECT_EQ(float(d.GetValue(2)), -7.0F);
    h.SetValue(52, half(3));
    WholeReduceMax(d, h, 128, 1, 1, 1, 8);
    EXPECT_EQ(float(d.GetValue(0)), 3.0F);
    EXPECT_EQ(d.ReinterpretCast<uint16_t>().GetValue(1), 52U);
    EXPECT_THAT(takeWarnings(), IsEmpty());
}

TEST_F(Reduce, ChecksParametersAndOperands) {
    const auto x = local<float>(0, 256);
    const auto d = local<float>(4096, 16);
    EXPECT_FAULT(WholeReduceSum(d, x, 64, 256, 1, 1, 8), "RANGE", "WholeReduceSum: repeatTime is 256, expected 0..255");
    EXPECT_FAULT(BlockReduceMax(d, x, -1, 64, 1, 1, 8), "RANGE", "BlockReduceMax: repeatTime is -1, expected 0..255");
    EXPECT_FAULT(WholeReduceMin(d, x, -1, 1, 1, 1, 8), "RANGE", "WholeReduceMin: mask is -1, expected 0..64");
    EXPECT_FAULT(PairReduceSum(d, x, 1, 64, 1, 1, 65536), "RANGE",
                 "PairReduceSum: srcRepStride is 65536, expected 0..65535");
    EXPECT_FAULT(WholeReduceSum(d, x, 64, 1, 1, -1, 8), "RANGE",
                 "WholeReduceSum: srcBlkStride is -1, expected 0..65535");
    EXPECT_FAULT(ReduceMax(d, x, x, -5), "RANGE", "ReduceMax: count is -5, expected >= 0");
    EXPECT_NO_FAULT(WholeReduceSum(d, x, 64, 4, 1, 1, 8));
    EXPECT_FAULT(WholeReduceSum(d, x, 64, 5, 1, 1, 8), "OOB",
                 "WholeReduceSum: UB source [0x0, 0x500) of LocalTensor ends 256 bytes past its allocation of 1024 "
                 "bytes (static tensor VECCALC)");
    EXPECT_NO_FAULT(WholeReduceSum(d, x, 64, 4, 5, 1, 8));
    EXPECT_FAULT(WholeReduceSum(d, x, 64, 4, 6, 1, 8), "OOB",
                 "WholeReduceSum: UB destination [0x1000, 0x104c) of LocalTensor ends 12 bytes past its allocation of "
                 "64 bytes (static tensor VECCALC)");
    // Results are small, so their alignment is too.
    EXPECT_NO_FAULT(WholeReduceSum(d[1], x, 64, 1, 1, 1, 8));
    EXPECT_NO_FAULT(WholeReduceMax(d[2], x, 64, 1, 1, 1, 8));
    EXPECT_FAULT(WholeReduceMax(d[1], x, 64, 1, 1, 1, 8), "ALIGN",
                 "WholeReduceMax: UB destination address 0x1004 is not a multiple of 8 bytes (static tensor VECCALC)");
    EXPECT_NO_FAULT(BlockReduceSum(local<half>(4096 + 16, 8), local<half>(0, 128), 1, 128, 1, 1, 8));
    EXPECT_FAULT(BlockReduceSum(d[4], x, 1, 64, 1, 1, 8), "ALIGN",
                 "BlockReduceSum: UB destination address 0x1010 is not a multiple of 32 bytes (static tensor VECCALC)");
    // The scratch space must have the documented size: half, 65 repeats with index, 176 elements.
    const auto h = local<half>(0, 128 * 65);
    EXPECT_NO_FAULT(ReduceMax(local<half>(0x8000, 16), h, local<half>(0x9000, 176), 128 * 65, true));
    EXPECT_FAULT(ReduceMax(local<half>(0x8000, 16), h, local<half>(0x9000, 175), 128 * 65, true), "OOB",
                 "ReduceMax: UB sharedTmpBuffer [0x9000, 0x9160) of LocalTensor ends 2 bytes past its allocation of "
                 "350 bytes (static tensor VECCALC)");
    EXPECT_NO_FAULT(ReduceMax(local<half>(0x8000, 16), h, local<half>(0x9000, 144), 128, 65, 8));
    EXPECT_NO_FAULT(ReduceSum(d, x, local<float>(0x9000, 0), 256));
    EXPECT_FAULT(ReduceSum(d, x, local<float>(0x9000, 7), 64, 4, 8), "OOB",
                 "ReduceSum: UB sharedTmpBuffer [0x9000, 0x9020) of LocalTensor ends 4 bytes past its allocation of 28 "
                 "bytes (static tensor VECCALC)");
}

}  // namespace
}  // namespace acc::test
