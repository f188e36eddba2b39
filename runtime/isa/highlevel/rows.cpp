// SPDX-License-Identifier: Apache-2.0
// Reductions of rows and columns, cumulative sums, the k largest (ascendc-highlevel 5.2, 7, 8).
#include <algorithm>
#include <cmath>
#include <numeric>

#include "runtime/isa/highlevel/recipe.h"

namespace acc::rt::isa {
namespace {

uint64_t roundUp(uint64_t value, uint64_t unit) {
    return (value + unit - 1) / unit * unit;
}

// Adds neighbours until one is left: what long rows need to keep their precision, and near the device's order.
float treeSum(std::vector<float>& values) {
    size_t count = values.size();
    while (count > 1) {
        for (size_t i = 0; i < count / 2; ++i) {
            values[i] = values[2 * i] + values[2 * i + 1];
        }
        if (count % 2 != 0) {
            values[count / 2] = values[count - 1];
        }
        count = (count + 1) / 2;
    }
    return count == 0 ? 0.0F : values[0];
}

void sumRows(const Recipe& recipe, bool mean) {
    const uint64_t outer = recipe.size(0);
    const uint64_t inner = recipe.size(1);
    const uint64_t n = recipe.size(2);
    recipe.require(n <= inner, "n", n, "at most inner");
    const uint64_t bytes = inner * kWidths[recipe.call().in.list[1].dtype];
    recipe.require(bytes % kBlockBytes == 0, "inner in bytes", bytes, "a multiple of 32");
    const RecipeTensor dst = recipe.output(0, outer);
    const RecipeTensor src = recipe.input(1, outer * inner);
    std::vector<float> values;
    for (uint64_t row = 0; row < outer; ++row) {
        values.resize(n);
        for (uint64_t i = 0; i < n; ++i) {
            values[i] = static_cast<float>(src[row * inner + i]);
        }
        const auto sum = static_cast<double>(treeSum(values));
        dst.set(row, mean ? sum / static_cast<double>(n) : sum);
    }
}

double reduce(uint16_t opcode, std::vector<float>& values) {
    const auto count = static_cast<double>(values.size());
    const auto wide = [](float value) { return static_cast<double>(value); };
    switch (opcode) {
        case ACC_OP_PatternSum:
            return wide(treeSum(values));
        case ACC_OP_PatternMean:
            return wide(treeSum(values)) / count;
        case ACC_OP_PatternProd: {
            float product = 1;
            for (const float value : values) {
                product *= value;
            }
            return wide(product);
        }
        case ACC_OP_PatternAny:
            return std::any_of(values.begin(), values.end(), [](float v) { return v != 0; }) ? 1 : 0;
        case ACC_OP_PatternAll:
            return std::all_of(values.begin(), values.end(), [](float v) { return v != 0; }) ? 1 : 0;
        default: {
            const bool largest = opcode == ACC_OP_PatternMax;
            float best = values[0];
            for (const float value : values) {
                const bool better = std::isnan(value) || (!std::isnan(best) && (largest ? value > best : value < best));
                best = better ? value : best;
            }
            return wide(best);
        }
    }
}

void reducePattern(const Recipe& recipe) {
    const uint64_t rows = recipe.size(0);
    const uint64_t columns = recipe.size(1);
    const bool columnsStay = (recipe.mode() & 1U) != 0;
    recipe.require((recipe.mode() & 2U) != 0, "srcInnerPad", 0, "true");
    recipe.require(rows != 0 && columns != 0, "an axis of srcShape", 0, "at least 1");
    const uint64_t pitch = roundUp(columns, kBlockBytes / kWidths[recipe.call().in.list[1].dtype]);
    const RecipeTensor dst = recipe.output(0, columnsStay ? columns : rows);
    const RecipeTensor src = recipe.input(1, (rows - 1) * pitch + columns);
    std::vector<float> values;
    std::vector<double> results;
    for (uint64_t i = 0; i < (columnsStay ? columns : rows); ++i) {
        const uint64_t count = columnsStay ? rows : columns;
        values.resize(count);
        for (uint64_t j = 0; j < count; ++j) {
            values[j] = static_cast<float>(src[columnsStay ? j * pitch + i : i * pitch + j]);
        }
        results.push_back(reduce(recipe.call().in.opcode, values));
    }
    for (uint64_t i = 0; i < results.size(); ++i) {
        dst.set(i, results[i]);
    }
}

void cumSum(const Recipe& recipe) {
    const uint64_t outer = recipe.size(0);
    const uint64_t inner = recipe.size(1);
    const bool alongRows = (recipe.mode() & 1U) != 0;
    const bool lastRow = (recipe.mode() & 2U) != 0;
    const uint64_t bytes = inner * kWidths[recipe.call().in.list[0].dtype];
    recipe.require(bytes % kBlockBytes == 0, "inner in bytes", bytes, "a multiple of 32");
    const RecipeTensor dst = recipe.output(0, outer * inner);
    const RecipeTensor last = recipe.output(1, lastRow ? inner : 0);
    const RecipeTensor src = recipe.input(2, outer * inner);
    std::vector<float> sums(alongRows ? outer : inner);
    for (uint64_t row = 0; row < outer; ++row) {
        for (uint64_t column = 0; column < inner; ++column) {
            float& sum = sums[alongRows ? row : column];
            sum += static_cast<float>(src[row * inner + column]);
            dst.set(row * inner + column, static_cast<double>(sum));
        }
    }
    for (uint64_t column = 0; lastRow && outer != 0 && column < inner; ++column) {
        last.set(column, dst[(outer - 1) * inner + column]);
    }
}

// NaN comes before everything, in both directions.
void topK(const Recipe& recipe) {
    const uint8_t mode = recipe.mode();
    const bool hasIndex = (mode & 1U) != 0;
    const bool hasFinish = (mode & 2U) != 0;
    const bool small = (mode & 4U) != 0;
    const bool largest = (mode & 8U) != 0;
    const uint64_t outer = recipe.size(0);
    const uint64_t inner = recipe.size(1);
    const uint64_t n = recipe.size(2);
    const uint64_t k = recipe.size(3);
    recipe.require(inner % 32 == 0 && inner != 0 && inner <= 4096, "inner", inner, "a multiple of 32 up to 4096");
    recipe.require(!small || inner == 32, "inner", inner, "32 with TOPK_NSMALL");
    recipe.require(n >= 1 && n <= inner, "n", n, "1 to inner");
    recipe.require(k >= 1 && k <= n, "k", k, "1 to n");
    const auto* const list = recipe.call().in.list;
    const uint64_t valuePitch = small ? k : roundUp(k, kBlockBytes / kWidths[list[0].dtype]);
    const uint64_t indexPitch = small ? k : roundUp(k, 8);
    const RecipeTensor values = recipe.output(0, outer * valuePitch);
    const RecipeTensor indices = recipe.output(1, outer * indexPitch);
    const RecipeTensor src = recipe.input(2, outer * inner);
    const RecipeTensor initial = hasIndex ? recipe.input(3, small ? outer * inner : inner) : indices;
    const RecipeTensor finish = hasFinish ? recipe.input(4, outer) : indices;
    std::vector<uint32_t> order(n);
    std::vector<double> row(n);
    std::vector<double> rowIndex(n);
    for (uint64_t r = 0; r < outer; ++r) {
        for (uint64_t i = 0; i < n; ++i) {
            row[i] = src[r * inner + i];
            rowIndex[i] = hasIndex ? initial[small ? r * inner + i : i] : static_cast<double>(i);
        }
        std::iota(order.begin(), order.end(), 0U);
        std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
            if (std::isnan(row[a]) != std::isnan(row[b])) {
                return std::isnan(row[a]);
            }
            if (row[a] == row[b] || std::isnan(row[a])) {
                return a < b;
            }
            return largest ? row[a] > row[b] : row[a] < row[b];
        });
        const bool finished = hasFinish && *finish.bytes(r) != 0;
        for (uint64_t i = 0; i < k; ++i) {
            std::memcpy(values.bytes(r * valuePitch + i), src.bytes(r * inner + order[i]), values.width());
            indices.set(r * indexPitch + i, finished ? static_cast<double>(n) : rowIndex[order[i]]);
        }
    }
}

}  // namespace

void executeRows(const Recipe& recipe) {
    switch (recipe.call().in.opcode) {
        case ACC_OP_Sum:
            return sumRows(recipe, false);
        case ACC_OP_Mean:
            return sumRows(recipe, true);
        case ACC_OP_CumSum:
            return cumSum(recipe);
        case ACC_OP_TopK:
            return topK(recipe);
        default:
            return reducePattern(recipe);
    }
}

}  // namespace acc::rt::isa
