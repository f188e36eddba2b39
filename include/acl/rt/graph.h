/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs ("model running instances"). Conventions: see acl_rt.h, which includes this file. */
#ifndef ACC_INCLUDE_ACL_RT_GRAPH_H_
#define ACC_INCLUDE_ACL_RT_GRAPH_H_

#include <stddef.h>
#include <stdint.h>

#include "../acl_base.h"
#include "../acl_rt_types.h"

#ifdef __cplusplus
extern "C" {
#endif

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

/* ---- conditional tasks ---- */

/*
 * A cell of 8 bytes in device memory for the conditional tasks of a graph. With ACL_MODEL_RI_COND_HANDLE_ASSIGN_DEFAULT
 * every execution begins with `defaultLaunchValue`, with flag 0 with what the last one left. It goes with the graph.
 * ACL_ERROR_INVALID_PARAM: another flag. ACL_ERROR_RT_MEMORY_ALLOCATION: device memory exhausted.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRICondHandleCreate(aclmdlRI modelRI, uint32_t defaultLaunchValue,
                                                      aclmdlRICondHandleFlag flag, aclmdlRICondHandle* handle);

/* The address of the cell, for kernels. */
ACL_FUNC_VISIBILITY aclError aclmdlRICondHandleGetCondPtr(aclmdlRICondHandle handle, uint64_t** ptr);

/*
 * On a capturing stream: appends a task that runs parts of the graph depending on the cell. IF: 1 or 2 parts, the first
 * when it is not 0; WHILE: 1 part, as long as it is not 0; SWITCH: the part with its number. Writes the parts to
 * params.modelRIArray; capture into each with aclmdlRICaptureToModelRIBegin. They belong to the graph.
 * ACL_ERROR_INVALID_PARAM: unknown type, a size it does not take, null array, or flags not 0.
 * ACL_ERROR_RT_STREAM_NOT_CAPTURED: the stream does not capture.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIAddCondTask(aclmdlRICondTaskParams params, aclrtStream stream, uint32_t flags);

/*
 * Begins a capture that fills a part of a graph; end it with aclmdlRICaptureEnd. Codes as aclmdlRICaptureBegin;
 * ACL_ERROR_RT_PARAM_INVALID: not a part, or filled already.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureToModelRIBegin(aclrtStream stream, aclmdlRI modelRI,
                                                           aclmdlRICaptureMode mode);

/* ---- groups of launches that can be replaced ---- */

/*
 * Begins and ends a group of kernel launches on a capturing stream. ACL_ERROR_RT_STREAM_NOT_CAPTURED: it does not
 * capture. ACL_ERROR_STREAM_TASK_GROUP_STATUS: a group is open already, or none is; also other tasks than launches in a
 * group, and aclmdlRICaptureEnd with an open one. ACL_ERROR_STREAM_TASK_GROUP_INTR: a task on another stream of the
 * capture meanwhile.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureTaskGrpBegin(aclrtStream stream);
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureTaskGrpEnd(aclrtStream stream, aclrtTaskGrp* handle);

/*
 * Between the two, launches on the stream (which does not capture) replace those of the group, one by one. End is
 * async: the replacement is made when the stream gets there, and executions that have not reached the group see it.
 * ACL_ERROR_RT_STREAM_CAPTURED: the stream captures. ACL_ERROR_STREAM_TASK_GROUP_STATUS: begun twice, not begun,
 * another number of tasks, or other tasks than launches. ACL_ERROR_RT_MODEL_CAPTURED: the graph is not complete, or
 * gone.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureTaskUpdateBegin(aclrtStream stream, aclrtTaskGrp handle);
ACL_FUNC_VISIBILITY aclError aclmdlRICaptureTaskUpdateEnd(aclrtStream stream);

/* ---- building from PERSISTENT streams ---- */

/* An empty model. ACL_ERROR_INVALID_PARAM: flag is not 0. */
ACL_FUNC_VISIBILITY aclError aclmdlRIBuildBegin(aclmdlRI* modelRI, uint32_t flag);

/*
 * Makes a PERSISTENT stream a part of the model: ACL_MODEL_STREAM_FLAG_HEAD starts with it, _DEFAULT by
 * aclrtActiveStream, aclrtSwitchStream or a label. ACL_ERROR_RT_PARAM_INVALID: not PERSISTENT, bound already, or the
 * model is complete or captured. ACL_ERROR_INVALID_PARAM: another flag.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIBindStream(aclmdlRI modelRI, aclrtStream stream, uint32_t flag);

/*
 * Ends the tasks of a stream. ACL_ERROR_RT_STREAM_MODEL: bound to another model or to none. ACL_ERROR_RT_PARAM_INVALID:
 * called twice, not PERSISTENT, or the model is complete.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIEndTask(aclmdlRI modelRI, aclrtStream stream);

/* Completes the model. ACL_ERROR_RT_PARAM_INVALID: complete already, or no stream got aclmdlRIEndTask. */
ACL_FUNC_VISIBILITY aclError aclmdlRIBuildEnd(aclmdlRI modelRI, void* reserve);

/*
 * Takes a stream and its tasks out of the model. ACL_ERROR_RT_STREAM_MODEL: not bound to it.
 * ACL_ERROR_RT_MODEL_RUNNING: it executes.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIUnbindStream(aclmdlRI modelRI, aclrtStream stream);

/* Ends the model's current execution, which returns ACL_ERROR_RT_MODEL_ABORT_NORMAL. ACL_ERROR_RT_PARAM_INVALID:
 * captured. */
ACL_FUNC_VISIBILITY aclError aclmdlRIAbort(aclmdlRI modelRI);

/* Forgets what a PERSISTENT stream stores. ACL_ERROR_RT_PARAM_INVALID: not PERSISTENT, or bound. */
ACL_FUNC_VISIBILITY aclError aclrtPersistentTaskClean(aclrtStream stream);

/* Stored: starts another bound stream in parallel. ACL_ERROR_RT_STREAM_MODEL: not bound to one model. */
ACL_FUNC_VISIBILITY aclError aclrtActiveStream(aclrtStream activeStream, aclrtStream stream);

/*
 * Stored: compares two values in device memory; if it holds, the model goes on with `trueStream` and `stream` ends.
 * ACL_ERROR_INVALID_PARAM: null, not device memory, unknown condition or type, or falseStream not null.
 * ACL_ERROR_RT_ADDR_UNALIGNED: misaligned. ACL_ERROR_RT_STREAM_MODEL: not bound to one model.
 */
ACL_FUNC_VISIBILITY aclError aclrtSwitchStream(void* leftValue, aclrtCondition cond, void* rightValue,
                                               aclrtCompareDataType dataType, aclrtStream trueStream,
                                               aclrtStream falseStream, aclrtStream stream);

/* A place to jump to. ACL_ERROR_RT_RESOURCE_ALLOC_FAIL: there are 65535. */
ACL_FUNC_VISIBILITY aclError aclrtCreateLabel(aclrtLabel* label);

/* Stored: the place. ACL_ERROR_RT_PARAM_INVALID: set already. ACL_ERROR_RT_STREAM_MODEL: the stream is not bound. */
ACL_FUNC_VISIBILITY aclError aclrtSetLabel(aclrtLabel label, aclrtStream stream);

/* Forgets the handle; models keep the place. */
ACL_FUNC_VISIBILITY aclError aclrtDestroyLabel(aclrtLabel label);

/* 1 to 65535 labels, numbered from 0. ACL_ERROR_INVALID_PARAM: null, or num out of range. */
ACL_FUNC_VISIBILITY aclError aclrtCreateLabelList(aclrtLabel* labels, size_t num, aclrtLabelList* labelList);

/* Forgets the handle; models keep the list. */
ACL_FUNC_VISIBILITY aclError aclrtDestroyLabelList(aclrtLabelList labelList);

/*
 * Stored: goes on at the label whose number is the uint32 at `ptr` in device memory when the model gets there; at label
 * maxValue - 1 when it is larger. ACL_ERROR_INVALID_PARAM: null, not device memory, or maxValue 0 or above the list's
 * size. ACL_ERROR_RT_ADDR_UNALIGNED: misaligned. ACL_ERROR_RT_STREAM_MODEL: the stream is not bound.
 */
ACL_FUNC_VISIBILITY aclError aclrtSwitchLabelByIndex(void* ptr, uint32_t maxValue, aclrtLabelList labelList,
                                                     aclrtStream stream);

/* ---- inspection and change of complete graphs ---- */

/*
 * Writes the graph for trace viewers (JSON); ACL_MDLRI_DEBUG_JSON_PRINT_VERBOSE adds the kernels' arguments.
 * ACL_ERROR_RT_FILE_WRITE: cannot write there. ACL_ERROR_INVALID_PARAM: null or another flag.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIDebugJsonPrint(aclmdlRI modelRI, const char* path, uint32_t flags);

/* Prints the graph to stderr in the DOT language. */
ACL_FUNC_VISIBILITY aclError aclmdlRIDebugPrint(aclmdlRI modelRI);

/* A name of at most 512 bytes, cut there; empty when never set. ACL_ERROR_INVALID_PARAM: null, or maxLen 0. */
ACL_FUNC_VISIBILITY aclError aclmdlRISetName(aclmdlRI modelRI, const char* name);
ACL_FUNC_VISIBILITY aclError aclmdlRIGetName(aclmdlRI modelRI, uint32_t maxLen, char* name);

/* A small number that identifies the graph. */
ACL_FUNC_VISIBILITY aclError aclmdlRIGetId(aclmdlRI modelRI, uint32_t* modelRIId);

/* A function that aclmdlRIDestroy calls. ACL_ERROR_RT_PARAM_INVALID: not registered. */
ACL_FUNC_VISIBILITY aclError aclmdlRIDestroyRegisterCallback(aclmdlRI modelRI, aclrtCallback func, void* userData);
ACL_FUNC_VISIBILITY aclError aclmdlRIDestroyUnregisterCallback(aclmdlRI modelRI, aclrtCallback func);

/*
 * The streams of a graph, and the tasks of one of them (or of a bound PERSISTENT stream) in order. With a null array
 * only the number. ACL_ERROR_RT_INSUFFICIENT_INPUT_ARRAY: `*num...` is smaller than that. ACL_ERROR_RT_STREAM_MODEL:
 * the stream belongs to no graph.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIGetStreams(aclmdlRI modelRI, aclrtStream* streams, uint32_t* numStreams);
ACL_FUNC_VISIBILITY aclError aclmdlRIGetTasksByStream(aclrtStream stream, aclmdlRITask* tasks, uint32_t* numTasks);

/* Type of a task, its place in its stream, and its parameters. Pointers in them live as long as the task. */
ACL_FUNC_VISIBILITY aclError aclmdlRITaskGetType(aclmdlRITask task, aclmdlRITaskType* type);
ACL_FUNC_VISIBILITY aclError aclmdlRITaskGetSeqId(aclmdlRITask task, uint32_t* id);
ACL_FUNC_VISIBILITY aclError aclmdlRITaskGetParams(aclmdlRITask task, aclmdlRITaskParams* params);

/*
 * Other parameters for a kernel, value write or value wait; in force after aclmdlRIUpdate. ACL_ERROR_INVALID_PARAM:
 * another type than the task's, or as the call that submits such a task. ACL_ERROR_RT_FEATURE_NOT_SUPPORT: another type
 * of task.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRITaskSetParams(aclmdlRITask task, aclmdlRITaskParams* params);

/*
 * A launch attribute of a kernel task. ACL_ERROR_RT_TASK_TYPE_NOT_SUPPORT: no kernel. ACL_ERROR_INVALID_PARAM: null,
 * unknown, or ENGINE_TYPE, BLOCKDIM_OFFSET, BLOCK_TASK_PREFETCH.
 */
ACL_FUNC_VISIBILITY aclError aclmdlRIKernelTaskGetAttribute(aclmdlRITask task, aclrtLaunchKernelAttrId attrId,
                                                            aclrtLaunchKernelAttrValue* attrValue);

/* The task is skipped after aclmdlRIUpdate. ACL_ERROR_RT_TASK_TYPE_NOT_SUPPORT: it orders the graph's streams. */
ACL_FUNC_VISIBILITY aclError aclmdlRITaskDisable(aclmdlRITask task);

/* Makes the changes. ACL_ERROR_RT_MODEL_UPDATE_FAILED: the graph executes or is not complete. */
ACL_FUNC_VISIBILITY aclError aclmdlRIUpdate(aclmdlRI modelRI);

/*
 * Attaches bytes (1 to 64 KiB) or text (the first 4 KiB) to the task that the calling thread captured last.
 * ACL_ERROR_RT_PARAM_INVALID: there is none. ACL_ERROR_INVALID_PARAM: null or size out of range.
 */
ACL_FUNC_VISIBILITY aclError aclrtCacheLastTaskOpInfo(const void* const infoPtr, const size_t infoSize);
ACL_FUNC_VISIBILITY aclError aclrtCacheLastTaskExtendInfo(const char* const extendInfoPtr, const size_t infoSize);

#ifdef __cplusplus
}
#endif

#endif /* ACC_INCLUDE_ACL_RT_GRAPH_H_ */
