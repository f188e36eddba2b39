// SPDX-License-Identifier: Apache-2.0
// Transposes and interpolation (ascendc-vector 15.3, 16.2, 16.3) and moves that change the layout or fill
// (ascendc-core 4.5, 4.8, 4.11), element by element.
#include "tests/conformance/isa/harness.h"
#include "tests/conformance/isa/reference.h"

namespace acc::test {
namespace {

using namespace AscendC;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const Covers kCovers{"TransDataTo5HD", "TransposeExt", "BilinearInterpolation", "Fill", "Nd2Nz", "Nz2Nd"};

constexpr uint32_t kDst = 64 * 1024;
constexpr uint32_t kOther = 128 * 1024;

class LayoutTest : public CoreTest {
protected:
    uint8_t* memory() { return block().memory[ACC_MEM_UB]; }
    void fill() {
        for (uint32_t at = 0; at < kUbBytes; ++at) {
            memory()[at] = uint8_t(random());
        }
        before_.assign(memory(), memory() + kUbBytes);
        expected_ = before_;
    }
    void expectCopy(uint64_t to, uint64_t from, size_t bytes) { std::memcpy(&expected_[to], &before_[from], bytes); }
    bool asExpected() { return std::memcmp(memory(), expected_.data(), kUbBytes) == 0; }

