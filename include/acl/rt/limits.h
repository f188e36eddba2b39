/* SPDX-License-Identifier: Apache-2.0 */
/* Options, core limits, time limits, overflow detection. Conventions: see acl_rt.h, which includes this file. */
#ifndef ACC_INCLUDE_ACL_RT_LIMITS_H_
#define ACC_INCLUDE_ACL_RT_LIMITS_H_

#include <stddef.h>
#include <stdint.h>

#include "../acl_base.h"
#include "../acl_rt_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- options: kept and reported ---- */

/*
 * An option of the process and of the current context. ACL_OPT_DETERMINISTIC 0 to 3, others 0 or 1.
 * ACL_ERROR_INVALID_PARAM: unknown option or value out of range. The getter of the process answers 0 when it was never
 * set, the one of the context ACL_ERROR_RT_SYSPARAMOPT_NOT_SET.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetSysParamOpt(aclSysParamOpt opt, int64_t value);
ACL_FUNC_VISIBILITY aclError aclrtGetSysParamOpt(aclSysParamOpt opt, int64_t* value);
ACL_FUNC_VISIBILITY aclError aclrtCtxSetSysParamOpt(aclSysParamOpt opt, int64_t value);
ACL_FUNC_VISIBILITY aclError aclrtCtxGetSysParamOpt(aclSysParamOpt opt, int64_t* value);

/* ---- core limits: reported to programs, which choose numBlocks by them ---- */

/*
 * How many cube or vector cores programs should use, of a device and of a stream. ACL_ERROR_INVALID_PARAM: unknown
 * type, 0, or more than the device has. ACL_ERROR_RT_INVALID_DEVICEID: no such device.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetDeviceResLimit(int32_t deviceId, aclrtDevResLimitType type, uint32_t value);
ACL_FUNC_VISIBILITY aclError aclrtSetStreamResLimit(aclrtStream stream, aclrtDevResLimitType type, uint32_t value);

/* The limit: of the stream, else of the device, else what the device has. */
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceResLimit(int32_t deviceId, aclrtDevResLimitType type, uint32_t* value);
ACL_FUNC_VISIBILITY aclError aclrtGetStreamResLimit(aclrtStream stream, aclrtDevResLimitType type, uint32_t* value);

/* Take it off. */
ACL_FUNC_VISIBILITY aclError aclrtResetDeviceResLimit(int32_t deviceId);
ACL_FUNC_VISIBILITY aclError aclrtResetStreamResLimit(aclrtStream stream);

/* Makes the stream's limits those of the calling thread, and ends that. */
ACL_FUNC_VISIBILITY aclError aclrtUseStreamResInCurrentThread(aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclrtUnuseStreamResInCurrentThread(aclrtStream stream);

/* What the calling thread should launch with: the limit of its stream, else of the device, else what there is. */
ACL_FUNC_VISIBILITY aclError aclrtGetResInCurrentThread(aclrtDevResLimitType type, uint32_t* value);

/* ---- sizes of kernel stacks and printf buffers: kept and reported; the emulator's grow as needed ---- */

/*
 * Rounded up to the granularity of the limit. ACL_ERROR_INVALID_PARAM: unknown limit or out of range.
 * ACL_ERROR_RT_FEATURE_NOT_SUPPORT: a SIMT limit on an SoC without SIMT. ACL_ERROR_RT_PARAM_INVALID: both SIMT stacks
 * 0.
 */
ACL_FUNC_VISIBILITY aclError aclrtDeviceSetLimit(aclrtDeviceLimit limit, size_t value);
ACL_FUNC_VISIBILITY aclError aclrtDeviceGetLimit(aclrtDeviceLimit limit, size_t* value);

/* ---- time limits of kernels ---- */

/*
 * How long kernels launched from now on may run, unless their launch says otherwise; what runs longer is stopped with
 * ACL_ERROR_RT_VECTOR_CORE_TIMEOUT or ACL_ERROR_RT_AICORE_TIMEOUT. In seconds, 0 = the longest (1091 s, which is not
 * enforced); in microseconds (rounded up to a multiple of the interval; 0 = never, `*actualTimeout` = UINT64_MAX).
 */
ACL_FUNC_VISIBILITY aclError aclrtSetOpExecuteTimeOut(uint32_t timeout);
ACL_FUNC_VISIBILITY aclError aclrtSetOpExecuteTimeOutV2(uint64_t timeout, uint64_t* actualTimeout);

/* ACL_ERROR_RT_FEATURE_NOT_SUPPORT, as on every product. */
ACL_FUNC_VISIBILITY aclError aclrtSetOpExecuteTimeOutWithMs(uint32_t timeout);

/* The smallest step of a limit in microseconds: 1000. */
ACL_FUNC_VISIBILITY aclError aclrtGetOpTimeOutInterval(uint64_t* interval);

/* The limit in milliseconds; 1091000 when it was never set, UINT32_MAX for never. */
ACL_FUNC_VISIBILITY aclError aclrtGetOpExecuteTimeout(uint32_t* const timeoutMs);

/* ---- overflow of floating-point numbers: the emulator computes infinities and NaN, as the mode INFNAN says ---- */

/* ACL_ERROR_RT_FEATURE_NOT_SUPPORT: SATURATION. ACL_ERROR_INVALID_PARAM: unknown mode. */
ACL_FUNC_VISIBILITY aclError aclrtSetDeviceSatMode(aclrtFloatOverflowMode mode);

/* ACL_RT_OVERFLOW_MODE_INFNAN. */
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceSatMode(aclrtFloatOverflowMode* mode);

/*
 * Async: writes 64 bytes of status, all 0: the flag belongs to the saturation mode. ACL_ERROR_INVALID_PARAM: null, not
 * device memory, or outputSize is not 64.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetOverflowStatus(void* outputAddr, size_t outputSize, aclrtStream stream);

/* Async: clears the status, which is clear. */
ACL_FUNC_VISIBILITY aclError aclrtResetOverflowStatus(aclrtStream stream);

/* The switch of a stream, 0 or 1; kept and reported. ACL_ERROR_INVALID_PARAM: another value. */
ACL_FUNC_VISIBILITY aclError aclrtSetStreamOverflowSwitch(aclrtStream stream, uint32_t flag);
ACL_FUNC_VISIBILITY aclError aclrtGetStreamOverflowSwitch(aclrtStream stream, uint32_t* flag);

#ifdef __cplusplus
}
#endif

#endif /* ACC_INCLUDE_ACL_RT_LIMITS_H_ */
