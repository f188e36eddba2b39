// SPDX-License-Identifier: Apache-2.0
// Objects shared by threads, and objects destroyed while other threads use them. Meant for ThreadSanitizer.
#include <array>
#include <random>

#include "fixture.h"

namespace acc::test {
namespace {

using Concurrency = ApiTest;

template <class F>
void onThreads(int count, F body) {
    std::vector<std::thread> threads;
    std::latch start(count);
    for (int i = 0; i < count; ++i) {
        threads.emplace_back([&, i] {
            EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
            start.arrive_and_wait();
            body(i);
            EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}

TEST_F(Concurrency, SubmissionsToOneStreamAreAtomic) {
    auto* out = static_cast<uint32_t*>(newMemory(64));
    ASSERT_EQ(aclrtMemset(out, 64, 0, 64), ACL_SUCCESS);
    aclrtStream stream = newStream();
    onThreads(8, [&](int) {
        for (int i = 0; i < 500; ++i) {
            EXPECT_EQ(launchAdd(out, 1, stream), ACL_SUCCESS);
        }
        EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    });
    EXPECT_EQ(*out, 4000U);
}

TEST_F(Concurrency, EventsSharedByThreads) {
    aclrtEvent event = newEvent();
    onThreads(6, [&](int) {
        aclrtStream stream = newStream();
        for (int i = 0; i < 200; ++i) {
            EXPECT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
            EXPECT_EQ(aclrtStreamWaitEvent(stream, event), ACL_SUCCESS);
            aclrtEventRecordedStatus status{};
            EXPECT_EQ(aclrtQueryEventStatus(event, &status), ACL_SUCCESS);
            EXPECT_EQ(aclrtSynchronizeEvent(event), ACL_SUCCESS);
        }
        EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
    });
}

// One thread destroys and makes streams and events that the others use: every call succeeds or says why not.
TEST_F(Concurrency, UseDuringDestruction) {
    constexpr int kObjects = 8;
    std::array<std::atomic<void*>, kObjects> streams{};
    std::array<std::atomic<void*>, kObjects> events{};
    for (int i = 0; i < kObjects; ++i) {
        streams[static_cast<size_t>(i)] = newStream();
        events[static_cast<size_t>(i)] = newEvent();
    }
    std::atomic<bool> stop{false};
    auto legal = [](aclError code) {
        // ABORT: the stream that was to record an event was destroyed by force while its kernel ran.
        EXPECT_TRUE(code == ACL_SUCCESS || code == ACL_ERROR_RT_INVALID_HANDLE || code == ACL_ERROR_RT_STREAM_ABORT)
            << code << ' ' << messages();
        messages();
    };
    onThreads(4, [&](int thread) {
        std::minstd_rand random(static_cast<uint32_t>(thread) + 1);
        if (thread == 0) {
            for (int round = 0; round < 300; ++round) {
                const size_t index = random() % kObjects;
                legal(round % 2 == 0 ? aclrtDestroyStream(streams[index]) : aclrtDestroyStreamForce(streams[index]));
                streams[index] = newStream();
                legal(aclrtDestroyEvent(events[index]));
                events[index] = newEvent();
            }
            stop = true;
            return;
        }
        while (!stop) {
            void* stream = streams[random() % kObjects];
            void* event = events[random() % kObjects];
            legal(launchNoArgs(emptyKernel(), stream));
            legal(aclrtRecordEvent(event, stream));
            legal(aclrtStreamWaitEvent(streams[random() % kObjects], event));
            legal(aclrtSynchronizeEvent(event));
            legal(aclrtSynchronizeStream(stream));
        }
    });
}

TEST_F(Concurrency, DestroyedOnceOnly) {
    for (int round = 0; round < 50; ++round) {
        aclrtStream stream = newStream();
        aclrtEvent event = newEvent();
        std::atomic<int> streamsDestroyed{0};
        std::atomic<int> eventsDestroyed{0};
        onThreads(3, [&](int) {
            streamsDestroyed += aclrtDestroyStream(stream) == ACL_SUCCESS ? 1 : 0;
            eventsDestroyed += aclrtDestroyEvent(event) == ACL_SUCCESS ? 1 : 0;
        });
        EXPECT_EQ(streamsDestroyed, 1);
        EXPECT_EQ(eventsDestroyed, 1);
    }
}

TEST_F(Concurrency, ContextsComeAndGo) {
    onThreads(4, [](int) {
        for (int round = 0; round < 30; ++round) {
            aclrtContext context = nullptr;
            EXPECT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
            aclrtStream stream = newStream();
            EXPECT_EQ(launchNoArgs(emptyKernel(), stream), ACL_SUCCESS);
            EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
        }
        EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    });
}

TEST_F(Concurrency, SetAndResetBalance) {
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([] {
            for (int round = 0; round < 100; ++round) {
                EXPECT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
                void* memory = nullptr;
                const aclError code = aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST);
                EXPECT_EQ(code, ACL_SUCCESS) << messages();
                EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS) << messages();
                EXPECT_EQ(aclrtResetDevice(1), ACL_SUCCESS);
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}

TEST_F(Concurrency, CapturesOfSeveralThreads) {
    onThreads(4, [](int) {
        aclrtStream stream = newStream();
        auto* out = static_cast<uint32_t*>(newMemory(64));
        *out = 0;
        for (int round = 0; round < 20; ++round) {
            EXPECT_EQ(aclmdlRICaptureBegin(stream, ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL), ACL_SUCCESS);
            EXPECT_EQ(launchAdd(out, 1, stream), ACL_SUCCESS);
            aclmdlRI graph = nullptr;
            EXPECT_EQ(aclmdlRICaptureEnd(stream, &graph), ACL_SUCCESS);
            EXPECT_EQ(aclmdlRIExecuteAsync(graph, stream), ACL_SUCCESS);
            EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
            EXPECT_EQ(aclmdlRIDestroy(graph), ACL_SUCCESS);
        }
        EXPECT_EQ(*out, 20U);
    });
}

}  // namespace
}  // namespace acc::test
