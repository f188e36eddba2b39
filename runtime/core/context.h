// SPDX-License-Identifier: Apache-2.0
// A context: a device's streams that belong together, with a default stream. Threads refer to one as their current one.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/base/mutex.h"
#include "runtime/base/status.h"
#include "runtime/core/limits.h"
#include "runtime/core/thread_state.h"
#include "runtime/core/user_stream.h"

namespace acc::rt::core {

class Device;

// Thread-safe. Threads may hold a closed context for a while; every use checks closed() first.
class Context : public std::enable_shared_from_this<Context> {
public:
    // Makes a context and enters its handle and its default stream's.
    static std::shared_ptr<Context> create(Device& device, bool isDefault);

    struct ByCreate {};  // only create() makes contexts
    Context(ByCreate, Device& device, bool isDefault) : device_(device), isDefault_(isDefault) {}
    ~Context();

    Device& device() const { return device_; }
    bool isDefault() const { return isDefault_; }
    bool closed() const { return closed_.load(std::memory_order_acquire); }
    UserStream& defaultStream() const { return *defaultStream_; }

    // A new stream, entered in the handle table; null when no handle is free. The caller has a stream slot.
    std::shared_ptr<UserStream> createStream(uint32_t priority, uint32_t flags) ACC_EXCLUDES(mutex_);
    void removeStream(const UserStream& stream) ACC_EXCLUDES(mutex_);

    // All streams, the default one first.
    std::vector<std::shared_ptr<UserStream>> streams() ACC_EXCLUDES(mutex_);

    // STOP_ON_FAILURE: drops what all streams have queued and refuses submissions with `status` from now on.
    void stop(const Status& status) ACC_EXCLUDES(mutex_);
    bool stopped() const { return stopped_.load(std::memory_order_acquire); }
    Status stopStatus() const ACC_EXCLUDES(mutex_);

    // Invalidates the handles of the context and its streams and closes the streams, see UserStream::close.
    void close(bool drain) ACC_EXCLUDES(mutex_);

    SystemOptions options;
    void* handle = nullptr;                   // written once, before the handle is given out
    std::atomic<uint32_t> activeCaptures{0};  // captures begun on streams of this context

private:
    Device& device_;
    const bool isDefault_;
    std::unique_ptr<UserStream> defaultStream_;
    std::atomic<bool> closed_{false};
    std::atomic<bool> stopped_{false};
    mutable Mutex mutex_;
    std::vector<std::weak_ptr<UserStream>> streams_ ACC_GUARDED_BY(mutex_);
    Status stopStatus_ ACC_GUARDED_BY(mutex_);
};

namespace detail {
// Explains why the thread has no usable context, or makes the configured default device current.
Status missingContext(Context** context);
}  // namespace detail

// The calling thread's context.
inline Status currentContext(Context** context) {
    const ThreadState& state = threadState();
    Context* current = state.context.get();
    if (current == nullptr || current->closed() || state.insideCallback) [[unlikely]] {
        return detail::missingContext(context);
    }
    *context = current;
    return {};
}

// Makes `context` current for the calling thread.
void setCurrentContext(std::shared_ptr<Context> context);

}  // namespace acc::rt::core
