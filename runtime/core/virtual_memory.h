// SPDX-License-Identifier: Apache-2.0
// Virtual memory: address reservations, physical blocks (memory files), and mappings of one into the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>

#include "acl/acl_rt_types.h"
#include "runtime/base/mutex.h"
#include "runtime/base/status.h"
#include "runtime/core/share.h"

namespace acc::rt::core {

inline constexpr size_t kPhysicalGranularity = size_t{2} << 20;

// A block without address. It lives as long as its handle or a mapping.
class PhysicalMemory {
public:
    static Result<std::shared_ptr<PhysicalMemory>> make(size_t sizeBytes, const aclrtPhysicalMemProp& properties);
    ~PhysicalMemory();
    // `counted`: the bytes were claimed from the device; those of another process are counted there.
    PhysicalMemory(int fd, size_t sizeBytes, const aclrtPhysicalMemProp& properties, bool counted = true)
        : fd_(fd), sizeBytes_(sizeBytes), properties_(properties), counted_(counted) {}
    PhysicalMemory(const PhysicalMemory&) = delete;
    PhysicalMemory& operator=(const PhysicalMemory&) = delete;

    int fd() const { return fd_; }
    size_t sizeBytes() const { return sizeBytes_; }
    const aclrtPhysicalMemProp& properties() const { return properties_; }

    // Lets other processes import it; 107000 when it is exported already or comes from another process.
    Result<std::shared_ptr<Share>> exportTo(bool anyProcess) ACC_EXCLUDES(mutex_);
    // The memory that a share of another process stands for, as memory of a device of this one.
    static Result<std::shared_ptr<PhysicalMemory>> import(const std::shared_ptr<Share>& share, int32_t device);
    // What it is exported or imported by; null otherwise.
    std::shared_ptr<Share> share() const ACC_EXCLUDES(mutex_);

    std::atomic<uint32_t> handles{1};  // aclrtFreePhysical calls still owed
    void* handle = nullptr;            // written once, before the handle is given out

private:
    const int fd_;
    const size_t sizeBytes_;
    const aclrtPhysicalMemProp properties_;
    const bool counted_;
    mutable Mutex mutex_;
    std::shared_ptr<Share> share_ ACC_GUARDED_BY(mutex_);
};

// Thread-safe.
class AddressSpace {
public:
    static AddressSpace& instance();

    // Null when there is no room.
    void* reserve(size_t sizeBytes) ACC_EXCLUDES(mutex_);
    Status releaseReservation(void* address) ACC_EXCLUDES(mutex_);

    Status map(void* address, std::shared_ptr<PhysicalMemory> memory) ACC_EXCLUDES(mutex_);
    Status unmap(void* address) ACC_EXCLUDES(mutex_);

    // Allows or forbids access to a whole mapping, and whether an address in one may be accessed.
    Status setAccess(void* address, size_t sizeBytes, bool allowed) ACC_EXCLUDES(mutex_);
    Result<bool> accessible(const void* address) ACC_EXCLUDES(mutex_);

    // Whether an address is reserved.
    bool reserved(const void* address) ACC_EXCLUDES(mutex_);

    // The block mapped at the start address of a mapping, or (`inside`) at any address in one; null without one.
    std::shared_ptr<PhysicalMemory> mapped(const void* address, bool inside) ACC_EXCLUDES(mutex_);

private:
    struct Mapping {
        size_t sizeBytes = 0;
        std::shared_ptr<PhysicalMemory> memory;
        bool accessible = true;
    };
    Mutex mutex_;
    std::map<uintptr_t, size_t> reservations_ ACC_GUARDED_BY(mutex_);
    std::map<uintptr_t, Mapping> mappings_ ACC_GUARDED_BY(mutex_);
};

}  // namespace acc::rt::core
