// SPDX-License-Identifier: Apache-2.0
// The boundary between C programs and the runtime: the only place that catches exceptions, turns a Status into an
// aclError and records it for the thread.
#pragma once

#include <exception>
#include <new>

#include "acl/acl_base_rt.h"
#include "runtime/base/status.h"
#include "runtime/core/runtime.h"
#include "runtime/core/thread_state.h"

namespace acc::rt::api {

// Runs the body of an entry point. Usage: return apiCall(__func__, [&]() -> Status { ... });
template <class Body>
aclError apiCall(const char* function, Body&& body) noexcept {
    try {
        // A forked child has none of the runtime's threads, and locks that others held stay locked.
        const Status status = core::runtime().forked() ? core::runtime().notForked() : body();
        if (status.ok()) [[likely]] {
            return ACL_SUCCESS;
        }
        core::recordFailure(function, status);
        return status.code();
    } catch (const std::bad_alloc&) {
        core::recordFailure(function, Status::error(ACL_ERROR_BAD_ALLOC, "host memory is exhausted"));
        return ACL_ERROR_BAD_ALLOC;
    } catch (const std::exception& error) {
        core::recordFailure(function, Status::error(ACL_ERROR_INTERNAL_ERROR, "internal error: {}", error.what()));
        return ACL_ERROR_INTERNAL_ERROR;
    }
}

}  // namespace acc::rt::api
