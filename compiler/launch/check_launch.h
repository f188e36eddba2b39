// SPDX-License-Identifier: Apache-2.0
// What Clang does not check about a launch: the values of its configuration.
#pragma once

namespace clang {
class ASTContext;
class CUDAKernelCallExpr;
}  // namespace clang

namespace acc {

void checkLaunch(const clang::CUDAKernelCallExpr& launch, const clang::ASTContext& context);

}  // namespace acc
