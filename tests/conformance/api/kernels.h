// SPDX-License-Identifier: Apache-2.0
// Kernels of these tests, registered as `acc` would register compiled ones.
#pragma once

#include <atomic>
#include <cstdint>

#include "acl/acl.h"

namespace acc::test {

// out[blockIdx] += value
struct AddArgs {
    uint32_t* out;
    uint32_t value;
};
// Runs until *word is not 0.
struct GateArgs {
    uint64_t* word;
};

// out[i] = i + 1 for i < count, one after the other; *started is set after the first sixteenth.
struct FillArgs {
    uint32_t* out;
    uint64_t* started;
    uint32_t count;
};

void addStub(uint32_t* out, uint32_t value);
void gateStub(uint64_t* word);
void emptyStub();
void faultStub();
void cubeFaultStub();
void mixStub();
void fillStub(uint32_t* out, uint64_t* started, uint32_t count);

aclrtFuncHandle addKernel();
aclrtFuncHandle gateKernel();
aclrtFuncHandle emptyKernel();      // no parameters
aclrtFuncHandle faultKernel();      // vector kernel that writes to address 16
aclrtFuncHandle cubeFaultKernel();  // the same on a cube core
aclrtFuncHandle mixKernel();        // 1 cube and 2 vector cores per block, no parameters
aclrtFuncHandle fillKernel();

}  // namespace acc::test
