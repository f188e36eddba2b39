// SPDX-License-Identifier: Apache-2.0
// Streams.
#include <cstring>
#include <memory>

#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"
#include "runtime/base/soc.h"
#include "runtime/core/memory_pool.h"
#include "runtime/core/persistent_tasks.h"

using namespace acc::rt;
using namespace acc::rt::api;

namespace {

constexpr uint32_t kKnownFlags = ACL_STREAM_FAST_LAUNCH | ACL_STREAM_FAST_SYNC | ACL_STREAM_PERSISTENT |
                                 ACL_STREAM_HUGE | ACL_STREAM_CPU_SCHEDULE | ACL_STREAM_DEVICE_USE_ONLY;

Status createStream(aclrtStream* stream, uint32_t priority, uint32_t flag) {
    ACC_TRY(inRange<uint32_t>(priority, 0, 7, "priority"));
    const uint32_t flags = flag & kKnownFlags;
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
    if (stream->deviceScheduled()) {
        return {};
    }
    const Status status = stream->stream()->synchronize(deadline);
    core::MemoryPool::trimIdle();
    // After STOP_ON_FAILURE the context's error stays.
    return status.ok() && stream.context().stopped() ? stream.context().stopStatus() : status;
}

Status setFailureMode(core::UserStream& stream, uint64_t mode, const char* parameter) {
    ACC_TRY(inRange<uint64_t>(mode, ACL_CONTINUE_ON_FAILURE, ACL_STOP_ON_FAILURE, parameter));
    if (!stream.setFailureMode(mode)) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "stream {} has its failure mode already, expected one call",
                             stream.id());
    }
    return {};
}

Status unknownAttribute(aclrtStreamAttr attribute) {
    return Status::error(ACL_ERROR_INVALID_PARAM, "stmAttrType is {}, expected an aclrtStreamAttr",
                         static_cast<int>(attribute));
}

// A created stream whose tasks are its own.
Status resolveStoppable(aclrtStream handle, StreamArgument* stream) {
    ACC_TRY(notNull(handle, "stream"));
    ACC_TRY(stream->resolve(handle, StreamArgument::Use::inspect));
    ACC_TRY(core::checkNotCapturing(**stream, "stop"));
    if ((*stream)->persistent() != nullptr && (*stream)->persistent()->model() != nullptr) {
        return Status::error(ACL_ERROR_RT_STREAM_MODEL,
                             "stream {} is bound to a model, expected aclmdlRIAbort for that", (*stream)->id());
    }
    return {};
}

using Configs = core::LiveObjects<aclrtStreamConfigHandle>;

Status resolveConfig(const aclrtStreamConfigHandle* handle, std::shared_ptr<aclrtStreamConfigHandle>* config) {
    return resolveObject(handle, "handle", "an object of aclrtCreateStreamConfigHandle", config);
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
        return createStream(stream, priority, flag);
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
        *status = argument->deviceScheduled() || argument->stream()->drained() ? ACL_STREAM_STATUS_COMPLETE
                                                                               : ACL_STREAM_STATUS_NOT_READY;
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
        return setFailureMode(*argument, mode, "mode");
    });
}

aclError aclrtStreamAbort(aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        StreamArgument argument;
        ACC_TRY(resolveStoppable(stream, &argument));
        core::Stream& tasks = *argument->stream();
        const uint64_t all = tasks.submitted();
        tasks.beginAbort();
        tasks.endAbort(all, std::nullopt);
        return {};
    });
}

aclError aclrtStreamStop(aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        StreamArgument argument;
        ACC_TRY(resolveStoppable(stream, &argument));
        argument->stream()->stopCurrent(
            Status::error(ACL_ERROR_RT_STREAM_ABORT, "aclrtStreamStop was called for stream {}", argument->id()));
        return {};
    });
}

