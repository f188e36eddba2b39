// SPDX-License-Identifier: Apache-2.0
#include "compiler/kernel/isolate.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace acc {
namespace {

class Isolator {
public:
    Isolator(llvm::Module& module, const Isolation& isolation) : module_(module), isolation_(isolation) {}

    Isolated run() {
        findRecursion();
        for (llvm::GlobalVariable& variable : module_.globals())
            if (variable.getSection().starts_with(kGmSection))
                placeVariable(variable);
            else if (!isSpecial(variable) && !variable.isDeclaration())
                hide(variable);
        for (llvm::Function& function : module_)
            if (!isSpecial(function))
                visit(function);
        for (llvm::GlobalAlias& alias : module_.aliases())
            hide(alias);
        return std::move(result_);
    }

private:
    static bool isSpecial(const llvm::GlobalValue& value) {
        return value.getName().starts_with("llvm.") || value.hasAvailableExternallyLinkage();
    }

    // Functions without debug information are those of device headers.
    void findRecursion() {
        llvm::CallGraph calls(module_);
        for (auto group = llvm::scc_begin(&calls); !group.isAtEnd(); ++group)
            if (group.hasCycle())
                for (const llvm::CallGraphNode* node : *group)
                    if (const llvm::Function* function = node->getFunction(); function && function->getSubprogram()) {
                        isolation_.isRecursive(*function);
                        break;
                    }
    }

    static void hide(llvm::GlobalValue& value) {
        if (auto* object = llvm::dyn_cast<llvm::GlobalObject>(&value))
            object->setComdat(nullptr);
        value.setLinkage(llvm::GlobalValue::InternalLinkage);
        value.setVisibility(llvm::GlobalValue::DefaultVisibility);
    }

    void visit(llvm::Function& function) {
        const std::string symbol = function.getName().str();
        if (function.isDeclaration()) {
            if (isDeviceFunction(symbol) && !function.use_empty())
                refer(function, ".device." + coreName());
        } else if (function.getName().starts_with(kPrivatePrefix)) {
            function.setComdat(nullptr);
            function.setVisibility(llvm::GlobalValue::HiddenVisibility);
            keepCallees(function);
        } else if (isolation_.isRelocatable && function.hasExternalLinkage() && !isolation_.kernels.contains(symbol)) {
            function.setVisibility(llvm::GlobalValue::HiddenVisibility);
            function.setName(symbol + ".device." + coreName());
            result_.hasExports = true;
        } else {
            hide(function);
        }
    }

    // One for the vector and the cube image, which both define it: the linker takes the first.
    void placeVariable(llvm::GlobalVariable& variable) {
        const std::string symbol = variable.getName().str();
        variable.setSection("");
        if (variable.isDeclaration()) {
            if (!variable.use_empty())
                refer(variable, ".device.gm");
            return;
        }
        const bool isExported = isolation_.isRelocatable && !variable.hasLocalLinkage();
        variable.setComdat(nullptr);
        variable.setLinkage(llvm::GlobalValue::WeakAnyLinkage);
        variable.setVisibility(llvm::GlobalValue::HiddenVisibility);
        variable.setExternallyInitialized(false);
        variable.setName(isExported ? symbol + ".device.gm" : std::string(kPrivatePrefix) + "gm." + symbol);
        result_.hasExports |= isExported;
        result_.variables.push_back(
            {variable.getName().str(), module_.getDataLayout().getTypeAllocSize(variable.getValueType())});
    }

    // What another file defines.
    void refer(llvm::GlobalValue& value, const std::string& suffix) {
        if (!isolation_.isRelocatable) {
            isolation_.isMissing(value.getName().str(), firstUse(value));
            return;
        }
        value.setName(value.getName() + suffix);
        value.setVisibility(llvm::GlobalValue::HiddenVisibility);
    }

    static const llvm::Instruction* firstUse(const llvm::GlobalValue& value) {
        for (const llvm::User* user : value.users())
            if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user))
                return instruction;
        return nullptr;
    }

    // The runtime's functions, which device headers declare, have C names.
    bool isDeviceFunction(const std::string& symbol) const {
        return symbol.starts_with("_Z") || isolation_.cFunctions.contains(symbol);
    }

    // An entry calls its kernel, and the constructors of parameters at most. Kernels stay functions of their own, for
    // the debugger to stop in.
    static void keepCallees(llvm::Function& entry) {
        for (llvm::Instruction& instruction : llvm::instructions(entry))
            if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
                if (llvm::Function* callee = call->getCalledFunction(); callee && !callee->isIntrinsic()) {
                    callee->removeFnAttr(llvm::Attribute::AlwaysInline);
                    callee->addFnAttr(llvm::Attribute::NoInline);
                }
    }

    std::string coreName() const { return isolation_.core == CoreType::cube ? "cube" : "vector"; }

    llvm::Module& module_;
    const Isolation& isolation_;
    Isolated result_;
};

}  // namespace

Isolated isolate(llvm::Module& module, const Isolation& isolation) {
    return Isolator(module, isolation).run();
}

}  // namespace acc
