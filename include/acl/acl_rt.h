/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The runtime API: devices, contexts, streams, events, memory, kernels, host callbacks and captured graphs.
 *
 * Every function returns ACL_SUCCESS (0) or an error code; its comment lists the codes it returns itself. A failing
 * call also sets the thread's last error (aclrtGetLastError) and a sentence that names the parameter
 * (aclGetRecentErrMsg). Out-parameters are written on success only.
 *
 * Codes that many functions share, and that are not repeated below:
 *   ACL_ERROR_INVALID_PARAM (100000)     null out-pointer, unknown enumerator, size or count out of range
 *   ACL_ERROR_RT_CONTEXT_NULL (107002)   the thread has no context and the call needs one
 *   ACL_ERROR_UNINITIALIZE (100001)      the same after aclFinalize, or in a child process forked after first use
 *   ACL_ERROR_RT_INVALID_HANDLE (107017) a handle is null, stale, foreign, or of another kind
 *   ACL_ERROR_RT_STREAM_CONTEXT (107003) a stream of another context than the current one
 *   ACL_ERROR_RT_STREAM_CAPTURED (107027) and the other 1070xx codes of captures, where the call is illegal in one
 * A stream argument of NULL means the default stream of the current context. "Async" means: the call appends a task to
 * the stream and returns; an error of the task itself comes back from the next synchronising call.
 */
#ifndef ACC_INCLUDE_ACL_ACL_RT_H_
#define ACC_INCLUDE_ACL_ACL_RT_H_

#include <stddef.h>
#include <stdint.h>

#include "acl_base.h"
#include "acl_rt_allocator.h"
#include "acl_rt_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- initialisation ---- */

/*
 * Starts the runtime and counts references; NULL or a file with `{}` = defaults. Optional: every other call works
 * without. ACL_ERROR_REPEAT_INITIALIZE: already initialised (the call still counts). ACL_ERROR_INVALID_FILE: cannot
 * read the file. ACL_ERROR_PARSE_FILE: not JSON, or nested deeper than 10 levels.
 */
ACL_FUNC_VISIBILITY aclError aclInit(const char* configPath);

/* Sets the count to zero and releases all devices. ACL_ERROR_REPEAT_FINALIZE: not initialised (harmless). */
ACL_FUNC_VISIBILITY aclError aclFinalize(void);

/*
 * Takes one reference off and shuts down at zero; `*refCount` (may be null) = references left.
 * ACL_ERROR_REPEAT_FINALIZE: not initialised.
 */
ACL_FUNC_VISIBILITY aclError aclFinalizeReference(uint64_t* refCount);

/* The version of this API, 1.17.0. Deprecated. */
ACL_FUNC_VISIBILITY aclError aclrtGetVersion(int32_t* majorVersion, int32_t* minorVersion, int32_t* patchVersion);

/* ---- errors ---- */

/*
 * The messages of this thread's failures since the last call, newest first, and forgets them; null when there are none.
 * With "err_msg_mode": "1" in aclInit's file the list is the process's. The pointer lives until the next call of this
 * function in the same scope.
 */
ACL_FUNC_VISIBILITY const char* aclGetRecentErrMsg(void);

/* The thread's last error, ACL_SUCCESS when there was none. ACL_ERROR_INVALID_PARAM: level is not ACL_RT_THREAD_LEVEL.
 */
ACL_FUNC_VISIBILITY aclError aclrtPeekAtLastError(aclrtLastErrLevel level);

/* The same, and resets it. This is how a failed `kernel<<<...>>>` submission is seen. */
ACL_FUNC_VISIBILITY aclError aclrtGetLastError(aclrtLastErrLevel level);

/* ---- devices ---- */

/*
 * Makes the default context of the device current, creates it (and its default stream) the first time, and adds one to
 * the process's count for the device. ACL_ERROR_RT_INVALID_DEVICEID: no such device.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetDevice(int32_t deviceId);

/*
 * Takes one off the count; at zero waits for the device's work and releases its contexts, streams, events and memory.
 * ACL_ERROR_RT_INVALID_DEVICEID: no such device. ACL_ERROR_RT_CONTEXT_NULL: released already, or never set.
 */
ACL_FUNC_VISIBILITY aclError aclrtResetDevice(int32_t deviceId);

/* Releases the device whatever the count. Codes as aclrtResetDevice. */
ACL_FUNC_VISIBILITY aclError aclrtResetDeviceForce(int32_t deviceId);

/* The device of the thread's context. */
ACL_FUNC_VISIBILITY aclError aclrtGetDevice(int32_t* deviceId);

