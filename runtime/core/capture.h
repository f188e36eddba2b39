// SPDX-License-Identifier: Apache-2.0
// Stream capture: turns what is submitted to some streams into a Graph instead of running it.
//
// A capture begins on one stream (the origin). Another stream joins when it waits for an event that was recorded in the
// capture. Ending it on the origin detaches all streams.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "acl/acl_rt_types.h"
#include "runtime/base/mutex.h"
#include "runtime/base/status.h"
#include "runtime/core/task_sink.h"

namespace acc::rt::core {

class Context;
class UserEvent;
class UserStream;

// Thread-safe.
class Capture final : public TaskSink, public std::enable_shared_from_this<Capture> {
public:
    // Puts `stream`, a created one that does not capture, into capture.
    // `into`: an empty part of another graph to fill; null for a graph of its own.
    static Status begin(UserStream& stream, aclmdlRICaptureMode mode, std::shared_ptr<Graph> into = nullptr);

    // Ends the capture of `stream` and returns its graph's handle; see aclmdlRICaptureEnd for the errors.
    static Result<void*> end(UserStream& stream);

    ~Capture() override;

    // See TaskSink. A stream that waits for an event recorded in the capture joins it.
    Status add(UserStream& stream, GraphStep step) override ACC_EXCLUDES(mutex_);
    Status record(UserStream& stream, UserEvent& event) override ACC_EXCLUDES(mutex_);
    Status wait(UserStream& stream, UserEvent& event, WaitLimit limit) override ACC_EXCLUDES(mutex_);

    // Begins and ends a group of tasks on `stream` that can be replaced later; end returns its handle.
    Status beginGroup(UserStream& stream) ACC_EXCLUDES(mutex_);
    Result<void*> endGroup(UserStream& stream) ACC_EXCLUDES(mutex_);

    bool groupOpen() ACC_EXCLUDES(mutex_);

    const std::shared_ptr<Graph>& graph() const { return graph_; }

    // An illegal call was made: what is stored is worth nothing, and end() says so.
    void invalidate() { invalidated_.store(true); }
    bool invalidated() const { return invalidated_.load(); }
    bool active() const { return active_.load(); }
    bool relaxed() const { return mode_ == ACL_MODEL_RI_CAPTURE_MODE_RELAXED; }
    void* graphHandle() const { return graph_->handle; }

    // Detaches a stream that is being destroyed.
    void drop();

    Capture(Context& context, std::shared_ptr<Graph> graph, aclmdlRICaptureMode mode);
    Capture(const Capture&) = delete;
    Capture& operator=(const Capture&) = delete;

private:
    void attach(UserStream& stream) ACC_EXCLUDES(mutex_);
    void finish() ACC_EXCLUDES(mutex_);
    bool laneOf(const UserStream& stream, uint32_t* lane) ACC_REQUIRES(mutex_);
    Status lane(const UserStream& stream, uint32_t* lane) ACC_REQUIRES(mutex_);
    void discard();

    const std::shared_ptr<Context> context_;
    const std::shared_ptr<Graph> graph_;
    const aclmdlRICaptureMode mode_;
    const std::thread::id thread_ = std::this_thread::get_id();
    std::atomic<bool> active_{true};
    std::atomic<bool> invalidated_{false};
    Mutex mutex_;
    std::vector<std::weak_ptr<UserStream>> lanes_ ACC_GUARDED_BY(mutex_);  // the origin first
    uint64_t openGroup_ ACC_GUARDED_BY(mutex_) = 0;                        // 0 = none
    uint32_t groupLane_ ACC_GUARDED_BY(mutex_) = 0;
    uint64_t groupTasks_ ACC_GUARDED_BY(mutex_) = 0;
};

// Makes `stream` wait for an event, in and out of captures.
Status waitForEvent(UserStream& stream, UserEvent& event, WaitLimit limit);

// Records an event on a stream, in and out of captures.
Status recordEvent(UserStream& stream, UserEvent& event);

// Clears a flag event, in and out of captures.
Status resetEvent(UserStream& stream, UserEvent& event);

// A record and a wait that a graph makes of an event outside (flag EXTERNAL): the record is seen outside when the graph
// reaches it; the wait is for the record that is current when an execution starts. Each once per graph and event.
Status recordExternalEvent(UserStream& stream, UserEvent& event);
Status waitForExternalEvent(UserStream& stream, UserEvent& event);

// Refuses a call that captures forbid (synchronous memory calls: `code` 107030, pageable asynchronous copies: 107041).
Status checkUnsafeCall(aclError code);

// Refuses a synchronising or querying call on `stream` while it captures, and invalidates its capture.
Status checkNotCapturing(UserStream& stream, const char* what);

// Refuses a synchronising call on a whole context while one of its streams captures, and invalidates the captures.
Status checkNoCapture(Context& context, aclError code, const char* what);

}  // namespace acc::rt::core
