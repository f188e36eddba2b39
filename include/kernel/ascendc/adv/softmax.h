// SPDX-License-Identifier: Apache-2.0
// The softmax family (ascendc-highlevel 3.1). Data are rows of srcK elements, oriSrcK of them real, or strips of 16
// columns with isDataFormatNZ. Row statistics fill a 32-byte block each, or are dense with SOFTMAX_OUTPUT_WITHOUT_BRC.
#pragma once

#include "rows.h"
#include "tiling_data.h"

namespace AscendC {

enum class SoftmaxMode { SOFTMAX_NORMAL = 0, SOFTMAX_OUTPUT_WITHOUT_BRC = 1 };

struct SoftMaxShapeInfo {
    uint32_t srcM = 0;
    uint32_t srcK = 0;
    uint32_t oriSrcM = 0;
    uint32_t oriSrcK = 0;
};

struct SoftmaxConfig {
    bool isCheckTiling = true;
    uint32_t oriSrcM = 0;
    uint32_t oriSrcK = 0;
    SoftmaxMode mode = SoftmaxMode::SOFTMAX_NORMAL;
};
inline constexpr SoftmaxConfig SOFTMAX_DEFAULT_CFG{};

namespace detail {

// What a softmax does beyond exp(x - max): bits of AccInstr::mode.
enum SoftmaxOption : uint8_t {
    softmaxNz = 1,         // strips of 16 columns
    softmaxDense = 2,      // statistics without broadcast
    softmaxUpdate = 4,     // continues earlier statistics
    softmaxStatistics = 8  // writes sum and maximum
};

template <const SoftmaxConfig& config>
ACC_API void setSoftmaxSizes(AccInstr& instr, const SoftMaxTiling& tiling, const SoftMaxShapeInfo& info) {
    instr.sizes[0] = info.srcM != 0 ? info.srcM : tiling.srcM;
    instr.sizes[1] = info.srcK != 0 ? info.srcK : tiling.srcK;
    instr.sizes[2] = config.oriSrcK != 0 ? config.oriSrcK : info.oriSrcK != 0 ? info.oriSrcK : instr.sizes[1];
}

template <class T, class U>
inline constexpr bool softmaxTypes =
    (std::is_same_v<T, U> && isOneOf<T, half, float>) || (std::is_same_v<T, half> && std::is_same_v<U, float>);

template <bool isNz, const SoftmaxConfig& config>
inline constexpr uint8_t softmaxOptions =
    (isNz ? softmaxNz : 0) | (config.mode == SoftmaxMode::SOFTMAX_OUTPUT_WITHOUT_BRC ? softmaxDense : 0);

#define ACC_SOFTMAX_TYPES(name)               \
    static_assert(detail::softmaxTypes<T, U>, \
                  #name " on dav-2201 supports half, float, and half with statistics in float")

template <class T, class U, bool isNz, const SoftmaxConfig& config>
ACC_API void softMax(const LocalTensor<T>& dst, const LocalTensor<U>& sum, const LocalTensor<U>& max,
                     const LocalTensor<T>& src, const LocalTensor<uint8_t>* scratch, const SoftMaxTiling& tiling,
                     const SoftMaxShapeInfo& info) {
    ACC_SOFTMAX_TYPES(SoftMax);
    RecipeCall<> call(ACC_OP_SoftMax);
    call.operand(dst).operand(sum).operand(max).operand(src).scratch(scratch);
    call.instr.mode = softmaxOptions<isNz, config> | softmaxStatistics;
    setSoftmaxSizes<config>(call.instr, tiling, info);
    call.issue();
}

template <class T, class U, class E, bool isUpdate, bool isNz, const SoftmaxConfig& config>
ACC_API void softmaxFlashV2(const LocalTensor<T>& dst, const LocalTensor<U>& expSum, const LocalTensor<U>& max,
                            const LocalTensor<T>& src, const LocalTensor<E>& expMax, const LocalTensor<U>& inExpSum,
                            const LocalTensor<U>& inMax, const LocalTensor<uint8_t>* scratch,
                            const SoftMaxTiling& tiling, const SoftMaxShapeInfo& info) {
    ACC_SOFTMAX_TYPES(SoftmaxFlashV2);
    RecipeCall<> call(ACC_OP_SoftmaxFlashV2);
    call.operand(dst).operand(expSum).operand(max).operand(src);
    call.operand(expMax).operand(inExpSum).operand(inMax).scratch(scratch);
    call.instr.mode = softmaxOptions<isNz, config> | (isUpdate ? softmaxUpdate : 0);
    setSoftmaxSizes<config>(call.instr, tiling, info);
    call.issue();
}

template <class T, class U>
ACC_API void softmaxFlash(const LocalTensor<T>& dst, const LocalTensor<U>& sum, const LocalTensor<U>& max,
                          const LocalTensor<T>& src, const LocalTensor<T>& expMax, const LocalTensor<U>& inSum,
                          const LocalTensor<U>& inMax, const LocalTensor<uint8_t>* scratch, const SoftMaxTiling& tiling,
                          bool isUpdate, const SoftMaxShapeInfo& info) {
    ACC_SOFTMAX_TYPES(SoftmaxFlash);
    RecipeCall<> call(ACC_OP_SoftmaxFlash);
    call.operand(dst).operand(sum).operand(max).operand(src);
    call.operand(expMax).operand(inSum).operand(inMax).scratch(scratch);
    call.instr.mode = isUpdate ? softmaxUpdate : 0;
    setSoftmaxSizes<SOFTMAX_DEFAULT_CFG>(call.instr, tiling, info);
    call.issue();
}

}  // namespace detail

namespace detail {
template <class T, class U, bool isNz, const SoftmaxConfig& config>
ACC_API void simpleSoftMax(const LocalTensor<T>& dst, const LocalTensor<U>& inSum, const LocalTensor<U>& inMax,
                           const LocalTensor<T>& src, const LocalTensor<uint8_t>* scratch, const SoftMaxTiling& tiling,
                           const SoftMaxShapeInfo& info) {
    ACC_SOFTMAX_TYPES(SimpleSoftMax);
    RecipeCall<> call(ACC_OP_SimpleSoftMax);
    call.operand(dst).operand(inSum).operand(inMax).operand(src).scratch(scratch);
    call.instr.mode = softmaxOptions<isNz, config>;
    setSoftmaxSizes<config>(call.instr, tiling, info);
    call.issue();
}
}  // namespace detail

// SoftMax: max, e = exp(x - max), sum e, dst = e / sum of each row. SimpleSoftMax: exp(x - inMax) / inSum.
// SoftmaxFlashV2: dst = exp(x - max) without the division; an update continues earlier statistics, expMax = exp(inMax -
// max).
#define ACC_SOFTMAX_FORMS(U)                                                                                           \
    template <typename T, bool isReuseSource = false, bool isBasicBlock = false, bool isDataFormatNZ = false,          \
              const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG>                                                       \
    ACC_API void SoftMax(const LocalTensor<T>& dst, const LocalTensor<U>& sumTensor, const LocalTensor<U>& maxTensor,  \
                         const LocalTensor<T>& src, const LocalTensor<uint8_t>& sharedTmpBuffer,                       \
                         const SoftMaxTiling& tiling, const SoftMaxShapeInfo& softmaxShapeInfo = {}) {                 \
        detail::softMax<T, U, isDataFormatNZ, config>(dst, sumTensor, maxTensor, src, &sharedTmpBuffer, tiling,        \
                                                      softmaxShapeInfo);                                               \
    }                                                                                                                  \
    template <typename T, bool isReuseSource = false, bool isBasicBlock = false, bool isDataFormatNZ = false,          \
              const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG>                                                       \
    ACC_API void SoftMax(const LocalTensor<T>& dst, const LocalTensor<U>& sumTensor, const LocalTensor<U>& maxTensor,  \
                         const LocalTensor<T>& src, const SoftMaxTiling& tiling,                                       \
                         const SoftMaxShapeInfo& softmaxShapeInfo = {}) {                                              \
        detail::softMax<T, U, isDataFormatNZ, config>(dst, sumTensor, maxTensor, src, nullptr, tiling,                 \
                                                      softmaxShapeInfo);                                               \
    }                                                                                                                  \
    template <typename T, bool isReuseSource = false, bool isBasicBlock = false, bool isDataFormatNZ = false,          \
              const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG>                                                       \
    ACC_API void SimpleSoftMax(const LocalTensor<T>& dst, const LocalTensor<U>& inSumTensor,                           \
                               const LocalTensor<U>& inMaxTensor, const LocalTensor<T>& src,                           \
                               const LocalTensor<uint8_t>& sharedTmpBuffer, const SoftMaxTiling& tiling,               \
                               const SoftMaxShapeInfo& softmaxShapeInfo = {}) {                                        \
        detail::simpleSoftMax<T, U, isDataFormatNZ, config>(dst, inSumTensor, inMaxTensor, src, &sharedTmpBuffer,      \
                                                            tiling, softmaxShapeInfo);                                 \
    }                                                                                                                  \
    template <typename T, bool isReuseSource = false, bool isBasicBlock = false, bool isDataFormatNZ = false,          \
              const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG>                                                       \
    ACC_API void SimpleSoftMax(const LocalTensor<T>& dst, const LocalTensor<U>& inSumTensor,                           \
                               const LocalTensor<U>& inMaxTensor, const LocalTensor<T>& src,                           \
                               const SoftMaxTiling& tiling, const SoftMaxShapeInfo& softmaxShapeInfo = {}) {           \
        detail::simpleSoftMax<T, U, isDataFormatNZ, config>(dst, inSumTensor, inMaxTensor, src, nullptr, tiling,       \
                                                            softmaxShapeInfo);                                         \
    }                                                                                                                  \
    template <typename T, bool isUpdate = false, bool isReuseSource = false, bool isBasicBlock = false,                \
              bool isDataFormatNZ = false, const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG>                          \
    ACC_API void SoftmaxFlashV2(const LocalTensor<T>& dst, const LocalTensor<U>& expSumTensor,                         \
                                const LocalTensor<U>& maxTensor, const LocalTensor<T>& src,                            \
                                const LocalTensor<T>& expMaxTensor, const LocalTensor<U>& inExpSumTensor,              \
                                const LocalTensor<U>& inMaxTensor, const LocalTensor<uint8_t>& sharedTmpBuffer,        \
                                const SoftMaxTiling& tiling, const SoftMaxShapeInfo& softmaxShapeInfo = {}) {          \
        detail::softmaxFlashV2<T, U, T, isUpdate, isDataFormatNZ, config>(dst, expSumTensor, maxTensor, src,           \
                                                                          expMaxTensor, inExpSumTensor, inMaxTensor,   \
                                                                          &sharedTmpBuffer, tiling, softmaxShapeInfo); \
    }                                                                                                                  \
    template <typename T, bool isUpdate = false, bool isReuseSource = false, bool isBasicBlock = false,                \
              bool isDataFormatNZ = false, const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG>                          \
    ACC_API void SoftmaxFlashV2(const LocalTensor<T>& dst, const LocalTensor<U>& expSumTensor,                         \
                                const LocalTensor<U>& maxTensor, const LocalTensor<T>& src,                            \
                                const LocalTensor<T>& expMaxTensor, const LocalTensor<U>& inExpSumTensor,              \
                                const LocalTensor<U>& inMaxTensor, const SoftMaxTiling& tiling,                        \
                                const SoftMaxShapeInfo& softmaxShapeInfo = {}) {                                       \
        detail::softmaxFlashV2<T, U, T, isUpdate, isDataFormatNZ, config>(dst, expSumTensor, maxTensor, src,           \
                                                                          expMaxTensor, inExpSumTensor, inMaxTensor,   \
                                                                          nullptr, tiling, softmaxShapeInfo);          \
    }

ACC_SOFTMAX_FORMS(half)
ACC_SOFTMAX_FORMS(float)
#undef ACC_SOFTMAX_FORMS

// The older form, which divides by the running sum: expMax = exp(inMax - max) * inSum / sum.
template <typename T, bool isReuseSource = false, bool isBasicBlock = false, typename U>
ACC_API void SoftmaxFlash(const LocalTensor<T>& dst, const LocalTensor<U>& sumTensor, const LocalTensor<U>& maxTensor,
                          const LocalTensor<T>& src, const LocalTensor<T>& expMaxTensor,
                          const LocalTensor<U>& inSumTensor, const LocalTensor<U>& inMaxTensor,
                          const LocalTensor<uint8_t>& sharedTmpBuffer, const SoftMaxTiling& tiling,
                          bool isUpdate = false, const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    detail::softmaxFlash(dst, sumTensor, maxTensor, src, expMaxTensor, inSumTensor, inMaxTensor, &sharedTmpBuffer,
                         tiling, isUpdate, softmaxShapeInfo);
}
template <typename T, bool isReuseSource = false, bool isBasicBlock = false, typename U>
ACC_API void SoftmaxFlash(const LocalTensor<T>& dst, const LocalTensor<U>& sumTensor, const LocalTensor<U>& maxTensor,
                          const LocalTensor<T>& src, const LocalTensor<T>& expMaxTensor,
                          const LocalTensor<U>& inSumTensor, const LocalTensor<U>& inMaxTensor,
                          const SoftMaxTiling& tiling, bool isUpdate = false,
                          const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    detail::softmaxFlash(dst, sumTensor, maxTensor, src, expMaxTensor, inSumTensor, inMaxTensor, nullptr, tiling,
                         isUpdate, softmaxShapeInfo);
}

// Without statistics.
template <typename T, bool isReuseSource = false, bool isBasicBlock = false, bool isDataFormatNZ = false,
          const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG>
ACC_API void SoftMax(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<uint8_t>& sharedTmpBuffer,
                     const SoftMaxTiling& tiling, const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    using U = T;
    ACC_SOFTMAX_TYPES(SoftMax);
    detail::RecipeCall<> call(ACC_OP_SoftMax);
    call.operand(dst).operand(dst).operand(dst).operand(src).scratch(&sharedTmpBuffer);
    call.instr.mode = detail::softmaxOptions<isDataFormatNZ, config>;
    detail::setSoftmaxSizes<config>(call.instr, tiling, softmaxShapeInfo);
    call.issue();
}
template <typename T, bool isReuseSource = false, bool isBasicBlock = false, bool isDataFormatNZ = false,
          const SoftmaxConfig& config = SOFTMAX_DEFAULT_CFG>
ACC_API void SoftMax(const LocalTensor<T>& dst, const LocalTensor<T>& src, const SoftMaxTiling& tiling,
                     const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    using U = T;
    ACC_SOFTMAX_TYPES(SoftMax);
    detail::RecipeCall<> call(ACC_OP_SoftMax);
    call.operand(dst).operand(dst).operand(dst).operand(src).scratch(nullptr);
    call.instr.mode = detail::softmaxOptions<isDataFormatNZ, config>;
    detail::setSoftmaxSizes<config>(call.instr, tiling, softmaxShapeInfo);
    call.issue();
}

// g = sum(grad * src); dst = g in whole 32-byte blocks with isFront, otherwise (grad - g) * src.
template <typename T, bool isReuseSource = false, bool isBasicBlock = false, bool isDataFormatNZ = false>
ACC_API void SoftmaxGrad(const LocalTensor<T>& dst, const LocalTensor<T>& grad, const LocalTensor<T>& src,
                         const LocalTensor<uint8_t>& sharedTmpBuffer, const SoftMaxTiling& tiling, bool isFront = false,
                         const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    static_assert(detail::isOneOf<T, half, float>, "SoftmaxGrad on dav-2201 supports half and float");
    detail::RecipeCall<> call(ACC_OP_SoftmaxGrad);
    call.operand(dst).operand(grad).operand(src).scratch(&sharedTmpBuffer);
    call.instr.mode = isDataFormatNZ ? detail::softmaxNz : 0;
    call.instr.count = isFront;
    detail::setSoftmaxSizes<SOFTMAX_DEFAULT_CFG>(call.instr, tiling, softmaxShapeInfo);
    call.issue();
}
template <typename T, bool isReuseSource = false, bool isBasicBlock = false, bool isDataFormatNZ = false>
ACC_API void SoftmaxGrad(const LocalTensor<T>& dst, const LocalTensor<T>& grad, const LocalTensor<T>& src,
                         const SoftMaxTiling& tiling, bool isFront = false,
                         const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    static_assert(detail::isOneOf<T, half, float>, "SoftmaxGrad on dav-2201 supports half and float");
    detail::RecipeCall<> call(ACC_OP_SoftmaxGrad);
    call.operand(dst).operand(grad).operand(src).scratch(nullptr);
    call.instr.mode = isDataFormatNZ ? detail::softmaxNz : 0;
    call.instr.count = isFront;
    detail::setSoftmaxSizes<SOFTMAX_DEFAULT_CFG>(call.instr, tiling, softmaxShapeInfo);
    call.issue();
}
template <typename T, bool isBasicBlock = false, bool isDataFormatNZ = false>
ACC_API void SoftmaxGradFront(const LocalTensor<T>& dst, const LocalTensor<T>& grad, const LocalTensor<T>& src,
                              const LocalTensor<uint8_t>& sharedTmpBuffer, const SoftMaxTiling& tiling,
                              const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    SoftmaxGrad<T, false, isBasicBlock, isDataFormatNZ>(dst, grad, src, sharedTmpBuffer, tiling, true,
                                                        softmaxShapeInfo);
}
template <typename T, bool isBasicBlock = false, bool isDataFormatNZ = false>
ACC_API void SoftmaxGradFront(const LocalTensor<T>& dst, const LocalTensor<T>& grad, const LocalTensor<T>& src,
                              const SoftMaxTiling& tiling, const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    SoftmaxGrad<T, false, isBasicBlock, isDataFormatNZ>(dst, grad, src, tiling, true, softmaxShapeInfo);
}

// The logarithm to base 10 of the softmax, as documented.
template <typename T, bool isReuseSource = false, bool isDataFormatNZ = false>
ACC_API void LogSoftMax(const LocalTensor<T>& dst, const LocalTensor<T>& sum, const LocalTensor<T>& max,
                        const LocalTensor<T>& src, const LocalTensor<uint8_t>& sharedTmpBuffer,
                        const LogSoftMaxTiling& tiling, const SoftMaxShapeInfo& softmaxShapeInfo = {}) {
    static_assert(detail::isOneOf<T, half, float>, "LogSoftMax on dav-2201 supports half and float");
    detail::RecipeCall<> call(ACC_OP_LogSoftMax);
    call.operand(dst).operand(sum).operand(max).operand(src).scratch(&sharedTmpBuffer);
    call.instr.mode = (isDataFormatNZ ? detail::softmaxNz : 0) | detail::softmaxStatistics;
    call.sizes(softmaxShapeInfo.srcM != 0 ? softmaxShapeInfo.srcM : tiling.srcM,
               softmaxShapeInfo.srcK != 0 ? softmaxShapeInfo.srcK : tiling.srcK,
               softmaxShapeInfo.oriSrcK != 0 ? softmaxShapeInfo.oriSrcK
               : softmaxShapeInfo.srcK != 0  ? softmaxShapeInfo.srcK
                                             : tiling.srcK);
    call.issue();
}
#undef ACC_SOFTMAX_TYPES

// Rows whose maximum has the bits `from` become `to`; true when there was one.
template <typename T1, typename T2, bool isDataFormatNZ = false, uint8_t stepSizeMode = 0>
ACC_API bool AdjustSoftMaxRes(const LocalTensor<T1>& softMaxRes, const LocalTensor<T2>& maxTensor, const uint32_t from,
                              const T1 to, const SoftMaxShapeInfo& softmaxShapeInfo) {
    static_assert(detail::isOneOf<T1, half, float> && detail::isOneOf<T2, half, float>,
                  "AdjustSoftMaxRes on dav-2201 supports half and float");
    bool found = false;
    const uint32_t rows = softmaxShapeInfo.srcM;
    const uint32_t step = stepSizeMode != 0 ? 1 : uint32_t(ONE_BLK_SIZE / sizeof(T2));
    for (uint32_t row = 0; row < rows; ++row) {
        if (detail::bitsOf(maxTensor.GetValue(row * step)) != from) {
            continue;
        }
        found = true;
        for (uint32_t column = 0; column < softmaxShapeInfo.srcK; ++column) {
            softMaxRes.SetValue(
                isDataFormatNZ ? (column / 16 * rows + row) * 16 + column % 16 : row * softmaxShapeInfo.srcK + column,
                to);
        }
    }
    return found;
}

}  // namespace AscendC