/* Number of visible devices: ACC_DEVICES (default 1), limited by ASCEND_RT_VISIBLE_DEVICES. */
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceCount(uint32_t* count);

/* Always ACL_HOST. */
ACL_FUNC_VISIBILITY aclError aclrtGetRunMode(aclrtRunMode* runMode);

/* Waits for all streams of the current device. Returns the first pending error of its tasks and forgets all of them. */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeDevice(void);

/*
 * The same for at most `timeout` milliseconds; -1 = for ever, 0 = poll. ACL_ERROR_RT_STREAM_SYNC_TIMEOUT: not finished
 * by then. ACL_ERROR_INVALID_PARAM: timeout below -1.
 */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout);

/*
 * One figure of the device. 0 for attributes that the emulated SoC does not have.
 * ACL_ERROR_RT_INVALID_DEVICEID: no such device. ACL_ERROR_RT_FEATURE_NOT_SUPPORT: HD_CONNECT_TYPE and
 * DEVICE_FORM_FACTOR on SoCs that cannot tell.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceInfo(uint32_t deviceId, aclrtDevAttr attr, int64_t* value);

/* AI Core count, vector core count or L2 bytes. ACL_ERROR_RT_INVALID_DEVICEID: no such device. */
ACL_FUNC_VISIBILITY aclError aclGetDeviceCapability(uint32_t deviceId, aclDeviceInfo deviceInfo, int64_t* value);

/* ACL_DEV_FEATURE_SUPPORT or ACL_DEV_FEATURE_NOT_SUPPORT. ACL_ERROR_RT_INVALID_DEVICEID: no such device. */
ACL_FUNC_VISIBILITY aclError aclrtGetDeviceCapability(int32_t deviceId, aclrtDevFeatureType devFeatureType,
                                                      int32_t* value);

/* Name of the emulated SoC, such as "Ascend910B1"; never null here. */
ACL_FUNC_VISIBILITY const char* aclrtGetSocName(void);

/* Stream priorities: `*leastPriority` 7, `*greatestPriority` 0. */
ACL_FUNC_VISIBILITY aclError aclrtDeviceGetStreamPriorityRange(int32_t* leastPriority, int32_t* greatestPriority);

/* ACL_RT_DEVICE_STATUS_NORMAL. ACL_ERROR_RT_INVALID_DEVICEID: no such device. */
ACL_FUNC_VISIBILITY aclError aclrtQueryDeviceStatus(int32_t deviceId, aclrtDeviceStatus* deviceStatus);

/*
 * Whether two different devices can exchange data (1). ACL_ERROR_RT_INVALID_DEVICEID: no such device.
 * ACL_ERROR_INVALID_PARAM: the same device twice.
 */
ACL_FUNC_VISIBILITY aclError aclrtDeviceCanAccessPeer(int32_t* canAccessPeer, int32_t deviceId, int32_t peerDeviceId);

/*
 * Lets the current device reach memory of `peerDeviceId`, one way. ACL_ERROR_RT_INVALID_DEVICEID: no such device.
 * ACL_ERROR_INVALID_PARAM: flags is not 0, or the current device itself.
 */
ACL_FUNC_VISIBILITY aclError aclrtDeviceEnablePeerAccess(int32_t peerDeviceId, uint32_t flags);

/* Undoes it. Codes as aclrtDeviceEnablePeerAccess. */
ACL_FUNC_VISIBILITY aclError aclrtDeviceDisablePeerAccess(int32_t peerDeviceId);

/* `*status` = 1 when `deviceId` may reach memory of `peerDeviceId`. ACL_ERROR_RT_INVALID_DEVICEID: no such device. */
ACL_FUNC_VISIBILITY aclError aclrtDevicePeerAccessStatus(int32_t deviceId, int32_t peerDeviceId, int32_t* status);

/* ---- contexts ---- */

/*
 * A new context with its own default stream, made current for the thread; activates the device when nobody has.
 * ACL_ERROR_RT_INVALID_DEVICEID: no such device. ACL_ERROR_RT_NO_STREAM_RESOURCE: no stream left for the default
 * stream.
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateContext(aclrtContext* context, int32_t deviceId);

/*
 * Waits for the context's streams and destroys it with them; threads where it was current have none afterwards.
 * ACL_ERROR_RT_PARAM_INVALID: a default context (those go with aclrtResetDevice).
 */
ACL_FUNC_VISIBILITY aclError aclrtDestroyContext(aclrtContext context);

