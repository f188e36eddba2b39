// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/ipc_memory.h"

#include <unistd.h>

#include <algorithm>

#include "acl/acl_base_rt.h"
#include "runtime/base/env.h"
#include "runtime/core/device.h"
#include "runtime/core/runtime.h"
#include "runtime/exec/pool.h"

namespace acc::rt::core {
namespace {

// Ends an export when its block is freed.
std::shared_ptr<void> closerOf(const std::shared_ptr<Share>& share) {
    return {nullptr, [weak = std::weak_ptr<Share>(share)](void*) {
                if (const std::shared_ptr<Share> live = weak.lock()) {
                    live->close();
                }
            }};
}

Status unknownKey() {
    return Status::error(ACL_ERROR_INVALID_PARAM,
                         "key names nothing that this process exports or imports, or that was freed");
}

// The device that imported memory counts as: the exporter's, or where that one is not visible, the importing one.
Result<int32_t> deviceOf(const Share& share, Device& current, bool peerAccess) {
    const int32_t device = share.device();
    if (device < 0 || device == current.id()) {
        return current.id();
    }
    const uint64_t bit = uint64_t{1} << device;
    if (peerAccess) {
        current.peers.fetch_or(bit);
    } else if ((current.peers.load() & bit) == 0) {
        return Status::error(ACL_ERROR_INVALID_PARAM,
                             "key names memory of device {}, which the current device {} may not use, expected "
                             "aclrtDeviceEnablePeerAccess before, or the flag that enables it",
                             device, current.id());
    }
    return device;
}

}  // namespace

IpcMemory& IpcMemory::instance() {
    [[clang::no_destroy]] static IpcMemory memory;
    return memory;
}

IpcMemory::Export* IpcMemory::findExport(const ShareKey& key) {
    // Those whose block was freed since.
    std::erase_if(exports_, [](const Export& entry) { return !entry.share->isOpen(); });
    const auto it =
        std::find_if(exports_.begin(), exports_.end(), [&](const Export& entry) { return entry.share->key() == key; });
    return it == exports_.end() ? nullptr : &*it;
}

Result<ShareKey> IpcMemory::exportRange(const mem::Allocation& block, uintptr_t address, size_t sizeBytes,
                                        bool anyProcess) {
    MutexLock lock(mutex_);
    for (const Export& entry : exports_) {
        if (entry.address == address && entry.sizeBytes == sizeBytes && entry.share->isOpen()) {
            if (anyProcess) {
                entry.share->allowAll();
            }
            return entry.share->key();
        }
    }
    exec::Pool::instance();  // has the handler that lets others wait who write to the block
    mem::BlockFile file;
    if (!mem::moveToFile(block.base, &file)) {
        return Status::error(ACL_ERROR_RT_MEMORY_ALLOCATION, "no memory file for the {} bytes at {:#x}",
                             block.sizeBytes, block.base);
    }
    const SharedMemory memory{file.file, 0, block.device, file.fileBytes, file.offset + (address - block.base),
                              sizeBytes};
    ACC_ASSIGN_OR_RETURN(const std::shared_ptr<Share> share,
                         Share::create(ShareKind::deviceMemory, block.device, anyProcess, memory));
    if (!mem::attach(block.base, closerOf(share))) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "devPtr is {:#x}, in a block that is being freed", address);
    }
    exports_.push_back({address, sizeBytes, share});
    return share->key();
}

Status IpcMemory::allow(const ShareKey& key, std::span<const int32_t> processes) {
    MutexLock lock(mutex_);
    Export* found = findExport(key);
    return found == nullptr ? unknownKey() : found->share->allow(processes);
}

Result<void*> IpcMemory::import(const ShareKey& key, Device& current, bool peerAccess) {
    MutexLock lock(mutex_);
    const auto it =
        std::find_if(imports_.begin(), imports_.end(), [&](const Import& entry) { return entry.share->key() == key; });
    // A reset of its device has unmapped it in the meantime.
    mem::Allocation block;
    if (it != imports_.end() && !mem::find(reinterpret_cast<uintptr_t>(it->address), &block)) {
        imports_.erase(it);
    } else if (it != imports_.end()) {
        ACC_ASSIGN_OR_RETURN(const int32_t same, deviceOf(*it->share, current, peerAccess));
        static_cast<void>(same);
        ++it->count;
        return it->address;
    }
    ACC_ASSIGN_OR_RETURN(std::shared_ptr<Share> share, Share::import(key, ShareKind::deviceMemory, "key"));
    ACC_ASSIGN_OR_RETURN(const int32_t device, deviceOf(*share, current, peerAccess));
    ACC_ASSIGN_OR_RETURN(const int file, share->openMemory());
    const SharedMemory& memory = share->content().memory;
    void* address = mem::mapFile(device, {file, memory.fileBytes, memory.offset}, memory.sizeBytes);
    ::close(file);
    if (address == nullptr) {
        return Status::error(ACL_ERROR_RT_MEMORY_ALLOCATION, "no address space for {} bytes", memory.fileBytes);
    }
    imports_.push_back({std::move(share), address, 1});
    return address;
}

Status IpcMemory::close(const ShareKey& key) {
    static const bool strict = environmentNumber("ACC_STRICT", 0, 1).value_or(0) == 1;
    MutexLock lock(mutex_);
    const auto it =
        std::find_if(imports_.begin(), imports_.end(), [&](const Import& entry) { return entry.share->key() == key; });
    if (it != imports_.end()) {
        if (--it->count == 0) {
            mem::unmapFile(it->address);  // unless a reset of the device did
            imports_.erase(it);
        }
        return {};
    }
    Export* found = findExport(key);
    if (found == nullptr) {
        return unknownKey();
    }
    if (strict && found->share->imported()) {
        return Status::error(ACL_ERROR_RT_IPC_ERROR,
                             "another process still imports the key, expected aclrtIpcMemClose there before");
    }
    found->share->close();
    std::erase_if(exports_, [&](const Export& entry) { return &entry == found; });
    return {};
}

}  // namespace acc::rt::core
