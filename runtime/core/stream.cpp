// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/stream.h"

#include <algorithm>
#include <thread>

#include "acl/acl_base_rt.h"
#include "runtime/base/futex.h"
#include "runtime/core/kernel_task.h"
#include "runtime/core/trace.h"
#include "runtime/core/value_wait.h"
#include "runtime/core/wait.h"
#include "runtime/exec/kernel_run.h"

namespace acc::rt::core {
namespace {

using exec::Pool;

constexpr aclError kStreamSyncTimeout = 507046;

// How long a host thread spins before it sleeps: longer than a futex wake-up, see DESIGN in runtime/README.md.
constexpr uint32_t kHostSpinSteps = 4000;
// How long a worker stays with an empty stream: a program that launches in a loop then needs no hand-over per launch.
constexpr uint32_t kLingerSteps = 60;
// How long a submitter that is ahead waits for a stream to complete the next kThrottleTasks.
constexpr uint32_t kThrottleSteps = 500;
constexpr uint64_t kThrottleTasks = 16;
// Mark in Stream::run_: a thread is about to cancel the run, which must stay.
constexpr uintptr_t kCancelling = 1;

}  // namespace

Stream::Stream(int32_t device, uint32_t priority) : Strand(priority), device_(device) {}

Stream::~Stream() {
    for (uint32_t step = 0; state_.load(std::memory_order_seq_cst) != State::idle ||
                            inside_.load(std::memory_order_seq_cst) != 0 || !drained();
         ++step) {
        if (step < kHostSpinSteps) {
            spinStep(step);
        } else {
            std::this_thread::yield();
        }
    }
}

uint64_t Stream::launch(const LaunchSpec& spec) {
    return submit<KernelTask>(*this, spec);
}

void Stream::throttle(uint64_t number) {
    // With several submitters, later tasks than this one may be complete already.
    auto ahead = [&](uint64_t done) { return number > done ? number - done : 0; };
    uint64_t done = completed();
    for (uint32_t step = 0; ahead(completed()) > kAhead / 2 && step < kThrottleSteps; ++step) {
        spinStep(step);
        if (completed() - done >= kThrottleTasks) {
            step = 0;
            done = completed();
        }
    }
    done = completed();
    if (ahead(done) >= kMaxQueued) {
        waitFor(number - kMaxQueued / 2);
        done = completed();
    }
    MutexLock lock(submitMutex_);
    roomUntil_ = std::max({roomUntil_, done + kAhead, number + kAhead / 2});
}

void Stream::activate() {
    State expected = State::idle;
    inside_.fetch_add(1, std::memory_order_seq_cst);
    if (state_.compare_exchange_strong(expected, State::active, std::memory_order_seq_cst)) {
        // The queue's front is the consumer's to look at: the one that has just become active.
        Task* front = queue_.front();
        shortTaskNext.store(front != nullptr && !front->isKernel(), std::memory_order_relaxed);
        Pool::instance().ready(*this, hostSynchronizes_.load(std::memory_order_relaxed));
        hostSynchronizes_.store(false, std::memory_order_relaxed);
    }
    inside_.fetch_sub(1, std::memory_order_seq_cst);
}

void Stream::run(uint64_t limit, bool kernels) {
    inside_.fetch_add(1, std::memory_order_seq_cst);
    carryOn(limit, kernels);
    inside_.fetch_sub(1, std::memory_order_seq_cst);
}

// True when the stream stays idle, or another thread took it.
bool Stream::goIdle() {
    state_.store(State::idle, std::memory_order_seq_cst);
    if (submitted_.load(std::memory_order_seq_cst) == completed_.load(std::memory_order_relaxed)) {
        return true;
    }
    State expected = State::idle;
    return !state_.compare_exchange_strong(expected, State::active, std::memory_order_seq_cst);
}

void Stream::carryOn(uint64_t limit, bool kernels) {
    Pool& pool = Pool::instance();
    std::atomic<uint64_t>& progress = exec::Executor::current().progress;
    while (true) {
        Task* task = queue_.front();
        if (task == nullptr && limit == UINT64_MAX && !hostSynchronizes_.load(std::memory_order_relaxed)) {
            for (uint32_t step = 0; step < kLingerSteps && task == nullptr && !pool.workWaits(); ++step) {
                cpuPause();
                task = queue_.front();
            }
        }
        if (task == nullptr) {
            if (goIdle()) {
                return;
            }
            continue;
        }
        if (completed_.load(std::memory_order_relaxed) >= limit || (!kernels && task->isKernel())) {
            shortTaskNext.store(!task->isKernel(), std::memory_order_relaxed);
            pool.ready(*this);
            return;
        }
        if (abandoned_.load(std::memory_order_acquire) ||
            completed_.load(std::memory_order_relaxed) < interruptedUpTo_.load(std::memory_order_relaxed))
            [[unlikely]] {
            task->cancel();
            if (task->isKernel() &&
                completed_.load(std::memory_order_relaxed) + 1 == stoppedTask_.load(std::memory_order_relaxed)) {
                fail(stopped());
            }
        } else {
            if (trace::on()) [[unlikely]] {
                taskStartNs_ = trace::now();
            }
            if (task->start(*this) == Task::Step::pending) {
                return;
            }
        }
        progress.store(progress.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
        finishFront();
    }
}

void Stream::finishFront() {
    if (taskStartNs_ != 0) [[unlikely]] {
        trace::task(queue_.front()->name(), device_, userId_, std::exchange(taskStartNs_, 0));
    }
    queue_.pop();
    const uint64_t completed = completed_.load(std::memory_order_relaxed) + 1;
    completed_.store(completed, std::memory_order_seq_cst);
    lookAtValueWaits();
    if (completed >= wakeAt_.load(std::memory_order_seq_cst)) {
        wakeAt_.store(UINT64_MAX, std::memory_order_seq_cst);
        wakeWord_.fetch_add(1, std::memory_order_seq_cst);
        futexWake(wakeWord_, UINT32_MAX);
    }
}

void Stream::resume(bool inlineRun) {
    inside_.fetch_add(1, std::memory_order_seq_cst);
    finishFront();
    if (inlineRun) {
        carryOn(exec::strandLimit, true);
    } else if (submitted_.load(std::memory_order_seq_cst) != completed_.load(std::memory_order_relaxed) || !goIdle()) {
        Task* front = queue_.front();
        shortTaskNext.store(front != nullptr && !front->isKernel(), std::memory_order_relaxed);
        Pool::instance().ready(*this);
    }
    inside_.fetch_sub(1, std::memory_order_seq_cst);
}

bool Stream::waitFor(uint64_t sequence, Deadline deadline) {
    if (completed() >= sequence) {
        return true;
    }
    Pool& pool = Pool::instance();
    // A helper may be held by a kernel for as long as that runs, so a thread with a deadline only waits.
    const bool mayHelp = !deadline && pool.helpersAllowed() && !exec::insideKernel();
    hostSynchronizes_.store(mayHelp && sequence == submitted(), std::memory_order_relaxed);
    const uint64_t outerLimit = std::exchange(exec::strandLimit, sequence);
    bool reached = false;
    for (uint32_t step = 0; step < kHostSpinSteps && !reached; ++step) {
        reached = completed() >= sequence;
        if (!reached && mayHelp && pool.help(*this, sequence)) {
            step = 0;
        } else if (!reached) {
            spinStep(step);
        }
    }
    exec::strandLimit = outerLimit;
    while (!reached) {
        const uint32_t word = wakeWord_.load(std::memory_order_seq_cst);
        uint64_t lowest = wakeAt_.load(std::memory_order_seq_cst);
        while (lowest > sequence && !wakeAt_.compare_exchange_weak(lowest, sequence, std::memory_order_seq_cst)) {
        }
        if (completed_.load(std::memory_order_seq_cst) >= sequence) {
            return true;
        }
        if (deadline && std::chrono::steady_clock::now() >= *deadline) {
            return false;
        }
        futexWait(wakeWord_, word, deadline);
    }
    return true;
}

Status Stream::synchronize(Deadline deadline) {
    const uint64_t target = submitted();
    const uint32_t aborts = aborts_.load(std::memory_order_acquire);
    const bool reached = waitFor(target, deadline);
    if (aborts_.load(std::memory_order_acquire) != aborts) [[unlikely]] {
        return Status::error(ACL_ERROR_RT_STREAM_ABORT, "stream {} was aborted meanwhile", userId_);
    }
    if (!reached) {
        return Status::error(kStreamSyncTimeout, "{} of the stream's tasks are not complete when the timeout expires",
                             target - completed());
    }
    return takeError();
}

Status Stream::takeError() {
    if (!failed_.load(std::memory_order_acquire)) {
        return {};
    }
    MutexLock lock(errorMutex_);
    failed_.store(false, std::memory_order_release);
    return std::exchange(error_, Status());
}

void Stream::fail(Status status) {
    {
        MutexLock lock(errorMutex_);
        if (!failed_.load(std::memory_order_relaxed)) {
            error_ = status;
            failed_.store(true, std::memory_order_release);
        }
    }
    if (failureCallback_ != nullptr) {
        failureCallback_(failureUser_, status);
    }
}

void Stream::onFailure(void (*callback)(void* user, const Status& status), void* user) {
    failureUser_ = user;
    failureCallback_ = callback;
}

Status Stream::stopped() const {
    return Status::error(ACL_ERROR_RT_STREAM_ABORT,
                         "the kernel was ended by aclrtStreamStop or aclrtStreamAbort of stream {}", userId_);
}

void Stream::abandon() {
    abandoned_.store(true, std::memory_order_seq_cst);
    interrupt(0, {});
}

void Stream::stopCurrent(const Status& why) {
    const uint64_t task = completed() + 1;
    stoppedTask_.store(task, std::memory_order_seq_cst);
    interrupt(task, why);
}

void Stream::beginAbort() {
    aborts_.fetch_add(1, std::memory_order_acq_rel);
    dropAll(Status::error(ACL_ERROR_RT_STREAM_ABORT, "stream {} was aborted", userId_));
}

bool Stream::endAbort(uint64_t all, Deadline deadline) {
    const bool reached = waitFor(all, deadline);
    const Status dropped = takeError();
    static_cast<void>(dropped.ok());
    return reached;
}

void Stream::interrupt(uint64_t upTo, const Status& why) {
    uint64_t before = interruptedUpTo_.load(std::memory_order_seq_cst);
    while (before < upTo && !interruptedUpTo_.compare_exchange_weak(before, upTo, std::memory_order_seq_cst)) {
    }
    std::shared_ptr<WaitSource> source;
    uint64_t ticket = 0;
    {
        MutexLock lock(waitMutex_);
        source = waitSource_.lock();
        ticket = waitTicket_;
    }
    if (source != nullptr) {
        source->drop(ticket, {});
    }
    if (!why.ok()) {
        cancelRun(completed() + 1, why);
    }
}

void Stream::noteWait(std::shared_ptr<WaitSource> source, uint64_t ticket) {
    TimerId timer = 0;
    {
        MutexLock lock(waitMutex_);
        waitSource_ = source;
        waitTicket_ = ticket;
        timer = std::exchange(waitTimer_, 0);
    }
    cancelTimer(timer);
}

void Stream::noteWaitTimer(uint64_t ticket, TimerId timer) {
    MutexLock lock(waitMutex_);
    if (waitTicket_ == ticket) {
        waitTimer_ = timer;
    }
}

// The run is published, then the marks of an interrupt are read; interrupt() writes its mark, then looks for a run.
void Stream::beginRun(exec::KernelRun& run) {
    run_.store(reinterpret_cast<uintptr_t>(&run), std::memory_order_seq_cst);
    if (completed() < interruptedUpTo_.load(std::memory_order_seq_cst)) [[unlikely]] {
        run.cancel(stopped());
    }
}

void Stream::endRun(exec::KernelRun& run) {
    const auto value = reinterpret_cast<uintptr_t>(&run);
    uintptr_t expected = value;
    for (uint32_t step = 0; !run_.compare_exchange_weak(expected, 0, std::memory_order_seq_cst); ++step) {
        spinStep(step);
        expected = value;
    }
}

bool Stream::cancelRun(uint64_t task, const Status& why) {
    uintptr_t value = run_.load(std::memory_order_seq_cst);
    for (uint32_t step = 0; value != 0; ++step) {
        const uintptr_t free = value & ~kCancelling;
        value = free;
        if (run_.compare_exchange_weak(value, free | kCancelling, std::memory_order_seq_cst)) {
            const bool current = completed() + 1 == task;
            if (current) {
                // NOLINTNEXTLINE(performance-no-int-to-ptr)
                reinterpret_cast<exec::KernelRun*>(free)->cancel(why);
            }
            run_.store(free, std::memory_order_seq_cst);
            return current;
        }
        spinStep(step);
        value = run_.load(std::memory_order_seq_cst);
    }
    return false;
}

}  // namespace acc::rt::core
