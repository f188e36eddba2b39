// SPDX-License-Identifier: Apache-2.0
// A kernel launch in a stream's queue.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "runtime/core/stream.h"
#include "runtime/core/task.h"
#include "runtime/exec/kernel_run.h"

namespace acc::rt::core {

class KernelTask final : public Task {
public:
    KernelTask(Stream& stream, const LaunchSpec& spec);

    Step start(Stream& stream) override;
    bool isKernel() const override { return true; }

private:
    // Most argument blocks fit here; longer ones go to the heap.
    static constexpr size_t kInlineArgs = 128;

    static void completed(exec::KernelRun& run);
    static void finish(Stream& stream, exec::KernelRun& run);

    const AccKernel& kernel_;
    const uint32_t numBlocks_;
    const uint32_t dynamicUbBytes_;
    const uint64_t tilingKey_;
    const void* args_;
    std::unique_ptr<std::byte[]> longArgs_;
    alignas(16) std::byte inlineArgs_[kInlineArgs];
    std::optional<exec::KernelRun> run_;  // when several executors may take part
};

}  // namespace acc::rt::core
