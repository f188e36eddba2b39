// SPDX-License-Identifier: Apache-2.0
// Devices: selection, synchronisation, figures, peer access.
#include "runtime/core/device.h"

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

}  // extern "C"
