// SPDX-License-Identifier: Apache-2.0
// Checks of arguments that entry points share. Each returns a Status whose message names parameter, actual value and
// expectation.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "acl/acl_base_rt.h"
#include "runtime/base/status.h"
#include "runtime/core/capture.h"
#include "runtime/core/context.h"
#include "runtime/core/handle_table.h"
#include "runtime/core/kernel_registry.h"
#include "runtime/core/live_objects.h"
#include "runtime/core/runtime.h"
#include "runtime/core/user_stream.h"

namespace acc::rt::api {

using core::HandleKind;
using core::runtime;

namespace detail {
Status nullArgument(const char* parameter);
Status badHandle(const char* parameter, const void* handle, HandleKind expected);
Status foreignStream(const char* parameter, const core::UserStream& stream, const core::Context& current);
Status badTimeout(const char* parameter, int64_t actual, const char* expected);
}  // namespace detail

// Refuses null.
inline Status notNull(const void* pointer, const char* parameter) {
    if (pointer == nullptr) [[unlikely]] {
        return detail::nullArgument(parameter);
    }
    return {};
}

// Refuses values outside [first, last].
template <class T>
Status inRange(T value, T first, T last, const char* parameter) {
    if (value < first || value > last) [[unlikely]] {
        return Status::error(ACL_ERROR_INVALID_PARAM, "{} is {}, expected {} to {}", parameter, value, first, last);
    }
    return {};
}

// Refuses anything but zero, for reserved parameters and sizes that must be given.
Status mustBeZero(uint64_t value, const char* parameter);
Status mustNotBeZero(uint64_t value, const char* parameter);
Status mustBeNull(const void* pointer, const char* parameter);

// 107001 for ids that no visible device has.
Status validDevice(int64_t deviceId, const char* parameter);

// The live object behind an opaque pointer. `expected` says where it must come from.
template <class T>
Status resolveObject(const T* pointer, const char* parameter, const char* expected, std::shared_ptr<T>* object) {
    ACC_TRY(notNull(pointer, parameter));
    *object = core::LiveObjects<T>::instance().find(pointer);
    if (*object == nullptr) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "{} is {}, expected {}", parameter,
                             static_cast<const void*>(pointer), expected);
    }
    return {};
}

// The object of a handle, pinned.
template <class T>
Status resolve(core::HandleTable<T>& table, const void* handle, HandleKind kind, const char* parameter,
               typename core::HandleTable<T>::Pin* pin) {
    *pin = table.find(handle);
    if (!*pin) [[unlikely]] {
        return detail::badHandle(parameter, handle, kind);
    }
    return {};
}

// A stream argument: NULL is the default stream of the current context, anything else a stream of that context.
class StreamArgument {
public:
    enum class Use : uint8_t {
        work,    // submits or synchronises: not legal on a default stream while its context captures
        inspect  // reads or sets an attribute
    };

    Status resolve(aclrtStream handle, Use use = Use::work) {
        ACC_TRY(core::currentContext(&context_));
        if (handle == nullptr) {
            stream_ = &context_->defaultStream();
            return use == Use::inspect ? Status()
                                       : core::checkNoCapture(*context_, ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT,
                                                              "use of the default stream");
        }
        pin_ = runtime().streams.find(handle);
        if (!pin_) [[unlikely]] {
            return detail::badHandle("stream", handle, HandleKind::stream);
        }
        stream_ = pin_.get();
        if (&stream_->context() != context_) [[unlikely]] {
            return detail::foreignStream("stream", *stream_, *context_);
        }
        return {};
    }

    core::UserStream& operator*() const { return *stream_; }
    core::UserStream* operator->() const { return stream_; }
    core::Context& context() const { return *context_; }

private:
    core::Context* context_ = nullptr;
    core::UserStream* stream_ = nullptr;
    core::HandleTable<core::UserStream>::Pin pin_;
};

// The kernel of a function handle.
inline Status resolveFunction(const void* handle, const char* parameter, const core::Function** function) {
    *function = runtime().functions.peek(handle);
    if (*function == nullptr) [[unlikely]] {
        return detail::badHandle(parameter, handle, HandleKind::function);
    }
    return {};
}

// The kernel of a function handle or of a kernel's host symbol. 107044 for anything else.
Status resolveFunctionOrSymbol(const void* func, const char* parameter, const core::Function** function);

// A timeout in milliseconds: -1 = for ever, 0 = poll.
Status deadlineFromMs(int32_t timeoutMs, const char* parameter, core::Deadline* deadline);

}  // namespace acc::rt::api
