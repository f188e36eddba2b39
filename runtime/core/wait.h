// SPDX-License-Identifier: Apache-2.0
// Streams that wait. A wait task enters its stream in the list of what it waits for (a WaitSource) under a ticket and
// stays pending; whoever takes the entry out of the list resumes the stream, and nobody else does: the source when it
// is fulfilled, a time limit, or someone who stops the stream.
//
// Why no wait is missed by Stream::interrupt: the task tells the stream source and ticket, then enters the list, then
// looks whether the stream is being interrupted; the interrupter marks the stream, then looks for source and ticket,
// then tries to take the entry. Locks of stream and source order the two, so at least one of them sees the other.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/core/stream.h"

namespace acc::rt::core {

// A stream whose current task waits.
struct Waiter {
    Stream* stream = nullptr;
    uint64_t ticket = 0;
};

// Something streams wait for.
class WaitSource {
public:
    WaitSource() = default;
    WaitSource(const WaitSource&) = delete;
    WaitSource& operator=(const WaitSource&) = delete;
    virtual ~WaitSource() = default;

    // Ends a wait early: takes it out of the list, makes `why` the stream's error unless it is a success, and resumes
    // the stream. False when the wait has ended already.
    bool drop(uint64_t ticket, const Status& why);

protected:
    // Takes an entry out of the list; false when it is not there.
    virtual bool take(uint64_t ticket, Waiter* waiter) = 0;

    static bool takeFrom(std::vector<Waiter>& list, uint64_t ticket, Waiter* waiter) {
        const auto it =
            std::find_if(list.begin(), list.end(), [&](const Waiter& entry) { return entry.ticket == ticket; });
        if (it == list.end()) {
            return false;
        }
        *waiter = *it;
        list.erase(it);
        return true;
    }
};

// How long a wait may take; zero = for ever.
using WaitLimit = std::chrono::seconds;

namespace detail {
uint64_t nextTicket();
void limitWait(Stream& stream, const std::shared_ptr<WaitSource>& source, uint64_t ticket, WaitLimit limit);
void checkInterrupt(Stream& stream, WaitSource& source, uint64_t ticket);
}  // namespace detail

// What the start() of a wait task returns. `enter(Waiter)` puts the stream into the list of `source`, or returns false
// when there is nothing to wait for. The task may be gone when this returns.
template <class Enter>
Task::Step startWait(Stream& stream, const std::shared_ptr<WaitSource>& waitSource, WaitLimit limit, Enter enter) {
    const std::shared_ptr<WaitSource> source = waitSource;  // the task's own goes with the task
    const uint64_t ticket = detail::nextTicket();
    stream.noteWait(source, ticket);
    if (!enter(Waiter{&stream, ticket})) {
        return Task::Step::done;
    }
    if (limit != WaitLimit::zero()) {
        detail::limitWait(stream, source, ticket, limit);
    }
    detail::checkInterrupt(stream, *source, ticket);
    return Task::Step::pending;
}

}  // namespace acc::rt::core
