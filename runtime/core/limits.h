// SPDX-License-Identifier: Apache-2.0
// Limits and options that are kept and reported, of the process, a device, a context or a stream.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace acc::rt::core {

// How many cube ([0]) and vector ([1]) cores programs should use; 0 = no limit.
struct CoreLimits {
    std::array<std::atomic<uint32_t>, 2> cores{};

    void clear() {
        cores[0].store(0);
        cores[1].store(0);
    }
};

// Values of aclSysParamOpt; kUnset for those that were never set.
struct SystemOptions {
    static constexpr int64_t kUnset = INT64_MIN;
    std::array<std::atomic<int64_t>, 4> values{kUnset, kUnset, kUnset, kUnset};
};

}  // namespace acc::rt::core
