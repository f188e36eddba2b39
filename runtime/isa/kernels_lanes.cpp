// SPDX-License-Identifier: Apache-2.0
// Loops over the lanes of one repeat (ACC_LEVEL names the namespace): reduction trees, extremes, comparison bits,
// selection (ascendc-vector 11, 13).
#include "runtime/isa/kernels.h"

namespace acc::rt::isa::ACC_LEVEL {
namespace {

#include "runtime/isa/ops.h"

// A node of a sum: computed in float, rounded to T.
template <class T>
inline float rounded(float value) {
    return Lane<T>::load(Lane<T>::store(value));
}

template <class T>
void sumTree(void* dst, const void* lanes, uint32_t results) {
    constexpr uint32_t kLanes = 256 / sizeof(T);
    const T* const source = static_cast<const T*>(lanes);
    float level[2][kLanes];
    for (uint32_t i = 0; i < kLanes; ++i) {
        level[0][i] = Lane<T>::load(source[i]);
    }
    unsigned current = 0;
    for (uint32_t n = kLanes / 2; n >= results; n /= 2) {
        const float* __restrict from = level[current];
        float* __restrict to = level[current ^ 1U];
        for (uint32_t i = 0; i < n; ++i) {
            to[i] = rounded<T>(from[2 * i] + from[2 * i + 1]);
        }
        current ^= 1U;
    }
    T* const d = static_cast<T*>(dst);
    for (uint32_t i = 0; i < results; ++i) {
        d[i] = Lane<T>::store(level[current][i]);
    }
}

// Lanes as integers that order as the numbers do, NaN above all, flipped for a minimum: the winner is the largest.
template <class T, bool minimum>
uint32_t winner(const void* lanes, uint32_t count) {
    using Key = std::conditional_t<sizeof(T) == 2, int16_t, int32_t>;
    constexpr Key kMagnitude = sizeof(T) == 2 ? Key(0x7fff) : Key(0x7fffffff);
    constexpr Key kInfinity = sizeof(T) == 2 ? Key(0x7c00) : Key(0x7f800000);
    const Key* const bits = static_cast<const Key*>(lanes);
    Key keys[128];
    Key best = Key(~kMagnitude);
    for (uint32_t i = 0; i < count; ++i) {
        const Key ordered = static_cast<Key>(bits[i] ^ ((bits[i] >> (sizeof(T) * 8 - 1)) & kMagnitude));
        const Key directed = minimum ? static_cast<Key>(~ordered) : ordered;
        keys[i] = static_cast<Key>(bits[i] & kMagnitude) > kInfinity ? kMagnitude : directed;
        best = keys[i] > best ? keys[i] : best;
    }
    uint32_t i = 0;
    while (keys[i] != best) {
        ++i;
    }
    return i;
}

// NaN compares false, with NE too.
enum Mode { lt, gt, eq, le, ge, ne };
template <Mode mode, class V>
inline bool holds(V a, V b) {
    if constexpr (mode == lt) {
        return a < b;
    } else if constexpr (mode == gt) {
        return a > b;
    } else if constexpr (mode == eq) {
        return a == b;
    } else if constexpr (mode == le) {
        return a <= b;
    } else if constexpr (mode == ge) {
        return a >= b;
    } else {
        return (a < b) | (a > b);
    }
}

template <class T, Mode mode>
void compareBits(void* bits, const void* src0, const void* src1, uint32_t bytes) {
    const T* const a = static_cast<const T*>(src0);
    const T* const b = static_cast<const T*>(src1);
    uint8_t* const d = static_cast<uint8_t*>(bits);
    for (uint32_t byte = 0; byte < bytes; byte += 8) {
        uint8_t lanes[64];
        for (uint32_t i = 0; i < 64; ++i) {
            lanes[i] = holds<mode>(Lane<T>::load(a[byte * 8 + i]), Lane<T>::load(b[byte * 8 + i])) ? 1 : 0;
        }
        for (uint32_t i = 0; i < 8; ++i) {
            uint64_t eight;
            __builtin_memcpy(&eight, lanes + 8 * i, 8);
            d[byte + i] = static_cast<uint8_t>(eight * 0x0102040810204080ULL >> 56);  // byte j to bit j
        }
    }
}

template <class Bits>
void selectLanes(void* dst, const void* src0, const void* src1, const uint64_t* bits, uint32_t words) {
    Bits* const d = static_cast<Bits*>(dst);
    const Bits* const a = static_cast<const Bits*>(src0);
    const Bits* const b = static_cast<const Bits*>(src1);
    for (uint32_t word = 0; word < words; ++word) {
        for (uint32_t half32 = 0; half32 < 2; ++half32) {
            const auto chosen = static_cast<uint32_t>(bits[word] >> (32 * half32));
            for (uint32_t i = 0; i < 32; ++i) {
                const uint32_t lane = 64 * word + 32 * half32 + i;
                d[lane] = (chosen >> i & 1U) != 0 ? a[lane] : b[lane];
            }
        }
    }
}

template <Mode mode>
constexpr void enterMode(LaneTable& table) {
    table.compare[mode][0] = compareBits<half, mode>;
    table.compare[mode][1] = compareBits<float, mode>;
    table.compare[mode][2] = compareBits<int32_t, mode>;
}

constexpr LaneTable makeTable() {
    LaneTable table{};
    table.sum[0] = sumTree<half>;
    table.sum[1] = sumTree<float>;
    table.winner[0][0] = winner<half, false>;
    table.winner[0][1] = winner<float, false>;
    table.winner[1][0] = winner<half, true>;
    table.winner[1][1] = winner<float, true>;
    enterMode<lt>(table);
    enterMode<gt>(table);
    enterMode<eq>(table);
    enterMode<le>(table);
    enterMode<ge>(table);
    enterMode<ne>(table);
    table.select[0] = selectLanes<uint16_t>;
    table.select[1] = selectLanes<uint32_t>;
    return table;
}

}  // namespace

extern const LaneTable kLanes;
constinit const LaneTable kLanes = makeTable();

}  // namespace acc::rt::isa::ACC_LEVEL
