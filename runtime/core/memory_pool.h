// SPDX-License-Identifier: Apache-2.0
// Stream-ordered memory pools. A pool keeps the blocks that were freed and hands them out again: at once to the stream
// that freed them (whose later tasks come after the free), to other streams when the free has been carried out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "runtime/base/mutex.h"
#include "runtime/base/status.h"
#include "runtime/core/stream.h"

namespace acc::rt::core {

// Thread-safe.
class MemoryPool : public std::enable_shared_from_this<MemoryPool> {
public:
    // `largest`: bytes the pool may hold, 0 = as many as the device has.
    MemoryPool(int32_t device, size_t largest) : device_(device), largest_(largest) {}
    ~MemoryPool();
    MemoryPool(const MemoryPool&) = delete;
    MemoryPool& operator=(const MemoryPool&) = delete;

    int32_t device() const { return device_; }

    // A block for later tasks of `stream`. 207001 when pool or device are exhausted.
    Result<void*> allocate(size_t sizeBytes, const std::shared_ptr<Stream>& stream) ACC_EXCLUDES(mutex_);

    // Gives a block back that `stream` uses until the task with number `task` has run.
    void free(void* block, const std::shared_ptr<Stream>& stream, uint64_t task) ACC_EXCLUDES(mutex_);

    // Whether blocks are out.
    bool inUse() const ACC_EXCLUDES(mutex_);

    // Releases idle memory until at most `bytes` are held; what streams may still use stays.
    void trim(size_t bytes) ACC_EXCLUDES(mutex_);

    // The switches (reuse policies, numbers 1 to 3), the release threshold and the statistics of aclrtMemPoolAttr.
    struct Figures {
        uint32_t reuse[3] = {1, 1, 1};
        uint64_t threshold = 0;
        uint64_t reserved = 0;
        uint64_t reservedHigh = 0;
        uint64_t used = 0;
        uint64_t usedHigh = 0;
    };
    Figures figures() const ACC_EXCLUDES(mutex_);
    void setReuse(uint32_t policy, uint32_t value) ACC_EXCLUDES(mutex_);
    void setThreshold(uint64_t bytes) ACC_EXCLUDES(mutex_);
    void resetHigh(bool reserved) ACC_EXCLUDES(mutex_);

    // The pool that handed a block out; null when none did.
    static std::shared_ptr<MemoryPool> ownerOf(const void* block);

    // Called by synchronising calls: releases what lies above the pools' thresholds.
    static void trimIdle();

private:
    struct Free {
        void* block = nullptr;
        std::weak_ptr<Stream> stream;
        uint64_t task = 0;

        bool idle() const {
            const std::shared_ptr<Stream> live = stream.lock();
            return live == nullptr || live->completed() >= task;
        }
    };
    void release(std::multimap<size_t, Free>::iterator it) ACC_REQUIRES(mutex_);
    void trimLocked(size_t bytes) ACC_REQUIRES(mutex_);

    const int32_t device_;
    const size_t largest_;
    mutable Mutex mutex_;
    std::map<void*, size_t> out_ ACC_GUARDED_BY(mutex_);
    std::multimap<size_t, Free> free_ ACC_GUARDED_BY(mutex_);  // by size
    Figures figures_ ACC_GUARDED_BY(mutex_);
};

}  // namespace acc::rt::core
