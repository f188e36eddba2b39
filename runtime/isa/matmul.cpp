// SPDX-License-Identifier: Apache-2.0
// What the Matmul objects of kernels need of the runtime (ascendc-highlevel 2): calls from vector cores to the cube
// core of their group, and reports that name the line of the object's method.
#include "include/kernel/ascendc/adv/matmul/service.h"

#include "runtime/check/report.h"
#include "runtime/exec/kernel_run.h"

using namespace acc::rt;
using check::Rule;

extern "C" uint32_t accServiceClients(void) {
    const exec::Block& block = exec::currentBlock();
    return block.run != nullptr ? block.run->kernel().vectorCores : 0;
}

extern "C" void accServiceCall(void* call) {
    exec::Block& block = exec::currentBlock();
    const void* const site = __builtin_return_address(0);
    if (block.run == nullptr || block.run->kernel().cubeCores == 0) [[unlikely]] {
        check::fail(Rule::CORE, site,
                    "Matmul: this kernel has no cube core; make it __mix__(1, 2) or __mix__(1, 1), or say "
                    "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_2)");
    }
    exec::serviceCall(block, {call, block.subBlockIdx, site});
}

extern "C" void* accServiceNext(uint32_t mask, uint32_t* client) {
    exec::Block& block = exec::currentBlock();
    const exec::ServiceCall call = exec::serviceNext(block, mask, __builtin_return_address(0));
    block.outerSite = call.site;
    *client = call.client;
    return call.call;
}

extern "C" void accServiceAnswer(uint32_t client) {
    exec::Block& block = exec::currentBlock();
    block.outerSite = nullptr;
    exec::serviceAnswer(block, client);
}

extern "C" uint8_t* accServiceMemory(void) {
    exec::Block& block = exec::currentBlock();
    uint8_t* const memory = exec::serviceMemory(block, 4 * AscendC::TOTAL_UB_SIZE);
    if (memory == nullptr) [[unlikely]] {
        check::fail(Rule::RES, __builtin_return_address(0),
                    "Matmul: no device memory for the tensors that pass between UB and the cube core");
    }
    return memory;
}

extern "C" void accMatmulEnter(void) {
    exec::currentBlock().outerSite = __builtin_return_address(0);
}

extern "C" void accMatmulLeave(void) {
    exec::currentBlock().outerSite = nullptr;
}

extern "C" void accMatmulFault(const char* method, const char* what, int64_t value, const char* expected) {
    check::fail(Rule::RANGE, __builtin_return_address(0), "{}: {} is {}, expected {}", method, what, value, expected);
}
