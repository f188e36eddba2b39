// SPDX-License-Identifier: Apache-2.0
// Flags between the cores of a launch: a counter per core and flag id, raised in rounds (ascendc-core 5.6).
#include "runtime/base/log.h"
#include "runtime/exec/fiber.h"
#include "runtime/exec/kernel_run.h"
#include "runtime/exec/pool.h"

namespace acc::rt::exec {
namespace {

constexpr uint8_t kMaxCounter = 15;
constexpr unsigned kAllOfKind = 0;
constexpr unsigned kVectorsOfGroup = 1;

}  // namespace

uint8_t& KernelRun::flagCounter(uint32_t instance, unsigned flag) {
    std::vector<uint8_t>& counters = extra().flagCounters;
    if (counters.empty()) {
        counters.resize(size_t{instances_} * kCrossCoreFlags);
    }
    return counters[size_t{instance} * kCrossCoreFlags + flag];
}

// Raises the counter of a core, or lets it go on if it waits. False when the counter is full.
bool KernelRun::raiseFlag(uint32_t instance, unsigned flag) {
    std::vector<Fiber*>& waiting = extra().barriers[kFlagWaits].waiting;
    for (size_t i = 0; i < waiting.size(); ++i) {
        Fiber* const fiber = waiting[i];
        if (fiber->block.instance == instance && fiber->block.waitingFlag == flag) {
            waiting.erase(waiting.begin() + static_cast<ptrdiff_t>(i));
            --parked_;
            fiber->executor->unpark(*fiber);
            return true;
        }
    }
    uint8_t& counter = flagCounter(instance, flag);
    if (counter == kMaxCounter) {
        return false;
    }
    ++counter;
    return true;
}

// One core's contribution to a round. A round is complete, and its targets' counters go up, when every participant has
// contributed.
bool KernelRun::contribute(FlagRound& round, uint32_t participant, uint32_t participants, uint32_t firstTarget,
                           uint32_t targetStep, uint32_t targets, uint32_t cluster, unsigned flag) {
    if (round.pending.empty()) {
        round.pending.resize(participants);
        round.missing = participants;
    }
    if (round.pending[participant]++ == 0) {
        --round.missing;
    }
    if (round.missing > 0) {
        return true;
    }
    for (uint32_t& pending : round.pending) {
        round.missing += --pending == 0 ? 1 : 0;
    }
    bool ok = true;
    for (uint32_t i = 0; i < targets; ++i) {
        ok &= raiseFlag(firstTarget + i / cluster * targetStep + i % cluster, flag);
    }
    return ok;
}

void KernelRun::crossCoreSet(Block& block, unsigned mode, unsigned flag, const void* callSite) {
    const bool vector = block.coreType == ACC_CORE_VECTOR;
    const uint32_t vectors = kernel_.vectorCores;
    if ((mode != kAllOfKind && (kernel_.cubeCores == 0 || vectors == 0)) || (mode == kVectorsOfGroup && !vector)) {
        raise({"MODE", 0,
               fmt::format("CrossCoreSetFlag: mode {} {}", mode,
                           mode == kVectorsOfGroup && !vector ? "is for vector cores"
                                                              : "needs a __mix__(1, 1) or __mix__(1, 2) kernel"),
               callSite});
    }
    if (mode == kAllOfKind && instances_ > coreLimit_) {
        raise(
            {"MODE", 0,
             fmt::format("CrossCoreSetFlag: mode 0 needs all cores, numBlocks is {}, but only {} blocks of this kernel "
                         "fit on the device at once",
                         numBlocks_, coreLimit_ / coresPerBlock_),
             callSite});
    }
    const uint32_t group = block.blockIdx * coresPerBlock_;  // instance of the group's first core
    bool ok = false;
    bool cancelled = false;
    {
        MutexLock lock(mutex_);
        cancelled = failed_.load(std::memory_order_relaxed);
        FlagRound& round = extra().flagRounds[{mode, vector, mode == kAllOfKind ? 0 : block.blockIdx, flag}];
        if (cancelled) {
            ok = true;
        } else if (mode == kAllOfKind) {
            const uint32_t cores = numBlocks_ * block.subBlockNum;
            ok = contribute(round, block.blockIdx * block.subBlockNum + block.subBlockIdx, cores,
                            vector ? kernel_.cubeCores : 0, coresPerBlock_, cores, block.subBlockNum, flag);
        } else if (mode == kVectorsOfGroup) {
            ok = contribute(round, block.subBlockIdx, vectors, group + kernel_.cubeCores, 0, vectors, vectors, flag);
        } else if (vector) {
            ok = contribute(round, block.subBlockIdx, vectors, group, 0, 1, 1, flag);
        } else {
            ok = contribute(round, 0, 1, group + kernel_.cubeCores, 0, vectors, vectors, flag);
        }
    }
    if (cancelled) {
        raise({"CANCELLED", 0, "the kernel failed in another block", callSite});
    }
    if (!ok) {
        raise({"FLAG", 0,
               fmt::format("CrossCoreSetFlag: flag {} has been set {} times without a CrossCoreWaitFlag; a counter "
                           "holds at most {}",
                           flag, kMaxCounter + 1, kMaxCounter),
               callSite});
    }
}

void KernelRun::crossCoreWait(Block& block, unsigned flag, const void* callSite) {
    mutex_.lock();
    if (failed_.load(std::memory_order_relaxed)) {
        mutex_.unlock();
        raise({"CANCELLED", 0, "the kernel failed in another block", callSite});
    }
    uint8_t& counter = flagCounter(block.instance, flag);
    if (counter > 0) {
        --counter;
        mutex_.unlock();
        return;
    }
    block.waitingFlag = flag;
    park(block, extra().barriers[kFlagWaits], "CrossCoreWaitFlag", callSite);
}

std::string KernelRun::describeFlags() const {
    std::string text;
    uint32_t listed = 0;
    for (const auto& [key, round] : extra_->flagRounds) {
        const auto& [mode, vector, group, flag] = key;
        for (uint32_t i = 0; i < round.pending.size() && round.missing < round.pending.size(); ++i) {
            if (round.pending[i] == 0 && ++listed <= 4) {
                text += fmt::format("\n      flag {} (mode {}{}) still needs CrossCoreSetFlag by {} core {}", flag,
                                    mode, mode == kAllOfKind ? "" : fmt::format(", block {}", group),
                                    vector ? "vector" : "cube", i);
            }
        }
    }
    return text;
}

void KernelRun::warnOfFlags() {
    const std::vector<uint8_t>& counters = extra_->flagCounters;
    for (size_t i = 0; i < counters.size(); ++i) {
        if (counters[i] != 0) {
            const auto instance = static_cast<uint32_t>(i / kCrossCoreFlags);
            const uint32_t core = instance % coresPerBlock_;
            report(
                fmt::format("warning: kernel {}: LEFTOVER: cross-core flag {} of block {} ({} core) was set {} times "
                            "more than waited for",
                            kernel_.name, i % kCrossCoreFlags, instance / coresPerBlock_,
                            core < kernel_.cubeCores ? "cube" : "vector", counters[i]));
            return;
        }
    }
}

}  // namespace acc::rt::exec
