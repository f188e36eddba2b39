/* SPDX-License-Identifier: Apache-2.0 */
/* Streams. Conventions: see acl_rt.h, which includes this file. */
#ifndef ACC_INCLUDE_ACL_RT_STREAM_H_
#define ACC_INCLUDE_ACL_RT_STREAM_H_

#include <stddef.h>
#include <stdint.h>

#include "../acl_base.h"
#include "../acl_rt_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A stream of the current context with the highest priority. ACL_ERROR_RT_NO_STREAM_RESOURCE: device has no more. */
ACL_FUNC_VISIBILITY aclError aclrtCreateStream(aclrtStream* stream);

/*
 * The same with priority 0 (most urgent) to 7 and ACL_STREAM_* flags. FAST_LAUNCH, FAST_SYNC and HUGE have no effect.
 * ACL_ERROR_INVALID_PARAM: priority above 7. ACL_ERROR_RT_FEATURE_NOT_SUPPORT: PERSISTENT, CPU_SCHEDULE or
 * DEVICE_USE_ONLY, which need model building.
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateStreamWithConfig(aclrtStream* stream, uint32_t priority, uint32_t flag);

/*
 * Waits for the stream's tasks and destroys it. An error that no call has returned yet is printed to stderr.
 * ACL_ERROR_INVALID_PARAM: a default stream.
 */
ACL_FUNC_VISIBILITY aclError aclrtDestroyStream(aclrtStream stream);

/* Drops the tasks that have not started and destroys the stream. Codes as aclrtDestroyStream. */
ACL_FUNC_VISIBILITY aclError aclrtDestroyStreamForce(aclrtStream stream);

/* Waits for every task submitted so far; returns the first error of the stream's tasks since the last such call. */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeStream(aclrtStream stream);

/*
 * The same for at most `timeout` milliseconds; -1 = for ever, 0 = poll. ACL_ERROR_RT_STREAM_SYNC_TIMEOUT: not finished
 * by then, the tasks go on. ACL_ERROR_INVALID_PARAM: timeout below -1.
 */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout);

/* Whether all tasks submitted so far are complete; never waits. */
ACL_FUNC_VISIBILITY aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus* status);

/* A small number that identifies the stream in messages. */
ACL_FUNC_VISIBILITY aclError aclrtStreamGetId(aclrtStream stream, int32_t* streamId);

/* The priority it was created with. */
ACL_FUNC_VISIBILITY aclError aclrtStreamGetPriority(aclrtStream stream, uint32_t* priority);

/* The flags it was created with. */
ACL_FUNC_VISIBILITY aclError aclrtStreamGetFlags(aclrtStream stream, uint32_t* flags);

/* How many more streams the current device can have. */
ACL_FUNC_VISIBILITY aclError aclrtGetStreamAvailableNum(uint32_t* streamCount);

/*
 * ACL_CONTINUE_ON_FAILURE (default) or ACL_STOP_ON_FAILURE: after the first failing task nothing more runs in any
 * stream of the context and submissions are refused with that task's error, until the context is destroyed.
 * ACL_ERROR_INVALID_PARAM: unknown mode, or the stream's mode was set before.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetStreamFailureMode(aclrtStream stream, uint64_t mode);

/*
 * Stops the stream's current task (a wait ends, a kernel is cancelled, a host function is waited for) and drops the
 * queued ones. Threads that synchronise with the stream meanwhile get ACL_ERROR_RT_STREAM_ABORT. The stream can be used
 * again. ACL_ERROR_INVALID_PARAM: null. ACL_ERROR_RT_STREAM_MODEL: the stream is bound to a graph.
 */
ACL_FUNC_VISIBILITY aclError aclrtStreamAbort(aclrtStream stream);

/*
 * Stops the current task only; of a kernel, the next synchronise returns ACL_ERROR_RT_STREAM_ABORT. Codes as
 * aclrtStreamAbort.
 */
ACL_FUNC_VISIBILITY aclError aclrtStreamStop(aclrtStream stream);

/*
 * One attribute from a union. FAILURE_MODE as aclrtSetStreamFailureMode; FLOAT_OVERFLOW_CHECK 0 or 1; USER_CUSTOM_TAG
 * and CACHE_OP_INFO (0 or 1) are kept and reported. ACL_ERROR_INVALID_PARAM: null, unknown attribute, illegal value, or
 * PRIORITY, which is set at creation.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetStreamAttribute(aclrtStream stream, aclrtStreamAttr stmAttrType,
                                                     aclrtStreamAttrValue* value);

/* Reads one back. ACL_ERROR_INVALID_PARAM: null or unknown attribute. */
ACL_FUNC_VISIBILITY aclError aclrtGetStreamAttribute(aclrtStream stream, aclrtStreamAttr stmAttrType,
                                                     aclrtStreamAttrValue* value);

/*
 * A named callback after a stream is created (also a default one) and before one is destroyed; null removes it. It must
 * not call the runtime. ACL_ERROR_INVALID_PARAM: regName null, empty, or in use; or unknown when callback is null.
 */
ACL_FUNC_VISIBILITY aclError aclrtRegStreamStateCallback(const char* regName, aclrtStreamStateCallback callback,
                                                         void* args);

/* ---- streams from a configuration object ---- */

/* An object with flag 0 and priority 0; null when memory is exhausted. */
ACL_FUNC_VISIBILITY aclrtStreamConfigHandle* aclrtCreateStreamConfigHandle(void);

/* ACL_ERROR_INVALID_PARAM: null. */
ACL_FUNC_VISIBILITY aclError aclrtDestroyStreamConfigHandle(aclrtStreamConfigHandle* handle);

/* Copies one attribute from `attrValue`. ACL_ERROR_INVALID_PARAM: null, unknown attribute, or not its size. */
ACL_FUNC_VISIBILITY aclError aclrtSetStreamConfigOpt(aclrtStreamConfigHandle* handle, aclrtStreamConfigAttr attr,
                                                     const void* attrValue, size_t valueSize);

/* As aclrtCreateStreamWithConfig; work memory is not needed here. ACL_ERROR_INVALID_PARAM also: null handle. */
ACL_FUNC_VISIBILITY aclError aclrtCreateStreamV2(aclrtStream* stream, const aclrtStreamConfigHandle* handle);

#ifdef __cplusplus
}
#endif

#endif /* ACC_INCLUDE_ACL_RT_STREAM_H_ */
