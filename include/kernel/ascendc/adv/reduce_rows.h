// SPDX-License-Identifier: Apache-2.0
// Reductions of rows and columns, cumulative sums, the k largest (ascendc-highlevel 5.2, 7, 8).
#pragma once

#include "../reduce.h"
#include "rows.h"
#include "tiling_data.h"

namespace AscendC {

namespace Pattern::Reduce {
struct AR {};  // over the last axis: one result per row
struct RA {};  // over the first axis: one result per column
}  // namespace Pattern::Reduce

struct SumParams {
    uint32_t outter = 1;
    uint32_t inner = 0;
    uint32_t n = 0;
};
struct MeanParams {
    uint32_t outter = 1;
    uint32_t inner = 0;
    uint32_t n = 0;
};

namespace detail {
#define ACC_ROWS_TYPES(name, ...) \
    static_assert(isOneOf<T, __VA_ARGS__>, #name " on dav-2201 supports the element types " #__VA_ARGS__)

template <class T>
ACC_API void sumRows(AccOpcode opcode, const LocalTensor<T>& dst, const LocalTensor<T>& src,
                     const LocalTensor<uint8_t>* scratch, uint32_t outter, uint32_t inner, uint32_t n) {
    ACC_ROWS_TYPES(Sum and Mean, half, float);
    RecipeCall<> call(opcode);
    call.operand(dst).operand(src).scratch(scratch).sizes(outter, inner, n).issue();
}

template <class T, class Axes>
ACC_API void reducePattern(AccOpcode opcode, const LocalTensor<T>& dst, const LocalTensor<T>& src,
                           const LocalTensor<uint8_t>* scratch, const uint32_t shape[], bool innerPad) {
    static_assert(isOneOf<Axes, AscendC::Pattern::Reduce::AR, AscendC::Pattern::Reduce::RA>,
                  "the patterns of reductions on dav-2201 are Pattern::Reduce::AR and Pattern::Reduce::RA");
    RecipeCall<> call(opcode);
    call.instr.mode = uint8_t((std::is_same_v<Axes, AscendC::Pattern::Reduce::RA> ? 1 : 0) | (innerPad ? 2 : 0));
    call.operand(dst).operand(src).scratch(scratch).sizes(shape[0], shape[1]).issue();
}
}  // namespace detail

// dst[row] = the sum (mean) of the first n elements of each of outter rows, inner elements apart.
template <typename T, int32_t reduceDim = -1, bool isReuseSource = false, bool isBasicBlock = false>
ACC_API void Sum(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
                 const LocalTensor<uint8_t>& sharedTmpBuffer, const SumParams& sumParams) {
    detail::sumRows(ACC_OP_Sum, dstTensor, srcTensor, &sharedTmpBuffer, sumParams.outter, sumParams.inner, sumParams.n);
}
template <typename T, int32_t reduceDim = -1, bool isReuseSource = false, bool isBasicBlock = false>
ACC_API void Sum(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const SumParams& sumParams) {
    detail::sumRows(ACC_OP_Sum, dstTensor, srcTensor, nullptr, sumParams.outter, sumParams.inner, sumParams.n);
}
template <typename T, typename accType = T, bool isReuseSource = false, bool isBasicBlock = false,
          int32_t reduceDim = -1>
ACC_API void Mean(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
                  const LocalTensor<uint8_t>& sharedTmpBuffer, const MeanParams& meanParams) {
    detail::sumRows(ACC_OP_Mean, dstTensor, srcTensor, &sharedTmpBuffer, meanParams.outter, meanParams.inner,
                    meanParams.n);
}
template <typename T, typename accType = T, bool isReuseSource = false, bool isBasicBlock = false,
          int32_t reduceDim = -1>
ACC_API void Mean(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const MeanParams& meanParams) {
    detail::sumRows(ACC_OP_Mean, dstTensor, srcTensor, nullptr, meanParams.outter, meanParams.inner, meanParams.n);
}

// A matrix reduced along one axis, Reduce<T, Pattern::Reduce::AR>(dst, src, tmp, shape, true); rows are padded to 32
// bytes.
#define ACC_REDUCE_PATTERN(name, opcode, ...)                                                                      \
    template <class T, class pattern, bool isReuseSource = false>                                                  \
    ACC_API void name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,                            \
                      const LocalTensor<uint8_t>& sharedTmpBuffer, const uint32_t srcShape[], bool srcInnerPad) {  \
        static_assert(detail::isOneOf<T, __VA_ARGS__>,                                                             \
                      #name " by pattern on dav-2201 supports the element types " #__VA_ARGS__);                   \
        detail::reducePattern<T, pattern>(opcode, dstTensor, srcTensor, &sharedTmpBuffer, srcShape, srcInnerPad);  \
    }                                                                                                              \
    template <class T, class pattern, bool isReuseSource = false>                                                  \
    ACC_API void name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, const uint32_t srcShape[], \
                      bool srcInnerPad) {                                                                          \
        static_assert(detail::isOneOf<T, __VA_ARGS__>,                                                             \
                      #name " by pattern on dav-2201 supports the element types " #__VA_ARGS__);                   \
        detail::reducePattern<T, pattern>(opcode, dstTensor, srcTensor, nullptr, srcShape, srcInnerPad);           \
    }
ACC_REDUCE_PATTERN(ReduceSum, ACC_OP_PatternSum, float)
ACC_REDUCE_PATTERN(ReduceMax, ACC_OP_PatternMax, half, float)
ACC_REDUCE_PATTERN(ReduceMin, ACC_OP_PatternMin, half, float)
ACC_REDUCE_PATTERN(ReduceMean, ACC_OP_PatternMean, float)
ACC_REDUCE_PATTERN(ReduceProd, ACC_OP_PatternProd, float)
ACC_REDUCE_PATTERN(ReduceAny, ACC_OP_PatternAny, uint8_t, float)
ACC_REDUCE_PATTERN(ReduceAll, ACC_OP_PatternAll, uint8_t, float)
#undef ACC_REDUCE_PATTERN

enum class CumSumAlgorithm { CUMSUM_ALGORITHM_LINEBYLINE = 0, CUMSUM_ALGORITHM_SKLANSKY = 1 };
struct CumSumConfig {
    bool isLastAxis = true;
    bool isReuseSource = false;
    bool outputLastRow = false;
    CumSumAlgorithm algorithm = CumSumAlgorithm::CUMSUM_ALGORITHM_LINEBYLINE;
};
inline constexpr CumSumConfig defaultCumSumConfig{};
struct CumSumInfo {
    uint32_t outter = 0;
    uint32_t inner = 0;
};

namespace detail {
template <class T, const CumSumConfig& config>
ACC_API void cumSum(const LocalTensor<T>& dst, const LocalTensor<T>& lastRow, const LocalTensor<T>& src,
                    const LocalTensor<uint8_t>* scratch, const CumSumInfo& info) {
    ACC_ROWS_TYPES(CumSum, half, float);
    RecipeCall<> call(ACC_OP_CumSum);
    call.instr.mode = uint8_t((config.isLastAxis ? 1 : 0) | (config.outputLastRow ? 2 : 0));
    call.operand(dst).operand(config.outputLastRow ? lastRow : dst).operand(src).scratch(scratch);
    call.sizes(info.outter, info.inner).issue();
}
}  // namespace detail
// Sums along the rows (isLastAxis) or down the columns; lastRow = the last row of dst.
template <typename T, const CumSumConfig& config = defaultCumSumConfig>
ACC_API void CumSum(LocalTensor<T>& dstTensor, LocalTensor<T>& lastRowTensor, const LocalTensor<T>& srcTensor,
                    LocalTensor<uint8_t>& sharedTmpBuffer, const CumSumInfo& cumSumInfo) {
    detail::cumSum<T, config>(dstTensor, lastRowTensor, srcTensor, &sharedTmpBuffer, cumSumInfo);
}
template <typename T, const CumSumConfig& config = defaultCumSumConfig>
ACC_API void CumSum(LocalTensor<T>& dstTensor, LocalTensor<T>& lastRowTensor, const LocalTensor<T>& srcTensor,
                    const CumSumInfo& cumSumInfo) {
    detail::cumSum<T, config>(dstTensor, lastRowTensor, srcTensor, nullptr, cumSumInfo);
}

enum class TopKMode { TOPK_NORMAL, TOPK_NSMALL };
struct TopKInfo {
    int32_t outter = 1;
    int32_t inner = 0;
    int32_t n = 0;
};

namespace detail {
template <class T, bool isInitIndex, bool isHasfinish, TopKMode mode>
ACC_API void topK(const LocalTensor<T>& dstValue, const LocalTensor<int32_t>& dstIndex, const LocalTensor<T>& src,
                  const LocalTensor<int32_t>& srcIndex, const LocalTensor<bool>& finish,
                  const LocalTensor<uint8_t>* scratch, int32_t k, const TopKInfo& info, bool isLargest) {
    ACC_ROWS_TYPES(TopK, half, float);
    static_assert(!isHasfinish || mode == TopKMode::TOPK_NORMAL, "TopK: isHasfinish needs TopKMode::TOPK_NORMAL");
    RecipeCall<> call(ACC_OP_TopK);
    call.operand(dstValue).operand(dstIndex).operand(src).operand(srcIndex).operand(finish).scratch(scratch);
    call.instr.mode = uint8_t((isInitIndex ? 1 : 0) | (isHasfinish ? 2 : 0) | (mode == TopKMode::TOPK_NSMALL ? 4 : 0) |
                              (isLargest ? 8 : 0));
    call.sizes(info.outter, info.inner, info.n, k).issue();
}
}  // namespace detail
// The k largest (smallest) of the first n elements of each row in order, with their positions or initial indices.
template <typename T, bool isInitIndex = false, bool isHasfinish = false, bool isReuseSrc = false,
          enum TopKMode topkMode = TopKMode::TOPK_NORMAL>
ACC_API void TopK(const LocalTensor<T>& dstValueLocal, const LocalTensor<int32_t>& dstIndexLocal,
                  const LocalTensor<T>& srcLocal, const LocalTensor<int32_t>& srcIndexLocal,
                  const LocalTensor<bool>& finishLocal, const LocalTensor<uint8_t>& tmpLocal, const int32_t k,
                  const TopkTiling&, const TopKInfo& topKInfo, const bool isLargest = true) {
    detail::topK<T, isInitIndex, isHasfinish, topkMode>(dstValueLocal, dstIndexLocal, srcLocal, srcIndexLocal,
                                                        finishLocal, &tmpLocal, k, topKInfo, isLargest);
}
template <typename T, bool isInitIndex = false, bool isHasfinish = false, bool isReuseSrc = false,
          enum TopKMode topkMode = TopKMode::TOPK_NORMAL>
ACC_API void TopK(const LocalTensor<T>& dstValueLocal, const LocalTensor<int32_t>& dstIndexLocal,
                  const LocalTensor<T>& srcLocal, const LocalTensor<int32_t>& srcIndexLocal,
                  const LocalTensor<bool>& finishLocal, const int32_t k, const TopkTiling&, const TopKInfo& topKInfo,
                  const bool isLargest = true) {
    detail::topK<T, isInitIndex, isHasfinish, topkMode>(dstValueLocal, dstIndexLocal, srcLocal, srcIndexLocal,
                                                        finishLocal, nullptr, k, topKInfo, isLargest);
}
#undef ACC_ROWS_TYPES

}  // namespace AscendC
