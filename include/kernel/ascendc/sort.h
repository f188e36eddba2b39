// SPDX-License-Identifier: Apache-2.0
// Sorting of records (ascendc-vector 17). A record is 8 bytes, a score and a uint32_t index: {float, index} or
// {half, 2 unused bytes, index}. Order: descending scores, NaN first; equal scores keep their order.
#pragma once

#include "vector.h"

namespace AscendC {

// The queues of a merge; each is sorted.
template <typename T>
struct MrgSortSrcList {
    ACC_API MrgSortSrcList() {}
    ACC_API MrgSortSrcList(const LocalTensor<T>& a, const LocalTensor<T>& b, const LocalTensor<T>& c,
                           const LocalTensor<T>& d)
        : src1(a), src2(b), src3(c), src4(d) {}

    LocalTensor<T> src1;
    LocalTensor<T> src2;
    LocalTensor<T> src3;
    LocalTensor<T> src4;
};

namespace detail {

#define ACC_SORTS_ONLY(name) \
    static_assert(detail::isOneOf<T, half, float>, #name " on dav-2201 supports the element types half, float")

template <class T>
ACC_API void issueMerge(const LocalTensor<T>& dst, const MrgSortSrcList<T>& sources, const uint16_t lengths[4],
                        bool suspend, uint16_t validBit, int64_t repeatTime) {
    ACC_SORTS_ONLY(MrgSort);
    if (ACC_UNLIKELY(uint64_t(repeatTime) > 255)) {
        accRangeFault(ACC_OP_MrgSort, "repeatTime", repeatTime, 0, 255);
    }
    // A queue that takes no part is often a tensor without memory.
    const AccOperand queues[4] = {operandOf(sources.src1), operandOf(sources.src2), operandOf(sources.src3),
                                  operandOf(sources.src4)};
    AccInstr instr;
    instr.opcode = ACC_OP_MrgSort;
    instr.operands = 1;
    instr.operand[0] = operandOf(dst);
    instr.list = queues;
    instr.mode = uint8_t(validBit);
    instr.count = suspend;
    instr.repeat = uint32_t(repeatTime);
    instr.mask[0] =
        uint64_t(lengths[0]) | uint64_t(lengths[1]) << 16 | uint64_t(lengths[2]) << 32 | uint64_t(lengths[3]) << 48;
    accIssue(&instr);
}

// An instruction over repeatTime groups; `more`: operands after the first two.
template <class D, class S, class... More>
ACC_API AccInstr sortInstr(AccOpcode opcode, int32_t repeatTime, const D& dst, const S& src, const More&... more) {
    if (ACC_UNLIKELY(uint32_t(repeatTime) > 255)) {
        accRangeFault(opcode, "repeatTime", repeatTime, 0, 255);
    }
    AccInstr instr;
    setOperands(instr, opcode, dst, src);
    ((instr.operand[instr.operands++] = operandOf(more)), ...);
    instr.repeat = uint32_t(repeatTime);
    return instr;
}

}  // namespace detail

// Sorts each group of 32 scores of src0 with the indices of src1 into 32 records.
template <typename T>
ACC_API void Sort32(const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<uint32_t>& src1,
                    const int32_t repeatTime) {
    ACC_SORTS_ONLY(Sort32);
    const AccInstr instr = detail::sortInstr(ACC_OP_Sort32, repeatTime, dst, src0, src1);
    accIssue(&instr);
}

// Merges up to four sorted queues into one.
template <typename T>
ACC_API void MrgSort(const LocalTensor<T>& dst, const MrgSortSrcList<T>& src, const MrgSort4Info& params) {
    detail::issueMerge(dst, src, params.elementLengths, params.ifExhaustedSuspension, params.validBit,
                       params.repeatTimes);
}
// sortedNum = the records taken from each queue; with isExhaustedSuspension the merge ends when one is used up.
template <typename T, bool isExhaustedSuspension = false>
ACC_API void MrgSort(const LocalTensor<T>& dst, const MrgSortSrcList<T>& sortList, const uint16_t elementCountList[4],
                     uint32_t sortedNum[4], uint16_t validBit, const int32_t repeatTime) {
    detail::issueMerge(dst, sortList, elementCountList, isExhaustedSuspension, validBit, repeatTime);
    const uint64_t merged = accReadRegister(ACC_REG_MERGED);
    for (uint32_t i = 0; i < 4; ++i) {
        sortedNum[i] = uint16_t(merged >> 16 * i);
    }
}
// Records that the last MrgSort took from each queue.
ACC_API void GetMrgSortResult(uint16_t& mrgSortList1, uint16_t& mrgSortList2, uint16_t& mrgSortList3,
                              uint16_t& mrgSortList4) {
    const uint64_t merged = accReadRegister(ACC_REG_MERGED);
    mrgSortList1 = uint16_t(merged);
    mrgSortList2 = uint16_t(merged >> 16);
    mrgSortList3 = uint16_t(merged >> 32);
    mrgSortList4 = uint16_t(merged >> 48);
}

// Nothing has to be put together on dav-2201: `concat` becomes the source.
template <typename T>
ACC_API void Concat(LocalTensor<T>& concat, const LocalTensor<T>& src, const LocalTensor<T>&, const int32_t) {
    ACC_SORTS_ONLY(Concat);
    concat = src;
}

// Sort32 of repeatTime groups; isFullSort: all of them into one sequence. `tmp` is as long as `dst`.
template <typename T, bool isFullSort>
ACC_API void Sort(const LocalTensor<T>& dst, const LocalTensor<T>& concat, const LocalTensor<uint32_t>& index,
                  LocalTensor<T>& tmp, const int32_t repeatTime) {
    ACC_SORTS_ONLY(Sort);
    AccInstr instr = detail::sortInstr(ACC_OP_Sort, repeatTime, dst, concat, index, tmp);
    instr.mode = isFullSort;
    accIssue(&instr);
}

// Scores and indices of 32 records per repeat.
template <typename T>
ACC_API void Extract(const LocalTensor<T>& dstValue, const LocalTensor<uint32_t>& dstIndex,
                     const LocalTensor<T>& sorted, const int32_t repeatTime) {
    ACC_SORTS_ONLY(Extract);
    const AccInstr instr = detail::sortInstr(ACC_OP_Extract, repeatTime, dstValue, sorted, dstIndex);
    accIssue(&instr);
}

// Elements of T that a number of records takes.
template <typename T>
ACC_API constexpr uint32_t GetSortOffset(const uint32_t elemOffset) {
    ACC_SORTS_ONLY(GetSortOffset);
    return elemOffset * uint32_t(8 / sizeof(T));
}
template <typename T>
ACC_API constexpr uint32_t GetSortLen(const uint32_t elemCount) {
    ACC_SORTS_ONLY(GetSortLen);
    return elemCount * uint32_t(8 / sizeof(T));
}
#undef ACC_SORTS_ONLY

}  // namespace AscendC
