// SPDX-License-Identifier: Apache-2.0
// Sharing with other processes: arguments are checked, the rest is refused.
#include "fixture.h"

namespace {

using acc::test::ApiTest;
using acc::test::expectError;
using acc::test::messages;

class Ipc : public ApiTest {
protected:
    static constexpr aclError kRefused = ACL_ERROR_RT_FEATURE_NOT_SUPPORT;
    static constexpr aclError kInvalid = ACL_ERROR_INVALID_PARAM;
    char key[65] = {};
    int32_t pid = 1;
};

TEST_F(Ipc, Events) {
    aclrtEvent event = newEvent();
    aclrtIpcEventHandle handle{};
    expectError(aclrtIpcGetEventHandle(event, &handle), kInvalid, {"ACL_EVENT_IPC"});
    expectError(aclrtIpcGetEventHandle(event, nullptr), kInvalid, {"handle is null"});
    expectError(aclrtIpcGetEventHandle(nullptr, &handle), ACL_ERROR_RT_INVALID_HANDLE, {"event"});
    expectError(aclrtIpcOpenEventHandle(handle, nullptr), kInvalid, {"event is null"});
    expectError(aclrtIpcOpenEventHandle(handle, &event), kRefused, {"other processes"});
}

TEST_F(Ipc, Notifies) {
    aclrtNotify notify = nullptr;
    ASSERT_EQ(aclrtCreateNotify(&notify, ACL_NOTIFY_DEFAULT), ACL_SUCCESS) << messages();
    expectError(aclrtNotifyGetExportKey(nullptr, key, 65, 0), ACL_ERROR_RT_INVALID_HANDLE, {"notify"});
    expectError(aclrtNotifyGetExportKey(notify, nullptr, 65, 0), kInvalid, {"key is null"});
    expectError(aclrtNotifyGetExportKey(notify, key, 64, 0), kInvalid, {"len is 64"});
    expectError(aclrtNotifyGetExportKey(notify, key, 65, 1), kInvalid, {"flags is 0x1"});
    expectError(aclrtNotifyGetExportKey(notify, key, 65, 2), kRefused, {"notifies"});
    expectError(aclrtNotifySetImportPid(nullptr, &pid, 1), ACL_ERROR_RT_INVALID_HANDLE, {"notify"});
    expectError(aclrtNotifySetImportPid(notify, nullptr, 1), kInvalid, {"pid is null"});
    expectError(aclrtNotifySetImportPid(notify, &pid, 0), kInvalid, {"num"});
    expectError(aclrtNotifySetImportPid(notify, &pid, 1), kRefused);
    aclrtNotify imported = nullptr;
    expectError(aclrtNotifyImportByKey(nullptr, key, 0), kInvalid, {"notify is null"});
    expectError(aclrtNotifyImportByKey(&imported, nullptr, 0), kInvalid, {"key is null"});
    expectError(aclrtNotifyImportByKey(&imported, key, 1), kInvalid, {"flags is 0x1"});
    expectError(aclrtNotifyImportByKey(&imported, key, 0), kRefused);
    EXPECT_EQ(aclrtDestroyNotify(notify), ACL_SUCCESS);
}

TEST_F(Ipc, PhysicalMemory) {
    aclrtPhysicalMemProp prop{};
    prop.handleType = ACL_MEM_HANDLE_TYPE_NONE;
    prop.allocationType = ACL_MEM_ALLOCATION_TYPE_PINNED;
    prop.memAttr = ACL_HBM_MEM_HUGE;
    prop.location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
    aclrtDrvMemHandle handle = nullptr;
    ASSERT_EQ(aclrtMallocPhysical(&handle, 2 << 20, &prop, 0), ACL_SUCCESS) << messages();
    uint64_t shared = 0;
    const auto badType = static_cast<aclrtMemSharedHandleType>(0);
    expectError(aclrtMemExportToShareableHandle(nullptr, ACL_MEM_HANDLE_TYPE_NONE, 0, &shared),
                ACL_ERROR_RT_INVALID_HANDLE, {"handle"});
    expectError(aclrtMemExportToShareableHandle(handle, ACL_MEM_HANDLE_TYPE_POSIX, 0, &shared), kInvalid,
                {"handleType is 2"});
    expectError(aclrtMemExportToShareableHandle(handle, ACL_MEM_HANDLE_TYPE_NONE, 2, &shared), kInvalid,
                {"flags is 0x2"});
    expectError(aclrtMemExportToShareableHandle(handle, ACL_MEM_HANDLE_TYPE_NONE, 1, nullptr), kInvalid,
                {"shareableHandle is null"});
    expectError(aclrtMemExportToShareableHandle(handle, ACL_MEM_HANDLE_TYPE_NONE, 1, &shared), kRefused);
    expectError(aclrtMemExportToShareableHandleV2(nullptr, 0, ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT, &shared),
                ACL_ERROR_RT_INVALID_HANDLE, {"handle"});
    expectError(aclrtMemExportToShareableHandleV2(handle, 2, ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT, &shared), kInvalid,
                {"flags is 0x2"});
    expectError(aclrtMemExportToShareableHandleV2(handle, 0, badType, &shared), kInvalid, {"shareType is 0"});
    expectError(aclrtMemExportToShareableHandleV2(handle, 0, ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT, nullptr), kInvalid,
                {"shareableHandle is null"});
    expectError(aclrtMemExportToShareableHandleV2(handle, 0, ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT, &shared), kRefused);
    aclrtDrvMemHandle imported = nullptr;
    expectError(aclrtMemImportFromShareableHandle(1, 64, &imported), ACL_ERROR_RT_INVALID_DEVICEID, {"deviceId is 64"});
    expectError(aclrtMemImportFromShareableHandle(1, 0, nullptr), kInvalid, {"handle is null"});
    expectError(aclrtMemImportFromShareableHandle(1, 0, &imported), kRefused);
    const aclrtMemSharedHandleType type = ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT;
    expectError(aclrtMemImportFromShareableHandleV2(nullptr, type, 0, &imported), kInvalid,
                {"shareableHandle is null"});
    expectError(aclrtMemImportFromShareableHandleV2(&shared, badType, 0, &imported), kInvalid, {"shareType is 0"});
    expectError(aclrtMemImportFromShareableHandleV2(&shared, type, 1, &imported), kInvalid, {"flags is 1"});
    expectError(aclrtMemImportFromShareableHandleV2(&shared, type, 0, nullptr), kInvalid, {"handle is null"});
    expectError(aclrtMemImportFromShareableHandleV2(&shared, type, 0, &imported), kRefused);
    expectError(aclrtMemSetPidToShareableHandle(1, nullptr, 1), kInvalid, {"pid is null"});
    expectError(aclrtMemSetPidToShareableHandle(1, &pid, 0), kInvalid, {"pidNum"});
    expectError(aclrtMemSetPidToShareableHandle(1, &pid, 1), kRefused);
    expectError(aclrtMemSetPidToShareableHandleV2(nullptr, type, &pid, 1), kInvalid, {"shareableHandle is null"});
    expectError(aclrtMemSetPidToShareableHandleV2(&shared, badType, &pid, 1), kInvalid, {"shareType is 0"});
    expectError(aclrtMemSetPidToShareableHandleV2(&shared, type, nullptr, 1), kInvalid, {"pid is null"});
    expectError(aclrtMemSetPidToShareableHandleV2(&shared, type, &pid, 1), kRefused);
    EXPECT_EQ(aclrtFreePhysical(handle), ACL_SUCCESS);
}

TEST_F(Ipc, DeviceMemory) {
    void* memory = newMemory(4096);
    int onTheStack = 0;
    expectError(aclrtIpcMemGetExportKey(nullptr, 4096, key, 65, 0), kInvalid, {"devPtr is null"});
    expectError(aclrtIpcMemGetExportKey(memory, 0, key, 65, 0), kInvalid, {"size"});
    expectError(aclrtIpcMemGetExportKey(memory, 4097, key, 65, 0), kInvalid, {"size is 4097"});
    expectError(aclrtIpcMemGetExportKey(&onTheStack, 4, key, 65, 0), kInvalid, {"aclrtMalloc"});
    expectError(aclrtIpcMemGetExportKey(memory, 4096, nullptr, 65, 0), kInvalid, {"key is null"});
    expectError(aclrtIpcMemGetExportKey(memory, 4096, key, 64, 0), kInvalid, {"len is 64"});
    expectError(aclrtIpcMemGetExportKey(memory, 4096, key, 65, 2), kInvalid, {"flags is 0x2"});
    expectError(aclrtIpcMemGetExportKey(memory, 4096, key, 65, 1), kRefused, {"device memory"});
    expectError(aclrtIpcMemSetImportPid(nullptr, &pid, 1), kInvalid, {"key is null"});
    expectError(aclrtIpcMemSetImportPid(key, nullptr, 1), kInvalid, {"pid is null"});
    expectError(aclrtIpcMemSetImportPid(key, &pid, 0), kInvalid, {"num"});
    expectError(aclrtIpcMemSetImportPid(key, &pid, 1), kRefused);
    void* imported = nullptr;
    expectError(aclrtIpcMemImportByKey(nullptr, key, 0), kInvalid, {"devPtr is null"});
    expectError(aclrtIpcMemImportByKey(&imported, nullptr, 0), kInvalid, {"key is null"});
    expectError(aclrtIpcMemImportByKey(&imported, key, 2), kInvalid, {"flags is 0x2"});
    expectError(aclrtIpcMemImportByKey(&imported, key, 1), kRefused);
    expectError(aclrtIpcMemClose(nullptr), kInvalid, {"key is null"});
    expectError(aclrtIpcMemClose(key), kRefused);
}

}  // namespace
