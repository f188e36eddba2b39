// SPDX-License-Identifier: Apache-2.0
// The scalar unit: checked single accesses, cycle counter, traps.
#include <ctime>

#include "include/kernel/ascendc/tensor.h"
#include "runtime/check/operand.h"
#include "runtime/check/report.h"
#include "runtime/exec/block.h"

using namespace acc::rt;
using check::Rule;

extern "C" void accLocalScalarFault(const AccLocal* tensor, uint64_t index, uint32_t elementBytes) {
    const void* const site = __builtin_return_address(0);
    const exec::Block& block = exec::currentBlock();
    if (check::isUnbound(tensor->position)) {
        check::fail(Rule::UNINIT, site, "scalar access: the LocalTensor was never bound to memory");
    }
    const AccMemory memory = AscendC::detail::memoryOf(AscendC::TPosition(tensor->position));
    if (memory != ACC_MEM_UB) {
        check::fail(Rule::POS, site,
                    "scalar access: a tensor in {} (position {}), expected UB (VECIN, VECCALC, VECOUT)",
                    check::memoryName(memory), check::positionName(tensor->position));
    }
    if (block.memoryBytes[ACC_MEM_UB] == 0) {
        check::fail(Rule::CORE, site, "scalar access: a cube core has no UB; guard vector code with ASCEND_IS_AIV");
    }
    const uint64_t offset = tensor->offset + index * elementBytes;
    const check::ShortText owner = check::describeOwner(block, tensor->position, tensor->buffer);
    if (tensor->end > block.memoryBytes[ACC_MEM_UB]) {
        check::fail(Rule::OOB, site,
                    "scalar access: a LocalTensor over [0x{:x}, 0x{:x}), past the end of UB at 0x{:x} ({})",
                    tensor->begin, tensor->end, block.memoryBytes[ACC_MEM_UB], owner);
    }
    if (offset < tensor->begin || offset + elementBytes > tensor->end) {
        check::fail(Rule::OOB, site,
                    "scalar access: element {} at UB 0x{:x} is outside its allocation of {} bytes ({})", index, offset,
                    tensor->end - tensor->begin, owner);
    }
    check::fail(Rule::ALIGN, site, "scalar access: element {} at UB 0x{:x} is not a multiple of its {} bytes ({})",
                index, offset, elementBytes, owner);
}

extern "C" void accHalfByteFault(uint64_t offset) {
    check::fail(Rule::ALIGN, __builtin_return_address(0),
                "int4b_t: a tensor begins at element {}, expected an even number: two elements share a byte", offset);
}

extern "C" void accGlobalScalar(const void* address, uint32_t bytes, uint32_t isWrite) {
    check::checkGlobalRange(isWrite ? "scalar write" : "scalar read", "element", reinterpret_cast<uint64_t>(address),
                            bytes, __builtin_return_address(0));
}

extern "C" int64_t accSystemCycle(void) {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (now.tv_sec * 1'000'000'000 + now.tv_nsec) / 20;  // 50 MHz
}

extern "C" void accTrap(void) {
    check::fail(Rule::TRAP, __builtin_return_address(0), "the kernel called trap()");
}
