// SPDX-License-Identifier: Apache-2.0
// The system workspace, tiling data and tiling keys, and lists of tensors (ascendc-core 2.8, 3.10, 6.10).
#include "include/kernel/ascendc/workspace.h"

#include <cstring>

#include "include/kernel/ascendc/list_tensor.h"
#include "include/kernel/ascendc/tiling.h"
#include "runtime/check/operand.h"
#include "runtime/check/report.h"
#include "runtime/exec/block.h"
#include "runtime/mem/gm.h"

using namespace acc::rt;
using check::Rule;

extern "C" uint8_t* accSystemWorkspace(void) {
    exec::Block& block = exec::currentBlock();
    if (block.state.systemWorkspace) {
        return block.state.systemWorkspace;
    }
    // One for the process: nothing in the emulator itself keeps data there.
    static auto* const shared = static_cast<uint8_t*>(mem::allocateDevice(0, ACC_SYSTEM_WORKSPACE_BYTES));
    if (!shared) [[unlikely]] {
        check::fail(Rule::RES, __builtin_return_address(0),
                    "GetSysWorkSpacePtr: no device memory for the system workspace of {} bytes",
                    ACC_SYSTEM_WORKSPACE_BYTES);
    }
    return shared;
}

extern "C" void accSetSystemWorkspace(void* workspace) {
    exec::currentBlock().state.systemWorkspace = static_cast<uint8_t*>(workspace);
}

extern "C" uint64_t* accTilingKey(void) {
    return &exec::currentBlock().state.tilingKey;
}

extern "C" void accCopyTiling(void* to, const void* from, uint32_t bytes) {
    check::checkGlobalRange("GET_TILING_DATA", "tiling data", reinterpret_cast<uint64_t>(from), bytes,
                            __builtin_return_address(0));
    std::memcpy(to, from, bytes);
}

extern "C" void accListFault(const char* function, uint32_t index, uint64_t size) {
    const void* const site = __builtin_return_address(0);
    if (size == 0) {
        check::fail(Rule::UNINIT, site, "{}: no room for the shape; call SetShapeAddr first", function);
    }
    check::fail(Rule::OOB, site, "{}: index is {}, expected 0..{}", function, index, size - 1);
}
