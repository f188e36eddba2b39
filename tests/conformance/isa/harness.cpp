// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/isa/harness.h"

#include <cstdlib>
#include <map>

#include "runtime/mem/gm.h"

__thread AccBlock* accBlock = nullptr;

namespace acc::test {
namespace {

std::vector<std::string> warnings;
std::string output;
int syncs = 0;
std::vector<std::string> crossCore;
std::map<uintptr_t, size_t> allocations;

std::vector<std::string>& covered() {
    static std::vector<std::string> names;
    return names;
}

}  // namespace

std::vector<std::string> takeWarnings() {
    return std::exchange(warnings, {});
}
std::string takeOutput() {
    return std::exchange(output, {});
}
int takeSyncs() {
    return std::exchange(syncs, 0);
}

std::vector<std::string> takeCrossCore() {
    return std::exchange(crossCore, {});
}

Covers::Covers(std::initializer_list<const char*> names) {
    covered().insert(covered().end(), names.begin(), names.end());
}
const std::vector<std::string>& coveredInstructions() {
    return covered();
}

CoreTest::CoreTest() : ub_(kUbBytes + 64) {
    auto* base = reinterpret_cast<uint8_t*>((reinterpret_cast<uintptr_t>(ub_.data()) + 63) / 64 * 64);
    ub_.assign(ub_.size(), 0xee);
    AccBlock& core = block_;
    core = AccBlock{};
    core.memory[ACC_MEM_UB] = base;
    core.memoryBytes[ACC_MEM_UB] = kUbBytes;
    core.blockIdx = 3;
    core.blockNum = 8;
    core.subBlockNum = 1;
    core.coreType = ACC_CORE_VECTOR;
    accBlock = &block_;
    takeWarnings();
    takeOutput();
}

CubeTest::CubeTest() {
    constexpr std::pair<AccMemory, uint32_t> kSizes[] = {
        {ACC_MEM_UB, 0},           {ACC_MEM_L1, 512 * 1024}, {ACC_MEM_L0A, 64 * 1024}, {ACC_MEM_L0B, 64 * 1024},
        {ACC_MEM_L0C, 128 * 1024}, {ACC_MEM_BT, 1024},       {ACC_MEM_FB, 2048}};
    block().coreType = ACC_CORE_CUBE;
    for (const auto& [which, bytes] : kSizes) {
        memories_[which].assign(bytes + 64, 0xee);
        const auto address = (reinterpret_cast<uintptr_t>(memories_[which].data()) + 63) / 64 * 64;
        block().memory[which] = bytes == 0 ? nullptr : reinterpret_cast<uint8_t*>(address);
        block().memoryBytes[which] = bytes;
    }
}

CoreTest::~CoreTest() {
    accBlock = nullptr;
    for (void* memory : gm_) {
        allocations.erase(reinterpret_cast<uintptr_t>(memory));
        std::free(memory);
    }
}

void* CoreTest::allocate(size_t bytes, uint8_t fill) {
    void* memory = std::aligned_alloc(512, (bytes + 511) / 512 * 512);
    std::memset(memory, fill, bytes);
    allocations[reinterpret_cast<uintptr_t>(memory)] = bytes;
    gm_.push_back(memory);
    return memory;
}

}  // namespace acc::test

// Stand-ins for the block runner and the memory registry.
namespace acc::rt::exec {

void raise(Fault fault) {
    throw test::RaisedFault{fault.rule, static_cast<int>(fault.code), fault.message};
}
void warn(const char* rule, const void*, std::string message) {
    test::warnings.push_back(std::string(rule) + ": " + message);
}
void print(Block&, std::string_view text) {
    test::output += text;
}
void syncAll(Block&, bool, const void*) {
    ++test::syncs;
}
void crossCoreSet(Block&, unsigned mode, unsigned flag, const void*) {
    test::crossCore.push_back(fmt::format("set {} {}", mode, flag));
}
void crossCoreWait(Block&, unsigned flag, const void*) {
    test::crossCore.push_back(fmt::format("wait {}", flag));
}
void signal(Block&, const void* cell) {
    test::crossCore.push_back(fmt::format("signal {}", static_cast<const uint8_t*>(cell)[0]));
}
void signalWhenAll(Block&, const void*, uint32_t arrivals, uint32_t signals) {
    test::crossCore.push_back(fmt::format("signal {} after {}", signals, arrivals));
}
void waitSignal(Block&, const void* cell, const char* what, const void*) {
    test::crossCore.push_back(fmt::format("{} {}", what, static_cast<const uint8_t*>(cell)[0]));
}
void setBlockBeginHook(void (*)(Block&)) {}
void setBlockEndHook(void (*)(Block&)) {}

}  // namespace acc::rt::exec

namespace acc::rt::mem {

bool find(uintptr_t address, Allocation* found) {
    for (const auto& [base, bytes] : test::allocations) {
        if (address - base < bytes) {
            *found = {.base = base, .sizeBytes = bytes};
            return true;
        }
    }
    return false;
}
bool nearest(uintptr_t address, Allocation* found) {
    for (const auto& [base, bytes] : test::allocations) {
        *found = {.base = base, .sizeBytes = bytes};
        if (base > address) {
            break;
        }
    }
    return !test::allocations.empty();
}
void* allocateDevice(int32_t, size_t sizeBytes) {
    static void* memory = std::aligned_alloc(512, sizeBytes);
    test::allocations[reinterpret_cast<uintptr_t>(memory)] = sizeBytes;
    return memory;
}
bool deviceAccessible(const void* address, size_t sizeBytes) {
    Allocation allocation;
    const auto start = reinterpret_cast<uintptr_t>(address);
    return find(start, &allocation) && start + sizeBytes <= allocation.end();
}

}  // namespace acc::rt::mem
