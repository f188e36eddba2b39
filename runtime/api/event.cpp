// SPDX-License-Identifier: Apache-2.0
// Events.
#include <cstring>

#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"
#include "runtime/core/user_event.h"

using namespace acc::rt;
using namespace acc::rt::api;
using core::EventKind;
using core::UserEvent;

namespace {

constexpr uint32_t kMaxEvents = 65536;
constexpr uint32_t kExFlags = ACL_EVENT_SYNC | ACL_EVENT_TIME_LINE | ACL_EVENT_CAPTURE_STREAM_PROGRESS;
constexpr uint32_t kFlagFlags = kExFlags | ACL_EVENT_DEVICE_USE_ONLY;

using EventPin = core::HandleTable<UserEvent>::Pin;

// `shared`: for the flag ACL_EVENT_IPC.
Status createEvent(aclrtEvent* event, EventKind kind, uint32_t flags,
                   std::shared_ptr<core::SharedEvent> shared = nullptr) {
    core::Context* context = nullptr;
    ACC_TRY(core::currentContext(&context));
    if (runtime().events.size() >= kMaxEvents) {
        return Status::error(ACL_ERROR_RT_NO_EVENT_RESOURCE, "there are {} events, which is all a device can have",
                             kMaxEvents);
    }
    auto created = std::make_shared<UserEvent>(kind, flags, context->device().id(), std::move(shared));
    created->handle = runtime().events.insert(created);
    if (created->handle == nullptr) {
        return Status::error(ACL_ERROR_RT_NO_EVENT_RESOURCE, "no handle left for an event");
    }
    *event = created->handle;
    return {};
}

Status resolveEvent(aclrtEvent handle, const char* parameter, EventPin* pin) {
    return resolve(runtime().events, handle, HandleKind::event, parameter, pin);
}

Status sameDevice(const UserEvent& event, const core::UserStream& stream) {
    if (event.device() != stream.context().device().id()) {
        return Status::error(ACL_ERROR_RT_STREAM_CONTEXT,
                             "event belongs to device {} and stream to device {}, expected one", event.device(),
                             stream.context().device().id());
    }
    return {};
}

Status notEx(const UserEvent& event) {
    if (event.kind() == EventKind::ex) {
        return Status::error(ACL_ERROR_INVALID_PARAM,
                             "event was created by aclrtCreateEventExWithFlag, expected aclrtCreateEvent or "
                             "aclrtCreateEventWithFlag");
    }
    return {};
}

Status notShared(const UserEvent& event) {
    if (event.shared() != nullptr) {
        return Status::error(ACL_ERROR_INVALID_PARAM,
                             "event was created with ACL_EVENT_IPC or opened by aclrtIpcOpenEventHandle, expected one "
                             "of this process alone");
    }
    return {};
}

Status createSharedEvent(aclrtEvent* event) {
    core::Context* context = nullptr;
    ACC_TRY(core::currentContext(&context));
    ACC_TRY(core::sharedWaitsSupported());
    ACC_ASSIGN_OR_RETURN(std::shared_ptr<core::Share> share,
                         core::Share::create(core::ShareKind::event, context->device().id(), true));
    return createEvent(event, EventKind::ex, ACL_EVENT_IPC, std::make_shared<core::SharedEvent>(std::move(share)));
}

// Refuses host calls on an event whose last record belongs to a capture that is still open.
Status notCaptured(const UserEvent& event, const char* what) {
    const std::shared_ptr<core::Capture> capture = event.captured().capture.lock();
    if (capture == nullptr || !capture->active()) {
        return {};
    }
    capture->invalidate();
    return Status::error(ACL_ERROR_RT_CAPTURE_MODE_BLOCK_ASYNC,
                         "event was recorded in a capture, expected no {} before aclmdlRICaptureEnd; the capture is "
                         "invalidated now",
                         what);
}

Status record(aclrtEvent handle, aclrtStream streamHandle) {
    EventPin event;
    ACC_TRY(resolveEvent(handle, "event", &event));
    StreamArgument stream;
    ACC_TRY(stream.resolve(streamHandle));
    ACC_TRY(sameDevice(*event, *stream));
    if (stream.context().stopped()) [[unlikely]] {
        return stream.context().stopStatus();
    }
    return core::recordEvent(*stream, *event);
}

Status waitFor(aclrtStream streamHandle, aclrtEvent handle, uint32_t limitSeconds) {
    StreamArgument stream;
    ACC_TRY(stream.resolve(streamHandle));
    EventPin event;
    ACC_TRY(resolveEvent(handle, "event", &event));
    if (!event->waitable()) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "event was created without ACL_EVENT_SYNC, expected one with it");
    }
    ACC_TRY(sameDevice(*event, *stream));
    if (stream.context().stopped()) [[unlikely]] {
        return stream.context().stopStatus();
    }
    return core::waitForEvent(*stream, *event, core::WaitLimit(limitSeconds));
}

