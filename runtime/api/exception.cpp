// SPDX-License-Identifier: Apache-2.0
// What programs are told of failures, and stopping a whole device.
#include "runtime/core/exception.h"

#include <chrono>
#include <memory>

#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"

using namespace acc::rt;
using namespace acc::rt::api;

namespace {

constexpr uint32_t kNoInfo = 0xFFFFFFFF;
constexpr uint32_t kLongestAbortMs = 36 * 60 * 1000;

using LiveInfos = core::LiveObjects<rtExceptionInfo>;

// A number of what a callback that runs now was given; kNoInfo for anything else.
uint32_t read(const aclrtExceptionInfo* info, uint32_t rtExceptionInfo::* field) {
    const std::shared_ptr<rtExceptionInfo> live = LiveInfos::instance().find(info);
    return live == nullptr ? kNoInfo : live.get()->*field;
}

Status resolveInfo(const aclrtExceptionInfo* info, std::shared_ptr<rtExceptionInfo>* live) {
    return resolveObject(info, "info", "what an exception callback that runs now was given", live);
}

Status notNullCallback(aclrtExceptionInfoCallback callback) {
    return notNull(reinterpret_cast<const void*>(callback), "callback");
}

Status checkUceArguments(int32_t deviceId, const void* array, size_t arraySize) {
    ACC_TRY(validDevice(deviceId, "deviceId"));
    ACC_TRY(notNull(array, "memUceInfoArray"));
    return inRange<size_t>(arraySize, 1, MAX_MEM_UCE_INFO_ARRAY_SIZE, "arraySize");
}

bool isKernelFault(aclError code) {
    return (code >= ACL_ERROR_RT_AICORE_TIMEOUT && code <= ACL_ERROR_RT_AICORE_TRAP_EXCEPTION) ||
           (code >= ACL_ERROR_RT_VECTOR_CORE_TIMEOUT && code <= ACL_ERROR_RT_VECTOR_CORE_TRAP_EXCEPTION) ||
           (code >= ACL_ERROR_RT_AICORE_TRAP_READ_OVERFLOW && code <= ACL_ERROR_RT_VECTOR_CORE_TRAP_WRITE_OVERFLOW);
}

}  // namespace

extern "C" {

aclError aclrtExceptionInfoCallbackRegister(aclrtExceptionInfoCallback callback) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNullCallback(callback));
        core::addExceptionCallback(callback);
        return {};
    });
}

aclError aclrtExceptionInfoCallbackUnregister(aclrtExceptionInfoCallback callback) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNullCallback(callback));
        core::removeExceptionCallback(callback);
        return {};
    });
}

aclError aclrtSetExceptionInfoCallback(aclrtExceptionInfoCallback callback) {
    return apiCall(__func__, [&]() -> Status {
        core::setExceptionCallback(callback);
        return {};
    });
}

aclError aclrtBinarySetExceptionCallback(aclrtBinHandle binHandle, aclrtOpExceptionCallback callback, void* userData) {
    return apiCall(__func__, [&]() -> Status {
        core::HandleTable<core::Binary>::Pin binary;
        ACC_TRY(resolve(runtime().binaries, binHandle, HandleKind::binary, "binHandle", &binary));
        core::setBinaryExceptionCallback(binHandle, callback, userData);
        return {};
    });
}

uint32_t aclrtGetTaskIdFromExceptionInfo(const aclrtExceptionInfo* info) {
    return read(info, &rtExceptionInfo::taskId);
}

uint32_t aclrtGetStreamIdFromExceptionInfo(const aclrtExceptionInfo* info) {
    return read(info, &rtExceptionInfo::streamId);
}

uint32_t aclrtGetThreadIdFromExceptionInfo(const aclrtExceptionInfo* info) {
    return read(info, &rtExceptionInfo::threadId);
}

uint32_t aclrtGetDeviceIdFromExceptionInfo(const aclrtExceptionInfo* info) {
    return read(info, &rtExceptionInfo::deviceId);
}

