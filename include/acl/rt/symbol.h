/* SPDX-License-Identifier: Apache-2.0 */
/* __gm__ variables. Conventions: see acl_rt.h, which includes this file. */
#ifndef ACC_INCLUDE_ACL_RT_SYMBOL_H_
#define ACC_INCLUDE_ACL_RT_SYMBOL_H_

#include <stddef.h>
#include <stdint.h>

#include "../acl_base.h"
#include "../acl_rt_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * `symbol` is the address by which host code knows a __gm__ variable of the program.
 * ACL_ERROR_RT_INVALID_SYMBOL: not one.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetSymbolAddress(const void* symbol, void** devPtr);
ACL_FUNC_VISIBILITY aclError aclrtGetSymbolSize(const void* symbol, size_t* size);

/*
 * Copies `count` bytes to or from `offset` in the variable. ACL_ERROR_INVALID_PARAM: null, beyond the variable or
 * dstMax, or a kind other than the direction and ACL_MEMCPY_DEFAULT. Async forms and other codes as aclrtMemcpyAsync
 * and aclrtMemcpy.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpyToSymbol(const void* symbol, const void* src, size_t count, size_t offset,
                                                 aclrtMemcpyKind kind);
ACL_FUNC_VISIBILITY aclError aclrtMemcpyToSymbolAsync(const void* symbol, const void* src, size_t count, size_t offset,
                                                      aclrtMemcpyKind kind, aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclrtMemcpyFromSymbol(void* dst, size_t dstMax, const void* symbol, size_t count,
                                                   size_t offset, aclrtMemcpyKind kind);
ACL_FUNC_VISIBILITY aclError aclrtMemcpyFromSymbolAsync(void* dst, size_t dstMax, const void* symbol, size_t count,
                                                        size_t offset, aclrtMemcpyKind kind, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACC_INCLUDE_ACL_RT_SYMBOL_H_ */
