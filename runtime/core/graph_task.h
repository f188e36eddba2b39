// SPDX-License-Identifier: Apache-2.0
// A task that a graph stores, and what can be told of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "acl/acl_rt_types.h"
#include "runtime/core/stream.h"

namespace acc::rt::core {

struct Function;

// What a stored task does, for introspection and the debug print.
struct TaskDescription {
    aclmdlRITaskType type = ACL_MODEL_RI_TASK_DEFAULT;
    std::string name = "task";
    // Kernels:
    const Function* function = nullptr;
    uint32_t numBlocks = 0;
    const void* args = nullptr;  // lives as long as the task
    size_t argsBytes = 0;
    uint32_t dynamicUbBytes = 0;
    uint64_t timeoutUs = 0;
    uint8_t schedMode = 0;
    // Values and events:
    void* object = nullptr;  // address of the word, or handle of the event
    uint64_t value = 0;
    uint32_t flag = 0;
};

// Appends itself to a stream, any number of times.
class GraphTask {
public:
    GraphTask() = default;
    GraphTask(const GraphTask&) = delete;
    GraphTask& operator=(const GraphTask&) = delete;
    virtual ~GraphTask() = default;
    virtual void enqueue(const std::shared_ptr<Stream>& stream) = 0;
    virtual TaskDescription describe() const { return {}; }
};

}  // namespace acc::rt::core
