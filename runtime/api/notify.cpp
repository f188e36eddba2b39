// SPDX-License-Identifier: Apache-2.0
// Notifies, and 64-bit words that streams write and wait for.
#include "runtime/core/notify.h"

#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"
#include "runtime/api/share_arguments.h"
#include "runtime/base/soc.h"
#include "runtime/core/submission.h"
#include "runtime/core/value_operation.h"

using namespace acc::rt;
using namespace acc::rt::api;
using core::CountNotify;
using core::Notify;

namespace {

using NotifyPin = core::HandleTable<Notify>::Pin;
using CountPin = core::HandleTable<CountNotify>::Pin;

constexpr uint32_t kCountingArch = 3510;

uint32_t maxNotifies() {
    return soc().npuArch == 3510 ? 65535 : soc().npuArch == 2201 ? 8192 : 1024;
}

Status resolveNotify(aclrtNotify handle, const char* parameter, NotifyPin* pin) {
    return resolve(runtime().notifies, handle, HandleKind::notify, parameter, pin);
}

// Notifies of other processes included.
Status makeNotify(const std::shared_ptr<Notify>& made, aclrtNotify* notify) {
    if (runtime().notifies.size() >= maxNotifies()) {
        return Status::error(ACL_ERROR_RT_NO_NOTIFY_RESOURCE, "there are {} notifies, which is all {} can have",
                             maxNotifies(), soc().name);
    }
    void* handle = runtime().notifies.insert(made);
    if (handle == nullptr) {
        return Status::error(ACL_ERROR_RT_NO_NOTIFY_RESOURCE, "no handle left for a notify");
    }
    *notify = handle;
    return {};
}

// The share of a notify that this process exports.
Status exported(Notify& notify, std::shared_ptr<core::Share>* share) {
    ACC_TRY(core::sharedWaitsSupported());
    ACC_ASSIGN_OR_RETURN(*share, notify.exported());
    if (!(*share)->mine()) {
        return Status::error(ACL_ERROR_INVALID_PARAM,
                             "notify was imported from process {}, expected one that this process created",
                             (*share)->key().pid);
    }
    return {};
}

// A notify and a stream of the same device.
template <class T>
Status sameDevice(const T& notify, const StreamArgument& stream) {
    const int32_t device = stream.context().device().id();
    if (notify.device() != device) {
        return Status::error(ACL_ERROR_RT_STREAM_CONTEXT,
                             "the notify belongs to device {} and stream to device {}, expected one", notify.device(),
                             device);
    }
    return {};
}

Status countingSupported() {
    if (soc().npuArch != kCountingArch) {
        return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "{} has no counting notifies, expected an Ascend950",
                             soc().name);
    }
    return {};
}

Status resolveCounting(aclrtCntNotify handle, CountPin* pin) {
    ACC_TRY(countingSupported());
    return resolve(runtime().countNotifies, handle, HandleKind::countNotify, "cntNotify", pin);
}

Status recordCounting(aclrtCntNotify handle, aclrtStream streamHandle, const aclrtCntNotifyRecordInfo& change) {
    CountPin notify;
    ACC_TRY(resolveCounting(handle, &notify));
    StreamArgument stream;
    ACC_TRY(stream.resolve(streamHandle));
    ACC_TRY(sameDevice(*notify, stream));
    return core::submitCall(*stream, [shared = notify.shared(), change](core::Stream&) { shared->record(change); });
}

}  // namespace

extern "C" {

aclError aclrtCreateNotify(aclrtNotify* notify, uint64_t flag) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(notify, "notify"));
        ACC_TRY(inRange<uint64_t>(flag, ACL_NOTIFY_DEFAULT, ACL_NOTIFY_DEVICE_USE_ONLY, "flag"));
        core::Context* context = nullptr;
        ACC_TRY(core::currentContext(&context));
        return makeNotify(std::make_shared<Notify>(context->device().id()), notify);
    });
}

aclError aclrtDestroyNotify(aclrtNotify notify) {
    return apiCall(__func__, [&]() -> Status {
        const NotifyPin removed = runtime().notifies.remove(notify);
        if (!removed && !runtime().finalised()) {
            return detail::badHandle("notify", notify, HandleKind::notify);
        }
        return {};
    });
}

