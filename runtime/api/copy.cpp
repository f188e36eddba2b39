// SPDX-License-Identifier: Apache-2.0
// Copies and fills.
#include <cstdint>
#include <vector>

#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"
#include "runtime/core/submission.h"
#include "runtime/core/transfer.h"

using namespace acc::rt;
using namespace acc::rt::api;
using core::Fill;
using core::Transfer;

namespace {

constexpr size_t kMaxRowBytes = 5000000;
constexpr size_t kMaxRows = size_t{5} * 1024 * 1024;

Status checkKind(aclrtMemcpyKind kind) {
    return inRange<int>(kind, ACL_MEMCPY_HOST_TO_HOST, ACL_MEMCPY_INTER_DEVICE_TO_DEVICE, "kind");
}

Status linear(void* dst, size_t destMax, const void* src, size_t count, Transfer* transfer) {
    if (count != 0) {
        ACC_TRY(notNull(dst, "dst"));
        ACC_TRY(notNull(src, "src"));
    }
    if (count > destMax) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "count is {}, expected at most destMax, which is {}", count,
                             destMax);
    }
    transfer->destination = dst;
    transfer->source = src;
    transfer->width = count;
    return transfer->resolve();
}

Status pitched(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
               Transfer* transfer) {
    ACC_TRY(notNull(dst, "dst"));
    ACC_TRY(notNull(src, "src"));
    ACC_TRY(mustNotBeZero(width, "width"));
    ACC_TRY(mustNotBeZero(height, "height"));
    if (width > dpitch || width > spitch) {
        return Status::error(ACL_ERROR_INVALID_PARAM,
                             "width is {}, expected at most dpitch, which is {}, and spitch, {}", width, dpitch,
                             spitch);
    }
    size_t bytes = 0;
    if (__builtin_mul_overflow(dpitch, height, &bytes) || __builtin_mul_overflow(spitch, height, &bytes)) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "height is {}, too large for pitches {} and {}", height, dpitch,
                             spitch);
    }
    transfer->destination = dst;
    transfer->source = src;
    transfer->width = width;
    transfer->height = height;
    transfer->destinationPitch = dpitch;
    transfer->sourcePitch = spitch;
    return transfer->resolve();
}

Status refuseHostToHost(const Transfer& transfer, aclrtMemcpyKind kind) {
    if (kind == ACL_MEMCPY_HOST_TO_HOST || (transfer.width != 0 && transfer.hostOnly())) {
        return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                             "dst and src are {}, expected device memory on one side; aclrtMemcpy copies host to host",
                             transfer.hostOnly() ? "host memory" : "given as host memory (kind HOST_TO_HOST)");
    }
    return {};
}

void run(core::Stream& stream, const Transfer& transfer) {
    if (Status status = transfer.carryOutLater(); !status.ok()) {
        stream.fail(std::move(status));
    }
}

// Runs `transfer` in stream order and waits for it: what pageable memory asks for. In a RELAXED capture it is done now.
Status copyPageable(StreamArgument& stream, const Transfer& transfer) {
    ACC_TRY(core::checkUnsafeCall(ACL_ERROR_RT_CAPTURE_MODE_BLOCK_ASYNC));
    if (stream->capturing()) {
        transfer.carryOut();
        return {};
    }
    ACC_TRY(core::submitCall(*stream, [transfer](core::Stream& running) { run(running, transfer); }));
    stream->stream()->waitFor(stream->stream()->submitted());
    return {};
}

// Copies the host bytes during the call and appends a task that writes them to the device.
Status copyThroughBuffer(StreamArgument& stream, const Transfer& transfer) {
    const auto* bytes = static_cast<const std::byte*>(transfer.source);
    auto buffer = std::make_shared<const std::vector<std::byte>>(bytes, bytes + transfer.width);
    Transfer later = transfer;
    later.source = buffer->data();
    later.from = {};
    return core::submitCall(*stream, [later, buffer](core::Stream& running) { run(running, later); });
}

Status copyAsync(StreamArgument& stream, const Transfer& transfer, aclrtMemcpyKind kind) {
    if (kind == ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE && !transfer.from.onDevice()) {
        return copyThroughBuffer(stream, transfer);
    }
    if (transfer.pageable() && transfer.width != 0) {
        return copyPageable(stream, transfer);
    }
    return core::submitCall(*stream, [transfer](core::Stream& running) { run(running, transfer); });
}

