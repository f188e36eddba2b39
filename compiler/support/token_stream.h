// SPDX-License-Identifier: Apache-2.0
// The translation unit as tokens after preprocessing, read completely before the parser sees the first one.
//
// Why: a launch used as a value (`return k<<<n, nullptr, s>>>(x);`) is void to Clang's parser, and whether `<<<`
// belongs to a launch shows only after the name in front of it has been read. With all tokens at hand, launches are
// found whatever macros they come from, the parser can be given tokens that the text does not have, at locations of the
// user's own text, and the lowering later edits the same tokens.
//
// Invariant: pragma handlers run while tokens are read. Those that leave annotation tokens (all that Clang has for
// C and C++ but `#pragma clang optimize`) act at their place in the parse as usual.
#pragma once

#include <functional>
#include <vector>

#include "clang/Basic/SourceLocation.h"
#include "clang/Lex/Token.h"

namespace clang {
class CompilerInstance;
class Preprocessor;
}  // namespace clang

namespace acc {

using Tokens = std::vector<clang::Token>;

// Tokens from `first` up to the next run come from one inclusion of a file; a macro's from the file that invokes it.
struct TokenRun {
    size_t first;
    clang::FileID file;
};
using TokenRuns = std::vector<TokenRun>;

// Reads all tokens, lets `edit` derive from them the tokens that are parsed, parses those and hands the declarations to
// the consumer of `ci`. What clang::ParseAST does otherwise. `tokens` receives the unedited tokens, without end of
// file, and `runs` where they come from, which costs less to note than to find out for each token.
void parseTokens(clang::CompilerInstance& ci, Tokens& tokens, TokenRuns& runs,
                 const std::function<Tokens(const Tokens&)>& edit);

// Tokens that the text does not have, placed at `at`. `text` is split at blanks: identifiers, keywords and punctuation.
void appendTokens(Tokens& to, clang::Preprocessor& pp, const char* text, clang::SourceLocation at);

}  // namespace acc
