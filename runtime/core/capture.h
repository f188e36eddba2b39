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
#include "runtime/core/graph.h"

namespace acc::rt::core {

class Context;
class UserEvent;
class UserStream;

// Thread-safe.
class Capture : public std::enable_shared_from_this<Capture> {
public:
    // Puts `stream`, a created one that does not capture, into capture.
    static Status begin(UserStream& stream, aclmdlRICaptureMode mode);

    // Ends the capture of `stream` and returns its graph's handle; see aclmdlRICaptureEnd for the errors.
    static Result<void*> end(UserStream& stream);

    ~Capture();

    // Stores a task submitted to `stream`, which takes part.
    Status add(const UserStream& stream, std::unique_ptr<GraphTask> task) ACC_EXCLUDES(mutex_);
    Status record(const UserStream& stream, UserEvent& event) ACC_EXCLUDES(mutex_);

    // Makes `stream` wait for record number `record`; it joins when it does not take part yet.
    Status wait(UserStream& stream, uint32_t record) ACC_EXCLUDES(mutex_);

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

    const std::shared_ptr<Context> context_;
    const std::shared_ptr<Graph> graph_;
    const aclmdlRICaptureMode mode_;
    const std::thread::id thread_ = std::this_thread::get_id();
    std::atomic<bool> active_{true};
    std::atomic<bool> invalidated_{false};
    Mutex mutex_;
    std::vector<std::weak_ptr<UserStream>> lanes_ ACC_GUARDED_BY(mutex_);  // the origin first
};

// Makes `stream` wait for an event, in and out of captures.
Status waitForEvent(UserStream& stream, UserEvent& event);

// Records an event on a stream, in and out of captures.
Status recordEvent(UserStream& stream, UserEvent& event);

// Refuses a call that captures forbid (synchronous memory calls: `code` 107030, pageable asynchronous copies: 107041).
Status checkUnsafeCall(aclError code);

// Refuses a synchronising or querying call on `stream` while it captures, and invalidates its capture.
Status checkNotCapturing(UserStream& stream, const char* what);

// Refuses a synchronising call on a whole context while one of its streams captures, and invalidates the captures.
Status checkNoCapture(Context& context, aclError code, const char* what);

}  // namespace acc::rt::core
