// SPDX-License-Identifier: Apache-2.0
// Launch functions: `aclrtlaunch_<kernel>(numBlocks, stream, arguments...)`, by which host code of any compiler
// launches a kernel that lies in a library (include/acc/launch_function.h). Their definitions are lowered text, behind
// the user's; their declarations travel in the object (kernel/registration.cpp), from which acc-objdump writes the
// headers that programs include.
#pragma once

#include "compiler/kernel/kernel.h"

namespace clang {
class FunctionDecl;
}  // namespace clang

namespace acc {

// Declares the launch function of `kernel` in the terms of host code: pointers as void*, half and bfloat16_t by their
// bits, structures by name. Nothing for kernels that another file cannot name: templates, static ones, members of a
// class.
LaunchFunction launchFunctionOf(const clang::FunctionDecl& kernel);

// Definitions for the kernels that have a launch function, to follow the lowered main file; "" without such kernels.
std::string launchFunctionsText(const std::vector<Kernel>& kernels);

}  // namespace acc
