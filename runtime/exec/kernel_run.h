// SPDX-License-Identifier: Apache-2.0
// One execution of a kernel: a counter of blocks that any number of executors draw from.
//
// A launch of n blocks is n * (cubeCores + vectorCores) core instances; the cores of a block are neighbours in the
// count, the cube core first. Participants (the stream's executor, workers that join, a host thread that helps) draw
// instances until none is left. A participant leaves when it can draw nothing and none of its fibers is parked; before
// it leaves it makes sure that nobody can join any more, so the one that brings `participants` to zero knows the run to
// be complete and alone goes on with the stream.
//
// At most `coreLimit` instances are in flight, as on the device. When all of them are parked and none can start,
// nothing can ever wake them: that is a deadlock on the device too, and fails the run.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "acc/abi.h"
#include "runtime/base/mutex.h"
#include "runtime/base/status.h"
#include "runtime/exec/block.h"
#include "runtime/exec/findings.h"

namespace acc::rt::exec {

class Executor;
class Fiber;
class Strand;

class KernelRun {
public:
    // Called by the last participant, on its thread.
    using Completion = void (*)(KernelRun& run);

    // `args` must live until completion. `strand`: the stream, so that a thread waiting for it can join.
    KernelRun(const AccKernel& kernel, const void* args, uint32_t numBlocks, uint32_t dynamicUbBytes, Strand* strand,
              uint32_t priority, Completion completion);
    ~KernelRun();

    // What TILING_KEY_IS compares with, before anyone participates.
    void setTilingKey(uint64_t key) { tilingKey_ = key; }

    // Draws and runs instances on the calling executor until it has nothing left to do here.
    void participate(Executor& executor);

    // Ends the caller's participation; true for the last one, which must then call complete() (or go on itself).
    bool leave();
    void complete() { completion_(*this); }

    // For the pool, under its lock: whether an executor would find something to do, and its joining.
    bool joinable() const {
        return next_.load(std::memory_order_relaxed) < instances_ &&
               inFlight_.load(std::memory_order_relaxed) < coreLimit_;
    }
    void join() { participants_.fetch_add(1, std::memory_order_relaxed); }

    // Fails the run from outside: as after a fault, no further block starts and those that run are stopped. From any
    // thread, while the run lives.
    void cancel(const Status& why) ACC_EXCLUDES(mutex_);

    // Success, or the error of the first fault. Valid after completion.
    Status status() const;

    // Writes the output that blocks printed, in block order, and warns of cross-core flags that are still set. Called
    // once, after completion, when nobody else is here.
    void flushOutput() ACC_NO_ANALYSIS;

    const AccKernel& kernel() const { return kernel_; }
    uint32_t instances() const { return instances_; }
    uint32_t numBlocks() const { return numBlocks_; }
    Strand* strand() const { return strand_; }
    uint32_t priority() const { return priority_; }
    bool failed() const { return failed_.load(std::memory_order_acquire); }

    // Signal-safe: whether a block of this failed run may be stopped at `pc`, that is, in kernel code and not inside
    // the runtime or a library, where it may hold a lock.
    bool mayCancelAt(uintptr_t pc) const { return failed() && pc >= codeBegin_ && pc < codeEnd_; }

    // --- services of running blocks, see block.h ---
    void syncAll(Block& block, bool allCores, const void* callSite) ACC_NO_ANALYSIS;  // park() unlocks
    void crossCoreSet(Block& block, unsigned mode, unsigned flag, const void* callSite) ACC_EXCLUDES(mutex_);
    void crossCoreWait(Block& block, unsigned flag, const void* callSite) ACC_NO_ANALYSIS;
    void signal(uint64_t key);
    void signalWhenAll(uint64_t key, uint32_t arrivals, uint32_t signals);
    void waitSignal(Block& block, uint64_t key, const char* what, const void* callSite) ACC_NO_ANALYSIS;
    void serviceCall(Block& block, const ServiceCall& call) ACC_NO_ANALYSIS;
    ServiceCall serviceNext(Block& block, uint32_t mask, const void* callSite) ACC_NO_ANALYSIS;
    void serviceAnswer(Block& block, uint32_t client) ACC_EXCLUDES(mutex_);
    uint8_t* serviceMemory(Block& block, size_t bytes) ACC_EXCLUDES(mutex_);
    void print(const Block& block, std::string_view text);
    void warn(const Block& block, const char* rule, const void* callSite, const std::string& message);

