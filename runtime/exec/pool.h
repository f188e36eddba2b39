// SPDX-License-Identifier: Apache-2.0
// The process-wide pool of worker threads and what they take work from: ready streams (strands) and open kernel runs.
//
// Who runs what:
//   worker    takes the most urgent open run or ready strand; there are ACC_WORKERS of them (default: one per CPU)
//   helper    a host thread that waits for a strand claims it, or joins its kernel, instead of sleeping
//   service   one thread that carries out tasks other than kernels while all slots are taken by kernels
//   extra     workers that the monitor adds while work waits and no executor makes progress (a kernel that spins until
//             the host or another stream does something), retired when they find nothing to do
// At most `slots` executors are busy at once, one per worker; so helpers do not oversubscribe the CPUs.
//
// Waking: everything that makes work available ends in notify() or, when a host thread is expected to take it at once,
// in wake(). Both bump the epoch that idle workers sleep on; a worker reads it before it looks at the count of waiting
// work and sleeps only while it has that value, so work that appears in between is never missed. A worker that is only
// woken watches for a moment whether the host thread comes. One notify wakes one worker; a worker that takes work and
// sees more notifies again.
//
// Joining kernels: a second thread in a kernel of a microsecond makes it slower, since the two compete for its
// counters. So opening a run tells nobody while a worker spins, which looks by itself and joins a run it has seen
// before.
#pragma once

#include <pthread.h>

#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "runtime/base/futex.h"
#include "runtime/base/mutex.h"
#include "runtime/exec/kernel_run.h"

namespace acc::rt::exec {

class Fiber;

// A sequence of tasks that one thread at a time carries out: a stream, as the pool sees it.
class Strand {
public:
    explicit Strand(uint32_t priority) : priority_(priority) {}
    virtual ~Strand() = default;

    // Carries out tasks until none is left, one is pending, `limit` tasks are complete in all, or (unless `kernels`)
    // the next one is a kernel. Called by the thread that took the strand from the pool.
    virtual void run(uint64_t limit, bool kernels) = 0;

    uint32_t priority() const { return priority_; }

    // True while the next task is known to be something short (copy, event, ...): the service thread may take it.
    std::atomic<bool> shortTaskNext{false};

private:
    friend class Pool;
    const uint32_t priority_;
    // Guarded by the pool's lock.
    std::atomic<bool> queued_{false};
    Strand* previous_ = nullptr;
    Strand* next_ = nullptr;
};

// A thread that executes blocks: a worker, or a host thread while it helps. Owns the fibers that are on it.
class Executor {
public:
    // The calling thread's executor, made on first use.
    static Executor& current();

    Executor();
    ~Executor();
    Executor(const Executor&) = delete;
    Executor& operator=(const Executor&) = delete;

    Fiber& takeFiber();
    void giveFiber(Fiber& fiber);

    // Any thread: lets `fiber`, which is parked here, go on.
    void unpark(Fiber& fiber);
    // A fiber that may go on, or null.
    Fiber* takeUnparked();
    // Waits until unpark() is called.
    void waitUnparked();

    uint32_t parked = 0;                // fibers of the current run that are parked here
    std::atomic<uint64_t> progress{0};  // bumped at every block and task, for the monitor
    std::atomic<KernelRun*> running{nullptr};
    std::atomic<bool> cancelled{false};  // the run has failed: the monitor interrupts the thread until it leaves it
    const pthread_t thread = pthread_self();

private:
    std::vector<std::unique_ptr<Fiber>> fibers_;
    std::vector<Fiber*> free_;
    Mutex mutex_;
    std::deque<Fiber*> unparked_ ACC_GUARDED_BY(mutex_);
    std::atomic<uint32_t> word_{0};
};

// While a host thread helps, how far it carries its strand; unlimited on workers. Completions that go on with a strand
// on the calling thread keep to it.
extern thread_local uint64_t strandLimit;

class Pool {
public:
    // Starts the workers on first use. Never destroyed: the process may end while workers run.
    static Pool& instance();

