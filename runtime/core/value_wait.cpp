// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/value_wait.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "acl/acl_rt_types.h"
#include "runtime/base/futex.h"
#include "runtime/base/mutex.h"
#include "runtime/core/wait.h"
#include "runtime/mem/gm.h"

namespace acc::rt::core {
namespace {

// How often the thread looks when no task completes: soon at first, less and less often later.
constexpr std::chrono::microseconds kFirstPeriod{20};
constexpr std::chrono::microseconds kLastPeriod{1000};

bool readable(const ValueCondition& condition) {
    mem::Allocation block;
    return mem::find(reinterpret_cast<uintptr_t>(condition.address), &block);
}

Status freed(const ValueCondition& condition) {
    return Status::error(ACL_ERROR_RT_SYS_DMA, "the device memory at {} that a stream waits for was freed",
                         condition.address);
}

// The thread that looks at the words of pending waits.
class Watcher final : public WaitSource {
public:
    static const std::shared_ptr<Watcher>& instance() {
        [[clang::no_destroy]] static const auto watcher = std::make_shared<Watcher>();
        return watcher;
    }

    bool add(const Waiter& waiter, const ValueCondition& condition) ACC_EXCLUDES(mutex_) {
        {
            MutexLock lock(mutex_);
            pending_.push_back({waiter, condition});
            detail::pendingValueWaits.fetch_add(1);
            if (!running_) {
                running_ = true;
                std::thread([this] { watch(); }).detach();
            }
        }
        wake();
        return true;
    }

    void wake() {
        word_.fetch_add(1);
        futexWake(word_, 1);
    }

protected:
    bool take(uint64_t ticket, Waiter* waiter) override ACC_EXCLUDES(mutex_) {
        MutexLock lock(mutex_);
        const auto it = std::find_if(pending_.begin(), pending_.end(),
                                     [&](const Pending& entry) { return entry.waiter.ticket == ticket; });
        if (it == pending_.end()) {
            return false;
        }
        *waiter = it->waiter;
        pending_.erase(it);
        detail::pendingValueWaits.fetch_sub(1);
        return true;
    }

private:
    struct Pending {
        Waiter waiter;
        ValueCondition condition;
    };

    void watch() {
        std::chrono::microseconds period = kFirstPeriod;
        uint32_t seen = word_.load();
        while (true) {
            bool idle = false;
            if (look(&idle)) {
                period = kFirstPeriod;
                continue;
            }
            if (idle) {
                futexWait(word_, seen);
            } else {
                futexWait(word_, seen, std::chrono::steady_clock::now() + period);
                period = std::min(2 * period, kLastPeriod);
            }
            seen = word_.load();
        }
    }

    // Lets the streams go on whose conditions are fulfilled; true when there was one.
    bool look(bool* idle) ACC_EXCLUDES(mutex_) {
        std::vector<Pending> released;
        {
            MutexLock lock(mutex_);
            std::erase_if(pending_, [&](const Pending& entry) {
                if (readable(entry.condition) && !entry.condition.fulfilled()) {
                    return false;
                }
                released.push_back(entry);
                return true;
            });
            detail::pendingValueWaits.fetch_sub(static_cast<uint32_t>(released.size()));
            *idle = pending_.empty();
        }
        for (const Pending& entry : released) {
            if (!readable(entry.condition)) {
                entry.waiter.stream->fail(freed(entry.condition));
            }
            entry.waiter.stream->resume(false);
        }
        return !released.empty();
    }

    Mutex mutex_;
    std::vector<Pending> pending_ ACC_GUARDED_BY(mutex_);
    bool running_ ACC_GUARDED_BY(mutex_) = false;
    std::atomic<uint32_t> word_{0};
};

}  // namespace

namespace detail {

std::atomic<uint32_t> pendingValueWaits{0};

void wakeWatcher() {
    Watcher::instance()->wake();
}

}  // namespace detail

bool ValueCondition::fulfilled() const {
    const uint64_t current = std::atomic_ref(*static_cast<uint64_t*>(address)).load(std::memory_order_acquire);
    switch (comparison) {
        case ACL_STREAM_WAIT_VALUE_GEQ:
            return static_cast<int64_t>(current - value) >= 0;
        case ACL_STREAM_WAIT_VALUE_EQ:
            return current == value;
        case ACL_STREAM_WAIT_VALUE_AND:
            return (current & value) != 0;
        default:
            return ~(current | value) != 0;
    }
}

Task::Step ValueWaitTask::start(Stream& stream) {
    if (!readable(condition_)) {
        stream.fail(freed(condition_));
        return Step::done;
    }
    if (condition_.fulfilled()) {
        return Step::done;
    }
    return startWait(stream, Watcher::instance(), WaitLimit::zero(), [condition = condition_](const Waiter& waiter) {
        return Watcher::instance()->add(waiter, condition);
    });
}

}  // namespace acc::rt::core
