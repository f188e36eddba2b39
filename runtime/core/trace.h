// SPDX-License-Identifier: Apache-2.0
// The trace: tasks with start and end per stream, markers and ranges of threads, in the JSON form that Perfetto and
// chrome://tracing read. Recorded between start and stop (aclprofStart), or all the time with ACC_TRACE=file, which is
// written at exit. Costs one load per task when it is off.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "runtime/base/status.h"

namespace acc::rt::core::trace {

namespace detail {
extern std::atomic<bool> recording;
}  // namespace detail

inline bool on() {
    return detail::recording.load(std::memory_order_relaxed);
}

int64_t now();  // nanoseconds of the steady clock

// A task of a stream that has ended now.
void task(const char* name, int32_t device, uint32_t stream, int64_t startNs);

// A point in time of a stream, and of the calling thread.
void markStream(const std::string& text, int32_t device, uint32_t stream);
void markThread(const std::string& text);

// A range that ends now: of the calling thread, or one that any thread may end.
void range(const std::string& text, int64_t startNs, bool ofThread);

// Starts and stops the recording; discards or writes what was recorded.
void start();
void stop();
Status write(const std::string& path);
void discard();

// ACC_TRACE: whether it is set, and the writing at exit.
bool fromEnvironment();
void writeAtExit();

}  // namespace acc::rt::core::trace
