// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/stream.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <latch>
#include <memory>
#include <mutex>
#include <numeric>
#include <thread>
#include <vector>

#include "runtime/exec/pool.h"
#include "tests/support/kernels.h"

namespace acc::rt::core {
namespace {

using namespace std::chrono_literals;
using acc::test::launchOf;
using acc::test::makeKernel;

std::shared_ptr<Stream> makeStream(uint32_t priority = 0) {
    return std::make_shared<Stream>(0, priority);
}

Deadline in(std::chrono::milliseconds time) {
    return std::chrono::steady_clock::now() + time;
}

struct CounterArgs {
    std::atomic<uint64_t>* counter;
    uint64_t add;
};
void addToCounter(const void* args) {
    const auto& a = *static_cast<const CounterArgs*>(args);
    a.counter->fetch_add(a.add, std::memory_order_relaxed);
}

struct WaitArgs {
    std::atomic<bool>* open;
    std::atomic<uint32_t>* entered;
};
void waitUntilOpen(const void* args) {
    const auto& a = *static_cast<const WaitArgs*>(args);
    a.entered->fetch_add(1);
    while (!a.open->load()) {
        std::this_thread::yield();
    }
}

TEST(Stream, KeepsOrderOfTasksOfAllKinds) {
    auto stream = makeStream();
    const AccKernel kernel = makeKernel("add", &addToCounter, sizeof(CounterArgs));
    std::atomic<uint64_t> counter{0};
    std::vector<uint64_t> seen;
    uint64_t expected = 0;
    std::vector<uint64_t> wanted;
    for (uint32_t i = 0; i < 500; ++i) {
        const uint32_t blocks = i % 60 + 1;
        stream->launch(launchOf(kernel, blocks, CounterArgs{&counter, 1}));
        expected += blocks;
        stream->submitCall([&](Stream&) { seen.push_back(counter.load()); });
        wanted.push_back(expected);
    }
    EXPECT_TRUE(stream->synchronize().ok());
    EXPECT_EQ(seen, wanted);
}

TEST(Stream, SubmissionReturnsBeforeTheWorkIsDone) {
    auto stream = makeStream();
    const AccKernel kernel = makeKernel("wait", &waitUntilOpen, sizeof(WaitArgs));
    std::atomic<bool> open{false};
    std::atomic<uint32_t> entered{0};
    stream->launch(launchOf(kernel, 1, WaitArgs{&open, &entered}));
    EXPECT_FALSE(stream->drained());
    open = true;  // reached: launch() has not waited for the kernel
    EXPECT_TRUE(stream->synchronize().ok());
    EXPECT_EQ(entered, 1u);
    EXPECT_TRUE(stream->drained());
}

TEST(Stream, ArgumentsAreCopiedDuringTheCall) {
    struct Big {
        std::atomic<uint64_t>* sum;
        uint64_t values[200];
    };
    const AccKernel kernel = makeKernel(
        "sum",
        [](const void* args) {
            const auto& big = *static_cast<const Big*>(args);
            big.sum->fetch_add(std::accumulate(std::begin(big.values), std::end(big.values), uint64_t{0}));
        },
        sizeof(Big));
    std::atomic<uint64_t> sum{0};
    auto stream = makeStream();
    for (uint64_t round = 1; round <= 100; ++round) {
        Big big{&sum, {}};
        std::fill(std::begin(big.values), std::end(big.values), round);
        stream->launch(launchOf(kernel, 1, big));
        std::memset(static_cast<void*>(&big), 0xff, sizeof big);
    }
    EXPECT_TRUE(stream->synchronize().ok());
    EXPECT_EQ(sum, 200u * 5050u);
}

TEST(Stream, DeviceArgumentsAreReadWhenTheKernelRuns) {
    auto stream = makeStream();
    const AccKernel gate = makeKernel("wait", &waitUntilOpen, sizeof(WaitArgs));
    const AccKernel add = makeKernel("add", &addToCounter, sizeof(CounterArgs));
    std::atomic<bool> open{false};
    std::atomic<uint32_t> entered{0};
    std::atomic<uint64_t> counter{0};
    CounterArgs args{&counter, 1};
    stream->launch(launchOf(gate, 1, WaitArgs{&open, &entered}));
    LaunchSpec spec = launchOf(add, 1, args);
    spec.argsOnDevice = true;
    stream->launch(spec);
    args.add = 77;
    open = true;
    EXPECT_TRUE(stream->synchronize().ok());
    EXPECT_EQ(counter, 77u);
}

TEST(Stream, StreamsDoNotWaitForEachOther) {
    const AccKernel gate = makeKernel("wait", &waitUntilOpen, sizeof(WaitArgs));
    const AccKernel add = makeKernel("add", &addToCounter, sizeof(CounterArgs));
    auto held = makeStream();
    auto free = makeStream();
    std::atomic<bool> open{false};
    std::atomic<uint32_t> entered{0};
    std::atomic<uint64_t> counter{0};
    held->launch(launchOf(gate, 1, WaitArgs{&open, &entered}));
    free->launch(launchOf(add, 10, CounterArgs{&counter, 1}));
    EXPECT_TRUE(free->synchronize().ok());
    EXPECT_EQ(counter, 10u);
    EXPECT_FALSE(held->drained());
    open = true;
    EXPECT_TRUE(held->synchronize().ok());
}

// A kernel per worker spins until a copy-like task of another stream has run: that task needs no worker of its own.
TEST(Stream, ShortTasksProceedWhileKernelsHoldEveryWorker) {
    const AccKernel gate = makeKernel("wait", &waitUntilOpen, sizeof(WaitArgs));
    const uint32_t count = exec::Pool::instance().workers() + 3;
    std::vector<std::shared_ptr<Stream>> held;
    std::atomic<bool> open{false};
    std::atomic<uint32_t> entered{0};
    for (uint32_t i = 0; i < count; ++i) {
        held.push_back(makeStream());
        held.back()->launch(launchOf(gate, 1, WaitArgs{&open, &entered}));
    }
    auto copies = makeStream();
    copies->submitCall([&](Stream&) { open = true; });
    for (auto& stream : held) {
        EXPECT_TRUE(stream->synchronize(in(60s)).ok());
    }
    EXPECT_EQ(entered, count);
    EXPECT_TRUE(copies->synchronize().ok());
}

// Kernels that wait for a kernel which no free worker could run.
TEST(Stream, KernelsProceedWhileSpinningKernelsHoldEveryWorker) {
    const AccKernel gate = makeKernel("wait", &waitUntilOpen, sizeof(WaitArgs));
    const AccKernel opener = makeKernel(
        "open", [](const void* args) { static_cast<const WaitArgs*>(args)->open->store(true); }, sizeof(WaitArgs));
    const uint32_t count = exec::Pool::instance().workers() + 1;
    std::vector<std::shared_ptr<Stream>> held;
    std::atomic<bool> open{false};
    std::atomic<uint32_t> entered{0};
    for (uint32_t i = 0; i < count; ++i) {
        held.push_back(makeStream());
        held.back()->launch(launchOf(gate, 1, WaitArgs{&open, &entered}));
    }
    auto last = makeStream();
    last->launch(launchOf(opener, 1, WaitArgs{&open, &entered}));
    for (auto& stream : held) {
        EXPECT_TRUE(stream->synchronize(in(60s)).ok());
    }
    EXPECT_TRUE(last->synchronize().ok());
}

TEST(Stream, SynchronizeTimesOutAndCanBeRepeated) {
    const AccKernel gate = makeKernel("wait", &waitUntilOpen, sizeof(WaitArgs));
    auto stream = makeStream();
    std::atomic<bool> open{false};
    std::atomic<uint32_t> entered{0};
    stream->launch(launchOf(gate, 1, WaitArgs{&open, &entered}));
    const Status early = stream->synchronize(in(20ms));
    EXPECT_EQ(early.code(), 507046);
    EXPECT_EQ(early.message(), "1 of the stream's tasks are not complete when the timeout expires");
    EXPECT_EQ(stream->synchronize(std::chrono::steady_clock::now()).code(), 507046);
    open = true;
    EXPECT_TRUE(stream->synchronize(in(60s)).ok());
}

TEST(Stream, FirstErrorIsReportedOnceAndLaterTasksRun) {
    auto stream = makeStream();
    int ran = 0;
    stream->submitCall([&](Stream& s) { s.fail(Status(507035, "first")); });
    stream->submitCall([&](Stream& s) { s.fail(Status(507014, "second")); });
    stream->submitCall([&](Stream&) { ++ran; });
    const Status status = stream->synchronize();
    EXPECT_EQ(status.code(), 507035);
    EXPECT_EQ(status.message(), "first");
    EXPECT_EQ(ran, 1);
    EXPECT_TRUE(stream->synchronize().ok());
}

TEST(Stream, FailureCallbackSeesEveryError) {
    auto stream = makeStream();
    std::vector<aclError> codes;
    stream->onFailure(
        [](void* user, const Status& s) { static_cast<std::vector<aclError>*>(user)->push_back(s.code()); }, &codes);
    stream->submitCall([&](Stream& s) { s.fail(Status(1, "")); });
    stream->submitCall([&](Stream& s) { s.fail(Status(2, "")); });
    EXPECT_EQ(stream->synchronize().code(), 1);
    EXPECT_EQ(codes, (std::vector<aclError>{1, 2}));
}

TEST(Stream, AbandonDropsQueuedTasks) {
    const AccKernel gate = makeKernel("wait", &waitUntilOpen, sizeof(WaitArgs));
    std::atomic<bool> open{false};
    std::atomic<uint32_t> entered{0};
    int ran = 0;
    {
        auto stream = makeStream();
        stream->launch(launchOf(gate, 1, WaitArgs{&open, &entered}));
        while (entered == 0) {
            std::this_thread::yield();
        }
        for (int i = 0; i < 100; ++i) {
            stream->submitCall([&](Stream&) { ++ran; });
        }
        stream->abandon();
        open = true;
    }  // the destructor waits until no thread is inside
    EXPECT_EQ(ran, 0);
}

TEST(Stream, SubmissionsFarAheadAllArrive) {
    auto stream = makeStream();
    const AccKernel gate = makeKernel("wait", &waitUntilOpen, sizeof(WaitArgs));
    std::atomic<bool> open{false};
    std::atomic<uint32_t> entered{0};
    stream->launch(launchOf(gate, 1, WaitArgs{&open, &entered}));
    std::atomic<uint64_t> ran{0};
    for (uint64_t i = 0; i < Stream::kAhead * 4; ++i) {
        stream->submitCall([&](Stream&) { ran.fetch_add(1, std::memory_order_relaxed); });
    }
    EXPECT_EQ(ran, 0u);
    open = true;
    EXPECT_TRUE(stream->synchronize().ok());
    EXPECT_EQ(ran, Stream::kAhead * 4);
}

TEST(Stream, ManyThreadsSubmitToOneStream) {
    auto stream = makeStream();
    const AccKernel add = makeKernel("add", &addToCounter, sizeof(CounterArgs));
    std::atomic<uint64_t> counter{0};
    std::vector<std::thread> threads;
    std::latch start(8);
    for (int t = 0; t < 8; ++t) {
        threads.emplace_back([&] {
            start.arrive_and_wait();
            for (int i = 0; i < 500; ++i) {
                stream->launch(launchOf(add, 3, CounterArgs{&counter, 1}));
                if (i % 50 == 0) {
                    EXPECT_TRUE(stream->synchronize().ok());
                }
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_TRUE(stream->synchronize().ok());
    EXPECT_EQ(counter, 8u * 500u * 3u);
}

// Submitters that are all far ahead, and a stream that overtakes some of them while they slow down.
TEST(Stream, ManyThreadsSubmitFarAhead) {
    auto stream = makeStream();
    std::atomic<uint64_t> ran{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 5; ++t) {
        threads.emplace_back([&] {
            for (uint64_t i = 0; i < 20 * Stream::kAhead; ++i) {
                stream->submitCall([&](Stream&) { ran.fetch_add(1, std::memory_order_relaxed); });
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_TRUE(stream->synchronize().ok());
    EXPECT_EQ(ran, 100 * Stream::kAhead);
}

TEST(Stream, AThousandStreamsShareTheWorkers) {
    const AccKernel add = makeKernel("add", &addToCounter, sizeof(CounterArgs));
    std::vector<std::shared_ptr<Stream>> streams;
    std::atomic<uint64_t> counter{0};
    for (uint32_t i = 0; i < 1000; ++i) {
        streams.push_back(makeStream(i % 8));
    }
    for (int round = 0; round < 20; ++round) {
        for (auto& stream : streams) {
            stream->launch(launchOf(add, 2, CounterArgs{&counter, 1}));
        }
    }
    for (auto& stream : streams) {
        EXPECT_TRUE(stream->synchronize().ok());
    }
    EXPECT_EQ(counter, 1000u * 20u * 2u);
}

std::mutex orderMutex;
std::vector<uint64_t> order;

// With one worker the order in which ready streams are taken can be observed, unless the monitor has added another
// because the gate was held for long: so one of many rounds must show it.
TEST(Stream, UrgentStreamsAreTakenFirst) {
    if (exec::Pool::instance().workers() != 1) {
        return;
    }
    struct OrderArgs {
        uint64_t id;
    };
    const AccKernel gate = makeKernel("wait", &waitUntilOpen, sizeof(WaitArgs));
    const AccKernel note = makeKernel(
        "note",
        [](const void* args) {
            const std::lock_guard lock(orderMutex);
            order.push_back(static_cast<const OrderArgs*>(args)->id);
        },
        sizeof(OrderArgs));
    const std::vector<uint64_t> urgentFirst{0, 3, 5, 7};
    bool seen = false;
    for (int round = 0; round < 200 && !seen; ++round) {
        std::atomic<bool> open{false};
        std::atomic<uint32_t> entered{0};
        auto first = makeStream(0);
        first->launch(launchOf(gate, 1, WaitArgs{&open, &entered}));
        while (entered == 0) {
            std::this_thread::yield();
        }
        std::vector<std::shared_ptr<Stream>> streams;
        for (uint32_t priority : {7u, 3u, 0u, 5u}) {
            streams.push_back(makeStream(priority));
            streams.back()->launch(launchOf(note, 1, OrderArgs{priority}));
        }
        open = true;
        for (auto& stream : streams) {
            EXPECT_TRUE(stream->synchronize().ok());
        }
        EXPECT_TRUE(first->synchronize().ok());
        const std::lock_guard lock(orderMutex);
        EXPECT_EQ(order.size(), 4u);
        seen = order == urgentFirst;
        order.clear();
    }
    EXPECT_TRUE(seen);
}

}  // namespace
}  // namespace acc::rt::core
