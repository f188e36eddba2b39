// SPDX-License-Identifier: Apache-2.0
// Programs for debugging kernels on the CPU. ICPU_RUN_KF runs a kernel and waits for it; memory of GmAlloc is device
// memory, which is the host's as well. Nothing is forked: threads may run kernels at the same time, and a debugger sees
// them all.
#pragma once

#ifndef ACC_LANGUAGE_H
#error \
    "tikicpulib.h launches kernels: compile this file with acc (CMake: link tikicpulib::<SoC>, or set CMAKE_ASC_RUN_MODE=cpu)"
#endif

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "acl/acl.h"
#include "kernel_operator.h"

// Which cores of a block a kernel runs on: cube and vector, cube only, vector only.
enum class KernelMode { MIX_MODE = 0, AIC_MODE, AIV_MODE };

// The tiling key of kernels that this thread launches from now on.
extern "C" void accSetTilingKey(uint64_t key);

namespace acc::cpu_debug {

inline std::atomic<KernelMode> kernelMode{KernelMode::MIX_MODE};

// A thread that has not chosen a device works on device 0.
inline bool hasDevice() {
    aclrtContext context = nullptr;
    return aclrtGetCurrentContext(&context) == ACL_SUCCESS || aclrtSetDevice(0) == ACL_SUCCESS;
}

[[noreturn]] inline void fail(const char* kernel, const char* what) {
    std::fprintf(stderr, "ICPU_RUN_KF(%s): %s\n", kernel, what);
    std::exit(EXIT_FAILURE);
}

// Ends the program unless the kernel can run in the mode that SetKernelMode chose.
inline void prepare(const char* name, const void* kernel) {
    aclrtFuncHandle function = nullptr;
    int64_t type = 0;
    if (!hasDevice() || aclrtGetFuncBySymbol(kernel, &function) != ACL_SUCCESS ||
        aclrtGetFunctionAttribute(function, ACL_FUNC_ATTR_KERNEL_TYPE, &type) != ACL_SUCCESS)
        fail(name, aclGetRecentErrMsg());
    const KernelMode mode = kernelMode;
    if (mode == KernelMode::AIV_MODE && type != ACL_KERNEL_TYPE_VECTOR)
        fail(name, "the mode is AIV_MODE, but the kernel is compiled for cube cores too");
    if (mode == KernelMode::AIC_MODE && type != ACL_KERNEL_TYPE_CUBE)
        fail(name, "the mode is AIC_MODE, but the kernel is compiled for vector cores too");
}

// Waits for the kernel; ends the program when it failed.
inline void finish(const char* name, aclError launched) {
    if (launched != ACL_SUCCESS || aclrtSynchronizeStream(nullptr) != ACL_SUCCESS)
        fail(name, aclGetRecentErrMsg());
}

}  // namespace acc::cpu_debug

namespace AscendC {

// `size` bytes of global memory, zeroed; null (with a message) when there is none. Free it with GmFree.
inline void* GmAlloc(size_t size) {
    void* memory = nullptr;
    if (!acc::cpu_debug::hasDevice() || aclrtMalloc(&memory, size, ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS ||
        aclrtMemset(memory, size, 0, size) != ACL_SUCCESS)
        std::fprintf(stderr, "GmAlloc(%zu): %s\n", size, aclGetRecentErrMsg());
    return memory;
}

inline void GmFree(void* memory) {
    if (memory && (!acc::cpu_debug::hasDevice() || aclrtFree(memory) != ACL_SUCCESS))
        std::fprintf(stderr, "GmFree(%p): %s\n", memory, aclGetRecentErrMsg());
}

// For the kernels that are run from now on. A kernel runs on the cores it is compiled for; a mode that contradicts them
// is an error when it is run.
inline void SetKernelMode(KernelMode mode) {
    acc::cpu_debug::kernelMode = mode;
}

}  // namespace AscendC

// What TILING_KEY_IS compares with in the kernels that this thread runs from now on.
#define ICPU_SET_TILING_KEY(tilingKey) (accSetTilingKey(static_cast<uint64_t>(tilingKey)))

// Runs `numBlocks` blocks of a kernel and waits for them. A kernel that fails ends the program.
#define ICPU_RUN_KF(func, numBlocks, ...)                                    \
    (::acc::cpu_debug::prepare(#func, reinterpret_cast<const void*>(&func)), \
     ::acc::cpu_debug::finish(#func, func<<<(numBlocks), nullptr, nullptr>>>(__VA_ARGS__)))