    // Written under the pool's lock: whether it is in the list of runs to join, and its place there.
    std::atomic<bool> published{false};
    KernelRun* previousOpen = nullptr;
    KernelRun* nextOpen = nullptr;

private:
    struct Barrier {
        uint32_t arrived = 0;
        std::vector<Fiber*> waiting;
    };
    static constexpr size_t kFlagWaits = 3;
    // Who has set a cross-core flag: how often each participant is ahead of the rounds completed.
    struct FlagRound {
        std::vector<uint32_t> pending;
        uint32_t missing = 0;  // participants with nothing pending
    };
    // The calls that the vector cores of a group make of its cube core.
    struct Service {
        std::vector<ServiceCall> calls;       // one of each vector core at most
        Barrier server;                       // the cube core, waiting for calls
        std::map<uint32_t, Barrier> clients;  // the vector cores, waiting for answers
        uint32_t ended = 0;                   // vector cores that will make no more calls
    };
    // What only unusual launches need.
    struct Extra {
        Barrier barriers[4];                // cube cores, vector cores, all, and waits for cross-core flags
        std::vector<uint8_t> flagCounters;  // by instance and flag; empty until one is used
        std::map<std::tuple<unsigned, bool, uint32_t, unsigned>, FlagRound> flagRounds;  // mode, vector, block, flag
        std::map<uint64_t, Barrier> counters;                     // of cells in GM: `arrived` is the value
        std::map<uint64_t, uint32_t> arrivals;                    // at those
        std::map<uint32_t, Service> services;                     // by block
        std::map<uint32_t, std::shared_ptr<void>> serviceMemory;  // by instance
        std::map<uint32_t, std::string> output;
        std::vector<std::pair<const char*, const void*>> warned;
        Status status;
    };

    static void drawLoop(Fiber& fiber, void* run);
    void drawOn(Executor& executor);
    void runInstances(Fiber& fiber);
    void runInstance(Fiber& fiber, uint32_t instance);
    bool draw(uint32_t* first, uint32_t* last);
    bool enter();
    void exitFlight(uint32_t finished);
    void handleExit(Executor& executor, Fiber& fiber, int exit);
    void fail(const Block& block, const Fault& fault);
    void failLocked(const std::string& summary, aclError code, Finding finding) ACC_REQUIRES(mutex_);
    Finding findingOf(const Block& block, const char* severity, const char* rule, const std::string& message,
                      const std::string& where) const;
    void park(Block& block, Barrier& barrier, const char* what, const void* callSite) ACC_NO_ANALYSIS;
    void wake(Barrier& barrier) ACC_REQUIRES(mutex_);
    void serviceEnd(const Block& block) ACC_EXCLUDES(mutex_);
    void add(uint64_t key, uint32_t count) ACC_REQUIRES(mutex_);
    void checkDeadlock() ACC_REQUIRES(mutex_);
    uint8_t& flagCounter(uint32_t instance, unsigned flag) ACC_REQUIRES(mutex_);
    bool raiseFlag(uint32_t instance, unsigned flag) ACC_REQUIRES(mutex_);
    bool contribute(FlagRound& round, uint32_t participant, uint32_t participants, uint32_t firstTarget,
                    uint32_t targetStep, uint32_t targets, uint32_t cluster, unsigned flag) ACC_REQUIRES(mutex_);
    std::string describeFlags() const ACC_REQUIRES(mutex_);
    void warnOfFlags() ACC_NO_ANALYSIS;
    std::vector<Barrier*> allBarriers() ACC_REQUIRES(mutex_);
    void releaseAll() ACC_REQUIRES(mutex_);
    Extra& extra() ACC_REQUIRES(mutex_);
    std::string coreName(const Block& block) const;

    const AccKernel& kernel_;
    const void* const args_;
    const uint32_t numBlocks_;
    const uint32_t dynamicUbBytes_;
    uint64_t tilingKey_ = 0;
    const uint32_t coresPerBlock_;
    const uint32_t instances_;
    const uint32_t coreLimit_;  // instances in flight at most
    const uint32_t priority_;
    Strand* const strand_;
    const Completion completion_;

    std::atomic<uint32_t> next_{0};
    std::atomic<uint32_t> inFlight_{0};
    std::atomic<uint32_t> participants_{1};
    std::atomic<bool> failed_{false};
    uintptr_t codeBegin_ = 0;  // the module of the kernel's entry; written before failed_
    uintptr_t codeEnd_ = 0;

    mutable Mutex mutex_;
    std::atomic<uint32_t> parked_{0};  // changed under mutex_
    std::unique_ptr<Extra> extra_ ACC_GUARDED_BY(mutex_);
};

}  // namespace acc::rt::exec
