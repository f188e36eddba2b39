// SPDX-License-Identifier: Apache-2.0
// A captured graph ("model running instance"): tasks of one or more lanes, which were streams while it was captured,
// with event records and waits between them.
//
// Execution: each lane is an internal stream. The lane of the origin stream waits for the executing stream, the
// executing stream waits for the end of that lane; all other lanes are forked from it and joined back by captured
// events. So executions of one graph, from whatever streams, follow one another, and lanes overlap within one.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/base/mutex.h"
#include "runtime/base/status.h"
#include "runtime/core/event.h"
#include "runtime/core/stream.h"

namespace acc::rt::core {

class Context;

// A stored task: appends itself to a stream, any number of times.
class GraphTask {
public:
    GraphTask() = default;
    GraphTask(const GraphTask&) = delete;
    GraphTask& operator=(const GraphTask&) = delete;
    virtual ~GraphTask() = default;
    virtual void enqueue(const std::shared_ptr<Stream>& stream) = 0;
};

// Filled by one Capture, then immutable. execute() is thread-safe.
class Graph {
public:
    explicit Graph(const Context& context);
    ~Graph();

    const Context* context() const { return context_; }
    int32_t device() const { return device_; }

    // --- while capturing; the capture serialises these ---
    uint32_t addLane();
    void addTask(uint32_t lane, std::unique_ptr<GraphTask> task);
    uint32_t addRecord(uint32_t lane);  // returns the number of the record
    void addWait(uint32_t lane, uint32_t record);
    // True when every lane but the first ends with a record that the first waits for, directly or through others.
    bool joined() const;
    void finishCapture() { capturing_.store(false, std::memory_order_release); }

    bool capturing() const { return capturing_.load(std::memory_order_acquire); }
    bool empty() const { return nodes_.empty(); }
    bool running() const { return running_->load(std::memory_order_acquire) != 0; }

    // Appends one execution to `stream`; a task's error becomes an error of that stream.
    void execute(const std::shared_ptr<Stream>& stream) ACC_EXCLUDES(executeMutex_);

    // Executes on the graph's own stream and waits; 507046 at the deadline.
    Status run(Deadline deadline);

    void* handle = nullptr;  // written once, before the handle is given out

private:
    enum class Kind : uint8_t { task, record, wait };
    struct Node {
        Kind kind;
        uint32_t lane;
        uint32_t record;  // of records and waits
        std::unique_ptr<GraphTask> task;
    };

    const Context* const context_;  // for comparison only
    const int32_t device_;
    std::atomic<bool> capturing_{true};
    std::vector<Node> nodes_;
    std::vector<std::unique_ptr<Event>> records_;
    std::shared_ptr<std::atomic<uint32_t>> running_ = std::make_shared<std::atomic<uint32_t>>(0);
    Mutex executeMutex_;
    std::vector<std::shared_ptr<Stream>> abandoned_ ACC_GUARDED_BY(executeMutex_);  // of run() calls that timed out
    std::vector<std::shared_ptr<Stream>> lanes_;  // last: their destruction waits for their tasks
};

}  // namespace acc::rt::core
