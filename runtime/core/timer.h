// SPDX-License-Identifier: Apache-2.0
// Calls at a point in time: time limits of waits and kernels. One thread, started by the first call and asleep until
// the earliest one is due.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

namespace acc::rt::core {

using TimerId = uint64_t;  // 0 = none

// Runs `call` at `when`; it must be short and must not refer to anything that may be gone by then.
TimerId callAt(std::chrono::steady_clock::time_point when, std::function<void()> call);

// Forgets a call; one that has begun goes on.
void cancelTimer(TimerId id);

}  // namespace acc::rt::core
