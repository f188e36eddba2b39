// SPDX-License-Identifier: Apache-2.0
// Custom allocators: descriptions, and which stream has which. Only operators and models would call them, so the
// runtime keeps and reports them.
#include <map>
#include <memory>

#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"
#include "runtime/core/allocators.h"

using namespace acc::rt;
using namespace acc::rt::api;
using core::AllocatorDescription;

namespace {

using DescriptionPin = core::HandleTable<AllocatorDescription>::Pin;

Status resolveDescription(aclrtAllocatorDesc handle, DescriptionPin* pin) {
    return resolve(runtime().allocators, handle, HandleKind::allocator, "allocatorDesc", pin);
}

template <class Function>
Status setFunction(aclrtAllocatorDesc handle, Function function, Function AllocatorDescription::Functions::* member) {
    DescriptionPin description;
    ACC_TRY(resolveDescription(handle, &description));
    ACC_TRY(notNull(reinterpret_cast<const void*>(function), "func"));
    MutexLock lock(description->mutex);
    description->functions.*member = function;
    return {};
}

}  // namespace

extern "C" {

aclrtAllocatorDesc aclrtAllocatorCreateDesc(void) {
    void* handle = nullptr;
    apiCall(__func__, [&]() -> Status {
        handle = runtime().allocators.insert(std::make_shared<AllocatorDescription>());
        return handle == nullptr ? Status::error(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no handle left for an allocator")
                                 : Status();
    });
    return handle;
}

aclError aclrtAllocatorDestroyDesc(aclrtAllocatorDesc allocatorDesc) {
    return apiCall(__func__, [&]() -> Status {
        const DescriptionPin removed = runtime().allocators.remove(allocatorDesc);
        return removed ? Status() : detail::badHandle("allocatorDesc", allocatorDesc, HandleKind::allocator);
    });
}

aclError aclrtAllocatorSetObjToDesc(aclrtAllocatorDesc allocatorDesc, aclrtAllocator allocator) {
    return apiCall(__func__, [&]() -> Status {
        DescriptionPin description;
        ACC_TRY(resolveDescription(allocatorDesc, &description));
        ACC_TRY(notNull(allocator, "allocator"));
        MutexLock lock(description->mutex);
        description->functions.object = allocator;
        return {};
    });
}

aclError aclrtAllocatorSetAllocFuncToDesc(aclrtAllocatorDesc allocatorDesc, aclrtAllocatorAllocFunc func) {
    return apiCall(__func__, [&]() -> Status {
        return setFunction(allocatorDesc, func, &AllocatorDescription::Functions::allocate);
    });
}

aclError aclrtAllocatorSetFreeFuncToDesc(aclrtAllocatorDesc allocatorDesc, aclrtAllocatorFreeFunc func) {
    return apiCall(
        __func__, [&]() -> Status { return setFunction(allocatorDesc, func, &AllocatorDescription::Functions::free); });
}

aclError aclrtAllocatorSetAllocAdviseFuncToDesc(aclrtAllocatorDesc allocatorDesc, aclrtAllocatorAllocAdviseFunc func) {
    return apiCall(__func__, [&]() -> Status {
        return setFunction(allocatorDesc, func, &AllocatorDescription::Functions::allocateAdvised);
    });
}

aclError aclrtAllocatorSetGetAddrFromBlockFuncToDesc(aclrtAllocatorDesc allocatorDesc,
                                                     aclrtAllocatorGetAddrFromBlockFunc func) {
    return apiCall(__func__, [&]() -> Status {
        return setFunction(allocatorDesc, func, &AllocatorDescription::Functions::addressOf);
    });
}

aclError aclrtAllocatorRegister(aclrtStream stream, aclrtAllocatorDesc allocatorDesc) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(stream, "stream"));
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream, StreamArgument::Use::inspect));
        DescriptionPin description;
        ACC_TRY(resolveDescription(allocatorDesc, &description));
        core::AllocatorDescription::Functions functions;
        {
            MutexLock lock(description->mutex);
            functions = description->functions;
        }
        if (functions.object == nullptr || functions.allocate == nullptr || functions.free == nullptr ||
            functions.addressOf == nullptr) {
            return Status::error(ACL_ERROR_INVALID_PARAM,
                                 "allocatorDesc is incomplete, expected an object and functions to allocate, free and "
                                 "get an address");
        }
        core::registerAllocator(stream, allocatorDesc, functions);
        return {};
    });
}

aclError aclrtAllocatorGetByStream(aclrtStream stream, aclrtAllocatorDesc* allocatorDesc, aclrtAllocator* allocator,
                                   aclrtAllocatorAllocFunc* allocFunc, aclrtAllocatorFreeFunc* freeFunc,
                                   aclrtAllocatorAllocAdviseFunc* allocAdviseFunc,
                                   aclrtAllocatorGetAddrFromBlockFunc* getAddrFromBlockFunc) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(stream, "stream"));
        ACC_TRY(notNull(allocatorDesc, "allocatorDesc"));
        ACC_TRY(notNull(allocator, "allocator"));
        ACC_TRY(notNull(allocFunc, "allocFunc"));
        ACC_TRY(notNull(freeFunc, "freeFunc"));
        ACC_TRY(notNull(allocAdviseFunc, "allocAdviseFunc"));
        ACC_TRY(notNull(getAddrFromBlockFunc, "getAddrFromBlockFunc"));
        core::AllocatorDescription::Functions functions;
        void* description = nullptr;
        if (!core::findAllocator(stream, &description, &functions)) {
            return Status::error(ACL_ERROR_INVALID_PARAM,
                                 "stream is {}, which has no allocator, expected "
                                 "aclrtAllocatorRegister before",
                                 stream);
        }
        *allocatorDesc = description;
        *allocator = functions.object;
        *allocFunc = functions.allocate;
        *freeFunc = functions.free;
        *allocAdviseFunc = functions.allocateAdvised;
        *getAddrFromBlockFunc = functions.addressOf;
        return {};
    });
}

aclError aclrtAllocatorUnregister(aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(stream, "stream"));
        core::unregisterAllocator(stream);
        return {};
    });
}

}  // extern "C"
