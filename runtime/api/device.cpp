// SPDX-License-Identifier: Apache-2.0
// Devices: selection, synchronisation, figures, peer access.
#include "runtime/core/device.h"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "acl/acl_platform.h"
#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"
#include "runtime/base/soc.h"

using namespace acc::rt;
using namespace acc::rt::api;

namespace {

constexpr int64_t kSimtThreads = 2048;  // work items per vector core, and per block, of SoCs with SIMT

Status deviceAttribute(aclrtDevAttr attribute, int64_t* value) {
    const SocInfo& info = soc();
    const bool simt = info.npuArch == DAV_3510;
    switch (attribute) {
        case ACL_DEV_ATTR_AICPU_CORE_NUM:
            *value = 0;
            return {};
        case ACL_DEV_ATTR_AICORE_CORE_NUM:
        case ACL_DEV_ATTR_CUBE_CORE_NUM:
            *value = info.cubeCores;
            return {};
        case ACL_DEV_ATTR_VECTOR_CORE_NUM:
            *value = info.vectorCores;
            return {};
        case ACL_DEV_ATTR_WARP_SIZE:
            *value = simt ? 32 : 0;
            return {};
        case ACL_DEV_ATTR_MAX_THREAD_PER_VECTOR_CORE:
        case ACL_DEV_ATTR_MAX_THREADS_PER_BLOCK:
        case ACL_DEV_ATTR_MAX_BLOCK_DIM_X:
        case ACL_DEV_ATTR_MAX_BLOCK_DIM_Y:
        case ACL_DEV_ATTR_MAX_BLOCK_DIM_Z:
            *value = simt ? kSimtThreads : 0;
            return {};
        case ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE:
            *value = simt ? info.ubBytes : 0;
            return {};
        case ACL_DEV_ATTR_MAX_GRID_DIM_X:
        case ACL_DEV_ATTR_MAX_GRID_DIM_Y:
        case ACL_DEV_ATTR_MAX_GRID_DIM_Z:
        case ACL_DEV_ATTR_MAX_BLOCK_PER_GRID:
            *value = simt ? 65535 : 0;
            return {};
        case ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE:
            *value = static_cast<int64_t>(info.memoryBytes);
            return {};
        case ACL_DEV_ATTR_L2_CACHE_SIZE:
            *value = static_cast<int64_t>(info.l2Bytes);
            return {};
        case ACL_DEV_ATTR_HD_CONNECT_TYPE:
        case ACL_DEV_ATTR_DEVICE_FORM_FACTOR:
            if (!simt) {
                return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "attr is {}, which {} does not have",
                                     static_cast<int>(attribute), info.name);
            }
            *value = attribute == ACL_DEV_ATTR_HD_CONNECT_TYPE ? ACL_HOST_DEVICE_CONNECT_TYPE_PCIE
                                                               : ACL_DEVICE_FORM_FACTOR_PCIE_CARD;
            return {};
        case ACL_DEV_ATTR_SMP_ID:
        case ACL_DEV_ATTR_PHY_CHIP_ID:
        case ACL_DEV_ATTR_SUPER_POD_DEVICE_ID:
        case ACL_DEV_ATTR_SUPER_POD_SERVER_ID:
        case ACL_DEV_ATTR_SUPER_POD_ID:
        case ACL_DEV_ATTR_CUST_OP_PRIVILEGE:
        case ACL_DEV_ATTR_MAINBOARD_ID:
        case ACL_DEV_ATTR_IS_VIRTUAL:
            *value = 0;
            return {};
        case ACL_DEV_ATTR_NPU_ARCH:
            *value = info.npuArch;
            return {};
    }
    return Status::error(ACL_ERROR_INVALID_PARAM, "attr is {}, expected an aclrtDevAttr", static_cast<int>(attribute));
}

// Checks a peer of the current device and returns its bit in Device::peers.
Status currentPeer(int32_t peerDeviceId, core::Device** device, uint64_t* bit) {
    core::Context* context = nullptr;
    ACC_TRY(core::currentContext(&context));
    ACC_TRY(validDevice(peerDeviceId, "peerDeviceId"));
    *device = &context->device();
    if (peerDeviceId == (*device)->id()) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "peerDeviceId is {}, the current device, expected another one",
                             peerDeviceId);
    }
    *bit = uint64_t{1} << peerDeviceId;
    return {};
}

// The number of a visible device among all devices.
int32_t logicalId(int32_t deviceId) {
    return core::visibleDevices()[static_cast<size_t>(deviceId)];
}

std::string busId(int32_t deviceId) {
    return fmt::format("0000:{:02x}:00.0", logicalId(deviceId) + 1);
}

