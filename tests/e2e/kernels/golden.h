// SPDX-License-Identifier: Apache-2.0
// What the kernel programs share: device arrays, reproducible data, and comparison with a result computed on the host.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

#include "acl/acl.h"
#include "kernel_operator.h"

namespace golden {

// Host values of kernel types.
inline double number(float x) {
    return x;
}
inline double number(half x) {
    return static_cast<double>(static_cast<float>(x));
}
inline double number(bfloat16_t x) {
    uint16_t bits;
    std::memcpy(&bits, &x, sizeof(bits));
    const uint32_t wide = uint32_t{bits} << 16;
    float value;
    std::memcpy(&value, &wide, sizeof(value));
    return value;
}
template <class T>
double number(T x) {
    return static_cast<double>(x);
}

template <class T>
T element(double x) {
    if constexpr (sizeof(T) == 2 && !std::is_integral_v<T> && !std::is_same_v<T, half>) {
        const float value = static_cast<float>(x);
        uint32_t bits;
        std::memcpy(&bits, &value, sizeof(bits));
        const auto rounded = static_cast<uint16_t>((bits + 0x7fffU + (bits >> 16 & 1U)) >> 16);
        T result;
        std::memcpy(&result, &rounded, sizeof(rounded));
        return result;
    } else if constexpr (std::is_integral_v<T>) {
        return static_cast<T>(x);
    } else {
        return static_cast<T>(static_cast<float>(x));
    }
}

// An array on the device with a copy on the host.
template <class T>
class Array {
public:
    explicit Array(size_t count) : host(count) {
        check(aclrtMalloc(reinterpret_cast<void**>(&device_), bytes() + 64, ACL_MEM_MALLOC_HUGE_FIRST));
        check(aclrtMemset(device_, bytes() + 64, 0, bytes() + 64));
    }
    // Uniformly distributed numbers.
    Array(size_t count, uint32_t seed, double low, double high) : Array(count) {
        std::mt19937 random(seed);
        std::uniform_real_distribution<double> numbers(low, high);
        for (T& value : host) {
            value = element<T>(numbers(random));
        }
        upload();
    }
    ~Array() { aclrtFree(device_); }
    Array(const Array&) = delete;
    Array& operator=(const Array&) = delete;

    void upload() { check(aclrtMemcpy(device_, bytes(), host.data(), bytes(), ACL_MEMCPY_HOST_TO_DEVICE)); }
    // After everything that was launched.
    void download() {
        check(aclrtSynchronizeDevice());
        check(aclrtMemcpy(host.data(), bytes(), device_, bytes(), ACL_MEMCPY_DEVICE_TO_HOST));
    }
    uint8_t* address() { return reinterpret_cast<uint8_t*>(device_); }
    double operator[](size_t i) const { return number(host[i]); }
    size_t size() const { return host.size(); }

    std::vector<T> host;

private:
    static void check(aclError code) {
        if (code != ACL_SUCCESS) {
            std::printf("failed with %d: %s\n", code, aclGetRecentErrMsg());
            std::exit(1);
        }
    }
    size_t bytes() const { return host.size() * sizeof(T); }

    T* device_ = nullptr;
};

inline bool& allGood() {
    static bool good = true;
    return good;
}

// Compares with `expected(i)`: |difference| <= absolute + relative * |expected|. Prints the verdict.
template <class T, class Expected>
void compare(const char* name, Array<T>& actual, Expected expected, double absolute, double relative = 0) {
    actual.download();
    size_t wrong = 0;
    for (size_t i = 0; i < actual.size(); ++i) {
        const double want = expected(i);
        const double got = actual[i];
        const bool same = want == got || (std::isnan(want) && std::isnan(got)) ||
                          std::fabs(want - got) <= absolute + relative * std::fabs(want);
        if (!same && ++wrong <= 3) {
            std::printf("%s: element %zu is %g, expected %g\n", name, i, got, want);
        }
    }
    std::printf("%s: %s\n", name, wrong == 0 ? "ok" : "wrong");
    allGood() &= wrong == 0;
}

inline void begin() {
    aclInit(nullptr);
    aclrtSetDevice(0);
}
inline int end() {
    aclrtResetDevice(0);
    aclFinalize();
    return allGood() ? 0 : 1;
}

}  // namespace golden
