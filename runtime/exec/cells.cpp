// SPDX-License-Identifier: Apache-2.0
// Counters of cells in GM that cores of a launch wake each other with (ascendc-core 5.7-5.10). A counter is a Barrier
// whose `arrived` is its value.
#include "runtime/exec/fiber.h"
#include "runtime/exec/kernel_run.h"
#include "runtime/exec/pool.h"

namespace acc::rt::exec {

void KernelRun::add(uint64_t key, uint32_t count) {
    Barrier& counter = extra().counters[key];
    for (; count > 0 && !counter.waiting.empty(); --count) {
        Fiber* const fiber = counter.waiting.front();
        counter.waiting.erase(counter.waiting.begin());
        --parked_;
        fiber->executor->unpark(*fiber);
    }
    counter.arrived += count;
}

void KernelRun::signal(uint64_t key) {
    MutexLock lock(mutex_);
    add(key, 1);
}

void KernelRun::signalWhenAll(uint64_t key, uint32_t arrivals, uint32_t signals) {
    MutexLock lock(mutex_);
    uint32_t& arrived = extra().arrivals[key];
    if (++arrived == arrivals) {
        arrived = 0;
        add(key, signals);
    }
}

void KernelRun::waitSignal(Block& block, uint64_t key, const char* what, const void* callSite) {
    mutex_.lock();
    if (failed_.load(std::memory_order_relaxed)) {
        mutex_.unlock();
        raise({"CANCELLED", 0, "the kernel failed in another block", callSite});
    }
    Barrier& counter = extra().counters[key];
    if (counter.arrived > 0) {
        --counter.arrived;
        mutex_.unlock();
        return;
    }
    park(block, counter, what, callSite);
}

void signal(Block& block, const void* cell) {
    block.run->signal(reinterpret_cast<uintptr_t>(cell));
}
void signalWhenAll(Block& block, const void* cell, uint32_t arrivals, uint32_t signals) {
    block.run->signalWhenAll(reinterpret_cast<uintptr_t>(cell), arrivals, signals);
}
void waitSignal(Block& block, const void* cell, const char* what, const void* callSite) {
    block.run->waitSignal(block, reinterpret_cast<uintptr_t>(cell), what, callSite);
}

}  // namespace acc::rt::exec
