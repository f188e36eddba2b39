// SPDX-License-Identifier: Apache-2.0
// The door that every instruction passes, and the table behind it.
#include <atomic>

#include "include/kernel/ascendc/core.h"
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
constexpr auto convert = executeConvert;
constexpr auto maskedCopy = executeMaskedCopy;
constexpr auto move = executeMove;
constexpr auto sync = executeSync;
constexpr auto reg = executeRegister;
}  // namespace family

}  // namespace

constinit const Row kRows[ACC_OP_COUNT] = {
#define ACC_INSTR(name, familyName, pipe, section) {#name, #familyName, section, pipe, family::familyName},
#include "include/kernel/isa.def"
};

void setObserver(Observer observer) {
    observer_.store(observer, std::memory_order_release);
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

extern "C" const AccBlock* accCurrentBlock(void) {
    return accBlock;
}
