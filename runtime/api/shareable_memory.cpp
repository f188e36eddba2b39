// SPDX-License-Identifier: Apache-2.0
// Physical memory that processes share by handles: a number, or on Ascend 910_93 also a key between servers, which here
// reaches the processes of this host.
#include <unistd.h>

#include "acl/acl_rt.h"
#include "runtime/api/entry.h"
#include "runtime/api/share_arguments.h"
#include "runtime/base/soc.h"
#include "runtime/core/virtual_memory.h"

using namespace acc::rt;
using namespace acc::rt::api;
using core::PhysicalMemory;
using core::Share;
using core::ShareKey;

namespace {

using MemoryPin = core::HandleTable<PhysicalMemory>::Pin;

Status checkShareType(aclrtMemSharedHandleType shareType) {
    ACC_TRY(inRange<int>(shareType, ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT, ACL_MEM_SHARE_HANDLE_TYPE_FABRIC, "shareType"));
    if (shareType == ACL_MEM_SHARE_HANDLE_TYPE_FABRIC &&
        std::string_view(soc().name).find("910_93") == std::string::npos) {
        return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                             "shareType is FABRIC, which only Ascend 910_93 has, expected DEFAULT on {}", soc().name);
    }
    return {};
}

Status badHandle() {
    return Status::error(ACL_ERROR_INVALID_PARAM, "shareableHandle is none that an export returned");
}

Status readHandle(const void* shareableHandle, aclrtMemSharedHandleType shareType, ShareKey* key) {
    bool read = false;
    if (shareType == ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT) {
        uint64_t number = 0;
        std::memcpy(&number, shareableHandle, sizeof(number));
        read = ShareKey::parse(number, key);
    } else {
        const char* text = static_cast<const char*>(shareableHandle);
        read = ShareKey::parse(std::string_view(text, strnlen(text, sizeof(aclrtMemFabricHandle))), key);
    }
    return read ? Status() : badHandle();
}

Status exportMemory(const void* handle, uint64_t flags, std::shared_ptr<Share>* share) {
    MemoryPin memory;
    ACC_TRY(resolve(runtime().physicalMemory, handle, HandleKind::physicalMemory, "handle", &memory));
    ACC_ASSIGN_OR_RETURN(*share, memory->exportTo(flags == ACL_RT_VMM_EXPORT_FLAG_DISABLE_PID_VALIDATION));
    return {};
}

// The live physical memory of this process that is exported or imported by a key.
std::shared_ptr<Share> findShare(const ShareKey& key) {
    std::shared_ptr<Share> found;
    runtime().physicalMemory.forEach([&](const MemoryPin& memory) {
        if (std::shared_ptr<Share> share = memory->share(); share != nullptr && share->key() == key) {
            found = std::move(share);
        }
    });
    return found;
}

Status importMemory(const ShareKey& key, int32_t device, aclrtDrvMemHandle* handle) {
    if (key.pid == static_cast<uint32_t>(getpid())) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID,
                             "shareableHandle was exported by this process, expected another one");
    }
    [[clang::no_destroy]] static Mutex mutex;  // a handle is imported once
    MutexLock lock(mutex);
    if (findShare(key) != nullptr) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID,
                             "shareableHandle is imported already, expected aclrtFreePhysical before");
    }
    ACC_ASSIGN_OR_RETURN(const std::shared_ptr<Share> share,
                         Share::import(key, core::ShareKind::physicalMemory, "shareableHandle"));
    ACC_ASSIGN_OR_RETURN(const std::shared_ptr<PhysicalMemory> memory, PhysicalMemory::import(share, device));
    memory->handle = runtime().physicalMemory.insert(memory);
    if (memory->handle == nullptr) {
        return Status::error(ACL_ERROR_RT_MEMORY_ALLOCATION, "no handle left for physical memory");
    }
    *handle = memory->handle;
    return {};
}

