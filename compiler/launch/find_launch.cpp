// SPDX-License-Identifier: Apache-2.0
#include "compiler/launch/find_launch.h"

#include <algorithm>
#include <map>
#include <set>

#include "clang/Lex/Preprocessor.h"
#include "compiler/kernel/find_qualifier.h"
#include "compiler/support/diagnostics.h"

namespace acc {
namespace {

namespace tok = clang::tok;
constexpr size_t kNone = ~size_t{0};

bool opens(const clang::Token& token) {
    return token.isOneOf(tok::l_paren, tok::l_square, tok::l_brace);
}
bool closes(const clang::Token& token) {
    return token.isOneOf(tok::r_paren, tok::r_square, tok::r_brace);
}

// Index of the bracket that closes the one at `at`; kNone at the end of the file.
size_t matchForward(const Tokens& tokens, size_t at) {
    int depth = 0;
    for (; at < tokens.size(); ++at) {
        depth += opens(tokens[at]) ? 1 : closes(tokens[at]) ? -1 : 0;
        if (depth == 0)
            return at;
    }
    return kNone;
}

size_t matchBackward(const Tokens& tokens, size_t at) {
    int depth = 0;
    for (;; --at) {
        depth += closes(tokens[at]) ? 1 : opens(tokens[at]) ? -1 : 0;
        if (depth == 0)
            return at;
        if (at == 0)
            return kNone;
    }
}

// Index of the `<` that opens the template arguments whose last `>` is at `at`.
size_t matchTemplateBackward(const Tokens& tokens, size_t at) {
    int depth = 0;
    for (;; --at) {
        const clang::Token& token = tokens[at];
        if (token.is(tok::greater))
            depth += 1;
        else if (token.is(tok::greatergreater))
            depth += 2;
        else if (token.is(tok::less))
            depth -= 1;
        else if (token.isOneOf(tok::semi, tok::l_brace, tok::l_paren, tok::l_square))
            return kNone;
        else if (closes(token) && (at = matchBackward(tokens, at)) == kNone)
            return kNone;
        if (depth <= 0)
            return at;
        if (at == 0)
            return kNone;
    }
}

// First token of the postfix expression that ends at `at`: `ns::k<T, 3>`, `(fp)`, `table[i]`, `object.member`.
size_t calleeBegin(const Tokens& tokens, size_t at) {
    for (;;) {
        bool needsName = false;
        if (tokens[at].is(tok::greater) || tokens[at].is(tok::greatergreater)) {
            at = matchTemplateBackward(tokens, at);
            needsName = true;
            if (at == kNone || at == 0)
                return kNone;
            --at;
        }
        while (!needsName && tokens[at].isOneOf(tok::r_paren, tok::r_square)) {
            const size_t open = matchBackward(tokens, at);
            if (open == kNone || open == 0)
                return open;
            at = open;
            if (!tokens[at - 1].isOneOf(tok::identifier, tok::r_paren, tok::r_square))
                return at;
            --at;
        }
        if (tokens[at].isNot(tok::identifier))
            return kNone;
        if (at > 0 && tokens[at - 1].is(tok::kw_template))
            --at;
        if (at > 0 && tokens[at - 1].is(tok::coloncolon)) {
            --at;
            if (at > 0 && (tokens[at - 1].is(tok::identifier) || tokens[at - 1].is(tok::greater))) {
                --at;
                continue;
            }
            return at;
        }
        if (at > 1 && tokens[at - 1].isOneOf(tok::period, tok::arrow)) {
            at -= 2;
            continue;
        }
        return at;
    }
}

// Whether the `:` at `at` is that of `c ? a : b`, not of a label.
bool isTernaryColon(const Tokens& tokens, size_t at) {
    while (at-- > 0) {
        if (tokens[at].is(tok::question))
            return true;
        if (tokens[at].isOneOf(tok::semi, tok::l_brace, tok::r_brace, tok::kw_case))
            return false;
    }
    return false;
}

bool beginsStatement(const Tokens& tokens, size_t at) {
    if (at == 0)
        return true;
    const clang::Token& before = tokens[at - 1];
    if (before.isOneOf(tok::semi, tok::l_brace, tok::r_brace, tok::kw_else, tok::kw_do))
        return true;
    if (before.is(tok::colon))
        return !isTernaryColon(tokens, at - 1);
    if (before.isOneOf(tok::r_paren, tok::r_square)) {
        const size_t open = matchBackward(tokens, at - 1);
        if (open == kNone || open == 0)
            return false;
        if (before.is(tok::r_square))
            return tokens[open + 1].is(tok::l_square);  // [[attribute]]
        return tokens[open - 1].isOneOf(tok::kw_if, tok::kw_for, tok::kw_while, tok::kw_switch, tok::kw_constexpr);
    }
    return false;
}

// Index of the `>>>` that belongs to the `<<<` at `open`, past launches inside the configuration.
size_t configEnd(const Tokens& tokens, size_t open) {
    int depth = 0;
    for (size_t at = open; at < tokens.size(); ++at) {
        const clang::Token& token = tokens[at];
        depth += token.is(tok::lesslessless) ? 1 : token.is(tok::greatergreatergreater) ? -1 : 0;
        if (depth == 0)
            return at;
        if (opens(token))
            at = matchForward(tokens, at);
        if (at == kNone || closes(token) || token.is(tok::semi))
            return kNone;
    }
    return kNone;
}

// Last token of the part that begins at `at`: the partner of a bracket, the `>>>` of a nested launch, or `at` itself.
// `limit` where nothing closes the part.
size_t partEnd(const Tokens& tokens, size_t at, size_t limit) {
    const size_t end = opens(tokens[at])                  ? matchForward(tokens, at)
                       : tokens[at].is(tok::lesslessless) ? configEnd(tokens, at)
                                                          : at;
    return std::min(end, limit);
}

// The `>` that closes the `<` at `at` as template arguments; `at` when none does: `n < m`.
size_t templateEnd(const Tokens& tokens, size_t at, size_t limit) {
    for (size_t end = at + 1; end < limit && !closes(tokens[end]); end = partEnd(tokens, end, limit) + 1)
        if (tokens[end].isOneOf(tok::greater, tok::greatergreater))
            return end;
    return at;
}

// Whether the declaration that contains `at` is that of a type.
bool isAlias(const Tokens& tokens, size_t at) {
    while (at-- > 0) {
        if (tokens[at].isOneOf(tok::kw_using, tok::kw_typedef))
            return true;
        if (tokens[at].isOneOf(tok::semi, tok::l_brace, tok::r_brace))
            return false;
    }
    return false;
}

// `__ubuf__ T name[` declares an array, `__gm__ T name = ...` a variable; anything else under the word is a type,
// mostly that of a pointer, with the `*` at `star`. `at`: behind the word.
struct Declares {
    enum { nothing, array, variable } kind = nothing;
    size_t star = kNone;
};
Declares declares(const Tokens& tokens, size_t at) {
    const size_t begin = at;
    for (; at < tokens.size(); ++at) {
        const clang::Token& token = tokens[at];
        if (token.is(tok::less)) {
            int depth = 0;
            for (; at < tokens.size(); ++at) {
                depth += tokens[at].is(tok::less) ? 1 : tokens[at].is(tok::greater) ? -1 : 0;
                depth -= tokens[at].is(tok::greatergreater) ? 2 : 0;
                if (depth <= 0 || tokens[at].isOneOf(tok::semi, tok::l_brace))
                    break;
            }
        } else if (token.is(tok::l_square)) {
            return {Declares::array, kNone};
        } else if (token.isOneOf(tok::semi, tok::equal, tok::l_brace)) {
            // A type and a name; `using T = __gm__ int;` has no name.
            if (at >= begin + 2 && tokens[at - 1].is(tok::identifier) && !isAlias(tokens, begin - 1))
                return {Declares::variable, kNone};
            return {};
        } else if (token.is(tok::star)) {
            return {Declares::nothing, at};
        } else if (token.isOneOf(tok::amp, tok::l_paren, tok::r_paren, tok::comma, tok::greater)) {
            return {};
        }
    }
    return {};
}

// What the parser gets for the words of memories (acc/language.h): an attribute of the variable or array that the word
// declares, or one of the type that a pointer points to (kernel/check_address_space.h), in front of its `*`.
class MemoryWords {
public:
    MemoryWords(const Tokens& tokens, clang::Preprocessor& pp) {
        struct Word {
            const char* name;
            const char* pointee;
        };
#define ACC_POINTEE(word) "[ [ clang :: annotate_type ( \"" word "\" ) ] ]"
        static constexpr Word kWords[] = {
            {"__acc_gm__", ACC_POINTEE("acc.__gm__")},     {"__acc_ubuf__", ACC_POINTEE("acc.__ubuf__")},
            {"__acc_cbuf__", ACC_POINTEE("acc.__cbuf__")}, {"__acc_ca__", ACC_POINTEE("acc.__ca__")},
            {"__acc_cb__", ACC_POINTEE("acc.__cb__")},     {"__acc_cc__", ACC_POINTEE("acc.__cc__")},
            {"__acc_fbuf__", ACC_POINTEE("acc.__fbuf__")}, {"__acc_biasbuf__", ACC_POINTEE("acc.__biasbuf__")},
        };
#undef ACC_POINTEE
        llvm::SmallDenseMap<const clang::IdentifierInfo*, const Word*, 16> words;
        for (const Word& word : kWords)
            words[pp.getIdentifierInfo(word.name)] = &word;
        const clang::IdentifierInfo* gm = pp.getIdentifierInfo("__acc_gm__");
        const clang::IdentifierInfo* ubuf = pp.getIdentifierInfo("__acc_ubuf__");
        for (size_t at = 0; at < tokens.size(); ++at) {
            if (tokens[at].isNot(tok::identifier))
                continue;
            const auto word = words.find(tokens[at].getIdentifierInfo());
            if (word == words.end())
                continue;
            const Declares what = declares(tokens, at + 1);
            const bool isGm = word->first == gm && what.kind != Declares::nothing;
            const bool isUbuf = word->first == ubuf && what.kind == Declares::array;
            instead[at] = isGm ? "__attribute__ ( ( acc_gm ) )" : isUbuf ? "__attribute__ ( ( acc_ubuf ) )" : "";
            if (what.star != kNone)
                inFront.emplace(what.star, word->second->pointee);
        }
    }

