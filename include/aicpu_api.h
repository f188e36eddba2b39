// SPDX-License-Identifier: Apache-2.0
// What kernels for AI CPUs (.aicpu files) have besides the C and C++ libraries.
#ifndef AICPU_API_H
#define AICPU_API_H

#include <stdarg.h>
#include <stdio.h>

#include "acc/abi.h"

namespace AscendC {

// As the printf of the C library, on standard output.
__attribute__((format(printf, 1, 2))) inline void printf(const char* fmt, ...) {
    va_list args;
    va_start(args, fmt);
    ::vprintf(fmt, args);
    va_end(args);
    ::fflush(stdout);
}

// What was written to memory before is visible to all cores afterwards.
inline void DataStoreBarrier() {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

}  // namespace AscendC

// Ends the kernel, which fails, when `expr` does not hold. Not to be used together with <assert.h>.
#undef assert
#define assert(expr) ((expr) ? (void)0 : accAicpuAssertFailed(#expr, __FILE__, __LINE__))

#endif  // AICPU_API_H