    // Queues a strand that has tasks to carry out and no thread. `quietly`: a host thread will probably claim it at
    // once, so workers take it only if it is still there after about two microseconds.
    void ready(Strand& strand, bool quietly = false);
    // Takes `strand` for the calling thread if it is queued.
    bool claim(Strand& strand);
    // Makes `run` joinable, or no longer so (idempotent).
    void publish(KernelRun& run);
    void retract(KernelRun& run);

    // Lets the monitor interrupt the executors that are in `run`, which has failed.
    void cancel(KernelRun& run);

    // For a thread that waits for `strand`: does some of its work. False when there was nothing to do or no free slot.
    bool help(Strand& strand, uint64_t limit);

    // False with one worker: everything then runs on it, in a reproducible order.
    bool helpersAllowed() const { return workers_ > 1; }
    uint32_t workers() const { return workers_; }
    // Something is ready that nobody has taken yet.
    bool workWaits() const { return waiting_.load(std::memory_order_relaxed) > 0; }

private:
    static constexpr uint32_t kPriorities = 8;
    static constexpr uint32_t kMaxExtras = 256;
    struct StrandList {
        Strand* first = nullptr;
        Strand* last = nullptr;
    };

    Pool();
    void workerMain(bool extra);
    void serviceMain();
    void monitorMain();
    // Takes something to do and does it. `fresh`: the caller has not watched, so what is open now may have been opened
    // only just.
    bool work(Executor& executor, bool fresh);
    Strand* popStrand(bool shortOnly) ACC_REQUIRES(mutex_);
    KernelRun* joinRun(uint32_t priority) ACC_REQUIRES(mutex_);
    void unlink(Strand& strand) ACC_REQUIRES(mutex_);
    void notify();
    void wake();
    // Spins for a while, if not enough others do, until there is work to take: true then.
    bool watch(uint32_t loud);
    bool strandWaits() const {
        return waiting_.load(std::memory_order_relaxed) > openRunCount_.load(std::memory_order_relaxed);
    }
    void sleep();
    bool slotFree() const { return busy_.load(std::memory_order_relaxed) < slots_.load(std::memory_order_relaxed); }
    bool takeSlot();
    void returnSlot(bool worked);
    void wakeMonitor();
    void participate(KernelRun& run);

    friend class Executor;
    const pid_t process_ = getpid();
    const uint32_t workers_;
    const uint32_t maxSpinners_;

    Mutex mutex_;
    StrandList strands_[kPriorities] ACC_GUARDED_BY(mutex_);
    KernelRun* openRuns_ ACC_GUARDED_BY(mutex_) = nullptr;
    KernelRun* lastOpenRun_ ACC_GUARDED_BY(mutex_) = nullptr;
    std::vector<Executor*> executors_ ACC_GUARDED_BY(mutex_);

    alignas(64) std::atomic<uint32_t> waiting_{0};  // queued strands + open runs
    std::atomic<uint32_t> openRunCount_{0};
    std::atomic<uint32_t> publications_{0};  // runs opened so far; written under mutex_
    std::atomic<uint32_t> busy_{0};
    std::atomic<uint32_t> slots_;
    alignas(64) std::atomic<uint32_t> epoch_{0};
    std::atomic<uint32_t> loud_{0};          // notifications
    std::atomic<uint32_t> quietReadies_{0};  // shows that host threads are at work; may miss some
    std::atomic<uint32_t> spinners_{0};
    std::atomic<uint32_t> sleepers_{0};
    alignas(64) std::atomic<uint32_t> serviceWord_{0};
    std::atomic<bool> serviceSleeps_{false};
    std::atomic<uint32_t> monitorWord_{0};
    std::atomic<bool> monitorSleeps_{false};
    std::atomic<uint32_t> extras_{0};
};

}  // namespace acc::rt::exec
