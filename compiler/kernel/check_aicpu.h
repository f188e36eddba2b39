// SPDX-License-Identifier: Apache-2.0
// Kernels for AI CPUs. They are host code in a file of their own (`.aicpu`); code for AI cores declares and launches
// them.
#pragma once

namespace clang {
class CUDAKernelCallExpr;
class Expr;
class FunctionDecl;
}  // namespace clang

namespace acc {

// Annotations of a function that is marked `__aicpu__`, and of one that is marked `__global__` in code for AI CPUs.
inline constexpr const char* kAicpu = "acc.aicpu";
inline constexpr const char* kAicpuGlobal = "acc.aicpu.global";

// Whether this is a kernel for AI CPUs, or a template of such.
bool isAicpuKernel(const clang::FunctionDecl& function);

// Whether `callee` names a kernel for AI CPUs.
bool namesAicpuKernel(const clang::Expr& callee);

// Checks a declaration in code for AI cores, and one in code for AI CPUs.
void checkAicpuDeclaration(const clang::FunctionDecl& function);
void checkAicpuCode(const clang::FunctionDecl& function);

// Reports a use of an AI CPU kernel that is no launch.
void reportAicpuUse(const clang::Expr& use, const clang::FunctionDecl& kernel);

}  // namespace acc
