// SPDX-License-Identifier: Apache-2.0
// The Matmul high-level API of kernels. With ASCENDC_CUBE_ONLY defined before, objects work on cube cores by
// themselves.
#pragma once

#include "kernel/ascendc/adv/matmul/object.h"
#include "kernel/kernel_operator.h"
#include "kernel_tiling/kernel_tiling.h"

// The older name of the API's namespace.
namespace matmul {
using namespace AscendC;
}  // namespace matmul
