// SPDX-License-Identifier: Apache-2.0
// Argument lists.
#include <cstring>

#include "fixture.h"

namespace acc::test {
namespace {

class Args : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        ASSERT_EQ(aclrtBinaryLoadFromFile(ACC_TEST_BINARY, nullptr, &binary), ACL_SUCCESS) << messages();
        ASSERT_EQ(aclrtBinaryGetFunction(binary, "sum", &sum), ACL_SUCCESS);
        out = static_cast<uint32_t*>(newMemory(64));
        std::memset(out, 0, 64);
    }
    void TearDown() override {
        aclrtBinaryUnLoad(binary);
        ApiTest::TearDown();
    }
    static aclrtArgsHandle init(aclrtFuncHandle function) {
        aclrtArgsHandle list = nullptr;
        EXPECT_EQ(aclrtKernelArgsInit(function, &list), ACL_SUCCESS) << messages();
        return list;
    }
    aclrtArgsHandle addList(uint32_t value, aclrtParamHandle* second) {
        aclrtArgsHandle list = init(addKernel());
        aclrtParamHandle first = nullptr;
        EXPECT_EQ(aclrtKernelArgsAppend(list, &out, sizeof(out), &first), ACL_SUCCESS) << messages();
        EXPECT_EQ(aclrtKernelArgsAppend(list, &value, sizeof(value), second), ACL_SUCCESS) << messages();
        return list;
    }
    static aclError launch(aclrtFuncHandle function, aclrtArgsHandle list) {
        return aclrtLaunchKernelWithConfig(function, 1, nullptr, nullptr, list, nullptr);
    }
    aclrtBinHandle binary = nullptr;
    aclrtFuncHandle sum = nullptr;
    uint32_t* out = nullptr;
};

TEST_F(Args, AppendFinalizeLaunch) {
    aclrtParamHandle value = nullptr;
    aclrtArgsHandle list = addList(3, &value);
    EXPECT_EQ(aclrtKernelArgsFinalize(list), ACL_SUCCESS);
    EXPECT_EQ(launch(addKernel(), list), ACL_SUCCESS) << messages();
    EXPECT_EQ(launch(addKernel(), list), ACL_SUCCESS) << "again";
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_EQ(out[0], 6U);
}

TEST_F(Args, UpdateDoesNotTouchQueuedLaunches) {
    aclrtParamHandle value = nullptr;
    aclrtArgsHandle list = addList(1, &value);
    ASSERT_EQ(aclrtKernelArgsFinalize(list), ACL_SUCCESS);
    {
        aclrtStream stream = newStream();
        Gate gate(stream);
        EXPECT_EQ(aclrtLaunchKernelWithConfig(addKernel(), 1, stream, nullptr, list, nullptr), ACL_SUCCESS);
        uint32_t larger = 100;
        EXPECT_EQ(aclrtKernelArgsParaUpdate(list, value, &larger, sizeof(larger)), ACL_SUCCESS);
        expectError(launch(addKernel(), list), ACL_ERROR_RT_PARAM_INVALID, {"aclrtKernelArgsFinalize"});
        EXPECT_EQ(aclrtKernelArgsFinalize(list), ACL_SUCCESS);
        EXPECT_EQ(aclrtLaunchKernelWithConfig(addKernel(), 1, stream, nullptr, list, nullptr), ACL_SUCCESS);
    }
    EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
    EXPECT_EQ(out[0], 101U);
}

TEST_F(Args, PlaceHolders) {
    aclrtArgsHandle list = init(sum);
    aclrtParamHandle values = nullptr;
    aclrtParamHandle other = nullptr;
    uint32_t count = 5;
    ASSERT_EQ(aclrtKernelArgsAppendPlaceHolder(list, &values), ACL_SUCCESS);
    ASSERT_EQ(aclrtKernelArgsAppend(list, &out, sizeof(out), &other), ACL_SUCCESS);
    ASSERT_EQ(aclrtKernelArgsAppend(list, &count, sizeof(count), &other), ACL_SUCCESS);
    expectError(aclrtKernelArgsFinalize(list), ACL_ERROR_RT_PARAM_INVALID, {"placeholder 0 has no buffer"});
    void* buffer = nullptr;
    ASSERT_EQ(aclrtKernelArgsGetPlaceHolderBuffer(list, values, count * sizeof(uint32_t), &buffer), ACL_SUCCESS);
    for (uint32_t i = 0; i < count; ++i) {
        static_cast<uint32_t*>(buffer)[i] = i + 1;
    }
    EXPECT_EQ(aclrtKernelArgsFinalize(list), ACL_SUCCESS);
    {
        aclrtStream stream = newStream();
        Gate gate(stream);
        EXPECT_EQ(aclrtLaunchKernelWithConfig(sum, 1, stream, nullptr, list, nullptr), ACL_SUCCESS) << messages();
        static_cast<uint32_t*>(buffer)[0] = 1000;  // the launch took a copy
    }
    EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS) << messages();
    EXPECT_EQ(out[0], 15U);
}

