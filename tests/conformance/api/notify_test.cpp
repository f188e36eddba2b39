// SPDX-License-Identifier: Apache-2.0
// Notifies, and the limits of waits.
#include "fixture.h"

namespace acc::test {
namespace {

class Notify : public ApiTest {
protected:
    static aclrtNotify newNotify() {
        aclrtNotify notify = nullptr;
        EXPECT_EQ(aclrtCreateNotify(&notify, ACL_NOTIFY_DEFAULT), ACL_SUCCESS) << messages();
        return notify;
    }
    static bool complete(aclrtStream stream) {
        aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;
        EXPECT_EQ(aclrtStreamQuery(stream, &status), ACL_SUCCESS);
        return status == ACL_STREAM_STATUS_COMPLETE;
    }
};

TEST_F(Notify, OneRecordReleasesOneWait) {
    aclrtNotify notify = newNotify();
    aclrtStream first = newStream();
    aclrtStream second = newStream();
    EXPECT_EQ(aclrtWaitAndResetNotify(notify, first, 0), ACL_SUCCESS);
    EXPECT_EQ(aclrtWaitAndResetNotify(notify, second, 0), ACL_SUCCESS);
    EXPECT_FALSE(complete(first));
    EXPECT_EQ(aclrtRecordNotify(notify, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    const bool firstDone = aclrtSynchronizeStreamWithTimeout(first, 20) == ACL_SUCCESS;
    const bool secondDone = aclrtSynchronizeStreamWithTimeout(second, 20) == ACL_SUCCESS;
    EXPECT_NE(firstDone, secondDone) << "exactly one of them";
    EXPECT_EQ(aclrtRecordNotify(notify, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(first), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(second), ACL_SUCCESS);
    messages();
    EXPECT_EQ(aclrtDestroyNotify(notify), ACL_SUCCESS);
}

TEST_F(Notify, ARecordBeforeTheWaitIsRemembered) {
    aclrtNotify notify = newNotify();
    aclrtStream stream = newStream();
    EXPECT_EQ(aclrtRecordNotify(notify, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtRecordNotify(notify, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtWaitAndResetNotify(notify, stream, 0), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtWaitAndResetNotify(notify, stream, 0), ACL_SUCCESS);
    expectError(aclrtSynchronizeStreamWithTimeout(stream, 5), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    EXPECT_EQ(aclrtRecordNotify(notify, nullptr), ACL_SUCCESS) << "it is binary: two records were one";
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
}

TEST_F(Notify, BatchResetForgetsRecords) {
    aclrtNotify notifies[] = {newNotify(), newNotify()};
    aclrtStream stream = newStream();
    EXPECT_EQ(aclrtRecordNotify(notifies[0], stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtNotifyBatchReset(notifies, 2), ACL_SUCCESS);
    EXPECT_EQ(aclrtWaitAndResetNotify(notifies[0], stream, 0), ACL_SUCCESS);
    expectError(aclrtSynchronizeStreamWithTimeout(stream, 5), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    EXPECT_EQ(aclrtRecordNotify(notifies[0], nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    expectError(aclrtNotifyBatchReset(nullptr, 1), ACL_ERROR_INVALID_PARAM, {"notifies is null"});
    expectError(aclrtNotifyBatchReset(notifies, 0), ACL_ERROR_INVALID_PARAM, {"num is 0"});
    aclrtNotify bad[] = {notifies[0], nullptr};
    expectError(aclrtNotifyBatchReset(bad, 2), ACL_ERROR_RT_INVALID_HANDLE, {"notifies[1] is null"});
}

TEST_F(Notify, LimitsOfWaitsSurfaceAtTheNextSynchronise) {
    aclrtStream stream = newStream();
    EXPECT_EQ(aclrtWaitAndResetNotify(newNotify(), stream, 1), ACL_SUCCESS);
    aclrtEvent flag = nullptr;
    ASSERT_EQ(aclrtCreateEventWithFlag(&flag, ACL_EVENT_SYNC), ACL_SUCCESS);
    aclrtStream second = newStream();
    EXPECT_EQ(aclrtStreamWaitEventWithTimeout(second, flag, 1), ACL_SUCCESS);
    aclrtStream third = newStream();
    EXPECT_EQ(aclrtStreamWaitEventWithFlag(third, flag, 1, ACL_EVENT_WAIT_DEFAULT), ACL_SUCCESS);
    aclrtStream fourth = newStream();
    EXPECT_EQ(aclrtSetOpWaitTimeout(1), ACL_SUCCESS);
    EXPECT_EQ(aclrtStreamWaitEvent(fourth, flag), ACL_SUCCESS);
    EXPECT_EQ(aclrtSetOpWaitTimeout(0), ACL_SUCCESS);
    for (aclrtStream waiting : {stream, second, third, fourth}) {
        expectError(aclrtSynchronizeStream(waiting), ACL_ERROR_RT_WAIT_TIMEOUT, {"limit of 1 s"});
        EXPECT_EQ(aclrtSynchronizeStream(waiting), ACL_SUCCESS) << "the stream goes on";
    }
}

TEST_F(Notify, WaitLimitErrors) {
    aclrtEvent flag = nullptr;
    ASSERT_EQ(aclrtCreateEventWithFlag(&flag, ACL_EVENT_SYNC), ACL_SUCCESS);
    aclrtStream stream = newStream();
    expectError(aclrtStreamWaitEventWithTimeout(stream, flag, -1), ACL_ERROR_INVALID_PARAM, {"timeout is -1"});
    expectError(aclrtStreamWaitEventWithFlag(stream, flag, 0, 2), ACL_ERROR_INVALID_PARAM, {"flag is 2"});
    expectError(aclrtStreamWaitEventWithFlag(stream, flag, 1, ACL_EVENT_WAIT_EXTERNAL), ACL_ERROR_INVALID_PARAM,
                {"timeout is 1"});
    expectError(aclrtStreamWaitEventWithFlag(stream, flag, 0, ACL_EVENT_WAIT_EXTERNAL), ACL_ERROR_INVALID_PARAM,
                {"exactly ACL_EVENT_SYNC"});
    aclrtEvent ex = nullptr;
    ASSERT_EQ(aclrtCreateEventExWithFlag(&ex, ACL_EVENT_SYNC), ACL_SUCCESS);
    expectError(aclrtStreamWaitEventWithFlag(stream, ex, 0, ACL_EVENT_WAIT_EXTERNAL), ACL_ERROR_RT_STREAM_NOT_CAPTURED);
    expectError(aclrtRecordEventWithFlag(ex, stream, ACL_EVENT_RECORD_EXTERNAL), ACL_ERROR_RT_STREAM_NOT_CAPTURED);
}

TEST_F(Notify, ALimitThatIsKeptLeavesNoTrace) {
    aclrtNotify notify = newNotify();
    aclrtStream stream = newStream();
    for (int i = 0; i < 100; ++i) {
        EXPECT_EQ(aclrtWaitAndResetNotify(notify, stream, 3600), ACL_SUCCESS);
        EXPECT_EQ(aclrtRecordNotify(notify, nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    }
}

TEST_F(Notify, Errors) {
    aclrtNotify notify = nullptr;
    expectError(aclrtCreateNotify(nullptr, 0), ACL_ERROR_INVALID_PARAM, {"notify is null"});
    expectError(aclrtCreateNotify(&notify, 2), ACL_ERROR_INVALID_PARAM, {"flag is 2, expected 0 to 1"});
    EXPECT_EQ(aclrtCreateNotify(&notify, ACL_NOTIFY_DEVICE_USE_ONLY), ACL_SUCCESS);
    uint32_t first = 0;
    uint32_t second = 0;
    EXPECT_EQ(aclrtGetNotifyId(notify, &first), ACL_SUCCESS);
    EXPECT_EQ(aclrtGetNotifyId(newNotify(), &second), ACL_SUCCESS);
    EXPECT_NE(first, second);
    expectError(aclrtGetNotifyId(notify, nullptr), ACL_ERROR_INVALID_PARAM, {"notifyId is null"});
    std::thread([] {
        aclrtNotify none = nullptr;
        expectError(aclrtCreateNotify(&none, 0), ACL_ERROR_RT_CONTEXT_NULL);
    }).join();
}

TEST_F(Notify, OnlyTheCreatingDeviceMayWait) {
    aclrtNotify notify = newNotify();
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtCreateContext(&context, 1), ACL_SUCCESS);
    expectError(aclrtWaitAndResetNotify(notify, nullptr, 0), ACL_ERROR_RT_STREAM_CONTEXT, {"device 0", "device 1"});
    EXPECT_EQ(aclrtRecordNotify(notify, nullptr), ACL_SUCCESS) << "recording across devices is what it is for";
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDeviceForce(1), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclrtWaitAndResetNotify(notify, nullptr, 0), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
}

TEST_F(Notify, DestroyForceEndsAWait) {
    aclrtStream stream = newStream();
    EXPECT_EQ(aclrtWaitAndResetNotify(newNotify(), stream, 0), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyStreamForce(stream), ACL_SUCCESS);
}

TEST_F(Notify, CountingNeedsA950) {
    aclrtCntNotify notify = nullptr;
    aclrtCntNotifyRecordInfo record{ACL_RT_CNT_NOTIFY_RECORD_ADD_MODE, 1};
    aclrtCntNotifyWaitInfo wait{ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE, 1, 0, 0, {}};
    uint32_t id = 0;
    expectError(aclrtCntNotifyCreate(&notify, 0), ACL_ERROR_RT_FEATURE_NOT_SUPPORT, {"Ascend910B1"});
    expectError(aclrtCntNotifyRecord(notify, nullptr, &record), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    expectError(aclrtCntNotifyWaitWithTimeout(notify, nullptr, &wait), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    expectError(aclrtCntNotifyReset(notify, nullptr), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    expectError(aclrtCntNotifyGetId(notify, &id), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    expectError(aclrtCntNotifyDestroy(notify), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
}

}  // namespace
}  // namespace acc::test
