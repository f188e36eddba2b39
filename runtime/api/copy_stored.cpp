// SPDX-License-Identifier: Apache-2.0
// Copies inside a device whose addresses are in device memory and read when the task runs.
#include <atomic>
#include <cstring>

#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"
#include "runtime/core/submission.h"
#include "runtime/mem/gm.h"

using namespace acc::rt;
using namespace acc::rt::api;

namespace {

// What aclrtSetMemcpyDesc writes to device memory.
struct Descriptor {
    static constexpr uint64_t kMagic = 0x4143434350594445;
    uint64_t magic;
    uint64_t source;
    uint64_t destination;
    uint64_t count;
};

bool onDevice(const void* address, size_t bytes, int32_t* device) {
    mem::Allocation block;
    const auto start = reinterpret_cast<uintptr_t>(address);
    if (!mem::find(start, &block) || block.kind != mem::Kind::device ||
        bytes > block.end() - start + mem::kTrailingBytes) {
        return false;
    }
    *device = block.device;
    return true;
}

Status checkInner(aclrtMemcpyKind kind) {
    ACC_TRY(inRange<int>(kind, ACL_MEMCPY_HOST_TO_HOST, ACL_MEMCPY_INTER_DEVICE_TO_DEVICE, "kind"));
    if (kind != ACL_MEMCPY_INNER_DEVICE_TO_DEVICE) {
        return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "kind is {}, expected ACL_MEMCPY_INNER_DEVICE_TO_DEVICE",
                             static_cast<int>(kind));
    }
    return {};
}

Status checkDeviceMemory(const void* address, size_t bytes, const char* parameter) {
    int32_t device = 0;
    ACC_TRY(notNull(address, parameter));
    if (!onDevice(address, bytes, &device)) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "{} is {}, expected {} bytes of device memory", parameter,
                             address, bytes);
    }
    return {};
}

// Runs on the stream. Both ranges must be memory of one device.
void copyNow(core::Stream& running, void* destination, const void* source, size_t count) {
    int32_t to = 0;
    int32_t from = 0;
    if (!onDevice(destination, count, &to) || !onDevice(source, count, &from) || to != from) {
        running.fail(
            Status::error(ACL_ERROR_RT_SYS_DMA,
                          "the addresses read from device memory are {} and {} for {} bytes, expected memory of "
                          "one device",
                          destination, source, count));
        return;
    }
    std::memmove(destination, source, count);
}

}  // namespace

extern "C" {

aclError aclrtGetMemcpyDescSize(aclrtMemcpyKind kind, size_t* descSize) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(checkInner(kind));
        ACC_TRY(notNull(descSize, "descSize"));
        *descSize = sizeof(Descriptor);
        return {};
    });
}

aclError aclrtSetMemcpyDesc(void* desc, aclrtMemcpyKind kind, void* srcAddr, void* dstAddr, size_t count,
                            void* config) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(checkDeviceMemory(desc, sizeof(Descriptor), "desc"));
        ACC_TRY(checkInner(kind));
        ACC_TRY(mustNotBeZero(count, "count"));
        ACC_TRY(checkDeviceMemory(srcAddr, count, "srcAddr"));
        ACC_TRY(checkDeviceMemory(dstAddr, count, "dstAddr"));
        ACC_TRY(mustBeNull(config, "config"));
        const Descriptor descriptor{Descriptor::kMagic, reinterpret_cast<uint64_t>(srcAddr),
                                    reinterpret_cast<uint64_t>(dstAddr), count};
        std::memcpy(desc, &descriptor, sizeof(descriptor));
        return {};
    });
}

aclError aclrtMemcpyAsyncWithDesc(void* desc, aclrtMemcpyKind kind, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(checkDeviceMemory(desc, sizeof(Descriptor), "desc"));
        ACC_TRY(checkInner(kind));
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        return core::submitCall(*argument, [desc](core::Stream& running) {
            int32_t device = 0;
            Descriptor descriptor{};
            if (onDevice(desc, sizeof(descriptor), &device)) {
                std::memcpy(&descriptor, desc, sizeof(descriptor));
            }
            if (descriptor.magic != Descriptor::kMagic) {
                running.fail(Status::error(ACL_ERROR_RT_SYS_DMA,
                                           "the memory at {} holds no descriptor of aclrtSetMemcpyDesc when it is read",
                                           desc));
                return;
            }
            // NOLINTNEXTLINE(performance-no-int-to-ptr)
            copyNow(running, reinterpret_cast<void*>(descriptor.destination),
                    reinterpret_cast<const void*>(descriptor.source),  // NOLINT(performance-no-int-to-ptr)
                    descriptor.count);
        });
    });
}

aclError aclrtMemcpyAsyncWithOffset(void** dst, size_t destMax, size_t dstDataOffset, const void** src, size_t count,
                                    size_t srcDataOffset, aclrtMemcpyKind kind, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(checkDeviceMemory(dst, sizeof(void*), "dst"));
        ACC_TRY(checkDeviceMemory(src, sizeof(void*), "src"));
        ACC_TRY(mustNotBeZero(count, "count"));
        if (count > destMax) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "count is {}, expected at most destMax, which is {}", count,
                                 destMax);
        }
        ACC_TRY(checkInner(kind));
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        return core::submitCall(*argument, [=](core::Stream& running) {
            int32_t device = 0;
            if (!onDevice(dst, sizeof(void*), &device) || !onDevice(src, sizeof(void*), &device)) {
                running.fail(Status::error(ACL_ERROR_RT_SYS_DMA,
                                           "the device memory with the addresses of a copy was freed before the stream "
                                           "reached it"));
                return;
            }
            copyNow(running, static_cast<std::byte*>(*dst) + dstDataOffset,
                    static_cast<const std::byte*>(*src) + srcDataOffset, count);
        });
    });
}

}  // extern "C"
