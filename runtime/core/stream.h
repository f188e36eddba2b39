// SPDX-License-Identifier: Apache-2.0
// A stream: a FIFO of tasks that are carried out one after another by whichever thread is free.
//
// States (guarded by the protocol below, not by a lock):
//   idle    no task, no thread
//   active  queued in the pool, or one thread carries out tasks, or the current task is pending (a kernel's other
//   blocks,
//           an event)
// A submitter counts its task, then makes idle -> active and queues the stream. The running thread makes active -> idle
// when it finds nothing to do and then compares the counts again: a task pushed in between is seen either by that
// second look or by the submitter that finds `idle` (both sequentially consistent). So no task is ever left behind.
//
// A waiting host thread lowers wakeAt_ to the count it waits for, then looks at completed_; the running thread raises
// completed_, then looks at wakeAt_.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "acc/abi.h"
#include "runtime/base/mutex.h"
#include "runtime/base/status.h"
#include "runtime/core/task.h"
#include "runtime/core/task_queue.h"
#include "runtime/core/timer.h"
#include "runtime/exec/pool.h"

namespace acc::rt::exec {
class KernelRun;
}  // namespace acc::rt::exec

namespace acc::rt::core {

class WaitSource;

// When a wait gives up; nullopt = never.
using Deadline = std::optional<std::chrono::steady_clock::time_point>;

// A kernel launch as submitted.
struct LaunchSpec {
    const AccKernel* kernel = nullptr;
    uint32_t numBlocks = 1;
    uint32_t dynamicUbBytes = 0;
    uint64_t tilingKey = 0;
    const void* args = nullptr;  // argument block of kernel->argsSize bytes
    bool argsOnDevice = false;   // read `args` when the kernel runs (device memory) instead of copying it now
    uint64_t timeoutUs = 0;      // how long it may run; 0 = for ever
};

// The number of the last task that the calling thread submitted to any stream.
[[gnu::tls_model("initial-exec")]] inline thread_local constinit uint64_t lastSubmitted = 0;

class Stream final : public exec::Strand, public std::enable_shared_from_this<Stream> {
public:
    // `priority`: 0 (most urgent) to 7. `device`: its id, for memory checks and SoC data.
    explicit Stream(int32_t device, uint32_t priority = 0);

    // The owner must have drained or abandoned the stream; waits until no thread is inside it.
    ~Stream() override;

    // Appends a task made from `args`. Thread-safe; each submission is atomic. Blocks while kMaxQueued tasks wait.
    // Returns its number: the task is complete once completed() has reached it.
    template <class T, class... Args>
    uint64_t submit(Args&&... args) {
        static_assert(std::is_base_of_v<Task, T> && sizeof(T) <= TaskQueue::kSlotBytes);
        return push([&](void* slot) { return ::new (slot) T(std::forward<Args>(args)...); });
    }

    // Appends `body(Stream&)`, run as one task. `body` may call fail().
    template <class F>
    uint64_t submitCall(F body) {
        return submit<CallTask<F>>(std::move(body));
    }

    // Appends a kernel launch; everything in `spec` is copied except a device-side argument block.
    uint64_t launch(const LaunchSpec& spec);

    // Waits until all tasks submitted so far are complete, helping with them where that is legal, then returns the
    // first error since the last call and forgets it. At the deadline: ACL_ERROR_RT_STREAM_SYNC_TIMEOUT (507046).
    Status synchronize(Deadline deadline = std::nullopt);

    // The same wait without touching the error; false at the deadline. `sequence` counts tasks, see submitted().
    bool waitFor(uint64_t sequence, Deadline deadline = std::nullopt);

    // Takes the first unreported error.
    Status takeError();
    // Looks at it.
    bool failed() const { return failed_.load(std::memory_order_acquire); }

    // Number of tasks submitted and completed so far.
    uint64_t submitted() const { return submitted_.load(std::memory_order_acquire); }
    uint64_t completed() const { return completed_.load(std::memory_order_acquire); }
    bool drained() const { return completed() >= submitted(); }

    // Drops all queued tasks; a wait ends, anything else that runs completes. Later submissions are cancelled as well.
    void abandon();

    // Stops the current task: a wait ends, a kernel is cancelled, anything else completes. `why` becomes the kernel's
    // error.
    void stopCurrent(const Status& why);

    // Drops the queued tasks and stops the current one.
    void dropAll(const Status& why) { interrupt(submitted(), why); }

    // The same, and waits until the first `all` tasks are gone; the stream can be used again. Threads that synchronise
    // with it meanwhile get 107023. endAbort() returns false at the deadline.
    void beginAbort();
    bool endAbort(uint64_t all, Deadline deadline);

    // STOP_ON_FAILURE: called on the failing thread with the error. Set before the first submission.
    void onFailure(void (*callback)(void* user, const Status& status), void* user);

    // --- called by tasks and their completers ---

