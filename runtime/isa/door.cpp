// SPDX-License-Identifier: Apache-2.0
// The door that every instruction passes, and the table behind it.
#include <atomic>

#include "include/kernel/ascendc/core.h"
#include "runtime/check/report.h"
#include "runtime/isa/call.h"

namespace acc::rt::isa {
namespace {

constinit std::atomic<Observer> observer_{nullptr};

// Family names of isa.def -> functions.
namespace family {
constexpr auto unary = executeUnary;
constexpr auto binary = executeBinary;
constexpr auto scalar = executeScalar;
constexpr auto fill = executeFill;
constexpr auto accumulateScalar = executeAccumulateScalar;
constexpr auto accumulate = executeAccumulate;
constexpr auto castFused = executeCastFused;
constexpr auto convert = executeConvert;
constexpr auto maskedCopy = executeMaskedCopy;
constexpr auto shift = executeShift;
constexpr auto reduce = executeReduce;
constexpr auto compare = executeCompare;
constexpr auto gather = executeGather;
constexpr auto index = executeIndex;
constexpr auto layout = executeLayout;
constexpr auto sort = executeSort;
constexpr auto math = executeMath;
constexpr auto recipe = executeRecipe;
constexpr auto move = executeMove;
constexpr auto reformat = executeReformat;
constexpr auto sync = executeSync;
constexpr auto reg = executeRegister;
constexpr auto cubeLoad = executeCubeLoad;
constexpr auto cube = executeCube;
constexpr auto cubeRegister = executeCubeRegister;
}  // namespace family

}  // namespace

constinit const Row kRows[ACC_OP_COUNT] = {
#define ACC_INSTR(name, familyName, pipe, section) {#name, #familyName, section, pipe, family::familyName},
#include "include/kernel/isa.def"
};

void setObserver(Observer observer) {
    observer_.store(observer, std::memory_order_release);
}

bool observed() {
    return observer_.load(std::memory_order_relaxed) != nullptr;
}

void announce(const Call& call) {
    if (const Observer observer = observer_.load(std::memory_order_acquire)) [[unlikely]] {
        observer(call);
    }
}

}  // namespace acc::rt::isa

extern "C" void accIssue(const AccInstr* instruction) {
    using namespace acc::rt;
    const isa::Row& row = isa::kRows[instruction->opcode];
    const isa::Call call{exec::currentBlock(), *instruction, row.name, __builtin_return_address(0)};
    isa::announce(call);
    row.execute(call);
}

extern "C" uint64_t accReadRegister(uint32_t accRegister) {
    const acc::rt::exec::CoreState& state = acc::rt::exec::currentBlock().state;
    switch (accRegister) {
        case ACC_REG_REDUCE_SUM:
            return state.reduceSum;
        case ACC_REG_REDUCE_VALUE:
            return state.reduceValue;
        case ACC_REG_REDUCE_INDEX:
            return state.reduceIndex;
        case ACC_REG_CTRL:
            return state.ctrl;
        case ACC_REG_ATOMIC_TYPE:
            return state.atomicOperation == 0 ? uint8_t{ACC_DTYPE_COUNT} : state.atomicType;
        case ACC_REG_MERGED:
            return state.merged;
        case ACC_REG_FIXPIPE_ND:
            return state.fixpipeNd;
        case ACC_REG_FIXPIPE_QUANT:
            return state.fixpipeQuant;
        default:
            return state.gathered;
    }
}

extern "C" void accRangeFault(uint32_t opcode, const char* parameter, int64_t value, int64_t low, int64_t high) {
    using namespace acc::rt;
    check::fail(check::Rule::RANGE, __builtin_return_address(0), "{}: {} is {}, expected {}..{}",
                isa::kRows[opcode].name, parameter, value, low, high);
}

extern "C" const AccBlock* accCurrentBlock(void) {
    return accBlock;
}
