// SPDX-License-Identifier: Apache-2.0
// Sharing with other processes: the arguments are checked, the sharing is not implemented.
#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"
#include "runtime/core/notify.h"
#include "runtime/core/user_event.h"
#include "runtime/core/virtual_memory.h"
#include "runtime/mem/gm.h"

using namespace acc::rt;
using namespace acc::rt::api;

namespace {

constexpr size_t kKeyBytes = 65;

Status notShared(const char* what) {
    return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "{} cannot be shared with other processes yet", what);
}

Status checkFlags(uint64_t flags, uint64_t known) {
    if ((flags & ~known) != 0) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "flags is {:#x}, expected 0 or {:#x}", flags, known);
    }
    return {};
}

Status checkPids(const int32_t* pid, size_t num, const char* count) {
    ACC_TRY(notNull(pid, "pid"));
    return mustNotBeZero(num, count);
}

Status checkShareType(aclrtMemSharedHandleType shareType) {
    return inRange<int>(shareType, ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT, ACL_MEM_SHARE_HANDLE_TYPE_FABRIC, "shareType");
}

Status checkPhysical(aclrtDrvMemHandle handle) {
    core::HandleTable<core::PhysicalMemory>::Pin pin;
    return resolve(runtime().physicalMemory, handle, HandleKind::physicalMemory, "handle", &pin);
}

}  // namespace

extern "C" {

aclError aclrtIpcGetEventHandle(aclrtEvent event, aclrtIpcEventHandle* handle) {
    return apiCall(__func__, [&]() -> Status {
        core::HandleTable<core::UserEvent>::Pin pin;
        ACC_TRY(resolve(runtime().events, event, HandleKind::event, "event", &pin));
        ACC_TRY(notNull(handle, "handle"));
        return Status::error(ACL_ERROR_INVALID_PARAM, "event was not created with ACL_EVENT_IPC");
    });
}

aclError aclrtIpcOpenEventHandle(aclrtIpcEventHandle, aclrtEvent* event) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(event, "event"));
        return notShared("events");
    });
}

aclError aclrtNotifyGetExportKey(aclrtNotify notify, char* key, size_t len, uint64_t flags) {
    return apiCall(__func__, [&]() -> Status {
        core::HandleTable<core::Notify>::Pin pin;
        ACC_TRY(resolve(runtime().notifies, notify, HandleKind::notify, "notify", &pin));
        ACC_TRY(notNull(key, "key"));
        ACC_TRY(inRange<size_t>(len, kKeyBytes, SIZE_MAX, "len"));
        ACC_TRY(checkFlags(flags, ACL_RT_NOTIFY_EXPORT_FLAG_DISABLE_PID_VALIDATION));
        return notShared("notifies");
    });
}

aclError aclrtNotifySetImportPid(aclrtNotify notify, int32_t* pid, size_t num) {
    return apiCall(__func__, [&]() -> Status {
        core::HandleTable<core::Notify>::Pin pin;
        ACC_TRY(resolve(runtime().notifies, notify, HandleKind::notify, "notify", &pin));
        ACC_TRY(checkPids(pid, num, "num"));
        return notShared("notifies");
    });
}

aclError aclrtNotifyImportByKey(aclrtNotify* notify, const char* key, uint64_t flags) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(notify, "notify"));
        ACC_TRY(notNull(key, "key"));
        ACC_TRY(checkFlags(flags, ACL_RT_NOTIFY_IMPORT_FLAG_ENABLE_PEER_ACCESS));
        return notShared("notifies");
    });
}

aclError aclrtMemExportToShareableHandle(aclrtDrvMemHandle handle, aclrtMemHandleType handleType, uint64_t flags,
                                         uint64_t* shareableHandle) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(checkPhysical(handle));
        ACC_TRY(inRange<int>(handleType, ACL_MEM_HANDLE_TYPE_NONE, ACL_MEM_HANDLE_TYPE_NONE, "handleType"));
        ACC_TRY(checkFlags(flags, ACL_RT_VMM_EXPORT_FLAG_DISABLE_PID_VALIDATION));
        ACC_TRY(notNull(shareableHandle, "shareableHandle"));
        return notShared("physical memory");
    });
}

aclError aclrtMemExportToShareableHandleV2(aclrtDrvMemHandle handle, uint64_t flags, aclrtMemSharedHandleType shareType,
                                           void* shareableHandle) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(checkPhysical(handle));
        ACC_TRY(checkFlags(flags, ACL_RT_VMM_EXPORT_FLAG_DISABLE_PID_VALIDATION));
        ACC_TRY(checkShareType(shareType));
        ACC_TRY(notNull(shareableHandle, "shareableHandle"));
        return notShared("physical memory");
    });
}

aclError aclrtMemImportFromShareableHandle(uint64_t, int32_t deviceId, aclrtDrvMemHandle* handle) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(validDevice(deviceId, "deviceId"));
        ACC_TRY(notNull(handle, "handle"));
        return notShared("physical memory");
    });
}

aclError aclrtMemImportFromShareableHandleV2(void* shareableHandle, aclrtMemSharedHandleType shareType, uint64_t flags,
                                             aclrtDrvMemHandle* handle) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(shareableHandle, "shareableHandle"));
        ACC_TRY(checkShareType(shareType));
        ACC_TRY(mustBeZero(flags, "flags"));
        ACC_TRY(notNull(handle, "handle"));
        return notShared("physical memory");
    });
}

aclError aclrtMemSetPidToShareableHandle(uint64_t, int32_t* pid, size_t pidNum) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(checkPids(pid, pidNum, "pidNum"));
        return notShared("physical memory");
    });
}

aclError aclrtMemSetPidToShareableHandleV2(void* shareableHandle, aclrtMemSharedHandleType shareType, int32_t* pid,
                                           size_t pidNum) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(shareableHandle, "shareableHandle"));
        ACC_TRY(checkShareType(shareType));
        ACC_TRY(checkPids(pid, pidNum, "pidNum"));
        return notShared("physical memory");
    });
}

aclError aclrtIpcMemGetExportKey(void* devPtr, size_t size, char* key, size_t len, uint64_t flags) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(devPtr, "devPtr"));
        ACC_TRY(mustNotBeZero(size, "size"));
        ACC_TRY(notNull(key, "key"));
        ACC_TRY(inRange<size_t>(len, kKeyBytes, kKeyBytes, "len"));
        ACC_TRY(checkFlags(flags, ACL_RT_IPC_MEM_EXPORT_FLAG_DISABLE_PID_VALIDATION));
        mem::Allocation block;
        const auto start = reinterpret_cast<uintptr_t>(devPtr);
        if (!mem::find(start, &block) || block.kind != mem::Kind::device || size > block.end() - start) {
            return Status::error(ACL_ERROR_INVALID_PARAM,
                                 "devPtr is {} and size is {}, expected a block of aclrtMalloc", devPtr, size);
        }
        return notShared("device memory");
    });
}

aclError aclrtIpcMemSetImportPid(const char* key, int32_t* pid, size_t num) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(key, "key"));
        ACC_TRY(checkPids(pid, num, "num"));
        return notShared("device memory");
    });
}

aclError aclrtIpcMemImportByKey(void** devPtr, const char* key, uint64_t flags) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(devPtr, "devPtr"));
        ACC_TRY(notNull(key, "key"));
        ACC_TRY(checkFlags(flags, ACL_RT_IPC_MEM_IMPORT_FLAG_ENABLE_PEER_ACCESS));
        return notShared("device memory");
    });
}

aclError aclrtIpcMemClose(const char* key) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(key, "key"));
        return notShared("device memory");
    });
}

}  // extern "C"
