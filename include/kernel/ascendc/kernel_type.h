// SPDX-License-Identifier: Apache-2.0
// The kernel type of `__global__ __aicore__` kernels: which cores they run on. `acc` reads these words from the source;
// here they only have to name an existing type.
#pragma once

#include <stdint.h>

namespace AscendC {

// Enumerators as documented; dav-2201 has the first six.
enum KernelMetaType : int32_t {
    KERNEL_TYPE_AIV_ONLY,
    KERNEL_TYPE_AIC_ONLY,
    KERNEL_TYPE_MIX_AIV_1_0,
    KERNEL_TYPE_MIX_AIC_1_0,
    KERNEL_TYPE_MIX_AIC_1_1,
    KERNEL_TYPE_MIX_AIC_1_2,
    KERNEL_TYPE_AICORE,
    KERNEL_TYPE_VECTORCORE,
    KERNEL_TYPE_MIX_AICORE,
    KERNEL_TYPE_MIX_VECTOR_CORE,
    KERNEL_TYPE_MAX
};

}  // namespace AscendC

// Sets the type of all kernels of the file (KERNEL_TASK_TYPE_DEFAULT) or of one tiling key.
#define KERNEL_TASK_TYPE_DEFAULT(type) \
    static_assert(::AscendC::type <= ::AscendC::KERNEL_TYPE_MIX_AIC_1_2, #type " is not a kernel type of dav-2201")
#define KERNEL_TASK_TYPE(key, type) KERNEL_TASK_TYPE_DEFAULT(type)
