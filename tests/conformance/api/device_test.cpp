// SPDX-License-Identifier: Apache-2.0
// Devices. The tests run with two emulated devices.
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "acl/acl_platform.h"
#include "fixture.h"

namespace acc::test {
namespace {

using Device = ApiTest;
constexpr int32_t kBadIds[] = {-1, 2, 64, INT32_MAX, INT32_MIN};

// On a thread of its own, which has no context.
template <class F>
void onNewThread(F body) {
    std::thread(body).join();
}

TEST_F(Device, CountNeedsNoContext) {
    onNewThread([] {
        uint32_t count = 0;
        EXPECT_EQ(aclrtGetDeviceCount(&count), ACL_SUCCESS);
        EXPECT_EQ(count, 2U);
        expectError(aclrtGetDeviceCount(nullptr), ACL_ERROR_INVALID_PARAM, {"count is null"});
    });
}

TEST_F(Device, SetChoosesTheDeviceOfTheThread) {
    int32_t device = -1;
    EXPECT_EQ(aclrtGetDevice(&device), ACL_SUCCESS);
    EXPECT_EQ(device, 0);
    EXPECT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
    EXPECT_EQ(aclrtGetDevice(&device), ACL_SUCCESS);
    EXPECT_EQ(device, 1);
    onNewThread([] {
        int32_t none = 77;
        expectError(aclrtGetDevice(&none), ACL_ERROR_RT_CONTEXT_NULL, {"aclrtGetDevice", "no context"});
        EXPECT_EQ(none, 77);
    });
    expectError(aclrtGetDevice(nullptr), ACL_ERROR_INVALID_PARAM, {"deviceId is null"});
    EXPECT_EQ(aclrtResetDevice(1), ACL_SUCCESS);
}

TEST_F(Device, UnknownIds) {
    for (const int32_t id : kBadIds) {
        const std::string shown = "deviceId is " + std::to_string(id);
        expectError(aclrtSetDevice(id), ACL_ERROR_RT_INVALID_DEVICEID, {"aclrtSetDevice", shown, "expected 0 to 1"});
        expectError(aclrtResetDevice(id), ACL_ERROR_RT_INVALID_DEVICEID, {"aclrtResetDevice", shown});
        expectError(aclrtResetDeviceForce(id), ACL_ERROR_RT_INVALID_DEVICEID, {shown});
        aclrtDeviceStatus status{};
        expectError(aclrtQueryDeviceStatus(id, &status), ACL_ERROR_RT_INVALID_DEVICEID, {shown});
        int32_t value = 0;
        expectError(aclrtGetDeviceCapability(id, ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV, &value),
                    ACL_ERROR_RT_INVALID_DEVICEID, {shown});
        int64_t figure = 0;
        const auto unsignedId = static_cast<uint32_t>(id);
        expectError(aclrtGetDeviceInfo(unsignedId, ACL_DEV_ATTR_VECTOR_CORE_NUM, &figure),
                    ACL_ERROR_RT_INVALID_DEVICEID);
        expectError(aclGetDeviceCapability(unsignedId, ACL_DEVICE_INFO_L2_SIZE, &figure),
                    ACL_ERROR_RT_INVALID_DEVICEID);
    }
}

TEST_F(Device, ThreadsShareTheDefaultContext) {
    aclrtContext mine = nullptr;
    ASSERT_EQ(aclrtGetCurrentContext(&mine), ACL_SUCCESS);
    onNewThread([&] {
        EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        aclrtContext other = nullptr;
        EXPECT_EQ(aclrtGetCurrentContext(&other), ACL_SUCCESS);
        EXPECT_EQ(other, mine);
        EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS) << "takes only the count of this aclrtSetDevice";
    });
    EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
}

TEST_F(Device, ResetCountsSets) {
    ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
    aclrtStream stream = newStream();
    EXPECT_EQ(aclrtResetDevice(1), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << "one reference is left";
    EXPECT_EQ(aclrtResetDevice(1), ACL_SUCCESS);
    expectError(aclrtSynchronizeStream(nullptr), ACL_ERROR_RT_CONTEXT_NULL, {"device reset"});
    expectError(aclrtResetDevice(1), ACL_ERROR_RT_CONTEXT_NULL, {"device 1 is not in use"});
    expectError(aclrtResetDeviceForce(1), ACL_ERROR_RT_CONTEXT_NULL);
}

TEST_F(Device, ForceReleasesWhateverTheCount) {
    ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDeviceForce(1), ACL_SUCCESS);
    expectError(aclrtResetDeviceForce(1), ACL_ERROR_RT_CONTEXT_NULL);
    expectError(aclrtResetDevice(1), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtSetDevice(1), ACL_SUCCESS) << "a new activation";
    EXPECT_EQ(aclrtResetDevice(1), ACL_SUCCESS);
}

TEST_F(Device, ResetReleasesEverything) {
    ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtCreateContext(&context, 1), ACL_SUCCESS);
    aclrtStream stream = newStream();
    aclrtEvent event = newEvent();
    void* memory = newMemory(1024);
    EXPECT_EQ(aclrtResetDevice(1), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
    expectError(aclrtSynchronizeStream(stream), ACL_ERROR_RT_INVALID_HANDLE, {"destroyed"});
    expectError(aclrtSynchronizeEvent(event), ACL_ERROR_RT_INVALID_HANDLE, {"destroyed"});
    expectError(aclrtSetCurrentContext(context), ACL_ERROR_RT_INVALID_HANDLE, {"destroyed"});
    expectError(aclrtFree(memory), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(aclrtResetDevice(1), ACL_SUCCESS);
}

TEST_F(Device, ResetWaitsForWork) {
    auto* out = static_cast<uint32_t*>(newPinned(sizeof(uint32_t)));
    *out = 0;
    aclrtStream stream = newStream();
    for (int i = 0; i < 100; ++i) {
        ASSERT_EQ(launchAdd(out, 1, i % 2 == 0 ? stream : nullptr), ACL_SUCCESS);
    }
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(*out, 100U);
    EXPECT_EQ(aclrtFreeHost(out), ACL_SUCCESS);
}

TEST_F(Device, SynchronizeWaitsForAllStreamsOfAllContexts) {
    auto* out = static_cast<uint32_t*>(newMemory(64));
    ASSERT_EQ(aclrtMemset(out, 64, 0, 64), ACL_SUCCESS);
    aclrtStream stream = newStream();
    ASSERT_EQ(launchAdd(out, 1, stream), ACL_SUCCESS);
    ASSERT_EQ(launchAdd(out, 1, nullptr), ACL_SUCCESS);
    aclrtContext other = nullptr;
    ASSERT_EQ(aclrtCreateContext(&other, 0), ACL_SUCCESS);
    ASSERT_EQ(launchAdd(out, 1, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
    EXPECT_EQ(*out, 3U);
}

TEST_F(Device, SynchronizeReturnsAndForgetsTaskErrors) {
    aclrtStream stream = newStream();
    ASSERT_EQ(launchNoArgs(faultKernel(), stream), ACL_SUCCESS);
    expectError(aclrtSynchronizeDevice(), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION, {"aclrtSynchronizeDevice"});
    EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
}

TEST_F(Device, SynchronizeWithTimeout) {
    aclrtStream stream = newStream();
    EXPECT_EQ(aclrtSynchronizeDeviceWithTimeout(-1), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeDeviceWithTimeout(0), ACL_SUCCESS);
    Gate gate(stream);
    expectError(aclrtSynchronizeDeviceWithTimeout(0), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    expectError(aclrtSynchronizeDeviceWithTimeout(5), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    expectError(aclrtSynchronizeDeviceWithTimeout(-2), ACL_ERROR_INVALID_PARAM, {"timeout is -2"});
    gate.open();
    EXPECT_EQ(aclrtSynchronizeDeviceWithTimeout(10000), ACL_SUCCESS);
}

TEST_F(Device, SynchronizeNeedsAContext) {
    onNewThread([] {
        expectError(aclrtSynchronizeDevice(), ACL_ERROR_RT_CONTEXT_NULL);
        expectError(aclrtSynchronizeDeviceWithTimeout(1), ACL_ERROR_RT_CONTEXT_NULL);
    });
}

TEST_F(Device, FiguresAgreeWithEachOther) {
    int64_t cube = 0;
    int64_t vector = 0;
    int64_t value = 0;
    EXPECT_EQ(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_CUBE_CORE_NUM, &cube), ACL_SUCCESS);
    EXPECT_EQ(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_VECTOR_CORE_NUM, &vector), ACL_SUCCESS);
    EXPECT_EQ(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_AICORE_CORE_NUM, &value), ACL_SUCCESS);
    EXPECT_EQ(value, cube);
    EXPECT_EQ(vector, 2 * cube);
    EXPECT_EQ(aclGetDeviceCapability(0, ACL_DEVICE_INFO_AI_CORE_NUM, &value), ACL_SUCCESS);
    EXPECT_EQ(value, cube);
    EXPECT_EQ(aclGetDeviceCapability(0, ACL_DEVICE_INFO_VECTOR_CORE_NUM, &value), ACL_SUCCESS);
    EXPECT_EQ(value, vector);
    int64_t l2 = 0;
    EXPECT_EQ(aclGetDeviceCapability(1, ACL_DEVICE_INFO_L2_SIZE, &value), ACL_SUCCESS);
    EXPECT_EQ(aclrtGetDeviceInfo(1, ACL_DEV_ATTR_L2_CACHE_SIZE, &l2), ACL_SUCCESS);
    EXPECT_EQ(value, l2);
    EXPECT_EQ(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE, &value), ACL_SUCCESS);
    EXPECT_EQ(value, int64_t{256} << 20) << "ACC_DEVICE_MEMORY of this test";
    EXPECT_EQ(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_NPU_ARCH, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 2201);
    EXPECT_STREQ(aclrtGetSocName(), "Ascend910B1");
}

TEST_F(Device, AttributesOfOtherSocs) {
    int64_t value = -1;
    for (const aclrtDevAttr attribute :
         {ACL_DEV_ATTR_WARP_SIZE, ACL_DEV_ATTR_MAX_THREAD_PER_VECTOR_CORE, ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE,
          ACL_DEV_ATTR_MAX_GRID_DIM_X, ACL_DEV_ATTR_MAX_BLOCK_PER_GRID, ACL_DEV_ATTR_MAX_BLOCK_DIM_Z}) {
        value = -1;
        EXPECT_EQ(aclrtGetDeviceInfo(0, attribute, &value), ACL_SUCCESS);
        EXPECT_EQ(value, 0);
    }
    value = -1;
    expectError(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_HD_CONNECT_TYPE, &value), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    expectError(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_DEVICE_FORM_FACTOR, &value), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    EXPECT_EQ(value, -1);
}

TEST_F(Device, UnknownAttributes) {
    int64_t value = -1;
    expectError(aclrtGetDeviceInfo(0, static_cast<aclrtDevAttr>(9999), &value), ACL_ERROR_INVALID_PARAM,
                {"attr is 9999"});
    expectError(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_NPU_ARCH, nullptr), ACL_ERROR_INVALID_PARAM, {"value is null"});
    expectError(aclGetDeviceCapability(0, ACL_DEVICE_INFO_UNDEFINED, &value), ACL_ERROR_INVALID_PARAM,
                {"deviceInfo is -1"});
    expectError(aclGetDeviceCapability(0, static_cast<aclDeviceInfo>(3), &value), ACL_ERROR_INVALID_PARAM);
    expectError(aclGetDeviceCapability(0, ACL_DEVICE_INFO_L2_SIZE, nullptr), ACL_ERROR_INVALID_PARAM,
                {"value is null"});
    int32_t feature = -1;
    expectError(aclrtGetDeviceCapability(0, static_cast<aclrtDevFeatureType>(2), &feature), ACL_ERROR_INVALID_PARAM,
                {"devFeatureType is 2"});
    expectError(aclrtGetDeviceCapability(0, ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV, nullptr), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtGetDeviceCapability(0, ACL_FEATURE_TSCPU_TASK_UPDATE_SUPPORT_AIC_AIV, &feature), ACL_SUCCESS);
    EXPECT_EQ(feature, ACL_DEV_FEATURE_NOT_SUPPORT);
    EXPECT_EQ(value, -1);
}

TEST_F(Device, RunModeAndStatus) {
    aclrtRunMode mode = ACL_DEVICE;
    EXPECT_EQ(aclrtGetRunMode(&mode), ACL_SUCCESS);
    EXPECT_EQ(mode, ACL_HOST);
    expectError(aclrtGetRunMode(nullptr), ACL_ERROR_INVALID_PARAM, {"aclrtGetRunMode", "runMode is null"});
    aclrtDeviceStatus status = ACL_RT_DEVICE_STATUS_END;
    EXPECT_EQ(aclrtQueryDeviceStatus(1, &status), ACL_SUCCESS);
    EXPECT_EQ(status, ACL_RT_DEVICE_STATUS_NORMAL);
    expectError(aclrtQueryDeviceStatus(1, nullptr), ACL_ERROR_INVALID_PARAM, {"deviceStatus is null"});
}

TEST_F(Device, PriorityRange) {
    int32_t least = -1;
    int32_t greatest = -1;
    EXPECT_EQ(aclrtDeviceGetStreamPriorityRange(&least, &greatest), ACL_SUCCESS);
    EXPECT_EQ(least, 7);
    EXPECT_EQ(greatest, 0);
    expectError(aclrtDeviceGetStreamPriorityRange(nullptr, &greatest), ACL_ERROR_INVALID_PARAM,
                {"leastPriority is null"});
    expectError(aclrtDeviceGetStreamPriorityRange(&least, nullptr), ACL_ERROR_INVALID_PARAM,
                {"greatestPriority is null"});
}

TEST_F(Device, PeerAccess) {
    int32_t value = -1;
    EXPECT_EQ(aclrtDeviceCanAccessPeer(&value, 0, 1), ACL_SUCCESS);
    EXPECT_EQ(value, 1);
    expectError(aclrtDeviceCanAccessPeer(&value, 0, 0), ACL_ERROR_INVALID_PARAM, {"peerDeviceId is 0"});
    expectError(aclrtDeviceCanAccessPeer(&value, 0, 2), ACL_ERROR_RT_INVALID_DEVICEID);
    expectError(aclrtDeviceCanAccessPeer(&value, -1, 0), ACL_ERROR_RT_INVALID_DEVICEID);
    expectError(aclrtDeviceCanAccessPeer(nullptr, 0, 1), ACL_ERROR_INVALID_PARAM, {"canAccessPeer is null"});
    EXPECT_EQ(aclrtDevicePeerAccessStatus(0, 1, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 0);
    EXPECT_EQ(aclrtDeviceEnablePeerAccess(1, 0), ACL_SUCCESS);
    EXPECT_EQ(aclrtDevicePeerAccessStatus(0, 1, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 1);
    EXPECT_EQ(aclrtDevicePeerAccessStatus(1, 0, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 0) << "one way";
    EXPECT_EQ(aclrtDeviceDisablePeerAccess(1), ACL_SUCCESS);
    EXPECT_EQ(aclrtDevicePeerAccessStatus(0, 1, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 0);
    expectError(aclrtDeviceEnablePeerAccess(0, 0), ACL_ERROR_INVALID_PARAM, {"the current device"});
    expectError(aclrtDeviceEnablePeerAccess(1, 1), ACL_ERROR_INVALID_PARAM, {"flags is 1"});
    expectError(aclrtDeviceEnablePeerAccess(5, 0), ACL_ERROR_RT_INVALID_DEVICEID);
    expectError(aclrtDeviceDisablePeerAccess(0), ACL_ERROR_INVALID_PARAM);
    expectError(aclrtDeviceDisablePeerAccess(5), ACL_ERROR_RT_INVALID_DEVICEID);
    expectError(aclrtDevicePeerAccessStatus(0, 9, &value), ACL_ERROR_RT_INVALID_DEVICEID);
    expectError(aclrtDevicePeerAccessStatus(0, 1, nullptr), ACL_ERROR_INVALID_PARAM, {"status is null"});
}

TEST_F(Device, Identity) {
    aclrtUuid uuids[2] = {};
    char bus[2][16] = {};
    for (int32_t id = 0; id < 2; ++id) {
        EXPECT_EQ(aclrtDeviceGetUuid(id, &uuids[id]), ACL_SUCCESS);
        EXPECT_EQ(aclrtDeviceGetPCIBusId(id, bus[id], sizeof(bus[id])), ACL_SUCCESS);
        int32_t back = -1;
        EXPECT_EQ(aclrtDeviceGetByPCIBusId(bus[id], &back), ACL_SUCCESS);
        EXPECT_EQ(back, id);
        int32_t value = -1;
        EXPECT_EQ(aclrtGetLogicDevIdByUserDevId(id, &value), ACL_SUCCESS);
        EXPECT_EQ(value, id);
        EXPECT_EQ(aclrtGetUserDevIdByLogicDevId(id, &value), ACL_SUCCESS);
        EXPECT_EQ(value, id);
        EXPECT_EQ(aclrtGetLogicDevIdByPhyDevId(id, &value), ACL_SUCCESS);
        EXPECT_EQ(value, id);
        EXPECT_EQ(aclrtGetPhyDevIdByLogicDevId(id, &value), ACL_SUCCESS);
        EXPECT_EQ(value, id);
        EXPECT_EQ(aclrtGetUserDevIdByPhyDevId(id, &value), ACL_SUCCESS);
        EXPECT_EQ(value, id);
        EXPECT_EQ(aclrtGetPhyDevIdByUserDevId(id, &value), ACL_SUCCESS);
        EXPECT_EQ(value, id);
    }
    EXPECT_NE(std::memcmp(&uuids[0], &uuids[1], sizeof(aclrtUuid)), 0);
    EXPECT_STRNE(bus[0], bus[1]);
    int32_t value = 0;
    expectError(aclrtDeviceGetUuid(2, &uuids[0]), ACL_ERROR_RT_INVALID_DEVICEID);
    expectError(aclrtDeviceGetUuid(0, nullptr), ACL_ERROR_INVALID_PARAM, {"uuid is null"});
    expectError(aclrtDeviceGetPCIBusId(2, bus[0], 16), ACL_ERROR_RT_INVALID_DEVICEID);
    expectError(aclrtDeviceGetPCIBusId(0, bus[0], 12), ACL_ERROR_INVALID_PARAM, {"len is 12, expected at least 13"});
    expectError(aclrtDeviceGetPCIBusId(0, nullptr, 16), ACL_ERROR_INVALID_PARAM, {"pciBusId is null"});
    expectError(aclrtDeviceGetByPCIBusId("x", &value), ACL_ERROR_INVALID_PARAM, {"'x'"});
    expectError(aclrtDeviceGetByPCIBusId(nullptr, &value), ACL_ERROR_INVALID_PARAM, {"pciBusId is null"});
    expectError(aclrtDeviceGetByPCIBusId("x", nullptr), ACL_ERROR_INVALID_PARAM, {"deviceId is null"});
    using Map = aclError (*)(int32_t, int32_t*);
    for (const Map map :
         {Map(aclrtGetLogicDevIdByUserDevId), Map(aclrtGetUserDevIdByLogicDevId), Map(aclrtGetLogicDevIdByPhyDevId),
          Map(aclrtGetPhyDevIdByLogicDevId), Map(aclrtGetUserDevIdByPhyDevId), Map(aclrtGetPhyDevIdByUserDevId)}) {
        expectError(map(7, &value), ACL_ERROR_RT_INVALID_DEVICEID);
        expectError(map(0, nullptr), ACL_ERROR_INVALID_PARAM, {"is null"});
    }
    EXPECT_EQ(aclrtDeviceGetBareTgid(&value), ACL_SUCCESS);
    EXPECT_EQ(value, getpid());
    expectError(aclrtDeviceGetBareTgid(nullptr), ACL_ERROR_INVALID_PARAM, {"pid is null"});
}

TEST_F(Device, StateCallbacks) {
    std::vector<std::pair<int32_t, int>> seen;
    const auto callback = [](int32_t device, aclrtDeviceState state, void* args) {
        static_cast<std::vector<std::pair<int32_t, int>>*>(args)->emplace_back(device, state);
    };
    EXPECT_EQ(aclrtRegDeviceStateCallback("test", callback, &seen), ACL_SUCCESS);
    EXPECT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDevice(1), ACL_SUCCESS);
    expectError(aclrtRegDeviceStateCallback("test", callback, &seen), ACL_ERROR_INVALID_PARAM, {"is registered"});
    EXPECT_EQ(aclrtRegDeviceStateCallback("test", nullptr, nullptr), ACL_SUCCESS);
    const std::vector<std::pair<int32_t, int>> expected = {{1, ACL_RT_DEVICE_STATE_SET_PRE},
                                                           {1, ACL_RT_DEVICE_STATE_SET_POST},
                                                           {1, ACL_RT_DEVICE_STATE_RESET_PRE},
                                                           {1, ACL_RT_DEVICE_STATE_RESET_POST}};
    EXPECT_EQ(seen, expected);
    expectError(aclrtRegDeviceStateCallback("test", nullptr, nullptr), ACL_ERROR_INVALID_PARAM, {"not registered"});
    expectError(aclrtRegDeviceStateCallback(nullptr, callback, nullptr), ACL_ERROR_INVALID_PARAM, {"null"});
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
}

TEST_F(Device, UtilizationTellsWhetherItIsBusy) {
    aclrtUtilizationInfo info{};
    EXPECT_EQ(aclrtGetDeviceUtilizationRate(0, &info), ACL_SUCCESS);
    EXPECT_EQ(info.cubeUtilization, 0);
    EXPECT_EQ(info.vectorUtilization, 0);
    EXPECT_EQ(info.aicpuUtilization, -1);
    EXPECT_EQ(info.memoryUtilization, -1);
    aclrtStream stream = newStream();
    Gate gate(stream);
    EXPECT_EQ(aclrtGetDeviceUtilizationRate(0, &info), ACL_SUCCESS);
    EXPECT_EQ(info.vectorUtilization, 100);
    gate.open();
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    expectError(aclrtGetDeviceUtilizationRate(2, &info), ACL_ERROR_RT_INVALID_DEVICEID);
    expectError(aclrtGetDeviceUtilizationRate(0, nullptr), ACL_ERROR_INVALID_PARAM, {"utilizationInfo is null"});
}

TEST_F(Device, HardwareQuestions) {
    EXPECT_EQ(aclrtSetTsDevice(ACL_TS_ID_AIVECTOR), ACL_SUCCESS);
    expectError(aclrtSetTsDevice(ACL_TS_ID_RESERVED), ACL_ERROR_INVALID_PARAM, {"tsId is 2"});
    EXPECT_EQ(aclrtDeviceL2CacheFlush(nullptr), ACL_SUCCESS);
    int any = 0;
    expectError(aclrtDeviceL2CacheFlush(&any), ACL_ERROR_INVALID_PARAM, {"rsv"});
    uint64_t topology = 0;
    EXPECT_EQ(aclrtGetDevicesTopo(0, 1, &topology), ACL_SUCCESS);
    EXPECT_EQ(topology, ACL_RT_DEVS_TOPOLOGY_HCCS);
    expectError(aclrtGetDevicesTopo(0, 2, &topology), ACL_ERROR_RT_INVALID_DEVICEID, {"otherDeviceId"});
    expectError(aclrtGetDevicesTopo(2, 0, &topology), ACL_ERROR_RT_INVALID_DEVICEID, {"deviceId"});
    expectError(aclrtGetDevicesTopo(0, 1, nullptr), ACL_ERROR_INVALID_PARAM, {"value is null"});
    uint32_t capability = 0;
    aclrtAtomicOperation operation = ACL_RT_ATOMIC_OPERATION_CAS;
    expectError(aclrtDeviceGetHostAtomicCapabilities(&capability, &operation, 1, 0), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    expectError(aclrtDeviceGetP2PAtomicCapabilities(&capability, &operation, 1, 0, 1),
                ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    expectError(aclrtDeviceGetHostAtomicCapabilities(nullptr, &operation, 1, 0), ACL_ERROR_INVALID_PARAM,
                {"capabilities is null"});
    expectError(aclrtDeviceGetHostAtomicCapabilities(&capability, nullptr, 1, 0), ACL_ERROR_INVALID_PARAM,
                {"operations is null"});
    expectError(aclrtDeviceGetHostAtomicCapabilities(&capability, &operation, 0, 0), ACL_ERROR_INVALID_PARAM,
                {"count is 0"});
    expectError(aclrtDeviceGetHostAtomicCapabilities(&capability, &operation, 1, 2), ACL_ERROR_RT_INVALID_DEVICEID);
    expectError(aclrtDeviceGetP2PAtomicCapabilities(&capability, &operation, 1, 0, 2), ACL_ERROR_RT_INVALID_DEVICEID);
    operation = static_cast<aclrtAtomicOperation>(20);
    expectError(aclrtDeviceGetP2PAtomicCapabilities(&capability, &operation, 1, 0, 1), ACL_ERROR_INVALID_PARAM,
                {"operations[0] is 20"});
}

}  // namespace
}  // namespace acc::test
