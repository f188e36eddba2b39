// SPDX-License-Identifier: Apache-2.0
// Normalisation over rows (ascendc-highlevel 4). Variances are biased; columns between the real and the padded length
// are left out of the statistics and not written.
#pragma once

#include "rows.h"
#include "tiling/reduce_pattern.h"
#include "tiling_data.h"

namespace AscendC {

struct LayerNormConfig {
    bool isNoBeta = false;
    bool isNoGamma = false;
    bool isOnlyOutput = false;
    bool isOutputRstd = true;
};
inline constexpr LayerNormConfig LNCFG_NORM{};

struct LayerNormPara {
    uint32_t aLength = 0;
    uint32_t rLength = 0;
    uint32_t rLengthWithPadding = 0;
};

namespace detail {

// Parts of a layer norm that are left out or differ: bits of AccInstr::mode.
enum NormOption : uint8_t {
    normNoBeta = 1,
    normNoGamma = 2,
    normOnlyOutput = 4,
    normReciprocal = 8  // the second statistic is 1 / sqrt(variance + epsilon)
};

// Number of rows and pitch and real length of one.
template <class Tiling>
ACC_API void setNormSizes(AccInstr& instr, const Tiling& tiling) {
    instr.sizes[0] = tiling.bLength * tiling.sLength;
    instr.sizes[1] = tiling.hLength;
    instr.sizes[2] = tiling.originalHLength != 0 ? tiling.originalHLength : tiling.hLength;
}

#define ACC_NORM_TYPES(name) \
    static_assert(detail::isOneOf<T, half, float>, #name " on dav-2201 supports the element types half, float")

template <class T>
ACC_API void layerNorm(const LocalTensor<T>& output, const LocalTensor<T>& mean, const LocalTensor<T>& variance,
                       const LocalTensor<T>& x, const LocalTensor<T>& gamma, const LocalTensor<T>& beta,
                       const LocalTensor<uint8_t>* scratch, T epsilon, const LayerNormTiling& tiling) {
    ACC_NORM_TYPES(LayerNorm);
    RecipeCall<> call(ACC_OP_LayerNorm);
    call.operand(output).operand(mean).operand(variance).operand(x).operand(gamma).operand(beta).scratch(scratch);
    call.instr.scalar = bitsOf(float(epsilon));
    setNormSizes(call.instr, tiling);
    call.issue();
}

template <class U, class T, const LayerNormConfig& config>
ACC_API void layerNormRows(const LocalTensor<T>& output, const LocalTensor<float>& mean, const LocalTensor<float>& rstd,
                           const LocalTensor<T>& x, const LocalTensor<U>& gamma, const LocalTensor<U>& beta,
                           float epsilon, const LocalTensor<uint8_t>* scratch, const LayerNormPara& para) {
    ACC_NORM_TYPES(LayerNorm);
    static_assert(isOneOf<U, half, float> && sizeof(U) >= sizeof(T),
                  "LayerNorm: gamma and beta are half or float, and no narrower than the input");
    RecipeCall<> call(ACC_OP_LayerNorm);
    call.operand(output).operand(mean).operand(rstd).operand(x).operand(gamma).operand(beta).scratch(scratch);
    call.instr.mode = uint8_t((config.isNoBeta ? normNoBeta : 0) | (config.isNoGamma ? normNoGamma : 0) |
                              (config.isOnlyOutput ? normOnlyOutput : 0) | (config.isOutputRstd ? normReciprocal : 0));
    call.instr.scalar = bitsOf(epsilon);
    call.sizes(para.aLength, para.rLengthWithPadding != 0 ? para.rLengthWithPadding : para.rLength, para.rLength);
    call.issue();
}

template <class T>
ACC_API void rmsNorm(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<T>& gamma,
                     const LocalTensor<uint8_t>* scratch, T epsilon, const RmsNormTiling& tiling) {
    ACC_NORM_TYPES(RmsNorm);
    RecipeCall<> call(ACC_OP_RmsNorm);
    call.operand(dst).operand(src).operand(gamma).scratch(scratch);
    call.instr.scalar = bitsOf(float(epsilon));
    setNormSizes(call.instr, tiling);
    call.issue();
}

template <class T>
ACC_API void deepNorm(const LocalTensor<T>& dst, const LocalTensor<T>& mean, const LocalTensor<T>& rstd,
                      const LocalTensor<T>& src, const LocalTensor<T>& gx, const LocalTensor<T>& beta,
                      const LocalTensor<T>& gamma, const LocalTensor<uint8_t>* scratch, T alpha, T epsilon,
                      const DeepNormTiling& tiling) {
    ACC_NORM_TYPES(DeepNorm);
    RecipeCall<> call(ACC_OP_DeepNorm);
    call.operand(dst).operand(mean).operand(rstd).operand(src).operand(gx).operand(beta).operand(gamma).scratch(
        scratch);
    call.instr.scalar = bitsOf(float(epsilon));
    call.instr.scalar1 = bitsOf(float(alpha));
    setNormSizes(call.instr, tiling);
    call.issue();
}

}  // namespace detail

// y = (x - mean) / sqrt(variance + epsilon) * gamma + beta over the last of the three dimensions of the tiling.
template <typename T, bool isReuseSource = false>
ACC_API void LayerNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean,
                       const LocalTensor<T>& outputVariance, const LocalTensor<T>& inputX, const LocalTensor<T>& gamma,
                       const LocalTensor<T>& beta, const LocalTensor<uint8_t>& sharedTmpBuffer, const T epsilon,
                       LayerNormTiling& tiling) {
    detail::layerNorm(output, outputMean, outputVariance, inputX, gamma, beta, &sharedTmpBuffer, epsilon, tiling);
}
template <typename T, bool isReuseSource = false>
ACC_API void LayerNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean,
                       const LocalTensor<T>& outputVariance, const LocalTensor<T>& inputX, const LocalTensor<T>& gamma,
                       const LocalTensor<T>& beta, const T epsilon, LayerNormTiling& tiling) {
    detail::layerNorm(output, outputMean, outputVariance, inputX, gamma, beta, nullptr, epsilon, tiling);
}
// Rows of rLength; the second statistic is 1 / sqrt(variance + epsilon) unless the configuration says variance.
template <typename U, typename T, bool isReuseSource = false, const LayerNormConfig& config = LNCFG_NORM>
ACC_API void LayerNorm(const LocalTensor<T>& output, const LocalTensor<float>& outputMean,
                       const LocalTensor<float>& outputRstd, const LocalTensor<T>& inputX, const LocalTensor<U>& gamma,
                       const LocalTensor<U>& beta, const float epsilon, const LocalTensor<uint8_t>& sharedTmpBuffer,
                       const LayerNormPara& para, const LayerNormSeparateTiling&) {
    detail::layerNormRows<U, T, config>(output, outputMean, outputRstd, inputX, gamma, beta, epsilon, &sharedTmpBuffer,
                                        para);
}
template <typename U, typename T, bool isReuseSource = false, const LayerNormConfig& config = LNCFG_NORM>
ACC_API void LayerNorm(const LocalTensor<T>& output, const LocalTensor<float>& outputMean,
                       const LocalTensor<float>& outputRstd, const LocalTensor<T>& inputX, const LocalTensor<U>& gamma,
                       const LocalTensor<U>& beta, const float epsilon, const LayerNormPara& para,
                       const LayerNormSeparateTiling&) {
    detail::layerNormRows<U, T, config>(output, outputMean, outputRstd, inputX, gamma, beta, epsilon, nullptr, para);
}

