// SPDX-License-Identifier: Apache-2.0
// Whether a kernel's declaration is one that can be launched.
#pragma once

namespace clang {
class FunctionDecl;
}

namespace acc {

// Reports what is wrong. Called for every declaration of a kernel and for every instantiation of a kernel template.
void checkKernel(const clang::FunctionDecl& kernel);

}  // namespace acc
