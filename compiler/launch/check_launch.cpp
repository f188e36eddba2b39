// SPDX-License-Identifier: Apache-2.0
#include "compiler/launch/check_launch.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "compiler/support/clang_compat.h"
#include "compiler/support/diagnostics.h"

namespace acc {
namespace {

constexpr int64_t kMaxBlocks = 65535;
constexpr int64_t kUbufBytes = 192 * 1024;

// The user's expression under the conversion to acc::NumBlocks.
const clang::Expr* unconverted(const clang::Expr* expr) {
    for (;;) {
        expr = expr->IgnoreImplicit();
        const auto* construct = llvm::dyn_cast<clang::CXXConstructExpr>(expr);
        if (!construct || construct->getNumArgs() == 0)
            return expr;
        expr = construct->getArg(0);
    }
}

void checkUbufSize(const clang::Expr& size, const clang::ASTContext& context) {
    clang::Expr::EvalResult value;
    if (size.isValueDependent() || !size.getType()->isIntegralOrEnumerationType() ||
        !size.EvaluateAsInt(value, context))
        return;
    const llvm::APSInt& bytes = value.Val.getInt();
    if (bytes.isNegative() || bytes.getActiveBits() > 63 || bytes.getExtValue() > kUbufBytes)
        report(context.getDiagnostics(), size.getExprLoc(), Diag::ubufTooLarge)
            << llvm::toString(bytes, 10) << size.getSourceRange();
}

}  // namespace

void checkLaunch(const clang::CUDAKernelCallExpr& launch, const clang::ASTContext& context) {
    const clang::CallExpr* config = configOf(launch);
    if (!config || config->getNumArgs() == 0)
        return;
    if (config->getNumArgs() > 1)
        checkUbufSize(*unconverted(config->getArg(1)), context);
    const clang::Expr* numBlocks = unconverted(config->getArg(0));
    clang::Expr::EvalResult value;
    if (numBlocks->isValueDependent() || !numBlocks->getType()->isIntegralOrEnumerationType() ||
        !numBlocks->EvaluateAsInt(value, context))
        return;
    const llvm::APSInt& number = value.Val.getInt();
    if (number == 0)
        report(context.getDiagnostics(), numBlocks->getExprLoc(), Diag::zeroBlocks) << numBlocks->getSourceRange();
    else if (number.isNegative() || number.getActiveBits() > 63 || number.getExtValue() > kMaxBlocks)
        report(context.getDiagnostics(), numBlocks->getExprLoc(), Diag::tooManyBlocks)
            << llvm::toString(number, 10) << numBlocks->getSourceRange();
}

}  // namespace acc