// A record or wait that connects a graph with the outside.
Status externalUse(aclrtEvent handle, aclrtStream streamHandle, Status (*use)(core::UserStream&, UserEvent&)) {
    EventPin event;
    ACC_TRY(resolveEvent(handle, "event", &event));
    StreamArgument stream;
    ACC_TRY(stream.resolve(streamHandle));
    ACC_TRY(sameDevice(*event, *stream));
    if (event->kind() != EventKind::ex || event->flags() != ACL_EVENT_SYNC) {
        return Status::error(ACL_ERROR_INVALID_PARAM,
                             "event has flags {:#x}, expected one of aclrtCreateEventExWithFlag with exactly "
                             "ACL_EVENT_SYNC for the flag EXTERNAL",
                             event->flags());
    }
    return use(*stream, *event);
}

Status synchronize(aclrtEvent handle, core::Deadline deadline) {
    EventPin event;
    ACC_TRY(resolveEvent(handle, "event", &event));
    ACC_TRY(notCaptured(*event, "synchronisation"));
    if (event->shared() != nullptr) {
        return event->shared()->synchronize(deadline);
    }
    const std::shared_ptr<core::EventRecord> current = event->current();
    if (current == nullptr) {
        return {};
    }
    if (!current->wait(deadline)) {
        return Status::error(ACL_ERROR_RT_EVENT_SYNC_TIMEOUT, "the event is not complete when the timeout expires");
    }
    const std::shared_ptr<core::Stream> stream = current->stream.lock();
    return stream == nullptr ? Status() : stream->takeError();
}

// Nanoseconds at which the event's record completed.
Status completionTime(const UserEvent& event, const char* parameter, int64_t* nanoseconds) {
    const std::shared_ptr<core::EventRecord> current = event.current();
    if (!event.timed() || current == nullptr || !current->complete()) {
        return Status::error(ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID, "{} {}, expected a complete record with timestamp",
                             parameter,
                             !event.timed()       ? "was created without ACL_EVENT_TIME_LINE"
                             : current == nullptr ? "was never recorded"
                                                  : "is not complete");
    }
    *nanoseconds = current->timestampNs();
    return {};
}

}  // namespace

extern "C" {

aclError aclrtCreateEvent(aclrtEvent* event) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(event, "event"));
        return createEvent(event, EventKind::general, ACL_EVENT_SYNC | ACL_EVENT_TIME_LINE);
    });
}

aclError aclrtCreateEventWithFlag(aclrtEvent* event, uint32_t flag) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(event, "event"));
        if (flag != ACL_EVENT_EXTERNAL && (flag == 0 || (flag & ~kFlagFlags) != 0)) {
            return Status::error(ACL_ERROR_INVALID_PARAM,
                                 "flag is {:#x}, expected a mask of SYNC, TIME_LINE, CAPTURE_STREAM_PROGRESS, "
                                 "DEVICE_USE_ONLY, or EXTERNAL alone",
                                 flag);
        }
        return createEvent(event, EventKind::flag, flag);
    });
}

aclError aclrtCreateEventExWithFlag(aclrtEvent* event, uint32_t flag) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(event, "event"));
        if (flag == ACL_EVENT_IPC) {
            return createSharedEvent(event);
        }
        if (flag == 0 || (flag & ~kExFlags) != 0) {
            return Status::error(
                ACL_ERROR_INVALID_PARAM,
                "flag is {:#x}, expected a mask of SYNC, TIME_LINE, CAPTURE_STREAM_PROGRESS, or IPC alone", flag);
        }
        return createEvent(event, EventKind::ex, flag);
    });
}

