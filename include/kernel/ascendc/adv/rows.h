// SPDX-License-Identifier: Apache-2.0
// How high-level functions over rows reach the emulator: a list of tensors and a few sizes.
#pragma once

#include "../vector.h"

namespace AscendC::detail {

// Operands of a recipe, in the order its row documents, and its sizes.
template <uint32_t capacity = 10>
class RecipeCall {
public:
    ACC_API explicit RecipeCall(AccOpcode opcode) {
        instr.opcode = opcode;
        instr.operands = 0;
        instr.mode = 0;
        instr.scalar = 0;
        instr.scalar1 = 0;
    }
    template <class T>
    ACC_API RecipeCall& operand(const LocalTensor<T>& tensor) {
        operands_[instr.operands++] = operandOf(tensor);
        return *this;
    }
    // The caller's scratch memory, if any: the last operand.
    ACC_API RecipeCall& scratch(const LocalTensor<uint8_t>* tensor) {
        instr.form = tensor ? ACC_FORM_RECIPE_SCRATCH : ACC_FORM_RECIPE;
        if (tensor) {
            operands_[instr.operands++] = operandOf(*tensor);
        }
        return *this;
    }
    template <class... Sizes>
    ACC_API RecipeCall& sizes(Sizes... values) {
        const uint32_t all[] = {uint32_t(values)...};
        for (uint32_t i = 0; i < sizeof...(Sizes); ++i) {
            instr.sizes[i] = all[i];
        }
        return *this;
    }
    ACC_API void issue() {
        instr.list = operands_;
        accIssue(&instr);
    }

    AccInstr instr;

private:
    AccOperand operands_[capacity];
};

}  // namespace AscendC::detail
