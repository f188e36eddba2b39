// SPDX-License-Identifier: Apache-2.0
// Tiling of LayerNorm, DeepNorm and RmsNorm (ascendc-highlevel 4): how many rows are worked on at a time.
#pragma once

#include "tiling/optiling_structs.h"
#include "tiling/tmp_size.h"

namespace AscendC {
namespace tiling {
namespace detail {

constexpr uint32_t kNormLive = 3;  // rows as float at a time: x, x - mean, its square

// Rows of `length` that fit into `bytes`; 0 when not even one does.
inline uint32_t normRows(uint32_t rows, uint32_t length, uint32_t bytes) {
    const uint64_t fit = length == 0 ? 0 : bytes / (uint64_t{kNormLive} * length * 4 + 64);
    return static_cast<uint32_t>(fit < rows ? fit : rows);
}

inline void normSizes(uint64_t rows, uint64_t length, uint32_t& maxValue, uint32_t& minValue) {
    const uint64_t row = kNormLive * length * 4 + 64;
    minValue = roundUp(row);
    maxValue = roundUp(rows * row);
}

// The fields that LayerNormTiling, DeepNormTiling and LayerNormSeparateTiling share.
template <class Tiling>
bool normRounds(Tiling& t, uint32_t rows, uint32_t length, uint32_t bytes, uint32_t& rowsPerRound) {
    rowsPerRound = normRows(rows, length, bytes);
    if (rowsPerRound == 0)
        return false;
    t.inputXSize = rows * length;
    t.meanVarSize = rows;
    t.numberOfTmpBuf = kNormLive;
    t.varianceTmpTensorPos = 0;
    t.varianceTmpTensorSize = (rowsPerRound + 7) / 8 * 8;
    t.tmpBufSize = bytes / 4;
    t.oneTmpSize = rowsPerRound * length;
    t.firstTmpStartPos = t.varianceTmpTensorSize;
    t.secondTmpStartPos = t.firstTmpStartPos + t.oneTmpSize;
    t.thirdTmpStartPos = t.secondTmpStartPos + t.oneTmpSize;
    t.loopRound = rows / rowsPerRound;
    t.inputRoundSize = t.oneTmpSize;
    t.inputTailSize = rows % rowsPerRound * length;
    t.inputTailPos = t.loopRound * t.oneTmpSize;
    t.meanVarRoundSize = rowsPerRound;
    t.meanVarTailSize = rows % rowsPerRound;
    t.meanVarTailPos = t.loopRound * rowsPerRound;
    return true;
}

template <class Tiling>
bool layerNorm(const TensorShape& shape, uint32_t originalLength, uint32_t bytes, Tiling& t) {
    t = {};
    t.bLength = static_cast<uint32_t>(shape.GetDim(0));
    t.sLength = static_cast<uint32_t>(shape.GetDim(1));
    t.hLength = static_cast<uint32_t>(shape.GetDim(2));
    t.originalHLength = originalLength;
    if (!normRounds(t, t.bLength * t.sLength, t.hLength, bytes, t.bsCurLength))
        return false;
    t.meanTmpTensorPos = t.thirdTmpStartPos + t.oneTmpSize;
    t.meanTmpTensorSize = t.varianceTmpTensorSize;
    t.bshCurLength = t.oneTmpSize;
    t.lastDimValueBack = originalLength == 0 ? 0.0F : 1.0F / static_cast<float>(originalLength);
    return true;
}

}  // namespace detail
}  // namespace tiling

// Shape [B, S, H padded to 32 bytes, H].
inline void GetLayerNormMaxMinTmpSize(const TensorShape& srcShape, uint32_t /*typeSize*/, bool /*isReuseSource*/,
                                      uint32_t& maxValue, uint32_t& minValue) {
    tiling::detail::normSizes(static_cast<uint64_t>(srcShape.GetDim(0) * srcShape.GetDim(1)),
                              static_cast<uint64_t>(srcShape.GetDim(2)), maxValue, minValue);
}
template <class Data>
void GetLayerNormNDTilingInfo(const TensorShape& srcShape, uint32_t stackBufferSize, uint32_t /*typeSize*/,
                              bool /*isReuseSource*/, Data& tilling) {
    tiling::LayerNormTiling t;
    tiling::detail::layerNorm(srcShape, static_cast<uint32_t>(srcShape.GetDim(3)), stackBufferSize, t);
    tiling::detail::assign(t, tilling);
}

// Shape [A, R]; the second statistic is the reciprocal of the standard deviation.
inline void GetLayerNormMaxMinTmpSize(const TensorShape& srcShape, uint32_t /*typeSize*/, bool /*isReuseSource*/,
                                      bool /*isComputeRstd*/, bool /*isOnlyOutput*/, uint32_t& maxValue,
                                      uint32_t& minValue) {
    tiling::detail::normSizes(static_cast<uint64_t>(srcShape.GetDim(0)), static_cast<uint64_t>(srcShape.GetDim(1)),
                              maxValue, minValue);
}
template <class Data>
void GetLayerNormNDTilingInfo(const TensorShape& srcShape, uint32_t stackBufferSize, uint32_t /*typeSize*/,
                              bool /*isReuseSource*/, bool /*isComputeRstd*/, Data& tilling) {
    tiling::LayerNormSeparateTiling t = {};
    t.aLength = static_cast<uint32_t>(srcShape.GetDim(0));
    t.rLength = static_cast<uint32_t>(srcShape.GetDim(1));
    // Sums are folded from the largest power of two in R down.
    t.rHeadLength = 1;
    while (t.rHeadLength * 2 <= t.rLength) {
        t.rHeadLength *= 2;
        ++t.halfAddRepeatTimes;
    }
    t.k2Rec = 1.0F / static_cast<float>(t.rHeadLength);
    t.k2RRec = t.rLength == 0 ? 0.0F : static_cast<float>(t.rHeadLength) / static_cast<float>(t.rLength);
    t.rValueBack = t.rLength == 0 ? 0.0F : 1.0F / static_cast<float>(t.rLength);
    if (tiling::detail::normRounds(t, t.aLength, t.rLength, stackBufferSize, t.aCurLength))
        t.arCurLength = t.oneTmpSize;
    tiling::detail::assign(t, tilling);
}

// False when not even one row fits into the buffer.
inline bool GetDeepNormMaxMinTmpSize(const TensorShape& srcShape, uint32_t /*typeSize*/, bool /*isReuseSource*/,
                                     bool /*isBasicBlock*/, uint32_t& maxValue, uint32_t& minValue) {
    tiling::detail::normSizes(static_cast<uint64_t>(srcShape.GetDim(0) * srcShape.GetDim(1)),
                              static_cast<uint64_t>(srcShape.GetDim(2)), maxValue, minValue);
    return srcShape.GetShapeSize() > 0;
}
template <class Data>
bool GetDeepNormTilingInfo(const TensorShape& srcShape, const TensorShape& originSrcShape, uint32_t stackBufferSize,
                           uint32_t /*typeSize*/, bool /*isReuseSource*/, bool /*isBasicBlock*/, Data& tilling) {
    tiling::DeepNormTiling t;
    const bool fits =
        tiling::detail::layerNorm(srcShape, static_cast<uint32_t>(originSrcShape.GetDim(2)), stackBufferSize, t);
    tiling::detail::assign(t, tilling);
    return fits;
}

inline bool GetRmsNormMaxMinTmpSize(const TensorShape& srcShape, uint32_t /*typeSize*/, uint32_t& maxValue,
                                    uint32_t& minValue, bool /*isBasicBlock*/ = false) {
    tiling::detail::normSizes(static_cast<uint64_t>(srcShape.GetDim(0) * srcShape.GetDim(1)),
                              static_cast<uint64_t>(srcShape.GetDim(2)), maxValue, minValue);
    return srcShape.GetShapeSize() > 0;
}
template <class Data>
bool GetRmsNormTilingInfo(const TensorShape& srcShape, const TensorShape& originSrcShape, uint32_t stackBufferByteSize,
                          uint32_t /*typeSize*/, Data& tilling, bool /*isBasicBlock*/ = false) {
    tiling::RmsNormTiling t = {};
    t.bLength = static_cast<uint32_t>(srcShape.GetDim(0));
    t.sLength = static_cast<uint32_t>(srcShape.GetDim(1));
    t.hLength = static_cast<uint32_t>(srcShape.GetDim(2));
    t.originalHLength = static_cast<uint32_t>(originSrcShape.GetDim(2));
    t.reciprocalOfHLength = t.originalHLength == 0 ? 0.0F : 1.0F / static_cast<float>(t.originalHLength);
    const uint32_t rows = t.bLength * t.sLength;
    t.mainBsLength = tiling::detail::normRows(rows, t.hLength, stackBufferByteSize);
    if (t.mainBsLength == 0)
        return false;
    t.mainBsLengthAlign = (t.mainBsLength + 7) / 8 * 8;
    t.mainBshLength = t.mainBsLength * t.hLength;
    t.loopRound = rows / t.mainBsLength;
    t.inputTailPos = t.loopRound * t.mainBshLength;
    t.tailBsLength = rows % t.mainBsLength;
    t.tailBshLength = t.tailBsLength * t.hLength;
    tiling::detail::assign(t, tilling);
    return true;
}

}  // namespace AscendC
