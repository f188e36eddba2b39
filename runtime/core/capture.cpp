// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/capture.h"

#include <algorithm>

#include "runtime/core/context.h"
#include "runtime/core/event_operation.h"
#include "runtime/core/runtime.h"
#include "runtime/core/submission.h"
#include "runtime/core/task_update.h"
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
        drop();
    }
}

// What was captured is worth nothing: a graph of its own goes, a part of another one is empty again.
void Capture::discard() {
    if (graph_->isPart()) {
        graph_->clear();
    } else {
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
    graph_->setOpen(false);
}

void Capture::drop() {
    invalidate();
    finish();
    discard();
}

void Capture::attach(UserStream& stream) {
    {
        MutexLock lock(mutex_);
        graph_->addLane(&stream, true, stream.id());
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

Status Capture::lane(const UserStream& stream, uint32_t* lane) {
    if (!laneOf(stream, lane)) {
        return Status::error(ACL_ERROR_RT_STREAM_NOT_CAPTURED, "the capture of stream {} has ended", stream.id());
    }
    return {};
}

Status Capture::begin(UserStream& stream, aclmdlRICaptureMode mode, std::shared_ptr<Graph> into) {
    std::shared_ptr<Graph> graph = std::move(into);
    if (graph == nullptr) {
        graph = std::make_shared<Graph>(stream.context(), Graph::Origin::captured);
        graph->handle = runtime().graphs.insert(graph);
        if (graph->handle == nullptr) {
            return Status::error(ACL_ERROR_RT_NO_MODEL_RESOURCE, "no handle left for a graph");
        }
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
    if (capture->groupOpen()) {
        return Status::error(ACL_ERROR_STREAM_TASK_GROUP_STATUS,
                             "a task group is open, expected aclmdlRICaptureTaskGrpEnd before");
    }
    if (!capture->relaxed() && capture->thread_ != std::this_thread::get_id()) {
        return Status::error(ACL_ERROR_RT_STREAM_CAPTURE_WRONG_THREAD,
                             "called from another thread than aclmdlRICaptureBegin, expected the same one in mode {}",
                             modeName(capture->mode_));
    }
    capture->finish();
    if (capture->invalidated()) {
        capture->discard();
        return Status::error(ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED,
                             "the capture was invalidated by an illegal call, there is no graph");
    }
    if (!capture->graph_->joined()) {
        capture->discard();
        return Status::error(
            ACL_ERROR_RT_STREAM_UNJOINED,
            "a stream that joined the capture does not end with an event record that the origin stream "
            "waits for, there is no graph");
    }
    return capture->graphHandle();
}

bool Capture::groupOpen() {
    MutexLock lock(mutex_);
    return openGroup_ != 0;
}

Status Capture::add(UserStream& stream, GraphStep step) {
    ThreadState& state = threadState();
    MutexLock lock(mutex_);
    uint32_t lane = 0;
    ACC_TRY(this->lane(stream, &lane));
    if (openGroup_ != 0) {
        if (lane != groupLane_) {
            return Status::error(ACL_ERROR_STREAM_TASK_GROUP_INTR,
                                 "a task group is open on another stream of the capture, expected no task before "
                                 "aclmdlRICaptureTaskGrpEnd");
        }
        if (step.task == nullptr || step.task->describe().type != ACL_MODEL_RI_TASK_KERNEL) {
            return Status::error(ACL_ERROR_STREAM_TASK_GROUP_STATUS,
                                 "a task group is open on stream {}, expected kernel launches only", stream.id());
        }
        step.group = openGroup_;
        ++groupTasks_;
    }
    state.lastStep = {graph_, lane, graph_->add(lane, std::move(step))};
    return {};
}

Status Capture::record(UserStream& stream, UserEvent& event) {
    if (event.kind() == EventKind::flag) {
        if (event.flags() != ACL_EVENT_EXTERNAL) {
            return Status::error(
                ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                "event {} was created by aclrtCreateEventWithFlag without ACL_EVENT_EXTERNAL, expected "
                "an event of aclrtCreateEventExWithFlag or aclrtCreateEvent in a capture",
                event.id());
        }
        return submit(stream, EventOperation(event.shared_from_this(), ACL_MODEL_RI_TASK_EVENT_RECORD));
    }
    GraphStep step;
    step.kind = GraphStep::Kind::record;
    step.event = event.handle;
    step.eventFlags = event.flags();
    {
        MutexLock lock(mutex_);
        step.record = graph_->newRecord();
    }
    const uint32_t record = step.record;
    ACC_TRY(add(stream, std::move(step)));
    event.setCaptured(weak_from_this(), record);
    return {};
}

Status Capture::wait(UserStream& stream, UserEvent& event, WaitLimit limit) {
    if (event.kind() == EventKind::flag && event.flags() == ACL_EVENT_EXTERNAL) {
        return submit(stream, EventOperation(event.shared_from_this(), ACL_MODEL_RI_TASK_EVENT_WAIT, limit));
    }
    const UserEvent::Captured captured = event.captured();
    const std::shared_ptr<Capture> recording = captured.capture.lock();
    if (recording != shared_from_this()) {
        if (recording != nullptr && recording->active()) {
            return Status::error(ACL_ERROR_STREAM_CAPTURE_CONFLICT,
                                 "stream {} takes part in another capture than the event", stream.id());
        }
        invalidate();
        return Status::error(ACL_ERROR_RT_CAPTURE_DEPENDENCY,
                             "event {} was not recorded in the capture that stream {} takes part in", event.id(),
                             stream.id());
    }
    if (!stream.capturing()) {
        attach(stream);
    }
    GraphStep step;
    step.kind = GraphStep::Kind::wait;
    step.record = captured.record;
    step.limit = limit;
    step.event = event.handle;
    step.eventFlags = event.flags();
    return add(stream, std::move(step));
}

Status Capture::beginGroup(UserStream& stream) {
    static std::atomic<uint64_t> lastGroup{0};
    MutexLock lock(mutex_);
    uint32_t lane = 0;
    ACC_TRY(this->lane(stream, &lane));
    if (openGroup_ != 0) {
        return Status::error(ACL_ERROR_STREAM_TASK_GROUP_STATUS,
                             "a task group is open already, expected aclmdlRICaptureTaskGrpEnd before");
    }
    openGroup_ = lastGroup.fetch_add(1) + 1;
    groupLane_ = lane;
    groupTasks_ = 0;
    return {};
}

Result<void*> Capture::endGroup(UserStream& stream) {
    MutexLock lock(mutex_);
    uint32_t lane = 0;
    if (Status status = this->lane(stream, &lane); !status.ok()) {
        return status;
    }
    if (openGroup_ == 0 || lane != groupLane_) {
        return Status::error(ACL_ERROR_STREAM_TASK_GROUP_STATUS,
                             "no task group is open on stream {}, expected aclmdlRICaptureTaskGrpBegin before",
                             stream.id());
    }
    const auto group = std::make_shared<TaskGroup>(TaskGroup{graph_, lane, std::exchange(openGroup_, 0)});
    void* handle = runtime().taskGroups.insert(group);
    if (handle == nullptr) {
        return Status::error(ACL_ERROR_RT_NO_MODEL_RESOURCE, "no handle left for a task group");
    }
    return handle;
}

namespace {

// Other processes could not take part in a capture.
Status notStored(const UserStream& stream, const UserEvent& event) {
    if (stream.diverted()) {
        return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                             "event {} was created with ACL_EVENT_IPC, expected another one for a stream that captures "
                             "or belongs to a model",
                             event.id());
    }
    return {};
}

}  // namespace

Status recordEvent(UserStream& stream, UserEvent& event) {
    if (event.shared() != nullptr) [[unlikely]] {
        ACC_TRY(notStored(stream, event));
        ACC_TRY(event.shared()->record(*stream.stream()));
        noteSubmission(stream);
        return {};
    }
    if (stream.diverted()) [[unlikely]] {
        if (const std::shared_ptr<TaskSink> sink = stream.sink()) {
            return sink->record(stream, event);
        }
    }
    event.record(stream.stream());
    noteSubmission(stream);
    return {};
}

Status waitForEvent(UserStream& stream, UserEvent& event, WaitLimit limit) {
    if (event.shared() != nullptr) [[unlikely]] {
        ACC_TRY(notStored(stream, event));
        event.shared()->wait(stream.stream(), limit);
        noteSubmission(stream);
        return {};
    }
    const std::shared_ptr<Capture> capture = event.captured().capture.lock();
    if (capture != nullptr && capture->active() && !stream.diverted()) {
        if (stream.isDefault()) {
            capture->invalidate();
            return Status::error(ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT,
                                 "the default stream cannot take part in a capture, expected a created stream");
        }
        return capture->wait(stream, event, limit);
    }
    if (stream.diverted()) [[unlikely]] {
        if (const std::shared_ptr<TaskSink> sink = stream.sink()) {
            return sink->wait(stream, event, limit);
        }
    }
    event.wait(stream.stream(), limit);
    noteSubmission(stream);
    return {};
}

Status resetEvent(UserStream& stream, UserEvent& event) {
    if (stream.capturing() && event.flags() != ACL_EVENT_EXTERNAL) {
        return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                             "event {} was created without ACL_EVENT_EXTERNAL, expected one with it for a reset in a "
                             "capture",
                             event.id());
    }
    return submit(stream, EventOperation(event.shared_from_this(), ACL_MODEL_RI_TASK_EVENT_RESET));
}

namespace {

Status useExternal(UserStream& stream, UserEvent& event, aclmdlRITaskType type) {
    const std::shared_ptr<Capture> capture = stream.capture();
    if (capture == nullptr) {
        return Status::error(ACL_ERROR_RT_STREAM_NOT_CAPTURED,
                             "flag is EXTERNAL and stream {} does not capture, expected aclmdlRICaptureBegin before",
                             stream.id());
    }
    if (capture->graph()->isPart()) {
        return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                             "flag is EXTERNAL in a part of a graph, expected it in the graph itself");
    }
    if (!capture->graph()->claimExternal(&event)) {
        return Status::error(ACL_ERROR_INVALID_PARAM,
                             "event {} is used with the flag EXTERNAL already, expected once in a graph", event.id());
    }
    return submit(stream, EventOperation(event.shared_from_this(), type));
}

}  // namespace

Status recordExternalEvent(UserStream& stream, UserEvent& event) {
    return useExternal(stream, event, ACL_MODEL_RI_TASK_EVENT_RECORD);
}

Status waitForExternalEvent(UserStream& stream, UserEvent& event) {
    return useExternal(stream, event, ACL_MODEL_RI_TASK_EVENT_WAIT);
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
