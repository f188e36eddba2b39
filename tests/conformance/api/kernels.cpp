// SPDX-License-Identifier: Apache-2.0
#include "kernels.h"

#include <cstddef>
#include <iterator>

#include "acc/abi.h"
#include "acc/block.h"

namespace acc::test {
namespace {

uint32_t blockIndex() {
    return accBlock->blockIdx;
}

void add(const void* block) {
    const auto* args = static_cast<const AddArgs*>(block);
    __atomic_fetch_add(&args->out[blockIndex()], args->value, __ATOMIC_SEQ_CST);
}

void gate(const void* block) {
    const auto* args = static_cast<const GateArgs*>(block);
    while (__atomic_load_n(args->word, __ATOMIC_ACQUIRE) == 0) {
    }
}

void fill(const void* block) {
    const auto* args = static_cast<const FillArgs*>(block);
    for (uint32_t i = 0; i < args->count; ++i) {
        __atomic_store_n(&args->out[i], i + 1, __ATOMIC_RELAXED);
        if (i == args->count / 16) {
            __atomic_store_n(args->started, uint64_t{1}, __ATOMIC_RELEASE);
        }
    }
}

void empty(const void*) {}

void fault(const void*) {
    *reinterpret_cast<volatile int*>(16) = 1;
}

constexpr AccParam kAddParams[] = {{"out", 0, 8, ACC_PARAM_POINTER, 0}, {"value", 8, 4, ACC_PARAM_INTEGER, 0}};
constexpr AccParam kFillParams[] = {{"out", 0, 8, ACC_PARAM_POINTER, 0},
                                    {"started", 8, 8, ACC_PARAM_POINTER, 0},
                                    {"count", 16, 4, ACC_PARAM_INTEGER, 0}};
constexpr AccParam kGateParams[] = {{"word", 0, 8, ACC_PARAM_POINTER, 0}};

AccKernel record(const char* name, void (*stub)(), AccEntry vector, AccEntry cube, uint8_t vectorCores) {
    AccKernel kernel{};
    kernel.symbol = name;
    kernel.name = name;
    kernel.file = __FILE__;
    kernel.line = 1;
    kernel.cubeCores = cube != nullptr ? 1 : 0;
    kernel.vectorCores = vectorCores;
    kernel.vectorEntry = vector;
    kernel.cubeEntry = cube;
    kernel.stub = stub;
    return kernel;
}

template <size_t N>
AccKernel withParams(AccKernel kernel, const AccParam (&params)[N], uint32_t argsSize) {
    kernel.params = params;
    kernel.paramCount = N;
    kernel.argsSize = argsSize;
    return kernel;
}

// Registers the kernels for as long as the program runs.
struct Registration {
    const AccKernel kernels[7] = {
        withParams(record("add", reinterpret_cast<void (*)()>(&addStub), add, nullptr, 1), kAddParams, 16),
        withParams(record("gate", reinterpret_cast<void (*)()>(&gateStub), gate, nullptr, 1), kGateParams, 8),
        record("empty", &emptyStub, empty, nullptr, 1),
        record("fault", &faultStub, fault, nullptr, 1),
        record("cubeFault", &cubeFaultStub, nullptr, fault, 0),
        record("mix", &mixStub, empty, empty, 2),
        withParams(record("fill", reinterpret_cast<void (*)()>(&fillStub), fill, nullptr, 1), kFillParams, 24),
    };
    const AccImage image{ACC_ABI_VERSION, 2201, static_cast<uint32_t>(std::size(kernels)), 0, kernels};

    Registration() { accRegisterImage(&image); }
    ~Registration() { accUnregisterImage(&image); }
    Registration(const Registration&) = delete;
    Registration& operator=(const Registration&) = delete;
};

const Registration registration;

}  // namespace

// Distinct bodies, so that no two stubs are folded into one address.
void addStub(uint32_t* out, uint32_t value) {
    out[0] = value;
}
void gateStub(uint64_t* word) {
    *word = 0;
}
void emptyStub() {
    __asm__ volatile("# empty");
}
void faultStub() {
    __asm__ volatile("# fault");
}
void cubeFaultStub() {
    __asm__ volatile("# cube fault");
}
void mixStub() {
    __asm__ volatile("# mix");
}
void fillStub(uint32_t* out, uint64_t* started, uint32_t count) {
    out[0] = count;
    *started = 1;
}

aclrtFuncHandle addKernel() {
    return accKernelFunction(reinterpret_cast<void (*)()>(&addStub));
}
aclrtFuncHandle gateKernel() {
    return accKernelFunction(reinterpret_cast<void (*)()>(&gateStub));
}
aclrtFuncHandle emptyKernel() {
    return accKernelFunction(&emptyStub);
}
aclrtFuncHandle faultKernel() {
    return accKernelFunction(&faultStub);
}
aclrtFuncHandle cubeFaultKernel() {
    return accKernelFunction(&cubeFaultStub);
}
aclrtFuncHandle mixKernel() {
    return accKernelFunction(&mixStub);
}
aclrtFuncHandle fillKernel() {
    return accKernelFunction(reinterpret_cast<void (*)()>(&fillStub));
}

}  // namespace acc::test
