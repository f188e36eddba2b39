// SPDX-License-Identifier: Apache-2.0
// printf, assert and traps of kernels (ascendc-core 6.3, 6.4).
#pragma once

#include "core.h"

struct AccPrintArg {
    enum Kind : uint32_t { integer, unsignedInteger, real, text, pointer } kind;
    uint32_t bytes;  // size of the argument's type
    union {
        int64_t i;
        uint64_t u;
        double d;
        const void* p;
    };
};

// Formats as C printf does; the core's prefix goes in front of every line.
ACC_RUNTIME void accPrint(const char* format, const AccPrintArg* args, uint32_t count);
// A failed assertion: fails the running kernel, or aborts the process outside kernels.
extern "C" __host_aicore__ __attribute__((visibility("default"), noreturn)) void accAssertFailed(
    const char* expression, const char* file, uint32_t line, const char* format, const AccPrintArg* args,
    uint32_t count);

namespace AscendC {
namespace detail {

template <class T>
ACC_API_HOST_AND_DEVICE AccPrintArg printArg(T value) {
    AccPrintArg arg{};
    arg.bytes = sizeof(T);
    if constexpr (std::is_floating_point_v<T> || std::is_same_v<T, half> || std::is_same_v<T, bfloat16_t>) {
        arg.kind = AccPrintArg::real;
        arg.d = double(float(value));
        if constexpr (std::is_same_v<T, double>) {
            arg.d = value;
        }
    } else if constexpr (std::is_same_v<T, const char*> || std::is_same_v<T, char*>) {
        arg.kind = AccPrintArg::text;
        arg.p = value;
    } else if constexpr (std::is_pointer_v<T>) {
        arg.kind = AccPrintArg::pointer;
        arg.p = reinterpret_cast<const void*>(value);
    } else if constexpr (std::is_unsigned_v<T>) {
        arg.kind = AccPrintArg::unsignedInteger;
        arg.u = uint64_t(value);
    } else {
        arg.kind = AccPrintArg::integer;
        arg.i = int64_t(value);
    }
    return arg;
}

}  // namespace detail

namespace detail {
template <class... Args>
ACC_API void print(__gm__ const char* fmt, Args... args) {
    const AccPrintArg packed[sizeof...(Args) + 1] = {printArg(args)..., AccPrintArg{}};
    accPrint(fmt, packed, sizeof...(Args));
}
}  // namespace detail

template <class... Args>
ACC_API void PRINTF(__gm__ const char* fmt, Args... args) {
    detail::print(fmt, args...);
}
}  // namespace AscendC

// Output of a block appears in order, each line with the core in front: "[AIV Block 3/8] text". In the host half of a
// file, and wherever device code is not compiled, printf stays C's.
#ifdef __ACC_FRONTEND__
template <class... Args>
ACC_API void printf(__gm__ const char* fmt, Args... args) {
    AscendC::detail::print(fmt, args...);
}
#else
#include <stdio.h>
#endif

namespace AscendC {
using ::printf;

namespace detail {
ACC_API_HOST_AND_DEVICE void assertFailed(const char* expression, const char* file, uint32_t line) {
    accAssertFailed(expression, file, line, nullptr, nullptr, 0);
}
template <class... Args>
ACC_API_HOST_AND_DEVICE void assertFailed(const char* expression, const char* file, uint32_t line, const char* fmt,
                                          Args... args) {
    const AccPrintArg packed[sizeof...(Args) + 1] = {printArg(args)..., AccPrintArg{}};
    accAssertFailed(expression, file, line, fmt, packed, sizeof...(Args));
}
}  // namespace detail
}  // namespace AscendC

#if defined(NDEBUG) || (defined(ASCENDC_DUMP) && ASCENDC_DUMP == 0)
#define ascendc_assert(...) ((void)0)
#else
#define ascendc_assert(expression, ...) \
    ((expression) ? (void)0             \
                  : ::AscendC::detail::assertFailed(#expression, __FILE__, __LINE__ __VA_OPT__(, ) __VA_ARGS__))
#endif
#ifdef __ACC_FRONTEND__
// For <cassert> included after this header.
extern "C" __aicore__ inline void __assert_fail(const char* expression, const char* file, unsigned int line,
                                                const char*) noexcept {
    accAssertFailed(expression, file, line, nullptr, nullptr, 0);
}
#endif
// C's assert, with an optional message; usable on both sides.
#undef assert
#define assert ascendc_assert
