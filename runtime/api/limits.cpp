// SPDX-License-Identifier: Apache-2.0
// Options, core limits, time limits, overflow detection.
#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"
#include "runtime/base/soc.h"
#include "runtime/core/submission.h"
#include "runtime/core/transfer.h"

using namespace acc::rt;
using namespace acc::rt::api;
using core::CoreLimits;
using core::SystemOptions;

namespace {

constexpr uint64_t kIntervalUs = 1000;      // smallest step of a kernel's time limit
constexpr uint32_t kLongestSeconds = 1091;  // documented default; not enforced unless set
constexpr uint64_t kNever = UINT64_MAX;     // in timeLimitUs
constexpr size_t kOverflowStatusBytes = 64;

std::atomic<uint64_t> timeLimitUs{uint64_t{kLongestSeconds} * 1000000};  // as reported

Status checkOption(aclSysParamOpt opt) {
    return inRange<int>(opt, ACL_OPT_DETERMINISTIC, ACL_OPT_ENABLE_KERNEL_EARLY_START, "opt");
}

Status setOption(SystemOptions& options, aclSysParamOpt opt, int64_t value) {
    ACC_TRY(inRange<int64_t>(value, 0, opt == ACL_OPT_DETERMINISTIC ? 3 : 1, "value"));
    options.values[static_cast<size_t>(opt)].store(value);
    return {};
}

Status checkLimitType(aclrtDevResLimitType type) {
    return inRange<int>(type, ACL_RT_DEV_RES_CUBE_CORE, ACL_RT_DEV_RES_VECTOR_CORE, "type");
}

uint32_t hardwareCores(aclrtDevResLimitType type) {
    return type == ACL_RT_DEV_RES_CUBE_CORE ? soc().cubeCores : soc().vectorCores;
}

Status setLimit(CoreLimits& limits, aclrtDevResLimitType type, uint32_t value) {
    ACC_TRY(inRange<uint32_t>(value, 1, hardwareCores(type), "value"));
    limits.cores[static_cast<size_t>(type)].store(value);
    return {};
}

// The first limit that is set, else what the hardware has.
uint32_t effectiveLimit(aclrtDevResLimitType type, const CoreLimits* ofStream, const CoreLimits& ofDevice) {
    const auto index = static_cast<size_t>(type);
    if (const uint32_t limit = ofStream == nullptr ? 0 : ofStream->cores[index].load(); limit != 0) {
        return limit;
    }
    const uint32_t limit = ofDevice.cores[index].load();
    return limit != 0 ? limit : hardwareCores(type);
}

// What a limit of stacks or printf buffers may be.
struct SizeLimit {
    size_t smallest;
    size_t largest;
    size_t granularity;
    std::atomic<size_t> value;
};

SizeLimit sizeLimits[] = {{0, size_t{1} << 30, 128, 1152},
                          {0, size_t{1} << 30, 128, 1024},
                          {1, size_t{192} * 1024, 16384, 32768},
                          {1024, size_t{64} << 20, 8, 32768},
                          {size_t{1} << 20, size_t{64} << 20, 8, 2097152}};

Status findSizeLimit(aclrtDeviceLimit limit, SizeLimit** found) {
    ACC_TRY(inRange<int>(limit, ACL_RT_DEV_LIMIT_SIMT_STACK_SIZE, ACL_RT_DEV_LIMIT_SIMT_PRINTF_FIFO_SIZE, "limit"));
    const bool simt = limit == ACL_RT_DEV_LIMIT_SIMT_STACK_SIZE || limit == ACL_RT_DEV_LIMIT_SIMT_DVG_WARP_STACK_SIZE ||
                      limit == ACL_RT_DEV_LIMIT_SIMT_PRINTF_FIFO_SIZE;
    if (simt && soc().npuArch != 3510) {
        return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "limit is {}, a SIMT limit, which {} does not have",
                             static_cast<int>(limit), soc().name);
    }
    *found = &sizeLimits[limit];
    return {};
}

// `us`: 0 = not enforced.
void setTimeLimit(uint64_t us, uint64_t reported) {
    runtime().kernelLimitUs.store(us);
    timeLimitUs.store(reported);
}

}  // namespace

extern "C" {

aclError aclrtSetSysParamOpt(aclSysParamOpt opt, int64_t value) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(checkOption(opt));
        return setOption(runtime().options, opt, value);
    });
}

aclError aclrtGetSysParamOpt(aclSysParamOpt opt, int64_t* value) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(checkOption(opt));
        ACC_TRY(notNull(value, "value"));
        const int64_t set = runtime().options.values[static_cast<size_t>(opt)].load();
        *value = set == SystemOptions::kUnset ? 0 : set;
        return {};
    });
}

