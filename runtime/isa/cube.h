// SPDX-License-Identifier: Apache-2.0
// What the cube core's instructions share: fractals, operands, the unit flags of L0C.
#pragma once

#include "runtime/check/operand.h"
#include "runtime/check/report.h"
#include "runtime/isa/call.h"
#include "runtime/isa/lanes.h"

namespace acc::rt::isa {

inline constexpr uint32_t kFractalBytes = 512;
inline constexpr uint32_t kFractalRows = 16;
inline constexpr uint32_t kResultFractalBytes = 1024;  // of L0C

inline uint64_t ceilDivide(uint64_t value, uint64_t divisor) {
    return (value + divisor - 1) / divisor;
}

inline AccMemory memoryOf(const AccOperand& operand) {
    return AscendC::detail::memoryOf(AscendC::TPosition(operand.position));
}

// Whether the instruction is to be carried out: on a cube core. Vector cores of a mixed kernel skip it with a warning,
// as the device's headers do; in a vector kernel it is an error.
bool onCubeCore(const Call& call);

// Operand `index` in `memory`, of which bytes up to `bytes` from its address are accessed.
uint8_t* localOperand(const Call& call, unsigned index, AccMemory memory, uint64_t bytes, uint32_t alignment);

[[noreturn, gnu::cold]] void failPath(const Call& call);

inline void checkField(const Call& call, const char* field, uint64_t value, uint64_t low, uint64_t high) {
    if (value < low || value > high) [[unlikely]] {
        check::fail(check::Rule::RANGE, call.site, "{}: {} is {}, expected {}..{}", call.name, field, value, low, high);
    }
}

// The 512-byte units [address, address + bytes) of L0C: `produce` before Mmad writes them, `consume` before Fixpipe
// reads them. `unitFlag` as in their parameters: 0 off, 2 look, 3 look and flip.
void produceUnits(const Call& call, uint64_t address, uint64_t bytes, uint8_t unitFlag);
void consumeUnits(const Call& call, uint64_t address, uint64_t bytes, uint8_t unitFlag);

void executeFixpipe(const Call& call);
void loadData3d(const Call& call);

}  // namespace acc::rt::isa
