// SPDX-License-Identifier: Apache-2.0
// All public headers for host code, without a warning in a program of another standard library ABI.
#include "acl/acl.h"
#include "acl/acl_rt_compile.h"
#include "aclnn/opdev/fp16_t.h"
#include "opdev/bfloat16.h"
#include "register/tilingdata_base.h"
#include "tiling/platform/platform_ascendc.h"
#include "tiling/tiling_api.h"
#include "version/cann_version.h"

void runPlugin();

int main() {
    const auto* platform = platform_ascendc::PlatformAscendCManager::GetInstance("Ascend910B1");
    if (platform == nullptr || platform->GetCoreNumAiv() != 2 * platform->GetCoreNumAic())
        return 1;
    runPlugin();
}
