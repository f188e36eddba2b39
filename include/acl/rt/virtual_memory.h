/* SPDX-License-Identifier: Apache-2.0 */
/* Virtual memory. Conventions: see acl_rt.h, which includes this file. */
#ifndef ACC_INCLUDE_ACL_RT_VIRTUAL_MEMORY_H_
#define ACC_INCLUDE_ACL_RT_VIRTUAL_MEMORY_H_

#include <stddef.h>
#include <stdint.h>

#include "../acl_base.h"
#include "../acl_rt_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Reserves addresses without memory. ACL_ERROR_INVALID_PARAM: size 0, alignment not 0, or flags not 0.
 * ACL_ERROR_RT_FEATURE_NOT_SUPPORT: expectPtr given. ACL_ERROR_RT_MEMORY_ALLOCATION: no address space.
 */
ACL_FUNC_VISIBILITY aclError aclrtReserveMemAddress(void** virPtr, size_t size, size_t alignment, void* expectPtr,
                                                    uint64_t flags);

/* ACL_ERROR_RT_PARAM_INVALID: not the start of a reservation, or something is still mapped in it. */
ACL_FUNC_VISIBILITY aclError aclrtReleaseMemAddress(void* virPtr);

/*
 * A block of device memory without address. ACL_ERROR_INVALID_PARAM: size 0, flags not 0, or properties other than
 * handleType NONE, allocationType PINNED and a DEVICE or HOST location. ACL_ERROR_RT_INVALID_DEVICEID: no such device.
 * ACL_ERROR_RT_MEMORY_ALLOCATION: exhausted.
 */
ACL_FUNC_VISIBILITY aclError aclrtMallocPhysical(aclrtDrvMemHandle* handle, size_t size,
                                                 const aclrtPhysicalMemProp* prop, uint64_t flags);

/* Frees the block when its last mapping is gone; one call per handle and retain. */
ACL_FUNC_VISIBILITY aclError aclrtFreePhysical(aclrtDrvMemHandle handle);

/*
 * Maps the block at an address inside a reservation. ACL_ERROR_INVALID_PARAM: null, size not the block's, offset or
 * flags not 0. ACL_ERROR_RT_PARAM_INVALID: the range is not inside one reservation or overlaps a mapping.
 */
ACL_FUNC_VISIBILITY aclError aclrtMapMem(void* virPtr, size_t size, size_t offset, aclrtDrvMemHandle handle,
                                         uint64_t flags);

/* ACL_ERROR_RT_PARAM_INVALID: not the start of a mapping. */
ACL_FUNC_VISIBILITY aclError aclrtUnmapMem(void* virPtr);

/* Allows access to a mapping; only READWRITE. ACL_ERROR_RT_PARAM_INVALID: not a mapping of that size. */
ACL_FUNC_VISIBILITY aclError aclrtMemSetAccess(void* virPtr, size_t size, aclrtMemAccessDesc* desc, size_t count);

/* `*granularity` = 2 MiB for both options. */
ACL_FUNC_VISIBILITY aclError aclrtMemGetAllocationGranularity(aclrtPhysicalMemProp* prop,
                                                              aclrtMemGranularityOptions option, size_t* granularity);

/* The block mapped at an address. ACL_ERROR_RT_PARAM_INVALID: nothing is mapped there. */
ACL_FUNC_VISIBILITY aclError aclrtMemRetainAllocationHandle(void* virPtr, aclrtDrvMemHandle* handle);

/* The properties the block was made with. */
ACL_FUNC_VISIBILITY aclError aclrtMemGetAllocationPropertiesFromHandle(aclrtDrvMemHandle handle,
                                                                       aclrtPhysicalMemProp* prop);

/* As aclrtMapMem, but any access faults until aclrtMemSetAccess. */
ACL_FUNC_VISIBILITY aclError aclrtMemMapNoAccess(void* virPtr, size_t size, size_t offset, aclrtDrvMemHandle handle,
                                                 uint64_t flags);

/*
 * `*flag` = aclrtMemAccessFlags of a location for a mapping: READWRITE for the one of its memory, NONE for others and
 * before aclrtMemSetAccess. ACL_ERROR_RT_PARAM_INVALID: nothing is mapped there.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemGetAccess(void* virPtr, aclrtMemLocation* location, uint64_t* flag);

/* ---- of other products: ACL_ERROR_RT_FEATURE_NOT_SUPPORT after the checks of their parameters ---- */

ACL_FUNC_VISIBILITY aclError aclrtReserveMemAddressNoUCMemory(void** virPtr, size_t size, size_t alignment,
                                                              void* expectPtr, uint64_t flags);
ACL_FUNC_VISIBILITY aclError aclrtMemMapSelectedLink(void* virPtrDst, size_t size, void* virPtrSrc, uint32_t linkIdx);

/* ACL_ERROR_RT_LINK_TYPE_NOT_SUPPORTED: unknown link. */
ACL_FUNC_VISIBILITY aclError aclrtMemMapSetLink(aclrtDrvMemHandle handle, aclrtMemLinkType adviceLink);

#ifdef __cplusplus
}
#endif

#endif /* ACC_INCLUDE_ACL_RT_VIRTUAL_MEMORY_H_ */
