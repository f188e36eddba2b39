// SPDX-License-Identifier: Apache-2.0
#include "runtime/api/arguments.h"

#include "acl/acl_rt_types.h"

namespace acc::rt::api {
namespace detail {

Status nullArgument(const char* parameter) {
    return Status::error(ACL_ERROR_INVALID_PARAM, "{} is null, expected a valid pointer", parameter);
}

Status badHandle(const char* parameter, const void* handle, HandleKind expected) {
    const HandleKind actual = core::handleKind(handle);
    if (handle == nullptr) {
        return Status::error(ACL_ERROR_RT_INVALID_HANDLE, "{} is null, expected a {} handle", parameter,
                             core::kindName(expected));
    }
    if (actual == expected) {
        return Status::error(ACL_ERROR_RT_INVALID_HANDLE, "{} is {}, a {} that was destroyed, expected a live one",
                             parameter, handle, core::kindName(expected));
    }
    if (actual == HandleKind::none) {
        return Status::error(ACL_ERROR_RT_INVALID_HANDLE,
                             "{} is {}, which is no handle of this runtime, expected a {} handle", parameter, handle,
                             core::kindName(expected));
    }
    return Status::error(ACL_ERROR_RT_INVALID_HANDLE, "{} is {}, a {} handle, expected a {} handle", parameter, handle,
                         core::kindName(actual), core::kindName(expected));
}

Status foreignStream(const char* parameter, const core::UserStream& stream, const core::Context& current) {
    return Status::error(
        ACL_ERROR_RT_STREAM_CONTEXT,
        "{} is stream {} of context {} (device {}), expected a stream of the current context {} (device {})", parameter,
        stream.id(), stream.context().handle, stream.context().device().id(), current.handle, current.device().id());
}

Status badTimeout(const char* parameter, int64_t actual, const char* expected) {
    return Status::error(ACL_ERROR_INVALID_PARAM, "{} is {}, expected {}", parameter, actual, expected);
}

}  // namespace detail

Status mustBeZero(uint64_t value, const char* parameter) {
    if (value != 0) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "{} is {}, expected 0", parameter, value);
    }
    return {};
}

Status mustNotBeZero(uint64_t value, const char* parameter) {
    if (value == 0) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "{} is 0, expected >= 1", parameter);
    }
    return {};
}

Status mustBeNull(const void* pointer, const char* parameter) {
    if (pointer != nullptr) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "{} is {}, expected NULL", parameter, pointer);
    }
    return {};
}

Status validDevice(int64_t deviceId, const char* parameter) {
    const uint32_t count = core::visibleDeviceCount();
    if (deviceId < 0 || deviceId >= count) {
        return Status::error(ACL_ERROR_RT_INVALID_DEVICEID, "{} is {}, expected 0 to {}: {} emulated device{} visible",
                             parameter, deviceId, int64_t{count} - 1, count, count == 1 ? " is" : "s are");
    }
    return {};
}

Status resolveFunctionOrSymbol(const void* func, const char* parameter, const core::Function** function) {
    ACC_TRY(notNull(func, parameter));
    if (core::handleKind(func) != HandleKind::none) {
        return resolveFunction(func, parameter, function);
    }
    *function = core::ProgramKernels::instance().find(func);
    if (*function == nullptr) {
        return Status::error(
            ACL_ERROR_RT_INVALID_DEVICE_FUNCTION,
            "{} is {}, which is no kernel of this program, expected a __global__ function or a function "
            "handle",
            parameter, func);
    }
    return {};
}

Status deadlineFromMs(int32_t timeoutMs, const char* parameter, core::Deadline* deadline) {
    if (timeoutMs < -1) {
        return detail::badTimeout(parameter, timeoutMs, "-1 (for ever), 0 (poll) or milliseconds");
    }
    *deadline = timeoutMs == -1
                    ? core::Deadline()
                    : core::Deadline(std::chrono::steady_clock::now() + std::chrono::milliseconds(timeoutMs));
    return {};
}

}  // namespace acc::rt::api
