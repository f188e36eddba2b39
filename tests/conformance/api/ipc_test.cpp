// SPDX-License-Identifier: Apache-2.0
// Memory, events and notifies of two processes: this one, and peers that carry out its commands.
#include <cstring>

#include "fixture.h"
#include "peer.h"

namespace acc::test {
namespace {

constexpr aclError kInvalid = ACL_ERROR_INVALID_PARAM;
constexpr aclError kGone = ACL_ERROR_RT_IPC_ERROR;
constexpr aclError kDenied = ACL_ERROR_RT_NO_PERMISSION;
constexpr aclError kMisused = ACL_ERROR_RT_PARAM_INVALID;
constexpr uint64_t kAnyProcess = ACL_RT_IPC_MEM_EXPORT_FLAG_DISABLE_PID_VALIDATION;
constexpr size_t kPhysicalBytes = 2 << 20;

class Ipc : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        EXPECT_EQ(peer.ask("device 0"), "-");
    }

    static void expectAnswer(const PeerAnswer& answer, aclError code, const std::string& word) {
        EXPECT_EQ(answer.code, code) << answer.message;
        EXPECT_NE(answer.message.find(word), std::string::npos) << "no '" << word << "' in: " << answer.message;
    }
    static uint32_t read(const void* memory) {
        uint32_t value = 0;
        EXPECT_EQ(aclrtMemcpy(&value, sizeof(value), memory, sizeof(value), ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS)
            << messages();
        return value;
    }
    static void* newValue(size_t bytes, uint32_t value) {
        void* memory = newMemory(bytes);
        EXPECT_EQ(aclrtMemcpy(memory, bytes, &value, sizeof(value), ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
        return memory;
    }
    static std::string exportKey(void* memory, size_t bytes, uint64_t flags = kAnyProcess) {
        char key[65] = {};
        EXPECT_EQ(aclrtIpcMemGetExportKey(memory, bytes, key, sizeof(key), flags), ACL_SUCCESS) << messages();
        EXPECT_LT(std::strlen(key), sizeof(key));
        return key;
    }
    static aclrtDrvMemHandle newPhysical() {
        aclrtPhysicalMemProp prop{};
        prop.handleType = ACL_MEM_HANDLE_TYPE_NONE;
        prop.allocationType = ACL_MEM_ALLOCATION_TYPE_PINNED;
        prop.memAttr = ACL_HBM_MEM_HUGE;
        prop.location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
        aclrtDrvMemHandle handle = nullptr;
        EXPECT_EQ(aclrtMallocPhysical(&handle, kPhysicalBytes, &prop, 0), ACL_SUCCESS) << messages();
        return handle;
    }
    static aclrtEvent newSharedEvent(aclrtIpcEventHandle* handle) {
        aclrtEvent event = nullptr;
        EXPECT_EQ(aclrtCreateEventExWithFlag(&event, ACL_EVENT_IPC), ACL_SUCCESS) << messages();
        EXPECT_EQ(aclrtIpcGetEventHandle(event, handle), ACL_SUCCESS) << messages();
        return event;
    }
    static aclrtEvent openEvent(const std::string& text) {
        aclrtIpcEventHandle handle{};
        text.copy(handle.reserved, sizeof(handle.reserved) - 1);
        aclrtEvent event = nullptr;
        EXPECT_EQ(aclrtIpcOpenEventHandle(handle, &event), ACL_SUCCESS) << messages();
        return event;
    }
    static aclrtNotify newNotify() {
        aclrtNotify notify = nullptr;
        EXPECT_EQ(aclrtCreateNotify(&notify, ACL_NOTIFY_DEFAULT), ACL_SUCCESS) << messages();
        return notify;
    }
    static std::string exportNotify(aclrtNotify notify,
                                    uint64_t flags = ACL_RT_NOTIFY_EXPORT_FLAG_DISABLE_PID_VALIDATION) {
        char key[65] = {};
        EXPECT_EQ(aclrtNotifyGetExportKey(notify, key, sizeof(key), flags), ACL_SUCCESS) << messages();
        return key;
    }

    Peer peer;
};

// --- memory by key ---

TEST_F(Ipc, KernelsOfTwoProcessesUseOneBlock) {
    for (const size_t bytes : {size_t{100}, size_t{4096}, size_t{1} << 20, size_t{5} << 20}) {
        void* memory = newValue(bytes, 5);
        const std::string key = exportKey(memory, bytes);
        peer.ask("mem-import {} 0", key);
        EXPECT_EQ(peer.ask("mem-read 0"), "5") << "what was there before the export";
        peer.ask("mem-add 37");
        peer.ask("synchronize");
        EXPECT_EQ(read(memory), 42U);
        EXPECT_EQ(launchAdd(static_cast<uint32_t*>(memory), 1, nullptr), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
        EXPECT_EQ(peer.ask("mem-read 0"), "43");
        expectAnswer(peer.call("mem-free"), kMisused, "devPtr");
        peer.ask("mem-close {}", key);
        expectAnswer(peer.call("mem-close {}", key), kInvalid, "key names nothing");
        EXPECT_EQ(aclrtIpcMemClose(key.c_str()), ACL_SUCCESS) << messages();
        expectError(aclrtIpcMemClose(key.c_str()), kInvalid, {"key names nothing"});
        EXPECT_EQ(read(memory), 43U);
        EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
    }
}

TEST_F(Ipc, ACapacityIsChargedOnce) {
    size_t freeBefore = 0;
    size_t total = 0;
    const std::string key = peer.ask("mem-export {} 1 1", size_t{8} << 20);
    EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &freeBefore, &total), ACL_SUCCESS);
    void* memory = nullptr;
    ASSERT_EQ(aclrtIpcMemImportByKey(&memory, key.c_str(), 0), ACL_SUCCESS) << messages();
    size_t freeAfter = 0;
    EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &freeAfter, &total), ACL_SUCCESS);
    EXPECT_EQ(freeAfter, freeBefore);
    EXPECT_EQ(aclrtIpcMemClose(key.c_str()), ACL_SUCCESS);
    EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &freeAfter, &total), ACL_SUCCESS);
    EXPECT_EQ(freeAfter, freeBefore);
}

