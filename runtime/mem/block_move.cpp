// SPDX-License-Identifier: Apache-2.0
#include "runtime/mem/block_move.h"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <utility>

#include "runtime/base/futex.h"

namespace acc::rt::mem {
namespace {

// A thread may be held up between its fault and the handler while further moves begin.
constexpr uint32_t kRemembered = 64;

struct Range {
    std::atomic<uintptr_t> begin{0};
    std::atomic<uintptr_t> end{0};
};

constinit std::array<Range, kRemembered> ranges{};
constinit std::atomic<uint32_t> state{0};  // twice the number of moves, plus one during a move; a futex

// The state at which this thread was last told to try again: a second fault then has another reason.
[[gnu::tls_model("initial-exec")]] thread_local constinit uint32_t retriedAt = 0;

// Writes the pages that hold anything, so that the rest needs no memory.
bool copyPages(const std::byte* from, size_t bytes, int file) {
    static constexpr std::array<std::byte, 4096> kZeros{};
    for (size_t at = 0; at < bytes; at += kZeros.size()) {
        if (std::memcmp(from + at, kZeros.data(), kZeros.size()) != 0 &&
            pwrite(file, from + at, kZeros.size(), static_cast<off_t>(at)) != static_cast<ssize_t>(kZeros.size())) {
            return false;
        }
    }
    return true;
}

}  // namespace

bool moveBlockToFile(uintptr_t begin, size_t bytes, int file) {
    if (ftruncate(file, static_cast<off_t>(bytes)) != 0) {
        return false;
    }
    const uint32_t number = state.load(std::memory_order_relaxed) / 2;
    Range& range = ranges[number % kRemembered];
    range.begin.store(begin);
    range.end.store(begin + bytes);
    state.fetch_add(1);
    void* pages = reinterpret_cast<void*>(begin);  // NOLINT(performance-no-int-to-ptr)
    const bool moved = mprotect(pages, bytes, PROT_READ) == 0 &&
                       copyPages(static_cast<const std::byte*>(pages), bytes, file) &&
                       mmap(pages, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) != MAP_FAILED;
    if (!moved) {
        mprotect(pages, bytes, PROT_READ | PROT_WRITE);
    }
    state.fetch_add(1);
    futexWake(state, UINT32_MAX);
    return moved;
}

bool waitForMove(uintptr_t address) {
    bool inside = false;
    for (const Range& range : ranges) {
        inside = inside || (address >= range.begin.load() && address < range.end.load());
    }
    if (!inside) {
        return false;
    }
    const int savedErrno = errno;
    uint32_t seen = state.load();
    while (seen % 2 != 0) {
        futexWait(state, seen);
        seen = state.load();
    }
    errno = savedErrno;
    return std::exchange(retriedAt, seen) != seen;
}

}  // namespace acc::rt::mem
