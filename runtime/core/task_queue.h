// SPDX-License-Identifier: Apache-2.0
// The queue of a stream: tasks built in place in fixed-size slots of linked segments, many producers (serialised by the
// stream's submit lock), one consumer at a time.
//
// A producer constructs the task, then publishes it by a release store of the segment's `published` count; the consumer
// reads that count with acquire. Drained segments go back to the producers through a list that the consumer pushes to
// and a producer takes whole, so a steady stream of launches allocates nothing and stays in cache.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "runtime/core/task.h"

namespace acc::rt::core {

class TaskQueue {
public:
    static constexpr size_t kSlotBytes = 512;
    static constexpr uint32_t kSlots = 8;

    TaskQueue() = default;
    TaskQueue(const TaskQueue&) = delete;
    TaskQueue& operator=(const TaskQueue&) = delete;
    ~TaskQueue() {
        while (Task* task = front()) {
            task->cancel();
            pop();
        }
        delete head_.load(std::memory_order_relaxed);
        deleteList(spares_);
        deleteList(drained_.load(std::memory_order_relaxed));
    }

    // Producer: appends the task that `construct(slot)` builds. Caller holds the submit lock.
    template <class Construct>
    void push(Construct&& construct) {
        if (tail_ == nullptr || tailCount_ == kSlots) {
            grow();
        }
        tail_->tasks[tailCount_] = construct(static_cast<void*>(tail_->slots[tailCount_].bytes));
        tail_->published.store(++tailCount_, std::memory_order_release);
    }

    // Consumer: the oldest task, or null.
    Task* front() {
        Segment* segment = head_.load(std::memory_order_acquire);
        if (segment == nullptr) {
            return nullptr;
        }
        if (headCount_ == kSlots) {
            Segment* next = segment->next.load(std::memory_order_acquire);
            if (next == nullptr) {
                return nullptr;
            }
            head_.store(next, std::memory_order_relaxed);
            headCount_ = 0;
            recycle(segment);
            segment = next;
        }
        return headCount_ < segment->published.load(std::memory_order_acquire) ? segment->tasks[headCount_] : nullptr;
    }

    // Consumer: destroys the task that front() returned.
    void pop() {
        Segment* segment = head_.load(std::memory_order_relaxed);
        std::destroy_at(segment->tasks[headCount_]);
        ++headCount_;
    }

private:
    struct Slot {
        alignas(64) std::byte bytes[kSlotBytes];
    };
    struct Segment {
        std::atomic<uint32_t> published{0};
        std::atomic<Segment*> next{nullptr};
        Task* tasks[kSlots];
        Slot slots[kSlots];
        // User-provided so that value-initialisation does not clear the slots.
        Segment() {}  // NOLINT(modernize-use-equals-default)
    };

    void grow() {
        if (spares_ == nullptr) {
            spares_ = drained_.exchange(nullptr, std::memory_order_acquire);
        }
        Segment* segment = spares_;
        if (segment == nullptr) {
            segment = new Segment;
        } else {
            spares_ = segment->next.load(std::memory_order_relaxed);
        }
        segment->published.store(0, std::memory_order_relaxed);
        segment->next.store(nullptr, std::memory_order_relaxed);
        if (tail_ == nullptr) {
            head_.store(segment, std::memory_order_release);
        } else {
            tail_->next.store(segment, std::memory_order_release);
        }
        tail_ = segment;
        tailCount_ = 0;
    }

    void recycle(Segment* segment) {
        Segment* top = drained_.load(std::memory_order_relaxed);
        do {
            segment->next.store(top, std::memory_order_relaxed);
        } while (!drained_.compare_exchange_weak(top, segment, std::memory_order_release, std::memory_order_relaxed));
    }

    static void deleteList(Segment* segment) {
        while (segment != nullptr) {
            Segment* next = segment->next.load(std::memory_order_relaxed);
            delete segment;
            segment = next;
        }
    }

    // Producer side.
    Segment* tail_ = nullptr;
    uint32_t tailCount_ = 0;
    Segment* spares_ = nullptr;
    // Consumer side; head_ is first set by a producer.
    alignas(64) std::atomic<Segment*> head_{nullptr};
    uint32_t headCount_ = 0;
    alignas(64) std::atomic<Segment*> drained_{nullptr};
};

}  // namespace acc::rt::core
