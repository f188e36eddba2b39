// SPDX-License-Identifier: Apache-2.0
// Tiling of Pad and UnPad (ascendc-highlevel 9). Shapes are [height, width].
#pragma once

#include "tiling/optiling_structs.h"
#include "tiling/tmp_size.h"

namespace AscendC {

inline void GetPadMaxMinTmpSize(const TensorShape& srcShape, uint32_t typeSize, uint32_t& maxValue,
                                uint32_t& minValue) {
    tiling::detail::sizes(tiling::detail::elementsOf(srcShape), typeSize, 2, maxValue, minValue);
}
// `oriSrcShape` has the width without padding. The emulated core goes by the shape; it has no fractals to split.
template <class Data>
void PadTilingFunc(const TensorShape& srcShape, const TensorShape& oriSrcShape, uint32_t /*stackBufferSize*/,
                   uint32_t typeSize, Data& tilling) {
    tiling::PadTiling t = {};
    t.srcHeight = static_cast<uint32_t>(srcShape.GetDim(0));
    t.srcWidth = static_cast<uint32_t>(srcShape.GetDim(1));
    t.srcOriWidth = static_cast<uint32_t>(oriSrcShape.GetDim(1));
    const uint32_t perBlock = typeSize == 0 ? 1 : 32 / typeSize;
    t.widthWithoutLastBlock = t.srcWidth / perBlock * perBlock;
    t.blocksPerRow = (t.srcWidth + perBlock - 1) / perBlock;
    tiling::detail::assign(t, tilling);
}

inline void GetUnPadMaxMinTmpSize(const platform_ascendc::PlatformAscendC& /*platform*/, const TensorShape& srcShape,
                                  uint32_t typeSize, uint32_t& maxValue, uint32_t& minValue) {
    tiling::detail::sizes(tiling::detail::elementsOf(srcShape), typeSize, 2, maxValue, minValue);
}
template <class Data>
void UnPadTilingFunc(const TensorShape& srcShape, uint32_t /*stackBufferSize*/, uint32_t /*typeSize*/, Data& tilling) {
    tiling::UnPadTiling t = {};
    t.srcHeight = static_cast<uint32_t>(srcShape.GetDim(0));
    t.srcWidth = static_cast<uint32_t>(srcShape.GetDim(1));
    tiling::detail::assign(t, tilling);
}

}  // namespace AscendC
