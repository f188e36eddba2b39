// SPDX-License-Identifier: Apache-2.0
#include "runtime/exec/pool.h"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "runtime/base/env.h"
#include "runtime/exec/fiber.h"
#include "runtime/exec/signals.h"

namespace acc::rt::exec {
namespace {

using Clock = std::chrono::steady_clock;

// Spinning must outlast a futex wake-up (up to 30 us here), or every hand-off pays for one.
constexpr auto kSpinTime = std::chrono::microseconds(80);
constexpr auto kMonitorPeriod = std::chrono::milliseconds(2);
constexpr uint32_t kIdleMonitorTicks = 50;
constexpr uint32_t kStuckTicks = 2;

// Free fibers an executor keeps. Mapping one costs far more than a launch, and a kernel that uses SyncAll parks dozens.
constexpr size_t kKeptFibers = 64;

// How often a spinning worker looks for work that was queued quietly, in spin steps (about 1 us), and how often in a
// row it must see some: the host thread that is about to wait for it comes first, and has the data in its cache.
constexpr uint32_t kQuietPollSteps = 32;
constexpr uint32_t kQuietSightings = 2;

uint32_t workersWanted() {
    return static_cast<uint32_t>(environmentNumber("ACC_WORKERS", 1, 1024).value_or(cpuCount()));
}

void startThread(const char* name, void (*body)(void*), void* argument) {
    std::thread thread([=] {
        pthread_setname_np(pthread_self(), name);
        body(argument);
    });
    thread.detach();
}

}  // namespace

thread_local uint64_t strandLimit = UINT64_MAX;

// --- Executor ---

Executor& Executor::current() {
    static thread_local Executor executor;
    return executor;
}

Executor::Executor() {
    prepareThreadForFaults();
    Pool& pool = Pool::instance();
    MutexLock lock(pool.mutex_);
    pool.executors_.push_back(this);
}

Executor::~Executor() {
    Pool& pool = Pool::instance();
    if (getpid() != pool.process_) {
        return;  // a forked child: a worker of the parent may have held the lock
    }
    MutexLock lock(pool.mutex_);
    std::erase(pool.executors_, this);
}

Fiber& Executor::takeFiber() {
    if (free_.empty()) {
        fibers_.push_back(std::make_unique<Fiber>());
        fibers_.back()->executor = this;
        free_.push_back(fibers_.back().get());
    }
    Fiber& fiber = *free_.back();
    free_.pop_back();
    return fiber;
}

void Executor::giveFiber(Fiber& fiber) {
    if (free_.size() < kKeptFibers) {
        free_.push_back(&fiber);
        return;
    }
    std::erase_if(fibers_, [&](const std::unique_ptr<Fiber>& owned) { return owned.get() == &fiber; });
}

void Executor::unpark(Fiber& fiber) {
    {
        MutexLock lock(mutex_);
        unparked_.push_back(&fiber);
    }
    word_.fetch_add(1, std::memory_order_release);
    futexWake(word_, 1);
}

Fiber* Executor::takeUnparked() {
    MutexLock lock(mutex_);
    if (unparked_.empty()) {
        return nullptr;
    }
    Fiber* fiber = unparked_.front();
    unparked_.pop_front();
    return fiber;
}

void Executor::waitUnparked() {
    const uint32_t seen = word_.load(std::memory_order_acquire);
    {
        MutexLock lock(mutex_);
        if (!unparked_.empty()) {
            return;
        }
    }
    for (uint32_t step = 0; step < 256; ++step) {
        if (word_.load(std::memory_order_acquire) != seen) {
            return;
        }
        spinStep(step);
    }
    futexWait(word_, seen);
}

// --- Pool ---

Pool& Pool::instance() {
    static Pool* pool = new Pool;
    return *pool;
}

Pool::Pool() : workers_(workersWanted()), maxSpinners_(std::min(workers_, cpuCount()) / 2), slots_(workers_) {
    installFaultHandlers();
    for (uint32_t i = 0; i < workers_; ++i) {
        startThread("acc-worker", [](void* pool) { static_cast<Pool*>(pool)->workerMain(false); }, this);
    }
    startThread("acc-service", [](void* pool) { static_cast<Pool*>(pool)->serviceMain(); }, this);
    startThread("acc-monitor", [](void* pool) { static_cast<Pool*>(pool)->monitorMain(); }, this);
}

void Pool::ready(Strand& strand, bool quietly) {
    {
        MutexLock lock(mutex_);
        StrandList& list = strands_[strand.priority_];
        strand.queued_.store(true, std::memory_order_relaxed);
        strand.previous_ = list.last;
        strand.next_ = nullptr;
        (list.last == nullptr ? list.first : list.last->next_) = &strand;
        list.last = &strand;
        waiting_.fetch_add(1, std::memory_order_seq_cst);
    }
    if (!quietly) {
        notify();
        return;
    }
    quietReadies_.store(quietReadies_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    if (spinners_.load(std::memory_order_seq_cst) == 0) {
        wake();
    }
}

bool Pool::claim(Strand& strand) {
    MutexLock lock(mutex_);
    if (!strand.queued_.load(std::memory_order_relaxed)) {
        return false;
    }
    unlink(strand);
    return true;
}

void Pool::unlink(Strand& strand) {
    StrandList& list = strands_[strand.priority_];
    (strand.previous_ == nullptr ? list.first : strand.previous_->next_) = strand.next_;
    (strand.next_ == nullptr ? list.last : strand.next_->previous_) = strand.previous_;
    strand.queued_.store(false, std::memory_order_relaxed);
    waiting_.fetch_sub(1, std::memory_order_relaxed);
}

Strand* Pool::popStrand(bool shortOnly) {
    for (StrandList& list : strands_) {
        for (Strand* strand = list.first; strand != nullptr; strand = strand->next_) {
            if (!shortOnly || strand->shortTaskNext.load(std::memory_order_relaxed)) {
                unlink(*strand);
                return strand;
            }
        }
    }
    return nullptr;
}

void Pool::publish(KernelRun& run) {
    {
        MutexLock lock(mutex_);
        run.published.store(true, std::memory_order_relaxed);
        run.previousOpen = lastOpenRun_;
        run.nextOpen = nullptr;
        (lastOpenRun_ == nullptr ? openRuns_ : lastOpenRun_->nextOpen) = &run;
        lastOpenRun_ = &run;
        openRunCount_.fetch_add(1, std::memory_order_relaxed);
        publications_.store(publications_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
        waiting_.fetch_add(1, std::memory_order_seq_cst);
    }
    // One that stops spinning looks at `waiting_` before it sleeps.
    if (spinners_.load(std::memory_order_seq_cst) == 0) {
        notify();
    }
}

void Pool::retract(KernelRun& run) {
    if (!run.published.load(std::memory_order_acquire)) {
        return;
    }
    MutexLock lock(mutex_);
    if (!run.published.load(std::memory_order_relaxed)) {
        return;
    }
    run.published.store(false, std::memory_order_release);
    (run.previousOpen == nullptr ? openRuns_ : run.previousOpen->nextOpen) = run.nextOpen;
    (run.nextOpen == nullptr ? lastOpenRun_ : run.nextOpen->previousOpen) = run.previousOpen;
    waiting_.fetch_sub(1, std::memory_order_relaxed);
    openRunCount_.fetch_sub(1, std::memory_order_relaxed);
}

KernelRun* Pool::joinRun(uint32_t priority) {
    KernelRun* best = nullptr;
    for (KernelRun* run = openRuns_; run != nullptr; run = run->nextOpen) {
        if (run->priority() <= priority && (best == nullptr || run->priority() < best->priority()) && run->joinable()) {
            best = run;
        }
    }
    if (best != nullptr) {
        best->join();
    }
    return best;
}

void Pool::participate(KernelRun& run) {
    run.participate(Executor::current());
    retract(run);
    if (run.leave()) {
        run.complete();
    }
}

bool Pool::work(Executor& executor, bool fresh) {
    if (waiting_.load(std::memory_order_seq_cst) == 0 || (fresh && !strandWaits()) || !takeSlot()) {
        return false;
    }
    Strand* strand = nullptr;
    KernelRun* run = nullptr;
    {
        MutexLock lock(mutex_);
        uint32_t priority = 0;
        while (priority < kPriorities && strands_[priority].first == nullptr) {
            ++priority;
        }
        // A started kernel is finished before another of the same priority begins.
        run = joinRun(priority);
        if (run == nullptr) {
            strand = popStrand(false);
        }
    }
    const bool found = run != nullptr || strand != nullptr;
    if (found) {
        executor.progress.fetch_add(1, std::memory_order_relaxed);
        if (waiting_.load(std::memory_order_relaxed) > 0) {
            notify();
        }
        if (run != nullptr) {
            participate(*run);
        } else {
            strand->run(UINT64_MAX, true);
        }
    }
    returnSlot(found);
    return found;
}

void Pool::cancel(KernelRun& run) {
    MutexLock lock(mutex_);
    for (Executor* executor : executors_) {
        if (executor->running.load(std::memory_order_seq_cst) == &run) {
            executor->cancelled.store(true, std::memory_order_relaxed);
        }
    }
}

bool Pool::help(Strand& strand, uint64_t limit) {
    const bool queued = strand.queued_.load(std::memory_order_relaxed);
    if ((!queued && openRunCount_.load(std::memory_order_relaxed) == 0) || !takeSlot()) {
        return false;
    }
    bool helped = false;
    if (claim(strand)) {
        strand.run(limit, true);
        helped = true;
    } else if (openRunCount_.load(std::memory_order_relaxed) > 0) {
        KernelRun* joined = nullptr;
        {
            MutexLock lock(mutex_);
            for (KernelRun* run = openRuns_; run != nullptr; run = run->nextOpen) {
                if (run->strand() == &strand && run->joinable()) {
                    run->join();
                    joined = run;
                    break;
                }
            }
        }
        if (joined != nullptr) {
            participate(*joined);
            helped = true;
        }
    }
    returnSlot(helped);
    return helped;
}

bool Pool::takeSlot() {
    uint32_t busy = busy_.load(std::memory_order_relaxed);
    while (busy < slots_.load(std::memory_order_relaxed)) {
        if (busy_.compare_exchange_weak(busy, busy + 1, std::memory_order_seq_cst)) {
            if (monitorSleeps_.load(std::memory_order_relaxed)) {
                wakeMonitor();
            }
            return true;
        }
    }
    return false;
}

void Pool::returnSlot(bool worked) {
    busy_.fetch_sub(1, std::memory_order_seq_cst);
    // Work may have arrived while all slots were taken, when nobody could be told.
    if (worked && waiting_.load(std::memory_order_seq_cst) > 0) {
        notify();
    }
}

void Pool::notify() {
    loud_.fetch_add(1, std::memory_order_seq_cst);
    wake();
}

void Pool::wake() {
    epoch_.fetch_add(1, std::memory_order_seq_cst);
    if (busy_.load(std::memory_order_seq_cst) >= slots_.load(std::memory_order_relaxed)) {
        if (serviceSleeps_.load(std::memory_order_seq_cst)) {
            serviceWord_.fetch_add(1, std::memory_order_release);
            futexWake(serviceWord_, 1);
        }
        return;
    }
    if (spinners_.load(std::memory_order_seq_cst) == 0 && sleepers_.load(std::memory_order_seq_cst) > 0) {
        futexWake(epoch_, 1);
    }
}

void Pool::workerMain(bool extra) {
    Executor& executor = Executor::current();
    bool fresh = false;
    while (true) {
        const uint32_t loud = loud_.load(std::memory_order_seq_cst);
        if (work(executor, fresh)) {
            fresh = !extra;
            continue;
        }
        fresh = false;
        if (extra) {
            slots_.fetch_sub(1, std::memory_order_relaxed);
            extras_.fetch_sub(1, std::memory_order_relaxed);
            return;
        }
        while (!watch(loud)) {
            sleep();
            if (loud_.load(std::memory_order_seq_cst) != loud) {
                break;
            }
        }
    }
}

bool Pool::watch(uint32_t loud) {
    const bool mayWatch = spinners_.fetch_add(1, std::memory_order_seq_cst) < maxSpinners_;
    bool found = !mayWatch && workWaits() && slotFree();
    if (mayWatch) {
        auto end = Clock::now() + kSpinTime;
        uint32_t sightings = 0;
        uint32_t readies = quietReadies_.load(std::memory_order_relaxed);
        uint32_t publications = publications_.load(std::memory_order_relaxed);
        for (uint32_t step = 0; !found; ++step) {
            if (step % kQuietPollSteps == kQuietPollSteps - 1) {
                // A kernel that is over by the second look needed no help.
                const uint32_t opened = std::exchange(publications, publications_.load(std::memory_order_relaxed));
                const bool waits = strandWaits() || (workWaits() && publications == opened);
                sightings = waits && slotFree() ? sightings + 1 : 0;
            }
            found = loud_.load(std::memory_order_acquire) != loud || sightings == kQuietSightings;
            spinStep(step);
            if (step % 64 == 63) {
                const auto now = Clock::now();
                if (const uint32_t count = quietReadies_.load(std::memory_order_relaxed); count != readies) {
                    readies = count;
                    end = now + kSpinTime;
                }
                if (now >= end) {
                    break;
                }
            }
        }
    }
    spinners_.fetch_sub(1, std::memory_order_seq_cst);
    return found;
}

void Pool::sleep() {
    const uint32_t epoch = epoch_.load(std::memory_order_seq_cst);
    sleepers_.fetch_add(1, std::memory_order_seq_cst);
    if (waiting_.load(std::memory_order_seq_cst) == 0 || !slotFree()) {
        futexWait(epoch_, epoch);
    }
    sleepers_.fetch_sub(1, std::memory_order_seq_cst);
}

void Pool::serviceMain() {
    Executor::current();
    while (true) {
        const uint32_t seen = serviceWord_.load(std::memory_order_acquire);
        Strand* strand = nullptr;
        if (waiting_.load(std::memory_order_seq_cst) > 0 &&
            busy_.load(std::memory_order_seq_cst) >= slots_.load(std::memory_order_relaxed)) {
            MutexLock lock(mutex_);
            strand = popStrand(true);
        }
        if (strand != nullptr) {
            strand->run(UINT64_MAX, false);
            continue;
        }
        serviceSleeps_.store(true, std::memory_order_seq_cst);
        futexWait(serviceWord_, seen);
        serviceSleeps_.store(false, std::memory_order_seq_cst);
    }
}

void Pool::wakeMonitor() {
    if (monitorSleeps_.exchange(false, std::memory_order_seq_cst)) {
        monitorWord_.fetch_add(1, std::memory_order_release);
        futexWake(monitorWord_, 1);
    }
}

void Pool::monitorMain() {
    uint64_t lastProgress = 0;
    uint32_t idleTicks = 0;
    uint32_t stuckTicks = 0;
    while (true) {
        const uint32_t seen = monitorWord_.load(std::memory_order_acquire);
        if (busy_.load(std::memory_order_seq_cst) == 0 && ++idleTicks > kIdleMonitorTicks) {
            monitorSleeps_.store(true, std::memory_order_seq_cst);
            if (busy_.load(std::memory_order_seq_cst) == 0) {
                futexWait(monitorWord_, seen);
            }
            monitorSleeps_.store(false, std::memory_order_seq_cst);
            idleTicks = 0;
            stuckTicks = 0;
        }
        futexWait(monitorWord_, monitorWord_.load(std::memory_order_relaxed), Clock::now() + kMonitorPeriod);
        uint64_t progress = 0;
        bool starving = false;
        {
            MutexLock lock(mutex_);
            for (Executor* executor : executors_) {
                progress += executor->progress.load(std::memory_order_relaxed);
                if (executor->cancelled.load(std::memory_order_relaxed)) {
                    pthread_kill(executor->thread, kCancelSignal);
                }
            }
            starving = busy_.load(std::memory_order_relaxed) >= slots_.load(std::memory_order_relaxed) &&
                       waiting_.load(std::memory_order_relaxed) > 0;
        }
        if (busy_.load(std::memory_order_relaxed) != 0) {
            idleTicks = 0;
        }
        stuckTicks = starving && progress == lastProgress ? stuckTicks + 1 : 0;
        lastProgress = progress;
        if (stuckTicks >= kStuckTicks && extras_.load(std::memory_order_relaxed) < kMaxExtras) {
            stuckTicks = kStuckTicks - 1;
            extras_.fetch_add(1, std::memory_order_relaxed);
            slots_.fetch_add(1, std::memory_order_relaxed);
            startThread("acc-extra", [](void* pool) { static_cast<Pool*>(pool)->workerMain(true); }, this);
        }
    }
}

}  // namespace acc::rt::exec
