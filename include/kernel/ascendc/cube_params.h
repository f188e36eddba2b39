// SPDX-License-Identifier: Apache-2.0
// Parameter structures of the cube core's instructions (ascendc-cube 4-10). Fractals are 512 bytes: 16 rows of 32
// bytes. Constructors list the fields in the documented order, which is not always the members' order.
#pragma once

#include "types.h"

// What Fixpipe does to values on the way out of L0C. Only the first nine exist on dav-2201.
enum QuantMode_t {
    NoQuant,
    F322F16,
    F322BF16,
    DEQF16,
    VDEQF16,
    QF322B8_PRE,
    VQF322B8_PRE,
    REQ8,
    VREQ8,
    QS322BF16_PRE,
    VQS322BF16_PRE,
    QF322F16_PRE,
    VQF322F16_PRE,
    QF322BF16_PRE,
    VQF322BF16_PRE,
    QF322F32_PRE,
    VQF322F32_PRE,
    QF322FP8_PRE,
    VQF322FP8_PRE,
    QF322HIF8_PRE,
    VQF322HIF8_PRE,
    QF322HIF8_PRE_HYBRID,
    VQF322HIF8_PRE_HYBRID
};

namespace AscendC {

// Moves whole fractals: repeatTimes of them, the source ones srcStride apart (start to start), the destination ones
// with dstGap fractals between them (end to start).
struct LoadData2DParams {
    constexpr LoadData2DParams() {}
    constexpr LoadData2DParams(uint16_t start, uint8_t repeats, uint16_t stride, uint8_t sid_, uint16_t gap,
                               bool transpose, uint8_t mode)
        : startIndex(start),
          dstGap(gap),
          srcStride(stride),
          ifTranspose(transpose),
          repeatTimes(repeats),
          sid(sid_),
          addrMode(mode) {}

    uint16_t startIndex = 0;
    uint16_t dstGap = 0;
    uint16_t srcStride = 0;
    bool ifTranspose = false;  // each 16 x 16 fractal of a 16-bit type
    uint8_t repeatTimes = 0;
    uint8_t sid = 0;       // reserved
    uint8_t addrMode = 0;  // 1: source index decreases
};
using LoadData2dParams = LoadData2DParams;

// Transposes squares of up to 64 x 64 elements. startIndex and srcStride count squares, the gaps fractals.
struct LoadData2dTransposeParams {
    constexpr LoadData2dTransposeParams() {}
    constexpr LoadData2dTransposeParams(uint16_t start, uint8_t repeats, uint16_t stride, uint16_t gap,
                                        uint16_t fractalGap)
        : LoadData2dTransposeParams(start, repeats, stride, gap, fractalGap, 0) {}
    constexpr LoadData2dTransposeParams(uint16_t start, uint8_t repeats, uint16_t stride, uint16_t gap,
                                        uint16_t fractalGap, uint8_t mode)
        : startIndex(start),
          repeatTimes(repeats),
          srcStride(stride),
          dstGap(gap),
          dstFracGap(fractalGap),
          addrMode(mode) {}

    uint16_t startIndex = 0;
    uint8_t repeatTimes = 0;
    uint16_t srcStride = 0;
    uint16_t dstGap = 0;
    uint16_t dstFracGap = 0;
    uint8_t addrMode = 0;
};

enum class FmatrixMode : uint8_t { FMATRIX_LEFT = 0, FMATRIX_RIGHT = 1 };

// Whether LoadData takes feature map size and pads, and the pad value, from its parameters or from the registers.
struct IsResetLoad3dConfig {
    bool isSetFMatrix = true;
    bool isSetPadding = true;
};
constexpr IsResetLoad3dConfig IS_RESER_LOAD3D_DEFAULT_CONFIG = {true, true};

// A window of the matrix that img2col makes of a feature map [C1][H][W][C0].
template <typename T>
struct LoadData3DParamsV2 {
    constexpr LoadData3DParamsV2() {}
    constexpr LoadData3DParamsV2(const uint8_t pads[4], uint16_t height, uint16_t width, uint16_t channels,
                                 uint16_t kExtent, uint16_t mExtent, uint16_t kStart, uint16_t mStart, uint8_t strideW_,
                                 uint8_t strideH_, uint8_t filterW_, uint8_t filterH_, uint8_t dilationW,
                                 uint8_t dilationH, bool transpose, bool smallK, T value)
        : LoadData3DParamsV2(pads, height, width, channels, kExtent, mExtent, kStart, mStart, strideW_, strideH_,
                             filterW_, filterH_, dilationW, dilationH, transpose, smallK, value, false, false, false) {}
    constexpr LoadData3DParamsV2(const uint8_t pads[4], uint16_t height, uint16_t width, uint16_t channels,
                                 uint16_t kExtent, uint16_t mExtent, uint16_t kStart, uint16_t mStart, uint8_t strideW_,
                                 uint8_t strideH_, uint8_t filterW_, uint8_t filterH_, uint8_t dilationW,
                                 uint8_t dilationH, bool transpose, bool smallK, T value, bool filterSizeW_,
                                 bool filterSizeH_, bool fMatrixCtrl_)
        : padList{pads[0], pads[1], pads[2], pads[3]},
          l1H(height),
          l1W(width),
          channelSize(channels),
          kExtension(kExtent),
          mExtension(mExtent),
          kStartPt(kStart),
          mStartPt(mStart),
          strideW(strideW_),
          strideH(strideH_),
          filterW(filterW_),
          filterH(filterH_),
          dilationFilterW(dilationW),
          dilationFilterH(dilationH),
          enTranspose(transpose),
          enSmallK(smallK),
          padValue(value),
          filterSizeW(filterSizeW_),
          filterSizeH(filterSizeH_),
          fMatrixCtrl(fMatrixCtrl_) {}

