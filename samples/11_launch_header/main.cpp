// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "acl/acl.h"
#include "aclrtlaunch_saxpy.h"
#include "tiling/platform/platform_ascendc.h"

int main() {
    constexpr uint32_t kCount = 1000;
    constexpr size_t kBytes = kCount * sizeof(float);
    if (aclInit(nullptr) != ACL_SUCCESS || aclrtSetDevice(0) != ACL_SUCCESS)
        return 1;
    aclrtStream stream = nullptr;
    aclrtCreateStream(&stream);
    float host[kCount];
    for (uint32_t i = 0; i < kCount; ++i)
        host[i] = static_cast<float>(i);
    void *x = nullptr, *y = nullptr;
    aclrtMalloc(&x, kBytes, ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtMalloc(&y, kBytes, ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtMemcpy(x, kBytes, host, kBytes, ACL_MEMCPY_HOST_TO_DEVICE);
    aclrtMemset(y, kBytes, 0, kBytes);

    const uint32_t cores = platform_ascendc::PlatformAscendCManager::GetInstance()->GetCoreNumAiv();
    for (int i = 0; i < 2; ++i)
        if (ACLRT_LAUNCH_KERNEL(saxpy)(cores, stream, x, y, 0.5f, kCount) != ACL_SUCCESS)
            return 1;
    aclrtSynchronizeStream(stream);
    aclrtMemcpy(host, kBytes, y, kBytes, ACL_MEMCPY_DEVICE_TO_HOST);
    std::printf("y[1] = %g, y[%u] = %g\n", host[1], kCount - 1, host[kCount - 1]);
    aclrtFree(x);
    aclrtFree(y);
    aclrtDestroyStream(stream);
    aclrtResetDevice(0);
    aclFinalize();
}
