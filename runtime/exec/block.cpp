// SPDX-License-Identifier: Apache-2.0
#include "runtime/exec/block.h"

#include <utility>

#include "runtime/exec/fiber.h"
#include "runtime/exec/kernel_run.h"

extern "C" {
__attribute__((visibility("default"))) __thread AccBlock* accBlock = nullptr;
}

namespace acc::rt::exec {

void raise(Fault fault) {
    Block& block = currentBlock();
    block.fiber->fault = std::move(fault);
    block.fiber->leave(Fiber::Exit::faulted);
    __builtin_unreachable();
}

void warn(const char* rule, const void* callSite, std::string message) {
    Block& block = currentBlock();
    block.run->warn(block, rule, callSite, message);
}

void print(Block& block, std::string_view text) {
    block.run->print(block, text);
}

void syncAll(Block& block, bool allCores, const void* callSite) {
    block.run->syncAll(block, allCores, callSite);
}

void crossCoreSet(Block& block, unsigned mode, unsigned flag, const void* callSite) {
    block.run->crossCoreSet(block, mode, flag, callSite);
}

void crossCoreWait(Block& block, unsigned flag, const void* callSite) {
    block.run->crossCoreWait(block, flag, callSite);
}

}  // namespace acc::rt::exec
