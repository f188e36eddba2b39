// SPDX-License-Identifier: Apache-2.0
// Parameter structures of data movement and vector instructions (ascendc-core 2.5, 2.9, 4; ascendc-vector 2.3). Units
// are part of the interface: "stride" is a gap in DataCopy parameters and a pitch in repeat parameters.
#pragma once

#include "types.h"

namespace AscendC {

struct ShapeInfo {
    ShapeInfo() = default;
    ACC_API_HOST_AND_DEVICE ShapeInfo(uint8_t dim, const uint32_t shapeValues[], uint8_t originalDim,
                                      const uint32_t originalValues[], DataFormat format)
        : shapeDim(dim), originalShapeDim(originalDim), dataFormat(format) {
        for (uint32_t i = 0; i < 8; ++i) {
            shape[i] = i < dim ? shapeValues[i] : 0;
            originalShape[i] = i < originalDim ? originalValues[i] : 0;
        }
    }
    ACC_API_HOST_AND_DEVICE ShapeInfo(uint8_t dim, const uint32_t shapeValues[], DataFormat format)
        : ShapeInfo(dim, shapeValues, dim, shapeValues, format) {}
    ACC_API_HOST_AND_DEVICE ShapeInfo(uint8_t dim, const uint32_t shapeValues[])
        : ShapeInfo(dim, shapeValues, dim, shapeValues, DataFormat::ND) {}

    uint8_t shapeDim;  // a default-constructed shape is indeterminate, as documented
    uint8_t originalShapeDim;
    uint32_t shape[8];
    uint32_t originalShape[8];
    DataFormat dataFormat;
};

// Elements of `info`: the product of its first shapeDim sizes.
ACC_API int64_t GetShapeSize(const ShapeInfo& info) {
    int64_t size = 1;
    for (uint32_t i = 0; i < info.shapeDim; ++i) {
        size *= info.shape[i];
    }
    return size;
}

// DataCopy: lengths and gaps in 32-byte blocks. DataCopyPad (old form): blockLen in bytes, gaps in bytes on the GM
// side.
struct DataCopyParams {
    constexpr DataCopyParams() {}
    constexpr DataCopyParams(uint16_t count, uint16_t len, uint16_t sourceGap, uint16_t destinationGap)
        : blockCount(count), blockLen(len), srcGap(sourceGap), dstGap(destinationGap) {}

    uint16_t blockCount = 1;
    uint16_t blockLen = 0;
    union {
        uint16_t srcGap = 0;
        uint16_t srcStride;
    };
    union {
        uint16_t dstGap = 0;
        uint16_t dstStride;
    };
};

// blockLen in bytes; strides are gaps: bytes on the GM side, 32-byte blocks on the UB side.
struct DataCopyExtParams {
    constexpr DataCopyExtParams() {}
    constexpr DataCopyExtParams(uint16_t count, uint32_t len, uint32_t sourceGap, uint32_t destinationGap,
                                uint32_t reserved)
        : blockCount(count), blockLen(len), srcStride(sourceGap), dstStride(destinationGap), rsv(reserved) {}

    uint16_t blockCount = 1;
    uint32_t blockLen = 0;
    uint32_t srcStride = 0;
    uint32_t dstStride = 0;
    uint32_t rsv = 0;
};

// Padding counts in elements.
template <class T>
struct DataCopyPadExtParams {
    constexpr DataCopyPadExtParams() {}
    constexpr DataCopyPadExtParams(bool pad, uint8_t left, uint8_t right, T value)
        : isPad(pad), leftPadding(left), rightPadding(right), paddingValue(value) {}

    bool isPad = false;
    uint8_t leftPadding = 0;
    uint8_t rightPadding = 0;
    T paddingValue = T(0);
};

struct DataCopyPadParams {
    constexpr DataCopyPadParams() {}
    constexpr DataCopyPadParams(bool pad, uint8_t left, uint8_t right, uint64_t value)
        : isPad(pad), leftPadding(left), rightPadding(right), paddingValue(value) {}

    bool isPad = false;
    uint8_t leftPadding = 0;
    uint8_t rightPadding = 0;
    uint64_t paddingValue = 0;
};

// Pitches in 32-byte blocks: BlkStride between the blocks of a repeat, RepStride between repeats.
struct UnaryRepeatParams {
    constexpr UnaryRepeatParams() {}
    constexpr UnaryRepeatParams(uint16_t dstBlk, uint16_t srcBlk, uint8_t dstRep, uint8_t srcRep)
        : dstBlkStride(dstBlk), srcBlkStride(srcBlk), dstRepStride(dstRep), srcRepStride(srcRep) {}
    constexpr UnaryRepeatParams(uint16_t dstBlk, uint16_t srcBlk, uint8_t dstRep, uint8_t srcRep, bool half_)
        : dstBlkStride(dstBlk), srcBlkStride(srcBlk), dstRepStride(dstRep), srcRepStride(srcRep), halfBlock(half_) {}

