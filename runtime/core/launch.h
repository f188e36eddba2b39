// SPDX-License-Identifier: Apache-2.0
// Kernel launches: checks against kernel and SoC, launch attributes, argument blocks with placeholders.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "acl/acl_rt_types.h"
#include "runtime/base/status.h"
#include "runtime/core/graph_task.h"
#include "runtime/core/kernel_registry.h"
#include "runtime/core/user_stream.h"

namespace acc::rt::core {

// The launch attributes of an aclrtLaunchKernelCfg.
struct LaunchAttributes {
    uint32_t dynamicUbBytes = 0;
    uint64_t timeoutUs = 0;   // 0 = for ever
    bool timeoutSet = false;  // otherwise the program's default limit counts
    bool batch = false;       // start only when all cores are free; the kernel's own mode counts as well
};

// Reads `cfg`, which may be null.
Status readAttributes(const aclrtLaunchKernelCfg* cfg, LaunchAttributes* attributes);

// Launches with arguments in host memory, copied during the call. `placeHolders` as in aclrtLaunchKernelWithHostArgs.
Status launchHostArgs(UserStream& stream, const Function& function, uint32_t numBlocks,
                      const LaunchAttributes& attributes, const void* args, size_t sizeBytes,
                      std::span<const aclrtPlaceHolderInfo> placeHolders);

// A launch that a graph of `device` stores, with the same checks. `hostArgs`: copied now, otherwise device memory.
Status makeStoredLaunch(int32_t device, const Function& function, uint32_t numBlocks,
                        const LaunchAttributes& attributes, const void* args, size_t sizeBytes, bool hostArgs,
                        std::shared_ptr<GraphTask>* task);

// Launches with arguments in device memory, read when the kernel runs. Host memory is copied now, with a warning.
Status launchDeviceArgs(UserStream& stream, const Function& function, uint32_t numBlocks,
                        const LaunchAttributes& attributes, const void* args, size_t sizeBytes);

}  // namespace acc::rt::core
