// SPDX-License-Identifier: Apache-2.0
// What high-level functions over rows share: their operands, checked before anything is computed, and element access in
// double.
#pragma once

#include <cstring>
#include <vector>

#include "runtime/check/operand.h"
#include "runtime/check/report.h"
#include "runtime/isa/lanes.h"

namespace acc::rt::isa {

// One tensor of a recipe.
class RecipeTensor {
public:
    RecipeTensor(const Call& call, const AccOperand& operand)
        : base_(call.ub() + operand.address), dtype_(operand.dtype), width_(kWidths[operand.dtype]) {}

    double operator[](uint64_t i) const {
        const uint8_t* const at = base_ + i * width_;
        switch (dtype_) {
            case ACC_HALF:
                return static_cast<double>(static_cast<float>(read<half>(at)));
            case ACC_FLOAT:
                return static_cast<double>(read<float>(at));
            case ACC_BF16: {
                const uint32_t bits = uint32_t{read<uint16_t>(at)} << 16;
                float value;
                std::memcpy(&value, &bits, sizeof(value));
                return static_cast<double>(value);
            }
            case ACC_INT8:
                return static_cast<double>(read<int8_t>(at));
            case ACC_INT32:
                return read<int32_t>(at);
            case ACC_UINT64: {  // a float in the low half: scales of dequantisation
                return static_cast<double>(read<float>(at));
            }
            default:
                return *at;
        }
    }
    void set(uint64_t i, double value) const {
        uint8_t* const at = base_ + i * width_;
        switch (dtype_) {
            case ACC_HALF:
                return write(at, static_cast<half>(static_cast<float>(value)));
            case ACC_FLOAT:
                return write(at, static_cast<float>(value));
            case ACC_BF16: {
                const auto single = static_cast<float>(value);
                uint32_t bits;
                std::memcpy(&bits, &single, sizeof(bits));
                const bool isNan = (bits & 0x7fffffffU) > 0x7f800000U;
                return write(
                    at, isNan ? uint16_t{0x7fc0} : static_cast<uint16_t>((bits + 0x7fffU + (bits >> 16 & 1U)) >> 16));
            }
            case ACC_INT32:
                return write(at, static_cast<int32_t>(value));
            default:
                *at = static_cast<uint8_t>(value);
        }
    }
    uint8_t* bytes(uint64_t i) const { return base_ + i * width_; }
    uint32_t width() const { return width_; }
    uint32_t perBlock() const { return kBlockBytes / width_; }

private:
    template <class T>
    static T read(const uint8_t* at) {
        T value;
        std::memcpy(&value, at, sizeof(value));
        return value;
    }
    template <class T>
    static void write(uint8_t* at, T value) {
        std::memcpy(at, &value, sizeof(value));
    }

    uint8_t* base_;
    uint8_t dtype_;
    uint32_t width_;
};

// A call of a recipe: checks what its tensors need, then gives access to them.
class Recipe {
public:
    // Checks the scratch tensor and resets the mask, as the originals leave it.
    explicit Recipe(const Call& call);

    // Operand `index`, of which `elements` from its start are used. Fails the kernel when they are not all there.
    RecipeTensor tensor(unsigned index, uint64_t elements, check::Role role) const;
    RecipeTensor output(unsigned index, uint64_t elements) const {
        return tensor(index, elements, check::Role::destination);
    }
    RecipeTensor input(unsigned index, uint64_t elements) const { return tensor(index, elements, check::Role::source); }

    // Fails the kernel unless `good`; the text names the parameter.
    void require(bool good, const char* parameter, uint64_t value, const char* expected) const;
    // Warns when operands `a` and `b` overlap and are not the same tensor (or, unless `sameAllowed`, at all).
    void warnOverlap(unsigned a, uint64_t aElements, unsigned b, uint64_t bElements, bool sameAllowed) const;

    uint32_t size(unsigned i) const { return call_.in.sizes[i]; }
    uint8_t mode() const { return call_.in.mode; }
    double scalar() const { return floatOf(call_.in.scalar); }
    double scalarHigh() const { return floatOf(call_.in.scalar >> 32); }  // of a scalar that is two floats
    double scalar1() const { return floatOf(call_.in.scalar1); }
    const Call& call() const { return call_; }

private:
    static double floatOf(uint64_t bits) {
        const auto low = static_cast<uint32_t>(bits);
        float value;
        std::memcpy(&value, &low, sizeof(value));
        return static_cast<double>(value);
    }

    const Call& call_;
};

// The rows that a norm is over: sizes[0..2] of the call are their number, pitch and real length.
struct NormRows {
    uint64_t rows;
    uint64_t pitch;
    uint64_t real;
    uint64_t elements() const { return rows == 0 ? 0 : (rows - 1) * pitch + real; }
};
NormRows normRows(const Recipe& recipe);

struct Moments {
    double mean;
    double variance;  // biased
};
Moments momentsOf(const std::vector<double>& values);

void executeSoftmax(const Recipe& recipe);
void executeNorm(const Recipe& recipe);
void executeNormGrad(const Recipe& recipe);
void executeRows(const Recipe& recipe);
void executeShape(const Recipe& recipe);

}  // namespace acc::rt::isa
