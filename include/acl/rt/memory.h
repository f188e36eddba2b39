/* SPDX-License-Identifier: Apache-2.0 */
/* Device and host memory. Conventions: see acl_rt.h, which includes this file. */
#ifndef ACC_INCLUDE_ACL_RT_MEMORY_H_
#define ACC_INCLUDE_ACL_RT_MEMORY_H_

#include <stddef.h>
#include <stdint.h>

#include "../acl_base.h"
#include "../acl_rt_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Device memory, 512-byte aligned, uninitialised. `policy` chooses page sizes on hardware and nothing here.
 * ACL_ERROR_INVALID_PARAM: size is 0. ACL_ERROR_RT_MEMORY_ALLOCATION: device memory exhausted.
 */
ACL_FUNC_VISIBILITY aclError aclrtMalloc(void** devPtr, size_t size, aclrtMemMallocPolicy policy);

/* The same. */
ACL_FUNC_VISIBILITY aclError aclrtMallocAlign32(void** devPtr, size_t size, aclrtMemMallocPolicy policy);

/* The same. ACL_ERROR_INVALID_PARAM also: policy other than HUGE_FIRST, HUGE_ONLY, NORMAL_ONLY, HUGE1G_ONLY. */
ACL_FUNC_VISIBILITY aclError aclrtMallocCached(void** devPtr, size_t size, aclrtMemMallocPolicy policy);

/*
 * The same with attributes; cfg may be null. ACL_ERROR_INVALID_PARAM also: unknown attribute, or a DEVICE_ID other than
 * the current device.
 */
ACL_FUNC_VISIBILITY aclError aclrtMallocWithCfg(void** devPtr, size_t size, aclrtMemMallocPolicy policy,
                                                aclrtMallocConfig* cfg);

/*
 * Frees at once, without waiting for tasks that use the block. ACL_ERROR_INVALID_PARAM: null.
 * ACL_ERROR_RT_PARAM_INVALID: not the start of a live block of device memory.
 */
ACL_FUNC_VISIBILITY aclError aclrtFree(void* devPtr);

/* Synchronises the device first. Codes as aclrtFree. */
ACL_FUNC_VISIBILITY aclError aclrtFreeWithDevSync(void* devPtr);

/* Nothing to do here. ACL_ERROR_INVALID_PARAM: null or size 0. */
ACL_FUNC_VISIBILITY aclError aclrtMemFlush(void* devPtr, size_t size);

/* Nothing to do here. ACL_ERROR_INVALID_PARAM: null or size 0. */
ACL_FUNC_VISIBILITY aclError aclrtMemInvalidate(void* devPtr, size_t size);

/* Free and total bytes of the current device. */
ACL_FUNC_VISIBILITY aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t* free, size_t* total);

/* Where a pointer lives: DEVICE with its id, HOST (pinned), or UNREGISTERED. */
ACL_FUNC_VISIBILITY aclError aclrtPointerGetAttributes(const void* ptr, aclrtPtrAttributes* attributes);

/*
 * Start and size of the block that holds `ptr`; one of the outputs may be null.
 * ACL_ERROR_INVALID_PARAM: both null. ACL_ERROR_RT_PARAM_INVALID: no block of device memory holds ptr.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemGetAddressRange(void* ptr, void** pbase, size_t* psize);
/* ---- host memory ---- */

/*
 * Pinned host memory, 64-byte aligned. ACL_ERROR_INVALID_PARAM: size is 0.
 * ACL_ERROR_RT_MEMORY_ALLOCATION: exhausted.
 */
ACL_FUNC_VISIBILITY aclError aclrtMallocHost(void** hostPtr, size_t size);

/* The same with attributes (VA_FLAG only); cfg may be null. */
ACL_FUNC_VISIBILITY aclError aclrtMallocHostWithCfg(void** ptr, uint64_t size, aclrtMallocConfig* cfg);

/*
 * Frees at once. ACL_ERROR_INVALID_PARAM: null. ACL_ERROR_RT_PARAM_INVALID: not the start of a live block of
 * aclrtMallocHost.
 */
ACL_FUNC_VISIBILITY aclError aclrtFreeHost(void* hostPtr);

/* Synchronises the device first. Codes as aclrtFreeHost. */
ACL_FUNC_VISIBILITY aclError aclrtFreeHostWithDevSync(void* hostPtr);

/* ---- more about device memory ---- */

/* As aclrtMallocWithCfg. */
ACL_FUNC_VISIBILITY aclError aclrtMallocForTaskScheduler(void** devPtr, size_t size, aclrtMemMallocPolicy policy,
                                                         aclrtMallocConfig* cfg);

