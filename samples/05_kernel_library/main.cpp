// SPDX-License-Identifier: Apache-2.0
// Plain C++, built by g++: nothing here knows that scale() launches a kernel.
#include <cstdio>
#include <vector>

#include "scale.h"

int main() {
    constexpr uint32_t kLength = 10001;  // not a multiple of anything
    constexpr size_t kBytes = kLength * sizeof(float);
    std::vector<float> values(kLength);
    for (uint32_t i = 0; i < kLength; ++i) {
        values[i] = static_cast<float>(i);
    }
    aclrtSetDevice(0);
    void* device = nullptr;
    aclrtMalloc(&device, kBytes, ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtMemcpy(device, kBytes, values.data(), kBytes, ACL_MEMCPY_HOST_TO_DEVICE);

    const aclError submitted = scale(device, kLength, 3.0f, nullptr);
    const aclError finished = aclrtSynchronizeStream(nullptr);

    aclrtMemcpy(values.data(), kBytes, device, kBytes, ACL_MEMCPY_DEVICE_TO_HOST);
    aclrtFree(device);
    aclrtResetDevice(0);
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < kLength; ++i) {
        wrong += values[i] != 3.0f * static_cast<float>(i) ? 1 : 0;
    }
    std::printf("submitted %d, finished %d, %u of %u wrong\n", submitted, finished, wrong, kLength);
    return wrong == 0 ? 0 : 1;
}
