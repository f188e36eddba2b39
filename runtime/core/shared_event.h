// SPDX-License-Identifier: Apache-2.0
// Events of several processes (ACL_EVENT_IPC). Any of them records the event in its streams and waits for the record
// that was last when it asked; the numbers of records and of what is complete lie in a share.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/base/mutex.h"
#include "runtime/core/shared_wait.h"
#include "runtime/core/stream.h"

namespace acc::rt::core {

// Thread-safe.
class SharedEvent final : public SharedSource, public std::enable_shared_from_this<SharedEvent> {
public:
    explicit SharedEvent(std::shared_ptr<Share> share) : share_(std::move(share)) {}

    // Appends a record of all work submitted to `stream` so far. 207007 while the last kOpen records are incomplete.
    Status record(Stream& stream);

    // Makes later tasks of `stream` wait for the last record; nothing without one.
    void wait(const std::shared_ptr<Stream>& stream, WaitLimit limit);

    // Waits for the last record on the calling thread. 507047 at the deadline, 507022 when the exporter has ended.
    Status synchronize(Deadline deadline);

    const std::shared_ptr<Share>& share() const override { return share_; }
    bool look() override ACC_EXCLUDES(mutex_);

    // --- called by tasks ---
    void finish(uint64_t record);
    bool addWaiter(const Waiter& waiter, uint64_t record) ACC_EXCLUDES(mutex_);

protected:
    bool take(uint64_t ticket, Waiter* waiter) override ACC_EXCLUDES(mutex_);

private:
    struct Pending {
        Waiter waiter;
        uint64_t record = 0;
    };
    SharedRecords& records() const { return share_->content().records; }
    bool complete(uint64_t record) const;
    // An imported record that nobody can complete any more.
    bool orphaned() const { return !share_->mine() && share_->content().ownerGone.load() != 0; }

    const std::shared_ptr<Share> share_;
    Mutex mutex_;
    std::vector<Pending> waiters_ ACC_GUARDED_BY(mutex_);
};

}  // namespace acc::rt::core
