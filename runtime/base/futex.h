// SPDX-License-Identifier: Apache-2.0
// Sleeping on a 32-bit word, and the short spin that precedes it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

namespace acc::rt {

// Sleeps while `word` is `expected`, until woken or `deadline`. May return early: callers check their condition again.
void futexWait(std::atomic<uint32_t>& word, uint32_t expected,
               std::optional<std::chrono::steady_clock::time_point> deadline = std::nullopt);

// Wakes up to `count` sleepers of `word`.
void futexWake(std::atomic<uint32_t>& word, uint32_t count);

// One step of a busy wait. Step 0, 1, 2 ... first pauses, then yields the CPU now and then, so that a spinner behaves
// on a machine with one CPU.
inline void spinStep(uint32_t step);

// CPUs this process may use (respects taskset and cpusets), read once.
uint32_t cpuCount();

void yieldCpu();

inline void cpuPause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb" ::: "memory");
#endif
}

inline void spinStep(uint32_t step) {
    if (step % 64 == 63) {
        yieldCpu();
    } else {
        cpuPause();
    }
}

}  // namespace acc::rt
