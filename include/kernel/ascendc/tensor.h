// SPDX-License-Identifier: Apache-2.0
// GlobalTensor and LocalTensor: where an operand is, how long, and which allocation bounds it (ascendc-core 2.3, 2.4).
// Copying a tensor aliases the memory; destroying one does nothing.
#pragma once

#include "acc/block.h"
#include "core.h"
#include "instr.h"
#include "params.h"

// What a LocalTensor knows. Offsets are bytes in the core's local memory.
struct AccLocal {
    uint32_t offset;
    uint32_t begin;  // of the allocation that bounds accesses, not of a sub-tensor
    uint32_t end;
    uint32_t size;  // elements, informational (GetSize)
    uint16_t buffer;
    uint8_t position;  // AscendC::TPosition, MAX when the tensor was never bound
    uint8_t reserved;
    int32_t tag;
};

// Scalar accesses that leave an allocation, hit memory the scalar unit cannot reach, or an unbound tensor: fails the
// kernel.
ACC_RUNTIME void accLocalScalarFault(const AccLocal* tensor, uint64_t index, uint32_t elementBytes)
    __attribute__((noreturn, cold));
// A LocalTensor or GlobalTensor of int4b_t that would begin in the middle of a byte: fails the kernel.
ACC_RUNTIME void accHalfByteFault(uint64_t offset) __attribute__((noreturn, cold));
// Checks a scalar access to global memory; fails the kernel when it is outside live device memory.
ACC_RUNTIME void accGlobalScalar(const void* address, uint32_t bytes, uint32_t isWrite);

namespace AscendC {

namespace detail {

// Physical memory of a position on dav-2201 (ascendc-core 2.2).
ACC_API_HOST_AND_DEVICE constexpr AccMemory memoryOf(TPosition position) {
    switch (position) {
        case TPosition::A1:
        case TPosition::B1:
        case TPosition::C1:
        case TPosition::TSCM:
            return ACC_MEM_L1;
        case TPosition::A2:
            return ACC_MEM_L0A;
        case TPosition::B2:
            return ACC_MEM_L0B;
        case TPosition::C2:
            return ACC_MEM_BT;
        case TPosition::CO1:
            return ACC_MEM_L0C;
        case TPosition::VECIN:
        case TPosition::VECOUT:
        case TPosition::VECCALC:
            return ACC_MEM_UB;
        case TPosition::C2PIPE2GM:
        case TPosition::C2PIPE2LOCAL:
            return ACC_MEM_FB;
        default:
            return ACC_MEM_GM;
    }
}

// Byte offset of an element where a tensor may begin.
template <class T>
ACC_API uint64_t byteOffset(uint64_t element) {
    if constexpr (isInt4<T>) {
        if (ACC_UNLIKELY(element % 2 != 0)) {
            accHalfByteFault(element);
        }
    }
    return bytesOf<T>(element);
}

#define ACC_SCALAR_ACCESS static_assert(!detail::isInt4<T>, "int4b_t has no scalar access: two elements share a byte")

// What GetPhyAddr() returns: an integer (byte offset in the memory, as on the device) or a pointer (as in CPU builds),
// whichever the context asks for.
template <class T>
class LocalAddress {
public:
    ACC_API LocalAddress(uint64_t offset, TPosition position) : offset_(offset), position_(position) {}
    ACC_API operator uint64_t() const { return offset_; }
    template <class U>
    ACC_API operator U*() const {
        return reinterpret_cast<U*>(accCurrentBlock()->memory[memoryOf(position_)] + offset_);
    }
    // Byte arithmetic, as on the device's integer.
    template <class Integer, class = std::enable_if_t<std::is_integral_v<Integer>>>
    ACC_API LocalAddress operator+(Integer bytes) const {
        return {offset_ + uint64_t(bytes), position_};
    }
    template <class Integer, class = std::enable_if_t<std::is_integral_v<Integer>>>
    ACC_API LocalAddress operator-(Integer bytes) const {
        return {offset_ - uint64_t(bytes), position_};
    }
    ACC_API int64_t operator-(const LocalAddress& other) const { return int64_t(offset_ - other.offset_); }

private:
    uint64_t offset_;
    TPosition position_;
};

}  // namespace detail

template <typename T>
class GlobalTensor {
public:
    using PrimType = T;

