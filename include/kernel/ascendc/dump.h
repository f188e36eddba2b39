// SPDX-License-Identifier: Apache-2.0
// DumpTensor and its relatives (ascendc-core 6.3): the contents of a tensor as text, in the block's output.
#pragma once

#include "tensor.h"

// Prints `count` elements of `tensor`, arranged as `shape` says when it is not null.
ACC_RUNTIME void accDumpTensor(const AccOperand* tensor, uint32_t desc, uint32_t count,
                               const AscendC::ShapeInfo* shape);
ACC_RUNTIME void accPrintTimeStamp(uint32_t descId);

#if defined(ASCENDC_DUMP) && ASCENDC_DUMP == 0
#define ACC_DUMPS 0
#else
#define ACC_DUMPS 1
#endif

namespace AscendC {

namespace detail {
template <class Tensor>
ACC_API AccOperand dumpedOperand(const Tensor& tensor) {
    static_assert(!isInt4<typename Tensor::PrimType>,
                  "DumpTensor does not print int4b_t; ReinterpretCast<int8_t>() shows the bytes");
    return operandOf(tensor);
}
}  // namespace detail

// `desc` is a number of the caller's choice, often __LINE__; dumpSize counts elements.
template <typename T>
ACC_API void DumpTensor(const LocalTensor<T>& tensor, uint32_t desc, uint32_t dumpSize) {
    const AccOperand operand = detail::dumpedOperand(tensor);
    if (ACC_DUMPS) {
        accDumpTensor(&operand, desc, dumpSize, nullptr);
    }
}
template <typename T>
ACC_API void DumpTensor(const GlobalTensor<T>& tensor, uint32_t desc, uint32_t dumpSize) {
    const AccOperand operand = detail::dumpedOperand(tensor);
    if (ACC_DUMPS) {
        accDumpTensor(&operand, desc, dumpSize, nullptr);
    }
}
template <typename T>
ACC_API void DumpTensor(const LocalTensor<T>& tensor, uint32_t desc, uint32_t dumpSize, const ShapeInfo& shapeInfo) {
    const AccOperand operand = detail::dumpedOperand(tensor);
    if (ACC_DUMPS) {
        accDumpTensor(&operand, desc, dumpSize, &shapeInfo);
    }
}
template <typename T>
ACC_API void DumpTensor(const GlobalTensor<T>& tensor, uint32_t desc, uint32_t dumpSize, const ShapeInfo& shapeInfo) {
    const AccOperand operand = detail::dumpedOperand(tensor);
    if (ACC_DUMPS) {
        accDumpTensor(&operand, desc, dumpSize, &shapeInfo);
    }
}

// DumpTensor of the elements from `countOff` on.
template <typename T>
ACC_API void DumpAccChkPoint(const LocalTensor<T>& tensor, uint32_t index, uint32_t countOff, uint32_t dumpSize) {
    DumpTensor(tensor[countOff], index, dumpSize);
}
template <typename T>
ACC_API void DumpAccChkPoint(const GlobalTensor<T>& tensor, uint32_t index, uint32_t countOff, uint32_t dumpSize) {
    DumpTensor(tensor[countOff], index, dumpSize);
}

// Time and place, in programs compiled with ASCENDC_TIME_STAMP_ON.
ACC_API void PrintTimeStamp([[maybe_unused]] uint32_t descId) {
#ifdef ASCENDC_TIME_STAMP_ON
    accPrintTimeStamp(descId);
#endif
}

}  // namespace AscendC
#undef ACC_DUMPS
