// SPDX-License-Identifier: Apache-2.0
#include "compiler/support/clang_compat.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/GlobalDecl.h"
#include "clang/AST/Mangle.h"
#include "clang/Basic/Version.inc"

#if CLANG_VERSION_MAJOR != 19
#error "acc is written for LLVM 19"
#endif

namespace acc {

const clang::CallExpr* configOf(const clang::CUDAKernelCallExpr& launch) {
    return launch.getConfig();
}

std::string kernelSymbol(const clang::FunctionDecl& kernel) {
    const std::unique_ptr<clang::MangleContext> mangler(kernel.getASTContext().createMangleContext());
    if (!mangler->shouldMangleDeclName(&kernel))
        return kernel.getNameAsString();
    std::string symbol;
    llvm::raw_string_ostream stream(symbol);
    mangler->mangleName(clang::GlobalDecl(&kernel, clang::KernelReferenceKind::Kernel), stream);
    return symbol;
}

}  // namespace acc
