// SPDX-License-Identifier: Apache-2.0
// The kernels in a file, read without running anything of it: acc describes each in the section `.acc.kernels`
// (compiler/kernel/registration.h), which objects, archives, libraries, programs and kernel binaries keep.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace acc::objdump {

struct FoundKernel {
    std::string member;          // of an archive; "" elsewhere
    nlohmann::json description;  // as acc wrote it; `codeBytes` is added, null in a stripped file
};

// Throws std::runtime_error for what cannot be read or is no object.
std::vector<FoundKernel> kernelsIn(const std::string& path);

}  // namespace acc::objdump
