// SPDX-License-Identifier: Apache-2.0
// The entry of a kernel: `void entry(const void* args) { kernel(*(T0*)(args + 0), *(T1*)(args + 8), ...); }`, built as
// AST so that Clang's own calling convention, copy construction and debug information apply.
#pragma once

#include "compiler/kernel/kernel.h"

namespace clang {
class FunctionDecl;
class Sema;
}  // namespace clang

namespace acc {

// The entry of `kernel` for `core`; null when Clang refused it, with a diagnostic. The caller hands it to code
// generation.
clang::FunctionDecl* makeEntry(clang::Sema& sema, clang::FunctionDecl& kernel, const Kernel& description,
                               CoreType core);

}  // namespace acc
