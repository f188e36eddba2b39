// SPDX-License-Identifier: Apache-2.0
// Lists of tensors behind one GM pointer, for operators with a variable number of inputs (ascendc-core 2.8).
//
// The block in GM: uint64 offset in bytes to the pointers; per tensor uint32 dim, uint32 index, uint64 shape[dim]; at
// that offset a uint64 device pointer per tensor.
#pragma once

#include "tensor.h"

// An index that a list does not have (`size` entries; 0 when SetShapeAddr was not called): fails the kernel.
ACC_RUNTIME void accListFault(const char* function, uint32_t index, uint64_t size) __attribute__((noreturn, cold));

namespace AscendC {

template <typename T>
class TensorDesc {
public:
    // Where GetDesc copies the sizes to: room for dim values, the caller's.
    ACC_API void SetShapeAddr(uint64_t* shapePtr) { shape_ = shapePtr; }
    ACC_API uint64_t GetDim() { return dim_; }
    ACC_API uint64_t GetIndex() { return index_; }
    ACC_API uint64_t GetShape(uint32_t offset) {
        if (ACC_UNLIKELY(!shape_ || offset >= dim_)) {
            accListFault("TensorDesc::GetShape", offset, shape_ ? dim_ : 0);
        }
        return shape_[offset];
    }
    ACC_API __gm__ T* GetDataPtr() { return data_; }
    ACC_API GlobalTensor<T> GetDataObj() {
        GlobalTensor<T> tensor;
        tensor.SetGlobalBuffer(data_);
        return tensor;
    }

private:
    friend class ListTensorDesc;

    uint64_t* shape_ = nullptr;
    uint64_t dim_ = 0;
    uint64_t index_ = 0;
    __gm__ T* data_ = nullptr;
};

class ListTensorDesc {
public:
    ACC_API ListTensorDesc() {}
    ACC_API ListTensorDesc(__gm__ void* data, uint32_t length = 0xffffffff, uint32_t shapeSize = 0xffffffff) {
        Init(data, length, shapeSize);
    }
    ACC_API void Init(__gm__ void* data, uint32_t = 0xffffffff, uint32_t = 0xffffffff) {
        block_ = static_cast<__gm__ uint8_t*>(data);
    }

    // Tensors in the list.
    ACC_API uint32_t GetSize() {
        const uint64_t end = word(0);
        uint32_t count = 0;
        for (uint64_t at = sizeof(uint64_t); at < end; at = next(at)) {
            ++count;
        }
        return count;
    }
    // The description of tensor `index`; SetShapeAddr must have been called.
    template <class T>
    ACC_API void GetDesc(TensorDesc<T>& desc, uint32_t index) {
        const uint64_t end = word(0);
        uint64_t at = sizeof(uint64_t);
        for (uint32_t i = 0; i < index && at < end; ++i) {
            at = next(at);
        }
        if (ACC_UNLIKELY(at >= end || !desc.shape_)) {
            accListFault("ListTensorDesc::GetDesc", index, desc.shape_ ? GetSize() : 0);
        }
        const uint64_t head = word(at);
        desc.dim_ = uint32_t(head);
        desc.index_ = head >> 32;
        for (uint64_t i = 0; i < desc.dim_; ++i) {
            desc.shape_[i] = word(at + sizeof(uint64_t) * (1 + i));
        }
        desc.data_ = GetDataPtr<T>(index);
    }
    template <class T>
    ACC_API __gm__ T* GetDataPtr(uint32_t index) {
        const uint32_t size = GetSize();
        if (ACC_UNLIKELY(index >= size)) {
            accListFault("ListTensorDesc::GetDataPtr", index, size);
        }
        return reinterpret_cast<__gm__ T*>(word(word(0) + sizeof(uint64_t) * index));
    }

private:
    ACC_API uint64_t word(uint64_t offset) {
        accGlobalScalar(block_ + offset, sizeof(uint64_t), 0);
        uint64_t value;
        __builtin_memcpy(&value, block_ + offset, sizeof(value));
        return value;
    }
    // The descriptor behind the one at `offset`.
    ACC_API uint64_t next(uint64_t offset) { return offset + sizeof(uint64_t) * (1 + uint32_t(word(offset))); }

    __gm__ uint8_t* block_ = nullptr;
};

}  // namespace AscendC
