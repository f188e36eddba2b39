// SPDX-License-Identifier: Apache-2.0
#include "compiler/kernel/check_kernel.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "compiler/support/diagnostics.h"

namespace acc {

void checkKernel(const clang::FunctionDecl& kernel) {
    const clang::ASTContext& context = kernel.getASTContext();
    clang::DiagnosticsEngine& diagnostics = context.getDiagnostics();
    const clang::QualType result = kernel.getReturnType();
    if (!result->isVoidType() && !result->isDependentType())
        report(diagnostics, kernel.getLocation(), Diag::kernelReturns)
            << &kernel << result << kernel.getReturnTypeSourceRange();
    if (llvm::isa<clang::CXXMethodDecl>(kernel))
        report(diagnostics, kernel.getLocation(), Diag::kernelIsMember) << &kernel;
    bool isParamWrong = false;
    for (const clang::ParmVarDecl* param : kernel.parameters()) {
        const clang::QualType type = param->getType();
        const bool isReference = type->isReferenceType();
        if (!isReference &&
            (type->isDependentType() || type->isIncompleteType() || type.isTriviallyCopyableType(context)))
            continue;
        report(diagnostics, param->getLocation(), isReference ? Diag::paramReference : Diag::paramNotTrivial)
            << param << type << param->getSourceRange();
        isParamWrong = true;
    }
    if (isParamWrong && kernel.getPointOfInstantiation().isValid())
        report(diagnostics, kernel.getPointOfInstantiation(), Diag::instantiatedHere) << &kernel;
}

}  // namespace acc