    // Binds the tensor to `buffer`. `bufferSize` (elements) is informational; without it GetSize() is 0.
    ACC_API void SetGlobalBuffer(__gm__ T* buffer, uint64_t bufferSize) {
        address_ = buffer;
        bufferSize_ = bufferSize;
    }
    ACC_API void SetGlobalBuffer(__gm__ T* buffer) { SetGlobalBuffer(buffer, 0); }

    ACC_API const __gm__ T* GetPhyAddr() const { return address_; }
    ACC_API __gm__ T* GetPhyAddr(const uint64_t offset) const { return at(offset); }

    // Scalar load and store, elements.
    ACC_API T GetValue(const uint64_t offset) const {
        ACC_SCALAR_ACCESS;
        accGlobalScalar(address_ + offset, sizeof(T), 0);
        return address_[offset];
    }
    ACC_API __gm__ T& operator()(const uint64_t offset) const {
        ACC_SCALAR_ACCESS;
        accGlobalScalar(address_ + offset, sizeof(T), 1);
        return address_[offset];
    }
    ACC_API void SetValue(const uint64_t offset, T value) {
        ACC_SCALAR_ACCESS;
        accGlobalScalar(address_ + offset, sizeof(T), 1);
        address_[offset] = value;
    }

    ACC_API uint64_t GetSize() const { return bufferSize_; }

    // The tensor that starts at element `offset`.
    ACC_API GlobalTensor operator[](const uint64_t offset) const {
        GlobalTensor part = *this;
        part.address_ = at(offset);
        part.bufferSize_ = offset < bufferSize_ ? bufferSize_ - offset : 0;
        return part;
    }

    ACC_API void SetShapeInfo(const ShapeInfo& shapeInfo) { shapeInfo_ = shapeInfo; }
    ACC_API ShapeInfo GetShapeInfo() const { return shapeInfo_; }
    // A performance hint: recorded, without effect here.
    template <CacheRwMode rwMode = CacheRwMode::RW>
    ACC_API void SetL2CacheHint(CacheMode mode) {
        cacheMode_ = mode;
    }

    uint64_t bufferSize_ = 0;
    ShapeInfo shapeInfo_;
    CacheMode cacheMode_ = CacheMode::CACHE_MODE_NORMAL;

private:
    ACC_API __gm__ T* at(uint64_t offset) const {
        if constexpr (detail::isInt4<T>) {
            return address_ + detail::byteOffset<T>(offset);
        } else {
            return address_ + offset;
        }
    }

    __gm__ T* address_ = nullptr;
};

template <typename T>
class LocalTensor {
public:
    using PrimType = T;

    // Not bound to memory: using it fails the kernel.
    ACC_API LocalTensor() : local_{0, 0, 0, 0, 0, uint8_t(TPosition::MAX), 0, 0} {}
    ACC_API explicit LocalTensor(const AccLocal& local) : local_(local) {}

    // Static-tensor programming: `addr` bytes from the start of the memory of `pos`, `tileSize` elements. Owns nothing;
    // tensors may overlap. Accesses are checked against these bounds and the memory's size when they happen.
    ACC_API LocalTensor(TPosition pos, uint32_t addr, uint32_t tileSize)
        : local_{addr, addr, endOf(addr, tileSize), tileSize, 0, uint8_t(pos), 0, 0} {}

    ACC_API detail::LocalAddress<T> GetPhyAddr() const { return {local_.offset, position()}; }
    ACC_API detail::LocalAddress<T> GetPhyAddr(const uint32_t offset) const {
        return {local_.offset + detail::byteOffset<T>(offset), position()};
    }

    // Scalar load and store, elements. Only for tensors in UB.
    ACC_API T GetValue(const uint32_t index) const { return *element(index); }
    ACC_API __ubuf__ T& operator()(const uint32_t offset) const { return *element(offset); }
    template <typename S>
    ACC_API void SetValue(const uint32_t index, const S value) const {
        *element(index) = static_cast<T>(value);
    }

