// SPDX-License-Identifier: Apache-2.0
// The only place that may look at LLVM's version: calls whose form differs between releases.
#pragma once

#include "clang/Basic/LLVM.h"

namespace clang {
class CallExpr;
class CUDAKernelCallExpr;
class Expr;
class FunctionDecl;
class Sema;
}  // namespace clang

namespace acc {

// The configuration `__cudaPushCallConfiguration(...)` of a launch.
const clang::CallExpr* configOf(const clang::CUDAKernelCallExpr& launch);

// The linker name of a kernel itself; plain mangling in host mode gives that of CUDA's stub.
std::string kernelSymbol(const clang::FunctionDecl& kernel);

}  // namespace acc
