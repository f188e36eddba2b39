// SPDX-License-Identifier: Apache-2.0
#include "runtime/base/shared_futex.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <ctime>

namespace acc::rt {

void sharedFutexWait(std::atomic<uint32_t>& word, uint32_t expected,
                     std::optional<std::chrono::steady_clock::time_point> deadline) {
    timespec until{};
    if (deadline) {
        // FUTEX_WAIT_BITSET takes an absolute CLOCK_MONOTONIC time, which is what steady_clock counts.
        const auto ns = std::chrono::duration_cast<std::chrono::nanoseconds>(deadline->time_since_epoch()).count();
        until = {static_cast<time_t>(ns / 1'000'000'000), static_cast<long>(ns % 1'000'000'000)};
    }
    syscall(SYS_futex, reinterpret_cast<uint32_t*>(&word), FUTEX_WAIT_BITSET, expected, deadline ? &until : nullptr,
            nullptr, FUTEX_BITSET_MATCH_ANY);
}

void sharedFutexWake(std::atomic<uint32_t>& word) {
    syscall(SYS_futex, reinterpret_cast<uint32_t*>(&word), FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

void sharedFutexWaitAny(std::span<const SharedFutex> words) {
    std::array<futex_waitv, kMaxSharedFutexes> list{};
    size_t count = 0;
    for (const SharedFutex& entry : words.first(std::min(words.size(), kMaxSharedFutexes))) {
        list[count].val = entry.expected;
        list[count].uaddr = reinterpret_cast<uint64_t>(entry.word);
        list[count].flags = FUTEX_32;
        ++count;
    }
    syscall(SYS_futex_waitv, list.data(), count, 0, nullptr, CLOCK_MONOTONIC);
}

bool canWaitForAnySharedFutex() {
    // A kernel that has the call refuses an empty list as invalid.
    static const bool can = syscall(SYS_futex_waitv, nullptr, 0, 0, nullptr, CLOCK_MONOTONIC) == -1 && errno == EINVAL;
    return can;
}

}  // namespace acc::rt
