// SPDX-License-Identifier: Apache-2.0
// Profiling sessions, markers and ranges.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "acl/acl_prof.h"
#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"
#include "runtime/core/live_objects.h"
#include "runtime/core/submission.h"
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
struct aclprofStepInfo {
    std::atomic<uint64_t> step{0};
};

namespace {

constexpr size_t kMaxMessage = 127;
constexpr int32_t kMaxTraceBytes = 18;
constexpr size_t kRecordBytes = 64;

struct Stamp {
    Mutex mutex;
    std::string message ACC_GUARDED_BY(mutex) = "stamp";
};

struct Range {
    std::string text;
    int64_t startNs;
};

struct Session {
    static Session& instance() {
        [[clang::no_destroy]] static Session session;
        return session;
    }
    Mutex mutex;
    bool open ACC_GUARDED_BY(mutex) = false;
    std::string path ACC_GUARDED_BY(mutex);
    std::map<uint32_t, Range> ranges ACC_GUARDED_BY(mutex);
    std::map<std::string, uint64_t> ids ACC_GUARDED_BY(mutex);
    std::map<uint64_t, std::string> texts ACC_GUARDED_BY(mutex);
    uint32_t lastRange ACC_GUARDED_BY(mutex) = 0;
};

// Open ranges of this thread, outermost first.
std::vector<Range>& threadRanges() {
    thread_local std::vector<Range> ranges;
    return ranges;
}

Status messageOf(const void* stamp, std::string* message) {
    std::shared_ptr<Stamp> object;
    ACC_TRY(resolveObject(static_cast<const Stamp*>(stamp), "stamp", "a stamp of aclprofCreateStamp", &object));
    MutexLock lock(object->mutex);
    *message = object->message;
    return {};
}

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

Status markLater(const StreamArgument& stream, std::string text) {
    const uint32_t id = stream->id();
    const int32_t device = stream.context().device().id();
    return core::submitCall(*stream,
                            [text = std::make_shared<const std::string>(std::move(text)), id, device](core::Stream&) {
                                if (trace::on()) {
                                    trace::markStream(*text, device, id);
                                }
                            });
}

Status pop() {
    std::vector<Range>& ranges = threadRanges();
    if (ranges.empty()) {
        return Status::error(ACL_ERROR_FAILURE, "this thread has no open range, expected a push before");
    }
    if (trace::on()) {
        trace::range(ranges.back().text, ranges.back().startNs, true);
    }
    ranges.pop_back();
    return {};
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

aclError aclprofGetStepTimestamp(aclprofStepInfo* stepInfo, aclprofStepTag tag, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<aclprofStepInfo> object;
        ACC_TRY(resolveObject(stepInfo, "stepInfo", "a step info of aclprofCreateStepInfo", &object));
        ACC_TRY(inRange<int>(tag, ACL_STEP_START, ACL_STEP_END, "tag"));
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        const uint64_t step = tag == ACL_STEP_START ? object->step.fetch_add(1) + 1 : object->step.load();
        return markLater(argument, fmt::format("step {} {}", step, tag == ACL_STEP_START ? "start" : "end"));
    });
}

aclprofStepInfo* aclprofCreateStepInfo(void) {
    aclprofStepInfo* created = nullptr;
    apiCall(__func__, [&]() -> Status {
        created = LiveObjects<aclprofStepInfo>::instance().make();
        return {};
    });
    return created;
}

void aclprofDestroyStepInfo(aclprofStepInfo* stepinfo) {
    LiveObjects<aclprofStepInfo>::instance().remove(stepinfo);
}

void* aclprofCreateStamp(void) {
    void* created = nullptr;
    apiCall(__func__, [&]() -> Status {
        created = LiveObjects<Stamp>::instance().make();
        return {};
    });
    return created;
}

void aclprofDestroyStamp(void* stamp) {
    LiveObjects<Stamp>::instance().remove(static_cast<Stamp*>(stamp));
}

aclError aclprofSetStampTraceMessage(void* stamp, const char* msg, uint32_t msgLen) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<Stamp> object;
        ACC_TRY(resolveObject(static_cast<const Stamp*>(stamp), "stamp", "a stamp of aclprofCreateStamp", &object));
        ACC_TRY(notNull(msg, "msg"));
        ACC_TRY(inRange<size_t>(msgLen, 1, kMaxMessage, "msgLen"));
        MutexLock lock(object->mutex);
        object->message.assign(msg, strnlen(msg, msgLen));
        return {};
    });
}

