// SPDX-License-Identifier: Apache-2.0
// Contexts.
#include "fixture.h"

namespace acc::test {
namespace {

using Context = ApiTest;

aclrtContext current() {
    aclrtContext context = nullptr;
    EXPECT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS) << messages();
    return context;
}

TEST_F(Context, CreateMakesItCurrent) {
    const aclrtContext first = current();
    aclrtContext context = nullptr;
    EXPECT_EQ(aclrtCreateContext(&context, 1), ACL_SUCCESS);
    EXPECT_EQ(current(), context);
    EXPECT_NE(first, context);
    int32_t device = -1;
    EXPECT_EQ(aclrtGetDevice(&device), ACL_SUCCESS);
    EXPECT_EQ(device, 1) << "the device was activated by the context";
    EXPECT_EQ(aclrtSetCurrentContext(first), ACL_SUCCESS);
    EXPECT_EQ(aclrtGetDevice(&device), ACL_SUCCESS);
    EXPECT_EQ(device, 0);
    EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDevice(1), ACL_SUCCESS);
}

TEST_F(Context, CreateErrors) {
    aclrtContext context = nullptr;
    expectError(aclrtCreateContext(nullptr, 0), ACL_ERROR_INVALID_PARAM, {"context is null"});
    expectError(aclrtCreateContext(&context, 2), ACL_ERROR_RT_INVALID_DEVICEID, {"deviceId is 2"});
    EXPECT_EQ(context, nullptr);
}

TEST_F(Context, DestroyedContextIsNobodysCurrentOne) {
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
    std::latch entered(1);
    std::latch destroyed(1);
    std::thread other([&] {
        EXPECT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
        entered.count_down();
        destroyed.wait();
        expectError(aclrtSynchronizeStream(nullptr), ACL_ERROR_RT_CONTEXT_NULL, {"was destroyed"});
    });
    entered.wait();
    EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
    destroyed.count_down();
    other.join();
    expectError(aclrtGetCurrentContext(&context), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
}

TEST_F(Context, DestroyWaitsForStreamsAndTakesThemAlong) {
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
    auto* out = static_cast<uint32_t*>(newPinned(4));
    *out = 0;
    aclrtStream stream = newStream();
    for (int i = 0; i < 50; ++i) {
        ASSERT_EQ(launchAdd(out, 1, stream), ACL_SUCCESS);
    }
    EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
    EXPECT_EQ(*out, 50U);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    expectError(aclrtSynchronizeStream(stream), ACL_ERROR_RT_INVALID_HANDLE, {"destroyed"});
    EXPECT_EQ(aclrtFreeHost(out), ACL_SUCCESS);
}

TEST_F(Context, DefaultContextCannotBeDestroyed) {
    expectError(aclrtDestroyContext(current()), ACL_ERROR_RT_PARAM_INVALID, {"default context of device 0"});
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
}

TEST_F(Context, EachHasItsOwnDefaultStream) {
    aclrtStream first = nullptr;
    ASSERT_EQ(aclrtCtxGetCurrentDefaultStream(&first), ACL_SUCCESS);
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
    aclrtStream second = nullptr;
    ASSERT_EQ(aclrtCtxGetCurrentDefaultStream(&second), ACL_SUCCESS);
    EXPECT_NE(first, second);
    EXPECT_EQ(aclrtSynchronizeStream(second), ACL_SUCCESS) << "the handle stands for the NULL stream";
    expectError(aclrtSynchronizeStream(first), ACL_ERROR_RT_STREAM_CONTEXT);
    expectError(aclrtCtxGetCurrentDefaultStream(nullptr), ACL_ERROR_INVALID_PARAM, {"stream is null"});
}

TEST_F(Context, NeedsOne) {
    std::thread([] {
        aclrtContext context = nullptr;
        aclrtStream stream = nullptr;
        expectError(aclrtGetCurrentContext(&context), ACL_ERROR_RT_CONTEXT_NULL, {"no context"});
        expectError(aclrtCtxGetCurrentDefaultStream(&stream), ACL_ERROR_RT_CONTEXT_NULL);
        expectError(aclrtGetCurrentContext(nullptr), ACL_ERROR_INVALID_PARAM, {"context is null"});
    }).join();
}

TEST_F(Context, PrimaryState) {
    int32_t active = -1;
    EXPECT_EQ(aclrtGetPrimaryCtxState(0, nullptr, &active), ACL_SUCCESS);
    EXPECT_EQ(active, 1);
    EXPECT_EQ(aclrtGetPrimaryCtxState(1, nullptr, &active), ACL_SUCCESS);
    EXPECT_EQ(active, 0);
    uint32_t flags = 0;
    expectError(aclrtGetPrimaryCtxState(0, &flags, &active), ACL_ERROR_INVALID_PARAM, {"flags"});
    expectError(aclrtGetPrimaryCtxState(0, nullptr, nullptr), ACL_ERROR_INVALID_PARAM, {"active is null"});
    expectError(aclrtGetPrimaryCtxState(4, nullptr, &active), ACL_ERROR_RT_INVALID_DEVICEID);
}

}  // namespace
}  // namespace acc::test
