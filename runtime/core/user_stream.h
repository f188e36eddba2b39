// SPDX-License-Identifier: Apache-2.0
// A stream as programs see it: the task queue (Stream) plus its context, attributes, capture and callback thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "runtime/base/mutex.h"
#include "runtime/base/status.h"
#include "runtime/core/limits.h"
#include "runtime/core/stream.h"

namespace acc::rt::core {

class Capture;
class Context;
class PersistentTasks;
class ReportThread;
class TaskSink;
class TaskUpdate;

// Thread-safe. Lives until the last call that uses it returns; close() ends its use.
class UserStream : public std::enable_shared_from_this<UserStream> {
public:
    // `owner` keeps the context alive; null for the context's own default stream.
    UserStream(Context& context, std::shared_ptr<Context> owner, uint32_t priority, uint32_t flags);
    ~UserStream();
    UserStream(const UserStream&) = delete;
    UserStream& operator=(const UserStream&) = delete;

    Context& context() const { return context_; }
    bool isDefault() const { return owner_ == nullptr; }
    const std::shared_ptr<Stream>& stream() const { return stream_; }
    uint32_t id() const { return id_; }
    uint32_t priority() const { return priority_; }
    uint32_t flags() const { return flags_; }

    // ACL_CONTINUE_ON_FAILURE or ACL_STOP_ON_FAILURE, once; false when it was set before.
    bool setFailureMode(uint64_t mode);

    // Whether submissions are stored rather than run, and where.
    bool diverted() const { return diverted_.load(std::memory_order_acquire); }
    std::shared_ptr<TaskSink> sink() const ACC_EXCLUDES(mutex_);

    // The capture this stream takes part in; null without one.
    bool capturing() const { return capturing_.load(std::memory_order_acquire); }
    std::shared_ptr<Capture> capture() const ACC_EXCLUDES(mutex_);
    void setCapture(std::shared_ptr<Capture> capture) ACC_EXCLUDES(mutex_);

    // The update that replaces stored tasks by what is submitted; null without one.
    std::shared_ptr<TaskUpdate> update() const ACC_EXCLUDES(mutex_);
    void setUpdate(std::shared_ptr<TaskUpdate> update) ACC_EXCLUDES(mutex_);

    // What a PERSISTENT stream stores; null for others.
    const std::shared_ptr<PersistentTasks>& persistent() const { return persistent_; }

    // Synchronisation and queries of streams that the device schedules are no-ops.
    bool deviceScheduled() const;

    // Attributes that are kept and reported.
    std::atomic<uint32_t> overflowSwitch{0};
    std::atomic<uint32_t> customTag{0};
    std::atomic<uint32_t> cacheOpInfo{0};
    CoreLimits coreLimits;
    uint64_t failureMode() const { return stopOnFailure_.load() ? 1 : 0; }

    // The thread that runs this stream's callbacks; null without one.
    std::shared_ptr<ReportThread> reportThread() const ACC_EXCLUDES(mutex_);
    void setReportThread(std::shared_ptr<ReportThread> thread) ACC_EXCLUDES(mutex_);

    // Waits for the queued tasks (`drain`) or drops them, gives the stream slot back, and prints an error that no call
    // has returned. The first call does it, later ones do nothing.
    void close(bool drain);

    // A reference that does not keep the stream; a default stream's is its context's.
    std::weak_ptr<UserStream> reference();

    void* handle = nullptr;  // written once, before the handle is given out

private:
    void noteDiversion() ACC_REQUIRES(mutex_);
    static void onFailure(void* self, const Status& status);

    Context& context_;
    const std::shared_ptr<Context> owner_;
    const uint32_t id_;
    const uint32_t priority_;
    const uint32_t flags_;
    const std::shared_ptr<Stream> stream_;
    std::atomic<bool> closed_{false};
    std::atomic<bool> failureModeSet_{false};
    std::atomic<bool> stopOnFailure_{false};
    const std::shared_ptr<PersistentTasks> persistent_;
    std::atomic<bool> capturing_{false};
    std::atomic<bool> diverted_{false};
    mutable Mutex mutex_;
    std::shared_ptr<Capture> capture_ ACC_GUARDED_BY(mutex_);
    std::shared_ptr<TaskUpdate> update_ ACC_GUARDED_BY(mutex_);
    std::shared_ptr<ReportThread> reportThread_ ACC_GUARDED_BY(mutex_);
};

}  // namespace acc::rt::core
