// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

namespace scaling {
struct Tiling {
    float factor;
    uint32_t count;
};
enum class Direction : uint8_t { up, down };
}  // namespace scaling