Status memcpyAsync(void* dst, size_t destMax, const void* src, size_t count, aclrtMemcpyKind kind, aclrtStream handle) {
    Transfer transfer;
    ACC_TRY(linear(dst, destMax, src, count, &transfer));
    ACC_TRY(checkKind(kind));
    StreamArgument stream;
    ACC_TRY(stream.resolve(handle));
    ACC_TRY(refuseHostToHost(transfer, kind));
    return copyAsync(stream, transfer, kind);
}

struct Batch {
    void** dsts;
    size_t* destMaxs;
    void** srcs;
    size_t* sizes;
    size_t count;
    aclrtMemcpyBatchAttr* attrs;
    size_t* attrsIndexes;
    size_t numAttrs;
};

Status checkBatchArrays(const Batch& batch) {
    ACC_TRY(notNull(batch.dsts, "dsts"));
    ACC_TRY(notNull(batch.destMaxs, "destMaxs"));
    ACC_TRY(notNull(batch.srcs, "srcs"));
    ACC_TRY(notNull(batch.sizes, "sizes"));
    ACC_TRY(mustNotBeZero(batch.count, "numBatches"));
    ACC_TRY(notNull(batch.attrs, "attrs"));
    ACC_TRY(notNull(batch.attrsIndexes, "attrsIndexes"));
    ACC_TRY(inRange<size_t>(batch.numAttrs, 1, batch.count, "numAttrs"));
    for (size_t index = 0; index < batch.numAttrs; ++index) {
        const size_t item = batch.attrsIndexes[index];
        if (item >= batch.count || (index == 0 ? item != 0 : item <= batch.attrsIndexes[index - 1])) {
            return Status::error(ACL_ERROR_INVALID_PARAM,
                                 "attrsIndexes[{}] is {}, expected indexes that start at 0, ascend, and stay below {}",
                                 index, item, batch.count);
        }
    }
    return {};
}

bool matches(const aclrtMemLocation& location, const core::Place& place) {
    if (location.type == ACL_MEM_LOCATION_TYPE_DEVICE) {
        return place.onDevice() && location.id == static_cast<uint32_t>(place.device);
    }
    return location.type == ACL_MEM_LOCATION_TYPE_HOST && !place.onDevice();
}

Status batchItem(const Batch& batch, size_t item, const aclrtMemcpyBatchAttr& attribute, Transfer* transfer) {
    Status status = linear(batch.dsts[item], batch.destMaxs[item], batch.srcs[item], batch.sizes[item], transfer);
    if (status.ok() && (transfer->to.onDevice() == transfer->from.onDevice() ||
                        !matches(attribute.dstLoc, transfer->to) || !matches(attribute.srcLoc, transfer->from))) {
        status =
            Status::error(ACL_ERROR_INVALID_PARAM,
                          "its addresses are not at the locations of its attribute, expected a copy between host and "
                          "device as attrs says");
    }
    return status.ok() ? status : Status::error(status.code(), "item {}: {}", item, status.message());
}

// Checks every item. On failure `*failIndex` (may be null) is the item at fault, or SIZE_MAX.
Status resolveBatch(const Batch& batch, size_t* failIndex, std::vector<Transfer>* transfers) {
    Status status = checkBatchArrays(batch);
    size_t failing = SIZE_MAX;
    for (size_t item = 0, attribute = 0; status.ok() && item < batch.count; ++item) {
        while (attribute + 1 < batch.numAttrs && batch.attrsIndexes[attribute + 1] <= item) {
            ++attribute;
        }
        status = batchItem(batch, item, batch.attrs[attribute], &transfers->emplace_back());
        failing = status.ok() ? SIZE_MAX : item;
    }
    if (!status.ok() && failIndex != nullptr) {
        *failIndex = failing;
    }
    return status;
}

Status batchNow(const Batch& batch, size_t* failIndex) {
    std::vector<Transfer> transfers;
    ACC_TRY(resolveBatch(batch, failIndex, &transfers));
    ACC_TRY(core::checkUnsafeCall(ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT));
    for (const Transfer& transfer : transfers) {
        transfer.carryOut();
    }
    return {};
}

