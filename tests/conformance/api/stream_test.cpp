// SPDX-License-Identifier: Apache-2.0
// Streams.
#include "fixture.h"

namespace acc::test {
namespace {

using Stream = ApiTest;

TEST_F(Stream, KeepsOrder) {
    aclrtStream stream = newStream();
    std::vector<int> order;
    struct Entry {
        std::vector<int>* order;
        int number;
    };
    std::vector<Entry> entries;
    for (int i = 0; i < 20; ++i) {
        entries.push_back({&order, i});
    }
    for (Entry& entry : entries) {
        ASSERT_EQ(aclrtLaunchHostFunc(
                      stream,
                      [](void* argument) {
                          auto* self = static_cast<Entry*>(argument);
                          self->order->push_back(self->number);
                      },
                      &entry),
                  ACL_SUCCESS);
        ASSERT_EQ(launchNoArgs(emptyKernel(), stream), ACL_SUCCESS);
    }
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    ASSERT_EQ(order.size(), entries.size());
    for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(order[static_cast<size_t>(i)], i);
    }
}

TEST_F(Stream, StreamsAreIndependent) {
    auto* out = static_cast<uint32_t*>(newPinned(4));
    *out = 0;
    aclrtStream held = newStream();
    aclrtStream free = newStream();
    Gate gate(held);
    ASSERT_EQ(launchAdd(out, 1, free), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(free), ACL_SUCCESS);
    ASSERT_EQ(launchAdd(out, 1, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << "the default stream does not wait for others";
    EXPECT_EQ(*out, 2U);
    gate.open();
    EXPECT_EQ(aclrtSynchronizeStream(held), ACL_SUCCESS);
    EXPECT_EQ(aclrtFreeHost(out), ACL_SUCCESS);
}

TEST_F(Stream, CreateErrors) {
    expectError(aclrtCreateStream(nullptr), ACL_ERROR_INVALID_PARAM, {"aclrtCreateStream", "stream is null"});
    expectError(aclrtCreateStreamWithConfig(nullptr, 0, 0), ACL_ERROR_INVALID_PARAM, {"stream is null"});
    aclrtStream stream = nullptr;
    expectError(aclrtCreateStreamWithConfig(&stream, 8, 0), ACL_ERROR_INVALID_PARAM,
                {"priority is 8, expected 0 to 7"});
    EXPECT_EQ(stream, nullptr);
    std::thread([] {
        aclrtStream none = nullptr;
        expectError(aclrtCreateStream(&none), ACL_ERROR_RT_CONTEXT_NULL);
        expectError(aclrtCreateStreamWithConfig(&none, 0, 0), ACL_ERROR_RT_CONTEXT_NULL);
    }).join();
}

TEST_F(Stream, AttributesAreKept) {
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateStreamWithConfig(&stream, 5, ACL_STREAM_FAST_LAUNCH | ACL_STREAM_FAST_SYNC | ACL_STREAM_HUGE),
              ACL_SUCCESS);
    uint32_t value = 0;
    EXPECT_EQ(aclrtStreamGetPriority(stream, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 5U);
    EXPECT_EQ(aclrtStreamGetFlags(stream, &value), ACL_SUCCESS);
    EXPECT_EQ(value, ACL_STREAM_FAST_LAUNCH | ACL_STREAM_FAST_SYNC | ACL_STREAM_HUGE);
    EXPECT_EQ(aclrtStreamGetPriority(nullptr, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 0U) << "the default stream has the highest priority";
    int32_t first = -1;
    int32_t second = -1;
    EXPECT_EQ(aclrtStreamGetId(nullptr, &first), ACL_SUCCESS);
    EXPECT_EQ(aclrtStreamGetId(stream, &second), ACL_SUCCESS);
    EXPECT_NE(first, second);
    expectError(aclrtStreamGetId(stream, nullptr), ACL_ERROR_INVALID_PARAM, {"streamId is null"});
    expectError(aclrtStreamGetPriority(stream, nullptr), ACL_ERROR_INVALID_PARAM, {"priority is null"});
    expectError(aclrtStreamGetFlags(stream, nullptr), ACL_ERROR_INVALID_PARAM, {"flags is null"});
    EXPECT_EQ(aclrtCreateStreamWithConfig(&stream, 0, 0x8000), ACL_SUCCESS) << "unknown flags behave like 0";
    EXPECT_EQ(aclrtStreamGetFlags(stream, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 0U);
}

TEST_F(Stream, DeviceScheduledStreamsHaveNothingToWaitFor) {
    auto* out = static_cast<uint32_t*>(newMemory(4));
    *out = 0;
    for (const uint32_t flag : {ACL_STREAM_PERSISTENT, ACL_STREAM_CPU_SCHEDULE, ACL_STREAM_DEVICE_USE_ONLY}) {
        aclrtStream stream = nullptr;
        ASSERT_EQ(aclrtCreateStreamWithConfig(&stream, 0, flag), ACL_SUCCESS);
        uint32_t flags = 0;
        EXPECT_EQ(aclrtStreamGetFlags(stream, &flags), ACL_SUCCESS);
        EXPECT_EQ(flags, flag);
        ASSERT_EQ(launchAdd(out, 1, stream), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
        aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;
        EXPECT_EQ(aclrtStreamQuery(stream, &status), ACL_SUCCESS);
        EXPECT_EQ(status, ACL_STREAM_STATUS_COMPLETE);
        EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
    }
    EXPECT_EQ(*out, 2U) << "only a PERSISTENT stream stores its tasks";
}

TEST_F(Stream, Attributes) {
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateStreamWithConfig(&stream, 3, 0), ACL_SUCCESS);
    aclrtStreamAttrValue value{};
    for (const aclrtStreamAttr attribute :
         {ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK, ACL_STREAM_ATTR_USER_CUSTOM_TAG, ACL_STREAM_ATTR_CACHE_OP_INFO}) {
        value.overflowSwitch = 9;
        EXPECT_EQ(aclrtGetStreamAttribute(stream, attribute, &value), ACL_SUCCESS);
        EXPECT_EQ(value.overflowSwitch, 0U);
        value.overflowSwitch = 1;
        EXPECT_EQ(aclrtSetStreamAttribute(stream, attribute, &value), ACL_SUCCESS);
        value.overflowSwitch = 0;
        EXPECT_EQ(aclrtGetStreamAttribute(stream, attribute, &value), ACL_SUCCESS);
        EXPECT_EQ(value.overflowSwitch, 1U);
        expectError(aclrtSetStreamAttribute(stream, attribute, nullptr), ACL_ERROR_INVALID_PARAM, {"value is null"});
    }
    EXPECT_EQ(aclrtGetStreamAttribute(stream, ACL_STREAM_ATTR_PRIORITY, &value), ACL_SUCCESS);
    EXPECT_EQ(value.streamPriority, 3U);
    expectError(aclrtSetStreamAttribute(stream, ACL_STREAM_ATTR_PRIORITY, &value), ACL_ERROR_INVALID_PARAM,
                {"PRIORITY"});
    value = {};
    value.failureMode = ACL_STOP_ON_FAILURE;
    EXPECT_EQ(aclrtSetStreamAttribute(stream, ACL_STREAM_ATTR_FAILURE_MODE, &value), ACL_SUCCESS);
    value = {};
    EXPECT_EQ(aclrtGetStreamAttribute(stream, ACL_STREAM_ATTR_FAILURE_MODE, &value), ACL_SUCCESS);
    EXPECT_EQ(value.failureMode, ACL_STOP_ON_FAILURE);
    expectError(aclrtSetStreamAttribute(stream, ACL_STREAM_ATTR_FAILURE_MODE, &value), ACL_ERROR_INVALID_PARAM,
                {"already"});
    value.overflowSwitch = 2;
    expectError(aclrtSetStreamAttribute(stream, ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK, &value), ACL_ERROR_INVALID_PARAM,
                {"value->overflowSwitch is 2"});
    expectError(aclrtSetStreamAttribute(stream, ACL_STREAM_ATTR_CACHE_OP_INFO, &value), ACL_ERROR_INVALID_PARAM,
                {"value->cacheOpInfoSwitch is 2"});
    const auto unknown = static_cast<aclrtStreamAttr>(6);
    expectError(aclrtSetStreamAttribute(stream, unknown, &value), ACL_ERROR_INVALID_PARAM, {"stmAttrType is 6"});
    expectError(aclrtGetStreamAttribute(stream, unknown, &value), ACL_ERROR_INVALID_PARAM, {"stmAttrType is 6"});
    expectError(aclrtGetStreamAttribute(stream, ACL_STREAM_ATTR_PRIORITY, nullptr), ACL_ERROR_INVALID_PARAM,
                {"value is null"});
}

TEST_F(Stream, StateCallbacks) {
    struct Seen {
        std::vector<std::pair<aclrtStream, int>> events;
    } seen;
    const auto callback = [](aclrtStream stream, aclrtStreamState state, void* args) {
        static_cast<Seen*>(args)->events.emplace_back(stream, state);
    };
    EXPECT_EQ(aclrtRegStreamStateCallback("test", callback, &seen), ACL_SUCCESS);
    aclrtStream stream = newStream();
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
    aclrtStream defaultStream = nullptr;
    ASSERT_EQ(aclrtCtxGetCurrentDefaultStream(&defaultStream), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
    expectError(aclrtRegStreamStateCallback("test", callback, &seen), ACL_ERROR_INVALID_PARAM, {"is registered"});
    EXPECT_EQ(aclrtRegStreamStateCallback("test", nullptr, nullptr), ACL_SUCCESS);
    const std::vector<std::pair<aclrtStream, int>> expected = {{stream, ACL_RT_STREAM_STATE_CREATE_POST},
                                                               {stream, ACL_RT_STREAM_STATE_DESTROY_PRE},
                                                               {defaultStream, ACL_RT_STREAM_STATE_CREATE_POST},
                                                               {defaultStream, ACL_RT_STREAM_STATE_DESTROY_PRE}};
    EXPECT_EQ(seen.events, expected);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    newStream();
    EXPECT_EQ(seen.events.size(), 4U) << "removed";
    expectError(aclrtRegStreamStateCallback("test", nullptr, nullptr), ACL_ERROR_INVALID_PARAM, {"not registered"});
    expectError(aclrtRegStreamStateCallback(nullptr, callback, nullptr), ACL_ERROR_INVALID_PARAM, {"null"});
    expectError(aclrtRegStreamStateCallback("", callback, nullptr), ACL_ERROR_INVALID_PARAM, {"empty"});
}

TEST_F(Stream, FromAConfiguration) {
    aclrtStreamConfigHandle* config = aclrtCreateStreamConfigHandle();
    ASSERT_NE(config, nullptr);
    const size_t flag = ACL_STREAM_FAST_LAUNCH;
    const uint32_t priority = 4;
    EXPECT_EQ(aclrtSetStreamConfigOpt(config, ACL_RT_STREAM_FLAG, &flag, sizeof(flag)), ACL_SUCCESS);
    EXPECT_EQ(aclrtSetStreamConfigOpt(config, ACL_RT_STREAM_PRIORITY, &priority, sizeof(priority)), ACL_SUCCESS);
    void* work = nullptr;
    EXPECT_EQ(aclrtSetStreamConfigOpt(config, ACL_RT_STREAM_WORK_ADDR_PTR, &work, sizeof(work)), ACL_SUCCESS);
    EXPECT_EQ(aclrtSetStreamConfigOpt(config, ACL_RT_STREAM_WORK_SIZE, &flag, sizeof(flag)), ACL_SUCCESS);
    aclrtStream stream = nullptr;
    EXPECT_EQ(aclrtCreateStreamV2(&stream, config), ACL_SUCCESS) << messages();
    uint32_t value = 0;
    EXPECT_EQ(aclrtStreamGetPriority(stream, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 4U);
    EXPECT_EQ(aclrtStreamGetFlags(stream, &value), ACL_SUCCESS);
    EXPECT_EQ(value, ACL_STREAM_FAST_LAUNCH);
    expectError(aclrtSetStreamConfigOpt(nullptr, ACL_RT_STREAM_FLAG, &flag, 8), ACL_ERROR_INVALID_PARAM,
                {"handle is null"});
    expectError(aclrtSetStreamConfigOpt(config, ACL_RT_STREAM_FLAG, nullptr, 8), ACL_ERROR_INVALID_PARAM,
                {"attrValue is null"});
    expectError(aclrtSetStreamConfigOpt(config, ACL_RT_STREAM_PRIORITY, &flag, 8), ACL_ERROR_INVALID_PARAM,
                {"valueSize is 8, expected 4"});
    expectError(aclrtSetStreamConfigOpt(config, static_cast<aclrtStreamConfigAttr>(9), &flag, 8),
                ACL_ERROR_INVALID_PARAM, {"attr is 9"});
    expectError(aclrtCreateStreamV2(nullptr, config), ACL_ERROR_INVALID_PARAM, {"stream is null"});
    expectError(aclrtCreateStreamV2(&stream, nullptr), ACL_ERROR_INVALID_PARAM, {"handle is null"});
    config->priority = 8;
    expectError(aclrtCreateStreamV2(&stream, config), ACL_ERROR_INVALID_PARAM, {"priority is 8"});
    EXPECT_EQ(aclrtDestroyStreamConfigHandle(config), ACL_SUCCESS);
    aclrtStreamConfigHandle own{};
    for (aclrtStreamConfigHandle* bad : {config, &own}) {
        expectError(aclrtDestroyStreamConfigHandle(bad), ACL_ERROR_INVALID_PARAM, {"aclrtCreateStreamConfigHandle"});
        expectError(aclrtSetStreamConfigOpt(bad, ACL_RT_STREAM_PRIORITY, &priority, sizeof(priority)),
                    ACL_ERROR_INVALID_PARAM, {"aclrtCreateStreamConfigHandle"});
        aclrtStream refused = nullptr;
        expectError(aclrtCreateStreamV2(&refused, bad), ACL_ERROR_INVALID_PARAM, {"aclrtCreateStreamConfigHandle"});
    }
    expectError(aclrtDestroyStreamConfigHandle(nullptr), ACL_ERROR_INVALID_PARAM, {"handle is null"});
}

TEST_F(Stream, CountIsLimited) {
    uint32_t available = 0;
    EXPECT_EQ(aclrtGetStreamAvailableNum(&available), ACL_SUCCESS);
    EXPECT_EQ(available, 1983U) << "1984 and the default stream";
    std::vector<aclrtStream> streams(available);
    for (aclrtStream& stream : streams) {
        ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    }
    aclrtStream more = nullptr;
    expectError(aclrtCreateStream(&more), ACL_ERROR_RT_NO_STREAM_RESOURCE, {"1984"});
    aclrtContext context = nullptr;
    expectError(aclrtCreateContext(&context, 0), ACL_ERROR_RT_NO_STREAM_RESOURCE, {"default stream"});
    EXPECT_EQ(aclrtGetStreamAvailableNum(&available), ACL_SUCCESS);
    EXPECT_EQ(available, 0U);
    for (aclrtStream stream : streams) {
        ASSERT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
    }
    EXPECT_EQ(aclrtGetStreamAvailableNum(&available), ACL_SUCCESS);
    EXPECT_EQ(available, 1983U);
    expectError(aclrtGetStreamAvailableNum(nullptr), ACL_ERROR_INVALID_PARAM, {"streamCount is null"});
}

TEST_F(Stream, DestroyWaits) {
    auto* out = static_cast<uint32_t*>(newPinned(4));
    *out = 0;
    aclrtStream stream = newStream();
    for (int i = 0; i < 100; ++i) {
        ASSERT_EQ(launchAdd(out, 1, stream), ACL_SUCCESS);
    }
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
    EXPECT_EQ(*out, 100U);
    EXPECT_EQ(aclrtFreeHost(out), ACL_SUCCESS);
}

TEST_F(Stream, DestroyForceDropsQueuedTasks) {
    auto* out = static_cast<uint32_t*>(newPinned(4));
    *out = 0;
    aclrtStream stream = newStream();
    Gate gate(stream);
    gate.waitUntilReached();
    ASSERT_EQ(launchAdd(out, 1, stream), ACL_SUCCESS);
    std::thread opener([&] { gate.open(); });
    EXPECT_EQ(aclrtDestroyStreamForce(stream), ACL_SUCCESS) << "waits for the running task at most";
    opener.join();
    EXPECT_LE(*out, 1U);
    expectError(aclrtSynchronizeStream(stream), ACL_ERROR_RT_INVALID_HANDLE);
    EXPECT_EQ(aclrtFreeHost(out), ACL_SUCCESS);
}

TEST_F(Stream, DestroyForceEndsAWaitForAFlagThatNobodySets) {
    aclrtEvent event = nullptr;
    ASSERT_EQ(aclrtCreateEventWithFlag(&event, ACL_EVENT_SYNC), ACL_SUCCESS);
    aclrtStream stream = newStream();
    ASSERT_EQ(aclrtStreamWaitEvent(stream, event), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyStreamForce(stream), ACL_SUCCESS);
}

TEST_F(Stream, DestroyErrors) {
    expectError(aclrtDestroyStream(nullptr), ACL_ERROR_INVALID_PARAM, {"stream is null"});
    expectError(aclrtDestroyStreamForce(nullptr), ACL_ERROR_INVALID_PARAM, {"stream is null"});
    aclrtStream defaultStream = nullptr;
    ASSERT_EQ(aclrtCtxGetCurrentDefaultStream(&defaultStream), ACL_SUCCESS);
    expectError(aclrtDestroyStream(defaultStream), ACL_ERROR_INVALID_PARAM, {"default stream"});
    expectError(aclrtDestroyStreamForce(defaultStream), ACL_ERROR_INVALID_PARAM, {"default stream"});
    aclrtStream stream = newStream();
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
    expectError(aclrtDestroyStream(stream), ACL_ERROR_RT_INVALID_HANDLE, {"destroyed"});
}

TEST_F(Stream, OfAnotherContextIsRefused) {
    aclrtStream foreign = newStream();
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
    const std::vector<std::string> words = {"stream is stream", "current context"};
    expectError(aclrtSynchronizeStream(foreign), ACL_ERROR_RT_STREAM_CONTEXT, words);
    expectError(aclrtSynchronizeStreamWithTimeout(foreign, 1), ACL_ERROR_RT_STREAM_CONTEXT, words);
    expectError(aclrtDestroyStream(foreign), ACL_ERROR_RT_STREAM_CONTEXT, words);
    expectError(aclrtDestroyStreamForce(foreign), ACL_ERROR_RT_STREAM_CONTEXT, words);
    aclrtStreamStatus status{};
    expectError(aclrtStreamQuery(foreign, &status), ACL_ERROR_RT_STREAM_CONTEXT, words);
    expectError(launchNoArgs(emptyKernel(), foreign), ACL_ERROR_RT_STREAM_CONTEXT, words);
    aclrtEvent event = newEvent();
    expectError(aclrtRecordEvent(event, foreign), ACL_ERROR_RT_STREAM_CONTEXT, words);
    expectError(aclrtStreamWaitEvent(foreign, event), ACL_ERROR_RT_STREAM_CONTEXT, words);
    void* memory = newMemory(64);
    expectError(aclrtMemsetAsync(memory, 64, 0, 64, foreign), ACL_ERROR_RT_STREAM_CONTEXT, words);
    expectError(aclrtMemcpyAsync(memory, 64, newPinned(64), 64, ACL_MEMCPY_HOST_TO_DEVICE, foreign),
                ACL_ERROR_RT_STREAM_CONTEXT, words);
    expectError(aclrtSetStreamFailureMode(foreign, ACL_STOP_ON_FAILURE), ACL_ERROR_RT_STREAM_CONTEXT, words);
}

TEST_F(Stream, SynchronizeNeedsAContext) {
    std::thread([] {
        expectError(aclrtSynchronizeStream(nullptr), ACL_ERROR_RT_CONTEXT_NULL);
        expectError(aclrtSynchronizeStreamWithTimeout(nullptr, 1), ACL_ERROR_RT_CONTEXT_NULL);
    }).join();
}

TEST_F(Stream, SynchronizeWithTimeout) {
    aclrtStream stream = newStream();
    EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream, 0), ACL_SUCCESS);
    Gate gate(stream);
    expectError(aclrtSynchronizeStreamWithTimeout(stream, 0), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, {"EE1002"});
    expectError(aclrtSynchronizeStreamWithTimeout(stream, 10), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    expectError(aclrtSynchronizeStreamWithTimeout(stream, -2), ACL_ERROR_INVALID_PARAM, {"timeout is -2"});
    gate.open();
    EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream, -1), ACL_SUCCESS) << "the tasks went on";
}

TEST_F(Stream, Query) {
    aclrtStream stream = newStream();
    aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;
    EXPECT_EQ(aclrtStreamQuery(stream, &status), ACL_SUCCESS);
    EXPECT_EQ(status, ACL_STREAM_STATUS_COMPLETE);
    Gate gate(stream);
    EXPECT_EQ(aclrtStreamQuery(stream, &status), ACL_SUCCESS);
    EXPECT_EQ(status, ACL_STREAM_STATUS_NOT_READY);
    gate.open();
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtStreamQuery(stream, &status), ACL_SUCCESS);
    EXPECT_EQ(status, ACL_STREAM_STATUS_COMPLETE);
    EXPECT_EQ(aclrtStreamQuery(nullptr, &status), ACL_SUCCESS);
    expectError(aclrtStreamQuery(stream, nullptr), ACL_ERROR_INVALID_PARAM, {"status is null"});
}

TEST_F(Stream, ContinueOnFailure) {
    auto* out = static_cast<uint32_t*>(newMemory(4));
    ASSERT_EQ(aclrtMemset(out, 4, 0, 4), ACL_SUCCESS);
    aclrtStream stream = newStream();
    EXPECT_EQ(aclrtSetStreamFailureMode(stream, ACL_CONTINUE_ON_FAILURE), ACL_SUCCESS);
    ASSERT_EQ(launchNoArgs(faultKernel(), stream), ACL_SUCCESS);
    ASSERT_EQ(launchAdd(out, 7, stream), ACL_SUCCESS);
    expectError(aclrtSynchronizeStream(stream), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION,
                {"aclrtSynchronizeStream", "EZ9999"});
    EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    EXPECT_EQ(*out, 7U) << "the task after the failing one ran";
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << "reported once";
}

TEST_F(Stream, CubeKernelsFailWithTheirOwnCode) {
    aclrtStream stream = newStream();
    ASSERT_EQ(launchNoArgs(cubeFaultKernel(), stream), ACL_SUCCESS);
    expectError(aclrtSynchronizeStream(stream), ACL_ERROR_RT_AICORE_EXCEPTION);
}

TEST_F(Stream, ErrorStaysWithItsStream) {
    aclrtStream bad = newStream();
    aclrtStream good = newStream();
    ASSERT_EQ(launchNoArgs(faultKernel(), bad), ACL_SUCCESS);
    ASSERT_EQ(launchNoArgs(emptyKernel(), good), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(good), ACL_SUCCESS);
    expectError(aclrtSynchronizeStream(bad), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
}

TEST_F(Stream, StopOnFailureStopsTheContext) {
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
    auto* out = static_cast<uint32_t*>(newMemory(4));
    ASSERT_EQ(aclrtMemset(out, 4, 0, 4), ACL_SUCCESS);
    aclrtStream stream = newStream();
    aclrtStream other = newStream();
    EXPECT_EQ(aclrtSetStreamFailureMode(stream, ACL_STOP_ON_FAILURE), ACL_SUCCESS);
    Gate gate(stream);
    ASSERT_EQ(launchNoArgs(faultKernel(), stream), ACL_SUCCESS);
    ASSERT_EQ(launchAdd(out, 1, stream), ACL_SUCCESS);
    gate.open();
    expectError(aclrtSynchronizeStream(stream), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    EXPECT_EQ(*out, 0U) << "what follows the failure is dropped";
    expectError(aclrtSynchronizeStream(stream), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    expectError(launchAdd(out, 1, stream), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    expectError(launchAdd(out, 1, other), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    expectError(launchAdd(out, 1, nullptr), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    expectError(aclrtSynchronizeStream(other), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    expectError(aclrtSynchronizeDevice(), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    aclrtStream later = newStream();
    expectError(aclrtSynchronizeStream(later), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    aclrtEvent event = newEvent();
    expectError(aclrtRecordEvent(event, later), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    expectError(aclrtStreamWaitEvent(later, event), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(launchAdd(out, 1, nullptr), ACL_SUCCESS) << "other contexts are not concerned";
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_EQ(*out, 1U);
}

TEST_F(Stream, FailureModeErrors) {
    aclrtStream stream = newStream();
    expectError(aclrtSetStreamFailureMode(stream, 2), ACL_ERROR_INVALID_PARAM, {"mode is 2"});
    EXPECT_EQ(aclrtSetStreamFailureMode(stream, ACL_STOP_ON_FAILURE), ACL_SUCCESS);
    expectError(aclrtSetStreamFailureMode(stream, ACL_STOP_ON_FAILURE), ACL_ERROR_INVALID_PARAM, {"already"});
    EXPECT_EQ(aclrtSetStreamFailureMode(nullptr, ACL_CONTINUE_ON_FAILURE), ACL_SUCCESS)
        << "allowed on the default stream";
}

}  // namespace
}  // namespace acc::test
