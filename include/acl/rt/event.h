/* SPDX-License-Identifier: Apache-2.0 */
/* Events. Conventions: see acl_rt.h, which includes this file. */
#ifndef ACC_INCLUDE_ACL_RT_EVENT_H_
#define ACC_INCLUDE_ACL_RT_EVENT_H_

#include <stddef.h>
#include <stdint.h>

#include "../acl_base.h"
#include "../acl_rt_types.h"

#ifdef __cplusplus
extern "C" {
#endif

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
 * ACL_EVENT_SYNC, _TIME_LINE, _CAPTURE_STREAM_PROGRESS; or ACL_EVENT_IPC alone (ipc.h): to record, wait, synchronise,
 * destroy. ACL_ERROR_INVALID_PARAM: 0 or unknown bits.
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateEventExWithFlag(aclrtEvent* event, uint32_t flag);

/* Never blocks; a pending record still completes. */
ACL_FUNC_VISIBILITY aclError aclrtDestroyEvent(aclrtEvent event);

/* Async: the event is complete when all work submitted so far is. ACL_ERROR_RT_STREAM_CONTEXT: another device's event.
 */
ACL_FUNC_VISIBILITY aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream);

/*
 * flag ACL_EVENT_RECORD_DEFAULT = aclrtRecordEvent. ACL_EVENT_RECORD_EXTERNAL, while the stream captures: the event is
 * recorded, visible outside, whenever the graph gets there. Codes of EXTERNAL: see aclrtStreamWaitEventWithFlag.
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

/*
 * The same with a limit in seconds, 0 = for ever; when it expires the next synchronise returns
 * ACL_ERROR_RT_WAIT_TIMEOUT. ACL_ERROR_INVALID_PARAM also: timeout is negative.
 */
ACL_FUNC_VISIBILITY aclError aclrtStreamWaitEventWithTimeout(aclrtStream stream, aclrtEvent event, int32_t timeout);

/*
 * flag ACL_EVENT_WAIT_DEFAULT: the same. ACL_EVENT_WAIT_EXTERNAL, while the stream captures: an execution of the graph
 * waits for the record that is current when it starts. ACL_ERROR_INVALID_PARAM also: another flag; with EXTERNAL a
 * timeout, an event other than of aclrtCreateEventExWithFlag with exactly ACL_EVENT_SYNC, or its second use in the
 * graph. ACL_ERROR_RT_STREAM_NOT_CAPTURED: EXTERNAL on a stream that does not capture.
 */
ACL_FUNC_VISIBILITY aclError aclrtStreamWaitEventWithFlag(aclrtStream stream, aclrtEvent event, uint32_t timeout,
                                                          uint32_t flag);

/* The limit, in seconds, of waits that aclrtStreamWaitEvent submits from now on; 0 = for ever (default). */
ACL_FUNC_VISIBILITY aclError aclrtSetOpWaitTimeout(uint32_t timeout);

#ifdef __cplusplus
}
#endif

#endif /* ACC_INCLUDE_ACL_RT_EVENT_H_ */