    uint8_t padList[4] = {0, 0, 0, 0};  // left, right, top, bottom
    uint16_t l1H = 0;
    uint16_t l1W = 0;
    uint16_t channelSize = 0;
    uint16_t kExtension = 0;
    uint16_t mExtension = 0;
    uint16_t kStartPt = 0;
    uint16_t mStartPt = 0;
    uint8_t strideW = 1;
    uint8_t strideH = 1;
    uint8_t filterW = 1;
    uint8_t filterH = 1;
    uint8_t dilationFilterW = 1;
    uint8_t dilationFilterH = 1;
    bool enTranspose = false;
    bool enSmallK = false;
    T padValue = T(0);
    bool filterSizeW = false;  // adds 256 to filterW
    bool filterSizeH = false;
    bool fMatrixCtrl = false;
};

// The same with packed fields; feature map, pads and pad value come from the registers.
struct LoadData3DParamsV2Pro {
    constexpr LoadData3DParamsV2Pro() {}
    constexpr LoadData3DParamsV2Pro(uint16_t channels, bool transpose, bool smallK, bool filterSizeW_,
                                    bool filterSizeH_, bool fMatrixCtrl_, uint64_t ext, uint64_t filter)
        : channelSize(channels),
          enTranspose(transpose),
          enSmallK(smallK),
          filterSizeW(filterSizeW_),
          filterSizeH(filterSizeH_),
          fMatrixCtrl(fMatrixCtrl_),
          extConfig(ext),
          filterConfig(filter) {}

    uint16_t channelSize = 0;
    bool enTranspose = false;
    bool enSmallK = false;
    bool filterSizeW = false;
    bool filterSizeH = false;
    bool fMatrixCtrl = false;
    uint64_t extConfig = 0;                    // mStartPt : kStartPt : mExtension : kExtension, 16 bits each
    uint64_t filterConfig = 0x010101010101UL;  // dilation H, W : filter H, W : stride H, W, 8 bits each
};

struct LoadDataRepeatParam {
    constexpr LoadDataRepeatParam() {}
    constexpr LoadDataRepeatParam(uint16_t stride, uint8_t times, uint8_t mode)
        : repeatStride(stride), repeatTime(times), repeatMode(mode) {}

    uint16_t repeatStride = 0;
    uint8_t repeatTime = 1;
    uint8_t repeatMode = 0;
};

// repeatTimes runs of blockNum units with dstGap units between them; a unit is 32 bytes in L1 and 512 in L0A, L0B.
template <typename T>
struct InitConstValueParams {
    constexpr InitConstValueParams() {}
    constexpr InitConstValueParams(uint16_t repeats, uint16_t units, uint16_t gap, T value)
        : repeatTimes(repeats), blockNum(units), dstGap(gap), initValue(value) {}
    constexpr InitConstValueParams(uint16_t repeats, T value) : InitConstValueParams(repeats, 1, 0, value) {}

    uint16_t repeatTimes = 0;
    uint16_t blockNum = 0;
    uint16_t dstGap = 0;
    T initValue = T(0);
};

struct MmadParams {
    constexpr MmadParams() {}
    constexpr MmadParams(uint16_t m_, uint16_t n_, uint16_t k_, bool bias, int32_t offset, bool sparse, bool winogradA,
                         bool winogradB)
        : m(m_),
          n(n_),
          k(k_),
          isBias(bias),
          fmOffset(offset),
          enSsparse(sparse),
          enWinogradA(winogradA),
          enWinogradB(winogradB) {}
    constexpr MmadParams(uint16_t m_, uint16_t n_, uint16_t k_, uint8_t flag, bool source, bool initial)
        : m(m_), n(n_), k(k_), unitFlag(flag), cmatrixSource(source), cmatrixInitVal(initial) {}

