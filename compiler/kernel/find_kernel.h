// SPDX-License-Identifier: Apache-2.0
// Kernels of the AST as plain data.
#pragma once

#include "compiler/kernel/kernel.h"
#include "compiler/support/source_text.h"

namespace clang {
class ASTContext;
class FunctionDecl;
class VarDecl;
}  // namespace clang

namespace acc {

// Makes the attributes of kernel/attributes.cpp known to Clang.
void linkAttributes();

// The cores of a kernel that does not say: what KERNEL_TASK_TYPE_DEFAULT or KERNEL_TASK_TYPE in the user's files says;
// else one cube and two vector cores when they name cube things (ASCEND_IS_AIC, Mmad, TPosition::A1/B1/CO1, TSCM, the
// Matmul header); else one vector core.
Cores defaultCores(const clang::SourceManager& sources, const std::set<clang::FileID>& userFiles,
                   const clang::LangOptions& options);

// Whether this declaration has a body, which the parse may have skipped.
bool isDefinedHere(const clang::FunctionDecl& function);

// Code for the cores that host code can neither call nor evaluate.
bool isDeviceOnly(const clang::FunctionDecl& function);

// Whether this is a kernel that code is generated for: not a template, defined here.
bool isEmittedKernel(const clang::FunctionDecl& function);

// The function that a variable called kNameExpression... is initialised with; null for any other variable.
const clang::FunctionDecl* namedFunction(const clang::VarDecl& variable);

Kernel describeKernel(const clang::FunctionDecl& function, Cores defaults);

}  // namespace acc
