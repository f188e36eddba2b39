// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/task_update.h"

#include "runtime/core/user_stream.h"

namespace acc::rt::core {
namespace {

Status onlyLaunches(const UserStream& stream) {
    return Status::error(ACL_ERROR_STREAM_TASK_GROUP_STATUS,
                         "stream {} updates a task group, expected kernel launches only before "
                         "aclmdlRICaptureTaskUpdateEnd",
                         stream.id());
}

}  // namespace

Status TaskUpdate::add(UserStream& stream, GraphStep step) {
    if (step.task == nullptr || step.task->describe().type != ACL_MODEL_RI_TASK_KERNEL) {
        return onlyLaunches(stream);
    }
    MutexLock lock(mutex_);
    steps_.push_back(std::move(step));
    return {};
}

Status TaskUpdate::record(UserStream& stream, UserEvent&) {
    return onlyLaunches(stream);
}

Status TaskUpdate::wait(UserStream& stream, UserEvent&, WaitLimit) {
    return onlyLaunches(stream);
}

Status TaskUpdate::finish(UserStream& stream) {
    const std::shared_ptr<Graph> graph = group_->graph.lock();
    if (graph == nullptr) {
        return Status::error(ACL_ERROR_RT_INVALID_HANDLE, "the graph of the task group was destroyed");
    }
    auto steps = std::make_shared<std::vector<GraphStep>>();
    {
        MutexLock lock(mutex_);
        steps->swap(steps_);
    }
    size_t wanted = 0;
    graph->visitSteps(group_->lane, [&](size_t, const GraphStep& step) { wanted += step.group == group_->id ? 1 : 0; });
    if (steps->size() != wanted) {
        return Status::error(ACL_ERROR_STREAM_TASK_GROUP_STATUS,
                             "the update has {} tasks, expected {}: as many as the task group", steps->size(), wanted);
    }
    stream.stream()->submitCall([group = group_, steps](Stream&) {
        if (const std::shared_ptr<Graph> live = group->graph.lock()) {
            auto next = steps->begin();
            live->visitSteps(group->lane, [&](size_t, GraphStep& step) {
                if (step.group == group->id) {
                    step.task.swap((next++)->task);
                }
            });
        }
    });
    return {};
}

}  // namespace acc::rt::core