    // Keeps `status` as the stream's error unless one is pending already.
    void fail(Status status);
    // Completes a pending task and lets the stream go on: from the calling thread (`inlineRun`), or through the pool.
    void resume(bool inlineRun);

    // Called by a wait task before it waits, and with the timer of its limit; see wait.h.
    void noteWait(std::shared_ptr<WaitSource> source, uint64_t ticket) ACC_EXCLUDES(waitMutex_);
    void noteWaitTimer(uint64_t ticket, TimerId timer) ACC_EXCLUDES(waitMutex_);
    // Whether the current task is to end as soon as it can.
    bool interrupted() const {
        return abandoned_.load(std::memory_order_seq_cst) ||
               completed_.load(std::memory_order_relaxed) < interruptedUpTo_.load(std::memory_order_seq_cst);
    }

    // Called by a kernel task around its run, so that others can cancel it. The run must live until endRun() returns.
    void beginRun(exec::KernelRun& run);
    void endRun(exec::KernelRun& run);
    // Cancels the kernel of task number `task` if it runs now.
    bool cancelRun(uint64_t task, const Status& why);

    int32_t device() const { return device_; }

    // The task that is being carried out; for its completers.
    Task* current() { return queue_.front(); }

    // The number programs know the stream by; for messages and exception callbacks.
    uint32_t userId() const { return userId_; }
    void setUserId(uint32_t id) { userId_ = id; }

    // See exec::Strand.
    void run(uint64_t limit, bool kernels) override;

    // A submitter that is far ahead lets the stream catch up, so that the queue stays in cache, as long as the stream
    // makes fast progress; it blocks only behind kMaxQueued tasks.
    static constexpr uint64_t kAhead = 1024;
    static constexpr uint64_t kMaxQueued = 1u << 16;

private:
    template <class F>
    class CallTask final : public Task {
    public:
        explicit CallTask(F body) : body_(std::move(body)) {}
        Step start(Stream& stream) override {
            body_(stream);
            return Step::done;
        }

    private:
        F body_;
    };

    enum class State : uint32_t { idle, active };

    template <class Construct>
    uint64_t push(Construct construct) {
        uint64_t number = 0;
        bool full = false;
        {
            MutexLock lock(submitMutex_);
            queue_.push(construct);
            number = submitted_.fetch_add(1, std::memory_order_seq_cst) + 1;
            full = number >= roomUntil_;
        }
        lastSubmitted = number;
        if (state_.load(std::memory_order_seq_cst) == State::idle) {
            activate();
        }
        if (full) {
            throttle(number);  // only now: nobody else may be there to make the stream run
        }
        return number;
    }

    void throttle(uint64_t number);
    void activate();
    void carryOn(uint64_t limit, bool kernels);
    bool goIdle();
    Status stopped() const;
    void finishFront();
    void interrupt(uint64_t upTo, const Status& why) ACC_EXCLUDES(waitMutex_);

    const int32_t device_;
    uint32_t userId_ = 0;
    std::atomic<bool> abandoned_{false};
    std::atomic<bool> failed_{false};

    // Written by submitters.
    alignas(64) Mutex submitMutex_;
    uint64_t roomUntil_ ACC_GUARDED_BY(submitMutex_) = kAhead;
    std::atomic<uint64_t> submitted_{0};
    TaskQueue queue_;  // producers hold submitMutex_; the one consumer is the running thread

    // Written by the running thread at every task.
    alignas(64) std::atomic<uint64_t> completed_{0};

    // Written rarely.
    alignas(64) std::atomic<State> state_{State::idle};
    std::atomic<bool> hostSynchronizes_{
        false};                                 // the host waited for the last task: it will help with the next one too
    std::atomic<uint64_t> wakeAt_{UINT64_MAX};  // lowest completed() that a sleeping host thread waits for
    std::atomic<uint32_t> wakeWord_{0};         // its futex
    std::atomic<uint32_t> inside_{0};           // threads that may touch this object though it looks drained
    std::atomic<uint64_t> interruptedUpTo_{0};  // tasks up to this number are dropped or end early
    int64_t taskStartNs_ = 0;                   // for the trace
    std::atomic<uint64_t> stoppedTask_{0};      // the one that stopCurrent() was called for
    std::atomic<uint32_t> aborts_{0};
    std::atomic<uintptr_t> run_{0};  // the current kernel's KernelRun; kCancelling set while someone uses it
    Mutex waitMutex_;
    std::weak_ptr<WaitSource> waitSource_ ACC_GUARDED_BY(waitMutex_);  // of the last wait, whose task keeps it
    uint64_t waitTicket_ ACC_GUARDED_BY(waitMutex_) = 0;
    TimerId waitTimer_ ACC_GUARDED_BY(waitMutex_) = 0;
    Mutex errorMutex_;
    Status error_ ACC_GUARDED_BY(errorMutex_);
    void (*failureCallback_)(void*, const Status&) = nullptr;
    void* failureUser_ = nullptr;
};

}  // namespace acc::rt::core
