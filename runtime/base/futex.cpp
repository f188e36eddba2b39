// SPDX-License-Identifier: Apache-2.0
#include "runtime/base/futex.h"

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>
#include <ctime>

#include "runtime/base/mutex.h"

namespace acc::rt {

void futexWait(std::atomic<uint32_t>& word, uint32_t expected,
               std::optional<std::chrono::steady_clock::time_point> deadline) {
    timespec until{};
    timespec* timeout = nullptr;
    if (deadline) {
        // FUTEX_WAIT_BITSET takes an absolute CLOCK_MONOTONIC time, which is what steady_clock counts.
        const auto ns = std::chrono::duration_cast<std::chrono::nanoseconds>(deadline->time_since_epoch()).count();
        until.tv_sec = static_cast<time_t>(ns / 1'000'000'000);
        until.tv_nsec = static_cast<long>(ns % 1'000'000'000);
        timeout = &until;
    }
    syscall(SYS_futex, reinterpret_cast<uint32_t*>(&word), FUTEX_WAIT_BITSET_PRIVATE, expected, timeout, nullptr,
            FUTEX_BITSET_MATCH_ANY);
}

void futexWake(std::atomic<uint32_t>& word, uint32_t count) {
    syscall(SYS_futex, reinterpret_cast<uint32_t*>(&word), FUTEX_WAKE_PRIVATE,
            count > INT_MAX ? INT_MAX : static_cast<int>(count), nullptr, nullptr, 0);
}

uint32_t cpuCount() {
    static const uint32_t count = [] {
        cpu_set_t set;
        CPU_ZERO(&set);
        if (sched_getaffinity(0, sizeof set, &set) == 0) {
            return static_cast<uint32_t>(CPU_COUNT(&set));
        }
        return static_cast<uint32_t>(sysconf(_SC_NPROCESSORS_ONLN));
    }();
    return count;
}

void yieldCpu() {
    sched_yield();
}

void Mutex::lockSlow() {
    for (uint32_t step = 0; step < 128; ++step) {
        if (word_.load(std::memory_order_relaxed) == 0 && tryLock()) {
            return;
        }
        spinStep(step);
    }
    while (word_.exchange(2, std::memory_order_acquire) != 0) {
        futexWait(word_, 2);
    }
}

void Mutex::wakeOne() {
    futexWake(word_, 1);
}

}  // namespace acc::rt
