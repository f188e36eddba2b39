// SPDX-License-Identifier: Apache-2.0
// Events: the snapshot machine (aclrtCreateEvent, ...Ex) and the flag machine (aclrtCreateEventWithFlag).
#include <chrono>

#include "fixture.h"

namespace acc::test {
namespace {

class Event : public ApiTest {
protected:
    static aclrtEvent newEx(uint32_t flag = ACL_EVENT_SYNC | ACL_EVENT_TIME_LINE) {
        aclrtEvent event = nullptr;
        EXPECT_EQ(aclrtCreateEventExWithFlag(&event, flag), ACL_SUCCESS) << messages();
        return event;
    }
    static aclrtEvent newFlag(uint32_t flag = ACL_EVENT_SYNC | ACL_EVENT_TIME_LINE) {
        aclrtEvent event = nullptr;
        EXPECT_EQ(aclrtCreateEventWithFlag(&event, flag), ACL_SUCCESS) << messages();
        return event;
    }
    static aclrtEventRecordedStatus status(aclrtEvent event) {
        auto value = static_cast<aclrtEventRecordedStatus>(-1);
        EXPECT_EQ(aclrtQueryEventStatus(event, &value), ACL_SUCCESS) << messages();
        return value;
    }
};

TEST_F(Event, CreateErrors) {
    expectError(aclrtCreateEvent(nullptr), ACL_ERROR_INVALID_PARAM, {"event is null"});
    expectError(aclrtCreateEventWithFlag(nullptr, ACL_EVENT_SYNC), ACL_ERROR_INVALID_PARAM, {"event is null"});
    expectError(aclrtCreateEventExWithFlag(nullptr, ACL_EVENT_SYNC), ACL_ERROR_INVALID_PARAM, {"event is null"});
    aclrtEvent event = nullptr;
    for (const uint32_t flag : {0U, 0x4U, 0x80U, ACL_EVENT_EXTERNAL | ACL_EVENT_SYNC, ACL_EVENT_IPC}) {
        expectError(aclrtCreateEventWithFlag(&event, flag), ACL_ERROR_INVALID_PARAM, {"flag is"});
    }
    for (const uint32_t flag :
         {0U, 0x4U, ACL_EVENT_DEVICE_USE_ONLY, ACL_EVENT_EXTERNAL, ACL_EVENT_IPC | ACL_EVENT_SYNC}) {
        expectError(aclrtCreateEventExWithFlag(&event, flag), ACL_ERROR_INVALID_PARAM, {"flag is"});
    }
    EXPECT_EQ(event, nullptr);
    std::thread([] {
        aclrtEvent none = nullptr;
        expectError(aclrtCreateEvent(&none), ACL_ERROR_RT_CONTEXT_NULL);
        expectError(aclrtCreateEventWithFlag(&none, ACL_EVENT_SYNC), ACL_ERROR_RT_CONTEXT_NULL);
        expectError(aclrtCreateEventExWithFlag(&none, ACL_EVENT_SYNC), ACL_ERROR_RT_CONTEXT_NULL);
    }).join();
}

TEST_F(Event, AllLegalFlags) {
    for (const uint32_t flag : {ACL_EVENT_SYNC, ACL_EVENT_TIME_LINE, ACL_EVENT_CAPTURE_STREAM_PROGRESS,
                                ACL_EVENT_SYNC | ACL_EVENT_TIME_LINE | ACL_EVENT_CAPTURE_STREAM_PROGRESS}) {
        EXPECT_EQ(aclrtDestroyEvent(newEx(flag)), ACL_SUCCESS);
        EXPECT_EQ(aclrtDestroyEvent(newFlag(flag)), ACL_SUCCESS);
    }
    EXPECT_EQ(aclrtDestroyEvent(newFlag(ACL_EVENT_EXTERNAL)), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyEvent(newFlag(ACL_EVENT_DEVICE_USE_ONLY)), ACL_SUCCESS);
}

TEST_F(Event, StatusBeforeAndAfterTheRecord) {
    EXPECT_EQ(status(newEvent()), ACL_EVENT_RECORDED_STATUS_NOT_READY);
    EXPECT_EQ(status(newFlag()), ACL_EVENT_RECORDED_STATUS_NOT_READY);
    EXPECT_EQ(status(newEx()), ACL_EVENT_RECORDED_STATUS_COMPLETE);
    for (aclrtEvent event : {newEvent(), newFlag(), newEx()}) {
        aclrtStream stream = newStream();
        Gate gate(stream);
        EXPECT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
        EXPECT_EQ(status(event), ACL_EVENT_RECORDED_STATUS_NOT_READY);
        gate.open();
        EXPECT_EQ(aclrtSynchronizeEvent(event), ACL_SUCCESS);
        EXPECT_EQ(status(event), ACL_EVENT_RECORDED_STATUS_COMPLETE);
    }
    expectError(aclrtQueryEventStatus(newEvent(), nullptr), ACL_ERROR_INVALID_PARAM, {"status is null"});
}

TEST_F(Event, DeprecatedQueryCountsTheOtherWay) {
    for (aclrtEvent event : {newEvent(), newFlag()}) {
        aclrtEventStatus value = ACL_EVENT_STATUS_RESERVED;
        EXPECT_EQ(aclrtQueryEvent(event, &value), ACL_SUCCESS);
        EXPECT_EQ(value, ACL_EVENT_STATUS_NOT_READY);
        EXPECT_EQ(aclrtRecordEvent(event, nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeEvent(event), ACL_SUCCESS);
        EXPECT_EQ(aclrtQueryEvent(event, &value), ACL_SUCCESS);
        EXPECT_EQ(value, ACL_EVENT_STATUS_COMPLETE);
    }
    aclrtEventStatus value = ACL_EVENT_STATUS_RESERVED;
    expectError(aclrtQueryEvent(newEx(), &value), ACL_ERROR_INVALID_PARAM, {"aclrtCreateEventExWithFlag"});
    expectError(aclrtQueryEvent(newEvent(), nullptr), ACL_ERROR_INVALID_PARAM, {"status is null"});
}

TEST_F(Event, WaitStatus) {
    for (aclrtEvent event : {newEvent(), newFlag()}) {
        aclrtStream recording = newStream();
        aclrtStream waiting = newStream();
        aclrtEventWaitStatus value = ACL_EVENT_WAIT_STATUS_RESERVED;
        EXPECT_EQ(aclrtQueryEventWaitStatus(event, &value), ACL_SUCCESS);
        EXPECT_EQ(value, ACL_EVENT_WAIT_STATUS_COMPLETE) << "there is no wait";
        Gate gate(recording);
        EXPECT_EQ(aclrtRecordEvent(event, recording), ACL_SUCCESS);
        EXPECT_EQ(aclrtStreamWaitEvent(waiting, event), ACL_SUCCESS);
        EXPECT_EQ(aclrtQueryEventWaitStatus(event, &value), ACL_SUCCESS);
        EXPECT_EQ(value, ACL_EVENT_WAIT_STATUS_NOT_READY);
        gate.open();
        EXPECT_EQ(aclrtSynchronizeStream(waiting), ACL_SUCCESS);
        EXPECT_EQ(aclrtQueryEventWaitStatus(event, &value), ACL_SUCCESS);
        EXPECT_EQ(value, ACL_EVENT_WAIT_STATUS_COMPLETE);
    }
    aclrtEventWaitStatus value = ACL_EVENT_WAIT_STATUS_RESERVED;
    expectError(aclrtQueryEventWaitStatus(newEx(), &value), ACL_ERROR_INVALID_PARAM, {"aclrtCreateEventExWithFlag"});
    expectError(aclrtQueryEventWaitStatus(newEvent(), nullptr), ACL_ERROR_INVALID_PARAM, {"status is null"});
}

TEST_F(Event, OrdersStreams) {
    auto* out = static_cast<uint32_t*>(newPinned(4));
    for (aclrtEvent event : {newEvent(), newFlag(), newEx()}) {
        *out = 0;
        aclrtStream first = newStream();
        aclrtStream second = newStream();
        Gate gate(first);
        ASSERT_EQ(launchAdd(out, 1, first), ACL_SUCCESS);
        ASSERT_EQ(aclrtRecordEvent(event, first), ACL_SUCCESS);
        ASSERT_EQ(aclrtStreamWaitEvent(second, event), ACL_SUCCESS);
        std::atomic<uint32_t> seen{99};
        struct Look {
            uint32_t* out;
            std::atomic<uint32_t>* seen;
        } look{out, &seen};
        ASSERT_EQ(
            aclrtLaunchHostFunc(
                second, [](void* self) { *static_cast<Look*>(self)->seen = *static_cast<Look*>(self)->out; }, &look),
            ACL_SUCCESS);
        aclrtStreamStatus streamStatus{};
        EXPECT_EQ(aclrtStreamQuery(second, &streamStatus), ACL_SUCCESS);
        EXPECT_EQ(streamStatus, ACL_STREAM_STATUS_NOT_READY);
        gate.open();
        EXPECT_EQ(aclrtSynchronizeStream(second), ACL_SUCCESS);
        EXPECT_EQ(seen, 1U);
    }
    EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
    EXPECT_EQ(aclrtFreeHost(out), ACL_SUCCESS);
}

TEST_F(Event, WaitKeepsTheRecordItSaw) {
    for (aclrtEvent event : {newEvent(), newEx()}) {
        aclrtStream first = newStream();
        aclrtStream second = newStream();
        aclrtStream held = newStream();
        ASSERT_EQ(aclrtRecordEvent(event, first), ACL_SUCCESS);
        ASSERT_EQ(aclrtStreamWaitEvent(second, event), ACL_SUCCESS);
        Gate gate(held);
        ASSERT_EQ(aclrtRecordEvent(event, held), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeStream(second), ACL_SUCCESS) << "not held by the later record";
    }
}

TEST_F(Event, WaitBeforeAnyRecord) {
    aclrtStream stream = newStream();
    EXPECT_EQ(aclrtStreamWaitEvent(stream, newEx()), ACL_SUCCESS);
    EXPECT_EQ(aclrtStreamWaitEvent(stream, newEvent()), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << "snapshot events: nothing to wait for";
    aclrtEvent flag = newFlag();
    EXPECT_EQ(aclrtStreamWaitEvent(stream, flag), ACL_SUCCESS);
    expectError(aclrtSynchronizeStreamWithTimeout(stream, 5), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    EXPECT_EQ(aclrtRecordEvent(flag, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << "flag events: released by a later record";
}

TEST_F(Event, ResetClearsTheFlag) {
    aclrtEvent event = newFlag(ACL_EVENT_SYNC);
    aclrtStream stream = newStream();
    EXPECT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(status(event), ACL_EVENT_RECORDED_STATUS_COMPLETE);
    EXPECT_EQ(aclrtResetEvent(event, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(status(event), ACL_EVENT_RECORDED_STATUS_NOT_READY);
    EXPECT_EQ(aclrtStreamWaitEvent(stream, event), ACL_SUCCESS);
    expectError(aclrtSynchronizeStreamWithTimeout(stream, 5), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    EXPECT_EQ(aclrtRecordEvent(event, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
}

TEST_F(Event, ResetErrors) {
    aclrtStream stream = newStream();
    for (aclrtEvent event : {newEvent(), newEx(), newFlag(ACL_EVENT_TIME_LINE)}) {
        expectError(aclrtResetEvent(event, stream), ACL_ERROR_INVALID_PARAM, {"cannot be reset"});
    }
}

TEST_F(Event, OneRecordReleasesManyWaits) {
    aclrtEvent event = newEx();
    aclrtStream first = newStream();
    Gate gate(first);
    ASSERT_EQ(aclrtRecordEvent(event, first), ACL_SUCCESS);
    std::vector<aclrtStream> waiting;
    for (int i = 0; i < 50; ++i) {
        waiting.push_back(newStream());
        ASSERT_EQ(aclrtStreamWaitEvent(waiting.back(), event), ACL_SUCCESS);
    }
    gate.open();
    for (aclrtStream stream : waiting) {
        EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    }
}

TEST_F(Event, WaitNeedsSync) {
    aclrtStream stream = newStream();
    for (aclrtEvent event : {newEx(ACL_EVENT_TIME_LINE), newFlag(ACL_EVENT_TIME_LINE)}) {
        expectError(aclrtStreamWaitEvent(stream, event), ACL_ERROR_INVALID_PARAM, {"ACL_EVENT_SYNC"});
    }
}

TEST_F(Event, SynchronizeWithTimeout) {
    aclrtEvent event = newEvent();
    EXPECT_EQ(aclrtSynchronizeEventWithTimeout(event, 0), ACL_SUCCESS) << "never recorded";
    aclrtStream stream = newStream();
    Gate gate(stream);
    ASSERT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
    expectError(aclrtSynchronizeEventWithTimeout(event, 0), ACL_ERROR_RT_EVENT_SYNC_TIMEOUT, {"EE1002"});
    expectError(aclrtSynchronizeEventWithTimeout(event, 5), ACL_ERROR_RT_EVENT_SYNC_TIMEOUT);
    expectError(aclrtSynchronizeEventWithTimeout(event, -2), ACL_ERROR_INVALID_PARAM, {"timeout is -2"});
    gate.open();
    EXPECT_EQ(aclrtSynchronizeEventWithTimeout(event, -1), ACL_SUCCESS);
}

TEST_F(Event, SynchronizeReturnsTheErrorOfTheCapturedWork) {
    aclrtEvent event = newEvent();
    aclrtStream stream = newStream();
    ASSERT_EQ(launchNoArgs(faultKernel(), stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
    expectError(aclrtSynchronizeEvent(event), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION, {"aclrtSynchronizeEvent"});
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
}

TEST_F(Event, SynchronizeWorksFromAnyThreadAndContext) {
    aclrtEvent event = newEvent();
    ASSERT_EQ(aclrtRecordEvent(event, nullptr), ACL_SUCCESS);
    std::thread([&] { EXPECT_EQ(aclrtSynchronizeEvent(event), ACL_SUCCESS); }).join();
}

TEST_F(Event, StaysOnItsDevice) {
    aclrtEvent event = newEvent();
    aclrtEvent flag = newFlag();
    ASSERT_EQ(aclrtRecordEvent(event, nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
    expectError(aclrtRecordEvent(event, nullptr), ACL_ERROR_RT_STREAM_CONTEXT, {"device 0", "device 1"});
    expectError(aclrtStreamWaitEvent(nullptr, event), ACL_ERROR_RT_STREAM_CONTEXT);
    expectError(aclrtResetEvent(flag, nullptr), ACL_ERROR_RT_STREAM_CONTEXT);
    EXPECT_EQ(aclrtSynchronizeEvent(event), ACL_SUCCESS) << "host waits work from any device";
    EXPECT_EQ(aclrtResetDevice(1), ACL_SUCCESS);
}

TEST_F(Event, ElapsedTime) {
    aclrtStream stream = newStream();
    aclrtEvent start = newEvent();
    aclrtEvent end = newEx(ACL_EVENT_TIME_LINE);
    ASSERT_EQ(aclrtRecordEvent(start, stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtLaunchHostFunc(
                  stream,
                  [](void*) {
                      const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(3);
                      while (std::chrono::steady_clock::now() < until) {
                      }
                  },
                  nullptr),
              ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordEvent(end, stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    float ms = -1;
    EXPECT_EQ(aclrtEventElapsedTime(&ms, start, end), ACL_SUCCESS);
    EXPECT_GE(ms, 3.0F);
    EXPECT_LT(ms, 10000.0F);
    expectError(aclrtEventElapsedTime(&ms, end, start), ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL);
    expectError(aclrtEventElapsedTime(nullptr, start, end), ACL_ERROR_INVALID_PARAM, {"ms is null"});
    uint64_t first = 0;
    uint64_t second = 0;
    EXPECT_EQ(aclrtEventGetTimestamp(start, &first), ACL_SUCCESS);
    EXPECT_EQ(aclrtEventGetTimestamp(end, &second), ACL_SUCCESS);
    EXPECT_GE(second, first + 3000) << "microseconds";
    expectError(aclrtEventGetTimestamp(end, nullptr), ACL_ERROR_INVALID_PARAM, {"timestamp is null"});
}

TEST_F(Event, TimestampNeedsACompleteTimedRecord) {
    aclrtEvent done = newEvent();
    ASSERT_EQ(aclrtRecordEvent(done, nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeEvent(done), ACL_SUCCESS);
    float ms = -1;
    uint64_t time = 0;
    aclrtEvent untimed = newEx(ACL_EVENT_SYNC);
    ASSERT_EQ(aclrtRecordEvent(untimed, nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeEvent(untimed), ACL_SUCCESS);
    expectError(aclrtEventElapsedTime(&ms, done, untimed), ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID, {"TIME_LINE"});
    expectError(aclrtEventGetTimestamp(untimed, &time), ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID);
    aclrtEvent never = newEvent();
    expectError(aclrtEventElapsedTime(&ms, never, done), ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID,
                {"startEvent was never"});
    expectError(aclrtEventElapsedTime(&ms, done, never), ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID, {"endEvent was never"});
    expectError(aclrtEventGetTimestamp(never, &time), ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID);
    aclrtStream stream = newStream();
    Gate gate(stream);
    aclrtEvent pending = newEvent();
    ASSERT_EQ(aclrtRecordEvent(pending, stream), ACL_SUCCESS);
    expectError(aclrtEventElapsedTime(&ms, done, pending), ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID, {"not complete"});
    EXPECT_EQ(ms, -1.0F);
}

TEST_F(Event, DestroyNeverBlocks) {
    aclrtStream stream = newStream();
    aclrtStream waiting = newStream();
    Gate gate(stream);
    aclrtEvent event = newEvent();
    ASSERT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(waiting, event), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
    expectError(aclrtDestroyEvent(event), ACL_ERROR_RT_INVALID_HANDLE, {"destroyed"});
    gate.open();
    EXPECT_EQ(aclrtSynchronizeStream(waiting), ACL_SUCCESS) << "the pending record completes";
}

TEST_F(Event, RecordWithFlag) {
    aclrtEvent event = newEx(ACL_EVENT_SYNC);
    EXPECT_EQ(aclrtRecordEventWithFlag(event, nullptr, ACL_EVENT_RECORD_DEFAULT), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeEvent(event), ACL_SUCCESS);
    expectError(aclrtRecordEventWithFlag(event, nullptr, ACL_EVENT_RECORD_EXTERNAL), ACL_ERROR_RT_STREAM_NOT_CAPTURED,
                {"does not capture"});
    expectError(aclrtRecordEventWithFlag(event, nullptr, 2), ACL_ERROR_INVALID_PARAM, {"flag is 2"});
}

TEST_F(Event, IdsAndCount) {
    uint32_t before = 0;
    EXPECT_EQ(aclrtGetEventAvailNum(&before), ACL_SUCCESS);
    aclrtEvent event = newEvent();
    uint32_t after = 0;
    EXPECT_EQ(aclrtGetEventAvailNum(&after), ACL_SUCCESS);
    EXPECT_EQ(after + 1, before);
    uint32_t first = 0;
    uint32_t second = 0;
    EXPECT_EQ(aclrtGetEventId(event, &first), ACL_SUCCESS);
    EXPECT_EQ(aclrtGetEventId(newEvent(), &second), ACL_SUCCESS);
    EXPECT_NE(first, second);
    expectError(aclrtGetEventId(event, nullptr), ACL_ERROR_INVALID_PARAM, {"eventId is null"});
    expectError(aclrtGetEventAvailNum(nullptr), ACL_ERROR_INVALID_PARAM, {"eventCount is null"});
}

}  // namespace
}  // namespace acc::test
