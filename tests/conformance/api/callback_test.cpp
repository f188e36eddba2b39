// SPDX-License-Identifier: Apache-2.0
// Host functions and callbacks.
#include <pthread.h>

#include "fixture.h"

namespace acc::test {
namespace {

using Callback = ApiTest;

void increment(void* counter) {
    ++*static_cast<std::atomic<int>*>(counter);
}

// A thread that serves callbacks until it is stopped.
class Server {
public:
    Server() : thread_([this] { serve(); }) { started_.wait(); }
    ~Server() { stop(); }
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;
    uint64_t id() const { return id_; }
    void stop() {
        stopping_ = true;
        if (thread_.joinable()) {
            thread_.join();
        }
    }
    std::atomic<int> processed{0};

private:
    void serve() {
        id_ = static_cast<uint64_t>(pthread_self());
        started_.count_down();
        while (!stopping_) {
            if (aclrtProcessReport(5) == ACL_SUCCESS) {
                ++processed;
            }
            messages();
        }
    }
    std::latch started_{1};
    std::atomic<bool> stopping_{false};
    uint64_t id_ = 0;
    std::thread thread_;
};

TEST_F(Callback, HostFunctionRunsInStreamOrder) {
    aclrtStream stream = newStream();
    auto* out = static_cast<uint32_t*>(newPinned(4));
    *out = 0;
    struct State {
        uint32_t* out;
        uint32_t seen;
        std::thread::id thread;
    } state{out, 0, {}};
    ASSERT_EQ(launchAdd(out, 1, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtLaunchHostFunc(
                  stream,
                  [](void* argument) {
                      auto* self = static_cast<State*>(argument);
                      self->seen = *self->out;
                      self->thread = std::this_thread::get_id();
                      *self->out = 10;
                  },
                  &state),
              ACL_SUCCESS);
    ASSERT_EQ(launchAdd(out, 1, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(state.seen, 1U);
    EXPECT_EQ(*out, 11U) << "later tasks waited for the function";
    EXPECT_NE(state.thread, std::this_thread::get_id());
    EXPECT_EQ(aclrtFreeHost(out), ACL_SUCCESS);
}

TEST_F(Callback, ManyHostFunctionsMayBlockAtOnce) {
    constexpr int kStreams = 16;
    std::latch all(kStreams);
    for (int i = 0; i < kStreams; ++i) {
        ASSERT_EQ(aclrtLaunchHostFunc(
                      newStream(), [](void* latch) { static_cast<std::latch*>(latch)->arrive_and_wait(); }, &all),
                  ACL_SUCCESS);
    }
    EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
}

TEST_F(Callback, HostFunctionErrors) {
    expectError(aclrtLaunchHostFunc(nullptr, nullptr, nullptr), ACL_ERROR_INVALID_PARAM, {"fn is null"});
    std::thread([] {
        std::atomic<int> counter{0};
        expectError(aclrtLaunchHostFunc(nullptr, increment, &counter), ACL_ERROR_RT_CONTEXT_NULL);
    }).join();
}

TEST_F(Callback, RuntimeCallsInsideFailInsteadOfDeadlocking) {
    static std::atomic<aclError> code;
    code = 0;
    aclrtStream stream = newStream();
    ASSERT_EQ(aclrtLaunchHostFunc(
                  stream,
                  [](void* handle) {
                      aclrtSetDevice(0);
                      code = aclrtSynchronizeStream(handle);
                  },
                  stream),
              ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(code, ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
}

TEST_F(Callback, SubscribedThreadRunsCallbacks) {
    Server server;
    aclrtStream stream = newStream();
    ASSERT_EQ(aclrtSubscribeReport(server.id(), stream), ACL_SUCCESS) << messages();
    std::atomic<int> counter{0};
    for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(
            aclrtLaunchCallback(increment, &counter, i % 2 == 0 ? ACL_CALLBACK_BLOCK : ACL_CALLBACK_NO_BLOCK, stream),
            ACL_SUCCESS)
            << messages();
    }
    EXPECT_EQ(aclrtLaunchCallback(increment, &counter, ACL_CALLBACK_BLOCK, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(counter, 21) << "the blocking one at the end waits for those before it on the same thread";
    EXPECT_EQ(aclrtUnSubscribeReport(server.id(), stream), ACL_SUCCESS);
    expectError(aclrtLaunchCallback(increment, &counter, ACL_CALLBACK_BLOCK, stream), ACL_ERROR_RT_STREAM_NO_CB_REG);
}

TEST_F(Callback, BlockHoldsTheStreamAndNoBlockDoesNot) {
    aclrtStream stream = newStream();
    const auto self = static_cast<uint64_t>(pthread_self());
    ASSERT_EQ(aclrtSubscribeReport(self, stream), ACL_SUCCESS);
    std::atomic<int> counter{0};
    ASSERT_EQ(aclrtLaunchCallback(increment, &counter, ACL_CALLBACK_NO_BLOCK, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << "nobody has run the callback";
    EXPECT_EQ(counter, 0);
    ASSERT_EQ(aclrtLaunchCallback(increment, &counter, ACL_CALLBACK_BLOCK, stream), ACL_SUCCESS);
    expectError(aclrtSynchronizeStreamWithTimeout(stream, 5), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    EXPECT_EQ(aclrtProcessReport(1000), ACL_SUCCESS);
    EXPECT_EQ(aclrtProcessReport(-1), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(counter, 2);
    expectError(aclrtProcessReport(1), ACL_ERROR_RT_REPORT_TIMEOUT);
    EXPECT_EQ(aclrtUnSubscribeReport(self, stream), ACL_SUCCESS);
}

TEST_F(Callback, SubscriptionErrors) {
    const auto self = static_cast<uint64_t>(pthread_self());
    aclrtStream stream = newStream();
    expectError(aclrtProcessReport(1), ACL_ERROR_RT_THREAD_SUBSCRIBE, {"serves no stream"});
    expectError(aclrtProcessReport(0), ACL_ERROR_INVALID_PARAM, {"timeout is 0"});
    expectError(aclrtProcessReport(-2), ACL_ERROR_INVALID_PARAM, {"timeout is -2"});
    expectError(aclrtSubscribeReport(0, stream), ACL_ERROR_INVALID_PARAM, {"threadId is 0"});
    expectError(aclrtUnSubscribeReport(self, stream), ACL_ERROR_RT_THREAD_SUBSCRIBE);
    ASSERT_EQ(aclrtSubscribeReport(self, stream), ACL_SUCCESS);
    expectError(aclrtSubscribeReport(self, stream), ACL_ERROR_RT_STREAM_SUBSCRIBE, {"already"});
    aclrtStream second = newStream();
    expectError(aclrtUnSubscribeReport(self, second), ACL_ERROR_RT_STREAM_SUBSCRIBE);
    EXPECT_EQ(aclrtSubscribeReport(self, second), ACL_SUCCESS) << "a thread may serve many streams";
    ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
    expectError(aclrtSubscribeReport(self, nullptr), ACL_ERROR_RT_THREAD_SUBSCRIBE, {"device 0"});
    EXPECT_EQ(aclrtResetDevice(1), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclrtUnSubscribeReport(self, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtUnSubscribeReport(self, second), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
}

TEST_F(Callback, LaunchErrors) {
    std::atomic<int> counter{0};
    expectError(aclrtLaunchCallback(nullptr, &counter, ACL_CALLBACK_BLOCK, nullptr), ACL_ERROR_INVALID_PARAM,
                {"fn is null"});
    expectError(aclrtLaunchCallback(increment, &counter, static_cast<aclrtCallbackBlockType>(2), nullptr),
                ACL_ERROR_INVALID_PARAM, {"blockType is 2"});
    expectError(aclrtLaunchCallback(increment, &counter, ACL_CALLBACK_BLOCK, nullptr), ACL_ERROR_RT_STREAM_NO_CB_REG,
                {"aclrtSubscribeReport"});
}

TEST_F(Callback, ThreadsOfDeviceSchedulersAreNotSupported) {
    aclrtStream stream = newStream();
    expectError(aclrtSubscribeHostFunc(1, stream), ACL_ERROR_RT_FEATURE_NOT_SUPPORT, {"aclrtLaunchHostFunc"});
    expectError(aclrtUnSubscribeHostFunc(1, stream), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    expectError(aclrtProcessHostFunc(1), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    expectError(aclrtSubscribeHostFunc(0, stream), ACL_ERROR_INVALID_PARAM, {"hostFuncThreadId is 0"});
    expectError(aclrtUnSubscribeHostFunc(0, stream), ACL_ERROR_INVALID_PARAM, {"hostFuncThreadId is 0"});
    expectError(aclrtSubscribeHostFunc(1, nullptr), ACL_ERROR_INVALID_PARAM, {"exeStream is null"});
    expectError(aclrtUnSubscribeHostFunc(1, nullptr), ACL_ERROR_INVALID_PARAM, {"exeStream is null"});
    expectError(aclrtProcessHostFunc(0), ACL_ERROR_INVALID_PARAM, {"timeout is 0"});
}

TEST_F(Callback, LastTaskOfTheThread) {
    aclrtStream stream = newStream();
    uint32_t first = 0;
    uint32_t second = 0;
    ASSERT_EQ(launchNoArgs(emptyKernel(), stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtGetThreadLastTaskId(&first), ACL_SUCCESS);
    ASSERT_EQ(launchNoArgs(emptyKernel(), stream), ACL_SUCCESS);
    ASSERT_EQ(launchNoArgs(emptyKernel(), nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtGetThreadLastTaskId(&second), ACL_SUCCESS);
    EXPECT_EQ(second, first + 1) << "the default stream does not count";
    std::thread([&] {
        uint32_t mine = 99;
        EXPECT_EQ(aclrtGetThreadLastTaskId(&mine), ACL_SUCCESS);
        EXPECT_EQ(mine, 0U);
    }).join();
    expectError(aclrtGetThreadLastTaskId(nullptr), ACL_ERROR_INVALID_PARAM, {"taskId is null"});
}

}  // namespace
}  // namespace acc::test
