// SPDX-License-Identifier: Apache-2.0
// Kernel launches.
#include "runtime/core/launch.h"

#include <cstring>

#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"
#include "runtime/api/lists.h"
#include "runtime/base/soc.h"
#include "runtime/core/aicpu_task.h"
#include "runtime/core/submission.h"

using namespace acc::rt;
using namespace acc::rt::api;
using core::Function;
using core::LaunchAttributes;

namespace {

constexpr uint32_t kMostBlocks = 65535;
constexpr uint32_t kNoHardwareSync = 3510;  // architecture without the sync block

Status launchDeviceArgs(const void* funcHandle, uint32_t numBlocks, const void* argsData, size_t argsSize,
                        const aclrtLaunchKernelCfg* cfg, aclrtStream handle) {
    const Function* function = nullptr;
    ACC_TRY(resolveFunction(funcHandle, "funcHandle", &function));
    LaunchAttributes attributes;
    ACC_TRY(core::readAttributes(cfg, &attributes));
    StreamArgument stream;
    ACC_TRY(stream.resolve(handle));
    return core::launchDeviceArgs(*stream, *function, numBlocks, attributes, argsData, argsSize);
}

// Copies the values that args[i] point to into a block.
Status gather(const Function& function, void* const* args, std::vector<std::byte>* block) {
    block->resize(function.kernel.argsSize);
    for (size_t index = 0; index < function.parameters.size(); ++index) {
        const AccParam& parameter = function.parameters[index];
        if (args[index] == nullptr) {
            return Status::error(ACL_ERROR_INVALID_PARAM,
                                 "args[{}] is null, expected the address of parameter {} of {}", index,
                                 *parameter.name != '\0' ? parameter.name : "?", function.name);
        }
        std::memcpy(block->data() + parameter.offset, args[index], parameter.size);
    }
    return {};
}

Status checkExtent(dim3 extent, const char* parameter, uint64_t most) {
    const uint64_t product = uint64_t{extent.x} * extent.y * extent.z;
    if (extent.x > most || extent.y > most || extent.z > most || product == 0 || product > most) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "{} is {{{}, {}, {}}}, expected a product of 1 to {}", parameter,
                             extent.x, extent.y, extent.z, most);
    }
    return {};
}

Status checkSimtLaunch(const void* func, dim3 gridDim, dim3 blockDim, aclrtStream handle,
                       const aclrtLaunchKernelCfg* cfg, const Function** function) {
    constexpr uint64_t kMostThreads = 2048;
    ACC_TRY(resolveFunctionOrSymbol(func, "func", function));
    ACC_TRY(checkExtent(gridDim, "gridDim", kMostBlocks));
    ACC_TRY(checkExtent(blockDim, "blockDim", kMostThreads));
    LaunchAttributes attributes;
    ACC_TRY(core::readAttributes(cfg, &attributes));
    StreamArgument stream;
    return stream.resolve(handle);
}

Status notSimt(const Function& function) {
    return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "{} is no SIMT kernel, expected a launch with numBlocks",
                         function.name);
}

}  // namespace

extern "C" {

aclError aclrtLaunchKernel(aclrtFuncHandle funcHandle, uint32_t numBlocks, const void* argsData, size_t argsSize,
                           aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        return launchDeviceArgs(funcHandle, numBlocks, argsData, argsSize, nullptr, stream);
    });
}

aclError aclrtLaunchKernelV2(aclrtFuncHandle funcHandle, uint32_t numBlocks, const void* argsData, size_t argsSize,
                             aclrtLaunchKernelCfg* cfg, aclrtStream stream) {
    return apiCall(
        __func__, [&]() -> Status { return launchDeviceArgs(funcHandle, numBlocks, argsData, argsSize, cfg, stream); });
}

aclError aclrtLaunchKernelWithConfig(aclrtFuncHandle funcHandle, uint32_t numBlocks, aclrtStream stream,
                                     aclrtLaunchKernelCfg* cfg, aclrtArgsHandle argsHandle, void* reserve) {
    return apiCall(__func__, [&]() -> Status {
        const Function* function = nullptr;
        ACC_TRY(resolveFunction(funcHandle, "funcHandle", &function));
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        LaunchAttributes attributes;
        ACC_TRY(core::readAttributes(cfg, &attributes));
        std::shared_ptr<core::ArgsList> list;
        ACC_TRY(resolveList(argsHandle, &list));
        ACC_TRY(mustBeNull(reserve, "reserve"));
        if (&list->function() != function) {
            return Status::error(ACL_ERROR_RT_PARAM_INVALID, "argsHandle is a list for {}, expected one for {}",
                                 list->function().name, function->name);
        }
        ACC_ASSIGN_OR_RETURN(const core::ArgsList::Block block, list->block());
        return core::launchHostArgs(*argument, *function, numBlocks, attributes, block.bytes.data(), block.bytes.size(),
                                    block.placeHolders);
    });
}

