// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/managed_memory.h"

#include <algorithm>
#include <map>
#include <optional>

#include "runtime/base/mutex.h"
#include "runtime/mem/gm.h"

namespace acc::rt::core {
namespace {

constexpr int32_t kHost = -1;
constexpr int32_t kNotUniform = -2;

// What is known of one piece of the granularity's size.
struct Advice {
    bool readMostly = false;
    aclrtMemManagedLocation preferred{ACL_MEM_LOCATIONTYPE_INVALID, 0};
    aclrtMemManagedLocation prefetched{ACL_MEM_LOCATIONTYPE_INVALID, 0};
    std::vector<int32_t> accessedBy;
};

struct Registry {
    static Registry& instance() {
        [[clang::no_destroy]] static Registry registry;
        return registry;
    }
    Mutex mutex;
    std::map<uintptr_t, std::vector<Advice>> blocks ACC_GUARDED_BY(mutex);
};

int32_t idOf(aclrtMemManagedLocation location) {
    switch (location.type) {
        case ACL_MEM_LOCATIONTYPE_DEVICE:
        case ACL_MEM_LOCATIONTYPE_HOST_NUMA:
            return location.id;
        case ACL_MEM_LOCATIONTYPE_INVALID:
            return kNotUniform;
        default:
            return kHost;
    }
}

// Calls visit(Advice&) for the pieces of a range; false when it is not inside one managed block.
template <class Visit>
bool forPieces(const void* address, size_t sizeBytes, Visit visit) {
    const auto start = reinterpret_cast<uintptr_t>(address);
    Registry& registry = Registry::instance();
    MutexLock lock(registry.mutex);
    auto it = registry.blocks.upper_bound(start);
    if (it == registry.blocks.begin()) {
        return false;
    }
    --it;
    const size_t bytes = it->second.size() * kManagedGranularity;
    const size_t offset = start - it->first;
    if (offset >= bytes || sizeBytes > bytes - offset) {
        return false;
    }
    for (size_t piece = offset / kManagedGranularity; piece * kManagedGranularity < offset + sizeBytes; ++piece) {
        visit(it->second[piece]);
    }
    return true;
}

Status notManaged(const char* parameter, const void* address, size_t sizeBytes) {
    return Status::error(ACL_ERROR_INVALID_PARAM, "{} is {} with {} bytes, expected a range of aclrtMemAllocManaged",
                         parameter, address, sizeBytes);
}

}  // namespace

Result<void*> allocateManaged(int32_t device, size_t sizeBytes) {
    const size_t pieces = (sizeBytes + kManagedGranularity - 1) / kManagedGranularity;
    void* memory = mem::allocateDevice(device, pieces * kManagedGranularity);
    if (memory == nullptr) {
        return Status::error(ACL_ERROR_RT_MEMORY_ALLOCATION, "size is {}, more than device {} has left", sizeBytes,
                             device);
    }
    Registry& registry = Registry::instance();
    MutexLock lock(registry.mutex);
    registry.blocks[reinterpret_cast<uintptr_t>(memory)].resize(pieces);
    return memory;
}

bool freeManaged(void* address) {
    Registry& registry = Registry::instance();
    {
        MutexLock lock(registry.mutex);
        if (registry.blocks.erase(reinterpret_cast<uintptr_t>(address)) == 0) {
            return false;
        }
    }
    return mem::release(mem::Kind::device, address);
}

void forgetReleasedManaged() {
    Registry& registry = Registry::instance();
    MutexLock lock(registry.mutex);
    std::erase_if(registry.blocks, [](const auto& entry) {
        mem::Allocation block;
        return !mem::find(entry.first, &block);
    });
}

bool isManaged(const void* address) {
    return forPieces(address, 1, [](const Advice&) {});
}

Status checkManaged(const void* address, size_t sizeBytes, const char* parameter) {
    return forPieces(address, sizeBytes, [](const Advice&) {}) ? Status() : notManaged(parameter, address, sizeBytes);
}

Status adviseManaged(const void* address, size_t sizeBytes, aclrtMemManagedAdviseType advice,
                     aclrtMemManagedLocation location) {
    const bool found = forPieces(address, sizeBytes, [&](Advice& piece) {
        switch (advice) {
            case ACL_MEM_ADVISE_SET_READ_MOSTLY:
            case ACL_MEM_ADVISE_UNSET_READ_MOSTLY:
                piece.readMostly = advice == ACL_MEM_ADVISE_SET_READ_MOSTLY;
                break;
            case ACL_MEM_ADVISE_SET_PREFERRED_LOCATION:
                piece.preferred = location;
                break;
            case ACL_MEM_ADVISE_UNSET_PREFERRED_LOCATION:
                piece.preferred = {ACL_MEM_LOCATIONTYPE_INVALID, 0};
                break;
            case ACL_MEM_ADVISE_SET_ACCESSED_BY:
            case ACL_MEM_ADVISE_UNSET_ACCESSED_BY:
                std::erase(piece.accessedBy, idOf(location));
                if (advice == ACL_MEM_ADVISE_SET_ACCESSED_BY) {
                    piece.accessedBy.push_back(idOf(location));
                }
                break;
        }
    });
    return found ? Status() : notManaged("ptr", address, sizeBytes);
}

void notePrefetch(const void* address, size_t sizeBytes, aclrtMemManagedLocation location) {
    forPieces(address, sizeBytes, [&](Advice& piece) { piece.prefetched = location; });
}

Status managedAttribute(const void* address, size_t sizeBytes, aclrtMemManagedRangeAttribute attribute,
                        std::vector<int32_t>* numbers) {
    std::optional<std::vector<int32_t>> common;
    const bool found = forPieces(address, sizeBytes, [&](const Advice& piece) {
        std::vector<int32_t> own;
        switch (attribute) {
            case ACL_MEM_RANGE_ATTRIBUTE_READ_MOSTLY:
                own = {piece.readMostly ? 1 : 0};
                break;
            case ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION:
            case ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID:
                own = {idOf(piece.preferred)};
                break;
            case ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE:
                own = {static_cast<int32_t>(piece.preferred.type)};
                break;
            case ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION:
            case ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID:
                own = {idOf(piece.prefetched)};
                break;
            case ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE:
                own = {static_cast<int32_t>(piece.prefetched.type)};
                break;
            case ACL_MEM_RANGE_ATTRIBUTE_ACCESSED_BY:
                own = piece.accessedBy;
                break;
        }
        if (!common) {
            common = own;
        } else if (attribute == ACL_MEM_RANGE_ATTRIBUTE_ACCESSED_BY) {
            std::erase_if(*common, [&](int32_t id) { return std::find(own.begin(), own.end(), id) == own.end(); });
        } else if (*common != own) {
            const bool flag = attribute == ACL_MEM_RANGE_ATTRIBUTE_READ_MOSTLY;
            const bool type = attribute == ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE ||
                              attribute == ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE;
            *common = {flag || type ? 0 : kNotUniform};
        }
    });
    if (!found) {
        return notManaged("ptr", address, sizeBytes);
    }
    *numbers = *common;
    return {};
}

}  // namespace acc::rt::core
