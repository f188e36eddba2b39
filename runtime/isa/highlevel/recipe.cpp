// SPDX-License-Identifier: Apache-2.0
// High-level functions (ascendc-highlevel): of every element through the loops of the CPU level, over rows through
// recipes.
#include "runtime/isa/highlevel/recipe.h"

#include "runtime/isa/kernels.h"

namespace acc::rt::isa {

using check::Role;
using check::Rule;

void executeMath(const Call& call) {
    const AccInstr& in = call.in;
    const uint8_t dtype = in.operand[0].dtype;
    const Kernel kernel = kLevel.math->function[in.opcode][dtype];
    if (!kernel) [[unlikely]] {
        check::fail(Rule::DTYPE, call.site, "{}: no such function for {}", call.name, check::dtypeName(dtype));
    }
    if (in.mode != 0) {
        check::checkUbRange(call.block, call.name, Role::scratch, in.operand[3], in.operand[3].address + 1, call.site);
    }
    const uint32_t width = kWidths[dtype];
    if (in.operands == 3) {
        runVector<3>(call, {3, {width, width, width}, false}, kernel, in.scalar);
    } else {
        runVector<2>(call, {2, {width, width, 0}, false}, kernel, in.scalar);
    }
}

Recipe::Recipe(const Call& call) : call_(call) {
    resetMask(call.state());
    if (call.in.form == ACC_FORM_RECIPE_SCRATCH) {
        const AccOperand& scratch = call.in.list[call.in.operands - 1];
        check::checkUbRange(call.block, call.name, Role::scratch, scratch, scratch.address + 1, call.site);
    }
}

RecipeTensor Recipe::tensor(unsigned index, uint64_t elements, Role role) const {
    const AccOperand& operand = call_.in.list[index];
    check::checkUbRange(call_.block, call_.name, role, operand, operand.address + elements * kWidths[operand.dtype],
                        call_.site);
    return {call_, operand};
}

void Recipe::require(bool good, const char* parameter, uint64_t value, const char* expected) const {
    if (!good) [[unlikely]] {
        check::fail(Rule::RANGE, call_.site, "{}: {} is {}, expected {}", call_.name, parameter, value, expected);
    }
}

void Recipe::warnOverlap(unsigned a, uint64_t aElements, unsigned b, uint64_t bElements, bool sameAllowed) const {
    const AccOperand& first = call_.in.list[a];
    const AccOperand& second = call_.in.list[b];
    const uint64_t firstEnd = first.address + aElements * kWidths[first.dtype];
    const uint64_t secondEnd = second.address + bElements * kWidths[second.dtype];
    const bool same = first.address == second.address;
    if (first.address < secondEnd && second.address < firstEnd && !(same && sameAllowed)) [[unlikely]] {
        check::warn(Rule::OVERLAP, call_.site, "{}: the destination overlaps the source", call_.name);
    }
}

void executeRecipe(const Call& call) {
    const Recipe recipe(call);
    switch (call.in.opcode) {
        case ACC_OP_SoftMax:
        case ACC_OP_SimpleSoftMax:
        case ACC_OP_SoftmaxFlashV2:
        case ACC_OP_SoftmaxFlash:
        case ACC_OP_SoftmaxGrad:
        case ACC_OP_LogSoftMax:
            return executeSoftmax(recipe);
        case ACC_OP_LayerNorm:
        case ACC_OP_RmsNorm:
        case ACC_OP_DeepNorm:
        case ACC_OP_Normalize:
        case ACC_OP_WelfordUpdate:
        case ACC_OP_WelfordFinalize:
            return executeNorm(recipe);
        case ACC_OP_LayerNormGrad:
        case ACC_OP_LayerNormGradBeta:
        case ACC_OP_BatchNorm:
        case ACC_OP_GroupNorm:
            return executeNormGrad(recipe);
        case ACC_OP_Broadcast:
        case ACC_OP_Pad:
        case ACC_OP_UnPad:
        case ACC_OP_SelectWithBytesMask:
        case ACC_OP_DropOut:
        case ACC_OP_AscendQuant:
        case ACC_OP_AscendDequant:
        case ACC_OP_AscendAntiQuant:
            return executeShape(recipe);
        default:
            return executeRows(recipe);
    }
}

}  // namespace acc::rt::isa
