// SPDX-License-Identifier: Apache-2.0
// The one way tasks enter streams: every asynchronous call ends in submit(). It refuses streams of a stopped context
// and diverts to the capture when the stream takes part in one.
//
// An operation is a value with
//     void enqueue(const std::shared_ptr<Stream>&)   appends its task(s); may be called any number of times
//     auto own() const                               an operation that refers to nothing of the caller's
#pragma once

#include <memory>
#include <utility>

#include "runtime/core/capture.h"
#include "runtime/core/context.h"
#include "runtime/core/graph.h"
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

template <class Operation>
class StoredOperation final : public GraphTask {
public:
    explicit StoredOperation(Operation operation) : operation_(std::move(operation)) {}
    void enqueue(const std::shared_ptr<Stream>& stream) override { operation_.enqueue(stream); }

private:
    Operation operation_;
};

template <class Operation>
Status submit(UserStream& stream, Operation operation) {
    if (stream.capturing()) [[unlikely]] {
        if (const std::shared_ptr<Capture> capture = stream.capture()) {
            auto owned = operation.own();
            return capture->add(stream, std::make_unique<StoredOperation<decltype(owned)>>(std::move(owned)));
        }
    }
    if (stream.context().stopped()) [[unlikely]] {
        return stream.context().stopStatus();
    }
    operation.enqueue(stream.stream());
    return {};
}

template <class F>
Status submitCall(UserStream& stream, F body) {
    return submit(stream, CallOperation<F>(std::move(body)));
}

}  // namespace acc::rt::core
