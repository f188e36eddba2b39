// SPDX-License-Identifier: Apache-2.0
// The configuration of a Matmul object (ascendc-highlevel 2.6). On a device most of it chooses between equivalent ways;
// what changes results here: batches, the order of blocks, and which calls are promised not to be made.
#pragma once

#include "types.h"

enum class BatchMode { NONE = 0, BATCH_LESS_THAN_L1, BATCH_LARGE_THAN_L1, SINGLE_LARGE_THAN_L1 };
enum class BatchOutMode { SINGLE_BATCH, MULTI_BATCH, DYNAMIC };
enum class IterateOrder { ORDER_M = 0, ORDER_N, UNDEF };
enum class ScheduleType { INNER_PRODUCT, OUTER_PRODUCT, N_BUFFER_33 };
enum IterateMode : uint8_t {
    ITERATE_MODE_NORMAL = 1,
    ITERATE_MODE_ALL = 2,
    ITERATE_MODE_BATCH = 4,
    ITERATE_MODE_N_BATCH = 8,
    ITERATE_MODE_DEFAULT = 0xFF
};
enum class DecompressionMode { DECOMP_NONE, DECOMP_4BIT_MODE, DECOMP_2BIT_MODE };
enum class MatmulConfigMode { CONFIG_NORM, CONFIG_MDL, CONFIG_SPECIALMDL, CONFIG_IBSHARE };

constexpr uint32_t SHARED_CO1_BUFFER_SIZE = 64 * 1024;

// An aggregate: programs name or list its members in this order.
struct MatmulConfig {
    bool doNorm = false;
    bool doBasicBlock = false;
    bool doMultiDataLoad = false;
    uint32_t basicM = 0;
    uint32_t basicN = 0;
    uint32_t basicK = 0;
    bool intrinsicsCheck = false;
    bool isNBatch = false;
    bool enVecND2NZ = false;
    bool doSpecialBasicBlock = false;
    uint32_t doMTE2Preload = 0;
    uint32_t singleCoreM = 0;
    uint32_t singleCoreN = 0;
    uint32_t singleCoreK = 0;
    uint32_t stepM = 0;
    uint32_t stepN = 0;
    uint32_t baseMN = 0;
    uint32_t singleCoreMN = 0;
    bool enUnitFlag = true;
    bool isPerTensor = false;
    bool hasAntiQuantOffset = false;
    bool doIBShareNorm = false;
    bool doSpecialMDL = false;
    bool enableInit = true;
    BatchMode batchMode = BatchMode::NONE;
    bool enableEnd = true;
    bool enableGetTensorC = true;
    bool enableSetOrgShape = true;
    bool enableSetBias = true;
    bool enableSetTail = true;
    bool enableQuantVector = true;
    bool enableSetDefineData = true;
    uint8_t iterateMode = ITERATE_MODE_DEFAULT;
    bool enableReuse = true;
    bool enableUBReuse = false;
    bool enableL1CacheUB = false;
    bool intraBlockPartSum = false;
    IterateOrder iterateOrder = IterateOrder::UNDEF;
    ScheduleType scheduleType = ScheduleType::INNER_PRODUCT;
    bool enableDoubleCache = false;
    bool isBiasBatch = true;
    bool enableStaticPadZeros = false;
    bool isPartialOutput = false;
    bool enableMixDualMaster = false;
    bool isA2B2Shared = false;
    bool isEnableChannelSplit = false;
    bool enableKdimReorderLoad = false;
    bool isCO1Shared = false;
    uint32_t sharedCO1BufferSize = SHARED_CO1_BUFFER_SIZE;
    BatchOutMode bmmOutMode = BatchOutMode::SINGLE_BATCH;
    bool enableL1BankConflictOptimise = false;
    bool enableRelu = false;
    DecompressionMode decompMode = DecompressionMode::DECOMP_NONE;
};

