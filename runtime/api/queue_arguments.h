// SPDX-License-Identifier: Apache-2.0
// What tensor channels and queues of buffers have in common: timeouts, and how an operation ended.
#pragma once

#include "acl/acl_base_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/core/bounded_queue.h"

namespace acc::rt::api {

inline Status checkQueueTimeout(int32_t timeout) {
    return timeout < -1 ? detail::badTimeout("timeout", timeout, "-1 (for ever), 0 (poll) or milliseconds") : Status();
}

// `timeoutCode`: ACL_ERROR_RT_QUEUE_FULL or ACL_ERROR_RT_QUEUE_EMPTY. `what`: "queue". `stopped`: the error of an
// operation that was under way when the queue was stopped.
template <class Outcome>
Status queueOutcome(Outcome outcome, const char* what, aclError timeoutCode, const Status& stopped) {
    switch (outcome) {
        case Outcome::done:
            return {};
        case Outcome::timeout:
            return Status::error(timeoutCode, "the {} is {} when the timeout expires", what,
                                 timeoutCode == ACL_ERROR_RT_QUEUE_FULL ? "full" : "empty");
        case Outcome::stopped:
            break;
    }
    return stopped;
}

}  // namespace acc::rt::api
