// SPDX-License-Identifier: Apache-2.0
// The block that a fiber executes: the emulated core's state plus the services that instruction code may call.
//
// Everything here is called on the block's own fiber, without locks held. Nothing unwinds: raise() and a failing wait
// leave the fiber for good, so code between two such calls must own nothing that needs a destructor (device code is
// compiled nounwind anyway; instruction code keeps its state in the Block).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "acc/block.h"
#include "acl/acl_base_rt.h"
#include "runtime/exec/core_state.h"

namespace acc::rt::exec {

class KernelRun;
class Fiber;

// Why a kernel failed. `rule` is a stable name such as "OOB" or "ALIGN" (spec 0.3); `message` is one sentence that
// names instruction, operand, value and expectation. `callSite` is the return address into kernel code, from which the
// report finds the user's source line; null when unknown.
struct Fault {
    const char* rule = "";
    aclError code = 0;  // what the next synchronise returns; 0 = the core type's exception code
    std::string message;
    const void* callSite = nullptr;
};

struct Block : AccBlock {
    KernelRun* run = nullptr;
    Fiber* fiber = nullptr;
    uint32_t instance = 0;               // number of this core among all cores of the launch
    const char* waitingFor = nullptr;    // what a parked block waits for, for deadlock reports
    unsigned waitingFlag = 0;            // which cross-core flag, if it is one
    const void* waitCallSite = nullptr;  // where in kernel code it does
    const void* outerSite = nullptr;     // the user's call that instructions are now carried out for, if not by itself
    CoreState state;                     // registers, flags and counters; reset before each block
};

// The running block; only valid inside a kernel.
inline Block& currentBlock() {
    return *static_cast<Block*>(accBlock);
}

// True while the calling thread executes kernel code.
inline bool insideKernel() {
    return accBlock != nullptr;
}

// Fails the kernel of the running block: the first fault of a launch is reported, the launch's other blocks are
// skipped, this fiber is abandoned. Never returns.
[[noreturn]] void raise(Fault fault);

// Reports a non-fatal finding of the running kernel once per (rule, callSite) of a launch.
void warn(const char* rule, const void* callSite, std::string message);

// Appends kernel output (printf, DumpTensor). Output of a launch is written to stdout when it completes, block by
// block.
void print(Block& block, std::string_view text);

// Installs what runs before every block with a UB, on its fiber.
void setBlockBeginHook(void (*hook)(Block& block));

// Installs a check that runs at the end of every block that did not fault, on its fiber; it may raise() or warn().
void setBlockEndHook(void (*hook)(Block& block));

// SyncAll: returns when every core of the launch's `coreType` (or of both types when `allCores`) has called it.
// Raises DEADLOCK when that can never happen (cores finished or fault), MODE when numBlocks exceeds the core count.
void syncAll(Block& block, bool allCores, const void* callSite);

// CrossCoreSetFlag and CrossCoreWaitFlag (ascendc-core 5.6), flag ids 0..15. Setting raises FLAG when a counter would
// exceed 15; waiting raises DEADLOCK when nobody is left who could set the flag.
inline constexpr unsigned kCrossCoreFlags = 16;
void crossCoreSet(Block& block, unsigned mode, unsigned flag, const void* callSite);
void crossCoreWait(Block& block, unsigned flag, const void* callSite);

// Counters by the address of a cell in GM: one up; `signals` up when called for the `arrivals`-th time; wait for one
// and take it.
void signal(Block& block, const void* cell);
void signalWhenAll(Block& block, const void* cell, uint32_t arrivals, uint32_t signals);
void waitSignal(Block& block, const void* cell, const char* what, const void* callSite);

// A call of a vector core that waits for the cube core of its group to carry it out. The runtime looks at none of it.
struct ServiceCall {
    void* call = nullptr;
    uint32_t client = 0;         // sub-block index of the vector core
    const void* site = nullptr;  // of the call in kernel code
};
// On a vector core: returns when the cube core has answered. Raises DEADLOCK when it never will.
void serviceCall(Block& block, const ServiceCall& call);
// On a cube core: the oldest call of a vector core in `mask`, which stays until the answer; an empty one when all
// vector cores of the group have ended.
ServiceCall serviceNext(Block& block, uint32_t mask, const void* callSite);
void serviceAnswer(Block& block, uint32_t client);
// Device memory of this core's own until the launch has completed; null when there is none left.
uint8_t* serviceMemory(Block& block, size_t bytes);

}  // namespace acc::rt::exec