aclError aclrtCtxSetSysParamOpt(aclSysParamOpt opt, int64_t value) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(checkOption(opt));
        core::Context* context = nullptr;
        ACC_TRY(core::currentContext(&context));
        return setOption(context->options, opt, value);
    });
}

aclError aclrtCtxGetSysParamOpt(aclSysParamOpt opt, int64_t* value) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(checkOption(opt));
        ACC_TRY(notNull(value, "value"));
        core::Context* context = nullptr;
        ACC_TRY(core::currentContext(&context));
        const int64_t set = context->options.values[static_cast<size_t>(opt)].load();
        if (set == SystemOptions::kUnset) {
            return Status::error(ACL_ERROR_RT_SYSPARAMOPT_NOT_SET,
                                 "opt is {}, which was not set in this context, expected aclrtCtxSetSysParamOpt before",
                                 static_cast<int>(opt));
        }
        *value = set;
        return {};
    });
}

aclError aclrtSetDeviceResLimit(int32_t deviceId, aclrtDevResLimitType type, uint32_t value) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(validDevice(deviceId, "deviceId"));
        ACC_TRY(checkLimitType(type));
        return setLimit(runtime().device(deviceId).coreLimits, type, value);
    });
}

aclError aclrtGetDeviceResLimit(int32_t deviceId, aclrtDevResLimitType type, uint32_t* value) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(validDevice(deviceId, "deviceId"));
        ACC_TRY(checkLimitType(type));
        ACC_TRY(notNull(value, "value"));
        *value = effectiveLimit(type, nullptr, runtime().device(deviceId).coreLimits);
        return {};
    });
}

aclError aclrtResetDeviceResLimit(int32_t deviceId) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(validDevice(deviceId, "deviceId"));
        runtime().device(deviceId).coreLimits.clear();
        return {};
    });
}

aclError aclrtSetStreamResLimit(aclrtStream stream, aclrtDevResLimitType type, uint32_t value) {
    return apiCall(__func__, [&]() -> Status {
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream, StreamArgument::Use::inspect));
        ACC_TRY(checkLimitType(type));
        return setLimit(argument->coreLimits, type, value);
    });
}

aclError aclrtGetStreamResLimit(aclrtStream stream, aclrtDevResLimitType type, uint32_t* value) {
    return apiCall(__func__, [&]() -> Status {
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream, StreamArgument::Use::inspect));
        ACC_TRY(checkLimitType(type));
        ACC_TRY(notNull(value, "value"));
        *value = effectiveLimit(type, &argument->coreLimits, argument.context().device().coreLimits);
        return {};
    });
}

aclError aclrtResetStreamResLimit(aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream, StreamArgument::Use::inspect));
        argument->coreLimits.clear();
        return {};
    });
}

aclError aclrtUseStreamResInCurrentThread(aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream, StreamArgument::Use::inspect));
        core::threadState().limitsOf = argument->reference();
        return {};
    });
}

aclError aclrtUnuseStreamResInCurrentThread(aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream, StreamArgument::Use::inspect));
        if (core::threadState().limitsOf.lock().get() == &*argument) {
            core::threadState().limitsOf.reset();
        }
        return {};
    });
}

aclError aclrtGetResInCurrentThread(aclrtDevResLimitType type, uint32_t* value) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(checkLimitType(type));
        ACC_TRY(notNull(value, "value"));
        core::Context* context = nullptr;
        ACC_TRY(core::currentContext(&context));
        const std::shared_ptr<core::UserStream> stream = core::threadState().limitsOf.lock();
        *value = effectiveLimit(type, stream == nullptr ? nullptr : &stream->coreLimits, context->device().coreLimits);
        return {};
    });
}

aclError aclrtDeviceSetLimit(aclrtDeviceLimit limit, size_t value) {
    return apiCall(__func__, [&]() -> Status {
        SizeLimit* entry = nullptr;
        ACC_TRY(findSizeLimit(limit, &entry));
        ACC_TRY(inRange<size_t>(value, entry->smallest, entry->largest, "value"));
        const bool stack =
            limit == ACL_RT_DEV_LIMIT_SIMT_STACK_SIZE || limit == ACL_RT_DEV_LIMIT_SIMT_DVG_WARP_STACK_SIZE;
        if (stack && value == 0 && sizeLimits[1 - limit].value.load() == 0) {
            return Status::error(ACL_ERROR_RT_PARAM_INVALID,
                                 "value is 0 and so is the other SIMT stack, expected one of "
                                 "them above 0");
        }
        entry->value.store((value + entry->granularity - 1) / entry->granularity * entry->granularity);
        return {};
    });
}

