// SPDX-License-Identifier: Apache-2.0
// Instructions on 8 KB operands against hand-written loops over the same data. Each pair runs interleaved; what counts
// is the ratio "hand time / instruction time".
//
// Compiled with -O3 -march=native for the sake of the hand-written side; the instruction side is a call into
// libascendcl.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "kernel_operator.h"
#include "runtime/exec/block.h"

namespace {

using namespace AscendC;

constexpr uint32_t kBytes = 8192;

// A core outside any launch: just enough state for instructions.
struct Core {
    Core() {
        const auto address = reinterpret_cast<uintptr_t>(memory.data());
        block.memory[ACC_MEM_UB] = memory.data() + (64 - address % 64) % 64;
        block.memoryBytes[ACC_MEM_UB] = 192 * 1024;
        block.coreType = ACC_CORE_VECTOR;
        accBlock = &block;
    }
    std::vector<uint8_t> memory = std::vector<uint8_t>(192 * 1024 + 64);
    acc::rt::exec::Block block{};
};
Core core;

template <class T>
LocalTensor<T> tensor(int number) {
    return {TPosition::VECCALC, uint32_t(number) * kBytes, uint32_t(kBytes / sizeof(T))};
}
template <class T>
T* pointer(int number) {
    return reinterpret_cast<T*>(core.block.memory[ACC_MEM_UB] + number * kBytes);
}

template <class F>
double secondsOf(F f, int rounds) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < rounds; ++i) {
        f();
        asm volatile("" ::: "memory");
    }
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / rounds;
}

double worst = 1e9;

// Best of interleaved runs of both.
template <class Instruction, class Hand>
void compare(const char* name, const char* type, Instruction instruction, Hand hand) {
    double best[2] = {1e9, 1e9};
    const int rounds = std::max(20, static_cast<int>(2e-4 / secondsOf(hand, 20)));
    for (int i = 0; i < 25; ++i) {
        best[0] = std::min(best[0], secondsOf(instruction, rounds));
        best[1] = std::min(best[1], secondsOf(hand, rounds));
    }
    const double ratio = best[1] / best[0];
    worst = std::min(worst, ratio);
    std::printf("%-12s %-16s %8.1f ns %8.1f ns   ratio %5.2f\n", name, type, best[0] * 1e9, best[1] * 1e9, ratio);
}

template <class T>
const char* typeName() {
    return std::is_same_v<T, half>    ? "half"
           : std::is_same_v<T, float> ? "float"
           : sizeof(T) == 2           ? "int16_t"
                                      : "int32_t";
}

template <class T>
void fill() {
    for (int n = 0; n < 3; ++n) {
        for (uint32_t i = 0; i < kBytes / sizeof(T); ++i) {
            pointer<T>(n)[i] =
                static_cast<T>(static_cast<float>(i % 97 + 1 + n) / (std::is_integral_v<T> ? 1.0F : 16.0F));
        }
    }
}

// `expression` in terms of a[i], b[i], s: what one would write for the instruction.
#define HAND(T, expression)                                 \
    [] {                                                    \
        T* __restrict d = pointer<T>(2);                    \
        const T* __restrict a = pointer<T>(0);              \
        const T* __restrict b = pointer<T>(1);              \
        const T s = T(3);                                   \
        (void)a, (void)b, (void)s;                          \
        for (uint32_t i = 0; i < kBytes / sizeof(T); ++i) { \
            d[i] = T(expression);                           \
        }                                                   \
    }

template <class T>
void common() {
    constexpr int n = kBytes / sizeof(T);
    const char* type = typeName<T>();
    const auto a = tensor<T>(0);
    const auto b = tensor<T>(1);
    const auto d = tensor<T>(2);
    fill<T>();
    compare("Add", type, [=] { Add(d, a, b, n); }, HAND(T, a[i] + b[i]));
    compare("Sub", type, [=] { Sub(d, a, b, n); }, HAND(T, a[i] - b[i]));
    compare("Mul", type, [=] { Mul(d, a, b, n); }, HAND(T, a[i] * b[i]));
    compare("Max", type, [=] { Max(d, a, b, n); }, HAND(T, a[i] > b[i] ? a[i] : b[i]));
    compare("Min", type, [=] { Min(d, a, b, n); }, HAND(T, a[i] < b[i] ? a[i] : b[i]));
    compare("Adds", type, [=] { Adds(d, a, T(3), n); }, HAND(T, a[i] + s));
    compare("Muls", type, [=] { Muls(d, a, T(3), n); }, HAND(T, a[i] * s));
    compare("Maxs", type, [=] { Maxs(d, a, T(3), n); }, HAND(T, a[i] > s ? a[i] : s));
    compare("Mins", type, [=] { Mins(d, a, T(3), n); }, HAND(T, a[i] < s ? a[i] : s));
    compare("Duplicate", type, [=] { Duplicate(d, T(3), n); }, HAND(T, s));
}

