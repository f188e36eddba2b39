// SPDX-License-Identifier: Apache-2.0
// Every number that describes hardware, one row per SoC. All queries of host API, tiling library and kernels answer
// from here, because programs cross-check them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace acc::rt {

struct SocInfo {
    const char* name;      // as aclrtGetSocName prints it
    uint32_t npuArch;      // __NPU_ARCH__
    uint32_t cubeCores;    // AI cores (coupled architectures) or cube cores
    uint32_t vectorCores;  // vector cores of split architectures
    uint32_t ubBytes;      // local memories, bytes per core
    uint32_t l1Bytes;
    uint32_t l0aBytes;
    uint32_t l0bBytes;
    uint32_t l0cBytes;
    uint32_t btBytes;
    uint32_t fbBytes;
    uint64_t l2Bytes;
    uint64_t memoryBytes;  // device memory
    uint32_t systemClockMhz;
    uint32_t eventIds;  // ids per HardEvent
    uint32_t maxStreams;

    bool split() const { return npuArch == 2201 || npuArch == 3510; }
};

// The SoC this process emulates: ACC_SOC, default Ascend910B1. An unknown name ends the process with the list of names.
// ACC_CUBE_CORES (vector cores follow 1:2) and ACC_DEVICE_MEMORY (bytes, suffix K, M or G) override the row.
const SocInfo& soc();

// The row for `name` (case-sensitive; "Ascend910B1"), or null.
const SocInfo* findSoc(std::string_view name);

// Number of emulated devices: ACC_DEVICES, default 1, at most 64.
uint32_t deviceCount();

}  // namespace acc::rt
