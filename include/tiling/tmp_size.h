// SPDX-License-Identifier: Apache-2.0
// How much temporary UB space a high-level API wants and needs, in bytes (ascendc-highlevel 1, rule 9, and 3 to 10).
// The numbers are the emulator's own: at least the minimum must be given, with the maximum everything is done in one
// round. Every size is a multiple of 256 and grows with the shape.
#pragma once

#include <cstdint>

#include "graph/tensor.h"
#include "tiling/platform/platform_ascendc.h"
#include "tiling/reduce_pattern.h"

namespace AscendC {

using TensorShape = ge::Shape;

// Element types as host functions name them.
enum class TensorDataType : uint8_t {
    DT_FLOAT,
    DT_FLOAT16,
    DT_INT8,
    DT_INT16,
    DT_INT32,
    DT_INT64,
    DT_UINT8,
    DT_UINT16,
    DT_UINT32,
    DT_UINT64,
    DT_BF16,
    DT_BOOL
};

namespace tiling {
namespace detail {

inline uint32_t roundUp(uint64_t bytes) {
    const uint64_t rounded = (bytes + 255) / 256 * 256;
    return static_cast<uint32_t>(rounded > 0xFFFFFF00U ? 0xFFFFFF00U : rounded);
}

// `live` intermediate values per element. They are kept as float, or as wide as the element.
inline void sizes(uint64_t elements, uint32_t typeSize, uint32_t live, uint32_t& maxValue, uint32_t& minValue) {
    const uint64_t width = typeSize < 4 ? 4 : typeSize;
    minValue = roundUp(uint64_t{live} * 256);
    maxValue = roundUp(live * elements * width);
    maxValue = maxValue < minValue ? minValue : maxValue;
}

inline uint64_t elementsOf(const TensorShape& shape) {
    return static_cast<uint64_t>(shape.GetShapeSize());
}

}  // namespace detail
}  // namespace tiling

// Get<Api>MaxMinTmpSize(shape, typeSize, isReuseSource, maxValue, minValue), and Get<Api>TmpBufferFactorSize, by which
// (buffer - extraBuf) / maxLiveNodeCount / typeSize elements fit into a buffer.
#define ACC_TMP_SIZE(Api, live)                                                                                    \
    inline void Get##Api##MaxMinTmpSize(const TensorShape& srcShape, uint32_t typeSize, bool /*isReuseSource*/,    \
                                        uint32_t& maxValue, uint32_t& minValue) {                                  \
        tiling::detail::sizes(tiling::detail::elementsOf(srcShape), typeSize, live, maxValue, minValue);           \
    }                                                                                                              \
    inline void Get##Api##TmpBufferFactorSize(uint32_t typeSize, uint32_t& maxLiveNodeCount, uint32_t& extraBuf) { \
        maxLiveNodeCount = typeSize < 4 ? live * 4 / (typeSize == 0 ? 1 : typeSize) : live;                        \
        extraBuf = 0;                                                                                              \
    }
