// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/graph.h"

#include <algorithm>
#include <utility>

#include "runtime/core/condition.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/core/graph_step_ref.h"
#include "runtime/core/runtime.h"

namespace acc::rt::core {
namespace {

// Steps that are appended to a lane at once.
constexpr size_t kChunk = 512;

std::atomic<uint32_t> nextGraphId{1};

// Counts an execution as running until the task that owns it is gone, even if that is never carried out.
class RunningMark {
public:
    explicit RunningMark(std::shared_ptr<std::atomic<uint32_t>> count) : count_(std::move(count)) {
        count_->fetch_add(1);
    }
    ~RunningMark() { count_->fetch_sub(1); }
    RunningMark(const RunningMark&) = delete;
    RunningMark& operator=(const RunningMark&) = delete;

private:
    const std::shared_ptr<std::atomic<uint32_t>> count_;
};

}  // namespace

// One execution. Lives until its last lane has ended; refers to the graph, which whoever waits for the execution keeps.
class GraphRun : public std::enable_shared_from_this<GraphRun> {
public:
    GraphRun(Graph& graph, std::function<void(const Status&)> done) : graph_(graph), done_(std::move(done)) {
        records_.reserve(graph.records_);
        for (uint32_t index = 0; index < graph.records_; ++index) {
            records_.push_back(std::make_shared<EventRecord>());
        }
    }

    void begin() {
        {
            MutexLock lock(graph_.mutex_);
            for (const std::function<void()>& call : graph_.prologue_) {
                call();
            }
        }
        const auto heads = std::count_if(graph_.lanes_.begin(), graph_.lanes_.end(),
                                         [](const Graph::Lane& lane) { return lane.head; });
        active_.store(static_cast<uint32_t>(heads) + 1);
        for (uint32_t lane = 0; lane < graph_.lanes_.size(); ++lane) {
            if (graph_.lanes_[lane].head) {
                play(lane, 0);
            }
        }
        laneEnded();  // the additional one: without head lanes nothing else would end the execution
    }

    // Appends steps of a lane, from step `at` up to where it has to look again.
    void play(uint32_t lane, size_t at) {
        if (!append(lane, at)) {
            laneEnded();
        }
    }

    void stop(const Status& why) ACC_REQUIRES(graph_.mutex_) {
        stopped_ = true;
        stopReason_ = why;
        for (const Graph::Lane& lane : graph_.lanes_) {
            lane.stream->dropAll(why);
        }
    }

    // Chooses where a lane goes on after the branch at `at`.
    void branch(Stream& stream, uint32_t lane, size_t at) {
        Result<GraphBranch::Target> chosen = GraphBranch::Target();
        {
            MutexLock lock(graph_.mutex_);
            chosen = graph_.lanes_[lane].steps[at].branch->choose();
        }
        if (!chosen.ok()) {
            stream.fail(chosen.status());
            laneEnded();
            return;
        }
        uint32_t target = lane;
        size_t place = at + 1;
        if (!find(chosen.value(), &target, &place)) {
            stream.fail(Status::error(ACL_ERROR_RT_MODEL_EXECUTE,
                                      "a switch goes to a stream or label that the model "
                                      "does not have"));
            laneEnded();
            return;
        }
        if (chosen.value().inParallel) {
            active_.fetch_add(1);
            play(target, place);
            play(lane, at + 1);
            return;
        }
        play(target, place);
    }

