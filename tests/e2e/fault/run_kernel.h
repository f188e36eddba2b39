// SPDX-License-Identifier: Apache-2.0
// What the fault programs share: device memory that is freed at the end, and a main that launches and reports the code.
#pragma once

#include <cstdint>
#include <cstdio>

#include "acl/acl.h"
#include "kernel_operator.h"

inline uint8_t* deviceMemory(size_t bytes) {
    void* pointer = nullptr;
    aclrtSetDevice(0);
    aclrtMalloc(&pointer, bytes, ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtMemset(pointer, bytes, 0, bytes);
    return static_cast<uint8_t*>(pointer);
}

// Synchronises the default stream and turns the result into the program's exit code.
inline int finish() {
    const aclError code = aclrtSynchronizeStream(nullptr);
    if (code != ACL_SUCCESS) {
        std::printf("error %d\n", code);
    }
    return code == ACL_SUCCESS ? 0 : 1;
}
