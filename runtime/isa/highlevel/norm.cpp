// SPDX-License-Identifier: Apache-2.0
// Normalisation over rows (ascendc-highlevel 4), in double.
#include <cmath>

#include "include/kernel/ascendc/adv/norm.h"
#include "runtime/isa/highlevel/recipe.h"

namespace acc::rt::isa {

NormRows normRows(const Recipe& recipe) {
    const NormRows rows{recipe.size(0), recipe.size(1), recipe.size(2)};
    recipe.require(rows.real != 0 && rows.real <= rows.pitch, "the real length of a row", rows.real,
                   "from 1 to the padded length");
    const uint64_t bytes = rows.pitch * kWidths[recipe.call().in.list[0].dtype];
    recipe.require(bytes % kBlockBytes == 0, "the length of a row in bytes", bytes, "a multiple of 32");
    return rows;
}

Moments momentsOf(const std::vector<double>& values) {
    const auto n = static_cast<double>(values.size());
    double mean = 0;
    for (const double value : values) {
        mean += value / n;
    }
    double variance = 0;
    for (const double value : values) {
        variance += (value - mean) * (value - mean) / n;
    }
    return {mean, variance};
}

namespace {

namespace option = AscendC::detail;

void layerNorm(const Recipe& recipe) {
    const NormRows rows = normRows(recipe);
    const uint8_t mode = recipe.mode();
    const bool statistics = (mode & option::normOnlyOutput) == 0;
    const bool hasGamma = (mode & option::normNoGamma) == 0;
    const bool hasBeta = (mode & option::normNoBeta) == 0;
    const RecipeTensor output = recipe.output(0, rows.elements());
    const RecipeTensor mean = recipe.output(1, statistics ? rows.rows : 0);
    const RecipeTensor second = recipe.output(2, statistics ? rows.rows : 0);
    const RecipeTensor x = recipe.input(3, rows.elements());
    const RecipeTensor gamma = recipe.input(4, hasGamma ? rows.real : 0);
    const RecipeTensor beta = recipe.input(5, hasBeta ? rows.real : 0);
    std::vector<double> values(rows.real);
    for (uint64_t row = 0; row < rows.rows; ++row) {
        for (uint64_t i = 0; i < rows.real; ++i) {
            values[i] = x[row * rows.pitch + i];
        }
        const Moments moments = momentsOf(values);
        const double reciprocal = 1 / std::sqrt(moments.variance + recipe.scalar());
        for (uint64_t i = 0; i < rows.real; ++i) {
            output.set(row * rows.pitch + i,
                       (values[i] - moments.mean) * reciprocal * (hasGamma ? gamma[i] : 1) + (hasBeta ? beta[i] : 0));
        }
        if (statistics) {
            mean.set(row, moments.mean);
            second.set(row, (mode & option::normReciprocal) != 0 ? reciprocal : moments.variance);
        }
    }
}

void rmsNorm(const Recipe& recipe) {
    const NormRows rows = normRows(recipe);
    const RecipeTensor dst = recipe.output(0, rows.elements());
    const RecipeTensor src = recipe.input(1, rows.elements());
    const RecipeTensor gamma = recipe.input(2, rows.real);
    for (uint64_t row = 0; row < rows.rows; ++row) {
        double squares = 0;
        for (uint64_t i = 0; i < rows.real; ++i) {
            const double value = src[row * rows.pitch + i];
            squares += value * value;
        }
        const double root = std::sqrt(squares / static_cast<double>(rows.real) + recipe.scalar());
        for (uint64_t i = 0; i < rows.real; ++i) {
            dst.set(row * rows.pitch + i, src[row * rows.pitch + i] / root * gamma[i]);
        }
    }
}

void deepNorm(const Recipe& recipe) {
    const NormRows rows = normRows(recipe);
    const RecipeTensor dst = recipe.output(0, rows.elements());
    const RecipeTensor mean = recipe.output(1, rows.rows);
    const RecipeTensor rstd = recipe.output(2, rows.rows);
    const RecipeTensor src = recipe.input(3, rows.elements());
    const RecipeTensor gx = recipe.input(4, rows.elements());
    const RecipeTensor beta = recipe.input(5, rows.real);
    const RecipeTensor gamma = recipe.input(6, rows.real);
    std::vector<double> values(rows.real);
    for (uint64_t row = 0; row < rows.rows; ++row) {
        for (uint64_t i = 0; i < rows.real; ++i) {
            values[i] = recipe.scalar1() * src[row * rows.pitch + i] + gx[row * rows.pitch + i];
        }
        const Moments moments = momentsOf(values);
        const double reciprocal = 1 / std::sqrt(moments.variance + recipe.scalar());
        for (uint64_t i = 0; i < rows.real; ++i) {
            dst.set(row * rows.pitch + i, (values[i] - moments.mean) * reciprocal * gamma[i] + beta[i]);
        }
        mean.set(row, moments.mean);
        rstd.set(row, reciprocal);
    }
}

void welfordUpdate(const Recipe& recipe) {
    const uint64_t all = recipe.size(1);
    const uint64_t computed = recipe.size(2);
    recipe.require(recipe.size(0) == 1, "rnLength", recipe.size(0), "1");
    recipe.require(computed <= all, "abComputeLength", computed, "at most abLength");
    const RecipeTensor meanOut = recipe.output(0, all);
    const RecipeTensor varianceOut = recipe.output(1, all);
    const RecipeTensor meanIn = recipe.input(2, all);
    const RecipeTensor varianceIn = recipe.input(3, all);
    const RecipeTensor x = recipe.input(4, computed);
    const bool copiesRest = recipe.mode() != 0;
    for (uint64_t i = 0; i < (copiesRest ? all : computed); ++i) {
        const double mean = meanIn[i];
        const double variance = varianceIn[i];
        if (i >= computed) {
            meanOut.set(i, mean);
            varianceOut.set(i, variance);
            continue;
        }
        const double value = x[i];
        const double next = mean + (value - mean) * recipe.scalar();
        meanOut.set(i, next);
        varianceOut.set(i, variance + (value - mean) * (value - next));
    }
}

void normalise(const Recipe& recipe) {
    const NormRows rows = normRows(recipe);
    const uint8_t mode = recipe.mode();
    const bool statistics = (mode & option::normOnlyOutput) == 0;
    const bool hasGamma = (mode & option::normNoGamma) == 0;
    const bool hasBeta = (mode & option::normNoBeta) == 0;
    const RecipeTensor output = recipe.output(0, rows.elements());
    const RecipeTensor rstd = recipe.output(1, statistics ? rows.rows : 0);
    const RecipeTensor mean = recipe.input(2, rows.rows);
    const RecipeTensor variance = recipe.input(3, rows.rows);
    const RecipeTensor x = recipe.input(4, rows.elements());
    const RecipeTensor gamma = recipe.input(5, hasGamma ? rows.real : 0);
    const RecipeTensor beta = recipe.input(6, hasBeta ? rows.real : 0);
    for (uint64_t row = 0; row < rows.rows; ++row) {
        const double reciprocal = 1 / std::sqrt(variance[row] + recipe.scalar());
        for (uint64_t i = 0; i < rows.real; ++i) {
            const uint64_t at = row * rows.pitch + i;
            output.set(at, (x[at] - mean[row]) * reciprocal * (hasGamma ? gamma[i] : 1) + (hasBeta ? beta[i] : 0));
        }
        if (statistics) {
            rstd.set(row, reciprocal);
        }
    }
}

void welfordFinalize(const Recipe& recipe) {
    const uint64_t parts = recipe.size(1);
    const bool counted = recipe.mode() != 0;
    const double headCount = recipe.size(2);
    const uint64_t heads = recipe.size(3);
    const double tailCount = recipe.size(4);
    const bool headAndTail = !counted && recipe.size(4) != 0;
    recipe.require(!headAndTail || heads + recipe.size(5) == parts, "headCountLength + tailCountLength",
                   heads + recipe.size(5), "abLength");
    const RecipeTensor meanOut = recipe.output(0, 1);
    const RecipeTensor varianceOut = recipe.output(1, 1);
    const RecipeTensor means = recipe.input(2, parts);
    const RecipeTensor sums = recipe.input(3, parts);
    const RecipeTensor counts = recipe.input(counted ? 4 : 2, parts);
    const auto count = [&](uint64_t i) {
        return counted        ? counts[i]
               : !headAndTail ? static_cast<double>(recipe.size(0))
               : i < heads    ? headCount
                              : tailCount;
    };
    const bool weighted = counted || headAndTail;
    double mean = 0;
    for (uint64_t i = 0; i < parts; ++i) {
        mean += means[i] * (weighted ? count(i) : 1);
    }
    mean *= weighted ? recipe.scalarHigh() : recipe.scalar();
    double squares = 0;
    for (uint64_t i = 0; i < parts; ++i) {
        squares += sums[i] + count(i) * (means[i] - mean) * (means[i] - mean);
    }
    meanOut.set(0, mean);
    varianceOut.set(0, squares * recipe.scalar1());
}

}  // namespace

void executeNorm(const Recipe& recipe) {
    switch (recipe.call().in.opcode) {
        case ACC_OP_LayerNorm:
            return layerNorm(recipe);
        case ACC_OP_RmsNorm:
            return rmsNorm(recipe);
        case ACC_OP_DeepNorm:
            return deepNorm(recipe);
        case ACC_OP_Normalize:
            return normalise(recipe);
        case ACC_OP_WelfordFinalize:
            return welfordFinalize(recipe);
        default:
            return welfordUpdate(recipe);
    }
}

}  // namespace acc::rt::isa
