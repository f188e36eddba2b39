// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/memory_pool.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "runtime/core/runtime.h"
#include "runtime/mem/gm.h"

namespace acc::rt::core {
namespace {

// Blocks come in multiples of this, so that a freed one fits similar requests.
constexpr size_t kBlockUnit = 512;

// A block may be this many times larger than what is asked for.
constexpr size_t kMostWaste = 2;

// Pools that have freed blocks; synchronising calls look at pools only when there is one.
std::atomic<uint32_t> poolsWithFreeBlocks{0};

}  // namespace

MemoryPool::~MemoryPool() {
    MutexLock lock(mutex_);
    while (!free_.empty()) {
        release(free_.begin());
    }
    for (const auto& [block, sizeBytes] : out_) {
        mem::release(mem::Kind::device, block);
    }
}

void MemoryPool::release(std::multimap<size_t, Free>::iterator it) {
    mem::release(mem::Kind::device, it->second.block);
    figures_.reserved -= it->first;
    free_.erase(it);
    if (free_.empty()) {
        poolsWithFreeBlocks.fetch_sub(1);
    }
}

Result<void*> MemoryPool::allocate(size_t sizeBytes, const std::shared_ptr<Stream>& stream) {
    const size_t size = (sizeBytes + kBlockUnit - 1) / kBlockUnit * kBlockUnit;
    MutexLock lock(mutex_);
    void* block = nullptr;
    size_t blockBytes = size;
    // The smallest one that fits and may be used: by this stream after its own free, or by anyone after any.
    for (auto it = free_.lower_bound(size); it != free_.end() && it->first / kMostWaste <= size; ++it) {
        const bool own = it->second.stream.lock() == stream;
        const bool others = figures_.reuse[0] != 0 || figures_.reuse[1] != 0 || figures_.reuse[2] != 0;
        if (own || (others && it->second.idle())) {
            block = it->second.block;
            blockBytes = it->first;
            free_.erase(it);
            if (free_.empty()) {
                poolsWithFreeBlocks.fetch_sub(1);
            }
            break;
        }
    }
    if (block == nullptr) {
        if (largest_ != 0 && figures_.reserved + size > largest_) {
            trimLocked(size >= largest_ ? 0 : largest_ - size);
        }
        if (largest_ != 0 && figures_.reserved + size > largest_) {
            return Status::error(ACL_ERROR_RT_MEMORY_ALLOCATION,
                                 "size is {}, but the pool holds {} of at most {} bytes", sizeBytes, figures_.reserved,
                                 largest_);
        }
        block = mem::allocateDevice(device_, size);
        if (block == nullptr) {
            trimLocked(0);
            block = mem::allocateDevice(device_, size);
        }
        if (block == nullptr) {
            return Status::error(ACL_ERROR_RT_MEMORY_ALLOCATION, "size is {}, more than device {} has left", sizeBytes,
                                 device_);
        }
        figures_.reserved += size;
        figures_.reservedHigh = std::max(figures_.reservedHigh, figures_.reserved);
    }
    out_[block] = blockBytes;
    figures_.used += blockBytes;
    figures_.usedHigh = std::max(figures_.usedHigh, figures_.used);
    return block;
}

void MemoryPool::free(void* block, const std::shared_ptr<Stream>& stream, uint64_t task) {
    MutexLock lock(mutex_);
    const auto it = out_.find(block);
    if (it == out_.end()) {
        return;
    }
    if (free_.empty()) {
        poolsWithFreeBlocks.fetch_add(1);
    }
    free_.emplace(it->second, Free{block, stream, task});
    figures_.used -= it->second;
    out_.erase(it);
}

bool MemoryPool::inUse() const {
    MutexLock lock(mutex_);
    return !out_.empty();
}

void MemoryPool::trim(size_t bytes) {
    MutexLock lock(mutex_);
    trimLocked(bytes);
}

void MemoryPool::trimLocked(size_t bytes) {
    for (auto it = free_.begin(); it != free_.end() && figures_.reserved > bytes;) {
        const auto next = std::next(it);
        if (it->second.idle()) {
            release(it);
        }
        it = next;
    }
}

MemoryPool::Figures MemoryPool::figures() const {
    MutexLock lock(mutex_);
    return figures_;
}

void MemoryPool::setReuse(uint32_t policy, uint32_t value) {
    MutexLock lock(mutex_);
    figures_.reuse[policy] = value;
}

void MemoryPool::setThreshold(uint64_t bytes) {
    MutexLock lock(mutex_);
    figures_.threshold = bytes;
}

void MemoryPool::resetHigh(bool reserved) {
    MutexLock lock(mutex_);
    if (reserved) {
        figures_.reservedHigh = figures_.reserved;
    } else {
        figures_.usedHigh = figures_.used;
    }
}

std::shared_ptr<MemoryPool> MemoryPool::ownerOf(const void* block) {
    std::shared_ptr<MemoryPool> owner;
    if (runtime().memoryPools.size() == 0) {
        return owner;
    }
    runtime().memoryPools.forEach([&](const auto& pool) {
        MutexLock lock(pool->mutex_);
        if (pool->out_.find(const_cast<void*>(block)) != pool->out_.end()) {
            owner = pool.shared();
        }
    });
    return owner;
}

void MemoryPool::trimIdle() {
    if (poolsWithFreeBlocks.load(std::memory_order_relaxed) == 0) {
        return;
    }
    runtime().memoryPools.forEach([](const auto& pool) {
        MutexLock lock(pool->mutex_);
        pool->trimLocked(pool->figures_.threshold);
    });
}

}  // namespace acc::rt::core
