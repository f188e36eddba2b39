// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/launch.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <vector>

#include "runtime/base/env.h"
#include "runtime/base/log.h"
#include "runtime/base/soc.h"
#include "runtime/core/args_dump.h"
#include "runtime/core/runtime.h"
#include "runtime/core/submission.h"
#include "runtime/mem/gm.h"

namespace acc::rt::core {
namespace {

constexpr uint32_t kMaxBlocks = 65535;

// Device memory of one launch's arguments and payloads.
class LaunchBlock {
public:
    static std::shared_ptr<LaunchBlock> make(int32_t device, const void* bytes, size_t sizeBytes) {
        void* memory = mem::allocateDevice(device, sizeBytes);
        if (memory == nullptr) {
            return nullptr;
        }
        std::memcpy(memory, bytes, sizeBytes);
        return std::make_shared<LaunchBlock>(memory);
    }
    explicit LaunchBlock(void* memory) : memory_(memory) {}
    ~LaunchBlock() { mem::release(mem::Kind::device, memory_); }
    LaunchBlock(const LaunchBlock&) = delete;
    LaunchBlock& operator=(const LaunchBlock&) = delete;
    std::byte* data() const { return static_cast<std::byte*>(memory_); }

private:
    void* memory_;
};

TaskDescription describeLaunch(const LaunchSpec& spec, const LaunchAttributes& attributes, const void* args) {
    TaskDescription description;
    description.type = ACL_MODEL_RI_TASK_KERNEL;
    description.name = spec.kernel->name;
    description.function = Function::ofKernel(*spec.kernel);
    description.numBlocks = spec.numBlocks;
    description.args = args;
    description.argsBytes = spec.kernel->argsSize;
    description.dynamicUbBytes = spec.dynamicUbBytes;
    description.timeoutUs = spec.timeoutUs;
    description.schedMode = attributes.batch ? 1 : 0;
    return description;
}

// The memory that a stored launch was given pointers to. A graph may be executed long after that was freed.
class PointedBlocks {
public:
    PointedBlocks(const AccKernel& kernel, const std::byte* args) {
        for (uint32_t index = 0; index < kernel.paramCount; ++index) {
            const AccParam& parameter = kernel.params[index];
            uintptr_t address = 0;
            if (parameter.kind != ACC_PARAM_POINTER || parameter.size != sizeof(address)) {
                continue;
            }
            std::memcpy(&address, args + parameter.offset, sizeof(address));
            if (mem::Allocation block; mem::find(address, &block)) {
                blocks_.push_back({index, address, block.base});
            }
        }
    }