    // The tensor that starts at element `offset`; its alignment matters when an instruction uses it.
    ACC_API LocalTensor operator[](const uint32_t offset) const {
        LocalTensor part = *this;
        part.local_.offset = local_.offset + uint32_t(detail::byteOffset<T>(offset));
        part.local_.size = offset < local_.size ? local_.size - offset : 0;
        return part;
    }

    // The same bytes as elements of U.
    template <typename U>
    ACC_API LocalTensor<U> ReinterpretCast() const {
        AccLocal local = local_;
        local.size = uint32_t(detail::elementsIn<U>(detail::bytesOf<T>(local.size)));
        return LocalTensor<U>(local);
    }
    template <typename S>
    ACC_API void SetAddrWithOffset(LocalTensor<S>& src, uint32_t offset) {
        local_ = src.local();
        local_.offset += uint32_t(detail::byteOffset<T>(offset));
    }

    ACC_API int32_t GetPosition() const { return local_.position; }
    ACC_API void SetSize(const uint32_t size) { local_.size = size; }
    ACC_API uint32_t GetSize() const { return local_.size; }
    ACC_API uint32_t GetLength() const { return uint32_t(detail::bytesOf<T>(local_.size)); }
    ACC_API void SetBufferLen(uint32_t elements) { local_.size = elements; }
    ACC_API void SetUserTag(const TTagType tag) { local_.tag = tag; }
    ACC_API TTagType GetUserTag() const { return local_.tag; }
    ACC_API void SetShapeInfo(const ShapeInfo& shapeInfo) { shapeInfo_ = shapeInfo; }
    ACC_API ShapeInfo GetShapeInfo() const { return shapeInfo_; }

    ACC_API const AccLocal& local() const { return local_; }
    ACC_API AccLocal& local() { return local_; }

    // `dst = a + b` and the like: runs the instruction over GetSize() elements of this tensor.
    template <class Expression, class = typename Expression::TensorExpression>
    ACC_API void operator=(const Expression& expression) {
        expression.run(*this);
    }
    LocalTensor(const LocalTensor&) = default;
    LocalTensor& operator=(const LocalTensor&) = default;

    ShapeInfo shapeInfo_;

private:
    ACC_API TPosition position() const { return TPosition(local_.position); }

    ACC_API static uint32_t endOf(uint32_t address, uint32_t elements) {
        const uint64_t end = address + detail::bytesOf<T>(elements);
        return end > UINT32_MAX ? UINT32_MAX : uint32_t(end);
    }

    ACC_API T* element(uint32_t index) const {
        ACC_SCALAR_ACCESS;
        const uint64_t offset = local_.offset + uint64_t(index) * sizeof(T);
        const AccBlock* block = accCurrentBlock();
        if (ACC_UNLIKELY(offset < local_.begin || offset + sizeof(T) > local_.end ||
                         local_.end > block->memoryBytes[ACC_MEM_UB] || offset % alignof(T) != 0 ||
                         detail::memoryOf(position()) != ACC_MEM_UB)) {
            accLocalScalarFault(&local_, index, sizeof(T));
        }
        return reinterpret_cast<T*>(block->memory[ACC_MEM_UB] + offset);
    }

    AccLocal local_;
};
#undef ACC_SCALAR_ACCESS

namespace detail {

template <class T>
ACC_API AccOperand operandOf(const LocalTensor<T>& tensor) {
    static_assert(dtypeOf<T> != ACC_DTYPE_COUNT, "this element type does not exist on dav-2201");
    const AccLocal& local = tensor.local();
    return {local.offset, local.begin, local.end, local.buffer, local.position, dtypeOf<T>};
}

template <class T>
ACC_API AccOperand operandOf(const GlobalTensor<T>& tensor) {
    static_assert(dtypeOf<T> != ACC_DTYPE_COUNT, "this element type does not exist on dav-2201");
    return {reinterpret_cast<uint64_t>(tensor.GetPhyAddr()), 0, 0, 0, uint8_t(TPosition::GM), dtypeOf<T>};
}

}  // namespace detail
}  // namespace AscendC

// UB byte offset `offset` as a pointer: (__ubuf__ T*)get_imm(offset).
ACC_API AscendC::detail::LocalAddress<uint8_t> get_imm(uint64_t offset) {
    return {offset, AscendC::TPosition::VECCALC};
}
