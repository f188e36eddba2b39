/* SPDX-License-Identifier: Apache-2.0 */
/* Notifies, and values in device memory that streams write and wait for. Conventions: see acl_rt.h, which includes this
 * file. */
#ifndef ACC_INCLUDE_ACL_RT_NOTIFY_H_
#define ACC_INCLUDE_ACL_RT_NOTIFY_H_

#include <stddef.h>
#include <stdint.h>

#include "../acl_base.h"
#include "../acl_rt_types.h"

#ifdef __cplusplus
extern "C" {
#endif

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

/* ---- notifies ---- */

/*
 * A binary signal between streams: one record releases exactly one wait, whichever was submitted first. `flag` is
 * ACL_NOTIFY_DEFAULT or ACL_NOTIFY_DEVICE_USE_ONLY. ACL_ERROR_INVALID_PARAM: another flag.
 * ACL_ERROR_RT_NO_NOTIFY_RESOURCE: the device has no more.
 */
ACL_FUNC_VISIBILITY aclError aclrtCreateNotify(aclrtNotify* notify, uint64_t flag);

/* Never blocks; tasks that use it still do. */
ACL_FUNC_VISIBILITY aclError aclrtDestroyNotify(aclrtNotify notify);

/* Async: releases the oldest wait, or is remembered for the next one. Streams of any device may record. */
ACL_FUNC_VISIBILITY aclError aclrtRecordNotify(aclrtNotify notify, aclrtStream stream);

/*
 * Async: later tasks wait for a record, which is used up. `timeout` in seconds, 0 = for ever; when it expires the next
 * synchronise returns ACL_ERROR_RT_WAIT_TIMEOUT. ACL_ERROR_RT_STREAM_CONTEXT: another device's notify.
 */
ACL_FUNC_VISIBILITY aclError aclrtWaitAndResetNotify(aclrtNotify notify, aclrtStream stream, uint32_t timeout);

/* A small number that identifies the notify. */
ACL_FUNC_VISIBILITY aclError aclrtGetNotifyId(aclrtNotify notify, uint32_t* notifyId);

/* Forgets remembered records now. ACL_ERROR_INVALID_PARAM: null or num 0. */
ACL_FUNC_VISIBILITY aclError aclrtNotifyBatchReset(aclrtNotify* notifies, size_t num);

/* ---- counting notifies. All: ACL_ERROR_RT_FEATURE_NOT_SUPPORT on SoCs other than Ascend950. ---- */

/* A 32-bit number, 0 at first. ACL_ERROR_INVALID_PARAM: flag is not 0. */
ACL_FUNC_VISIBILITY aclError aclrtCntNotifyCreate(aclrtCntNotify* cntNotify, uint64_t flag);

/* Never blocks; tasks that use it still do. */
ACL_FUNC_VISIBILITY aclError aclrtCntNotifyDestroy(aclrtCntNotify cntNotify);

/* Async: sets, adds to, ors or ands the number. ACL_ERROR_INVALID_PARAM: null or unknown mode. */
ACL_FUNC_VISIBILITY aclError aclrtCntNotifyRecord(aclrtCntNotify cntNotify, aclrtStream stream,
                                                  aclrtCntNotifyRecordInfo* info);

/*
 * Async: later tasks wait until the number fulfils the condition; isClear then sets it to 0. Times out as
 * aclrtWaitAndResetNotify. ACL_ERROR_INVALID_PARAM: null, unknown mode, or isClear above 1.
 */
ACL_FUNC_VISIBILITY aclError aclrtCntNotifyWaitWithTimeout(aclrtCntNotify cntNotify, aclrtStream stream,
                                                           aclrtCntNotifyWaitInfo* info);

/* Async: sets the number to 0. */
ACL_FUNC_VISIBILITY aclError aclrtCntNotifyReset(aclrtCntNotify cntNotify, aclrtStream stream);

/* A small number that identifies it. */
ACL_FUNC_VISIBILITY aclError aclrtCntNotifyGetId(aclrtCntNotify cntNotify, uint32_t* notifyId);

#ifdef __cplusplus
}
#endif

#endif /* ACC_INCLUDE_ACL_RT_NOTIFY_H_ */
