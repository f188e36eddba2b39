// SPDX-License-Identifier: Apache-2.0
// Contexts.
#include "runtime/core/context.h"

#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"

using namespace acc::rt;
using namespace acc::rt::api;

extern "C" {

aclError aclrtCreateContext(aclrtContext* context, int32_t deviceId) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(context, "context"));
        ACC_TRY(validDevice(deviceId, "deviceId"));
        ACC_ASSIGN_OR_RETURN(std::shared_ptr<core::Context> created, runtime().device(deviceId).createContext());
        *context = created->handle;
        core::setCurrentContext(std::move(created));
        return {};
    });
}

aclError aclrtDestroyContext(aclrtContext context) {
    return apiCall(__func__, [&]() -> Status {
        const auto pin = runtime().contexts.find(context);
        if (!pin) {
            return runtime().finalised() ? Status() : detail::badHandle("context", context, HandleKind::context);
        }
        if (pin->isDefault()) {
            return Status::error(ACL_ERROR_RT_PARAM_INVALID,
                                 "context is the default context of device {}, expected one of aclrtCreateContext; "
                                 "aclrtResetDevice releases it",
                                 pin->device().id());
        }
        pin->device().removeContext(*pin);
        pin->close(true);
        return {};
    });
}

aclError aclrtSetCurrentContext(aclrtContext context) {
    return apiCall(__func__, [&]() -> Status {
        core::HandleTable<core::Context>::Pin pin;
        ACC_TRY(resolve(runtime().contexts, context, HandleKind::context, "context", &pin));
        core::setCurrentContext(pin.shared());
        return {};
    });
}

aclError aclrtGetCurrentContext(aclrtContext* context) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(context, "context"));
        core::Context* current = nullptr;
        ACC_TRY(core::currentContext(&current));
        *context = current->handle;
        return {};
    });
}

aclError aclrtCtxGetCurrentDefaultStream(aclrtStream* stream) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(stream, "stream"));
        core::Context* current = nullptr;
        ACC_TRY(core::currentContext(&current));
        *stream = current->defaultStream().handle;
        return {};
    });
}

aclError aclrtGetPrimaryCtxState(int32_t deviceId, uint32_t* flags, int32_t* active) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(validDevice(deviceId, "deviceId"));
        ACC_TRY(mustBeNull(flags, "flags"));
        ACC_TRY(notNull(active, "active"));
        *active = runtime().device(deviceId).active() ? 1 : 0;
        return {};
    });
}

}  // extern "C"