    std::vector<uint8_t> before_;
    std::vector<uint8_t> expected_;
};

// dst block and lane <- src block and lane, from the three formulas of the documentation.
template <class T>
void forTransData(bool dstHigh, bool srcHigh, auto move) {
    if constexpr (sizeof(T) == 4) {
        for (int i = 0; i < 8; ++i) {
            for (int j = 0; j < 8; ++j) {
                move(2 * i, j, j, i);
                move(2 * i + 1, j, 8 + j, i);
            }
        }
    } else {
        const int to = sizeof(T) == 1 && dstHigh ? 16 : 0;
        const int from = sizeof(T) == 1 && srcHigh ? 16 : 0;
        for (int i = 0; i < 16; ++i) {
            for (int j = 0; j < 16; ++j) {
                move(i, to + j, j, from + i);
            }
        }
    }
}

TEST_F(LayoutTest, TransDataTo5HD) {
    const auto run = [&]<class T>(T) {
        for (int round = 0; round < 40; ++round) {
            fill();
            TransDataTo5HDParams params;
            params.repeatTimes = uint8_t(random() % 5);
            params.dstRepStride = uint16_t(params.repeatTimes == 1 ? random() % 3 : 16 + random() % 4);
            params.srcRepStride = uint16_t(random() % 4);
            params.dstHighHalf = sizeof(T) == 1 && random() % 2;
            params.srcHighHalf = sizeof(T) == 1 && random() % 2;
            uint64_t dst[16];
            uint64_t src[16];
            uint32_t dstOrder[16];
            for (uint32_t i = 0; i < 16; ++i) {
                dstOrder[i] = i;
                src[i] = (random() % 512) * 32;
            }
            std::shuffle(dstOrder, dstOrder + 16, random);
            for (uint32_t i = 0; i < 16; ++i) {
                dst[i] = kDst + dstOrder[i] * 32;
            }
            LocalTensor<T> dstTensors[16];
            LocalTensor<T> srcTensors[16];
            for (uint32_t i = 0; i < 16; ++i) {
                dstTensors[i] = local<T>(uint32_t(dst[i]), 16384 / sizeof(T));
                srcTensors[i] = local<T>(uint32_t(src[i]), 16384 / sizeof(T));
            }
            if (round % 3 == 0) {
                TransDataTo5HD<T>(dst, src, params);
            } else if (round % 3 == 1) {
                TransDataTo5HD<T>(dstTensors, srcTensors, params);
            } else {
                const auto dstList = local<uint64_t>(kOther, 16);
                const auto srcList = local<uint64_t>(kOther + 128, 16);
                for (uint32_t i = 0; i < 16; ++i) {
                    dstList.SetValue(i, dst[i]);
                    srcList.SetValue(i, src[i]);
                }
                std::memcpy(&expected_[kOther], memory() + kOther, 256);
                std::memcpy(&before_[kOther], memory() + kOther, 256);
                TransDataTo5HD<T>(dstList, srcList, params);
            }
            for (uint32_t repeat = 0; repeat < params.repeatTimes; ++repeat) {
                // A single repeat adds its strides.
                const uint64_t step = params.repeatTimes == 1 ? 1 : repeat;
                forTransData<T>(
                    params.dstHighHalf, params.srcHighHalf, [&](int block, int lane, int fromBlock, int from) {
                        expectCopy(dst[block] + step * params.dstRepStride * 32 + lane * sizeof(T),
                                   src[fromBlock] + step * params.srcRepStride * 32 + from * sizeof(T), sizeof(T));
                    });
            }
            ASSERT_TRUE(asExpected()) << "round " << round << " width " << sizeof(T);
        }
    };
    run(uint8_t{});
    run(int8_t{});
    run(half{});
    run(uint16_t{});
    run(float{});
    run(int32_t{});
}

TEST_F(LayoutTest, TransDataRejections) {
    uint64_t dst[16];
    uint64_t src[16];
    for (uint32_t i = 0; i < 16; ++i) {
        dst[i] = kDst + i * 32;
        src[i] = i * 32;
    }
    EXPECT_NO_FAULT(TransDataTo5HD<half>(dst, src, {}));
    EXPECT_FAULT(TransDataTo5HD<half>(dst, src, {true, false, 1, 0, 0}), "RANGE",
                 "TransDataTo5HD: dstHighHalf is true for half, expected false; only 8-bit elements have halves");
    EXPECT_NO_FAULT(TransDataTo5HD<int8_t>(dst, src, {true, false, 1, 0, 0}));
    src[3] += 2;
    EXPECT_FAULT(TransDataTo5HD<half>(dst, src, {}), "ALIGN",
                 "TransDataTo5HD: UB source address 0x62 is not a multiple of 32 bytes (static tensor VECCALC)");
    src[3] = kUbBytes;
    EXPECT_FAULT(TransDataTo5HD<half>(dst, src, {}), "OOB",
                 "TransDataTo5HD: UB source [0x30000, 0x30020) of LocalTensor ends 32 bytes past its allocation of "
                 "196608 bytes (static tensor VECCALC)");
}

TEST_F(LayoutTest, TransposeOfChannels) {
    const auto run = [&]<class T>(T) {
        for (int round = 0; round < 12; ++round) {
            fill();
            const uint16_t n = 1 + random() % 3;
            const uint16_t c = 1 + random() % 7;
            const uint16_t h = 1 + random() % 4;
            const uint16_t w = uint16_t(32 / sizeof(T) * (1 + random() % 2));
            const bool toLast = round % 2 == 0;
            const auto src = local<T>(0, 32768 / sizeof(T));
            const auto dst = local<T>(kDst, 32768 / sizeof(T));
            const auto tmp = local<uint8_t>(kOther, 65536);
            Transpose(dst, src, tmp,
                      {n, c, h, w, toLast ? TransposeType::TRANSPOSE_NCHW2NHWC : TransposeType::TRANSPOSE_NHWC2NCHW});
            for (uint32_t in = 0; in < n; ++in) {
                for (uint32_t ic = 0; ic < c; ++ic) {
                    for (uint32_t p = 0; p < uint32_t(h) * w; ++p) {
                        const uint32_t channelFirst = (in * c + ic) * h * w + p;
                        const uint32_t channelLast = (in * h * w + p) * c + ic;
                        expectCopy(kDst + (toLast ? channelLast : channelFirst) * sizeof(T),
                                   (toLast ? channelFirst : channelLast) * sizeof(T), sizeof(T));
                    }
                }
            }
            ASSERT_TRUE(asExpected()) << round;
        }
    };
    run(uint8_t{});
    run(half{});
    run(float{});
    run(int32_t{});
    EXPECT_THAT(takeWarnings(), IsEmpty());
}

TEST_F(LayoutTest, TransposeExtendedTileAndLimits) {
    fill();
    const auto tmp = local<uint8_t>(kOther, 65536);
    const auto src = local<uint16_t>(0, 4096);
    const auto dst = local<uint16_t>(kDst, 4096);
    Transpose(dst, src, tmp, {0, 0, 16, 16, TransposeType::TRANSPOSE_ND2ND_B16});
    for (uint32_t r = 0; r < 16; ++r) {
        for (uint32_t c = 0; c < 16; ++c) {
            expectCopy(kDst + (c * 16 + r) * 2, (r * 16 + c) * 2, 2);
        }
    }
    EXPECT_TRUE(asExpected());
    EXPECT_NO_FAULT(Transpose(dst, src, tmp, {1, 1, 0, 16, TransposeType::TRANSPOSE_NCHW2NHWC}));
    EXPECT_TRUE(asExpected());
    EXPECT_FAULT(Transpose(dst, src, tmp, {1, 1, 1, 16, TransposeType::TRANSPOSE_NZ2ND_0213}), "RANGE",
                 "TransposeExt: transposeType 1 is not one of this form; expected ND2ND_B16, NCHW2NHWC or NHWC2NCHW");
    EXPECT_FAULT(Transpose(dst, src, tmp, {1, 1, 1, 15, TransposeType::TRANSPOSE_NCHW2NHWC}), "ALIGN",
                 "TransposeExt: hSize * wSize is 30 bytes, expected a multiple of 32");
    EXPECT_FAULT(Transpose(dst, src, tmp, {1, 4096, 1, 16, TransposeType::TRANSPOSE_NCHW2NHWC}), "RANGE",
                 "TransposeExt: cSize is 4096, expected 0..4095");
    EXPECT_FAULT(Transpose(dst, src, tmp, {0, 0, 16, 8, TransposeType::TRANSPOSE_ND2ND_B16}), "RANGE",
                 "TransposeExt: TRANSPOSE_ND2ND_B16 needs hSize 16, wSize 16 and 16-bit elements, got 16, 8 and "
                 "uint16_t");
    EXPECT_FAULT(Transpose(dst, src, local<uint8_t>(kOther, 1024), {1, 3, 1, 16, TransposeType::TRANSPOSE_NCHW2NHWC}),
                 "OOB",
                 "TransposeExt: UB sharedTmpBuffer [0x20000, 0x20a00) of LocalTensor ends 1536 bytes past its "
                 "allocation of 1024 bytes (static tensor VECCALC)");
    takeWarnings();
    EXPECT_NO_FAULT(Transpose(src, src, tmp, {1, 3, 1, 16, TransposeType::TRANSPOSE_NCHW2NHWC}));
    EXPECT_THAT(takeWarnings(), ElementsAre("OVERLAP: TransposeExt: the destination overlaps the source"));
}

TEST_F(LayoutTest, BilinearInterpolation) {
    for (const bool repeatMode : {false, true}) {
        const uint8_t horizontal = 3;
        const uint8_t vertical = 2;
        const auto source = local<half>(0, 1024);
        const auto weights = local<half>(8192, 64);
        const auto offsets = local<uint32_t>(kOther, 64);
        const auto dst = local<half>(kDst, 1024);
        for (uint32_t i = 0; i < 1024; ++i) {
            source.SetValue(i, half(float(int(random() % 200) - 100) / 8));
            dst.SetValue(i, half(7.0F));
        }
        for (uint32_t i = 0; i < 48; ++i) {
            weights.SetValue(i, half(float(random() % 16) / 16));
            offsets.SetValue(i, uint32_t(random() % 64) * 32);
        }
        const uint64_t mask[2] = {0x00ff00ffULL, 0xffff000000000000ULL};
        BilinearInterpolation(dst, source, offsets, weights, mask, horizontal, repeatMode, 1, 256, vertical,
                              local<uint8_t>(kOther + 1024, 32 * 1088));
        for (uint32_t v = 0; v < vertical; ++v) {
            for (uint32_t lane = 0; lane < 128; ++lane) {
                half sum{};
                for (uint32_t h = 0; h < horizontal; ++h) {
                    const uint32_t step = v * horizontal + h;
                    const uint32_t from = offsets.GetValue(step * 8 + lane / 16) / 2 + lane % 16;
                    const half weight = weights.GetValue(repeatMode ? step * 8 + lane / 16 : step);
                    const auto product =
                        convertTo<half>(RoundMode::CAST_RINT, valueOf(source.GetValue(from)) * valueOf(weight));
                    sum = h == 0 ? product : convertTo<half>(RoundMode::CAST_RINT, valueOf(sum) + valueOf(product));
                }
                const bool active = (mask[lane / 64] >> (lane % 64) & 1) != 0;
                ASSERT_TRUE(same(active ? sum : half(7.0F), dst.GetValue(v * 256 + lane))) << v << " " << lane;
            }
        }
    }
    const auto run = [&](uint8_t h, uint16_t rowOffset, uint32_t tmpBytes) {
        BilinearInterpolation(local<half>(kDst, 1024), local<half>(0, 1024), local<uint32_t>(kOther, 64),
                              local<half>(8192, 64), uint64_t{128}, h, false, 1, rowOffset, 1,
                              local<uint8_t>(kOther + 1024, tmpBytes));
    };
    EXPECT_NO_FAULT(run(2, 128, 34816));
    EXPECT_FAULT(run(0, 128, 34816), "RANGE", "BilinearInterpolation: hRepeat is 0, expected 1..255");
    EXPECT_FAULT(run(2, 120, 34816), "RANGE",
                 "BilinearInterpolation: vROffset is 120, expected a multiple of 16 from 128 on");
    EXPECT_FAULT(
        run(2, 128, 1024), "OOB",
        "BilinearInterpolation: UB sharedTmpBuffer [0x20400, 0x28c00) of LocalTensor ends 33792 bytes past its "
        "allocation of 1024 bytes (static tensor VECCALC)");
}

TEST_F(LayoutTest, FillOfGlobalMemory) {
    auto* const memory = gm<half>(100, 0x11);
    auto tensor = global(memory, 100);
    auto part = tensor[3];
    Fill(part, uint64_t{50}, half(2.5F));
    for (uint32_t i = 0; i < 100; ++i) {
        uint16_t bits;
        std::memcpy(&bits, &memory[i], 2);
        EXPECT_EQ(bits, i >= 3 && i < 53 ? 0x4100 : 0x1111) << i;
    }
    InitOutput(tensor, 2U, half(1.0F));
    InitOutput(tensor, 1U);
    EXPECT_EQ(float(memory[0]), 0.0F);
    EXPECT_EQ(float(memory[1]), 1.0F);
    EXPECT_FAULT(
        Fill(part, uint64_t{98}, half(0.0F)), "OOB",
        fmt::format("Fill: GM destination [0x{0:x}, 0x{1:x}) ends 2 bytes past its allocation [0x{2:x}, 0x{3:x}) "
                    "of 200 bytes",
                    uintptr_t(memory) + 6, uintptr_t(memory) + 202, uintptr_t(memory), uintptr_t(memory) + 200));
    EXPECT_NO_FAULT(Fill(part, uint64_t{97}, half(0.0F)));
}

TEST_F(LayoutTest, NdToNz) {
    const auto run = [&]<class T>(T) {
        constexpr uint32_t kC0 = 32 / sizeof(T);
        for (int round = 0; round < 20; ++round) {
            fill();
            Nd2NzParams p;
            p.ndNum = uint16_t(random() % 3);
            p.nValue = uint16_t(1 + random() % 9);
            p.dValue = uint16_t(1 + random() % 70);
            p.srcDValue = uint16_t(p.dValue + random() % 5);
            p.srcNdMatrixStride = uint16_t(p.srcDValue * p.nValue);
            p.dstNzNStride = uint16_t(1 + random() % 2);
            p.dstNzC0Stride = uint16_t(p.nValue * p.dstNzNStride + random() % 3);
            p.dstNzMatrixStride = uint16_t((p.dValue + kC0 - 1) / kC0 * p.dstNzC0Stride * kC0);
            auto* const matrix = gm<T>(4096);
            for (uint32_t i = 0; i < 4096 * sizeof(T); ++i) {
                reinterpret_cast<uint8_t*>(matrix)[i] = uint8_t(random());
            }
            DataCopy(local<T>(kDst, 65536 / sizeof(T)), global(matrix, 4096), p);
            for (uint32_t m = 0; m < p.ndNum; ++m) {
                for (uint32_t r = 0; r < p.nValue; ++r) {
                    for (uint32_t c = 0; c < (p.dValue + kC0 - 1) / kC0 * kC0; ++c) {
                        const uint64_t to = kDst + m * p.dstNzMatrixStride * sizeof(T) +
                                            c / kC0 * p.dstNzC0Stride * 32 + r * p.dstNzNStride * 32 +
                                            c % kC0 * sizeof(T);
                        std::memset(&expected_[to], 0, sizeof(T));
                        if (c < p.dValue) {
                            std::memcpy(&expected_[to], &matrix[m * p.srcNdMatrixStride + r * p.srcDValue + c],
                                        sizeof(T));
                        }
                    }
                }
            }
            ASSERT_TRUE(asExpected()) << round;
        }
    };
    run(int8_t{});
    run(half{});
    run(float{});
    EXPECT_FAULT(DataCopy(local<half>(0, 1024), global(gm<half>(1024), 1024), Nd2NzParams{1, 2, 3, 0, 0, 2, 1, 0}),
                 "RANGE", "Nd2Nz: srcDValue is 0, expected 1..65535");
    EXPECT_FAULT(DataCopy(local<half>(0, 16), global(gm<half>(1024), 1024), Nd2NzParams{1, 2, 3, 0, 3, 2, 1, 0}), "OOB",
                 "Nd2Nz: UB destination [0x0, 0x40) of LocalTensor ends 32 bytes past its allocation of 32 bytes "
                 "(static tensor VECCALC)");
    EXPECT_NO_FAULT(DataCopy(local<half>(0, 32), global(gm<half>(1024), 1024), Nd2NzParams{1, 2, 3, 0, 3, 2, 1, 0}));
}

TEST_F(LayoutTest, NzToNd) {
    const auto run = [&]<class T>(T) {
        for (int round = 0; round < 20; ++round) {
            fill();
            const uint32_t matrices = random() % 3;
            const uint32_t rows = 1 + random() % 20;
            const uint32_t columns = 16 * (1 + random() % 3);
            const uint32_t strip = rows + random() % 3;
            const uint32_t srcMatrix = (strip * columns + 255) / 256;
            const uint32_t dstRow = columns + random() % 5;
            const uint32_t dstMatrix = dstRow * rows;
            auto* const out = gm<T>(8192, 0x55);
            std::vector<T> expected(8192);
            std::memset(expected.data(), 0x55, expected.size() * sizeof(T));
            DataCopy(global(out, 8192), local<T>(0, 65536 / sizeof(T)),
                     Nz2NdParamsFull(matrices, rows, columns, srcMatrix, strip, dstRow, dstMatrix));
            for (uint32_t m = 0; m < matrices; ++m) {
                for (uint32_t r = 0; r < rows; ++r) {
                    for (uint32_t c = 0; c < columns; ++c) {
                        std::memcpy(&expected[m * dstMatrix + r * dstRow + c],
                                    &before_[(m * srcMatrix * 256 + c / 16 * strip * 16 + r * 16 + c % 16) * sizeof(T)],
                                    sizeof(T));
                    }
                }
            }
            ASSERT_EQ(std::memcmp(out, expected.data(), expected.size() * sizeof(T)), 0) << round;
        }
    };
    run(half{});
    run(float{});
    const auto copy = [&](uint16_t columns) {
        DataCopy(global(gm<half>(1024), 1024), local<half>(0, 1024), Nz2NdParamsFull{1, 2, columns, 1, 2, 32, 1});
    };
    EXPECT_FAULT(copy(20), "RANGE", "Nz2Nd: dValue is 20, expected a multiple of 16");
    EXPECT_NO_FAULT(copy(32));
}

TEST_F(LayoutTest, SlicesOfAnArray) {
    // The documented example: elements 16..39 and 47..70 of rows 0 and 2 of a 3 x 87 array, packed into 2 x 48.
    auto* const array = gm<float>(3 * 87);
    for (uint32_t i = 0; i < 3 * 87; ++i) {
        array[i] = float(i);
    }
    const SliceInfo from[] = {{16, 70, 7, 3, 87}, {0, 2, 1, 1, 3}};
    const SliceInfo to[] = {{0, 47, 0, 3, 48}, {0, 1, 0, 1, 2}};
    const auto tile = local<float>(0, 96);
    DataCopy(tile, global(array, 3 * 87), to, from, 2);
    for (uint32_t row = 0; row < 2; ++row) {
        for (uint32_t i = 0; i < 48; ++i) {
            EXPECT_EQ(tile.GetValue(row * 48 + i), float(row * 2 * 87 + (i < 24 ? 16 + i : 47 + i - 24)));
        }
    }
    auto* const back = gm<float>(3 * 87);
    DataCopy(global(back, 3 * 87), tile, from, to, 2);
    EXPECT_EQ(back[15], 0.0F);
    EXPECT_EQ(back[16], 16.0F);
    EXPECT_EQ(back[40], 0.0F);
    EXPECT_EQ(back[2 * 87 + 70], 2 * 87 + 70.0F);
    const SliceInfo wrong[] = {{16, 69, 7, 3, 87}, {0, 2, 1, 1, 3}};
    EXPECT_FAULT(
        DataCopy(tile, global(array, 3 * 87), to, wrong, 2), "RANGE",
        "DataCopy: (endIndex - startIndex + 1 + stride) % (length + stride) of a SliceInfo is 30, expected 0..0");
}

}  // namespace
}  // namespace acc::test
