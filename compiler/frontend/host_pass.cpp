// SPDX-License-Identifier: Apache-2.0
#include "clang/CodeGen/CodeGenAction.h"
#include "compiler/frontend/compiler_instance.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"

namespace acc {
namespace {

// Makes the stubs of this file's kernels reachable from the registration, which is another object: stubs that are local
// to the file get a name for the time until both have been merged; those that may be dropped when unused are kept.
class KeepStubs : public llvm::PassInfoMixin<KeepStubs> {
public:
    KeepStubs(const std::vector<Kernel>& kernels, HostResult& result) : kernels_(kernels), result_(result) {}
    static bool isRequired() { return true; }

    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
        for (const Kernel& kernel : kernels_) {
            llvm::Function* stub = module.getFunction(kernel.symbol);
            if (!stub || stub->isDeclaration() || stub->hasAvailableExternallyLinkage())
                continue;
            if (stub->hasLocalLinkage()) {
                stub->setLinkage(llvm::GlobalValue::ExternalLinkage);
                stub->setVisibility(llvm::GlobalValue::HiddenVisibility);
                stub->setName(std::string(kPrivatePrefix) + "stub." + kernel.symbol);
            } else if (stub->hasLinkOnceLinkage()) {
                stub->setLinkage(llvm::GlobalValue::getWeakLinkage(stub->hasLinkOnceODRLinkage()));
            }
            result_.stubs[kernel.symbol] = stub->getName().str();
            renameForDebugger(*stub, kernel);
        }
        return llvm::PreservedAnalyses::none();
    }

private:
    // `break my_kernel` shall stop in the kernel, not in its stub, which has the same name and line.
    static void renameForDebugger(llvm::Function& stub, const Kernel& kernel) {
        constexpr unsigned kName = 2, kLinkageName = 3;  // operands of DISubprogram
        llvm::DISubprogram* program = stub.getSubprogram();
        if (!program)
            return;
        program->replaceOperandWith(kName, llvm::MDString::get(stub.getContext(), kernel.name + " (launch)"));
        program->replaceOperandWith(kLinkageName, nullptr);
    }

    const std::vector<Kernel>& kernels_;
    HostResult& result_;
};

}  // namespace

HostResult hostPass(const Cc1Args& args, const std::vector<LoweredFile>& files, const std::vector<Kernel>& kernels) {
    HostResult result;
    const std::unique_ptr<clang::CompilerInstance> ci = makeCompiler(args, result.messages, files);
    if (!ci)
        return result;
    ci->getDiagnosticOpts().IgnoreWarnings = true;
    ci->getDiagnostics().setIgnoreAllWarnings(true);
    ci->getDependencyOutputOpts() = {};
    ci->getCodeGenOpts().PassBuilderCallbacks.push_back([&](llvm::PassBuilder& builder) {
        builder.registerPipelineStartEPCallback([&](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
            passes.addPass(KeepStubs(kernels, result));
        });
    });
    clang::EmitObjAction action;
    result.ok = ci->ExecuteAction(action) && !result.messages.hasErrors();
    return result;
}

}  // namespace acc