    std::map<size_t, const char*> instead, inFront;  // of these tokens
};

// Explicit instantiations, `template __global__ __aicore__ void k<float>(float*);`: Clang compares the execution space
// of the template with the attributes as they are spelled, and knows its own spellings only.
void spellInstantiations(Tokens& tokens, clang::Preprocessor& pp) {
    const clang::IdentifierInfo* global = pp.getIdentifierInfo("acc_global");
    const clang::IdentifierInfo* aicore = pp.getIdentifierInfo("acc_aicore");
    const auto respell = [&](clang::Token& token, const char* name) {
        token.setIdentifierInfo(pp.getIdentifierInfo(name));
    };
    for (size_t at = 0; at + 1 < tokens.size(); ++at) {
        if (tokens[at].isNot(tok::kw_template) || tokens[at + 1].is(tok::less) ||
            (at > 0 && tokens[at - 1].isOneOf(tok::coloncolon, tok::period, tok::arrow)))
            continue;
        size_t end = at;
        bool isKernel = false;
        for (; end < tokens.size() && !tokens[end].isOneOf(tok::semi, tok::l_brace); ++end)
            isKernel |= tokens[end].is(tok::identifier) && tokens[end].getIdentifierInfo() == global;
        for (; at < end; ++at)
            if (tokens[at].is(tok::identifier) && tokens[at].getIdentifierInfo() == global)
                respell(tokens[at], "global");
            else if (!isKernel && tokens[at].is(tok::identifier) && tokens[at].getIdentifierInfo() == aicore)
                respell(tokens[at], "device");
    }
}

}  // namespace

std::vector<LaunchSite> findLaunches(const Tokens& tokens) {
    std::vector<LaunchSite> sites;
    for (size_t open = 1; open + 1 < tokens.size(); ++open) {
        if (tokens[open].isNot(tok::lesslessless) || tokens[open - 1].is(tok::kw_operator))
            continue;
        const size_t close = configEnd(tokens, open);
        if (close == kNone || close + 1 >= tokens.size() || tokens[close + 1].isNot(tok::l_paren))
            continue;
        const size_t argsClose = matchForward(tokens, close + 1);
        const size_t callee = calleeBegin(tokens, open - 1);
        if (argsClose == kNone || callee == kNone)
            continue;
        const bool isStatement =
            argsClose + 1 < tokens.size() && tokens[argsClose + 1].is(tok::semi) && beginsStatement(tokens, callee);
        sites.push_back({callee, open, close, close + 1, argsClose, isStatement});
    }
    return sites;
}

std::vector<size_t> configCommas(const Tokens& tokens, const LaunchSite& site) {
    std::vector<size_t> commas;
    for (size_t at = site.open + 1; at < site.close; ++at) {
        if (tokens[at].is(tok::less) && tokens[at - 1].is(tok::identifier))
            at = templateEnd(tokens, at, site.close);
        else if (tokens[at].is(tok::comma))
            commas.push_back(at);
        else
            at = partEnd(tokens, at, site.close);
    }
    return commas;
}

Tokens tokensToParse(const Tokens& tokens, const std::vector<LaunchSite>& sites, clang::Preprocessor& pp) {
    std::multimap<size_t, const LaunchSite*> begins, ends;
    std::map<size_t, size_t> skips;  // first token left out -> first token kept
    for (const LaunchSite& site : sites) {
        if (!site.isStatement) {
            begins.emplace(site.callee, &site);
            ends.emplace(site.argsClose, &site);
        }
        const std::vector<size_t> commas = configCommas(tokens, site);
        if (commas.size() == 3) {
            report(pp.getDiagnostics(), tokens[site.open].getLocation(), Diag::simtLaunch)
                << clang::SourceRange(tokens[site.open].getLocation(), tokens[site.close].getLocation());
            skips[commas[0]] = commas[1];
        }
    }
    std::map<size_t, const QualifierWord*> words;
    const std::vector<QualifierWord> qualifiers = findQualifiers(tokens);
    for (const QualifierWord& word : qualifiers)
        if (word.parsedTokens)
            words[word.first] = &word;
    const MemoryWords memories(tokens, pp);
    // Nearly all tokens are only copied, so the places where there is more to do are collected first.
    std::set<size_t> places;
    for (size_t at = 0; at < tokens.size(); ++at)
        if (tokens[at].is(tok::lesslessless))
            places.insert(at);
    for (const auto& [at, text] : memories.instead)
        places.insert(at);
    for (const auto& [at, text] : memories.inFront)
        places.insert(at);
    for (const auto& [at, site] : begins)
        places.insert(at);
    for (const auto& [at, site] : ends)
        places.insert(at);
    for (const auto& [at, kept] : skips)
        places.insert({at, kept});
    for (const auto& [at, word] : words)
        places.insert(at);

    Tokens result;
    result.reserve(tokens.size() + 16 + 8 * places.size());
    size_t next = 0;
    for (size_t at : places) {
        if (at < next)
            continue;
        result.insert(result.end(), tokens.begin() + static_cast<ptrdiff_t>(next),
                      tokens.begin() + static_cast<ptrdiff_t>(at));
        if (const auto skip = skips.find(at); skip != skips.end())
            at = skip->second;
        next = at + 1;
        if (const auto word = words.find(at); word != words.end()) {
            appendTokens(result, pp, word->second->parsedTokens, tokens[at].getLocation());
            next = word->second->last + 1;
            continue;
        }
        const clang::Token& token = tokens[at];
        for (auto [it, end] = begins.equal_range(at); it != end; ++it)
            appendTokens(result, pp, "(", token.getLocation());
        if (token.is(tok::lesslessless) && at > 0 && tokens[at - 1].is(tok::kw_operator)) {
            appendTokens(result, pp, "<< <", token.getLocation());
        } else if (const auto memory = memories.instead.find(at); memory != memories.instead.end()) {
            appendTokens(result, pp, memory->second, token.getLocation());
        } else {
            if (const auto pointee = memories.inFront.find(at); pointee != memories.inFront.end())
                appendTokens(result, pp, pointee->second, token.getLocation());
            result.push_back(token);
        }
        for (auto [it, end] = ends.equal_range(at); it != end; ++it)
            appendTokens(result, pp, ", :: acc :: launchStatus ( ) )", token.getLocation());
    }
    result.insert(result.end(), tokens.begin() + static_cast<ptrdiff_t>(next), tokens.end());
    spellInstantiations(result, pp);
    return result;
}

}  // namespace acc
