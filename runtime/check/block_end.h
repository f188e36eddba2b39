// SPDX-License-Identifier: Apache-2.0
// What must not outlive a kernel: flags still set, atomic and counter mode, tensors of a live pipe (ascendc-core 8).
#pragma once

#include "runtime/exec/block.h"

namespace acc::rt::check {

// Runs on the block's fiber when the kernel function has returned; installed as exec's block end hook when the library
// is loaded.
void checkBlockEnd(exec::Block& block);

}  // namespace acc::rt::check
