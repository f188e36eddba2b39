// SPDX-License-Identifier: Apache-2.0
// Device and pinned host memory.
#include "runtime/mem/gm.h"

#include <unistd.h>

#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"
#include "runtime/core/virtual_memory.h"

using namespace acc::rt;
using namespace acc::rt::api;

namespace {

Status allocateDevice(void** devPtr, size_t size) {
    ACC_TRY(notNull(devPtr, "devPtr"));
    ACC_TRY(mustNotBeZero(size, "size"));
    core::Context* context = nullptr;
    ACC_TRY(core::currentContext(&context));
    const int32_t device = context->device().id();
    void* memory = mem::allocateDevice(device, size);
    if (memory == nullptr) {
        size_t free = 0;
        size_t total = 0;
        mem::usage(device, &free, &total);
        return Status::error(ACL_ERROR_RT_MEMORY_ALLOCATION,
                             "size is {}, but device {} has {} of {} bytes free (ACC_DEVICE_MEMORY sets its capacity)",
                             size, device, free, total);
    }
    *devPtr = memory;
    return {};
}

// `vaFlagOnly`: the attributes that host memory takes.
Status checkConfig(const aclrtMallocConfig* cfg, bool vaFlagOnly) {
    if (cfg == nullptr || cfg->numAttrs == 0) {
        return {};
    }
    ACC_TRY(notNull(cfg->attrs, "cfg->attrs"));
    for (size_t index = 0; index < cfg->numAttrs; ++index) {
        const aclrtMallocAttribute& attribute = cfg->attrs[index];
        const bool known =
            attribute.attr == ACL_RT_MEM_ATTR_VA_FLAG || (!vaFlagOnly && (attribute.attr == ACL_RT_MEM_ATTR_MODULE_ID ||
                                                                          attribute.attr == ACL_RT_MEM_ATTR_DEVICE_ID));
        if (!known) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "cfg->attrs[{}].attr is {}, expected {}", index,
                                 static_cast<int>(attribute.attr),
                                 vaFlagOnly ? "VA_FLAG" : "MODULE_ID, DEVICE_ID or VA_FLAG");
        }
        core::Context* context = nullptr;
        if (attribute.attr == ACL_RT_MEM_ATTR_DEVICE_ID) {
            ACC_TRY(core::currentContext(&context));
            if (attribute.value.deviceId != static_cast<uint32_t>(context->device().id())) {
                return Status::error(ACL_ERROR_INVALID_PARAM,
                                     "cfg->attrs[{}].value.deviceId is {}, expected the current device {}", index,
                                     attribute.value.deviceId, context->device().id());
            }
        }
    }
    return {};
}

Status notABlock(const char* parameter, const void* pointer, const char* expected) {
    const auto address = reinterpret_cast<uintptr_t>(pointer);
    mem::Allocation block;
    if (mem::find(address, &block)) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID,
                             "{} is {}, which is {} bytes into a block of {} bytes at {:#x}, expected the start of {}",
                             parameter, pointer, address - block.base, block.sizeBytes, block.base, expected);
    }
    if (mem::nearest(address, &block)) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID,
                             "{} is {}, in no live block (the nearest has {} bytes at {:#x}), expected the start of {}",
                             parameter, pointer, block.sizeBytes, block.base, expected);
    }
    return Status::error(ACL_ERROR_RT_PARAM_INVALID, "{} is {}, but no block is live, expected the start of {}",
                         parameter, pointer, expected);
}

Status freeDevice(void* devPtr) {
    ACC_TRY(notNull(devPtr, "devPtr"));
    if (core::AddressSpace::instance().mapped(devPtr, true) != nullptr) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID,
                             "devPtr is {}, which aclrtMapMem mapped, expected aclrtUnmapMem", devPtr);
    }
    if (!mem::release(mem::Kind::device, devPtr) && !runtime().finalised()) {
        return notABlock("devPtr", devPtr, "a block of aclrtMalloc");
    }
    return {};
}

Status freeHost(void* hostPtr) {
    ACC_TRY(notNull(hostPtr, "hostPtr"));
    if (!mem::release(mem::Kind::pinnedHost, hostPtr) && !runtime().finalised()) {
        return notABlock("hostPtr", hostPtr, "a block of aclrtMallocHost");
    }
    return {};
}

Status synchronizeDevice() {
    core::Context* context = nullptr;
    ACC_TRY(core::currentContext(&context));
    ACC_TRY(core::checkNoCapture(*context, ACL_ERROR_RT_CAPTURE_MODE_BLOCK_ASYNC, "device synchronisation"));
    return context->device().synchronize(std::nullopt);
}

Status allocateHost(void** hostPtr, size_t size, const char* parameter) {
    ACC_TRY(notNull(hostPtr, parameter));
    ACC_TRY(mustNotBeZero(size, "size"));
    void* memory = mem::allocateHost(size);
    if (memory == nullptr) {
        return Status::error(ACL_ERROR_RT_MEMORY_ALLOCATION, "size is {}, more than the host has", size);
    }
    *hostPtr = memory;
    return {};
}