/* Makes the context, and with it its device, current for the thread. */
ACL_FUNC_VISIBILITY aclError aclrtSetCurrentContext(aclrtContext context);

/* The thread's context. */
ACL_FUNC_VISIBILITY aclError aclrtGetCurrentContext(aclrtContext* context);

/* The stream that NULL means in the current context. */
ACL_FUNC_VISIBILITY aclError aclrtCtxGetCurrentDefaultStream(aclrtStream* stream);

/*
 * `*active` = 1 when the default context of the device exists; `flags` must be null.
 * ACL_ERROR_RT_INVALID_DEVICEID: no such device.
 */
ACL_FUNC_VISIBILITY aclError aclrtGetPrimaryCtxState(int32_t deviceId, uint32_t* flags, int32_t* active);

/* ---- streams ---- */

/* A stream of the current context with the highest priority. ACL_ERROR_RT_NO_STREAM_RESOURCE: device has no more. */
ACL_FUNC_VISIBILITY aclError aclrtCreateStream(aclrtStream* stream);

/*
 * The same with priority 0 (most urgent) to 7 and ACL_STREAM_* flags. FAST_LAUNCH, FAST_SYNC and HUGE have no effect.
 * ACL_ERROR_INVALID_PARAM: priority above 7. ACL_ERROR_RT_FEATURE_NOT_SUPPORT: PERSISTENT, CPU_SCHEDULE or
 * DEVICE_USE_ONLY, which need model building.
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateStreamWithConfig(aclrtStream* stream, uint32_t priority, uint32_t flag);

/*
 * Waits for the stream's tasks and destroys it. An error that no call has returned yet is printed to stderr.
 * ACL_ERROR_INVALID_PARAM: a default stream.
 */
ACL_FUNC_VISIBILITY aclError aclrtDestroyStream(aclrtStream stream);

/* Drops the tasks that have not started and destroys the stream. Codes as aclrtDestroyStream. */
ACL_FUNC_VISIBILITY aclError aclrtDestroyStreamForce(aclrtStream stream);

/* Waits for every task submitted so far; returns the first error of the stream's tasks since the last such call. */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeStream(aclrtStream stream);

/*
 * The same for at most `timeout` milliseconds; -1 = for ever, 0 = poll. ACL_ERROR_RT_STREAM_SYNC_TIMEOUT: not finished
 * by then, the tasks go on. ACL_ERROR_INVALID_PARAM: timeout below -1.
 */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout);

/* Whether all tasks submitted so far are complete; never waits. */
ACL_FUNC_VISIBILITY aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus* status);

/* A small number that identifies the stream in messages. */
ACL_FUNC_VISIBILITY aclError aclrtStreamGetId(aclrtStream stream, int32_t* streamId);

/* The priority it was created with. */
ACL_FUNC_VISIBILITY aclError aclrtStreamGetPriority(aclrtStream stream, uint32_t* priority);

/* The flags it was created with. */
ACL_FUNC_VISIBILITY aclError aclrtStreamGetFlags(aclrtStream stream, uint32_t* flags);

/* How many more streams the current device can have. */
ACL_FUNC_VISIBILITY aclError aclrtGetStreamAvailableNum(uint32_t* streamCount);

/*
 * ACL_CONTINUE_ON_FAILURE (default) or ACL_STOP_ON_FAILURE: after the first failing task nothing more runs in any
 * stream of the context and submissions are refused with that task's error, until the context is destroyed.
 * ACL_ERROR_INVALID_PARAM: unknown mode, or the stream's mode was set before.
 */
ACL_FUNC_VISIBILITY aclError aclrtSetStreamFailureMode(aclrtStream stream, uint64_t mode);

/* ---- events ---- */

/* An event for waits, host waits and timestamps (all flags); each record replaces the one before. */
ACL_FUNC_VISIBILITY aclError aclrtCreateEvent(aclrtEvent* event);

/*
 * A flag-like event: a record sets it, aclrtResetEvent clears it, waits hold while it is clear. `flag` is a mask of
 * ACL_EVENT_SYNC, _TIME_LINE, _CAPTURE_STREAM_PROGRESS, _DEVICE_USE_ONLY, or _EXTERNAL alone.
 * ACL_ERROR_INVALID_PARAM: 0, unknown bits or an illegal combination.
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateEventWithFlag(aclrtEvent* event, uint32_t flag);

/*
 * A snapshot-like event: a wait refers to the record that was current when the wait was submitted. `flag` is a mask of
 * ACL_EVENT_SYNC, _TIME_LINE, _CAPTURE_STREAM_PROGRESS. ACL_ERROR_INVALID_PARAM: 0 or unknown bits.
 * ACL_ERROR_RT_FEATURE_NOT_SUPPORT: ACL_EVENT_IPC.
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateEventExWithFlag(aclrtEvent* event, uint32_t flag);

/* Never blocks; a pending record still completes. */
ACL_FUNC_VISIBILITY aclError aclrtDestroyEvent(aclrtEvent event);

