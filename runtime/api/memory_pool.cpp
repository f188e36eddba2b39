// SPDX-License-Identifier: Apache-2.0
// Stream-ordered memory pools.
#include "runtime/core/memory_pool.h"

#include <algorithm>
#include <iterator>

#include "acl/acl_rt_memory_soma.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"
#include "runtime/core/submission.h"

using namespace acc::rt;
using namespace acc::rt::api;
using core::MemoryPool;

namespace {

using PoolPin = core::HandleTable<MemoryPool>::Pin;

Status resolvePool(aclrtMemPool handle, PoolPin* pool) {
    return resolve(runtime().memoryPools, handle, HandleKind::memoryPool, "memPool", pool);
}

Status unknownAttribute(aclrtMemPoolAttr attribute) {
    return Status::error(ACL_ERROR_INVALID_PARAM, "attr is {}, expected an aclrtMemPoolAttr",
                         static_cast<int>(attribute));
}

}  // namespace

extern "C" {

aclError aclrtMemPoolCreate(aclrtMemPool* memPool, const aclrtMemPoolProps* poolProps) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(memPool, "memPool"));
        ACC_TRY(notNull(poolProps, "poolProps"));
        if (poolProps->allocType != ACL_MEM_ALLOCATION_TYPE_PINNED ||
            poolProps->handleType != ACL_MEM_HANDLE_TYPE_NONE ||
            poolProps->location.type != ACL_MEM_LOCATION_TYPE_DEVICE) {
            return Status::error(
                ACL_ERROR_INVALID_PARAM,
                "poolProps has allocType {}, handleType {} and location.type {}, expected PINNED, NONE "
                "and DEVICE",
                static_cast<int>(poolProps->allocType), static_cast<int>(poolProps->handleType),
                static_cast<int>(poolProps->location.type));
        }
        ACC_TRY(validDevice(poolProps->location.id, "poolProps->location.id"));
        const auto* reserved = poolProps->reserved;
        if (std::any_of(reserved, reserved + sizeof(poolProps->reserved),
                        [](unsigned char byte) { return byte != 0; })) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "poolProps->reserved is not all 0");
        }
        core::Context* context = nullptr;
        ACC_TRY(core::currentContext(&context));
        void* handle = runtime().memoryPools.insert(
            std::make_shared<MemoryPool>(static_cast<int32_t>(poolProps->location.id), poolProps->maxSize));
        if (handle == nullptr) {
            return Status::error(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no handle left for a memory pool");
        }
        *memPool = handle;
        return {};
    });
}

aclError aclrtMemPoolDestroy(const aclrtMemPool memPool) {
    return apiCall(__func__, [&]() -> Status {
        PoolPin pool;
        ACC_TRY(resolvePool(memPool, &pool));
        if (pool->inUse()) {
            return Status::error(ACL_ERROR_RT_PARAM_INVALID,
                                 "blocks of memPool are in use, expected aclrtMemPoolFreeAsync for all of them before");
        }
        const PoolPin removed = runtime().memoryPools.remove(memPool);
        return {};
    });
}

aclError aclrtMemPoolSetAttr(aclrtMemPool memPool, aclrtMemPoolAttr attr, void* value) {
    return apiCall(__func__, [&]() -> Status {
        PoolPin pool;
        ACC_TRY(resolvePool(memPool, &pool));
        ACC_TRY(notNull(value, "value"));
        switch (attr) {
            case ACL_RT_MEM_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES:
            case ACL_RT_MEM_POOL_REUSE_ALLOW_OPPORTUNISTIC:
            case ACL_RT_MEM_POOL_REUSE_ALLOW_INTERNAL_DEPENDENCIES: {
                const uint32_t on = *static_cast<uint32_t*>(value);
                ACC_TRY(inRange<uint32_t>(on, 0, 1, "*value"));
                pool->setReuse(static_cast<uint32_t>(attr) - 1, on);
                return {};
            }
            case ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD:
                pool->setThreshold(*static_cast<uint64_t*>(value));
                return {};
            case ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT:
            case ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT:
                return Status::error(ACL_ERROR_INVALID_PARAM, "attr is {}, which can only be read",
                                     static_cast<int>(attr));
            case ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_HIGH:
            case ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH:
                ACC_TRY(mustBeZero(*static_cast<uint64_t*>(value), "*value"));
                pool->resetHigh(attr == ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_HIGH);
                return {};
        }
        return unknownAttribute(attr);
    });
}

aclError aclrtMemPoolGetAttr(aclrtMemPool memPool, aclrtMemPoolAttr attr, void* value) {
    return apiCall(__func__, [&]() -> Status {
        PoolPin pool;
        ACC_TRY(resolvePool(memPool, &pool));
        ACC_TRY(notNull(value, "value"));
        const MemoryPool::Figures figures = pool->figures();
        const auto number = [&](uint64_t figure) {
            *static_cast<uint64_t*>(value) = figure;
            return Status();
        };
        switch (attr) {
            case ACL_RT_MEM_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES:
            case ACL_RT_MEM_POOL_REUSE_ALLOW_OPPORTUNISTIC:
            case ACL_RT_MEM_POOL_REUSE_ALLOW_INTERNAL_DEPENDENCIES:
                *static_cast<uint32_t*>(value) = figures.reuse[attr - 1];
                return {};
            case ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD:
                return number(figures.threshold);
            case ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT:
                return number(figures.reserved);
            case ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_HIGH:
                return number(figures.reservedHigh);
            case ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT:
                return number(figures.used);
            case ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH:
                return number(figures.usedHigh);
        }
        return unknownAttribute(attr);
    });
}

aclError aclrtMemPoolMallocAsync(void** ptr, size_t size, aclrtMemPool memPool, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(ptr, "ptr"));
        ACC_TRY(mustNotBeZero(size, "size"));
        PoolPin pool;
        ACC_TRY(resolvePool(memPool, &pool));
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        if (argument.context().device().id() != pool->device()) {
            return Status::error(ACL_ERROR_RT_STREAM_CONTEXT,
                                 "memPool has memory of device {} and stream belongs to device {}, expected one",
                                 pool->device(), argument.context().device().id());
        }
        ACC_ASSIGN_OR_RETURN(*ptr, pool->allocate(size, argument->stream()));
        return {};
    });
}

aclError aclrtMemPoolFreeAsync(void* ptr, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(ptr, "ptr"));
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        const std::shared_ptr<MemoryPool> pool = MemoryPool::ownerOf(ptr);
        if (pool == nullptr) {
            return Status::error(ACL_ERROR_RT_PARAM_INVALID,
                                 "ptr is {}, expected the start of a block of aclrtMemPoolMallocAsync", ptr);
        }
        if (argument->diverted()) {
            return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                                 "stream {} stores its tasks, expected one that runs them", argument->id());
        }
        // The block is free for others when everything is complete that the stream has now.
        pool->free(ptr, argument->stream(), argument->stream()->submitted());
        return {};
    });
}

aclError aclrtMemPoolTrimTo(aclrtMemPool memPool, size_t minBytesToKeep) {
    return apiCall(__func__, [&]() -> Status {
        PoolPin pool;
        ACC_TRY(resolvePool(memPool, &pool));
        pool->trim(minBytesToKeep);
        return {};
    });
}

}  // extern "C"
