// SPDX-License-Identifier: Apache-2.0
// Cache maintenance. The emulator has no cache to keep, so the tasks only check that their memory still exists.
#include <cstring>

#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"
#include "runtime/base/soc.h"
#include "runtime/core/submission.h"
#include "runtime/mem/gm.h"

using namespace acc::rt;
using namespace acc::rt::api;

namespace {

// What aclrtCmoSetDesc writes to device memory.
struct Descriptor {
    static constexpr uint64_t kMagic = 0x4143434D4F444553;
    uint64_t magic;
    uint64_t address;
    uint64_t sizeBytes;
    uint64_t reserved;
};

Status checkRange(const void* src, size_t size) {
    ACC_TRY(notNull(src, "src"));
    ACC_TRY(mustNotBeZero(size, "size"));
    mem::Allocation block;
    const auto start = reinterpret_cast<uintptr_t>(src);
    if (!mem::find(start, &block) || block.kind != mem::Kind::device ||
        size > block.end() - start + mem::kTrailingBytes) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "src is {} with {} bytes, expected a range in device memory", src,
                             size);
    }
    return {};
}

Status checkType(aclrtCmoType type) {
    ACC_TRY(inRange<int>(type, ACL_RT_CMO_TYPE_PREFETCH, ACL_RT_CMO_TYPE_FLUSH, "cmoType"));
    if (type != ACL_RT_CMO_TYPE_PREFETCH) {
        return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "cmoType is {}, expected ACL_RT_CMO_TYPE_PREFETCH",
                             static_cast<int>(type));
    }
    return {};
}

Status checkDescriptor(const void* desc) {
    ACC_TRY(notNull(desc, "cmoDesc"));
    mem::Allocation block;
    const auto start = reinterpret_cast<uintptr_t>(desc);
    if (!mem::find(start, &block) || block.kind != mem::Kind::device || sizeof(Descriptor) > block.end() - start) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "cmoDesc is {}, expected {} bytes of device memory", desc,
                             sizeof(Descriptor));
    }
    return {};
}

Status notOnThisSoc() {
    return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "{} has no cache barriers", soc().name);
}

}  // namespace

extern "C" {

aclError aclrtCmoAsync(void* src, size_t size, aclrtCmoType cmoType, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(checkRange(src, size));
        ACC_TRY(checkType(cmoType));
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        return core::submitCall(*argument, [src, size](core::Stream& running) {
            if (!checkRange(src, size).ok()) {
                running.fail(Status::error(ACL_ERROR_RT_SYS_DMA,
                                           "the device memory at {} was freed before the stream prefetched it", src));
            }
        });
    });
}

aclError aclrtCmoGetDescSize(size_t* size) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(size, "size"));
        *size = sizeof(Descriptor);
        return {};
    });
}

aclError aclrtCmoSetDesc(void* cmoDesc, void* src, size_t size) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(checkDescriptor(cmoDesc));
        ACC_TRY(checkRange(src, size));
        const Descriptor descriptor{Descriptor::kMagic, reinterpret_cast<uint64_t>(src), size, 0};
        std::memcpy(cmoDesc, &descriptor, sizeof(descriptor));
        return {};
    });
}

aclError aclrtCmoAsyncWithDesc(void* cmoDesc, aclrtCmoType cmoType, aclrtStream stream, const void* reserve) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(checkDescriptor(cmoDesc));
        ACC_TRY(checkType(cmoType));
        ACC_TRY(mustBeNull(reserve, "reserve"));
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        return core::submitCall(*argument, [cmoDesc](core::Stream& running) {
            if (!checkDescriptor(cmoDesc).ok() ||
                static_cast<const Descriptor*>(cmoDesc)->magic != Descriptor::kMagic) {
                running.fail(Status::error(ACL_ERROR_RT_SYS_DMA,
                                           "the memory at {} holds no descriptor of aclrtCmoSetDesc when it is read",
                                           cmoDesc));
            }
        });
    });
}

aclError aclrtCmoAsyncWithBarrier(void* src, size_t size, aclrtCmoType cmoType, uint32_t, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(checkRange(src, size));
        ACC_TRY(inRange<int>(cmoType, ACL_RT_CMO_TYPE_PREFETCH, ACL_RT_CMO_TYPE_FLUSH, "cmoType"));
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        return notOnThisSoc();
    });
}

aclError aclrtCmoWaitBarrier(aclrtBarrierTaskInfo* taskInfo, aclrtStream stream, uint32_t flag) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(taskInfo, "taskInfo"));
        ACC_TRY(inRange<size_t>(taskInfo->barrierNum, 1, ACL_RT_CMO_MAX_BARRIER_NUM, "taskInfo->barrierNum"));
        ACC_TRY(mustBeZero(flag, "flag"));
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        return notOnThisSoc();
    });
}

}  // extern "C"