// y = x / sqrt(mean(x^2) + epsilon) * gamma
template <typename T, bool isBasicBlock = false>
ACC_API void RmsNorm(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, const LocalTensor<T>& gammaLocal,
                     const LocalTensor<uint8_t>& sharedTmpBuffer, const T epsilon, const RmsNormTiling& tiling) {
    detail::rmsNorm(dstLocal, srcLocal, gammaLocal, &sharedTmpBuffer, epsilon, tiling);
}
template <typename T, bool isBasicBlock = false>
ACC_API void RmsNorm(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, const LocalTensor<T>& gammaLocal,
                     const T epsilon, const RmsNormTiling& tiling) {
    detail::rmsNorm(dstLocal, srcLocal, gammaLocal, nullptr, epsilon, tiling);
}

// The layer norm of alpha * src + gx; also writes mean and 1 / sqrt(variance + epsilon).
template <typename T, bool isReuseSrc = false, bool isBasicBlock = false>
ACC_API void DeepNorm(const LocalTensor<T>& dstLocal, const LocalTensor<T>& meanLocal, const LocalTensor<T>& rstdLocal,
                      const LocalTensor<T>& srcLocal, const LocalTensor<T>& gxLocal, const LocalTensor<T>& betaLocal,
                      const LocalTensor<T>& gammaLocal, const LocalTensor<uint8_t>& sharedTmpBuffer, const T alpha,
                      const T epsilon, DeepNormTiling& tiling) {
    detail::deepNorm(dstLocal, meanLocal, rstdLocal, srcLocal, gxLocal, betaLocal, gammaLocal, &sharedTmpBuffer, alpha,
                     epsilon, tiling);
}
template <typename T, bool isReuseSrc = false, bool isBasicBlock = false>
ACC_API void DeepNorm(const LocalTensor<T>& dstLocal, const LocalTensor<T>& meanLocal, const LocalTensor<T>& rstdLocal,
                      const LocalTensor<T>& srcLocal, const LocalTensor<T>& gxLocal, const LocalTensor<T>& betaLocal,
                      const LocalTensor<T>& gammaLocal, const T alpha, const T epsilon, DeepNormTiling& tiling) {
    detail::deepNorm(dstLocal, meanLocal, rstdLocal, srcLocal, gxLocal, betaLocal, gammaLocal,
                     static_cast<const LocalTensor<uint8_t>*>(nullptr), alpha, epsilon, tiling);
}

