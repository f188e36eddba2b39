// SPDX-License-Identifier: Apache-2.0
// The softmax family (ascendc-highlevel 3.1), row by row.
#include <algorithm>
#include <cmath>

#include "include/kernel/ascendc/adv/softmax.h"
#include "runtime/isa/highlevel/recipe.h"

namespace acc::rt::isa {
namespace {

namespace option = AscendC::detail;

// Shape and layout of the data.
struct Rows {
    uint64_t rows;
    uint64_t columns;  // padded
    uint64_t real;
    bool strips;  // 16 columns each
    bool dense;   // statistics are not spread over 32 bytes

    uint64_t elements() const { return rows * columns; }
    uint64_t at(uint64_t row, uint64_t column) const {
        return strips ? (column / 16 * rows + row) * 16 + column % 16 : row * columns + column;
    }
    uint64_t statistics(const AccOperand& operand) const {
        return dense ? rows : rows * (kBlockBytes / kWidths[operand.dtype]);
    }
    double statistic(const RecipeTensor& tensor, uint64_t row) const {
        return tensor[dense ? row : row * tensor.perBlock()];
    }
    void setStatistic(const RecipeTensor& tensor, uint64_t row, double value) const {
        const uint64_t copies = dense ? 1 : tensor.perBlock();
        for (uint64_t i = 0; i < copies; ++i) {
            tensor.set(row * copies + i, value);
        }
    }
};

Rows rowsOf(const Recipe& recipe) {
    const Rows rows{recipe.size(0), recipe.size(1), recipe.size(2), (recipe.mode() & option::softmaxNz) != 0,
                    (recipe.mode() & option::softmaxDense) != 0};
    recipe.require(rows.real <= rows.columns, "oriSrcK", rows.real, "at most srcK");
    const uint64_t bytes = rows.columns * kWidths[recipe.call().in.list[0].dtype];
    recipe.require(rows.columns != 0 && bytes % kBlockBytes == 0, "the length of a row in bytes", bytes,
                   "a multiple of 32");
    recipe.require(!rows.strips || rows.columns % 16 == 0, "srcK", rows.columns, "a multiple of 16");
    return rows;
}

double largestOf(const Rows& rows, const RecipeTensor& src, uint64_t row) {
    double largest = -INFINITY;
    for (uint64_t k = 0; k < rows.real; ++k) {
        const double value = src[rows.at(row, k)];
        largest = value > largest || std::isnan(value) ? value : largest;
    }
    return largest;
}

// exp(x - max) of a row, and the sum. NaN where -inf meets -inf, as IEEE has it.
double exponentials(const Rows& rows, const RecipeTensor& src, uint64_t row, double largest,
                    std::vector<double>& values) {
    double sum = 0;
    for (uint64_t k = 0; k < rows.real; ++k) {
        values[k] = std::exp(src[rows.at(row, k)] - largest);
        sum += values[k];
    }
    return sum;
}

void softMax(const Recipe& recipe, bool logarithm) {
    const Rows rows = rowsOf(recipe);
    const auto* const list = recipe.call().in.list;
    const bool statistics = (recipe.mode() & option::softmaxStatistics) != 0;
    const RecipeTensor dst = recipe.output(0, rows.elements());
    const RecipeTensor sumTensor = recipe.output(1, statistics ? rows.statistics(list[1]) : 0);
    const RecipeTensor maxTensor = recipe.output(2, statistics ? rows.statistics(list[2]) : 0);
    const RecipeTensor src = recipe.input(3, rows.elements());
    std::vector<double> values(rows.real);
    for (uint64_t row = 0; row < rows.rows; ++row) {
        const double largest = largestOf(rows, src, row);
        const double sum = exponentials(rows, src, row, largest, values);
        for (uint64_t k = 0; k < rows.real; ++k) {
            const double share = values[k] / sum;
            // Not log10(share): small shares would underflow.
            dst.set(rows.at(row, k),
                    logarithm ? (src[rows.at(row, k)] - largest - std::log(sum)) / std::log(10.0) : share);
        }
        if (statistics) {
            rows.setStatistic(sumTensor, row, sum);
            rows.setStatistic(maxTensor, row, largest);
        }
    }
}

void simpleSoftMax(const Recipe& recipe) {
    const Rows rows = rowsOf(recipe);
    const auto* const list = recipe.call().in.list;
    const RecipeTensor dst = recipe.output(0, rows.elements());
    const RecipeTensor sum = recipe.input(1, rows.statistics(list[1]));
    const RecipeTensor max = recipe.input(2, rows.statistics(list[2]));
    const RecipeTensor src = recipe.input(3, rows.elements());
    for (uint64_t row = 0; row < rows.rows; ++row) {
        for (uint64_t k = 0; k < rows.real; ++k) {
            const uint64_t at = rows.at(row, k);
            dst.set(at, std::exp(src[at] - rows.statistic(max, row)) / rows.statistic(sum, row));
        }
    }
}

// The older form, `normalised`, divides by the running sum.
void flash(const Recipe& recipe, bool normalised) {
    const Rows rows = rowsOf(recipe);
    const auto* const list = recipe.call().in.list;
    const bool update = (recipe.mode() & option::softmaxUpdate) != 0;
    const RecipeTensor dst = recipe.output(0, rows.elements());
    const RecipeTensor expSum = recipe.output(1, rows.statistics(list[1]));
    const RecipeTensor max = recipe.output(2, rows.statistics(list[2]));
    const RecipeTensor src = recipe.input(3, rows.elements());
    const RecipeTensor expMax = recipe.output(4, update ? rows.statistics(list[4]) : 0);
    const RecipeTensor inExpSum = recipe.input(5, update ? rows.statistics(list[5]) : 0);
    const RecipeTensor inMax = recipe.input(6, update ? rows.statistics(list[6]) : 0);
    std::vector<double> values(rows.real);
    for (uint64_t row = 0; row < rows.rows; ++row) {
        double largest = largestOf(rows, src, row);
        double before = 0;
        double sumBefore = 0;
        if (update) {  // read before anything is written: the caller may pass the same tensors
            before = rows.statistic(inMax, row);
            sumBefore = rows.statistic(inExpSum, row);
            largest = std::isnan(largest) ? largest : std::max(largest, before);
        }
        const double sum = exponentials(rows, src, row, largest, values);
        const double factor = std::exp(before - largest);
        const double total = update ? factor * sumBefore + sum : sum;
        for (uint64_t k = 0; k < rows.real; ++k) {
            dst.set(rows.at(row, k), normalised ? values[k] / total : values[k]);
        }
        rows.setStatistic(max, row, largest);
        rows.setStatistic(expSum, row, total);
        if (update) {
            rows.setStatistic(expMax, row, normalised ? factor * sumBefore / total : factor);
        }
    }
}

void gradient(const Recipe& recipe) {
    const Rows rows = rowsOf(recipe);
    const bool front = recipe.call().in.count != 0;
    const auto* const list = recipe.call().in.list;
    const RecipeTensor dst = recipe.output(0, front ? rows.statistics(list[0]) : rows.elements());
    const RecipeTensor grad = recipe.input(1, rows.elements());
    const RecipeTensor src = recipe.input(2, rows.elements());
    std::vector<double> sums(rows.rows);
    for (uint64_t row = 0; row < rows.rows; ++row) {
        for (uint64_t k = 0; k < rows.real; ++k) {
            sums[row] += grad[rows.at(row, k)] * src[rows.at(row, k)];
        }
    }
    for (uint64_t row = 0; row < rows.rows; ++row) {
        if (front) {
            rows.setStatistic(dst, row, sums[row]);
            continue;
        }
        for (uint64_t k = 0; k < rows.real; ++k) {
            const uint64_t at = rows.at(row, k);
            dst.set(at, (grad[at] - sums[row]) * src[at]);
        }
    }
}

}  // namespace

void executeSoftmax(const Recipe& recipe) {
    switch (recipe.call().in.opcode) {
        case ACC_OP_SoftMax:
            return softMax(recipe, false);
        case ACC_OP_LogSoftMax:
            return softMax(recipe, true);
        case ACC_OP_SimpleSoftMax:
            return simpleSoftMax(recipe);
        case ACC_OP_SoftmaxFlashV2:
            return flash(recipe, false);
        case ACC_OP_SoftmaxFlash:
            return flash(recipe, true);
        default:
            return gradient(recipe);
    }
}

}  // namespace acc::rt::isa
