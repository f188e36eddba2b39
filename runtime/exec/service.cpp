// SPDX-License-Identifier: Apache-2.0
// The cube core of a group carries out calls of the group's vector cores, which wait meanwhile (ascendc-highlevel 2.2).
// A call is a pointer into the waiting core's stack; the runtime looks at none of it. The cube core serves until every
// vector core of its group has ended.
#include <utility>

#include "runtime/exec/fiber.h"
#include "runtime/exec/kernel_run.h"
#include "runtime/exec/pool.h"
#include "runtime/mem/gm.h"

namespace acc::rt::exec {

void KernelRun::wake(Barrier& barrier) {
    parked_ -= static_cast<uint32_t>(barrier.waiting.size());
    for (Fiber* fiber : std::exchange(barrier.waiting, {})) {
        fiber->executor->unpark(*fiber);
    }
}

void KernelRun::serviceCall(Block& block, const ServiceCall& call) {
    mutex_.lock();
    if (failed_.load(std::memory_order_relaxed)) {
        mutex_.unlock();
        raise({"CANCELLED", 0, "the kernel failed in another block", call.site});
    }
    Service& service = extra().services[block.blockIdx];
    service.calls.push_back(call);
    wake(service.server);
    park(block, service.clients[block.subBlockIdx], "Matmul", call.site);
}

ServiceCall KernelRun::serviceNext(Block& block, uint32_t mask, const void* callSite) {
    while (true) {
        mutex_.lock();
        if (failed_.load(std::memory_order_relaxed)) {
            mutex_.unlock();
            raise({"CANCELLED", 0, "the kernel failed in another block", callSite});
        }
        Service& service = extra().services[block.blockIdx];
        for (const ServiceCall& waiting : service.calls) {
            const ServiceCall call = waiting;
            if ((mask >> call.client & 1) != 0) {
                mutex_.unlock();
                return call;
            }
        }
        if (service.ended == kernel_.vectorCores) {
            mutex_.unlock();
            return {};
        }
        park(block, service.server, "REGIST_MATMUL_OBJ for calls of its vector cores", callSite);
    }
}

void KernelRun::serviceAnswer(Block& block, uint32_t client) {
    MutexLock lock(mutex_);
    Service& service = extra().services[block.blockIdx];
    std::erase_if(service.calls, [client](const ServiceCall& call) { return call.client == client; });
    wake(service.clients[client]);
}

void KernelRun::serviceEnd(const Block& block) {
    MutexLock lock(mutex_);
    Service& service = extra().services[block.blockIdx];
    ++service.ended;
    wake(service.server);
}

uint8_t* KernelRun::serviceMemory(Block& block, size_t bytes) {
    MutexLock lock(mutex_);
    std::shared_ptr<void>& memory = extra().serviceMemory[block.instance];
    if (!memory) {
        memory.reset(mem::allocateDevice(0, bytes), [](void* base) {
            if (base != nullptr) {
                mem::release(mem::Kind::device, base);
            }
        });
    }
    return static_cast<uint8_t*>(memory.get());
}

void serviceCall(Block& block, const ServiceCall& call) {
    block.run->serviceCall(block, call);
}
ServiceCall serviceNext(Block& block, uint32_t mask, const void* callSite) {
    return block.run->serviceNext(block, mask, callSite);
}
void serviceAnswer(Block& block, uint32_t client) {
    block.run->serviceAnswer(block, client);
}
uint8_t* serviceMemory(Block& block, size_t bytes) {
    return block.run->serviceMemory(block, bytes);
}

}  // namespace acc::rt::exec
