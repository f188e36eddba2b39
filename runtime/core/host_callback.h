// SPDX-License-Identifier: Apache-2.0
// Host functions in streams. aclrtLaunchHostFunc runs them on threads of the runtime, aclrtLaunchCallback on a thread
// of the program that subscribed to the stream. Either way never on a worker, which a blocking function would hold.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "acl/acl_rt_types.h"
#include "runtime/base/mutex.h"
#include "runtime/base/status.h"
#include "runtime/core/stream.h"
#include "runtime/core/task.h"

namespace acc::rt::core {

// Calls user code with the mark that makes runtime calls in it fail instead of deadlocking; exceptions end here.
void callUser(const std::function<void()>& call);

// Runs `body` on a thread of the runtime, then resumes `stream`, whose current task is pending.
void runOnHostThread(Stream& stream, std::function<void()> body);

// Runs fn(args) on a thread of the runtime; the stream goes on when it has returned.
class HostFunctionTask final : public Task {
public:
    explicit HostFunctionTask(std::pair<aclrtHostFunc, void*> call) : call_(call) {}
    const char* name() const override { return "host function"; }
    Step start(Stream& stream) override;

private:
    std::pair<aclrtHostFunc, void*> call_;
};

// A thread of the program that serves streams (aclrtSubscribeReport). Thread-safe.
class ReportThread {
public:
    // A callback that a stream has reached; `stream` goes on after it, if not null.
    struct Callback {
        aclrtCallback function = nullptr;
        void* userData = nullptr;
        Stream* stream = nullptr;
    };

    // The subscription of a thread; null when it has none, or none for this device.
    static std::shared_ptr<ReportThread> find(uint64_t threadId);

    // The subscription of a thread, made when necessary. 107012 when it serves another device.
    static Result<std::shared_ptr<ReportThread>> subscribe(uint64_t threadId, int32_t device);

    // Takes one stream off; the subscription ends with the last.
    void unsubscribe() ACC_EXCLUDES(mutex_);

    uint64_t threadId() const { return threadId_; }

    void post(const Callback& callback) ACC_EXCLUDES(mutex_);
    // Runs one callback on the calling thread; 507012 at the deadline.
    Status process(Deadline deadline) ACC_EXCLUDES(mutex_);

    ReportThread(uint64_t threadId, int32_t device) : threadId_(threadId), device_(device) {}

private:
    const uint64_t threadId_;
    const int32_t device_;
    uint32_t streams_ = 0;  // guarded by the registry's lock
    Mutex mutex_;
    std::deque<Callback> callbacks_ ACC_GUARDED_BY(mutex_);
    std::atomic<uint32_t> word_{0};  // futex, bumped by post()
};

// Hands a callback to the subscribed thread; with `block` the stream waits for it.
class ReportTask final : public Task {
public:
    struct Arguments {
        std::shared_ptr<ReportThread> thread;
        aclrtCallback function = nullptr;
        void* userData = nullptr;
        bool block = false;
    };
    explicit ReportTask(Arguments arguments) : arguments_(std::move(arguments)) {}
    const char* name() const override { return "host function"; }
    Step start(Stream& stream) override;

private:
    Arguments arguments_;
};

}  // namespace acc::rt::core
