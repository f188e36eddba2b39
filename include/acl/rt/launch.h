/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel launches: all async. Conventions: see acl_rt.h, which includes this file. */
#ifndef ACC_INCLUDE_ACL_RT_LAUNCH_H_
#define ACC_INCLUDE_ACL_RT_LAUNCH_H_

#include <stddef.h>
#include <stdint.h>

#include "../acl_base.h"
#include "../acl_rt_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Common codes. ACL_ERROR_INVALID_PARAM: numBlocks 0 or above 65535, argsSize does not fit the kernel's parameters,
 * null arguments, unknown launch attribute, both timeouts. ACL_ERROR_RT_PARAM_INVALID: a mix kernel with more blocks
 * than core groups, or more dynamic UB than there is.
 */

/* Arguments in device memory, read when the kernel runs. A host pointer is copied now, with a warning. */
ACL_FUNC_VISIBILITY aclError aclrtLaunchKernel(aclrtFuncHandle funcHandle, uint32_t numBlocks, const void* argsData,
                                               size_t argsSize, aclrtStream stream);

/* The same with attributes; cfg may be null. */
ACL_FUNC_VISIBILITY aclError aclrtLaunchKernelV2(aclrtFuncHandle funcHandle, uint32_t numBlocks, const void* argsData,
                                                 size_t argsSize, aclrtLaunchKernelCfg* cfg, aclrtStream stream);

/* Arguments from a list, copied now; reserve must be null. ACL_ERROR_RT_PARAM_INVALID also: the list is not finalised.
 */
ACL_FUNC_VISIBILITY aclError aclrtLaunchKernelWithConfig(aclrtFuncHandle funcHandle, uint32_t numBlocks,
                                                         aclrtStream stream, aclrtLaunchKernelCfg* cfg,
                                                         aclrtArgsHandle argsHandle, void* reserve);

/*
 * Arguments in host memory, copied now. Each placeholder {addrOffset, dataOffset} makes the pointer at addrOffset point
 * to the device copy of the bytes at dataOffset.
 */
ACL_FUNC_VISIBILITY aclError aclrtLaunchKernelWithHostArgs(aclrtFuncHandle funcHandle, uint32_t numBlocks,
                                                           aclrtStream stream, aclrtLaunchKernelCfg* cfg,
                                                           void* hostArgs, size_t argsSize,
                                                           aclrtPlaceHolderInfo* placeHolderArray,
                                                           size_t placeHolderNum);

/* args[i] points to argument i, copied now; `func` is a function handle or a kernel's host symbol. */
ACL_FUNC_VISIBILITY aclError aclrtLaunchKernelWithArgsArray(void* func, uint32_t numBlocks, aclrtStream stream,
                                                            aclrtLaunchKernelCfg* cfg, void** args);

/*
 * Device address of the block that cube and vector cores synchronise through; programs pass it to mix kernels.
 * ACL_ERROR_RT_FEATURE_NOT_SUPPORT: the emulated SoC has none (950).
 */
ACL_FUNC_VISIBILITY aclError aclrtGetHardwareSyncAddr(void** addr);

/*
 * SIMT launches. ACL_ERROR_RT_FEATURE_NOT_SUPPORT: there are no SIMT kernels, so `func` is none.
 * ACL_ERROR_INVALID_PARAM: extents whose product is 0, more than 65535 blocks or 2048 threads, null arguments.
 */
ACL_FUNC_VISIBILITY aclError aclrtLaunchSIMTKernelWithArgsArray(void* func, dim3 gridDim, dim3 blockDim,
                                                                size_t dynUbufSize, aclrtStream stream,
                                                                aclrtLaunchKernelCfg* cfg, void** args);
ACL_FUNC_VISIBILITY aclError aclrtLaunchSIMTKernelWithHostArgs(void* func, dim3 gridDim, dim3 blockDim,
                                                               size_t dynUbufSize, aclrtStream stream,
                                                               aclrtLaunchKernelCfg* cfg, void* hostArgs,
                                                               size_t argsSize, aclrtPlaceHolderInfo* placeHolderArray,
                                                               size_t placeHolderNum);

#ifdef __cplusplus
}
#endif

#endif /* ACC_INCLUDE_ACL_RT_LAUNCH_H_ */
