// SPDX-License-Identifier: Apache-2.0
// Words of the host's tiling of Matmul (ascendc-highlevel 2.9).
#pragma once

#include <cstdint>

#include "tiling/platform/platform_ascendc.h"

namespace matmul_tiling {

enum class DataType : int32_t {
    DT_FLOAT = 0,
    DT_FLOAT16 = 1,
    DT_INT8 = 2,
    DT_INT32 = 3,
    DT_UINT8 = 4,
    DT_INT16 = 6,
    DT_UINT16 = 7,
    DT_UINT32 = 8,
    DT_INT64 = 9,
    DT_UINT64 = 10,
    DT_DOUBLE = 11,
    DT_BOOL = 12,
    DT_BF16 = 27,
    DT_INT4 = 29,
    DT_BFLOAT16 = 33
};

enum class TPosition : int32_t {
    GM = 0,
    A1,
    A2,
    B1,
    B2,
    C1,
    C2,
    CO1,
    CO2,
    VECIN,
    VECOUT,
    VECCALC,
    LCM = VECCALC,
    SPM,
    SHM = SPM,
    TSCM,
    MAX
};

enum class CubeFormat : int32_t { ND = 0, NZ, ZN, ZZ, NN, ND_ALIGN, SCALAR, VECTOR, ROW_MAJOR = ND, COLUMN_MAJOR = 8 };

enum class MatrixTraverse : int32_t { NOSET = 0, FIRSTM = 1, FIRSTN = 2 };
enum class MatrixMadType : int32_t { NORMAL = 0, HF32 = 1, MXMODE = 2 };
enum class DequantType : int32_t { SCALAR = 0, TENSOR = 1 };
enum class ScheduleType : int32_t { INNER_PRODUCT = 0, OUTER_PRODUCT = 1, N_BUFFER_33 = 2 };

// The memories of a core, bytes.
struct PlatformInfo {
    platform_ascendc::SocVersion socVersion;
    uint64_t l1Size;
    uint64_t l0CSize;
    uint64_t ubSize;
    uint64_t l0ASize;
    uint64_t l0BSize;
};

// How the Matmul object of the kernel is configured: 0 Norm, 1 MDL. Without effect on tilings here.
struct MatmulConfigParams {
    explicit MatmulConfigParams(int32_t configType = 1, bool l1CacheUB = false,
                                ScheduleType schedule = ScheduleType::INNER_PRODUCT,
                                MatrixTraverse order = MatrixTraverse::NOSET, bool vecND2NZ = false)
        : mmConfigType(configType),
          enableL1CacheUB(l1CacheUB),
          scheduleType(schedule),
          traverse(order),
          enVecND2NZ(vecND2NZ) {}

    int32_t mmConfigType;
    bool enableL1CacheUB;
    ScheduleType scheduleType;
    MatrixTraverse traverse;
    bool enVecND2NZ;
};

// Bytes of local memory that Matmul with a tiling needs.
struct SysTilingTempBufSize {
    int32_t ubSize;
    int32_t l1Size;
    int32_t l0cSize;
};

namespace detail {

struct Extent {
    int32_t m, n, k;
};

struct Operand {
    TPosition position;
    CubeFormat format;
    DataType type;
    bool isTrans;
};

// A batch as b x s x n x g x d.
struct Layout {
    int32_t b, s, n, g, d;
};

// Bytes of an element; 0 for a type that Matmul does not have.
inline int32_t widthOf(DataType type) {
    switch (type) {
        case DataType::DT_FLOAT:
        case DataType::DT_INT32:
            return 4;
        case DataType::DT_FLOAT16:
        case DataType::DT_BF16:
        case DataType::DT_BFLOAT16:
            return 2;
        case DataType::DT_INT8:
        case DataType::DT_UINT8:
            return 1;
        default:
            return 0;
    }
}

inline int32_t ceilDiv(int32_t value, int32_t divisor) {
    return (value + divisor - 1) / divisor;
}
inline int32_t alignUp(int32_t value, int32_t to) {
    return ceilDiv(value, to) * to;
}
inline int32_t smaller(int32_t a, int32_t b) {
    return a < b ? a : b;
}
inline int32_t larger(int32_t a, int32_t b) {
    return a < b ? b : a;
}

}  // namespace detail
}  // namespace matmul_tiling
