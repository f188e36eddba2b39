// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/wait.h"

#include <atomic>

#include "acl/acl_base_rt.h"

namespace acc::rt::core {

bool WaitSource::drop(uint64_t ticket, const Status& why) {
    Waiter waiter;
    if (!take(ticket, &waiter)) {
        return false;
    }
    if (!why.ok()) {
        waiter.stream->fail(why);
    }
    waiter.stream->resume(false);
    return true;
}

namespace detail {

uint64_t nextTicket() {
    static std::atomic<uint64_t> last{0};
    return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

void limitWait(Stream& stream, const std::shared_ptr<WaitSource>& source, uint64_t ticket, WaitLimit limit) {
    const TimerId timer =
        callAt(std::chrono::steady_clock::now() + limit, [waiting = std::weak_ptr<WaitSource>(source), ticket, limit] {
            if (const std::shared_ptr<WaitSource> live = waiting.lock()) {
                live->drop(ticket, Status::error(ACL_ERROR_RT_WAIT_TIMEOUT,
                                                 "a wait in the stream was not fulfilled "
                                                 "within its limit of {} s",
                                                 limit.count()));
            }
        });
    stream.noteWaitTimer(ticket, timer);
}

void checkInterrupt(Stream& stream, WaitSource& source, uint64_t ticket) {
    if (stream.interrupted()) {
        source.drop(ticket, {});
    }
}

}  // namespace detail
}  // namespace acc::rt::core
