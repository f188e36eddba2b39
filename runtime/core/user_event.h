// SPDX-License-Identifier: Apache-2.0
// Events as programs see them. There are two machines behind one handle:
//
//   snapshot (aclrtCreateEvent, aclrtCreateEventExWithFlag): a wait refers to the record that was current when the wait
//            was submitted; without one it does nothing.
//   flag     (aclrtCreateEventWithFlag): a record task sets a flag, a reset task clears it, a wait task holds its
//   stream
//            while the flag is clear, whichever was submitted first.
//
// Both keep the records (Event) for host waits, queries and timestamps. An event of several processes (ACL_EVENT_IPC)
// is a snapshot one whose records are elsewhere (SharedEvent).
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "runtime/base/mutex.h"
#include "runtime/base/status.h"
#include "runtime/core/event.h"
#include "runtime/core/shared_event.h"

namespace acc::rt::core {

class Capture;
class UserStream;

enum class EventKind : uint8_t { general, flag, ex };

// Thread-safe.
class UserEvent final : public WaitSource, public std::enable_shared_from_this<UserEvent> {
public:
    // `shared`: of an event with the flag ACL_EVENT_IPC, else null.
    UserEvent(EventKind kind, uint32_t flags, int32_t device, std::shared_ptr<SharedEvent> shared = nullptr);
    ~UserEvent() override;

    EventKind kind() const { return kind_; }
    uint32_t flags() const { return flags_; }
    int32_t device() const { return device_; }
    uint32_t id() const { return id_; }
    bool timed() const;     // has timestamps
    bool waitable() const;  // streams may wait for it
    SharedEvent* shared() const { return shared_.get(); }

    // Append a record, a wait or a reset (flag kind only) to a stream that does not capture. Not for shared events.
    void record(const std::shared_ptr<Stream>& stream);
    void wait(const std::shared_ptr<Stream>& stream, WaitLimit limit = WaitLimit::zero());
    void reset(Stream& stream);

    // Whether the last record (for the flag kind: the flag) is complete.
    bool complete() const;
    // Whether all waits submitted so far have been carried out.
    bool waitsComplete() const;
    // The current record; null before the first.
    std::shared_ptr<EventRecord> current() const { return event_.current(); }

    // The capture that recorded the event last, and the number of that record in it; null when a stream did.
    struct Captured {
        std::weak_ptr<Capture> capture;
        uint32_t record = 0;
        bool valid = false;
    };
    Captured captured() const ACC_EXCLUDES(mutex_);
    void setCaptured(std::weak_ptr<Capture> capture, uint32_t record) ACC_EXCLUDES(mutex_);

    void* handle = nullptr;  // written once, before the handle is given out

    // --- called by the tasks of a flag event ---
    void set() ACC_EXCLUDES(mutex_);
    void clear() ACC_EXCLUDES(mutex_);
    bool addWaiter(const Waiter& waiter) ACC_EXCLUDES(mutex_);

protected:
    bool take(uint64_t ticket, Waiter* waiter) override ACC_EXCLUDES(mutex_);

private:
    void noteWait(const std::shared_ptr<Stream>& stream, uint64_t number) ACC_EXCLUDES(mutex_);

    const EventKind kind_;
    const uint32_t flags_;
    const int32_t device_;
    const uint32_t id_;
    const std::shared_ptr<SharedEvent> shared_;
    Event event_;
    std::atomic<bool> capturedLast_{false};
    mutable Mutex mutex_;
    bool set_ ACC_GUARDED_BY(mutex_) = false;
    std::vector<Waiter> waiters_ ACC_GUARDED_BY(mutex_);                                    // for the flag
    std::vector<std::pair<std::weak_ptr<Stream>, uint64_t>> waits_ ACC_GUARDED_BY(mutex_);  // wait tasks by number
    Captured captured_ ACC_GUARDED_BY(mutex_);
};

}  // namespace acc::rt::core
