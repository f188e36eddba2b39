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
#include "runtime/mem/gm.h"

namespace acc::rt::core {
namespace {

constexpr uint32_t kSpinRounds = 200;
constexpr std::chrono::microseconds kPollPeriod{50};

bool readable(const ValueCondition& condition) {
    mem::Allocation block;
    return mem::find(reinterpret_cast<uintptr_t>(condition.address), &block);
}

// The thread that looks at the words of pending waits.
class Watcher {
public:
    static Watcher& instance() {
        [[clang::no_destroy]] static Watcher watcher;
        return watcher;
    }

    void add(Stream& stream, const ValueCondition& condition) ACC_EXCLUDES(mutex_) {
        MutexLock lock(mutex_);
        pending_.push_back({&stream, condition});
        if (!running_) {
            running_ = true;
            std::thread([this] { watch(); }).detach();
        }
        word_.fetch_add(1);
        futexWake(word_, 1);
    }

    void cancel(Stream& stream) ACC_EXCLUDES(mutex_) {
        {
            MutexLock lock(mutex_);
            if (std::erase_if(pending_, [&](const Pending& entry) { return entry.stream == &stream; }) == 0) {
                return;
            }
        }
        stream.resume(false);
    }

private:
    struct Pending {
        Stream* stream;
        ValueCondition condition;
    };

    void watch() {
        for (uint32_t round = 0;; ++round) {
            const uint32_t word = word_.load();
            bool idle = false;
            if (look(&idle)) {
                round = 0;
            } else if (idle) {
                futexWait(word_, word);
                round = 0;
            } else if (round < kSpinRounds) {
                spinStep(round);
            } else {
                std::this_thread::sleep_for(kPollPeriod);
            }
        }
    }

    // Lets the streams go on whose conditions are fulfilled; true when there was one.
    bool look(bool* idle) ACC_EXCLUDES(mutex_) {
        std::vector<Stream*> released;
        {
            MutexLock lock(mutex_);
            std::erase_if(pending_, [&](const Pending& entry) {
                const bool gone = !readable(entry.condition);
                if (gone) {
                    entry.stream->fail(Status::error(ACL_ERROR_RT_SYS_DMA,
                                                     "the device memory at {} that a stream waits "
                                                     "for was freed",
                                                     entry.condition.address));
                }
                if (gone || entry.condition.fulfilled()) {
                    released.push_back(entry.stream);
                    return true;
                }
                return false;
            });
            *idle = pending_.empty();
        }
        for (Stream* stream : released) {
            stream->resume(false);
        }
        return !released.empty();
    }

    Mutex mutex_;
    std::vector<Pending> pending_ ACC_GUARDED_BY(mutex_);
    bool running_ ACC_GUARDED_BY(mutex_) = false;
    std::atomic<uint32_t> word_{0};
};

}  // namespace

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
        stream.fail(Status::error(ACL_ERROR_RT_SYS_DMA, "the device memory at {} that a stream waits for was freed",
                                  condition_.address));
        return Step::done;
    }
    if (condition_.fulfilled()) {
        return Step::done;
    }
    Watcher::instance().add(stream, condition_);
    return Step::pending;
}

void cancelValueWait(Stream& stream) {
    Watcher::instance().cancel(stream);
}

}  // namespace acc::rt::core