aclError aclrtSetStreamAttribute(aclrtStream stream, aclrtStreamAttr stmAttrType, aclrtStreamAttrValue* value) {
    return apiCall(__func__, [&]() -> Status {
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream, StreamArgument::Use::inspect));
        ACC_TRY(notNull(value, "value"));
        switch (stmAttrType) {
            case ACL_STREAM_ATTR_FAILURE_MODE:
                return setFailureMode(*argument, value->failureMode, "value->failureMode");
            case ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK:
                ACC_TRY(inRange<uint32_t>(value->overflowSwitch, 0, 1, "value->overflowSwitch"));
                argument->overflowSwitch.store(value->overflowSwitch);
                return {};
            case ACL_STREAM_ATTR_USER_CUSTOM_TAG:
                argument->customTag.store(value->userCustomTag);
                return {};
            case ACL_STREAM_ATTR_CACHE_OP_INFO:
                ACC_TRY(inRange<uint32_t>(value->cacheOpInfoSwitch, 0, 1, "value->cacheOpInfoSwitch"));
                argument->cacheOpInfo.store(value->cacheOpInfoSwitch);
                return {};
            case ACL_STREAM_ATTR_PRIORITY:
                return Status::error(ACL_ERROR_INVALID_PARAM,
                                     "stmAttrType is PRIORITY, which aclrtCreateStreamWithConfig sets");
        }
        return unknownAttribute(stmAttrType);
    });
}

aclError aclrtGetStreamAttribute(aclrtStream stream, aclrtStreamAttr stmAttrType, aclrtStreamAttrValue* value) {
    return apiCall(__func__, [&]() -> Status {
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream, StreamArgument::Use::inspect));
        ACC_TRY(notNull(value, "value"));
        aclrtStreamAttrValue read{};
        switch (stmAttrType) {
            case ACL_STREAM_ATTR_FAILURE_MODE:
                read.failureMode = argument->failureMode();
                break;
            case ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK:
                read.overflowSwitch = argument->overflowSwitch.load();
                break;
            case ACL_STREAM_ATTR_USER_CUSTOM_TAG:
                read.userCustomTag = argument->customTag.load();
                break;
            case ACL_STREAM_ATTR_CACHE_OP_INFO:
                read.cacheOpInfoSwitch = argument->cacheOpInfo.load();
                break;
            case ACL_STREAM_ATTR_PRIORITY:
                read.streamPriority = argument->priority();
                break;
            default:
                return unknownAttribute(stmAttrType);
        }
        *value = read;
        return {};
    });
}

aclError aclrtRegStreamStateCallback(const char* regName, aclrtStreamStateCallback callback, void* args) {
    return apiCall(__func__, [&]() -> Status { return core::Runtime::streamCallbacks().set(regName, callback, args); });
}

aclrtStreamConfigHandle* aclrtCreateStreamConfigHandle(void) {
    aclrtStreamConfigHandle* created = nullptr;
    apiCall(__func__, [&]() -> Status {
        created = Configs::instance().make();
        return {};
    });
    return created;
}

aclError aclrtDestroyStreamConfigHandle(aclrtStreamConfigHandle* handle) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<aclrtStreamConfigHandle> config;
        ACC_TRY(resolveConfig(handle, &config));
        Configs::instance().remove(handle);
        return {};
    });
}

aclError aclrtSetStreamConfigOpt(aclrtStreamConfigHandle* handle, aclrtStreamConfigAttr attr, const void* attrValue,
                                 size_t valueSize) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<aclrtStreamConfigHandle> config;
        ACC_TRY(resolveConfig(handle, &config));
        ACC_TRY(notNull(attrValue, "attrValue"));
        const auto copy = [&](auto* field) -> Status {
            if (valueSize != sizeof(*field)) {
                return Status::error(ACL_ERROR_INVALID_PARAM, "valueSize is {}, expected {}", valueSize,
                                     sizeof(*field));
            }
            std::memcpy(field, attrValue, valueSize);
            return {};
        };
        switch (attr) {
            case ACL_RT_STREAM_WORK_ADDR_PTR:
                return copy(&config->workptr);
            case ACL_RT_STREAM_WORK_SIZE:
                return copy(&config->workSize);
            case ACL_RT_STREAM_FLAG:
                return copy(&config->flag);
            case ACL_RT_STREAM_PRIORITY:
                return copy(&config->priority);
        }
        return Status::error(ACL_ERROR_INVALID_PARAM, "attr is {}, expected an aclrtStreamConfigAttr",
                             static_cast<int>(attr));
    });
}

aclError aclrtCreateStreamV2(aclrtStream* stream, const aclrtStreamConfigHandle* handle) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(stream, "stream"));
        std::shared_ptr<aclrtStreamConfigHandle> config;
        ACC_TRY(resolveConfig(handle, &config));
        return createStream(stream, config->priority, static_cast<uint32_t>(config->flag));
    });
}

}  // extern "C"