aclError aclrtDeviceGetLimit(aclrtDeviceLimit limit, size_t* value) {
    return apiCall(__func__, [&]() -> Status {
        SizeLimit* entry = nullptr;
        ACC_TRY(findSizeLimit(limit, &entry));
        ACC_TRY(notNull(value, "value"));
        // The stack of a SIMT kernel is given per work item and reported per group of 32.
        *value = entry->value.load() * (limit == ACL_RT_DEV_LIMIT_SIMT_STACK_SIZE ? 32 : 1);
        return {};
    });
}

aclError aclrtSetOpExecuteTimeOut(uint32_t timeout) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(runtime().usable());
        const uint64_t us = uint64_t{timeout} * 1000000;
        setTimeLimit(us, timeout == 0 ? uint64_t{kLongestSeconds} * 1000000 : us);
        return {};
    });
}

aclError aclrtSetOpExecuteTimeOutV2(uint64_t timeout, uint64_t* actualTimeout) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(actualTimeout, "actualTimeout"));
        ACC_TRY(runtime().usable());
        if (timeout == 0 || timeout > kNever - kIntervalUs) {
            setTimeLimit(0, kNever);
            *actualTimeout = kNever;
            return {};
        }
        const uint64_t rounded = (timeout + kIntervalUs - 1) / kIntervalUs * kIntervalUs;
        setTimeLimit(rounded, rounded);
        *actualTimeout = rounded;
        return {};
    });
}

aclError aclrtSetOpExecuteTimeOutWithMs(uint32_t) {
    return apiCall(__func__, [&]() -> Status {
        return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                             "no product supports it, expected aclrtSetOpExecuteTimeOutV2");
    });
}

aclError aclrtGetOpTimeOutInterval(uint64_t* interval) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(interval, "interval"));
        *interval = kIntervalUs;
        return {};
    });
}

aclError aclrtGetOpExecuteTimeout(uint32_t* const timeoutMs) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(timeoutMs, "timeoutMs"));
        const uint64_t us = timeLimitUs.load();
        *timeoutMs = us / 1000 >= UINT32_MAX ? UINT32_MAX : static_cast<uint32_t>(us / 1000);
        return {};
    });
}

aclError aclrtSetDeviceSatMode(aclrtFloatOverflowMode mode) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(inRange<int>(mode, ACL_RT_OVERFLOW_MODE_SATURATION, ACL_RT_OVERFLOW_MODE_INFNAN, "mode"));
        core::Context* context = nullptr;
        ACC_TRY(core::currentContext(&context));
        if (mode != ACL_RT_OVERFLOW_MODE_INFNAN) {
            return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                                 "mode is SATURATION, expected INFNAN: the emulator computes infinities and NaN");
        }
        return {};
    });
}

aclError aclrtGetDeviceSatMode(aclrtFloatOverflowMode* mode) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(mode, "mode"));
        core::Context* context = nullptr;
        ACC_TRY(core::currentContext(&context));
        *mode = ACL_RT_OVERFLOW_MODE_INFNAN;
        return {};
    });
}

aclError aclrtGetOverflowStatus(void* outputAddr, size_t outputSize, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(outputAddr, "outputAddr"));
        ACC_TRY(inRange(outputSize, kOverflowStatusBytes, kOverflowStatusBytes, "outputSize"));
        core::Fill fill;
        fill.destination = outputAddr;
        fill.sizeBytes = outputSize;
        ACC_TRY(fill.resolve("outputAddr"));
        if (!fill.to.onDevice()) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "outputAddr is {}, expected device memory", outputAddr);
        }
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        return core::submitCall(*argument, [fill](core::Stream& running) {
            if (Status status = fill.carryOutLater(); !status.ok()) {
                running.fail(std::move(status));
            }
        });
    });
}

aclError aclrtResetOverflowStatus(aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        return core::submitCall(*argument, [](core::Stream&) {});
    });
}

aclError aclrtSetStreamOverflowSwitch(aclrtStream stream, uint32_t flag) {
    return apiCall(__func__, [&]() -> Status {
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream, StreamArgument::Use::inspect));
        ACC_TRY(inRange<uint32_t>(flag, 0, 1, "flag"));
        argument->overflowSwitch.store(flag);
        return {};
    });
}

aclError aclrtGetStreamOverflowSwitch(aclrtStream stream, uint32_t* flag) {
    return apiCall(__func__, [&]() -> Status {
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream, StreamArgument::Use::inspect));
        ACC_TRY(notNull(flag, "flag"));
        *flag = argument->overflowSwitch.load();
        return {};
    });
}

}  // extern "C"
