// SPDX-License-Identifier: Apache-2.0
// One definition for the host's tiling functions and for kernels: single-source programs include both.
#pragma once

#include <cstdint>

namespace AscendC {

// Axes that a reduction keeps (A) and takes away (R).
enum class ReducePattern : uint32_t { AR = 0, RA = 1 };

}  // namespace AscendC