    uint32_t blockNumber = DEFAULT_BLK_NUM;
    uint16_t dstBlkStride = 1;
    uint16_t srcBlkStride = 1;
    uint8_t dstRepStride = 8;
    uint8_t srcRepStride = 8;
    bool repeatStrideMode = false;
    bool strideSizeMode = false;
    bool halfBlock = false;
};

struct BinaryRepeatParams {
    constexpr BinaryRepeatParams() {}
    constexpr BinaryRepeatParams(uint8_t dstBlk, uint8_t src0Blk, uint8_t src1Blk, uint8_t dstRep, uint8_t src0Rep,
                                 uint8_t src1Rep)
        : dstBlkStride(dstBlk),
          src0BlkStride(src0Blk),
          src1BlkStride(src1Blk),
          dstRepStride(dstRep),
          src0RepStride(src0Rep),
          src1RepStride(src1Rep) {}

    uint32_t blockNumber = DEFAULT_BLK_NUM;
    uint8_t dstBlkStride = 1;
    uint8_t src0BlkStride = 1;
    uint8_t src1BlkStride = 1;
    uint8_t dstRepStride = 8;
    uint8_t src0RepStride = 8;
    uint8_t src1RepStride = 8;
    bool repeatStrideMode = false;
    bool strideSizeMode = false;
};

// Brcb and Gatherb: pitches of the destination.
struct BrcbRepeatParams {
    constexpr BrcbRepeatParams() {}
    constexpr BrcbRepeatParams(uint16_t dstBlk, uint16_t dstRep) : dstRepStride(dstRep), dstBlkStride(dstBlk) {}

    uint32_t blockNumber = DEFAULT_BLK_NUM;
    uint16_t dstRepStride = 8;
    uint16_t dstBlkStride = 1;
    uint8_t src0BlkStride = 1;
    uint8_t src1BlkStride = 1;
    uint8_t src0RepStride = 8;
    uint8_t src1RepStride = 8;
    bool repeatStrideMode = false;
    bool strideSizeMode = false;
};
struct GatherRepeatParams {
    constexpr GatherRepeatParams() {}
    constexpr GatherRepeatParams(uint8_t dstBlk, uint8_t dstRep) : dstRepStride(dstRep), dstBlkStride(dstBlk) {}

    uint32_t blockNumber = DEFAULT_BLK_NUM;
    uint16_t dstRepStride = 8;
    uint8_t dstBlkStride = 1;
    uint8_t src0BlkStride = 1;
    uint8_t src1BlkStride = 1;
    uint8_t src0RepStride = 8;
    uint8_t src1RepStride = 8;
    bool repeatStrideMode = false;
    bool strideSizeMode = false;
};

// GatherMask: pitches of the source and, for a pattern in UB, of the pattern.
struct GatherMaskParams {
    constexpr GatherMaskParams() {}
    constexpr GatherMaskParams(uint8_t src0Blk, uint16_t repeats, uint16_t src0Rep, uint8_t src1Rep)
        : src0BlockStride(src0Blk), repeatTimes(repeats), src0RepeatStride(src0Rep), src1RepeatStride(src1Rep) {}

    uint8_t src0BlockStride = 1;
    uint16_t repeatTimes = 0;
    uint16_t src0RepeatStride = 8;
    uint8_t src1RepeatStride = 8;
};

// Pitches of the masked UB copy; the block strides really default to 0 (read or write one block again).
struct CopyRepeatParams {
    constexpr CopyRepeatParams() {}
    constexpr CopyRepeatParams(uint16_t dstBlk, uint16_t srcBlk, uint16_t dstRep, uint16_t srcRep)
        : dstStride(dstBlk), srcStride(srcBlk), dstRepeatSize(dstRep), srcRepeatSize(srcRep) {}

    uint16_t dstStride = 0;
    uint16_t srcStride = 0;
    uint16_t dstRepeatSize = 8;
    uint16_t srcRepeatSize = 8;
};

// TransDataTo5HD: pitches between repeats in 32-byte blocks; the halves choose bytes 0..15 or 16..31 of 8-bit blocks.
struct TransDataTo5HDParams {
    constexpr TransDataTo5HDParams() {}
    constexpr TransDataTo5HDParams(bool dstHigh, bool srcHigh, uint8_t repeats, uint16_t dstRep, uint16_t srcRep)
        : dstHighHalf(dstHigh),
          srcHighHalf(srcHigh),
          repeatTimes(repeats),
          dstRepStride(dstRep),
          srcRepStride(srcRep) {}

