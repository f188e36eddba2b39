// SPDX-License-Identifier: Apache-2.0
// Hand-made kernels for tests of the runtime: plain functions as entries, no compiler involved.
#pragma once

#include "acc/abi.h"
#include "runtime/core/stream.h"
#include "runtime/exec/block.h"

namespace acc::test {

// A kernel record with `entry` for vector cores and, if `cubeCores` is not 0, for cube cores.
inline AccKernel makeKernel(const char* name, AccEntry entry, uint32_t argsSize = 0, uint8_t cubeCores = 0,
                            uint8_t vectorCores = 1) {
    AccKernel kernel{};
    kernel.symbol = name;
    kernel.name = name;
    kernel.file = __FILE__;
    kernel.line = 1;
    kernel.argsSize = argsSize;
    kernel.cubeCores = cubeCores;
    kernel.vectorCores = vectorCores;
    kernel.vectorEntry = vectorCores != 0 ? entry : nullptr;
    kernel.cubeEntry = cubeCores != 0 ? entry : nullptr;
    return kernel;
}

// What a launch passes: a copy of `args` is made during the call.
template <class Args>
rt::core::LaunchSpec launchOf(const AccKernel& kernel, uint32_t numBlocks, const Args& args) {
    return {.kernel = &kernel, .numBlocks = numBlocks, .args = &args};
}

inline rt::core::LaunchSpec launchOf(const AccKernel& kernel, uint32_t numBlocks) {
    return {.kernel = &kernel, .numBlocks = numBlocks};
}

}  // namespace acc::test