// clang-format off
ACC_TMP_SIZE(Acos, 4) ACC_TMP_SIZE(Acosh, 4) ACC_TMP_SIZE(Asin, 4) ACC_TMP_SIZE(Asinh, 4) ACC_TMP_SIZE(Atan, 4)
ACC_TMP_SIZE(Atanh, 4) ACC_TMP_SIZE(Cos, 4) ACC_TMP_SIZE(Cosh, 4) ACC_TMP_SIZE(Erf, 4) ACC_TMP_SIZE(Erfc, 4)
ACC_TMP_SIZE(Log, 4) ACC_TMP_SIZE(Log2, 4) ACC_TMP_SIZE(Log10, 4) ACC_TMP_SIZE(Sin, 4) ACC_TMP_SIZE(Sinh, 4)
ACC_TMP_SIZE(Tan, 4) ACC_TMP_SIZE(Tanh, 4) ACC_TMP_SIZE(Digamma, 8) ACC_TMP_SIZE(Lgamma, 8)
ACC_TMP_SIZE(Axpy, 2) ACC_TMP_SIZE(Ceil, 2) ACC_TMP_SIZE(Clamp, 2) ACC_TMP_SIZE(Floor, 2) ACC_TMP_SIZE(Fmod, 4)
ACC_TMP_SIZE(Frac, 2) ACC_TMP_SIZE(Sign, 2) ACC_TMP_SIZE(Trunc, 2) ACC_TMP_SIZE(Xor, 2)
ACC_TMP_SIZE(FasterGelu, 4) ACC_TMP_SIZE(FasterGeluV2, 4) ACC_TMP_SIZE(GeGLU, 4) ACC_TMP_SIZE(Gelu, 4)
ACC_TMP_SIZE(ReGlu, 2) ACC_TMP_SIZE(Sigmoid, 2) ACC_TMP_SIZE(DropOut, 2) ACC_TMP_SIZE(ReduceXorSum, 2)
// clang-format on
#undef ACC_TMP_SIZE

    // Those with another argument list.
    inline void GetSiluTmpSize(const TensorShape& srcShape, uint32_t typeSize, bool isReuseSource, uint32_t& maxValue,
                               uint32_t& minValue) {
    GetSigmoidMaxMinTmpSize(srcShape, typeSize, isReuseSource, maxValue, minValue);
}
inline void GetSwishTmpSize(const TensorShape& srcShape, uint32_t typeSize, bool isReuseSource, uint32_t& maxValue,
                            uint32_t& minValue) {
    GetSigmoidMaxMinTmpSize(srcShape, typeSize, isReuseSource, maxValue, minValue);
}
inline void GetSwiGLUMaxMinTmpSize(const TensorShape& srcShape, uint32_t typeSize, uint32_t& maxValue,
                                   uint32_t& minValue, bool isReuseSource = false) {
    GetSigmoidMaxMinTmpSize(srcShape, typeSize, isReuseSource, maxValue, minValue);
}
inline void GetRoundMaxMinTmpSize(const platform_ascendc::PlatformAscendC& /*platform*/, const TensorShape& srcShape,
                                  uint32_t typeSize, bool isReuseSource, uint32_t& maxValue, uint32_t& minValue) {
    GetTruncMaxMinTmpSize(srcShape, typeSize, isReuseSource, maxValue, minValue);
}
inline bool GetExpMaxMinTmpSize(const TensorShape& srcShape, uint32_t typeSize, bool isReuseSource, uint32_t& maxValue,
                                uint32_t& minValue) {
    GetLogMaxMinTmpSize(srcShape, typeSize, isReuseSource, maxValue, minValue);
    return srcShape.GetShapeSize() > 0;
}
inline void GetPowerMaxMinTmpSize(const TensorShape& srcShape1, const TensorShape& srcShape2, bool /*typeIsInt*/,
                                  uint32_t typeSize, bool /*isReuseSource*/, uint32_t& maxValue, uint32_t& minValue) {
    const uint64_t first = tiling::detail::elementsOf(srcShape1), second = tiling::detail::elementsOf(srcShape2);
    tiling::detail::sizes(first > second ? first : second, typeSize, 6, maxValue, minValue);
}
inline void GetCumSumMaxMinTmpSize(const TensorShape& srcShape, uint32_t typeSize, bool /*isLastAxis*/,
                                   bool /*isReuseSource*/, uint32_t& maxValue, uint32_t& minValue) {
    tiling::detail::sizes(tiling::detail::elementsOf(srcShape), typeSize, 2, maxValue, minValue);
}
inline void GetSumMaxMinTmpSize(uint32_t n, uint32_t typeSize, bool /*isReuseSource*/, uint32_t& maxValue,
                                uint32_t& minValue) {
    tiling::detail::sizes(n, typeSize, 1, maxValue, minValue);
}
inline void GetMeanMaxMinTmpSize(uint32_t n, uint32_t srcTypeSize, uint32_t accTypeSize, bool isReuseSource,
                                 uint32_t& maxValue, uint32_t& minValue) {
    GetSumMaxMinTmpSize(n, srcTypeSize > accTypeSize ? srcTypeSize : accTypeSize, isReuseSource, maxValue, minValue);
}
#define ACC_REDUCE_TMP_SIZE(Api)                                                                                \
    inline void GetReduce##Api##MaxMinTmpSize(const TensorShape& srcShape, TensorDataType /*dataType*/,         \
                                              ReducePattern /*pattern*/, bool /*isSrcInnerPad*/,                \
                                              bool /*isReuseSource*/, uint32_t& maxValue, uint32_t& minValue) { \
        tiling::detail::sizes(tiling::detail::elementsOf(srcShape), 4, 1, maxValue, minValue);                  \
    }
