// SPDX-License-Identifier: Apache-2.0
#include "clang/AST/Attr.h"
#include "clang/Basic/Stack.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Frontend/Utils.h"
#include "clang/Sema/Sema.h"
#include "compiler/frontend/compiler_instance.h"
#include "compiler/kernel/entry.h"
#include "compiler/kernel/find_kernel.h"
#include "compiler/kernel/ubuf_arrays.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"

namespace acc {
namespace {

// Collects the kernels, and gives code generation their entries once the file has been parsed.
class EntryMaker : public clang::ASTConsumer {
public:
    EntryMaker(clang::CompilerInstance& ci, CoreType core, const PassSettings& settings, const TokenText& text,
               DeviceResult& result)
        : ci_(ci), core_(core), settings_(settings), text_(text), result_(result) {}

    bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
        openOwnDeclarations(group, settings_.homeInclude);
        for (clang::Decl* decl : group)
            collect(*decl);
        return true;
    }

    void HandleTranslationUnit(clang::ASTContext& context) override {
        if (context.getDiagnostics().hasErrorOccurred())
            return;
        UserFiles files(context.getSourceManager());
        const Cores defaults = settings_.cores ? *settings_.cores
                                               : defaultCores(context.getSourceManager(), userFilesOf(text_, files),
                                                              context.getLangOpts());
        for (clang::FunctionDecl* kernel : kernels_) {
            Kernel description = describeKernel(*kernel, defaults);
            description.expressions = expressions_[kernel->getCanonicalDecl()];
            result_.hasCubeKernels |= description.cubeCores > 0;
            if ((core_ == CoreType::cube ? description.cubeCores : description.vectorCores) == 0)
                continue;
            if (clang::FunctionDecl* entry = makeEntry(ci_.getSema(), *kernel, description, core_)) {
                codeGeneration->HandleTopLevelDecl(clang::DeclGroupRef(entry));
                result_.kernels.push_back(std::move(description));
            }
        }
    }

    bool shouldSkipFunctionBody(clang::Decl* decl) override { return isSystemHostCode(*decl); }

    clang::ASTConsumer* codeGeneration = nullptr;

private:
    void collect(clang::Decl& decl) {
        if (auto* function = llvm::dyn_cast<clang::FunctionDecl>(&decl)) {
            if (isEmittedKernel(*function))
                kernels_.push_back(function);
        } else if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(&decl)) {
            if (const clang::FunctionDecl* named = namedFunction(*variable))
                expressions_[named->getCanonicalDecl()].push_back(variable->getNameAsString());
        } else if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(decl)) {
            for (clang::Decl* inner : llvm::cast<clang::DeclContext>(&decl)->decls())
                collect(*inner);
        }
    }

    clang::CompilerInstance& ci_;
    const CoreType core_;
    const PassSettings& settings_;
    const TokenText& text_;
    DeviceResult& result_;
    std::vector<clang::FunctionDecl*> kernels_;
    std::map<const clang::FunctionDecl*, std::vector<std::string>> expressions_;
};

class DeviceAction : public clang::CodeGenAction {
public:
    DeviceAction(clang::BackendAction emitted, CoreType core, const PassSettings& settings, DeviceResult& result)
        : CodeGenAction(emitted), core_(core), settings_(settings), result_(result) {}

protected:
    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& ci, llvm::StringRef file) override {
        auto entries = std::make_unique<EntryMaker>(ci, core_, settings_, text_, result_);
        std::unique_ptr<clang::ASTConsumer> code = CodeGenAction::CreateASTConsumer(ci, file);
        if (!code)
            return nullptr;
        entries->codeGeneration = code.get();
        std::vector<std::unique_ptr<clang::ASTConsumer>> both;
        both.push_back(std::move(entries));
        both.push_back(std::move(code));
        return std::make_unique<clang::MultiplexConsumer>(std::move(both));
    }

    void ExecuteAction() override {
        clang::CompilerInstance& ci = getCompilerInstance();
        clang::noteBottomOfStack();
        ci.createSema(getTranslationUnitKind(), nullptr);
        parseWithLaunches(ci, text_);
    }

private:
    const CoreType core_;
    const PassSettings& settings_;
    DeviceResult& result_;
    TokenText text_;
};

// Cube and vector code of one function differ, and two files may have helpers of one name: all but the entries becomes
// local to its object. Kernels stay functions of their own, for the debugger to stop in.
class Isolate : public llvm::PassInfoMixin<Isolate> {
public:
    explicit Isolate(uint32_t& ubufBytes) : ubufBytes_(ubufBytes) {}
    static bool isRequired() { return true; }

    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
        ubufBytes_ = placeUbufArrays(module);
        for (llvm::GlobalValue& value : module.global_values()) {
            if (value.isDeclaration() || value.hasAvailableExternallyLinkage() || value.getName().starts_with("llvm."))
                continue;
            if (auto* object = llvm::dyn_cast<llvm::GlobalObject>(&value))
                object->setComdat(nullptr);
            if (value.getName().starts_with(kPrivatePrefix)) {
                value.setVisibility(llvm::GlobalValue::HiddenVisibility);
                markCallees(llvm::cast<llvm::Function>(value));
                continue;
            }
            value.setLinkage(llvm::GlobalValue::InternalLinkage);
            value.setVisibility(llvm::GlobalValue::DefaultVisibility);
        }
        return llvm::PreservedAnalyses::none();
    }

private:
    // An entry calls its kernel, and the constructors of parameters at most.
    static void markCallees(llvm::Function& entry) {
        for (llvm::Instruction& instruction : llvm::instructions(entry))
            if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
                if (llvm::Function* callee = call->getCalledFunction(); callee && !callee->isIntrinsic()) {
                    callee->removeFnAttr(llvm::Attribute::AlwaysInline);
                    callee->addFnAttr(llvm::Attribute::NoInline);
                }
    }

    uint32_t& ubufBytes_;
};

}  // namespace

DeviceResult devicePass(const Cc1Args& args, CoreType core, const PassSettings& settings) {
    DeviceResult result;
    const std::unique_ptr<clang::CompilerInstance> ci = makeCompiler(args, result.messages);
    if (!ci)
        return result;
    ci->getCodeGenOpts().PassBuilderCallbacks.push_back([&result](llvm::PassBuilder& builder) {
        builder.registerPipelineStartEPCallback([&result](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
            passes.addPass(Isolate(result.staticUbBytes));
        });
    });
    // The dependency file is parsePass's to write; what only device code includes is added to it by the driver.
    const std::shared_ptr<clang::DependencyCollector> dependencies = collectDependencies(*ci);
    DeviceAction action(backendActionOf(*ci), core, settings, result);
    result.ok = ci->ExecuteAction(action) && !result.messages.hasErrors();
    if (dependencies)
        result.dependencies = dependencies->getDependencies().vec();
    return result;
}

}  // namespace acc
