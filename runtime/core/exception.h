// SPDX-License-Identifier: Apache-2.0
// What programs are told when a kernel fails: callbacks for the process and for one kernel binary. They run on a thread
// of the runtime before the stream goes on, so a synchronise that returns the error finds them done.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "acl/acl_rt_types.h"

// The failure a callback is told of; opaque to programs. Valid while the callback runs.
struct rtExceptionInfo {
    uint32_t taskId = 0;
    uint32_t streamId = 0;
    uint32_t threadId = 0;  // that submitted the kernel
    uint32_t deviceId = 0;
    uint32_t errorCode = 0;
    void* args = nullptr;
    uint32_t argsBytes = 0;
    aclrtFuncHandle function = nullptr;
    aclrtBinHandle binary = nullptr;  // null for kernels of the program
};

namespace acc::rt::core {

// Adds or removes a callback of the process; adding twice is adding once.
void addExceptionCallback(aclrtExceptionInfoCallback callback);
void removeExceptionCallback(aclrtExceptionInfoCallback callback);

// The one callback of the deprecated interface; null for none.
void setExceptionCallback(aclrtExceptionInfoCallback callback);

// The callback for kernels of one binary; null for none, and when the binary is unloaded.
void setBinaryExceptionCallback(aclrtBinHandle binary, aclrtOpExceptionCallback callback, void* userData);

// The calls to make for `info`; empty when nobody asked.
std::vector<std::function<void(rtExceptionInfo*)>> exceptionCallbacks(const rtExceptionInfo& info);

}  // namespace acc::rt::core
