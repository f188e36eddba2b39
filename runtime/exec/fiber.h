// SPDX-License-Identifier: Apache-2.0
// A fiber with the emulated core that its blocks run on: a guarded stack, the Block and its local memories.
//
// A fiber belongs to one Executor (thread) for as long as a block is on it. It is left in one of three ways:
//   finished  the body returned; the fiber can take the next body
//   parked    the block waits; resume() continues it
//   faulted   the block failed; the fiber is never resumed, its stack is started afresh
// Switching goes through one function per direction, which also tells ASan and TSan.
#pragma once

#include <atomic>
#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "runtime/exec/block.h"

namespace acc::rt::exec {

class Executor;

class Fiber {
public:
    enum class Exit : uintptr_t { finished = 1, parked = 2, faulted = 3 };
    using Body = void (*)(Fiber& fiber, void* argument);

    Fiber();
    ~Fiber();
    Fiber(const Fiber&) = delete;
    Fiber& operator=(const Fiber&) = delete;

    // Runs `body` on the fiber until it leaves it. Called on the executor's own stack.
    Exit start(Body body, void* argument);
    // Continues a parked fiber.
    Exit resume();
    // Gives up a parked or faulted fiber's frames.
    void abandon();

    // Leaves the fiber from the inside; returns when resumed (parked only).
    void leave(Exit exit);

    // Maps the cube core's memories; the vector core's exist from the start.
    void prepareCube();
    void useVector();

    // For a signal handler on this fiber: where to continue instead of the faulting instruction, so that the fiber
    // leaves as faulted. Its frames are given up, so it starts at the top of the stack, which may have overflowed.
    void* faultStackTop();
    [[noreturn]] static void leaveAfterSignal();

    // True when `address` lies in the guard page below the stack.
    bool overflowed(uintptr_t address) const;

    // What a signal handler noted; turned into `fault` once the fiber has been left.
    struct SignalNote {
        int signal = 0;  // 0: none
        uintptr_t address = 0;
        const void* pc = nullptr;
    };

    Block block;
    Fault fault;  // set before leaving as faulted
    SignalNote note;
    Executor* executor = nullptr;

    bool away() const { return away_.load(std::memory_order_relaxed); }

private:
    static void main(boost::context::detail::transfer_t from);
    Exit enter();

    std::byte* stack_ = nullptr;  // lowest usable address
    boost::context::detail::fcontext_t context_ = nullptr;
    boost::context::detail::fcontext_t back_ = nullptr;
    Body body_ = nullptr;
    void* argument_ = nullptr;
    std::byte* vectorMemory_ = nullptr;
    std::byte* cubeMemory_ = nullptr;
    size_t vectorBytes_ = 0;
    size_t cubeBytes_ = 0;

    // Not running, or between two stacks, where a signal must not make it leave. Read by the handler on the same
    // thread.
    std::atomic<bool> away_{true};

    // What the sanitizers keep per fiber; unused without them.
    struct {
        void* backFakeStack = nullptr;
        const void* backStack = nullptr;
        size_t backStackBytes = 0;
        void* fakeStack = nullptr;
        void* tsanFiber = nullptr;
        void* tsanBack = nullptr;
    } sanitizer_;

    static constexpr size_t kStackBytes = 512 * 1024;
};

}  // namespace acc::rt::exec
