// SPDX-License-Identifier: Apache-2.0
// What a Matmul object has been told, and what it asks of the cube core: plain data, handed from a vector core to the
// cube core of its group as it is.
#pragma once

#include "config.h"

namespace AscendC {
namespace detail {

// A stored matrix: in GM, or in L1 as NZ (TSCM).
struct MatmulOperand {
    const uint8_t* address = nullptr;  // in GM
    AccLocal local{};                  // in L1, or in UB until it is copied to GM
    bool isSet = false;
    bool isLocal = false;     // `local` counts
    bool isStaged = false;    // a copy of a tensor in UB: its pitch is that of the single-core shape
    bool transposed = false;  // stored as columns of A, rows of B
    uint32_t pitch = 0;       // elements between rows (ND) of a matrix in a batch; 0 = of the whole matrix
};

enum class MatmulQuant : uint8_t { none, scalar, vector };

struct MatmulState {
    TCubeTiling tiling{};
    int32_t orgM = 0, orgN = 0, orgKa = 0, orgKb = 0, orgKc = 0;  // the whole matrices
    int32_t m = 0, n = 0, k = 0;                                  // of this core
    MatmulOperand a, b, bias, quantVector;
    uint64_t scalarA = 0, scalarB = 0;  // bits, for CubeFormat::SCALAR
    uint64_t quantScalar = 0;
    MatmulQuant quant = MatmulQuant::none;
    bool hf32 = false;
    bool hf32Away = false;                // ties away from the even neighbour
    uint64_t tilingPtr = 0, dataPtr = 0;  // for callbacks

    ACC_API int32_t mBlocks() const { return ceilDiv(m, tiling.baseM); }
    ACC_API int32_t nBlocks() const { return ceilDiv(n, tiling.baseN); }
    ACC_API int32_t blocks() const { return mBlocks() * nBlocks(); }
};

// What REGIST_MATMUL_OBJ tells objects from tilings by.
struct MatmulObjectTag {};
template <class T>
inline constexpr bool isMatmulObject = std::is_base_of_v<MatmulObjectTag, T>;

// One base block of C.
struct MatmulBlock {
    int32_t i, j;  // block row, block column
    int32_t m, n;  // elements
};

// Where a result goes, in GM. `c` is the start of the single-core part of C, or of the block.
struct MatmulTarget {
    uint8_t* c = nullptr;
    uint8_t atomic = 0;     // 0 none, 1 add, 2 max, 3 min
    bool isDense = false;   // the block alone, baseM x baseN
    bool isStaged = false;  // an image of a tensor in UB: its pitch is that of the single-core shape
    uint32_t pitch = 0;     // elements between rows of a matrix in a batch; 0 = of the whole matrix
};

enum class MatmulStep : uint8_t {
    all,     // the blocks of C into `target`
    block,   // block `index` into L0C
    fetch,   // from L0C into `target`
    fetch2,  // the same, and the block stays
    drop     // the block in L0C is not wanted any more
};

struct MatmulCall {
    const MatmulState* state = nullptr;
    MatmulTarget target;
    uint32_t object = 0;  // number among the registered objects
    MatmulStep step = MatmulStep::all;
    int32_t index = 0;
    bool partialSum = false;  // on top of the block in L0C
};

}  // namespace detail
}  // namespace AscendC
