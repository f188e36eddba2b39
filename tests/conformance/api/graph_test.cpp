// SPDX-License-Identifier: Apache-2.0
// Captured graphs.
#include <cstring>

#include "fixture.h"

namespace acc::test {
namespace {

class GraphTest : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        out = static_cast<uint32_t*>(newMemory(4096));
        std::memset(out, 0, 4096);
        stream = newStream();
    }
    void TearDown() override {
        ApiTest::TearDown();
        aclmdlRICaptureMode mode = ACL_MODEL_RI_CAPTURE_MODE_GLOBAL;
        EXPECT_EQ(aclmdlRICaptureThreadExchangeMode(&mode), ACL_SUCCESS);
    }
    static void begin(aclrtStream on, aclmdlRICaptureMode mode = ACL_MODEL_RI_CAPTURE_MODE_GLOBAL) {
        ASSERT_EQ(aclmdlRICaptureBegin(on, mode), ACL_SUCCESS) << messages();
    }
    static aclmdlRI end(aclrtStream on) {
        aclmdlRI graph = nullptr;
        EXPECT_EQ(aclmdlRICaptureEnd(on, &graph), ACL_SUCCESS) << messages();
        return graph;
    }
    static void run(aclmdlRI graph, aclrtStream on) {
        EXPECT_EQ(aclmdlRIExecuteAsync(graph, on), ACL_SUCCESS) << messages();
        EXPECT_EQ(aclrtSynchronizeStream(on), ACL_SUCCESS) << messages();
    }
    // The error of `call` on a capturing stream, and that the capture is lost.
    template <class Call>
    void invalidates(aclError code, Call call) {
        aclrtStream origin = newStream();
        begin(origin);
        expectError(call(origin), code, {"capture"});
        aclmdlRICaptureStatus status{};
        EXPECT_EQ(aclmdlRICaptureGetInfo(origin, &status, nullptr), ACL_SUCCESS);
        EXPECT_EQ(status, ACL_MODEL_RI_CAPTURE_STATUS_INVALIDATED);
        aclmdlRI graph = nullptr;
        expectError(aclmdlRICaptureEnd(origin, &graph), ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED);
        EXPECT_EQ(graph, nullptr);
        EXPECT_EQ(aclrtSynchronizeStream(origin), ACL_SUCCESS) << "the stream is usable again";
    }
    uint32_t* out = nullptr;
    aclrtStream stream = nullptr;
};

TEST_F(GraphTest, StoresTasksAndReplaysThem) {
    begin(stream);
    EXPECT_EQ(launchAdd(out, 1, stream, 4), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemsetAsync(out + 8, 8, 7, 8, stream), ACL_SUCCESS);
    aclmdlRI graph = end(stream);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(out[0], 0U) << "nothing has run";
    for (uint32_t round = 1; round <= 5; ++round) {
        run(graph, stream);
        EXPECT_EQ(out[3], round);
    }
    EXPECT_EQ(out[9], 0x07070707U);
    run(graph, newStream());
    EXPECT_EQ(out[3], 6U) << "on any stream";
    run(graph, nullptr);
    EXPECT_EQ(aclmdlRIExecute(graph, -1), ACL_SUCCESS) << messages();
    EXPECT_EQ(aclmdlRIExecute(graph, 10000), ACL_SUCCESS);
    EXPECT_EQ(out[3], 9U);
    EXPECT_EQ(aclmdlRIDestroy(graph), ACL_SUCCESS);
}

TEST_F(GraphTest, TasksBeforeBeginRunNormally) {
    ASSERT_EQ(launchAdd(out, 1, stream), ACL_SUCCESS);
    begin(stream);
    ASSERT_EQ(launchAdd(out + 1, 1, stream), ACL_SUCCESS);
    aclmdlRI graph = end(stream);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(out[0], 1U);
    EXPECT_EQ(out[1], 0U);
    EXPECT_EQ(aclmdlRIDestroy(graph), ACL_SUCCESS);
}

