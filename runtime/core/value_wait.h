// SPDX-License-Identifier: Apache-2.0
// aclrtValueWrite and aclrtValueWait: 64-bit words in device memory that streams set and wait for.
//
// One thread looks at the words of pending waits: whenever a task of any stream completes (lookAtValueWaits), because
// most writes are a task's; and now and then, because kernels write with plain stores while they run. It sleeps
// otherwise.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/core/stream.h"
#include "runtime/core/task.h"

namespace acc::rt::core {

// A comparison of aclrtValueWait.
struct ValueCondition {
    void* address = nullptr;
    uint64_t value = 0;
    uint32_t comparison = 0;  // ACL_STREAM_WAIT_VALUE_*

    bool fulfilled() const;
};

// Holds the stream until the condition is fulfilled; fails the stream when the memory has been freed.
class ValueWaitTask final : public Task {
public:
    explicit ValueWaitTask(const ValueCondition& condition) : condition_(condition) {}
    const char* name() const override { return "wait for value"; }
    Step start(Stream& stream) override;

private:
    ValueCondition condition_;
};

namespace detail {
extern std::atomic<uint32_t> pendingValueWaits;
void wakeWatcher();
}  // namespace detail

// Called when a task may have written a word that a stream waits for.
inline void lookAtValueWaits() {
    if (detail::pendingValueWaits.load(std::memory_order_relaxed) != 0) [[unlikely]] {
        detail::wakeWatcher();
    }
}

}  // namespace acc::rt::core
