// SPDX-License-Identifier: Apache-2.0
#include "compiler/kernel/find_qualifier.h"

#include "clang/Basic/IdentifierTable.h"

namespace acc {
namespace {

namespace tok = clang::tok;

bool isName(const Tokens& tokens, size_t at, const char* name) {
    return at < tokens.size() && tokens[at].is(tok::identifier) && tokens[at].getIdentifierInfo()->isStr(name);
}

bool is(const Tokens& tokens, size_t at, tok::TokenKind kind) {
    return at < tokens.size() && tokens[at].is(kind);
}

// `]` of a bracket attribute: a declaration goes on after it. `table[aicore]` and the capture `[aicore](int x)` do not.
bool closesAttribute(const Tokens& tokens, size_t at) {
    return is(tokens, at, tok::r_square) && at + 1 < tokens.size() && tokens[at + 1].getIdentifierInfo();
}

// The `;` of an explicit instantiation of an AI CPU kernel that begins with the `template` at `at`; `at` for anything
// else.
size_t aicpuInstantiationEnd(const Tokens& tokens, size_t at) {
    if (is(tokens, at + 1, tok::less) || (at > 0 && tokens[at - 1].isOneOf(tok::coloncolon, tok::period, tok::arrow)))
        return at;
    bool isAicpu = false;
    for (size_t end = at + 1; end < tokens.size() && !tokens[end].isOneOf(tok::l_brace, tok::r_brace); ++end) {
        isAicpu |= isName(tokens, end, "acc_aicpu");
        if (tokens[end].is(tok::semi))
            return isAicpu ? end : at;
    }
    return at;
}

}  // namespace

std::vector<QualifierWord> findQualifiers(const Tokens& tokens) {
    std::vector<QualifierWord> words;
    for (size_t at = 0; at < tokens.size(); ++at) {
        if (tokens[at].is(tok::kw___noinline__)) {
            // Not the name inside `__attribute__((__noinline__))`.
            if (at > 0 && !tokens[at - 1].isOneOf(tok::l_paren, tok::comma))
                words.push_back({at, at, "__attribute__((noinline))", nullptr});
        } else if (tokens[at].is(tok::kw_template)) {
            if (const size_t end = aicpuInstantiationEnd(tokens, at); end != at) {
                words.push_back({at, end, "", ""});
                at = end;
            }
        } else if (tokens[at].is(tok::l_square)) {
            if (isName(tokens, at + 1, "aicore") && closesAttribute(tokens, at + 2))
                words.push_back({at, at + 2, "", "__attribute__ ( ( acc_aicore ) )"});
            else if (isName(tokens, at + 1, "host") && is(tokens, at + 2, tok::comma) &&
                     isName(tokens, at + 3, "aicore") && closesAttribute(tokens, at + 4))
                words.push_back({at, at + 4, "", "__attribute__ ( ( acc_host_aicore ) )"});
        }
    }
    return words;
}

}  // namespace acc
