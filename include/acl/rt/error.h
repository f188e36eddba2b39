/* SPDX-License-Identifier: Apache-2.0 */
/* Errors and messages. Conventions: see acl_rt.h, which includes this file. */
#ifndef ACC_INCLUDE_ACL_RT_ERROR_H_
#define ACC_INCLUDE_ACL_RT_ERROR_H_

#include <stddef.h>
#include <stdint.h>

#include "../acl_base.h"
#include "../acl_rt_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The messages of this thread's failures since the last call, newest first, and forgets them; null when there are none.
 * With "err_msg_mode": "1" in aclInit's file the list is the process's. The pointer lives until the next call of this
 * function in the same scope.
 */
ACL_FUNC_VISIBILITY const char* aclGetRecentErrMsg(void);

/* The thread's last error, ACL_SUCCESS when there was none. ACL_ERROR_INVALID_PARAM: level is not ACL_RT_THREAD_LEVEL.
 */
ACL_FUNC_VISIBILITY aclError aclrtPeekAtLastError(aclrtLastErrLevel level);

/* The same, and resets it. This is how a failed `kernel<<<...>>>` submission is seen. */
ACL_FUNC_VISIBILITY aclError aclrtGetLastError(aclrtLastErrLevel level);

/* ---- callbacks when a kernel fails: on a thread of the runtime, before the stream goes on ---- */

/* Adds a callback; adding it again changes nothing. ACL_ERROR_INVALID_PARAM: null. */
ACL_FUNC_VISIBILITY aclError aclrtExceptionInfoCallbackRegister(aclrtExceptionInfoCallback callback);

/* Takes it away; success also when it is unknown. Does not wait for calls that run. ACL_ERROR_INVALID_PARAM: null. */
ACL_FUNC_VISIBILITY aclError aclrtExceptionInfoCallbackUnregister(aclrtExceptionInfoCallback callback);

/* Deprecated: the one callback of the process besides the registered ones; null removes it. */
ACL_FUNC_VISIBILITY aclError aclrtSetExceptionInfoCallback(aclrtExceptionInfoCallback callback);

/* The callback for kernels of one binary; null removes it. */
ACL_FUNC_VISIBILITY aclError aclrtBinarySetExceptionCallback(aclrtBinHandle binHandle,
                                                             aclrtOpExceptionCallback callback, void* userData);

/* What failed: number of the task in its stream, id of the stream, id of the submitting thread, device, error code.
 * 0xFFFFFFFF for a null info. */
ACL_FUNC_VISIBILITY uint32_t aclrtGetTaskIdFromExceptionInfo(const aclrtExceptionInfo* info);
ACL_FUNC_VISIBILITY uint32_t aclrtGetStreamIdFromExceptionInfo(const aclrtExceptionInfo* info);
ACL_FUNC_VISIBILITY uint32_t aclrtGetThreadIdFromExceptionInfo(const aclrtExceptionInfo* info);
ACL_FUNC_VISIBILITY uint32_t aclrtGetDeviceIdFromExceptionInfo(const aclrtExceptionInfo* info);
ACL_FUNC_VISIBILITY uint32_t aclrtGetErrorCodeFromExceptionInfo(const aclrtExceptionInfo* info);

/* The kernel's argument block and its bytes; null and 0 without arguments. ACL_ERROR_INVALID_PARAM: null. */
ACL_FUNC_VISIBILITY aclError aclrtGetArgsFromExceptionInfo(const aclrtExceptionInfo* info, void** devArgsPtr,
                                                           uint32_t* devArgsLen);

/* The kernel. ACL_ERROR_INVALID_PARAM: null. */
ACL_FUNC_VISIBILITY aclError aclrtGetFuncHandleFromExceptionInfo(const aclrtExceptionInfo* info, aclrtFuncHandle* func);

/*
 * Sort of the device's last fault: ACL_RT_ERROR_AICORE with the detail SW after a kernel exception, _OTHERS after
 * another task's error, ACL_RT_NO_ERROR without one. ACL_ERROR_RT_INVALID_DEVICEID: no such device.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetErrorVerbose(int32_t deviceId, aclrtErrorInfo* errorInfo);

/* ---- hardware repair: there is no hardware. ACL_ERROR_RT_INVALID_DEVICEID: no such device. ---- */

/* ACL_ERROR_RT_FEATURE_NOT_SUPPORT. ACL_ERROR_INVALID_PARAM: null. */
ACL_FUNC_VISIBILITY aclError aclrtRepairError(int32_t deviceId, const aclrtErrorInfo* errorInfo);

/* `*retSize` = 0: there are no memory errors. ACL_ERROR_INVALID_PARAM: null, or arraySize 0 or above 128. */
ACL_FUNC_VISIBILITY aclError aclrtGetMemUceInfo(int32_t deviceId, aclrtMemUceInfo* memUceInfoArray, size_t arraySize,
                                                size_t* retSize);

/* ACL_ERROR_RT_FEATURE_NOT_SUPPORT. ACL_ERROR_INVALID_PARAM: null, or arraySize 0 or above 128. */
ACL_FUNC_VISIBILITY aclError aclrtMemUceRepair(int32_t deviceId, aclrtMemUceInfo* memUceInfoArray, size_t arraySize);

/* ---- stopping everything on a device ---- */

/*
 * Stops the kernels and waits of all streams of the device, drops what they have queued and waits for that, at most
 * `timeout` milliseconds (0 = for ever). Streams can be used again afterwards; threads that synchronise get
 * ACL_ERROR_RT_STREAM_ABORT. ACL_ERROR_RT_INVALID_DEVICEID: no such device. ACL_ERROR_RT_DEVICE_TASK_ABORT: another
 * thread is at it. ACL_ERROR_RT_TASK_ABORT_STOP: a callback failed. ACL_ERROR_INVALID_PARAM: above 36 minutes.
 * ACL_ERROR_RT_TIMEOUT: not finished in time.
 */
ACL_FUNC_VISIBILITY aclError aclrtDeviceTaskAbort(int32_t deviceId, uint32_t timeout);

/*
 * A named callback before and after aclrtDeviceTaskAbort; one that returns other than 0 before makes that call stop.
 * Null removes it. ACL_ERROR_INVALID_PARAM: regName null or empty, or unknown when callback is null.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetDeviceTaskAbortCallback(const char* regName, aclrtDeviceTaskAbortCallback callback,
                                                             void* args);

#ifdef __cplusplus
}
#endif

#endif /* ACC_INCLUDE_ACL_RT_ERROR_H_ */
