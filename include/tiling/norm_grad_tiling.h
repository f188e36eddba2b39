// SPDX-License-Identifier: Apache-2.0
// Tiling of LayerNormGrad, LayerNormGradBeta, BatchNorm and GroupNorm, and scratch sizes of Normalize and the Welford
// functions (ascendc-highlevel 4).
#pragma once

#include "tiling/norm_tiling.h"

namespace AscendC {
namespace tiling {
namespace detail {

// Scratch for one and for all of `parts` parts that are worked on one after the other.
inline void partSizes(uint64_t parts, uint64_t elementsOfPart, uint32_t& maxValue, uint32_t& minValue) {
    minValue = roundUp(kNormLive * elementsOfPart * 4 + 64);
    maxValue = roundUp(parts * (kNormLive * elementsOfPart * 4 + 64));
}

inline uint32_t dim(const TensorShape& shape, size_t axis) {
    return static_cast<uint32_t>(shape.GetDim(axis));
}

}  // namespace detail
}  // namespace tiling

// Shape [B, S, H padded to 32 bytes, H].
inline void GetLayerNormGradMaxMinTmpSize(const TensorShape& srcShape, uint32_t typeSize, bool isReuseSource,
                                          uint32_t& maxValue, uint32_t& minValue) {
    GetLayerNormMaxMinTmpSize(srcShape, typeSize, isReuseSource, maxValue, minValue);
}
template <class Data>
void GetLayerNormGradNDTilingInfo(const TensorShape& srcShape, uint32_t stackBufferSize, uint32_t /*typeSize*/,
                                  bool /*isReuseSource*/, Data& tilling) {
    using namespace tiling::detail;
    tiling::LayerNormGradTiling t = {};
    t.stackBufferSize = stackBufferSize;
    t.bLength = dim(srcShape, 0);
    t.sLength = dim(srcShape, 1);
    t.hLength = dim(srcShape, 2);
    t.originalHLength = dim(srcShape, 3);
    t.lastDimValueBack = t.originalHLength == 0 ? 0.0F : 1.0F / static_cast<float>(t.originalHLength);
    t.lastDimValueBackMulTwo = 2 * t.lastDimValueBack;
    const uint32_t rows = t.bLength * t.sLength;
    t.nohCalSize = normRows(rows, t.hLength, stackBufferSize);
    t.oneCalSize = t.nohCalSize * t.hLength;
    if (t.nohCalSize != 0) {
        t.loopNum = rows / t.nohCalSize;
        t.nohTailSize = rows % t.nohCalSize;
        t.tailSize = t.nohTailSize * t.hLength;
        t.tmpTensorBSHSize = t.x1TensorSize = t.x2TensorSize = t.oneCalSize;
        t.x1TensorPos = t.tmpTensorBSHPos + t.oneCalSize;
        t.x2TensorPos = t.x1TensorPos + t.oneCalSize;
        t.pdVarTensorSize = t.pdMeanTensorSize = (t.nohCalSize + 7) / 8 * 8;
        t.pdVarTensorPos = t.x2TensorPos + t.oneCalSize;
        t.pdMeanTensorPos = t.pdVarTensorPos + t.pdVarTensorSize;
    }
    assign(t, tilling);
}

// Shape [B, S, H padded to 32 bytes, H].
inline void GetLayerNormGradBetaMaxMinTmpSize(const TensorShape& srcShape, uint32_t typeSize, bool isReuseSource,
                                              uint32_t& maxValue, uint32_t& minValue) {
    GetLayerNormMaxMinTmpSize(srcShape, typeSize, isReuseSource, maxValue, minValue);
}
template <class Data>
void GetLayerNormGradBetaNDTilingInfo(const TensorShape& srcShape, uint32_t stackBufferSize, uint32_t /*typeSize*/,
                                      bool /*isReuseSource*/, Data& tilling) {
    using namespace tiling::detail;
    tiling::LayerNormGradBetaTiling t = {};
    t.stackBufferSize = stackBufferSize;
    t.bLength = dim(srcShape, 0);
    t.sLength = dim(srcShape, 1);
    t.hLength = dim(srcShape, 2);
    t.originalHLength = dim(srcShape, 3);
    t.bsLength = t.bLength * t.sLength;
    t.bshLength = t.bsLength * t.hLength;
    t.numberOfTmpBuf = kNormLive;
    t.bsCurLength = normRows(t.bsLength, t.hLength, stackBufferSize);
    t.bshCurLength = t.oneCalSize = t.bsCurLength * t.hLength;
    if (t.bsCurLength != 0) {
        t.loopRound = t.bsLength / t.bsCurLength;
        t.bsTailSize = t.bsLength % t.bsCurLength;
        t.inputTailSize = t.bsTailSize * t.hLength;
        t.inputTailPos = t.loopRound * t.bshCurLength;
        t.betaTempTensorPos = t.gammaTempTensorPos + t.hLength;
        t.inputDyTmpTensorPos = t.betaTempTensorPos + t.hLength;
        t.resForGammaTmpTensorPos = t.inputDyTmpTensorPos + t.oneCalSize;
    }
    assign(t, tilling);
}

// Shapes [B, S, H], padded and original. False when not even one feature fits into the buffer.
inline bool GetBatchNormMaxMinTmpSize(const TensorShape& srcShape, const TensorShape& /*originSrcShape*/,
                                      uint32_t /*typeSize*/, bool /*isReuseSource*/, uint32_t& maxValue,
                                      uint32_t& minValue, bool /*isBasicBlock*/ = false) {
    // At least a block of features at a time.
    const uint64_t features = static_cast<uint64_t>(srcShape.GetDim(1) * srcShape.GetDim(2));
    tiling::detail::partSizes((features + 15) / 16, 16 * static_cast<uint64_t>(srcShape.GetDim(0)), maxValue, minValue);
    return srcShape.GetShapeSize() > 0;
}
template <class Data>
bool GetBatchNormNDTilingInfo(const TensorShape& srcShape, const TensorShape& originSrcShape,
                              uint32_t stackBufferByteSize, uint32_t typeSize, bool /*isReuseSource*/, Data& tilling,
                              bool /*isBasicBlock*/ = false) {
    using namespace tiling::detail;
    tiling::BatchNormTiling t = {};
    t.originalBLength = dim(originSrcShape, 0);
    t.meanVarSize = dim(srcShape, 1) * dim(srcShape, 2);
    const uint32_t fit = normRows((t.meanVarSize + 15) / 16, 16 * t.originalBLength, stackBufferByteSize) * 16;
    t.shCurLength = fit < t.meanVarSize ? fit : t.meanVarSize;
    if (t.shCurLength == 0 || typeSize == 0)
        return false;
    t.firstDimValueBack = 1.0F / static_cast<float>(t.originalBLength);
    t.bshCurLength = t.originalBLength * t.shCurLength;
    t.tmpBufSize = stackBufferByteSize / 4;
    t.oneTmpSize = t.bshCurLength;
    t.meanTmpTensorPos = 0;
    t.varianceTmpTensorPos = t.shCurLength;
    t.firstTmpStartPos = 2 * t.shCurLength;
    t.secondTmpStartPos = t.firstTmpStartPos + t.oneTmpSize;
    t.thirdTmpStartPos = t.secondTmpStartPos + t.oneTmpSize;
    t.loopRound = t.meanVarSize / t.shCurLength;
    t.meanVarTailSize = t.meanVarSize % t.shCurLength;
    t.meanVarTailPos = t.loopRound * t.shCurLength;
    t.inputTailSize = t.meanVarTailSize * t.originalBLength;
    t.inputTailPos = t.meanVarTailPos;
    t.shCurLengthBlockNum = t.shCurLength * typeSize / 32;
    t.castHalfRepStride = t.shCurLength * 2 / 32;
    t.castHalfOutRepStride = t.castHalfRepStride;
    assign(t, tilling);
    return true;
}

// Shape [N, C, H, W].
inline void GetGroupNormMaxMinTmpSize(const TensorShape& srcShape, uint32_t /*typeSize*/, bool /*isReuseSource*/,
                                      uint32_t groupNum, uint32_t& maxValue, uint32_t& minValue) {
    const uint64_t all = static_cast<uint64_t>(srcShape.GetShapeSize());
    const uint64_t groups = static_cast<uint64_t>(srcShape.GetDim(0)) * groupNum;
    tiling::detail::partSizes(groups, groups == 0 ? 0 : all / groups, maxValue, minValue);
}
template <class Data>
void GetGroupNormNDTilingInfo(const TensorShape& srcShape, uint32_t stackBufferSize, uint32_t typeSize,
                              bool /*isReuseSource*/, uint32_t groupNum, Data& tilling) {
    using namespace tiling::detail;
    tiling::GroupNormTiling t = {};
    t.n = dim(srcShape, 0);
    t.c = dim(srcShape, 1);
    t.hw = dim(srcShape, 2) * dim(srcShape, 3);
    t.g = groupNum;
    t.d = groupNum == 0 ? 0 : t.c / groupNum;
    const uint32_t perBlock = typeSize == 0 ? 8 : 32 / typeSize;
    t.hwAlignSize = (t.hw + perBlock - 1) / perBlock * perBlock;
    t.dhwAlignSize = t.d * t.hwAlignSize;
    t.factor = t.d * t.hw == 0 ? 0.0F : 1.0F / static_cast<float>(t.d * t.hw);
    uint32_t groupsPerRound = 0;
    if (normRounds(t, t.n * t.g, t.dhwAlignSize, stackBufferSize, groupsPerRound)) {
        t.meanTmpTensorPos = t.thirdTmpStartPos + t.oneTmpSize;
        t.meanTmpTensorSize = t.varianceTmpTensorSize;
        t.bsCurLength = groupsPerRound;
        t.bshCurLength = t.oneTmpSize;
        t.smallShape = groupsPerRound == t.n * t.g;
    }
    assign(t, tilling);
}

// Shape [A, R].
inline void GetNormalizeMaxMinTmpSize(const TensorShape& srcShape, uint32_t /*typeSizeU*/, uint32_t typeSizeT,
                                      bool isReuseSource, bool isComputeRstd, bool isOnlyOutput, uint32_t& maxValue,
                                      uint32_t& minValue) {
    GetLayerNormMaxMinTmpSize(srcShape, typeSizeT, isReuseSource, isComputeRstd, isOnlyOutput, maxValue, minValue);
}

// Shape [rn, ab].
inline void GetWelfordUpdateMaxMinTmpSize(const TensorShape& srcShape, uint32_t /*typeSizeT*/, uint32_t /*typeSizeU*/,
                                          bool /*isReuseSource*/, bool /*isInplace*/, uint32_t& maxValue,
                                          uint32_t& minValue) {
    // 64 elements are what one repeat works on.
    tiling::detail::partSizes((static_cast<uint64_t>(srcShape.GetShapeSize()) + 63) / 64, 64, maxValue, minValue);
}

// Shape [ab].
inline void GetWelfordFinalizeMaxMinTmpSize(const TensorShape& srcShape, uint32_t /*typeSize*/, bool /*isReuseSource*/,
                                            uint32_t& maxValue, uint32_t& minValue) {
    tiling::detail::partSizes((static_cast<uint64_t>(srcShape.GetShapeSize()) + 63) / 64, 64, maxValue, minValue);
}

}  // namespace AscendC
