// SPDX-License-Identifier: Apache-2.0
// The words of the kernel language. `acc` predefines them; the fallbacks let tests, editors and host compilers read the
// same headers as plain C++, where device functions are ordinary inline functions.
#pragma once

#ifndef __aicore__
#define __aicore__
#endif
#ifndef __host_aicore__
#define __host_aicore__
#endif
#ifndef __gm__
#define __gm__
#endif
#ifndef __ubuf__
#define __ubuf__
#endif
#ifndef __cbuf__
#define __cbuf__
#endif

// Every function of these headers: inlined at any -O level and without debug information of its own, so that the
// instruction's call site is the user's line, for reports as well as for stepping in a debugger.
#if defined(__clang__)
#define ACC_API __aicore__ inline __attribute__((always_inline, nodebug))
#else
#define ACC_API __aicore__ inline __attribute__((always_inline))
#endif
#define ACC_API_HOST_AND_DEVICE __host_aicore__ ACC_API
// Functions that live in libascendcl.
#define ACC_RUNTIME extern "C" __aicore__ __attribute__((visibility("default")))
#define ACC_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
