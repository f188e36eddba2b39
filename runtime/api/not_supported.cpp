// SPDX-License-Identifier: Apache-2.0
// Functions of other products, or that the documentation reserves: they check their arguments and say so.
#include <unistd.h>

#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"
#include "runtime/base/soc.h"
#include "runtime/core/notify.h"
#include "runtime/core/persistent_tasks.h"

using namespace acc::rt;
using namespace acc::rt::api;

namespace {

Status notSupported(const char* what) {
    return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "{} are not supported on {}", what, soc().name);
}

Status noGroups() {
    return notSupported("compute groups");
}

Status noSaturation() {
    return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                         "the overflow flag belongs to the saturation mode, expected aclrtGetOverflowStatus");
}

Status noBuffers() {
    return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "the documentation reserves it, expected acltdtAllocBuf");
}

Status noServers() {
    return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "there is one server, expected a process of this host");
}

Status checkServers(const aclrtServerPid* serverPids, size_t num) {
    ACC_TRY(notNull(serverPids, "serverPids"));
    return mustNotBeZero(num, "num");
}

Status checkOutput(const void* outputAddr, uint64_t outputSize, aclrtStream stream) {
    constexpr uint64_t kStatusBytes = 64;
    ACC_TRY(notNull(outputAddr, "outputAddr"));
    ACC_TRY(inRange(outputSize, kStatusBytes, kStatusBytes, "outputSize"));
    StreamArgument argument;
    return argument.resolve(stream);
}

Status snapshot(int pid, const void* pointer, const char* parameter) {
    if (pid != getpid()) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "pid is {}, expected this process, {}", pid, getpid());
    }
    ACC_TRY(mustBeNull(pointer, parameter));
    return notSupported("snapshots");
}

Status checkStage(aclrtSnapShotStage stage, aclrtSnapShotCallBack callback) {
    ACC_TRY(inRange<int>(stage, ACL_RT_SNAPSHOT_LOCK_PRE, ACL_RT_SNAPSHOT_UNLOCK_POST, "stage"));
    ACC_TRY(notNull(reinterpret_cast<const void*>(callback), "callback"));
    return notSupported("snapshots");
}

}  // namespace

extern "C" {

aclError aclrtCtxGetFloatOverflowAddr(void** overflowAddr) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(overflowAddr, "overflowAddr"));
        return noSaturation();
    });
}

aclError aclrtGetFloatOverflowStatus(void* outputAddr, uint64_t outputSize, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(checkOutput(outputAddr, outputSize, stream));
        return noSaturation();
    });
}

aclError aclrtResetFloatOverflowStatus(aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        return noSaturation();
    });
}

aclError aclrtNpuGetFloatOverFlowStatus(void* outputAddr, uint64_t outputSize, uint32_t, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(checkOutput(outputAddr, outputSize, stream));
        return noSaturation();
    });
}

aclError aclrtNpuClearFloatOverFlowStatus(uint32_t, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        return noSaturation();
    });
}

aclError aclrtSetGroup(int32_t groupId) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(inRange<int32_t>(groupId, 0, INT32_MAX, "groupId"));
        return noGroups();
    });
}

aclError aclrtGetGroupCount(uint32_t* count) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(count, "count"));
        return noGroups();
    });
}

aclrtGroupInfo* aclrtCreateGroupInfo(void) {
    apiCall(__func__, [] { return noGroups(); });
    return nullptr;
}

aclError aclrtDestroyGroupInfo(aclrtGroupInfo* groupInfo) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(groupInfo, "groupInfo"));
        return noGroups();
    });
}

aclError aclrtGetAllGroupInfo(aclrtGroupInfo* groupInfo) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(groupInfo, "groupInfo"));
        return noGroups();
    });
}

aclError aclrtGetGroupInfoDetail(const aclrtGroupInfo* groupInfo, int32_t groupIndex, aclrtGroupAttr attr,
                                 void* attrValue, size_t valueLen, size_t* paramRetSize) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(groupInfo, "groupInfo"));
        ACC_TRY(inRange<int32_t>(groupIndex, 0, INT32_MAX, "groupIndex"));
        ACC_TRY(inRange<int>(attr, ACL_GROUP_AICORE_INT, ACL_GROUP_GROUPID_INT, "attr"));
        ACC_TRY(notNull(attrValue, "attrValue"));
        ACC_TRY(mustNotBeZero(valueLen, "valueLen"));
        ACC_TRY(notNull(paramRetSize, "paramRetSize"));
        return noGroups();
    });
}

aclError aclrtNotifySetImportPidInterServer(aclrtNotify notify, aclrtServerPid* serverPids, size_t num) {
    return apiCall(__func__, [&]() -> Status {
        core::HandleTable<core::Notify>::Pin pin;
        ACC_TRY(resolve(runtime().notifies, notify, HandleKind::notify, "notify", &pin));
        ACC_TRY(checkServers(serverPids, num));
        return noServers();
    });
}

aclError aclrtIpcMemImportPidInterServer(const char* key, aclrtServerPid* serverPids, size_t num) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(key, "key"));
        ACC_TRY(checkServers(serverPids, num));
        return noServers();
    });
}

