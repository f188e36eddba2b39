/* SPDX-License-Identifier: Apache-2.0 */
/* Sharing with other processes. Conventions: see acl_rt.h, which includes this file. */
#ifndef ACC_INCLUDE_ACL_RT_IPC_H_
#define ACC_INCLUDE_ACL_RT_IPC_H_

#include <stddef.h>
#include <stdint.h>

#include "../acl_base.h"
#include "../acl_rt_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Processes of one user on one host. What is exported can be imported until its process ends, frees or closes it, then
 * ACL_ERROR_RT_IPC_ERROR, by the processes it allowed or all, else ACL_ERROR_RT_NO_PERMISSION. A key is a C string.
 */

/* ACL_ERROR_RT_INVALID_HANDLE: the event. ACL_ERROR_INVALID_PARAM: an event without ACL_EVENT_IPC, bytes that are no
 * handle. Waits for a process that has ended fail with ACL_ERROR_RT_IPC_ERROR. Destroy both with aclrtDestroyEvent. */
ACL_FUNC_VISIBILITY aclError aclrtIpcGetEventHandle(aclrtEvent event, aclrtIpcEventHandle* handle);
ACL_FUNC_VISIBILITY aclError aclrtIpcOpenEventHandle(aclrtIpcEventHandle handle, aclrtEvent* event);

/* len >= 65. flags: DISABLE_PID_VALIDATION allows all processes. ACL_ERROR_RT_INVALID_HANDLE: the notify. */
ACL_FUNC_VISIBILITY aclError aclrtNotifyGetExportKey(aclrtNotify notify, char* key, size_t len, uint64_t flags);
ACL_FUNC_VISIBILITY aclError aclrtNotifySetImportPid(aclrtNotify notify, int32_t* pid, size_t num);
ACL_FUNC_VISIBILITY aclError aclrtNotifyImportByKey(aclrtNotify* notify, const char* key, uint64_t flags);

/*
 * handleType NONE; shareType DEFAULT (uint64_t), on Ascend 910_93 also FABRIC. ACL_ERROR_RT_INVALID_HANDLE: the memory.
 * ACL_ERROR_RT_PARAM_INVALID: exported or imported already, or exported by this process. Free with aclrtFreePhysical.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemExportToShareableHandle(aclrtDrvMemHandle handle, aclrtMemHandleType handleType,
                                                             uint64_t flags, uint64_t* shareableHandle);
ACL_FUNC_VISIBILITY aclError aclrtMemExportToShareableHandleV2(aclrtDrvMemHandle handle, uint64_t flags,
                                                               aclrtMemSharedHandleType shareType,
                                                               void* shareableHandle);
ACL_FUNC_VISIBILITY aclError aclrtMemImportFromShareableHandle(uint64_t shareableHandle, int32_t deviceId,
                                                               aclrtDrvMemHandle* handle);
ACL_FUNC_VISIBILITY aclError aclrtMemImportFromShareableHandleV2(void* shareableHandle,
                                                                 aclrtMemSharedHandleType shareType, uint64_t flags,
                                                                 aclrtDrvMemHandle* handle);
ACL_FUNC_VISIBILITY aclError aclrtMemSetPidToShareableHandle(uint64_t shareableHandle, int32_t* pid, size_t pidNum);
ACL_FUNC_VISIBILITY aclError aclrtMemSetPidToShareableHandleV2(void* shareableHandle,
                                                               aclrtMemSharedHandleType shareType, int32_t* pid,
                                                               size_t pidNum);

/* Whole pages of a block; len = 65. Import of another device's memory: ACL_ERROR_INVALID_PARAM without peer access. */
ACL_FUNC_VISIBILITY aclError aclrtIpcMemGetExportKey(void* devPtr, size_t size, char* key, size_t len, uint64_t flags);
ACL_FUNC_VISIBILITY aclError aclrtIpcMemSetImportPid(const char* key, int32_t* pid, size_t num);
ACL_FUNC_VISIBILITY aclError aclrtIpcMemImportByKey(void** devPtr, const char* key, uint64_t flags);
ACL_FUNC_VISIBILITY aclError aclrtIpcMemClose(const char* key);

#ifdef __cplusplus
}
#endif

#endif /* ACC_INCLUDE_ACL_RT_IPC_H_ */
