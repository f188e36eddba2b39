// SPDX-License-Identifier: Apache-2.0
// A graph ("model running instance"): lanes of steps, each lane a stream while the graph was captured or built, with
// event records and waits between them.
//
// Execution: a task of the executing stream starts the lanes and stays pending until all of them have ended; executions
// of one graph follow one another. Each lane has a stream of its own. Its steps are appended to that up to the next one
// that depends on how the execution goes (a switch, a task that may be replaced meanwhile); from there the lane goes on
// when it has reached the place. Records and waits of one execution share one EventRecord each, so it does not matter
// which of the two is appended first.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/base/mutex.h"
#include "runtime/base/status.h"
#include "runtime/core/event.h"
#include "runtime/core/graph_task.h"
#include "runtime/core/stream.h"
#include "runtime/core/wait.h"

namespace acc::rt::core {

class Context;
class Graph;
class GraphRun;

// A place to jump to. Set once, on a lane of the graph that it belongs to from then on.
struct Label {
    std::atomic<bool> placed{false};
};

// A step whose effect is chosen while the graph runs. Called on the lane's stream.
class GraphBranch {
public:
    // Where a lane goes on: at the next step, or (and it ends itself) at a label or the start of another lane.
    struct Target {
        const Label* label = nullptr;
        const void* lane = nullptr;  // the identity given to addLane()
        bool inParallel = false;     // start that lane and go on as well
    };
    virtual ~GraphBranch() = default;
    virtual Result<Target> choose() const = 0;
};

// One step of a lane.
struct GraphStep {
    enum class Kind : uint8_t { task, record, wait, label, branch };
    Kind kind = Kind::task;
    std::shared_ptr<GraphTask> task;
    uint32_t record = 0;                  // number of the record, of records and waits
    WaitLimit limit{};                    // of waits
    std::shared_ptr<Label> label;         // of labels
    std::unique_ptr<GraphBranch> branch;  // of branches
    void* event = nullptr;                // handle of the event, of records and waits
    uint32_t eventFlags = 0;
    uint64_t group = 0;  // task group, 0 = none; its tasks may be replaced during an execution
    bool disabled = false;
    std::vector<std::byte> opInfo;  // what the program attached
    std::string extendInfo;
    void* handle = nullptr;  // aclmdlRITask, once asked for
};

// Filled by a capture or a model build, then executed. Thread-safe unless noted.
class Graph final : public WaitSource, public std::enable_shared_from_this<Graph> {
public:
    enum class Origin : uint8_t { captured, built };

    Graph(const Context& context, Origin origin, bool isPart = false);
    ~Graph() override;

    const Context* context() const { return context_; }
    int32_t device() const { return device_; }
    Origin origin() const { return origin_; }
    uint32_t id() const { return id_; }

    // --- while it is being filled; the capture or build serialises these ---
    // `identity` tells lanes apart; `head`: starts with the graph rather than by a branch.
    uint32_t addLane(const void* identity = nullptr, bool head = true, uint32_t userId = 0) ACC_EXCLUDES(mutex_);
    size_t add(uint32_t lane, GraphStep step) ACC_EXCLUDES(mutex_);  // returns its index
    void clear() ACC_EXCLUDES(mutex_);
    uint32_t newRecord() { return records_++; }
    void setSteps(uint32_t lane, std::vector<GraphStep> steps) ACC_EXCLUDES(mutex_);
    std::vector<GraphStep> takeSteps(uint32_t lane) ACC_EXCLUDES(mutex_);
    // True when every lane but the first ends with a record that the first waits for, directly or through others.
    bool joined() const ACC_EXCLUDES(mutex_);
    void setOpen(bool open) { open_.store(open, std::memory_order_release); }

    bool open() const { return open_.load(std::memory_order_acquire); }
    bool empty() const ACC_EXCLUDES(mutex_);
    bool running() const { return running_->load(std::memory_order_acquire) != 0; }

    // Appends one execution to `stream`; a task's error becomes an error of that stream.
    void execute(const std::shared_ptr<Stream>& stream);

    // Executes on the graph's own stream and waits; 507046 at the deadline.
    Status run(Deadline deadline) ACC_EXCLUDES(mutex_);

    // Starts an execution when those before it are over; `done` is called at its end, on some worker.
    void start(std::function<void(const Status&)> done) ACC_EXCLUDES(mutex_);

    // Ends the current execution early.
    void stop(const Status& why) ACC_EXCLUDES(mutex_);

