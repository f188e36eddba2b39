// SPDX-License-Identifier: Apache-2.0
// The thread's last error and messages.
#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"

using namespace acc::rt;
using namespace acc::rt::api;

extern "C" {

const char* aclGetRecentErrMsg(void) {
    return core::takeMessages();
}

aclError aclrtPeekAtLastError(aclrtLastErrLevel level) {
    if (level != ACL_RT_THREAD_LEVEL) {
        return apiCall(__func__, [&]() -> Status {
            return Status::error(ACL_ERROR_INVALID_PARAM, "level is {}, expected ACL_RT_THREAD_LEVEL (0)",
                                 static_cast<int>(level));
        });
    }
    return core::threadState().lastError;
}

aclError aclrtGetLastError(aclrtLastErrLevel level) {
    const aclError error = aclrtPeekAtLastError(level);
    if (level == ACL_RT_THREAD_LEVEL) {
        core::threadState().lastError = ACL_SUCCESS;
    }
    return error;
}

}  // extern "C"
