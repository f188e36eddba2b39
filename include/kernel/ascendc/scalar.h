// SPDX-License-Identifier: Apache-2.0
// Scalar helpers of pipe S and uncached scalar access to GM (ascendc-core 6.2, ascendc-vector 20).
#pragma once

#include "tensor.h"

namespace AscendC {

// Number of bits of `value` that equal `countValue`.
template <int countValue>
ACC_API int64_t GetBitCount(uint64_t value) {
    static_assert(countValue == 0 || countValue == 1, "GetBitCount counts zeros or ones");
    return __builtin_popcountll(countValue == 1 ? value : ~value);
}
template <int countValue>
ACC_API int64_t ScalarGetCountOfValue(uint64_t value) {
    return GetBitCount<countValue>(value);
}

// Leading zero bits; 64 for 0.
ACC_API int64_t CountLeadingZero(uint64_t value) {
    return value == 0 ? 64 : __builtin_clzll(value);
}
ACC_API int64_t ScalarCountLeadingZero(uint64_t value) {
    return CountLeadingZero(value);
}

// Bits directly below the sign bit that equal it; -1 for 0 and -1.
ACC_API int64_t CountBitsCntSameAsSignBit(int64_t value) {
    const uint64_t bits = uint64_t(value < 0 ? ~value : value);
    return bits == 0 ? -1 : __builtin_clzll(bits) - 1;
}

// Position of the lowest bit that equals `countValue`, -1 if there is none.
template <int countValue>
ACC_API int64_t GetSFFValue(uint64_t value) {
    static_assert(countValue == 0 || countValue == 1, "GetSFFValue looks for a zero or a one");
    const uint64_t bits = countValue == 1 ? value : ~value;
    return bits == 0 ? -1 : __builtin_ctzll(bits);
}
template <int countValue>
ACC_API int64_t ScalarGetSFFValue(uint64_t value) {
    return GetSFFValue<countValue>(value);
}

// float -> bfloat16_t rounds to nearest even.
ACC_API bfloat16_t Cast(const float& value) {
    uint32_t bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(bits));
    const bool isNan = (bits & 0x7fffffffU) > 0x7f800000U;
    const uint16_t rounded = isNan ? uint16_t(0x7fc0) : uint16_t((bits + 0x7fffU + ((bits >> 16) & 1U)) >> 16);
    bfloat16_t result;
    __builtin_memcpy(&result, &rounded, sizeof(rounded));
    return result;
}
ACC_API float Cast(const bfloat16_t& value) {
    uint16_t bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(bits));
    const uint32_t wide = uint32_t(bits) << 16;
    float result;
    __builtin_memcpy(&result, &wide, sizeof(wide));
    return result;
}
ACC_API bfloat16_t ToBfloat16(const float& value) {
    return Cast(value);
}
ACC_API float ToFloat(const bfloat16_t& value) {
    return Cast(value);
}

// Uncached scalar access: what polling loops between cores use.
template <typename T>
ACC_API T ReadGmByPassDCache(__gm__ T* address) {
    accGlobalScalar(address, sizeof(T), 0);
    return __atomic_load_n(address, __ATOMIC_ACQUIRE);
}
template <typename T>
ACC_API void WriteGmByPassDCache(__gm__ T* address, T value) {
    accGlobalScalar(address, sizeof(T), 1);
    __atomic_store_n(address, value, __ATOMIC_RELEASE);
}

}  // namespace AscendC
