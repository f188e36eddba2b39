// SPDX-License-Identifier: Apache-2.0
#include "compiler/support/source_text.h"

#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"

namespace acc {
namespace {

namespace tok = clang::tok;

// Tokens of acc's own attributes, `__attribute__((acc_...))`, are not for the host's text: index after them, or `at`.
size_t skipOwnAttribute(clang::Preprocessor& pp, const Tokens& tokens, const std::vector<size_t>& members, size_t at) {
    const auto token = [&](size_t i) -> const clang::Token& { return tokens[members[i]]; };
    if (token(at).is(tok::identifier) &&
        (token(at).getIdentifierInfo()->isStr("__acc_ubuf__") || token(at).getIdentifierInfo()->isStr("__acc_gm__")))
        return at + 1;
    if (at + 5 >= members.size() || token(at).isNot(tok::kw___attribute) || token(at + 3).isNot(tok::identifier) ||
        !token(at + 3).getIdentifierInfo()->getName().starts_with("acc_"))
        return at;
    int depth = 0;
    for (size_t i = at + 1; i < members.size(); ++i) {
        depth += token(i).is(tok::l_paren) ? 1 : token(i).is(tok::r_paren) ? -1 : 0;
        if (depth == 0)
            return i + 1;
    }
    static_cast<void>(pp);
    return at;
}

struct RawLexer {
    RawLexer(const std::string& text, const clang::LangOptions& options)
        : lexer(clang::SourceLocation(), options, text.c_str(), text.c_str(), text.c_str() + text.size()),
          base(text.c_str()) {}
    bool next(clang::Token& token) {
        lexer.LexFromRawLexer(token);
        return token.isNot(tok::eof);
    }
    // End of the text of the token lexed last.
    size_t end() const { return static_cast<size_t>(lexer.getBufferLocation() - base); }
    clang::Lexer lexer;
    const char* base;
};

// The preprocessor directives of `text` at their lines, all else removed. #include and #pragma are removed too: they
// would bring in what was removed around them.
std::string directivesOf(const std::string& text, const clang::LangOptions& options) {
    std::string result;
    size_t at = 0;
    RawLexer raw(text, options);
    clang::Token token;
    while (raw.next(token)) {
        if (token.isNot(tok::hash) || !token.isAtStartOfLine())
            continue;
        const size_t begin = raw.end() - token.getLength();
        size_t end = begin;
        while (end < text.size() && (text[end] != '\n' || text[end - 1] == '\\'))
            ++end;
        const llvm::StringRef word = llvm::StringRef(text).slice(begin + 1, end).ltrim();
        result += newlinesOf(llvm::StringRef(text).slice(at, begin));
        if (word.starts_with("include") || word.starts_with("pragma"))
            result += newlinesOf(llvm::StringRef(text).slice(begin, end));
        else
            result += text.substr(begin, end - begin);
        at = end;
    }
    return result + newlinesOf(llvm::StringRef(text).substr(at));
}

}  // namespace

SourceText::SourceText(clang::Preprocessor& pp, const Tokens& tokens, clang::FileID file,
                       const std::vector<size_t>& members, const std::set<size_t>& cuts,
                       const std::set<size_t>& cutsAfter)
    : pp_(pp) {
    const clang::SourceManager& sources = pp.getSourceManager();
    const llvm::StringRef original = sources.getBufferData(file);
    std::string text;
    size_t copied = 0;
    for (size_t i = 0; i < members.size();) {
        const clang::SourceLocation at = tokens[members[i]].getLocation();
        if (at.isFileID()) {
            const size_t begin = sources.getFileOffset(at);
            text.append(original, copied, begin - copied);
            copied = begin + tokens[members[i]].getLength();
            extents_[members[i]] = {text.size(), text.size() + copied - begin};
            text.append(original, begin, copied - begin);
            ++i;
            continue;
        }
        // A macro: the run of tokens with its invocation's place.
        const clang::CharSourceRange range = sources.getExpansionRange(at);
        size_t end = i;
        bool cut = false;
        while (end < members.size() && tokens[members[end]].getLocation().isMacroID() &&
               sources.getExpansionLoc(tokens[members[end]].getLocation()) == range.getBegin()) {
            cut |= end > i && cuts.count(members[end]);
            cut |= end + 1 < members.size() && cutsAfter.count(members[end]) &&
                   tokens[members[end + 1]].getLocation().isMacroID() &&
                   sources.getExpansionLoc(tokens[members[end + 1]].getLocation()) == range.getBegin();
            ++end;
        }
        const size_t begin = sources.getFileOffset(range.getBegin());
        const size_t after = sources.getFileOffset(range.getEnd()) +
                             clang::Lexer::MeasureTokenLength(range.getEnd(), sources, pp.getLangOpts());
        text.append(original, copied, begin - copied);
        copied = after;
        const std::string invocation = original.slice(begin, after).str();
        if (!cut) {
            for (; i < end; ++i)
                extents_[members[i]] = {text.size(), text.size() + invocation.size()};
            text += invocation;
            continue;
        }
        for (; i < end; ++i) {
            for (size_t next; i < end && (next = skipOwnAttribute(pp, tokens, members, i)) != i; i = next)
                for (size_t skipped = i; skipped < next; ++skipped)
                    extents_[members[skipped]] = {text.size(), text.size()};
            if (i >= end)
                break;
            const clang::Token& token = tokens[members[i]];
            if (token.isAnnotation()) {
                extents_[members[i]] = {text.size(), text.size()};
                continue;
            }
            const std::string spelling = pp.getSpelling(token);
            if (!token.isOneOf(tok::comma, tok::semi, tok::r_paren, tok::l_paren) && !text.ends_with('('))
                text += ' ';
            extents_[members[i]] = {text.size(), text.size() + spelling.size()};
            text += spelling;
        }
        text += newlinesOf(invocation);
    }
    text.append(original, copied, original.size() - copied);
    edits_ = EditBuffer(std::move(text));
}

void SourceText::replace(size_t first, size_t last, const std::string& head, const std::string& tail) {
    const size_t begin = extents_.at(first).begin, end = extents_.at(last).end;
    edits_.replace(begin, end, head + directivesOf(edits_.text().substr(begin, end - begin), pp_.getLangOpts()) + tail);
}

std::string SourceText::between(size_t first, size_t last) const {
    const std::string text = edits_.render(extents_.at(first).end, extents_.at(last).begin);
    std::string result;
    RawLexer raw(text, pp_.getLangOpts());
    clang::Token token;
    while (raw.next(token)) {
        if (!result.empty() && (token.hasLeadingSpace() || token.isAtStartOfLine()))
            result += ' ';
        result.append(text, raw.end() - token.getLength(), token.getLength());
    }
    return result;
}

std::string SourceText::original(size_t first, size_t last) const {
    const size_t begin = extents_.at(first).begin;
    return edits_.text().substr(begin, extents_.at(last).end - begin);
}

clang::FileID UserFiles::fileOf(clang::SourceLocation at) {
    const clang::FileID file = sources_.getFileID(sources_.getExpansionLoc(at));
    return isUsers(file) ? file : clang::FileID();
}

bool UserFiles::isUsers(clang::FileID file) {
    if (file == latest_ && file.isValid())  // declarations come in runs of one file
        return isLatestUsers_;
    const auto [known, isNew] = known_.emplace(file, false);
    if (isNew)
        known->second =
            sources_.getFileEntryRefForID(file) && !sources_.isInSystemHeader(sources_.getLocForStartOfFile(file));
    latest_ = file;
    isLatestUsers_ = known->second;
    return isLatestUsers_;
}

}  // namespace acc
