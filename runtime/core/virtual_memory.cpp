// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/virtual_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <iterator>

#include "acl/acl_base_rt.h"
#include "runtime/mem/gm.h"

namespace acc::rt::core {

Result<std::shared_ptr<PhysicalMemory>> PhysicalMemory::make(size_t sizeBytes, const aclrtPhysicalMemProp& properties) {
    const bool onDevice = properties.location.type == ACL_MEM_LOCATION_TYPE_DEVICE;
    const auto device = static_cast<int32_t>(properties.location.id);
    if (onDevice && !mem::claim(device, sizeBytes)) {
        size_t free = 0;
        size_t total = 0;
        mem::usage(device, &free, &total);
        return Status::error(ACL_ERROR_RT_MEMORY_ALLOCATION, "size is {}, but device {} has {} of {} bytes free",
                             sizeBytes, device, free, total);
    }
    // From here on the claim goes with the object.
    const int fd = memfd_create("acc-physical-memory", MFD_CLOEXEC);
    if (fd < 0) {
        if (onDevice) {
            mem::giveBack(device, sizeBytes);
        }
        return Status::error(ACL_ERROR_RT_MEMORY_ALLOCATION, "no memory file for {} bytes", sizeBytes);
    }
    auto memory = std::make_shared<PhysicalMemory>(fd, sizeBytes, properties);
    if (ftruncate(fd, static_cast<off_t>(sizeBytes)) != 0) {
        return Status::error(ACL_ERROR_RT_MEMORY_ALLOCATION, "no memory for {} bytes", sizeBytes);
    }
    return memory;
}

PhysicalMemory::~PhysicalMemory() {
    if (const std::shared_ptr<Share> exported = share(); exported != nullptr && exported->mine()) {
        exported->close();  // before the file
    }
    close(fd_);
    if (properties_.location.type == ACL_MEM_LOCATION_TYPE_DEVICE && counted_) {
        mem::giveBack(static_cast<int32_t>(properties_.location.id), sizeBytes_);
    }
}

Result<std::shared_ptr<Share>> PhysicalMemory::exportTo(bool anyProcess) {
    MutexLock lock(mutex_);
    if (share_ != nullptr) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID, "handle {}, expected memory that is not shared yet",
                             share_->mine() ? "is exported already" : "was imported from another process");
    }
    const bool onDevice = properties_.location.type == ACL_MEM_LOCATION_TYPE_DEVICE;
    const auto location = static_cast<int32_t>(properties_.location.id);
    const SharedMemory memory{fd_, properties_.location.type, location, sizeBytes_, 0, sizeBytes_};
    ACC_ASSIGN_OR_RETURN(share_,
                         Share::create(ShareKind::physicalMemory, onDevice ? location : -1, anyProcess, memory));
    return share_;
}

Result<std::shared_ptr<PhysicalMemory>> PhysicalMemory::import(const std::shared_ptr<Share>& share, int32_t device) {
    ACC_ASSIGN_OR_RETURN(const int fd, share->openMemory());
    const SharedMemory& memory = share->content().memory;
    aclrtPhysicalMemProp properties{};
    properties.handleType = ACL_MEM_HANDLE_TYPE_NONE;
    properties.allocationType = ACL_MEM_ALLOCATION_TYPE_PINNED;
    properties.location.type = static_cast<aclrtMemLocationType>(memory.locationType);
    const bool onDevice = properties.location.type == ACL_MEM_LOCATION_TYPE_DEVICE;
    properties.location.id = static_cast<decltype(properties.location.id)>(onDevice ? device : memory.locationId);
    auto imported = std::make_shared<PhysicalMemory>(fd, memory.sizeBytes, properties, false);
    MutexLock lock(imported->mutex_);
    imported->share_ = share;
    return imported;
}

std::shared_ptr<Share> PhysicalMemory::share() const {
    MutexLock lock(mutex_);
    return share_;
}

AddressSpace& AddressSpace::instance() {
    [[clang::no_destroy]] static AddressSpace space;
    return space;
}

void* AddressSpace::reserve(size_t sizeBytes) {
    // Twice the granularity would waste nothing real, so every reservation starts on a 2 MiB boundary.
    const size_t padded = sizeBytes + kPhysicalGranularity;
    void* base = mmap(nullptr, padded, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (padded < sizeBytes || base == MAP_FAILED) {
        return nullptr;
    }
    const auto begin = reinterpret_cast<uintptr_t>(base);
    const uintptr_t start = (begin + kPhysicalGranularity - 1) / kPhysicalGranularity * kPhysicalGranularity;
    const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
    const uintptr_t end = start + (sizeBytes + page - 1) / page * page;
    if (start != begin) {
        munmap(base, start - begin);
    }
    if (end != begin + padded) {
        munmap(reinterpret_cast<void*>(end), begin + padded - end);  // NOLINT(performance-no-int-to-ptr)
    }
    MutexLock lock(mutex_);
    reservations_[start] = sizeBytes;
    return reinterpret_cast<void*>(start);  // NOLINT(performance-no-int-to-ptr)
}

Status AddressSpace::releaseReservation(void* address) {
    const auto start = reinterpret_cast<uintptr_t>(address);
    MutexLock lock(mutex_);
    const auto it = reservations_.find(start);
    if (it == reservations_.end()) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID, "virPtr is {}, expected an address of aclrtReserveMemAddress",
                             address);
    }
    const auto mapping = mappings_.lower_bound(start);
    if (mapping != mappings_.end() && mapping->first < start + it->second) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID,
                             "virPtr is {}, where memory is mapped at {:#x}, expected "
                             "aclrtUnmapMem before",
                             address, mapping->first);
    }
    munmap(address, it->second);
    reservations_.erase(it);
    return {};
}

