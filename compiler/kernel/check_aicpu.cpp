// SPDX-License-Identifier: Apache-2.0
#include "compiler/kernel/check_aicpu.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "compiler/support/diagnostics.h"

namespace acc {
namespace {

bool hasNote(const clang::FunctionDecl& function, llvm::StringRef note) {
    return llvm::any_of(function.specific_attrs<clang::AnnotateAttr>(),
                        [note](const clang::AnnotateAttr* annotation) { return annotation->getAnnotation() == note; });
}

clang::DiagnosticBuilder say(const clang::FunctionDecl& function, Diag diag) {
    return report(function.getASTContext().getDiagnostics(), function.getLocation(), diag) << &function;
}

void checkPlace(const clang::FunctionDecl& function) {
    if (llvm::isa<clang::CXXMethodDecl>(function) || function.isInAnonymousNamespace())
        say(function, Diag::aicpuPlace);
}

}  // namespace

bool isAicpuKernel(const clang::FunctionDecl& function) {
    return hasNote(function, kAicpu);
}

bool namesAicpuKernel(const clang::Expr& callee) {
    const clang::Expr* name = callee.IgnoreParenImpCasts();
    if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(name)) {
        const auto* function = llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl());
        return function && isAicpuKernel(*function);
    }
    const auto* candidates = llvm::dyn_cast<clang::OverloadExpr>(name);
    return candidates && llvm::any_of(candidates->decls(), [](const clang::NamedDecl* candidate) {
               const clang::FunctionDecl* function = candidate->getAsFunction();
               return function && isAicpuKernel(*function);
           });
}

void checkAicpuDeclaration(const clang::FunctionDecl& function) {
    checkPlace(function);
    if (!function.hasAttr<clang::CUDAGlobalAttr>())
        say(function, Diag::aicpuNotGlobal);
    if (function.doesThisDeclarationHaveABody() || function.hasSkippedBody())
        say(function, Diag::aicpuDefined);
    else if (function.getStorageClass() != clang::SC_Extern &&
             !llvm::isa<clang::LinkageSpecDecl>(function.getLexicalDeclContext()) &&
             !function.isTemplateInstantiation())
        say(function, Diag::aicpuExtern);
}

void checkAicpuCode(const clang::FunctionDecl& function) {
    const bool isGlobal = hasNote(function, kAicpuGlobal);
    if (!isAicpuKernel(function)) {
        if (isGlobal && !function.isInvalidDecl())
            say(function, Diag::aicpuNoAicpu);
        return;
    }
    checkPlace(function);
    if (!isGlobal)
        say(function, Diag::aicpuNotGlobal);
}

void reportAicpuUse(const clang::Expr& use, const clang::FunctionDecl& kernel) {
    report(kernel.getASTContext().getDiagnostics(), use.getExprLoc(), Diag::aicpuUsed)
        << &kernel << use.getSourceRange();
}

}  // namespace acc
