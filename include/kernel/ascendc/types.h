// SPDX-License-Identifier: Apache-2.0
// Element types, and the enumerations of ascendc-core 1.5, 2.1, 2.2 and ascendc-vector 2.3.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <type_traits>

#include "qualifiers.h"

using half = _Float16;
using bfloat16_t = __bf16;

#define GM_ADDR __gm__ uint8_t*

// Queues of an AI core that execute instructions. Names as in the device language; the numbers are not observable.
enum pipe_t {
    PIPE_S = 0,
    PIPE_V = 1,
    PIPE_M = 2,
    PIPE_MTE1 = 3,
    PIPE_MTE2 = 4,
    PIPE_MTE3 = 5,
    PIPE_FIX = 6,
    PIPE_ALL = 7
};

enum event_t : int32_t { EVENT_ID0 = 0, EVENT_ID1, EVENT_ID2, EVENT_ID3, EVENT_ID4, EVENT_ID5, EVENT_ID6, EVENT_ID7 };

// Code of an element type in an instruction descriptor.
enum AccDtype : uint8_t {
    ACC_BOOL,
    ACC_INT8,
    ACC_UINT8,
    ACC_INT16,
    ACC_UINT16,
    ACC_HALF,
    ACC_BF16,
    ACC_INT32,
    ACC_UINT32,
    ACC_FLOAT,
    ACC_INT64,
    ACC_UINT64,
    ACC_DOUBLE,
    ACC_INT4,
    ACC_DTYPE_COUNT
};

