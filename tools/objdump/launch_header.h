// SPDX-License-Identifier: Apache-2.0
// Headers with the launch functions of a kernel library.
#pragma once

#include <string>
#include <vector>

#include "tools/objdump/kernel_list.h"

namespace acc::objdump {

// Writes `path`, which declares the launch functions of all these kernels, and beside it for each of them
// aclrtlaunch_<kernel>.h, which includes it. Files that are right already are not touched, those of kernels that are
// gone are removed. Throws std::runtime_error when a file cannot be written.
void writeLaunchHeaders(const std::vector<FoundKernel>& kernels, const std::string& path);

}  // namespace acc::objdump