TEST_F(Args, InUserMemory) {
    size_t handleBytes = 0;
    size_t argsBytes = 0;
    ASSERT_EQ(aclrtKernelArgsGetHandleMemSize(addKernel(), &handleBytes), ACL_SUCCESS);
    ASSERT_EQ(aclrtKernelArgsGetMemSize(addKernel(), 16, &argsBytes), ACL_SUCCESS);
    EXPECT_GE(argsBytes, 16U);
    std::vector<std::byte> handleMemory(handleBytes);
    std::vector<std::byte> argsMemory(argsBytes);
    void* list = handleMemory.data();
    for (uint32_t round = 0; round < 2; ++round) {
        ASSERT_EQ(aclrtKernelArgsInitByUserMem(addKernel(), list, argsMemory.data(), argsBytes), ACL_SUCCESS)
            << messages();
        aclrtParamHandle handle = nullptr;
        uint32_t value = 4;
        EXPECT_EQ(aclrtKernelArgsAppend(list, &out, sizeof(out), &handle), ACL_SUCCESS) << messages();
        EXPECT_EQ(aclrtKernelArgsAppend(list, &value, sizeof(value), &handle), ACL_SUCCESS);
        EXPECT_EQ(aclrtKernelArgsFinalize(list), ACL_SUCCESS);
        EXPECT_EQ(launch(addKernel(), list), ACL_SUCCESS) << messages();
    }
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_EQ(out[0], 8U);
    expectError(aclrtKernelArgsInitByUserMem(addKernel(), nullptr, argsMemory.data(), argsBytes),
                ACL_ERROR_INVALID_PARAM, {"argsHandle is null"});
    expectError(aclrtKernelArgsInitByUserMem(addKernel(), list, nullptr, argsBytes), ACL_ERROR_INVALID_PARAM,
                {"userHostMem is null"});
    expectError(aclrtKernelArgsInitByUserMem(addKernel(), list, argsMemory.data(), 8), ACL_ERROR_INVALID_PARAM,
                {"actualArgsSize is 8"});
    expectError(aclrtKernelArgsGetHandleMemSize(addKernel(), nullptr), ACL_ERROR_INVALID_PARAM, {"memSize is null"});
    expectError(aclrtKernelArgsGetMemSize(addKernel(), 8, nullptr), ACL_ERROR_INVALID_PARAM,
                {"actualArgsSize is null"});
}

TEST_F(Args, AppendErrors) {
    aclrtArgsHandle list = init(addKernel());
    aclrtParamHandle handle = nullptr;
    uint32_t value = 0;
    expectError(aclrtKernelArgsInit(addKernel(), nullptr), ACL_ERROR_INVALID_PARAM, {"argsHandle is null"});
    expectError(aclrtKernelArgsAppend(nullptr, &out, 8, &handle), ACL_ERROR_INVALID_PARAM, {"argsHandle is null"});
    expectError(aclrtKernelArgsAppend(list, nullptr, 8, &handle), ACL_ERROR_INVALID_PARAM, {"param is null"});
    expectError(aclrtKernelArgsAppend(list, &out, 0, &handle), ACL_ERROR_INVALID_PARAM, {"paramSize is 0"});
    expectError(aclrtKernelArgsAppend(list, &out, 4, &handle), ACL_ERROR_INVALID_PARAM, {"paramSize is 4, expected 8"});
    expectError(aclrtKernelArgsAppend(list, &out, 8, nullptr), ACL_ERROR_INVALID_PARAM, {"paramHandle is null"});
    expectError(aclrtKernelArgsAppendPlaceHolder(list, nullptr), ACL_ERROR_INVALID_PARAM, {"paramHandle is null"});
    EXPECT_EQ(handle, nullptr);
    expectError(aclrtKernelArgsFinalize(list), ACL_ERROR_RT_PARAM_INVALID, {"0 arguments", "2 parameters"});
    ASSERT_EQ(aclrtKernelArgsAppend(list, &out, 8, &handle), ACL_SUCCESS);
    expectError(aclrtKernelArgsAppendPlaceHolder(list, &handle), ACL_ERROR_RT_PARAM_INVALID, {"no pointer"});
    ASSERT_EQ(aclrtKernelArgsAppend(list, &value, 4, &handle), ACL_SUCCESS);
    expectError(aclrtKernelArgsAppend(list, &value, 4, &handle), ACL_ERROR_RT_PARAM_INVALID, {"2 parameters"});
    expectError(aclrtKernelArgsAppendPlaceHolder(list, &handle), ACL_ERROR_RT_PARAM_INVALID, {"2 parameters"});
}

