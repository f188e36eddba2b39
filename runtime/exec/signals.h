// SPDX-License-Identifier: Apache-2.0
// Hardware faults of kernel code (wild pointers, traps, integer division by zero) become faults of the kernel.
#pragma once

#include <csignal>
#include <functional>
#include <string>

#include "runtime/exec/block.h"

namespace acc::rt::exec {

// Sent to a thread that still executes blocks of a failed kernel. Ignored by default, so a late one is harmless.
inline constexpr int kCancelSignal = SIGURG;

// Installs the handlers once. A signal that does not come from kernel code goes to the handler that was there before.
void installFaultHandlers();

// Calls `body`, code of the program that runs outside of any kernel run. A signal that such code gets for what it does
// (a wild access, a trap, a division by zero) ends it there, without unwinding. Returns what happened; "" when it ended
// by itself.
std::string runGuarded(const std::function<void()>& body);

// The fault that the signal noted on `fiber` stands for.
Fault describeSignal(const Fiber& fiber);

// Gives the calling thread an alternate signal stack (a fiber's stack may be what overflowed), unless it has one.
void prepareThreadForFaults();

}  // namespace acc::rt::exec
