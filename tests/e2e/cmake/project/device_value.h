// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <initializer_list>

#include "launches.h"

// The runtime's functions as C++ sees them when it is not told where acc's headers are.
extern "C" {
int aclrtSetDevice(int device);
int aclrtMalloc(void** pointer, unsigned long bytes, int policy);
int aclrtMemset(void* pointer, unsigned long space, int value, unsigned long bytes);
int aclrtMemcpy(void* to, unsigned long space, const void* from, unsigned long bytes, int kind);
int aclrtSynchronizeDevice();
int aclrtFree(void* pointer);
}

// What 0 in device memory becomes; -1 after an error.
inline int afterLaunches(std::initializer_list<void (*)(int*)> launches) {
    void* device = nullptr;
    int value = -1;
    if (aclrtSetDevice(0) != 0 || aclrtMalloc(&device, sizeof value, 0) != 0 ||
        aclrtMemset(device, sizeof value, 0, sizeof value) != 0)
        return -1;
    for (const auto launch : launches)
        launch(static_cast<int*>(device));
    if (aclrtSynchronizeDevice() != 0 || aclrtMemcpy(&value, sizeof value, device, sizeof value, 2) != 0)
        return -1;
    aclrtFree(device);
    return value;
}
