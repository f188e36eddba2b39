/* SPDX-License-Identifier: Apache-2.0 */
/* Copies and fills. Conventions: see acl_rt.h, which includes this file. */
#ifndef ACC_INCLUDE_ACL_RT_COPY_H_
#define ACC_INCLUDE_ACL_RT_COPY_H_

#include <stddef.h>
#include <stdint.h>

#include "../acl_base.h"
#include "../acl_rt_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Copies now, without waiting for any stream. The addresses decide the direction; `kind` is ignored.
 * ACL_ERROR_INVALID_PARAM: null, count above destMax, unknown kind, or a range that leaves its block.
 * ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT: forbidden by a capture's mode.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpy(void* dst, size_t destMax, const void* src, size_t count,
                                         aclrtMemcpyKind kind);

/*
 * Async. With pinned host memory the buffers are in use until the task has run; with pageable host memory the call
 * returns after the copy. HOST_TO_BUF_TO_DEVICE copies the host bytes during the call.
 * ACL_ERROR_RT_FEATURE_NOT_SUPPORT: host to host. Others as aclrtMemcpy;
 * ACL_ERROR_RT_CAPTURE_MODE_BLOCK_ASYNC: pageable memory in a capture that is not RELAXED.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpyAsync(void* dst, size_t destMax, const void* src, size_t count,
                                              aclrtMemcpyKind kind, aclrtStream stream);

/* Deprecated twin of aclrtMemcpyAsync. */
ACL_FUNC_VISIBILITY aclError aclrtMemcpyAsyncWithCondition(void* dst, size_t destMax, const void* src, size_t count,
                                                           aclrtMemcpyKind kind, aclrtStream stream);

