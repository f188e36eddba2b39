// SPDX-License-Identifier: Apache-2.0
// Pointers to one memory of the core where pointers to another one are expected. The emulated memories share one
// address space, so `__gm__ T*` and `__ubuf__ T*` are one type to the parser: overloads and templates do not tell them
// apart, and most pointers do not say where they point to. What is checked is where two declarations meet that both say
// it.
#pragma once

namespace clang {
class FunctionDecl;
}

namespace acc {

// How the annotation begins of a type that pointers to a memory point to; the rest is the memory's qualifier.
inline constexpr const char* kMemory = "acc.__";

void checkAddressSpaces(const clang::FunctionDecl& function);

}  // namespace acc