// Arguments of GetMMConfig.
struct MatmulShapeParams {
    uint32_t singleCoreM, singleCoreN, singleCoreK;
    uint32_t basicM, basicN, basicK;
};
struct MatmulQuantParams {
    bool isPerTensor;
    bool hasAntiQuantOffset;
};
struct MatmulBatchParams {
    bool isNBatch;
    BatchMode batchMode;
    bool isBiasBatch = true;
    BatchOutMode bmmOutMode = BatchOutMode::SINGLE_BATCH;
};
struct MatmulFuncParams {
    bool intrinsicsCheck = false;
    bool enVecND2NZ = false;
    bool enableDoubleCache = false;
    bool enableL1CacheUB = false;
    uint32_t doMTE2Preload = 0;
    IterateOrder iterateOrder = IterateOrder::UNDEF;
    ScheduleType scheduleType = ScheduleType::INNER_PRODUCT;
    bool enableReuse = true;
    bool enableUBReuse = false;
    bool isPartialOutput = false;
    bool isA2B2Shared = false;
    bool isEnableChannelSplit = false;
    bool enableKdimReorderLoad = false;
    bool enableL1BankConflictOptimise = false;
    bool enableRelu = false;
    DecompressionMode decompMode = DecompressionMode::DECOMP_NONE;
};
struct MatmulBiasParams {
    bool enableSetBias = true;
};

ACC_API_HOST_AND_DEVICE constexpr MatmulConfig GetNormalConfig(
    const bool intrinsicsLimit = false, const bool batchLoop = false, const bool isVecND2NZ = false,
    const BatchMode bmmMode = BatchMode::BATCH_LESS_THAN_L1, const bool isMsgReuse = true,
    const IterateOrder iterateOrder = IterateOrder::UNDEF,
    const ScheduleType scheduleType = ScheduleType::INNER_PRODUCT, const bool enUnitFlag = true,
    const bool enableMixDualMaster = false, const BatchOutMode bmmOutMode = BatchOutMode::SINGLE_BATCH) {
    MatmulConfig config{};
    config.doNorm = true;
    config.intrinsicsCheck = intrinsicsLimit;
    config.isNBatch = batchLoop;
    config.enVecND2NZ = isVecND2NZ;
    config.batchMode = bmmMode;
    config.enableReuse = isMsgReuse;
    config.iterateOrder = iterateOrder;
    config.scheduleType = scheduleType;
    config.enUnitFlag = enUnitFlag;
    config.enableMixDualMaster = enableMixDualMaster;
    config.bmmOutMode = bmmOutMode;
    return config;
}
ACC_API_HOST_AND_DEVICE constexpr MatmulConfig GetMDLConfig(
    const bool intrinsicsLimit = false, const bool batchLoop = false, const uint32_t doMTE2Preload = 0,
    const bool isVecND2NZ = false, const bool isPerTensor = false, const bool hasAntiQuantOffset = false,
    const bool enUnitFlag = false, const bool isMsgReuse = true, const bool enableUBReuse = true,
    const bool enableL1CacheUB = false, const bool enableMixDualMaster = false,
    const bool enableKdimReorderLoad = false, const bool enableL1BankConflictOptimise = false) {
    MatmulConfig config{};
    config.doMultiDataLoad = true;
    config.intrinsicsCheck = intrinsicsLimit;
    config.isNBatch = batchLoop;
    config.doMTE2Preload = doMTE2Preload;
    config.enVecND2NZ = isVecND2NZ;
    config.isPerTensor = isPerTensor;
    config.hasAntiQuantOffset = hasAntiQuantOffset;
    config.enUnitFlag = enUnitFlag;
    config.enableReuse = isMsgReuse;
    config.enableUBReuse = enableUBReuse;
    config.enableL1CacheUB = enableL1CacheUB;
    config.enableMixDualMaster = enableMixDualMaster;
    config.enableKdimReorderLoad = enableKdimReorderLoad;
    config.enableL1BankConflictOptimise = enableL1BankConflictOptimise;
    return config;
}
ACC_API_HOST_AND_DEVICE constexpr MatmulConfig GetSpecialMDLConfig(
    const bool intrinsicsLimit = false, const bool batchLoop = false, const uint32_t doMTE2Preload = 0,
    const bool isVecND2NZ = false, const bool isPerTensor = false, const bool hasAntiQuantOffset = false) {
    MatmulConfig config =
        GetMDLConfig(intrinsicsLimit, batchLoop, doMTE2Preload, isVecND2NZ, isPerTensor, hasAntiQuantOffset);
    config.doMultiDataLoad = false;
    config.doSpecialMDL = true;
    return config;
}
ACC_API_HOST_AND_DEVICE constexpr MatmulConfig GetBasicConfig(const uint32_t basicM, const uint32_t basicN,
                                                              const uint32_t basicK, const bool intrinsicsLimit = false,
                                                              const bool batchLoop = false,
                                                              const BatchMode bmmMode = BatchMode::BATCH_LESS_THAN_L1) {
    MatmulConfig config = GetNormalConfig(intrinsicsLimit, batchLoop, false, bmmMode);
    config.doNorm = false;
    config.doBasicBlock = true;
    config.basicM = basicM;
    config.basicN = basicN;
    config.basicK = basicK;
    return config;
}
ACC_API_HOST_AND_DEVICE constexpr MatmulConfig GetSpecialBasicConfig(
    const uint32_t basicM, const uint32_t basicN, const uint32_t basicK, const uint32_t singleCoreM,
    const uint32_t singleCoreN, const uint32_t singleCoreK, const uint32_t stepM, const uint32_t stepN,
    const bool intrinsicsLimit = false, const bool batchLoop = false,
    const BatchMode bmmMode = BatchMode::BATCH_LESS_THAN_L1) {
    MatmulConfig config = GetBasicConfig(basicM, basicN, basicK, intrinsicsLimit, batchLoop, bmmMode);
    config.doBasicBlock = false;
    config.doSpecialBasicBlock = true;
    config.singleCoreM = singleCoreM;
    config.singleCoreN = singleCoreN;
    config.singleCoreK = singleCoreK;
    config.stepM = stepM;
    config.stepN = stepN;
    config.baseMN = basicM * basicN;
    config.singleCoreMN = singleCoreM * singleCoreN;
    return config;
}
ACC_API_HOST_AND_DEVICE constexpr MatmulConfig GetIBShareNormConfig(
    const bool intrinsicsLimit = false, const bool batchLoop = false, const bool isVecND2NZ = false,
    const BatchMode bmmMode = BatchMode::BATCH_LESS_THAN_L1, const bool isDoubleCache = false,
    const bool enUnitFlag = true) {
    MatmulConfig config = GetNormalConfig(intrinsicsLimit, batchLoop, isVecND2NZ, bmmMode);
    config.doIBShareNorm = true;
    config.enableDoubleCache = isDoubleCache;
    config.enUnitFlag = enUnitFlag;
    return config;
}

