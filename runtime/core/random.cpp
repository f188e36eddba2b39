// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/random.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <numbers>

#include "runtime/mem/gm.h"

namespace acc::rt::core {
namespace {

constexpr size_t kCounterBytes = 16;
constexpr uint32_t kMaskBits = 8;

Status checkMemory(const void* address, uint64_t bytes, int32_t device, const char* parameter) {
    mem::Allocation block;
    const auto start = reinterpret_cast<uintptr_t>(address);
    if (!mem::find(start, &block) || block.kind != mem::Kind::device || block.device != device ||
        bytes > block.end() - start + mem::kTrailingBytes) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "{} is {}, expected {} bytes of memory of device {}", parameter,
                             address, bytes, device);
    }
    return {};
}

// Ten rounds of Philox4x32.
std::array<uint32_t, 4> philox(std::array<uint32_t, 4> counter, uint64_t key) {
    uint32_t key0 = static_cast<uint32_t>(key);
    uint32_t key1 = static_cast<uint32_t>(key >> 32);
    for (int round = 0; round < 10; ++round) {
        const uint64_t product0 = uint64_t{0xD2511F53} * counter[0];
        const uint64_t product1 = uint64_t{0xCD9E8D57} * counter[2];
        counter = {static_cast<uint32_t>(product1 >> 32) ^ counter[1] ^ key0, static_cast<uint32_t>(product1),
                   static_cast<uint32_t>(product0 >> 32) ^ counter[3] ^ key1, static_cast<uint32_t>(product0)};
        key0 += 0x9E3779B9;
        key1 += 0xBB67AE85;
    }
    return counter;
}

class Generator {
public:
    Generator(uint64_t key, void* counter) : key_(key), counter_(static_cast<uint32_t*>(counter)) {}

    uint32_t next() {
        if (left_ == 0) {
            std::array<uint32_t, 4> counter{};
            std::memcpy(counter.data(), counter_, sizeof(counter));
            values_ = philox(counter, key_);
            for (uint32_t& word : counter) {
                if (++word != 0) {
                    break;
                }
            }
            std::memcpy(counter_, counter.data(), sizeof(counter));
            left_ = 4;
        }
        return values_[--left_];
    }

    // In (0, 1].
    double uniform() { return (next() + 1.0) / 4294967296.0; }

    double normal() {
        const double radius = std::sqrt(-2.0 * std::log(uniform()));
        return radius * std::cos(2.0 * std::numbers::pi * uniform());
    }

private:
    const uint64_t key_;
    uint32_t* const counter_;
    std::array<uint32_t, 4> values_{};
    uint32_t left_ = 0;
};

Status checkParameter(const aclrtRandomParaInfo& parameter, size_t bytes, int32_t device, const char* name) {
    if (parameter.isAddr > 1) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "{}.isAddr is {}, expected 0 or 1", name, parameter.isAddr);
    }
    if (parameter.isAddr == 1) {
        void* address = nullptr;
        std::memcpy(&address, parameter.valueOrAddr, sizeof(address));
        return checkMemory(address, bytes, device, name);
    }
    if (parameter.size != bytes) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "{}.size is {}, expected {}", name, parameter.size, bytes);
    }
    return {};
}

// The bytes of a parameter, from the structure or from device memory.
uint64_t rawValue(const aclrtRandomParaInfo& parameter, size_t bytes) {
    uint64_t raw = 0;
    if (parameter.isAddr == 1) {
        const void* address = nullptr;
        std::memcpy(&address, parameter.valueOrAddr, sizeof(address));
        std::memcpy(&raw, address, bytes);
    } else {
        std::memcpy(&raw, parameter.valueOrAddr, bytes);
    }
    return raw;
}

float toFloat(uint64_t raw, aclDataType type) {
    switch (type) {
        case ACL_FLOAT:
            return std::bit_cast<float>(static_cast<uint32_t>(raw));
        case ACL_BF16:
            return std::bit_cast<float>(static_cast<uint32_t>(raw) << 16);
        default:
            return halfToFloat(static_cast<uint16_t>(raw));
    }
}

void storeValue(void* result, uint64_t index, double value, aclDataType type) {
    const auto single = static_cast<float>(value);
    if (type == ACL_FLOAT) {
        static_cast<float*>(result)[index] = single;
    } else if (type == ACL_BF16) {
        const auto bits = std::bit_cast<uint32_t>(single);
        static_cast<uint16_t*>(result)[index] = static_cast<uint16_t>((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16);
    } else {
        static_cast<uint16_t*>(result)[index] = floatToHalf(single);
    }
}

}  // namespace

float halfToFloat(uint16_t bits) {
    const uint32_t sign = uint32_t{bits & 0x8000U} << 16;
    const uint32_t exponent = (bits >> 10) & 0x1F;
    const uint32_t mantissa = bits & 0x3FF;
    if (exponent == 0x1F) {
        return std::bit_cast<float>(sign | 0x7F800000 | mantissa << 13);
    }
    const float magnitude = exponent == 0
                                ? std::ldexp(static_cast<float>(mantissa), -24)
                                : std::ldexp(static_cast<float>(mantissa + 0x400), static_cast<int>(exponent) - 25);
    return sign != 0 ? -magnitude : magnitude;
}