/* Async: the event is complete when all work submitted so far is. ACL_ERROR_RT_STREAM_CONTEXT: another device's event.
 */
ACL_FUNC_VISIBILITY aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream);

/*
 * flag ACL_EVENT_RECORD_DEFAULT = aclrtRecordEvent. ACL_ERROR_RT_FEATURE_NOT_SUPPORT: ACL_EVENT_RECORD_EXTERNAL.
 * ACL_ERROR_INVALID_PARAM: another flag.
 */
ACL_FUNC_VISIBILITY aclError aclrtRecordEventWithFlag(aclrtEvent event, aclrtStream stream, uint32_t flag);

/* Async: clears the event. ACL_ERROR_INVALID_PARAM: not from aclrtCreateEventWithFlag with ACL_EVENT_SYNC or _EXTERNAL.
 */
ACL_FUNC_VISIBILITY aclError aclrtResetEvent(aclrtEvent event, aclrtStream stream);

/* Deprecated form of aclrtQueryEventStatus: COMPLETE is 0. ACL_ERROR_INVALID_PARAM: from aclrtCreateEventExWithFlag. */
ACL_FUNC_VISIBILITY aclError aclrtQueryEvent(aclrtEvent event, aclrtEventStatus* status);

/* Whether the captured work is complete; never waits. Before the first record: NOT_READY, for Ex events COMPLETE. */
ACL_FUNC_VISIBILITY aclError aclrtQueryEventStatus(aclrtEvent event, aclrtEventRecordedStatus* status);

/* Whether all waits for the event have been carried out. ACL_ERROR_INVALID_PARAM: from aclrtCreateEventExWithFlag. */
ACL_FUNC_VISIBILITY aclError aclrtQueryEventWaitStatus(aclrtEvent event, aclrtEventWaitStatus* status);

/* Waits for the captured work; returns at once before the first record. */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeEvent(aclrtEvent event);

/*
 * The same for at most `timeout` milliseconds; -1 = for ever, 0 = poll. ACL_ERROR_RT_EVENT_SYNC_TIMEOUT: not complete
 * by then. ACL_ERROR_INVALID_PARAM: timeout below -1.
 */
ACL_FUNC_VISIBILITY aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, int32_t timeout);

/*
 * Async: later tasks of the stream wait for the event. ACL_ERROR_INVALID_PARAM: the event was created without
 * ACL_EVENT_SYNC. ACL_ERROR_RT_STREAM_CONTEXT: another device's event.
 */
ACL_FUNC_VISIBILITY aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event);

/* Milliseconds between two complete records. ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID: a record is missing or incomplete,
 * or the event has no ACL_EVENT_TIME_LINE. ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL: end is earlier than start. */
ACL_FUNC_VISIBILITY aclError aclrtEventElapsedTime(float* ms, aclrtEvent startEvent, aclrtEvent endEvent);

/* Completion time of the record, microseconds since boot. ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID: as above. */
ACL_FUNC_VISIBILITY aclError aclrtEventGetTimestamp(aclrtEvent event, uint64_t* timestamp);

/* A small number that identifies the event. */
ACL_FUNC_VISIBILITY aclError aclrtGetEventId(aclrtEvent event, uint32_t* eventId);

/* How many more events the current device can have. */
ACL_FUNC_VISIBILITY aclError aclrtGetEventAvailNum(uint32_t* eventCount);

/* ---- values in device memory ---- */

/*
 * Async: stores a 64-bit value. ACL_ERROR_RT_ADDR_UNALIGNED: devAddr is not 8-byte aligned. ACL_ERROR_INVALID_PARAM:
 * not device memory, or flag is not 0.
 */
ACL_FUNC_VISIBILITY aclError aclrtValueWrite(void* devAddr, uint64_t value, uint32_t flag, aclrtStream stream);

/*
 * Async: later tasks wait until the word fulfils the comparison `flag` (ACL_STREAM_WAIT_VALUE_*) with `value`.
 * Codes as aclrtValueWrite; ACL_ERROR_INVALID_PARAM also: unknown flag.
 */
ACL_FUNC_VISIBILITY aclError aclrtValueWait(void* devAddr, uint64_t value, uint32_t flag, aclrtStream stream);