constexpr MatmulConfig CFG_NORM = GetNormalConfig();
constexpr MatmulConfig CFG_MDL = GetMDLConfig();
constexpr MatmulConfig MM_CFG_BB = GetBasicConfig(128, 128, 128);
constexpr MatmulConfig CFG_IBSHARE_NORM = GetIBShareNormConfig();

namespace AscendC {
namespace detail {

ACC_API_HOST_AND_DEVICE constexpr void apply(MatmulConfig& config, const MatmulShapeParams& p) {
    config.singleCoreM = p.singleCoreM;
    config.singleCoreN = p.singleCoreN;
    config.singleCoreK = p.singleCoreK;
    config.basicM = p.basicM;
    config.basicN = p.basicN;
    config.basicK = p.basicK;
}
ACC_API_HOST_AND_DEVICE constexpr void apply(MatmulConfig& config, const MatmulQuantParams& p) {
    config.isPerTensor = p.isPerTensor;
    config.hasAntiQuantOffset = p.hasAntiQuantOffset;
}
ACC_API_HOST_AND_DEVICE constexpr void apply(MatmulConfig& config, const MatmulBatchParams& p) {
    config.isNBatch = p.isNBatch;
    config.batchMode = p.batchMode;
    config.isBiasBatch = p.isBiasBatch;
    config.bmmOutMode = p.bmmOutMode;
}
ACC_API_HOST_AND_DEVICE constexpr void apply(MatmulConfig& config, const MatmulFuncParams& p) {
    config.intrinsicsCheck = p.intrinsicsCheck;
    config.enVecND2NZ = p.enVecND2NZ;
    config.enableDoubleCache = p.enableDoubleCache;
    config.enableL1CacheUB = p.enableL1CacheUB;
    config.doMTE2Preload = p.doMTE2Preload;
    config.iterateOrder = p.iterateOrder;
    config.scheduleType = p.scheduleType;
    config.enableReuse = p.enableReuse;
    config.enableUBReuse = p.enableUBReuse;
    config.isPartialOutput = p.isPartialOutput;
    config.isA2B2Shared = p.isA2B2Shared;
    config.isEnableChannelSplit = p.isEnableChannelSplit;
    config.enableKdimReorderLoad = p.enableKdimReorderLoad;
    config.enableL1BankConflictOptimise = p.enableL1BankConflictOptimise;
    config.enableRelu = p.enableRelu;
    config.decompMode = p.decompMode;
}
ACC_API_HOST_AND_DEVICE constexpr void apply(MatmulConfig& config, const MatmulBiasParams& p) {
    config.enableSetBias = p.enableSetBias;
}

}  // namespace detail

using ::BatchMode;
using ::BatchOutMode;
using ::CFG_IBSHARE_NORM;
using ::CFG_MDL;
using ::CFG_NORM;
using ::DecompressionMode;
using ::GetBasicConfig;
using ::GetIBShareNormConfig;
using ::GetMDLConfig;
using ::GetNormalConfig;
using ::GetSpecialBasicConfig;
using ::GetSpecialMDLConfig;
using ::ITERATE_MODE_ALL;
using ::ITERATE_MODE_BATCH;
using ::ITERATE_MODE_DEFAULT;
using ::ITERATE_MODE_N_BATCH;
using ::ITERATE_MODE_NORMAL;
using ::IterateMode;
using ::IterateOrder;
using ::MatmulBatchParams;
using ::MatmulBiasParams;
using ::MatmulConfig;
using ::MatmulConfigMode;
using ::MatmulFuncParams;
using ::MatmulQuantParams;
using ::MatmulShapeParams;
using ::MM_CFG_BB;
using ::ScheduleType;
}  // namespace AscendC

