// SPDX-License-Identifier: Apache-2.0
// Profiling sessions and subscriptions.
#include <unistd.h>

#include <cstring>
#include <memory>
#include <string>

#include "acl/acl_prof.h"
#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"
#include "runtime/core/trace.h"

using namespace acc::rt;
using namespace acc::rt::api;
using core::LiveObjects;
namespace trace = acc::rt::core::trace;

// The opaque types of the interface.
struct aclprofConfig {
    uint64_t dataTypes;
};
struct aclprofSubscribeConfig {
    bool timeInfo;
};

namespace {

constexpr size_t kRecordBytes = 64;

struct Session {
    static Session& instance() {
        [[clang::no_destroy]] static Session session;
        return session;
    }
    Mutex mutex;
    bool open ACC_GUARDED_BY(mutex) = false;
    std::string path ACC_GUARDED_BY(mutex);
};

Status checkConfig(const aclprofConfig* config) {
    std::shared_ptr<aclprofConfig> object;
    return resolveObject(config, "profilerConfig", "a configuration of aclprofCreateConfig", &object);
}

Status checkMetrics(aclprofAicoreMetrics metrics) {
    if (metrics != ACL_AICORE_NONE) {
        ACC_TRY(inRange<int>(metrics, ACL_AICORE_ARITHMETIC_UTILIZATION, ACL_AICORE_MEMORY_ACCESS, "aicoreMetrics"));
    }
    return {};
}

Status sessionOpen(Session& session) ACC_REQUIRES(session.mutex) {
    if (!session.open) {
        return Status::error(ACL_ERROR_PROF_NOT_RUN, "there is no session, expected aclprofInit before");
    }
    return {};
}

Status setRecording(const aclprofConfig* config, bool on) {
    ACC_TRY(checkConfig(config));
    Session& session = Session::instance();
    MutexLock lock(session.mutex);
    ACC_TRY(sessionOpen(session));
    if (on) {
        trace::start();
    } else {
        trace::stop();
    }
    return {};
}

Status noRecords(const void* opInfo) {
    ACC_TRY(notNull(opInfo, "opInfo"));
    return Status::error(
        ACL_ERROR_INVALID_PARAM,
        "opInfo holds no records: only subscriptions of models write them, and the runtime executes no "
        "models");
}

}  // namespace

extern "C" {

aclError aclprofInit(const char* profilerResultPath, size_t length) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(profilerResultPath, "profilerResultPath"));
        if (length == 0 || strnlen(profilerResultPath, length + 1) != length) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "length is {}, expected the length of the path", length);
        }
        if (access(profilerResultPath, W_OK | X_OK) != 0) {
            return Status::error(ACL_ERROR_INVALID_FILE, "profilerResultPath is '{}', expected a writable directory",
                                 profilerResultPath);
        }
        Session& session = Session::instance();
        MutexLock lock(session.mutex);
        if (session.open || trace::fromEnvironment()) {
            return Status::error(ACL_ERROR_PROF_ALREADY_RUN, "there is a session already{}",
                                 trace::fromEnvironment() ? ": ACC_TRACE is set" : ", expected aclprofFinalize before");
        }
        session.open = true;
        session.path = std::string(profilerResultPath) + "/acc_trace.json";
        trace::discard();
        return {};
    });
}

aclError aclprofFinalize(void) {
    return apiCall(__func__, [&]() -> Status {
        Session& session = Session::instance();
        MutexLock lock(session.mutex);
        ACC_TRY(sessionOpen(session));
        session.open = false;
        trace::stop();
        return trace::write(session.path);
    });
}

aclError aclprofStart(const aclprofConfig* profilerConfig) {
    return apiCall(__func__, [&]() -> Status { return setRecording(profilerConfig, true); });
}

aclError aclprofStop(const aclprofConfig* profilerConfig) {
    return apiCall(__func__, [&]() -> Status { return setRecording(profilerConfig, false); });
}

aclprofConfig* aclprofCreateConfig(uint32_t* deviceIdList, uint32_t deviceNums, aclprofAicoreMetrics aicoreMetrics,
                                   const aclprofAicoreEvents* aicoreEvents, uint64_t dataTypeConfig) {
    aclprofConfig* created = nullptr;
    apiCall(__func__, [&]() -> Status {
        if (deviceNums != 0) {
            ACC_TRY(notNull(deviceIdList, "deviceIdList"));
        }
        for (uint32_t index = 0; index < deviceNums; ++index) {
            ACC_TRY(validDevice(deviceIdList[index], fmt::format("deviceIdList[{}]", index).c_str()));
        }
        ACC_TRY(checkMetrics(aicoreMetrics));
        ACC_TRY(mustBeNull(aicoreEvents, "aicoreEvents"));
        created = LiveObjects<aclprofConfig>::instance().make(aclprofConfig{dataTypeConfig});
        return {};
    });
    return created;
}

