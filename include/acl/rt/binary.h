/* SPDX-License-Identifier: Apache-2.0 */
/* Kernel binaries and functions. Conventions: see acl_rt.h, which includes this file. */
#ifndef ACC_INCLUDE_ACL_RT_BINARY_H_
#define ACC_INCLUDE_ACL_RT_BINARY_H_

#include <stddef.h>
#include <stdint.h>

#include "../acl_base.h"
#include "../acl_rt_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Loads a kernel binary made by `acc`; options may be null. ACL_ERROR_RT_FILE_OPEN: cannot open it.
 * ACL_ERROR_RT_PARAM_INVALID: not a kernel binary for this emulator. ACL_ERROR_INVALID_PARAM: null or unknown option.
 */
ACL_FUNC_VISIBILITY aclError aclrtBinaryLoadFromFile(const char* binPath, aclrtBinaryLoadOptions* options,
                                                     aclrtBinHandle* binHandle);

/* The same from memory, which may be freed afterwards. ACL_ERROR_INVALID_PARAM also: length 0. */
ACL_FUNC_VISIBILITY aclError aclrtBinaryLoadFromData(const void* data, size_t length,
                                                     const aclrtBinaryLoadOptions* options, aclrtBinHandle* binHandle);

/* Waits for launches of its kernels and unloads it; its function handles become invalid. */
ACL_FUNC_VISIBILITY aclError aclrtBinaryUnLoad(aclrtBinHandle binHandle);

/* The kernel with this symbol name. ACL_ERROR_RT_KERNEL_LOOKUP: none, the message lists those there are. */
ACL_FUNC_VISIBILITY aclError aclrtBinaryGetFunction(const aclrtBinHandle binHandle, const char* kernelName,
                                                    aclrtFuncHandle* funcHandle);

/* The same by position in the binary. ACL_ERROR_RT_KERNEL_LOOKUP: out of range. */
ACL_FUNC_VISIBILITY aclError aclrtBinaryGetFunctionByEntry(aclrtBinHandle binHandle, uint64_t funcEntry,
                                                           aclrtFuncHandle* funcHandle);

/* The kernel whose host symbol is `symbol`. ACL_ERROR_RT_INVALID_DEVICE_FUNCTION: not a registered kernel. */
ACL_FUNC_VISIBILITY aclError aclrtGetFuncBySymbol(const void* symbol, aclrtFuncHandle* funcHandle);

/* The binary of a function. ACL_ERROR_RT_PARAM_INVALID: it was compiled into the program. */
ACL_FUNC_VISIBILITY aclError aclrtFunctionGetBinary(const aclrtFuncHandle funcHandle, aclrtBinHandle* binHandle);

/* Its symbol name. ACL_ERROR_INVALID_PARAM: maxLen too small for the name and its terminating zero. */
ACL_FUNC_VISIBILITY aclError aclrtGetFunctionName(aclrtFuncHandle funcHandle, uint32_t maxLen, char* name);

/* Host addresses of the cube and vector code; null for a part it does not have. */
ACL_FUNC_VISIBILITY aclError aclrtGetFunctionAddr(aclrtFuncHandle funcHandle, void** aicAddr, void** aivAddr);

/* Kernel type (aclrtKernelType), ratio (low 16 bits vector, next 16 cube) or schedule mode. */
ACL_FUNC_VISIBILITY aclError aclrtGetFunctionAttribute(aclrtFuncHandle funcHandle, aclrtFuncAttribute attrType,
                                                       int64_t* attrValue);

/* Number of parameters; `func` is a function handle or a kernel's host symbol. */
ACL_FUNC_VISIBILITY aclError aclrtFunctionGetParamCount(const void* func, size_t* paramCount);

/* Offset and bytes of a parameter in the argument block; one of the outputs may be null. */
ACL_FUNC_VISIBILITY aclError aclrtFunctionGetParamInfo(const void* func, size_t paramIndex, size_t* paramOffset,
                                                       size_t* paramSize);

/* Where the binary was loaded (null when it was loaded with LAZY_LOAD) and its bytes. */
ACL_FUNC_VISIBILITY aclError aclrtBinaryGetDevAddress(const aclrtBinHandle binHandle, void** binAddr, size_t* binSize);

/* A __gm__ variable of the binary; one of the outputs may be null. ACL_ERROR_RT_SYMBOL_NOT_FOUND: it has none such. */
ACL_FUNC_VISIBILITY aclError aclrtBinaryGetGlobal(aclrtBinHandle binHandle, const char* name, void** dptr,
                                                  size_t* size);

/* The older way: a description of bytes that the program keeps; null (with a message) for null or 0 bytes. */
ACL_FUNC_VISIBILITY aclrtBinary aclrtCreateBinary(const void* data, size_t dataLen);
ACL_FUNC_VISIBILITY aclError aclrtDestroyBinary(aclrtBinary binary);

/* As aclrtBinaryLoadFromData. */
ACL_FUNC_VISIBILITY aclError aclrtBinaryLoad(const aclrtBinary binary, aclrtBinHandle* binHandle);

/* Bytes of the cube and vector code; 0 for a part it does not have, 1 when the binary does not tell. */
ACL_FUNC_VISIBILITY aclError aclrtGetFunctionSize(aclrtFuncHandle funcHandle, size_t* aicSize, size_t* aivSize);

/* 0: there are no SIMT kernels. ACL_ERROR_INVALID_PARAM: flags is not 0. */
ACL_FUNC_VISIBILITY aclError aclrtFunctionGetAvailDynUbufPerBlock(void* func, uint32_t flags, size_t* dynamicUbufSize);

/* ACL_ERROR_RT_PARAM_INVALID: binaries of AI CPU kernels are not supported, so `handle` is none. */
ACL_FUNC_VISIBILITY aclError aclrtRegisterCpuFunc(const aclrtBinHandle handle, const char* funcName,
                                                  const char* kernelName, aclrtFuncHandle* funcHandle);

#ifdef __cplusplus
}
#endif

#endif /* ACC_INCLUDE_ACL_RT_BINARY_H_ */
