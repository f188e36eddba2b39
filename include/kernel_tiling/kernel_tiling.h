// SPDX-License-Identifier: Apache-2.0
// Tiling data of high-level APIs under the names that kernels use.
#pragma once

#include "tiling/tiling_structs.h"

#define ACC_TILING_STRUCT(name, fields) using AscendC::tiling::name;
#include "tiling/tiling_structs.def"
#undef ACC_TILING_STRUCT
