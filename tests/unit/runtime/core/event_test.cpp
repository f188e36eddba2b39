// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/event.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "tests/support/kernels.h"

namespace acc::rt::core {
namespace {

using namespace std::chrono_literals;

// A stream whose first task waits until open() is called.
struct GatedStream {
    std::shared_ptr<Stream> stream = std::make_shared<Stream>(0);
    std::shared_ptr<Stream> gate = std::make_shared<Stream>(0);
    std::shared_ptr<EventRecord> held = std::make_shared<EventRecord>();

    GatedStream() {
        class Wait final : public Task {
        public:
            explicit Wait(std::shared_ptr<EventRecord> record) : record_(std::move(record)) {}
            Step start(Stream& s) override { return record_->addWaiter({&s, 0}) ? Step::pending : Step::done; }

        private:
            std::shared_ptr<EventRecord> record_;
        };
        stream->submit<Wait>(held);
    }
    void open() { held->signal(); }
};

TEST(Event, StreamWaitsForTheRecord) {
    GatedStream a;
    auto b = std::make_shared<Stream>(0);
    Event event(0);
    std::atomic<int> step{0};
    a.stream->submitCall([&](Stream&) { step = 1; });
    event.record(a.stream);
    EXPECT_TRUE(event.waitOn(*b));
    int seen = -1;
    b->submitCall([&](Stream&) { seen = step.load(); });
    EXPECT_FALSE(event.current()->complete());
    EXPECT_FALSE(b->waitFor(b->submitted(), std::chrono::steady_clock::now() + 10ms));
    a.open();
    EXPECT_TRUE(b->synchronize().ok());
    EXPECT_EQ(seen, 1);
    EXPECT_TRUE(event.current()->complete());
}

TEST(Event, WaitOfNeverRecordedEventIsNoWait) {
    auto stream = std::make_shared<Stream>(0);
    Event event(0);
    EXPECT_EQ(event.current(), nullptr);
    EXPECT_FALSE(event.waitOn(*stream));
    EXPECT_TRUE(stream->drained());
}

TEST(Event, RecordingAgainDoesNotChangeEarlierWaits) {
    GatedStream first;
    GatedStream second;
    auto waiter = std::make_shared<Stream>(0);
    Event event(0);
    event.record(first.stream);
    event.waitOn(*waiter);
    event.record(second.stream);
    first.open();
    // The waiter depends on the first record only; the second stays closed.
    EXPECT_TRUE(waiter->synchronize().ok());
    EXPECT_FALSE(event.current()->complete());
    second.open();
    EXPECT_TRUE(event.current()->wait());
}

TEST(Event, HostWaitsForTheCapturedWorkOnly) {
    GatedStream gated;
    auto stream = std::make_shared<Stream>(0);
    Event event(0);
    std::atomic<int> ran{0};
    stream->submitCall([&](Stream&) { ++ran; });
    event.record(stream);
    Event later(0);
    later.record(gated.stream);
    later.waitOn(*stream);
    stream->submitCall([&](Stream&) { ++ran; });
    EXPECT_TRUE(event.current()->wait());
    EXPECT_EQ(ran, 1);
    EXPECT_FALSE(later.current()->wait(std::chrono::steady_clock::now() + 10ms));
    gated.open();
    EXPECT_TRUE(stream->synchronize().ok());
    EXPECT_EQ(ran, 2);
}

TEST(Event, TimestampsGrowAlongAStream) {
    auto stream = std::make_shared<Stream>(0);
    Event start(0);
    Event stop(0);
    start.record(stream);
    stream->submitCall([](Stream&) {
        const auto end = std::chrono::steady_clock::now() + 2ms;
        while (std::chrono::steady_clock::now() < end) {
        }
    });
    stop.record(stream);
    EXPECT_TRUE(stop.current()->wait());
    EXPECT_GE(stop.current()->timestampNs() - start.current()->timestampNs(), 2'000'000);
}

TEST(Event, OneRecordReleasesManyWaitersWithoutHoldingWorkers) {
    GatedStream gated;
    Event event(0);
    event.record(gated.stream);
    std::vector<std::shared_ptr<Stream>> waiters;
    std::atomic<int> released{0};
    for (int i = 0; i < 200; ++i) {
        waiters.push_back(std::make_shared<Stream>(0));
        event.waitOn(*waiters.back());
        waiters.back()->submitCall([&](Stream&) { ++released; });
    }
    // All of them wait, and yet an independent stream is served.
    auto other = std::make_shared<Stream>(0);
    std::atomic<bool> served{false};
    other->submitCall([&](Stream&) { served = true; });
    EXPECT_TRUE(other->synchronize().ok());
    EXPECT_TRUE(served);
    EXPECT_EQ(released, 0);
    gated.open();
    for (auto& waiter : waiters) {
        EXPECT_TRUE(waiter->synchronize().ok());
    }
    EXPECT_EQ(released, 200);
}

TEST(Event, AbandonedRecordStillReleasesItsWaiters) {
    auto waiter = std::make_shared<Stream>(0);
    Event event(0);
    {
        GatedStream gated;
        event.record(gated.stream);
        event.waitOn(*waiter);
        gated.stream->abandon();
        gated.open();
    }
    EXPECT_TRUE(waiter->synchronize().ok());
    EXPECT_TRUE(event.current()->wait());
}

TEST(Event, PingPongKeepsStrictOrder) {
    auto a = std::make_shared<Stream>(0);
    auto b = std::make_shared<Stream>(0);
    Event ping(0);
    Event pong(0);
    std::vector<int> order;
    for (int i = 0; i < 2000; ++i) {
        a->submitCall([&, i](Stream&) { order.push_back(2 * i); });
        ping.record(a);
        ping.waitOn(*b);
        b->submitCall([&, i](Stream&) { order.push_back(2 * i + 1); });
        pong.record(b);
        pong.waitOn(*a);
    }
    EXPECT_TRUE(a->synchronize().ok());
    EXPECT_TRUE(b->synchronize().ok());
    ASSERT_EQ(order.size(), 4000u);
    for (int i = 0; i < 4000; ++i) {
        ASSERT_EQ(order[static_cast<size_t>(i)], i);
    }
}

}  // namespace
}  // namespace acc::rt::core