template <class T>
void floating() {
    constexpr int n = kBytes / sizeof(T);
    const char* type = typeName<T>();
    const auto a = tensor<T>(0);
    const auto b = tensor<T>(1);
    const auto d = tensor<T>(2);
    fill<T>();
    compare("Div", type, [=] { Div(d, a, b, n); }, HAND(T, a[i] / b[i]));
    compare("Abs", type, [=] { Abs(d, a, n); }, HAND(T, std::fabs(float(a[i]))));
    compare("Relu", type, [=] { Relu(d, a, n); }, HAND(T, a[i] > T(0) ? a[i] : T(0)));
    compare("LeakyRelu", type, [=] { LeakyRelu(d, a, T(3), n); }, HAND(T, a[i] >= T(0) ? a[i] : T(a[i] * s)));
    compare("Exp", type, [=] { Exp(d, a, n); }, HAND(T, std::exp(float(a[i]))));
    compare("Ln", type, [=] { Ln(d, a, n); }, HAND(T, std::log(float(a[i]))));
    compare("Sqrt", type, [=] { Sqrt(d, a, n); }, HAND(T, std::sqrt(float(a[i]))));
    compare("Rsqrt", type, [=] { Rsqrt(d, a, n); }, HAND(T, 1.0F / std::sqrt(float(a[i]))));
    compare("Reciprocal", type, [=] { Reciprocal(d, a, n); }, HAND(T, 1.0F / float(a[i])));
    compare(
        "Axpy", type, [=] { Axpy(d, a, T(0), n); },
        [] {
            T* __restrict p = pointer<T>(2);
            const T* __restrict q = pointer<T>(0);
            for (int i = 0; i < n; ++i) {
                p[i] = T(p[i] + T(q[i] * T(0)));
            }
        });
}

template <class To, class From>
void cast(const char* name, RoundMode mode) {
    constexpr int n = kBytes / std::max(sizeof(To), sizeof(From));
    fill<From>();
    const auto a = tensor<From>(0);
    const auto d = tensor<To>(2);
    compare(
        "Cast", name, [=] { Cast(d, a, mode, n); },
        [] {
            To* __restrict p = pointer<To>(2);
            const From* __restrict q = pointer<From>(0);
            for (int i = 0; i < n; ++i) {
                if constexpr (std::is_integral_v<To> && !std::is_integral_v<From>) {
                    p[i] = To(std::nearbyint(float(q[i])));
                } else {
                    p[i] = To(q[i]);
                }
            }
        });
}

}  // namespace

int main() {
    std::printf("%-12s %-16s %11s %11s\n", "8 KB", "type", "instruction", "hand loop");
    common<float>();
    common<half>();
    common<int16_t>();
    common<int32_t>();
    floating<float>();
    floating<half>();
    cast<half, float>("float->half", RoundMode::CAST_RINT);
    cast<float, half>("half->float", RoundMode::CAST_NONE);
    cast<int32_t, float>("float->int32", RoundMode::CAST_RINT);
    cast<float, int32_t>("int32->float", RoundMode::CAST_NONE);
    cast<int16_t, half>("half->int16", RoundMode::CAST_RINT);
    const auto a = tensor<float>(0);
    const auto b = tensor<float>(1);
    const auto d = tensor<float>(2);
    fill<float>();
    compare(
        "Add slice", "float", [=] { Add(d, a, b, uint64_t(64), 32, {1, 1, 1, 8, 8, 8}); }, HAND(float, a[i] + b[i]));
    compare(
        "Add mask 48", "float", [=] { Add(d, a, b, uint64_t(48), 32, {1, 1, 1, 8, 8, 8}); },
        [] {
            for (int r = 0; r < 32; ++r) {
                float* __restrict p = pointer<float>(2) + r * 64;
                for (int i = 0; i < 48; ++i) {
                    p[i] = pointer<float>(0)[r * 64 + i] + pointer<float>(1)[r * 64 + i];
                }
            }
        });
    compare(
        "Mul row", "float", [=] { Mul(d, a, b, uint64_t(64), 32, {1, 1, 0, 8, 8, 1}); },
        [] {
            for (int r = 0; r < 32; ++r) {
                float* __restrict p = pointer<float>(2) + r * 64;
                for (int i = 0; i < 64; ++i) {
                    p[i] = pointer<float>(0)[r * 64 + i] * pointer<float>(1)[r * 8 + i % 8];
                }
            }
        });
    compare(
        "DataCopy", "UB -> UB", [=] { DataCopy(d, a, kBytes / 4); },
        [] { std::memcpy(pointer<float>(2), pointer<float>(0), kBytes); });
    std::printf("worst ratio %.2f\n", worst);
    std::fflush(stdout);
    std::quick_exit(0);  // the core lives outside the runtime
}