    uint16_t m = 0;  // elements
    uint16_t n = 0;
    uint16_t k = 0;
    bool isBias = false;  // older spelling of "accumulate"
    int32_t fmOffset = 0;
    bool enSsparse = false;
    bool enWinogradA = false;
    bool enWinogradB = false;
    uint8_t unitFlag = 0;  // 0 off, 2 check, 3 check and flip
    bool kDirectionAlign = false;
    bool cmatrixSource = false;  // where the start value is when cmatrixInitVal is false: L0C, or the bias table
    bool cmatrixInitVal = true;  // start from zero
};

enum class HF32Mode { ENABLE, DISABLE };
enum class HF32TransMode { NEAREST_ZERO, NEAREST_EVEN };

enum class CO2Layout : uint8_t { NZ = 0, ROW_MAJOR, COLUMN_MAJOR };
struct FixpipeConfig {
    CO2Layout format;
    bool isToUB = false;
};
constexpr FixpipeConfig CFG_NZ = {CO2Layout::NZ};
constexpr FixpipeConfig CFG_ROW_MAJOR = {CO2Layout::ROW_MAJOR};
constexpr FixpipeConfig CFG_COLUMN_MAJOR = {CO2Layout::COLUMN_MAJOR};

struct FixpipeParamsV220 {
    constexpr FixpipeParamsV220() {}
    constexpr FixpipeParamsV220(uint16_t n, uint16_t m, uint16_t source, uint32_t destination, bool relu)
        : nSize(n), mSize(m), srcStride(source), dstStride(destination), reluEn(relu) {}
    constexpr FixpipeParamsV220(uint16_t n, uint16_t m, uint16_t source, uint32_t destination, bool relu,
                                QuantMode_t quant, uint64_t scalar, uint16_t matrices, uint16_t sourceNd,
                                uint16_t destinationNd, uint8_t flag)
        : FixpipeParamsV220(n, m, source, destination, relu, quant, scalar, matrices, sourceNd, destinationNd, flag,
                            false) {}
    constexpr FixpipeParamsV220(uint16_t n, uint16_t m, uint16_t source, uint32_t destination, bool relu,
                                QuantMode_t quant, uint64_t scalar, uint16_t matrices, uint16_t sourceNd,
                                uint16_t destinationNd, uint8_t flag, bool split)
        : nSize(n),
          mSize(m),
          srcStride(source),
          dstStride(destination),
          quantPre(quant),
          deqScalar(scalar),
          ndNum(matrices),
          srcNdStride(sourceNd),
          dstNdStride(destinationNd),
          reluEn(relu),
          unitFlag(flag),
          isChannelSplit(split) {}

    uint16_t nSize = 0;
    uint16_t mSize = 0;
    uint16_t srcStride = 0;  // between the 16-column strips of the source, in rows of 16 elements
    uint32_t dstStride = 0;  // NZ: between strips, 32-byte units; ND: row pitch in elements
    QuantMode_t quantPre = NoQuant;
    uint64_t deqScalar = 0;
    uint16_t ndNum = 1;
    uint16_t srcNdStride = 0;  // 1024-byte fractals
    uint16_t dstNdStride = 0;  // elements
    bool reluEn = false;
    uint8_t unitFlag = 0;
    bool isChannelSplit = false;
};
using FixpipeParamsM300 = FixpipeParamsV220;
using FixpipeParamsM310 = FixpipeParamsV220;

struct DataCopyCO12DstParams {
    constexpr DataCopyCO12DstParams() {}
    constexpr DataCopyCO12DstParams(uint16_t n, uint16_t m, uint32_t destination, uint16_t source, QuantMode_t quant,
                                    uint8_t relu, bool split, bool nd)
        : nSize(n),
          mSize(m),
          dstStride(destination),
          srcStride(source),
          quantPre(quant),
          reluPre(relu),
          channelSplit(split),
          nz2ndEn(nd) {}

    uint8_t sid = 0;
    uint16_t nSize = 0;
    uint16_t mSize = 0;
    uint32_t dstStride = 0;
    uint16_t srcStride = 0;
    uint8_t unitFlag = 0;
    uint8_t clipReluPre = 0;
    uint8_t eltWiseOp = 0;
    QuantMode_t quantPre = NoQuant;
    uint8_t reluPre = 0;
    bool channelSplit = false;
    bool nz2ndEn = false;
};

}  // namespace AscendC
