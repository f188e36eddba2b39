// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/user_event.h"

#include <algorithm>

#include "acl/acl_rt_types.h"
#include "runtime/core/runtime.h"
#include "runtime/core/value_wait.h"

namespace acc::rt::core {
namespace {

constexpr size_t kManyWaits = 32;

class SetTask final : public Task {
public:
    explicit SetTask(std::shared_ptr<UserEvent> event) : event_(std::move(event)) {}
    Step start(Stream&) override {
        event_->set();
        return Step::done;
    }

private:
    std::shared_ptr<UserEvent> event_;
};

class ClearTask final : public Task {
public:
    explicit ClearTask(std::shared_ptr<UserEvent> event) : event_(std::move(event)) {}
    Step start(Stream&) override {
        event_->clear();
        return Step::done;
    }

private:
    std::shared_ptr<UserEvent> event_;
};

class FlagWaitTask final : public Task {
public:
    explicit FlagWaitTask(std::shared_ptr<UserEvent> event) : event_(std::move(event)) {}
    Step start(Stream& stream) override { return event_->addWaiter(stream) ? Step::pending : Step::done; }

private:
    std::shared_ptr<UserEvent> event_;
};

std::atomic<uint32_t> nextEventId{0};

bool executed(const std::pair<std::weak_ptr<Stream>, uint64_t>& wait) {
    const std::shared_ptr<Stream> stream = wait.first.lock();
    return stream == nullptr || stream->completed() >= wait.second;
}

}  // namespace

UserEvent::UserEvent(EventKind kind, uint32_t flags, int32_t device)
    : kind_(kind), flags_(flags), device_(device), id_(nextEventId.fetch_add(1)), event_(flags) {}

UserEvent::~UserEvent() = default;

bool UserEvent::timed() const {
    return kind_ == EventKind::general || (flags_ & ACL_EVENT_TIME_LINE) != 0;
}

bool UserEvent::waitable() const {
    return kind_ == EventKind::general || (flags_ & (ACL_EVENT_SYNC | ACL_EVENT_EXTERNAL)) != 0;
}

void UserEvent::record(const std::shared_ptr<Stream>& stream) {
    if (kind_ == EventKind::flag) {
        stream->submit<SetTask>(shared_from_this());
    }
    event_.record(stream);
    if (capturedLast_.load(std::memory_order_relaxed)) {
        setCaptured({}, 0);
    }
}

void UserEvent::wait(const std::shared_ptr<Stream>& stream) {
    if (kind_ == EventKind::flag) {
        noteWait(stream, stream->submit<FlagWaitTask>(shared_from_this()));
        return;
    }
    event_.waitOn(*stream);
    if (kind_ == EventKind::general) {
        noteWait(stream, stream->submitted());
    }
}

void UserEvent::reset(Stream& stream) {
    stream.submit<ClearTask>(shared_from_this());
}

bool UserEvent::complete() const {
    if (kind_ == EventKind::flag) {
        MutexLock lock(mutex_);
        return set_;
    }
    const std::shared_ptr<EventRecord> record = current();
    return record == nullptr ? kind_ == EventKind::ex : record->complete();
}

bool UserEvent::waitsComplete() const {
    MutexLock lock(mutex_);
    return std::all_of(waits_.begin(), waits_.end(), executed);
}

void UserEvent::noteWait(const std::shared_ptr<Stream>& stream, uint64_t number) {
    MutexLock lock(mutex_);
    if (waits_.size() >= kManyWaits) {
        std::erase_if(waits_, executed);
    }
    waits_.emplace_back(stream, number);
}

UserEvent::Captured UserEvent::captured() const {
    if (!capturedLast_.load(std::memory_order_acquire)) {
        return {};
    }
    MutexLock lock(mutex_);
    return captured_;
}

void UserEvent::setCaptured(std::weak_ptr<Capture> capture, uint32_t record) {
    MutexLock lock(mutex_);
    const bool valid = !capture.expired();
    captured_ = {std::move(capture), record, valid};
    capturedLast_.store(valid, std::memory_order_release);
}

void UserEvent::set() {
    std::vector<Stream*> released;
    {
        MutexLock lock(mutex_);
        set_ = true;
        released.swap(waiters_);
    }
    for (Stream* stream : released) {
        stream->resume(false);
    }
}

void UserEvent::clear() {
    MutexLock lock(mutex_);
    set_ = false;
}

bool UserEvent::addWaiter(Stream& stream) {
    MutexLock lock(mutex_);
    if (set_) {
        return false;
    }
    waiters_.push_back(&stream);
    return true;
}

bool UserEvent::dropWaiter(Stream& stream) {
    {
        MutexLock lock(mutex_);
        if (std::erase(waiters_, &stream) == 0) {
            return false;
        }
    }
    stream.resume(false);
    return true;
}

void cancelWaits(Stream& stream) {
    runtime().events.forEach([&](const auto& event) {
        if (event->kind() == EventKind::flag) {
            event->dropWaiter(stream);
        }
    });
    cancelValueWait(stream);
}

}  // namespace acc::rt::core
