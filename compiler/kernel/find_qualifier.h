// SPDX-License-Identifier: Apache-2.0
// Qualifiers that are no macros: `__noinline__`, a keyword in CUDA mode only, and the bracket attributes `[aicore]` and
// `[host, aicore]`, which are not C++ at all. And `template extern __global__ __aicpu__ int k<int>(void*);`, which says
// that an AI CPU file has this instance: C++ knows no `extern` there, and needs no such declaration.
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
