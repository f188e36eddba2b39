// SPDX-License-Identifier: Apache-2.0
// The gradient of LayerNorm, and normalisation over a batch and over groups of channels (ascendc-highlevel 4).
// Variances are biased.
#pragma once

#include "norm.h"

namespace AscendC {

struct LayerNormGradShapeInfo {
    DataFormat dataFormat = DataFormat::ND;
};

namespace detail {

template <class T>
ACC_API void layerNormGrad(const LocalTensor<T>& pdX, const LocalTensor<T>& resForGamma, const LocalTensor<T>& dy,
                           const LocalTensor<T>& x, const LocalTensor<T>& variance, const LocalTensor<T>& mean,
                           const LocalTensor<T>& gamma, const LocalTensor<uint8_t>* scratch, T epsilon,
                           const LayerNormGradTiling& tiling, const LayerNormGradShapeInfo& shapeInfo) {
    static_assert(isOneOf<T, half, float>, "LayerNormGrad on dav-2201 supports the element types half, float");
    RecipeCall<> call(ACC_OP_LayerNormGrad);
    call.operand(pdX).operand(resForGamma).operand(dy).operand(x).operand(variance).operand(mean).operand(gamma);
    call.scratch(scratch);
    call.instr.mode = uint8_t(shapeInfo.dataFormat);
    call.instr.scalar = bitsOf(float(epsilon));
    setNormSizes(call.instr, tiling);
    call.issue();
}

template <class T>
ACC_API void layerNormGradBeta(const LocalTensor<T>& pdGamma, const LocalTensor<T>& pdBeta,
                               const LocalTensor<T>& resForGamma, const LocalTensor<T>& dy,
                               const LocalTensor<uint8_t>* scratch, const LayerNormGradBetaTiling& tiling) {
    static_assert(isOneOf<T, half, float>, "LayerNormGradBeta on dav-2201 supports the element types half, float");
    RecipeCall<> call(ACC_OP_LayerNormGradBeta);
    call.operand(pdGamma).operand(pdBeta).operand(resForGamma).operand(dy).scratch(scratch);
    setNormSizes(call.instr, tiling);
    call.issue();
}

template <class T>
ACC_API void batchNorm(const LocalTensor<T>& output, const LocalTensor<T>& mean, const LocalTensor<T>& variance,
                       const LocalTensor<T>& x, const LocalTensor<T>& gamma, const LocalTensor<T>& beta,
                       const LocalTensor<uint8_t>* scratch, T epsilon, const BatchNormTiling& tiling) {
    static_assert(isOneOf<T, half, float>, "BatchNorm on dav-2201 supports the element types half, float");
    RecipeCall<> call(ACC_OP_BatchNorm);
    call.operand(output).operand(mean).operand(variance).operand(x).operand(gamma).operand(beta).scratch(scratch);
    call.instr.scalar = bitsOf(float(epsilon));
    call.sizes(tiling.originalBLength, tiling.meanVarSize);
    call.issue();
}

template <class T>
ACC_API void groupNorm(const LocalTensor<T>& output, const LocalTensor<T>& mean, const LocalTensor<T>& variance,
                       const LocalTensor<T>& x, const LocalTensor<T>& gamma, const LocalTensor<T>& beta,
                       const LocalTensor<uint8_t>* scratch, T epsilon, const GroupNormTiling& tiling) {
    static_assert(isOneOf<T, half, float>, "GroupNorm on dav-2201 supports the element types half, float");
    RecipeCall<> call(ACC_OP_GroupNorm);
    call.operand(output).operand(mean).operand(variance).operand(x).operand(gamma).operand(beta).scratch(scratch);
    call.instr.scalar = bitsOf(float(epsilon));
    call.sizes(tiling.n, tiling.c, tiling.g, tiling.hw);
    call.issue();
}

constexpr const LocalTensor<uint8_t>* kNoScratch = nullptr;

}  // namespace detail

// The gradient of LayerNorm by x, and (x - mean) / sqrt(variance + epsilon), from which LayerNormGradBeta goes on.
template <typename T, bool isReuseSource = false>
ACC_API void LayerNormGrad(const LocalTensor<T>& outputPdX, const LocalTensor<T>& resForGamma,
                           const LocalTensor<T>& inputDy, const LocalTensor<T>& inputX,
                           const LocalTensor<T>& inputVariance, const LocalTensor<T>& inputMean,
                           const LocalTensor<T>& inputGamma, const LocalTensor<uint8_t>& sharedTmpBuffer, T epsilon,
                           LayerNormGradTiling& tiling, const LayerNormGradShapeInfo& shapeInfo = {}) {
    detail::layerNormGrad(outputPdX, resForGamma, inputDy, inputX, inputVariance, inputMean, inputGamma,
                          &sharedTmpBuffer, epsilon, tiling, shapeInfo);
}
template <typename T, bool isReuseSource = false>
ACC_API void LayerNormGrad(const LocalTensor<T>& outputPdX, const LocalTensor<T>& resForGamma,
                           const LocalTensor<T>& inputDy, const LocalTensor<T>& inputX,
                           const LocalTensor<T>& inputVariance, const LocalTensor<T>& inputMean,
                           const LocalTensor<T>& inputGamma, T epsilon, LayerNormGradTiling& tiling,
                           const LayerNormGradShapeInfo& shapeInfo = {}) {
    detail::layerNormGrad(outputPdX, resForGamma, inputDy, inputX, inputVariance, inputMean, inputGamma,
                          detail::kNoScratch, epsilon, tiling, shapeInfo);
}

// The gradients of LayerNorm by gamma and beta: sums over all rows of dy * resForGamma and of dy.
template <typename T, bool isReuseSource = false>
ACC_API void LayerNormGradBeta(const LocalTensor<T>& outputPdGamma, const LocalTensor<T>& outputPdBeta,
                               const LocalTensor<T>& resForGamma, const LocalTensor<T>& inputDy,
                               const LocalTensor<uint8_t>& sharedTmpBuffer, const LayerNormGradBetaTiling& tiling) {
    detail::layerNormGradBeta(outputPdGamma, outputPdBeta, resForGamma, inputDy, &sharedTmpBuffer, tiling);
}
template <typename T, bool isReuseSource = false>
ACC_API void LayerNormGradBeta(const LocalTensor<T>& outputPdGamma, const LocalTensor<T>& outputPdBeta,
                               const LocalTensor<T>& resForGamma, const LocalTensor<T>& inputDy,
                               LayerNormGradBetaTiling& tiling) {
    detail::layerNormGradBeta(outputPdGamma, outputPdBeta, resForGamma, inputDy, detail::kNoScratch, tiling);
}

// x of [B, S, H] with statistics over B, [S, H] each; gamma and beta are those of a B.
template <typename T, bool isReuseSource = false, bool isBasicBlock = false>
ACC_API void BatchNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean,
                       const LocalTensor<T>& outputVariance, const LocalTensor<T>& inputX, const LocalTensor<T>& gamm,
                       const LocalTensor<T>& beta, const LocalTensor<uint8_t>& sharedTmpBuffer, const T epsilon,
                       BatchNormTiling& tiling) {
    detail::batchNorm(output, outputMean, outputVariance, inputX, gamm, beta, &sharedTmpBuffer, epsilon, tiling);
}
template <typename T, bool isReuseSource = false, bool isBasicBlock = false>
ACC_API void BatchNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean,
                       const LocalTensor<T>& outputVariance, const LocalTensor<T>& inputX, const LocalTensor<T>& gamm,
                       const LocalTensor<T>& beta, const T epsilon, BatchNormTiling& tiling) {
    detail::batchNorm(output, outputMean, outputVariance, inputX, gamm, beta, detail::kNoScratch, epsilon, tiling);
}

// x of [N, C, H, W] with statistics over the C / groups channels of a group, [N, groups] each; gamma and beta are those
// of a channel.
template <typename T, bool isReuseSource = false>
ACC_API void GroupNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean,
                       const LocalTensor<T>& outputVariance, const LocalTensor<T>& inputX, const LocalTensor<T>& gamma,
                       const LocalTensor<T>& beta, const LocalTensor<uint8_t>& sharedTmpBuffer, const T epsilon,
                       GroupNormTiling& tiling) {
    detail::groupNorm(output, outputMean, outputVariance, inputX, gamma, beta, &sharedTmpBuffer, epsilon, tiling);
}
template <typename T, bool isReuseSource = false>
ACC_API void GroupNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean,
                       const LocalTensor<T>& outputVariance, const LocalTensor<T>& inputX, const LocalTensor<T>& gamma,
                       const LocalTensor<T>& beta, const T epsilon, GroupNormTiling& tiling) {
    detail::groupNorm(output, outputMean, outputVariance, inputX, gamma, beta, detail::kNoScratch, epsilon, tiling);
}

}  // namespace AscendC
