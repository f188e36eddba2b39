// SPDX-License-Identifier: Apache-2.0
// Sleeping on 32-bit words in memory that several processes map.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>

namespace acc::rt {

// Sleeps while `word` is `expected`, until woken by any process or `deadline`. May return early.
void sharedFutexWait(std::atomic<uint32_t>& word, uint32_t expected,
                     std::optional<std::chrono::steady_clock::time_point> deadline = std::nullopt);

// Wakes all sleepers of `word` in all processes.
void sharedFutexWake(std::atomic<uint32_t>& word);

// A word and the value it is expected to have.
struct SharedFutex {
    std::atomic<uint32_t>* word = nullptr;
    uint32_t expected = 0;
};

// Most words that one thread can wait for.
inline constexpr size_t kMaxSharedFutexes = 128;

// Sleeps while all words are as expected, until one is woken. May return early.
void sharedFutexWaitAny(std::span<const SharedFutex> words);

// Whether this kernel can do that (Linux 5.16, and no filter of system calls that forbids it).
bool canWaitForAnySharedFutex();

}  // namespace acc::rt
