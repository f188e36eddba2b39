// SPDX-License-Identifier: Apache-2.0
// Where the submissions to a stream go that does not run them: a capture, a model build, an update of stored tasks.
#pragma once

#include "runtime/base/status.h"
#include "runtime/core/graph.h"

namespace acc::rt::core {

class UserEvent;
class UserStream;

// Thread-safe.
class TaskSink {
public:
    TaskSink() = default;
    TaskSink(const TaskSink&) = delete;
    TaskSink& operator=(const TaskSink&) = delete;
    virtual ~TaskSink() = default;

    // Stores a step that was submitted to `stream`.
    virtual Status add(UserStream& stream, GraphStep step) = 0;

    // Store an event record and a wait for an event.
    virtual Status record(UserStream& stream, UserEvent& event) = 0;
    virtual Status wait(UserStream& stream, UserEvent& event, WaitLimit limit) = 0;
};

}  // namespace acc::rt::core
