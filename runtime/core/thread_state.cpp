// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/thread_state.h"

#include <pthread.h>
#include <unistd.h>

#include <atomic>

#include "runtime/base/mutex.h"
#include "runtime/core/context.h"

namespace acc::rt::core {
namespace detail {

[[gnu::tls_model("initial-exec")]] thread_local constinit ThreadState* threadStatePointer = nullptr;

namespace {

// Frees a thread's state when the thread ends. The main thread has no such moment before static destruction, so its
// state stays.
pthread_key_t stateKey() {
    static const pthread_key_t key = [] {
        pthread_key_t made = 0;
        pthread_key_create(&made, [](void* state) {
            threadStatePointer = nullptr;
            const std::unique_ptr<ThreadState> owned(static_cast<ThreadState*>(state));
        });
        return made;
    }();
    return key;
}

}  // namespace

ThreadState& makeThreadState() {
    threadStatePointer = std::make_unique<ThreadState>().release();
    pthread_setspecific(stateKey(), threadStatePointer);
    return *threadStatePointer;
}

}  // namespace detail

uint32_t ThreadState::osId() {
    return static_cast<uint32_t>(gettid());
}

namespace {

constexpr size_t kMaxMessageBytes = 16 * 1024;

struct ProcessMessages {
    std::atomic<bool> enabled{false};
    Mutex mutex;
    std::string messages ACC_GUARDED_BY(mutex);
    std::string returned ACC_GUARDED_BY(mutex);
};

[[clang::no_destroy]] ProcessMessages processMessages;

// The code that log-scraping scripts look for at the start of a message.
const char* messageCode(const Status& status) {
    const aclError code = status.code();
    if (status.message().find(" is null") != std::string::npos && code < 200000) {
        return "EH0002";
    }
    switch (code) {
        case ACL_ERROR_INVALID_FILE:
        case ACL_ERROR_PARSE_FILE:
            return "EH0004";
        case ACL_ERROR_RT_STREAM_CONTEXT:
        case ACL_ERROR_RT_MODEL_CONTEXT:
            return "EE1010";
        case ACL_ERROR_RT_STREAM_SYNC_TIMEOUT:
        case ACL_ERROR_RT_EVENT_SYNC_TIMEOUT:
            return "EE1002";
        case ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT:
        case ACL_ERROR_RT_CAPTURE_MODE_BLOCK_ASYNC:
            return "EE1016";
        case ACL_ERROR_RT_MODEL_EXECUTE:
            return "EE1009";
        case ACL_ERROR_RT_FEATURE_NOT_SUPPORT:
            return "EE1006";
        case ACL_ERROR_RT_MEMORY_ALLOCATION:
            return "EE1013";
        default:
            break;
    }
    if (code < 107000) {
        return "EH0001";
    }
    if (code < 200000) {
        return "EE1001";
    }
    return code < 500000 ? "EE1023" : "EZ9999";
}

// Puts `line` before `list` and forgets the oldest lines beyond the limit.
void prepend(std::string& list, const std::string& line) {
    list.insert(0, line);
    if (list.size() > kMaxMessageBytes) {
        const size_t cut = list.rfind('\n', kMaxMessageBytes);
        list.resize(cut == std::string::npos ? kMaxMessageBytes : cut + 1);
    }
}

}  // namespace

void recordFailure(const char* function, const Status& status) {
    ThreadState& state = threadState();
    state.lastError = status.code();
    const std::string line =
        fmt::format("{}: {}: {} [error {}]\n", messageCode(status), function, status.message(), status.code());
    if (processMessages.enabled.load(std::memory_order_relaxed)) {
        MutexLock lock(processMessages.mutex);
        prepend(processMessages.messages, line);
    } else {
        prepend(state.messages, line);
    }
}

const char* takeMessages() {
    if (processMessages.enabled.load(std::memory_order_relaxed)) {
        MutexLock lock(processMessages.mutex);
        processMessages.returned = std::exchange(processMessages.messages, {});
        return processMessages.returned.empty() ? nullptr : processMessages.returned.c_str();
    }
    ThreadState& state = threadState();
    state.returnedMessages = std::exchange(state.messages, {});
    return state.returnedMessages.empty() ? nullptr : state.returnedMessages.c_str();
}

void setMessageScope(bool perProcess) {
    processMessages.enabled.store(perProcess, std::memory_order_relaxed);
}

}  // namespace acc::rt::core
