// SPDX-License-Identifier: Apache-2.0
// Tiling data of the high-level API (ascendc-highlevel 3.1, 4, 8, 9): plain structs that the host fills and kernels
// receive. The emulator reads the shapes in them.
#pragma once

#include "tiling/tiling_structs.h"

namespace AscendC {
namespace tiling {

// Opaque: TopK takes its shapes from TopKInfo.
struct TopkTiling {
    uint32_t reserved[34];
};

}  // namespace tiling

#define ACC_TILING_STRUCT(name, fields) using tiling::name;
#include "tiling/tiling_structs.def"
#undef ACC_TILING_STRUCT
using tiling::TopkTiling;

}  // namespace AscendC
