// SPDX-License-Identifier: Apache-2.0
// A queue between threads of the process, with a limit and waits with time limits.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

#include "runtime/base/futex.h"
#include "runtime/base/mutex.h"

namespace acc::rt::core {

// Thread-safe.
template <class T>
class BoundedQueue {
public:
    enum class Outcome : uint8_t { done, timeout, stopped };

    explicit BoundedQueue(size_t capacity) : capacity_(capacity) {}

    // Appends or takes an element; waits at most `timeoutMs` for room or one: -1 = for ever, 0 = not at all.
    Outcome push(T element, int32_t timeoutMs) ACC_EXCLUDES(mutex_) {
        return wait(timeoutMs, [&]() ACC_REQUIRES(mutex_) {
            if (elements_.size() >= capacity_) {
                return false;
            }
            elements_.push_back(std::move(element));
            return true;
        });
    }
    Outcome pop(T* element, int32_t timeoutMs) ACC_EXCLUDES(mutex_) {
        return wait(timeoutMs, [&]() ACC_REQUIRES(mutex_) {
            if (elements_.empty()) {
                return false;
            }
            *element = std::move(elements_.front());
            elements_.pop_front();
            return true;
        });
    }

    size_t size() const ACC_EXCLUDES(mutex_) {
        MutexLock lock(mutex_);
        return elements_.size();
    }

    // Throws the elements away.
    void clear() ACC_EXCLUDES(mutex_) {
        std::deque<T> old;
        {
            MutexLock lock(mutex_);
            old.swap(elements_);
        }
        changed();
    }

    // Ends all waits, now and later.
    void stop() ACC_EXCLUDES(mutex_) {
        {
            MutexLock lock(mutex_);
            stopped_ = true;
        }
        changed();
    }

private:
    template <class Try>
    Outcome wait(int32_t timeoutMs, Try attempt) ACC_NO_ANALYSIS {
        std::optional<std::chrono::steady_clock::time_point> deadline;
        if (timeoutMs >= 0) {
            deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(timeoutMs);
        }
        while (true) {
            const uint32_t word = word_.load();
            {
                MutexLock lock(mutex_);
                if (stopped_) {
                    return Outcome::stopped;
                }
                if (attempt()) {
                    break;
                }
            }
            if (deadline && std::chrono::steady_clock::now() >= *deadline) {
                return Outcome::timeout;
            }
            futexWait(word_, word, deadline);
        }
        changed();
        return Outcome::done;
    }

    void changed() {
        word_.fetch_add(1);
        futexWake(word_, UINT32_MAX);
    }

    const size_t capacity_;
    mutable Mutex mutex_;
    std::deque<T> elements_ ACC_GUARDED_BY(mutex_);
    bool stopped_ ACC_GUARDED_BY(mutex_) = false;
    std::atomic<uint32_t> word_{0};  // futex, bumped at every change
};

}  // namespace acc::rt::core
