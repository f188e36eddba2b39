// SPDX-License-Identifier: Apache-2.0
// A kernel binary as `acc` would write it.
#include <atomic>
#include <cstdint>

#include "acc/abi.h"
#include "acc/block.h"

namespace {

struct ScaleArgs {
    uint32_t* data;
    uint32_t factor;
};

void scale(const void* block) {
    const auto* args = static_cast<const ScaleArgs*>(block);
    args->data[accBlock->blockIdx] *= args->factor;
}

struct SumArgs {
    const uint32_t* values;  // a placeholder in the tests
    uint32_t* out;
    uint32_t count;
};

void sum(const void* block) {
    const auto* args = static_cast<const SumArgs*>(block);
    for (uint32_t i = 0; i < args->count; ++i) {
        *args->out += args->values[i];
    }
}

struct WaitArgs {
    uint64_t* word;
    uint32_t* done;
};

void wait(const void* block) {
    const auto* args = static_cast<const WaitArgs*>(block);
    while (std::atomic_ref(*args->word).load(std::memory_order_acquire) == 0) {
    }
    *args->done = 1;
}

constexpr AccParam kScale[] = {{"data", 0, 8, ACC_PARAM_POINTER, 0}, {"factor", 8, 4, ACC_PARAM_INTEGER, 0}};
constexpr AccParam kSum[] = {{"values", 0, 8, ACC_PARAM_POINTER, 0},
                             {"out", 8, 8, ACC_PARAM_POINTER, 0},
                             {"count", 16, 4, ACC_PARAM_INTEGER, 0}};
constexpr AccParam kWait[] = {{"word", 0, 8, ACC_PARAM_POINTER, 0}, {"done", 8, 8, ACC_PARAM_POINTER, 0}};

constexpr AccKernel kKernels[] = {
    {"scale", "scale", __FILE__, 20, 16, kScale, 2, 0, 0, 1, 0, {}, nullptr, scale, nullptr},
    {"sum", "ns::sum<float>", __FILE__, 31, 24, kSum, 3, 0, 0, 1, 1, {}, nullptr, sum, nullptr},
    {"wait", "wait", __FILE__, 43, 16, kWait, 2, 0, 0, 1, 0, {}, nullptr, wait, nullptr},
};

}  // namespace

extern "C" {
extern __attribute__((visibility("default"))) const AccImage accKernelImage;
const AccImage accKernelImage = {ACC_ABI_VERSION, 2201, 3, 0, kKernels};
extern __attribute__((visibility("default"))) int32_t table[8];
int32_t table[8] = {123};
__attribute__((constructor)) static void registerVariables() {
    accRegisterVariable(table, sizeof(table));
}
__attribute__((destructor)) static void unregisterVariables() {
    accUnregisterVariable(table);
}
}
