// SPDX-License-Identifier: Apache-2.0
// Kernels for AI CPUs: host code of the program, which runs in a stream as kernels do. On threads of the runtime, not
// on workers, because such a kernel may block as any program may.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "acc/abi.h"
#include "runtime/core/task.h"

namespace acc::rt::core {

// Runs a kernel once, with a copy of its arguments. 507018 when it reports a failure, throws, fails an assertion or
// accesses memory that is not there.
class AicpuTask final : public Task {
public:
    struct Launch {
        AccAicpuCall call = nullptr;
        void (*kernel)(void) = nullptr;
        std::vector<std::byte> args;
    };
    // The launch is shared with the graph that keeps it; each run gets its own copy of the arguments.
    explicit AicpuTask(std::shared_ptr<const Launch> launch) : launch_(std::move(launch)) {}
    const char* name() const override { return "AI CPU kernel"; }
    Step start(Stream& stream) override;

private:
    std::shared_ptr<const Launch> launch_;
};

}  // namespace acc::rt::core