namespace AscendC {

// Two to a byte, the first in the low half. Tensors of it count elements; there is no single one in memory, so it has
// no scalar access and no arithmetic.
struct int4b_t {
    uint8_t bits;
};

using TEventID = int8_t;
using TTagType = int32_t;
using TBufHandle = uint8_t*;

enum class TPosition : uint8_t {
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
    C2PIPE2GM,
    C2PIPE2LOCAL,
    MAX
};
using QuePosition = TPosition;

enum class Hardware : uint8_t { GM = 0, UB, L1, L0A, L0B, L0C, BIAS, FIXBUF, MAX };

enum class DataFormat : uint8_t { ND = 0, NZ, NCHW, NC1HWC0, NHWC, NCDHW, NDC1HWC0, FRACTAL_Z_3D };
enum class CacheMode : uint8_t { CACHE_MODE_DISABLE = 0, CACHE_MODE_NORMAL = 1, CACHE_MODE_PERSISTENT = 4 };
enum class CacheRwMode : uint8_t { READ = 1, WRITE = 2, RW = 3 };
enum class CacheLine : uint64_t { SINGLE_CACHE_LINE = 0, ENTIRE_DATA_CACHE };
enum class DcciDst : uint64_t { CACHELINE_ALL = 0, CACHELINE_UB, CACHELINE_OUT, CACHELINE_ATOMIC };
enum class MemDsbT : uint8_t { ALL = 0, DDR, UB, SEQ };
enum class MaskMode : uint8_t { NORMAL = 0, COUNTER };
enum class RoundMode { CAST_NONE = 0, CAST_RINT, CAST_FLOOR, CAST_CEIL, CAST_ROUND, CAST_TRUNC, CAST_ODD, CAST_HYBRID };
enum class CMPMODE : uint8_t { LT, GT, EQ, LE, GE, NE };
enum class SELMODE : uint8_t { VSEL_CMPMASK_SPR = 0, VSEL_TENSOR_SCALAR_MODE, VSEL_TENSOR_TENSOR_MODE };
enum class ReduceType { SUM = 0, MAX, MIN };
enum class ReduceOrder { ORDER_VALUE_INDEX, ORDER_INDEX_VALUE, ORDER_ONLY_VALUE, ORDER_ONLY_INDEX };
enum class GatherMaskMode : uint8_t { VERSION_V1 = 0, VERSION_V2 = 1 };
enum class SaturationMode : uint8_t { FLOAT, FLOAT8, INT, CAST };
enum class OverrideStrategy : uint8_t { USE_API = 0, USE_GLOBAL = 1 };
enum class AtomicDtype { ATOMIC_NONE = 0, ATOMIC_F32, ATOMIC_F16, ATOMIC_S16, ATOMIC_S32, ATOMIC_S8, ATOMIC_BF16 };
enum class AtomicOp { ATOMIC_SUM = 0 };
enum class TransposeType : uint8_t {
    TRANSPOSE_TYPE_NONE,
    TRANSPOSE_NZ2ND_0213,
    TRANSPOSE_NZ2NZ_0213,
    TRANSPOSE_NZ2NZ_012_WITH_N,
    TRANSPOSE_NZ2ND_012_WITH_N,
    TRANSPOSE_NZ2ND_012_WITHOUT_N,
    TRANSPOSE_NZ2NZ_012_WITHOUT_N,
    TRANSPOSE_ND2ND_ONLY,
    TRANSPOSE_ND_UB_GM,
    TRANSPOSE_GRAD_ND_UB_GM,
    TRANSPOSE_ND2ND_B16,
    TRANSPOSE_NCHW2NHWC,
    TRANSPOSE_NHWC2NCHW
};
enum class EngineType : int32_t { AIC = 1, AIV = 2 };
constexpr GatherMaskMode defaultGatherMaskMode = GatherMaskMode::VERSION_V2;
constexpr GatherMaskMode defaultGahterMaskMode = GatherMaskMode::VERSION_V2;  // the documented misspelling

// Event from one pipe to another: `source * 7 + destination`.
enum class HardEvent : uint8_t {
// (As int: arithmetic on enumerations is overload resolution, a tenth of what these headers cost to read.)
#define ACC_EVENT(source, destination) source##_##destination = int(PIPE_##source) * 7 + int(PIPE_##destination)
    ACC_EVENT(S, V),
    ACC_EVENT(S, M),
    ACC_EVENT(S, MTE1),
    ACC_EVENT(S, MTE2),
    ACC_EVENT(S, MTE3),
    ACC_EVENT(S, FIX),
    ACC_EVENT(V, S),
    ACC_EVENT(V, M),
    ACC_EVENT(V, MTE1),
    ACC_EVENT(V, MTE2),
    ACC_EVENT(V, MTE3),
    ACC_EVENT(V, FIX),
    ACC_EVENT(M, S),
    ACC_EVENT(M, V),
    ACC_EVENT(M, MTE1),
    ACC_EVENT(M, MTE2),
    ACC_EVENT(M, MTE3),
    ACC_EVENT(M, FIX),
    ACC_EVENT(MTE1, S),
    ACC_EVENT(MTE1, V),
    ACC_EVENT(MTE1, M),
    ACC_EVENT(MTE1, MTE2),
    ACC_EVENT(MTE1, MTE3),
    ACC_EVENT(MTE1, FIX),
    ACC_EVENT(MTE2, S),
    ACC_EVENT(MTE2, V),
    ACC_EVENT(MTE2, M),
    ACC_EVENT(MTE2, MTE1),
    ACC_EVENT(MTE2, MTE3),
    ACC_EVENT(MTE2, FIX),
    ACC_EVENT(MTE3, S),
    ACC_EVENT(MTE3, V),
    ACC_EVENT(MTE3, M),
    ACC_EVENT(MTE3, MTE1),
    ACC_EVENT(MTE3, MTE2),
    ACC_EVENT(MTE3, FIX),
    ACC_EVENT(FIX, S),
    ACC_EVENT(FIX, V),
    ACC_EVENT(FIX, M),
    ACC_EVENT(FIX, MTE1),
    ACC_EVENT(FIX, MTE2),
    ACC_EVENT(FIX, MTE3),
#undef ACC_EVENT
    MAX
};

constexpr int32_t NCHW_CONV_ADDR_LIST_SIZE = 16;
constexpr int32_t MRG_SORT_ELEMENT_LEN = 4;
constexpr int32_t VDEQ_TENSOR_SIZE = 16;
constexpr int32_t ONE_BLK_SIZE = 32;
constexpr int32_t ONE_REPEAT_BYTE_SIZE = 256;
constexpr int32_t BLOCK_CUBE = 16;
constexpr int32_t DEFAULT_C0_SIZE = 32;
constexpr int32_t DEFAULT_BLK_NUM = 8;
constexpr int32_t DEFAULT_BLK_STRIDE = 1;
constexpr uint8_t DEFAULT_REPEAT_STRIDE = 8;
constexpr uint16_t DEFAULT_DATA_COPY_NBURST = 1;
constexpr uint16_t DEFAULT_DATA_COPY_STRIDE = 0;
constexpr uint64_t MASK_PLACEHOLDER = 0;  // an object of this type: a literal 0 would fit the pointer overloads too
constexpr uint64_t TOTAL_UB_SIZE = 192 * 1024;
constexpr uint64_t TOTAL_L1_SIZE = 512 * 1024;
constexpr uint64_t TOTAL_L0A_SIZE = 64 * 1024;
constexpr uint64_t TOTAL_L0B_SIZE = 64 * 1024;
constexpr uint64_t TOTAL_L0C_SIZE = 128 * 1024;

template <class A, class B>
struct IsSameType : std::is_same<A, B> {};

namespace detail {

// AccDtype of an element type; ACC_DTYPE_COUNT for anything else.
template <class T>
inline constexpr uint8_t dtypeOf = ACC_DTYPE_COUNT;
#define ACC_DTYPE(type, code) \
    template <>               \
    inline constexpr uint8_t dtypeOf<type> = code
ACC_DTYPE(bool, ACC_BOOL);
ACC_DTYPE(int8_t, ACC_INT8);
ACC_DTYPE(uint8_t, ACC_UINT8);
ACC_DTYPE(int16_t, ACC_INT16);
ACC_DTYPE(uint16_t, ACC_UINT16);
ACC_DTYPE(half, ACC_HALF);
ACC_DTYPE(bfloat16_t, ACC_BF16);
ACC_DTYPE(int32_t, ACC_INT32);
ACC_DTYPE(uint32_t, ACC_UINT32);
ACC_DTYPE(float, ACC_FLOAT);
ACC_DTYPE(int64_t, ACC_INT64);
ACC_DTYPE(uint64_t, ACC_UINT64);
ACC_DTYPE(double, ACC_DOUBLE);
ACC_DTYPE(int4b_t, ACC_INT4);
#undef ACC_DTYPE

template <class T>
inline constexpr bool isInt4 = std::is_same_v<T, int4b_t>;
template <class T>
inline constexpr uint32_t bitsOfElement = isInt4<T> ? 4 : sizeof(T) * 8;
// Bytes of `elements` elements, elements in `bytes` bytes.
template <class T>
ACC_API_HOST_AND_DEVICE constexpr uint64_t bytesOf(uint64_t elements) {
    return elements * bitsOfElement<T> / 8;
}
template <class T>
ACC_API_HOST_AND_DEVICE constexpr uint64_t elementsIn(uint64_t bytes) {
    return bytes * 8 / bitsOfElement<T>;
}

template <class T, class... Allowed>
inline constexpr bool isOneOf = (std::is_same_v<T, Allowed> || ...);

// A pair of destination and source element type.
template <class T, class U>
struct Pair {};

}  // namespace detail
}  // namespace AscendC

// `using`, not copies: the same entity under both names, so `using namespace AscendC` stays unambiguous.
constexpr uint64_t ASC_UB_SIZE = 192 * 1024 - 256;
constexpr uint64_t ASC_L1_SIZE = 512 * 1024 - 256;
constexpr uint64_t ASC_L0A_SIZE = 64 * 1024;
constexpr uint64_t ASC_L0B_SIZE = 64 * 1024;
constexpr uint64_t ASC_L0C_SIZE = 128 * 1024;
constexpr uint64_t ASC_BT_SIZE = 1024;
