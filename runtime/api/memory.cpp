// SPDX-License-Identifier: Apache-2.0
// Device and pinned host memory.
#include "runtime/mem/gm.h"

#include <unistd.h>

#include <cstring>

#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"
#include "runtime/core/host_registration.h"
#include "runtime/core/managed_memory.h"
#include "runtime/core/memory_pool.h"
#include "runtime/core/submission.h"
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
    if (core::MemoryPool::ownerOf(devPtr) != nullptr) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID,
                             "devPtr is {}, a block of a memory pool, expected aclrtMemPoolFreeAsync", devPtr);
    }
    if (core::freeManaged(devPtr)) {
        return {};
    }
    if (!mem::release(mem::Kind::device, devPtr) && !runtime().finalised()) {
        return notABlock("devPtr", devPtr, "a block of aclrtMalloc");
    }
    return {};
}

// What both forms of aclrtHostRegister check.
Status checkHostRange(const void* ptr, uint64_t size) {
    constexpr uintptr_t kPage = 4096;
    ACC_TRY(notNull(ptr, "ptr"));
    ACC_TRY(mustNotBeZero(size, "size"));
    if (reinterpret_cast<uintptr_t>(ptr) % kPage != 0) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "ptr is {}, expected a multiple of {}", ptr, kPage);
    }
    core::Context* context = nullptr;
    return core::currentContext(&context);
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
            found.location.type = !device                ? ACL_MEM_LOCATION_TYPE_HOST
                                  : core::isManaged(ptr) ? ACL_MEM_LOCATION_TYPE_MANAGED
                                                         : ACL_MEM_LOCATION_TYPE_DEVICE;
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

aclError aclrtMallocForTaskScheduler(void** devPtr, size_t size, aclrtMemMallocPolicy, aclrtMallocConfig* cfg) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(checkConfig(cfg, false));
        return allocateDevice(devPtr, size);
    });
}

aclError aclrtGetMemUsageInfo(int32_t deviceId, aclrtMemUsageInfo* memUsageInfo, size_t inputNum, size_t* outputNum) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(validDevice(deviceId, "deviceId"));
        ACC_TRY(notNull(memUsageInfo, "memUsageInfo"));
        ACC_TRY(mustNotBeZero(inputNum, "inputNum"));
        ACC_TRY(notNull(outputNum, "outputNum"));
        size_t free = 0;
        size_t total = 0;
        mem::usage(deviceId, &free, &total);
        *memUsageInfo = {};
        std::memcpy(memUsageInfo->name, "APP", sizeof("APP"));
        memUsageInfo->curMemSize = total - free;
        memUsageInfo->memPeakSize = mem::peakUsage(deviceId);
        *outputNum = 1;
        return {};
    });
}

aclError aclrtCheckMemType(void** addrList, uint32_t size, uint32_t memType, uint32_t* checkResult, uint32_t reserve) {
    return apiCall(__func__, [&]() -> Status {
        constexpr uint32_t kKnown = ACL_RT_MEM_TYPE_DEV | ACL_RT_MEM_TYPE_DVPP | ACL_RT_MEM_TYPE_RSVD;
        ACC_TRY(notNull(addrList, "addrList"));
        ACC_TRY(mustNotBeZero(size, "size"));
        if (memType == 0 || (memType & ~kKnown) != 0) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "memType is {:#x}, expected a mask of ACL_RT_MEM_TYPE_*",
                                 memType);
        }
        ACC_TRY(notNull(checkResult, "checkResult"));
        ACC_TRY(mustBeZero(reserve, "reserve"));
        uint32_t all = 1;
        for (uint32_t index = 0; index < size; ++index) {
            mem::Allocation block;
            const bool device =
                mem::find(reinterpret_cast<uintptr_t>(addrList[index]), &block) && block.kind == mem::Kind::device;
            const bool reserved = core::AddressSpace::instance().reserved(addrList[index]);
            const bool matches =
                ((memType & ACL_RT_MEM_TYPE_DEV) != 0 && device) || ((memType & ACL_RT_MEM_TYPE_RSVD) != 0 && reserved);
            all &= matches ? 1 : 0;
        }
        *checkResult = all;
        return {};
    });
}