ACC_REDUCE_TMP_SIZE(Sum)
ACC_REDUCE_TMP_SIZE(Max)
ACC_REDUCE_TMP_SIZE(Min)
ACC_REDUCE_TMP_SIZE(Mean)
ACC_REDUCE_TMP_SIZE(Prod)
ACC_REDUCE_TMP_SIZE(Any)
ACC_REDUCE_TMP_SIZE(All)
#undef ACC_REDUCE_TMP_SIZE

// Sorting works on records of 8 bytes.
inline uint32_t GetConcatTmpSize(const platform_ascendc::PlatformAscendC& /*platform*/, uint32_t elemCount,
                                 uint32_t /*dataTypeSize*/) {
    return tiling::detail::roundUp(uint64_t{elemCount} * 8);
}
inline uint32_t GetSortTmpSize(const platform_ascendc::PlatformAscendC& /*platform*/, uint32_t elemCount,
                               uint32_t /*dataTypeSize*/) {
    return tiling::detail::roundUp(uint64_t{elemCount} * 8);
}

inline void GetAscendQuantMaxMinTmpSize(const TensorShape& srcShape, uint32_t typeSize, uint32_t& maxValue,
                                        uint32_t& minValue) {
    tiling::detail::sizes(tiling::detail::elementsOf(srcShape), typeSize, 2, maxValue, minValue);
}
inline void GetAscendDequantMaxMinTmpSize(const TensorShape& srcShape, uint32_t typeSize, uint32_t& maxValue,
                                          uint32_t& minValue) {
    tiling::detail::sizes(tiling::detail::elementsOf(srcShape), typeSize, 2, maxValue, minValue);
}
inline void GetAscendAntiQuantMaxMinTmpSize(const TensorShape& srcShape, const TensorShape& /*scaleShape*/,
                                            bool /*isTranspose*/, TensorDataType /*inputDataType*/,
                                            TensorDataType /*outputDataType*/, uint32_t& maxValue, uint32_t& minValue) {
    tiling::detail::sizes(tiling::detail::elementsOf(srcShape), 4, 2, maxValue, minValue);
}

inline void GetBroadCastMaxMinTmpSize(const platform_ascendc::PlatformAscendC& /*platform*/,
                                      const TensorShape& /*srcShape*/, const TensorShape& dstShape, uint32_t typeSize,
                                      bool /*isReuseSource*/, uint32_t& maxValue, uint32_t& minValue) {
    tiling::detail::sizes(tiling::detail::elementsOf(dstShape), typeSize, 1, maxValue, minValue);
}
inline void GetArithProgressionMaxMinTmpSize(uint32_t& maxValue, uint32_t& minValue) {
    maxValue = 0;
    minValue = 0;
}
inline void GetArangeMaxMinTmpSize(uint32_t& maxValue, uint32_t& minValue) {
    GetArithProgressionMaxMinTmpSize(maxValue, minValue);
}
inline void GetSelectMaxMinTmpSize(const TensorShape& src0Shape, const TensorShape& src1Shape, uint32_t srcTypeSize,
                                   const TensorShape& maskShape, uint32_t maskTypeSize, bool /*isReuseMask*/,
                                   uint32_t& maxValue, uint32_t& minValue) {
    uint64_t elements = tiling::detail::elementsOf(maskShape);
    for (const TensorShape* shape : {&src0Shape, &src1Shape})
        elements = tiling::detail::elementsOf(*shape) > elements ? tiling::detail::elementsOf(*shape) : elements;
    tiling::detail::sizes(elements, srcTypeSize > maskTypeSize ? srcTypeSize : maskTypeSize, 2, maxValue, minValue);
}

}  // namespace AscendC
