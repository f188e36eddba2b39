// SPDX-License-Identifier: Apache-2.0
// What device code may not contain, beyond what Clang refuses in CUDA mode.
#pragma once

namespace clang {
class FunctionDecl;
}

namespace acc {

// Reports what the cores have no support for in `function`, device code of the user with a body.
void checkDeviceCode(const clang::FunctionDecl& function);

}  // namespace acc
