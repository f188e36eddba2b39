/* SPDX-License-Identifier: Apache-2.0 */
/* Argument lists. Conventions: see acl_rt.h, which includes this file. */
#ifndef ACC_INCLUDE_ACL_RT_ARGS_H_
#define ACC_INCLUDE_ACL_RT_ARGS_H_

#include <stddef.h>
#include <stdint.h>

#include "../acl_base.h"
#include "../acl_rt_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A list of arguments for `funcHandle`, to be appended left to right. The runtime owns it; it goes with the binary.
 */
ACL_FUNC_VISIBILITY aclError aclrtKernelArgsInit(aclrtFuncHandle funcHandle, aclrtArgsHandle* argsHandle);

/*
 * The same in the caller's memory: `argsHandle` points to aclrtKernelArgsGetHandleMemSize bytes, `userHostMem` to
 * `actualArgsSize` bytes from aclrtKernelArgsGetMemSize.
 */
ACL_FUNC_VISIBILITY aclError aclrtKernelArgsInitByUserMem(aclrtFuncHandle funcHandle, aclrtArgsHandle argsHandle,
                                                          void* userHostMem, size_t actualArgsSize);

/* Bytes for a list whose arguments, each rounded up to 8 bytes, sum up to `userArgsSize`. */
ACL_FUNC_VISIBILITY aclError aclrtKernelArgsGetMemSize(aclrtFuncHandle funcHandle, size_t userArgsSize,
                                                       size_t* actualArgsSize);

/* Bytes for a list handle in the caller's memory. */
ACL_FUNC_VISIBILITY aclError aclrtKernelArgsGetHandleMemSize(aclrtFuncHandle funcHandle, size_t* memSize);

/*
 * Copies the next argument. ACL_ERROR_INVALID_PARAM: null, size 0 or not the parameter's. ACL_ERROR_RT_PARAM_INVALID:
 * more arguments than parameters (or than 128).
 */
ACL_FUNC_VISIBILITY aclError aclrtKernelArgsAppend(aclrtArgsHandle argsHandle, void* param, size_t paramSize,
                                                   aclrtParamHandle* paramHandle);

/* The next argument is a pointer to a buffer that travels with the arguments. Codes as aclrtKernelArgsAppend. */
ACL_FUNC_VISIBILITY aclError aclrtKernelArgsAppendPlaceHolder(aclrtArgsHandle argsHandle,
                                                              aclrtParamHandle* paramHandle);

/* That buffer, `dataSize` bytes, to be filled before Finalize. ACL_ERROR_RT_PARAM_INVALID: not a placeholder. */
ACL_FUNC_VISIBILITY aclError aclrtKernelArgsGetPlaceHolderBuffer(aclrtArgsHandle argsHandle,
                                                                 aclrtParamHandle paramHandle, size_t dataSize,
                                                                 void** bufferAddr);

/* Replaces a value; Finalize again afterwards. ACL_ERROR_RT_PARAM_INVALID: a placeholder or unknown parameter. */
ACL_FUNC_VISIBILITY aclError aclrtKernelArgsParaUpdate(aclrtArgsHandle argsHandle, aclrtParamHandle paramHandle,
                                                       void* param, size_t paramSize);

/* Completes the list. ACL_ERROR_RT_PARAM_INVALID: arguments are missing. */
ACL_FUNC_VISIBILITY aclError aclrtKernelArgsFinalize(aclrtArgsHandle argsHandle);

#ifdef __cplusplus
}
#endif

#endif /* ACC_INCLUDE_ACL_RT_ARGS_H_ */