    void laneEnded() {
        if (active_.fetch_sub(1) != 1) {
            return;
        }
        Status first;
        for (const Graph::Lane& lane : graph_.lanes_) {
            if (Status error = lane.stream->takeError(); first.ok()) {
                first = std::move(error);
            }
        }
        {
            MutexLock lock(graph_.mutex_);
            if (stopped_ && first.ok()) {
                first = stopReason_;
            }
        }
        const std::shared_ptr<GraphRun> following = graph_.next();
        // The graph may be gone after this, unless there is a following execution, whose owner keeps it.
        std::exchange(done_, nullptr)(first);
        if (following != nullptr) {
            following->begin();
        }
    }

private:
    // Goes on with a lane when its stream has reached this place; dropped, it ends the lane.
    class LaneTask final : public Task {
    public:
        enum class Then : uint8_t { goOn, choose, end };
        LaneTask(std::shared_ptr<GraphRun> run, uint32_t lane, size_t at, Then then)
            : run_(std::move(run)), lane_(lane), at_(at), then_(then) {}
        Step start(Stream& stream) override {
            switch (then_) {
                case Then::goOn:
                    run_->play(lane_, at_);
                    break;
                case Then::choose:
                    run_->branch(stream, lane_, at_);
                    break;
                case Then::end:
                    run_->laneEnded();
                    break;
            }
            return Step::done;
        }
        void cancel() override { run_->laneEnded(); }

    private:
        const std::shared_ptr<GraphRun> run_;
        const uint32_t lane_;
        const size_t at_;
        const Then then_;
    };

    bool append(uint32_t laneIndex, size_t at) ACC_EXCLUDES(graph_.mutex_) {
        using Kind = GraphStep::Kind;
        using Then = LaneTask::Then;
        MutexLock lock(graph_.mutex_);
        Graph::Lane& lane = graph_.lanes_[laneIndex];
        const std::shared_ptr<Stream>& stream = lane.stream;
        const auto then = [&](size_t place, Then what) {
            stream->submit<LaneTask>(shared_from_this(), laneIndex, place, what);
        };
        const size_t first = at;
        for (; !stopped_ && at < lane.steps.size(); ++at) {
            GraphStep& step = lane.steps[at];
            // What may be replaced during the execution is read as late as possible.
            const bool enters = step.group != 0 && at != first && lane.steps[at - 1].group != step.group;
            if (enters || at - first == kChunk) {
                then(at, Then::goOn);
                return true;
            }
            if (step.kind == Kind::branch) {
                then(at, Then::choose);
                return true;
            }
            if (step.disabled) {
                continue;
            }
            if (step.kind == Kind::task) {
                step.task->enqueue(stream);
            } else if (step.kind == Kind::record) {
                submitRecord(*stream, records_[step.record]);
            } else if (step.kind == Kind::wait) {
                waitForRecord(*stream, records_[step.record], step.limit);
            }
        }
        if (stopped_) {
            return false;
        }
        then(at, Then::end);
        return true;
    }

    bool find(const GraphBranch::Target& target, uint32_t* lane, size_t* at) {
        if (target.label == nullptr && target.lane == nullptr) {
            return true;
        }
        MutexLock lock(graph_.mutex_);
        for (uint32_t index = 0; index < graph_.lanes_.size(); ++index) {
            const Graph::Lane& candidate = graph_.lanes_[index];
            if (target.lane != nullptr && candidate.identity == target.lane) {
                *lane = index;
                *at = 0;
                return true;
            }
            for (size_t place = 0; target.label != nullptr && place < candidate.steps.size(); ++place) {
                if (candidate.steps[place].label.get() == target.label) {
                    *lane = index;
                    *at = place + 1;
                    return true;
                }
            }
        }
        return false;
    }

