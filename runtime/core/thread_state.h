// SPDX-License-Identifier: Apache-2.0
// What the runtime remembers per host thread: current context, last error, messages, capture mode.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "acl/acl_rt_types.h"
#include "runtime/base/status.h"

namespace acc::rt::core {

class Capture;
class Context;
class Graph;
class UserStream;

struct ThreadState {
    std::shared_ptr<Context> context;  // may be closed: see currentContext()
    aclError lastError = ACL_SUCCESS;
    std::string messages;          // newest first, one per line
    std::string returnedMessages;  // what aclGetRecentErrMsg handed out last
    aclmdlRICaptureMode captureMode = ACL_MODEL_RI_CAPTURE_MODE_GLOBAL;
    std::vector<std::weak_ptr<Capture>> captures;  // begun by this thread in another mode than RELAXED
    bool insideCallback = false;
    std::weak_ptr<UserStream> limitsOf;  // the stream whose core limits count for this thread
    struct Step {
        std::weak_ptr<Graph> graph;
        uint32_t lane = 0;
        size_t index = 0;
    };
    Step lastStep;                       // that this thread stored in a graph
    uint32_t lastTaskId = 0;             // see aclrtGetThreadLastTaskId
    const uint32_t osThreadId = osId();  // as the system numbers threads

    static uint32_t osId();
};

namespace detail {
// Null until the thread's first call. A plain pointer, so it stays usable while static objects are being destroyed.
[[gnu::tls_model("initial-exec")]] extern thread_local constinit ThreadState* threadStatePointer;
ThreadState& makeThreadState();
}  // namespace detail

inline ThreadState& threadState() {
    ThreadState* state = detail::threadStatePointer;
    return state != nullptr ? *state : detail::makeThreadState();
}

// Records a failure of `function` on this thread: last error and message.
void recordFailure(const char* function, const Status& status);

// The recorded messages, newest first; null when there are none. See aclGetRecentErrMsg.
const char* takeMessages();

// Chooses between messages per thread (default) and per process.
void setMessageScope(bool perProcess);

}  // namespace acc::rt::core
