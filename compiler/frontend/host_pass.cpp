// SPDX-License-Identifier: Apache-2.0
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "compiler/frontend/compiler_instance.h"
#include "compiler/kernel/find_kernel.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/ProfileData/InstrProf.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

namespace acc {
namespace {

// Prepares the stubs.
//
// A stub is not called what its kernel is called: `break my_kernel` shall stop in the kernel, and a debugger goes by
// linker names as well as by debug information. So the stub of `k` is `launch.k` in all objects.
//
// The registration, another object, refers to the stubs of the kernels that are defined here. Those that are local to
// the file get a name until both have been merged; those that may be dropped when unused are kept.
class PrepareStubs : public llvm::PassInfoMixin<PrepareStubs> {
public:
    PrepareStubs(const ParseResult& parsed, HostResult& result) : parsed_(parsed), result_(result) {}
    static bool isRequired() { return true; }

    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
        std::map<std::string, const Kernel*> defined;
        for (const Kernel& kernel : parsed_.kernels)
            defined[kernel.symbol] = &kernel;
        for (const std::string& symbol : parsed_.symbols) {
            llvm::Function* stub = module.getFunction(symbol);
            if (!stub)
                continue;
            dropCoverage(*stub);
            rename(*stub, symbol);
            const auto kernel = defined.find(symbol);
            if (kernel == defined.end() || stub->isDeclaration() || stub->hasAvailableExternallyLinkage())
                continue;
            if (stub->hasLinkOnceLinkage())
                stub->setLinkage(llvm::GlobalValue::getWeakLinkage(stub->hasLinkOnceODRLinkage()));
            renameForDebugger(*stub, *kernel->second);
            result_.stubs[symbol] = stub->getName().str();
        }
        return llvm::PreservedAnalyses::none();
    }

private:
    // The lines of a kernel are counted by the cores that run it. A stub stands at the same lines, under the same name.
    static void dropCoverage(llvm::Function& stub) {
        std::vector<llvm::InstrProfCntrInstBase*> counts;
        for (llvm::Instruction& instruction : llvm::instructions(stub))
            if (auto* count = llvm::dyn_cast<llvm::InstrProfCntrInstBase>(&instruction))
                counts.push_back(count);
        if (counts.empty())
            return;
        const uint64_t hash =
            llvm::IndexedInstrProf::ComputeHash(llvm::getPGOFuncNameVarInitializer(counts[0]->getName()));
        for (llvm::InstrProfCntrInstBase* count : counts)
            count->eraseFromParent();
        llvm::Module& module = *stub.getParent();
        llvm::GlobalVariable* record =
            module.getGlobalVariable("__covrec_" + llvm::utohexstr(hash) + "u", /*AllowInternal=*/true);
        if (!record)
            return;
        llvm::removeFromUsedLists(module,
                                  [record](llvm::Constant* used) { return used->stripPointerCasts() == record; });
        record->removeDeadConstantUsers();
        if (record->use_empty())
            record->eraseFromParent();
    }

    static void rename(llvm::Function& stub, const std::string& symbol) {
        if (stub.hasLocalLinkage()) {
            stub.setLinkage(llvm::GlobalValue::ExternalLinkage);
            stub.setVisibility(llvm::GlobalValue::HiddenVisibility);
            stub.setName(std::string(kPrivatePrefix) + "stub." + symbol);
            return;
        }
        stub.setName("launch." + symbol);
        if (stub.hasComdat())
            stub.setComdat(stub.getParent()->getOrInsertComdat(stub.getName()));
    }

    static void renameForDebugger(llvm::Function& stub, const Kernel& kernel) {
        constexpr unsigned kName = 2, kLinkageName = 3;  // operands of DISubprogram
        llvm::DISubprogram* program = stub.getSubprogram();
        if (!program)
            return;
        program->replaceOperandWith(kName, llvm::MDString::get(stub.getContext(), "launch." + kernel.name));
        program->replaceOperandWith(kLinkageName, nullptr);
    }

    const ParseResult& parsed_;
    HostResult& result_;
};

// Reads what host code can use of the device headers: all but the bodies of device functions.
class SkipDeviceBodies : public clang::ASTConsumer {
public:
    bool shouldSkipFunctionBody(clang::Decl* decl) override { return isDeviceOnly(*decl->getAsFunction()); }
};

class HostAction : public clang::CodeGenAction {
public:
    explicit HostAction(clang::BackendAction emitted) : CodeGenAction(emitted) {}

protected:
    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& ci, llvm::StringRef file) override {
        std::unique_ptr<clang::ASTConsumer> code = CodeGenAction::CreateASTConsumer(ci, file);
        if (!code)
            return nullptr;
        std::vector<std::unique_ptr<clang::ASTConsumer>> both;
        both.push_back(std::make_unique<SkipDeviceBodies>());
        both.push_back(std::move(code));
        return std::make_unique<clang::MultiplexConsumer>(std::move(both));
    }
};

}  // namespace

HostResult hostPass(const Cc1Args& args, const ParseResult& parsed) {
    HostResult result;
    const std::unique_ptr<clang::CompilerInstance> ci = makeCompiler(args, result.messages, parsed.files);
    if (!ci)
        return result;
    ci->getDiagnosticOpts().IgnoreWarnings = true;
    ci->getDiagnostics().setIgnoreAllWarnings(true);
    ci->getDependencyOutputOpts() = {};
    ci->getCodeGenOpts().PassBuilderCallbacks.push_back([&](llvm::PassBuilder& builder) {
        builder.registerPipelineStartEPCallback([&](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
            passes.addPass(PrepareStubs(parsed, result));
        });
    });
    ci->getFrontendOpts().SkipFunctionBodies = true;  // as HostAction decides
    HostAction action(backendActionOf(*ci));
    result.ok = ci->ExecuteAction(action) && !result.messages.hasErrors();
    return result;
}

}  // namespace acc
