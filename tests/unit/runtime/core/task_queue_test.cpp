// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/task_queue.h"

#include <gtest/gtest.h>

#include <memory>
#include <thread>
#include <vector>

namespace acc::rt::core {
namespace {

class Numbered final : public Task {
public:
    Numbered(uint64_t number, std::vector<uint64_t>* cancelled) : number(number), cancelled_(cancelled) {}
    Step start(Stream&) override { return Step::done; }
    void cancel() override { cancelled_->push_back(number); }
    const uint64_t number;

private:
    std::vector<uint64_t>* cancelled_;
    std::unique_ptr<int> owned_ = std::make_unique<int>(1);  // a leak or double destruction shows under ASan
};

TEST(TaskQueue, KeepsOrderAcrossSegments) {
    std::vector<uint64_t> cancelled;
    TaskQueue queue;
    EXPECT_EQ(queue.front(), nullptr);
    uint64_t pushed = 0;
    uint64_t popped = 0;
    for (uint64_t burst : {uint64_t{1}, uint64_t{7}, uint64_t{8}, uint64_t{9}, uint64_t{100}}) {
        for (uint64_t i = 0; i < burst; ++i) {
            queue.push([&](void* slot) { return ::new (slot) Numbered(pushed++, &cancelled); });
        }
        for (uint64_t i = 0; i < burst; ++i) {
            auto* task = static_cast<Numbered*>(queue.front());
            ASSERT_NE(task, nullptr);
            EXPECT_EQ(task->number, popped++);
            queue.pop();
        }
        EXPECT_EQ(queue.front(), nullptr);
    }
    EXPECT_TRUE(cancelled.empty());
}

TEST(TaskQueue, DestructionCancelsWhatIsLeft) {
    std::vector<uint64_t> cancelled;
    {
        TaskQueue queue;
        for (uint64_t i = 0; i < 20; ++i) {
            queue.push([&](void* slot) { return ::new (slot) Numbered(i, &cancelled); });
        }
        ASSERT_NE(queue.front(), nullptr);
        queue.pop();
    }
    ASSERT_EQ(cancelled.size(), 19u);
    EXPECT_EQ(cancelled.front(), 1u);
    EXPECT_EQ(cancelled.back(), 19u);
}

TEST(TaskQueue, ProducerAndConsumerRunConcurrently) {
    constexpr uint64_t kTasks = 200000;
    std::vector<uint64_t> cancelled;
    TaskQueue queue;
    std::thread producer([&] {
        for (uint64_t i = 0; i < kTasks; ++i) {
            queue.push([&](void* slot) { return ::new (slot) Numbered(i, &cancelled); });
        }
    });
    uint64_t wrong = 0;
    for (uint64_t i = 0; i < kTasks;) {
        if (auto* task = static_cast<Numbered*>(queue.front())) {
            wrong += task->number != i ? 1 : 0;
            queue.pop();
            ++i;
        } else {
            std::this_thread::yield();
        }
    }
    producer.join();
    EXPECT_EQ(wrong, 0u);
}

}  // namespace
}  // namespace acc::rt::core