// mean' = mean + (x - mean) * nRec, variance' = variance + (x - mean) * (x - mean'), element by element.
struct WelfordUpdateParam {
    uint32_t rnLength = 1;
    uint32_t abLength = 0;
    uint32_t abComputeLength = 0;
    float nRec = 0;
};
struct WelfordUpdateConfig {
    bool isInplace = false;  // elements beyond abComputeLength: copied from the inputs, otherwise left alone
};
inline constexpr WelfordUpdateConfig WFUPDATE_DEFAULT_CFG{};
template <typename T, typename U, bool isReuseSource = false, const WelfordUpdateConfig& config = WFUPDATE_DEFAULT_CFG>
ACC_API void WelfordUpdate(const LocalTensor<U>& outputMean, const LocalTensor<U>& outputVariance,
                           const LocalTensor<U>& inputMean, const LocalTensor<U>& inputVariance,
                           const LocalTensor<T>& inputX, const LocalTensor<uint8_t>& sharedTmpBuffer,
                           const WelfordUpdateParam& para) {
    ACC_NORM_TYPES(WelfordUpdate);
    static_assert(std::is_same_v<U, float>, "WelfordUpdate: the statistics are float");
    detail::RecipeCall<> call(ACC_OP_WelfordUpdate);
    call.operand(outputMean).operand(outputVariance).operand(inputMean).operand(inputVariance).operand(inputX);
    call.scratch(&sharedTmpBuffer);
    call.instr.mode = config.isInplace;
    call.instr.scalar = detail::bitsOf(para.nRec);
    call.sizes(para.rnLength, para.abLength, para.abComputeLength);
    call.issue();
}
template <typename T, typename U, bool isReuseSource = false, const WelfordUpdateConfig& config = WFUPDATE_DEFAULT_CFG>
ACC_API void WelfordUpdate(const LocalTensor<U>& outputMean, const LocalTensor<U>& outputVariance,
                           const LocalTensor<U>& inputMean, const LocalTensor<U>& inputVariance,
                           const LocalTensor<T>& inputX, const WelfordUpdateParam& para) {
    ACC_NORM_TYPES(WelfordUpdate);
    static_assert(std::is_same_v<U, float>, "WelfordUpdate: the statistics are float");
    detail::RecipeCall<> call(ACC_OP_WelfordUpdate);
    call.operand(outputMean).operand(outputVariance).operand(inputMean).operand(inputVariance).operand(inputX);
    call.scratch(nullptr);
    call.instr.mode = config.isInplace;
    call.instr.scalar = detail::bitsOf(para.nRec);
    call.sizes(para.rnLength, para.abLength, para.abComputeLength);
    call.issue();
}

// The layer norm of rows whose mean and variance are known already.
struct NormalizeConfig {
    ReducePattern reducePattern = ReducePattern::AR;
    int32_t aLength = -1;
    bool isNoBeta = false;
    bool isNoGamma = false;
    bool isOnlyOutput = false;
};
inline constexpr NormalizeConfig NLCFG_NORM{};
struct NormalizePara {
    uint32_t aLength = 0;
    uint32_t rLength = 0;
    uint32_t rLengthWithPadding = 0;
};
namespace detail {
template <class U, class T, const NormalizeConfig& config>
ACC_API void normalize(const LocalTensor<T>& output, const LocalTensor<float>& rstd, const LocalTensor<float>& mean,
                       const LocalTensor<float>& variance, const LocalTensor<T>& x, const LocalTensor<U>& gamma,
                       const LocalTensor<U>& beta, const LocalTensor<uint8_t>* scratch, float epsilon,
                       const NormalizePara& para) {
    ACC_NORM_TYPES(Normalize);
    static_assert(isOneOf<U, half, float> && sizeof(U) >= sizeof(T),
                  "Normalize: gamma and beta are half or float, and no narrower than the input");
    static_assert(config.reducePattern == ReducePattern::AR, "Normalize on dav-2201 has the pattern AR");
    RecipeCall<> call(ACC_OP_Normalize);
    call.operand(output).operand(rstd).operand(mean).operand(variance).operand(x).operand(gamma).operand(beta);
    call.scratch(scratch);
    call.instr.mode = uint8_t((config.isNoBeta ? normNoBeta : 0) | (config.isNoGamma ? normNoGamma : 0) |
                              (config.isOnlyOutput ? normOnlyOutput : 0));
    call.instr.scalar = bitsOf(epsilon);
    call.sizes(config.aLength >= 0 ? uint32_t(config.aLength) : para.aLength,
               para.rLengthWithPadding != 0 ? para.rLengthWithPadding : para.rLength, para.rLength);
    call.issue();
}
}  // namespace detail
template <typename U, typename T, bool isReuseSource = false, const NormalizeConfig& config = NLCFG_NORM>
ACC_API void Normalize(const LocalTensor<T>& output, const LocalTensor<float>& outputRstd,
                       const LocalTensor<float>& inputMean, const LocalTensor<float>& inputVariance,
                       const LocalTensor<T>& inputX, const LocalTensor<U>& gamma, const LocalTensor<U>& beta,
                       const LocalTensor<uint8_t>& sharedTmpBuffer, const float epsilon, const NormalizePara& para) {
    detail::normalize<U, T, config>(output, outputRstd, inputMean, inputVariance, inputX, gamma, beta, &sharedTmpBuffer,
                                    epsilon, para);
}
template <typename U, typename T, bool isReuseSource = false, const NormalizeConfig& config = NLCFG_NORM>
ACC_API void Normalize(const LocalTensor<T>& output, const LocalTensor<float>& outputRstd,
                       const LocalTensor<float>& inputMean, const LocalTensor<float>& inputVariance,
                       const LocalTensor<T>& inputX, const LocalTensor<U>& gamma, const LocalTensor<U>& beta,
                       const float epsilon, const NormalizePara& para) {
    detail::normalize<U, T, config>(output, outputRstd, inputMean, inputVariance, inputX, gamma, beta, nullptr, epsilon,
                                    para);
}