/*
 * Many copies between host and device; attrs[k] names the locations of items attrsIndexes[k] .. attrsIndexes[k+1]-1.
 * ACL_ERROR_INVALID_PARAM: null array, no item, bad indexes, or as aclrtMemcpy for an item; `*failIndex` is then the
 * item, SIZE_MAX when it is not one item's fault (written on failure only).
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpyBatch(void** dsts, size_t* destMaxs, void** srcs, size_t* sizes,
                                              size_t numBatches, aclrtMemcpyBatchAttr* attrs, size_t* attrsIndexes,
                                              size_t numAttrs, size_t* failIndex);
ACL_FUNC_VISIBILITY aclError aclrtMemcpyBatchV2(void** dsts, size_t* destMaxs, void** srcs, size_t* sizes,
                                                size_t numBatches, aclrtMemcpyBatchAttr* attrs, size_t* attrsIndexes,
                                                size_t numAttrs);

/* Async; one pageable item makes the call return after the copies. Codes as aclrtMemcpyBatch. */
ACL_FUNC_VISIBILITY aclError aclrtMemcpyBatchAsync(void** dsts, size_t* destMaxs, void** srcs, size_t* sizes,
                                                   size_t numBatches, aclrtMemcpyBatchAttr* attrs, size_t* attrsIndexes,
                                                   size_t numAttrs, size_t* failIndex, aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclrtMemcpyBatchAsyncV2(void** dsts, size_t* destMaxs, void** srcs, size_t* sizes,
                                                     size_t numBatches, aclrtMemcpyBatchAttr* attrs,
                                                     size_t* attrsIndexes, size_t numAttrs, aclrtStream stream);

/*
 * Copies `height` rows of `width` bytes between host and device; pitches are bytes from row to row.
 * ACL_ERROR_INVALID_PARAM: null, width or height 0, width above a pitch, kind other than H2D, D2H or DEFAULT.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpy2d(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                                           size_t height, aclrtMemcpyKind kind);

/* Async; also D2D. ACL_ERROR_INVALID_PARAM also: width above 5,000,000 or height above 5 Mi. */
ACL_FUNC_VISIBILITY aclError aclrtMemcpy2dAsync(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                                                size_t height, aclrtMemcpyKind kind, aclrtStream stream);

/* Fills bytes now. ACL_ERROR_INVALID_PARAM: null, count above maxCount, or a range that leaves its block. */
ACL_FUNC_VISIBILITY aclError aclrtMemset(void* devPtr, size_t maxCount, int32_t value, size_t count);

/* Async. Codes as aclrtMemset. */
ACL_FUNC_VISIBILITY aclError aclrtMemsetAsync(void* devPtr, size_t maxCount, int32_t value, size_t count,
                                              aclrtStream stream);

/* Fills `N` 32-bit words. ACL_ERROR_INVALID_PARAM: null, memSize below 4*N, or a range that leaves its block. */
ACL_FUNC_VISIBILITY aclError aclrtMemsetD32(void* ptr, size_t memSize, uint32_t value, size_t N);

/* Async for device memory, at once for host memory. Codes as aclrtMemsetD32. */
ACL_FUNC_VISIBILITY aclError aclrtMemsetD32Async(void* ptr, size_t memSize, uint32_t value, size_t N,
                                                 aclrtStream stream);

/* ---- copies that read their addresses from device memory when they run; inside one device ---- */

/* Bytes of a descriptor. ACL_ERROR_RT_FEATURE_NOT_SUPPORT: kind is not ACL_MEMCPY_INNER_DEVICE_TO_DEVICE. */
ACL_FUNC_VISIBILITY aclError aclrtGetMemcpyDescSize(aclrtMemcpyKind kind, size_t* descSize);

/*
 * Writes a descriptor to device memory; the source comes before the destination. ACL_ERROR_INVALID_PARAM: null, not
 * device memory, count 0, or config not null. Others as aclrtGetMemcpyDescSize.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetMemcpyDesc(void* desc, aclrtMemcpyKind kind, void* srcAddr, void* dstAddr,
                                                size_t count, void* config);

/* Async. What the descriptor says when the task runs counts; ACL_ERROR_RT_SYS_DMA when that is no legal copy. */
ACL_FUNC_VISIBILITY aclError aclrtMemcpyAsyncWithDesc(void* desc, aclrtMemcpyKind kind, aclrtStream stream);

/*
 * Async: `*dst` and `*src`, read from device memory when the task runs, plus an offset each. ACL_ERROR_INVALID_PARAM:
 * null, not device memory, count 0 or above destMax. ACL_ERROR_RT_FEATURE_NOT_SUPPORT: another kind.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemcpyAsyncWithOffset(void** dst, size_t destMax, size_t dstDataOffset,
                                                        const void** src, size_t count, size_t srcDataOffset,
                                                        aclrtMemcpyKind kind, aclrtStream stream);

/* ---- reductions and random numbers ---- */

/*
 * Async: dst[i] = dst[i] op src[i] for `count` bytes; EQUAL gives 1 or 0. INT8, INT16, INT32, FLOAT16, FLOAT, BF16, on
 * Ascend950 also UINT32. ACL_ERROR_INVALID_PARAM: null, not memory of the stream's device, unknown kind or type, count
 * 0 or no multiple of the element, or reserve not null.
 */
ACL_FUNC_VISIBILITY aclError aclrtReduceAsync(void* dst, const void* src, uint64_t count, aclrtReduceKind kind,
                                              aclDataType type, aclrtStream stream, void* reserve);

/*
 * Async: fills randomResultAddr with randomNum numbers (Philox4x32-10; key = seed) and moves the 16-byte counter in
 * device memory on. A dropout mask has a bit per element, set with probability 1 - ratio; uniform numbers are in [min,
 * max); truncated normal ones within 2 standard deviations. ACL_ERROR_INVALID_PARAM: null, unknown function or type, a
 * parameter of another size than the type's, addresses that are not device memory. ACL_ERROR_RT_FEATURE_NOT_SUPPORT:
 * Ascend950.
 */
ACL_FUNC_VISIBILITY aclError aclrtRandomNumAsync(const aclrtRandomNumTaskInfo* taskInfo, const aclrtStream stream,
                                                 void* reserve);

/*
 * Refreshes a stored task of a stream that is bound to a model: the emulator keeps no task memory that could be
 * written. ACL_ERROR_RT_FEATURE_NOT_SUPPORT. ACL_ERROR_INVALID_PARAM: null or unknown kind of task.
 * ACL_ERROR_RT_STREAM_MODEL: taskStream is bound to no model.
 */
ACL_FUNC_VISIBILITY aclError aclrtTaskUpdateAsync(aclrtStream taskStream, uint32_t taskId, aclrtTaskUpdateInfo* info,
                                                  aclrtStream execStream);

/* ---- cache maintenance: there is no cache ---- */

/*
 * Async: checks that the range is device memory when the task runs. ACL_ERROR_INVALID_PARAM: null, size 0, not device
 * memory, unknown type. ACL_ERROR_RT_FEATURE_NOT_SUPPORT: a type other than PREFETCH.
 */
ACL_FUNC_VISIBILITY aclError aclrtCmoAsync(void* src, size_t size, aclrtCmoType cmoType, aclrtStream stream);

/* Bytes of a descriptor, its contents, and the task that uses it. Codes as aclrtCmoAsync; reserve must be null. */
ACL_FUNC_VISIBILITY aclError aclrtCmoGetDescSize(size_t* size);
ACL_FUNC_VISIBILITY aclError aclrtCmoSetDesc(void* cmoDesc, void* src, size_t size);
ACL_FUNC_VISIBILITY aclError aclrtCmoAsyncWithDesc(void* cmoDesc, aclrtCmoType cmoType, aclrtStream stream,
                                                   const void* reserve);

/* ACL_ERROR_RT_FEATURE_NOT_SUPPORT: only Ascend310B has cache barriers. */
ACL_FUNC_VISIBILITY aclError aclrtCmoAsyncWithBarrier(void* src, size_t size, aclrtCmoType cmoType, uint32_t barrierId,
                                                      aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclrtCmoWaitBarrier(aclrtBarrierTaskInfo* taskInfo, aclrtStream stream, uint32_t flag);

#ifdef __cplusplus
}
#endif

#endif /* ACC_INCLUDE_ACL_RT_COPY_H_ */
