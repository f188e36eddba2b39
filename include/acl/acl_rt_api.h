/* SPDX-License-Identifier: Apache-2.0 */
/* C++ overloads of functions of acl_rt.h, without casts of pointers to pointers and with shorter names; from C it is
 * empty. */
#ifndef ACC_INCLUDE_ACL_ACL_RT_API_H_
#define ACC_INCLUDE_ACL_ACL_RT_API_H_

#include "acl_rt.h"

#ifdef __cplusplus

/* ---- waiting: milliseconds, but seconds for a wait in a stream ---- */
inline aclError aclrtSynchronizeDevice(int32_t timeout) {
    return aclrtSynchronizeDeviceWithTimeout(timeout);
}
inline aclError aclrtSynchronizeStream(aclrtStream stream, int32_t timeout) {
    return aclrtSynchronizeStreamWithTimeout(stream, timeout);
}
inline aclError aclrtSynchronizeEvent(aclrtEvent event, int32_t timeout) {
    return aclrtSynchronizeEventWithTimeout(event, timeout);
}
inline aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event, int32_t timeout) {
    return aclrtStreamWaitEventWithTimeout(stream, event, timeout);
}

/* ---- creation ---- */
inline aclError aclrtCreateStream(aclrtStream* stream, uint32_t priority, uint32_t flag) {
    return aclrtCreateStreamWithConfig(stream, priority, flag);
}
inline aclError aclrtCreateEvent(aclrtEvent* event, uint32_t flag) {
    return aclrtCreateEventExWithFlag(event, flag);
}
inline aclError aclrtSetOpExecuteTimeOut(uint64_t timeout, uint64_t* actualTimeout) {
    return aclrtSetOpExecuteTimeOutV2(timeout, actualTimeout);
}

/* ---- memory ---- */
template <typename T>
aclError aclrtMalloc(T** devPtr, size_t size, aclrtMemMallocPolicy policy = ACL_MEM_MALLOC_HUGE_FIRST,
                     aclrtMallocConfig* cfg = nullptr) {
    return aclrtMallocWithCfg(reinterpret_cast<void**>(devPtr), size, policy, cfg);
}
template <typename T>
aclError aclrtMallocHost(T** hostPtr, size_t size, aclrtMallocConfig* cfg = nullptr) {
    return aclrtMallocHostWithCfg(reinterpret_cast<void**>(hostPtr), size, cfg);
}
template <typename T>
aclError aclrtHostRegister(T* ptr, uint64_t size, aclrtHostRegisterType type, T** devPtr) {
    return aclrtHostRegister(static_cast<void*>(ptr), size, type, reinterpret_cast<void**>(devPtr));
}
inline aclError aclrtHostRegister(void* ptr, uint64_t size, uint32_t flag) {
    return aclrtHostRegisterV2(ptr, size, flag);
}
template <typename T>
aclError aclrtHostGetDevicePointer(T* pHost, T** pDevice, uint32_t flag) {
    return aclrtHostGetDevicePointer(static_cast<void*>(pHost), reinterpret_cast<void**>(pDevice), flag);
}
template <typename T>
aclError aclrtMemAllocManaged(T** ptr, uint64_t size, uint32_t flag = 1) {
    return aclrtMemAllocManaged(reinterpret_cast<void**>(ptr), size, flag);
}
template <typename T>
aclError aclrtMemManagedPrefetchBatchAsync(const T** ptrs, size_t* sizes, size_t count,
                                           aclrtMemManagedLocation* prefetchLocs, size_t* prefetchLocIdxs,
                                           size_t numPrefetchLocs, uint64_t flags, aclrtStream stream) {
    return aclrtMemManagedPrefetchBatchAsync(reinterpret_cast<const void**>(ptrs), sizes, count, prefetchLocs,
                                             prefetchLocIdxs, numPrefetchLocs, flags, stream);
}

