// SPDX-License-Identifier: Apache-2.0
// Virtual memory: reservations, physical blocks, mappings.
#include "runtime/core/virtual_memory.h"

#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"

using namespace acc::rt;
using namespace acc::rt::api;
using core::AddressSpace;
using core::PhysicalMemory;

namespace {

using MemoryPin = core::HandleTable<PhysicalMemory>::Pin;

Status checkProperties(const aclrtPhysicalMemProp* prop) {
    ACC_TRY(notNull(prop, "prop"));
    if (prop->handleType != ACL_MEM_HANDLE_TYPE_NONE || prop->allocationType != ACL_MEM_ALLOCATION_TYPE_PINNED) {
        return Status::error(ACL_ERROR_INVALID_PARAM,
                             "prop has handleType {} and allocationType {}, expected ACL_MEM_HANDLE_TYPE_NONE and "
                             "ACL_MEM_ALLOCATION_TYPE_PINNED",
                             static_cast<int>(prop->handleType), static_cast<int>(prop->allocationType));
    }
    const aclrtMemLocationType type = prop->location.type;
    if (type == ACL_MEM_LOCATION_TYPE_DEVICE) {
        return validDevice(prop->location.id, "prop->location.id");
    }
    if (type != ACL_MEM_LOCATION_TYPE_HOST && type != ACL_MEM_LOCATION_TYPE_HOST_NUMA) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "prop->location.type is {}, expected DEVICE, HOST or HOST_NUMA",
                             static_cast<int>(type));
    }
    return {};
}

Status mapMemory(void* virPtr, size_t size, size_t offset, const void* handle, uint64_t flags) {
    ACC_TRY(notNull(virPtr, "virPtr"));
    ACC_TRY(mustBeZero(offset, "offset"));
    MemoryPin memory;
    ACC_TRY(resolve(runtime().physicalMemory, handle, HandleKind::physicalMemory, "handle", &memory));
    if (size != memory->sizeBytes()) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "size is {}, expected {}: the size of the physical memory", size,
                             memory->sizeBytes());
    }
    ACC_TRY(mustBeZero(flags, "flags"));
    return AddressSpace::instance().map(virPtr, memory.shared());
}

}  // namespace

extern "C" {

aclError aclrtReserveMemAddress(void** virPtr, size_t size, size_t alignment, void* expectPtr, uint64_t flags) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(virPtr, "virPtr"));
        ACC_TRY(mustNotBeZero(size, "size"));
        ACC_TRY(mustBeZero(alignment, "alignment"));
        if (expectPtr != nullptr) {
            return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                                 "expectPtr is {}, expected NULL: fixed addresses are "
                                 "not supported",
                                 expectPtr);
        }
        ACC_TRY(mustBeZero(flags, "flags"));
        void* reserved = AddressSpace::instance().reserve(size);
        if (reserved == nullptr) {
            return Status::error(ACL_ERROR_RT_MEMORY_ALLOCATION, "size is {}, more address space than there is", size);
        }
        *virPtr = reserved;
        return {};
    });
}

aclError aclrtReleaseMemAddress(void* virPtr) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(virPtr, "virPtr"));
        return AddressSpace::instance().releaseReservation(virPtr);
    });
}

aclError aclrtMallocPhysical(aclrtDrvMemHandle* handle, size_t size, const aclrtPhysicalMemProp* prop, uint64_t flags) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(handle, "handle"));
        ACC_TRY(mustNotBeZero(size, "size"));
        ACC_TRY(checkProperties(prop));
        ACC_TRY(mustBeZero(flags, "flags"));
        ACC_ASSIGN_OR_RETURN(std::shared_ptr<PhysicalMemory> memory, PhysicalMemory::make(size, *prop));
        memory->handle = runtime().physicalMemory.insert(memory);
        if (memory->handle == nullptr) {
            return Status::error(ACL_ERROR_RT_MEMORY_ALLOCATION, "no handle left for physical memory");
        }
        *handle = memory->handle;
        return {};
    });
}

aclError aclrtFreePhysical(aclrtDrvMemHandle handle) {
    return apiCall(__func__, [&]() -> Status {
        MemoryPin memory;
        ACC_TRY(resolve(runtime().physicalMemory, handle, HandleKind::physicalMemory, "handle", &memory));
        if (memory->handles.fetch_sub(1) == 1) {
            // Mappings may keep the memory; importing it ends here.
            if (const std::shared_ptr<core::Share> share = memory->share(); share != nullptr && share->mine()) {
                share->close();
            }
            const auto removed = runtime().physicalMemory.remove(handle);
        }
        return {};
    });
}

aclError aclrtMapMem(void* virPtr, size_t size, size_t offset, aclrtDrvMemHandle handle, uint64_t flags) {
    return apiCall(__func__, [&]() -> Status { return mapMemory(virPtr, size, offset, handle, flags); });
}

aclError aclrtUnmapMem(void* virPtr) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(virPtr, "virPtr"));
        return AddressSpace::instance().unmap(virPtr);
    });
}

