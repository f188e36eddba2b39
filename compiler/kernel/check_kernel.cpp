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
    if (kernel.isVariadic())
        report(diagnostics, kernel.getLocation(), Diag::kernelVariadic) << &kernel;
    for (const clang::ParmVarDecl* param : kernel.parameters()) {
        const clang::QualType type = param->getType();
        if (type->isReferenceType())
            report(diagnostics, param->getLocation(), Diag::paramReference) << param << type << param->getSourceRange();
        else if (!type->isDependentType() && !type->isIncompleteType() && !type.isTriviallyCopyableType(context))
            report(diagnostics, param->getLocation(), Diag::paramNotTrivial)
                << param << type << param->getSourceRange();
    }
}

}  // namespace acc
