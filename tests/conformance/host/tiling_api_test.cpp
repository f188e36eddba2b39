// SPDX-License-Identifier: Apache-2.0
// Host functions for the tiling of high-level APIs. Their numbers are the emulator's own; what programs rely on is
// checked: sizes that are ordered, aligned and grow, and splits that cover the shape.
#include "tiling/tiling_api.h"

#include <gtest/gtest.h>

#include <cstring>

#include "kernel_tiling/kernel_tiling.h"

namespace acc::test {
namespace {

using AscendC::TensorShape;

TEST(TilingStructs, SizesAreThoseOfTheDocumentedFields) {
    EXPECT_EQ(sizeof(SoftMaxTiling), 16 * 4U);
    EXPECT_EQ(sizeof(LogSoftMaxTiling), 16 * 4U);
    EXPECT_EQ(sizeof(LayerNormTiling), 26 * 4U);
    EXPECT_EQ(sizeof(DeepNormTiling), 26 * 4U);
    EXPECT_EQ(sizeof(LayerNormSeparateTiling), 26 * 4U);
    EXPECT_EQ(sizeof(RmsNormTiling), 12 * 4U);
    EXPECT_EQ(sizeof(LayerNormGradTiling), 30 * 4U);
    EXPECT_EQ(sizeof(LayerNormGradBetaTiling), 20 * 4U);
    EXPECT_EQ(sizeof(BatchNormTiling), 20 * 4U);
    EXPECT_EQ(sizeof(GroupNormTiling), 30 * 4U);
    EXPECT_EQ(sizeof(PadTiling), 26 * 4U);
    EXPECT_EQ(sizeof(UnPadTiling), 8 * 4U);
    EXPECT_EQ(sizeof(TCubeTiling), 50 * 4U);
    EXPECT_EQ(offsetof(SoftMaxTiling, rangeM), 12 * 4U);
    EXPECT_EQ(offsetof(LayerNormTiling, lastDimValueBack), 25 * 4U);
}

TEST(TilingStructs, BothKindsHoldTheSame) {
    optiling::SoftMaxTiling accessors;
    AscendC::tiling::SoftMaxTiling plain = {}, saved = {};
    AscendC::SoftMaxTilingFunc(TensorShape({17, 64}), 2, 8192, accessors);
    AscendC::SoftMaxTilingFunc(TensorShape({17, 64}), 2, 8192, plain);
    ASSERT_EQ(accessors.GetDataSize(), sizeof(plain));
    accessors.SaveToBuffer(&saved, sizeof(saved));
    EXPECT_EQ(std::memcmp(&saved, &plain, sizeof(plain)), 0);
}

TEST(SoftMaxTilingFunc, SplitsCoverTheRows) {
    for (const uint32_t rows : {1U, 7U, 8U, 100U, 1023U})
        for (const uint32_t length : {16U, 64U, 2048U})
            for (const uint32_t bytes : {1024U, 16384U, 196608U}) {
                AscendC::tiling::SoftMaxTiling t = {};
                AscendC::SoftMaxTilingFunc(TensorShape({rows, length}), 4, bytes, t);
                EXPECT_EQ(t.srcM * t.srcK, rows * length);
                EXPECT_EQ(t.srcSize, rows * length);
                EXPECT_EQ(t.outMaxSize, rows * 8);
                EXPECT_GE(t.splitM, 1U);
                EXPECT_EQ(t.splitM * t.rangeM + t.tailM, rows);
                EXPECT_LT(t.tailM, t.splitM);
                EXPECT_EQ(t.splitSize, t.splitM * t.splitK);
                EXPECT_EQ(t.reduceSize, t.splitM * t.reduceK);
                EXPECT_EQ(t.tailSplitSize, t.tailM * length);
                EXPECT_EQ(t.tailReduceSize, t.tailM * 8);
            }
}

TEST(SoftMaxTilingFunc, LeadingAxesAreRows) {
    AscendC::tiling::SoftMaxTiling t = {};
    AscendC::SoftMaxFlashV2TilingFunc(TensorShape({2, 3, 5, 32}), 2, 4, 65536, t, true);
    EXPECT_EQ(t.srcM, 30U);
    EXPECT_EQ(t.srcK, 32U);
    EXPECT_EQ(t.outMaxK, 8U);  // statistics are float
}

TEST(SoftMaxTilingFunc, TheMaximumSizeTakesAllRowsAtOnce) {
    const TensorShape shape({24, 128});
    const uint32_t most = AscendC::GetSoftMaxFlashV2MaxTmpSize(shape, 2, 4, true);
    const uint32_t least = AscendC::GetSoftMaxFlashV2MinTmpSize(shape, 2, 4, true);
    EXPECT_LT(least, most);
    AscendC::tiling::SoftMaxTiling t = {};
    AscendC::SoftMaxFlashV2TilingFunc(shape, 2, 4, most, t, true);
    EXPECT_EQ(t.splitM, 24U);
    AscendC::SoftMaxFlashV2TilingFunc(shape, 2, 4, least, t, true);
    EXPECT_EQ(t.splitM, 1U);
}

TEST(SoftMaxTilingFunc, BasicBlocks) {
    optiling::SoftMaxTiling t;
    AscendC::SoftMaxTilingFunc(TensorShape({64, 128}), 2, 65536, t);
    EXPECT_TRUE(AscendC::IsBasicBlockInSoftMax(t));
    AscendC::SoftMaxTilingFunc(TensorShape({64, 96}), 2, 65536, t);
    EXPECT_FALSE(AscendC::IsBasicBlockInSoftMax(t));
    AscendC::SoftMaxTilingFunc(TensorShape({5, 128}), 2, 65536, t);
    EXPECT_FALSE(AscendC::IsBasicBlockInSoftMax(t));
}

TEST(TmpSize, IsOrderedAlignedAndGrows) {
    uint32_t most = 0, least = 0, more = 0, same = 0;
    AscendC::GetTanhMaxMinTmpSize(TensorShape({1000}), 2, false, most, least);
    AscendC::GetTanhMaxMinTmpSize(TensorShape({2000}), 2, false, more, same);
    EXPECT_LE(least, most);
    EXPECT_GT(more, most);
    EXPECT_EQ(same, least);
    EXPECT_EQ(most % 256 + least % 256 + more % 256, 0U);
    AscendC::GetTanhMaxMinTmpSize(TensorShape({1}), 2, false, most, least);
    EXPECT_EQ(most, least);
    EXPECT_GT(least, 0U);
}

TEST(TmpSize, WhatFitsByTheFactorNeedsNoMoreThanTheBuffer) {
    for (const uint32_t typeSize : {2U, 4U}) {
        uint32_t live = 0, extra = 1, most = 0, least = 0;
        AscendC::GetSigmoidTmpBufferFactorSize(typeSize, live, extra);
        constexpr uint32_t kBuffer = 65536;
        const int64_t elements = (kBuffer - extra) / live / typeSize;
        AscendC::GetSigmoidMaxMinTmpSize(TensorShape({elements}), typeSize, false, most, least);
        EXPECT_LE(most, kBuffer);
        EXPECT_GE(most, kBuffer / 2);
    }
}

TEST(TmpSize, OtherArgumentLists) {
    const platform_ascendc::PlatformAscendC platform(nullptr);
    uint32_t most = 0, least = 0;
    EXPECT_EQ(AscendC::GetSortTmpSize(platform, 1024, 4), 8192U);
    EXPECT_EQ(AscendC::GetConcatTmpSize(platform, 33, 2), 512U);
    AscendC::GetSwiGLUMaxMinTmpSize(TensorShape({512}), 4, most, least);
    EXPECT_EQ(most, 4096U);
    AscendC::GetPowerMaxMinTmpSize(TensorShape({1}), TensorShape({512}), false, 4, false, most, least);
    EXPECT_EQ(most, 6 * 512 * 4U);
    AscendC::GetReduceSumMaxMinTmpSize(TensorShape({8, 128}), AscendC::TensorDataType::DT_FLOAT,
                                       AscendC::ReducePattern::AR, true, false, most, least);
    EXPECT_EQ(most, 4096U);
    AscendC::GetArithProgressionMaxMinTmpSize(most, least);
    EXPECT_EQ(most + least, 0U);
}

TEST(LayerNormTilingInfo, RoundsCoverTheRows) {
    uint32_t most = 0, least = 0;
    const TensorShape shape({3, 37, 64, 61});
    AscendC::GetLayerNormMaxMinTmpSize(shape, 4, false, most, least);
    for (const uint32_t bytes : {least, least * 5, most}) {
        AscendC::tiling::LayerNormTiling t = {};
        AscendC::GetLayerNormNDTilingInfo(shape, bytes, 4, false, t);
        EXPECT_EQ(t.bLength * t.sLength * t.hLength, 3 * 37 * 64U);
        EXPECT_EQ(t.originalHLength, 61U);
        EXPECT_FLOAT_EQ(t.lastDimValueBack, 1.0F / 61.0F);
        EXPECT_EQ(t.loopRound * t.inputRoundSize + t.inputTailSize, t.inputXSize);
        EXPECT_EQ(t.loopRound * t.meanVarRoundSize + t.meanVarTailSize, 111U);
        EXPECT_EQ(t.bshCurLength, t.bsCurLength * 64);
    }
}

TEST(LayerNormTilingInfo, SeparateAxes) {
    optiling::LayerNormSeparateTiling t;
    AscendC::GetLayerNormNDTilingInfo(TensorShape({10, 96}), 65536, 2, false, true, t);
    EXPECT_EQ(t.get_aLength(), 10U);
    EXPECT_EQ(t.get_rLength(), 96U);
    EXPECT_EQ(t.get_rHeadLength(), 64U);
    EXPECT_EQ(t.get_halfAddRepeatTimes(), 6U);
    EXPECT_FLOAT_EQ(t.get_rValueBack(), 1.0F / 96.0F);
    EXPECT_FLOAT_EQ(t.get_k2Rec() * t.get_k2RRec(), t.get_rValueBack());
    EXPECT_EQ(t.get_loopRound() * t.get_aCurLength() + t.get_meanVarTailSize(), 10U);
}

TEST(RmsNormTilingInfo, TellsWhetherARowFits) {
    AscendC::tiling::RmsNormTiling t = {};
    EXPECT_FALSE(AscendC::GetRmsNormTilingInfo(TensorShape({2, 9, 1024}), TensorShape({2, 9, 1000}), 1024, 4, t));
    ASSERT_TRUE(AscendC::GetRmsNormTilingInfo(TensorShape({2, 9, 1024}), TensorShape({2, 9, 1000}), 65536, 4, t));
    EXPECT_EQ(t.loopRound * t.mainBsLength + t.tailBsLength, 18U);
    EXPECT_EQ(t.mainBshLength, t.mainBsLength * 1024);
    EXPECT_EQ(t.inputTailPos + t.tailBshLength, 18 * 1024U);
    EXPECT_FLOAT_EQ(t.reciprocalOfHLength, 0.001F);
}

TEST(LayerNormGradTilingInfo, RoundsCoverTheRows) {
    const TensorShape shape({3, 37, 64, 61});
    uint32_t most = 0, least = 0;
    AscendC::GetLayerNormGradMaxMinTmpSize(shape, 4, false, most, least);
    for (const uint32_t bytes : {least, least * 5, most}) {
        AscendC::tiling::LayerNormGradTiling t = {};
        AscendC::GetLayerNormGradNDTilingInfo(shape, bytes, 4, false, t);
        EXPECT_EQ(t.loopNum * t.oneCalSize + t.tailSize, 111 * 64U);
        EXPECT_EQ(t.originalHLength, 61U);
        optiling::LayerNormGradBetaTiling beta;
        AscendC::GetLayerNormGradBetaNDTilingInfo(shape, bytes, 4, false, beta);
        EXPECT_EQ(beta.get_loopRound() * beta.get_bsCurLength() + beta.get_bsTailSize(), 111U);
        EXPECT_EQ(beta.get_hLength(), 64U);
    }
}

TEST(BatchNormTilingInfo, RoundsCoverTheFeatures) {
    const TensorShape shape({16, 5, 64}), original({13, 5, 64});
    uint32_t most = 0, least = 0;
    ASSERT_TRUE(AscendC::GetBatchNormMaxMinTmpSize(shape, original, 2, false, most, least));
    for (const uint32_t bytes : {least, least * 3, most}) {
        AscendC::tiling::BatchNormTiling t = {};
        ASSERT_TRUE(AscendC::GetBatchNormNDTilingInfo(shape, original, bytes, 2, false, t));
        EXPECT_EQ(t.originalBLength, 13U);
        EXPECT_EQ(t.meanVarSize, 320U);
        EXPECT_EQ(t.loopRound * t.shCurLength + t.meanVarTailSize, 320U);
        EXPECT_EQ(t.bshCurLength, 13 * t.shCurLength);
    }
    AscendC::tiling::BatchNormTiling t = {};
    EXPECT_FALSE(AscendC::GetBatchNormNDTilingInfo(shape, original, 64, 2, false, t));
}

TEST(GroupNormTilingInfo, RoundsCoverTheGroups) {
    const TensorShape shape({3, 12, 5, 7});
    uint32_t most = 0, least = 0;
    AscendC::GetGroupNormMaxMinTmpSize(shape, 4, false, 4, most, least);
    EXPECT_LT(least, most);
    optiling::GroupNormTiling t;
    AscendC::GetGroupNormNDTilingInfo(shape, 65536, 4, false, 4, t);
    EXPECT_EQ(t.get_d(), 3U);
    EXPECT_EQ(t.get_hw(), 35U);
    EXPECT_EQ(t.get_hwAlignSize(), 40U);
    EXPECT_EQ(t.get_loopRound() * t.get_bsCurLength() + t.get_meanVarTailSize(), 12U);
    EXPECT_FLOAT_EQ(t.get_factor(), 1.0F / 105.0F);
    EXPECT_TRUE(t.get_smallShape());
}

TEST(TmpSize, OfStatistics) {
    uint32_t most = 0, least = 0;
    AscendC::GetNormalizeMaxMinTmpSize(TensorShape({10, 96}), 4, 2, false, true, false, most, least);
    EXPECT_LT(least, most);
    AscendC::GetWelfordUpdateMaxMinTmpSize(TensorShape({1, 640}), 2, 4, false, false, most, least);
    EXPECT_LT(least, most);
    AscendC::GetWelfordFinalizeMaxMinTmpSize(TensorShape({64}), 4, false, most, least);
    EXPECT_EQ(least, most);
}

TEST(PadTiling, Shapes) {
    AscendC::tiling::PadTiling t = {};
    AscendC::PadTilingFunc(TensorShape({5, 24}), TensorShape({5, 21}), 4096, 2, t);
    EXPECT_EQ(t.srcHeight, 5U);
    EXPECT_EQ(t.srcWidth, 24U);
    EXPECT_EQ(t.srcOriWidth, 21U);
    EXPECT_EQ(t.widthWithoutLastBlock, 16U);
    EXPECT_EQ(t.blocksPerRow, 2U);
}

TEST(Shape, Axes) {
    ge::Shape shape({2, 3});
    EXPECT_EQ(shape.GetShapeSize(), 6);
    EXPECT_TRUE(shape.SetDim(1, 5));
    EXPECT_FALSE(shape.SetDim(2, 5));
    EXPECT_EQ(shape.GetDims(), (std::vector<int64_t>{2, 5}));
    EXPECT_EQ(shape.GetDim(2), 0);
    EXPECT_EQ(ge::Shape().GetShapeSize(), 0);
}

}  // namespace
}  // namespace acc::test
