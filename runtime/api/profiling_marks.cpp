// SPDX-License-Identifier: Apache-2.0
// Steps, marks and ranges in traces.
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
#include "runtime/core/submission.h"
#include "runtime/core/trace.h"

using namespace acc::rt;
using namespace acc::rt::api;
using core::LiveObjects;
namespace trace = acc::rt::core::trace;

// An opaque type of the interface.
struct aclprofStepInfo {
    std::atomic<uint64_t> step{0};
};

namespace {

constexpr size_t kMaxMessage = 127;
constexpr int32_t kMaxTraceBytes = 18;

struct Stamp {
    Mutex mutex;
    std::string message ACC_GUARDED_BY(mutex) = "stamp";
};

struct Range {
    std::string text;
    int64_t startNs;
};

struct Marks {
    static Marks& instance() {
        [[clang::no_destroy]] static Marks marks;
        return marks;
    }
    Mutex mutex;
    std::map<uint32_t, Range> ranges ACC_GUARDED_BY(mutex);  // open ones
    uint32_t lastRange ACC_GUARDED_BY(mutex) = 0;
    std::map<std::string, uint64_t> ids ACC_GUARDED_BY(mutex);
    std::map<uint64_t, std::string> texts ACC_GUARDED_BY(mutex);
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
        Marks& marks = Marks::instance();
        MutexLock lock(marks.mutex);
        *rangeId = ++marks.lastRange;
        marks.ranges[*rangeId] = {std::move(message), trace::now()};
        return {};
    });
}

aclError aclprofRangeStop(uint32_t rangeId) {
    return apiCall(__func__, [&]() -> Status {
        Marks& marks = Marks::instance();
        MutexLock lock(marks.mutex);
        const auto it = marks.ranges.find(rangeId);
        if (it == marks.ranges.end()) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "rangeId is {}, expected an open range of aclprofRangeStart",
                                 rangeId);
        }
        if (trace::on()) {
            trace::range(it->second.text, it->second.startNs, false);
        }
        marks.ranges.erase(it);
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
        Marks& marks = Marks::instance();
        MutexLock lock(marks.mutex);
        const auto [it, added] = marks.ids.emplace(message, marks.ids.size() + 1);
        if (added) {
            marks.texts[it->second] = message;
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
            Marks& marks = Marks::instance();
            MutexLock lock(marks.mutex);
            if (const auto it = marks.texts.find(attr->message.tensorInfo->opNameId); it != marks.texts.end()) {
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
