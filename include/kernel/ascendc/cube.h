// SPDX-License-Identifier: Apache-2.0
// The cube core's instructions (ascendc-cube 4-10): L1 to L0A, L0B, bias table and fixpipe buffer, Mmad, Fixpipe.
#pragma once

#include "cube_params.h"
#include "move.h"
#include "sync.h"

namespace AscendC {
namespace detail {

template <class D, class S>
ACC_API void load2d(const D& dst, const S& src, const LoadData2DParams& params) {
    AccInstr instr;
    setMoveOperands(instr, ACC_OP_LoadData, dst, src);
    instr.load2d = {params.startIndex,  params.repeatTimes,  params.srcStride, params.dstGap, 0,
                    params.ifTranspose, params.addrMode != 0};
    accIssue(&instr);
}

template <class T>
ACC_API void load3d(const LocalTensor<T>& dst, const LocalTensor<T>& src, const AccLoad3d& load, uint64_t padValue) {
    AccInstr instr;
    setMoveOperands(instr, ACC_OP_LoadData3D, dst, src);
    instr.load3d = load;
    instr.scalar = padValue;
    accIssue(&instr);
}

template <class D, class S>
ACC_API void fixpipe(const D& dst, const S& src, const AccOperand* workspace, const AccFixpipe& params) {
    AccInstr instr;
    setMoveOperands(instr, ACC_OP_Fixpipe, dst, src);
    if (workspace != nullptr) {
        instr.operands = 3;
        instr.operand[2] = *workspace;
    }
    instr.fixpipe = params;
    accIssue(&instr);
}

ACC_API AccFixpipe fixpipeOf(const FixpipeParamsV220& params, CO2Layout layout) {
    return {params.nSize,
            params.mSize,
            params.srcStride,
            params.dstStride,
            params.ndNum,
            params.srcNdStride,
            params.dstNdStride,
            params.deqScalar,
            uint8_t(params.quantPre),
            params.unitFlag,
            layout == CO2Layout::ROW_MAJOR,
            params.reluEn,
            params.isChannelSplit};
}

// DataCopy from L0C takes the ND settings and the scalar of quantisation from the core's registers.
template <class D, class S>
ACC_API void copyOut(const D& dst, const S& src, const DataCopyCO12DstParams& params) {
    if (ACC_UNLIKELY(params.clipReluPre != 0 || params.eltWiseOp != 0)) {
        accRangeFault(ACC_OP_Fixpipe, params.clipReluPre != 0 ? "clipReluPre" : "eltWiseOp",
                      params.clipReluPre != 0 ? params.clipReluPre : params.eltWiseOp, 0, 0);
    }
    const uint64_t nd = accReadRegister(ACC_REG_FIXPIPE_ND);
    fixpipe(dst, src, nullptr,
            {params.nSize, params.mSize, params.srcStride, params.dstStride, uint16_t(nd), uint16_t(nd >> 16),
             uint16_t(nd >> 32), accReadRegister(ACC_REG_FIXPIPE_QUANT), uint8_t(params.quantPre), params.unitFlag,
             params.nz2ndEn, params.reluPre != 0, params.channelSplit});
}

template <class T, class U, class S>
ACC_API void mmad(const LocalTensor<T>& dst, const LocalTensor<U>& fm, const LocalTensor<S>& filter,
                  const MmadParams& params, const AccOperand* bias) {
    static_assert(std::is_same_v<U, S> && ((isOneOf<U, half, bfloat16_t, float> && std::is_same_v<T, float>) ||
                                           (std::is_same_v<U, int8_t> && std::is_same_v<T, int32_t>)),
                  "Mmad on dav-2201 multiplies half, bfloat16_t or float into float, and int8_t into int32_t");
    AccInstr instr;
    instr.opcode = ACC_OP_Mmad;
    instr.operands = bias != nullptr ? 4 : 3;
    instr.operand[0] = operandOf(dst);
    instr.operand[1] = operandOf(fm);
    instr.operand[2] = operandOf(filter);
    if (bias != nullptr) {
        instr.operand[3] = *bias;
    }
    instr.mmad = {params.m,
                  params.n,
                  params.k,
                  params.unitFlag,
                  params.kDirectionAlign,
                  params.cmatrixSource,
                  params.cmatrixInitVal,
                  params.isBias};
    accIssue(&instr);
}

}  // namespace detail

// L1 -> L0A, L0B, in whole fractals.
template <typename T>
ACC_API void LoadData(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LoadData2DParams& loadDataParams) {
    detail::load2d(dst, src, loadDataParams);
}
// GM -> L1, L0A, L0B; the source is in fractals already.
template <typename T>
ACC_API void LoadData(const LocalTensor<T>& dst, const GlobalTensor<T>& src, const LoadData2DParams& loadDataParams) {
    detail::load2d(dst, src, loadDataParams);
}

// L1 -> L0A, L0B, transposing squares of 32 x 32 8-bit or 16 x 16 wider elements.
template <typename T>
ACC_API void LoadDataWithTranspose(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                   const LoadData2dTransposeParams& loadDataParams) {
    AccInstr instr;
    detail::setMoveOperands(instr, ACC_OP_LoadDataWithTranspose, dst, src);
    instr.load2d = {loadDataParams.startIndex,   loadDataParams.repeatTimes, loadDataParams.srcStride,
                    loadDataParams.dstGap,       loadDataParams.dstFracGap,  true,
                    loadDataParams.addrMode != 0};
    accIssue(&instr);
}

// L1 -> L0A, L0B: a window of the img2col matrix.
template <typename T, const IsResetLoad3dConfig& defaultConfig = IS_RESER_LOAD3D_DEFAULT_CONFIG, typename U = T>
ACC_API void LoadData(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                      const LoadData3DParamsV2<U>& loadDataParams) {
    const auto& p = loadDataParams;
    detail::load3d(dst, src,
                   {p.l1H,
                    p.l1W,
                    p.channelSize,
                    p.kExtension,
                    p.mExtension,
                    p.kStartPt,
                    p.mStartPt,
                    p.strideW,
                    p.strideH,
                    uint16_t(p.filterW + (p.filterSizeW ? 256 : 0)),
                    uint16_t(p.filterH + (p.filterSizeH ? 256 : 0)),
                    p.dilationFilterW,
                    p.dilationFilterH,
                    {p.padList[0], p.padList[1], p.padList[2], p.padList[3]},
                    p.enTranspose,
                    p.enSmallK || p.fMatrixCtrl,
                    defaultConfig.isSetFMatrix,
                    defaultConfig.isSetPadding},
                   detail::bitsOf(p.padValue));
}
template <typename T>
ACC_API void LoadData(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                      const LoadData3DParamsV2Pro& loadDataParams) {
    const auto& p = loadDataParams;
    const auto part = [](uint64_t word, unsigned bit, uint64_t mask) { return uint16_t(word >> bit & mask); };
    detail::load3d(dst, src,
                   {0,
                    0,
                    p.channelSize,
                    part(p.extConfig, 0, 0xffff),
                    part(p.extConfig, 16, 0xffff),
                    part(p.extConfig, 32, 0xffff),
                    part(p.extConfig, 48, 0xffff),
                    uint8_t(part(p.filterConfig, 0, 0xff)),
                    uint8_t(part(p.filterConfig, 8, 0xff)),
                    uint16_t(part(p.filterConfig, 16, 0xff) + (p.filterSizeW ? 256 : 0)),
                    uint16_t(part(p.filterConfig, 24, 0xff) + (p.filterSizeH ? 256 : 0)),
                    uint8_t(part(p.filterConfig, 32, 0xff)),
                    uint8_t(part(p.filterConfig, 40, 0xff)),
                    {0, 0, 0, 0},
                    p.enTranspose,
                    p.enSmallK || p.fMatrixCtrl,
                    false,
                    false},
                   0);
}

// Registers of the 3D load. `padList`: left, right, top, bottom.
ACC_API void SetFmatrix(uint16_t l1H, uint16_t l1W, const uint8_t padList[4],
                        const FmatrixMode& = FmatrixMode::FMATRIX_LEFT) {
    detail::issueControl(
        ACC_OP_SetFmatrix, 0, 0, uint64_t(l1H) << 16 | l1W,
        uint64_t(padList[0]) | uint64_t(padList[1]) << 8 | uint64_t(padList[2]) << 16 | uint64_t(padList[3]) << 24);
}
ACC_API void Load3DSetFMatrixCal(uint16_t l1H, uint16_t l1W, const uint8_t padList[4]) {
    SetFmatrix(l1H, l1W, padList);
}
template <typename T>
ACC_API void SetLoadDataPaddingValue(const T padValue) {
    detail::issueControl(ACC_OP_SetLoadDataPaddingValue, 0, 0, detail::bitsOf(padValue));
}
ACC_API void SetLoadDataRepeat(const LoadDataRepeatParam& repeatParams) {
    detail::issueControl(ACC_OP_SetLoadDataRepeat, repeatParams.repeatMode, repeatParams.repeatTime,
                         repeatParams.repeatStride);
}
// L1 addresses from `boundaryValue` bytes on wrap to the start of L1; 0 switches that off.
ACC_API void SetLoadDataBoundary(uint32_t boundaryValue) {
    detail::issueControl(ACC_OP_SetLoadDataBoundary, 0, boundaryValue);
}

// Fills L1, L0A or L0B with a constant.
template <typename T, typename U = T>
ACC_API void Fill(const LocalTensor<T>& dst, const InitConstValueParams<U>& initConstValueParams) {
    static_assert(detail::isOneOf<T, int16_t, uint16_t, half, bfloat16_t, int32_t, uint32_t, float>,
                  "Fill of L1 and L0 supports the 16- and 32-bit element types");
    AccInstr instr;
    instr.opcode = ACC_OP_InitConstValue;
    instr.operands = 1;
    instr.operand[0] = detail::operandOf(dst);
    instr.load2d = {
        0,    initConstValueParams.repeatTimes, initConstValueParams.blockNum, initConstValueParams.dstGap, 0, false,
        false};
    instr.scalar = detail::bitsOf(initConstValueParams.initValue);
    accIssue(&instr);
}
template <typename T, typename U = T>
ACC_API void InitConstValue(const LocalTensor<T>& dst, const InitConstValueParams<U>& initConstValueParams) {
    Fill(dst, initConstValueParams);
}

// L1 -> bias table, half widened to float.
template <typename T, typename U, class = std::enable_if_t<detail::isOneOf<T, float> && detail::isOneOf<U, half>>>
ACC_API void DataCopy(const LocalTensor<T>& dst, const LocalTensor<U>& src, const uint32_t count) {
    detail::copyCount(dst, src, count);
}
template <typename T, typename U, class = std::enable_if_t<detail::isOneOf<T, float> && detail::isOneOf<U, half>>>
ACC_API void DataCopy(const LocalTensor<T>& dst, const LocalTensor<U>& src, const DataCopyParams& repeatParams) {
    detail::copyStrided(dst, src, repeatParams);
}

// C (L0C) = or += A (L0A) * B (L0B).
template <typename T, typename U, typename S>
ACC_API void Mmad(const LocalTensor<T>& dst, const LocalTensor<U>& fm, const LocalTensor<S>& filter,
                  const MmadParams& mmadParams) {
    detail::mmad(dst, fm, filter, mmadParams, nullptr);
}
// C = bias + A * B; the bias is a row of the bias table, or a tile in L0C.
template <typename T, typename U, typename S, typename V>
ACC_API void Mmad(const LocalTensor<T>& dst, const LocalTensor<U>& fm, const LocalTensor<S>& filter,
                  const LocalTensor<V>& bias, const MmadParams& mmadParams) {
    static_assert(std::is_same_v<T, V>, "the bias of Mmad has the element type of the result");
    const AccOperand operand = detail::operandOf(bias);
    detail::mmad(dst, fm, filter, mmadParams, &operand);
}

// Rounding of float operands to the HF32 format before they are multiplied.
ACC_API void SetHF32Mode(bool hf32Mode) {
    detail::issueControl(ACC_OP_SetHF32Mode, hf32Mode);
}
ACC_API void SetHF32Mode(HF32Mode mode) {
    SetHF32Mode(mode == HF32Mode::ENABLE);
}
ACC_API void SetHF32TransMode(bool towardZero) {
    detail::issueControl(ACC_OP_SetHF32TransMode, towardZero);
}
ACC_API void SetHF32TransMode(HF32TransMode mode) {
    SetHF32TransMode(mode == HF32TransMode::NEAREST_ZERO);
}
// The order in which result fractals are produced has no effect on results, and none here.
ACC_API void SetMMLayoutTransform(bool) {}
ACC_API void SetMMRowMajor() {}
ACC_API void SetMMColumnMajor() {}

// L0C -> GM or L1, converting on the way. `cbufWorkspace`: parameters of a vector quantisation mode, one per column.
template <typename T, typename U, const FixpipeConfig& config = CFG_ROW_MAJOR>
ACC_API void Fixpipe(const GlobalTensor<T>& dst, const LocalTensor<U>& src, const FixpipeParamsV220& intriParams) {
    static_assert(config.format != CO2Layout::COLUMN_MAJOR && !config.isToUB,
                  "Fixpipe on dav-2201 writes rows or NZ fractals, to GM or L1");
    detail::fixpipe(dst, src, nullptr, detail::fixpipeOf(intriParams, config.format));
}
template <typename T, typename U, const FixpipeConfig& config = CFG_ROW_MAJOR>
ACC_API void Fixpipe(const LocalTensor<T>& dst, const LocalTensor<U>& src, const FixpipeParamsV220& intriParams) {
    static_assert(config.format != CO2Layout::COLUMN_MAJOR && !config.isToUB,
                  "Fixpipe on dav-2201 writes rows or NZ fractals, to GM or L1");
    detail::fixpipe(dst, src, nullptr, detail::fixpipeOf(intriParams, config.format));
}
template <typename T, typename U, const FixpipeConfig& config = CFG_ROW_MAJOR, typename S = uint64_t>
ACC_API void Fixpipe(const GlobalTensor<T>& dst, const LocalTensor<U>& src, const LocalTensor<S>& cbufWorkspace,
                     const FixpipeParamsV220& intriParams) {
    static_assert(std::is_same_v<S, uint64_t>, "the parameters of vector quantisation are uint64_t");
    const AccOperand operand = detail::operandOf(cbufWorkspace);
    detail::fixpipe(dst, src, &operand, detail::fixpipeOf(intriParams, config.format));
}
template <typename T, typename U, const FixpipeConfig& config = CFG_ROW_MAJOR, typename S = uint64_t>
ACC_API void Fixpipe(const LocalTensor<T>& dst, const LocalTensor<U>& src, const LocalTensor<S>& cbufWorkspace,
                     const FixpipeParamsV220& intriParams) {
    static_assert(std::is_same_v<S, uint64_t>, "the parameters of vector quantisation are uint64_t");
    const AccOperand operand = detail::operandOf(cbufWorkspace);
    detail::fixpipe(dst, src, &operand, detail::fixpipeOf(intriParams, config.format));
}

template <typename T, typename U>
ACC_API void DataCopy(const GlobalTensor<T>& dst, const LocalTensor<U>& src, const DataCopyCO12DstParams& intriParams) {
    detail::copyOut(dst, src, intriParams);
}
template <typename T, typename U>
ACC_API void DataCopy(const LocalTensor<T>& dst, const LocalTensor<U>& src, const DataCopyCO12DstParams& intriParams) {
    detail::copyOut(dst, src, intriParams);
}

// `quantPre`: vector parameters in the fixpipe buffer. `isUnitFlag` frees all units of L0C.
template <typename T>
ACC_API void SetFixPipeConfig(const LocalTensor<T>&, const LocalTensor<T>& quantPre, bool isUnitFlag = false) {
    AccInstr instr;
    instr.opcode = ACC_OP_SetFixPipeConfig;
    instr.operands = 1;
    instr.operand[0] = detail::operandOf(quantPre);
    instr.mode = isUnitFlag;
    accIssue(&instr);
}
template <typename T, bool setRelu = false>
ACC_API void SetFixPipeConfig(const LocalTensor<T>& preData, bool isUnitFlag = false) {
    static_assert(!setRelu, "SetFixPipeConfig: setRelu must be false on dav-2201");
    SetFixPipeConfig(preData, preData, isUnitFlag);
}
template <typename T>
ACC_API void SetFixPipeConfigImpl(const LocalTensor<T>& preData) {
    SetFixPipeConfig(preData);
}
ACC_API void SetFixpipeNz2ndFlag(uint16_t ndNum, uint16_t srcNdStride, uint16_t dstNdStride) {
    detail::issueControl(ACC_OP_SetFixpipeNz2ndFlag, 0, 0,
                         uint64_t(ndNum) | uint64_t(srcNdStride) << 16 | uint64_t(dstNdStride) << 32);
}
ACC_API void SetFixpipePreQuantFlag(uint64_t config) {
    detail::issueControl(ACC_OP_SetFixpipePreQuantFlag, 0, 0, config);
}

}  // namespace AscendC
