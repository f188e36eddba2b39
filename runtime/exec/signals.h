// SPDX-License-Identifier: Apache-2.0
// Hardware faults of kernel code (wild pointers, traps, integer division by zero) become faults of the kernel.
#pragma once

#include <csignal>

#include "runtime/exec/block.h"

namespace acc::rt::exec {

// Sent to a thread that still executes blocks of a failed kernel. Ignored by default, so a late one is harmless.
inline constexpr int kCancelSignal = SIGURG;

// Installs the handlers once. A signal that does not come from kernel code goes to the handler that was there before.
void installFaultHandlers();

// The fault that the signal noted on `fiber` stands for.
Fault describeSignal(const Fiber& fiber);

// Gives the calling thread an alternate signal stack (a fiber's stack may be what overflowed), unless it has one.
void prepareThreadForFaults();

}  // namespace acc::rt::exec
