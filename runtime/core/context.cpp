// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/context.h"

#include <algorithm>

#include "runtime/core/device.h"
#include "runtime/core/runtime.h"

namespace acc::rt::core {

std::shared_ptr<Context> Context::create(Device& device, bool isDefault) {
    auto context = std::make_shared<Context>(ByCreate(), device, isDefault);
    context->defaultStream_ = std::make_unique<UserStream>(*context, nullptr, 0, 0);
    context->handle = runtime().contexts.insert(context);
    // The table's reference to the default stream keeps the whole context alive.
    context->defaultStream_->handle =
        runtime().streams.insert(std::shared_ptr<UserStream>(context, context->defaultStream_.get()));
    if (context->handle == nullptr || context->defaultStream_->handle == nullptr) {
        context->close(false);
        return nullptr;
    }
    Runtime::streamCallbacks().call(context->defaultStream_->handle, ACL_RT_STREAM_STATE_CREATE_POST);
    return context;
}

Context::~Context() {
    defaultStream_.reset();
}

std::shared_ptr<UserStream> Context::createStream(uint32_t priority, uint32_t flags) {
    auto stream = std::make_shared<UserStream>(*this, shared_from_this(), priority, flags);
    stream->handle = runtime().streams.insert(stream);
    if (stream->handle == nullptr) {
        return nullptr;
    }
    {
        MutexLock lock(mutex_);
        streams_.emplace_back(stream);
        if (stopped()) {
            stream->stream()->abandon();
        }
    }
    Runtime::streamCallbacks().call(stream->handle, ACL_RT_STREAM_STATE_CREATE_POST);
    return stream;
}

void Context::removeStream(const UserStream& stream) {
    MutexLock lock(mutex_);
    std::erase_if(streams_, [&](const std::weak_ptr<UserStream>& entry) {
        const std::shared_ptr<UserStream> live = entry.lock();
        return live == nullptr || live.get() == &stream;
    });
}

std::vector<std::shared_ptr<UserStream>> Context::streams() {
    std::vector<std::shared_ptr<UserStream>> all;
    all.emplace_back(shared_from_this(), defaultStream_.get());
    MutexLock lock(mutex_);
    for (const std::weak_ptr<UserStream>& entry : streams_) {
        if (std::shared_ptr<UserStream> stream = entry.lock()) {
            all.push_back(std::move(stream));
        }
    }
    return all;
}

void Context::stop(const Status& status) {
    {
        MutexLock lock(mutex_);
        if (stopped_.load()) {
            return;
        }
        stopStatus_ = status;
        stopped_.store(true);
    }
    for (const std::shared_ptr<UserStream>& stream : streams()) {
        stream->stream()->abandon();
    }
}

Status Context::stopStatus() const {
    MutexLock lock(mutex_);
    return stopStatus_;
}

void Context::close(bool drain) {
    if (closed_.exchange(true)) {
        return;
    }
    const auto self = runtime().contexts.remove(handle);
    for (const std::shared_ptr<UserStream>& stream : streams()) {
        const auto removed = runtime().streams.remove(stream->handle);
        stream->close(drain);
    }
}

void setCurrentContext(std::shared_ptr<Context> context) {
    threadState().context = std::move(context);
}

namespace detail {

Status missingContext(Context** context) {
    ThreadState& state = threadState();
    if (state.insideCallback) {
        return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                             "called from a host callback, where it would wait for the callback itself; expected only "
                             "calls that neither allocate, submit nor synchronise");
    }
    ACC_TRY(runtime().usable());
    if (const int32_t device = runtime().defaultDevice.load(); device >= 0) {
        auto set = runtime().device(device).set();
        if (!set.ok()) {
            return set.status();
        }
        setCurrentContext(set.take());
        *context = state.context.get();
        return {};
    }
    if (state.context != nullptr) {
        return Status::error(ACL_ERROR_RT_CONTEXT_NULL,
                             "the thread's context was destroyed or its device reset, expected aclrtSetDevice, "
                             "aclrtCreateContext or aclrtSetCurrentContext before");
    }
    return Status::error(ACL_ERROR_RT_CONTEXT_NULL,
                         "the thread has no context, expected aclrtSetDevice, aclrtCreateContext or "
                         "aclrtSetCurrentContext before");
}

}  // namespace detail
}  // namespace acc::rt::core
