// SPDX-License-Identifier: Apache-2.0
#include "compiler/kernel/ubuf_arrays.h"

#include <cstddef>

#include "acc/block.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"

namespace acc {
namespace {

// The dynamic area, `extern __ubuf__ T name[]`, begins behind the static arrays.
bool isDynamic(const llvm::GlobalVariable& array) {
    return array.isDeclaration();
}

// In each function that uses `array`: UB base of the running block, read once on entry, plus `offset`. A block stays on
// its thread, so the thread-local pointer cannot change in between.
void replaceUses(llvm::GlobalVariable& array, llvm::GlobalVariable& block, uint32_t offset) {
    llvm::convertUsersOfConstantsToInstructions({&array});
    llvm::DenseMap<llvm::Function*, llvm::Value*> addresses;
    for (llvm::Use& use : llvm::make_early_inc_range(array.uses())) {
        auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
        if (!user)
            continue;
        llvm::Value*& address = addresses[user->getFunction()];
        if (!address) {
            llvm::BasicBlock& entry = user->getFunction()->getEntryBlock();
            llvm::IRBuilder<> builder(&entry, entry.getFirstInsertionPt());
            llvm::Value* running = builder.CreateLoad(builder.getPtrTy(), builder.CreateThreadLocalAddress(&block));
            constexpr size_t kBase = offsetof(AccBlock, memory) + ACC_MEM_UB * sizeof(uint8_t*);
            llvm::Value* base = builder.CreateLoad(
                builder.getPtrTy(), builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), running, kBase));
            address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset);
        }
        use.set(address);
    }
}

}  // namespace

uint32_t placeUbufArrays(llvm::Module& module) {
    constexpr uint64_t kBlockBytes = 32;
    std::vector<std::pair<llvm::GlobalVariable*, uint64_t>> places;
    uint64_t bytes = 0;
    for (const bool dynamic : {false, true})
        for (llvm::GlobalVariable& array : module.globals())
            if (array.getSection() == kUbufSection && isDynamic(array) == dynamic) {
                const uint64_t at = llvm::alignTo(bytes, std::max(kBlockBytes, array.getAlign().valueOrOne().value()));
                places.emplace_back(&array, at);
                if (!dynamic)
                    bytes = at + module.getDataLayout().getTypeAllocSize(array.getValueType());
            }
    if (places.empty())
        return 0;
    auto* block = module.getNamedGlobal("accBlock");
    if (!block)
        block = new llvm::GlobalVariable(module, llvm::PointerType::getUnqual(module.getContext()), false,
                                         llvm::GlobalValue::ExternalLinkage, nullptr, "accBlock", nullptr,
                                         llvm::GlobalValue::InitialExecTLSModel);
    for (const auto& [array, offset] : places) {
        replaceUses(*array, *block, static_cast<uint32_t>(offset));
        array->removeDeadConstantUsers();
        if (array->use_empty())
            array->eraseFromParent();
    }
    return static_cast<uint32_t>(llvm::alignTo(bytes, kBlockBytes));
}

}  // namespace acc