uint16_t floatToHalf(float value) {
    const auto sign = static_cast<uint32_t>(std::signbit(value)) << 15;
    if (std::isnan(value)) {
        return static_cast<uint16_t>(sign | 0x7E00);
    }
    const float magnitude = std::fabs(value);
    if (magnitude >= 65520.0F) {
        return static_cast<uint16_t>(sign | 0x7C00);
    }
    if (magnitude < 0x1p-14F) {
        return static_cast<uint16_t>(sign |
                                     (std::bit_cast<uint32_t>(magnitude + 0.5F) - std::bit_cast<uint32_t>(0.5F)));
    }
    const uint32_t bits = std::bit_cast<uint32_t>(magnitude) - (uint32_t{127 - 15} << 23);
    return static_cast<uint16_t>(sign | (bits + 0xFFF + ((bits >> 13) & 1)) >> 13);
}

Status RandomTask::make(const aclrtRandomNumTaskInfo& info, int32_t device, RandomTask* task) {
    const aclrtRandomNumFuncParaInfo& function = info.randomNumFuncParaInfo;
    uint32_t type;  // the caller's value may be none of the enumeration's
    std::memcpy(&type, &function.funcType, sizeof(type));
    const bool mask = type == ACL_RT_RANDOM_NUM_FUNC_TYPE_DROPOUT_BITMASK;
    if (type > ACL_RT_RANDOM_NUM_FUNC_TYPE_TRUNCATED_NORMAL_DIS) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "funcType is {}, expected an aclrtRandomNumFuncType", type);
    }
    if (info.dataType != ACL_FLOAT && info.dataType != ACL_FLOAT16 && info.dataType != ACL_BF16) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "dataType is {}, expected ACL_FLOAT, ACL_FLOAT16 or ACL_BF16",
                             static_cast<int>(info.dataType));
    }
    const size_t bytes = info.dataType == ACL_FLOAT ? 4 : 2;
    ACC_TRY(checkMemory(info.randomCounterAddr, kCounterBytes, device, "randomCounterAddr"));
    ACC_TRY(checkMemory(info.randomResultAddr, 1, device, "randomResultAddr"));
    ACC_TRY(checkParameter(info.randomSeed, 8, device, "randomSeed"));
    ACC_TRY(checkParameter(info.randomNum, 8, device, "randomNum"));
    if (mask) {
        ACC_TRY(checkParameter(function.paramInfo.dropoutBitmaskInfo.dropoutRation, bytes, device, "dropoutRation"));
    } else {
        // Uniform and normal numbers have two parameters of the same layout.
        ACC_TRY(checkParameter(function.paramInfo.uniformDisInfo.min, bytes, device, "min or mean"));
        ACC_TRY(checkParameter(function.paramInfo.uniformDisInfo.max, bytes, device, "max or stddev"));
    }
    task->info_ = info;
    task->device_ = device;
    return {};
}

Status RandomTask::run() const {
    const aclrtRandomNumFuncParaInfo& function = info_.randomNumFuncParaInfo;
    const size_t bytes = info_.dataType == ACL_FLOAT ? 4 : 2;
    RandomTask again;
    ACC_TRY(make(info_, device_, &again));  // memory may have been freed meanwhile
    const uint64_t count = rawValue(info_.randomNum, 8);
    const bool mask = function.funcType == ACL_RT_RANDOM_NUM_FUNC_TYPE_DROPOUT_BITMASK;
    const uint64_t resultBytes = mask ? (count + kMaskBits - 1) / kMaskBits : count * bytes;
    ACC_TRY(checkMemory(info_.randomResultAddr, resultBytes, device_, "randomResultAddr"));
    Generator generator(rawValue(info_.randomSeed, 8), info_.randomCounterAddr);
    if (mask) {
        const float drop =
            toFloat(rawValue(function.paramInfo.dropoutBitmaskInfo.dropoutRation, bytes), info_.dataType);
        auto* out = static_cast<uint8_t*>(info_.randomResultAddr);
        std::memset(out, 0, resultBytes);
        for (uint64_t index = 0; index < count; ++index) {
            // A set bit keeps the element.
            const bool keep = generator.uniform() > static_cast<double>(drop);
            out[index / kMaskBits] =
                static_cast<uint8_t>(out[index / kMaskBits] | (keep ? 1U : 0U) << index % kMaskBits);
        }
        return {};
    }
    const double first = toFloat(rawValue(function.paramInfo.uniformDisInfo.min, bytes), info_.dataType);
    const double second = toFloat(rawValue(function.paramInfo.uniformDisInfo.max, bytes), info_.dataType);
    for (uint64_t index = 0; index < count; ++index) {
        double value = 0;
        if (function.funcType == ACL_RT_RANDOM_NUM_FUNC_TYPE_UNIFORM_DIS) {
            value = first + (second - first) * (1.0 - generator.uniform());
        } else {
            double normal = generator.normal();
            while (function.funcType == ACL_RT_RANDOM_NUM_FUNC_TYPE_TRUNCATED_NORMAL_DIS && std::fabs(normal) > 2.0) {
                normal = generator.normal();
            }
            value = first + second * normal;
        }
        storeValue(info_.randomResultAddr, index, value, info_.dataType);
    }
    return {};
}

}  // namespace acc::rt::core