TEST_F(Ipc, AKernelMayWriteDuringTheExport) {
    constexpr uint32_t kWords = 4 << 20;
    auto* words = static_cast<uint32_t*>(newMemory(size_t{kWords} * 4));
    auto* started = static_cast<uint64_t*>(newMemory(8));
    ASSERT_EQ(aclrtMemset(started, 8, 0, 8), ACL_SUCCESS);
    const aclrtStream writing = newStream();
    const aclrtStream watching = newStream();
    FillArgs args{words, started, kWords};
    ASSERT_EQ(aclrtLaunchKernelWithHostArgs(fillKernel(), 1, writing, nullptr, &args, sizeof(args), nullptr, 0),
              ACL_SUCCESS);
    ASSERT_EQ(aclrtValueWait(started, 1, ACL_STREAM_WAIT_VALUE_EQ, watching), ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(watching), ACL_SUCCESS) << messages();
    const std::string key = exportKey(words, size_t{kWords} * 4);
    ASSERT_EQ(aclrtSynchronizeStream(writing), ACL_SUCCESS) << messages();
    std::vector<uint32_t> result(kWords);
    ASSERT_EQ(aclrtMemcpy(result.data(), result.size() * 4, words, result.size() * 4, ACL_MEMCPY_DEVICE_TO_HOST),
              ACL_SUCCESS);
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < kWords; ++i) {
        wrong += result[i] != i + 1 ? 1 : 0;
    }
    EXPECT_EQ(wrong, 0U);
    peer.ask("mem-import {} 0", key);
    EXPECT_EQ(peer.ask("mem-read {}", kWords - 1), std::to_string(kWords));
    peer.ask("mem-close {}", key);
}

