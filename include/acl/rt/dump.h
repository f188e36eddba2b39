/* SPDX-License-Identifier: Apache-2.0 */
/* Switches of dumps, and markers for profiling. Conventions: see acl_rt.h, which includes this file. */
#ifndef ACC_INCLUDE_ACL_RT_DUMP_H_
#define ACC_INCLUDE_ACL_RT_DUMP_H_

#include <stddef.h>
#include <stdint.h>

#include "../acl_base.h"
#include "../acl_rt_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Operators of models are what they would dump, and the runtime executes none: ACL_ERROR_RT_FEATURE_NOT_SUPPORT for
 * aclmdlSetDump. Init and finalise keep their order: ACL_ERROR_UNINITIALIZE without aclInit,
 * ACL_ERROR_DUMP_ALREADY_RUN, ACL_ERROR_DUMP_NOT_RUN. ACL_ERROR_INVALID_PARAM: null path. ACL_ERROR_INVALID_FILE:
 * cannot read it.
 */
ACL_FUNC_VISIBILITY aclError aclmdlInitDump(void);
ACL_FUNC_VISIBILITY aclError aclmdlSetDump(const char* dumpCfgPath);
ACL_FUNC_VISIBILITY aclError aclmdlFinalizeDump(void);

/*
 * Async: a marker with at most 18 bytes in the trace, when profiling is on. ACL_ERROR_INVALID_PARAM: null, or length
 * out of 1 to 18.
 */
ACL_FUNC_VISIBILITY aclError aclrtProfTrace(void* userdata, int32_t length, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACC_INCLUDE_ACL_RT_DUMP_H_ */
