// SPDX-License-Identifier: Apache-2.0
// Plans and runs what the command line asks for.
#pragma once

#include "compiler/driver/options.h"
#include "compiler/driver/toolchain.h"

namespace acc {

// Returns the process's exit code.
int runDriver(const Options& options, const Toolchain& toolchain);

}  // namespace acc
