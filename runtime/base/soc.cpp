// SPDX-License-Identifier: Apache-2.0
#include "runtime/base/soc.h"

#include <fmt/format.h>

#include <string>

#include "runtime/base/env.h"
#include "runtime/base/log.h"

namespace acc::rt {
namespace {

constexpr uint32_t kKi = 1024;
constexpr uint64_t kMi = 1024 * 1024;
constexpr uint64_t kGi = 1024 * kMi;

// The documentation gives core counts by example only (20 cube + 40 vector, 24 + 48); memory sizes are per product
// page.
constexpr SocInfo atlasA2(const char* name, uint32_t cubeCores, uint64_t memoryBytes) {
    return {.name = name,
            .npuArch = 2201,
            .cubeCores = cubeCores,
            .vectorCores = 2 * cubeCores,
            .ubBytes = 192 * kKi,
            .l1Bytes = 512 * kKi,
            .l0aBytes = 64 * kKi,
            .l0bBytes = 64 * kKi,
            .l0cBytes = 128 * kKi,
            .btBytes = kKi,
            .fbBytes = 2 * kKi,
            .l2Bytes = 192 * kMi,
            .memoryBytes = memoryBytes,
            .systemClockMhz = 50,
            .eventIds = 8,
            .maxStreams = 1984};
}

constexpr SocInfo kSocs[] = {
    atlasA2("Ascend910B1", 24, 64 * kGi),
    atlasA2("Ascend910B2", 24, 64 * kGi),
    atlasA2("Ascend910B2C", 24, 64 * kGi),
    atlasA2("Ascend910B3", 20, 64 * kGi),
    atlasA2("Ascend910B4", 20, 32 * kGi),
    atlasA2("Ascend910_9391", 24, 64 * kGi),
    atlasA2("Ascend910_9392", 24, 64 * kGi),
    // name, arch, cube, vector, UB, L1, L0A, L0B, L0C, BT, FB, L2, memory, clock, events, streams
    {"Ascend950PR_9589", 3510, 32, 64, 256 * kKi, 512 * kKi, 64 * kKi, 64 * kKi, 256 * kKi, 4 * kKi, 4 * kKi, 128 * kMi,
     128 * kGi, 1000, 8, 1984},
    {"Ascend310P3", 2002, 8, 7, 256 * kKi, 1024 * kKi, 64 * kKi, 64 * kKi, 256 * kKi, 0, 0, 16 * kMi, 24 * kGi, 50, 8,
     1024},
};

SocInfo chooseSoc() {
    const std::string name = environment("ACC_SOC").value_or("Ascend910B1");
    const SocInfo* row = findSoc(name);
    if (row == nullptr) {
        std::string known;
        for (const SocInfo& soc : kSocs) {
            known += fmt::format(" {}", soc.name);
        }
        fatal("ACC_SOC is '{}', expected one of:{}", name, known);
    }
    SocInfo chosen = *row;
    if (auto cores = environmentNumber("ACC_CUBE_CORES", 1, 1024)) {
        chosen.cubeCores = static_cast<uint32_t>(*cores);
        chosen.vectorCores = 2 * chosen.cubeCores;
    }
    if (auto bytes = environmentNumber("ACC_DEVICE_MEMORY", kMi, 1024 * kGi)) {
        chosen.memoryBytes = *bytes;
    }
    return chosen;
}

}  // namespace

const SocInfo* findSoc(std::string_view name) {
    for (const SocInfo& soc : kSocs) {
        if (name == soc.name) {
            return &soc;
        }
    }
    return nullptr;
}

const SocInfo& soc() {
    static const SocInfo chosen = chooseSoc();
    return chosen;
}

uint32_t deviceCount() {
    static const auto count = static_cast<uint32_t>(environmentNumber("ACC_DEVICES", 1, 64).value_or(1));
    return count;
}

}  // namespace acc::rt
