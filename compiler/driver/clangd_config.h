// SPDX-License-Identifier: Apache-2.0
// What clangd needs to know beyond compile_commands.json.
#pragma once

#include <string>

#include "compiler/driver/toolchain.h"

namespace acc {

// Text of a `.clangd` file: acc's own options are taken from the commands, and sources with kernels are read as CUDA
// with the kernel language of acc/editor.h in front.
std::string clangdConfig(const Toolchain& toolchain);

}  // namespace acc
