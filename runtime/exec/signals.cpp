// SPDX-License-Identifier: Apache-2.0
#include "runtime/exec/signals.h"

#include <sys/mman.h>
#include <ucontext.h>

#include <csignal>
#include <cstdint>

#include "runtime/exec/block.h"
#include "runtime/exec/fiber.h"
#include "runtime/mem/gm.h"

#include <fmt/format.h>

namespace acc::rt::exec {
namespace {

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
constexpr size_t kAltStackBytes = 256 * 1024;
constexpr aclError kVectorTrap = 507036;
constexpr aclError kCubeTrap = 507016;

struct sigaction previous[NSIG];

const void* programCounter(const ucontext_t& context) {
#if defined(__x86_64__)
    return reinterpret_cast<const void*>(context.uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
    return reinterpret_cast<const void*>(context.uc_mcontext.pc);
#else
#error "program counter of this architecture"
#endif
}

// Names what lies at a bad address as far as the memory registry knows it.
std::string describeAddress(const Fiber& fiber, uintptr_t address) {
    if (fiber.overflowed(address)) {
        return "the kernel's stack is exhausted (512 KiB): recursion, or local arrays that belong in UB";
    }
    const auto ub = reinterpret_cast<uintptr_t>(fiber.block.memory[ACC_MEM_UB]);
    constexpr uintptr_t kNear = 64 * 1024;
    if (ub != 0 && address + kNear >= ub && address < ub + fiber.block.memoryBytes[ACC_MEM_UB] + kNear) {
        return fmt::format("scalar access to UB offset {}, outside its {} bytes", static_cast<int64_t>(address - ub),
                           fiber.block.memoryBytes[ACC_MEM_UB]);
    }
    mem::Allocation block;
    if (address < 4096) {
        return fmt::format("scalar access to address {:#x}: null pointer", address);
    }
    if (!mem::nearest(address, &block)) {
        return fmt::format("scalar access to address {:#x}, and there is no device memory at all", address);
    }
    const char* side = address < block.base ? "before" : "past the end of";
    const uint64_t distance = address < block.base ? block.base - address : address - block.end();
    return fmt::format("scalar access to address {:#x}, which is no live memory: {} bytes {} the nearest block [{:#x}, "
                       "{:#x}) of {} bytes",
                       address, distance, side, block.base, block.end(), block.sizeBytes);
}

void handle(int signal, siginfo_t* info, void* context) {
    if (!insideKernel()) {
        // Not ours: what would have happened without us.
        const struct sigaction& old = previous[signal];
        if ((old.sa_flags & SA_SIGINFO) != 0 && old.sa_sigaction != nullptr) {
            old.sa_sigaction(signal, info, context);
            return;
        }
        if (old.sa_handler != SIG_DFL && old.sa_handler != SIG_IGN) {
            old.sa_handler(signal);
            return;
        }
        ::signal(signal, SIG_DFL);
        ::raise(signal);
        return;
    }
    Block& block = currentBlock();
    // describeCallSite() looks at the instruction before a return address.
    const void* site = static_cast<const std::byte*>(programCounter(*static_cast<ucontext_t*>(context))) + 1;
    const bool vector = block.coreType == ACC_CORE_VECTOR;
    switch (signal) {
        case SIGFPE:
            exec::raise({"DIVISION", 0, "integer division by zero or overflow", site});
        case SIGILL:
        case SIGTRAP:
            exec::raise({"TRAP", vector ? kVectorTrap : kCubeTrap, "the kernel executed a trap", site});
        default:
            exec::raise({"OOB", 0, describeAddress(*block.fiber, reinterpret_cast<uintptr_t>(info->si_addr)), site});
    }
}

}  // namespace

void installFaultHandlers() {
    for (int signal : kSignals) {
        struct sigaction action = {};
        action.sa_sigaction = &handle;
        // NODEFER: the handler is left by a switch to the block runner and never returns.
        action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
        sigemptyset(&action.sa_mask);
        sigaction(signal, &action, &previous[signal]);
    }
}

void prepareThreadForFaults() {
    stack_t current = {};
    if (sigaltstack(nullptr, &current) == 0 && (current.ss_flags & SS_DISABLE) == 0 &&
        current.ss_size >= 64 * 1024) {
        return;
    }
    // Kept for the thread's life and not returned at its end: a few pages per thread, touched only by a fault.
    void* stack = mmap(nullptr, kAltStackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (stack != MAP_FAILED) {
        stack_t alternate = {};
        alternate.ss_sp = stack;
        alternate.ss_size = kAltStackBytes;
        sigaltstack(&alternate, nullptr);
    }
}

}  // namespace acc::rt::exec