    Graph& graph_;
    std::function<void(const Status&)> done_;
    std::vector<std::shared_ptr<EventRecord>> records_;
    std::atomic<uint32_t> active_{0};  // lanes that have not ended
    bool stopped_ = false;             // these two guarded by the graph's mutex
    Status stopReason_;
};

namespace {

// One execution in a stream's queue.
class ExecuteTask final : public Task {
public:
    ExecuteTask(std::shared_ptr<Graph> graph, const std::shared_ptr<std::atomic<uint32_t>>& running)
        : graph_(std::move(graph)), mark_(running) {}
    const char* name() const override { return "graph"; }
    Step start(Stream& stream) override {
        Graph& graph = *graph_;
        return startWait(stream, graph_, WaitLimit::zero(), [&](const Waiter& waiter) {
            graph.start([executing = waiter.stream](const Status& error) {
                if (!error.ok()) {
                    executing->fail(error);
                }
                executing->resume(false);
            });
            return true;
        });
    }

private:
    std::shared_ptr<Graph> graph_;
    RunningMark mark_;
};

}  // namespace

Graph::Graph(const Context& context, Origin origin, bool isPart)
    : context_(&context),
      device_(context.device().id()),
      origin_(origin),
      part_(isPart),
      id_(nextGraphId.fetch_add(1)) {}

Graph::~Graph() {
    for (const Lane& lane : lanes_) {
        lane.stream->waitFor(lane.stream->submitted());
        lane.stream->abandon();
    }
}

uint32_t Graph::addLane(const void* identity, bool head, uint32_t userId) {
    auto stream = std::make_shared<Stream>(device_);
    stream->setUserId(userId);
    MutexLock lock(mutex_);
    lanes_.push_back({identity, head, {}, std::move(stream), nullptr});
    return static_cast<uint32_t>(lanes_.size() - 1);
}

size_t Graph::add(uint32_t lane, GraphStep step) {
    MutexLock lock(mutex_);
    lanes_[lane].steps.push_back(std::move(step));
    return lanes_[lane].steps.size() - 1;
}

void Graph::clear() {
    std::vector<Lane> old;
    MutexLock lock(mutex_);
    old.swap(lanes_);
    records_ = 0;
    setOpen(true);
}

void Graph::setSteps(uint32_t lane, std::vector<GraphStep> steps) {
    MutexLock lock(mutex_);
    lanes_[lane].steps = std::move(steps);
}

std::vector<GraphStep> Graph::takeSteps(uint32_t lane) {
    MutexLock lock(mutex_);
    return std::exchange(lanes_[lane].steps, {});
}

bool Graph::empty() const {
    MutexLock lock(mutex_);
    return std::all_of(lanes_.begin(), lanes_.end(), [](const Lane& lane) { return lane.steps.empty(); });
}

bool Graph::joined() const {
    MutexLock lock(mutex_);
    std::vector<bool> joined(lanes_.size(), false);
    joined[0] = true;
    const auto endsWith = [](const Lane& lane, uint32_t record) {
        return !lane.steps.empty() && lane.steps.back().kind == GraphStep::Kind::record &&
               lane.steps.back().record == record;
    };
    // Each round joins at least one more lane, or none can be joined any more.
    for (bool changed = true; std::exchange(changed, false);) {
        for (size_t from = 0; from < lanes_.size(); ++from) {
            if (!joined[from]) {
                continue;
            }
            for (const GraphStep& step : lanes_[from].steps) {
                for (size_t lane = 0; lane < lanes_.size() && step.kind == GraphStep::Kind::wait; ++lane) {
                    if (!joined[lane] && endsWith(lanes_[lane], step.record)) {
                        joined[lane] = true;
                        changed = true;
                    }
                }
            }
        }
    }
    return std::find(joined.begin(), joined.end(), false) == joined.end();
}

void Graph::execute(const std::shared_ptr<Stream>& stream) {
    stream->submit<ExecuteTask>(shared_from_this(), running_);
}

Status Graph::run(Deadline deadline) {
    const auto stream = std::make_shared<Stream>(device_);
    execute(stream);
    Status status = stream->synchronize(deadline);
    if (!stream->drained()) {
        // The execution goes on, so the stream must live as long.
        MutexLock lock(mutex_);
        std::erase_if(abandoned_, [](const std::shared_ptr<Stream>& old) { return old->drained(); });
        abandoned_.push_back(stream);
    }
    return status;
}

void Graph::start(std::function<void(const Status&)> done) {
    std::shared_ptr<GraphRun> run;
    {
        MutexLock lock(mutex_);
        if (current_ != nullptr) {
            waiting_.push_back(std::move(done));
            return;
        }
        current_ = std::make_shared<GraphRun>(*this, std::move(done));
        run = current_;
    }
    run->begin();
}

std::shared_ptr<GraphRun> Graph::next() {
    MutexLock lock(mutex_);
    current_ = nullptr;
    if (!waiting_.empty()) {
        current_ = std::make_shared<GraphRun>(*this, std::move(waiting_.front()));
        waiting_.pop_front();
    }
    return current_;
}

void Graph::stop(const Status& why) ACC_NO_ANALYSIS {
    MutexLock lock(mutex_);
    if (current_ != nullptr) {
        current_->stop(why);
    }
}

// Stopping an executing stream stops the execution, whose end resumes the stream.
bool Graph::take(uint64_t, Waiter*) {
    stop(Status::error(ACL_ERROR_RT_MODEL_ABORT_NORMAL, "the execution was stopped with its stream"));
    return false;
}

std::string Graph::name() const {
    MutexLock lock(mutex_);
    return name_;
}

void Graph::setName(std::string name) {
    MutexLock lock(mutex_);
    name_ = std::move(name);
}

void Graph::addDestroyCallback(aclrtCallback function, void* userData) {
    MutexLock lock(mutex_);
    destroyCallbacks_.emplace_back(function, userData);
}

bool Graph::removeDestroyCallback(aclrtCallback function) {
    MutexLock lock(mutex_);
    return std::erase_if(destroyCallbacks_, [&](const auto& entry) { return entry.first == function; }) != 0;
}

void Graph::callDestroyCallbacks() {
    std::vector<std::pair<aclrtCallback, void*>> calls;
    {
        MutexLock lock(mutex_);
        calls.swap(destroyCallbacks_);
    }
    for (const auto& [function, userData] : calls) {
        function(userData);
    }
}

void Graph::addCondition(void* condition) {
    MutexLock lock(mutex_);
    conditions_.push_back(condition);
}

void* Graph::laneHandle(uint32_t lane) {
    MutexLock lock(mutex_);
    if (lanes_[lane].handle == nullptr) {
        lanes_[lane].handle = runtime().graphLanes.insert(std::make_shared<GraphLaneRef>(weak_from_this(), lane));
    }
    return lanes_[lane].handle;
}

void Graph::retireHandles() {
    for (const std::shared_ptr<Graph>& part : parts()) {
        const auto removed = runtime().graphs.remove(part->handle);
        part->retireHandles();
    }
    MutexLock lock(mutex_);
    for (void* condition : conditions_) {
        const auto removed = runtime().conditions.remove(condition);
    }
    for (const Lane& lane : lanes_) {
        const auto removed = runtime().graphLanes.remove(lane.handle);
        for (const GraphStep& step : lane.steps) {
            const auto removedStep = runtime().graphSteps.remove(step.handle);
        }
    }
}

bool Graph::claimExternal(const void* event) {
    MutexLock lock(mutex_);
    if (std::find(externals_.begin(), externals_.end(), event) != externals_.end()) {
        return false;
    }
    externals_.push_back(event);
    return true;
}

void Graph::own(std::shared_ptr<Graph> part) {
    MutexLock lock(mutex_);
    parts_.push_back(std::move(part));
}

void Graph::addPrologue(std::function<void()> call) {
    MutexLock lock(mutex_);
    prologue_.push_back(std::move(call));
}

std::vector<std::shared_ptr<Graph>> Graph::parts() const {
    MutexLock lock(mutex_);
    return parts_;
}

bool Graph::partOpen() const {
    MutexLock lock(mutex_);
    return std::any_of(parts_.begin(), parts_.end(),
                       [](const std::shared_ptr<Graph>& part) { return part->open() || part->partOpen(); });
}

}  // namespace acc::rt::core
