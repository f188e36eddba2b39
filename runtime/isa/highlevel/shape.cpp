// SPDX-License-Identifier: Apache-2.0
// Broadcasts, padding, selection by bytes, dropout, quantisation (ascendc-highlevel 6, 9, 10).
#include <algorithm>
#include <cmath>

#include "runtime/isa/highlevel/recipe.h"

namespace acc::rt::isa {
namespace {

using check::Rule;

uint64_t roundUp(uint64_t value, uint64_t unit) {
    return (value + unit - 1) / unit * unit;
}

uint32_t widthAt(const Recipe& recipe, unsigned index) {
    return kWidths[recipe.call().in.list[index].dtype];
}

void broadcast(const Recipe& recipe) {
    const uint64_t rows = recipe.size(0);
    const uint64_t columns = recipe.size(1);
    const bool alongRows = recipe.mode() != 0;  // one source element per row
    const uint64_t sourceElements = alongRows ? rows : columns;
    const RecipeTensor dst = recipe.output(0, rows * columns);
    const RecipeTensor src = recipe.input(1, sourceElements);
    recipe.warnOverlap(0, rows * columns, 1, sourceElements, false);
    const uint32_t width = dst.width();
    const std::vector<uint8_t> copy(src.bytes(0), src.bytes(sourceElements));
    for (uint64_t row = 0; row < rows; ++row) {
        if (!alongRows) {
            std::memcpy(dst.bytes(row * columns), copy.data(), columns * width);
            continue;
        }
        for (uint64_t column = 0; column < columns; ++column) {
            std::memcpy(dst.bytes(row * columns + column), &copy[row * width], width);
        }
    }
}

void pad(const Recipe& recipe) {
    const uint64_t height = recipe.size(0);
    const uint64_t width = recipe.size(1);
    const uint64_t original = recipe.size(2);
    const uint64_t left = recipe.size(3);
    const uint64_t right = recipe.size(4);
    const uint64_t perBlock = kBlockBytes / widthAt(recipe, 0);
    const uint32_t bytes = widthAt(recipe, 0);
    if (width % perBlock == 0) {  // whole rows with junk at their end
        recipe.require(right <= width && original + right <= width, "rightPad", right,
                       "at most srcWidth - srcOriWidth");
        const RecipeTensor dst = recipe.output(0, height * width);
        const RecipeTensor src = recipe.input(1, height * width);
        for (uint64_t row = 0; row < height; ++row) {
            std::memmove(dst.bytes(row * width), src.bytes(row * width), width * bytes);
            for (uint64_t i = width - right; i < width; ++i) {
                std::memcpy(dst.bytes(row * width + i), &recipe.call().in.scalar, bytes);
            }
        }
        return;
    }
    const uint64_t pitch = roundUp(original, perBlock);
    recipe.require(left + original + right <= pitch, "leftPad + srcOriWidth + rightPad", left + original + right,
                   "at most srcOriWidth rounded up to 32 bytes");
    const RecipeTensor dst = recipe.output(0, height * pitch);
    const RecipeTensor src = recipe.input(1, height * original);
    const std::vector<uint8_t> copy(src.bytes(0), src.bytes(height * original));
    for (uint64_t row = 0; row < height; ++row) {
        for (uint64_t i = 0; i < left + original + right; ++i) {
            const bool real = i >= left && i < left + original;
            std::memcpy(dst.bytes(row * pitch + i),
                        real ? &copy[(row * original + i - left) * bytes]
                             : reinterpret_cast<const uint8_t*>(&recipe.call().in.scalar),
                        bytes);
        }
    }
}

void unPad(const Recipe& recipe) {
    const uint64_t height = recipe.size(0);
    const uint64_t width = recipe.size(1);
    const uint64_t right = recipe.size(2);
    const uint64_t bytes = widthAt(recipe, 0);
    recipe.require(width * bytes % kBlockBytes == 0, "srcWidth in bytes", width * bytes, "a multiple of 32");
    recipe.require(right <= width, "rightPad", right, "at most srcWidth");
    const uint64_t kept = width - right;
    const RecipeTensor dst = recipe.output(0, height * kept);
    const RecipeTensor src = recipe.input(1, height * width);
    for (uint64_t row = 0; row < height; ++row) {
        std::memmove(dst.bytes(row * kept), src.bytes(row * width), kept * bytes);
    }
}

void selectBytes(const Recipe& recipe) {
    const uint64_t rows = recipe.size(0);
    const uint64_t columns = recipe.size(1);
    const uint64_t maskColumns = recipe.size(2);
    const uint64_t maskBytes = maskColumns * widthAt(recipe, 2);
    recipe.require(maskColumns >= columns, "maskLastAxis", maskColumns, "at least srcLastAxis");
    recipe.require(maskBytes % kBlockBytes == 0 && maskColumns % 16 == 0, "maskLastAxis", maskColumns,
                   "a multiple of 16 elements and of 32 bytes");
    const uint64_t sourceBytes = columns * widthAt(recipe, 0);
    recipe.require(sourceBytes % kBlockBytes == 0, "srcLastAxis in bytes", sourceBytes, "a multiple of 32");
    const RecipeTensor dst = recipe.output(0, rows * columns);
    const RecipeTensor src = recipe.input(1, rows * columns);
    const RecipeTensor mask = recipe.input(2, rows * maskColumns);
    const bool tensorIfZero = recipe.mode() != 0;
    for (uint64_t i = 0; i < rows * columns; ++i) {
        const uint8_t* const bits = mask.bytes(i / columns * maskColumns + i % columns);
        const bool zero = std::all_of(bits, bits + mask.width(), [](uint8_t byte) { return byte == 0; });
        std::memmove(dst.bytes(i),
                     zero == tensorIfZero ? src.bytes(i) : reinterpret_cast<const uint8_t*>(&recipe.call().in.scalar),
                     dst.width());
    }
}

void dropOut(const Recipe& recipe) {
    const uint64_t rows = recipe.size(0);
    const uint64_t columns = recipe.size(1);
    const uint64_t maskColumns = recipe.size(2);
    uint64_t mode = recipe.mode();
    if (mode == 0) {
        recipe.require(maskColumns * 8 >= columns, "maskLastAxis", maskColumns, "srcLastAxis bytes or bits at least");
        mode = maskColumns >= columns ? 1 : 4;
    }
    if (!(recipe.scalar() > 0 && recipe.scalar() < 1)) [[unlikely]] {
        check::fail(Rule::RANGE, recipe.call().site, "{}: keepProb is {}, expected between 0 and 1", recipe.call().name,
                    recipe.scalar());
    }
    const bool bits = mode >= 3;
    const uint64_t elements = rows * columns;
    const bool dense = mode == 2 || mode == 3;
    const uint64_t maskBytes = dense ? (bits ? (elements + 7) / 8 : elements) : rows * maskColumns;
    const RecipeTensor dst = recipe.output(0, elements);
    const RecipeTensor src = recipe.input(1, elements);
    const RecipeTensor mask = recipe.input(2, maskBytes);
    for (uint64_t i = 0; i < elements; ++i) {
        const uint64_t row = dense ? 0 : i / columns;
        const uint64_t at = dense ? i : i % columns;
        const uint8_t byte = *mask.bytes(row * maskColumns + (bits ? at / 8 : at));
        const bool keep = bits ? (byte >> (at % 8) & 1) != 0 : byte != 0;
        dst.set(i, keep ? src[i] / recipe.scalar() : 0);
    }
}

double toHalf(double value) {
    return static_cast<double>(static_cast<float>(static_cast<half>(static_cast<float>(value))));
}

// In half, as the device: half(half(x) * half(scale)) + half(offset), rounded to half, then to the nearest integer.
void quantise(const Recipe& recipe) {
    const uint64_t count = recipe.size(0);
    const uint64_t scales = recipe.size(1);
    const bool scaleTensor = (recipe.mode() & 1U) != 0;
    const bool offsetTensor = (recipe.mode() & 2U) != 0;
    recipe.require(!scaleTensor || (scales != 0 && count % scales == 0), "scaleCount", scales, "a divisor of calCount");
    const RecipeTensor dst = recipe.output(0, count);
    const RecipeTensor src = recipe.input(1, count);
    const RecipeTensor scale = recipe.input(2, scaleTensor ? scales : 0);
    const RecipeTensor offset = recipe.input(3, offsetTensor ? scales : 0);
    for (uint64_t i = 0; i < count; ++i) {
        const double factor = toHalf(scaleTensor ? scale[i % scales] : recipe.scalar());
        const double shift = toHalf(offsetTensor ? offset[i % scales] : recipe.scalar1());
        const double value = std::nearbyint(toHalf(toHalf(toHalf(src[i]) * factor) + shift));
        const auto saturated = static_cast<int8_t>(std::isnan(value) ? 0 : std::clamp(value, -128.0, 127.0));
        std::memcpy(dst.bytes(i), &saturated, 1);
    }
}

void dequantise(const Recipe& recipe) {
    const uint64_t rows = recipe.size(0);
    const uint64_t columns = recipe.size(1);
    const uint64_t used = recipe.size(2);
    const bool perColumn = recipe.mode() != 0;
    recipe.require(columns * 4 % kBlockBytes == 0, "n in bytes", columns * 4, "a multiple of 32");
    recipe.require(used <= columns, "calCount", used, "at most n");
    const uint64_t pitch = roundUp(columns, kBlockBytes / widthAt(recipe, 0));
    const RecipeTensor dst = recipe.output(0, rows == 0 ? 0 : (rows - 1) * pitch + used);
    const RecipeTensor src = recipe.input(1, rows * columns);
    const RecipeTensor scale = recipe.input(2, perColumn ? used : 0);
    for (uint64_t row = 0; row < rows; ++row) {
        for (uint64_t i = 0; i < used; ++i) {
            const auto value = static_cast<float>(src[row * columns + i]);
            const auto factor = static_cast<float>(perColumn ? scale[i] : recipe.scalar());
            dst.set(row * pitch + i, static_cast<double>(value * factor));
        }
    }
}

// dst = scale * (src + offset), each step rounded to half when the destination is half. The parameters are numbers or
// one per channel and group: [group][column], or transposed [row][group].
void antiQuantise(const Recipe& recipe) {
    const uint64_t rows = recipe.size(0);
    const uint64_t columns = recipe.size(1);
    const uint64_t groups = recipe.size(2);
    const bool tensors = (recipe.mode() & 1U) != 0;
    const bool hasOffset = (recipe.mode() & 2U) != 0;
    const bool transposed = (recipe.mode() & 4U) != 0;
    const bool inHalf = recipe.call().in.list[0].dtype == ACC_HALF;
    const uint64_t grouped = transposed ? columns : rows;
    recipe.require(!tensors || (groups != 0 && grouped % groups == 0), "the number of groups", groups,
                   transposed ? "a divisor of the columns" : "a divisor of the rows");
    const uint64_t parameters = !tensors ? 0 : transposed ? rows * groups : groups * columns;
    const RecipeTensor dst = recipe.output(0, rows * columns);
    const RecipeTensor src = recipe.input(1, rows * columns);
    const RecipeTensor scale = recipe.input(2, parameters);
    const RecipeTensor offset = recipe.input(3, hasOffset ? parameters : 0);
    recipe.warnOverlap(0, rows * columns, 1, rows * columns, false);
    const auto rounded = [&](double value) {
        return inHalf ? toHalf(value) : static_cast<double>(static_cast<float>(value));
    };
    for (uint64_t row = 0; row < rows; ++row) {
        for (uint64_t i = 0; i < columns; ++i) {
            uint64_t at = 0;
            if (tensors) {
                at = transposed ? row * groups + i / (columns / groups) : row / (rows / groups) * columns + i;
            }
            const double factor = tensors ? scale[at] : recipe.scalar();
            const double shift = !hasOffset ? 0 : tensors ? offset[at] : recipe.scalar1();
            dst.set(row * columns + i, rounded(rounded(src[row * columns + i] + shift) * factor));
        }
    }
}

}  // namespace

void executeShape(const Recipe& recipe) {
    switch (recipe.call().in.opcode) {
        case ACC_OP_Broadcast:
            return broadcast(recipe);
        case ACC_OP_Pad:
            return pad(recipe);
        case ACC_OP_UnPad:
            return unPad(recipe);
        case ACC_OP_SelectWithBytesMask:
            return selectBytes(recipe);
        case ACC_OP_DropOut:
            return dropOut(recipe);
        case ACC_OP_AscendQuant:
            return quantise(recipe);
        case ACC_OP_AscendAntiQuant:
            return antiQuantise(recipe);
        default:
            return dequantise(recipe);
    }
}

}  // namespace acc::rt::isa