aclError aclrtMemP2PMap(void* devPtr, size_t size, int32_t dstDevId, uint64_t flags) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(devPtr, "devPtr"));
        ACC_TRY(mustNotBeZero(size, "size"));
        ACC_TRY(validDevice(dstDevId, "dstDevId"));
        ACC_TRY(mustBeZero(flags, "flags"));
        mem::Allocation block;
        const auto start = reinterpret_cast<uintptr_t>(devPtr);
        if (!mem::find(start, &block) || block.kind != mem::Kind::device || size > block.end() - start) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "devPtr is {} with {} bytes, expected device memory", devPtr,
                                 size);
        }
        const bool reachable = block.device == dstDevId ||
                               (runtime().device(dstDevId).peers.load() >> block.device & 1) != 0 ||
                               (runtime().device(block.device).peers.load() >> dstDevId & 1) != 0;
        if (!reachable) {
            return Status::error(ACL_ERROR_INVALID_PARAM,
                                 "devPtr is memory of device {}, expected aclrtDeviceEnablePeerAccess between it and "
                                 "device {} before",
                                 block.device, dstDevId);
        }
        return {};  // with peer access all memory is reachable
    });
}

aclError aclrtHostRegister(void* ptr, uint64_t size, aclrtHostRegisterType type, void** devPtr) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(checkHostRange(ptr, size));
        if (type == ACL_HOST_REGISTER_IOMEMORY || type == ACL_HOST_REGISTER_READONLY) {
            return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "type is {}, expected ACL_HOST_REGISTER_MAPPED",
                                 static_cast<int>(type));
        }
        ACC_TRY(inRange<int>(type, ACL_HOST_REGISTER_MAPPED, ACL_HOST_REGISTER_MAPPED, "type"));
        ACC_TRY(notNull(devPtr, "devPtr"));
        ACC_TRY(core::registerHost(ptr, size, true, false));
        *devPtr = ptr;
        return {};
    });
}

aclError aclrtHostRegisterV2(void* ptr, uint64_t size, uint32_t flag) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(checkHostRange(ptr, size));
        if ((flag & (ACL_HOST_REG_IOMEMORY | ACL_HOST_REG_READONLY)) != 0) {
            return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "flag is {:#x}, expected no IOMEMORY or READONLY",
                                 flag);
        }
        if (flag == 0 || (flag & ~(ACL_HOST_REG_MAPPED | ACL_HOST_REG_PINNED)) != 0) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "flag is {:#x}, expected a mask of MAPPED and PINNED", flag);
        }
        return core::registerHost(ptr, size, (flag & ACL_HOST_REG_MAPPED) != 0, (flag & ACL_HOST_REG_PINNED) != 0);
    });
}

aclError aclrtHostGetDevicePointer(void* pHost, void** pDevice, uint32_t flag) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(pHost, "pHost"));
        ACC_TRY(notNull(pDevice, "pDevice"));
        ACC_TRY(mustBeZero(flag, "flag"));
        return core::hostDeviceAddress(pHost, pDevice);
    });
}

aclError aclrtHostUnregister(void* ptr) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(ptr, "ptr"));
        return core::unregisterHost(ptr);
    });
}

aclError aclrtHostMemMapCapabilities(uint32_t deviceId, aclrtHacType hacType, aclrtHostMemMapCapability* capabilities) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(validDevice(deviceId, "deviceId"));
        ACC_TRY(inRange<int>(hacType, ACL_RT_HAC_TYPE_STARS, ACL_RT_HAC_TYPE_CCU, "hacType"));
        ACC_TRY(notNull(capabilities, "capabilities"));
        const bool supported = hacType == ACL_RT_HAC_TYPE_AIC || hacType == ACL_RT_HAC_TYPE_AIV;
        *capabilities = supported ? ACL_RT_HOST_MEM_MAP_SUPPORTED : ACL_RT_HOST_MEM_MAP_NOT_SUPPORTED;
        return {};
    });
}

}  // extern "C"