    // Whether the blocks still exist. Looks only when memory was freed since the last time.
    Status check(const AccKernel& kernel) {
        const uint64_t now = mem::generation();
        if (now == generation_) {
            return {};
        }
        for (const Pointed& entry : blocks_) {
            if (mem::Allocation block; !mem::find(entry.address, &block) || block.base != entry.base) {
                return Status::error(
                    ACL_ERROR_RT_MODEL_EXECUTE,
                    "parameter {} of kernel {} points to {:#x}, in a block at {:#x} that was freed after "
                    "the launch was captured",
                    kernel.params[entry.parameter].name, kernel.name, entry.address, entry.base);
            }
        }
        generation_ = now;
        return {};
    }

private:
    struct Pointed {
        uint32_t parameter;
        uintptr_t address;
        uintptr_t base;
    };
    std::vector<Pointed> blocks_;
    uint64_t generation_ = 0;
};

// A launch that owns its argument block; for graphs.
class OwnedLaunch {
public:
    OwnedLaunch(const LaunchSpec& spec, const LaunchAttributes& attributes)
        : spec_(spec),
          attributes_(attributes),
          args_(static_cast<const std::byte*>(spec.args),
                static_cast<const std::byte*>(spec.args) + spec.kernel->argsSize),
          blocks_(*spec.kernel, args_.data()) {}
    void enqueue(const std::shared_ptr<Stream>& stream) {
        if (const Status status = blocks_.check(*spec_.kernel); !status.ok()) {
            stream->submitCall([status](Stream& running) { running.fail(status); });
            return;
        }
        spec_.args = args_.data();
        stream->launch(spec_);
    }
    TaskDescription describe() const { return describeLaunch(spec_, attributes_, args_.data()); }

private:
    LaunchSpec spec_;
    LaunchAttributes attributes_;
    std::vector<std::byte> args_;
    PointedBlocks blocks_;
};

// A launch whose argument block is the caller's.
class HostLaunch {
public:
    HostLaunch(const LaunchSpec& spec, const LaunchAttributes& attributes) : spec_(spec), attributes_(attributes) {}
    void enqueue(const std::shared_ptr<Stream>& stream) { stream->launch(spec_); }
    OwnedLaunch own() const { return {spec_, attributes_}; }

private:
    const LaunchSpec& spec_;
    const LaunchAttributes& attributes_;
};

// A launch whose argument block is device memory, possibly the launch's own.
class DeviceLaunch {
public:
    DeviceLaunch(const LaunchSpec& spec, const LaunchAttributes& attributes, std::shared_ptr<LaunchBlock> block)
        : spec_(spec), attributes_(attributes), block_(std::move(block)) {}
    void enqueue(const std::shared_ptr<Stream>& stream) {
        if (mem::Allocation found; block_ == nullptr && !mem::find(reinterpret_cast<uintptr_t>(spec_.args), &found)) {
            stream->submitCall([args = spec_.args](Stream& running) {
                running.fail(Status::error(ACL_ERROR_RT_MODEL_EXECUTE,
                                           "the argument block at {} was freed after the launch was captured", args));
            });
            return;
        }
        stream->launch(spec_);
        if (block_ != nullptr) {
            stream->submitCall([block = block_](Stream&) {});  // keeps the block until the kernel has run
        }
    }
    DeviceLaunch own() const { return *this; }
    TaskDescription describe() const { return describeLaunch(spec_, attributes_, spec_.args); }

private:
    LaunchSpec spec_;
    LaunchAttributes attributes_;
    std::shared_ptr<LaunchBlock> block_;
};

Status checkShape(const Function& function, uint32_t numBlocks, const LaunchAttributes& attributes) {
    if (numBlocks == 0 || numBlocks > kMaxBlocks) [[unlikely]] {
        return Status::error(ACL_ERROR_INVALID_PARAM, "numBlocks is {}, expected 1 to {}", numBlocks, kMaxBlocks);
    }
    const AccKernel& kernel = function.kernel;
    if (kernel.cubeCores != 0 && kernel.vectorCores != 0 && numBlocks > soc().cubeCores) [[unlikely]] {
        return Status::error(
            ACL_ERROR_RT_PARAM_INVALID,
            "numBlocks is {}, expected at most {}: {} uses cube and vector cores, and {} has {} groups of "
            "them",
            numBlocks, soc().cubeCores, function.name, soc().name, soc().cubeCores);
    }
    const uint32_t cores = kernel.cubeCores != 0 ? soc().cubeCores : soc().vectorCores / kernel.vectorCores;
    if ((attributes.batch || kernel.schedMode == 1) && numBlocks > cores) [[unlikely]] {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID,
                             "numBlocks is {}, expected at most {}: in batch mode {} starts when all its blocks have "
                             "cores, and {} never has more",
                             numBlocks, cores, function.name, soc().name);
    }
    if (attributes.dynamicUbBytes > soc().ubBytes || kernel.staticUbBytes > soc().ubBytes - attributes.dynamicUbBytes)
        [[unlikely]] {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID,
                             "dynUBufSize is {}, expected at most {}: {} has {} bytes of UB per core and {} takes {}",
                             attributes.dynamicUbBytes,
                             soc().ubBytes > kernel.staticUbBytes ? soc().ubBytes - kernel.staticUbBytes : 0,
                             soc().name, soc().ubBytes, function.name, kernel.staticUbBytes);
    }
    return {};
}

Status badArgsSize(const Function& function, size_t sizeBytes) {
    std::string layout;
    for (const AccParam& parameter : function.parameters) {
        layout +=
            fmt::format(" {}@{}:{}", *parameter.name != '\0' ? parameter.name : "?", parameter.offset, parameter.size);
    }
    return Status::error(ACL_ERROR_INVALID_PARAM,
                         "argsSize is {}, expected {}: the parameters of {} are (name@offset:size){}", sizeBytes,
                         function.usedArgsBytes, function.name, layout.empty() ? " none" : layout);
}

// The exact end of the last parameter, or that rounded up to 8 bytes.
bool fits(const Function& function, size_t sizeBytes) {
    return sizeBytes >= function.usedArgsBytes && sizeBytes <= (function.usedArgsBytes + 7) / 8 * 8;
}

// Of this thread's launches; kernels of operator projects choose their variant by it.
thread_local constinit uint64_t tilingKey = 0;

LaunchSpec makeSpec(const Function& function, uint32_t numBlocks, const LaunchAttributes& attributes) {
    LaunchSpec spec;
    spec.tilingKey = tilingKey;
    spec.kernel = &function.kernel;
    spec.numBlocks = numBlocks;
    spec.dynamicUbBytes = attributes.dynamicUbBytes;
    spec.timeoutUs =
        attributes.timeoutSet ? attributes.timeoutUs : runtime().kernelLimitUs.load(std::memory_order_relaxed);
    return spec;
}