aclError aclrtMemSetAccess(void* virPtr, size_t size, aclrtMemAccessDesc* desc, size_t count) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(virPtr, "virPtr"));
        ACC_TRY(notNull(desc, "desc"));
        ACC_TRY(mustNotBeZero(count, "count"));
        for (size_t index = 0; index < count; ++index) {
            if (desc[index].flags != ACL_RT_MEM_ACCESS_FLAGS_READWRITE) {
                return Status::error(ACL_ERROR_INVALID_PARAM,
                                     "desc[{}].flags is {}, expected ACL_RT_MEM_ACCESS_FLAGS_READWRITE", index,
                                     static_cast<int>(desc[index].flags));
            }
        }
        return AddressSpace::instance().setAccess(virPtr, size, true);
    });
}

aclError aclrtMemMapNoAccess(void* virPtr, size_t size, size_t offset, aclrtDrvMemHandle handle, uint64_t flags) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(mapMemory(virPtr, size, offset, handle, flags));
        return AddressSpace::instance().setAccess(virPtr, size, false);
    });
}

aclError aclrtMemGetAccess(void* virPtr, aclrtMemLocation* location, uint64_t* flag) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(virPtr, "virPtr"));
        ACC_TRY(notNull(location, "location"));
        ACC_TRY(notNull(flag, "flag"));
        bool accessible = false;
        ACC_ASSIGN_OR_RETURN(accessible, AddressSpace::instance().accessible(virPtr));
        const aclrtMemLocation& home = AddressSpace::instance().mapped(virPtr, true)->properties().location;
        const bool same =
            location->type == home.type && (home.type != ACL_MEM_LOCATION_TYPE_DEVICE || location->id == home.id);
        *flag = accessible && same ? ACL_RT_MEM_ACCESS_FLAGS_READWRITE : ACL_RT_MEM_ACCESS_FLAGS_NONE;
        return {};
    });
}

aclError aclrtReserveMemAddressNoUCMemory(void** virPtr, size_t size, size_t alignment, void* expectPtr,
                                          uint64_t flags) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(virPtr, "virPtr"));
        ACC_TRY(mustNotBeZero(size, "size"));
        ACC_TRY(mustBeZero(alignment, "alignment"));
        ACC_TRY(mustBeZero(flags, "flags"));
        return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                             "expectPtr is {}: only Ascend 910_93 reserves addresses this way, expected "
                             "aclrtReserveMemAddress",
                             expectPtr);
    });
}

aclError aclrtMemMapSelectedLink(void* virPtrDst, size_t size, void* virPtrSrc, uint32_t linkIdx) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(virPtrDst, "virPtrDst"));
        ACC_TRY(mustNotBeZero(size, "size"));
        ACC_TRY(notNull(virPtrSrc, "virPtrSrc"));
        ACC_TRY(inRange<uint32_t>(linkIdx, ACL_RT_MEM_LINK_IDX_0, ACL_RT_MEM_LINK_IDX_1, "linkIdx"));
        return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "an emulated device has one link to its memory");
    });
}

aclError aclrtMemMapSetLink(aclrtDrvMemHandle handle, aclrtMemLinkType adviceLink) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(handle, "handle"));
        MemoryPin memory;
        ACC_TRY(resolve(runtime().physicalMemory, handle, HandleKind::physicalMemory, "handle", &memory));
        if (adviceLink < ACL_RT_MEM_ACCESS_LINK_SIO || adviceLink > ACL_RT_MEM_ACCESS_UB_MULTI_PORT_PATH) {
            return Status::error(ACL_ERROR_RT_LINK_TYPE_NOT_SUPPORTED, "adviceLink is {}, expected an aclrtMemLinkType",
                                 static_cast<int>(adviceLink));
        }
        return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "an emulated device has one link to its memory");
    });
}

aclError aclrtMemGetAllocationGranularity(aclrtPhysicalMemProp* prop, aclrtMemGranularityOptions option,
                                          size_t* granularity) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(checkProperties(prop));
        ACC_TRY(inRange<int>(option, ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM, ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED,
                             "option"));
        ACC_TRY(notNull(granularity, "granularity"));
        *granularity = core::kPhysicalGranularity;
        return {};
    });
}

aclError aclrtMemRetainAllocationHandle(void* virPtr, aclrtDrvMemHandle* handle) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(virPtr, "virPtr"));
        ACC_TRY(notNull(handle, "handle"));
        const auto memory = AddressSpace::instance().mapped(virPtr, true);
        if (memory == nullptr) {
            return Status::error(ACL_ERROR_RT_PARAM_INVALID, "virPtr is {}, expected an address in a mapping", virPtr);
        }
        MemoryPin pin;
        ACC_TRY(resolve(runtime().physicalMemory, memory->handle, HandleKind::physicalMemory, "handle", &pin));
        memory->handles.fetch_add(1);
        *handle = memory->handle;
        return {};
    });
}

aclError aclrtMemGetAllocationPropertiesFromHandle(aclrtDrvMemHandle handle, aclrtPhysicalMemProp* prop) {
    return apiCall(__func__, [&]() -> Status {
        MemoryPin memory;
        ACC_TRY(resolve(runtime().physicalMemory, handle, HandleKind::physicalMemory, "handle", &memory));
        ACC_TRY(notNull(prop, "prop"));
        *prop = memory->properties();
        return {};
    });
}

}  // extern "C"