Status AddressSpace::setAccess(void* address, size_t sizeBytes, bool allowed) {
    MutexLock lock(mutex_);
    const auto it = mappings_.find(reinterpret_cast<uintptr_t>(address));
    if (it == mappings_.end() || it->second.sizeBytes != sizeBytes) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID,
                             "virPtr is {} with size {}, expected address and size of a mapping", address, sizeBytes);
    }
    if (mprotect(address, sizeBytes, allowed ? PROT_READ | PROT_WRITE : PROT_NONE) != 0) {
        return Status::error(ACL_ERROR_RT_MEMORY_ALLOCATION, "the access to {} bytes at {} cannot be changed",
                             sizeBytes, address);
    }
    it->second.accessible = allowed;
    return {};
}

Result<bool> AddressSpace::accessible(const void* address) {
    const auto start = reinterpret_cast<uintptr_t>(address);
    MutexLock lock(mutex_);
    auto it = mappings_.upper_bound(start);
    if (it == mappings_.begin() || start - std::prev(it)->first >= std::prev(it)->second.sizeBytes) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID, "virPtr is {}, expected an address in a mapping", address);
    }
    return std::prev(it)->second.accessible;
}

bool AddressSpace::reserved(const void* address) {
    const auto start = reinterpret_cast<uintptr_t>(address);
    MutexLock lock(mutex_);
    const auto it = reservations_.upper_bound(start);
    return it != reservations_.begin() && start - std::prev(it)->first < std::prev(it)->second;
}

Status AddressSpace::map(void* address, std::shared_ptr<PhysicalMemory> memory) {
    const auto start = reinterpret_cast<uintptr_t>(address);
    const size_t sizeBytes = memory->sizeBytes();
    MutexLock lock(mutex_);
    auto reservation = reservations_.upper_bound(start);
    const bool reserved = reservation != reservations_.begin() &&
                          (--reservation, start - reservation->first <= reservation->second) &&
                          sizeBytes <= reservation->second - (start - reservation->first);
    if (!reserved || start % static_cast<uintptr_t>(sysconf(_SC_PAGESIZE)) != 0) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID,
                             "virPtr is {} with {} bytes, expected a page-aligned range inside one reservation",
                             address, sizeBytes);
    }
    const auto after = mappings_.lower_bound(start);
    const bool overlaps =
        (after != mappings_.end() && after->first < start + sizeBytes) ||
        (after != mappings_.begin() && std::prev(after)->first + std::prev(after)->second.sizeBytes > start);
    if (overlaps) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID, "virPtr is {}, where memory is mapped already", address);
    }
    void* mapped = mmap(address, sizeBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, memory->fd(), 0);
    if (mapped == MAP_FAILED) {
        return Status::error(ACL_ERROR_RT_MEMORY_ALLOCATION, "cannot map {} bytes at {}", sizeBytes, address);
    }
    const aclrtMemLocation& location = memory->properties().location;
    const bool device = location.type == ACL_MEM_LOCATION_TYPE_DEVICE;
    mem::enroll({start, sizeBytes, device ? mem::Kind::device : mem::Kind::registeredHost,
                 device ? static_cast<int32_t>(location.id) : 0});
    mappings_[start] = {sizeBytes, std::move(memory)};
    return {};
}

Status AddressSpace::unmap(void* address) {
    const auto start = reinterpret_cast<uintptr_t>(address);
    MutexLock lock(mutex_);
    const auto it = mappings_.find(start);
    if (it == mappings_.end()) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID, "virPtr is {}, expected the start of a mapping", address);
    }
    mem::withdraw(start);
    mmap(address, it->second.sizeBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    mappings_.erase(it);
    return {};
}

std::shared_ptr<PhysicalMemory> AddressSpace::mapped(const void* address, bool inside) {
    const auto start = reinterpret_cast<uintptr_t>(address);
    MutexLock lock(mutex_);
    auto it = mappings_.upper_bound(start);
    if (it == mappings_.begin()) {
        return nullptr;
    }
    --it;
    const bool found = inside ? start - it->first < it->second.sizeBytes : start == it->first;
    return found ? it->second.memory : nullptr;
}

}  // namespace acc::rt::core