TEST_F(Args, ParameterErrors) {
    aclrtParamHandle handle = nullptr;
    aclrtArgsHandle list = addList(1, &handle);
    void* buffer = nullptr;
    uint32_t value = 0;
    expectError(aclrtKernelArgsGetPlaceHolderBuffer(list, handle, 8, &buffer), ACL_ERROR_RT_PARAM_INVALID,
                {"placeholder"});
    expectError(aclrtKernelArgsGetPlaceHolderBuffer(list, handle, 0, &buffer), ACL_ERROR_INVALID_PARAM,
                {"dataSize is 0"});
    expectError(aclrtKernelArgsGetPlaceHolderBuffer(list, handle, 8, nullptr), ACL_ERROR_INVALID_PARAM,
                {"bufferAddr is null"});
    expectError(aclrtKernelArgsParaUpdate(list, handle, nullptr, 4), ACL_ERROR_INVALID_PARAM, {"param is null"});
    expectError(aclrtKernelArgsParaUpdate(list, handle, &value, 0), ACL_ERROR_INVALID_PARAM, {"paramSize is 0"});
    expectError(aclrtKernelArgsParaUpdate(list, handle, &value, 8), ACL_ERROR_INVALID_PARAM, {"paramSize is 8"});
    aclrtArgsHandle other = init(sum);
    aclrtParamHandle placeHolder = nullptr;
    ASSERT_EQ(aclrtKernelArgsAppendPlaceHolder(other, &placeHolder), ACL_SUCCESS);
    expectError(aclrtKernelArgsParaUpdate(other, placeHolder, &value, 8), ACL_ERROR_RT_PARAM_INVALID,
                {"appended value"});
    expectError(aclrtKernelArgsParaUpdate(other, handle, &value, 4), ACL_ERROR_RT_INVALID_HANDLE, {"of this list"});
    expectError(aclrtKernelArgsGetPlaceHolderBuffer(list, placeHolder, 8, &buffer), ACL_ERROR_RT_INVALID_HANDLE);
    expectError(aclrtKernelArgsParaUpdate(list, nullptr, &value, 4), ACL_ERROR_RT_INVALID_HANDLE);
}

TEST_F(Args, LaunchErrors) {
    aclrtParamHandle handle = nullptr;
    aclrtArgsHandle list = addList(1, &handle);
    expectError(launch(addKernel(), list), ACL_ERROR_RT_PARAM_INVALID, {"not complete"});
    ASSERT_EQ(aclrtKernelArgsFinalize(list), ACL_SUCCESS);
    expectError(launch(sum, list), ACL_ERROR_RT_PARAM_INVALID, {"a list for add"});
    int reserve = 0;
    expectError(aclrtLaunchKernelWithConfig(addKernel(), 1, nullptr, nullptr, list, &reserve), ACL_ERROR_INVALID_PARAM,
                {"reserve is"});
    expectError(launch(addKernel(), nullptr), ACL_ERROR_INVALID_PARAM, {"argsHandle is null"});
}

TEST_F(Args, ListsGoWithTheirBinary) {
    aclrtBinHandle second = nullptr;
    ASSERT_EQ(aclrtBinaryLoadFromFile(ACC_TEST_BINARY, nullptr, &second), ACL_SUCCESS);
    aclrtFuncHandle function = nullptr;
    ASSERT_EQ(aclrtBinaryGetFunction(second, "sum", &function), ACL_SUCCESS);
    aclrtArgsHandle list = init(function);
    aclrtArgsHandle stays = init(sum);
    EXPECT_EQ(aclrtBinaryUnLoad(second), ACL_SUCCESS);
    aclrtParamHandle handle = nullptr;
    expectError(aclrtKernelArgsAppendPlaceHolder(list, &handle), ACL_ERROR_RT_INVALID_HANDLE,
                {"argument list", "destroyed"});
    EXPECT_EQ(aclrtKernelArgsAppendPlaceHolder(stays, &handle), ACL_SUCCESS);
}

}  // namespace
}  // namespace acc::test