/* ---- batches of copies, with one attribute for all or an array of them; without failIndex the V2 functions ---- */
template <typename T, typename U>
aclError aclrtMemcpyBatch(T** dsts, size_t* destMaxs, U** srcs, size_t* sizes, size_t numBatches,
                          aclrtMemcpyBatchAttr* attrs, size_t* attrsIndexes, size_t numAttrs, size_t* failIndex) {
    return aclrtMemcpyBatch(reinterpret_cast<void**>(dsts), destMaxs, reinterpret_cast<void**>(srcs), sizes, numBatches,
                            attrs, attrsIndexes, numAttrs, failIndex);
}
template <typename T, typename U>
aclError aclrtMemcpyBatch(T** dsts, size_t* destMaxs, U** srcs, size_t* sizes, size_t numBatches,
                          aclrtMemcpyBatchAttr* attrs, size_t* attrsIndexes, size_t numAttrs) {
    return aclrtMemcpyBatchV2(reinterpret_cast<void**>(dsts), destMaxs, reinterpret_cast<void**>(srcs), sizes,
                              numBatches, attrs, attrsIndexes, numAttrs);
}
template <typename T, typename U>
aclError aclrtMemcpyBatch(T** dsts, size_t* destMaxs, U** srcs, size_t* sizes, size_t numBatches,
                          aclrtMemcpyBatchAttr attr) {
    size_t first = 0;
    return aclrtMemcpyBatch(dsts, destMaxs, srcs, sizes, numBatches, &attr, &first, size_t(1));
}
template <typename T, typename U>
aclError aclrtMemcpyBatch(T** dsts, size_t* destMaxs, U** srcs, size_t* sizes, size_t numBatches,
                          aclrtMemcpyBatchAttr attr, size_t* failIndex) {
    size_t first = 0;
    return aclrtMemcpyBatch(dsts, destMaxs, srcs, sizes, numBatches, &attr, &first, size_t(1), failIndex);
}
template <typename T, typename U>
aclError aclrtMemcpyBatchAsync(T** dsts, size_t* destMaxs, U** srcs, size_t* sizes, size_t numBatches,
                               aclrtMemcpyBatchAttr* attrs, size_t* attrsIndexes, size_t numAttrs, size_t* failIndex,
                               aclrtStream stream) {
    return aclrtMemcpyBatchAsync(reinterpret_cast<void**>(dsts), destMaxs, reinterpret_cast<void**>(srcs), sizes,
                                 numBatches, attrs, attrsIndexes, numAttrs, failIndex, stream);
}
template <typename T, typename U>
aclError aclrtMemcpyBatchAsync(T** dsts, size_t* destMaxs, U** srcs, size_t* sizes, size_t numBatches,
                               aclrtMemcpyBatchAttr* attrs, size_t* attrsIndexes, size_t numAttrs, aclrtStream stream) {
    return aclrtMemcpyBatchAsyncV2(reinterpret_cast<void**>(dsts), destMaxs, reinterpret_cast<void**>(srcs), sizes,
                                   numBatches, attrs, attrsIndexes, numAttrs, stream);
}
template <typename T, typename U>
aclError aclrtMemcpyBatchAsync(T** dsts, size_t* destMaxs, U** srcs, size_t* sizes, size_t numBatches,
                               aclrtMemcpyBatchAttr attr, aclrtStream stream) {
    size_t first = 0;
    return aclrtMemcpyBatchAsync(dsts, destMaxs, srcs, sizes, numBatches, &attr, &first, size_t(1), stream);
}
template <typename T, typename U>
aclError aclrtMemcpyBatchAsync(T** dsts, size_t* destMaxs, U** srcs, size_t* sizes, size_t numBatches,
                               aclrtMemcpyBatchAttr attr, size_t* failIndex, aclrtStream stream) {
    size_t first = 0;
    return aclrtMemcpyBatchAsync(dsts, destMaxs, srcs, sizes, numBatches, &attr, &first, size_t(1), failIndex, stream);
}

/* ---- device variables by name ---- */
template <typename T>
aclError aclrtGetSymbolAddress(const T& symbol, void** devPtr) {
    return aclrtGetSymbolAddress(static_cast<const void*>(&symbol), devPtr);
}
template <typename T>
aclError aclrtGetSymbolSize(const T& symbol, size_t* size) {
    return aclrtGetSymbolSize(static_cast<const void*>(&symbol), size);
}
template <typename T>
aclError aclrtMemcpyToSymbol(const T& symbol, const void* src, size_t count, size_t offset = 0,
                             aclrtMemcpyKind kind = ACL_MEMCPY_HOST_TO_DEVICE) {
    return aclrtMemcpyToSymbol(static_cast<const void*>(&symbol), src, count, offset, kind);
}
template <typename T>
aclError aclrtMemcpyFromSymbol(void* dst, size_t dstMax, const T& symbol, size_t count, size_t offset = 0,
                               aclrtMemcpyKind kind = ACL_MEMCPY_DEVICE_TO_HOST) {
    return aclrtMemcpyFromSymbol(dst, dstMax, static_cast<const void*>(&symbol), count, offset, kind);
}
template <typename T>
aclError aclrtMemcpyToSymbolAsync(const T& symbol, const void* src, size_t count, size_t offset, aclrtMemcpyKind kind,
                                  aclrtStream stream) {
    return aclrtMemcpyToSymbolAsync(static_cast<const void*>(&symbol), src, count, offset, kind, stream);
}
template <typename T>
aclError aclrtMemcpyFromSymbolAsync(void* dst, size_t dstMax, const T& symbol, size_t count, size_t offset,
                                    aclrtMemcpyKind kind, aclrtStream stream) {
    return aclrtMemcpyFromSymbolAsync(dst, dstMax, static_cast<const void*>(&symbol), count, offset, kind, stream);
}

#endif /* __cplusplus */

#endif /* ACC_INCLUDE_ACL_ACL_RT_API_H_ */
