// SPDX-License-Identifier: Apache-2.0
#include "runtime/isa/saturate.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace acc::rt::isa {
namespace {

// What saturating() chose, for the loops below: a Kernel has no room for it. Instructions do not nest.
thread_local Kernel inner = nullptr;

void clampHalf(void* dst, size_t count) {
    auto* const bits = static_cast<uint16_t*>(dst);
    for (size_t i = 0; i < count; ++i) {
        bits[i] = saturateBits(bits[i], true);
    }
}

void thenClampHalf(void* dst, const void* src0, const void* src1, uint64_t scalar, size_t count) {
    inner(dst, src0, src1, scalar, count);
    clampHalf(dst, count);
}
void thenClampBfloat16(void* dst, const void* src0, const void* src1, uint64_t scalar, size_t count) {
    inner(dst, src0, src1, scalar, count);
    auto* const bits = static_cast<uint16_t*>(dst);
    for (size_t i = 0; i < count; ++i) {
        bits[i] = saturateBits(bits[i], false);
    }
}

float loadHalf(const void* from, size_t i) {
    half value;
    std::memcpy(&value, static_cast<const uint8_t*>(from) + i * 2, 2);
    return static_cast<float>(value);
}
// Rounded to half and saturated.
float saturated(float value) {
    const auto narrow = static_cast<half>(value);
    uint16_t bits;
    std::memcpy(&bits, &narrow, sizeof(bits));
    bits = saturateBits(bits, true);
    half result;
    std::memcpy(&result, &bits, sizeof(result));
    return static_cast<float>(result);
}

// The fused instructions of half: what is multiplied with what, and added to what.
enum class Fusion { axpy, mulAddDst, fusedMulAdd, mulAddRelu };
template <Fusion fusion>
void fused(void* dst, const void* src0, const void* src1, uint64_t scalar, size_t count) {
    const auto scalarBits = static_cast<uint16_t>(scalar);
    const float number = loadHalf(&scalarBits, 0);
    for (size_t i = 0; i < count; ++i) {
        const float d = loadHalf(dst, i);
        const float a = loadHalf(src0, i);
        const float b = fusion == Fusion::axpy ? number : loadHalf(src1, i);
        constexpr bool kDstIsFactor = fusion == Fusion::fusedMulAdd || fusion == Fusion::mulAddRelu;
        const float product = saturated(kDstIsFactor ? d * a : a * b);
        float sum = saturated(product + (kDstIsFactor ? b : d));
        sum = fusion == Fusion::mulAddRelu && sum <= 0 ? 0.0F : sum;
        const auto result = static_cast<half>(sum);
        std::memcpy(static_cast<uint8_t*>(dst) + i * 2, &result, 2);
    }
}

enum class Arithmetic { add, sub, mul, addRelu, subRelu };
template <class T, Arithmetic operation, bool withScalar>
void integers(void* dst, const void* src0, const void* src1, uint64_t scalar, size_t count) {
    auto* const d = static_cast<T*>(dst);
    const auto* const a = static_cast<const T*>(src0);
    const auto* const b = static_cast<const T*>(src1);
    for (size_t i = 0; i < count; ++i) {
        const int64_t x = a[i];
        const int64_t y = withScalar ? static_cast<T>(scalar) : b[i];
        constexpr bool kIsSum = operation == Arithmetic::add || operation == Arithmetic::addRelu;
        int64_t value = operation == Arithmetic::mul ? x * y : kIsSum ? x + y : x - y;
        constexpr bool kRelu = operation == Arithmetic::addRelu || operation == Arithmetic::subRelu;
        constexpr int64_t low = kRelu ? 0 : std::numeric_limits<T>::min();
        constexpr int64_t high = std::numeric_limits<T>::max();
        value = value < low ? low : value > high ? high : value;
        d[i] = static_cast<T>(value);
    }
}

template <class T>
Kernel integerLoop(uint16_t opcode, Kernel normal) {
    switch (opcode) {
        case ACC_OP_Add:
            return integers<T, Arithmetic::add, false>;
        case ACC_OP_Sub:
            return integers<T, Arithmetic::sub, false>;
        case ACC_OP_Mul:
            return integers<T, Arithmetic::mul, false>;
        case ACC_OP_Adds:
            return integers<T, Arithmetic::add, true>;
        case ACC_OP_Muls:
            return integers<T, Arithmetic::mul, true>;
        case ACC_OP_AddRelu:
            return integers<T, Arithmetic::addRelu, false>;
        case ACC_OP_SubRelu:
            return integers<T, Arithmetic::subRelu, false>;
        default:
            return normal;
    }
}

double rounded(double value, unsigned mode) {
    switch (static_cast<AscendC::RoundMode>(mode)) {
        case AscendC::RoundMode::CAST_FLOOR:
            return std::floor(value);
        case AscendC::RoundMode::CAST_CEIL:
            return std::ceil(value);
        case AscendC::RoundMode::CAST_ROUND:
            return std::round(value);
        case AscendC::RoundMode::CAST_TRUNC:
            return std::trunc(value);
        default:
            return std::nearbyint(value);
    }
}

// The low 64 bits of an integral value; 0 for infinity and NaN.
uint64_t lowBits(double value) {
    if (!std::isfinite(value)) {
        return 0;
    }
    const double rest = std::fmod(value, 0x1p64);
    return rest < 0 ? 0 - static_cast<uint64_t>(-rest) : static_cast<uint64_t>(rest);
}

uint64_t integerOf(const uint8_t* from, uint8_t dtype, unsigned mode) {
    switch (dtype) {
        case ACC_HALF:
            return lowBits(rounded(static_cast<double>(loadHalf(from, 0)), mode));
        case ACC_FLOAT: {
            float value;
            std::memcpy(&value, from, sizeof(value));
            return lowBits(rounded(static_cast<double>(value), mode));
        }
        case ACC_BF16: {
            uint32_t bits = 0;
            std::memcpy(reinterpret_cast<uint8_t*>(&bits) + 2, from, 2);
            float value;
            std::memcpy(&value, &bits, sizeof(value));
            return lowBits(rounded(static_cast<double>(value), mode));
        }
        case ACC_INT32: {
            int32_t value;
            std::memcpy(&value, from, sizeof(value));
            return static_cast<uint64_t>(int64_t{value});
        }
        default: {
            uint64_t value;
            std::memcpy(&value, from, sizeof(value));
            return value;
        }
    }
}

// `scalar` holds destination type, source type and rounding mode, a byte each.
void truncatingLoop(void* dst, const void* src, const void*, uint64_t scalar, size_t count) {
    const auto to = static_cast<uint8_t>(scalar);
    const auto from = static_cast<uint8_t>(scalar >> 8);
    const auto mode = static_cast<uint8_t>(scalar >> 16);
    for (size_t i = 0; i < count; ++i) {
        const uint64_t bits = integerOf(static_cast<const uint8_t*>(src) + i * kWidths[from], from, mode);
        std::memcpy(static_cast<uint8_t*>(dst) + i * kWidths[to], &bits, kWidths[to]);
    }
}

}  // namespace

