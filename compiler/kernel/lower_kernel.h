// SPDX-License-Identifier: Apache-2.0
// A kernel definition as edits: its body becomes that of its stub. Bodies of device functions are taken away, because
// no host code can call them: that saves their compilation and keeps two files with one `__aicore__` helper linkable.
#pragma once

#include <optional>
#include <set>
#include <unordered_map>

#include "compiler/support/source_text.h"

namespace clang {
class FunctionDecl;
}

namespace acc {

// Location (raw encoding) of a token -> its index.
using TokenIndex = std::unordered_map<unsigned, size_t>;

struct FunctionEdit {
    size_t first, last;  // the body, with a constructor's initialisers
    std::string body;    // what stands there instead
    std::vector<std::pair<size_t, std::string>>
        names;  // inserted after a token: names of what the source leaves unnamed
};

// The edit that `function`, a definition in the user's text, needs; nothing when it stays as it is.
std::optional<FunctionEdit> functionEdit(const clang::FunctionDecl& function, const TokenIndex& index,
                                         const Tokens& tokens, clang::Preprocessor& pp);

void cutsOf(const FunctionEdit& edit, std::set<size_t>& before, std::set<size_t>& after);
void lowerFunction(const FunctionEdit& edit, SourceText& text);

}  // namespace acc