Status batchAsync(const Batch& batch, size_t* failIndex, aclrtStream handle) {
    std::vector<Transfer> transfers;
    ACC_TRY(resolveBatch(batch, failIndex, &transfers));
    StreamArgument stream;
    ACC_TRY(stream.resolve(handle));
    bool pageable = false;
    for (const Transfer& transfer : transfers) {
        pageable = pageable || transfer.pageable();
    }
    auto body = [transfers](core::Stream& running) {
        for (const Transfer& transfer : transfers) {
            run(running, transfer);
        }
    };
    if (!pageable) {
        return core::submitCall(*stream, std::move(body));
    }
    ACC_TRY(core::checkUnsafeCall(ACL_ERROR_RT_CAPTURE_MODE_BLOCK_ASYNC));
    if (stream->capturing()) {
        for (const Transfer& transfer : transfers) {
            transfer.carryOut();
        }
        return {};
    }
    ACC_TRY(core::submitCall(*stream, std::move(body)));
    stream->stream()->waitFor(stream->stream()->submitted());
    return {};
}

Status prepareFill(void* pointer, const char* parameter, size_t maxBytes, const char* maxName, size_t bytes,
                   Fill* fill) {
    if (bytes != 0) {
        ACC_TRY(notNull(pointer, parameter));
    }
    if (bytes > maxBytes) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "{} bytes are to be filled, expected at most {}, which is {}",
                             bytes, maxName, maxBytes);
    }
    fill->destination = pointer;
    fill->sizeBytes = bytes;
    return fill->resolve(parameter);
}

Status prepareWords(void* ptr, size_t memSize, uint32_t value, size_t count, Fill* fill) {
    size_t bytes = 0;
    if (__builtin_mul_overflow(count, sizeof(uint32_t), &bytes)) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "N is {}, expected at most memSize / 4, which is {}", count,
                             memSize / 4);
    }
    if (reinterpret_cast<uintptr_t>(ptr) % sizeof(uint32_t) != 0) {
        return Status::error(ACL_ERROR_RT_ADDR_UNALIGNED, "ptr is {}, expected a multiple of 4", ptr);
    }
    fill->pattern = value;
    fill->words = true;
    return prepareFill(ptr, "ptr", memSize, "memSize", bytes, fill);
}

Status fillAsync(const Fill& fill, aclrtStream handle) {
    StreamArgument stream;
    ACC_TRY(stream.resolve(handle));
    return core::submitCall(*stream, [fill](core::Stream& running) {
        if (Status status = fill.carryOutLater(); !status.ok()) {
            running.fail(std::move(status));
        }
    });
}

}  // namespace

extern "C" {

aclError aclrtMemcpy(void* dst, size_t destMax, const void* src, size_t count, aclrtMemcpyKind kind) {
    return apiCall(__func__, [&]() -> Status {
        Transfer transfer;
        ACC_TRY(linear(dst, destMax, src, count, &transfer));
        ACC_TRY(checkKind(kind));
        ACC_TRY(core::checkUnsafeCall(ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT));
        transfer.carryOut();
        return {};
    });
}

aclError aclrtMemcpyAsync(void* dst, size_t destMax, const void* src, size_t count, aclrtMemcpyKind kind,
                          aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status { return memcpyAsync(dst, destMax, src, count, kind, stream); });
}

aclError aclrtMemcpyAsyncWithCondition(void* dst, size_t destMax, const void* src, size_t count, aclrtMemcpyKind kind,
                                       aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status { return memcpyAsync(dst, destMax, src, count, kind, stream); });
}

aclError aclrtMemcpyBatch(void** dsts, size_t* destMaxs, void** srcs, size_t* sizes, size_t numBatches,
                          aclrtMemcpyBatchAttr* attrs, size_t* attrsIndexes, size_t numAttrs, size_t* failIndex) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(failIndex, "failIndex"));
        return batchNow({dsts, destMaxs, srcs, sizes, numBatches, attrs, attrsIndexes, numAttrs}, failIndex);
    });
}

