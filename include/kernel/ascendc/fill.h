// SPDX-License-Identifier: Apache-2.0
// Filling global memory with a value (ascendc-core 4.11).
#pragma once

#include "tensor.h"

namespace AscendC {

// `size` elements from the start of `gm`. On the device it goes through UB behind the last InitBuffer and ends with a
// store of MTE3; other cores need a barrier before they read.
template <typename T>
ACC_API void Fill(GlobalTensor<T>& gm, const uint64_t size, const T value) {
    static_assert(detail::isOneOf<T, uint16_t, int16_t, half, uint32_t, int32_t, float>,
                  "Fill of global memory on dav-2201 supports the element types uint16_t, int16_t, half, uint32_t, "
                  "int32_t, float");
    AccInstr instr;
    instr.opcode = ACC_OP_Fill;
    instr.operands = 1;
    instr.operand[0] = detail::operandOf(gm);
    instr.count = int64_t(size);
    instr.scalar = detail::bitsOf(value);
    accIssue(&instr);
}
// Older names.
template <typename T>
ACC_API void InitGlobalMemory(GlobalTensor<T>& gm, const uint64_t size, const T value) {
    Fill(gm, size, value);
}
template <typename T>
ACC_API void InitOutput(GlobalTensor<T> gm, uint32_t size, T value = 0) {
    Fill(gm, uint64_t(size), value);
}

}  // namespace AscendC
