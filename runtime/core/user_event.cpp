// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/user_event.h"

#include <algorithm>

#include "acl/acl_rt_types.h"

namespace acc::rt::core {
namespace {

constexpr size_t kManyWaits = 32;

class SetTask final : public Task {
public:
    explicit SetTask(std::shared_ptr<UserEvent> event) : event_(std::move(event)) {}
    const char* name() const override { return "record event"; }
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
    const char* name() const override { return "reset event"; }
    Step start(Stream&) override {
        event_->clear();
        return Step::done;
    }

private:
    std::shared_ptr<UserEvent> event_;
};

class FlagWaitTask final : public Task {
public:
    FlagWaitTask(std::shared_ptr<UserEvent> event, WaitLimit limit) : event_(std::move(event)), limit_(limit) {}
    const char* name() const override { return "wait for event"; }
    Step start(Stream& stream) override {
        UserEvent& event = *event_;
        return startWait(stream, event_, limit_, [&](const Waiter& waiter) { return event.addWaiter(waiter); });
    }

private:
    std::shared_ptr<UserEvent> event_;
    WaitLimit limit_;
};

std::atomic<uint32_t> nextEventId{0};

bool executed(const std::pair<std::weak_ptr<Stream>, uint64_t>& wait) {
    const std::shared_ptr<Stream> stream = wait.first.lock();
    return stream == nullptr || stream->completed() >= wait.second;
}

}  // namespace

UserEvent::UserEvent(EventKind kind, uint32_t flags, int32_t device, std::shared_ptr<SharedEvent> shared)
    : kind_(kind),
      flags_(flags),
      device_(device),
      id_(nextEventId.fetch_add(1)),
      shared_(std::move(shared)),
      event_(flags) {}

UserEvent::~UserEvent() = default;

bool UserEvent::timed() const {
    return kind_ == EventKind::general || (flags_ & ACL_EVENT_TIME_LINE) != 0;
}

bool UserEvent::waitable() const {
    return kind_ == EventKind::general || (flags_ & (ACL_EVENT_SYNC | ACL_EVENT_EXTERNAL | ACL_EVENT_IPC)) != 0;
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

void UserEvent::wait(const std::shared_ptr<Stream>& stream, WaitLimit limit) {
    if (kind_ == EventKind::flag) {
        noteWait(stream, stream->submit<FlagWaitTask>(shared_from_this(), limit));
        return;
    }
    event_.waitOn(*stream, limit);
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
    std::vector<Waiter> released;
    {
        MutexLock lock(mutex_);
        set_ = true;
        released.swap(waiters_);
    }
    for (const Waiter& waiter : released) {
        waiter.stream->resume(false);
    }
}

void UserEvent::clear() {
    MutexLock lock(mutex_);
    set_ = false;
}

bool UserEvent::addWaiter(const Waiter& waiter) {
    MutexLock lock(mutex_);
    if (set_) {
        return false;
    }
    waiters_.push_back(waiter);
    return true;
}

bool UserEvent::take(uint64_t ticket, Waiter* waiter) {
    MutexLock lock(mutex_);
    return takeFrom(waiters_, ticket, waiter);
}

}  // namespace acc::rt::core
