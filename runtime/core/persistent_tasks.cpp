// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/persistent_tasks.h"

#include "runtime/core/event_operation.h"
#include "runtime/core/submission.h"
#include "runtime/core/user_event.h"

namespace acc::rt::core {

Status PersistentTasks::add(UserStream& stream, GraphStep step) {
    MutexLock lock(mutex_);
    if (ended_) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID,
                             "stream {} got aclmdlRIEndTask, expected no further task for it", stream.id());
    }
    steps_.push_back(std::move(step));
    return {};
}

// Lanes of a built model meet through the events themselves, which have a state of their own.
Status PersistentTasks::record(UserStream& stream, UserEvent& event) {
    return submit(stream, EventOperation(event.shared_from_this(), ACL_MODEL_RI_TASK_EVENT_RECORD));
}

Status PersistentTasks::wait(UserStream& stream, UserEvent& event, WaitLimit limit) {
    if (event.kind() != EventKind::flag) {
        return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                             "event {} keeps no state that a stored wait could look at, expected one of "
                             "aclrtCreateEventWithFlag with ACL_EVENT_SYNC on a PERSISTENT stream",
                             event.id());
    }
    return submit(stream, EventOperation(event.shared_from_this(), ACL_MODEL_RI_TASK_EVENT_WAIT, limit));
}

Status PersistentTasks::bind(const UserStream& stream, const std::shared_ptr<Graph>& graph, bool head) {
    MutexLock lock(mutex_);
    if (graph_.lock() != nullptr) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID,
                             "stream {} is bound to a model already, expected aclmdlRIUnbindStream before",
                             stream.id());
    }
    graph_ = graph;
    lane_ = graph->addLane(&stream, head, stream.id());
    ended_ = false;
    return {};
}

Status PersistentTasks::unbind(const UserStream& stream, const Graph& graph) {
    MutexLock lock(mutex_);
    const std::shared_ptr<Graph> bound = graph_.lock();
    if (bound.get() != &graph) {
        return Status::error(ACL_ERROR_RT_STREAM_MODEL, "stream {} is not bound to this model", stream.id());
    }
    if (bound->running()) {
        return Status::error(ACL_ERROR_RT_MODEL_RUNNING, "the model of stream {} executes, expected its end before",
                             stream.id());
    }
    if (!bound->open()) {
        steps_ = bound->takeSteps(lane_);
    }
    graph_.reset();
    ended_ = false;
    return {};
}

std::shared_ptr<Graph> PersistentTasks::model() const {
    MutexLock lock(mutex_);
    return graph_.lock();
}

uint32_t PersistentTasks::lane() const {
    MutexLock lock(mutex_);
    return lane_;
}

Status PersistentTasks::end(const UserStream& stream, const Graph& graph) {
    MutexLock lock(mutex_);
    if (graph_.lock().get() != &graph) {
        return Status::error(ACL_ERROR_RT_STREAM_MODEL, "stream {} is not bound to this model", stream.id());
    }
    if (ended_) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID, "stream {} got aclmdlRIEndTask already", stream.id());
    }
    ended_ = true;
    return {};
}

bool PersistentTasks::ended() const {
    MutexLock lock(mutex_);
    return ended_;
}

void PersistentTasks::give() {
    MutexLock lock(mutex_);
    if (const std::shared_ptr<Graph> graph = graph_.lock()) {
        graph->setSteps(lane_, std::exchange(steps_, {}));
    }
}

Status PersistentTasks::clean(const UserStream& stream) {
    MutexLock lock(mutex_);
    if (graph_.lock() != nullptr) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID,
                             "stream {} is bound to a model, expected aclmdlRIUnbindStream before", stream.id());
    }
    steps_.clear();
    ended_ = false;
    return {};
}

}  // namespace acc::rt::core