/*
 * Who uses the device's memory: one entry, "APP", with what is in use and the most that ever was.
 * ACL_ERROR_RT_INVALID_DEVICEID: no such device. ACL_ERROR_INVALID_PARAM: inputNum 0.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetMemUsageInfo(int32_t deviceId, aclrtMemUsageInfo* memUsageInfo, size_t inputNum,
                                                  size_t* outputNum);

/*
 * `*checkResult` = 1 when each of `size` addresses is of one of the kinds in the mask (device memory, reserved
 * addresses; there is no DVPP memory). ACL_ERROR_INVALID_PARAM: size 0, unknown bits or reserve not 0.
 */
ACL_FUNC_VISIBILITY aclError aclrtCheckMemType(void** addrList, uint32_t size, uint32_t memType, uint32_t* checkResult,
                                               uint32_t reserve);

/* With peer access all memory is reachable; checks that it is on. ACL_ERROR_INVALID_PARAM: it is not, or no device
 * memory. */
ACL_FUNC_VISIBILITY aclError aclrtMemP2PMap(void* devPtr, size_t size, int32_t dstDevId, uint64_t flags);

/* ---- registered host memory ---- */

/*
 * Lets kernels use host memory of the program, at `*devPtr`, which is `ptr`. ACL_ERROR_INVALID_PARAM: size 0, ptr not
 * 4 KiB-aligned, or memory of the runtime. ACL_ERROR_RT_FEATURE_NOT_SUPPORT: types other than MAPPED.
 * ACL_ERROR_HOST_MEMORY_ALREADY_REGISTERED: a part of the range is registered.
 */
ACL_FUNC_VISIBILITY aclError aclrtHostRegister(void* ptr, uint64_t size, aclrtHostRegisterType type, void** devPtr);

/* The same with a mask of ACL_HOST_REG_MAPPED and _PINNED (asynchronous copies treat it as pinned memory). */
ACL_FUNC_VISIBILITY aclError aclrtHostRegisterV2(void* ptr, uint64_t size, uint32_t flag);

/* The address for kernels. ACL_ERROR_HOST_MEMORY_NOT_REGISTERED: not registered with MAPPED. */
ACL_FUNC_VISIBILITY aclError aclrtHostGetDevicePointer(void* pHost, void** pDevice, uint32_t flag);

/* ACL_ERROR_HOST_MEMORY_NOT_REGISTERED: not the start of a registered range. */
ACL_FUNC_VISIBILITY aclError aclrtHostUnregister(void* ptr);

/* Cube and vector cores reach host memory; other units are not emulated. ACL_ERROR_RT_INVALID_DEVICEID: no such device.
 */
ACL_FUNC_VISIBILITY aclError aclrtHostMemMapCapabilities(uint32_t deviceId, aclrtHacType hacType,
                                                         aclrtHostMemMapCapability* capabilities);

/* ---- managed memory. All: ACL_ERROR_RT_FEATURE_NOT_SUPPORT on Ascend950 ---- */

/*
 * Memory for host and device, a multiple of 2 MiB, freed by aclrtFree; flag must be ACL_RT_MEM_ATTACH_GLOBAL.
 * ACL_ERROR_RT_MEMORY_ALLOCATION: device memory exhausted.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemAllocManaged(void** ptr, uint64_t size, uint32_t flag);

/*
 * Advice on a range (size a multiple of 2 MiB); kept and reported. ACL_ERROR_INVALID_PARAM: not managed memory, unknown
 * advice or location. ACL_ERROR_RT_INVALID_DEVICEID: a location on no device.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemManagedAdvise(const void* const ptr, uint64_t size,
                                                   aclrtMemManagedAdviseType advise, aclrtMemManagedLocation location);

/*
 * What was advised: a number of 4 bytes (for ACCESSED_BY as many as fit); -1 = host, -2 = none or not uniform.
 * ACL_ERROR_INVALID_PARAM: unknown attribute, wrong size of the data, or not managed memory.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemManagedGetAttr(aclrtMemManagedRangeAttribute attribute, const void* ptr,
                                                    size_t size, void* data, size_t dataSize);
ACL_FUNC_VISIBILITY aclError aclrtMemManagedGetAttrs(aclrtMemManagedRangeAttribute* attributes, size_t numAttributes,
                                                     const void* ptr, size_t size, void** data, size_t* dataSizes);

/*
 * Async: notes where the range should be. ACL_ERROR_INVALID_PARAM: not managed memory, location INVALID, flags not 0,
 * and for the batch: prefetchLocIdxs not 0, ..., increasing.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemManagedPrefetchAsync(const void* ptr, size_t size,
                                                          aclrtMemManagedLocation location, uint32_t flags,
                                                          aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclrtMemManagedPrefetchBatchAsync(const void** ptrs, size_t* sizes, size_t count,
                                                               aclrtMemManagedLocation* prefetchLocs,
                                                               size_t* prefetchLocIdxs, size_t numPrefetchLocs,
                                                               uint64_t flags, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACC_INCLUDE_ACL_RT_MEMORY_H_ */
