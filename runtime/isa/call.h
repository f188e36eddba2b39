// SPDX-License-Identifier: Apache-2.0
// One instruction on its way from the door to its family.
#pragma once

#include "include/kernel/ascendc/instr.h"
#include "runtime/exec/block.h"

namespace acc::rt::isa {

// Bytes per element of an AccDtype; of two elements of int4b_t.
inline constexpr uint32_t kWidths[ACC_DTYPE_COUNT] = {1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 8, 8, 8, 1};
inline uint32_t widthOf(const AccOperand& operand) {
    return kWidths[operand.dtype];
}

struct Call {
    exec::Block& block;
    const AccInstr& in;
    const char* name;  // as in isa.def
    const void* site;  // return address into kernel code

    exec::CoreState& state() const { return block.state; }
    uint8_t* ub() const { return block.memory[ACC_MEM_UB]; }
};

// The families, one function each; they check, then execute.
void executeUnary(const Call& call);
void executeBinary(const Call& call);
void executeScalar(const Call& call);
void executeFill(const Call& call);
void executeAccumulateScalar(const Call& call);
void executeAccumulate(const Call& call);
void executeCastFused(const Call& call);
void executeConvert(const Call& call);
void executeMaskedCopy(const Call& call);
void executeShift(const Call& call);
void executeReduce(const Call& call);
void executeCompare(const Call& call);
void executeGather(const Call& call);
void executeIndex(const Call& call);
void executeLayout(const Call& call);
void executeSort(const Call& call);
void executeMath(const Call& call);
void executeRecipe(const Call& call);
void executeMove(const Call& call);
void executeReformat(const Call& call);
void executeSync(const Call& call);
void executeRegister(const Call& call);
void executeCubeLoad(const Call& call);
void executeCube(const Call& call);
void executeCubeRegister(const Call& call);
// DataCopy and its ND -> NZ form on a cube core.
void executeCubeMove(const Call& call);

// What InitSocState and the construction of a TPipe reset: masks and atomics.
void resetRegisters(exec::CoreState& state);

// A row of isa.def.
struct Row {
    const char* name;
    const char* family;
    const char* section;
    pipe_t pipe;
    void (*execute)(const Call& call);
};
extern const Row kRows[ACC_OP_COUNT];

// What watches instructions (checkers, tracer): called before each one, on the block's fiber. One at a time.
using Observer = void (*)(const Call& call);
void setObserver(Observer observer);
bool observed();
// Shows observers an instruction that did not come through the door: the flags that queues set and wait for.
void announce(const Call& call);

}  // namespace acc::rt::isa
