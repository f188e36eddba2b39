// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/shared_event.h"

#include <algorithm>
#include <utility>

#include "acl/acl_base_rt.h"
#include "runtime/base/shared_futex.h"

namespace acc::rt::core {
namespace {

class SharedRecordTask final : public Task {
public:
    SharedRecordTask(std::shared_ptr<SharedEvent> event, uint64_t record) : event_(std::move(event)), record_(record) {}
    const char* name() const override { return "record event"; }
    Step start(Stream&) override {
        event_->finish(record_);
        return Step::done;
    }
    // Whoever waits must not wait forever for a stream that was destroyed by force.
    void cancel() override { event_->finish(record_); }

private:
    std::shared_ptr<SharedEvent> event_;
    uint64_t record_;
};

class SharedWaitTask final : public Task {
public:
    SharedWaitTask(std::shared_ptr<SharedEvent> event, uint64_t record, WaitLimit limit)
        : event_(std::move(event)), record_(record), limit_(limit) {}
    const char* name() const override { return "wait for event"; }
    Step start(Stream& stream) override {
        const std::shared_ptr<SharedEvent> event = event_;  // the task may go with the wait
        const uint64_t record = record_;
        bool waits = false;
        const Step step = startWait(stream, event, limit_, [&](const Waiter& waiter) {
            waits = event->addWaiter(waiter, record);
            return waits;
        });
        if (waits) {
            listenTo(event);
        }
        return step;
    }

private:
    std::shared_ptr<SharedEvent> event_;
    uint64_t record_;
    WaitLimit limit_;
};

}  // namespace

Status SharedEvent::record(Stream& stream) {
    SharedRecords& all = records();
    uint64_t number = all.last.load();
    do {
        const uint64_t oldest = number + 1 > SharedRecords::kOpen ? number + 1 - SharedRecords::kOpen : 0;
        if (!complete(oldest)) {
            return Status::error(ACL_ERROR_RT_NO_EVENT_RESOURCE,
                                 "record {} of the event is not complete, expected at most {} incomplete ones", oldest,
                                 SharedRecords::kOpen);
        }
    } while (!all.last.compare_exchange_weak(number, number + 1));
    stream.submit<SharedRecordTask>(shared_from_this(), number + 1);
    return {};
}

void SharedEvent::wait(const std::shared_ptr<Stream>& stream, WaitLimit limit) {
    if (const uint64_t record = records().last.load(); !complete(record)) {
        stream->submit<SharedWaitTask>(shared_from_this(), record, limit);
    }
}

Status SharedEvent::synchronize(Deadline deadline) {
    std::atomic<uint32_t>& word = share_->content().word;
    const uint64_t record = records().last.load();
    while (true) {
        const uint32_t seen = word.load();
        if (complete(record)) {
            return {};
        }
        if (orphaned()) {
            return ownerGone(*share_);
        }
        if (deadline && std::chrono::steady_clock::now() >= *deadline) {
            return Status::error(ACL_ERROR_RT_EVENT_SYNC_TIMEOUT, "the event is not complete when the timeout expires");
        }
        sharedFutexWait(word, seen, deadline);
    }
}

bool SharedEvent::complete(uint64_t record) const {
    return record == 0 || records().completed[record % SharedRecords::kOpen].load() >= record;
}

void SharedEvent::finish(uint64_t record) {
    records().completed[record % SharedRecords::kOpen].store(record);
    share_->announce();
}

bool SharedEvent::addWaiter(const Waiter& waiter, uint64_t record) {
    if (complete(record)) {
        return false;
    }
    MutexLock lock(mutex_);
    waiters_.push_back({waiter, record});
    return true;
}

bool SharedEvent::take(uint64_t ticket, Waiter* waiter) {
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

bool SharedEvent::look() {
    std::vector<Pending> released;
    bool others = false;
    const bool last = orphaned();
    {
        MutexLock lock(mutex_);
        std::erase_if(waiters_, [&](const Pending& entry) {
            const bool ends = last || complete(entry.record);
            if (ends) {
                released.push_back(entry);
            }
            return ends;
        });
        others = !waiters_.empty();
    }
    for (const Pending& entry : released) {
        if (!complete(entry.record)) {
            entry.waiter.stream->fail(ownerGone(*share_));
        }
        entry.waiter.stream->resume(false);
    }
    return others;
}

}  // namespace acc::rt::core
