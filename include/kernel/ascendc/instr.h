// SPDX-License-Identifier: Apache-2.0
// The door: every instruction is a plain descriptor handed to accIssue(). Descriptors hold values, never references, so
// observers (tracer, race checker) can copy them. Fields that a form does not use are indeterminate.
#pragma once

#include "types.h"

enum AccOpcode : uint16_t {
#define ACC_INSTR(name, family, pipe, section) ACC_OP_##name,
#include "../isa.def"
    ACC_OP_COUNT
};

// How the lanes of a vector instruction are chosen.
enum AccForm : uint8_t {
    ACC_FORM_COUNT,           // the first `count` elements, dense
    ACC_FORM_COUNT_REGISTER,  // as COUNT, but the number is in the mask register (isSetMask = false)
    ACC_FORM_LANES,           // `repeat` repeats of the first mask[0] lanes
    ACC_FORM_BITS,            // `repeat` repeats of the lanes in mask[0..1]
    ACC_FORM_REGISTER,        // `repeat` repeats, lanes and mode from the core's mask register (isSetMask = false)
    ACC_FORM_REPEATS,         // `repeat` repeats of all lanes, whatever the mask register holds
    // Data movement
    ACC_FORM_MOVE_COUNT,    // `count` elements
    ACC_FORM_MOVE_STRIDED,  // bursts of AccMove; DataCopy: 32-byte blocks, DataCopyPad: bytes
    // High-level functions over rows
    ACC_FORM_RECIPE,          // operands in `list`, shapes in `sizes`
    ACC_FORM_RECIPE_SCRATCH,  // the last operand is the caller's scratch memory
};

// One operand. Local memories: `address` is a byte offset in the core's memory and [begin, end) the allocation that the
// tensor belongs to. GM: `address` is the host pointer; bounds come from the registry of live allocations.
struct AccOperand {
    uint64_t address;
    uint32_t begin;
    uint32_t end;
    uint16_t buffer;   // 1 + index into the pipe's buffer table, 0 for a tensor without one
    uint8_t position;  // AscendC::TPosition
    uint8_t dtype;     // AccDtype
};

// Bursts of a data movement. Lengths and gaps are bytes, already converted from the API's units.
struct AccMove {
    uint32_t blockCount;
    uint32_t blockBytes;
    uint64_t srcGapBytes;
    uint64_t dstGapBytes;
    uint8_t leftPadding;  // elements
    uint8_t rightPadding;
    bool isPad;
};

// Loads of fractals; InitConstValue: `repeat` runs of `srcStride` units.
struct AccLoad2d {
    uint32_t start;
    uint32_t repeat;
    uint32_t srcStride;
    uint32_t dstGap;
    uint32_t fractalGap;
    bool transpose;
    bool backwards;
};

// A window of an img2col matrix. The pad value is the instruction's scalar.
struct AccLoad3d {
    uint16_t height;
    uint16_t width;
    uint16_t channels;
    uint16_t kExtension;
    uint16_t mExtension;
    uint16_t kStart;
    uint16_t mStart;
    uint8_t strideW;
    uint8_t strideH;
    uint16_t filterW;
    uint16_t filterH;
    uint8_t dilationW;
    uint8_t dilationH;
    uint8_t pads[4];  // left, right, top, bottom
    bool transpose;
    bool reserved;  // a field that must be false is true
    bool setsMap;   // feature map and pads are given, otherwise in registers
    bool setsPadValue;
};

struct AccMmad {
    uint16_t m;
    uint16_t n;
    uint16_t k;
    uint8_t unitFlag;
    bool kDirectionAlign;
    bool fromBias;
    bool fromZero;
    bool accumulates;  // the older spelling
};

struct AccFixpipe {
    uint16_t n;
    uint16_t m;
    uint16_t srcStride;
    uint32_t dstStride;
    uint16_t matrices;
    uint16_t srcMatrixStride;
    uint16_t dstMatrixStride;
    uint64_t quantScalar;
    uint8_t quantMode;  // QuantMode_t
    uint8_t unitFlag;
    bool rows;  // ND, otherwise NZ
    bool relu;
    bool channelSplit;
};

struct AccInstr {
    uint16_t opcode;  // AccOpcode
    uint8_t form;     // AccForm
    uint8_t operands;
    uint8_t mode;   // rounding mode, HardEvent, pipe, ...: by opcode
    int64_t count;  // elements, event id, ...: by opcode
    uint32_t repeat;
    uint64_t mask[2];
    uint64_t scalar;        // bits of the scalar operand, zero-extended
    uint64_t scalar1;       // of a second one
    uint16_t blkStride[4];  // per operand, 32-byte blocks, start to start
    uint16_t repStride[4];
    union {
        AccMove move;
        AccLoad2d load2d;
        AccLoad3d load3d;
        AccMmad mmad;
        AccFixpipe fixpipe;
    };
    AccOperand operand[4];  // destination first
    uint32_t sizes[6];      // shapes of a high-level function, by opcode
    // More operands than fit: 16 destinations and 16 sources of TransDataTo5HD, the four sources of MrgSort, all of a
    // high-level function over rows. Only for those, and valid during the call.
    const AccOperand* list;
};

// Select: bits or scalar come from the CMPMASK register; added to SELMODE in `mode`.
constexpr uint8_t kAccSelectRegister = 0x10;

// Registers that instructions leave results in.
enum AccRegister : uint32_t {
    ACC_REG_REDUCE_SUM,    // of the last ReduceSum, bits
    ACC_REG_REDUCE_VALUE,  // of the last maximum or minimum, bits
    ACC_REG_REDUCE_INDEX,
    ACC_REG_GATHERED,  // elements written by the last GatherMask
    ACC_REG_CTRL,
    ACC_REG_ATOMIC_TYPE,    // AccDtype of atomic stores, ACC_DTYPE_COUNT when they are off
    ACC_REG_MERGED,         // records that the last MrgSort took from its four sources, 16 bits each, first lowest
    ACC_REG_FIXPIPE_ND,     // ndNum, srcNdStride, dstNdStride, 16 bits each
    ACC_REG_FIXPIPE_QUANT,  // scalar parameter of quantisation
};
ACC_RUNTIME uint64_t accReadRegister(uint32_t accRegister);
// A parameter that its field of the instruction cannot hold: fails the kernel.
ACC_RUNTIME void accRangeFault(uint32_t opcode, const char* parameter, int64_t value, int64_t low, int64_t high)
    __attribute__((noreturn, cold));

// Executes one instruction of the running block. A violation of a rule fails the kernel and does not return.
ACC_RUNTIME void accIssue(const AccInstr* instruction);

namespace AscendC::detail {

// Zero-extended bits of a scalar.
template <class T>
ACC_API uint64_t bitsOf(T value) {
    static_assert(sizeof(T) <= sizeof(uint64_t), "a scalar operand has at most 64 bits");
    uint64_t bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(T));
    return bits;
}

// Rounding modes as sets, for the ACC_CAST rows.
namespace castmode {
constexpr unsigned NONE = 1U << 0;
constexpr unsigned R = 0x3eU;
constexpr unsigned ODD = 1U << 6;
}  // namespace castmode

}  // namespace AscendC::detail
