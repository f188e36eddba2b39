// SPDX-License-Identifier: Apache-2.0
// Transposes of many blocks and bilinear interpolation (ascendc-vector 15.3, 16).
#pragma once

#include "gather.h"

namespace AscendC {
namespace detail {

// All of UB, from an address that a kernel computed itself.
template <class T>
ACC_API AccOperand operandAt(uint64_t address) {
    return {address, 0, accCurrentBlock()->memoryBytes[ACC_MEM_UB], 0, uint8_t(TPosition::VECCALC), dtypeOf<T>};
}

template <class T>
ACC_API void issueTransData(const AccOperand (&operands)[2 * NCHW_CONV_ADDR_LIST_SIZE],
                            const TransDataTo5HDParams& params) {
    static_assert(isOneOf<T, int8_t, uint8_t, int16_t, uint16_t, half, int32_t, uint32_t, float>,
                  "TransDataTo5HD on dav-2201 supports the element types int8_t, uint8_t, int16_t, uint16_t, half, "
                  "int32_t, uint32_t, float");
    AccInstr instr;
    instr.opcode = ACC_OP_TransDataTo5HD;
    instr.operands = 2;
    instr.operand[0] = operands[0];
    instr.operand[1] = operands[NCHW_CONV_ADDR_LIST_SIZE];
    instr.list = operands;
    instr.repeat = params.repeatTimes;
    instr.repStride[0] = params.dstRepStride;
    instr.repStride[1] = params.srcRepStride;
    instr.mode = uint8_t((params.dstHighHalf ? 1 : 0) | (params.srcHighHalf ? 2 : 0));
    accIssue(&instr);
}

}  // namespace detail

// Between 16 scattered blocks and 16 others. 16 bits: block i, lane j <- block j, lane i. 32 bits: blocks 2i and 2i +
// 1, lane j <- lane i of blocks j and 8 + j. 8 bits: one half of the blocks, like 16 bits. With one repeat the strides
// are added too, as on the device: pass 0.
template <typename T>
ACC_API void TransDataTo5HD(uint64_t dstList[NCHW_CONV_ADDR_LIST_SIZE], uint64_t srcList[NCHW_CONV_ADDR_LIST_SIZE],
                            const TransDataTo5HDParams& nchwconvParams) {
    AccOperand operands[2 * NCHW_CONV_ADDR_LIST_SIZE];
    for (int i = 0; i < NCHW_CONV_ADDR_LIST_SIZE; ++i) {
        operands[i] = detail::operandAt<T>(dstList[i]);
        operands[NCHW_CONV_ADDR_LIST_SIZE + i] = detail::operandAt<T>(srcList[i]);
    }
    detail::issueTransData<T>(operands, nchwconvParams);
}
template <typename T>
ACC_API void TransDataTo5HD(const LocalTensor<T> (&dstList)[NCHW_CONV_ADDR_LIST_SIZE],
                            const LocalTensor<T> (&srcList)[NCHW_CONV_ADDR_LIST_SIZE],
                            const TransDataTo5HDParams& nchwconvParams) {
    AccOperand operands[2 * NCHW_CONV_ADDR_LIST_SIZE];
    for (int i = 0; i < NCHW_CONV_ADDR_LIST_SIZE; ++i) {
        operands[i] = detail::operandOf(dstList[i]);
        operands[NCHW_CONV_ADDR_LIST_SIZE + i] = detail::operandOf(srcList[i]);
    }
    detail::issueTransData<T>(operands, nchwconvParams);
}
// The addresses are in UB.
template <typename T>
ACC_API void TransDataTo5HD(const LocalTensor<uint64_t>& dst, const LocalTensor<uint64_t>& src,
                            const TransDataTo5HDParams& nchwconvParams) {
    AccOperand operands[2 * NCHW_CONV_ADDR_LIST_SIZE];
    for (int i = 0; i < NCHW_CONV_ADDR_LIST_SIZE; ++i) {
        operands[i] = detail::operandAt<T>(dst.GetValue(uint32_t(i)));
        operands[NCHW_CONV_ADDR_LIST_SIZE + i] = detail::operandAt<T>(src.GetValue(uint32_t(i)));
    }
    detail::issueTransData<T>(operands, nchwconvParams);
}
// The name that generated kernels call.
template <typename T>
ACC_API void TransDataTo5HDImpl(uint64_t dstList[NCHW_CONV_ADDR_LIST_SIZE], uint64_t srcList[NCHW_CONV_ADDR_LIST_SIZE],
                                const TransDataTo5HDParams& nchwconvParams) {
    TransDataTo5HD<T>(dstList, srcList, nchwconvParams);
}

// dst[n][h][w][c] = src[n][c][h][w] (NCHW2NHWC), the inverse, or one 16 x 16 tile.
template <typename T>
ACC_API void Transpose(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                       const LocalTensor<uint8_t>& sharedTmpBuffer, const TransposeParamsExt& transposeParams) {
    static_assert(detail::isOneOf<T, int8_t, uint8_t, int16_t, uint16_t, half, int32_t, uint32_t, float>,
                  "Transpose on dav-2201 supports the element types int8_t, uint8_t, int16_t, uint16_t, half, int32_t, "
                  "uint32_t, float");
    AccInstr instr;
    detail::setOperands(instr, ACC_OP_TransposeExt, dst, src);
    instr.operands = 3;
    instr.operand[2] = detail::operandOf(sharedTmpBuffer);
    instr.mode = uint8_t(transposeParams.transposeType);
    instr.mask[0] = uint64_t(transposeParams.nSize) | uint64_t(transposeParams.cSize) << 16 |
                    uint64_t(transposeParams.hSize) << 32 | uint64_t(transposeParams.wSize) << 48;
    accIssue(&instr);
}

// Row v of dst = the sum over h of 8 gathered blocks of src0 (it = v * hRepeat + h) times their weights: src1[it] for
// all of them, or with repeatMode src1[8 * it + block].
#define ACC_BILINEAR(maskType)                                                                                        \
    template <typename T>                                                                                             \
    ACC_API void BilinearInterpolation(const LocalTensor<T>& dst, const LocalTensor<T>& src0,                         \
                                       const LocalTensor<uint32_t>& src0Offset, const LocalTensor<T>& src1, maskType, \
                                       uint8_t hRepeat, bool repeatMode, uint16_t dstBlkStride, uint16_t vROffset,    \
                                       uint8_t vRepeat, const LocalTensor<uint8_t>& sharedTmpBuffer) {                \
        static_assert(std::is_same_v<T, half>, "BilinearInterpolation on dav-2201 supports the element type half");   \
        const AccOperand scratch = detail::operandOf(sharedTmpBuffer);                                                \
        AccInstr instr;                                                                                               \
        detail::setOperands(instr, ACC_OP_BilinearInterpolation, dst, src0, src1);                                    \
        instr.operands = 4;                                                                                           \
        instr.operand[3] = detail::operandOf(src0Offset);                                                             \
        instr.list = &scratch;                                                                                        \
        instr.scalar = uint64_t(src0.GetSize()) + src1.GetSize();                                                     \
        instr.mode = repeatMode;                                                                                      \
        instr.repeat = vRepeat;                                                                                       \
        instr.count = hRepeat;                                                                                        \
        instr.blkStride[0] = dstBlkStride;                                                                            \
        instr.repStride[0] = vROffset;                                                                                \
        detail::setMask<detail::lanesOf<T>, true>(instr, mask);                                                       \
        accIssue(&instr);                                                                                             \
    }
ACC_BILINEAR(uint64_t mask)
ACC_BILINEAR(const uint64_t mask[])
#undef ACC_BILINEAR

}  // namespace AscendC