aclError aclrtMemcpyBatchV2(void** dsts, size_t* destMaxs, void** srcs, size_t* sizes, size_t numBatches,
                            aclrtMemcpyBatchAttr* attrs, size_t* attrsIndexes, size_t numAttrs) {
    return apiCall(__func__, [&]() -> Status {
        return batchNow({dsts, destMaxs, srcs, sizes, numBatches, attrs, attrsIndexes, numAttrs}, nullptr);
    });
}

aclError aclrtMemcpyBatchAsync(void** dsts, size_t* destMaxs, void** srcs, size_t* sizes, size_t numBatches,
                               aclrtMemcpyBatchAttr* attrs, size_t* attrsIndexes, size_t numAttrs, size_t* failIndex,
                               aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(failIndex, "failIndex"));
        return batchAsync({dsts, destMaxs, srcs, sizes, numBatches, attrs, attrsIndexes, numAttrs}, failIndex, stream);
    });
}

aclError aclrtMemcpyBatchAsyncV2(void** dsts, size_t* destMaxs, void** srcs, size_t* sizes, size_t numBatches,
                                 aclrtMemcpyBatchAttr* attrs, size_t* attrsIndexes, size_t numAttrs,
                                 aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        return batchAsync({dsts, destMaxs, srcs, sizes, numBatches, attrs, attrsIndexes, numAttrs}, nullptr, stream);
    });
}

aclError aclrtMemcpy2d(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                       aclrtMemcpyKind kind) {
    return apiCall(__func__, [&]() -> Status {
        Transfer transfer;
        ACC_TRY(pitched(dst, dpitch, src, spitch, width, height, &transfer));
        if (kind != ACL_MEMCPY_HOST_TO_DEVICE && kind != ACL_MEMCPY_DEVICE_TO_HOST && kind != ACL_MEMCPY_DEFAULT) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "kind is {}, expected HOST_TO_DEVICE or DEVICE_TO_HOST",
                                 static_cast<int>(kind));
        }
        ACC_TRY(core::checkUnsafeCall(ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT));
        transfer.carryOut();
        return {};
    });
}

aclError aclrtMemcpy2dAsync(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                            aclrtMemcpyKind kind, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        Transfer transfer;
        ACC_TRY(pitched(dst, dpitch, src, spitch, width, height, &transfer));
        ACC_TRY(inRange<size_t>(width, 1, kMaxRowBytes, "width"));
        ACC_TRY(inRange<size_t>(height, 1, kMaxRows, "height"));
        ACC_TRY(inRange<int>(kind, ACL_MEMCPY_HOST_TO_DEVICE, ACL_MEMCPY_DEFAULT, "kind"));
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        ACC_TRY(refuseHostToHost(transfer, kind));
        return copyAsync(argument, transfer, kind);
    });
}

aclError aclrtMemset(void* devPtr, size_t maxCount, int32_t value, size_t count) {
    return apiCall(__func__, [&]() -> Status {
        Fill fill;
        fill.pattern = static_cast<uint32_t>(value);
        ACC_TRY(prepareFill(devPtr, "devPtr", maxCount, "maxCount", count, &fill));
        ACC_TRY(core::checkUnsafeCall(ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT));
        fill.carryOut();
        return {};
    });
}

aclError aclrtMemsetAsync(void* devPtr, size_t maxCount, int32_t value, size_t count, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        Fill fill;
        fill.pattern = static_cast<uint32_t>(value);
        ACC_TRY(prepareFill(devPtr, "devPtr", maxCount, "maxCount", count, &fill));
        return fillAsync(fill, stream);
    });
}

aclError aclrtMemsetD32(void* ptr, size_t memSize, uint32_t value, size_t N) {
    return apiCall(__func__, [&]() -> Status {
        Fill fill;
        ACC_TRY(prepareWords(ptr, memSize, value, N, &fill));
        ACC_TRY(core::checkUnsafeCall(ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT));
        fill.carryOut();
        return {};
    });
}

aclError aclrtMemsetD32Async(void* ptr, size_t memSize, uint32_t value, size_t N, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        Fill fill;
        ACC_TRY(prepareWords(ptr, memSize, value, N, &fill));
        if (fill.to.onDevice()) {
            return fillAsync(fill, stream);
        }
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        ACC_TRY(core::checkUnsafeCall(ACL_ERROR_RT_CAPTURE_MODE_BLOCK_ASYNC));
        fill.carryOut();
        return {};
    });
}

}  // extern "C"
