// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/user_stream.h"

#include "runtime/base/log.h"
#include "runtime/core/allocators.h"
#include "runtime/core/capture.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/core/persistent_tasks.h"
#include "runtime/core/runtime.h"
#include "runtime/core/task_update.h"

namespace acc::rt::core {

UserStream::UserStream(Context& context, std::shared_ptr<Context> owner, uint32_t priority, uint32_t flags)
    : context_(context),
      owner_(std::move(owner)),
      id_(context.device().nextStreamId()),
      priority_(priority),
      flags_(flags),
      stream_(std::make_shared<Stream>(context.device().id(), priority)),
      persistent_((flags & ACL_STREAM_PERSISTENT) != 0 ? std::make_shared<PersistentTasks>() : nullptr),
      diverted_(persistent_ != nullptr) {
    stream_->setUserId(id_);
    stream_->onFailure(&UserStream::onFailure, this);
}

UserStream::~UserStream() {
    close(false);
}

bool UserStream::setFailureMode(uint64_t mode) {
    if (failureModeSet_.exchange(true)) {
        return false;
    }
    stopOnFailure_.store(mode != 0);
    return true;
}

void UserStream::onFailure(void* self, const Status& status) {
    auto* stream = static_cast<UserStream*>(self);
    stream->context_.device().lastFault.store(status.code());
    if (stream->stopOnFailure_.load()) {
        stream->context_.stop(status);
    }
}

std::shared_ptr<Capture> UserStream::capture() const {
    MutexLock lock(mutex_);
    return capture_;
}

void UserStream::setCapture(std::shared_ptr<Capture> capture) {
    MutexLock lock(mutex_);
    capturing_.store(capture != nullptr, std::memory_order_release);
    capture_.swap(capture);  // the old one is released after the lock
    noteDiversion();
}

std::shared_ptr<TaskUpdate> UserStream::update() const {
    MutexLock lock(mutex_);
    return update_;
}

void UserStream::setUpdate(std::shared_ptr<TaskUpdate> update) {
    MutexLock lock(mutex_);
    update_.swap(update);
    noteDiversion();
}

void UserStream::noteDiversion() {
    diverted_.store(capture_ != nullptr || update_ != nullptr || persistent_ != nullptr, std::memory_order_release);
}

std::shared_ptr<TaskSink> UserStream::sink() const {
    MutexLock lock(mutex_);
    if (update_ != nullptr) {
        return update_;
    }
    return capture_ != nullptr ? std::static_pointer_cast<TaskSink>(capture_) : persistent_;
}

bool UserStream::deviceScheduled() const {
    return (flags_ & (ACL_STREAM_PERSISTENT | ACL_STREAM_CPU_SCHEDULE | ACL_STREAM_DEVICE_USE_ONLY)) != 0;
}

std::shared_ptr<ReportThread> UserStream::reportThread() const {
    MutexLock lock(mutex_);
    return reportThread_;
}

void UserStream::setReportThread(std::shared_ptr<ReportThread> thread) {
    MutexLock lock(mutex_);
    reportThread_.swap(thread);
}

std::weak_ptr<UserStream> UserStream::reference() {
    return isDefault() ? std::shared_ptr<UserStream>(context_.shared_from_this(), this) : shared_from_this();
}

void UserStream::close(bool drain) {
    if (closed_.exchange(true)) {
        return;
    }
    Runtime::streamCallbacks().call(handle, ACL_RT_STREAM_STATE_DESTROY_PRE);
    unregisterAllocator(handle);
    if (const std::shared_ptr<Capture> open = capture()) {
        open->drop();
    }
    if (drain) {
        stream_->waitFor(stream_->submitted());
    }
    stream_->abandon();
    if (!drain) {
        stream_->stopCurrent(
            Status::error(ACL_ERROR_RT_STREAM_ABORT, "stream {} was destroyed while the kernel ran", id_));
    }
    stream_->waitFor(stream_->submitted());
    // Now, not in the destructor: idle threads may refer to a closed context for a long time.
    context_.device().releaseStreamSlot();
    if (const Status error = stream_->takeError(); !error.ok() && context_.stopStatus().ok()) {
        report(fmt::format("stream {} of device {} was destroyed with an error that no call returned: {} [error {}]",
                           id_, context_.device().id(), error.message(), error.code()));
    }
}

}  // namespace acc::rt::core
