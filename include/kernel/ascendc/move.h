// SPDX-License-Identifier: Apache-2.0
// Data movement (ascendc-core 4.2-4.4). The pipe follows from the two memories: GM -> UB on MTE2, UB -> GM on MTE3,
// UB -> UB on V. Moves copy bytes; with an atomic mode set, stores to GM combine instead.
#pragma once

#include "tensor.h"

namespace AscendC {
namespace detail {

// A move takes int4b_t as bytes.
template <class Tensor>
ACC_API AccOperand moveOperandOf(const Tensor& tensor) {
    AccOperand operand = operandOf(tensor);
    if constexpr (isInt4<typename Tensor::PrimType>) {
        operand.dtype = ACC_INT8;
    }
    return operand;
}

template <class D, class S>
ACC_API void setMoveOperands(AccInstr& instr, AccOpcode opcode, const D& dst, const S& src) {
    instr.opcode = opcode;
    instr.operands = 2;
    instr.operand[0] = moveOperandOf(dst);
    instr.operand[1] = moveOperandOf(src);
}

// Whole elements; bytes that do not fill a 32-byte block at the end are not copied.
template <class D, class S>
ACC_API void copyCount(const D& dst, const S& src, uint32_t count) {
    AccInstr instr;
    setMoveOperands(instr, ACC_OP_DataCopy, dst, src);
    instr.form = ACC_FORM_MOVE_COUNT;
    instr.count = int64_t(isInt4<typename D::PrimType> ? byteOffset<typename D::PrimType>(count) : count);
    accIssue(&instr);
}

template <class D, class S>
ACC_API void copyStrided(const D& dst, const S& src, const DataCopyParams& params) {
    AccInstr instr;
    setMoveOperands(instr, ACC_OP_DataCopy, dst, src);
    instr.form = ACC_FORM_MOVE_STRIDED;
    instr.move = {params.blockCount, params.blockLen * 32U, params.srcGap * 32U, params.dstGap * 32U, 0, 0, false};
    accIssue(&instr);
}

template <class D, class S>
ACC_API void copyPad(const D& dst, const S& src, const AccMove& move, uint64_t paddingValue) {
    AccInstr instr;
    setMoveOperands(instr, ACC_OP_DataCopyPad, dst, src);
    instr.form = ACC_FORM_MOVE_STRIDED;
    instr.move = move;
    instr.scalar = paddingValue;
    accIssue(&instr);
}

}  // namespace detail

// `count` elements; count * sizeof(T) should be a multiple of 32 bytes.
template <typename T>
ACC_API void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const uint32_t count) {
    detail::copyCount(dst, src, count);
}
template <typename T>
ACC_API void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<T>& src, const uint32_t count) {
    detail::copyCount(dst, src, count);
}
template <typename T>
ACC_API void DataCopy(const LocalTensor<T>& dst, const LocalTensor<T>& src, const uint32_t count) {
    detail::copyCount(dst, src, count);
}

// blockCount bursts of blockLen 32-byte blocks with gaps in blocks between them.
template <typename T>
ACC_API void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const DataCopyParams& repeatParams) {
    detail::copyStrided(dst, src, repeatParams);
}
template <typename T>
ACC_API void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<T>& src, const DataCopyParams& repeatParams) {
    detail::copyStrided(dst, src, repeatParams);
}
template <typename T>
ACC_API void DataCopy(const LocalTensor<T>& dst, const LocalTensor<T>& src, const DataCopyParams& repeatParams) {
    detail::copyStrided(dst, src, repeatParams);
}

// GM -> UB, bursts of blockLen bytes; each lands in whole 32-byte blocks, filled up as padParams says.
template <typename T>
ACC_API void DataCopyPad(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const DataCopyExtParams& dataCopyParams,
                         const DataCopyPadExtParams<T>& padParams) {
    detail::copyPad(
        dst, src,
        {dataCopyParams.blockCount, dataCopyParams.blockLen, dataCopyParams.srcStride,
         dataCopyParams.dstStride * uint64_t(32), padParams.leftPadding, padParams.rightPadding, padParams.isPad},
        detail::bitsOf(padParams.paddingValue));
}
// UB -> GM, exactly blockLen bytes of each burst.
template <typename T>
ACC_API void DataCopyPad(const GlobalTensor<T>& dst, const LocalTensor<T>& src,
                         const DataCopyExtParams& dataCopyParams) {
    detail::copyPad(dst, src,
                    {dataCopyParams.blockCount, dataCopyParams.blockLen, dataCopyParams.srcStride * uint64_t(32),
                     dataCopyParams.dstStride, 0, 0, false},
                    0);
}
// The older forms with 16-bit fields.
template <typename T>
ACC_API void DataCopyPad(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const DataCopyParams& dataCopyParams,
                         const DataCopyPadParams& padParams) {
    detail::copyPad(
        dst, src,
        {dataCopyParams.blockCount, dataCopyParams.blockLen, dataCopyParams.srcStride,
         dataCopyParams.dstStride * uint64_t(32), padParams.leftPadding, padParams.rightPadding, padParams.isPad},
        padParams.paddingValue);
}
template <typename T>
ACC_API void DataCopyPad(const GlobalTensor<T>& dst, const LocalTensor<T>& src, const DataCopyParams& dataCopyParams) {
    detail::copyPad(dst, src,
                    {dataCopyParams.blockCount, dataCopyParams.blockLen, dataCopyParams.srcStride * uint64_t(32),
                     dataCopyParams.dstStride, 0, 0, false},
                    0);
}

