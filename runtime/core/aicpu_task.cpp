// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/aicpu_task.h"

#include <cstdio>
#include <exception>
#include <string>

#include "acl/error_codes/rt_error_codes.h"
#include "runtime/base/log.h"
#include "runtime/core/host_callback.h"
#include "runtime/core/stream.h"
#include "runtime/core/thread_state.h"
#include "runtime/exec/signals.h"

#include <fmt/format.h>

namespace acc::rt::core {
namespace {

// Thrown by accAicpuAssertFailed, and caught below, past the kernel's own frames.
struct FailedAssertion {};

// What went wrong; "" when nothing did.
std::string outcomeOf(const AicpuTask::Launch& launch) {
    std::vector<std::byte> args = launch.args;  // the kernel may write there
    std::string failure;
    const std::string signal = exec::runGuarded([&] {
        try {
            if (const uint64_t state = launch.call(launch.kernel, args.data()); state != 0) {
                failure = fmt::format("it returned {}, expected 0", state);
            }
        } catch (const FailedAssertion&) {
            failure = "an assertion failed";
        } catch (const std::exception& error) {
            failure = fmt::format("it threw an exception: {}", error.what());
        } catch (...) {
            failure = "it threw an exception";
        }
    });
    return signal.empty() ? failure : signal;
}

}  // namespace

Task::Step AicpuTask::start(Stream& stream) {
    runOnHostThread(stream, [&stream, launch = launch_] {
        ThreadState& state = threadState();
        state.insideCallback = true;  // runtime calls fail instead of deadlocking
        const std::string failure = outcomeOf(*launch);
        state.insideCallback = false;
        if (!failure.empty()) {
            report(fmt::format("an AI CPU kernel failed: {}", failure));
            stream.fail(Status::error(ACL_ERROR_RT_AICPU_EXCEPTION, "an AI CPU kernel failed: {}", failure));
        }
    });
    return Step::pending;
}

}  // namespace acc::rt::core

#pragma GCC visibility push(default)
extern "C" void accAicpuAssertFailed(const char* expression, const char* file, unsigned line) {
    std::printf("[ASSERT] `%s ' at %s:%u\n", expression, file, line);
    std::fflush(stdout);
    throw acc::rt::core::FailedAssertion();
}
#pragma GCC visibility pop
