// SPDX-License-Identifier: Apache-2.0
// The C++ overloads reach the functions they stand for.
#include "acl/acl_rt_api.h"

#include "fixture.h"

namespace {

using acc::test::ApiTest;
using acc::test::expectError;
using acc::test::messages;

class Overloads : public ApiTest {};

TEST_F(Overloads, Waiting) {
    aclrtStream stream = nullptr;
    aclrtEvent event = nullptr;
    ASSERT_EQ(aclrtCreateStream(&stream, 0U, 0U), ACL_SUCCESS) << messages();
    ASSERT_EQ(aclrtCreateEvent(&event, ACL_EVENT_SYNC), ACL_SUCCESS) << messages();
    EXPECT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtStreamWaitEvent(stream, event, 5), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeEvent(event, 1000), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream, 1000), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeDevice(1000), ACL_SUCCESS);
    expectError(aclrtSynchronizeStream(stream, -2), ACL_ERROR_INVALID_PARAM, {"timeout is -2"});
    expectError(aclrtSynchronizeDevice(-2), ACL_ERROR_INVALID_PARAM, {"timeout is -2"});
    uint64_t actual = 0;
    EXPECT_EQ(aclrtSetOpExecuteTimeOut(0U, &actual), ACL_SUCCESS) << messages();
}

TEST_F(Overloads, Memory) {
    float* device = nullptr;
    float* host = nullptr;
    ASSERT_EQ(aclrtMalloc(&device, 64), ACL_SUCCESS) << messages();
    ASSERT_EQ(aclrtMallocHost(&host, 64), ACL_SUCCESS) << messages();
    host[0] = 1.5F;
    size_t sizes[] = {64};
    aclrtMemcpyBatchAttr attribute{};
    attribute.dstLoc = {0, ACL_MEM_LOCATION_TYPE_DEVICE};
    attribute.srcLoc = {0, ACL_MEM_LOCATION_TYPE_HOST};
    EXPECT_EQ(aclrtMemcpyBatch(&device, sizes, &host, sizes, 1, attribute), ACL_SUCCESS) << messages();
    EXPECT_EQ(device[0], 1.5F);
    host[0] = 2.5F;
    size_t failed = 0;
    EXPECT_EQ(aclrtMemcpyBatch(&device, sizes, &host, sizes, 1, attribute, &failed), ACL_SUCCESS) << messages();
    EXPECT_EQ(device[0], 2.5F);
    aclrtStream stream = newStream();
    host[0] = 3.5F;
    EXPECT_EQ(aclrtMemcpyBatchAsync(&device, sizes, &host, sizes, 1, attribute, stream), ACL_SUCCESS) << messages();
    EXPECT_EQ(aclrtMemcpyBatchAsync(&device, sizes, &host, sizes, 1, attribute, &failed, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(device[0], 3.5F);
    EXPECT_EQ(aclrtFree(device), ACL_SUCCESS);
    EXPECT_EQ(aclrtFreeHost(host), ACL_SUCCESS);
    float* managed = nullptr;
    ASSERT_EQ(aclrtMemAllocManaged(&managed, 64), ACL_SUCCESS) << messages();
    EXPECT_EQ(aclrtFree(managed), ACL_SUCCESS) << messages();
}

TEST_F(Overloads, Symbols) {
    static const int notAVariable = 0;
    void* address = nullptr;
    size_t size = 0;
    EXPECT_NE(aclrtGetSymbolAddress(notAVariable, &address), ACL_SUCCESS);
    EXPECT_NE(aclrtGetSymbolSize(notAVariable, &size), ACL_SUCCESS);
    int value = 0;
    EXPECT_NE(aclrtMemcpyToSymbol(notAVariable, &value, sizeof(value)), ACL_SUCCESS);
    EXPECT_NE(aclrtMemcpyFromSymbol(&value, sizeof(value), notAVariable, sizeof(value)), ACL_SUCCESS);
}

}  // namespace
