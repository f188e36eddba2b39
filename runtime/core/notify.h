// SPDX-License-Identifier: Apache-2.0
// Notifies: signals from one stream to another. A plain one is binary and releases exactly one wait; a counting one is
// a 32-bit number that records change and waits compare.
//
// A plain notify that is exported keeps the record that no wait has taken in a share, where other processes put theirs.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "acl/acl_rt_types.h"
#include "runtime/base/mutex.h"
#include "runtime/core/shared_wait.h"
#include "runtime/core/wait.h"

namespace acc::rt::core {

// Thread-safe.
class Notify final : public SharedSource, public std::enable_shared_from_this<Notify> {
public:
    explicit Notify(int32_t device);
    // One that another process exports.
    explicit Notify(std::shared_ptr<Share> imported);
    ~Notify() override;

    // The share that others import; made by the first call.
    Result<std::shared_ptr<Share>> exported() ACC_EXCLUDES(mutex_);

    int32_t device() const { return device_; }
    uint32_t id() const { return id_; }

    // Called by tasks: releases the oldest wait, or is remembered for the next one.
    void record() ACC_EXCLUDES(mutex_);
    // Consumes a remembered record (false), or enters the stream.
    bool addWaiter(const Waiter& waiter) ACC_EXCLUDES(mutex_);
    // Forgets a remembered record.
    void reset() ACC_EXCLUDES(mutex_);
    // Whether other processes may record it.
    bool isShared() ACC_EXCLUDES(mutex_);

    const std::shared_ptr<Share>& share() const override { return share_; }
    bool look() override ACC_EXCLUDES(mutex_);

protected:
    bool take(uint64_t ticket, Waiter* waiter) override ACC_EXCLUDES(mutex_);

private:
    bool consume() ACC_REQUIRES(mutex_);

    const int32_t device_;
    const uint32_t id_;
    Mutex mutex_;
    std::shared_ptr<Share> share_;                        // written once, under mutex_
    bool set_ ACC_GUARDED_BY(mutex_) = false;             // without a share
    std::vector<Waiter> waiters_ ACC_GUARDED_BY(mutex_);  // oldest first
};

// Thread-safe.
class CountNotify final : public WaitSource {
public:
    explicit CountNotify(int32_t device);

    int32_t device() const { return device_; }
    uint32_t id() const { return id_; }

    // Called by tasks: changes the number and releases the waits it fulfils, oldest first.
    void record(const aclrtCntNotifyRecordInfo& change) ACC_EXCLUDES(mutex_);
    // False when the condition is fulfilled already; a wait with isClear has set the number to 0 then.
    bool addWaiter(const Waiter& waiter, const aclrtCntNotifyWaitInfo& condition) ACC_EXCLUDES(mutex_);

protected:
    bool take(uint64_t ticket, Waiter* waiter) override ACC_EXCLUDES(mutex_);

private:
    struct Pending {
        Waiter waiter;
        aclrtCntNotifyWaitInfo condition;
    };
    bool fulfils(const aclrtCntNotifyWaitInfo& condition) ACC_REQUIRES(mutex_);

    const int32_t device_;
    const uint32_t id_;
    Mutex mutex_;
    uint32_t value_ ACC_GUARDED_BY(mutex_) = 0;
    std::deque<Pending> waiters_ ACC_GUARDED_BY(mutex_);  // oldest first
};

// Holds its stream until the notify is recorded.
class NotifyWaitTask final : public Task {
public:
    struct Arguments {
        std::shared_ptr<Notify> notify;
        WaitLimit limit{};
    };
    explicit NotifyWaitTask(Arguments arguments) : arguments_(std::move(arguments)) {}
    const char* name() const override { return "wait for notify"; }
    Step start(Stream& stream) override;

private:
    Arguments arguments_;
};

// Holds its stream until the number fulfils a condition.
class CountNotifyWaitTask final : public Task {
public:
    struct Arguments {
        std::shared_ptr<CountNotify> notify;
        aclrtCntNotifyWaitInfo condition{};
    };
    explicit CountNotifyWaitTask(Arguments arguments) : arguments_(std::move(arguments)) {}
    const char* name() const override { return "wait for notify"; }
    Step start(Stream& stream) override;

private:
    Arguments arguments_;
};

}  // namespace acc::rt::core
