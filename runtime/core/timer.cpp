// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/timer.h"

#include <atomic>
#include <map>
#include <optional>
#include <thread>
#include <utility>

#include "runtime/base/futex.h"
#include "runtime/base/mutex.h"

namespace acc::rt::core {
namespace {

using Time = std::chrono::steady_clock::time_point;

class Timers {
public:
    static Timers& instance() {
        [[clang::no_destroy]] static Timers timers;
        return timers;
    }

    TimerId add(Time when, std::function<void()> call) ACC_EXCLUDES(mutex_) {
        TimerId id = 0;
        bool first = false;
        {
            MutexLock lock(mutex_);
            id = ++lastId_;
            const auto it = calls_.emplace(std::make_pair(when, id), std::move(call)).first;
            when_[id] = when;
            first = it == calls_.begin();
            if (!running_) {
                running_ = true;
                std::thread([this] { serve(); }).detach();
            }
        }
        if (first) {
            wake();
        }
        return id;
    }

    void cancel(TimerId id) ACC_EXCLUDES(mutex_) {
        MutexLock lock(mutex_);
        if (const auto it = when_.find(id); it != when_.end()) {
            calls_.erase({it->second, id});
            when_.erase(it);
        }
    }

private:
    void wake() {
        word_.fetch_add(1);
        futexWake(word_, 1);
    }

    void serve() {
        while (true) {
            const uint32_t word = word_.load();
            std::optional<Time> next;
            while (std::function<void()> call = takeDue(&next)) {
                call();
            }
            futexWait(word_, word, next);
        }
    }

    // The next call whose time has come; empty when there is none, `*next` then is when there will be one.
    std::function<void()> takeDue(std::optional<Time>* next) ACC_EXCLUDES(mutex_) {
        MutexLock lock(mutex_);
        next->reset();
        if (calls_.empty()) {
            return {};
        }
        const auto it = calls_.begin();
        if (it->first.first > std::chrono::steady_clock::now()) {
            *next = it->first.first;
            return {};
        }
        std::function<void()> call = std::move(it->second);
        when_.erase(it->first.second);
        calls_.erase(it);
        return call;
    }

    Mutex mutex_;
    std::map<std::pair<Time, TimerId>, std::function<void()>> calls_ ACC_GUARDED_BY(mutex_);
    std::map<TimerId, Time> when_ ACC_GUARDED_BY(mutex_);
    TimerId lastId_ ACC_GUARDED_BY(mutex_) = 0;
    bool running_ ACC_GUARDED_BY(mutex_) = false;
    std::atomic<uint32_t> word_{0};
};

}  // namespace

TimerId callAt(Time when, std::function<void()> call) {
    return Timers::instance().add(when, std::move(call));
}

void cancelTimer(TimerId id) {
    if (id != 0) {
        Timers::instance().cancel(id);
    }
}

}  // namespace acc::rt::core
