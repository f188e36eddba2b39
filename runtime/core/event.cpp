// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/event.h"

#include <chrono>
#include <utility>

#include "runtime/base/futex.h"

namespace acc::rt::core {
namespace {

class RecordTask final : public Task {
public:
    explicit RecordTask(std::shared_ptr<EventRecord> record) : record_(std::move(record)) {}
    const char* name() const override { return "record event"; }
    Step start(Stream&) override {
        record_->signal();
        return Step::done;
    }
    // Whoever waits must not wait forever for a stream that was destroyed by force.
    void cancel() override { record_->signal(); }

private:
    std::shared_ptr<EventRecord> record_;
};

class WaitTask final : public Task {
public:
    WaitTask(std::shared_ptr<EventRecord> record, WaitLimit limit) : record_(std::move(record)), limit_(limit) {}
    const char* name() const override { return "wait for event"; }
    Step start(Stream& stream) override {
        if (record_->complete()) {
            return Step::done;
        }
        EventRecord& record = *record_;
        return startWait(stream, record_, limit_, [&](const Waiter& waiter) { return record.addWaiter(waiter); });
    }

private:
    std::shared_ptr<EventRecord> record_;
    WaitLimit limit_;
};

}  // namespace

void EventRecord::signal() {
    if (complete()) {
        return;
    }
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    timestampNs_.store(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count(), std::memory_order_release);
    std::vector<Waiter> waiters;
    {
        MutexLock lock(mutex_);
        done_.store(true, std::memory_order_seq_cst);
        waiters.swap(waiters_);
    }
    if (sleepers_.load(std::memory_order_seq_cst) > 0) {
        word_.fetch_add(1, std::memory_order_release);
        futexWake(word_, UINT32_MAX);
    }
    for (const Waiter& waiter : waiters) {
        waiter.stream->resume(false);
    }
}

bool EventRecord::addWaiter(const Waiter& waiter) {
    MutexLock lock(mutex_);
    if (done_.load(std::memory_order_relaxed)) {
        return false;
    }
    waiters_.push_back(waiter);
    return true;
}

bool EventRecord::take(uint64_t ticket, Waiter* waiter) {
    MutexLock lock(mutex_);
    return takeFrom(waiters_, ticket, waiter);
}

bool EventRecord::wait(Deadline deadline) {
    if (complete()) {
        return true;
    }
    if (std::shared_ptr<Stream> recording = stream.lock()) {
        return recording->waitFor(sequence, deadline);
    }
    sleepers_.fetch_add(1, std::memory_order_seq_cst);
    while (true) {
        const uint32_t word = word_.load(std::memory_order_acquire);
        if (done_.load(std::memory_order_seq_cst) || (deadline && std::chrono::steady_clock::now() >= *deadline)) {
            break;
        }
        futexWait(word_, word, deadline);
    }
    sleepers_.fetch_sub(1, std::memory_order_relaxed);
    return complete();
}

void waitForRecord(Stream& stream, std::shared_ptr<EventRecord> record, WaitLimit limit) {
    stream.submit<WaitTask>(std::move(record), limit);
}

uint64_t submitRecord(Stream& stream, std::shared_ptr<EventRecord> record) {
    return stream.submit<RecordTask>(std::move(record));
}

void Event::record(const std::shared_ptr<Stream>& stream) {
    auto record = std::make_shared<EventRecord>();
    record->stream = stream;
    MutexLock lock(mutex_);
    // The number is written before anyone else can see the record, except its own task, which does not use it.
    record->sequence = stream->submit<RecordTask>(record);
    current_ = std::move(record);
}

bool Event::waitOn(Stream& stream, WaitLimit limit) {
    std::shared_ptr<EventRecord> record = current();
    if (!record || record->complete()) {
        return record != nullptr;
    }
    waitForRecord(stream, std::move(record), limit);
    return true;
}

std::shared_ptr<EventRecord> Event::current() const {
    MutexLock lock(mutex_);
    return current_;
}

}  // namespace acc::rt::core