    bool dstHighHalf = false;
    bool srcHighHalf = false;
    uint8_t repeatTimes = 1;
    uint16_t dstRepStride = 0;
    uint16_t srcRepStride = 0;
};

struct TransposeParamsExt {
    constexpr TransposeParamsExt() {}
    constexpr TransposeParamsExt(uint16_t n, uint16_t c, uint16_t h, uint16_t w, TransposeType type)
        : nSize(n), cSize(c), hSize(h), wSize(w), transposeType(type) {}

    uint16_t nSize = 0;
    uint16_t cSize = 0;
    uint16_t hSize = 0;
    uint16_t wSize = 0;
    TransposeType transposeType = TransposeType::TRANSPOSE_ND2ND_B16;
};

// MrgSort: lengths in records; validBit 3, 7 or 15 = the first 2, 3 or 4 queues take part.
struct MrgSort4Info {
    constexpr MrgSort4Info() {}
    constexpr MrgSort4Info(const uint16_t lengths[4], bool suspend, uint16_t valid, uint16_t repeats)
        : elementLengths{lengths[0], lengths[1], lengths[2], lengths[3]},
          ifExhaustedSuspension(suspend),
          validBit(valid),
          repeatTimes(uint8_t(repeats)) {}

    uint16_t elementLengths[MRG_SORT_ELEMENT_LEN] = {0};
    bool ifExhaustedSuspension = false;
    uint16_t validBit = 0;
    uint8_t repeatTimes = 1;
};

// ND <-> NZ. Matrix strides and row pitches in elements, the other two destination pitches in 32-byte blocks.
struct Nd2NzParams {
    constexpr Nd2NzParams() {}
    constexpr Nd2NzParams(uint16_t matrices, uint16_t rows, uint16_t columns, uint16_t srcMatrixStride,
                          uint16_t srcRowPitch, uint16_t dstC0Stride, uint16_t dstRowStride, uint16_t dstMatrixStride)
        : ndNum(matrices),
          nValue(rows),
          dValue(columns),
          srcNdMatrixStride(srcMatrixStride),
          srcDValue(srcRowPitch),
          dstNzC0Stride(dstC0Stride),
          dstNzNStride(dstRowStride),
          dstNzMatrixStride(dstMatrixStride) {}

    uint16_t ndNum = 0;
    uint16_t nValue = 0;
    uint16_t dValue = 0;
    uint16_t srcNdMatrixStride = 0;
    uint16_t srcDValue = 0;
    uint16_t dstNzC0Stride = 0;
    uint16_t dstNzNStride = 0;
    uint16_t dstNzMatrixStride = 0;
};
// srcNdMatrixStride counts 256 elements, srcNStride 16 elements, the others elements.
struct Nz2NdParamsFull {
    constexpr Nz2NdParamsFull() {}
    constexpr Nz2NdParamsFull(uint16_t matrices, uint16_t rows, uint16_t columns, uint16_t srcMatrixStride,
                              uint16_t srcStripStride, uint16_t dstRowPitch, uint16_t dstMatrixStride)
        : ndNum(matrices),
          nValue(rows),
          dValue(columns),
          srcNdMatrixStride(srcMatrixStride),
          srcNStride(srcStripStride),
          dstDStride(dstRowPitch),
          dstNdMatrixStride(dstMatrixStride) {}

    uint16_t ndNum = 1;
    uint16_t nValue = 0;
    uint16_t dValue = 0;
    uint16_t srcNdMatrixStride = 1;
    uint16_t srcNStride = 0;
    uint16_t dstDStride = 0;
    uint16_t dstNdMatrixStride = 1;
};

// One dimension of a sliced copy: slices from startIndex to endIndex (inclusive), `stride` elements (rows) apart, each
// burstLen 32-byte blocks long in the innermost dimension and 1 elsewhere; shapeValue is the whole dimension.
struct SliceInfo {
    constexpr SliceInfo() {}
    constexpr SliceInfo(uint32_t start, uint32_t end, uint32_t gap, uint32_t burst, uint32_t shape = 0)
        : startIndex(start), endIndex(end), stride(gap), burstLen(burst), shapeValue(shape) {}

    uint32_t startIndex = 0;
    uint32_t endIndex = ONE_BLK_SIZE - 1;
    uint32_t stride = 0;
    uint32_t burstLen = ONE_BLK_SIZE;
    uint32_t shapeValue = 0;
};

}  // namespace AscendC
