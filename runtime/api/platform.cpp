// SPDX-License-Identifier: Apache-2.0
// Hardware figures by name.
#include "acl/acl_platform.h"

#include <cstring>
#include <string>

#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"
#include "runtime/base/soc.h"

using namespace acc::rt;
using namespace acc::rt::api;

namespace {

Status figure(aclplatformDevInfo infoType, std::string* text) {
    const SocInfo& info = soc();
    uint64_t value = 0;
    switch (infoType) {
        case ACL_PLATFORM_AICORE_CNT:
        case ACL_PLATFORM_CUBE_CORE_CNT:
            value = info.cubeCores;
            break;
        case ACL_PLATFORM_VECTOR_CORE_CNT:
            value = info.vectorCores;
            break;
        case ACL_PLATFORM_AICORE_UB_SIZE:
            value = info.ubBytes;
            break;
        case ACL_PLATFORM_L2_SIZE:
            value = info.l2Bytes;
            break;
        case ACL_PLATFORM_MEMORY_SIZE:
            value = info.memoryBytes;
            break;
        case ACL_PLATFORM_BT_SIZE:
            value = info.btBytes;
            break;
        case ACL_PLATFORM_L0_A_SIZE:
            value = info.l0aBytes;
            break;
        case ACL_PLATFORM_L0_B_SIZE:
            value = info.l0bBytes;
            break;
        case ACL_PLATFORM_L0_C_SIZE:
            value = info.l0cBytes;
            break;
        case ACL_PLATFORM_L1_SIZE:
            value = info.l1Bytes;
            break;
        case ACL_PLATFORM_NPU_ARCH:
            value = info.npuArch;
            break;
        case ACL_PLATFORM_SOC_VERSION:
            *text = info.name;
            return {};
        case ACL_PLATFORM_CUBE_FREQ:
        case ACL_PLATFORM_VEC_FREQ:
        case ACL_PLATFORM_AIC_VERSION:
        case ACL_PLATFORM_MEMORY_TYPE:
            return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "infoType is {}, which the emulator does not model",
                                 static_cast<int>(infoType));
        default:
            return Status::error(ACL_ERROR_INVALID_PARAM, "infoType is {}, expected an aclplatformDevInfo",
                                 static_cast<int>(infoType));
    }
    *text = std::to_string(value);
    return {};
}

}  // namespace

extern "C" {

aclError aclplatformGetDeviceInfo(aclplatformDevInfo infoType, char* value, uint32_t maxLen) {
    return apiCall(__func__, [&]() -> Status {
        std::string text;
        ACC_TRY(figure(infoType, &text));
        ACC_TRY(notNull(value, "value"));
        if (maxLen <= text.size()) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "maxLen is {}, expected at least {} for '{}'", maxLen,
                                 text.size() + 1, text);
        }
        std::memcpy(value, text.c_str(), text.size() + 1);
        return {};
    });
}

aclError aclplatformGetInstructionInfo(aclplatformCoreType type, const char* instruction, char* value,
                                       uint32_t maxLen) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(inRange<int>(type, ACL_PLATFORM_CORE_TYPE_AI_CORE, ACL_PLATFORM_CORE_TYPE_VECTOR_CORE, "type"));
        ACC_TRY(notNull(instruction, "instruction"));
        ACC_TRY(notNull(value, "value"));
        ACC_TRY(mustNotBeZero(maxLen, "maxLen"));
        return Status::error(ACL_ERROR_INVALID_PARAM,
                             "instruction is '{}', of which the emulator has no description: it executes Ascend C "
                             "operations, not intrinsics",
                             instruction);
    });
}

}  // extern "C"
