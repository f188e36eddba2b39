// SPDX-License-Identifier: Apache-2.0
// Qualifiers that are no macros: `__noinline__`, a keyword in CUDA mode only, and the bracket attributes `[aicore]` and
// `[host, aicore]`, which are not C++ at all.
#pragma once

#include <vector>

#include "compiler/support/token_stream.h"

namespace acc {

struct QualifierWord {
    size_t first, last;        // its tokens
    const char* hostText;      // what stands there in the lowered text
    const char* parsedTokens;  // what the parser gets, in the form of appendTokens; null for the tokens themselves
};

// In the order of the text.
std::vector<QualifierWord> findQualifiers(const Tokens& tokens);

}  // namespace acc
