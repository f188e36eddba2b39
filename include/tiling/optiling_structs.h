// SPDX-License-Identifier: Apache-2.0
// Tiling data of high-level APIs as classes with set_ and get_ (register/tilingdata_base.h): optiling::SoftMaxTiling
// and others, for fields of operators' own tiling data.
#pragma once

#include "register/tilingdata_base.h"
#include "tiling/tiling_structs.h"

namespace optiling {

#define ACC_U(field) TILING_DATA_FIELD_DEF(uint32_t, field)
#define ACC_I(field) TILING_DATA_FIELD_DEF(int32_t, field)
#define ACC_R(field) TILING_DATA_FIELD_DEF(float, field)
#define ACC_B(field) TILING_DATA_FIELD_DEF(bool, field)
#define ACC_TILING_STRUCT(name, fields) \
    BEGIN_TILING_DATA_DEF(name)         \
    fields END_TILING_DATA_DEF;
#include "tiling/tiling_structs.def"
#undef ACC_TILING_STRUCT
#undef ACC_B
#undef ACC_R
#undef ACC_I
#undef ACC_U

}  // namespace optiling

namespace AscendC {
namespace tiling {
namespace detail {

// Gives a caller's tiling data, of either kind, the values of the plain struct.
#define ACC_U(field) to.set_##field(from.field);
#define ACC_I(field) to.set_##field(from.field);
#define ACC_R(field) to.set_##field(from.field);
#define ACC_B(field) to.set_##field(from.field);
#define ACC_TILING_STRUCT(name, fields)                        \
    inline void assign(const name& from, name& to) {           \
        to = from;                                             \
    }                                                          \
    inline void assign(const name& from, optiling::name& to) { \
        fields                                                 \
    }
#include "tiling/tiling_structs.def"
#undef ACC_TILING_STRUCT
#undef ACC_B
#undef ACC_R
#undef ACC_I
#undef ACC_U

}  // namespace detail
}  // namespace tiling
}  // namespace AscendC
