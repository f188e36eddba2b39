// SPDX-License-Identifier: Apache-2.0
// Events. Each record makes a new EventRecord; waits and synchronisations refer to the record that was current when
// they were called, so recording again changes nothing for them. A waiting stream is an edge in the record's waiter
// list and never holds a thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/base/mutex.h"
#include "runtime/base/status.h"
#include "runtime/core/stream.h"
#include "runtime/core/wait.h"

namespace acc::rt::core {

// One execution of a record task.
class EventRecord final : public WaitSource {
public:
    bool complete() const { return done_.load(std::memory_order_acquire); }

    // Nanoseconds of the steady clock at completion; 0 before it.
    int64_t timestampNs() const { return timestampNs_.load(std::memory_order_acquire); }

    // Waits on the calling host thread, helping the recording stream where that is legal; false at the deadline.
    bool wait(Deadline deadline = std::nullopt);

    // Completes the record and lets its waiters go on; later calls do nothing. By the record task or its cancellation.
    void signal() ACC_EXCLUDES(mutex_);

    // Adds a stream whose current task is pending; false when the record is complete already.
    bool addWaiter(const Waiter& waiter) ACC_EXCLUDES(mutex_);

    // The stream position this record marks; what a synchronising host thread helps with.
    std::weak_ptr<Stream> stream;
    uint64_t sequence = 0;

protected:
    bool take(uint64_t ticket, Waiter* waiter) override ACC_EXCLUDES(mutex_);

private:
    std::atomic<bool> done_{false};
    std::atomic<int64_t> timestampNs_{0};
    std::atomic<uint32_t> word_{0};  // futex of host threads whose stream is gone
    std::atomic<uint32_t> sleepers_{0};
    Mutex mutex_;
    std::vector<Waiter> waiters_ ACC_GUARDED_BY(mutex_);
};

// Makes later tasks of `stream` wait for one record.
void waitForRecord(Stream& stream, std::shared_ptr<EventRecord> record, WaitLimit limit = WaitLimit::zero());

// Appends a task that completes `record`.
uint64_t submitRecord(Stream& stream, std::shared_ptr<EventRecord> record);

// A snapshot-style event (aclrtCreateEvent, aclrtCreateEventExWithFlag). Thread-safe.
class Event {
public:
    explicit Event(uint32_t flags) : flags_(flags) {}

    // Appends a record of all work submitted to `stream` so far; becomes the current record.
    void record(const std::shared_ptr<Stream>& stream);

    // Makes later tasks of `stream` wait for the current record; no effect without one. Returns false in that case.
    bool waitOn(Stream& stream, WaitLimit limit = WaitLimit::zero());

    // The current record; null before the first.
    std::shared_ptr<EventRecord> current() const;

    uint32_t flags() const { return flags_; }

private:
    const uint32_t flags_;
    mutable Mutex mutex_;
    std::shared_ptr<EventRecord> current_ ACC_GUARDED_BY(mutex_);
};

}  // namespace acc::rt::core
