// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/capture.h"

#include <algorithm>

#include "runtime/core/context.h"
#include "runtime/core/runtime.h"
#include "runtime/core/user_event.h"
#include "runtime/core/user_stream.h"

namespace acc::rt::core {
namespace {

// Captures in GLOBAL mode, which restrict every thread.
std::atomic<uint32_t> globalCaptures{0};

const char* modeName(aclmdlRICaptureMode mode) {
    switch (mode) {
        case ACL_MODEL_RI_CAPTURE_MODE_GLOBAL:
            return "GLOBAL";
        case ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL:
            return "THREAD_LOCAL";
        default:
            return "RELAXED";
    }
}

bool thisThreadCaptures() {
    auto& captures = threadState().captures;
    std::erase_if(captures, [](const std::weak_ptr<Capture>& entry) {
        const std::shared_ptr<Capture> capture = entry.lock();
        return capture == nullptr || !capture->active();
    });
    return !captures.empty();
}

}  // namespace

Capture::Capture(Context& context, std::shared_ptr<Graph> graph, aclmdlRICaptureMode mode)
    : context_(context.shared_from_this()), graph_(std::move(graph)), mode_(mode) {
    context_->activeCaptures.fetch_add(1);
    if (mode_ == ACL_MODEL_RI_CAPTURE_MODE_GLOBAL) {
        globalCaptures.fetch_add(1);
    }
}

Capture::~Capture() {
    if (active()) {
        invalidate();
        finish();
        const auto removed = runtime().graphs.remove(graph_->handle);
    }
}

void Capture::finish() {
    if (!active_.exchange(false)) {
        return;
    }
    context_->activeCaptures.fetch_sub(1);
    if (mode_ == ACL_MODEL_RI_CAPTURE_MODE_GLOBAL) {
        globalCaptures.fetch_sub(1);
    }
    std::vector<std::weak_ptr<UserStream>> lanes;
    {
        MutexLock lock(mutex_);
        lanes.swap(lanes_);
    }
    for (const std::weak_ptr<UserStream>& entry : lanes) {
        if (const std::shared_ptr<UserStream> stream = entry.lock()) {
            stream->setCapture(nullptr);
        }
    }
    graph_->finishCapture();
}

void Capture::drop() {
    invalidate();
    finish();
    const auto removed = runtime().graphs.remove(graph_->handle);
}

void Capture::attach(UserStream& stream) {
    {
        MutexLock lock(mutex_);
        graph_->addLane();
        lanes_.push_back(stream.weak_from_this());
    }
    stream.setCapture(shared_from_this());
}

bool Capture::laneOf(const UserStream& stream, uint32_t* lane) {
    for (uint32_t index = 0; index < lanes_.size(); ++index) {
        if (lanes_[index].lock().get() == &stream) {
            *lane = index;
            return true;
        }
    }
    return false;
}

Status Capture::begin(UserStream& stream, aclmdlRICaptureMode mode) {
    auto graph = std::make_shared<Graph>(stream.context());
    graph->handle = runtime().graphs.insert(graph);
    if (graph->handle == nullptr) {
        return Status::error(ACL_ERROR_RT_NO_MODEL_RESOURCE, "no handle left for a graph");
    }
    const auto capture = std::make_shared<Capture>(stream.context(), std::move(graph), mode);
    capture->attach(stream);
    if (mode != ACL_MODEL_RI_CAPTURE_MODE_RELAXED) {
        threadState().captures.push_back(capture);
    }
    return {};
}

Result<void*> Capture::end(UserStream& stream) {
    const std::shared_ptr<Capture> capture = stream.capture();
    if (capture == nullptr) {
        return Status::error(ACL_ERROR_RT_STREAM_NOT_CAPTURED,
                             "stream {} does not capture, expected aclmdlRICaptureBegin on it before", stream.id());
    }
    {
        MutexLock lock(capture->mutex_);
        uint32_t lane = 0;
        if (!capture->laneOf(stream, &lane) || lane != 0) {
            return Status::error(ACL_ERROR_RT_STREAM_CAPTURE_UNMATCHED,
                                 "stream {} joined a capture that another stream began, expected that stream",
                                 stream.id());
        }
    }
    if (!capture->relaxed() && capture->thread_ != std::this_thread::get_id()) {
        return Status::error(ACL_ERROR_RT_STREAM_CAPTURE_WRONG_THREAD,
                             "called from another thread than aclmdlRICaptureBegin, expected the same one in mode {}",
                             modeName(capture->mode_));
    }
    capture->finish();
    if (capture->invalidated()) {
        const auto removed = runtime().graphs.remove(capture->graphHandle());
        return Status::error(ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED,
                             "the capture was invalidated by an illegal call, there is no graph");
    }
    if (!capture->graph_->joined()) {
        const auto removed = runtime().graphs.remove(capture->graphHandle());
        return Status::error(
            ACL_ERROR_RT_STREAM_UNJOINED,
            "a stream that joined the capture does not end with an event record that the origin stream "
            "waits for, there is no graph");
    }
    return capture->graphHandle();
}

Status Capture::add(const UserStream& stream, std::unique_ptr<GraphTask> task) {
    MutexLock lock(mutex_);
    uint32_t lane = 0;
    if (!laneOf(stream, &lane)) {
        return Status::error(ACL_ERROR_RT_STREAM_NOT_CAPTURED, "the capture of stream {} has ended", stream.id());
    }
    graph_->addTask(lane, std::move(task));
    return {};
}

Status Capture::record(const UserStream& stream, UserEvent& event) {
    if (event.kind() == EventKind::flag) {
        return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                             "event {} was created by aclrtCreateEventWithFlag, expected an event of "
                             "aclrtCreateEventExWithFlag or aclrtCreateEvent in a capture",
                             event.id());
    }
    MutexLock lock(mutex_);
    uint32_t lane = 0;
    if (!laneOf(stream, &lane)) {
        return Status::error(ACL_ERROR_RT_STREAM_NOT_CAPTURED, "the capture of stream {} has ended", stream.id());
    }
    event.setCaptured(weak_from_this(), graph_->addRecord(lane));
    return {};
}