aclError aclrtDestroyEvent(aclrtEvent event) {
    return apiCall(__func__, [&]() -> Status {
        const auto removed = runtime().events.remove(event);
        if (!removed && !runtime().finalised()) {
            return detail::badHandle("event", event, HandleKind::event);
        }
        return {};
    });
}

aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status { return record(event, stream); });
}

aclError aclrtRecordEventWithFlag(aclrtEvent event, aclrtStream stream, uint32_t flag) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(inRange<uint32_t>(flag, ACL_EVENT_RECORD_DEFAULT, ACL_EVENT_RECORD_EXTERNAL, "flag"));
        if (flag == ACL_EVENT_RECORD_EXTERNAL) {
            return externalUse(event, stream, core::recordExternalEvent);
        }
        return record(event, stream);
    });
}

aclError aclrtResetEvent(aclrtEvent event, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        EventPin pin;
        ACC_TRY(resolveEvent(event, "event", &pin));
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        if (pin->kind() != EventKind::flag || !pin->waitable()) {
            return Status::error(
                ACL_ERROR_INVALID_PARAM,
                "event cannot be reset, expected one of aclrtCreateEventWithFlag with ACL_EVENT_SYNC or "
                "ACL_EVENT_EXTERNAL");
        }
        ACC_TRY(sameDevice(*pin, *argument));
        return core::resetEvent(*argument, *pin);
    });
}

aclError aclrtQueryEvent(aclrtEvent event, aclrtEventStatus* status) {
    return apiCall(__func__, [&]() -> Status {
        EventPin pin;
        ACC_TRY(resolveEvent(event, "event", &pin));
        ACC_TRY(notNull(status, "status"));
        ACC_TRY(notEx(*pin));
        ACC_TRY(notCaptured(*pin, "query"));
        *status = pin->complete() ? ACL_EVENT_STATUS_COMPLETE : ACL_EVENT_STATUS_NOT_READY;
        return {};
    });
}

aclError aclrtQueryEventStatus(aclrtEvent event, aclrtEventRecordedStatus* status) {
    return apiCall(__func__, [&]() -> Status {
        EventPin pin;
        ACC_TRY(resolveEvent(event, "event", &pin));
        ACC_TRY(notNull(status, "status"));
        ACC_TRY(notShared(*pin));
        ACC_TRY(notCaptured(*pin, "query"));
        *status = pin->complete() ? ACL_EVENT_RECORDED_STATUS_COMPLETE : ACL_EVENT_RECORDED_STATUS_NOT_READY;
        return {};
    });
}

aclError aclrtQueryEventWaitStatus(aclrtEvent event, aclrtEventWaitStatus* status) {
    return apiCall(__func__, [&]() -> Status {
        EventPin pin;
        ACC_TRY(resolveEvent(event, "event", &pin));
        ACC_TRY(notNull(status, "status"));
        ACC_TRY(notEx(*pin));
        *status = pin->waitsComplete() ? ACL_EVENT_WAIT_STATUS_COMPLETE : ACL_EVENT_WAIT_STATUS_NOT_READY;
        return {};
    });
}

aclError aclrtSynchronizeEvent(aclrtEvent event) {
    return apiCall(__func__, [&]() -> Status { return synchronize(event, std::nullopt); });
}

aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, int32_t timeout) {
    return apiCall(__func__, [&]() -> Status {
        core::Deadline deadline;
        ACC_TRY(deadlineFromMs(timeout, "timeout", &deadline));
        return synchronize(event, deadline);
    });
}

aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event) {
    return apiCall(__func__, [&]() -> Status { return waitFor(stream, event, runtime().waitLimitSeconds.load()); });
}

aclError aclrtStreamWaitEventWithTimeout(aclrtStream stream, aclrtEvent event, int32_t timeout) {
    return apiCall(__func__, [&]() -> Status {
        if (timeout < 0) {
            return detail::badTimeout("timeout", timeout, "0 (for ever) or seconds");
        }
        return waitFor(stream, event, static_cast<uint32_t>(timeout));
    });
}

