// SPDX-License-Identifier: Apache-2.0
#include "runtime/isa/atomic_store.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "include/kernel/ascendc/sync.h"
#include "runtime/check/operand.h"
#include "runtime/check/report.h"

namespace acc::rt::isa {
namespace {

using AscendC::detail::AtomicOperation;
using check::Rule;

float bfloat16ToFloat(uint16_t bits) {
    return std::bit_cast<float>(uint32_t{bits} << 16);
}
uint16_t floatToBfloat16(float value) {
    const uint32_t bits = std::bit_cast<uint32_t>(value);
    return (bits & 0x7fffffffU) > 0x7f800000U ? uint16_t{0x7fc0}
                                              : static_cast<uint16_t>((bits + 0x7fffU + (bits >> 16 & 1U)) >> 16);
}

// Add wraps for integers; Max and Min take NaN if either is NaN and order -0 before +0, as the vector instructions do.
float combine(AtomicOperation operation, float a, float b) {
    if (operation == AscendC::detail::atomicAdd) {
        return a + b;
    }
    if (a != a || b != b) {
        return a != a ? a : b;
    }
    if (a == b) {
        const bool positive = operation == AscendC::detail::atomicMax;
        return std::signbit(a) == positive ? b : a;
    }
    return (a > b) == (operation == AscendC::detail::atomicMax) ? a : b;
}
template <class T>
    requires std::is_integral_v<T>
T combine(AtomicOperation operation, T a, T b) {
    if (operation == AscendC::detail::atomicAdd) {
        return static_cast<T>(static_cast<uint32_t>(a) + static_cast<uint32_t>(b));
    }
    return (a > b) == (operation == AscendC::detail::atomicMax) ? a : b;
}

// Bits is the memory's unsigned integer; `op` maps old and source bits to new ones.
template <class Bits, class Op>
void update(uint8_t* gm, const uint8_t* src, uint64_t bytes, Op op) {
    for (uint64_t i = 0; i < bytes; i += sizeof(Bits)) {
        Bits* const cell = reinterpret_cast<Bits*>(gm + i);
        Bits value;
        std::memcpy(&value, src + i, sizeof(value));
        Bits old = __atomic_load_n(cell, __ATOMIC_RELAXED);
        while (!__atomic_compare_exchange_n(cell, &old, op(old, value), false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
        }
    }
}

template <class T>
void updateInteger(AtomicOperation operation, uint8_t* gm, const uint8_t* src, uint64_t bytes) {
    using Bits = std::make_unsigned_t<T>;
    update<Bits>(gm, src, bytes, [operation](Bits a, Bits b) {
        return static_cast<Bits>(combine(operation, static_cast<T>(a), static_cast<T>(b)));
    });
}

}  // namespace

void checkAtomicStore(const Call& call, uint64_t bytes) {
    const uint8_t type = call.state().atomicType;
    const uint32_t width = kWidths[type];
    const AccOperand& dst = call.in.operand[0];
    if (bytes % width != 0) {
        check::fail(Rule::RANGE, call.site, "{}: {} bytes are not a whole number of elements of the atomic type {}",
                    call.name, bytes, check::dtypeName(type));
    }
    if (dst.address % width != 0) {
        check::fail(Rule::ALIGN, call.site, "{}: GM destination 0x{:x} is not aligned to the atomic type {} ({} bytes)",
                    call.name, dst.address, check::dtypeName(type), width);
    }
    if (dst.dtype != type) {
        check::warn(Rule::MODE, call.site,
                    "{}: a tensor of {} is stored while SetAtomic... is on for {}; memory is taken as {}", call.name,
                    check::dtypeName(dst.dtype), check::dtypeName(type), check::dtypeName(type));
    }
}

void atomicStore(const Call& call, uint8_t* gm, const uint8_t* src, uint64_t bytes) {
    const auto operation = static_cast<AtomicOperation>(call.state().atomicOperation);
    switch (call.state().atomicType) {
        case ACC_INT8:
            return updateInteger<int8_t>(operation, gm, src, bytes);
        case ACC_INT16:
            return updateInteger<int16_t>(operation, gm, src, bytes);
        case ACC_INT32:
            return updateInteger<int32_t>(operation, gm, src, bytes);
        case ACC_FLOAT:
            return update<uint32_t>(gm, src, bytes, [operation](uint32_t a, uint32_t b) {
                return std::bit_cast<uint32_t>(combine(operation, std::bit_cast<float>(a), std::bit_cast<float>(b)));
            });
        case ACC_HALF:
            return update<uint16_t>(gm, src, bytes, [operation](uint16_t a, uint16_t b) {
                return std::bit_cast<uint16_t>(
                    static_cast<half>(combine(operation, static_cast<float>(std::bit_cast<half>(a)),
                                              static_cast<float>(std::bit_cast<half>(b)))));
            });
        default:
            return update<uint16_t>(gm, src, bytes, [operation](uint16_t a, uint16_t b) {
                return floatToBfloat16(combine(operation, bfloat16ToFloat(a), bfloat16ToFloat(b)));
            });
    }
}

}  // namespace acc::rt::isa