// Copies block and payloads to device memory and patches the pointers.
Status launchWithPayload(UserStream& stream, LaunchSpec& spec, const LaunchAttributes& attributes,
                         const Function& function, const void* args, size_t sizeBytes,
                         std::span<const aclrtPlaceHolderInfo> placeHolders) {
    if (sizeBytes < function.kernel.argsSize) {
        return badArgsSize(function, sizeBytes);
    }
    const std::shared_ptr<LaunchBlock> block = LaunchBlock::make(stream.stream()->device(), args, sizeBytes);
    if (block == nullptr) {
        return Status::error(ACL_ERROR_RT_MEMORY_ALLOCATION, "no device memory for {} bytes of arguments", sizeBytes);
    }
    for (size_t index = 0; index < placeHolders.size(); ++index) {
        const aclrtPlaceHolderInfo& info = placeHolders[index];
        if (info.addrOffset % sizeof(void*) != 0 || info.addrOffset + sizeof(void*) > function.kernel.argsSize ||
            info.dataOffset >= sizeBytes) {
            return Status::error(
                ACL_ERROR_INVALID_PARAM,
                "placeHolderArray[{}] is {{addrOffset {}, dataOffset {}}}, expected a pointer among the {} "
                "bytes of parameters and data among the {} bytes of the block",
                index, info.addrOffset, info.dataOffset, function.kernel.argsSize, sizeBytes);
        }
        const void* payload = block->data() + info.dataOffset;
        std::memcpy(block->data() + info.addrOffset, &payload, sizeof(payload));
    }
    spec.args = block->data();
    spec.argsOnDevice = true;
    return submit(stream, DeviceLaunch(spec, attributes, block));
}

void warnHostArguments(const Function& function) {
    static std::atomic<bool> warned{false};
    if (!warned.exchange(true)) {
        report(
            fmt::format("warning: a launch of {} got its arguments in host memory, where aclrtLaunchKernel and "
                        "aclrtLaunchKernelV2 expect device memory that is read when the kernel runs. They were copied "
                        "now; on an NPU the launch would fail. ACC_STRICT=1 makes this an error.",
                        function.name));
    }
}

void dumpArguments(const Function& function, const void* args, size_t sizeBytes) {
    if (args_dump::on()) [[unlikely]] {
        args_dump::launch(function.name, args, std::min<size_t>(sizeBytes, function.usedArgsBytes));
    }
}

bool strict() {
    static const bool value = environmentNumber("ACC_STRICT", 0, 1).value_or(0) == 1;
    return value;
}

}  // namespace

Status readAttributes(const aclrtLaunchKernelCfg* cfg, LaunchAttributes* attributes) {
    if (cfg == nullptr) {
        return {};
    }
    if (cfg->attrs == nullptr && cfg->numAttrs != 0) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "cfg->attrs is null, expected {} attributes", cfg->numAttrs);
    }
    bool seconds = false;
    bool microseconds = false;
    for (size_t index = 0; index < cfg->numAttrs; ++index) {
        const aclrtLaunchKernelAttr& attribute = cfg->attrs[index];
        switch (attribute.id) {
            case ACL_RT_LAUNCH_KERNEL_ATTR_SCHEM_MODE:
                if (attribute.value.schemMode > 1) {
                    return Status::error(ACL_ERROR_INVALID_PARAM, "cfg->attrs[{}] schemMode is {}, expected 0 or 1",
                                         index, attribute.value.schemMode);
                }
                attributes->batch = attribute.value.schemMode == 1;
                break;
            case ACL_RT_LAUNCH_KERNEL_ATTR_DYN_UBUF_SIZE:
                attributes->dynamicUbBytes = attribute.value.dynUBufSize;
                break;
            case ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT:
                attributes->timeoutUs = uint64_t{attribute.value.timeout} * 1000000;
                seconds = true;
                break;
            case ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT_US:
                attributes->timeoutUs =
                    uint64_t{attribute.value.timeoutUs.timeoutHigh} << 32 | attribute.value.timeoutUs.timeoutLow;
                microseconds = true;
                break;
            case ACL_RT_LAUNCH_KERNEL_ATTR_ENGINE_TYPE:
            case ACL_RT_LAUNCH_KERNEL_ATTR_BLOCKDIM_OFFSET:
            case ACL_RT_LAUNCH_KERNEL_ATTR_BLOCK_TASK_PREFETCH:
            case ACL_RT_LAUNCH_KERNEL_ATTR_DATA_DUMP:
            case ACL_RT_LAUNCH_KERNEL_ATTR_ENABLE_PROFILING:
                break;  // nothing to choose here
            default:
                return Status::error(ACL_ERROR_INVALID_PARAM,
                                     "cfg->attrs[{}].id is {}, expected an aclrtLaunchKernelAttrId", index,
                                     static_cast<int>(attribute.id));
        }
    }
    attributes->timeoutSet = seconds || microseconds;
    if (seconds && microseconds) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "cfg has TIMEOUT and TIMEOUT_US, expected one of them");
    }
    return {};
}

