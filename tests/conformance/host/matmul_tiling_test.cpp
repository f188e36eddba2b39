// SPDX-License-Identifier: Apache-2.0
// Tilings of Matmul: whatever the shape, the parts cover C without overlap on the cores that there are, and base blocks
// fit the memories of dav-2201, given here as numbers.
#include "tiling/matmul_tiling.h"

#include <gtest/gtest.h>

#include <random>

#include "tiling/tiling_api.h"

namespace acc::test {
namespace {

using matmul_tiling::CubeFormat;
using matmul_tiling::DataType;
using matmul_tiling::MatmulApiTiling;
using matmul_tiling::MultiCoreMatmulTiling;
using matmul_tiling::TPosition;
using Tiling = AscendC::tiling::TCubeTiling;

constexpr int32_t kL0Bytes = 64 * 1024, kL0cBytes = 128 * 1024, kL1Bytes = 512 * 1024, kBiasBytes = 1024;

int32_t ceilDiv(int32_t a, int32_t b) {
    return (a + b - 1) / b;
}

// What TCubeTiling promises (ascendc-highlevel 2.8).
void expectValid(const Tiling& t, int32_t width, bool isBias) {
    EXPECT_GT(t.baseM, 0);
    EXPECT_EQ(t.baseM % 16, 0);
    EXPECT_EQ(t.baseN % 16, 0);
    EXPECT_EQ(t.baseK % (width == 1 ? 32 : 16), 0);
    EXPECT_LE(t.baseM * t.baseK * width * t.dbL0A, kL0Bytes);
    EXPECT_LE(t.baseN * t.baseK * width * t.dbL0B, kL0Bytes);
    EXPECT_LE(t.baseM * t.baseN * 4 * t.dbL0C, kL0cBytes);
    const int32_t bias = isBias ? t.baseN * 4 : 0;
    EXPECT_LE(bias, kBiasBytes);
    EXPECT_GE(t.stepKa, 1);
    EXPECT_EQ(t.depthA1 % (t.stepM * t.stepKa), 0);
    EXPECT_LE(t.depthA1, t.stepM * t.stepKa * 2);
    EXPECT_EQ(t.depthB1 % (t.stepN * t.stepKb), 0);
    EXPECT_LE(t.depthB1, t.stepN * t.stepKb * 2);
    EXPECT_LE((t.depthA1 * t.baseM + t.depthB1 * t.baseN) * t.baseK * width + bias, kL1Bytes);
    EXPECT_EQ(t.isBias, isBias ? 1 : 0);
}

struct Type {
    DataType type;
    int32_t width;
};
constexpr Type kTypes[] = {
    {DataType::DT_FLOAT16, 2}, {DataType::DT_BF16, 2}, {DataType::DT_FLOAT, 4}, {DataType::DT_INT8, 1}};

TEST(MultiCoreMatmulTiling, RandomShapesAreSplitValidly) {
    std::mt19937 random(7);
    for (int round = 0; round < 2000; ++round) {
        const auto size = [&] {
            const int32_t most = 1 << (random() % 14);
            return static_cast<int32_t>(random() % static_cast<uint32_t>(most)) + 1;
        };
        const int32_t m = size(), n = size(), k = size(), dim = static_cast<int32_t>(random() % 48) + 1;
        const Type& type = kTypes[random() % 4];
        const bool isBias = random() % 2 == 0, transA = random() % 2 == 0, transB = random() % 2 == 0;
        const bool splitsK = random() % 4 == 0;
        SCOPED_TRACE(testing::Message() << m << " x " << n << " x " << k << ", " << dim << " cores, width "
                                        << type.width);
        MultiCoreMatmulTiling api;
        EXPECT_EQ(api.SetDim(dim), 0);
        EXPECT_EQ(api.SetAType(TPosition::GM, CubeFormat::ND, type.type, transA), 0);
        EXPECT_EQ(api.SetBType(TPosition::GM, CubeFormat::ND, type.type, transB), 0);
        EXPECT_EQ(api.SetShape(m, n, k), 0);
        EXPECT_EQ(api.SetOrgShape(m, n, k), 0);
        EXPECT_EQ(api.EnableBias(isBias), 0);
        EXPECT_EQ(api.SetBufferSpace(-1, -1, -1), 0);
        api.EnableMultiCoreSplitK(splitsK);
        Tiling t = {};
        ASSERT_EQ(api.GetTiling(t), 0);
        expectValid(t, type.width, isBias);
        EXPECT_LE(t.usedCoreNum, dim);
        EXPECT_EQ(t.usedCoreNum, ceilDiv(m, t.singleCoreM) * ceilDiv(n, t.singleCoreN) * ceilDiv(k, t.singleCoreK));
        if (!splitsK) {
            EXPECT_EQ(t.singleCoreK, k);
        }
        // No core has more than twice an even share, up to whole fractals.
        const int64_t even = static_cast<int64_t>(ceilDiv(m, 32)) * ceilDiv(n, 32) / dim;
        EXPECT_LE(static_cast<int64_t>(t.singleCoreM) * t.singleCoreN / 1024,
                  2 * even + ceilDiv(m, 32) + ceilDiv(n, 32) + 1);
        int32_t cores = 0, mDim = 0, nDim = 0;
        EXPECT_EQ(api.GetCoreNum(cores, mDim, nDim), 0);
        EXPECT_EQ(cores, t.usedCoreNum);
        EXPECT_EQ(mDim, ceilDiv(m, t.singleCoreM));
        EXPECT_EQ(nDim, ceilDiv(n, t.singleCoreN));
        EXPECT_EQ(t.M, m);
        EXPECT_EQ(t.N, n);
        EXPECT_EQ(t.Ka, k);
        EXPECT_EQ(t.Kb, k);
    }
}

TEST(MultiCoreMatmulTiling, UsesTheCoresAsTheDocumentedExample) {
    MultiCoreMatmulTiling api;
    api.SetDim(2);
    api.SetShape(1024, 640, 256);
    api.SetOrgShape(1024, 640, 256);
    api.SetBias(true);
    api.SetTraverse(matmul_tiling::MatrixTraverse::FIRSTM);
    api.SetFixSplit(256, 128, -1);
    optiling::TCubeTiling t;
    ASSERT_EQ(api.GetTiling(t), 0);
    EXPECT_EQ(t.get_usedCoreNum(), 2);
    EXPECT_EQ(t.get_singleCoreM() * t.get_singleCoreN(), 1024 * 640 / 2);
    EXPECT_EQ(t.get_baseM(), 256);
    EXPECT_EQ(t.get_baseN(), 128);
    EXPECT_EQ(t.get_baseK(), 64);
    EXPECT_EQ(t.get_iterateOrder(), 0);
    EXPECT_EQ(api.GetBaseM(), 256);
}

TEST(MultiCoreMatmulTiling, TakesSizesThatTheCallerSets) {
    MultiCoreMatmulTiling api;
    api.SetDim(20);
    api.SetShape(500, 512, 128);
    api.SetSingleShape(128, 256, -1);
    Tiling t = {};
    ASSERT_EQ(api.GetTiling(t), 0);
    EXPECT_EQ(t.singleCoreM, 128);
    EXPECT_EQ(t.singleCoreN, 256);
    EXPECT_EQ(t.usedCoreNum, 8);
    int32_t m = 0, n = 0, k = 0;
    EXPECT_EQ(api.GetSingleShape(m, n, k), 0);
    EXPECT_EQ(m, 128);
    EXPECT_EQ(n, 256);
    EXPECT_EQ(k, 128);

    api.SetSingleShape();
    api.SetSingleRange(64, 128, -1, -1, -1, -1);
    api.SetDim(48);
    ASSERT_EQ(api.GetTiling(t), 0);
    EXPECT_LE(t.singleCoreM, 64);
    EXPECT_LE(t.singleCoreN, 128);
}

TEST(MultiCoreMatmulTiling, SplitsKBetweenCoresThatAreLeft) {
    MultiCoreMatmulTiling api;
    api.SetDim(8);
    api.SetShape(16, 16, 4096);
    Tiling t = {};
    ASSERT_EQ(api.GetTiling(t), 0);
    EXPECT_EQ(t.usedCoreNum, 1);
    api.SetSplitK(true);
    ASSERT_EQ(api.GetTiling(t), 0);
    EXPECT_EQ(t.usedCoreNum, 8);
    EXPECT_EQ(t.singleCoreK, 512);
}

TEST(MatmulApiTiling, KeepsWithinTheBuffersOfTheCaller) {
    for (const int32_t l0c : {4096, 16384, 65536}) {
        MatmulApiTiling api;
        api.SetShape(1000, 1000, 1000);
        api.SetBufferSpace(100 * 1024, l0c, -1);
        Tiling t = {};
        ASSERT_EQ(api.GetTiling(t), 0);
        expectValid(t, 2, false);
        EXPECT_LE(t.baseM * t.baseN * 4, l0c);
        EXPECT_LE((t.depthA1 * t.baseM + t.depthB1 * t.baseN) * t.baseK * 2, 100 * 1024);
        matmul_tiling::SysTilingTempBufSize size = {};
        EXPECT_EQ(matmul_tiling::MatmulGetTmpBufSizeV2(t, size), 0);
        EXPECT_LE(size.l1Size, 100 * 1024);
        EXPECT_LE(size.l0cSize, l0c);
    }
    // A result in UB: a block has to fit there.
    MatmulApiTiling api;
    api.SetCType(TPosition::VECIN, CubeFormat::ND, DataType::DT_FLOAT);
    api.SetShape(512, 512, 64);
    api.SetBufferSpace(-1, -1, 32 * 1024);
    Tiling t = {};
    ASSERT_EQ(api.GetTiling(t), 0);
    EXPECT_LE(t.baseM * t.baseN * 4, 32 * 1024);
    EXPECT_EQ(t.usedCoreNum, 1);
    EXPECT_EQ(t.singleCoreM, 512);
}

TEST(BatchMatmulTiling, TakesShapesOfLayouts) {
    matmul_tiling::BatchMatmulTiling api;
    api.SetAType(TPosition::GM, CubeFormat::ND, DataType::DT_FLOAT16, false);
    api.SetBType(TPosition::GM, CubeFormat::ND, DataType::DT_FLOAT16, true);
    EXPECT_EQ(api.SetALayout(2, 64, 3, 1, 48), 0);
    EXPECT_EQ(api.SetBLayout(2, 80, 3, 1, 48), 0);
    EXPECT_EQ(api.SetCLayout(2, 64, 3, 1, 80), 0);
    EXPECT_EQ(api.SetBatchNum(3), 0);
    Tiling t = {};
    ASSERT_EQ(api.GetTiling(t), 0);
    EXPECT_EQ(t.M, 64);
    EXPECT_EQ(t.N, 80);
    EXPECT_EQ(t.Ka, 48);
    EXPECT_EQ(t.BatchNum, 3);
    EXPECT_EQ(t.ALayoutInfoN, 3);
    EXPECT_EQ(t.CLayoutInfoS2, 80);
}

TEST(MatmulApiTiling, SaysWhenThereIsNoTiling) {
    Tiling t = {};
    MatmulApiTiling none;
    EXPECT_EQ(none.GetTiling(t), -1);
    EXPECT_EQ(none.SetShape(0, 1, 1), -1);
    EXPECT_EQ(none.SetAType(TPosition::GM, CubeFormat::ND, DataType::DT_DOUBLE), -1);
    EXPECT_EQ(none.SetSparse(true), -1);

    MatmulApiTiling fixed;
    fixed.SetShape(64, 64, 64);
    fixed.SetFixSplit(24, 32, 32);  // not a multiple of 16
    EXPECT_EQ(fixed.GetTiling(t), -1);
    fixed.SetFixSplit(256, 256, 16);  // 256 KB of L0C
    EXPECT_EQ(fixed.GetTiling(t), -1);
    fixed.SetFixSplit(128, 128, 512);  // 128 KB of L0A
    EXPECT_EQ(fixed.GetTiling(t), -1);
    fixed.SetFixSplit(128, 128, 256);  // all of L0A, once
    EXPECT_EQ(fixed.GetTiling(t), 0);
    EXPECT_EQ(t.dbL0A, 1);

    MultiCoreMatmulTiling cores;
    cores.SetDim(2);
    cores.SetShape(64, 64, 64);
    cores.SetSingleShape(16, 16, -1);  // 16 parts
    EXPECT_EQ(cores.GetTiling(t), -1);
}

}  // namespace
}  // namespace acc::test
