// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/notify.h"

#include <algorithm>
#include <atomic>
#include <utility>

namespace acc::rt::core {
namespace {

std::atomic<uint32_t> nextId{0};

}  // namespace

Notify::Notify(int32_t device) : device_(device), id_(nextId.fetch_add(1)) {}

Notify::Notify(std::shared_ptr<Share> imported)
    : device_(imported->device()), id_(nextId.fetch_add(1)), share_(std::move(imported)) {}

Notify::~Notify() = default;

Result<std::shared_ptr<Share>> Notify::exported() {
    bool waits = false;
    {
        MutexLock lock(mutex_);
        if (share_ != nullptr) {
            return share_;
        }
        ACC_ASSIGN_OR_RETURN(const std::shared_ptr<Share> made, Share::create(ShareKind::notify, device_, false));
        made->content().notified.store(set_ ? 1 : 0);
        share_ = made;
        waits = !waiters_.empty();
    }
    if (waits) {
        listenTo(shared_from_this());
    }
    return share_;
}

bool Notify::isShared() {
    MutexLock lock(mutex_);
    return share_ != nullptr;
}

// Takes a remembered record.
bool Notify::consume() {
    return share_ == nullptr ? std::exchange(set_, false) : share_->content().notified.exchange(0) != 0;
}

void Notify::record() {
    Waiter released;
    {
        MutexLock lock(mutex_);
        if (waiters_.empty()) {
            if (share_ == nullptr) {
                set_ = true;
            } else {
                share_->content().notified.store(1);
                share_->announce();
            }
            return;
        }
        released = waiters_.front();
        waiters_.erase(waiters_.begin());
    }
    released.stream->resume(false);
}

bool Notify::addWaiter(const Waiter& waiter) {
    MutexLock lock(mutex_);
    if (consume()) {
        return false;
    }
    waiters_.push_back(waiter);
    return true;
}

void Notify::reset() {
    MutexLock lock(mutex_);
    consume();
}

bool Notify::look() {
    std::vector<Waiter> released;
    std::vector<Waiter> given;
    bool others = false;
    {
        MutexLock lock(mutex_);
        if (!waiters_.empty() && consume()) {
            released.push_back(waiters_.front());
            waiters_.erase(waiters_.begin());
        }
        if (!share_->mine() && share_->content().ownerGone.load() != 0) {
            given.swap(waiters_);
        }
        others = !waiters_.empty();
    }
    for (const Waiter& waiter : released) {
        waiter.stream->resume(false);
    }
    for (const Waiter& waiter : given) {
        waiter.stream->fail(ownerGone(*share_));
        waiter.stream->resume(false);
    }
    return others;
}

bool Notify::take(uint64_t ticket, Waiter* waiter) {
    MutexLock lock(mutex_);
    return takeFrom(waiters_, ticket, waiter);
}

CountNotify::CountNotify(int32_t device) : device_(device), id_(nextId.fetch_add(1)) {}

bool CountNotify::fulfils(const aclrtCntNotifyWaitInfo& condition) {
    bool met = false;
    switch (condition.mode) {
        case ACL_RT_CNT_NOTIFY_WAIT_LESS_MODE:
            met = value_ < condition.value;
            break;
        case ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE:
            met = value_ == condition.value;
            break;
        case ACL_RT_CNT_NOTIFY_WAIT_BIGGER_MODE:
            met = value_ > condition.value;
            break;
        case ACL_RT_CNT_NOTIFY_WAIT_BIGGER_OR_EQUAL_MODE:
            met = value_ >= condition.value;
            break;
        case ACL_RT_CNT_NOTIFY_WAIT_EQUAL_WITH_BITMASK_MODE:
            met = (value_ & condition.value) == condition.value;
            break;
    }
    if (met && condition.isClear != 0) {
        value_ = 0;
    }
    return met;
}

void CountNotify::record(const aclrtCntNotifyRecordInfo& change) {
    std::vector<Waiter> released;
    {
        MutexLock lock(mutex_);
        switch (change.mode) {
            case ACL_RT_CNT_NOTIFY_RECORD_SET_VALUE_MODE:
                value_ = change.value;
                break;
            case ACL_RT_CNT_NOTIFY_RECORD_ADD_MODE:
                value_ += change.value;
                break;
            case ACL_RT_CNT_NOTIFY_RECORD_BIT_OR_MODE:
                value_ |= change.value;
                break;
            case ACL_RT_CNT_NOTIFY_RECORD_BIT_AND_MODE:
                value_ &= change.value;
                break;
        }
        // One that clears the number may fulfil an older one, so look again from the start.
        for (bool again = true; std::exchange(again, false);) {
            const auto it = std::find_if(waiters_.begin(), waiters_.end(), [&](const Pending& entry) ACC_NO_ANALYSIS {
                return fulfils(entry.condition);
            });
            if (it != waiters_.end()) {
                released.push_back(it->waiter);
                waiters_.erase(it);
                again = true;
            }
        }
    }
    for (const Waiter& waiter : released) {
        waiter.stream->resume(false);
    }
}

bool CountNotify::addWaiter(const Waiter& waiter, const aclrtCntNotifyWaitInfo& condition) {
    MutexLock lock(mutex_);
    if (fulfils(condition)) {
        return false;
    }
    waiters_.push_back({waiter, condition});
    return true;
}

bool CountNotify::take(uint64_t ticket, Waiter* waiter) {
    MutexLock lock(mutex_);
    const auto it = std::find_if(waiters_.begin(), waiters_.end(),
                                 [&](const Pending& entry) { return entry.waiter.ticket == ticket; });
    if (it == waiters_.end()) {
        return false;
    }
    *waiter = it->waiter;
    waiters_.erase(it);
    return true;
}

Task::Step NotifyWaitTask::start(Stream& stream) {
    const std::shared_ptr<Notify> notify = arguments_.notify;  // the task may go with the wait
    bool waits = false;
    const Step step = startWait(stream, notify, arguments_.limit, [&](const Waiter& waiter) {
        waits = notify->addWaiter(waiter);
        return waits;
    });
    if (waits && notify->isShared()) {
        listenTo(notify);
    }
    return step;
}

Task::Step CountNotifyWaitTask::start(Stream& stream) {
    CountNotify& notify = *arguments_.notify;
    const aclrtCntNotifyWaitInfo condition = arguments_.condition;
    return startWait(stream, arguments_.notify, WaitLimit(condition.timeout),
                     [&](const Waiter& waiter) { return notify.addWaiter(waiter, condition); });
}

}  // namespace acc::rt::core
