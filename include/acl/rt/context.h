/* SPDX-License-Identifier: Apache-2.0 */
/* Contexts. Conventions: see acl_rt.h, which includes this file. */
#ifndef ACC_INCLUDE_ACL_RT_CONTEXT_H_
#define ACC_INCLUDE_ACL_RT_CONTEXT_H_

#include <stddef.h>
#include <stdint.h>

#include "../acl_base.h"
#include "../acl_rt_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A new context with its own default stream, made current for the thread; activates the device when nobody has.
 * ACL_ERROR_RT_INVALID_DEVICEID: no such device. ACL_ERROR_RT_NO_STREAM_RESOURCE: no stream left for the default
 * stream.
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateContext(aclrtContext* context, int32_t deviceId);

/*
 * Waits for the context's streams and destroys it with them; threads where it was current have none afterwards.
 * ACL_ERROR_RT_PARAM_INVALID: a default context (those go with aclrtResetDevice).
 */
ACL_FUNC_VISIBILITY aclError aclrtDestroyContext(aclrtContext context);

/* Makes the context, and with it its device, current for the thread. */
ACL_FUNC_VISIBILITY aclError aclrtSetCurrentContext(aclrtContext context);

/* The thread's context. */
ACL_FUNC_VISIBILITY aclError aclrtGetCurrentContext(aclrtContext* context);

/* The stream that NULL means in the current context. */
ACL_FUNC_VISIBILITY aclError aclrtCtxGetCurrentDefaultStream(aclrtStream* stream);

/*
 * `*active` = 1 when the default context of the device exists; `flags` must be null.
 * ACL_ERROR_RT_INVALID_DEVICEID: no such device.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetPrimaryCtxState(int32_t deviceId, uint32_t* flags, int32_t* active);

#ifdef __cplusplus
}
#endif

#endif /* ACC_INCLUDE_ACL_RT_CONTEXT_H_ */
