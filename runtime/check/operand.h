// SPDX-License-Identifier: Apache-2.0
// Operands of instructions: alignment, bounds, memory. The fast predicates are a few compares; the explanations
// recompute on the cold side what was wrong.
#pragma once

#include <fmt/format.h>

#include "acc/block.h"
#include "include/kernel/ascendc/instr.h"
#include "include/kernel/ascendc/tensor.h"

namespace acc::rt::check {

// Which operand, for messages: "UB destination", "UB source 1".
enum class Role : unsigned char { destination, source, source0, source1, scratch, selection, pattern, offsets };

inline Role roleOf(unsigned index, unsigned operands) {
    return index == 0 ? Role::destination : operands == 2 ? Role::source : index == 1 ? Role::source0 : Role::source1;
}

// A LocalTensor that was never bound to memory.
inline bool isUnbound(uint8_t position) {
    return position == uint8_t(AscendC::TPosition::MAX);
}

inline bool isUb(const AccOperand& operand) {
    return unsigned{operand.position} - unsigned(AscendC::TPosition::VECIN) < 3U;
}

// True when bytes [operand.address, end) of a UB operand are aligned and inside the tensor's allocation and the memory.
// `alignment` is a power of two.
inline bool ubRangeOk(const AccBlock& block, const AccOperand& operand, uint64_t end, uint32_t alignment = 32) {
    return isUb(operand) && (operand.address & (alignment - 1)) == 0 && operand.address >= operand.begin &&
           end <= operand.end && operand.end <= block.memoryBytes[ACC_MEM_UB];
}

// Fails the kernel: says what is wrong with a range that ubRangeOk() refused.
[[noreturn, gnu::cold]] void failUbRange(const AccBlock& block, const char* instruction, Role role,
                                         const AccOperand& operand, uint64_t end, const void* site, uint32_t alignment);

inline void checkUbRange(const AccBlock& block, const char* instruction, Role role, const AccOperand& operand,
                         uint64_t end, const void* site, uint32_t alignment = 32) {
    if (!ubRangeOk(block, operand, end, alignment)) [[unlikely]] {
        failUbRange(block, instruction, role, operand, end, site, alignment);
    }
}

// The same for an operand that must be in `memory`, whichever that is.
inline bool localRangeOk(const AccBlock& block, const AccOperand& operand, AccMemory memory, uint64_t end,
                         uint32_t alignment) {
    return AscendC::detail::memoryOf(AscendC::TPosition(operand.position)) == memory &&
           (operand.address & (alignment - 1)) == 0 && operand.address >= operand.begin && end <= operand.end &&
           operand.end <= block.memoryBytes[memory];
}
[[noreturn, gnu::cold]] void failLocalRange(const AccBlock& block, const char* instruction, Role role,
                                            const AccOperand& operand, AccMemory memory, uint64_t end, const void* site,
                                            uint32_t alignment);
inline void checkLocalRange(const AccBlock& block, const char* instruction, Role role, const AccOperand& operand,
                            AccMemory memory, uint64_t end, const void* site, uint32_t alignment) {
    if (!localRangeOk(block, operand, memory, end, alignment)) [[unlikely]] {
        failLocalRange(block, instruction, role, operand, memory, end, site, alignment);
    }
}

// Fails the kernel unless [address, address + bytes) is live device memory.
void checkGlobalRange(const char* instruction, const char* role, uint64_t address, uint64_t bytes, const void* site);

// A short text without heap memory: a fault abandons the fiber, and with it whatever its frames own.
struct ShortText {
    char text[64];
    operator fmt::string_view() const { return text; }
};
inline fmt::string_view format_as(const ShortText& text) {
    return text;
}

// "VECIN queue buffer 1 of 2", "TBuf VECCALC", "static tensor VECIN".
ShortText describeOwner(const AccBlock& block, uint8_t position, uint16_t buffer);

const char* positionName(uint8_t position);
const char* memoryName(AccMemory memory);
const char* dtypeName(uint8_t dtype);

}  // namespace acc::rt::check
