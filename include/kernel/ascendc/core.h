// SPDX-License-Identifier: Apache-2.0
// Identity of the running core: built-in variables and queries (ascendc-core 1.5, 6.1), cycle counter.
#pragma once

#include "acc/block.h"
#include "types.h"

// The running block. Constant for the life of a kernel, so calls fold into one.
ACC_RUNTIME const AccBlock* accCurrentBlock(void) __attribute__((const));
// Ticks of the 50 MHz system counter.
ACC_RUNTIME int64_t accSystemCycle(void);
// Fails the kernel (trap()).
ACC_RUNTIME void accTrap(void) __attribute__((noreturn));

namespace AscendC {
constexpr int32_t AIC = 1;
constexpr int32_t AIV = 2;
}  // namespace AscendC

#if defined(__DAV_CUBE__) || defined(__DAV_C220_CUBE__) || defined(SPLIT_CORE_CUBE)
constexpr int32_t g_coreType = AscendC::AIC;
#else
constexpr int32_t g_coreType = AscendC::AIV;
#endif
#define ASCEND_IS_AIC (::g_coreType == ::AscendC::AIC)
#define ASCEND_IS_AIV (::g_coreType == ::AscendC::AIV)

ACC_API int64_t get_block_idx() {
    return accCurrentBlock()->blockIdx;
}
ACC_API int64_t get_block_num() {
    return accCurrentBlock()->blockNum;
}
ACC_API int64_t get_subblockid() {
    return accCurrentBlock()->subBlockIdx;
}
ACC_API int64_t get_subblockdim() {
    return accCurrentBlock()->subBlockNum;
}
ACC_API int64_t get_sys_cnt() {
    return accSystemCycle();
}
ACC_API void trap() {
    accTrap();
}

namespace AscendC {
using ::g_coreType;

namespace detail {
// A built-in variable: an object without state, so a user's own variable of the same name hides it as on the device.
template <int64_t (*get)()>
struct CoreVariable {
    ACC_API operator int64_t() const { return get(); }
};
}  // namespace detail

// Index of this core among the launch's cores of its kind: block_idx * sub_block_num + sub_block_idx.
ACC_API int64_t GetBlockIdx() {
    const AccBlock* block = accCurrentBlock();
    return int64_t(block->blockIdx) * block->subBlockNum + block->subBlockIdx;
}
ACC_API int64_t GetBlockNum() {
    return get_block_num();
}
ACC_API int64_t GetSubBlockIdx() {
    return get_subblockid();
}
ACC_API int64_t GetSubBlockNum() {
    return get_subblockdim();
}
ACC_API int64_t GetTaskRatio() {
    return get_subblockdim();
}
ACC_API int64_t GetTaskRation() {
    return get_subblockdim();
}
ACC_API constexpr int16_t GetDataBlockSizeInBytes() {
    return 32;
}
ACC_API constexpr uint32_t GetVecLen() {
    return 0;
}  // 0 on dav-2201, as documented
ACC_API constexpr uint32_t GetUBSizeInBytes() {
    return 0;
}  // likewise
ACC_API constexpr uint32_t GetRuntimeUBSize() {
    return 0;
}  // likewise
ACC_API int64_t GetSystemCycle() {
    return accSystemCycle();
}
ACC_API int64_t GetProgramCounter() {
    return accSystemCycle();
}
ACC_API void Trap() {
    accTrap();
}

// ceil(a / b) for positive values; 0 when b is 0.
ACC_API constexpr int32_t CeilDivision(int32_t a, int32_t b) {
    return b == 0 ? 0 : (a + b - 1) / b;
}

}  // namespace AscendC

constexpr AscendC::detail::CoreVariable<get_block_idx> block_idx{};
constexpr AscendC::detail::CoreVariable<get_block_num> block_num{};
constexpr AscendC::detail::CoreVariable<get_subblockid> sub_block_idx{};
constexpr AscendC::detail::CoreVariable<get_subblockdim> sub_block_num{};