    // --- inspection and change; `visit` is called with the graph locked ---
    uint32_t lanes() const { return static_cast<uint32_t>(lanes_.size()); }
    template <class Visit>
    void visitSteps(uint32_t lane, Visit visit) ACC_EXCLUDES(mutex_) {
        MutexLock lock(mutex_);
        for (size_t index = 0; index < lanes_[lane].steps.size(); ++index) {
            visit(index, lanes_[lane].steps[index]);
        }
    }
    // A step; null when there is none. The caller holds mutex(), or still fills the graph.
    GraphStep* stepAt(uint32_t lane, size_t index) ACC_NO_ANALYSIS {
        return lane < lanes_.size() && index < lanes_[lane].steps.size() ? &lanes_[lane].steps[index] : nullptr;
    }
    Mutex& mutex() { return mutex_; }
    const void* laneIdentity(uint32_t lane) const { return lanes_[lane].identity; }
    // The handle by which a lane is known; made when it is asked for. Null when none is free.
    void* laneHandle(uint32_t lane) ACC_EXCLUDES(mutex_);

    std::string name() const ACC_EXCLUDES(mutex_);
    void setName(std::string name) ACC_EXCLUDES(mutex_);

    // Functions to call when the graph is destroyed by the program.
    void addDestroyCallback(aclrtCallback function, void* userData) ACC_EXCLUDES(mutex_);
    bool removeDestroyCallback(aclrtCallback function) ACC_EXCLUDES(mutex_);
    void callDestroyCallbacks() ACC_EXCLUDES(mutex_);

    // Called before each execution starts.
    void addPrologue(std::function<void()> call) ACC_EXCLUDES(mutex_);

    // Handles that become invalid with the graph: conditions, and those of its lanes, steps and parts.
    void addCondition(void* condition) ACC_EXCLUDES(mutex_);
    void retireHandles() ACC_EXCLUDES(mutex_);

    // Events used with the flag EXTERNAL, each once.
    bool claimExternal(const void* event) ACC_EXCLUDES(mutex_);

    // Graphs that belong to this one and go with it.
    void own(std::shared_ptr<Graph> part) ACC_EXCLUDES(mutex_);
    std::vector<std::shared_ptr<Graph>> parts() const ACC_EXCLUDES(mutex_);
    // Whether a part is still being captured, or was not begun.
    bool partOpen() const ACC_EXCLUDES(mutex_);
    bool isPart() const { return part_; }

    void* handle = nullptr;  // written once, before the handle is given out

protected:
    bool take(uint64_t ticket, Waiter* waiter) override;

private:
    friend class GraphRun;

    struct Lane {
        const void* identity = nullptr;
        bool head = true;
        std::vector<GraphStep> steps;
        std::shared_ptr<Stream> stream;
        void* handle = nullptr;
    };

    // Forgets the execution that has ended and makes the next one current; null without one.
    std::shared_ptr<GraphRun> next() ACC_EXCLUDES(mutex_);

    const Context* const context_;  // for comparison only
    const int32_t device_;
    const Origin origin_;
    const bool part_;
    const uint32_t id_;
    std::atomic<bool> open_{true};
    uint32_t records_ = 0;
    std::shared_ptr<std::atomic<uint32_t>> running_ = std::make_shared<std::atomic<uint32_t>>(0);
    mutable Mutex mutex_;
    std::string name_ ACC_GUARDED_BY(mutex_);
    std::vector<std::pair<aclrtCallback, void*>> destroyCallbacks_ ACC_GUARDED_BY(mutex_);
    std::vector<std::function<void()>> prologue_ ACC_GUARDED_BY(mutex_);
    std::vector<void*> conditions_ ACC_GUARDED_BY(mutex_);
    std::vector<const void*> externals_ ACC_GUARDED_BY(mutex_);
    std::vector<std::shared_ptr<Graph>> parts_ ACC_GUARDED_BY(mutex_);
    std::shared_ptr<GraphRun> current_ ACC_GUARDED_BY(mutex_);
    std::deque<std::function<void(const Status&)>> waiting_ ACC_GUARDED_BY(mutex_);
    std::vector<std::shared_ptr<Stream>> abandoned_ ACC_GUARDED_BY(mutex_);  // of run() calls that timed out
    std::vector<Lane> lanes_;  // last: their destruction waits for their tasks; the steps guarded by mutex_
};

}  // namespace acc::rt::core