Status toLogical(int32_t user, const char* parameter, int32_t* logical, const char* output) {
    ACC_TRY(validDevice(user, parameter));
    ACC_TRY(notNull(logical, output));
    *logical = logicalId(user);
    return {};
}

Status toUser(int32_t logical, const char* parameter, int32_t* user, const char* output) {
    ACC_TRY(notNull(user, output));
    const std::vector<int32_t>& visible = core::visibleDevices();
    const auto it = std::find(visible.begin(), visible.end(), logical);
    if (it == visible.end()) {
        return Status::error(ACL_ERROR_RT_INVALID_DEVICEID, "{} is {}, expected the number of a visible device",
                             parameter, logical);
    }
    *user = static_cast<int32_t>(it - visible.begin());
    return {};
}

Status noAtomicCapabilities(const uint32_t* capabilities, const aclrtAtomicOperation* operations, uint32_t count) {
    ACC_TRY(notNull(capabilities, "capabilities"));
    ACC_TRY(notNull(operations, "operations"));
    ACC_TRY(mustNotBeZero(count, "count"));
    for (uint32_t index = 0; index < count; ++index) {
        const auto operation = static_cast<int>(operations[index]);
        const bool known =
            (operation >= ACL_RT_ATOMIC_OPERATION_INTEGER_ADD && operation <= ACL_RT_ATOMIC_OPERATION_FLOAT_MAX) ||
            (operation >= ACL_RT_ATOMIC_OPERATION_DMA_ADD && operation <= ACL_RT_ATOMIC_OPERATION_DMA_MAX) ||
            (operation >= ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_ADD &&
             operation <= ACL_RT_ATOMIC_OPERATION_SIMD_SCALAR_EXCH);
        if (!known) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "operations[{}] is {}, expected an aclrtAtomicOperation",
                                 index, operation);
        }
    }
    return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                         "the emulator does not model which atomic operations reach the host or another device");
}

}  // namespace

extern "C" {

aclError aclrtSetDevice(int32_t deviceId) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(validDevice(deviceId, "deviceId"));
        ACC_ASSIGN_OR_RETURN(std::shared_ptr<core::Context> context, runtime().device(deviceId).set());
        core::setCurrentContext(std::move(context));
        return {};
    });
}

aclError aclrtResetDevice(int32_t deviceId) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(validDevice(deviceId, "deviceId"));
        return runtime().device(deviceId).reset(false);
    });
}

aclError aclrtResetDeviceForce(int32_t deviceId) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(validDevice(deviceId, "deviceId"));
        return runtime().device(deviceId).reset(true);
    });
}

aclError aclrtGetDevice(int32_t* deviceId) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(deviceId, "deviceId"));
        core::Context* context = nullptr;
        ACC_TRY(core::currentContext(&context));
        *deviceId = context->device().id();
        return {};
    });
}

aclError aclrtGetDeviceCount(uint32_t* count) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(count, "count"));
        *count = core::visibleDeviceCount();
        return {};
    });
}

aclError aclrtGetRunMode(aclrtRunMode* runMode) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(runMode, "runMode"));
        *runMode = ACL_HOST;
        return {};
    });
}

aclError aclrtSynchronizeDevice(void) {
    return apiCall(__func__, [&]() -> Status {
        core::Context* context = nullptr;
        ACC_TRY(core::currentContext(&context));
        ACC_TRY(core::checkNoCapture(*context, ACL_ERROR_RT_CAPTURE_MODE_BLOCK_ASYNC, "device synchronisation"));
        return context->device().synchronize(std::nullopt);
    });
}

aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout) {
    return apiCall(__func__, [&]() -> Status {
        core::Deadline deadline;
        ACC_TRY(deadlineFromMs(timeout, "timeout", &deadline));
        core::Context* context = nullptr;
        ACC_TRY(core::currentContext(&context));
        ACC_TRY(core::checkNoCapture(*context, ACL_ERROR_RT_CAPTURE_MODE_BLOCK_ASYNC, "device synchronisation"));
        return context->device().synchronize(deadline);
    });
}

aclError aclrtGetDeviceInfo(uint32_t deviceId, aclrtDevAttr attr, int64_t* value) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(validDevice(deviceId, "deviceId"));
        ACC_TRY(notNull(value, "value"));
        return deviceAttribute(attr, value);
    });
}