// One mean and variance out of abLength partial ones, each over rnLength values or over as many as the counts say.
struct WelfordFinalizePara {
    uint32_t rnLength = 0;
    uint32_t abLength = 0;
    uint32_t headCount = 0;
    uint32_t headCountLength = 0;
    uint32_t tailCount = 0;
    uint32_t tailCountLength = 0;
    float abRec = 0;
    float rRec = 0;
    float rRecWithCorrection = 0;
};
struct WelfordFinalizeConfig {
    bool isCorrection = false;  // the variance is over rRecWithCorrection
};
inline constexpr WelfordFinalizeConfig WFFINALIZE_DEFAULT_CFG{};
namespace detail {
template <bool isCorrection>
ACC_API void welfordFinalize(const LocalTensor<float>& outputMean, const LocalTensor<float>& outputVariance,
                             const LocalTensor<float>& inputMean, const LocalTensor<float>& inputVariance,
                             const LocalTensor<int32_t>* counts, const LocalTensor<uint8_t>* scratch,
                             const WelfordFinalizePara& para) {
    RecipeCall<> call(ACC_OP_WelfordFinalize);
    call.operand(outputMean).operand(outputVariance).operand(inputMean).operand(inputVariance);
    if (counts) {
        call.operand(*counts);
    }
    call.scratch(scratch);
    call.instr.mode = counts != nullptr;
    call.instr.scalar = bitsOf(para.abRec) | bitsOf(para.rRec) << 32;
    call.instr.scalar1 = bitsOf(isCorrection ? para.rRecWithCorrection : para.rRec);
    call.sizes(para.rnLength, para.abLength, para.headCount, para.headCountLength, para.tailCount,
               para.tailCountLength);
    call.issue();
}
}  // namespace detail
#define ACC_FINALIZE(parameters, counts, scratch)                                                                  \
    template <bool isReuseSource = false, const WelfordFinalizeConfig& config = WFFINALIZE_DEFAULT_CFG>            \
    ACC_API void WelfordFinalize(const LocalTensor<float>& outputMean, const LocalTensor<float>& outputVariance,   \
                                 const LocalTensor<float>& inputMean,                                              \
                                 const LocalTensor<float>& inputVariance parameters,                               \
                                 const WelfordFinalizePara& para) {                                                \
        detail::welfordFinalize<config.isCorrection>(outputMean, outputVariance, inputMean, inputVariance, counts, \
                                                     scratch, para);                                               \
    }
#define ACC_COMMA ,
ACC_FINALIZE(, nullptr, nullptr)
ACC_FINALIZE(ACC_COMMA const LocalTensor<uint8_t>& sharedTmpBuffer, nullptr, &sharedTmpBuffer)
ACC_FINALIZE(ACC_COMMA const LocalTensor<int32_t>& counts, &counts, nullptr)
ACC_FINALIZE(ACC_COMMA const LocalTensor<int32_t>& counts ACC_COMMA const LocalTensor<uint8_t>& sharedTmpBuffer,
             &counts, &sharedTmpBuffer)
#undef ACC_COMMA
#undef ACC_FINALIZE
#undef ACC_NORM_TYPES

}  // namespace AscendC
