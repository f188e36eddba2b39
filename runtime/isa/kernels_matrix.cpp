// SPDX-License-Identifier: Apache-2.0
// The matrix product of one CPU level (ascendc-cube 8): each element of C gets its products added one by one in
// ascending k, in float or, for integers, exactly and then saturated. Products of 16-bit floats are exact in float, so
// contraction to a fused multiply-add changes nothing there; for float it stays off, so that all levels agree.
#include "runtime/isa/kernels.h"

namespace acc::rt::isa::ACC_LEVEL {
namespace {

#include "runtime/isa/ops.h"

constexpr uint32_t kTile = 16;
constexpr uint32_t kFractalBytes = 512;
#if defined(__AVX512F__)
constexpr uint32_t kRows = 8;  // as many as stay in registers
#else
constexpr uint32_t kRows = 4;
#endif

template <class T>
using Row [[gnu::vector_size(64), gnu::aligned(4)]] = T;

// Stored mantissa bits of HF32 (ascendc-cube 8.7).
constexpr uint32_t kHf32Bits = 11;

float toHf32(float x, bool towardZero) {
    constexpr uint32_t kCut = 23 - kHf32Bits;
    const uint32_t bits = bitCast<uint32_t>(x);
    if ((bits & 0x7f800000U) == 0x7f800000U) {
        return x;
    }
    // Nearest: add just under a half, plus one to round halves up.
    const uint32_t half = (1U << (kCut - 1)) - 1;
    const uint32_t up = towardZero ? 0 : bits >> kCut & 1U;
    return bitCast<float>((bits + half + up) & ~((1U << kCut) - 1));
}

template <class Acc, class In>
Acc widen(In value) {
    if constexpr (std::is_same_v<In, half>) {
        return toFloat(value);
    } else if constexpr (std::is_same_v<In, bfloat16_t>) {
        return bitCast<float>(static_cast<uint32_t>(bitCast<uint16_t>(value)) << 16);
    } else {
        return static_cast<Acc>(value);
    }
}

// Rows of A become dense rows of k.
template <class Acc, class In>
void packA(Acc* to, const MatrixProduct& p) {
    constexpr uint32_t kDepth = 32 / sizeof(In);
    const auto* const a = static_cast<const In*>(p.a);
    for (uint32_t m = 0; m < p.m; ++m) {
        for (uint32_t k0 = 0; k0 < p.k; k0 += kDepth) {
            const In* const from =
                p.vectorA ? a + k0 : a + (size_t{m / kTile * p.aFractals + k0 / kDepth} * kTile + m % kTile) * kDepth;
            const uint32_t depth = p.k - k0 < kDepth ? p.k - k0 : kDepth;
            for (uint32_t k = 0; k < depth; ++k) {
                to[size_t{m} * p.k + k0 + k] = widen<Acc>(from[k]);
            }
        }
    }
}

// 16 columns of B become rows of 16.
template <class Acc, class In>
void packB(Acc* to, const MatrixProduct& p, uint32_t strip) {
    constexpr uint32_t kDepth = 32 / sizeof(In);
    const uint32_t strips = (p.n + kTile - 1) / kTile;
    const auto* const b = static_cast<const In*>(p.b);
    for (uint32_t k0 = 0; k0 < p.k; k0 += kDepth) {
        const In* const fractal = b + size_t{k0 / kDepth * strips + strip} * (kFractalBytes / sizeof(In));
        Acc wide[kTile * kDepth];
        for (uint32_t i = 0; i < kTile * kDepth; ++i) {
            wide[i] = widen<Acc>(fractal[i]);
        }
        const uint32_t depth = p.k - k0 < kDepth ? p.k - k0 : kDepth;
        for (uint32_t k = 0; k < depth; ++k) {
            for (uint32_t n = 0; n < kTile; ++n) {
                to[size_t{k0 + k} * kTile + n] = wide[n * kDepth + k];
            }
        }
    }
}

template <class Acc, bool exactProducts, uint32_t rows>
void multiplyRows(Acc* c, const Acc* a, const Acc* b, uint32_t k) {
    Row<Acc> sum[rows];
    for (uint32_t r = 0; r < rows; ++r) {
        if constexpr (std::is_same_v<Acc, float>) {
            __builtin_memcpy(&sum[r], c + r * kTile, sizeof(sum[r]));
        } else {
            sum[r] = Row<Acc>{};
        }
    }
    for (uint32_t i = 0; i < k; ++i) {
        Row<Acc> column;
        __builtin_memcpy(&column, b + size_t{i} * kTile, sizeof(column));
        for (uint32_t r = 0; r < rows; ++r) {
            if constexpr (exactProducts) {
#pragma clang fp contract(fast)
                sum[r] = sum[r] + column * a[size_t{r} * k + i];
            } else {
                sum[r] = sum[r] + column * a[size_t{r} * k + i];
            }
        }
    }
    for (uint32_t r = 0; r < rows; ++r) {
        if constexpr (!std::is_same_v<Acc, float>) {
            Row<Acc> old;
            __builtin_memcpy(&old, c + r * kTile, sizeof(old));
            sum[r] = __builtin_elementwise_add_sat(old, sum[r]);
        }
        __builtin_memcpy(c + r * kTile, &sum[r], sizeof(sum[r]));
    }
}

template <class Acc, class In>
void product(const MatrixProduct& p) {
    constexpr bool kExact = !std::is_same_v<In, float>;
    auto* const a = static_cast<Acc*>(p.scratch);
    Acc* const b = a + 65536;
    packA<Acc, In>(a, p);
    if constexpr (std::is_same_v<In, float>) {
        for (size_t i = 0; p.hf32 && i < size_t{p.m} * p.k; ++i) {
            a[i] = toHf32(a[i], p.hf32TowardZero);
        }
    }
    const uint32_t tiles = (p.m + kTile - 1) / kTile;
    for (uint32_t strip = 0; strip * kTile < p.n; ++strip) {
        packB<Acc, In>(b, p, strip);
        if constexpr (std::is_same_v<In, float>) {
            for (size_t i = 0; p.hf32 && i < size_t{p.k} * kTile; ++i) {
                b[i] = toHf32(b[i], p.hf32TowardZero);
            }
        }
        // The rows of a strip's tiles lie one after another.
        Acc* const c = static_cast<Acc*>(p.c) + size_t{strip} * tiles * kTile * kTile;
        uint32_t m = 0;
        for (; m + kRows <= p.m; m += kRows) {
            multiplyRows<Acc, kExact, kRows>(c + size_t{m} * kTile, a + size_t{m} * p.k, b, p.k);
        }
        for (; m < p.m; ++m) {
            multiplyRows<Acc, kExact, 1>(c + size_t{m} * kTile, a + size_t{m} * p.k, b, p.k);
        }
    }
}

constexpr MatrixTable makeTable() {
    MatrixTable table{};
    table.product[ACC_HALF] = product<float, half>;
    table.product[ACC_BF16] = product<float, bfloat16_t>;
    table.product[ACC_FLOAT] = product<float, float>;
    table.product[ACC_INT8] = product<int32_t, int8_t>;
    return table;
}

}  // namespace

extern const MatrixTable kMatrices;
constinit const MatrixTable kMatrices = makeTable();

}  // namespace acc::rt::isa::ACC_LEVEL
