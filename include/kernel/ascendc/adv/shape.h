// SPDX-License-Identifier: Apache-2.0
// Broadcasts, padding, selection by bytes, dropout (ascendc-highlevel 9, 10) and quantisation (6).
#pragma once

#include "rows.h"
#include "tiling_data.h"

namespace AscendC {

namespace detail {
template <class T>
ACC_API void broadcast(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<uint8_t>* scratch,
                       uint32_t rows, uint32_t columns, bool alongRows) {
    static_assert(isOneOf<T, int8_t, uint8_t, half, float>,
                  "Broadcast on dav-2201 supports the element types int8_t, uint8_t, half, float");
    RecipeCall<> call(ACC_OP_Broadcast);
    call.instr.mode = alongRows;
    call.operand(dst).operand(src).scratch(scratch).sizes(rows, columns).issue();
}
template <class T, int32_t dim, int32_t axis>
ACC_API void broadcastShape(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<uint8_t>* scratch,
                            const uint32_t dstShape[], const uint32_t srcShape[]) {
    static_assert(dim == 1 || dim == 2, "Broadcast: dim is 1 or 2");
    static_assert(axis >= 0 && axis < dim, "Broadcast: axis is 0 or 1, and below dim");
    if (ACC_UNLIKELY(srcShape[axis] != 1)) {
        accRangeFault(ACC_OP_Broadcast, "srcShape[axis]", srcShape[axis], 1, 1);
    }
    if constexpr (dim == 1) {
        broadcast(dst, src, scratch, 1, dstShape[0], true);
    } else {
        if (ACC_UNLIKELY(srcShape[1 - axis] != dstShape[1 - axis])) {
            accRangeFault(ACC_OP_Broadcast, "srcShape of the other axis", srcShape[1 - axis], dstShape[1 - axis],
                          dstShape[1 - axis]);
        }
        broadcast(dst, src, scratch, dstShape[0], dstShape[1], axis == 1);
    }
}
}  // namespace detail

// Axis `axis`, which has one element, is repeated to the destination's length.
template <typename T, int32_t dim, int32_t axis, bool isReuseSource = false>
ACC_API void Broadcast(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, const uint32_t dstShape[dim],
                       const uint32_t srcShape[dim], const LocalTensor<uint8_t>& sharedTmpBuffer) {
    detail::broadcastShape<T, dim, axis>(dstLocal, srcLocal, &sharedTmpBuffer, dstShape, srcShape);
}
template <typename T, int32_t dim, int32_t axis, bool isReuseSource = false>
ACC_API void Broadcast(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, const uint32_t dstShape[dim],
                       const uint32_t srcShape[dim]) {
    detail::broadcastShape<T, dim, axis>(dstLocal, srcLocal, nullptr, dstShape, srcShape);
}
// The older spelling.
template <typename T, int32_t dim, int32_t axis, bool isReuseSource = false>
ACC_API void BroadCast(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, const uint32_t dstShape[dim],
                       const uint32_t srcShape[dim], const LocalTensor<uint8_t>& sharedTmpBuffer) {
    detail::broadcastShape<T, dim, axis>(dstLocal, srcLocal, &sharedTmpBuffer, dstShape, srcShape);
}
template <typename T, int32_t dim, int32_t axis, bool isReuseSource = false>
ACC_API void BroadCast(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, const uint32_t dstShape[dim],
                       const uint32_t srcShape[dim]) {
    detail::broadcastShape<T, dim, axis>(dstLocal, srcLocal, nullptr, dstShape, srcShape);
}

struct PadParams {
    uint16_t leftPad = 0;
    uint16_t rightPad = 0;
    int32_t padValue = 0;
};
struct UnPadParams {
    uint16_t leftPad = 0;
    uint16_t rightPad = 0;
};

namespace detail {
#define ACC_PAD_TYPES(name)                                                              \
    static_assert(detail::isOneOf<T, int16_t, uint16_t, half, int32_t, uint32_t, float>, \
                  #name " on dav-2201 supports the element types int16_t, uint16_t, half, int32_t, uint32_t, float")
template <class T>
ACC_API void pad(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<uint8_t>* scratch,
                 const PadParams& params, const PadTiling& tiling) {
    ACC_PAD_TYPES(Pad);
    RecipeCall<> call(ACC_OP_Pad);
    call.instr.scalar = bitsOf(T(params.padValue));
    call.operand(dst).operand(src).scratch(scratch);
    call.sizes(tiling.srcHeight, tiling.srcWidth, tiling.srcOriWidth, params.leftPad, params.rightPad).issue();
}
}  // namespace detail
// Rows of srcOriWidth packed elements get leftPad and rightPad more of padValue, up to whole 32 bytes; rows that are
// whole already get their last rightPad elements overwritten.
template <typename T>
ACC_API void Pad(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, PadParams& padParams,
                 const LocalTensor<uint8_t>& sharedTmpBuffer, PadTiling& tiling) {
    detail::pad(dstTensor, srcTensor, &sharedTmpBuffer, padParams, tiling);
}
template <typename T>
ACC_API void Pad(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, PadParams& padParams,
                 PadTiling& tiling) {
    detail::pad(dstTensor, srcTensor, static_cast<const LocalTensor<uint8_t>*>(nullptr), padParams, tiling);
}
// Drops the last rightPad elements of each row and packs what is left.
template <typename T>
ACC_API void UnPad(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, UnPadParams& unPadParams,
                   LocalTensor<uint8_t>& sharedTmpBuffer, UnPadTiling& tiling) {
    ACC_PAD_TYPES(UnPad);
    detail::RecipeCall<> call(ACC_OP_UnPad);
    call.operand(dstTensor).operand(srcTensor).scratch(&sharedTmpBuffer);
    call.sizes(tiling.srcHeight, tiling.srcWidth, unPadParams.rightPad).issue();
}
template <typename T>
ACC_API void UnPad(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor, UnPadParams& unPadParams,
                   UnPadTiling& tiling) {
    ACC_PAD_TYPES(UnPad);
    detail::RecipeCall<> call(ACC_OP_UnPad);
    call.operand(dstTensor).operand(srcTensor).scratch(nullptr);
    call.sizes(tiling.srcHeight, tiling.srcWidth, unPadParams.rightPad).issue();
}
#undef ACC_PAD_TYPES

struct SelectWithBytesMaskShapeInfo {
    uint32_t firstAxis = 0;
    uint32_t srcLastAxis = 0;
    uint32_t maskLastAxis = 0;
};

namespace detail {
template <class T, class U>
ACC_API void selectBytes(const LocalTensor<T>& dst, const LocalTensor<T>& src, T other, const LocalTensor<U>& mask,
                         const LocalTensor<uint8_t>& scratch, const SelectWithBytesMaskShapeInfo& info,
                         bool tensorFirst) {
    static_assert(isOneOf<T, half, float> && isOneOf<U, bool, int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t>,
                  "Select by bytes on dav-2201 supports half and float with masks of bool and integers");
    RecipeCall<> call(ACC_OP_SelectWithBytesMask);
    call.instr.mode = tensorFirst;
    call.instr.scalar = bitsOf(other);
    call.operand(dst).operand(src).operand(mask).scratch(&scratch);
    call.sizes(info.firstAxis, info.srcLastAxis, info.maskLastAxis).issue();
}
}  // namespace detail
// dst = mask element is 0 ? src0 : src1, one of the two a number.
template <typename T, typename U, bool isReuseMask = true>
ACC_API void Select(const LocalTensor<T>& dst, const LocalTensor<T>& src0, T src1, const LocalTensor<U>& mask,
                    const LocalTensor<uint8_t>& sharedTmpBuffer, const SelectWithBytesMaskShapeInfo& info) {
    detail::selectBytes(dst, src0, src1, mask, sharedTmpBuffer, info, true);
}
template <typename T, typename U, bool isReuseMask = true>
ACC_API void Select(const LocalTensor<T>& dst, T src0, const LocalTensor<T>& src1, const LocalTensor<U>& mask,
                    const LocalTensor<uint8_t>& sharedTmpBuffer, const SelectWithBytesMaskShapeInfo& info) {
    detail::selectBytes(dst, src1, src0, mask, sharedTmpBuffer, info, false);
}
template <typename T, typename U, bool isReuseMask = true>
ACC_API void SelectWithBytesMask(const LocalTensor<T>& dst, const LocalTensor<T>& src0, T src1,
                                 const LocalTensor<U>& mask, const LocalTensor<uint8_t>& sharedTmpBuffer,
                                 const SelectWithBytesMaskShapeInfo& info) {
    detail::selectBytes(dst, src0, src1, mask, sharedTmpBuffer, info, true);
}
template <typename T, typename U, bool isReuseMask = true>
ACC_API void SelectWithBytesMask(const LocalTensor<T>& dst, T src0, const LocalTensor<T>& src1,
                                 const LocalTensor<U>& mask, const LocalTensor<uint8_t>& sharedTmpBuffer,
                                 const SelectWithBytesMaskShapeInfo& info) {
    detail::selectBytes(dst, src1, src0, mask, sharedTmpBuffer, info, false);
}

struct DropOutShapeInfo {
    uint32_t firstAxis = 0;
    uint32_t srcLastAxis = 0;
    uint32_t maskLastAxis = 0;
};
namespace detail {
template <class T, uint32_t mode>
ACC_API void dropOut(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<uint8_t>& mask,
                     const LocalTensor<uint8_t>* scratch, float keepProb, const DropOutShapeInfo& info) {
    static_assert(isOneOf<T, half, float>, "DropOut on dav-2201 supports the element types half, float");
    static_assert(mode <= 4, "DropOut: dropOutMode is 0..4");
    RecipeCall<> call(ACC_OP_DropOut);
    call.instr.mode = mode;
    call.instr.scalar = bitsOf(keepProb);
    call.operand(dst).operand(src).operand(mask).scratch(scratch);
    call.sizes(info.firstAxis, info.srcLastAxis, info.maskLastAxis).issue();
}
}  // namespace detail
// dst = mask ? src / keepProb : 0. Modes: 1, 2 a byte per element, 3, 4 a bit (lowest first); 0 finds out by the mask's
// width.
template <typename T, bool isInitBitMode = false, uint32_t dropOutMode = 0>
ACC_API void DropOut(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                     const LocalTensor<uint8_t>& maskLocal, const LocalTensor<uint8_t>& sharedTmpBuffer,
                     const float keepProb, const DropOutShapeInfo& info) {
    detail::dropOut<T, dropOutMode>(dstLocal, srcLocal, maskLocal, &sharedTmpBuffer, keepProb, info);
}
template <typename T, bool isInitBitMode = false, uint32_t dropOutMode = 0>
ACC_API void DropOut(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                     const LocalTensor<uint8_t>& maskLocal, const float keepProb, const DropOutShapeInfo& info) {
    detail::dropOut<T, dropOutMode>(dstLocal, srcLocal, maskLocal, nullptr, keepProb, info);
}

// --- quantisation ---

struct AscendQuantConfig {
    uint32_t calcCount = 0;
    uint32_t offsetCount = 0;
    uint32_t scaleCount = 0;
    uint32_t workLocalSize = 0;
};
inline constexpr AscendQuantConfig ASCEND_QUANT_DEFAULT_CFG{};

namespace detail {
// Number or tensor parameters: `tensors` says which (1 scale, 2 offset).
template <class T>
ACC_API void quantise(const LocalTensor<int8_t>& dst, const LocalTensor<T>& src, const LocalTensor<T>& scaleTensor,
                      float scale, const LocalTensor<T>& offsetTensor, float offset, uint8_t tensors,
                      const LocalTensor<uint8_t>* scratch, uint32_t scaleCount, uint32_t count) {
    static_assert(isOneOf<T, half, float>, "AscendQuant on dav-2201 supports the element types half, float");
    RecipeCall<> call(ACC_OP_AscendQuant);
    call.instr.mode = tensors;
    call.instr.scalar = bitsOf(scale);
    call.instr.scalar1 = bitsOf(offset);
    call.operand(dst).operand(src).operand(scaleTensor).operand(offsetTensor).scratch(scratch);
    call.sizes(count, scaleCount).issue();
}
}  // namespace detail
// dst = rint(half(src * scale) + offset), saturated to int8_t, one scale for all or scaleCount of them in turn.
#define ACC_QUANT(scratchParameter, scratchArgument)                                                                  \
    template <typename T, bool isReuseSource = false, const AscendQuantConfig& config = ASCEND_QUANT_DEFAULT_CFG>     \
    ACC_API void AscendQuant(const LocalTensor<int8_t>& dstTensor, const LocalTensor<T>& srcTensor scratchParameter,  \
                             const float scale, const float offset, const uint32_t calCount) {                        \
        detail::quantise(dstTensor, srcTensor, srcTensor, scale, srcTensor, offset, 0, scratchArgument, 1, calCount); \
    }                                                                                                                 \
    template <typename T, bool isReuseSource = false, const AscendQuantConfig& config = ASCEND_QUANT_DEFAULT_CFG>     \
    ACC_API void AscendQuant(const LocalTensor<int8_t>& dstTensor, const LocalTensor<T>& srcTensor scratchParameter,  \
                             const float scale, const float offset) {                                                 \
        detail::quantise(dstTensor, srcTensor, srcTensor, scale, srcTensor, offset, 0, scratchArgument, 1,            \
                         config.calcCount != 0 ? config.calcCount : srcTensor.GetSize());                             \
    }                                                                                                                 \
    template <typename T, bool isReuseSource = false, const AscendQuantConfig& config = ASCEND_QUANT_DEFAULT_CFG>     \
    ACC_API void AscendQuant(const LocalTensor<int8_t>& dstTensor, const LocalTensor<T>& srcTensor scratchParameter,  \
                             const LocalTensor<T>& scaleTensor, const T offset, const uint32_t scaleCount,            \
                             const uint32_t calCount) {                                                               \
        detail::quantise(dstTensor, srcTensor, scaleTensor, 0, srcTensor, float(offset), 1, scratchArgument,          \
                         scaleCount, calCount);                                                                       \
    }                                                                                                                 \
    template <typename T, bool isReuseSource = false, const AscendQuantConfig& config = ASCEND_QUANT_DEFAULT_CFG>     \
    ACC_API void AscendQuant(const LocalTensor<int8_t>& dstTensor, const LocalTensor<T>& srcTensor scratchParameter,  \
                             const LocalTensor<T>& scaleTensor, const LocalTensor<T>& offsetTensor,                   \
                             const uint32_t scaleCount, const uint32_t, const uint32_t calCount) {                    \
        detail::quantise(dstTensor, srcTensor, scaleTensor, 0, offsetTensor, 0, 3, scratchArgument, scaleCount,       \
                         calCount);                                                                                   \
    }
#define ACC_QUANT_COMMA ,
ACC_QUANT(, static_cast<const LocalTensor<uint8_t>*>(nullptr))
ACC_QUANT(ACC_QUANT_COMMA const LocalTensor<uint8_t>& sharedTmpBuffer, &sharedTmpBuffer)
#undef ACC_QUANT_COMMA
#undef ACC_QUANT

struct DequantParams {
    uint32_t m = 0;
    uint32_t n = 0;
    uint32_t calCount = 0;
};
enum class DeQuantMode { DEQUANT_WITH_SINGLE_ROW, DEQUANT_WITH_MULTI_ROW };

namespace detail {
template <class D, class S>
inline constexpr bool dequantTypes =
    isOneOf<Pair<D, S>, Pair<half, uint64_t>, Pair<float, float>, Pair<float, bfloat16_t>, Pair<bfloat16_t, bfloat16_t>,
            Pair<bfloat16_t, float>>;
template <class D, class S>
ACC_API void dequantise(const LocalTensor<D>& dst, const LocalTensor<int32_t>& src, const LocalTensor<S>& scales,
                        const LocalTensor<uint8_t>* scratch, DequantParams params, bool singleRow) {
    static_assert(dequantTypes<D, S>,
                  "AscendDequant on dav-2201 supports (destination, scale) half and uint64_t, float and float, float "
                  "and bfloat16_t, bfloat16_t and bfloat16_t, bfloat16_t and float");
    // One row whose length is a multiple of calCount is several rows.
    if (singleRow && params.m == 1 && params.calCount != 0 && params.n % params.calCount == 0 &&
        params.calCount % (ONE_BLK_SIZE / sizeof(D)) == 0) {
        params = {params.n / params.calCount, params.calCount, params.calCount};
    }
    RecipeCall<> call(ACC_OP_AscendDequant);
    call.instr.mode = 1;
    call.operand(dst).operand(src).operand(scales).scratch(scratch);
    call.sizes(params.m, params.n, params.calCount).issue();
}
template <class D>
ACC_API void dequantiseBy(const LocalTensor<D>& dst, const LocalTensor<int32_t>& src, float scale,
                          const LocalTensor<uint8_t>* scratch, const DequantParams& params) {
    static_assert(isOneOf<D, float, bfloat16_t>,
                  "AscendDequant with one scale on dav-2201 supports the destinations float, bfloat16_t");
    RecipeCall<> call(ACC_OP_AscendDequant);
    call.instr.scalar = bitsOf(scale);
    call.operand(dst).operand(src).operand(dst).scratch(scratch);
    call.sizes(params.m, params.n, params.calCount).issue();
}
}  // namespace detail
// dst = float(src) * scale, per column or one for all, rows of n elements of which calCount count.
template <typename dstT, typename scaleT, DeQuantMode mode = DeQuantMode::DEQUANT_WITH_SINGLE_ROW>
ACC_API void AscendDequant(const LocalTensor<dstT>& dstTensor, const LocalTensor<int32_t>& srcTensor,
                           const LocalTensor<scaleT>& deqScale, const LocalTensor<uint8_t>& sharedTmpBuffer,
                           DequantParams params) {
    detail::dequantise(dstTensor, srcTensor, deqScale, &sharedTmpBuffer, params,
                       mode == DeQuantMode::DEQUANT_WITH_SINGLE_ROW);
}
template <typename dstT, typename scaleT, DeQuantMode mode = DeQuantMode::DEQUANT_WITH_SINGLE_ROW>
ACC_API void AscendDequant(const LocalTensor<dstT>& dstTensor, const LocalTensor<int32_t>& srcTensor,
                           const LocalTensor<scaleT>& deqScale, DequantParams params) {
    detail::dequantise(dstTensor, srcTensor, deqScale, static_cast<const LocalTensor<uint8_t>*>(nullptr), params,
                       mode == DeQuantMode::DEQUANT_WITH_SINGLE_ROW);
}
template <typename dstT, typename scaleT, DeQuantMode mode = DeQuantMode::DEQUANT_WITH_SINGLE_ROW>
ACC_API void AscendDequant(const LocalTensor<dstT>& dstTensor, const LocalTensor<int32_t>& srcTensor,
                           const scaleT deqScale, const LocalTensor<uint8_t>& sharedTmpBuffer, DequantParams params) {
    detail::dequantiseBy(dstTensor, srcTensor, float(deqScale), &sharedTmpBuffer, params);
}
template <typename dstT, typename scaleT, DeQuantMode mode = DeQuantMode::DEQUANT_WITH_SINGLE_ROW>
ACC_API void AscendDequant(const LocalTensor<dstT>& dstTensor, const LocalTensor<int32_t>& srcTensor,
                           const scaleT deqScale, DequantParams params) {
    detail::dequantiseBy(dstTensor, srcTensor, float(deqScale), static_cast<const LocalTensor<uint8_t>*>(nullptr),
                         params);
}

struct AntiQuantShapeInfo {
    uint32_t offsetHeight = 0;
    uint32_t offsetWidth = 0;
    uint32_t scaleHeight = 0;
    uint32_t scaleWidth = 0;
};

namespace detail {
template <class I, class O>
ACC_API void setAntiQuant(RecipeCall<>& call, bool tensors, bool hasOffset, bool isTranspose, uint32_t elements,
                          uint32_t k, uint32_t groups) {
    static_assert(std::is_same_v<I, int8_t> && isOneOf<O, half, bfloat16_t>,
                  "AscendAntiQuant of this emulator converts int8_t to half or bfloat16_t");
    call.instr.mode = uint8_t((tensors ? 1 : 0) | (hasOffset ? 2 : 0) | (isTranspose ? 4 : 0));
    const uint32_t other = k == 0 ? 0 : elements / k;
    call.sizes(isTranspose ? other : k, isTranspose ? k : other, groups);
}
template <class I, class O, bool isTranspose>
ACC_API void antiQuantise(const LocalTensor<O>& dst, const LocalTensor<I>& src, const LocalTensor<O>* offset,
                          const LocalTensor<O>& scale, const LocalTensor<uint8_t>* scratch, uint32_t k,
                          const AntiQuantShapeInfo& info) {
    RecipeCall<> call(ACC_OP_AscendAntiQuant);
    call.operand(dst).operand(src).operand(scale).operand(offset ? *offset : scale).scratch(scratch);
    // The dimension of the scales that is not a channel: from the call, else from the tensor's size.
    const uint32_t named = isTranspose ? info.scaleWidth : info.scaleHeight;
    const uint32_t channels = k == 0 ? 0 : src.GetSize() / k;
    const uint32_t groups = named != 0 ? named : channels == 0 ? 1 : scale.GetSize() / channels;
    setAntiQuant<I, O>(call, true, offset != nullptr, isTranspose, src.GetSize(), k, groups);
    call.issue();
}
template <class I, class O, bool isTranspose>
ACC_API void antiQuantiseBy(const LocalTensor<O>& dst, const LocalTensor<I>& src, bool hasOffset, O offset, O scale,
                            const LocalTensor<uint8_t>* scratch, uint32_t k) {
    RecipeCall<> call(ACC_OP_AscendAntiQuant);
    call.instr.scalar = bitsOf(float(scale));
    call.instr.scalar1 = bitsOf(float(offset));
    call.operand(dst).operand(src).operand(dst).operand(dst).scratch(scratch);
    setAntiQuant<I, O>(call, false, hasOffset, isTranspose, src.GetSize(), k, 1);
    call.issue();
}
}  // namespace detail
// dst = scale * (src + offset): numbers, or tensors with one value for each channel and group of K.
#define ACC_ANTI_QUANT(scratchParameter, scratchArgument)                                                              \
    template <typename InputDataType, typename OutputDataType, bool isTranspose>                                       \
    ACC_API void AscendAntiQuant(const LocalTensor<OutputDataType>& dst, const LocalTensor<InputDataType>& src,        \
                                 const LocalTensor<OutputDataType>& offset,                                            \
                                 const LocalTensor<OutputDataType>& scale scratchParameter, const uint32_t k,          \
                                 const AntiQuantShapeInfo& shapeInfo = {}) {                                           \
        detail::antiQuantise<InputDataType, OutputDataType, isTranspose>(dst, src, &offset, scale, scratchArgument, k, \
                                                                         shapeInfo);                                   \
    }                                                                                                                  \
    template <typename InputDataType, typename OutputDataType, bool isTranspose>                                       \
    ACC_API void AscendAntiQuant(const LocalTensor<OutputDataType>& dst, const LocalTensor<InputDataType>& src,        \
                                 const LocalTensor<OutputDataType>& scale scratchParameter, const uint32_t k,          \
                                 const AntiQuantShapeInfo& shapeInfo = {}) {                                           \
        detail::antiQuantise<InputDataType, OutputDataType, isTranspose>(dst, src, nullptr, scale, scratchArgument, k, \
                                                                         shapeInfo);                                   \
    }                                                                                                                  \
    template <typename InputDataType, typename OutputDataType, bool isTranspose>                                       \
    ACC_API void AscendAntiQuant(const LocalTensor<OutputDataType>& dst, const LocalTensor<InputDataType>& src,        \
                                 const OutputDataType offset, const OutputDataType scale scratchParameter,             \
                                 const uint32_t k, const AntiQuantShapeInfo& = {}) {                                   \
        detail::antiQuantiseBy<InputDataType, OutputDataType, isTranspose>(dst, src, true, offset, scale,              \
                                                                           scratchArgument, k);                        \
    }                                                                                                                  \
    template <typename InputDataType, typename OutputDataType, bool isTranspose>                                       \
    ACC_API void AscendAntiQuant(const LocalTensor<OutputDataType>& dst, const LocalTensor<InputDataType>& src,        \
                                 const OutputDataType scale scratchParameter, const uint32_t k,                        \
                                 const AntiQuantShapeInfo& = {}) {                                                     \
        detail::antiQuantiseBy<InputDataType, OutputDataType, isTranspose>(dst, src, false, scale, scale,              \
                                                                           scratchArgument, k);                        \
    }
#define ACC_QUANT_COMMA ,
ACC_ANTI_QUANT(, static_cast<const LocalTensor<uint8_t>*>(nullptr))
ACC_ANTI_QUANT(ACC_QUANT_COMMA const LocalTensor<uint8_t>& sharedTmpBuffer, &sharedTmpBuffer)
#undef ACC_QUANT_COMMA
#undef ACC_ANTI_QUANT

}  // namespace AscendC
