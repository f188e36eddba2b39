// SPDX-License-Identifier: Apache-2.0
// Data movement (ascendc-core 4.2-4.4). The pipe follows from the two memories: GM -> UB on MTE2, UB -> GM on MTE3,
// UB -> UB on V. Moves copy bytes; with an atomic mode set, stores to GM combine instead.
#pragma once

#include "tensor.h"

namespace AscendC {
namespace detail {

template <class D, class S>
ACC_API void setMoveOperands(AccInstr& instr, AccOpcode opcode, const D& dst, const S& src) {
    instr.opcode = opcode;
    instr.operands = 2;
    instr.operand[0] = operandOf(dst);
    instr.operand[1] = operandOf(src);
}

// Whole elements; bytes that do not fill a 32-byte block at the end are not copied.
template <class D, class S>
ACC_API void copyCount(const D& dst, const S& src, uint32_t count) {
    AccInstr instr;
    setMoveOperands(instr, ACC_OP_DataCopy, dst, src);
    instr.form = ACC_FORM_MOVE_COUNT;
    instr.count = count;
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

}  // namespace AscendC
