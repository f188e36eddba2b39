// SPDX-License-Identifier: Apache-2.0
// A kernel launch in a stream's queue.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "runtime/core/stream.h"
#include "runtime/core/task.h"
#include "runtime/core/timer.h"
#include "runtime/exec/kernel_run.h"

namespace acc::rt::core {

class KernelTask final : public Task {
public:
    KernelTask(Stream& stream, const LaunchSpec& spec);

    Step start(Stream& stream) override;
    bool isKernel() const override { return true; }
    const char* name() const override { return kernel_.name; }

private:
    // Most argument blocks fit here; longer ones go to the heap.
    static constexpr size_t kInlineArgs = 128;

    static void completed(exec::KernelRun& run);
    // After the run: done, or pending while callbacks are told of a failure.
    Step finish(Stream& stream, exec::KernelRun& run);
    void startClock(Stream& stream);
    Step tell(Stream& stream, const Status& failure);

    const AccKernel& kernel_;
    const uint32_t numBlocks_;
    const uint32_t dynamicUbBytes_;
    const uint64_t tilingKey_;
    const uint32_t threadId_;  // that submitted it
    const void* args_;
    const uint64_t timeoutUs_;  // 0 = none
    TimerId timer_ = 0;
    std::unique_ptr<std::byte[]> longArgs_;
    alignas(16) std::byte inlineArgs_[kInlineArgs];
    std::optional<exec::KernelRun> run_;  // when several executors may take part
};

}  // namespace acc::rt::core