Status launchHostArgs(UserStream& stream, const Function& function, uint32_t numBlocks,
                      const LaunchAttributes& attributes, const void* args, size_t sizeBytes,
                      std::span<const aclrtPlaceHolderInfo> placeHolders) {
    ACC_TRY(checkShape(function, numBlocks, attributes));
    if (args == nullptr && function.usedArgsBytes != 0) [[unlikely]] {
        return Status::error(ACL_ERROR_INVALID_PARAM, "hostArgs is null, expected {} bytes of arguments for {}",
                             function.usedArgsBytes, function.name);
    }
    dumpArguments(function, args, sizeBytes);
    LaunchSpec spec = makeSpec(function, numBlocks, attributes);
    if (!placeHolders.empty()) {
        return launchWithPayload(stream, spec, attributes, function, args, sizeBytes, placeHolders);
    }
    if (!fits(function, sizeBytes)) [[unlikely]] {
        return badArgsSize(function, sizeBytes);
    }
    spec.args = args;
    if (sizeBytes >= function.kernel.argsSize) [[likely]] {
        return submit(stream, HostLaunch(spec, attributes));
    }
    // The kernel's block is rounded up to 8 bytes, the caller's is not.
    std::vector<std::byte> padded(function.kernel.argsSize);
    std::memcpy(padded.data(), args, sizeBytes);
    spec.args = padded.data();
    return submit(stream, HostLaunch(spec, attributes));
}

Status launchDeviceArgs(UserStream& stream, const Function& function, uint32_t numBlocks,
                        const LaunchAttributes& attributes, const void* args, size_t sizeBytes) {
    ACC_TRY(checkShape(function, numBlocks, attributes));
    if (function.usedArgsBytes == 0 && args == nullptr) {
        return launchHostArgs(stream, function, numBlocks, attributes, nullptr, sizeBytes, {});
    }
    if (args == nullptr) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "argsData is null, expected {} bytes of device memory for {}",
                             function.usedArgsBytes, function.name);
    }
    if (sizeBytes < function.usedArgsBytes) {
        return badArgsSize(function, sizeBytes);
    }
    mem::Allocation block;
    if (!mem::find(reinterpret_cast<uintptr_t>(args), &block) || block.kind != mem::Kind::device) {
        if (strict()) {
            return Status::error(ACL_ERROR_INVALID_PARAM,
                                 "argsData is {}, which is host memory, expected device memory", args);
        }
        warnHostArguments(function);
        return launchHostArgs(stream, function, numBlocks, attributes, args, function.usedArgsBytes, {});
    }
    if (block.device != stream.stream()->device()) {
        return Status::error(ACL_ERROR_INVALID_PARAM,
                             "argsData is memory of device {}, expected device {} of the stream", block.device,
                             stream.stream()->device());
    }
    dumpArguments(function, args, sizeBytes);
    LaunchSpec spec = makeSpec(function, numBlocks, attributes);
    spec.args = args;
    spec.argsOnDevice = true;
    return submit(stream, DeviceLaunch(spec, attributes, nullptr));
}

Status makeStoredLaunch(int32_t device, const Function& function, uint32_t numBlocks,
                        const LaunchAttributes& attributes, const void* args, size_t sizeBytes, bool hostArgs,
                        std::shared_ptr<GraphTask>* task) {
    ACC_TRY(checkShape(function, numBlocks, attributes));
    if (args == nullptr && function.usedArgsBytes != 0) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "args is null, expected {} bytes of arguments for {}",
                             function.usedArgsBytes, function.name);
    }
    if (!fits(function, sizeBytes)) {
        return badArgsSize(function, sizeBytes);
    }
    LaunchSpec spec = makeSpec(function, numBlocks, attributes);
    if (hostArgs) {
        std::vector<std::byte> block(function.kernel.argsSize);
        std::memcpy(block.data(), args, std::min(sizeBytes, block.size()));
        spec.args = block.data();
        *task = store(OwnedLaunch(spec, attributes));
        return {};
    }
    mem::Allocation block;
    if (!mem::find(reinterpret_cast<uintptr_t>(args), &block) || block.kind != mem::Kind::device ||
        block.device != device) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "args is {}, expected memory of device {}", args, device);
    }
    spec.args = args;
    spec.argsOnDevice = true;
    *task = store(DeviceLaunch(spec, attributes, nullptr));
    return {};
}

}  // namespace acc::rt::core

// For tikicpulib.h.
#pragma GCC visibility push(default)
extern "C" void accSetTilingKey(uint64_t key) {
    acc::rt::core::tilingKey = key;
}
#pragma GCC visibility pop
