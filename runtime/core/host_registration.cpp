// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/host_registration.h"

#include <iterator>
#include <map>

#include "runtime/base/mutex.h"
#include "runtime/mem/gm.h"

namespace acc::rt::core {
namespace {

struct Range {
    size_t sizeBytes = 0;
    bool mapped = false;
};

struct Registry {
    static Registry& instance() {
        [[clang::no_destroy]] static Registry registry;
        return registry;
    }
    Mutex mutex;
    std::map<uintptr_t, Range> ranges ACC_GUARDED_BY(mutex);
};

Status notRegistered(const void* address, const char* expected) {
    return Status::error(ACL_ERROR_HOST_MEMORY_NOT_REGISTERED, "the address is {}, expected {}", address, expected);
}

}  // namespace

Status registerHost(void* address, size_t sizeBytes, bool mapped, bool pinned) {
    const auto start = reinterpret_cast<uintptr_t>(address);
    Registry& registry = Registry::instance();
    MutexLock lock(registry.mutex);
    const auto after = registry.ranges.lower_bound(start);
    const bool overlaps =
        (after != registry.ranges.end() && after->first < start + sizeBytes) ||
        (after != registry.ranges.begin() && std::prev(after)->first + std::prev(after)->second.sizeBytes > start);
    if (overlaps) {
        return Status::error(ACL_ERROR_HOST_MEMORY_ALREADY_REGISTERED,
                             "a part of the {} bytes at {} is registered already, expected aclrtHostUnregister before",
                             sizeBytes, address);
    }
    if (mem::Allocation block; mem::find(start, &block)) {
        if (pinned || block.kind == mem::Kind::device) {
            return Status::error(ACL_ERROR_INVALID_PARAM,
                                 "ptr is {}, which is {} memory, expected memory of the program", address,
                                 block.kind == mem::Kind::device ? "device" : "pinned host");
        }
        // Pinned memory of the runtime: its entry stays, and kernels of the emulator reach it where it is.
        return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                             "ptr is {}, which is memory of aclrtMallocHost, expected memory of the program", address);
    }
    const mem::Kind kind = mapped && pinned ? mem::Kind::registeredHost
                           : mapped         ? mem::Kind::mappedHost
                                            : mem::Kind::lockedHost;
    if (!mem::enroll({start, sizeBytes, kind, 0})) {
        return Status::error(ACL_ERROR_HOST_MEMORY_ALREADY_REGISTERED, "the memory at {} is registered already",
                             address);
    }
    registry.ranges[start] = {sizeBytes, mapped};
    return {};
}

Status unregisterHost(void* address) {
    Registry& registry = Registry::instance();
    MutexLock lock(registry.mutex);
    if (registry.ranges.erase(reinterpret_cast<uintptr_t>(address)) == 0) {
        return notRegistered(address, "the start of a registered range");
    }
    mem::withdraw(reinterpret_cast<uintptr_t>(address));
    return {};
}

Status hostDeviceAddress(void* address, void** deviceAddress) {
    const auto start = reinterpret_cast<uintptr_t>(address);
    Registry& registry = Registry::instance();
    MutexLock lock(registry.mutex);
    const auto it = registry.ranges.upper_bound(start);
    if (it == registry.ranges.begin() || start - std::prev(it)->first >= std::prev(it)->second.sizeBytes ||
        !std::prev(it)->second.mapped) {
        return notRegistered(address, "an address in a range registered with MAPPED");
    }
    *deviceAddress = address;
    return {};
}

}  // namespace acc::rt::core