Status allow(const ShareKey& key, const int32_t* pid, size_t pidNum) {
    const std::shared_ptr<Share> share = findShare(key);
    if (share == nullptr || !share->mine()) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "shareableHandle names nothing that this process exports");
    }
    return share->allow({pid, pidNum});
}

}  // namespace

extern "C" {

aclError aclrtMemExportToShareableHandle(aclrtDrvMemHandle handle, aclrtMemHandleType handleType, uint64_t flags,
                                         uint64_t* shareableHandle) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(inRange<int>(handleType, ACL_MEM_HANDLE_TYPE_NONE, ACL_MEM_HANDLE_TYPE_NONE, "handleType"));
        ACC_TRY(checkFlags(flags, ACL_RT_VMM_EXPORT_FLAG_DISABLE_PID_VALIDATION));
        ACC_TRY(notNull(shareableHandle, "shareableHandle"));
        std::shared_ptr<Share> share;
        ACC_TRY(exportMemory(handle, flags, &share));
        *shareableHandle = share->key().number();
        return {};
    });
}

aclError aclrtMemExportToShareableHandleV2(aclrtDrvMemHandle handle, uint64_t flags, aclrtMemSharedHandleType shareType,
                                           void* shareableHandle) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(checkFlags(flags, ACL_RT_VMM_EXPORT_FLAG_DISABLE_PID_VALIDATION));
        ACC_TRY(checkShareType(shareType));
        ACC_TRY(notNull(shareableHandle, "shareableHandle"));
        std::shared_ptr<Share> share;
        ACC_TRY(exportMemory(handle, flags, &share));
        if (shareType == ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT) {
            const uint64_t number = share->key().number();
            std::memcpy(shareableHandle, &number, sizeof(number));
        } else {
            std::memset(shareableHandle, 0, sizeof(aclrtMemFabricHandle));
            share->key().text().copy(static_cast<char*>(shareableHandle), sizeof(aclrtMemFabricHandle) - 1);
        }
        return {};
    });
}

aclError aclrtMemImportFromShareableHandle(uint64_t shareableHandle, int32_t deviceId, aclrtDrvMemHandle* handle) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(runtime().usable());
        ShareKey key;
        ACC_TRY(ShareKey::parse(shareableHandle, &key) ? Status() : badHandle());
        ACC_TRY(validDevice(deviceId, "deviceId"));
        ACC_TRY(notNull(handle, "handle"));
        return importMemory(key, deviceId, handle);
    });
}

aclError aclrtMemImportFromShareableHandleV2(void* shareableHandle, aclrtMemSharedHandleType shareType, uint64_t flags,
                                             aclrtDrvMemHandle* handle) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(shareableHandle, "shareableHandle"));
        ACC_TRY(checkShareType(shareType));
        ACC_TRY(mustBeZero(flags, "flags"));
        ACC_TRY(notNull(handle, "handle"));
        ShareKey key;
        ACC_TRY(readHandle(shareableHandle, shareType, &key));
        core::Context* context = nullptr;
        ACC_TRY(core::currentContext(&context));
        return importMemory(key, context->device().id(), handle);
    });
}

aclError aclrtMemSetPidToShareableHandle(uint64_t shareableHandle, int32_t* pid, size_t pidNum) {
    return apiCall(__func__, [&]() -> Status {
        ShareKey key;
        ACC_TRY(ShareKey::parse(shareableHandle, &key) ? Status() : badHandle());
        ACC_TRY(checkPids(pid, pidNum, "pidNum"));
        return allow(key, pid, pidNum);
    });
}

aclError aclrtMemSetPidToShareableHandleV2(void* shareableHandle, aclrtMemSharedHandleType shareType, int32_t* pid,
                                           size_t pidNum) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(shareableHandle, "shareableHandle"));
        ACC_TRY(checkShareType(shareType));
        ACC_TRY(checkPids(pid, pidNum, "pidNum"));
        ShareKey key;
        ACC_TRY(readHandle(shareableHandle, shareType, &key));
        return allow(key, pid, pidNum);
    });
}

}  // extern "C"
