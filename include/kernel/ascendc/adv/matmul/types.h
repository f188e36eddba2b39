// SPDX-License-Identifier: Apache-2.0
// Matmul (ascendc-highlevel 2): where its operands are, and how they are laid out.
#pragma once

#include "../../cube.h"
#include "../tiling_data.h"

enum class CubeFormat { ND = 0, NZ, ZN, ZZ, NN, ND_ALIGN, SCALAR, VECTOR, ROW_MAJOR = ND, COLUMN_MAJOR = 8 };

// Layout of a batch of matrices. BSNGD and SBNGD: matrix (b, n, g) has rows s and columns d.
enum class LayoutMode { NONE = 0, BSNGD, SBNGD, BNGS1S2, NORMAL };

namespace AscendC {
using ::CubeFormat;
using ::LayoutMode;

// An operand of Matmul. `ISTRANS`: whether SetTensorA or SetTensorB may be told that the matrix is stored transposed.
template <TPosition POSITION, CubeFormat FORMAT, typename TYPE, bool ISTRANS = false,
          LayoutMode LAYOUT = LayoutMode::NONE, bool IBSHARE = false, TPosition SRCPOS = TPosition::GM>
struct MatmulType {
    constexpr static TPosition pos = POSITION;
    constexpr static CubeFormat format = FORMAT;
    using T = TYPE;
    constexpr static bool isTrans = ISTRANS;
    constexpr static LayoutMode layout = LAYOUT;
    constexpr static bool ibShare = IBSHARE;
    constexpr static TPosition srcPos = SRCPOS;
};

// Where the block of the last Iterate lies in C: elements.
struct MatrixOffset {
    int32_t offset;
    int32_t row, col;
    int32_t height, width;
};

// What a callback for storing the result is told about the block in L0C.
struct DataCopyOutParams {
    uint16_t cBurstNum = 0;  // strips of 16 columns
    uint16_t burstLen = 0;   // of a strip, 32-byte units
    uint16_t srcStride = 0;  // between strips, rows of 16 elements
    uint32_t dstStride = 0;  // as in FixpipeParamsV220
    uint16_t oriNSize = 0;   // columns
    bool enUnitFlag = false;
    uint64_t quantScalar = 0;
    uint64_t cbufWorkspaceAddr = 0;  // of a quantisation vector in L1, bytes
};

// Functions that replace a step of Matmul on the cube core, null for the built-in one: storing a block of C, loading a
// block of A or of B into L1 as NZ. `row` and `col` count base blocks.
template <auto DataCopyOut = nullptr, auto CopyA1 = nullptr, auto CopyB1 = nullptr>
struct MatmulCallBackFunc {
    constexpr static auto copyOut = DataCopyOut;
    constexpr static auto copyA1 = CopyA1;
    constexpr static auto copyB1 = CopyB1;
};

namespace detail {

template <auto function>
inline constexpr bool isCallback = !std::is_null_pointer_v<decltype(function)>;

ACC_API_HOST_AND_DEVICE constexpr int32_t roundUp(int32_t value, int32_t to) {
    return (value + to - 1) / to * to;
}
ACC_API_HOST_AND_DEVICE constexpr int32_t ceilDiv(int32_t value, int32_t divisor) {
    return (value + divisor - 1) / divisor;
}
ACC_API_HOST_AND_DEVICE constexpr int32_t smaller(int32_t a, int32_t b) {
    return a < b ? a : b;
}

// Elements of a row of a fractal.
template <class T>
inline constexpr int32_t kFractalDepth = 32 / sizeof(T);

// What L0C holds for factors of this type.
template <class T>
using AccumulatorOf = std::conditional_t<std::is_same_v<T, int8_t>, int32_t, float>;

}  // namespace detail
}  // namespace AscendC
