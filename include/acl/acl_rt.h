/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The runtime API: devices, contexts, streams, events, memory, kernels, host callbacks and graphs. One file per family
 * in rt/.
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

#include "acl_base.h"
#include "acl_rt_allocator.h"
#include "acl_rt_types.h"
#include "rt/args.h"
#include "rt/binary.h"
#include "rt/callback.h"
#include "rt/context.h"
#include "rt/copy.h"
#include "rt/device.h"
#include "rt/dump.h"
#include "rt/error.h"
#include "rt/event.h"
#include "rt/graph.h"
#include "rt/initialise.h"
#include "rt/ipc.h"
#include "rt/launch.h"
#include "rt/limits.h"
#include "rt/memory.h"
#include "rt/not_supported.h"
#include "rt/notify.h"
#include "rt/stream.h"
#include "rt/symbol.h"
#include "rt/virtual_memory.h"

#endif /* ACC_INCLUDE_ACL_ACL_RT_H_ */
