// SPDX-License-Identifier: Apache-2.0
// Reductions and random numbers in device memory.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"
#include "runtime/base/soc.h"
#include "runtime/core/random.h"
#include "runtime/core/submission.h"
#include "runtime/mem/gm.h"

using namespace acc::rt;
using namespace acc::rt::api;

namespace {

// Bytes of `device` memory from an address on.
Status checkMemory(const void* address, uint64_t bytes, int32_t device, const char* parameter) {
    ACC_TRY(notNull(address, parameter));
    mem::Allocation block;
    const auto start = reinterpret_cast<uintptr_t>(address);
    if (!mem::find(start, &block) || block.kind != mem::Kind::device || block.device != device ||
        bytes > block.end() - start + mem::kTrailingBytes) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "{} is {}, expected {} bytes of memory of device {}", parameter,
                             address, bytes, device);
    }
    return {};
}

float bfloat16ToFloat(uint16_t bits) {
    return std::bit_cast<float>(uint32_t{bits} << 16);
}

uint16_t floatToBfloat16(float value) {
    const auto bits = std::bit_cast<uint32_t>(value);
    if (std::isnan(value)) {
        return static_cast<uint16_t>(bits >> 16 | 0x40);
    }
    return static_cast<uint16_t>((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16);
}

template <class T>
T combine(T left, T right, aclrtReduceKind kind) {
    switch (kind) {
        case ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM:
            if constexpr (std::is_integral_v<T>) {
                using Unsigned = std::make_unsigned_t<T>;
                return static_cast<T>(static_cast<Unsigned>(left) + static_cast<Unsigned>(right));
            } else {
                return left + right;
            }
        case ACL_RT_MEMCPY_SDMA_AUTOMATIC_MAX:
            return std::max(left, right);
        case ACL_RT_MEMCPY_SDMA_AUTOMATIC_MIN:
            return std::min(left, right);
        default:
            return left == right ? T{1} : T{0};
    }
}

template <class T>
void reduceAll(void* dst, const void* src, uint64_t bytes, aclrtReduceKind kind) {
    auto* to = static_cast<T*>(dst);
    const auto* from = static_cast<const T*>(src);
    for (uint64_t index = 0; index < bytes / sizeof(T); ++index) {
        to[index] = combine(to[index], from[index], kind);
    }
}

template <class Widen, class Narrow>
void reduceHalves(void* dst, const void* src, uint64_t bytes, aclrtReduceKind kind, Widen widen, Narrow narrow) {
    auto* to = static_cast<uint16_t*>(dst);
    const auto* from = static_cast<const uint16_t*>(src);
    for (uint64_t index = 0; index < bytes / sizeof(uint16_t); ++index) {
        to[index] = narrow(combine(widen(to[index]), widen(from[index]), kind));
    }
}

void reduce(void* dst, const void* src, uint64_t bytes, aclrtReduceKind kind, aclDataType type) {
    switch (type) {
        case ACL_INT8:
            return reduceAll<int8_t>(dst, src, bytes, kind);
        case ACL_INT16:
            return reduceAll<int16_t>(dst, src, bytes, kind);
        case ACL_INT32:
            return reduceAll<int32_t>(dst, src, bytes, kind);
        case ACL_UINT32:
            return reduceAll<uint32_t>(dst, src, bytes, kind);
        case ACL_FLOAT:
            return reduceAll<float>(dst, src, bytes, kind);
        case ACL_BF16:
            return reduceHalves(dst, src, bytes, kind, bfloat16ToFloat, floatToBfloat16);
        default:
            return reduceHalves(dst, src, bytes, kind, core::halfToFloat, core::floatToHalf);
    }
}

Status checkReduceType(aclDataType type) {
    const bool known = type == ACL_INT8 || type == ACL_INT16 || type == ACL_INT32 || type == ACL_FLOAT16 ||
                       type == ACL_FLOAT || type == ACL_BF16 || (type == ACL_UINT32 && soc().npuArch == 3510);
    if (!known) {
        return Status::error(ACL_ERROR_INVALID_PARAM,
                             "type is {}, expected ACL_INT8, _INT16, _INT32, _FLOAT16, _FLOAT or _BF16 on {}",
                             static_cast<int>(type), soc().name);
    }
    return {};
}

}  // namespace

extern "C" {

aclError aclrtReduceAsync(void* dst, const void* src, uint64_t count, aclrtReduceKind kind, aclDataType type,
                          aclrtStream stream, void* reserve) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(inRange<int>(kind, ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM, ACL_RT_MEMCPY_SDMA_AUTOMATIC_EQUAL, "kind"));
        ACC_TRY(checkReduceType(type));
        ACC_TRY(mustNotBeZero(count, "count"));
        if (count % aclDataTypeSize(type) != 0) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "count is {}, expected a multiple of {} bytes", count,
                                 aclDataTypeSize(type));
        }
        ACC_TRY(mustBeNull(reserve, "reserve"));
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        const int32_t device = argument.context().device().id();
        ACC_TRY(checkMemory(dst, count, device, "dst"));
        ACC_TRY(checkMemory(src, count, device, "src"));
        return core::submitCall(*argument, [=](core::Stream& running) {
            if (!checkMemory(dst, count, device, "dst").ok() || !checkMemory(src, count, device, "src").ok()) {
                running.fail(
                    Status::error(ACL_ERROR_RT_SYS_DMA,
                                  "device memory was freed before the stream reached the reduction that uses it"));
                return;
            }
            reduce(dst, src, count, kind, type);
        });
    });
}

aclError aclrtRandomNumAsync(const aclrtRandomNumTaskInfo* taskInfo, const aclrtStream stream, void* reserve) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(taskInfo, "taskInfo"));
        ACC_TRY(mustBeNull(reserve, "reserve"));
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        if (soc().npuArch != 2201) {
            return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "{} has no random number tasks", soc().name);
        }
        core::RandomTask task;
        ACC_TRY(core::RandomTask::make(*taskInfo, argument.context().device().id(), &task));
        return core::submitCall(*argument, [task](core::Stream& running) {
            if (Status status = task.run(); !status.ok()) {
                running.fail(std::move(status));
            }
        });
    });
}

}  // extern "C"