TEST_F(GraphTest, ArgumentsAreFrozenAndMemoryIsReadAtReplay) {
    auto* source = static_cast<uint32_t*>(newPinned(64));
    *source = 1;
    AddArgs args{out, 5};
    begin(stream);
    EXPECT_EQ(aclrtLaunchKernelWithHostArgs(addKernel(), 1, stream, nullptr, &args, sizeof(args), nullptr, 0),
              ACL_SUCCESS);
    EXPECT_EQ(aclrtMemcpyAsync(out + 1, 4, source, 4, ACL_MEMCPY_HOST_TO_DEVICE, stream), ACL_SUCCESS);
    aclmdlRI graph = end(stream);
    args.value = 100;
    *source = 2;
    run(graph, stream);
    EXPECT_EQ(out[0], 5U);
    EXPECT_EQ(out[1], 2U);
    *source = 3;
    run(graph, stream);
    EXPECT_EQ(out[1], 3U);
    EXPECT_EQ(aclmdlRIDestroy(graph), ACL_SUCCESS);
    EXPECT_EQ(aclrtFreeHost(source), ACL_SUCCESS);
}

TEST_F(GraphTest, EveryKindOfTask) {
    static std::atomic<int> calls;
    calls = 0;
    auto* word = reinterpret_cast<uint64_t*>(out + 64);
    auto* args = static_cast<AddArgs*>(newMemory(sizeof(AddArgs)));
    *args = {out, 1};
    begin(stream);
    EXPECT_EQ(aclrtLaunchKernel(addKernel(), 1, args, sizeof(*args), stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtLaunchHostFunc(stream, [](void*) { ++calls; }, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtValueWrite(word, 9, 0, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtValueWait(word, 9, ACL_STREAM_WAIT_VALUE_EQ, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemsetD32Async(out + 1, 4, 4, 1, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemcpy2dAsync(out + 2, 4, out + 1, 4, 4, 1, ACL_MEMCPY_DEVICE_TO_DEVICE, stream), ACL_SUCCESS);
    aclmdlRI graph = end(stream);
    EXPECT_EQ(calls, 0);
    run(graph, stream);
    run(graph, stream);
    EXPECT_EQ(out[0], 2U);
    EXPECT_EQ(calls, 2);
    EXPECT_EQ(*word, 9U);
    EXPECT_EQ(out[2], 4U);
    begin(stream);
    EXPECT_EQ(aclmdlRIExecuteAsync(graph, stream), ACL_SUCCESS) << messages();
    EXPECT_EQ(launchAdd(out, 1, stream), ACL_SUCCESS);
    aclmdlRI outer = end(stream);
    run(outer, stream);
    EXPECT_EQ(out[0], 4U) << "a graph within a graph";
    EXPECT_EQ(aclmdlRIDestroy(outer), ACL_SUCCESS);
    EXPECT_EQ(aclmdlRIDestroy(graph), ACL_SUCCESS);
}

TEST_F(GraphTest, ForkAndJoin) {
    aclrtStream side = newStream();
    aclrtEvent fork = newEvent();
    aclrtEvent join = newEvent();
    static std::atomic<uint32_t> seen;
    begin(stream);
    ASSERT_EQ(launchAdd(out, 1, stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordEvent(fork, stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(side, fork), ACL_SUCCESS) << messages();
    aclmdlRICaptureStatus status{};
    EXPECT_EQ(aclmdlRICaptureGetInfo(side, &status, nullptr), ACL_SUCCESS);
    EXPECT_EQ(status, ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE) << "the stream has joined";
    ASSERT_EQ(launchAdd(out, 10, side), ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordEvent(join, side), ACL_SUCCESS);
    ASSERT_EQ(launchAdd(out + 1, 1, stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(stream, join), ACL_SUCCESS);
    ASSERT_EQ(aclrtLaunchHostFunc(stream, [](void* word) { seen = *static_cast<uint32_t*>(word); }, out), ACL_SUCCESS);
    aclmdlRI graph = end(stream);
    for (uint32_t round = 1; round <= 20; ++round) {
        run(graph, stream);
        EXPECT_EQ(seen, 11 * round);
    }
    ASSERT_EQ(launchAdd(out, 1, side), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(side), ACL_SUCCESS) << "the side stream is an ordinary one again";
    EXPECT_EQ(out[0], 221U);
    EXPECT_EQ(aclmdlRIDestroy(graph), ACL_SUCCESS);
}

TEST_F(GraphTest, TransitiveJoin) {
    aclrtStream a = newStream();
    aclrtStream b = newStream();
    std::vector<aclrtEvent> events;
    for (int i = 0; i < 4; ++i) {
        events.push_back(newEvent());
    }
    begin(stream);
    ASSERT_EQ(aclrtRecordEvent(events[0], stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(a, events[0]), ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordEvent(events[1], a), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(b, events[1]), ACL_SUCCESS);
    ASSERT_EQ(launchAdd(out, 1, b), ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordEvent(events[2], b), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(a, events[2]), ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordEvent(events[3], a), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(stream, events[3]), ACL_SUCCESS);
    aclmdlRI graph = end(stream);
    run(graph, stream);
    EXPECT_EQ(out[0], 1U);
    EXPECT_EQ(aclmdlRIDestroy(graph), ACL_SUCCESS);
}

TEST_F(GraphTest, UnjoinedStreams) {
    aclrtStream side = newStream();
    aclrtEvent fork = newEvent();
    aclrtEvent join = newEvent();
    aclmdlRI graph = nullptr;
    begin(stream);
    ASSERT_EQ(aclrtRecordEvent(fork, stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(side, fork), ACL_SUCCESS);
    expectError(aclmdlRICaptureEnd(stream, &graph), ACL_ERROR_RT_STREAM_UNJOINED);
    begin(stream);
    ASSERT_EQ(aclrtRecordEvent(fork, stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(side, fork), ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordEvent(join, side), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(stream, join), ACL_SUCCESS);
    ASSERT_EQ(launchAdd(out, 1, side), ACL_SUCCESS);  // after its join
    expectError(aclmdlRICaptureEnd(stream, &graph), ACL_ERROR_RT_STREAM_UNJOINED);
    EXPECT_EQ(graph, nullptr);
    EXPECT_EQ(aclrtSynchronizeStream(side), ACL_SUCCESS) << "both streams have left the capture";
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
}

TEST_F(GraphTest, ErrorOfATaskReachesTheExecutingStream) {
    begin(stream);
    ASSERT_EQ(launchNoArgs(faultKernel(), stream), ACL_SUCCESS);
    ASSERT_EQ(launchAdd(out, 1, stream), ACL_SUCCESS);
    aclmdlRI graph = end(stream);
    aclrtStream executing = newStream();
    ASSERT_EQ(aclmdlRIExecuteAsync(graph, executing), ACL_SUCCESS);
    expectError(aclrtSynchronizeStream(executing), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    EXPECT_EQ(out[0], 1U);
    expectError(aclmdlRIExecute(graph, -1), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    EXPECT_EQ(aclmdlRIDestroy(graph), ACL_SUCCESS);
}

TEST_F(GraphTest, ExecutionsFollowOneAnother) {
    begin(stream);
    ASSERT_EQ(launchAdd(out, 1, stream), ACL_SUCCESS);
    aclmdlRI graph = end(stream);
    std::vector<aclrtStream> streams;
    for (int i = 0; i < 4; ++i) {
        streams.push_back(newStream());
    }
    for (int i = 0; i < 400; ++i) {
        ASSERT_EQ(aclmdlRIExecuteAsync(graph, streams[static_cast<size_t>(i) % 4]), ACL_SUCCESS);
    }
    EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
    EXPECT_EQ(out[0], 400U);
    EXPECT_EQ(aclmdlRIDestroy(graph), ACL_SUCCESS);
}

TEST_F(GraphTest, BeginErrors) {
    expectError(aclmdlRICaptureBegin(nullptr, ACL_MODEL_RI_CAPTURE_MODE_GLOBAL), ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT,
                {"default stream"});
    expectError(aclmdlRICaptureBegin(stream, static_cast<aclmdlRICaptureMode>(3)), ACL_ERROR_INVALID_PARAM,
                {"mode is 3"});
    begin(stream);
    expectError(aclmdlRICaptureBegin(stream, ACL_MODEL_RI_CAPTURE_MODE_GLOBAL), ACL_ERROR_RT_STREAM_CAPTURED,
                {"already"});
    expectError(aclrtDestroyStream(stream), ACL_ERROR_RT_STREAM_CAPTURED);
    EXPECT_EQ(aclmdlRIDestroy(end(stream)), ACL_SUCCESS);
}

TEST_F(GraphTest, EndErrors) {
    aclmdlRI graph = nullptr;
    expectError(aclmdlRICaptureEnd(stream, &graph), ACL_ERROR_RT_STREAM_NOT_CAPTURED);
    expectError(aclmdlRICaptureEnd(nullptr, &graph), ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT);
    begin(stream);
    expectError(aclmdlRICaptureEnd(stream, nullptr), ACL_ERROR_INVALID_PARAM, {"modelRI is null"});
    aclrtStream side = newStream();
    aclrtEvent event = newEvent();
    ASSERT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(side, event), ACL_SUCCESS);
    expectError(aclmdlRICaptureEnd(side, &graph), ACL_ERROR_RT_STREAM_CAPTURE_UNMATCHED);
    ASSERT_EQ(aclrtRecordEvent(event, side), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(stream, event), ACL_SUCCESS);
    std::thread([&] {
        ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        expectError(aclmdlRICaptureEnd(stream, &graph), ACL_ERROR_RT_STREAM_CAPTURE_WRONG_THREAD, {"GLOBAL"});
        aclrtResetDevice(0);
    }).join();
    EXPECT_EQ(aclmdlRIDestroy(end(stream)), ACL_SUCCESS);
    begin(stream, ACL_MODEL_RI_CAPTURE_MODE_RELAXED);
    std::thread([&] {
        ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        EXPECT_EQ(aclmdlRICaptureEnd(stream, &graph), ACL_SUCCESS) << "any thread in mode RELAXED";
        aclrtResetDevice(0);
    }).join();
    EXPECT_EQ(aclmdlRIDestroy(graph), ACL_SUCCESS);
}

TEST_F(GraphTest, GetInfo) {
    aclmdlRICaptureStatus status{};
    aclmdlRI graph = &status;
    EXPECT_EQ(aclmdlRICaptureGetInfo(stream, &status, &graph), ACL_SUCCESS);
    EXPECT_EQ(status, ACL_MODEL_RI_CAPTURE_STATUS_NONE);
    expectError(aclmdlRICaptureGetInfo(stream, nullptr, &graph), ACL_ERROR_INVALID_PARAM, {"status is null"});
    begin(stream);
    EXPECT_EQ(aclmdlRICaptureGetInfo(stream, &status, &graph), ACL_SUCCESS);
    EXPECT_EQ(status, ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE);
    expectError(aclmdlRIDestroy(graph), ACL_ERROR_RT_MODEL_CAPTURED);
    aclrtStream other = newStream();
    expectError(aclmdlRIExecuteAsync(graph, other), ACL_ERROR_RT_MODEL_CAPTURED);
    EXPECT_EQ(end(stream), graph);
    EXPECT_EQ(aclmdlRIDestroy(graph), ACL_SUCCESS);
}

TEST_F(GraphTest, IllegalCallsInvalidate) {
    aclrtEvent event = newEvent();
    const aclError block = ACL_ERROR_RT_CAPTURE_MODE_BLOCK_ASYNC;
    invalidates(block, [](aclrtStream s) { return aclrtSynchronizeStream(s); });
    invalidates(block, [](aclrtStream s) { return aclrtSynchronizeStreamWithTimeout(s, 1); });
    invalidates(block, [](aclrtStream) { return aclrtSynchronizeDevice(); });
    invalidates(block, [](aclrtStream) { return aclrtSynchronizeDeviceWithTimeout(1); });
    invalidates(block, [](aclrtStream s) {
        aclrtStreamStatus status{};
        return aclrtStreamQuery(s, &status);
    });
    invalidates(block, [&](aclrtStream s) {
        EXPECT_EQ(aclrtRecordEvent(event, s), ACL_SUCCESS);
        return aclrtSynchronizeEvent(event);
    });
    invalidates(block, [&](aclrtStream s) {
        EXPECT_EQ(aclrtRecordEvent(event, s), ACL_SUCCESS);
        return aclrtSynchronizeEventWithTimeout(event, 1);
    });
    invalidates(block, [&](aclrtStream s) {
        EXPECT_EQ(aclrtRecordEvent(event, s), ACL_SUCCESS);
        aclrtEventRecordedStatus status{};
        return aclrtQueryEventStatus(event, &status);
    });
    invalidates(block, [&](aclrtStream s) {
        EXPECT_EQ(aclrtRecordEvent(event, s), ACL_SUCCESS);
        aclrtEventStatus status{};
        return aclrtQueryEvent(event, &status);
    });
    invalidates(ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT, [](aclrtStream) { return launchNoArgs(emptyKernel(), nullptr); });
    invalidates(ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT, [](aclrtStream) { return aclrtSynchronizeStream(nullptr); });
    invalidates(ACL_ERROR_RT_CAPTURE_DEPENDENCY, [&](aclrtStream s) { return aclrtStreamWaitEvent(s, newEvent()); });
}

TEST_F(GraphTest, EventsOfOtherCaptures) {
    aclrtStream other = newStream();
    aclrtEvent event = newEvent();
    begin(stream);
    begin(other);
    ASSERT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
    expectError(aclrtStreamWaitEvent(other, event), ACL_ERROR_STREAM_CAPTURE_CONFLICT, {"another capture"});
    EXPECT_EQ(aclmdlRIDestroy(end(stream)), ACL_SUCCESS);
    EXPECT_EQ(aclmdlRIDestroy(end(other)), ACL_SUCCESS);
    EXPECT_EQ(aclrtStreamWaitEvent(other, event), ACL_SUCCESS) << "after the capture the event is unrecorded";
    EXPECT_EQ(aclrtSynchronizeStream(other), ACL_SUCCESS);
}

TEST_F(GraphTest, FlagEventsAreNotCaptured) {
    aclrtEvent flag = nullptr;
    ASSERT_EQ(aclrtCreateEventWithFlag(&flag, ACL_EVENT_SYNC), ACL_SUCCESS);
    begin(stream);
    expectError(aclrtRecordEvent(flag, stream), ACL_ERROR_RT_FEATURE_NOT_SUPPORT, {"aclrtCreateEventWithFlag"});
    expectError(aclrtResetEvent(flag, stream), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    EXPECT_EQ(aclmdlRIDestroy(end(stream)), ACL_SUCCESS);
}

// The calls that the modes restrict; each runs at once where it is allowed.
std::vector<aclError> unsafeCalls(uint32_t* device, aclrtStream free) {
    std::vector<uint32_t> host(4);
    return {
        aclrtMemset(device, 16, 0, 16),
        aclrtMemsetD32(device, 16, 0, 4),
        aclrtMemcpy(host.data(), 16, device, 16, ACL_MEMCPY_DEVICE_TO_HOST),
        aclrtMemcpy2d(host.data(), 8, device, 8, 8, 2, ACL_MEMCPY_DEVICE_TO_HOST),
        aclrtMemcpyAsync(host.data(), 16, device, 16, ACL_MEMCPY_DEVICE_TO_HOST, free),
    };
}

void expectAll(const std::vector<aclError>& codes, bool allowed) {
    for (size_t i = 0; i < codes.size(); ++i) {
        const aclError forbidden =
            i + 1 == codes.size() ? ACL_ERROR_RT_CAPTURE_MODE_BLOCK_ASYNC : ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT;
        EXPECT_EQ(codes[i], allowed ? ACL_SUCCESS : forbidden) << "call " << i << ": " << messages();
    }
}

TEST_F(GraphTest, ModesRestrictUnsafeCalls) {
    aclrtStream free = newStream();
    auto ofAnotherThread = [&] {
        std::vector<aclError> codes;
        std::thread([&] {
            aclrtSetDevice(0);
            codes = unsafeCalls(out, free);
            aclrtResetDevice(0);
        }).join();
        return codes;
    };
    begin(stream, ACL_MODEL_RI_CAPTURE_MODE_GLOBAL);
    expectAll(unsafeCalls(out, free), false);
    expectAll(ofAnotherThread(), false);
    EXPECT_EQ(aclmdlRIDestroy(end(stream)), ACL_SUCCESS) << "the capture is not invalidated";
    begin(stream, ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL);
    expectAll(unsafeCalls(out, free), false);
    expectAll(ofAnotherThread(), true);
    EXPECT_EQ(aclmdlRIDestroy(end(stream)), ACL_SUCCESS);
    begin(stream, ACL_MODEL_RI_CAPTURE_MODE_RELAXED);
    expectAll(unsafeCalls(out, free), true);
    expectAll(ofAnotherThread(), true);
    EXPECT_EQ(aclmdlRIDestroy(end(stream)), ACL_SUCCESS);
    expectAll(unsafeCalls(out, free), true);
}

TEST_F(GraphTest, ThreadsLiftTheRestriction) {
    aclrtStream free = newStream();
    begin(stream, ACL_MODEL_RI_CAPTURE_MODE_GLOBAL);
    std::thread([&] {
        aclrtSetDevice(0);
        aclmdlRICaptureMode mode = ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL;
        EXPECT_EQ(aclmdlRICaptureThreadExchangeMode(&mode), ACL_SUCCESS);
        EXPECT_EQ(mode, ACL_MODEL_RI_CAPTURE_MODE_GLOBAL) << "the default";
        expectAll(unsafeCalls(out, free), true);
        aclrtResetDevice(0);
    }).join();
    aclmdlRICaptureMode mode = ACL_MODEL_RI_CAPTURE_MODE_RELAXED;
    EXPECT_EQ(aclmdlRICaptureThreadExchangeMode(&mode), ACL_SUCCESS);
    expectAll(unsafeCalls(out, free), true);
    EXPECT_EQ(aclmdlRICaptureThreadExchangeMode(&mode), ACL_SUCCESS);
    EXPECT_EQ(mode, ACL_MODEL_RI_CAPTURE_MODE_RELAXED);
    EXPECT_EQ(aclmdlRIDestroy(end(stream)), ACL_SUCCESS);
    expectError(aclmdlRICaptureThreadExchangeMode(nullptr), ACL_ERROR_INVALID_PARAM, {"mode is null"});
    mode = static_cast<aclmdlRICaptureMode>(5);
    expectError(aclmdlRICaptureThreadExchangeMode(&mode), ACL_ERROR_INVALID_PARAM, {"*mode is 5"});
}

TEST_F(GraphTest, PageableCopiesRunAtOnceInARelaxedCapture) {
    std::vector<uint32_t> host = {1, 2, 3, 4};
    begin(stream, ACL_MODEL_RI_CAPTURE_MODE_RELAXED);
    EXPECT_EQ(aclrtMemcpyAsync(out, 16, host.data(), 16, ACL_MEMCPY_HOST_TO_DEVICE, stream), ACL_SUCCESS) << messages();
    EXPECT_EQ(out[3], 4U);
    aclmdlRI graph = end(stream);
    expectError(aclmdlRIExecuteAsync(graph, stream), ACL_ERROR_RT_MODEL_EXECUTE, {"no task"});
    expectError(aclmdlRIExecute(graph, -1), ACL_ERROR_RT_MODEL_EXECUTE, {"EE1009"});
    EXPECT_EQ(aclmdlRIDestroy(graph), ACL_SUCCESS);
}

TEST_F(GraphTest, ExecuteErrors) {
    begin(stream);
    static std::latch* hold;
    std::latch latch(1);
    hold = &latch;
    ASSERT_EQ(aclrtLaunchHostFunc(stream, [](void*) { hold->wait(); }, nullptr), ACL_SUCCESS);
    aclmdlRI graph = end(stream);
    expectError(aclmdlRIExecute(graph, 0), ACL_ERROR_INVALID_PARAM, {"timeout is 0"});
    expectError(aclmdlRIExecute(graph, -2), ACL_ERROR_INVALID_PARAM, {"timeout is -2"});
    ASSERT_EQ(aclmdlRIExecuteAsync(graph, stream), ACL_SUCCESS);
    expectError(aclmdlRIDestroy(graph), ACL_ERROR_RT_MODEL_RUNNING);
    expectError(aclmdlRIExecute(graph, 5), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    latch.count_down();
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(aclmdlRIExecute(graph, -1), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
    expectError(aclmdlRIExecuteAsync(graph, nullptr), ACL_ERROR_RT_MODEL_CONTEXT, {"device 0", "device 1"});
    expectError(aclmdlRIExecute(graph, -1), ACL_ERROR_RT_MODEL_CONTEXT);
    EXPECT_EQ(aclrtResetDevice(1), ACL_SUCCESS);
    expectError(aclmdlRIExecute(graph, -1), ACL_ERROR_RT_CONTEXT_NULL);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclmdlRIDestroy(graph), ACL_SUCCESS);
    expectError(aclmdlRIDestroy(graph), ACL_ERROR_RT_INVALID_HANDLE, {"destroyed"});
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
}

TEST_F(GraphTest, ContextsEndTheirCaptures) {
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
    aclrtStream capturing = newStream();
    begin(capturing);
    ASSERT_EQ(launchAdd(out, 1, capturing), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemset(out, 4, 0, 4), ACL_SUCCESS) << "the restriction is gone: " << messages();
    EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
}

}  // namespace
}  // namespace acc::test
