// SPDX-License-Identifier: Apache-2.0
// A task: one entry of a stream's queue.
#pragma once

#include <cstdint>

#include "runtime/base/status.h"

namespace acc::rt::core {

class Stream;

// Built in place in the stream's queue, so a task owns everything it needs (moved in, never referenced). Its methods
// run on a worker or on a host thread that synchronises with the stream; never on two threads at once.
class Task {
public:
    enum class Step {
        done,     // complete; the stream goes on with its next task
        pending,  // will be completed by Stream::resume(), possibly already on another thread: touch nothing any more
    };

    Task() = default;
    Task(const Task&) = delete;
    Task& operator=(const Task&) = delete;
    virtual ~Task() = default;

    // Carries the task out or starts it. A failure is reported with stream.fail(); the step is done all the same.
    virtual Step start(Stream& stream) = 0;

    // True for a kernel: something that may hold its executor for long. Everything else must be short.
    virtual bool isKernel() const { return false; }

    // For the trace.
    virtual const char* name() const { return "task"; }

    // Called instead of start() when the stream was abandoned (aclrtDestroyStreamForce) or stopped.
    virtual void cancel() {}
};

}  // namespace acc::rt::core
