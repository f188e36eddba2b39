// SPDX-License-Identifier: Apache-2.0
// The dump of kernels' argument blocks (aclopStartDumpArgs): a text file with one line per launch.
#pragma once

#include <atomic>
#include <cstddef>
#include <string>

#include "runtime/base/status.h"

namespace acc::rt::core::args_dump {

namespace detail {
extern std::atomic<bool> running;
}  // namespace detail

inline bool on() {
    return detail::running.load(std::memory_order_relaxed);
}

// Starts with the file `path`/kernel_args.txt, which it appends to; and ends.
Status start(const std::string& path);
Status stop();

// A launch of `kernel` with the block at `args`.
void launch(const std::string& kernel, const void* args, size_t sizeBytes);

}  // namespace acc::rt::core::args_dump
