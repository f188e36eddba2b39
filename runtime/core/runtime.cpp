// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/runtime.h"

#include <pthread.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <numeric>
#include <string>

#include "runtime/base/env.h"
#include "runtime/base/log.h"
#include "runtime/base/soc.h"
#include "runtime/core/args_list.h"
#include "runtime/core/context.h"
#include "runtime/core/ending.h"
#include "runtime/core/graph.h"
#include "runtime/core/kernel_registry.h"
#include "runtime/core/notify.h"
#include "runtime/core/trace.h"
#include "runtime/core/user_event.h"
#include "runtime/core/virtual_memory.h"

namespace acc::rt::core {
namespace detail {

[[clang::no_destroy]] constinit Runtime theRuntime;

}  // namespace detail

namespace {

constexpr std::chrono::seconds kExitWait{10};

// Runs after the static destructors of the program.
__attribute__((destructor)) void atProcessExit() {
    runtime().reportAtExit();
}

// Those of the listed devices that exist: the list ends at the first token that is no ascending device id.
std::vector<int32_t> listedDevices(const std::string& list) {
    std::vector<int32_t> devices;
    int32_t previous = -1;
    const char* at = list.data();
    const char* const end = at + list.size();
    while (at < end) {
        int32_t id = 0;
        const auto [next, error] = std::from_chars(at, end, id);
        if (error != std::errc() || (next != end && *next != ',') || id < 0 ||
            static_cast<uint32_t>(id) >= deviceCount()) {
            break;
        }
        if (id == previous) {
            fatal("ASCEND_RT_VISIBLE_DEVICES is '{}', expected every device id once [EE2002]", list);
        }
        if (id < previous) {
            break;
        }
        previous = id;
        devices.push_back(id);
        at = next == end ? end : next + 1;
    }
    return devices;
}

}  // namespace

const char* kindName(HandleKind kind) {
    static constexpr const char* kNames[] = {"nothing",
                                             "context",
                                             "stream",
                                             "event",
                                             "kernel binary",
                                             "function",
                                             "argument list",
                                             "argument",
                                             "graph",
                                             "physical memory",
                                             "program",
                                             "notify",
                                             "counting notify",
                                             "label",
                                             "label list",
                                             "task group",
                                             "graph task",
                                             "graph stream",
                                             "condition",
                                             "memory pool",
                                             "binary description",
                                             "allocator description"};
    const auto index = static_cast<size_t>(kind);
    return index < std::size(kNames) ? kNames[index] : kNames[0];
}

const std::vector<int32_t>& visibleDevices() {
    [[clang::no_destroy]] static const std::vector<int32_t> devices = [] {
        if (const auto list = environment("ASCEND_RT_VISIBLE_DEVICES")) {
            return listedDevices(*list);
        }
        std::vector<int32_t> all(deviceCount());
        std::iota(all.begin(), all.end(), 0);
        return all;
    }();
    return devices;
}

uint32_t visibleDeviceCount() {
    return static_cast<uint32_t>(visibleDevices().size());
}

NamedCallbacks<aclrtDeviceStateCallback>& Runtime::deviceCallbacks() {
    [[clang::no_destroy]] static NamedCallbacks<aclrtDeviceStateCallback> callbacks;
    return callbacks;
}

NamedCallbacks<aclrtStreamStateCallback>& Runtime::streamCallbacks() {
    [[clang::no_destroy]] static NamedCallbacks<aclrtStreamStateCallback> callbacks;
    return callbacks;
}

NamedCallbacks<aclrtDeviceTaskAbortCallback>& Runtime::abortCallbacks() {
    [[clang::no_destroy]] static NamedCallbacks<aclrtDeviceTaskAbortCallback> callbacks;
    return callbacks;
}

bool Runtime::initialised() {
    MutexLock lock(mutex_);
    return references_ != 0;
}

bool Runtime::initialise() {
    MutexLock lock(mutex_);
    finalised_.store(false);
    return references_++ == 0;
}

Status Runtime::finalise(bool all, uint64_t* left) {
    {
        MutexLock lock(mutex_);
        if (references_ == 0) {
            return Status::error(ACL_ERROR_REPEAT_FINALIZE, "called without an aclInit before");
        }
        references_ = all ? 0 : references_ - 1;
        *left = references_;
        if (references_ != 0) {
            return {};
        }
        defaultDevice.store(-1);
        finalised_.store(true);
    }
    for (uint32_t id = 0; id < visibleDeviceCount(); ++id) {
        if (Device& device = devices_[id]; device.active()) {
            // Another thread may have released it in between.
            const Status released = device.reset(true);
            static_cast<void>(released.ok());
        }
    }
    return {};
}

Status Runtime::notForked() const {
    if (forked_.load()) {
        return Status::error(ACL_ERROR_UNINITIALIZE,
                             "called in a child process that was forked after the runtime was used, expected the call "
                             "before fork or in a new process");
    }
    return {};
}

Status Runtime::usable() const {
    ACC_TRY(notForked());
    if (finalised()) {
        return Status::error(ACL_ERROR_UNINITIALIZE,
                             "called after aclFinalize, expected aclInit or aclrtSetDevice before");
    }
    return {};
}

Status Runtime::onUse() {
    ACC_TRY(notForked());
    finalised_.store(false);
    if (!used_.exchange(true)) {
        pthread_atfork(nullptr, nullptr, [] {
            runtime().forked_.store(true);
            threadState().context = nullptr;
            setMessageScope(false);  // the lock of the other scope may be held
        });
    }
    return {};
}

std::chrono::steady_clock::time_point endOfWait() {
    const auto now = std::chrono::steady_clock::now();
    return threadState().insideCallback ? now : now + kExitWait;
}

void Runtime::reportAtExit() {
    if (!used_.load() || forked_.load()) {
        return;
    }
    const auto deadline = endOfWait();
    for (uint32_t id = 0; id < visibleDeviceCount(); ++id) {
        for (const std::shared_ptr<Context>& context : devices_[id].contexts()) {
            for (const std::shared_ptr<UserStream>& user : context->streams()) {
                Stream& stream = *user->stream();
                if (!stream.waitFor(stream.submitted(), deadline)) {
                    report(fmt::format("the process ends while stream {} of device {} has {} unfinished tasks",
                                       user->id(), id, stream.submitted() - stream.completed()));
                }
                if (const Status error = stream.takeError(); !error.ok()) {
                    report(fmt::format("stream {} of device {} has an error that no call returned: {} [error {}]",
                                       user->id(), id, error.message(), error.code()));
                }
            }
        }
    }
    trace::writeAtExit();
}

}  // namespace acc::rt::core
