// SPDX-License-Identifier: Apache-2.0
#include "runtime/exec/fiber.h"

#include <sys/mman.h>

#include <cstdlib>

#include "runtime/base/log.h"
#include "runtime/base/soc.h"

#if defined(ACC_ASAN)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if defined(ACC_TSAN)
#include <sanitizer/tsan_interface.h>
#endif

namespace acc::rt::exec {
namespace {

using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;
using boost::context::detail::transfer_t;

constexpr size_t kGuardBytes = 64 * 1024;

// Lazily committed memory with an inaccessible guard area on both sides.
std::byte* mapGuarded(size_t bytes) {
    void* base = mmap(nullptr, bytes + 2 * kGuardBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED) {
        fatal("cannot map {} bytes for an emulated core", bytes);
    }
    std::byte* usable = static_cast<std::byte*>(base) + kGuardBytes;
    if (mprotect(usable, bytes, PROT_READ | PROT_WRITE) != 0) {
        fatal("cannot map {} bytes for an emulated core", bytes);
    }
    return usable;
}

void unmapGuarded(std::byte* usable, size_t bytes) {
    if (usable != nullptr) {
        munmap(usable - kGuardBytes, bytes + 2 * kGuardBytes);
    }
}

size_t roundToPage(size_t bytes) {
    return (bytes + 4095) / 4096 * 4096;
}

}  // namespace

Fiber::Fiber() {
    stack_ = mapGuarded(kStackBytes);
    vectorBytes_ = roundToPage(soc().ubBytes);
    vectorMemory_ = mapGuarded(vectorBytes_);
    abandon();
    useVector();
}

Fiber::~Fiber() {
#if defined(ACC_TSAN)
    __tsan_destroy_fiber(sanitizer_.tsanFiber);
#endif
    unmapGuarded(stack_, kStackBytes);
    unmapGuarded(vectorMemory_, vectorBytes_);
    unmapGuarded(cubeMemory_, cubeBytes_);
}

void Fiber::useVector() {
    for (uint32_t memory = 0; memory < ACC_MEM_COUNT; ++memory) {
        block.memory[memory] = nullptr;
        block.memoryBytes[memory] = 0;
    }
    block.memory[ACC_MEM_UB] = reinterpret_cast<uint8_t*>(vectorMemory_);
    block.memoryBytes[ACC_MEM_UB] = soc().ubBytes;
}

void Fiber::prepareCube() {
    const SocInfo& info = soc();
    const uint32_t sizes[ACC_MEM_COUNT] = {
        0, 0, info.l1Bytes, info.l0aBytes, info.l0bBytes, info.l0cBytes, info.btBytes, info.fbBytes};
    if (cubeMemory_ == nullptr) {
        for (uint32_t size : sizes) {
            cubeBytes_ += roundToPage(size);
        }
        cubeMemory_ = mapGuarded(cubeBytes_);
    }
    size_t offset = 0;
    for (uint32_t memory = 0; memory < ACC_MEM_COUNT; ++memory) {
        block.memory[memory] = sizes[memory] == 0 ? nullptr : reinterpret_cast<uint8_t*>(cubeMemory_ + offset);
        block.memoryBytes[memory] = sizes[memory];
        offset += roundToPage(sizes[memory]);
    }
}

void Fiber::abandon() {
#if defined(ACC_ASAN)
    // The frames that are given up leave poisoned redzones behind.
    __asan_unpoison_memory_region(stack_, kStackBytes);
#endif
#if defined(ACC_TSAN)
    if (sanitizer_.tsanFiber != nullptr) {
        __tsan_destroy_fiber(sanitizer_.tsanFiber);
    }
    sanitizer_.tsanFiber = __tsan_create_fiber(0);
#endif
    context_ = make_fcontext(stack_ + kStackBytes, kStackBytes, &Fiber::main);
}

void* Fiber::faultStackTop() {
#if defined(ACC_ASAN)
    __asan_unpoison_memory_region(stack_, kStackBytes);
#endif
    return stack_ + kStackBytes;
}

void Fiber::leaveAfterSignal() {
    currentBlock().fiber->leave(Exit::faulted);
    __builtin_unreachable();
}

bool Fiber::overflowed(uintptr_t address) const {
    const auto low = reinterpret_cast<uintptr_t>(stack_);
    return address < low && address >= low - kGuardBytes;
}

Fiber::Exit Fiber::start(Body body, void* argument) {
    body_ = body;
    argument_ = argument;
    return enter();
}

Fiber::Exit Fiber::resume() {
    return enter();
}

Fiber::Exit Fiber::enter() {
#if defined(ACC_ASAN)
    __sanitizer_start_switch_fiber(&sanitizer_.backFakeStack, stack_, kStackBytes);
#endif
#if defined(ACC_TSAN)
    sanitizer_.tsanBack = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(sanitizer_.tsanFiber, 0);
#endif
    const transfer_t from = jump_fcontext(context_, this);
#if defined(ACC_ASAN)
    __sanitizer_finish_switch_fiber(sanitizer_.backFakeStack, nullptr, nullptr);
#endif
    context_ = from.fctx;
    return static_cast<Exit>(reinterpret_cast<uintptr_t>(from.data));
}

void Fiber::leave(Exit exit) {
    away_.store(true, std::memory_order_relaxed);
#if defined(ACC_ASAN)
    // A faulted fiber is not coming back: null frees its fake stack.
    __sanitizer_start_switch_fiber(exit == Exit::faulted ? nullptr : &sanitizer_.fakeStack, sanitizer_.backStack,
                                   sanitizer_.backStackBytes);
#endif
#if defined(ACC_TSAN)
    __tsan_switch_to_fiber(sanitizer_.tsanBack, 0);
#endif
    const transfer_t from = jump_fcontext(back_, reinterpret_cast<void*>(static_cast<uintptr_t>(exit)));
#if defined(ACC_ASAN)
    __sanitizer_finish_switch_fiber(sanitizer_.fakeStack, &sanitizer_.backStack, &sanitizer_.backStackBytes);
#endif
    back_ = from.fctx;
    away_.store(false, std::memory_order_relaxed);
}

void Fiber::main(transfer_t from) {
    Fiber& self = *static_cast<Fiber*>(from.data);
#if defined(ACC_ASAN)
    __sanitizer_finish_switch_fiber(nullptr, &self.sanitizer_.backStack, &self.sanitizer_.backStackBytes);
#endif
    self.back_ = from.fctx;
    self.away_.store(false, std::memory_order_relaxed);
    while (true) {
        self.body_(self, self.argument_);
        self.leave(Exit::finished);
    }
}

}  // namespace acc::rt::exec
