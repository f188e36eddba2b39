// SPDX-License-Identifier: Apache-2.0
// A mutex that Clang's thread-safety analysis understands (libstdc++'s carries no annotations). It spins briefly before
// it sleeps: every critical section of the runtime is a few dozen instructions.
#pragma once

#include <atomic>
#include <cstdint>

#define ACC_CAPABILITY(x) __attribute__((capability(x)))
#define ACC_SCOPED_CAPABILITY __attribute__((scoped_lockable))
#define ACC_GUARDED_BY(x) __attribute__((guarded_by(x)))
#define ACC_REQUIRES(...) __attribute__((requires_capability(__VA_ARGS__)))
#define ACC_EXCLUDES(...) __attribute__((locks_excluded(__VA_ARGS__)))
#define ACC_ACQUIRE(...) __attribute__((acquire_capability(__VA_ARGS__)))
#define ACC_RELEASE(...) __attribute__((release_capability(__VA_ARGS__)))
#define ACC_TRY_ACQUIRE(...) __attribute__((try_acquire_capability(__VA_ARGS__)))
#define ACC_NO_ANALYSIS __attribute__((no_thread_safety_analysis))

namespace acc::rt {

// States: 0 free, 1 held, 2 held and someone sleeps.
class ACC_CAPABILITY("mutex") Mutex {
public:
    constexpr Mutex() = default;
    Mutex(const Mutex&) = delete;
    Mutex& operator=(const Mutex&) = delete;

    void lock() ACC_ACQUIRE() {
        uint32_t expected = 0;
        if (!word_.compare_exchange_strong(expected, 1, std::memory_order_acquire, std::memory_order_relaxed)) {
            lockSlow();
        }
    }
    bool tryLock() ACC_TRY_ACQUIRE(true) {
        uint32_t expected = 0;
        return word_.compare_exchange_strong(expected, 1, std::memory_order_acquire, std::memory_order_relaxed);
    }
    void unlock() ACC_RELEASE() {
        if (word_.exchange(0, std::memory_order_release) == 2) {
            wakeOne();
        }
    }

private:
    void lockSlow() ACC_NO_ANALYSIS;
    void wakeOne();

    std::atomic<uint32_t> word_{0};
};

class ACC_SCOPED_CAPABILITY MutexLock {
public:
    explicit MutexLock(Mutex& mutex) ACC_ACQUIRE(mutex) : mutex_(mutex) { mutex_.lock(); }
    ~MutexLock() ACC_RELEASE() { mutex_.unlock(); }
    MutexLock(const MutexLock&) = delete;
    MutexLock& operator=(const MutexLock&) = delete;

private:
    Mutex& mutex_;
};

}  // namespace acc::rt