TEST_F(Ipc, PartsOfABlockHaveKeysOfTheirOwn) {
    auto* memory = static_cast<char*>(newValue(16384, 1));
    const uint32_t second = 2;
    EXPECT_EQ(aclrtMemcpy(memory + 8192, 4, &second, 4, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    const std::string key = exportKey(memory + 8192, 4096);
    EXPECT_NE(exportKey(memory, 16384), key);
    EXPECT_EQ(exportKey(memory + 8192, 4096), key) << "the same range again";
    peer.ask("mem-import {} 0", key);
    EXPECT_EQ(peer.ask("mem-read 0"), "2");
}

TEST_F(Ipc, ImportsOfOneKeyAreCounted) {
    const std::string key = peer.ask("mem-export 4096 9 1");
    void* first = nullptr;
    void* second = nullptr;
    ASSERT_EQ(aclrtIpcMemImportByKey(&first, key.c_str(), 0), ACL_SUCCESS) << messages();
    ASSERT_EQ(aclrtIpcMemImportByKey(&second, key.c_str(), 0), ACL_SUCCESS) << messages();
    EXPECT_EQ(first, second);
    EXPECT_EQ(aclrtIpcMemClose(key.c_str()), ACL_SUCCESS);
    EXPECT_EQ(read(first), 9U);
    EXPECT_EQ(aclrtIpcMemClose(key.c_str()), ACL_SUCCESS);
    expectError(aclrtIpcMemClose(key.c_str()), kInvalid, {"key names nothing"});
}

TEST_F(Ipc, AProcessMayImportItsOwnMemory) {
    void* memory = newValue(4096, 11);
    const std::string key = exportKey(memory, 4096);
    void* imported = nullptr;
    ASSERT_EQ(aclrtIpcMemImportByKey(&imported, key.c_str(), 0), ACL_SUCCESS) << messages();
    EXPECT_NE(imported, memory);
    EXPECT_EQ(launchAdd(static_cast<uint32_t*>(imported), 1, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_EQ(read(memory), 12U);
    EXPECT_EQ(aclrtIpcMemClose(key.c_str()), ACL_SUCCESS) << "the import";
    EXPECT_EQ(aclrtIpcMemClose(key.c_str()), ACL_SUCCESS) << "the export";
    EXPECT_EQ(read(memory), 12U);
}

TEST_F(Ipc, OnlyListedProcessesImport) {
    void* memory = newValue(4096, 3);
    const std::string key = exportKey(memory, 4096, ACL_RT_IPC_MEM_EXPORT_FLAG_DEFAULT);
    expectAnswer(peer.call("mem-import {} 0", key), kDenied, "list of processes");
    int32_t other = 1;
    EXPECT_EQ(aclrtIpcMemSetImportPid(key.c_str(), &other, 1), ACL_SUCCESS);
    expectAnswer(peer.call("mem-import {} 0", key), kDenied, "list of processes");
    expectAnswer(peer.call("mem-allow {} {}", key, peer.pid()), kInvalid, "key names nothing");
    int32_t both[] = {1, peer.pid()};
    EXPECT_EQ(aclrtIpcMemSetImportPid(key.c_str(), both, 2), ACL_SUCCESS);
    peer.ask("mem-import {} 0", key);
    EXPECT_EQ(peer.ask("mem-read 0"), "3");
}

TEST_F(Ipc, KeysEndWithTheirMemory) {
    void* memory = newMemory(4096);
    const std::string freed = exportKey(memory, 4096);
    EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
    expectAnswer(peer.call("mem-import {} 0", freed), kGone, "not shared any more");
    expectError(aclrtIpcMemClose(freed.c_str()), kInvalid, {"key names nothing"});
    int32_t pid = peer.pid();
    expectError(aclrtIpcMemSetImportPid(freed.c_str(), &pid, 1), kInvalid, {"key names nothing"});

    memory = newMemory(4096);
    const std::string closed = exportKey(memory, 4096);
    EXPECT_EQ(aclrtIpcMemClose(closed.c_str()), ACL_SUCCESS);
    expectAnswer(peer.call("mem-import {} 0", closed), kGone, "not shared any more");
    const std::string again = exportKey(memory, 4096);
    EXPECT_NE(again, closed);
    peer.ask("mem-import {} 0", again);

    const std::string dead = peer.ask("mem-export 4096 1 1");
    peer.kill();
    void* imported = nullptr;
    expectError(aclrtIpcMemImportByKey(&imported, dead.c_str(), 0), kGone, {"not shared any more"});
}

TEST_F(Ipc, MemoryOutlivesTheProcessThatExportedIt) {
    const std::string key = peer.ask("mem-export {} 7 1", size_t{3} << 20);
    void* memory = nullptr;
    ASSERT_EQ(aclrtIpcMemImportByKey(&memory, key.c_str(), 0), ACL_SUCCESS) << messages();
    peer.kill();
    EXPECT_EQ(launchAdd(static_cast<uint32_t*>(memory), 1, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << messages();
    EXPECT_EQ(read(memory), 8U);
    EXPECT_EQ(aclrtIpcMemClose(key.c_str()), ACL_SUCCESS);
    expectError(aclrtIpcMemImportByKey(&memory, key.c_str(), 0), kGone);
}

TEST_F(Ipc, AnImporterMayEndWithoutClosing) {
    void* memory = newValue(4096, 1);
    const std::string key = exportKey(memory, 4096);
    peer.ask("mem-import {} 0", key);
    peer.ask("mem-add 1");
    peer.ask("synchronize");
    peer.kill();
    EXPECT_EQ(read(memory), 2U);
    EXPECT_EQ(aclrtIpcMemClose(key.c_str()), ACL_SUCCESS);
    EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
}

TEST_F(Ipc, ADeviceResetEndsItsImportsAndExports) {
    const std::string key = peer.ask("mem-export 4096 4 1");
    void* memory = nullptr;
    ASSERT_EQ(aclrtIpcMemImportByKey(&memory, key.c_str(), 0), ACL_SUCCESS) << messages();
    const std::string own = exportKey(newMemory(4096), 4096);
    EXPECT_EQ(aclrtResetDeviceForce(0), ACL_SUCCESS);
    expectAnswer(peer.call("mem-import {} 0", own), kGone, "not shared any more");
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    ASSERT_EQ(aclrtIpcMemImportByKey(&memory, key.c_str(), 0), ACL_SUCCESS) << messages();
    EXPECT_EQ(read(memory), 4U);
    EXPECT_EQ(aclrtIpcMemClose(key.c_str()), ACL_SUCCESS);
}

TEST_F(Ipc, OtherDevicesNeedPeerAccess) {
    Peer other;
    other.ask("device 1");
    void* memory = newValue(4096, 6);
    const std::string key = exportKey(memory, 4096);
    expectAnswer(other.call("mem-import {} 0", key), kInvalid, "aclrtDeviceEnablePeerAccess");
    other.ask("mem-import {} {}", key, ACL_RT_IPC_MEM_IMPORT_FLAG_ENABLE_PEER_ACCESS);
    other.ask("mem-add 1");
    other.ask("synchronize");
    EXPECT_EQ(read(memory), 7U);
    // A device that the importer does not see, as when every process of a job has one.
    Peer alone({"ASCEND_RT_VISIBLE_DEVICES=1"});
    alone.ask("device 0");
    alone.ask("mem-import {} 0", key);
    EXPECT_EQ(alone.ask("mem-read 0"), "7");
}

TEST_F(Ipc, StrictlyImportersCloseFirst) {
    Peer strict({"ACC_STRICT=1"});
    strict.ask("device 0");
    const std::string key = strict.ask("mem-export 4096 1 1");
    void* memory = nullptr;
    ASSERT_EQ(aclrtIpcMemImportByKey(&memory, key.c_str(), 0), ACL_SUCCESS) << messages();
    expectAnswer(strict.call("mem-close {}", key), kGone, "still imports");
    EXPECT_EQ(aclrtIpcMemClose(key.c_str()), ACL_SUCCESS);
    strict.ask("mem-close {}", key);
}

TEST_F(Ipc, MemoryArguments) {
    char key[65] = "acc";
    int32_t pid = 1;
    auto* memory = static_cast<char*>(newMemory(8192));
    int onTheStack = 0;
    expectError(aclrtIpcMemGetExportKey(nullptr, 4096, key, 65, 0), kInvalid, {"devPtr is null"});
    expectError(aclrtIpcMemGetExportKey(memory, 0, key, 65, 0), kInvalid, {"size"});
    expectError(aclrtIpcMemGetExportKey(memory, 8193, key, 65, 0), kInvalid, {"size is 8193"});
    expectError(aclrtIpcMemGetExportKey(memory + 512, 4096, key, 65, 0), kInvalid, {"512 bytes into its block"});
    expectError(aclrtIpcMemGetExportKey(&onTheStack, 4, key, 65, 0), kInvalid, {"aclrtMalloc"});
    expectError(aclrtIpcMemGetExportKey(newPinned(4096), 4096, key, 65, 0), kInvalid, {"aclrtMalloc"});
    expectError(aclrtIpcMemGetExportKey(memory, 4096, nullptr, 65, 0), kInvalid, {"key is null"});
    expectError(aclrtIpcMemGetExportKey(memory, 4096, key, 64, 0), kInvalid, {"len is 64"});
    expectError(aclrtIpcMemGetExportKey(memory, 4096, key, 66, 0), kInvalid, {"len is 66"});
    expectError(aclrtIpcMemGetExportKey(memory, 4096, key, 65, 2), kInvalid, {"flags is 0x2"});
    EXPECT_STREQ(key, "acc") << "written on success only";
    expectError(aclrtIpcMemSetImportPid(nullptr, &pid, 1), kInvalid, {"key is null"});
    expectError(aclrtIpcMemSetImportPid(key, &pid, 1), kInvalid, {"key is 'acc'"});
    const std::string good = exportKey(memory, 8192);
    expectError(aclrtIpcMemSetImportPid(good.c_str(), nullptr, 1), kInvalid, {"pid is null"});
    expectError(aclrtIpcMemSetImportPid(good.c_str(), &pid, 0), kInvalid, {"num is 0"});
    pid = -1;
    expectError(aclrtIpcMemSetImportPid(good.c_str(), &pid, 1), kInvalid, {"pid[0] is -1"});
    std::vector<int32_t> many(1025, 1);
    expectError(aclrtIpcMemSetImportPid(good.c_str(), many.data(), many.size()), kInvalid, {"num is 1025"});
    void* imported = nullptr;
    expectError(aclrtIpcMemImportByKey(nullptr, good.c_str(), 0), kInvalid, {"devPtr is null"});
    expectError(aclrtIpcMemImportByKey(&imported, nullptr, 0), kInvalid, {"key is null"});
    expectError(aclrtIpcMemImportByKey(&imported, good.c_str(), 2), kInvalid, {"flags is 0x2"});
    for (const char* text :
         {"", "acc", "acc-", "acc-1-2", "acc-1-2-x", "acc-1-2-3-4", "acc-fffffffff-1-1", "something"}) {
        expectError(aclrtIpcMemImportByKey(&imported, text, 0), kInvalid, {"key is '"});
        expectError(aclrtIpcMemClose(text), kInvalid, {"key is '"});
    }
    for (const char* text : {"acc-1-2-3", "acc-0-0-0", "acc-ffffffff-ffffffff-0"}) {
        expectError(aclrtIpcMemImportByKey(&imported, text, 0), kGone, {"not shared any more"});
    }
    expectError(aclrtIpcMemImportByKey(&imported, exportNotify(newNotify()).c_str(), 0), kInvalid,
                {"key names a notify, expected device memory"});
    expectError(aclrtIpcMemClose(nullptr), kInvalid, {"key is null"});
    EXPECT_EQ(imported, nullptr);
}

// --- physical memory ---

TEST_F(Ipc, PhysicalMemory) {
    const aclrtDrvMemHandle handle = newPhysical();
    void* reserved = nullptr;
    ASSERT_EQ(aclrtReserveMemAddress(&reserved, kPhysicalBytes, 0, nullptr, 0), ACL_SUCCESS);
    ASSERT_EQ(aclrtMapMem(reserved, kPhysicalBytes, 0, handle, 0), ACL_SUCCESS);
    ASSERT_EQ(aclrtMemset(reserved, 4, 0, 4), ACL_SUCCESS);
    uint64_t shared = 0;
    ASSERT_EQ(aclrtMemExportToShareableHandle(handle, ACL_MEM_HANDLE_TYPE_NONE, 0, &shared), ACL_SUCCESS) << messages();
    uint64_t again = 0;
    expectError(aclrtMemExportToShareableHandle(handle, ACL_MEM_HANDLE_TYPE_NONE, 0, &again), kMisused,
                {"exported already"});
    aclrtDrvMemHandle imported = nullptr;
    expectError(aclrtMemImportFromShareableHandle(shared, 0, &imported), kMisused, {"by this process"});
    expectAnswer(peer.call("physical-import {} 0", shared), kDenied, "list of processes");
    int32_t pid = peer.pid();
    EXPECT_EQ(aclrtMemSetPidToShareableHandle(shared, &pid, 1), ACL_SUCCESS) << messages();
    peer.ask("physical-import {} 0", shared);
    expectAnswer(peer.call("physical-import {} 0", shared), kMisused, "imported already");
    peer.ask("mem-add 5");
    peer.ask("synchronize");
    EXPECT_EQ(read(reserved), 5U);
    peer.ask("physical-free");
    peer.ask("physical-import-v2 {}", shared);
    EXPECT_EQ(peer.ask("mem-read 0"), "5");

    EXPECT_EQ(aclrtFreePhysical(handle), ACL_SUCCESS);
    Peer late;
    late.ask("device 0");
    expectAnswer(late.call("physical-import {} 0", shared), kGone, "not shared any more");
    EXPECT_EQ(read(reserved), 5U) << "still mapped";
    EXPECT_EQ(aclrtUnmapMem(reserved), ACL_SUCCESS);
    EXPECT_EQ(aclrtReleaseMemAddress(reserved), ACL_SUCCESS);
    EXPECT_EQ(peer.ask("mem-read 0"), "5") << "the importer has it";
}

TEST_F(Ipc, FabricHandles) {
    Peer first({"ACC_SOC=Ascend910_9391"});
    Peer second({"ACC_SOC=Ascend910_9391"});
    first.ask("device 0");
    second.ask("device 0");
    const std::string handle = first.ask("fabric-export");
    expectAnswer(second.call("fabric-import {}", handle), kDenied, "list of processes");
    first.ask("fabric-allow {} {}", handle, second.pid());
    second.ask("fabric-import {}", handle);
    first.ask("mem-add 21");
    first.ask("synchronize");
    EXPECT_EQ(second.ask("mem-read 0"), "21");
    expectAnswer(peer.call("fabric-import {}", handle), ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "FABRIC");
}

TEST_F(Ipc, PhysicalMemoryArguments) {
    const aclrtDrvMemHandle handle = newPhysical();
    uint64_t shared = 0;
    int32_t pid = peer.pid();
    const auto badType = static_cast<aclrtMemSharedHandleType>(0);
    const aclrtMemSharedHandleType type = ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT;
    expectError(aclrtMemExportToShareableHandle(nullptr, ACL_MEM_HANDLE_TYPE_NONE, 0, &shared),
                ACL_ERROR_RT_INVALID_HANDLE, {"handle"});
    expectError(aclrtMemExportToShareableHandle(handle, ACL_MEM_HANDLE_TYPE_POSIX, 0, &shared), kInvalid,
                {"handleType is 2"});
    expectError(aclrtMemExportToShareableHandle(handle, ACL_MEM_HANDLE_TYPE_NONE, 2, &shared), kInvalid,
                {"flags is 0x2"});
    expectError(aclrtMemExportToShareableHandle(handle, ACL_MEM_HANDLE_TYPE_NONE, 1, nullptr), kInvalid,
                {"shareableHandle is null"});
    expectError(aclrtMemExportToShareableHandleV2(nullptr, 0, type, &shared), ACL_ERROR_RT_INVALID_HANDLE, {"handle"});
    expectError(aclrtMemExportToShareableHandleV2(handle, 2, type, &shared), kInvalid, {"flags is 0x2"});
    expectError(aclrtMemExportToShareableHandleV2(handle, 0, badType, &shared), kInvalid, {"shareType is 0"});
    expectError(aclrtMemExportToShareableHandleV2(handle, 0, type, nullptr), kInvalid, {"shareableHandle is null"});
    ASSERT_EQ(aclrtMemExportToShareableHandleV2(handle, 1, type, &shared), ACL_SUCCESS) << messages();
    aclrtDrvMemHandle imported = nullptr;
    expectError(aclrtMemImportFromShareableHandle(0, 0, &imported), kInvalid, {"shareableHandle"});
    expectError(aclrtMemImportFromShareableHandle(shared, 64, &imported), ACL_ERROR_RT_INVALID_DEVICEID,
                {"deviceId is 64"});
    expectError(aclrtMemImportFromShareableHandle(shared, 0, nullptr), kInvalid, {"handle is null"});
    expectError(aclrtMemImportFromShareableHandle(~uint64_t{0}, 0, &imported), kGone, {"not shared any more"});
    expectError(aclrtMemImportFromShareableHandleV2(nullptr, type, 0, &imported), kInvalid,
                {"shareableHandle is null"});
    expectError(aclrtMemImportFromShareableHandleV2(&shared, badType, 0, &imported), kInvalid, {"shareType is 0"});
    expectError(aclrtMemImportFromShareableHandleV2(&shared, type, 1, &imported), kInvalid, {"flags is 1"});
    expectError(aclrtMemImportFromShareableHandleV2(&shared, type, 0, nullptr), kInvalid, {"handle is null"});
    expectError(aclrtMemSetPidToShareableHandle(shared, nullptr, 1), kInvalid, {"pid is null"});
    expectError(aclrtMemSetPidToShareableHandle(shared, &pid, 0), kInvalid, {"pidNum is 0"});
    expectError(aclrtMemSetPidToShareableHandle(shared + 1, &pid, 1), kInvalid, {"names nothing"});
    expectError(aclrtMemSetPidToShareableHandleV2(nullptr, type, &pid, 1), kInvalid, {"shareableHandle is null"});
    expectError(aclrtMemSetPidToShareableHandleV2(&shared, badType, &pid, 1), kInvalid, {"shareType is 0"});
    expectError(aclrtMemSetPidToShareableHandleV2(&shared, type, nullptr, 1), kInvalid, {"pid is null"});
    EXPECT_EQ(aclrtMemSetPidToShareableHandleV2(&shared, type, &pid, 1), ACL_SUCCESS) << messages();
    EXPECT_EQ(aclrtFreePhysical(handle), ACL_SUCCESS);
    expectError(aclrtMemSetPidToShareableHandle(shared, &pid, 1), kInvalid, {"names nothing"});
}

// --- events ---

TEST_F(Ipc, AStreamWaitsForAnEventOfAnotherProcess) {
    void* memory = newValue(4096, 0);
    peer.ask("mem-import {} 0", exportKey(memory, 4096));
    aclrtIpcEventHandle handle{};
    const aclrtEvent event = newSharedEvent(&handle);
    peer.ask("event-open {}", handle.reserved);
    peer.ask("event-wait");
    peer.ask("synchronize");  // nothing is recorded: nothing to wait for

    const aclrtStream stream = newStream();
    Gate gate(stream);
    ASSERT_EQ(launchAdd(static_cast<uint32_t*>(memory), 5, stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS) << messages();
    peer.ask("event-wait");
    peer.ask("mem-copy");
    EXPECT_EQ(peer.ask("query"), "waiting");
    expectAnswer(peer.call("event-synchronize 0"), ACL_ERROR_RT_EVENT_SYNC_TIMEOUT, "not complete");
    expectError(aclrtSynchronizeEventWithTimeout(event, 0), ACL_ERROR_RT_EVENT_SYNC_TIMEOUT);
    gate.open();
    peer.ask("synchronize");
    EXPECT_EQ(peer.ask("mem-read 1"), "5") << "copied after the kernel";
    peer.ask("event-synchronize -1");
    EXPECT_EQ(aclrtSynchronizeEvent(event), ACL_SUCCESS);
    peer.ask("event-destroy");
    EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
    expectAnswer(peer.call("event-open {}", handle.reserved), kGone, "not shared any more");
}

TEST_F(Ipc, AWaitIsForTheRecordItSaw) {
    const std::string handle = peer.ask("event-create");
    const aclrtEvent event = openEvent(handle);
    peer.ask("event-record");
    peer.ask("synchronize");
    const aclrtStream stream = newStream();
    ASSERT_EQ(aclrtStreamWaitEvent(stream, event), ACL_SUCCESS) << messages();
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    peer.ask("hold");
    peer.ask("event-record");
    ASSERT_EQ(aclrtStreamWaitEvent(stream, event), ACL_SUCCESS);
    // A later record of another stream does not end the wait for the one that was current.
    const aclrtStream recording = newStream();
    ASSERT_EQ(aclrtRecordEvent(event, recording), ACL_SUCCESS) << messages();
    EXPECT_EQ(aclrtSynchronizeEvent(event), ACL_SUCCESS);
    aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;
    EXPECT_EQ(aclrtStreamQuery(stream, &status), ACL_SUCCESS);
    EXPECT_EQ(status, ACL_STREAM_STATUS_NOT_READY);
    peer.ask("release");
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << messages();
}

TEST_F(Ipc, WaitsEndWhenTheExporterDies) {
    const aclrtEvent event = openEvent(peer.ask("event-create"));
    peer.ask("hold");
    peer.ask("event-record");
    const aclrtStream stream = newStream();
    ASSERT_EQ(aclrtStreamWaitEvent(stream, event), ACL_SUCCESS);
    peer.kill();
    expectError(aclrtSynchronizeStream(stream), kGone, {"ended before"});
    expectError(aclrtSynchronizeEvent(event), kGone, {"ended before"});
    ASSERT_EQ(aclrtStreamWaitEvent(stream, event), ACL_SUCCESS);
    expectError(aclrtSynchronizeStream(stream), kGone, {"ended before"});
    EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
}

TEST_F(Ipc, ASharedWaitHasALimitAndCanBeStopped) {
    const aclrtEvent event = openEvent(peer.ask("event-create"));
    peer.ask("hold");
    peer.ask("event-record");
    const aclrtStream stream = newStream();
    ASSERT_EQ(aclrtStreamWaitEventWithTimeout(stream, event, 1), ACL_SUCCESS);
    expectError(aclrtSynchronizeStream(stream), ACL_ERROR_RT_WAIT_TIMEOUT);
    ASSERT_EQ(aclrtStreamWaitEvent(stream, event), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyStreamForce(stream), ACL_SUCCESS);
    peer.ask("release");
}

TEST_F(Ipc, ManyEventsAtATime) {
    constexpr int kEvents = 300;  // more than one thread can listen to
    const aclrtStream recording = newStream();
    std::vector<aclrtEvent> events;
    std::vector<aclrtStream> waiting;
    Gate gate(recording);
    for (int i = 0; i < kEvents; ++i) {
        aclrtIpcEventHandle handle{};
        events.push_back(newSharedEvent(&handle));
        ASSERT_EQ(aclrtRecordEvent(events.back(), recording), ACL_SUCCESS);
        waiting.push_back(newStream());
        ASSERT_EQ(aclrtStreamWaitEvent(waiting.back(), events.back()), ACL_SUCCESS);
    }
    gate.open();
    for (int i = 0; i < kEvents; ++i) {
        EXPECT_EQ(aclrtSynchronizeStream(waiting[static_cast<size_t>(i)]), ACL_SUCCESS);
    }
}

TEST_F(Ipc, EventsHaveRoomForManyRecords) {
    aclrtIpcEventHandle handle{};
    const aclrtEvent event = newSharedEvent(&handle);
    const aclrtStream stream = newStream();
    Gate gate(stream);
    for (int i = 0; i < 1024; ++i) {
        ASSERT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
    }
    expectError(aclrtRecordEvent(event, stream), ACL_ERROR_RT_NO_EVENT_RESOURCE, {"record 1 "});
    gate.open();
    EXPECT_EQ(aclrtSynchronizeEvent(event), ACL_SUCCESS);
    EXPECT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeEvent(event), ACL_SUCCESS);
}

TEST_F(Ipc, EventArguments) {
    aclrtEvent event = newEvent();
    aclrtIpcEventHandle handle{};
    expectError(aclrtIpcGetEventHandle(event, &handle), kInvalid, {"ACL_EVENT_IPC"});
    expectError(aclrtIpcGetEventHandle(event, nullptr), kInvalid, {"handle is null"});
    expectError(aclrtIpcGetEventHandle(nullptr, &handle), ACL_ERROR_RT_INVALID_HANDLE, {"event"});
    expectError(aclrtIpcOpenEventHandle(handle, nullptr), kInvalid, {"event is null"});
    expectError(aclrtIpcOpenEventHandle(handle, &event), kInvalid, {"handle holds none"});
    std::memset(handle.reserved, 'x', sizeof(handle.reserved));
    expectError(aclrtIpcOpenEventHandle(handle, &event), kInvalid, {"handle holds none"});
    expectError(aclrtCreateEventExWithFlag(&event, ACL_EVENT_IPC | ACL_EVENT_SYNC), kInvalid, {"IPC alone"});

    const aclrtEvent shared = newSharedEvent(&handle);
    const aclrtStream stream = newStream();
    aclrtEventStatus status{};
    aclrtEventRecordedStatus recorded{};
    aclrtEventWaitStatus waited{};
    uint64_t timestamp = 0;
    uint32_t id = 0;
    float ms = 0;
    expectError(aclrtResetEvent(shared, stream), kInvalid, {"cannot be reset"});
    expectError(aclrtQueryEvent(shared, &status), kInvalid, {"event was created"});
    expectError(aclrtQueryEventStatus(shared, &recorded), kInvalid, {"ACL_EVENT_IPC"});
    expectError(aclrtQueryEventWaitStatus(shared, &waited), kInvalid, {"event was created"});
    expectError(aclrtEventGetTimestamp(shared, &timestamp), ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID);
    expectError(aclrtEventElapsedTime(&ms, shared, shared), ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID);
    expectError(aclrtGetEventId(shared, &id), kInvalid, {"ACL_EVENT_IPC"});
    expectError(aclrtRecordEventWithFlag(shared, stream, ACL_EVENT_RECORD_EXTERNAL), kInvalid, {"EXTERNAL"});
    ASSERT_EQ(aclmdlRICaptureBegin(stream, ACL_MODEL_RI_CAPTURE_MODE_RELAXED), ACL_SUCCESS);
    expectError(aclrtRecordEvent(shared, stream), ACL_ERROR_RT_FEATURE_NOT_SUPPORT, {"ACL_EVENT_IPC"});
    expectError(aclrtStreamWaitEvent(stream, shared), ACL_ERROR_RT_FEATURE_NOT_SUPPORT, {"ACL_EVENT_IPC"});
    aclmdlRI model = nullptr;
    EXPECT_EQ(aclmdlRICaptureEnd(stream, &model), ACL_SUCCESS) << messages();
}

// --- notifies ---

TEST_F(Ipc, ANotifyReleasesOneWaitPerRecord) {
    const aclrtNotify notify = newNotify();
    peer.ask("notify-import {} 0", exportNotify(notify));
    const aclrtStream stream = newStream();
    std::latch reached(1);
    ASSERT_EQ(aclrtWaitAndResetNotify(notify, stream, 0), ACL_SUCCESS);
    ASSERT_EQ(aclrtLaunchHostFunc(
                  stream, [](void* latch) { static_cast<std::latch*>(latch)->count_down(); }, &reached),
              ACL_SUCCESS);
    ASSERT_EQ(aclrtWaitAndResetNotify(notify, stream, 0), ACL_SUCCESS);
    peer.ask("notify-record");
    reached.wait();
    aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;
    EXPECT_EQ(aclrtStreamQuery(stream, &status), ACL_SUCCESS);
    EXPECT_EQ(status, ACL_STREAM_STATUS_NOT_READY);
    peer.ask("notify-record");
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << messages();
    // A record before the wait is remembered, once.
    peer.ask("notify-record");
    peer.ask("notify-record");
    peer.ask("synchronize");
    ASSERT_EQ(aclrtWaitAndResetNotify(notify, stream, 0), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << messages();
    ASSERT_EQ(aclrtWaitAndResetNotify(notify, stream, 1), ACL_SUCCESS);
    expectError(aclrtSynchronizeStream(stream), ACL_ERROR_RT_WAIT_TIMEOUT);
    peer.ask("notify-record");
    peer.ask("synchronize");
    aclrtNotify list[] = {notify};
    EXPECT_EQ(aclrtNotifyBatchReset(list, 1), ACL_SUCCESS);
    ASSERT_EQ(aclrtWaitAndResetNotify(notify, stream, 1), ACL_SUCCESS);
    expectError(aclrtSynchronizeStream(stream), ACL_ERROR_RT_WAIT_TIMEOUT);
    peer.ask("notify-destroy");
    EXPECT_EQ(aclrtDestroyNotify(notify), ACL_SUCCESS);
}

TEST_F(Ipc, ANotifyIsExportedWithItsWaitsAndItsRecord) {
    const aclrtStream stream = newStream();
    const aclrtNotify waited = newNotify();
    ASSERT_EQ(aclrtWaitAndResetNotify(waited, stream, 0), ACL_SUCCESS);
    peer.ask("notify-import {} 0", exportNotify(waited));
    peer.ask("notify-record");
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << messages();

    const aclrtNotify recorded = newNotify();
    ASSERT_EQ(aclrtRecordNotify(recorded, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    peer.ask("notify-import {} 0", exportNotify(recorded));
    peer.ask("notify-wait 0");
    peer.ask("synchronize");
}

TEST_F(Ipc, WaitsForANotifyEndWhenTheExporterDies) {
    aclrtNotify notify = nullptr;
    ASSERT_EQ(aclrtNotifyImportByKey(&notify, peer.ask("notify-create").c_str(), 0), ACL_SUCCESS) << messages();
    const aclrtStream stream = newStream();
    ASSERT_EQ(aclrtWaitAndResetNotify(notify, stream, 0), ACL_SUCCESS);
    peer.kill();
    expectError(aclrtSynchronizeStream(stream), kGone, {"ended before"});
    EXPECT_EQ(aclrtDestroyNotify(notify), ACL_SUCCESS);
}

TEST_F(Ipc, OnlyTheDeviceOfANotifyWaits) {
    Peer other;
    other.ask("device 1");
    const aclrtNotify notify = newNotify();
    other.ask("notify-import {} {}", exportNotify(notify), ACL_RT_NOTIFY_IMPORT_FLAG_ENABLE_PEER_ACCESS);
    expectAnswer(other.call("notify-wait 0"), ACL_ERROR_RT_STREAM_CONTEXT, "notify belongs to device 0");
    other.ask("notify-record");
    const aclrtStream stream = newStream();
    ASSERT_EQ(aclrtWaitAndResetNotify(notify, stream, 0), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << messages();
}

TEST_F(Ipc, NotifyArguments) {
    const aclrtNotify notify = newNotify();
    char key[65] = {};
    int32_t pid = peer.pid();
    expectError(aclrtNotifyGetExportKey(nullptr, key, 65, 0), ACL_ERROR_RT_INVALID_HANDLE, {"notify"});
    expectError(aclrtNotifyGetExportKey(notify, nullptr, 65, 0), kInvalid, {"key is null"});
    expectError(aclrtNotifyGetExportKey(notify, key, 64, 0), kInvalid, {"len is 64"});
    expectError(aclrtNotifyGetExportKey(notify, key, 65, 1), kInvalid, {"flags is 0x1"});
    expectError(aclrtNotifySetImportPid(nullptr, &pid, 1), ACL_ERROR_RT_INVALID_HANDLE, {"notify"});
    expectError(aclrtNotifySetImportPid(notify, nullptr, 1), kInvalid, {"pid is null"});
    expectError(aclrtNotifySetImportPid(notify, &pid, 0), kInvalid, {"num is 0"});
    const std::string exported = exportNotify(notify, ACL_RT_NOTIFY_EXPORT_FLAG_DEFAULT);
    expectAnswer(peer.call("notify-import {} 0", exported), kDenied, "list of processes");
    EXPECT_EQ(aclrtNotifySetImportPid(notify, &pid, 1), ACL_SUCCESS) << messages();
    peer.ask("notify-import {} 0", exported);
    aclrtNotify imported = nullptr;
    expectError(aclrtNotifyImportByKey(nullptr, exported.c_str(), 0), kInvalid, {"notify is null"});
    expectError(aclrtNotifyImportByKey(&imported, nullptr, 0), kInvalid, {"key is null"});
    expectError(aclrtNotifyImportByKey(&imported, exported.c_str(), 1), kInvalid, {"flags is 0x1"});
    expectError(aclrtNotifyImportByKey(&imported, "acc-1-1", 0), kInvalid, {"key is 'acc-1-1'"});
    ASSERT_EQ(aclrtNotifyImportByKey(&imported, peer.ask("notify-create").c_str(), 0), ACL_SUCCESS) << messages();
    expectError(aclrtNotifyGetExportKey(imported, key, 65, 0), kInvalid, {"imported from process"});
    expectError(aclrtNotifySetImportPid(imported, &pid, 1), kInvalid, {"imported from process"});
    EXPECT_EQ(aclrtDestroyNotify(notify), ACL_SUCCESS);
    expectAnswer(peer.call("notify-import {} 0", exported), kGone, "not shared any more");
}

}  // namespace
}  // namespace acc::test
