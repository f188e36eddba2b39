// SPDX-License-Identifier: Apache-2.0
// Functions that check their arguments and return "not supported"; variables, older binary route, SIMT launches.
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <iterator>

#include "acc/abi.h"
#include "fixture.h"

namespace acc::test {
namespace {

class NotSupported : public ApiTest {
protected:
    static void refused(aclError code) { expectError(code, ACL_ERROR_RT_FEATURE_NOT_SUPPORT, {"EE1006"}); }
    static void invalid(aclError code, const char* word) { expectError(code, ACL_ERROR_INVALID_PARAM, {word}); }
};

TEST_F(NotSupported, SaturationFlag) {
    void* address = nullptr;
    char output[64];
    refused(aclrtCtxGetFloatOverflowAddr(&address));
    refused(aclrtGetFloatOverflowStatus(output, 64, nullptr));
    refused(aclrtResetFloatOverflowStatus(nullptr));
    refused(aclrtNpuGetFloatOverFlowStatus(output, 64, 0, nullptr));
    refused(aclrtNpuClearFloatOverFlowStatus(0, nullptr));
    invalid(aclrtCtxGetFloatOverflowAddr(nullptr), "overflowAddr is null");
    invalid(aclrtGetFloatOverflowStatus(nullptr, 64, nullptr), "outputAddr is null");
    invalid(aclrtGetFloatOverflowStatus(output, 63, nullptr), "outputSize is 63");
    invalid(aclrtNpuGetFloatOverFlowStatus(nullptr, 64, 0, nullptr), "outputAddr is null");
}

TEST_F(NotSupported, Groups) {
    uint32_t count = 0;
    auto* group = reinterpret_cast<aclrtGroupInfo*>(&count);
    size_t size = 0;
    refused(aclrtSetGroup(0));
    refused(aclrtGetGroupCount(&count));
    EXPECT_EQ(aclrtCreateGroupInfo(), nullptr);
    EXPECT_NE(messages().find("compute groups"), std::string::npos);
    refused(aclrtDestroyGroupInfo(group));
    refused(aclrtGetAllGroupInfo(group));
    refused(aclrtGetGroupInfoDetail(group, 0, ACL_GROUP_AIC_INT, &count, 4, &size));
    invalid(aclrtSetGroup(-1), "groupId is -1");
    invalid(aclrtGetGroupCount(nullptr), "count is null");
    invalid(aclrtDestroyGroupInfo(nullptr), "groupInfo is null");
    invalid(aclrtGetAllGroupInfo(nullptr), "groupInfo is null");
    invalid(aclrtGetGroupInfoDetail(nullptr, 0, ACL_GROUP_AIC_INT, &count, 4, &size), "groupInfo is null");
    invalid(aclrtGetGroupInfoDetail(group, 0, static_cast<aclrtGroupAttr>(6), &count, 4, &size), "attr is 6");
}

TEST_F(NotSupported, OtherServersAndLinks) {
    aclrtServerPid server{};
    aclrtNotify notify = nullptr;
    ASSERT_EQ(aclrtCreateNotify(&notify, 0), ACL_SUCCESS);
    refused(aclrtNotifySetImportPidInterServer(notify, &server, 1));
    invalid(aclrtNotifySetImportPidInterServer(notify, nullptr, 1), "serverPids is null");
    invalid(aclrtNotifySetImportPidInterServer(notify, &server, 0), "num is 0");
    expectError(aclrtNotifySetImportPidInterServer(nullptr, &server, 1), ACL_ERROR_RT_INVALID_HANDLE);
    refused(aclrtIpcMemImportPidInterServer("key", &server, 1));
    invalid(aclrtIpcMemImportPidInterServer(nullptr, &server, 1), "key is null");
    refused(aclrtIpcMemSetAttr("key", ACL_RT_IPC_MEM_ATTR_ACCESS_LINK, 0));
    invalid(aclrtIpcMemSetAttr(nullptr, ACL_RT_IPC_MEM_ATTR_ACCESS_LINK, 0), "key is null");
    invalid(aclrtIpcMemSetAttr("key", static_cast<aclrtIpcMemAttrType>(1), 0), "type is 1");
    invalid(aclrtIpcMemSetAttr("key", ACL_RT_IPC_MEM_ATTR_ACCESS_LINK, 4), "attr is 4");
}

TEST_F(NotSupported, Snapshots) {
    const auto callback = [](int32_t, void*) -> uint32_t { return 0; };
    aclrtSnapShotBackupArgs backup{};
    aclrtSnapShotRestoreArgs restore{};
    refused(aclrtSnapShotProcessLock(getpid(), nullptr));
    refused(aclrtSnapShotProcessUnlock(getpid(), nullptr));
    refused(aclrtSnapShotProcessBackup(getpid(), nullptr));
    refused(aclrtSnapShotProcessRestore(getpid(), nullptr));
    refused(aclrtSnapShotCallbackRegister(ACL_RT_SNAPSHOT_LOCK_PRE, callback, nullptr));
    refused(aclrtSnapShotCallbackUnregister(ACL_RT_SNAPSHOT_LOCK_PRE, callback));
    invalid(aclrtSnapShotProcessLock(getpid() + 1, nullptr), "pid is");
    invalid(aclrtSnapShotProcessUnlock(getpid(), &backup), "reserve");
    invalid(aclrtSnapShotProcessBackup(getpid(), &backup), "args");
    invalid(aclrtSnapShotProcessRestore(getpid(), &restore), "args");
    invalid(aclrtSnapShotCallbackRegister(static_cast<aclrtSnapShotStage>(6), callback, nullptr), "stage is 6");
    invalid(aclrtSnapShotCallbackUnregister(ACL_RT_SNAPSHOT_LOCK_PRE, nullptr), "callback is null");
}

TEST_F(NotSupported, ReservedBuffers) {
    aclrtMbuf buf = nullptr;
    aclrtMbuf any = &buf;
    void* data = nullptr;
    size_t size = 0;
    uint32_t count = 0;
    refused(aclrtAllocBuf(&buf, 1));
    refused(aclrtFreeBuf(any));
    refused(aclrtGetBufData(any, &data, &size));
    refused(aclrtSetBufDataLen(any, 1));
    refused(aclrtGetBufDataLen(any, &size));
    refused(aclrtCopyBufRef(any, &buf));
    refused(aclrtAppendBufChain(any, any));
    refused(aclrtGetBufChainNum(any, &count));
    refused(aclrtGetBufFromChain(any, 0, &buf));
    refused(aclrtSetBufUserData(any, &size, 1, 0));
    refused(aclrtGetBufUserData(any, &size, 1, 0));
    invalid(aclrtAllocBuf(nullptr, 1), "buf is null");
    invalid(aclrtAllocBuf(&buf, 0), "size is 0");
    invalid(aclrtFreeBuf(nullptr), "buf is null");
    invalid(aclrtGetBufData(any, nullptr, &size), "dataPtr is null");
    invalid(aclrtSetBufDataLen(nullptr, 1), "buf is null");
    invalid(aclrtGetBufDataLen(any, nullptr), "len is null");
    invalid(aclrtCopyBufRef(any, nullptr), "newBuf is null");
    invalid(aclrtAppendBufChain(nullptr, any), "headBuf is null");
    invalid(aclrtGetBufChainNum(any, nullptr), "num is null");
    invalid(aclrtGetBufFromChain(nullptr, 0, &buf), "headBuf is null");
    invalid(aclrtSetBufUserData(any, nullptr, 1, 0), "dataPtr is null");
    invalid(aclrtGetBufUserData(any, &size, 0, 0), "size is 0");
}

TEST_F(NotSupported, RefreshingStoredTasks) {
    aclrtStream stored = nullptr;
    ASSERT_EQ(aclrtCreateStreamWithConfig(&stored, 0, ACL_STREAM_PERSISTENT), ACL_SUCCESS);
    aclrtTaskUpdateInfo info{};
    info.id = ACL_RT_UPDATE_RANDOM_TASK;
    expectError(aclrtTaskUpdateAsync(stored, 0, &info, nullptr), ACL_ERROR_RT_STREAM_MODEL);
    aclmdlRI model = nullptr;
    ASSERT_EQ(aclmdlRIBuildBegin(&model, 0), ACL_SUCCESS);
    ASSERT_EQ(aclmdlRIBindStream(model, stored, 0), ACL_SUCCESS);
    refused(aclrtTaskUpdateAsync(stored, 0, &info, nullptr));
    invalid(aclrtTaskUpdateAsync(nullptr, 0, &info, nullptr), "taskStream is null");
    invalid(aclrtTaskUpdateAsync(stored, 0, nullptr, nullptr), "info is null");
    info.id = static_cast<aclrtUpdateTaskAttrId>(3);
    invalid(aclrtTaskUpdateAsync(stored, 0, &info, nullptr), "info->id is 3");
}

TEST_F(NotSupported, SimtLaunches) {
    const dim3 one{1, 1, 1};
    void* function = emptyKernel();
    refused(aclrtLaunchSIMTKernelWithArgsArray(function, one, one, 0, nullptr, nullptr, nullptr));
    refused(aclrtLaunchSIMTKernelWithHostArgs(function, one, one, 0, nullptr, nullptr, nullptr, 0, nullptr, 0));
    invalid(aclrtLaunchSIMTKernelWithArgsArray(function, {0, 1, 1}, one, 0, nullptr, nullptr, nullptr), "gridDim is");
    invalid(
        aclrtLaunchSIMTKernelWithHostArgs(function, {65535, 2, 1}, one, 0, nullptr, nullptr, nullptr, 0, nullptr, 0),
        "gridDim is");
    invalid(aclrtLaunchSIMTKernelWithArgsArray(function, one, {2049, 1, 1}, 0, nullptr, nullptr, nullptr),
            "blockDim is");
    invalid(aclrtLaunchSIMTKernelWithArgsArray(addKernel(), one, one, 0, nullptr, nullptr, nullptr), "args is null");
    invalid(aclrtLaunchSIMTKernelWithHostArgs(addKernel(), one, one, 0, nullptr, nullptr, nullptr, 0, nullptr, 0),
            "hostArgs is null");
    invalid(aclrtLaunchSIMTKernelWithHostArgs(function, one, one, 0, nullptr, nullptr, nullptr, 0, nullptr, 1),
            "placeHolderArray is null");
    size_t bytes = 9;
    expectError(aclrtLaunchSIMTKernelWithArgsArray(&bytes, one, one, 0, nullptr, nullptr, nullptr),
                ACL_ERROR_RT_INVALID_DEVICE_FUNCTION);
    EXPECT_EQ(aclrtFunctionGetAvailDynUbufPerBlock(function, 0, &bytes), ACL_SUCCESS);
    EXPECT_EQ(bytes, 0U);
    invalid(aclrtFunctionGetAvailDynUbufPerBlock(function, 1, &bytes), "flags is 1");
    invalid(aclrtFunctionGetAvailDynUbufPerBlock(function, 0, nullptr), "dynamicUbufSize is null");
}

TEST_F(NotSupported, OlderBinaryRoute) {
    std::ifstream file(ACC_TEST_BINARY, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    aclrtBinary description = aclrtCreateBinary(bytes.data(), bytes.size());
    ASSERT_NE(description, nullptr);
    aclrtBinHandle binary = nullptr;
    ASSERT_EQ(aclrtBinaryLoad(description, &binary), ACL_SUCCESS) << messages();
    aclrtFuncHandle function = nullptr;
    EXPECT_EQ(aclrtBinaryGetFunction(binary, "scale", &function), ACL_SUCCESS);
    size_t cube = 9;
    size_t vector = 0;
    EXPECT_EQ(aclrtGetFunctionSize(function, &cube, &vector), ACL_SUCCESS);
    EXPECT_EQ(cube, 0U) << "it has no cube part";
    EXPECT_GT(vector, 0U);
    invalid(aclrtGetFunctionSize(function, nullptr, &vector), "aicSize is null");
    invalid(aclrtGetFunctionSize(function, &cube, nullptr), "aivSize is null");
    void* address = nullptr;
    size_t size = 0;
    EXPECT_EQ(aclrtBinaryGetDevAddress(binary, &address, &size), ACL_SUCCESS);
    EXPECT_NE(address, nullptr);
    EXPECT_EQ(size, bytes.size());
    invalid(aclrtBinaryGetDevAddress(binary, nullptr, &size), "binAddr is null");
    invalid(aclrtBinaryGetDevAddress(binary, &address, nullptr), "binSize is null");
    aclrtBinaryLoadOption option{};
    option.type = ACL_RT_BINARY_LOAD_OPT_LAZY_LOAD;
    option.value.isLazyLoad = 1;
    aclrtBinaryLoadOptions options{&option, 1};
    aclrtBinHandle lazy = nullptr;
    ASSERT_EQ(aclrtBinaryLoadFromFile(ACC_TEST_BINARY, &options, &lazy), ACL_SUCCESS);
    EXPECT_EQ(aclrtBinaryGetDevAddress(lazy, &address, &size), ACL_SUCCESS);
    EXPECT_EQ(address, nullptr) << "loaded lazily";
    expectError(aclrtRegisterCpuFunc(binary, "f", "k", &function), ACL_ERROR_RT_PARAM_INVALID, {"AI CPU"});
    invalid(aclrtRegisterCpuFunc(binary, nullptr, "k", &function), "funcName is null");
    invalid(aclrtRegisterCpuFunc(binary, "f", nullptr, &function), "kernelName is null");
    invalid(aclrtRegisterCpuFunc(binary, "f", "k", nullptr), "funcHandle is null");
    EXPECT_EQ(aclrtBinaryUnLoad(binary), ACL_SUCCESS);
    EXPECT_EQ(aclrtBinaryUnLoad(lazy), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyBinary(description), ACL_SUCCESS);
    expectError(aclrtDestroyBinary(description), ACL_ERROR_RT_INVALID_HANDLE, {"destroyed"});
    expectError(aclrtBinaryLoad(description, &binary), ACL_ERROR_RT_INVALID_HANDLE, {"destroyed"});
    EXPECT_EQ(aclrtCreateBinary(nullptr, 1), nullptr);
    EXPECT_NE(messages().find("data is null"), std::string::npos);
    EXPECT_EQ(aclrtCreateBinary(bytes.data(), 0), nullptr);
    EXPECT_NE(messages().find("dataLen is 0"), std::string::npos);
}

// A variable as acc registers it.
alignas(64) int32_t variable[4];

class Symbol : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        accRegisterVariable(variable, sizeof(variable));
    }
    void TearDown() override {
        accUnregisterVariable(variable);
        ApiTest::TearDown();
    }
};

TEST_F(Symbol, IsReadAndWritten) {
    void* address = nullptr;
    size_t size = 0;
    EXPECT_EQ(aclrtGetSymbolAddress(variable, &address), ACL_SUCCESS) << messages();
    EXPECT_EQ(address, variable);
    EXPECT_EQ(aclrtGetSymbolSize(variable, &size), ACL_SUCCESS);
    EXPECT_EQ(size, 16U);
    const int32_t in[2] = {5, 6};
    EXPECT_EQ(aclrtMemcpyToSymbol(variable, in, 8, 4, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS) << messages();
    EXPECT_EQ(variable[1], 5);
    ASSERT_EQ(launchAdd(reinterpret_cast<uint32_t*>(variable) + 2, 10, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    int32_t out[2] = {};
    EXPECT_EQ(aclrtMemcpyFromSymbol(out, 8, variable, 8, 4, ACL_MEMCPY_DEFAULT), ACL_SUCCESS) << messages();
    EXPECT_EQ(out[1], 16);
    auto* pinned = static_cast<int32_t*>(newPinned(16));
    pinned[0] = 77;
    EXPECT_EQ(aclrtMemcpyToSymbolAsync(variable, pinned, 4, 0, ACL_MEMCPY_DEFAULT, nullptr), ACL_SUCCESS) << messages();
    EXPECT_EQ(aclrtMemcpyFromSymbolAsync(pinned + 1, 4, variable, 4, 0, ACL_MEMCPY_DEVICE_TO_HOST, nullptr),
              ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_EQ(pinned[1], 77);
    EXPECT_EQ(aclrtFreeHost(pinned), ACL_SUCCESS);
}

TEST_F(Symbol, Errors) {
    void* address = nullptr;
    size_t size = 0;
    int32_t value = 0;
    expectError(aclrtGetSymbolAddress(&value, &address), ACL_ERROR_RT_INVALID_SYMBOL);
    expectError(aclrtGetSymbolAddress(nullptr, &address), ACL_ERROR_INVALID_PARAM, {"symbol is null"});
    expectError(aclrtGetSymbolAddress(variable, nullptr), ACL_ERROR_INVALID_PARAM, {"devPtr is null"});
    expectError(aclrtGetSymbolSize(&value, &size), ACL_ERROR_RT_INVALID_SYMBOL);
    expectError(aclrtGetSymbolSize(variable, nullptr), ACL_ERROR_INVALID_PARAM, {"size is null"});
    expectError(aclrtMemcpyToSymbol(variable, &value, 4, 16, ACL_MEMCPY_DEFAULT), ACL_ERROR_INVALID_PARAM,
                {"offset is 16"});
    expectError(aclrtMemcpyToSymbol(variable, nullptr, 4, 0, ACL_MEMCPY_DEFAULT), ACL_ERROR_INVALID_PARAM,
                {"src is null"});
    expectError(aclrtMemcpyToSymbol(variable, &value, 4, 0, ACL_MEMCPY_DEVICE_TO_HOST), ACL_ERROR_INVALID_PARAM,
                {"kind is 2"});
    expectError(aclrtMemcpyToSymbol(&value, &value, 4, 0, ACL_MEMCPY_DEFAULT), ACL_ERROR_RT_INVALID_SYMBOL);
    expectError(aclrtMemcpyToSymbolAsync(variable, &value, 20, 0, ACL_MEMCPY_DEFAULT, nullptr), ACL_ERROR_INVALID_PARAM,
                {"count is 20"});
    expectError(aclrtMemcpyFromSymbol(&value, 3, variable, 4, 0, ACL_MEMCPY_DEFAULT), ACL_ERROR_INVALID_PARAM,
                {"count is 4, expected at most dstMax"});
    expectError(aclrtMemcpyFromSymbol(nullptr, 4, variable, 4, 0, ACL_MEMCPY_DEFAULT), ACL_ERROR_INVALID_PARAM,
                {"dst is null"});
    expectError(aclrtMemcpyFromSymbol(&value, 4, variable, 4, 0, ACL_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_INVALID_PARAM,
                {"kind is 1"});
    expectError(aclrtMemcpyFromSymbolAsync(&value, 4, variable, 4, 13, ACL_MEMCPY_DEFAULT, nullptr),
                ACL_ERROR_INVALID_PARAM, {"offset is 13"});
}

TEST_F(Symbol, OfABinary) {
    aclrtBinHandle binary = nullptr;
    ASSERT_EQ(aclrtBinaryLoadFromFile(ACC_TEST_BINARY, nullptr, &binary), ACL_SUCCESS);
    void* address = nullptr;
    size_t size = 0;
    EXPECT_EQ(aclrtBinaryGetGlobal(binary, "table", &address, &size), ACL_SUCCESS) << messages();
    EXPECT_EQ(size, 32U);
    int32_t out = 0;
    EXPECT_EQ(aclrtMemcpy(&out, 4, address, 4, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    EXPECT_EQ(out, 123);
    EXPECT_EQ(aclrtBinaryGetGlobal(binary, "table", nullptr, &size), ACL_SUCCESS);
    expectError(aclrtBinaryGetGlobal(binary, "nothing", &address, &size), ACL_ERROR_RT_SYMBOL_NOT_FOUND, {"'nothing'"});
    expectError(aclrtBinaryGetGlobal(binary, nullptr, &address, &size), ACL_ERROR_INVALID_PARAM, {"name is null"});
    expectError(aclrtBinaryGetGlobal(binary, "table", nullptr, nullptr), ACL_ERROR_INVALID_PARAM, {"both null"});
    EXPECT_EQ(aclrtBinaryUnLoad(binary), ACL_SUCCESS);
}

}  // namespace
}  // namespace acc::test
