// SPDX-License-Identifier: Apache-2.0
#include "runtime/check/operand.h"

#include "include/kernel/ascendc/pipe.h"
#include "runtime/check/report.h"
#include "runtime/exec/block.h"
#include "runtime/mem/gm.h"

namespace acc::rt::check {
namespace {

constexpr const char* kRoleNames[] = {"destination",     "source",  "source 0",    "source 1",
                                      "sharedTmpBuffer", "selMask", "src1Pattern", "srcOffset"};

const char* roleName(Role role) {
    return kRoleNames[static_cast<size_t>(role)];
}

}  // namespace

const char* positionName(uint8_t position) {
    constexpr const char* kNames[] = {"GM",  "A1",    "A2",     "B1",      "B2",  "C1",   "C2",        "CO1",
                                      "CO2", "VECIN", "VECOUT", "VECCALC", "SPM", "TSCM", "C2PIPE2GM", "C2PIPE2LOCAL"};
    return position < std::size(kNames) ? kNames[position] : "invalid position";
}

const char* memoryName(AccMemory memory) {
    constexpr const char* kNames[] = {"GM", "UB", "L1", "L0A", "L0B", "L0C", "BT", "FB"};
    return kNames[memory];
}

const char* dtypeName(uint8_t dtype) {
    constexpr const char* kNames[] = {"bool",    "int8_t",   "uint8_t", "int16_t", "uint16_t", "half",   "bfloat16_t",
                                      "int32_t", "uint32_t", "float",   "int64_t", "uint64_t", "double", "int4b_t"};
    return dtype < std::size(kNames) ? kNames[dtype] : "?";
}

ShortText describeOwner(const AccBlock& block, uint8_t position, uint16_t buffer) {
    ShortText out{};
    const auto say = [&out](auto format, const auto&... args) {
        fmt::format_to_n(out.text, sizeof(out.text) - 1, format, args...);
        return out;
    };
    const AccPipe* pipe = static_cast<const exec::Block&>(block).state.pipe;
    if (buffer == 0) {
        return say(FMT_STRING("static tensor {}"), positionName(position));
    }
    if (!pipe || buffer > pipe->bufferCount) {
        return say(FMT_STRING("buffer of a TPipe that no longer exists"));
    }
    const AccBuffer& owner = pipe->buffers[buffer - 1];
    if (owner.siblings == 0) {
        return say(FMT_STRING("TBuf {}"), positionName(owner.position));
    }
    return say(FMT_STRING("{} queue buffer {} of {}"), positionName(owner.position), owner.index + 1, owner.siblings);
}

void failUbRange(const AccBlock& block, const char* instruction, Role role, const AccOperand& operand, uint64_t end,
                 const void* site, uint32_t alignment) {
    failLocalRange(block, instruction, role, operand, ACC_MEM_UB, end, site, alignment);
}

void failLocalRange(const AccBlock& block, const char* instruction, Role role, const AccOperand& operand,
                    AccMemory expected, uint64_t end, const void* site, uint32_t alignment) {
    constexpr const char* kPositions[] = {"GM",       "VECIN, VECCALC, VECOUT", "A1, B1, C1", "A2", "B2", "CO1", "C2",
                                          "C2PIPE2GM"};
    const AccMemory memory = AscendC::detail::memoryOf(AscendC::TPosition(operand.position));
    const char* const name = memoryName(expected);
    if (isUnbound(operand.position)) {
        fail(Rule::UNINIT, site, "{}: {} is a LocalTensor that was never bound to memory", instruction, roleName(role));
    }
    if (memory != expected) {
        fail(Rule::POS, site, "{}: {} is in {} (position {}), expected {} ({})", instruction, roleName(role),
             memoryName(memory), positionName(operand.position), name, kPositions[expected]);
    }
    if (block.memoryBytes[expected] == 0) {
        const bool cube = expected == ACC_MEM_UB;  // what only vector cores have
        fail(Rule::CORE, site, "{}: a {} core has no {}; guard {} code with ASCEND_IS_AI{}", instruction,
             cube ? "cube" : "vector", name, cube ? "vector" : "cube", cube ? 'V' : 'C');
    }
    const ShortText owner = describeOwner(block, operand.position, operand.buffer);
    if (operand.address % alignment != 0) {
        fail(Rule::ALIGN, site, "{}: {} {} address 0x{:x} is not a multiple of {} bytes ({})", instruction, name,
             roleName(role), operand.address, alignment, owner);
    }
    if (operand.end > block.memoryBytes[expected]) {
        fail(Rule::OOB, site, "{}: {} {} is a LocalTensor over [0x{:x}, 0x{:x}), past the end of {} at 0x{:x} ({})",
             instruction, name, roleName(role), operand.begin, operand.end, name, block.memoryBytes[expected], owner);
    }
    if (operand.address < operand.begin) {
        fail(Rule::OOB, site,
             "{}: {} {} [0x{:x}, 0x{:x}) of LocalTensor starts {} bytes before its allocation of {} bytes ({})",
             instruction, name, roleName(role), operand.address, end, operand.begin - operand.address,
             operand.end - operand.begin, owner);
    }
    fail(Rule::OOB, site,
         "{}: {} {} [0x{:x}, 0x{:x}) of LocalTensor ends {} bytes past its allocation of {} bytes ({})", instruction,
         name, roleName(role), operand.address, end, end - operand.end, operand.end - operand.begin, owner);
}

void checkGlobalRange(const char* instruction, const char* role, uint64_t address, uint64_t bytes, const void* site) {
    if (mem::deviceAccessible(reinterpret_cast<const void*>(address), bytes)) [[likely]] {
        return;
    }
    if (address == 0) {
        fail(Rule::UNINIT, site, "{}: GM {} is null; was SetGlobalBuffer called and the argument passed?", instruction,
             role);
    }
    mem::Allocation allocation;
    if (mem::find(address, &allocation) && allocation.kind == mem::Kind::device) {
        fail(Rule::OOB, site,
             "{}: GM {} [0x{:x}, 0x{:x}) ends {} bytes past its allocation [0x{:x}, 0x{:x}) of {} bytes", instruction,
             role, address, address + bytes, address + bytes - allocation.end(), allocation.base, allocation.end(),
             allocation.sizeBytes);
    }
    if (mem::nearest(address, &allocation)) {
        fail(Rule::OOB, site,
             "{}: GM {} [0x{:x}, 0x{:x}) is not device memory; the nearest allocation is [0x{:x}, 0x{:x}) of {} bytes",
             instruction, role, address, address + bytes, allocation.base, allocation.end(), allocation.sizeBytes);
    }
    fail(Rule::OOB, site, "{}: GM {} [0x{:x}, 0x{:x}) is not device memory; nothing is allocated", instruction, role,
         address, address + bytes);
}

}  // namespace acc::rt::check
