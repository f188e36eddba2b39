// SPDX-License-Identifier: Apache-2.0
// Managed memory.
#include "runtime/core/managed_memory.h"

#include <algorithm>

#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"
#include "runtime/base/soc.h"
#include "runtime/core/submission.h"

using namespace acc::rt;
using namespace acc::rt::api;

namespace {

Status supported() {
    if (soc().npuArch == 3510) {
        return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "{} has no managed memory", soc().name);
    }
    return {};
}

Status checkLocation(aclrtMemManagedLocation location, const char* parameter) {
    if (location.type < ACL_MEM_LOCATIONTYPE_INVALID || location.type > ACL_MEM_LOCATIONTYPE_HOST_NUMA_CURRENT) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "{}.type is {}, expected an aclrtMemManagedLocationType",
                             parameter, static_cast<int>(location.type));
    }
    return location.type == ACL_MEM_LOCATIONTYPE_DEVICE ? validDevice(location.id, parameter) : Status();
}

Status checkPrefetchLocation(aclrtMemManagedLocation location, const char* parameter) {
    if (location.type == ACL_MEM_LOCATIONTYPE_INVALID) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "{}.type is INVALID, expected a place", parameter);
    }
    return checkLocation(location, parameter);
}

Status attribute(aclrtMemManagedRangeAttribute wanted, const void* ptr, size_t size, void* data, size_t dataSize) {
    ACC_TRY(inRange<int>(wanted, ACL_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID,
                         "attribute"));
    ACC_TRY(notNull(ptr, "ptr"));
    ACC_TRY(mustNotBeZero(size, "size"));
    ACC_TRY(notNull(data, "data"));
    const bool list = wanted == ACL_MEM_RANGE_ATTRIBUTE_ACCESSED_BY;
    if (dataSize == 0 || dataSize % sizeof(int32_t) != 0 || (!list && dataSize != sizeof(int32_t))) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "dataSize is {}, expected {}", dataSize,
                             list ? "a multiple of 4 above 0" : "4");
    }
    std::vector<int32_t> numbers;
    ACC_TRY(core::managedAttribute(ptr, size, wanted, &numbers));
    constexpr int32_t kNone = -2;
    auto* out = static_cast<int32_t*>(data);
    for (size_t index = 0; index < dataSize / sizeof(int32_t); ++index) {
        out[index] = index < numbers.size() ? numbers[index] : kNone;
    }
    return {};
}

}  // namespace

extern "C" {

aclError aclrtMemAllocManaged(void** ptr, uint64_t size, uint32_t flag) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(ptr, "ptr"));
        ACC_TRY(mustNotBeZero(size, "size"));
        ACC_TRY(inRange<uint32_t>(flag, ACL_RT_MEM_ATTACH_GLOBAL, ACL_RT_MEM_ATTACH_GLOBAL, "flag"));
        core::Context* context = nullptr;
        ACC_TRY(core::currentContext(&context));
        ACC_TRY(supported());
        ACC_ASSIGN_OR_RETURN(*ptr, core::allocateManaged(context->device().id(), size));
        return {};
    });
}

aclError aclrtMemManagedAdvise(const void* const ptr, uint64_t size, aclrtMemManagedAdviseType advise,
                               aclrtMemManagedLocation location) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(supported());
        ACC_TRY(notNull(ptr, "ptr"));
        if (size == 0 || size % core::kManagedGranularity != 0) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "size is {}, expected a multiple of 2 MiB above 0", size);
        }
        ACC_TRY(inRange<int>(advise, ACL_MEM_ADVISE_SET_READ_MOSTLY, ACL_MEM_ADVISE_UNSET_ACCESSED_BY, "advise"));
        if (advise >= ACL_MEM_ADVISE_SET_PREFERRED_LOCATION) {
            ACC_TRY(checkLocation(location, "location"));
        }
        return core::adviseManaged(ptr, size, advise, location);
    });
}

aclError aclrtMemManagedGetAttr(aclrtMemManagedRangeAttribute attr, const void* ptr, size_t size, void* data,
                                size_t dataSize) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(supported());
        return attribute(attr, ptr, size, data, dataSize);
    });
}

aclError aclrtMemManagedGetAttrs(aclrtMemManagedRangeAttribute* attributes, size_t numAttributes, const void* ptr,
                                 size_t size, void** data, size_t* dataSizes) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(supported());
        ACC_TRY(notNull(attributes, "attributes"));
        ACC_TRY(mustNotBeZero(numAttributes, "numAttributes"));
        ACC_TRY(notNull(data, "data"));
        ACC_TRY(notNull(dataSizes, "dataSizes"));
        for (size_t index = 0; index < numAttributes; ++index) {
            ACC_TRY(attribute(attributes[index], ptr, size, data[index], dataSizes[index]));
        }
        return {};
    });
}

aclError aclrtMemManagedPrefetchAsync(const void* ptr, size_t size, aclrtMemManagedLocation location, uint32_t flags,
                                      aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(supported());
        ACC_TRY(notNull(ptr, "ptr"));
        ACC_TRY(mustNotBeZero(size, "size"));
        ACC_TRY(checkPrefetchLocation(location, "location"));
        ACC_TRY(mustBeZero(flags, "flags"));
        ACC_TRY(core::checkManaged(ptr, size, "ptr"));
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        return core::submitCall(*argument, [=](core::Stream&) { core::notePrefetch(ptr, size, location); });
    });
}

aclError aclrtMemManagedPrefetchBatchAsync(const void** ptrs, size_t* sizes, size_t count,
                                           aclrtMemManagedLocation* prefetchLocs, size_t* prefetchLocIdxs,
                                           size_t numPrefetchLocs, uint64_t flags, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(supported());
        ACC_TRY(notNull(ptrs, "ptrs"));
        ACC_TRY(notNull(sizes, "sizes"));
        ACC_TRY(mustNotBeZero(count, "count"));
        ACC_TRY(notNull(prefetchLocs, "prefetchLocs"));
        ACC_TRY(notNull(prefetchLocIdxs, "prefetchLocIdxs"));
        ACC_TRY(inRange<size_t>(numPrefetchLocs, 1, count, "numPrefetchLocs"));
        ACC_TRY(mustBeZero(flags, "flags"));
        for (size_t index = 0; index < numPrefetchLocs; ++index) {
            ACC_TRY(checkPrefetchLocation(prefetchLocs[index], fmt::format("prefetchLocs[{}]", index).c_str()));
            const size_t least = index == 0 ? 0 : prefetchLocIdxs[index - 1] + 1;
            const size_t most = index == 0 ? 0 : count - 1;
            ACC_TRY(inRange(prefetchLocIdxs[index], least, most, fmt::format("prefetchLocIdxs[{}]", index).c_str()));
        }
        for (size_t index = 0; index < count; ++index) {
            ACC_TRY(core::checkManaged(ptrs[index], sizes[index], fmt::format("ptrs[{}]", index).c_str()));
        }
        struct Item {
            const void* ptr;
            size_t size;
            aclrtMemManagedLocation location;
        };
        auto items = std::make_shared<std::vector<Item>>();
        for (size_t index = 0, place = 0; index < count; ++index) {
            place += place + 1 < numPrefetchLocs && prefetchLocIdxs[place + 1] == index ? 1 : 0;
            items->push_back({ptrs[index], sizes[index], prefetchLocs[place]});
        }
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        return core::submitCall(*argument, [items](core::Stream&) {
            for (const Item& item : *items) {
                core::notePrefetch(item.ptr, item.size, item.location);
            }
        });
    });
}

}  // extern "C"
