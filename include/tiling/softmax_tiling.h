// SPDX-License-Identifier: Apache-2.0
// Tiling of the SoftMax family (ascendc-highlevel 3.1): how many rows of [M, K] are worked on at a time.
#pragma once

#include "tiling/optiling_structs.h"
#include "tiling/tmp_size.h"

namespace AscendC {
namespace tiling {
namespace detail {

struct Rows {
    uint32_t count, length;  // [M, K]: leading axes are merged
};

inline Rows rowsOf(const TensorShape& shape) {
    const size_t axes = shape.GetDimNum();
    const int64_t length = axes == 0 ? 0 : shape.GetDim(axes - 1);
    return {static_cast<uint32_t>(length == 0 ? 0 : shape.GetShapeSize() / length), static_cast<uint32_t>(length)};
}

// Space for one row: `live` rows as float, and a block of 32 bytes for each of two statistics.
inline uint64_t rowBytes(const Rows& rows, uint32_t live) {
    return uint64_t{live} * rows.length * 4 + 64;
}

inline uint32_t softMaxTmpSize(const TensorShape& shape, uint32_t live, bool isMax) {
    const Rows rows = rowsOf(shape);
    return roundUp((isMax ? rows.count : 1) * rowBytes(rows, live));
}

// `statisticsTypeSize`: of max and sum, whose values fill a block of 32 bytes.
template <class Tiling>
Tiling softMaxTiling(const TensorShape& shape, uint32_t statisticsTypeSize, uint32_t bytes, uint32_t live) {
    const Rows rows = rowsOf(shape);
    Tiling t = {};
    t.srcM = rows.count;
    t.srcK = rows.length;
    t.srcSize = rows.count * rows.length;
    t.outMaxM = rows.count;
    t.outMaxK = statisticsTypeSize == 0 ? 0 : 32 / statisticsTypeSize;
    t.outMaxSize = t.outMaxM * t.outMaxK;
    uint64_t fit = rows.length == 0 ? 1 : bytes / rowBytes(rows, live);
    fit = fit > 8 ? fit / 8 * 8 : fit;
    fit = fit > rows.count ? rows.count : fit;
    t.splitM = fit == 0 ? 1 : static_cast<uint32_t>(fit);
    t.splitK = rows.length;
    t.splitSize = t.splitM * t.splitK;
    t.reduceM = t.splitM;
    t.reduceK = t.outMaxK;
    t.reduceSize = t.reduceM * t.reduceK;
    t.rangeM = t.srcM / t.splitM;
    t.tailM = t.srcM % t.splitM;
    t.tailSplitSize = t.tailM * t.splitK;
    t.tailReduceSize = t.tailM * t.reduceK;
    return t;
}

}  // namespace detail
}  // namespace tiling

// `Data`: AscendC::tiling::SoftMaxTiling or optiling::SoftMaxTiling.
inline uint32_t GetSoftMaxMaxTmpSize(const TensorShape& srcShape, uint32_t /*dataTypeSize*/, bool /*isReuseSource*/) {
    return tiling::detail::softMaxTmpSize(srcShape, 2, true);
}
inline uint32_t GetSoftMaxMinTmpSize(const TensorShape& srcShape, uint32_t /*dataTypeSize*/, bool /*isReuseSource*/) {
    return tiling::detail::softMaxTmpSize(srcShape, 2, false);
}
template <class Data>
void SoftMaxTilingFunc(const TensorShape& srcShape, uint32_t dataTypeSize, uint32_t localWorkSpaceSize,
                       Data& softmaxTiling) {
    tiling::detail::assign(
        tiling::detail::softMaxTiling<tiling::SoftMaxTiling>(srcShape, dataTypeSize, localWorkSpaceSize, 2),
        softmaxTiling);
}

inline uint32_t GetSoftMaxFlashMaxTmpSize(const TensorShape& srcShape, uint32_t /*dataTypeSize*/, bool isUpdate,
                                          bool /*isReuseSource*/) {
    return tiling::detail::softMaxTmpSize(srcShape, isUpdate ? 3 : 2, true);
}
inline uint32_t GetSoftMaxFlashMinTmpSize(const TensorShape& srcShape, uint32_t /*dataTypeSize*/, bool isUpdate,
                                          bool /*isReuseSource*/) {
    return tiling::detail::softMaxTmpSize(srcShape, isUpdate ? 3 : 2, false);
}
template <class Data>
void SoftMaxFlashTilingFunc(const TensorShape& srcShape, uint32_t dataTypeSize, uint32_t localWorkSpaceSize,
                            Data& softmaxFlashTiling, bool isUpdate = false) {
    tiling::detail::assign(tiling::detail::softMaxTiling<tiling::SoftMaxTiling>(srcShape, dataTypeSize,
                                                                                localWorkSpaceSize, isUpdate ? 3 : 2),
                           softmaxFlashTiling);
}

// `dataTypeSize1`: of the input, `dataTypeSize2`: of the statistics.
inline uint32_t GetSoftMaxFlashV2MaxTmpSize(const TensorShape& srcShape, uint32_t /*dataTypeSize1*/,
                                            uint32_t /*dataTypeSize2*/, bool isUpdate, bool /*isBasicBlock*/ = false,
                                            bool /*isFlashOutputBrc*/ = false) {
    return tiling::detail::softMaxTmpSize(srcShape, isUpdate ? 3 : 2, true);
}
inline uint32_t GetSoftMaxFlashV2MinTmpSize(const TensorShape& srcShape, uint32_t /*dataTypeSize1*/,
                                            uint32_t /*dataTypeSize2*/, bool isUpdate, bool /*isBasicBlock*/ = false,
                                            bool /*isFlashOutputBrc*/ = false) {
    return tiling::detail::softMaxTmpSize(srcShape, isUpdate ? 3 : 2, false);
}
template <class Data>
void SoftMaxFlashV2TilingFunc(const TensorShape& srcShape, uint32_t /*dataTypeSize1*/, uint32_t dataTypeSize2,
                              uint32_t localWorkSpaceSize, Data& softmaxFlashTiling, bool isUpdate,
                              bool /*isBasicBlock*/ = false, bool /*isFlashOutputBrc*/ = false) {
    tiling::detail::assign(tiling::detail::softMaxTiling<tiling::SoftMaxTiling>(srcShape, dataTypeSize2,
                                                                                localWorkSpaceSize, isUpdate ? 3 : 2),
                           softmaxFlashTiling);
}

inline uint32_t GetSoftMaxGradMaxTmpSize(const TensorShape& srcShape, uint32_t /*dataTypeSize*/, bool /*isFront*/,
                                         bool /*isReuseSource*/) {
    return tiling::detail::softMaxTmpSize(srcShape, 3, true);
}
inline uint32_t GetSoftMaxGradMinTmpSize(const TensorShape& srcShape, uint32_t /*dataTypeSize*/, bool /*isFront*/,
                                         bool /*isReuseSource*/) {
    return tiling::detail::softMaxTmpSize(srcShape, 3, false);
}
template <class Data>
void SoftMaxGradTilingFunc(const TensorShape& srcShape, uint32_t dataTypeSize, uint32_t localWorkSpaceSize,
                           Data& softmaxGradTiling, bool /*isFront*/ = false) {
    tiling::detail::assign(
        tiling::detail::softMaxTiling<tiling::SoftMaxTiling>(srcShape, dataTypeSize, localWorkSpaceSize, 3),
        softmaxGradTiling);
}

inline uint32_t GetLogSoftMaxMaxTmpSize(const TensorShape& srcShape, uint32_t /*dataTypeSize*/,
                                        bool /*isReuseSource*/) {
    return tiling::detail::softMaxTmpSize(srcShape, 2, true);
}
inline uint32_t GetLogSoftMaxMinTmpSize(const TensorShape& srcShape, uint32_t /*dataTypeSize*/,
                                        bool /*isReuseSource*/) {
    return tiling::detail::softMaxTmpSize(srcShape, 2, false);
}
template <class Data>
void LogSoftMaxTilingFunc(const TensorShape& srcShape, uint32_t dataTypeSize, uint32_t localWorkSpaceSize,
                          Data& softmaxTiling) {
    tiling::detail::assign(
        tiling::detail::softMaxTiling<tiling::LogSoftMaxTiling>(srcShape, dataTypeSize, localWorkSpaceSize, 2),
        softmaxTiling);
}

// Whether rows and their length allow kernels the template argument isBasicBlock.
inline bool IsBasicBlockInSoftMax(const tiling::SoftMaxTiling& tiling, uint32_t dataTypeSize = 2) {
    return tiling.splitM % 8 == 0 && tiling.splitK % 64 == 0 && tiling.splitK < 2048 && dataTypeSize != 0 &&
           tiling.splitK >= 256 / dataTypeSize;
}
inline bool IsBasicBlockInSoftMax(const optiling::SoftMaxTiling& tiling, uint32_t dataTypeSize = 2) {
    tiling::SoftMaxTiling plain = {};
    plain.splitM = tiling.get_splitM();
    plain.splitK = tiling.get_splitK();
    return IsBasicBlockInSoftMax(plain, dataTypeSize);
}

}  // namespace AscendC