aclError aclrtLaunchKernelWithHostArgs(aclrtFuncHandle funcHandle, uint32_t numBlocks, aclrtStream stream,
                                       aclrtLaunchKernelCfg* cfg, void* hostArgs, size_t argsSize,
                                       aclrtPlaceHolderInfo* placeHolderArray, size_t placeHolderNum) {
    return apiCall(__func__, [&]() -> Status {
        const Function* function = nullptr;
        ACC_TRY(resolveFunction(funcHandle, "funcHandle", &function));
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        LaunchAttributes attributes;
        ACC_TRY(core::readAttributes(cfg, &attributes));
        if (placeHolderNum != 0) {
            ACC_TRY(notNull(placeHolderArray, "placeHolderArray"));
        }
        return core::launchHostArgs(*argument, *function, numBlocks, attributes, hostArgs, argsSize,
                                    {placeHolderArray, placeHolderNum});
    });
}

aclError aclrtLaunchKernelWithArgsArray(void* func, uint32_t numBlocks, aclrtStream stream, aclrtLaunchKernelCfg* cfg,
                                        void** args) {
    return apiCall(__func__, [&]() -> Status {
        const Function* function = nullptr;
        ACC_TRY(resolveFunctionOrSymbol(func, "func", &function));
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        LaunchAttributes attributes;
        ACC_TRY(core::readAttributes(cfg, &attributes));
        if (!function->parameters.empty()) {
            ACC_TRY(notNull(args, "args"));
        }
        std::vector<std::byte> block;
        ACC_TRY(gather(*function, args, &block));
        return core::launchHostArgs(*argument, *function, numBlocks, attributes, block.data(), block.size(), {});
    });
}

aclError aclrtLaunchSIMTKernelWithArgsArray(void* func, dim3 gridDim, dim3 blockDim, size_t, aclrtStream stream,
                                            aclrtLaunchKernelCfg* cfg, void** args) {
    return apiCall(__func__, [&]() -> Status {
        const Function* function = nullptr;
        ACC_TRY(checkSimtLaunch(func, gridDim, blockDim, stream, cfg, &function));
        if (!function->parameters.empty()) {
            ACC_TRY(notNull(args, "args"));
        }
        return notSimt(*function);
    });
}

aclError aclrtLaunchSIMTKernelWithHostArgs(void* func, dim3 gridDim, dim3 blockDim, size_t, aclrtStream stream,
                                           aclrtLaunchKernelCfg* cfg, void* hostArgs, size_t,
                                           aclrtPlaceHolderInfo* placeHolderArray, size_t placeHolderNum) {
    return apiCall(__func__, [&]() -> Status {
        const Function* function = nullptr;
        ACC_TRY(checkSimtLaunch(func, gridDim, blockDim, stream, cfg, &function));
        if (!function->parameters.empty()) {
            ACC_TRY(notNull(hostArgs, "hostArgs"));
        }
        if (placeHolderNum != 0) {
            ACC_TRY(notNull(placeHolderArray, "placeHolderArray"));
        }
        return notSimt(*function);
    });
}

aclError aclrtGetHardwareSyncAddr(void** addr) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(addr, "addr"));
        core::Context* context = nullptr;
        ACC_TRY(core::currentContext(&context));
        if (soc().npuArch == kNoHardwareSync) {
            return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "{} has no synchronisation block", soc().name);
        }
        void* block = context->device().hardwareSyncBlock();
        if (block == nullptr) {
            return Status::error(ACL_ERROR_RT_MEMORY_ALLOCATION, "no device memory for the synchronisation block");
        }
        *addr = block;
        return {};
    });
}

}  // extern "C"

#pragma GCC visibility push(default)
extern "C" int accLaunchAicpuKernel(AccAicpuCall call, void (*kernel)(void), uint32_t numBlocks, const void* args,
                                    uint64_t argsSize, void* stream) {
    return apiCall("<<<>>>", [&]() -> Status {
        ACC_TRY(inRange<uint32_t>(numBlocks, 1, kMostBlocks, "numBlocks"));
        ACC_TRY(notNull(args, "the pointer to the arguments"));
        ACC_TRY(mustNotBeZero(argsSize, "the size of the arguments"));
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        const auto* bytes = static_cast<const std::byte*>(args);
        using Launch = core::AicpuTask::Launch;
        auto launch = std::make_shared<const Launch>(Launch{call, kernel, {bytes, bytes + argsSize}});
        return core::submit(*argument,
                            core::TaskOperation<core::AicpuTask, std::shared_ptr<const Launch>>(std::move(launch)));
    });
}
#pragma GCC visibility pop
