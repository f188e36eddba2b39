// SPDX-License-Identifier: Apache-2.0
// aclrtValueWrite and aclrtValueWait: 64-bit words in device memory that streams set and wait for. Kernels and the host
// write them with plain stores, so somebody has to look: one thread does while waits are pending, and sleeps otherwise.
#pragma once

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
    Step start(Stream& stream) override;

private:
    ValueCondition condition_;
};

// Lets `stream` go on if its current task is a ValueWaitTask.
void cancelValueWait(Stream& stream);

}  // namespace acc::rt::core