// The preset of `configMode` with the members that the arguments carry.
template <MatmulConfigMode configMode = MatmulConfigMode::CONFIG_NORM, typename... ArgTypes>
ACC_API_HOST_AND_DEVICE constexpr MatmulConfig GetMMConfig(ArgTypes&&... args) {
    MatmulConfig config = configMode == MatmulConfigMode::CONFIG_MDL          ? CFG_MDL
                          : configMode == MatmulConfigMode::CONFIG_SPECIALMDL ? GetSpecialMDLConfig()
                          : configMode == MatmulConfigMode::CONFIG_IBSHARE    ? CFG_IBSHARE_NORM
                                                                              : CFG_NORM;
    (AscendC::detail::apply(config, args), ...);
    return config;
}
namespace AscendC {
using ::GetMMConfig;

// A tiling known at compile time, usable as the configuration of a Matmul object: what is not known is -1.
struct MatmulApiStaticTiling {
    int32_t usedCoreNum = -1, M = -1, N = -1, Ka = -1, Kb = -1;
    int32_t singleCoreM = -1, singleCoreN = -1, singleCoreK = -1;
    int32_t baseM = -1, baseN = -1, baseK = -1;
    int32_t depthA1 = -1, depthB1 = -1, stepM = -1, stepN = -1;
    int32_t isBias = -1, transLength = -1, iterateOrder = -1;
    int32_t shareMode = -1, shareL1Size = -1, shareL0CSize = -1, shareUbSize = -1;
    int32_t batchM = -1, batchN = -1, singleBatchM = -1, singleBatchN = -1;
    int32_t stepKa = -1, stepKb = -1, depthAL1CacheUB = -1, depthBL1CacheUB = -1;
    int32_t dbL0A = -1, dbL0B = -1, dbL0C = -1;
    int32_t ALayoutInfoB = -1, ALayoutInfoS = -1, ALayoutInfoN = -1, ALayoutInfoG = -1, ALayoutInfoD = -1;
    int32_t BLayoutInfoB = -1, BLayoutInfoS = -1, BLayoutInfoN = -1, BLayoutInfoG = -1, BLayoutInfoD = -1;
    int32_t CLayoutInfoB = -1, CLayoutInfoS1 = -1, CLayoutInfoN = -1, CLayoutInfoG = -1, CLayoutInfoS2 = -1;
    int32_t BatchNum = -1;
    MatmulConfig cfg = CFG_NORM;
};

namespace detail {
ACC_API_HOST_AND_DEVICE constexpr MatmulConfig configOf(const MatmulConfig& config) {
    return config;
}
ACC_API_HOST_AND_DEVICE constexpr MatmulConfig configOf(const MatmulApiStaticTiling& tiling) {
    return tiling.cfg;
}
}  // namespace detail
}  // namespace AscendC