aclError aclrtRecordNotify(aclrtNotify notify, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        NotifyPin pin;
        ACC_TRY(resolveNotify(notify, "notify", &pin));
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        return core::submitCall(*argument, [shared = pin.shared()](core::Stream&) { shared->record(); });
    });
}

aclError aclrtWaitAndResetNotify(aclrtNotify notify, aclrtStream stream, uint32_t timeout) {
    return apiCall(__func__, [&]() -> Status {
        NotifyPin pin;
        ACC_TRY(resolveNotify(notify, "notify", &pin));
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        ACC_TRY(sameDevice(*pin, argument));
        using Arguments = core::NotifyWaitTask::Arguments;
        return core::submit(*argument, core::TaskOperation<core::NotifyWaitTask, Arguments>(
                                           Arguments{pin.shared(), core::WaitLimit(timeout)}));
    });
}

aclError aclrtGetNotifyId(aclrtNotify notify, uint32_t* notifyId) {
    return apiCall(__func__, [&]() -> Status {
        NotifyPin pin;
        ACC_TRY(resolveNotify(notify, "notify", &pin));
        ACC_TRY(notNull(notifyId, "notifyId"));
        *notifyId = pin->id();
        return {};
    });
}

aclError aclrtNotifyBatchReset(aclrtNotify* notifies, size_t num) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(notifies, "notifies"));
        ACC_TRY(mustNotBeZero(num, "num"));
        std::vector<NotifyPin> pins(num);
        for (size_t index = 0; index < num; ++index) {
            ACC_TRY(resolveNotify(notifies[index], fmt::format("notifies[{}]", index).c_str(), &pins[index]));
        }
        for (const NotifyPin& pin : pins) {
            pin->reset();
        }
        return {};
    });
}

aclError aclrtNotifyGetExportKey(aclrtNotify notify, char* key, size_t len, uint64_t flags) {
    return apiCall(__func__, [&]() -> Status {
        NotifyPin pin;
        ACC_TRY(resolveNotify(notify, "notify", &pin));
        ACC_TRY(notNull(key, "key"));
        ACC_TRY(inRange<size_t>(len, kKeyBytes, SIZE_MAX, "len"));
        ACC_TRY(checkFlags(flags, ACL_RT_NOTIFY_EXPORT_FLAG_DISABLE_PID_VALIDATION));
        std::shared_ptr<core::Share> share;
        ACC_TRY(exported(*pin, &share));
        if (flags == ACL_RT_NOTIFY_EXPORT_FLAG_DISABLE_PID_VALIDATION) {
            share->allowAll();
        }
        writeKey(share->key(), key);
        return {};
    });
}

aclError aclrtNotifySetImportPid(aclrtNotify notify, int32_t* pid, size_t num) {
    return apiCall(__func__, [&]() -> Status {
        NotifyPin pin;
        ACC_TRY(resolveNotify(notify, "notify", &pin));
        ACC_TRY(checkPids(pid, num, "num"));
        std::shared_ptr<core::Share> share;
        ACC_TRY(exported(*pin, &share));
        return share->allow({pid, num});
    });
}

aclError aclrtNotifyImportByKey(aclrtNotify* notify, const char* key, uint64_t flags) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(notify, "notify"));
        core::ShareKey parsed;
        ACC_TRY(parseKey(key, &parsed));
        ACC_TRY(checkFlags(flags, ACL_RT_NOTIFY_IMPORT_FLAG_ENABLE_PEER_ACCESS));
        core::Context* context = nullptr;
        ACC_TRY(core::currentContext(&context));
        ACC_TRY(core::sharedWaitsSupported());
        ACC_ASSIGN_OR_RETURN(const std::shared_ptr<core::Share> share,
                             core::Share::import(parsed, core::ShareKind::notify, "key"));
        ACC_TRY(makeNotify(std::make_shared<Notify>(share), notify));
        core::watchOwner(share);
        if (flags == ACL_RT_NOTIFY_IMPORT_FLAG_ENABLE_PEER_ACCESS) {
            enablePeerAccess(context->device(), *share);
        }
        return {};
    });
}

