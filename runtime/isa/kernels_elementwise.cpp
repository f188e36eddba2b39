// SPDX-License-Identifier: Apache-2.0
// The elementwise loops of one CPU level (ACC_LEVEL names its namespace).
#include "runtime/isa/kernels.h"

namespace acc::rt::isa::ACC_LEVEL {
namespace {

#include "runtime/isa/ops.h"

// Operands are the same memory or disjoint, so iterations are independent.
#define ACC_VECTORISE _Pragma("clang loop vectorize(assume_safety)")

// Operations that work on half's encoding: comparisons, which the optimiser would otherwise narrow to slow scalar half
// code.
template <class Op, class T>
inline constexpr bool onHalfBits = std::is_same_v<T, half> && requires { Op::onHalfBits; };

// Operations of half with long bodies go through a float buffer, for the same reason.
template <class Op>
inline constexpr bool isLong = std::is_same_v<Op, ops::Exp> || std::is_same_v<Op, ops::Ln> ||
                               std::is_same_v<Op, ops::Sqrt> || std::is_same_v<Op, ops::Rsqrt>;

template <class Op>
void longHalfLoop(half* d, const half* s, size_t count) {
    constexpr size_t kChunk = 256;
    alignas(64) float buffer[kChunk];
    for (size_t done = 0; done < count; done += kChunk) {
        const size_t n = count - done < kChunk ? count - done : kChunk;
        for (size_t i = 0; i < n; ++i) {
            buffer[i] = toFloat(s[done + i]);
        }
        ACC_VECTORISE
        for (size_t i = 0; i < n; ++i) {
            buffer[i] = Op::apply(buffer[i]);
        }
        ACC_VECTORISE
        for (size_t i = 0; i < n; ++i) {
            d[done + i] = toHalf(buffer[i]);
        }
    }
}

template <class Op, class T>
void unaryLoop(void* dst, const void* src, const void*, uint64_t, size_t count) {
    if constexpr (onHalfBits<Op, T>) {
        uint16_t* const d = static_cast<uint16_t*>(dst);
        const uint16_t* const s = static_cast<const uint16_t*>(src);
        ACC_VECTORISE
        for (size_t i = 0; i < count; ++i) {
            d[i] = Op::applyBits(s[i]);
        }
    } else if constexpr (std::is_same_v<T, half> && isLong<Op>) {
        longHalfLoop<Op>(static_cast<half*>(dst), static_cast<const half*>(src), count);
    } else {
        T* const d = static_cast<T*>(dst);
        const T* const s = static_cast<const T*>(src);
        ACC_VECTORISE
        for (size_t i = 0; i < count; ++i) {
            d[i] = Lane<T>::store(Op::apply(Lane<T>::load(s[i])));
        }
    }
}

template <class Op, class T>
void binaryLoop(void* dst, const void* src0, const void* src1, uint64_t, size_t count) {
    if constexpr (onHalfBits<Op, T>) {
        uint16_t* const d = static_cast<uint16_t*>(dst);
        const uint16_t* const a = static_cast<const uint16_t*>(src0);
        const uint16_t* const b = static_cast<const uint16_t*>(src1);
        ACC_VECTORISE
        for (size_t i = 0; i < count; ++i) {
            d[i] = Op::applyBits(a[i], b[i]);
        }
    } else {
        T* const d = static_cast<T*>(dst);
        const T* const a = static_cast<const T*>(src0);
        const T* const b = static_cast<const T*>(src1);
        ACC_VECTORISE
        for (size_t i = 0; i < count; ++i) {
            d[i] = Lane<T>::store(Op::apply(Lane<T>::load(a[i]), Lane<T>::load(b[i])));
        }
    }
}

template <class T>
T scalarOf(uint64_t bits) {
    T value;
    __builtin_memcpy(&value, &bits, sizeof(value));
    return value;
}

template <class Op, class T>
void scalarLoop(void* dst, const void* src, const void*, uint64_t scalar, size_t count) {
    if constexpr (onHalfBits<Op, T>) {
        uint16_t* const d = static_cast<uint16_t*>(dst);
        const uint16_t* const s = static_cast<const uint16_t*>(src);
        const auto value = static_cast<uint16_t>(scalar);
        ACC_VECTORISE
        for (size_t i = 0; i < count; ++i) {
            d[i] = Op::applyBits(s[i], value);
        }
        return;
    } else {
        T* const d = static_cast<T*>(dst);
        const T* const s = static_cast<const T*>(src);
        const auto value = Lane<T>::load(scalarOf<T>(scalar));
        if constexpr (std::is_same_v<T, float> && requires { Op::applyOrdinary(value, value); }) {
            if (value == value && value != 0.0F) {
                ACC_VECTORISE
                for (size_t i = 0; i < count; ++i) {
                    d[i] = Op::applyOrdinary(s[i], value);
                }
                return;
            }
        }
        ACC_VECTORISE
        for (size_t i = 0; i < count; ++i) {
            d[i] = Lane<T>::store(Op::apply(Lane<T>::load(s[i]), value));
        }
    }
}

template <class T>
void fillLoop(void* dst, const void*, const void*, uint64_t scalar, size_t count) {
    using Bits = std::conditional_t<sizeof(T) == 2, uint16_t, uint32_t>;
    Bits* const d = static_cast<Bits*>(dst);
    const Bits value = static_cast<Bits>(scalar);
    for (size_t i = 0; i < count; ++i) {
        d[i] = value;
    }
}

template <class Op, class T, class U>
void accumulateScalarLoop(void* dst, const void* src, const void*, uint64_t scalar, size_t count) {
    T* const d = static_cast<T*>(dst);
    const U* const s = static_cast<const U*>(src);
    const float value = Lane<U>::load(scalarOf<U>(scalar));
    ACC_VECTORISE
    for (size_t i = 0; i < count; ++i) {
        d[i] = Lane<T>::store(Op::template apply<T>(Lane<T>::load(d[i]), Lane<U>::load(s[i]), value));
    }
}

template <class Op, class T, class U>
void accumulateLoop(void* dst, const void* src0, const void* src1, uint64_t, size_t count) {
    T* const d = static_cast<T*>(dst);
    const U* const a = static_cast<const U*>(src0);
    const U* const b = static_cast<const U*>(src1);
    ACC_VECTORISE
    for (size_t i = 0; i < count; ++i) {
        d[i] = Lane<T>::store(Op::template apply<T>(Lane<T>::load(d[i]), Lane<U>::load(a[i]), Lane<U>::load(b[i])));
    }
}

#undef ACC_VECTORISE

// One row of the table per row of isa.def.
using Entry = Kernel[ACC_DTYPE_COUNT + 1];
using AscendC::detail::dtypeOf;
using AscendC::detail::Pair;

template <class T>
struct Tag {};

template <class Op, class... T>
constexpr void enterUnary(Entry& entry) {
    ((entry[dtypeOf<T>] = unaryLoop<Op, T>), ...);
}
template <class Op, class... T>
constexpr void enterBinary(Entry& entry) {
    ((entry[dtypeOf<T>] = binaryLoop<Op, T>), ...);
}
template <class Op, class... T>
constexpr void enterScalar(Entry& entry) {
    ((entry[dtypeOf<T>] = scalarLoop<Op, T>), ...);
}
template <class Op, class... T>
constexpr void enterFused(Entry& entry) {
    ((entry[dtypeOf<T>] = accumulateLoop<Op, T, T>), ...);
}
template <class... T>
constexpr void enterFill(Entry& entry) {
    ((entry[dtypeOf<T>] = fillLoop<T>), ...);
}
template <class T, class U>
constexpr size_t column(Tag<Pair<T, U>>) {
    return std::is_same_v<T, U> ? dtypeOf<T> : kMixedTypes;
}
template <class Op, class T, class U>
constexpr Kernel accumulateScalarOf(Tag<Pair<T, U>>) {
    return accumulateScalarLoop<Op, T, U>;
}
template <class Op, class T, class U>
constexpr Kernel accumulateOf(Tag<Pair<T, U>>) {
    return accumulateLoop<Op, T, U>;
}
template <class Op, class... P>
constexpr void enterAccumulateScalar(Entry& entry) {
    ((entry[column(Tag<P>{})] = accumulateScalarOf<Op>(Tag<P>{})), ...);
}
template <class Op, class... P>
constexpr void enterAccumulate(Entry& entry) {
    ((entry[column(Tag<P>{})] = accumulateOf<Op>(Tag<P>{})), ...);
}

constexpr KernelTable makeTable() {
    KernelTable table{};
#define ACC_UNARY(name, section, ...) enterUnary<ops::name, __VA_ARGS__>(table.elementwise[ACC_OP_##name]);
#define ACC_BINARY(name, section, ...) enterBinary<ops::name, __VA_ARGS__>(table.elementwise[ACC_OP_##name]);
#define ACC_SCALAR(name, section, ...) enterScalar<ops::name, __VA_ARGS__>(table.elementwise[ACC_OP_##name]);
#define ACC_SHIFT(name, section, ...) enterScalar<ops::name, __VA_ARGS__>(table.elementwise[ACC_OP_##name]);
#define ACC_FUSED(name, section, ...) enterFused<ops::name, __VA_ARGS__>(table.elementwise[ACC_OP_##name]);
#define ACC_INDEX(name, section, ...)
#define ACC_FILL(name, section, ...) enterFill<__VA_ARGS__>(table.elementwise[ACC_OP_##name]);
#define ACC_MASKED_COPY(name, section, ...)
#define ACC_ACCUMULATE_SCALAR(name, section, ...) \
    enterAccumulateScalar<ops::name, __VA_ARGS__>(table.elementwise[ACC_OP_##name]);
#define ACC_ACCUMULATE(name, section, ...) enterAccumulate<ops::name, __VA_ARGS__>(table.elementwise[ACC_OP_##name]);
#include "include/kernel/isa.def"
    return table;
}

}  // namespace

extern const KernelTable kKernels;
constinit const KernelTable kKernels = makeTable();

}  // namespace acc::rt::isa::ACC_LEVEL