aclError aclGetDeviceCapability(uint32_t deviceId, aclDeviceInfo deviceInfo, int64_t* value) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(validDevice(deviceId, "deviceId"));
        ACC_TRY(inRange<int>(deviceInfo, ACL_DEVICE_INFO_AI_CORE_NUM, ACL_DEVICE_INFO_L2_SIZE, "deviceInfo"));
        ACC_TRY(notNull(value, "value"));
        const aclrtDevAttr attributes[] = {ACL_DEV_ATTR_AICORE_CORE_NUM, ACL_DEV_ATTR_VECTOR_CORE_NUM,
                                           ACL_DEV_ATTR_L2_CACHE_SIZE};
        return deviceAttribute(attributes[deviceInfo], value);
    });
}

aclError aclrtGetDeviceCapability(int32_t deviceId, aclrtDevFeatureType devFeatureType, int32_t* value) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(validDevice(deviceId, "deviceId"));
        if (devFeatureType != ACL_FEATURE_TSCPU_TASK_UPDATE_SUPPORT_AIC_AIV &&
            devFeatureType != ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "devFeatureType is {}, expected an aclrtDevFeatureType",
                                 static_cast<int>(devFeatureType));
        }
        ACC_TRY(notNull(value, "value"));
        *value = ACL_DEV_FEATURE_NOT_SUPPORT;
        return {};
    });
}

const char* aclrtGetSocName(void) {
    return soc().name;
}

aclError aclrtDeviceGetStreamPriorityRange(int32_t* leastPriority, int32_t* greatestPriority) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(leastPriority, "leastPriority"));
        ACC_TRY(notNull(greatestPriority, "greatestPriority"));
        *leastPriority = 7;
        *greatestPriority = 0;
        return {};
    });
}

aclError aclrtQueryDeviceStatus(int32_t deviceId, aclrtDeviceStatus* deviceStatus) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(validDevice(deviceId, "deviceId"));
        ACC_TRY(notNull(deviceStatus, "deviceStatus"));
        *deviceStatus = ACL_RT_DEVICE_STATUS_NORMAL;
        return {};
    });
}

aclError aclrtDeviceCanAccessPeer(int32_t* canAccessPeer, int32_t deviceId, int32_t peerDeviceId) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(canAccessPeer, "canAccessPeer"));
        ACC_TRY(validDevice(deviceId, "deviceId"));
        ACC_TRY(validDevice(peerDeviceId, "peerDeviceId"));
        if (deviceId == peerDeviceId) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "peerDeviceId is {}, expected another device than deviceId",
                                 peerDeviceId);
        }
        *canAccessPeer = 1;
        return {};
    });
}

aclError aclrtDeviceEnablePeerAccess(int32_t peerDeviceId, uint32_t flags) {
    return apiCall(__func__, [&]() -> Status {
        core::Device* device = nullptr;
        uint64_t bit = 0;
        ACC_TRY(currentPeer(peerDeviceId, &device, &bit));
        ACC_TRY(mustBeZero(flags, "flags"));
        device->peers.fetch_or(bit);
        return {};
    });
}

aclError aclrtDeviceDisablePeerAccess(int32_t peerDeviceId) {
    return apiCall(__func__, [&]() -> Status {
        core::Device* device = nullptr;
        uint64_t bit = 0;
        ACC_TRY(currentPeer(peerDeviceId, &device, &bit));
        device->peers.fetch_and(~bit);
        return {};
    });
}

aclError aclrtDevicePeerAccessStatus(int32_t deviceId, int32_t peerDeviceId, int32_t* status) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(validDevice(deviceId, "deviceId"));
        ACC_TRY(validDevice(peerDeviceId, "peerDeviceId"));
        ACC_TRY(notNull(status, "status"));
        *status = static_cast<int32_t>(runtime().device(deviceId).peers.load() >> peerDeviceId & 1);
        return {};
    });
}

aclError aclrtDeviceGetUuid(int32_t deviceId, aclrtUuid* uuid) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(validDevice(deviceId, "deviceId"));
        ACC_TRY(notNull(uuid, "uuid"));
        const std::string text = fmt::format("acc-device-{:06}", logicalId(deviceId));
        static_assert(sizeof(uuid->bytes) == 16);
        std::memcpy(uuid->bytes, text.data(), std::min(text.size(), sizeof(uuid->bytes)));
        uuid->bytes[15] = static_cast<char>(logicalId(deviceId));
        return {};
    });
}

aclError aclrtDeviceGetPCIBusId(int32_t deviceId, char* pciBusId, int32_t len) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(validDevice(deviceId, "deviceId"));
        ACC_TRY(notNull(pciBusId, "pciBusId"));
        const std::string text = busId(deviceId);
        if (len < static_cast<int32_t>(text.size()) + 1) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "len is {}, expected at least {}", len, text.size() + 1);
        }
        std::memcpy(pciBusId, text.c_str(), text.size() + 1);
        return {};
    });
}

