// SPDX-License-Identifier: Apache-2.0
// Writes of and waits for 64-bit words in device memory, as operations of streams.
#pragma once

#include <cstdint>
#include <memory>

#include "runtime/base/status.h"
#include "runtime/core/graph_task.h"
#include "runtime/core/value_wait.h"

namespace acc::rt::core {

class ValueWriteOperation {
public:
    ValueWriteOperation(void* address, uint64_t value) : address_(address), value_(value) {}
    void enqueue(const std::shared_ptr<Stream>& stream);
    ValueWriteOperation own() const { return *this; }
    TaskDescription describe() const;

private:
    void* address_;
    uint64_t value_;
};

class ValueWaitOperation {
public:
    explicit ValueWaitOperation(const ValueCondition& condition) : condition_(condition) {}
    void enqueue(const std::shared_ptr<Stream>& stream) { stream->submit<ValueWaitTask>(condition_); }
    ValueWaitOperation own() const { return *this; }
    TaskDescription describe() const;

private:
    ValueCondition condition_;
};

// 8 aligned bytes of device memory: 107008 or 100000 otherwise.
Status checkValueAddress(const void* devAddr);

// What a graph stores for them.
Status makeStoredValueWrite(void* devAddr, uint64_t value, std::shared_ptr<GraphTask>* task);
Status makeStoredValueWait(void* devAddr, uint64_t value, uint32_t comparison, std::shared_ptr<GraphTask>* task);

}  // namespace acc::rt::core
