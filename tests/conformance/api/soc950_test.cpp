// SPDX-License-Identifier: Apache-2.0
// What only exists on an Ascend950: counting notifies. Run with ACC_SOC=Ascend950PR_9589.
#include "fixture.h"

namespace acc::test {
namespace {

class Soc950 : public ApiTest {
protected:
    static aclrtCntNotify newCounter() {
        aclrtCntNotify notify = nullptr;
        EXPECT_EQ(aclrtCntNotifyCreate(&notify, 0), ACL_SUCCESS) << messages();
        return notify;
    }
    static aclError record(aclrtCntNotify notify, int mode, uint32_t value, aclrtStream stream = nullptr) {
        aclrtCntNotifyRecordInfo info{static_cast<aclrtCntNotifyRecordMode>(mode), value};
        return aclrtCntNotifyRecord(notify, stream, &info);
    }
    static aclError wait(aclrtCntNotify notify, aclrtStream stream, int mode, uint32_t value, uint8_t clear = 0,
                         uint32_t timeout = 0) {
        aclrtCntNotifyWaitInfo info{static_cast<aclrtCntNotifyWaitMode>(mode), value, timeout, clear, {}};
        return aclrtCntNotifyWaitWithTimeout(notify, stream, &info);
    }
};

TEST_F(Soc950, EveryConditionHoldsTheStreamUntilItIsMet) {
    struct Case {
        int wait;
        uint32_t value;
        uint32_t no;   // a number that does not fulfil it
        uint32_t yes;  // one that does
    };
    for (const Case& c : {Case{ACL_RT_CNT_NOTIFY_WAIT_LESS_MODE, 5, 5, 4},
                          {ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE, 5, 4, 5},
                          {ACL_RT_CNT_NOTIFY_WAIT_BIGGER_MODE, 5, 5, 6},
                          {ACL_RT_CNT_NOTIFY_WAIT_BIGGER_OR_EQUAL_MODE, 5, 4, 5},
                          {ACL_RT_CNT_NOTIFY_WAIT_EQUAL_WITH_BITMASK_MODE, 6, 5, 15}}) {
        SCOPED_TRACE(c.wait);
        aclrtCntNotify notify = newCounter();
        aclrtStream stream = newStream();
        EXPECT_EQ(record(notify, ACL_RT_CNT_NOTIFY_RECORD_SET_VALUE_MODE, c.no, stream), ACL_SUCCESS);
        EXPECT_EQ(wait(notify, stream, c.wait, c.value), ACL_SUCCESS);
        expectError(aclrtSynchronizeStreamWithTimeout(stream, 5), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
        EXPECT_EQ(record(notify, ACL_RT_CNT_NOTIFY_RECORD_SET_VALUE_MODE, c.yes), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
        EXPECT_EQ(aclrtCntNotifyDestroy(notify), ACL_SUCCESS);
    }
}

TEST_F(Soc950, RecordsChangeTheNumber) {
    aclrtCntNotify notify = newCounter();
    aclrtStream stream = newStream();
    EXPECT_EQ(record(notify, ACL_RT_CNT_NOTIFY_RECORD_ADD_MODE, 5, stream), ACL_SUCCESS);
    EXPECT_EQ(record(notify, ACL_RT_CNT_NOTIFY_RECORD_ADD_MODE, 0xFFFFFFFF, stream), ACL_SUCCESS);
    EXPECT_EQ(wait(notify, stream, ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE, 4), ACL_SUCCESS) << "32 bits that wrap";
    EXPECT_EQ(record(notify, ACL_RT_CNT_NOTIFY_RECORD_BIT_OR_MODE, 0x11, stream), ACL_SUCCESS);
    EXPECT_EQ(wait(notify, stream, ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE, 0x15), ACL_SUCCESS);
    EXPECT_EQ(record(notify, ACL_RT_CNT_NOTIFY_RECORD_BIT_AND_MODE, 0x10, stream), ACL_SUCCESS);
    EXPECT_EQ(wait(notify, stream, ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE, 0x10, 1), ACL_SUCCESS);
    EXPECT_EQ(wait(notify, stream, ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE, 0), ACL_SUCCESS) << "cleared by the wait before";
    EXPECT_EQ(record(notify, ACL_RT_CNT_NOTIFY_RECORD_SET_VALUE_MODE, 9, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtCntNotifyReset(notify, stream), ACL_SUCCESS);
    EXPECT_EQ(wait(notify, stream, ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE, 0), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream, 10000), ACL_SUCCESS) << messages();
}

TEST_F(Soc950, AWaitThatClearsMayReleaseAnOlderOne) {
    aclrtCntNotify notify = newCounter();
    aclrtStream older = newStream();
    aclrtStream younger = newStream();
    EXPECT_EQ(record(notify, ACL_RT_CNT_NOTIFY_RECORD_SET_VALUE_MODE, 7, older), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(older), ACL_SUCCESS);
    EXPECT_EQ(wait(notify, older, ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE, 0), ACL_SUCCESS);
    EXPECT_EQ(wait(notify, younger, ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE, 8, 1), ACL_SUCCESS);
    expectError(aclrtSynchronizeStreamWithTimeout(older, 5), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    EXPECT_EQ(record(notify, ACL_RT_CNT_NOTIFY_RECORD_ADD_MODE, 1), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(younger), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(older), ACL_SUCCESS);
}

TEST_F(Soc950, CountingErrors) {
    aclrtCntNotify notify = nullptr;
    expectError(aclrtCntNotifyCreate(nullptr, 0), ACL_ERROR_INVALID_PARAM, {"cntNotify is null"});
    expectError(aclrtCntNotifyCreate(&notify, 1), ACL_ERROR_INVALID_PARAM, {"flag is 1"});
    notify = newCounter();
    expectError(aclrtCntNotifyRecord(notify, nullptr, nullptr), ACL_ERROR_INVALID_PARAM, {"info is null"});
    expectError(record(notify, 3, 0), ACL_ERROR_INVALID_PARAM, {"info->mode is 3"});
    expectError(aclrtCntNotifyWaitWithTimeout(notify, nullptr, nullptr), ACL_ERROR_INVALID_PARAM, {"info is null"});
    expectError(wait(notify, nullptr, 5, 0), ACL_ERROR_INVALID_PARAM, {"info->mode is 5"});
    expectError(wait(notify, nullptr, 0, 0, 2), ACL_ERROR_INVALID_PARAM, {"info->isClear is 2"});
    uint32_t id = 0;
    EXPECT_EQ(aclrtCntNotifyGetId(notify, &id), ACL_SUCCESS);
    expectError(aclrtCntNotifyGetId(notify, nullptr), ACL_ERROR_INVALID_PARAM, {"notifyId is null"});
    for (void* garbage : garbageHandles()) {
        expectError(aclrtCntNotifyGetId(garbage, &id), ACL_ERROR_RT_INVALID_HANDLE);
        expectError(aclrtCntNotifyReset(garbage, nullptr), ACL_ERROR_RT_INVALID_HANDLE);
        expectError(record(garbage, 0, 0), ACL_ERROR_RT_INVALID_HANDLE);
        expectError(wait(garbage, nullptr, 0, 0), ACL_ERROR_RT_INVALID_HANDLE);
        expectError(aclrtCntNotifyDestroy(garbage), ACL_ERROR_RT_INVALID_HANDLE);
        expectError(aclrtCntNotifyReset(notify, garbage), ACL_ERROR_RT_INVALID_HANDLE);
    }
    aclrtStream stream = newStream();
    EXPECT_EQ(wait(notify, stream, ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE, 1, 0, 1), ACL_SUCCESS);
    expectError(aclrtSynchronizeStream(stream), ACL_ERROR_RT_WAIT_TIMEOUT);
    EXPECT_EQ(aclrtCntNotifyDestroy(notify), ACL_SUCCESS);
    expectError(aclrtCntNotifyGetId(notify, &id), ACL_ERROR_RT_INVALID_HANDLE, {"destroyed"});
}

}  // namespace
}  // namespace acc::test