aclError aclrtDeviceGetByPCIBusId(const char* pciBusId, int32_t* deviceId) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(pciBusId, "pciBusId"));
        ACC_TRY(notNull(deviceId, "deviceId"));
        for (int32_t id = 0; id < static_cast<int32_t>(core::visibleDeviceCount()); ++id) {
            if (busId(id) == pciBusId) {
                *deviceId = id;
                return {};
            }
        }
        return Status::error(ACL_ERROR_INVALID_PARAM, "pciBusId is '{}', which no visible device has", pciBusId);
    });
}

aclError aclrtDeviceGetBareTgid(int32_t* pid) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(pid, "pid"));
        *pid = getpid();
        return {};
    });
}

aclError aclrtGetLogicDevIdByUserDevId(const int32_t userDevid, int32_t* const logicDevId) {
    return apiCall(__func__, [&]() -> Status { return toLogical(userDevid, "userDevid", logicDevId, "logicDevId"); });
}

aclError aclrtGetUserDevIdByLogicDevId(const int32_t logicDevId, int32_t* const userDevid) {
    return apiCall(__func__, [&]() -> Status { return toUser(logicDevId, "logicDevId", userDevid, "userDevid"); });
}

aclError aclrtGetLogicDevIdByPhyDevId(const int32_t phyDevId, int32_t* const logicDevId) {
    return apiCall(__func__, [&]() -> Status { return toUser(phyDevId, "phyDevId", logicDevId, "logicDevId"); });
}

aclError aclrtGetPhyDevIdByLogicDevId(const int32_t logicDevId, int32_t* const phyDevId) {
    return apiCall(__func__, [&]() -> Status { return toLogical(logicDevId, "logicDevId", phyDevId, "phyDevId"); });
}

aclError aclrtGetUserDevIdByPhyDevId(const int32_t phyDevId, int32_t* const userDevId) {
    return apiCall(__func__, [&]() -> Status { return toUser(phyDevId, "phyDevId", userDevId, "userDevId"); });
}

aclError aclrtGetPhyDevIdByUserDevId(const int32_t userDevId, int32_t* const phyDevId) {
    return apiCall(__func__, [&]() -> Status { return toLogical(userDevId, "userDevId", phyDevId, "phyDevId"); });
}

aclError aclrtRegDeviceStateCallback(const char* regName, aclrtDeviceStateCallback callback, void* args) {
    return apiCall(__func__, [&]() -> Status { return core::Runtime::deviceCallbacks().set(regName, callback, args); });
}

aclError aclrtGetDeviceUtilizationRate(int32_t deviceId, aclrtUtilizationInfo* utilizationInfo) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(validDevice(deviceId, "deviceId"));
        ACC_TRY(notNull(utilizationInfo, "utilizationInfo"));
        const int32_t busy = runtime().device(deviceId).busy() ? 100 : 0;
        *utilizationInfo = {busy, busy, -1, -1, nullptr};
        return {};
    });
}

aclError aclrtSetTsDevice(aclrtTsId tsId) {
    return apiCall(__func__,
                   [&]() -> Status { return inRange<int>(tsId, ACL_TS_ID_AICORE, ACL_TS_ID_AIVECTOR, "tsId"); });
}

aclError aclrtDeviceL2CacheFlush(void* rsv) {
    return apiCall(__func__, [&]() -> Status { return mustBeNull(rsv, "rsv"); });
}

aclError aclrtGetDevicesTopo(uint32_t deviceId, uint32_t otherDeviceId, uint64_t* value) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(validDevice(deviceId, "deviceId"));
        ACC_TRY(validDevice(otherDeviceId, "otherDeviceId"));
        ACC_TRY(notNull(value, "value"));
        *value = ACL_RT_DEVS_TOPOLOGY_HCCS;
        return {};
    });
}

aclError aclrtDeviceGetHostAtomicCapabilities(uint32_t* capabilities, const aclrtAtomicOperation* operations,
                                              const uint32_t count, int32_t deviceId) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(validDevice(deviceId, "deviceId"));
        return noAtomicCapabilities(capabilities, operations, count);
    });
}

aclError aclrtDeviceGetP2PAtomicCapabilities(uint32_t* capabilities, const aclrtAtomicOperation* operations,
                                             const uint32_t count, int32_t srcDeviceId, int32_t dstDeviceId) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(validDevice(srcDeviceId, "srcDeviceId"));
        ACC_TRY(validDevice(dstDeviceId, "dstDeviceId"));
        return noAtomicCapabilities(capabilities, operations, count);
    });
}

}  // extern "C"
