// SPDX-License-Identifier: Apache-2.0
// What the rest of a program may see of a device image: the entries of its kernels and, of files compiled with -dc, its
// device functions and `__gm__` variables.
//
// Cube and vector code of one function differ, and two files may have helpers of one name. So everything is internal
// but
//   __acc.<core>.<kernel>       entries: local once host and device objects are merged
//   __acc.gm.<variable>         variables: likewise; one for both images
//   <function>.device.<core>    with -dc: functions with external linkage, for the linker of the program
//   <variable>.device.gm        with -dc: likewise
// A demangler reads such a suffix as a clone: `add(int) [clone .device] [clone .vector]`.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "compiler/kernel/kernel.h"

namespace llvm {
class Function;
class GlobalVariable;
class Instruction;
class Module;
}  // namespace llvm

namespace acc {

// How the name of the section begins that marks `__gm__` variables between attribute and IR.
inline constexpr const char* kGmSection = "__acc_gm";

struct Isolation {
    CoreType core;
    bool isRelocatable;                // -dc
    std::set<std::string> kernels;     // symbols; nobody calls them
    std::set<std::string> cFunctions;  // symbols of the user's device functions with C linkage
    // Another file must define this, but the image is to be complete; `use` is null when nothing in it uses it.
    std::function<void(const std::string& symbol, const llvm::Instruction* use)> isMissing;
    std::function<void(const llvm::Function& function)> isRecursive;  // this function of the user's
};

struct Isolated {
    std::vector<GmVariable> variables;  // defined here
    bool hasExports = false;            // of -dc
};

Isolated isolate(llvm::Module& module, const Isolation& isolation);

}  // namespace acc