aclError aclrtIpcMemSetAttr(const char* key, aclrtIpcMemAttrType type, uint64_t attr) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(key, "key"));
        ACC_TRY(inRange<int>(type, ACL_RT_IPC_MEM_ATTR_ACCESS_LINK, ACL_RT_IPC_MEM_ATTR_ACCESS_LINK, "type"));
        ACC_TRY(inRange<uint64_t>(attr, ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_SIO,
                                  ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_UB_MULTI_PORT_PATH, "attr"));
        return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "an emulated device has one link to its memory");
    });
}

aclError aclrtTaskUpdateAsync(aclrtStream taskStream, uint32_t, aclrtTaskUpdateInfo* info, aclrtStream execStream) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(taskStream, "taskStream"));
        StreamArgument stored;
        ACC_TRY(stored.resolve(taskStream, StreamArgument::Use::inspect));
        ACC_TRY(notNull(info, "info"));
        ACC_TRY(inRange<int>(info->id, ACL_RT_UPDATE_RANDOM_TASK, ACL_RT_UPDATE_AIC_AIV_TASK, "info->id"));
        StreamArgument argument;
        ACC_TRY(argument.resolve(execStream));
        if (stored->persistent() == nullptr || stored->persistent()->model() == nullptr) {
            return Status::error(ACL_ERROR_RT_STREAM_MODEL, "taskStream is stream {}, expected one bound to a model",
                                 stored->id());
        }
        return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                             "the emulator's stored tasks have no device memory that a task could refresh, expected "
                             "aclmdlRITaskSetParams");
    });
}

aclError aclrtSnapShotProcessLock(int pid, void* reserve) {
    return apiCall(__func__, [&]() -> Status { return snapshot(pid, reserve, "reserve"); });
}

aclError aclrtSnapShotProcessUnlock(int pid, void* reserve) {
    return apiCall(__func__, [&]() -> Status { return snapshot(pid, reserve, "reserve"); });
}

aclError aclrtSnapShotProcessBackup(int pid, aclrtSnapShotBackupArgs* args) {
    return apiCall(__func__, [&]() -> Status { return snapshot(pid, args, "args"); });
}

aclError aclrtSnapShotProcessRestore(int pid, aclrtSnapShotRestoreArgs* args) {
    return apiCall(__func__, [&]() -> Status { return snapshot(pid, args, "args"); });
}

aclError aclrtSnapShotCallbackRegister(aclrtSnapShotStage stage, aclrtSnapShotCallBack callback, void*) {
    return apiCall(__func__, [&]() -> Status { return checkStage(stage, callback); });
}

aclError aclrtSnapShotCallbackUnregister(aclrtSnapShotStage stage, aclrtSnapShotCallBack callback) {
    return apiCall(__func__, [&]() -> Status { return checkStage(stage, callback); });
}

aclError aclrtAllocBuf(aclrtMbuf* buf, size_t size) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(buf, "buf"));
        ACC_TRY(mustNotBeZero(size, "size"));
        return noBuffers();
    });
}

aclError aclrtFreeBuf(aclrtMbuf buf) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(buf, "buf"));
        return noBuffers();
    });
}

aclError aclrtGetBufData(const aclrtMbuf buf, void** dataPtr, size_t* size) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(buf, "buf"));
        ACC_TRY(notNull(dataPtr, "dataPtr"));
        ACC_TRY(notNull(size, "size"));
        return noBuffers();
    });
}

aclError aclrtSetBufDataLen(aclrtMbuf buf, size_t) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(buf, "buf"));
        return noBuffers();
    });
}

aclError aclrtGetBufDataLen(aclrtMbuf buf, size_t* len) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(buf, "buf"));
        ACC_TRY(notNull(len, "len"));
        return noBuffers();
    });
}

aclError aclrtCopyBufRef(const aclrtMbuf buf, aclrtMbuf* newBuf) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(buf, "buf"));
        ACC_TRY(notNull(newBuf, "newBuf"));
        return noBuffers();
    });
}

aclError aclrtAppendBufChain(aclrtMbuf headBuf, aclrtMbuf buf) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(headBuf, "headBuf"));
        ACC_TRY(notNull(buf, "buf"));
        return noBuffers();
    });
}

aclError aclrtGetBufChainNum(aclrtMbuf headBuf, uint32_t* num) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(headBuf, "headBuf"));
        ACC_TRY(notNull(num, "num"));
        return noBuffers();
    });
}

aclError aclrtGetBufFromChain(aclrtMbuf headBuf, uint32_t, aclrtMbuf* buf) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(headBuf, "headBuf"));
        ACC_TRY(notNull(buf, "buf"));
        return noBuffers();
    });
}

aclError aclrtSetBufUserData(aclrtMbuf buf, const void* dataPtr, size_t size, size_t) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(buf, "buf"));
        ACC_TRY(notNull(dataPtr, "dataPtr"));
        ACC_TRY(mustNotBeZero(size, "size"));
        return noBuffers();
    });
}

aclError aclrtGetBufUserData(const aclrtMbuf buf, void* dataPtr, size_t size, size_t) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(buf, "buf"));
        ACC_TRY(notNull(dataPtr, "dataPtr"));
        ACC_TRY(mustNotBeZero(size, "size"));
        return noBuffers();
    });
}

}  // extern "C"
