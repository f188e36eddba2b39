// SPDX-License-Identifier: Apache-2.0
// An emulated device: its contexts, its set count, what it shares with other devices.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "runtime/base/mutex.h"
#include "runtime/base/status.h"
#include "runtime/core/limits.h"
#include "runtime/core/stream.h"

namespace acc::rt::core {

class Context;

// Thread-safe.
class Device {
public:
    constexpr Device() = default;

    int32_t id() const;

    // aclrtSetDevice: activates the device when necessary, adds one to its count, returns the default context.
    Result<std::shared_ptr<Context>> set() ACC_EXCLUDES(mutex_);

    // aclrtResetDevice: takes one off the count, or all of it; releases the device at zero. 107002 when not active.
    Status reset(bool force) ACC_EXCLUDES(mutex_);

    // A new context; activates the device when necessary. 207008 without a stream slot for its default stream.
    Result<std::shared_ptr<Context>> createContext() ACC_EXCLUDES(mutex_);
    void removeContext(const Context& context) ACC_EXCLUDES(mutex_);

    std::vector<std::shared_ptr<Context>> contexts() ACC_EXCLUDES(mutex_);
    bool active() ACC_EXCLUDES(mutex_);

    // Whether a stream has tasks that are not complete.
    bool busy() ACC_EXCLUDES(mutex_);

    // Waits for all streams of all contexts; returns the first error and forgets all.
    Status synchronize(Deadline deadline);

    // The block that cube and vector cores synchronise through; null when device memory is exhausted.
    void* hardwareSyncBlock() ACC_EXCLUDES(mutex_);

    // Peer access from this device, a bit per device.
    std::atomic<uint64_t> peers{0};

    // Stops and drops everything in the device's streams, see aclrtDeviceTaskAbort. 207020 at the deadline.
    Status abortTasks(Deadline deadline);

    CoreLimits coreLimits;

    // The code of the last failed task; ACL_SUCCESS without one.
    std::atomic<aclError> lastFault{0};

    bool claimStreamSlot();
    void releaseStreamSlot() { streamSlots_.fetch_sub(1); }
    uint32_t streamsInUse() const { return streamSlots_.load(); }
    uint32_t nextStreamId() { return nextStreamId_.fetch_add(1); }

private:
    Status activate() ACC_REQUIRES(mutex_);
    Status newContext(bool isDefault, std::shared_ptr<Context>* context) ACC_REQUIRES(mutex_);

    std::atomic<bool> aborting_{false};
    std::atomic<uint32_t> streamSlots_{0};
    std::atomic<uint32_t> nextStreamId_{0};
    // Held while the device goes in or out of use, so that a reset does not take what a later set has allocated.
    // Recursive: device callbacks may set and reset.
    std::recursive_mutex lifecycle_;
    Mutex mutex_;
    uint32_t count_ ACC_GUARDED_BY(mutex_) = 0;
    std::shared_ptr<Context> primary_ ACC_GUARDED_BY(mutex_);
    std::vector<std::shared_ptr<Context>> contexts_ ACC_GUARDED_BY(mutex_);  // the default context first
    void* syncBlock_ ACC_GUARDED_BY(mutex_) = nullptr;
};

}  // namespace acc::rt::core
