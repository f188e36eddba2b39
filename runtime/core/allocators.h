// SPDX-License-Identifier: Apache-2.0
// Allocators of the program, by stream handle.
#pragma once

#include "acl/acl_rt_allocator.h"
#include "runtime/base/mutex.h"

namespace acc::rt::core {

struct AllocatorDescription {
    struct Functions {
        aclrtAllocator object = nullptr;
        aclrtAllocatorAllocFunc allocate = nullptr;
        aclrtAllocatorFreeFunc free = nullptr;
        aclrtAllocatorAllocAdviseFunc allocateAdvised = nullptr;  // may stay null
        aclrtAllocatorGetAddrFromBlockFunc addressOf = nullptr;
    };
    Mutex mutex;
    Functions functions ACC_GUARDED_BY(mutex);
};

// The last registration of a stream counts; it ends with unregisterAllocator() or the stream.
void registerAllocator(const void* stream, void* description, const AllocatorDescription::Functions& functions);
bool findAllocator(const void* stream, void** description, AllocatorDescription::Functions* functions);
void unregisterAllocator(const void* stream);

}  // namespace acc::rt::core
