// SPDX-License-Identifier: Apache-2.0
// Streams.
#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"
#include "runtime/base/soc.h"

using namespace acc::rt;
using namespace acc::rt::api;

namespace {

constexpr uint32_t kKnownFlags = ACL_STREAM_FAST_LAUNCH | ACL_STREAM_FAST_SYNC | ACL_STREAM_PERSISTENT |
                                 ACL_STREAM_HUGE | ACL_STREAM_CPU_SCHEDULE | ACL_STREAM_DEVICE_USE_ONLY;
constexpr uint32_t kUnsupportedFlags = ACL_STREAM_PERSISTENT | ACL_STREAM_CPU_SCHEDULE | ACL_STREAM_DEVICE_USE_ONLY;

Status createStream(aclrtStream* stream, uint32_t priority, uint32_t flags) {
    core::Context* context = nullptr;
    ACC_TRY(core::currentContext(&context));
    if (!context->device().claimStreamSlot()) {
        return Status::error(ACL_ERROR_RT_NO_STREAM_RESOURCE, "device {} has {} streams, which is all {} can have",
                             context->device().id(), soc().maxStreams, soc().name);
    }
    const std::shared_ptr<core::UserStream> created = context->createStream(priority, flags);
    if (created == nullptr) {
        return Status::error(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no handle left for a stream");
    }
    *stream = created->handle;
    return {};
}

Status destroyStream(aclrtStream handle, bool drain) {
    ACC_TRY(notNull(handle, "stream"));
    auto pin = runtime().streams.find(handle);
    if (!pin) {
        return runtime().finalised() ? Status() : detail::badHandle("stream", handle, HandleKind::stream);
    }
    core::Context* context = nullptr;
    ACC_TRY(core::currentContext(&context));
    if (pin->isDefault()) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "stream is a default stream, expected one of aclrtCreateStream");
    }
    if (&pin->context() != context) {
        return detail::foreignStream("stream", *pin, *context);
    }
    if (pin->capturing() && drain) {
        return Status::error(ACL_ERROR_RT_STREAM_CAPTURED, "stream {} captures, expected aclmdlRICaptureEnd before",
                             pin->id());
    }
    const auto removed = runtime().streams.remove(handle);
    if (!removed) {
        return detail::badHandle("stream", handle, HandleKind::stream);
    }
    context->removeStream(*pin);
    pin->close(drain);
    return {};
}

Status synchronize(aclrtStream handle, core::Deadline deadline) {
    StreamArgument stream;
    ACC_TRY(stream.resolve(handle));
    ACC_TRY(core::checkNotCapturing(*stream, "synchronisation"));
    const Status status = stream->stream()->synchronize(deadline);
    // After STOP_ON_FAILURE the context's error stays.
    return status.ok() && stream.context().stopped() ? stream.context().stopStatus() : status;
}

}  // namespace

extern "C" {

aclError aclrtCreateStream(aclrtStream* stream) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(stream, "stream"));
        return createStream(stream, 0, 0);
    });
}

aclError aclrtCreateStreamWithConfig(aclrtStream* stream, uint32_t priority, uint32_t flag) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(stream, "stream"));
        ACC_TRY(inRange<uint32_t>(priority, 0, 7, "priority"));
        if ((flag & kUnsupportedFlags) != 0) {
            return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                                 "flag is {:#x}, expected no PERSISTENT, CPU_SCHEDULE or DEVICE_USE_ONLY", flag);
        }
        return createStream(stream, priority, flag & kKnownFlags);
    });
}

aclError aclrtDestroyStream(aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status { return destroyStream(stream, true); });
}

aclError aclrtDestroyStreamForce(aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status { return destroyStream(stream, false); });
}

aclError aclrtSynchronizeStream(aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status { return synchronize(stream, std::nullopt); });
}

aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout) {
    return apiCall(__func__, [&]() -> Status {
        core::Deadline deadline;
        ACC_TRY(deadlineFromMs(timeout, "timeout", &deadline));
        return synchronize(stream, deadline);
    });
}

aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus* status) {
    return apiCall(__func__, [&]() -> Status {
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        ACC_TRY(notNull(status, "status"));
        ACC_TRY(core::checkNotCapturing(*argument, "query"));
        *status = argument->stream()->drained() ? ACL_STREAM_STATUS_COMPLETE : ACL_STREAM_STATUS_NOT_READY;
        return {};
    });
}

aclError aclrtStreamGetId(aclrtStream stream, int32_t* streamId) {
    return apiCall(__func__, [&]() -> Status {
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream, StreamArgument::Use::inspect));
        ACC_TRY(notNull(streamId, "streamId"));
        *streamId = static_cast<int32_t>(argument->id());
        return {};
    });
}

aclError aclrtStreamGetPriority(aclrtStream stream, uint32_t* priority) {
    return apiCall(__func__, [&]() -> Status {
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream, StreamArgument::Use::inspect));
        ACC_TRY(notNull(priority, "priority"));
        *priority = argument->priority();
        return {};
    });
}

aclError aclrtStreamGetFlags(aclrtStream stream, uint32_t* flags) {
    return apiCall(__func__, [&]() -> Status {
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream, StreamArgument::Use::inspect));
        ACC_TRY(notNull(flags, "flags"));
        *flags = argument->flags();
        return {};
    });
}

aclError aclrtGetStreamAvailableNum(uint32_t* streamCount) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(streamCount, "streamCount"));
        core::Context* context = nullptr;
        ACC_TRY(core::currentContext(&context));
        *streamCount = soc().maxStreams - context->device().streamsInUse();
        return {};
    });
}

aclError aclrtSetStreamFailureMode(aclrtStream stream, uint64_t mode) {
    return apiCall(__func__, [&]() -> Status {
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream, StreamArgument::Use::inspect));
        ACC_TRY(inRange<uint64_t>(mode, ACL_CONTINUE_ON_FAILURE, ACL_STOP_ON_FAILURE, "mode"));
        if (!argument->setFailureMode(mode)) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "stream {} has its failure mode already, expected one call",
                                 argument->id());
        }
        return {};
    });
}

}  // extern "C"
