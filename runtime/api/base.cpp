// SPDX-License-Identifier: Apache-2.0
// Data types, half-precision conversions and data buffers.
#include <bit>
#include <cmath>
#include <memory>

#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"

using namespace acc::rt;
using namespace acc::rt::api;

struct aclDataBuffer {
    void* data;
    size_t size;
};

namespace {

using DataBuffers = core::LiveObjects<aclDataBuffer>;

Status resolveBuffer(const aclDataBuffer* buffer, std::shared_ptr<aclDataBuffer>* live) {
    return resolveObject(buffer, "dataBuffer", "a buffer of aclCreateDataBuffer", live);
}

}  // namespace

extern "C" {

float aclFloat16ToFloat(aclFloat16 value) {
    const int exponent = (value >> 10) & 0x1F;
    const int mantissa = value & 0x3FF;
    const float magnitude = exponent == 0 ? std::ldexp(static_cast<float>(mantissa), -24)
                                          : std::ldexp(static_cast<float>(mantissa + 0x400), exponent - 25);
    return (value & 0x8000) != 0 ? -magnitude : magnitude;
}

aclFloat16 aclFloatToFloat16(float value) {
    constexpr uint32_t kLargest = 0x7BFF;
    if (std::isnan(value)) {
        return kLargest;
    }
    const auto sign = static_cast<uint32_t>(std::signbit(value)) << 15;
    const float magnitude = std::fabs(value);
    if (magnitude >= 65520.0F) {  // rounds to 65536 or is infinite
        return static_cast<aclFloat16>(sign | kLargest);
    }
    if (magnitude < 0x1p-14F) {
        // Subnormal results are multiples of 2^-24; adding 0.5 * 2^24 * 2^-24 lets the FPU round them to nearest even.
        return static_cast<aclFloat16>(sign |
                                       (std::bit_cast<uint32_t>(magnitude + 0.5F) - std::bit_cast<uint32_t>(0.5F)));
    }
    const uint32_t bits = std::bit_cast<uint32_t>(magnitude) - (uint32_t{127 - 15} << 23);
    const uint32_t rounded = bits + 0xFFF + ((bits >> 13) & 1);
    return static_cast<aclFloat16>(sign | rounded >> 13);
}

size_t aclDataTypeSize(aclDataType dataType) {
    switch (dataType) {
        case ACL_INT8:
        case ACL_UINT8:
        case ACL_BOOL:
        case ACL_HIFLOAT8:
        case ACL_FLOAT8_E5M2:
        case ACL_FLOAT8_E4M3FN:
        case ACL_FLOAT8_E8M0:
            return 1;
        case ACL_FLOAT16:
        case ACL_BF16:
        case ACL_INT16:
        case ACL_UINT16:
            return 2;
        case ACL_FLOAT:
        case ACL_INT32:
        case ACL_UINT32:
        case ACL_COMPLEX32:
            return 4;
        case ACL_INT64:
        case ACL_UINT64:
        case ACL_DOUBLE:
        case ACL_COMPLEX64:
            return 8;
        case ACL_COMPLEX128:
            return 16;
        default:
            return 0;
    }
}

aclDataBuffer* aclCreateDataBuffer(void* data, size_t size) {
    aclDataBuffer* created = nullptr;
    apiCall(__func__, [&]() -> Status {
        created = DataBuffers::instance().make(data, size);
        return {};
    });
    return created;
}

aclError aclDestroyDataBuffer(const aclDataBuffer* dataBuffer) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<aclDataBuffer> live;
        ACC_TRY(resolveBuffer(dataBuffer, &live));
        DataBuffers::instance().remove(dataBuffer);
        return {};
    });
}

aclError aclUpdateDataBuffer(aclDataBuffer* dataBuffer, void* data, size_t size) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<aclDataBuffer> live;
        ACC_TRY(resolveBuffer(dataBuffer, &live));
        *live = {data, size};
        return {};
    });
}

void* aclGetDataBufferAddr(const aclDataBuffer* dataBuffer) {
    const std::shared_ptr<aclDataBuffer> live = DataBuffers::instance().find(dataBuffer);
    return live == nullptr ? nullptr : live->data;
}

uint32_t aclGetDataBufferSize(const aclDataBuffer* dataBuffer) {
    return static_cast<uint32_t>(aclGetDataBufferSizeV2(dataBuffer));
}

size_t aclGetDataBufferSizeV2(const aclDataBuffer* dataBuffer) {
    const std::shared_ptr<aclDataBuffer> live = DataBuffers::instance().find(dataBuffer);
    return live == nullptr ? 0 : live->size;
}

}  // extern "C"
