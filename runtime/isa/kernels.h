// SPDX-License-Identifier: Apache-2.0
// Loops over dense operands: one per instruction and element type, compiled for several CPU levels, chosen at start.
//
// This header and ops.h are all that the level-specific files include: their code must not leak into other objects
// through inline functions that the linker merges.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "include/kernel/ascendc/instr.h"

namespace acc::rt::isa {

// dst[i] = f(src0[i], src1[i], scalar, dst[i]) for i < count; ignores what the instruction does not have. Operands may
// be the same memory but must not overlap otherwise. No alignment beyond the element's is assumed.
using Kernel = void (*)(void* dst, const void* src0, const void* src1, uint64_t scalar, size_t count);

// Column of the table for instructions with two element types.
inline constexpr size_t kMixedTypes = ACC_DTYPE_COUNT;
inline constexpr size_t kRoundModes = 7;

struct KernelTable {
    Kernel elementwise[ACC_OP_COUNT][ACC_DTYPE_COUNT + 1];  // by opcode and element type, null where unsupported
};
struct CastTable {
    Kernel cast[ACC_DTYPE_COUNT][ACC_DTYPE_COUNT][kRoundModes];  // by destination, source, RoundMode
    uint8_t documented[ACC_DTYPE_COUNT][ACC_DTYPE_COUNT];        // set of documented modes, 0 = no such conversion
};

struct MathTable {
    Kernel function[ACC_OP_COUNT][ACC_DTYPE_COUNT];  // high-level functions and fused conversions, as `elementwise`
};

// Loops over the lanes of one repeat, for instructions that the lane driver does not fit. Lanes are dense.
struct LaneTable {
    // Sums of 256 bytes of half or float (second index) by the tree of adjacent pairs, down to `results` values.
    void (*sum[2])(void* dst, const void* lanes, uint32_t results);
    // Number of the first largest or smallest (first index) of `count` lanes, 1..128; NaN goes before everything.
    uint32_t (*winner[2][2])(const void* lanes, uint32_t count);
    // `bytes` * 8 comparison bits of half, float or int32_t (second index), lane 0 lowest. First index: CMPMODE.
    void (*compare[6][3])(void* bits, const void* a, const void* b, uint32_t bytes);
    // dst[i] = bit i of `bits` ? a[i] : b[i] for lanes of 2 or 4 bytes, `words` times 64 lanes.
    void (*select[2])(void* dst, const void* a, const void* b, const uint64_t* bits, uint32_t words);
};

// C += A * B on the tiles of L0C, L0A and L0B (ascendc-cube 2.2).
struct MatrixProduct {
    void* c;
    const void* a;
    const void* b;
    uint32_t m;
    uint32_t n;
    uint32_t k;
    uint32_t aFractals;   // along k in A
    bool vectorA;         // A is one plain row
    bool hf32;            // round float operands to HF32 ...
    bool hf32TowardZero;  // ... halves toward zero, not to even
    void* scratch;        // kMatrixScratchBytes, 64-byte aligned
};
inline constexpr size_t kMatrixScratchBytes = (65536 + 4096 * 16) * 4;
struct MatrixTable {
    void (*product[ACC_DTYPE_COUNT])(const MatrixProduct& product);  // by element type of A and B
};

// The loops of one CPU level.
struct Level {
    const char* name;  // "x86-64-v3" and the like
    const KernelTable* kernels;
    const CastTable* casts;
    const LaneTable* lanes;
    const MatrixTable* matrices;
    const MathTable* math;
};
// The best level that this CPU has; ACC_CPU_LEVEL=2|3|4 forces a lower one (tests). Set before main.
extern const Level kLevel;

}  // namespace acc::rt::isa