/* ---- device memory ---- */

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

/* ---- copies and fills ---- */

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

/* ---- virtual memory ---- */

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

/* ---- host callbacks ---- */

/* Async: runs fn(args) on a thread of the runtime; later tasks of the stream wait for it. */
ACL_FUNC_VISIBILITY aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc fn, void* args);

/*
 * Async: hands fn(userData) to the thread subscribed to the stream; with ACL_CALLBACK_BLOCK later tasks wait for it.
 * ACL_ERROR_RT_STREAM_NO_CB_REG: no thread is subscribed.
 */
ACL_FUNC_VISIBILITY aclError aclrtLaunchCallback(aclrtCallback fn, void* userData, aclrtCallbackBlockType blockType,
                                                 aclrtStream stream);

/*
 * Makes the thread (its pthread_self() value) serve the stream's callbacks. ACL_ERROR_RT_STREAM_SUBSCRIBE: the stream
 * has a thread already. ACL_ERROR_RT_THREAD_SUBSCRIBE: the thread serves another device.
 */
ACL_FUNC_VISIBILITY aclError aclrtSubscribeReport(uint64_t threadId, aclrtStream stream);

/*
 * Runs one callback for the calling thread, waiting at most `timeout` milliseconds for it; -1 = for ever.
 * ACL_ERROR_RT_REPORT_TIMEOUT: none came. ACL_ERROR_RT_THREAD_SUBSCRIBE: the thread serves no stream.
 * ACL_ERROR_INVALID_PARAM: timeout 0 or below -1.
 */
ACL_FUNC_VISIBILITY aclError aclrtProcessReport(int32_t timeout);

/* Ends it. ACL_ERROR_RT_THREAD_SUBSCRIBE / _STREAM_SUBSCRIBE: thread or stream is not subscribed. */
ACL_FUNC_VISIBILITY aclError aclrtUnSubscribeReport(uint64_t threadId, aclrtStream stream);

/* ---- kernel binaries and functions ---- */

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

/* ---- argument lists ---- */

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

/* ---- launches: all async ---- */

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

/* ---- captured graphs ---- */

/*
 * Stores what is submitted to the stream from now on instead of running it; streams that wait for an event recorded in
 * the capture join it. ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT: a default stream. ACL_ERROR_RT_STREAM_CAPTURED: captures
 * already. ACL_ERROR_INVALID_PARAM: unknown mode.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureBegin(aclrtStream stream, aclmdlRICaptureMode mode);

/*
 * Ends the capture and returns the graph. ACL_ERROR_RT_STREAM_NOT_CAPTURED: no capture.
 * ACL_ERROR_RT_STREAM_CAPTURE_UNMATCHED: not the stream that began it. ACL_ERROR_RT_STREAM_CAPTURE_WRONG_THREAD:
 * another thread, mode not RELAXED. ACL_ERROR_RT_STREAM_UNJOINED: a stream that joined was not waited for; the capture
 * is ended. ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED: an illegal call was made; the capture is ended.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureEnd(aclrtStream stream, aclmdlRI* modelRI);

/* State of the stream's capture and its graph (null when there is none); modelRI may be null. */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureGetInfo(aclrtStream stream, aclmdlRICaptureStatus* status,
                                                    aclmdlRI* modelRI);

/* Exchanges `*mode` with the thread's mode, which decides what captures of others forbid it (default GLOBAL). */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureThreadExchangeMode(aclmdlRICaptureMode* mode);

/*
 * Async: runs the graph as one task of the stream. ACL_ERROR_RT_MODEL_CAPTURED: still capturing.
 * ACL_ERROR_RT_MODEL_EXECUTE: the graph is empty.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIExecuteAsync(aclmdlRI modelRI, aclrtStream stream);

/*
 * Runs the graph and waits at most `timeout` milliseconds; -1 = for ever. Codes as aclmdlRIExecuteAsync;
 * ACL_ERROR_RT_STREAM_SYNC_TIMEOUT: not finished by then. ACL_ERROR_INVALID_PARAM: timeout below -1 or 0.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIExecute(aclmdlRI modelRI, int32_t timeout);

/* ACL_ERROR_RT_MODEL_RUNNING: it executes. ACL_ERROR_RT_MODEL_CAPTURED: still capturing. */
ACL_FUNC_VISIBILITY aclError aclmdlRIDestroy(aclmdlRI modelRI);

#ifdef __cplusplus
}
#endif

#endif /* ACC_INCLUDE_ACL_ACL_RT_H_ */
