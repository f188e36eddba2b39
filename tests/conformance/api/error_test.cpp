// SPDX-License-Identifier: Apache-2.0
// Last error and messages.
#include "fixture.h"

namespace acc::test {
namespace {

using Error = ApiTest;

TEST_F(Error, LastErrorIsOverwrittenByFailuresOnly) {
    EXPECT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_SUCCESS);
    aclrtSetDevice(-1);
    EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_RT_INVALID_DEVICEID);
    aclrtFree(nullptr);
    EXPECT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_SUCCESS);
}

TEST_F(Error, LastErrorBelongsToTheThread) {
    aclrtFree(nullptr);
    std::thread([] { EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_SUCCESS); }).join();
    EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_INVALID_PARAM);
}

TEST_F(Error, OnlyThreadLevelExists) {
    const auto level = static_cast<aclrtLastErrLevel>(1);
    expectError(aclrtPeekAtLastError(level), ACL_ERROR_INVALID_PARAM, {"aclrtPeekAtLastError", "level is 1"});
    expectError(aclrtGetLastError(level), ACL_ERROR_INVALID_PARAM);
}

TEST_F(Error, MessagesAreNewestFirstAndForgotten) {
    EXPECT_EQ(aclGetRecentErrMsg(), nullptr);
    aclrtSetDevice(-1);
    void* memory = nullptr;
    aclrtMalloc(&memory, 0, ACL_MEM_MALLOC_HUGE_FIRST);
    const std::string text = messages();
    const size_t newest = text.find("aclrtMalloc: size is 0, expected >= 1");
    const size_t oldest = text.find("aclrtSetDevice: deviceId is -1");
    ASSERT_NE(newest, std::string::npos) << text;
    ASSERT_NE(oldest, std::string::npos) << text;
    EXPECT_LT(newest, oldest);
    EXPECT_EQ(text.substr(0, 6), "EH0001");
    EXPECT_EQ(aclGetRecentErrMsg(), nullptr);
}

TEST_F(Error, MessagePointerLivesUntilTheNextFetch) {
    aclrtFree(nullptr);
    const char* text = aclGetRecentErrMsg();
    ASSERT_NE(text, nullptr);
    const std::string copy = text;
    aclrtSetDevice(-1);  // a failing call does not touch what was handed out
    EXPECT_EQ(copy, text);
    EXPECT_NE(copy.find("EH0002"), std::string::npos) << copy;
}

TEST_F(Error, MessagesAreBounded) {
    for (int i = 0; i < 10000; ++i) {
        aclrtFree(nullptr);
    }
    EXPECT_LE(messages().size(), 16U * 1024);
}

TEST_F(Error, MessagesBelongToTheThread) {
    aclrtFree(nullptr);
    std::thread([] { EXPECT_EQ(aclGetRecentErrMsg(), nullptr); }).join();
    EXPECT_FALSE(messages().empty());
}

}  // namespace
}  // namespace acc::test