uint32_t aclrtGetErrorCodeFromExceptionInfo(const aclrtExceptionInfo* info) {
    return read(info, &rtExceptionInfo::errorCode);
}

aclError aclrtGetArgsFromExceptionInfo(const aclrtExceptionInfo* info, void** devArgsPtr, uint32_t* devArgsLen) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<rtExceptionInfo> live;
        ACC_TRY(resolveInfo(info, &live));
        ACC_TRY(notNull(devArgsPtr, "devArgsPtr"));
        ACC_TRY(notNull(devArgsLen, "devArgsLen"));
        *devArgsPtr = live->args;
        *devArgsLen = live->argsBytes;
        return {};
    });
}

aclError aclrtGetFuncHandleFromExceptionInfo(const aclrtExceptionInfo* info, aclrtFuncHandle* func) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<rtExceptionInfo> live;
        ACC_TRY(resolveInfo(info, &live));
        ACC_TRY(notNull(func, "func"));
        *func = live->function;
        return {};
    });
}

aclError aclrtGetErrorVerbose(int32_t deviceId, aclrtErrorInfo* errorInfo) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(validDevice(deviceId, "deviceId"));
        ACC_TRY(notNull(errorInfo, "errorInfo"));
        *errorInfo = {};
        if (const aclError code = runtime().device(deviceId).lastFault.load(); isKernelFault(code)) {
            errorInfo->errorType = ACL_RT_ERROR_AICORE;
            errorInfo->hasDetail = 1;
            errorInfo->detail.aicoreErrType = ACL_RT_AICORE_ERROR_SW;
        } else if (code != ACL_SUCCESS) {
            errorInfo->errorType = ACL_RT_ERROR_OTHERS;
        }
        return {};
    });
}

aclError aclrtRepairError(int32_t deviceId, const aclrtErrorInfo* errorInfo) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(validDevice(deviceId, "deviceId"));
        ACC_TRY(notNull(errorInfo, "errorInfo"));
        return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "an emulated device has no hardware to repair");
    });
}

aclError aclrtGetMemUceInfo(int32_t deviceId, aclrtMemUceInfo* memUceInfoArray, size_t arraySize, size_t* retSize) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(checkUceArguments(deviceId, memUceInfoArray, arraySize));
        ACC_TRY(notNull(retSize, "retSize"));
        *retSize = 0;
        return {};
    });
}

aclError aclrtMemUceRepair(int32_t deviceId, aclrtMemUceInfo* memUceInfoArray, size_t arraySize) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(checkUceArguments(deviceId, memUceInfoArray, arraySize));
        return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "an emulated device has no memory to repair");
    });
}

aclError aclrtDeviceTaskAbort(int32_t deviceId, uint32_t timeout) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(validDevice(deviceId, "deviceId"));
        ACC_TRY(inRange<uint32_t>(timeout, 0, kLongestAbortMs, "timeout"));
        const auto tell = [&](aclrtDeviceTaskAbortStage stage) -> Status {
            for (const auto& entry : core::Runtime::abortCallbacks().entries()) {
                if (const int32_t result = entry.function(deviceId, stage, timeout, entry.argument); result != 0) {
                    return Status::error(ACL_ERROR_RT_TASK_ABORT_STOP, "callback '{}' returned {}", entry.name, result);
                }
            }
            return {};
        };
        ACC_TRY(tell(ACL_RT_DEVICE_TASK_ABORT_PRE));
        core::Deadline deadline;
        if (timeout != 0) {
            deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(timeout);
        }
        ACC_TRY(runtime().device(deviceId).abortTasks(deadline));
        return tell(ACL_RT_DEVICE_TASK_ABORT_POST);
    });
}

aclError aclrtSetDeviceTaskAbortCallback(const char* regName, aclrtDeviceTaskAbortCallback callback, void* args) {
    return apiCall(__func__, [&]() -> Status { return core::Runtime::abortCallbacks().set(regName, callback, args); });
}

}  // extern "C"
