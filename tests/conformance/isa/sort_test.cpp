// SPDX-License-Identifier: Apache-2.0
// Records of score and index (ascendc-vector 17) against insertion sorts on plain structs.
#include "tests/conformance/isa/harness.h"
#include "tests/conformance/isa/reference.h"

namespace acc::test {
namespace {

using namespace AscendC;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const Covers kCovers{"Sort32", "MrgSort", "Sort", "Extract"};

constexpr uint32_t kScores = 0;
constexpr uint32_t kIndices = 32 * 1024;
constexpr uint32_t kRecords = 64 * 1024;
constexpr uint32_t kOther = 128 * 1024;

template <class T>
struct Scored {
    T score;
    uint32_t index;
};

// Whether `a` must come before `b`: NaN first, then by number.
template <class T>
bool above(T a, T b) {
    const Real x = valueOf(a);
    const Real y = valueOf(b);
    if (std::isnan(x) || std::isnan(y)) {
        return std::isnan(x) && !std::isnan(y);
    }
    return x > y;
}

// Stable, by insertion from the front.
template <class T>
void insertionSort(std::vector<Scored<T>>& records, size_t first, size_t count) {
    for (size_t i = first + 1; i < first + count; ++i) {
        for (size_t j = i; j > first && above(records[j].score, records[j - 1].score); --j) {
            std::swap(records[j], records[j - 1]);
        }
    }
}

class SortTest : public CoreTest {
protected:
    template <class T>
    std::vector<Scored<T>> fillScores(uint32_t count, bool few = false) {
        std::vector<Scored<T>> records;
        for (uint32_t i = 0; i < count; ++i) {
            const T score = few ? static_cast<T>(float(random() % 5)) : interestingValue<T>(random);
            const uint32_t index = uint32_t(random());
            local<T>(kScores, 8192).SetValue(i, score);
            local<uint32_t>(kIndices, 8192).SetValue(i, index);
            records.push_back({score, index});
        }
        return records;
    }
    // The records at `address`; the unused bytes of half records must be 0.
    template <class T>
    void expectRecords(uint32_t address, const std::vector<Scored<T>>& expected) {
        for (size_t i = 0; i < expected.size(); ++i) {
            const uint8_t* const at = block().memory[ACC_MEM_UB] + address + i * 8;
            uint32_t index;
            std::memcpy(&index, at + 4, 4);
            ASSERT_EQ(std::memcmp(at, &expected[i].score, sizeof(T)), 0) << i;
            ASSERT_EQ(index, expected[i].index) << i;
            if (sizeof(T) == 2) {
                ASSERT_EQ(at[2] | at[3], 0) << i;
            }
        }
    }
    template <class T>
    void putRecords(uint32_t address, const std::vector<Scored<T>>& records) {
        for (size_t i = 0; i < records.size(); ++i) {
            uint8_t* const at = block().memory[ACC_MEM_UB] + address + i * 8;
            std::memset(at, 0, 8);
            std::memcpy(at, &records[i].score, sizeof(T));
            std::memcpy(at + 4, &records[i].index, 4);
        }
    }
};

TEST_F(SortTest, GroupsOf32) {
    const auto run = [&]<class T>(T) {
        for (const int repeats : {0, 1, 2, 7, 40}) {
            auto records = fillScores<T>(repeats * 32U, repeats == 2);
            Sort32(local<T>(kRecords, 16384), local<T>(kScores, 8192), local<uint32_t>(kIndices, 8192), repeats);
            for (int group = 0; group < repeats; ++group) {
                insertionSort(records, group * 32U, 32);
            }
            expectRecords(kRecords, records);
        }
    };
    run(float{});
    run(half{});
}

TEST_F(SortTest, FullSortAndExtract) {
    const auto run = [&]<class T>(T) {
        for (const int repeats : {1, 2, 5, 31}) {
            const uint32_t count = repeats * 32U;
            auto records = fillScores<T>(count, repeats == 5);
            LocalTensor<T> concat;
            auto tmp = local<T>(kOther, GetSortLen<T>(count));
            Concat(concat, local<T>(kScores, count), tmp, repeats);
            Sort<T, true>(local<T>(kRecords, GetSortLen<T>(count)), concat, local<uint32_t>(kIndices, count), tmp,
                          repeats);
            insertionSort(records, 0, count);
            expectRecords(kRecords, records);
            Extract(local<T>(kScores, count), local<uint32_t>(kIndices, count),
                    local<T>(kRecords, GetSortLen<T>(count)), repeats);
            for (uint32_t i = 0; i < count; ++i) {
                const T score = local<T>(kScores, count).GetValue(i);
                ASSERT_EQ(std::memcmp(&score, &records[i].score, sizeof(T)), 0);
                ASSERT_EQ(local<uint32_t>(kIndices, count).GetValue(i), records[i].index);
            }
        }
    };
    run(float{});
    run(half{});
}

TEST_F(SortTest, PartialSortKeepsGroups) {
    auto records = fillScores<float>(96);
    auto tmp = local<float>(kOther, 192);
    Sort<float, false>(local<float>(kRecords, 192), local<float>(kScores, 96), local<uint32_t>(kIndices, 96), tmp, 3);
    for (int group = 0; group < 3; ++group) {
        insertionSort(records, group * 32U, 32);
    }
    expectRecords(kRecords, records);
}

TEST_F(SortTest, MergesUpToFourQueues) {
    const auto run = [&]<class T>(T) {
        for (int round = 0; round < 60; ++round) {
            const unsigned queues = 2 + round % 3;
            const bool suspend = round % 2 == 1;
            uint16_t lengths[4] = {};
            std::vector<Scored<T>> sorted[4];
            MrgSortSrcList<T> sources;
            LocalTensor<T>* const tensors[] = {&sources.src1, &sources.src2, &sources.src3, &sources.src4};
            for (unsigned q = 0; q < queues; ++q) {
                lengths[q] = uint16_t(random() % 70);
                sorted[q] = fillScores<T>(lengths[q], round % 4 < 2);
                insertionSort(sorted[q], 0, lengths[q]);
                putRecords(kOther + q * 8192, sorted[q]);
                *tensors[q] = local<T>(kOther + q * 8192, 8192 / sizeof(T));
            }
            // Take the largest head, of equal ones that of the first queue.
            std::vector<Scored<T>> expected;
            size_t taken[4] = {};
            while (true) {
                int best = -1;
                bool exhausted = false;
                for (unsigned q = 0; q < queues; ++q) {
                    if (taken[q] == lengths[q]) {
                        exhausted = true;
                    } else if (best < 0 || above(sorted[q][taken[q]].score, sorted[best][taken[best]].score)) {
                        best = int(q);
                    }
                }
                if (best < 0 || (suspend && exhausted)) {
                    break;
                }
                expected.push_back(sorted[best][taken[best]++]);
            }
            const uint16_t valid = queues == 2 ? 3 : queues == 3 ? 7 : 15;
            uint32_t counts[4] = {};
            const auto dst = local<T>(kRecords, 32768 / sizeof(T));
            if (suspend) {
                MrgSort<T, true>(dst, sources, lengths, counts, valid, 1);
            } else if (round % 4 == 0) {
                MrgSort<T>(dst, sources, lengths, counts, valid, 1);
            } else {
                MrgSort(dst, sources, MrgSort4Info(lengths, false, valid, 1));
                uint16_t results[4];
                GetMrgSortResult(results[0], results[1], results[2], results[3]);
                std::copy(results, results + 4, counts);
            }
            expectRecords(kRecords, expected);
            for (unsigned q = 0; q < 4; ++q) {
                EXPECT_EQ(counts[q], taken[q]);
            }
        }
    };
    run(float{});
    run(half{});
    EXPECT_THAT(takeWarnings(), IsEmpty());
}

TEST_F(SortTest, RepeatedMerge) {
    std::vector<Scored<float>> all;
    for (int q = 0; q < 12; ++q) {
        auto queue = fillScores<float>(8);
        insertionSort(queue, 0, 8);
        all.insert(all.end(), queue.begin(), queue.end());
    }
    putRecords(kOther, all);
    const uint16_t lengths[4] = {8, 8, 8, 8};
    const MrgSortSrcList<float> sources(local<float>(kOther, 16), local<float>(kOther + 64, 16),
                                        local<float>(kOther + 128, 16), local<float>(kOther + 192, 16));
    // The tensors of later repeats lie behind the first ones, in the same allocation.
    MrgSortSrcList<float> wide = sources;
    wide.src1 = local<float>(kOther, 1024);
    wide.src2 = local<float>(kOther, 1024)[16];
    wide.src3 = local<float>(kOther, 1024)[32];
    wide.src4 = local<float>(kOther, 1024)[48];
    MrgSort(local<float>(kRecords, 1024), wide, MrgSort4Info(lengths, false, 15, 3));
    for (int repeat = 0; repeat < 3; ++repeat) {
        insertionSort(all, repeat * 32U, 32);
    }
    expectRecords(kRecords, all);
}

TEST_F(SortTest, Rejections) {
    const auto scores = local<float>(kScores, 64);
    const auto indices = local<uint32_t>(kIndices, 64);
    EXPECT_FAULT(Sort32(local<float>(kRecords, 64), scores, indices, 2), "OOB",
                 "Sort32: UB destination [0x10000, 0x10200) of LocalTensor ends 256 bytes past its allocation of 256 "
                 "bytes (static tensor VECCALC)");
    EXPECT_NO_FAULT(Sort32(local<float>(kRecords, 128), scores, indices, 2));
    EXPECT_FAULT(Sort32(local<float>(kRecords, 128), scores, indices, 256), "RANGE",
                 "Sort32: repeatTime is 256, expected 0..255");
    auto tmp = local<float>(kOther, 64);
    EXPECT_FAULT((Sort<float, true>(local<float>(kRecords, 128), scores, indices, tmp, 2)), "OOB",
                 "Sort: UB sharedTmpBuffer [0x20000, 0x20200) of LocalTensor ends 256 bytes past its allocation of 256 "
                 "bytes (static tensor VECCALC)");
    EXPECT_NO_FAULT((Sort<float, false>(local<float>(kRecords, 128), scores, indices, tmp, 2)));
    const MrgSortSrcList<float> queues(local<float>(kOther, 64), local<float>(kOther + 256, 64), {}, {});
    const uint16_t lengths[4] = {4, 4, 0, 0};
    EXPECT_FAULT(MrgSort(local<float>(kRecords, 128), queues, MrgSort4Info(lengths, false, 5, 1)), "RANGE",
                 "MrgSort: validBit is 5, expected 3, 7 or 15");
    EXPECT_NO_FAULT(MrgSort(local<float>(kRecords, 128), queues, MrgSort4Info(lengths, false, 3, 1)));
    const uint16_t tooLong[4] = {4096, 4, 0, 0};
    EXPECT_FAULT(MrgSort(local<float>(kRecords, 128), queues, MrgSort4Info(tooLong, false, 3, 1)), "RANGE",
                 "MrgSort: queue 1 has 4096 elements, expected 0..4095");
    EXPECT_FAULT(MrgSort(local<float>(kRecords, 128), queues, MrgSort4Info(lengths, false, 7, 1)), "UNINIT",
                 "MrgSort: source is a LocalTensor that was never bound to memory");
    takeWarnings();
    EXPECT_NO_FAULT(MrgSort(local<float>(kRecords, 128), queues, MrgSort4Info(lengths, false, 3, 2)));
    EXPECT_THAT(
        takeWarnings(),
        ElementsAre("TRUNCATED: MrgSort: repeatTimes 2 is taken as 1; more need four queues of one length behind "
                    "each other and no suspension"));
    EXPECT_NO_FAULT(MrgSort(local<float>(kOther, 128), queues, MrgSort4Info(lengths, false, 3, 1)));
    EXPECT_THAT(takeWarnings(), ElementsAre("OVERLAP: MrgSort: the destination overlaps a queue"));
    EXPECT_FAULT(Extract(local<float>(kRecords, 16), indices, local<float>(kOther, 64), 1), "OOB",
                 "Extract: UB destination [0x10000, 0x10080) of LocalTensor ends 64 bytes past its allocation of 64 "
                 "bytes (static tensor VECCALC)");
    EXPECT_NO_FAULT(Extract(local<float>(kRecords, 32), indices, local<float>(kOther, 64), 1));
}

TEST_F(SortTest, LengthsCountElements) {
    EXPECT_EQ(GetSortLen<float>(64), 128U);
    EXPECT_EQ(GetSortLen<half>(64), 256U);
    EXPECT_EQ(GetSortOffset<float>(3), 6U);
    EXPECT_EQ(GetSortOffset<half>(3), 12U);
}

}  // namespace
}  // namespace acc::test
