// SPDX-License-Identifier: Apache-2.0
// The gradient of LayerNorm, and normalisation over a batch and over groups of channels (ascendc-highlevel 4), in
// double.
#include <cmath>

#include "include/kernel/ascendc/adv/norm_grad.h"
#include "runtime/isa/highlevel/recipe.h"

namespace acc::rt::isa {
namespace {

void layerNormGrad(const Recipe& recipe) {
    recipe.require(recipe.mode() == static_cast<uint8_t>(AscendC::DataFormat::ND), "shapeInfo.dataFormat",
                   recipe.mode(), "ND");
    const NormRows rows = normRows(recipe);
    const RecipeTensor pdX = recipe.output(0, rows.elements());
    const RecipeTensor resForGamma = recipe.output(1, rows.elements());
    const RecipeTensor dy = recipe.input(2, rows.elements());
    const RecipeTensor x = recipe.input(3, rows.elements());
    const RecipeTensor variance = recipe.input(4, rows.rows);
    const RecipeTensor mean = recipe.input(5, rows.rows);
    const RecipeTensor gamma = recipe.input(6, rows.real);
    const auto n = static_cast<double>(rows.real);
    std::vector<double> gradient(rows.real);
    std::vector<double> centred(rows.real);
    for (uint64_t row = 0; row < rows.rows; ++row) {
        const double reciprocal = 1 / std::sqrt(variance[row] + recipe.scalar());
        double gradientSum = 0;
        double product = 0;
        double centredSum = 0;
        for (uint64_t i = 0; i < rows.real; ++i) {
            const uint64_t at = row * rows.pitch + i;
            gradient[i] = dy[at] * gamma[i];
            centred[i] = x[at] - mean[row];
            gradientSum += gradient[i];
            product += gradient[i] * centred[i];
            centredSum += centred[i];
        }
        const double pdVariance = -0.5 * product * reciprocal * reciprocal * reciprocal;
        const double pdMean = -gradientSum * reciprocal - 2 * pdVariance / n * centredSum;
        for (uint64_t i = 0; i < rows.real; ++i) {
            const uint64_t at = row * rows.pitch + i;
            pdX.set(at, gradient[i] * reciprocal + pdVariance * 2 / n * centred[i] + pdMean / n);
            resForGamma.set(at, centred[i] * reciprocal);
        }
    }
}

void layerNormGradBeta(const Recipe& recipe) {
    const NormRows rows = normRows(recipe);
    const RecipeTensor pdGamma = recipe.output(0, rows.real);
    const RecipeTensor pdBeta = recipe.output(1, rows.real);
    const RecipeTensor resForGamma = recipe.input(2, rows.elements());
    const RecipeTensor dy = recipe.input(3, rows.elements());
    std::vector<double> gammaSums(rows.real);
    std::vector<double> betaSums(rows.real);
    for (uint64_t row = 0; row < rows.rows; ++row) {
        for (uint64_t i = 0; i < rows.real; ++i) {
            const uint64_t at = row * rows.pitch + i;
            gammaSums[i] += dy[at] * resForGamma[at];
            betaSums[i] += dy[at];
        }
    }
    for (uint64_t i = 0; i < rows.real; ++i) {
        pdGamma.set(i, gammaSums[i]);
        pdBeta.set(i, betaSums[i]);
    }
}

void batchNorm(const Recipe& recipe) {
    const uint64_t batches = recipe.size(0);
    const uint64_t features = recipe.size(1);
    const uint64_t bytes = features * kWidths[recipe.call().in.list[0].dtype];
    recipe.require(batches != 0, "the number of batches", batches, "at least 1");
    recipe.require(bytes % kBlockBytes == 0, "S * H in bytes", bytes, "a multiple of 32");
    const RecipeTensor output = recipe.output(0, batches * features);
    const RecipeTensor means = recipe.output(1, features);
    const RecipeTensor variances = recipe.output(2, features);
    const RecipeTensor x = recipe.input(3, batches * features);
    const RecipeTensor gamma = recipe.input(4, batches);
    const RecipeTensor beta = recipe.input(5, batches);
    std::vector<double> values(batches);
    for (uint64_t feature = 0; feature < features; ++feature) {
        for (uint64_t b = 0; b < batches; ++b) {
            values[b] = x[b * features + feature];
        }
        const Moments moments = momentsOf(values);
        const double reciprocal = 1 / std::sqrt(moments.variance + recipe.scalar());
        for (uint64_t b = 0; b < batches; ++b) {
            output.set(b * features + feature, (values[b] - moments.mean) * reciprocal * gamma[b] + beta[b]);
        }
        means.set(feature, moments.mean);
        variances.set(feature, moments.variance);
    }
}

void groupNorm(const Recipe& recipe) {
    const uint64_t batches = recipe.size(0);
    const uint64_t channels = recipe.size(1);
    const uint64_t groups = recipe.size(2);
    const uint64_t pixels = recipe.size(3);
    recipe.require(groups != 0 && channels % groups == 0, "the number of groups", groups,
                   "a divisor of the number of channels");
    recipe.require(pixels != 0, "H * W", pixels, "at least 1");
    const uint64_t elements = batches * channels * pixels;
    const RecipeTensor output = recipe.output(0, elements);
    const RecipeTensor means = recipe.output(1, batches * groups);
    const RecipeTensor variances = recipe.output(2, batches * groups);
    const RecipeTensor x = recipe.input(3, elements);
    const RecipeTensor gamma = recipe.input(4, channels);
    const RecipeTensor beta = recipe.input(5, channels);
    const uint64_t length = channels / groups * pixels;
    std::vector<double> values(length);
    for (uint64_t part = 0; part < batches * groups; ++part) {
        for (uint64_t i = 0; i < length; ++i) {
            values[i] = x[part * length + i];
        }
        const Moments moments = momentsOf(values);
        const double reciprocal = 1 / std::sqrt(moments.variance + recipe.scalar());
        const uint64_t firstChannel = part % groups * (channels / groups);
        for (uint64_t i = 0; i < length; ++i) {
            const uint64_t channel = firstChannel + i / pixels;
            output.set(part * length + i, (values[i] - moments.mean) * reciprocal * gamma[channel] + beta[channel]);
        }
        means.set(part, moments.mean);
        variances.set(part, moments.variance);
    }
}

}  // namespace

void executeNormGrad(const Recipe& recipe) {
    switch (recipe.call().in.opcode) {
        case ACC_OP_LayerNormGrad:
            return layerNormGrad(recipe);
        case ACC_OP_LayerNormGradBeta:
            return layerNormGradBeta(recipe);
        case ACC_OP_BatchNorm:
            return batchNorm(recipe);
        default:
            return groupNorm(recipe);
    }
}

}  // namespace acc::rt::isa
