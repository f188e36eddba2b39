// SPDX-License-Identifier: Apache-2.0
// The one way tasks enter streams: every asynchronous call ends in submit(). It refuses streams of a stopped context
// and diverts to the capture, build or update that the stream takes part in.
//
// An operation is a value with
//     void enqueue(const std::shared_ptr<Stream>&)   appends its task(s); may be called any number of times
//     auto own() const                               an operation that refers to nothing of the caller's
// and, if there is something to tell of it once a graph stores it,
//     TaskDescription describe() const
#pragma once

#include <memory>
#include <utility>

#include "runtime/core/context.h"
#include "runtime/core/task_sink.h"
#include "runtime/core/thread_state.h"
#include "runtime/core/user_stream.h"

namespace acc::rt::core {

// An operation that runs a copyable function object body(Stream&) as one task.
template <class F>
class CallOperation {
public:
    explicit CallOperation(F body) : body_(std::move(body)) {}
    void enqueue(const std::shared_ptr<Stream>& stream) { stream->submitCall(body_); }
    CallOperation own() const { return *this; }

private:
    F body_;
};

// An operation that appends a task of type T made from copyable arguments.
template <class T, class Argument>
class TaskOperation {
public:
    explicit TaskOperation(Argument argument) : argument_(std::move(argument)) {}
    void enqueue(const std::shared_ptr<Stream>& stream) { stream->submit<T>(argument_); }
    TaskOperation own() const { return *this; }

private:
    Argument argument_;
};

// For aclrtGetThreadLastTaskId.
inline void noteSubmission(const UserStream& stream) {
    if (!stream.isDefault()) {
        threadState().lastTaskId = static_cast<uint32_t>(lastSubmitted);
    }
}

template <class Operation>
class StoredOperation final : public GraphTask {
public:
    explicit StoredOperation(Operation operation) : operation_(std::move(operation)) {}
    void enqueue(const std::shared_ptr<Stream>& stream) override { operation_.enqueue(stream); }
    TaskDescription describe() const override {
        if constexpr (requires { operation_.describe(); }) {
            return operation_.describe();
        } else {
            return {};
        }
    }

private:
    Operation operation_;
};

// An operation as a graph keeps it.
template <class Operation>
std::shared_ptr<GraphTask> store(Operation operation) {
    return std::make_shared<StoredOperation<Operation>>(std::move(operation));
}

template <class Operation>
Status submit(UserStream& stream, Operation operation) {
    if (stream.diverted()) [[unlikely]] {
        if (const std::shared_ptr<TaskSink> sink = stream.sink()) {
            auto owned = operation.own();
            GraphStep step;
            step.task = store(std::move(owned));
            return sink->add(stream, std::move(step));
        }
    }
    if (stream.context().stopped()) [[unlikely]] {
        return stream.context().stopStatus();
    }
    operation.enqueue(stream.stream());
    noteSubmission(stream);
    return {};
}

template <class F>
Status submitCall(UserStream& stream, F body) {
    return submit(stream, CallOperation<F>(std::move(body)));
}

}  // namespace acc::rt::core