aclError aclprofDestroyConfig(const aclprofConfig* profilerConfig) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(checkConfig(profilerConfig));
        LiveObjects<aclprofConfig>::instance().remove(profilerConfig);
        return {};
    });
}

aclError aclprofSetConfig(aclprofConfigType configType, const char* config, size_t configLength) {
    return apiCall(__func__, [&]() -> Status {
        if (configType <= ACL_PROF_ARGS_MIN || configType >= ACL_PROF_ARGS_MAX || configType == 2) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "configType is {}, expected an aclprofConfigType",
                                 static_cast<int>(configType));
        }
        ACC_TRY(notNull(config, "config"));
        ACC_TRY(mustNotBeZero(configLength, "configLength"));
        return Status::error(ACL_ERROR_PROF_MODULES_UNSUPPORTED,
                             "configType is {}, which samples hardware that the emulator does not have",
                             static_cast<int>(configType));
    });
}

aclError aclprofModelSubscribe(uint32_t, const aclprofSubscribeConfig* profSubscribeConfig) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<aclprofSubscribeConfig> object;
        ACC_TRY(resolveObject(profSubscribeConfig, "profSubscribeConfig",
                              "a configuration of aclprofCreateSubscribeConfig", &object));
        Session& session = Session::instance();
        MutexLock lock(session.mutex);
        if (session.open) {
            return Status::error(ACL_ERROR_PROF_API_CONFLICT, "there is a session, expected aclprofFinalize before");
        }
        return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "the runtime executes no models");
    });
}

aclError aclprofModelUnSubscribe(uint32_t) {
    return apiCall(__func__, [&]() -> Status {
        return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "the runtime executes no models");
    });
}

aclprofSubscribeConfig* aclprofCreateSubscribeConfig(int8_t timeInfoSwitch, aclprofAicoreMetrics aicoreMetrics,
                                                     void* fd) {
    aclprofSubscribeConfig* created = nullptr;
    apiCall(__func__, [&]() -> Status {
        ACC_TRY(checkMetrics(aicoreMetrics));
        ACC_TRY(notNull(fd, "fd"));
        created = LiveObjects<aclprofSubscribeConfig>::instance().make(aclprofSubscribeConfig{timeInfoSwitch != 0});
        return {};
    });
    return created;
}

aclError aclprofDestroySubscribeConfig(const aclprofSubscribeConfig* profSubscribeConfig) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<aclprofSubscribeConfig> object;
        ACC_TRY(resolveObject(profSubscribeConfig, "profSubscribeConfig",
                              "a configuration of aclprofCreateSubscribeConfig", &object));
        LiveObjects<aclprofSubscribeConfig>::instance().remove(profSubscribeConfig);
        return {};
    });
}

aclError aclprofGetOpDescSize(size_t* opDescSize) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(opDescSize, "opDescSize"));
        *opDescSize = kRecordBytes;
        return {};
    });
}

aclError aclprofGetOpNum(const void* opInfo, size_t, uint32_t* opNumber) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(opNumber, "opNumber"));
        return noRecords(opInfo);
    });
}

aclError aclprofGetOpTypeLen(const void* opInfo, size_t, uint32_t, size_t* opTypeLen) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(opTypeLen, "opTypeLen"));
        return noRecords(opInfo);
    });
}

aclError aclprofGetOpType(const void* opInfo, size_t, uint32_t, char* opType, size_t) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(opType, "opType"));
        return noRecords(opInfo);
    });
}

aclError aclprofGetOpNameLen(const void* opInfo, size_t, uint32_t, size_t* opNameLen) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(opNameLen, "opNameLen"));
        return noRecords(opInfo);
    });
}

aclError aclprofGetOpName(const void* opInfo, size_t, uint32_t, char* opName, size_t) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(opName, "opName"));
        return noRecords(opInfo);
    });
}

uint64_t aclprofGetOpStart(const void*, size_t, uint32_t) {
    return 0;
}

uint64_t aclprofGetOpEnd(const void*, size_t, uint32_t) {
    return 0;
}

uint64_t aclprofGetOpDuration(const void*, size_t, uint32_t) {
    return 0;
}

size_t aclprofGetModelId(const void*, size_t, uint32_t) {
    return 0;
}

aclprofSubscribeOpFlag aclprofGetOpFlag(const void*, size_t, uint32_t) {
    return ACL_SUBSCRIBE_NONE;
}

const char* aclprofGetOpAttriValue(const void*, size_t, uint32_t, aclprofSubscribeOpAttri) {
    return nullptr;
}

}  // extern "C"
