// SPDX-License-Identifier: Apache-2.0
#include "clang/AST/Expr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "compiler/frontend/compiler_instance.h"
#include "compiler/kernel/check_aicpu.h"

namespace acc {
namespace {

class Checker : public clang::RecursiveASTVisitor<Checker> {
public:
    bool VisitFunctionDecl(clang::FunctionDecl* function) {
        checkAicpuCode(*function);
        return true;
    }
    bool VisitCallExpr(clang::CallExpr* call) {
        if (const clang::FunctionDecl* callee = call->getDirectCallee(); callee && isAicpuKernel(*callee))
            reportAicpuUse(*call, *callee);
        return true;
    }
};

class KernelChecks : public clang::ASTConsumer {
public:
    explicit KernelChecks(const clang::CompilerInstance& ci) : sources_(ci.getSourceManager()) {}
    bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
        for (clang::Decl* decl : group)
            if (!sources_.isInSystemHeader(decl->getLocation()))
                checker_.TraverseDecl(decl);
        return true;
    }

private:
    const clang::SourceManager& sources_;
    Checker checker_;
};

class AicpuAction : public clang::CodeGenAction {
public:
    explicit AicpuAction(clang::BackendAction emitted) : CodeGenAction(emitted) {}

protected:
    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& ci, llvm::StringRef file) override {
        std::unique_ptr<clang::ASTConsumer> code = CodeGenAction::CreateASTConsumer(ci, file);
        if (!code)
            return nullptr;
        std::vector<std::unique_ptr<clang::ASTConsumer>> both;
        both.push_back(std::make_unique<KernelChecks>(ci));
        both.push_back(std::move(code));
        return std::make_unique<clang::MultiplexConsumer>(std::move(both));
    }
};

}  // namespace

bool aicpuPass(const Cc1Args& args, Messages& messages) {
    const std::unique_ptr<clang::CompilerInstance> ci = makeCompiler(args, messages);
    if (!ci)
        return false;
    AicpuAction action(backendActionOf(*ci));
    return ci->ExecuteAction(action) && !messages.hasErrors();
}

}  // namespace acc
