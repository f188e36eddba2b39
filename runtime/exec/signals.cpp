// SPDX-License-Identifier: Apache-2.0
#include "runtime/exec/signals.h"

#include <sys/mman.h>
#include <ucontext.h>

#include <csetjmp>
#include <csignal>
#include <cstdint>

#include "runtime/exec/block.h"
#include "runtime/exec/fiber.h"
#include "runtime/exec/kernel_run.h"
#include "runtime/mem/block_move.h"
#include "runtime/mem/gm.h"

#include <fmt/format.h>

namespace acc::rt::exec {
namespace {

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, kCancelSignal};
constexpr size_t kAltStackBytes = 256 * 1024;
constexpr aclError kVectorTrap = 507036;
constexpr aclError kCubeTrap = 507016;

struct sigaction previous[NSIG];

// Where runGuarded() goes on after a signal, and what that was. Constant initialisation: a handler may read it.
struct Guard {
    sigjmp_buf exit;
    int signal = 0;
    uintptr_t address = 0;
};
thread_local Guard* guard = nullptr;

#if defined(ACC_TSAN)
// libc's own: TSan's would hold the cancelling signal back until the kernel it shall stop calls a library.
extern "C" int __sigaction(int signal, const struct sigaction* action, struct sigaction* previous);
constexpr auto install = &__sigaction;
#else
constexpr auto install = &sigaction;
#endif

uintptr_t interruptedAt(const ucontext_t& context) {
#if defined(__x86_64__)
    return static_cast<uintptr_t>(context.uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
    return context.uc_mcontext.pc;
#endif
}

// Returns the interrupted instruction and lets the thread continue at `target` on `stackTop` instead.
const void* divert(ucontext_t& context, void (*target)(), void* stackTop) {
    // As after a call: the ABI wants the stack pointer 16-byte aligned before the return address is pushed.
    const auto stack = (reinterpret_cast<uintptr_t>(stackTop) - 64) & ~uintptr_t{15};
#if defined(__x86_64__)
    greg_t* registers = context.uc_mcontext.gregs;
    const auto* pc = reinterpret_cast<const void*>(registers[REG_RIP]);
    registers[REG_RIP] = reinterpret_cast<greg_t>(target);
    registers[REG_RSP] = static_cast<greg_t>(stack - 8);
    registers[REG_RBP] = 0;
#elif defined(__aarch64__)
    const auto* pc = reinterpret_cast<const void*>(context.uc_mcontext.pc);
    context.uc_mcontext.pc = reinterpret_cast<uintptr_t>(target);
    context.uc_mcontext.sp = stack;
    context.uc_mcontext.regs[29] = 0;
#else
#error "signal context of this architecture"
#endif
    return pc;
}

// Names what lies at a bad address outside of the local memories.
std::string describeGlobal(uintptr_t address) {
    mem::Allocation block;
    if (address < 4096) {
        return fmt::format("scalar access to address {:#x}: null pointer", address);
    }
    if (!mem::nearest(address, &block)) {
        return fmt::format("scalar access to address {:#x}, and there is no device memory at all", address);
    }
    const char* side = address < block.base ? "before" : "past the end of";
    const uint64_t distance = address < block.base ? block.base - address : address - block.end();
    return fmt::format(
        "scalar access to address {:#x}, which is no live memory: {} bytes {} the nearest block [{:#x}, "
        "{:#x}) of {} bytes",
        address, distance, side, block.base, block.end(), block.sizeBytes);
}

// Names what lies at a bad address of a kernel.
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
    return describeGlobal(address);
}

void handle(int signal, siginfo_t* info, void* context) {
    if (signal == SIGSEGV && mem::waitForMove(reinterpret_cast<uintptr_t>(info->si_addr))) {
        return;
    }
    if (guard != nullptr && signal != kCancelSignal) {
        guard->signal = signal;
        guard->address = reinterpret_cast<uintptr_t>(info->si_addr);
        siglongjmp(guard->exit, 1);
    }
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
        if (signal != kCancelSignal) {
            ::signal(signal, SIG_DFL);
            ::raise(signal);
        }
        return;
    }
    if (signal == kCancelSignal && (currentBlock().fiber->away() || !currentBlock().run->mayCancelAt(interruptedAt(
                                                                        *static_cast<const ucontext_t*>(context))))) {
        return;  // the monitor will try again
    }
    // Only notes what happened: nothing here may allocate or lock. The fiber leaves once the handler has returned.
    Fiber& fiber = *currentBlock().fiber;
    const void* pc = divert(*static_cast<ucontext_t*>(context), &Fiber::leaveAfterSignal, fiber.faultStackTop());
    fiber.note = {signal, reinterpret_cast<uintptr_t>(info->si_addr), pc};
}

}  // namespace

Fault describeSignal(const Fiber& fiber) {
    // describeCallSite() looks at the instruction before a return address.
    const void* site = static_cast<const std::byte*>(fiber.note.pc) + 1;
    switch (fiber.note.signal) {
        case kCancelSignal:
            return {"CANCELLED", 0, "the kernel failed in another block", site};
        case SIGFPE:
            return {"DIVISION", 0, "integer division by zero or overflow", site};
        case SIGILL:
        case SIGTRAP:
            return {"TRAP", fiber.block.coreType == ACC_CORE_VECTOR ? kVectorTrap : kCubeTrap,
                    "the kernel executed a trap", site};
        default:
            return {"OOB", 0, describeAddress(fiber, fiber.note.address), site};
    }
}

std::string runGuarded(const std::function<void()>& body) {
    prepareThreadForFaults();
    Guard here;
    if (sigsetjmp(here.exit, /*savemask=*/1) == 0) {
        guard = &here;
        body();
        guard = nullptr;
        return {};
    }
    guard = nullptr;
    switch (here.signal) {
        case SIGFPE:
            return "integer division by zero or overflow";
        case SIGILL:
        case SIGTRAP:
            return "it executed a trap";
        default:
            return describeGlobal(here.address);
    }
}

void installFaultHandlers() {
    for (int signal : kSignals) {
        struct sigaction action = {};
        action.sa_sigaction = &handle;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
        sigemptyset(&action.sa_mask);
        (signal == kCancelSignal ? install : &sigaction)(signal, &action, &previous[signal]);
    }
}

void prepareThreadForFaults() {
    stack_t current = {};
    if (sigaltstack(nullptr, &current) == 0 && (current.ss_flags & SS_DISABLE) == 0 && current.ss_size >= 64 * 1024) {
        return;
    }
    // Kept for the thread's life and not returned at its end: a few pages per thread, touched only by a fault.
    void* stack =
        mmap(nullptr, kAltStackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (stack != MAP_FAILED) {
        stack_t alternate = {};
        alternate.ss_sp = stack;
        alternate.ss_size = kAltStackBytes;
        sigaltstack(&alternate, nullptr);
    }
}

}  // namespace acc::rt::exec