Status checkCacheRange(const void* devPtr, size_t size) {
    ACC_TRY(notNull(devPtr, "devPtr"));
    return mustNotBeZero(size, "size");
}

}  // namespace

extern "C" {

aclError aclrtMalloc(void** devPtr, size_t size, aclrtMemMallocPolicy) {
    return apiCall(__func__, [&]() -> Status { return allocateDevice(devPtr, size); });
}

aclError aclrtMallocAlign32(void** devPtr, size_t size, aclrtMemMallocPolicy) {
    return apiCall(__func__, [&]() -> Status { return allocateDevice(devPtr, size); });
}

aclError aclrtMallocCached(void** devPtr, size_t size, aclrtMemMallocPolicy policy) {
    return apiCall(__func__, [&]() -> Status {
        if (policy != ACL_MEM_MALLOC_HUGE_FIRST && policy != ACL_MEM_MALLOC_HUGE_ONLY &&
            policy != ACL_MEM_MALLOC_NORMAL_ONLY && policy != ACL_MEM_MALLOC_HUGE1G_ONLY) {
            return Status::error(ACL_ERROR_INVALID_PARAM,
                                 "policy is {:#x}, expected HUGE_FIRST, HUGE_ONLY, NORMAL_ONLY or HUGE1G_ONLY",
                                 static_cast<unsigned>(policy));
        }
        return allocateDevice(devPtr, size);
    });
}

aclError aclrtMallocWithCfg(void** devPtr, size_t size, aclrtMemMallocPolicy, aclrtMallocConfig* cfg) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(checkConfig(cfg, false));
        return allocateDevice(devPtr, size);
    });
}

aclError aclrtFree(void* devPtr) {
    return apiCall(__func__, [&]() -> Status { return freeDevice(devPtr); });
}

aclError aclrtFreeWithDevSync(void* devPtr) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(devPtr, "devPtr"));
        ACC_TRY(synchronizeDevice());
        return freeDevice(devPtr);
    });
}

aclError aclrtMemFlush(void* devPtr, size_t size) {
    return apiCall(__func__, [&]() -> Status { return checkCacheRange(devPtr, size); });
}

aclError aclrtMemInvalidate(void* devPtr, size_t size) {
    return apiCall(__func__, [&]() -> Status { return checkCacheRange(devPtr, size); });
}

aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t* free, size_t* total) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(inRange<int>(attr, ACL_DDR_MEM, ACL_MEM_P2P_HUGE1G, "attr"));
        ACC_TRY(notNull(free, "free"));
        ACC_TRY(notNull(total, "total"));
        core::Context* context = nullptr;
        ACC_TRY(core::currentContext(&context));
        mem::usage(context->device().id(), free, total);
        return {};
    });
}

aclError aclrtPointerGetAttributes(const void* ptr, aclrtPtrAttributes* attributes) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(ptr, "ptr"));
        ACC_TRY(notNull(attributes, "attributes"));
        mem::Allocation block;
        aclrtPtrAttributes found = {};
        found.location.type = ACL_MEM_LOCATION_TYPE_UNREGISTERED;
        if (mem::find(reinterpret_cast<uintptr_t>(ptr), &block)) {
            const bool device = block.kind == mem::Kind::device;
            found.location.type = device ? ACL_MEM_LOCATION_TYPE_DEVICE : ACL_MEM_LOCATION_TYPE_HOST;
            found.location.id = device ? static_cast<uint32_t>(block.device) : 0;
            found.pageSize = static_cast<uint32_t>(sysconf(_SC_PAGESIZE));
        }
        *attributes = found;
        return {};
    });
}

aclError aclrtMemGetAddressRange(void* ptr, void** pbase, size_t* psize) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(ptr, "ptr"));
        if (pbase == nullptr && psize == nullptr) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "pbase and psize are both null, expected one of them");
        }
        mem::Allocation block;
        if (!mem::find(reinterpret_cast<uintptr_t>(ptr), &block) || block.kind != mem::Kind::device) {
            return Status::error(ACL_ERROR_RT_PARAM_INVALID, "ptr is {}, expected an address in device memory", ptr);
        }
        if (pbase != nullptr) {
            *pbase = reinterpret_cast<void*>(block.base);  // NOLINT(performance-no-int-to-ptr)
        }
        if (psize != nullptr) {
            *psize = block.sizeBytes;
        }
        return {};
    });
}

aclError aclrtMallocHost(void** hostPtr, size_t size) {
    return apiCall(__func__, [&]() -> Status { return allocateHost(hostPtr, size, "hostPtr"); });
}

aclError aclrtMallocHostWithCfg(void** ptr, uint64_t size, aclrtMallocConfig* cfg) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(checkConfig(cfg, true));
        return allocateHost(ptr, size, "ptr");
    });
}

aclError aclrtFreeHost(void* hostPtr) {
    return apiCall(__func__, [&]() -> Status { return freeHost(hostPtr); });
}

aclError aclrtFreeHostWithDevSync(void* hostPtr) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(hostPtr, "hostPtr"));
        ACC_TRY(synchronizeDevice());
        return freeHost(hostPtr);
    });
}

}  // extern "C"