// Sets the value that later DataCopyPad calls with isPad = false pad with.
template <typename T, TPosition pos = TPosition::MAX>
ACC_API void SetPadValue(T paddingValue) {
    AccInstr instr;
    instr.opcode = ACC_OP_SetPadValue;
    instr.operands = 0;
    instr.mode = sizeof(T);
    instr.scalar = detail::bitsOf(paddingValue);
    accIssue(&instr);
}

// Row-major matrices into strips of 32-byte columns, rows below each other; columns up to the next 32 bytes become 0.
template <typename T>
ACC_API void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const Nd2NzParams& params) {
    AccInstr instr;
    detail::setMoveOperands(instr, ACC_OP_Nd2Nz, dst, src);
    instr.mask[0] = uint64_t(params.ndNum) | uint64_t(params.nValue) << 16 | uint64_t(params.dValue) << 32 |
                    uint64_t(params.srcNdMatrixStride) << 48;
    instr.mask[1] = uint64_t(params.srcDValue) | uint64_t(params.dstNzC0Stride) << 16 |
                    uint64_t(params.dstNzNStride) << 32 | uint64_t(params.dstNzMatrixStride) << 48;
    accIssue(&instr);
}
// Strips of 16 columns, whatever the element type, into row-major matrices.
template <typename T>
ACC_API void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<T>& src, const Nz2NdParamsFull& params) {
    static_assert(detail::isOneOf<T, int16_t, uint16_t, half, bfloat16_t, int32_t, uint32_t, float>,
                  "DataCopy from NZ to ND on dav-2201 supports the element types int16_t, uint16_t, half, bfloat16_t, "
                  "int32_t, uint32_t, float");
    AccInstr instr;
    detail::setMoveOperands(instr, ACC_OP_Nz2Nd, dst, src);
    instr.mask[0] = uint64_t(params.ndNum) | uint64_t(params.nValue) << 16 | uint64_t(params.dValue) << 32 |
                    uint64_t(params.srcNdMatrixStride) << 48;
    instr.mask[1] =
        uint64_t(params.srcNStride) | uint64_t(params.dstDStride) << 16 | uint64_t(params.dstNdMatrixStride) << 32;
    accIssue(&instr);
}

namespace detail {

// Slices of a dimension: from endIndex - startIndex + 1 = (N - 1) * stride + N * length.
ACC_API uint32_t sliceCount(const SliceInfo& slice, uint32_t length) {
    const uint64_t span = uint64_t(slice.endIndex) - slice.startIndex + 1 + slice.stride;
    const uint64_t each = uint64_t(length) + slice.stride;
    if (ACC_UNLIKELY(slice.endIndex < slice.startIndex || each == 0 || span % each != 0)) {
        accRangeFault(ACC_OP_DataCopy, "(endIndex - startIndex + 1 + stride) % (length + stride) of a SliceInfo",
                      each == 0 ? 0 : int64_t(span % each), 0, 0);
    }
    return uint32_t(span / each);
}

// The bursts of the innermost dimension, for all positions in the outer ones.
template <class T, class Dst, class Src>
ACC_API void copySlices(const Dst& dst, const Src& src, const SliceInfo dstSlice[], const SliceInfo srcSlice[],
                        uint32_t dimValue) {
    constexpr uint32_t kMaxDims = 8;
    if (ACC_UNLIKELY(dimValue == 0 || dimValue > kMaxDims)) {
        accRangeFault(ACC_OP_DataCopy, "dimValue", dimValue, 1, kMaxDims);
    }
    const uint32_t length = srcSlice[0].burstLen * uint32_t(ONE_BLK_SIZE / sizeof(T));
    uint32_t counts[kMaxDims];
    uint64_t rows = 1;
    for (uint32_t d = 0; d < dimValue; ++d) {
        counts[d] = sliceCount(srcSlice[d], d == 0 ? length : 1);
        const uint32_t other = sliceCount(dstSlice[d], d == 0 ? length : 1);
        if (ACC_UNLIKELY(counts[d] != other)) {
            accRangeFault(ACC_OP_DataCopy, "the number of slices of the destination", other, counts[d], counts[d]);
        }
        rows *= d == 0 ? 1 : counts[d];
    }
    for (uint64_t row = 0; row < rows; ++row) {
        uint64_t offsets[2] = {dstSlice[0].startIndex, srcSlice[0].startIndex};
        const SliceInfo* const slices[2] = {dstSlice, srcSlice};
        for (int side = 0; side < 2; ++side) {
            uint64_t pitch = 1;
            uint64_t rest = row;
            for (uint32_t d = 1; d < dimValue; ++d) {
                pitch *= slices[side][d - 1].shapeValue;
                offsets[side] +=
                    (slices[side][d].startIndex + rest % counts[d] * (1 + uint64_t(slices[side][d].stride))) * pitch;
                rest /= counts[d];
            }
        }
        for (uint32_t burst = 0; burst < counts[0]; ++burst) {
            copyCount(dst[offsets[0] + burst * (uint64_t(length) + dstSlice[0].stride)],
                      src[offsets[1] + burst * (uint64_t(length) + srcSlice[0].stride)], length);
        }
    }
}

}  // namespace detail

// Slices of an array of dimValue dimensions, index 0 innermost.
template <typename T>
ACC_API void DataCopy(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const SliceInfo dstSliceInfo[],
                      const SliceInfo srcSliceInfo[], const uint32_t dimValue = 1) {
    detail::copySlices<T>(dst, src, dstSliceInfo, srcSliceInfo, dimValue);
}
template <typename T>
ACC_API void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<T>& src, const SliceInfo dstSliceInfo[],
                      const SliceInfo srcSliceInfo[], const uint32_t dimValue = 1) {
    detail::copySlices<T>(dst, src, dstSliceInfo, srcSliceInfo, dimValue);
}

}  // namespace AscendC
