// SPDX-License-Identifier: Apache-2.0
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/Stack.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Frontend/Utils.h"
#include "clang/Sema/Sema.h"
#include "compiler/frontend/compiler_instance.h"
#include "compiler/kernel/check_device.h"
#include "compiler/kernel/entry.h"
#include "compiler/kernel/find_kernel.h"
#include "compiler/kernel/isolate.h"
#include "compiler/kernel/ubuf_arrays.h"
#include "compiler/support/diagnostics.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"

namespace acc {
namespace {

// Checks device code, once for all core types.
class DeviceCode : public clang::RecursiveASTVisitor<DeviceCode> {
public:
    bool VisitFunctionDecl(clang::FunctionDecl* function) {
        if (function->doesThisDeclarationHaveABody() && isDeviceOnly(*function))
            checkDeviceCode(*function);
        return true;
    }
};

// Collects the kernels, and gives code generation their entries once the file has been parsed.
class EntryMaker : public clang::ASTConsumer {
public:
    EntryMaker(clang::CompilerInstance& ci, CoreType core, const PassSettings& settings, const TokenText& text,
               Isolation& isolation, DeviceResult& result)
        : ci_(ci),
          core_(core),
          settings_(settings),
          text_(text),
          files_(ci.getSourceManager()),
          isolation_(isolation),
          result_(result) {}

    bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
        openOwnDeclarations(group, settings_.homeInclude);
        if (core_ == CoreType::vector)
            for (clang::Decl* decl : group)
                if (files_.fileOf(decl->getLocation()).isValid())
                    deviceCode_.TraverseDecl(decl);
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
            isolation_.kernels.insert(description.symbol);
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
    static bool isSystemHeader(const clang::FunctionDecl& function) {
        return function.getASTContext().getSourceManager().isInSystemHeader(function.getLocation());
    }

    void collect(clang::Decl& decl) {
        if (auto* function = llvm::dyn_cast<clang::FunctionDecl>(&decl)) {
            if (isEmittedKernel(*function))
                kernels_.push_back(function);
            else if (function->isExternC() && isDeviceOnly(*function) && !isSystemHeader(*function))
                isolation_.cFunctions.insert(function->getNameAsString());
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
    UserFiles files_;
    DeviceCode deviceCode_;
    Isolation& isolation_;
    DeviceResult& result_;
    std::vector<clang::FunctionDecl*> kernels_;
    std::map<const clang::FunctionDecl*, std::vector<std::string>> expressions_;
};

class DeviceAction : public clang::CodeGenAction {
public:
    DeviceAction(clang::BackendAction emitted, CoreType core, const PassSettings& settings, Isolation& isolation,
                 DeviceResult& result)
        : CodeGenAction(emitted), core_(core), settings_(settings), isolation_(isolation), result_(result) {}

protected:
    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& ci, llvm::StringRef file) override {
        auto entries = std::make_unique<EntryMaker>(ci, core_, settings_, text_, isolation_, result_);
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
    Isolation& isolation_;
    DeviceResult& result_;
    TokenText text_;
};

// Acts on the module before it is optimised.
class IsolatePass : public llvm::PassInfoMixin<IsolatePass> {
public:
    IsolatePass(const Isolation& isolation, DeviceResult& result) : isolation_(isolation), result_(result) {}
    static bool isRequired() { return true; }

    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
        result_.staticUbBytes = placeUbufArrays(module);
        Isolated isolated = isolate(module, isolation_);
        result_.variables = std::move(isolated.variables);
        result_.hasExports = isolated.hasExports;
        return llvm::PreservedAnalyses::none();
    }

private:
    const Isolation& isolation_;
    DeviceResult& result_;
};

// The place in the text that `instruction` was made from, as far as it says.
clang::SourceLocation locationOf(clang::CompilerInstance& ci, const llvm::Instruction* instruction) {
    const llvm::DILocation* at = instruction ? instruction->getDebugLoc().get() : nullptr;
    if (!at)
        return {};
    llvm::SmallString<256> path(at->getFilename());
    const auto file = ci.getFileManager().getOptionalFileRef(path);
    return file ? ci.getSourceManager().translateFileLineCol(*file, at->getLine(), at->getColumn())
                : clang::SourceLocation();
}

clang::SourceLocation locationOf(clang::CompilerInstance& ci, const llvm::Function& function) {
    const llvm::DISubprogram* program = function.getSubprogram();
    const auto file = program ? ci.getFileManager().getOptionalFileRef(program->getFilename()) : std::nullopt;
    return file ? ci.getSourceManager().translateFileLineCol(*file, program->getLine(), 1) : clang::SourceLocation();
}

}  // namespace

DeviceResult devicePass(const Cc1Args& args, CoreType core, const PassSettings& settings) {
    DeviceResult result;
    const std::unique_ptr<clang::CompilerInstance> ci = makeCompiler(args, result.messages);
    if (!ci)
        return result;
    Isolation isolation{core,
                        settings.isRelocatable,
                        {},
                        {},
                        [&ci](const std::string& symbol, const auto* use) {
                            report(ci->getDiagnostics(), locationOf(*ci, use), Diag::definedElsewhere)
                                << llvm::demangle(symbol);
                        },
                        [&ci, core](const llvm::Function& function) {
                            if (core == CoreType::vector)
                                report(ci->getDiagnostics(), locationOf(*ci, function), Diag::deviceRecursion)
                                    << llvm::demangle(function.getName().str());
                        }};
    ci->getCodeGenOpts().PassBuilderCallbacks.push_back([&](llvm::PassBuilder& builder) {
        builder.registerPipelineStartEPCallback([&](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
            passes.addPass(IsolatePass(isolation, result));
        });
    });
    // The dependency file is parsePass's to write; what only device code includes is added to it by the driver.
    const std::shared_ptr<clang::DependencyCollector> dependencies = collectDependencies(*ci);
    DeviceAction action(backendActionOf(*ci), core, settings, isolation, result);
    result.ok = ci->ExecuteAction(action) && !result.messages.hasErrors();
    if (dependencies)
        result.dependencies = dependencies->getDependencies().vec();
    return result;
}

}  // namespace acc
