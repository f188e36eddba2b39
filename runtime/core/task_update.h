// SPDX-License-Identifier: Apache-2.0
// Groups of kernel launches in a captured graph, and their replacement by other launches.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "runtime/core/task_sink.h"

namespace acc::rt::core {

// The launches between aclmdlRICaptureTaskGrpBegin and End.
struct TaskGroup {
    std::weak_ptr<Graph> graph;
    uint32_t lane = 0;
    uint64_t id = 0;
};

// Collects what replaces the tasks of a group, one by one. Thread-safe.
class TaskUpdate final : public TaskSink {
public:
    explicit TaskUpdate(std::shared_ptr<TaskGroup> group) : group_(std::move(group)) {}

    Status add(UserStream& stream, GraphStep step) override ACC_EXCLUDES(mutex_);
    Status record(UserStream& stream, UserEvent& event) override;
    Status wait(UserStream& stream, UserEvent& event, WaitLimit limit) override;

    // Appends the task to `stream` that makes the replacement. 107033 when the numbers differ.
    Status finish(UserStream& stream) ACC_EXCLUDES(mutex_);

private:
    const std::shared_ptr<TaskGroup> group_;
    Mutex mutex_;
    std::vector<GraphStep> steps_ ACC_GUARDED_BY(mutex_);
};

}  // namespace acc::rt::core