Status Capture::wait(UserStream& stream, uint32_t record) {
    if (!stream.capturing()) {
        attach(stream);
    }
    MutexLock lock(mutex_);
    uint32_t lane = 0;
    if (!laneOf(stream, &lane)) {
        return Status::error(ACL_ERROR_STREAM_CAPTURE_CONFLICT,
                             "stream {} takes part in another capture than the event", stream.id());
    }
    graph_->addWait(lane, record);
    return {};
}

Status recordEvent(UserStream& stream, UserEvent& event) {
    if (stream.capturing()) [[unlikely]] {
        if (const std::shared_ptr<Capture> capture = stream.capture()) {
            return capture->record(stream, event);
        }
    }
    event.record(stream.stream());
    return {};
}

Status waitForEvent(UserStream& stream, UserEvent& event) {
    const UserEvent::Captured captured = event.captured();
    const std::shared_ptr<Capture> capture = captured.capture.lock();
    if (capture != nullptr && capture->active()) {
        if (stream.isDefault()) {
            capture->invalidate();
            return Status::error(ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT,
                                 "the default stream cannot take part in a capture, expected a created stream");
        }
        return capture->wait(stream, captured.record);
    }
    if (stream.capturing()) {
        if (const std::shared_ptr<Capture> own = stream.capture()) {
            own->invalidate();
        }
        return Status::error(ACL_ERROR_RT_CAPTURE_DEPENDENCY,
                             "event {} was not recorded in the capture that stream {} takes part in", event.id(),
                             stream.id());
    }
    event.wait(stream.stream());
    return {};
}

Status checkUnsafeCall(aclError code) {
    const uint32_t global = globalCaptures.load(std::memory_order_relaxed);
    ThreadState& state = threadState();
    if (global == 0 && state.captures.empty()) [[likely]] {
        return {};
    }
    const aclmdlRICaptureMode mode = state.captureMode;
    if (mode == ACL_MODEL_RI_CAPTURE_MODE_RELAXED) {
        return {};
    }
    const bool ofOthers = mode == ACL_MODEL_RI_CAPTURE_MODE_GLOBAL && global != 0;
    if (!thisThreadCaptures() && !ofOthers) {
        return {};
    }
    return Status::error(
        code,
        "not allowed while {}; expected pinned memory and an asynchronous call on the captured stream, "
        "or mode RELAXED (aclmdlRICaptureThreadExchangeMode)",
        thisThreadCaptures() ? "this thread captures in a mode other than RELAXED"
                             : "a capture in mode GLOBAL is active");
}

Status checkNotCapturing(UserStream& stream, const char* what) {
    if (!stream.capturing()) [[likely]] {
        return {};
    }
    if (const std::shared_ptr<Capture> capture = stream.capture()) {
        capture->invalidate();
    }
    return Status::error(ACL_ERROR_RT_CAPTURE_MODE_BLOCK_ASYNC,
                         "stream {} captures, expected no {} before aclmdlRICaptureEnd; the capture is invalidated now",
                         stream.id(), what);
}

Status checkNoCapture(Context& context, aclError code, const char* what) {
    if (context.activeCaptures.load(std::memory_order_acquire) == 0) [[likely]] {
        return {};
    }
    for (const std::shared_ptr<UserStream>& stream : context.streams()) {
        if (const std::shared_ptr<Capture> capture = stream->capture()) {
            capture->invalidate();
        }
    }
    return Status::error(code,
                         "a stream of the context captures, expected no {} before aclmdlRICaptureEnd; the capture is "
                         "invalidated now",
                         what);
}

}  // namespace acc::rt::core