aclError aclprofPush(void* stamp) {
    return apiCall(__func__, [&]() -> Status {
        std::string message;
        ACC_TRY(messageOf(stamp, &message));
        threadRanges().push_back({std::move(message), trace::now()});
        return {};
    });
}

aclError aclprofPop(void) {
    return apiCall(__func__, [&]() -> Status { return pop(); });
}

aclError aclprofRangeStart(void* stamp, uint32_t* rangeId) {
    return apiCall(__func__, [&]() -> Status {
        std::string message;
        ACC_TRY(messageOf(stamp, &message));
        ACC_TRY(notNull(rangeId, "rangeId"));
        Session& session = Session::instance();
        MutexLock lock(session.mutex);
        *rangeId = ++session.lastRange;
        session.ranges[*rangeId] = {std::move(message), trace::now()};
        return {};
    });
}

aclError aclprofRangeStop(uint32_t rangeId) {
    return apiCall(__func__, [&]() -> Status {
        Session& session = Session::instance();
        MutexLock lock(session.mutex);
        const auto it = session.ranges.find(rangeId);
        if (it == session.ranges.end()) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "rangeId is {}, expected an open range of aclprofRangeStart",
                                 rangeId);
        }
        if (trace::on()) {
            trace::range(it->second.text, it->second.startNs, false);
        }
        session.ranges.erase(it);
        return {};
    });
}

aclError aclprofMark(void* stamp) {
    return apiCall(__func__, [&]() -> Status {
        std::string message;
        ACC_TRY(messageOf(stamp, &message));
        if (trace::on()) {
            trace::markThread(message);
        }
        return {};
    });
}

aclError aclprofMarkEx(const char* msg, size_t msgLen, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(msg, "msg"));
        ACC_TRY(inRange<size_t>(msgLen, 1, kMaxMessage, "msgLen"));
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        return markLater(argument, std::string(msg, strnlen(msg, msgLen)));
    });
}

uint64_t aclprofStr2Id(const char* message) {
    uint64_t id = 0;
    apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(message, "message"));
        Session& session = Session::instance();
        MutexLock lock(session.mutex);
        const auto [it, added] = session.ids.emplace(message, session.ids.size() + 1);
        if (added) {
            session.texts[it->second] = message;
        }
        id = it->second;
        return {};
    });
    return id;
}

aclError aclprofRangePushEx(aclprofEventAttributes* attr) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(attr, "attr"));
        ACC_TRY(inRange<uint32_t>(attr->version, ACL_PROF_EVENT_ATTR_VERSION, ACL_PROF_EVENT_ATTR_VERSION,
                                  "attr->version"));
        ACC_TRY(inRange<size_t>(attr->size, sizeof(*attr), sizeof(*attr), "attr->size"));
        ACC_TRY(inRange<uint32_t>(attr->messageType, ACL_PROF_MESSAGE_TYPE_TENSOR_INFO,
                                  ACL_PROF_MESSAGE_TYPE_TENSOR_INFO, "attr->messageType"));
        ACC_TRY(notNull(attr->message.tensorInfo, "attr->message.tensorInfo"));
        std::string text = "operator";
        {
            Session& session = Session::instance();
            MutexLock lock(session.mutex);
            if (const auto it = session.texts.find(attr->message.tensorInfo->opNameId); it != session.texts.end()) {
                text = it->second;
            }
        }
        threadRanges().push_back({std::move(text), trace::now()});
        return {};
    });
}

aclError aclprofRangePop(void) {
    return apiCall(__func__, [&]() -> Status { return pop(); });
}

aclError aclrtProfTrace(void* userdata, int32_t length, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(userdata, "userdata"));
        ACC_TRY(inRange<int32_t>(length, 1, kMaxTraceBytes, "length"));
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        std::string text = "trace";
        for (int32_t index = 0; index < length; ++index) {
            text += fmt::format(" {:02x}", static_cast<const uint8_t*>(userdata)[index]);
        }
        return markLater(argument, std::move(text));
    });
}

}  // extern "C"
