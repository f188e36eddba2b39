// SPDX-License-Identifier: Apache-2.0
// `__ubuf__ T name[N]`: from plain globals, which they are in the IR, to places in the running block's UB.
#pragma once

#include <cstdint>

namespace llvm {
class Module;
}

namespace acc {

// Section that marks the arrays between attribute and IR.
inline constexpr const char* kUbufSection = "__acc_ubuf";

// Lays the arrays of the image out from UB offset 0 upward and returns the bytes they take. All kernels of an image
// share one layout: a kernel also pays for the arrays of its neighbours, but device functions can use arrays of their
// own.
uint32_t placeUbufArrays(llvm::Module& module);

}  // namespace acc
