/* SPDX-License-Identifier: Apache-2.0 */
/* Host functions in streams. Conventions: see acl_rt.h, which includes this file. */
#ifndef ACC_INCLUDE_ACL_RT_CALLBACK_H_
#define ACC_INCLUDE_ACL_RT_CALLBACK_H_

#include <stddef.h>
#include <stdint.h>

#include "../acl_base.h"
#include "../acl_rt_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Async: runs fn(args) on a thread of the runtime; later tasks of the stream wait for it. */
ACL_FUNC_VISIBILITY aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc fn, void* args);

/*
 * Async: hands fn(userData) to the thread subscribed to the stream; with ACL_CALLBACK_BLOCK later tasks wait for it.
 * ACL_ERROR_RT_STREAM_NO_CB_REG: no thread is subscribed.
 */
ACL_FUNC_VISIBILITY aclError aclrtLaunchCallback(aclrtCallback fn, void* userData, aclrtCallbackBlockType blockType,
                                                 aclrtStream stream);

/*
 * Makes the thread (its pthread_self() value) serve the stream's callbacks. ACL_ERROR_RT_STREAM_SUBSCRIBE: the stream
 * has a thread already. ACL_ERROR_RT_THREAD_SUBSCRIBE: the thread serves another device.
 */
ACL_FUNC_VISIBILITY aclError aclrtSubscribeReport(uint64_t threadId, aclrtStream stream);

/*
 * Runs one callback for the calling thread, waiting at most `timeout` milliseconds for it; -1 = for ever.
 * ACL_ERROR_RT_REPORT_TIMEOUT: none came. ACL_ERROR_RT_THREAD_SUBSCRIBE: the thread serves no stream.
 * ACL_ERROR_INVALID_PARAM: timeout 0 or below -1.
 */
ACL_FUNC_VISIBILITY aclError aclrtProcessReport(int32_t timeout);

/* Ends it. ACL_ERROR_RT_THREAD_SUBSCRIBE / _STREAM_SUBSCRIBE: thread or stream is not subscribed. */
ACL_FUNC_VISIBILITY aclError aclrtUnSubscribeReport(uint64_t threadId, aclrtStream stream);

/* ---- callback threads of device schedulers: ACL_ERROR_RT_FEATURE_NOT_SUPPORT on every SoC that is emulated ---- */

ACL_FUNC_VISIBILITY aclError aclrtSubscribeHostFunc(uint64_t hostFuncThreadId, aclrtStream exeStream);
ACL_FUNC_VISIBILITY aclError aclrtProcessHostFunc(int32_t timeout);
ACL_FUNC_VISIBILITY aclError aclrtUnSubscribeHostFunc(uint64_t hostFuncThreadId, aclrtStream exeStream);

/*
 * The number, within its stream, of the last task that the calling thread submitted to a stream it named.
 * ACL_ERROR_INVALID_PARAM: null.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetThreadLastTaskId(uint32_t* taskId);

#ifdef __cplusplus
}
#endif

#endif /* ACC_INCLUDE_ACL_RT_CALLBACK_H_ */
