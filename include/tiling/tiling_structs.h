// SPDX-License-Identifier: Apache-2.0
// Tiling data of high-level APIs as plain structs, which kernels read: AscendC::tiling::SoftMaxTiling and others.
#pragma once

#include <cstdint>

#define ACC_U(field) uint32_t field;
#define ACC_I(field) int32_t field;
#define ACC_R(field) float field;
#define ACC_B(field) bool field;
#define ACC_TILING_STRUCT(name, fields) \
    struct name {                       \
        fields                          \
    };

namespace AscendC {
namespace tiling {
#include "tiling/tiling_structs.def"
}  // namespace tiling
}  // namespace AscendC

#undef ACC_TILING_STRUCT
#undef ACC_B
#undef ACC_R
#undef ACC_I
#undef ACC_U
