// SPDX-License-Identifier: Apache-2.0
// Conversions that compilers call by name and that Debian 12's libgcc lacks: kernels and host programs that use
// bfloat16_t find them in libascendcl. Weak, so a compiler runtime that has them wins.
#include <bit>
#include <cstdint>
#include <cstring>

namespace {

__bf16 fromBits(uint16_t bits) {
    __bf16 value;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
}

__bf16 roundToNearestEven(float value) {
    const auto bits = std::bit_cast<uint32_t>(value);
    if ((bits & 0x7fffffffU) > 0x7f800000U) {
        return fromBits(static_cast<uint16_t>(bits >> 16 | 0x40U));
    }
    return fromBits(static_cast<uint16_t>((bits + 0x7fffU + (bits >> 16 & 1U)) >> 16));
}

}  // namespace

#define ACC_COMPILER_SUPPORT extern "C" __attribute__((weak, visibility("default")))

ACC_COMPILER_SUPPORT __bf16 __truncsfbf2(float value) {
    return roundToNearestEven(value);
}

ACC_COMPILER_SUPPORT __bf16 __truncdfbf2(double value) {
    // Rounding to float first would round twice: make that step truncate and mark what was lost.
    const auto nearest = static_cast<float>(value);
    const auto back = static_cast<double>(nearest);
    auto bits = std::bit_cast<uint32_t>(nearest);
    if (back != value && value == value) {
        bits = (bits - ((back > value) == (value > 0) ? 1U : 0U)) | 1U;
    }
    return roundToNearestEven(std::bit_cast<float>(bits));
}