uint16_t saturateBits(uint16_t bits, bool isHalf) {
    const uint16_t infinity = isHalf ? 0x7c00 : 0x7f80;
    const uint16_t magnitude = bits & 0x7fffU;
    if (magnitude < infinity) {
        return bits;
    }
    return magnitude > infinity ? uint16_t{0} : static_cast<uint16_t>(bits - 1);  // the largest number is one below
}

Kernel saturating(const Call& call, Kernel normal) {
    const AccInstr& in = call.in;
    const uint8_t dtype = in.operand[0].dtype;
    if (dtype == ACC_INT16) {
        return integerLoop<int16_t>(in.opcode, normal);
    }
    if (dtype == ACC_INT32) {
        return integerLoop<int32_t>(in.opcode, normal);
    }
    inner = normal;
    if (dtype == ACC_BF16) {
        return in.opcode == ACC_OP_Cast ? thenClampBfloat16 : normal;
    }
    if (dtype != ACC_HALF || in.opcode == ACC_OP_Duplicate) {
        return normal;
    }
    switch (in.opcode) {
        case ACC_OP_Axpy:
            return fused<Fusion::axpy>;
        case ACC_OP_MulAddDst:
            return fused<Fusion::mulAddDst>;
        case ACC_OP_FusedMulAdd:
            return fused<Fusion::fusedMulAdd>;
        case ACC_OP_MulAddRelu:
            return fused<Fusion::mulAddRelu>;
        default:
            return thenClampHalf;
    }
}

Kernel truncatingConversion(const Call& call, unsigned roundMode, Kernel normal, uint64_t* scalar) {
    const uint8_t to = call.in.operand[0].dtype;
    if (to == ACC_HALF || to == ACC_BF16 || to == ACC_FLOAT) {
        return normal;
    }
    *scalar = to | uint64_t{call.in.operand[1].dtype} << 8 | uint64_t{roundMode} << 16;
    return truncatingLoop;
}

void saturatingSum(void* dst, const void* lanes, uint32_t results) {
    constexpr uint32_t kLanes = 128;
    float level[kLanes];
    for (uint32_t i = 0; i < kLanes; ++i) {
        level[i] = loadHalf(lanes, i);
    }
    for (uint32_t n = kLanes / 2; n >= results; n /= 2) {
        for (uint32_t i = 0; i < n; ++i) {
            level[i] = saturated(level[2 * i] + level[2 * i + 1]);
        }
    }
    for (uint32_t i = 0; i < results; ++i) {
        const auto value = static_cast<half>(level[i]);
        std::memcpy(static_cast<uint8_t*>(dst) + i * 2, &value, 2);
    }
}

}  // namespace acc::rt::isa
