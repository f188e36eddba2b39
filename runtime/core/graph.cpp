// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/graph.h"

#include <utility>

#include "runtime/core/context.h"
#include "runtime/core/device.h"

namespace acc::rt::core {
namespace {

// The first error of one execution, written by the end of the origin lane before the executing stream goes on.
struct Outcome {
    Status error;
};

// Counts an execution as running until the task that owns it is gone, even if that is never carried out.
class RunningMark {
public:
    explicit RunningMark(std::shared_ptr<std::atomic<uint32_t>> count) : count_(std::move(count)) {
        count_->fetch_add(1);
    }
    RunningMark(RunningMark&& other) noexcept : count_(std::exchange(other.count_, nullptr)) {}
    RunningMark& operator=(RunningMark&&) = delete;
    ~RunningMark() {
        if (count_ != nullptr) {
            count_->fetch_sub(1);
        }
    }

private:
    std::shared_ptr<std::atomic<uint32_t>> count_;
};

}  // namespace

Graph::Graph(const Context& context) : context_(&context), device_(context.device().id()) {}

Graph::~Graph() {
    for (const std::shared_ptr<Stream>& lane : lanes_) {
        lane->waitFor(lane->submitted());
        lane->abandon();
    }
}

uint32_t Graph::addLane() {
    lanes_.push_back(std::make_shared<Stream>(device_));
    return static_cast<uint32_t>(lanes_.size() - 1);
}

void Graph::addTask(uint32_t lane, std::unique_ptr<GraphTask> task) {
    nodes_.push_back({Kind::task, lane, 0, std::move(task)});
}

uint32_t Graph::addRecord(uint32_t lane) {
    const auto record = static_cast<uint32_t>(records_.size());
    records_.push_back(std::make_unique<Event>(0));
    nodes_.push_back({Kind::record, lane, record, nullptr});
    return record;
}

void Graph::addWait(uint32_t lane, uint32_t record) {
    nodes_.push_back({Kind::wait, lane, record, nullptr});
}

bool Graph::joined() const {
    std::vector<const Node*> last(lanes_.size(), nullptr);
    for (const Node& node : nodes_) {
        last[node.lane] = &node;
    }
    std::vector<bool> joined(lanes_.size(), false);
    joined[0] = true;
    // Each round joins at least one more lane, or none can be joined any more.
    for (bool changed = true; changed;) {
        changed = false;
        for (const Node& node : nodes_) {
            if (node.kind != Kind::wait || !joined[node.lane]) {
                continue;
            }
            for (size_t lane = 0; lane < lanes_.size(); ++lane) {
                if (!joined[lane] && last[lane] != nullptr && last[lane]->kind == Kind::record &&
                    last[lane]->record == node.record) {
                    joined[lane] = true;
                    changed = true;
                }
            }
        }
    }
    for (const bool lane : joined) {
        if (!lane) {
            return false;
        }
    }
    return true;
}

void Graph::execute(const std::shared_ptr<Stream>& stream) {
    RunningMark mark(running_);
    auto outcome = std::make_shared<Outcome>();
    Event begin(0);
    Event end(0);
    MutexLock lock(executeMutex_);
    const std::shared_ptr<Stream>& origin = lanes_[0];
    begin.record(stream);
    begin.waitOn(*origin);
    for (const Node& node : nodes_) {
        const std::shared_ptr<Stream>& lane = lanes_[node.lane];
        switch (node.kind) {
            case Kind::task:
                node.task->enqueue(lane);
                break;
            case Kind::record:
                records_[node.record]->record(lane);
                break;
            case Kind::wait:
                records_[node.record]->waitOn(*lane);
                break;
        }
    }
    // Runs on a lane, so this graph exists: its destruction waits for the lanes.
    origin->submitCall([this, outcome](Stream&) {
        for (const std::shared_ptr<Stream>& lane : lanes_) {
            if (Status error = lane->takeError(); outcome->error.ok()) {
                outcome->error = std::move(error);
            }
        }
    });
    end.record(origin);
    end.waitOn(*stream);
    stream->submitCall([outcome, mark = std::move(mark)](Stream& executing) {
        if (!outcome->error.ok()) {
            executing.fail(outcome->error);
        }
    });
}

Status Graph::run(Deadline deadline) {
    const auto stream = std::make_shared<Stream>(device_);
    execute(stream);
    Status status = stream->synchronize(deadline);
    if (!stream->drained()) {
        // The execution goes on, so the stream must live as long.
        MutexLock lock(executeMutex_);
        std::erase_if(abandoned_, [](const std::shared_ptr<Stream>& old) { return old->drained(); });
        abandoned_.push_back(stream);
    }
    return status;
}

}  // namespace acc::rt::core