aclError aclrtCntNotifyCreate(aclrtCntNotify* cntNotify, uint64_t flag) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(cntNotify, "cntNotify"));
        ACC_TRY(mustBeZero(flag, "flag"));
        core::Context* context = nullptr;
        ACC_TRY(core::currentContext(&context));
        ACC_TRY(countingSupported());
        void* handle = runtime().countNotifies.insert(std::make_shared<CountNotify>(context->device().id()));
        if (handle == nullptr) {
            return Status::error(ACL_ERROR_RT_NO_NOTIFY_RESOURCE, "no handle left for a counting notify");
        }
        *cntNotify = handle;
        return {};
    });
}

aclError aclrtCntNotifyDestroy(aclrtCntNotify cntNotify) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(countingSupported());
        const CountPin removed = runtime().countNotifies.remove(cntNotify);
        if (!removed && !runtime().finalised()) {
            return detail::badHandle("cntNotify", cntNotify, HandleKind::countNotify);
        }
        return {};
    });
}

aclError aclrtCntNotifyRecord(aclrtCntNotify cntNotify, aclrtStream stream, aclrtCntNotifyRecordInfo* info) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(info, "info"));
        const auto mode = static_cast<int>(info->mode);
        if (mode != ACL_RT_CNT_NOTIFY_RECORD_SET_VALUE_MODE && mode != ACL_RT_CNT_NOTIFY_RECORD_ADD_MODE &&
            mode != ACL_RT_CNT_NOTIFY_RECORD_BIT_OR_MODE && mode != ACL_RT_CNT_NOTIFY_RECORD_BIT_AND_MODE) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "info->mode is {}, expected an aclrtCntNotifyRecordMode",
                                 mode);
        }
        return recordCounting(cntNotify, stream, *info);
    });
}

aclError aclrtCntNotifyWaitWithTimeout(aclrtCntNotify cntNotify, aclrtStream stream, aclrtCntNotifyWaitInfo* info) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(info, "info"));
        ACC_TRY(inRange<int>(info->mode, ACL_RT_CNT_NOTIFY_WAIT_LESS_MODE,
                             ACL_RT_CNT_NOTIFY_WAIT_EQUAL_WITH_BITMASK_MODE, "info->mode"));
        ACC_TRY(inRange<uint32_t>(info->isClear, 0, 1, "info->isClear"));
        CountPin pin;
        ACC_TRY(resolveCounting(cntNotify, &pin));
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        ACC_TRY(sameDevice(*pin, argument));
        using Arguments = core::CountNotifyWaitTask::Arguments;
        return core::submit(*argument,
                            core::TaskOperation<core::CountNotifyWaitTask, Arguments>(Arguments{pin.shared(), *info}));
    });
}

aclError aclrtCntNotifyReset(aclrtCntNotify cntNotify, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        return recordCounting(cntNotify, stream, {ACL_RT_CNT_NOTIFY_RECORD_SET_VALUE_MODE, 0});
    });
}

aclError aclrtCntNotifyGetId(aclrtCntNotify cntNotify, uint32_t* notifyId) {
    return apiCall(__func__, [&]() -> Status {
        CountPin pin;
        ACC_TRY(resolveCounting(cntNotify, &pin));
        ACC_TRY(notNull(notifyId, "notifyId"));
        *notifyId = pin->id();
        return {};
    });
}

aclError aclrtValueWrite(void* devAddr, uint64_t value, uint32_t flag, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(core::checkValueAddress(devAddr));
        ACC_TRY(mustBeZero(flag, "flag"));
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        return core::submit(*argument, core::ValueWriteOperation(devAddr, value));
    });
}

aclError aclrtValueWait(void* devAddr, uint64_t value, uint32_t flag, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(core::checkValueAddress(devAddr));
        ACC_TRY(inRange<uint32_t>(flag, ACL_STREAM_WAIT_VALUE_GEQ, ACL_STREAM_WAIT_VALUE_NOR, "flag"));
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        return core::submit(*argument, core::ValueWaitOperation({devAddr, value, flag}));
    });
}

}  // extern "C"
