// SPDX-License-Identifier: Apache-2.0
// The end of the process.
#pragma once

#include <chrono>

namespace acc::rt::core {

// Until when a process that ends, or unloads kernel code, waits for queued work: not at all in a host callback, whose
// stream would never finish.
std::chrono::steady_clock::time_point endOfWait();

}  // namespace acc::rt::core
