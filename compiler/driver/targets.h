// SPDX-License-Identifier: Apache-2.0
// Architectures, and the names of chips and cores that stand for them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/kernel/kernel.h"

namespace acc {

struct Target {
    unsigned number;  // __NPU_ARCH__
    const char* products;
    bool isEmulated;
};
const std::vector<Target>& allTargets();

// A target that can be compiled for, or why the name is none.
struct TargetChoice {
    unsigned number = 0;
    std::optional<Cores> cores;
    std::string error;  // "" when it is one
};
TargetChoice targetOfArch(std::string_view name);        // --npu-arch: dav-2201
TargetChoice targetOfChip(std::string_view name);        // --npu-soc: Ascend910B1, in any case of letters
TargetChoice targetOfAicoreArch(std::string_view name);  // --cce-aicore-arch: dav-c220-vec

// --cce-soc-core-type; an error when the name is none.
TargetChoice coresOfType(std::string_view name);

}  // namespace acc