aclError aclrtStreamWaitEventWithFlag(aclrtStream stream, aclrtEvent event, uint32_t timeout, uint32_t flag) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(inRange<uint32_t>(flag, ACL_EVENT_WAIT_DEFAULT, ACL_EVENT_WAIT_EXTERNAL, "flag"));
        if (flag == ACL_EVENT_WAIT_DEFAULT) {
            return waitFor(stream, event, timeout);
        }
        ACC_TRY(mustBeZero(timeout, "timeout"));
        return externalUse(event, stream, core::waitForExternalEvent);
    });
}

aclError aclrtSetOpWaitTimeout(uint32_t timeout) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(runtime().usable());
        runtime().waitLimitSeconds.store(timeout);
        return {};
    });
}

aclError aclrtEventElapsedTime(float* ms, aclrtEvent startEvent, aclrtEvent endEvent) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(ms, "ms"));
        EventPin start;
        EventPin end;
        ACC_TRY(resolveEvent(startEvent, "startEvent", &start));
        ACC_TRY(resolveEvent(endEvent, "endEvent", &end));
        int64_t from = 0;
        int64_t to = 0;
        ACC_TRY(completionTime(*start, "startEvent", &from));
        ACC_TRY(completionTime(*end, "endEvent", &to));
        if (to < from) {
            return Status::error(ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL, "endEvent completed {} ns before startEvent",
                                 from - to);
        }
        *ms = static_cast<float>(to - from) / 1e6F;
        return {};
    });
}

aclError aclrtEventGetTimestamp(aclrtEvent event, uint64_t* timestamp) {
    return apiCall(__func__, [&]() -> Status {
        EventPin pin;
        ACC_TRY(resolveEvent(event, "event", &pin));
        ACC_TRY(notNull(timestamp, "timestamp"));
        int64_t nanoseconds = 0;
        ACC_TRY(completionTime(*pin, "event", &nanoseconds));
        *timestamp = static_cast<uint64_t>(nanoseconds / 1000);
        return {};
    });
}

aclError aclrtGetEventId(aclrtEvent event, uint32_t* eventId) {
    return apiCall(__func__, [&]() -> Status {
        EventPin pin;
        ACC_TRY(resolveEvent(event, "event", &pin));
        ACC_TRY(notNull(eventId, "eventId"));
        ACC_TRY(notShared(*pin));
        *eventId = pin->id();
        return {};
    });
}

aclError aclrtGetEventAvailNum(uint32_t* eventCount) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(eventCount, "eventCount"));
        core::Context* context = nullptr;
        ACC_TRY(core::currentContext(&context));
        *eventCount = kMaxEvents - runtime().events.size();
        return {};
    });
}

aclError aclrtIpcGetEventHandle(aclrtEvent event, aclrtIpcEventHandle* handle) {
    return apiCall(__func__, [&]() -> Status {
        EventPin pin;
        ACC_TRY(resolveEvent(event, "event", &pin));
        ACC_TRY(notNull(handle, "handle"));
        if (pin->shared() == nullptr) {
            return Status::error(ACL_ERROR_INVALID_PARAM,
                                 "event was created without ACL_EVENT_IPC, expected one of aclrtCreateEventExWithFlag "
                                 "with it");
        }
        const std::string key = pin->shared()->share()->key().text();
        *handle = {};
        key.copy(handle->reserved, sizeof(handle->reserved) - 1);
        return {};
    });
}

aclError aclrtIpcOpenEventHandle(aclrtIpcEventHandle handle, aclrtEvent* event) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(event, "event"));
        core::ShareKey key;
        const std::string_view text(handle.reserved, strnlen(handle.reserved, sizeof(handle.reserved)));
        if (!core::ShareKey::parse(text, &key)) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "handle holds none of aclrtIpcGetEventHandle");
        }
        core::Context* context = nullptr;
        ACC_TRY(core::currentContext(&context));
        ACC_TRY(core::sharedWaitsSupported());
        ACC_ASSIGN_OR_RETURN(const std::shared_ptr<core::Share> share,
                             core::Share::import(key, core::ShareKind::event, "handle"));
        core::watchOwner(share);
        return createEvent(event, EventKind::ex, ACL_EVENT_IPC, std::make_shared<core::SharedEvent>(share));
    });
}

}  // extern "C"
