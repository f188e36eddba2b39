// SPDX-License-Identifier: Apache-2.0
// Queues of buffers, routes between them, and what describes them.
#include <unistd.h>

#include <cstring>
#include <string>
#include <thread>

#include "acl/acl_tdt_queue.h"
#include "fixture.h"

namespace {

using acc::test::ApiTest;
using acc::test::expectError;
using acc::test::messages;

class SharedQueue : public ApiTest {
protected:
    static uint32_t newQueue(uint32_t depth = 2) {
        acltdtQueueAttr* attributes = acltdtCreateQueueAttr();
        EXPECT_EQ(acltdtSetQueueAttr(attributes, ACL_TDT_QUEUE_DEPTH_UINT32, sizeof(depth), &depth), ACL_SUCCESS);
        uint32_t id = 0;
        EXPECT_EQ(acltdtCreateQueue(attributes, &id), ACL_SUCCESS) << messages();
        EXPECT_EQ(acltdtDestroyQueueAttr(attributes), ACL_SUCCESS);
        return id;
    }
    // A buffer that holds one number.
    static acltdtBuf newBuffer(int32_t value) {
        acltdtBuf buffer = nullptr;
        EXPECT_EQ(acltdtAllocBuf(64, ACL_TDT_NORMAL_MEM, &buffer), ACL_SUCCESS) << messages();
        std::memcpy(dataOf(buffer), &value, sizeof(value));
        EXPECT_EQ(acltdtSetBufDataLen(buffer, sizeof(value)), ACL_SUCCESS);
        return buffer;
    }
    static void* dataOf(acltdtBuf buffer) {
        void* data = nullptr;
        size_t size = 0;
        EXPECT_EQ(acltdtGetBufData(buffer, &data, &size), ACL_SUCCESS);
        EXPECT_EQ(size, 64U);
        return data;
    }
    static acltdtQueueRouteList* listOf(uint32_t source, uint32_t destination) {
        acltdtQueueRoute* route = acltdtCreateQueueRoute(source, destination);
        acltdtQueueRouteList* list = acltdtCreateQueueRouteList();
        EXPECT_EQ(acltdtAddQueueRoute(list, route), ACL_SUCCESS);
        EXPECT_EQ(acltdtDestroyQueueRoute(route), ACL_SUCCESS);
        return list;
    }
};

TEST_F(SharedQueue, PassesBuffersInOrder) {
    const uint32_t queue = newQueue(4);
    for (const int32_t value : {1, 2, 3}) {
        EXPECT_EQ(acltdtEnqueue(queue, newBuffer(value), 0), ACL_SUCCESS);
    }
    for (const int32_t value : {1, 2, 3}) {
        acltdtBuf buffer = nullptr;
        EXPECT_EQ(acltdtDequeue(queue, &buffer, 0), ACL_SUCCESS);
        EXPECT_EQ(*static_cast<int32_t*>(dataOf(buffer)), value);
        size_t length = 0;
        EXPECT_EQ(acltdtGetBufDataLen(buffer, &length), ACL_SUCCESS);
        EXPECT_EQ(length, sizeof(value));
        EXPECT_EQ(acltdtFreeBuf(buffer), ACL_SUCCESS);
    }
    EXPECT_EQ(acltdtDestroyQueue(queue), ACL_SUCCESS);
}

TEST_F(SharedQueue, WaitsForItsTimeout) {
    const uint32_t queue = newQueue();
    acltdtBuf buffer = nullptr;
    expectError(acltdtDequeue(queue, &buffer, 0), ACL_ERROR_RT_QUEUE_EMPTY, {"empty"});
    expectError(acltdtDequeue(queue, &buffer, 10), ACL_ERROR_RT_QUEUE_EMPTY);
    EXPECT_EQ(acltdtEnqueue(queue, newBuffer(1), 0), ACL_SUCCESS);
    EXPECT_EQ(acltdtEnqueue(queue, newBuffer(2), 0), ACL_SUCCESS);
    acltdtBuf third = newBuffer(3);
    expectError(acltdtEnqueue(queue, third, 0), ACL_ERROR_RT_QUEUE_FULL, {"full"});
    std::thread other([&] { EXPECT_EQ(acltdtEnqueue(queue, third, -1), ACL_SUCCESS); });
    EXPECT_EQ(acltdtDequeue(queue, &buffer, -1), ACL_SUCCESS);
    other.join();
    EXPECT_EQ(acltdtFreeBuf(buffer), ACL_SUCCESS);
    EXPECT_EQ(acltdtDestroyQueue(queue), ACL_SUCCESS);
    expectError(acltdtFreeBuf(third), ACL_ERROR_INVALID_PARAM, {"acltdtAllocBuf"});  // went with the queue
}

TEST_F(SharedQueue, PassesCopiesOfBytes) {
    const uint32_t queue = newQueue();
    const char text[] = "data";
    const char note[] = "note";
    EXPECT_EQ(acltdtEnqueueData(queue, text, sizeof(text), note, sizeof(note), 0, 0), ACL_SUCCESS) << messages();
    char read[16] = {};
    char readNote[16] = {};
    size_t length = 0;
    EXPECT_EQ(acltdtDequeueData(queue, read, sizeof(read), &length, readNote, sizeof(readNote), 0), ACL_SUCCESS);
    EXPECT_EQ(length, sizeof(text));
    EXPECT_STREQ(read, "data");
    EXPECT_STREQ(readNote, "note");
    EXPECT_EQ(acltdtEnqueueData(queue, text, sizeof(text), nullptr, 0, 0, 0), ACL_SUCCESS);
    expectError(acltdtDequeueData(queue, read, 2, &length, nullptr, 0, 0), ACL_ERROR_INVALID_PARAM,
                {"dataSize is 2", "at least 5"});
    expectError(acltdtDequeueData(queue, read, 16, &length, nullptr, 0, 0), ACL_ERROR_RT_QUEUE_EMPTY);
    expectError(acltdtEnqueueData(queue, nullptr, 1, nullptr, 0, 0, 0), ACL_ERROR_INVALID_PARAM, {"data is null"});
    expectError(acltdtEnqueueData(queue, text, 0, nullptr, 0, 0, 0), ACL_ERROR_INVALID_PARAM, {"dataSize"});
    expectError(acltdtEnqueueData(queue, text, 1, nullptr, 1, 0, 0), ACL_ERROR_INVALID_PARAM, {"userData is null"});
    expectError(acltdtEnqueueData(queue, text, 1, note, 97, 0, 0), ACL_ERROR_INVALID_PARAM, {"userDataSize is 97"});
    expectError(acltdtEnqueueData(queue, text, 1, nullptr, 0, 0, 1), ACL_ERROR_INVALID_PARAM, {"rsv is 1"});
    expectError(acltdtEnqueueData(queue, text, 1, nullptr, 0, -2, 0), ACL_ERROR_INVALID_PARAM, {"timeout is -2"});
    expectError(acltdtDequeueData(queue, nullptr, 1, &length, nullptr, 0, 0), ACL_ERROR_INVALID_PARAM,
                {"data is null"});
    expectError(acltdtDequeueData(queue, read, 0, &length, nullptr, 0, 0), ACL_ERROR_INVALID_PARAM, {"dataSize"});
    expectError(acltdtDequeueData(queue, read, 1, nullptr, nullptr, 0, 0), ACL_ERROR_INVALID_PARAM, {"retDataSize"});
    expectError(acltdtDequeueData(queue, read, 1, &length, nullptr, 1, 0), ACL_ERROR_INVALID_PARAM, {"userData"});
    expectError(acltdtDequeueData(queue, read, 1, &length, nullptr, 0, -2), ACL_ERROR_INVALID_PARAM, {"timeout"});
    EXPECT_EQ(acltdtDestroyQueue(queue), ACL_SUCCESS);
}

TEST_F(SharedQueue, QueueErrors) {
    acltdtQueueAttr* attributes = acltdtCreateQueueAttr();
    const char* name = "named";
    EXPECT_EQ(acltdtSetQueueAttr(attributes, ACL_TDT_QUEUE_NAME_PTR, sizeof(name), &name), ACL_SUCCESS);
    uint32_t queue = 0;
    EXPECT_EQ(acltdtCreateQueue(attributes, &queue), ACL_SUCCESS);
    uint32_t second = 0;
    expectError(acltdtCreateQueue(attributes, &second), ACL_ERROR_INVALID_PARAM, {"'named'"});
    expectError(acltdtCreateQueue(attributes, nullptr), ACL_ERROR_INVALID_PARAM, {"qid is null"});
    expectError(acltdtCreateQueue(nullptr, &queue), ACL_ERROR_INVALID_PARAM, {"attr is null"});
    acltdtBuf buffer = newBuffer(1);
    expectError(acltdtEnqueue(queue, nullptr, 0), ACL_ERROR_INVALID_PARAM, {"buf is null"});
    expectError(acltdtEnqueue(queue, buffer, -2), ACL_ERROR_INVALID_PARAM, {"timeout is -2"});
    expectError(acltdtDequeue(queue, nullptr, 0), ACL_ERROR_INVALID_PARAM, {"buf is null"});
    uint32_t permission = 0;
    EXPECT_EQ(acltdtAttachQueue(queue, 0, &permission), ACL_SUCCESS);
    EXPECT_EQ(permission, 7U);
    expectError(acltdtAttachQueue(queue, 0, nullptr), ACL_ERROR_INVALID_PARAM, {"permission is null"});
    expectError(acltdtAttachQueue(queue, -2, &permission), ACL_ERROR_INVALID_PARAM, {"timeout"});
    EXPECT_EQ(acltdtGrantQueue(queue, getpid(), ACL_TDT_QUEUE_PERMISSION_MANAGE, 0), ACL_SUCCESS);
    expectError(acltdtGrantQueue(queue, getppid(), ACL_TDT_QUEUE_PERMISSION_MANAGE, 0),
                ACL_ERROR_RT_FEATURE_NOT_SUPPORT, {"this process"});
    expectError(acltdtGrantQueue(queue, getpid(), 0, 0), ACL_ERROR_INVALID_PARAM, {"permission is 0"});
    expectError(acltdtGrantQueue(queue, getpid(), 8, 0), ACL_ERROR_INVALID_PARAM, {"permission is 8"});
    expectError(acltdtGrantQueue(queue, getpid(), 1, -2), ACL_ERROR_INVALID_PARAM, {"timeout"});
    EXPECT_EQ(acltdtDestroyQueue(queue), ACL_SUCCESS);
    expectError(acltdtDestroyQueue(queue), ACL_ERROR_INVALID_QUEUE_ID, {"acltdtCreateQueue"});
    expectError(acltdtEnqueue(queue, buffer, 0), ACL_ERROR_INVALID_QUEUE_ID);
    expectError(acltdtEnqueueData(queue, "x", 1, nullptr, 0, 0, 0), ACL_ERROR_INVALID_QUEUE_ID);
    char read = 0;
    size_t length = 0;
    expectError(acltdtDequeueData(queue, &read, 1, &length, nullptr, 0, 0), ACL_ERROR_INVALID_QUEUE_ID);
    expectError(acltdtDequeue(queue, &buffer, 0), ACL_ERROR_INVALID_QUEUE_ID);
    expectError(acltdtGrantQueue(queue, getpid(), 1, 0), ACL_ERROR_INVALID_QUEUE_ID);
    expectError(acltdtAttachQueue(queue, 0, &permission), ACL_ERROR_INVALID_QUEUE_ID);
    EXPECT_EQ(acltdtCreateQueue(attributes, &queue), ACL_SUCCESS) << "the name is free again";
    EXPECT_EQ(acltdtDestroyQueue(queue), ACL_SUCCESS);
    EXPECT_EQ(acltdtFreeBuf(buffer), ACL_SUCCESS);
    EXPECT_EQ(acltdtDestroyQueueAttr(attributes), ACL_SUCCESS);
}

TEST_F(SharedQueue, RoutesFanOut) {
    const uint32_t source = newQueue();
    const uint32_t left = newQueue();
    const uint32_t right = newQueue();
    acltdtQueueRouteList* toLeft = listOf(source, left);
    acltdtQueueRouteList* toRight = listOf(source, right);
    EXPECT_EQ(acltdtBindQueueRoutes(toLeft), ACL_SUCCESS) << messages();
    EXPECT_EQ(acltdtBindQueueRoutes(toRight), ACL_SUCCESS);
    EXPECT_EQ(acltdtEnqueue(source, newBuffer(5), 0), ACL_SUCCESS);
    for (const uint32_t queue : {left, right}) {
        acltdtBuf buffer = nullptr;
        EXPECT_EQ(acltdtDequeue(queue, &buffer, 0), ACL_SUCCESS);
        EXPECT_EQ(*static_cast<int32_t*>(dataOf(buffer)), 5);
        EXPECT_EQ(acltdtFreeBuf(buffer), ACL_SUCCESS);
    }
    // What is bound can be asked for.
    acltdtQueueRouteQueryInfo* query = acltdtCreateQueueRouteQueryInfo();
    uint32_t mode = ACL_TDT_QUEUE_ROUTE_QUERY_SRC;
    EXPECT_EQ(acltdtSetQueueRouteQueryInfo(query, ACL_TDT_QUEUE_ROUTE_QUERY_MODE_ENUM, 4, &mode), ACL_SUCCESS);
    EXPECT_EQ(acltdtSetQueueRouteQueryInfo(query, ACL_TDT_QUEUE_ROUTE_QUERY_SRC_ID_UINT32, 4, &source), ACL_SUCCESS);
    EXPECT_EQ(acltdtSetQueueRouteQueryInfo(query, ACL_TDT_QUEUE_ROUTE_QUERY_DST_ID_UINT32, 4, &right), ACL_SUCCESS);
    acltdtQueueRouteList* found = acltdtCreateQueueRouteList();
    EXPECT_EQ(acltdtQueryQueueRoutes(query, found), ACL_SUCCESS);
    EXPECT_EQ(acltdtGetQueueRouteNum(found), 2U);
    mode = ACL_TDT_QUEUE_ROUTE_QUERY_SRC_AND_DST;
    EXPECT_EQ(acltdtSetQueueRouteQueryInfo(query, ACL_TDT_QUEUE_ROUTE_QUERY_MODE_ENUM, 4, &mode), ACL_SUCCESS);
    EXPECT_EQ(acltdtQueryQueueRoutes(query, found), ACL_SUCCESS);
    ASSERT_EQ(acltdtGetQueueRouteNum(found), 3U);
    acltdtQueueRoute* route = acltdtCreateQueueRoute(0, 0);
    EXPECT_EQ(acltdtGetQueueRoute(found, 2, route), ACL_SUCCESS);
    uint32_t id = 0;
    int32_t status = 0;
    size_t length = 0;
    EXPECT_EQ(acltdtGetQueueRouteParam(route, ACL_TDT_QUEUE_ROUTE_SRC_UINT32, 4, &length, &id), ACL_SUCCESS);
    EXPECT_EQ(id, source);
    EXPECT_EQ(length, 4U);
    EXPECT_EQ(acltdtGetQueueRouteParam(route, ACL_TDT_QUEUE_ROUTE_DST_UINT32, 4, &length, &id), ACL_SUCCESS);
    EXPECT_EQ(id, right);
    EXPECT_EQ(acltdtGetQueueRouteParam(route, ACL_TDT_QUEUE_ROUTE_STATUS_INT32, 4, &length, &status), ACL_SUCCESS);
    EXPECT_EQ(status, ACL_TDT_QUEUE_ROUTE_BIND);
    expectError(acltdtGetQueueRoute(found, 3, route), ACL_ERROR_INVALID_PARAM, {"index is 3"});
    // Unbound, what is put in stays.
    EXPECT_EQ(acltdtUnbindQueueRoutes(toLeft), ACL_SUCCESS);
    EXPECT_EQ(acltdtUnbindQueueRoutes(toRight), ACL_SUCCESS);
    EXPECT_EQ(acltdtEnqueue(source, newBuffer(6), 0), ACL_SUCCESS);
    acltdtBuf buffer = nullptr;
    EXPECT_EQ(acltdtDequeue(source, &buffer, 0), ACL_SUCCESS);
    EXPECT_EQ(acltdtFreeBuf(buffer), ACL_SUCCESS);
    for (const uint32_t queue : {source, left, right}) {
        EXPECT_EQ(acltdtDestroyQueue(queue), ACL_SUCCESS);
    }
    expectError(acltdtBindQueueRoutes(toLeft), ACL_ERROR_INVALID_QUEUE_ID, {"does not exist"});
    expectError(acltdtUnbindQueueRoutes(toLeft), ACL_ERROR_INVALID_QUEUE_ID, {"does not exist"});
    for (acltdtQueueRouteList* list : {toLeft, toRight, found}) {
        EXPECT_EQ(acltdtDestroyQueueRouteList(list), ACL_SUCCESS);
    }
    EXPECT_EQ(acltdtDestroyQueueRoute(route), ACL_SUCCESS);
    EXPECT_EQ(acltdtDestroyQueueRouteQueryInfo(query), ACL_SUCCESS);
}

TEST_F(SharedQueue, RouteErrors) {
    acltdtQueueRouteList* list = acltdtCreateQueueRouteList();
    acltdtQueueRoute* route = acltdtCreateQueueRoute(1, 2);
    acltdtQueueRouteQueryInfo* query = acltdtCreateQueueRouteQueryInfo();
    uint32_t value = 3;
    size_t length = 0;
    expectError(acltdtGetQueueRouteParam(route, ACL_TDT_QUEUE_ROUTE_SRC_UINT32, 8, &length, &value),
                ACL_ERROR_INVALID_PARAM, {"len is 8, expected 4"});
    expectError(acltdtGetQueueRouteParam(route, ACL_TDT_QUEUE_ROUTE_SRC_UINT32, 4, nullptr, &value),
                ACL_ERROR_INVALID_PARAM, {"paramRetSize is null"});
    expectError(acltdtGetQueueRouteParam(route, ACL_TDT_QUEUE_ROUTE_SRC_UINT32, 4, &length, nullptr),
                ACL_ERROR_INVALID_PARAM, {"param is null"});
    expectError(acltdtGetQueueRouteParam(route, static_cast<acltdtQueueRouteParamType>(3), 4, &length, &value),
                ACL_ERROR_INVALID_PARAM, {"type is 3"});
    expectError(acltdtSetQueueRouteQueryInfo(query, ACL_TDT_QUEUE_ROUTE_QUERY_MODE_ENUM, 4, &value),
                ACL_ERROR_INVALID_PARAM, {"*value is 3"});
    expectError(acltdtSetQueueRouteQueryInfo(query, ACL_TDT_QUEUE_ROUTE_QUERY_MODE_ENUM, 8, &value),
                ACL_ERROR_INVALID_PARAM, {"len is 8"});
    expectError(acltdtSetQueueRouteQueryInfo(query, ACL_TDT_QUEUE_ROUTE_QUERY_MODE_ENUM, 4, nullptr),
                ACL_ERROR_INVALID_PARAM, {"value is null"});
    expectError(acltdtSetQueueRouteQueryInfo(query, static_cast<acltdtQueueRouteQueryInfoParamType>(3), 4, &value),
                ACL_ERROR_INVALID_PARAM, {"type is 3"});
    EXPECT_EQ(acltdtDestroyQueueRouteList(list), ACL_SUCCESS);
    EXPECT_EQ(acltdtDestroyQueueRoute(route), ACL_SUCCESS);
    EXPECT_EQ(acltdtDestroyQueueRouteQueryInfo(query), ACL_SUCCESS);
    // Destroyed ones, and null.
    EXPECT_EQ(acltdtGetQueueRouteNum(list), 0U);
    for (const bool null : {false, true}) {
        acltdtQueueRouteList* badList = null ? nullptr : list;
        acltdtQueueRoute* badRoute = null ? nullptr : route;
        acltdtQueueRouteQueryInfo* badQuery = null ? nullptr : query;
        expectError(acltdtBindQueueRoutes(badList), ACL_ERROR_INVALID_PARAM);
        expectError(acltdtUnbindQueueRoutes(badList), ACL_ERROR_INVALID_PARAM);
        expectError(acltdtQueryQueueRoutes(badQuery, badList), ACL_ERROR_INVALID_PARAM);
        expectError(acltdtAddQueueRoute(badList, badRoute), ACL_ERROR_INVALID_PARAM);
        expectError(acltdtGetQueueRoute(badList, 0, badRoute), ACL_ERROR_INVALID_PARAM);
        expectError(acltdtGetQueueRouteParam(badRoute, ACL_TDT_QUEUE_ROUTE_SRC_UINT32, 4, &length, &value),
                    ACL_ERROR_INVALID_PARAM);
        expectError(acltdtSetQueueRouteQueryInfo(badQuery, ACL_TDT_QUEUE_ROUTE_QUERY_MODE_ENUM, 4, &value),
                    ACL_ERROR_INVALID_PARAM);
        expectError(acltdtDestroyQueueRouteList(badList), ACL_ERROR_INVALID_PARAM);
        expectError(acltdtDestroyQueueRoute(badRoute), ACL_ERROR_INVALID_PARAM);
        expectError(acltdtDestroyQueueRouteQueryInfo(badQuery), ACL_ERROR_INVALID_PARAM);
    }
}

TEST_F(SharedQueue, AttributesAreKept) {
    acltdtQueueAttr* attributes = acltdtCreateQueueAttr();
    uint32_t depth = 0;
    size_t length = 0;
    EXPECT_EQ(acltdtGetQueueAttr(attributes, ACL_TDT_QUEUE_DEPTH_UINT32, 4, &length, &depth), ACL_SUCCESS);
    EXPECT_EQ(depth, 2U);
    const char* name = "kept";
    EXPECT_EQ(acltdtSetQueueAttr(attributes, ACL_TDT_QUEUE_NAME_PTR, 8, &name), ACL_SUCCESS);
    const char* read = nullptr;
    EXPECT_EQ(acltdtGetQueueAttr(attributes, ACL_TDT_QUEUE_NAME_PTR, 8, &length, &read), ACL_SUCCESS);
    EXPECT_STREQ(read, "kept");
    EXPECT_EQ(length, 8U);
    depth = 1;
    expectError(acltdtSetQueueAttr(attributes, ACL_TDT_QUEUE_DEPTH_UINT32, 4, &depth), ACL_ERROR_INVALID_PARAM,
                {"*param is 1"});
    expectError(acltdtSetQueueAttr(attributes, ACL_TDT_QUEUE_DEPTH_UINT32, 8, &depth), ACL_ERROR_INVALID_PARAM,
                {"len is 8"});
    expectError(acltdtSetQueueAttr(attributes, ACL_TDT_QUEUE_DEPTH_UINT32, 4, nullptr), ACL_ERROR_INVALID_PARAM,
                {"param is null"});
    const std::string longName(128, 'x');
    const char* tooLong = longName.c_str();
    expectError(acltdtSetQueueAttr(attributes, ACL_TDT_QUEUE_NAME_PTR, 8, &tooLong), ACL_ERROR_INVALID_PARAM,
                {"127 characters"});
    const auto type = static_cast<acltdtQueueAttrType>(2);
    expectError(acltdtSetQueueAttr(attributes, type, 4, &depth), ACL_ERROR_INVALID_PARAM, {"type is 2"});
    expectError(acltdtGetQueueAttr(attributes, type, 4, &length, &depth), ACL_ERROR_INVALID_PARAM, {"type is 2"});
    expectError(acltdtGetQueueAttr(attributes, ACL_TDT_QUEUE_DEPTH_UINT32, 8, &length, &depth), ACL_ERROR_INVALID_PARAM,
                {"len is 8"});
    EXPECT_EQ(acltdtDestroyQueueAttr(attributes), ACL_SUCCESS);
    expectError(acltdtDestroyQueueAttr(attributes), ACL_ERROR_INVALID_PARAM, {"acltdtCreateQueueAttr"});
    expectError(acltdtSetQueueAttr(attributes, ACL_TDT_QUEUE_DEPTH_UINT32, 4, &depth), ACL_ERROR_INVALID_PARAM);
    expectError(acltdtGetQueueAttr(nullptr, ACL_TDT_QUEUE_DEPTH_UINT32, 4, &length, &depth), ACL_ERROR_INVALID_PARAM,
                {"attr is null"});
}

TEST_F(SharedQueue, BuffersHavePrivateBytesAndReferences) {
    acltdtBuf buffer = newBuffer(7);
    acltdtBuf reference = nullptr;
    EXPECT_EQ(acltdtCopyBufRef(buffer, &reference), ACL_SUCCESS);
    EXPECT_NE(reference, buffer);
    EXPECT_EQ(dataOf(reference), dataOf(buffer));
    EXPECT_EQ(acltdtFreeBuf(buffer), ACL_SUCCESS);
    EXPECT_EQ(*static_cast<int32_t*>(dataOf(reference)), 7) << "the bytes stay for the other";
    const char note[] = "note";
    EXPECT_EQ(acltdtSetBufUserData(reference, note, sizeof(note), 90), ACL_SUCCESS);
    char read[5] = {};
    EXPECT_EQ(acltdtGetBufUserData(reference, read, sizeof(read), 90), ACL_SUCCESS);
    EXPECT_STREQ(read, "note");
    expectError(acltdtSetBufUserData(reference, note, 5, 92), ACL_ERROR_INVALID_PARAM, {"size is 5", "offset is 92"});
    expectError(acltdtSetBufUserData(reference, note, 0, 0), ACL_ERROR_INVALID_PARAM, {"size is 0"});
    expectError(acltdtSetBufUserData(reference, nullptr, 1, 0), ACL_ERROR_INVALID_PARAM, {"dataPtr is null"});
    expectError(acltdtGetBufUserData(reference, read, 1, 96), ACL_ERROR_INVALID_PARAM, {"offset is 96"});
    expectError(acltdtGetBufUserData(reference, nullptr, 1, 0), ACL_ERROR_INVALID_PARAM, {"dataPtr is null"});
    expectError(acltdtCopyBufRef(reference, nullptr), ACL_ERROR_INVALID_PARAM, {"newBuf is null"});
    EXPECT_EQ(acltdtFreeBuf(reference), ACL_SUCCESS);
}

TEST_F(SharedQueue, BuffersFormChains) {
    acltdtBuf head = newBuffer(1);
    acltdtBuf part = newBuffer(2);
    EXPECT_EQ(acltdtAppendBufChain(head, part), ACL_SUCCESS);
    uint32_t count = 0;
    EXPECT_EQ(acltdtGetBufChainNum(head, &count), ACL_SUCCESS);
    EXPECT_EQ(count, 2U);
    acltdtBuf found = nullptr;
    EXPECT_EQ(acltdtGetBufFromChain(head, 0, &found), ACL_SUCCESS);
    EXPECT_EQ(found, head);
    EXPECT_EQ(acltdtGetBufFromChain(head, 1, &found), ACL_SUCCESS);
    EXPECT_EQ(found, part);
    expectError(acltdtGetBufFromChain(head, 2, &found), ACL_ERROR_INVALID_PARAM, {"index is 2"});
    expectError(acltdtGetBufFromChain(head, 0, nullptr), ACL_ERROR_INVALID_PARAM, {"buf is null"});
    expectError(acltdtGetBufChainNum(head, nullptr), ACL_ERROR_INVALID_PARAM, {"num is null"});
    expectError(acltdtAppendBufChain(head, head), ACL_ERROR_INVALID_PARAM, {"no chain"});
    expectError(acltdtAppendBufChain(head, part), ACL_ERROR_INVALID_PARAM, {"no chain"});
    EXPECT_EQ(acltdtFreeBuf(head), ACL_SUCCESS);
    expectError(acltdtFreeBuf(part), ACL_ERROR_INVALID_PARAM);  // went with its head
}

TEST_F(SharedQueue, BufferErrors) {
    acltdtBuf buffer = nullptr;
    expectError(acltdtAllocBuf(0, ACL_TDT_NORMAL_MEM, &buffer), ACL_ERROR_INVALID_PARAM, {"size"});
    expectError(acltdtAllocBuf(8, 2, &buffer), ACL_ERROR_INVALID_PARAM, {"type is 2"});
    expectError(acltdtAllocBuf(8, ACL_TDT_NORMAL_MEM, nullptr), ACL_ERROR_INVALID_PARAM, {"buf is null"});
    expectError(acltdtAllocBuf(8, ACL_TDT_DVPP_MEM, &buffer), ACL_ERROR_RT_FEATURE_NOT_SUPPORT, {"ACL_TDT_NORMAL_MEM"});
    buffer = newBuffer(1);
    void* data = nullptr;
    size_t size = 0;
    uint32_t count = 0;
    expectError(acltdtSetBufDataLen(buffer, 65), ACL_ERROR_INVALID_PARAM, {"len is 65"});
    expectError(acltdtGetBufDataLen(buffer, nullptr), ACL_ERROR_INVALID_PARAM, {"len is null"});
    expectError(acltdtGetBufData(buffer, nullptr, &size), ACL_ERROR_INVALID_PARAM, {"dataPtr is null"});
    expectError(acltdtGetBufData(buffer, &data, nullptr), ACL_ERROR_INVALID_PARAM, {"size is null"});
    EXPECT_EQ(acltdtFreeBuf(buffer), ACL_SUCCESS);
    acltdtBuf other = nullptr;
    for (acltdtBuf bad : {buffer, acltdtBuf{}}) {
        expectError(acltdtFreeBuf(bad), ACL_ERROR_INVALID_PARAM, {"buf"});
        expectError(acltdtGetBufData(bad, &data, &size), ACL_ERROR_INVALID_PARAM, {"buf"});
        expectError(acltdtSetBufDataLen(bad, 1), ACL_ERROR_INVALID_PARAM, {"buf"});
        expectError(acltdtGetBufDataLen(bad, &size), ACL_ERROR_INVALID_PARAM, {"buf"});
        expectError(acltdtAppendBufChain(bad, bad), ACL_ERROR_INVALID_PARAM, {"headBuf"});
        expectError(acltdtGetBufChainNum(bad, &count), ACL_ERROR_INVALID_PARAM, {"headBuf"});
        expectError(acltdtGetBufFromChain(bad, 0, &other), ACL_ERROR_INVALID_PARAM, {"headBuf"});
        expectError(acltdtGetBufUserData(bad, &count, 1, 0), ACL_ERROR_INVALID_PARAM, {"buf"});
        expectError(acltdtSetBufUserData(bad, &count, 1, 0), ACL_ERROR_INVALID_PARAM, {"buf"});
        expectError(acltdtCopyBufRef(bad, &other), ACL_ERROR_INVALID_PARAM, {"buf"});
        expectError(acltdtEnqueue(1, bad, 0), ACL_ERROR_INVALID_PARAM, {"buf"});
    }
}

}  // namespace
