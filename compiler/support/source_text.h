// SPDX-License-Identifier: Apache-2.0
// One file of the user as text that is edited by token.
//
// Tokens that come from a macro have no text of their own in the file. An edit that begins or ends between such tokens
// first replaces the macro's invocation by the tokens it expands to, on one line: whatever a macro builds, its launches
// and kernels are lowered, and what it stringises stays what the user wrote.
#pragma once

#include <map>
#include <set>

#include "clang/Basic/SourceLocation.h"
#include "compiler/support/edit_buffer.h"
#include "compiler/support/token_stream.h"

namespace clang {
class SourceManager;
}

namespace acc {

class SourceText {
public:
    // `members`: indices of the tokens of this inclusion of the file, ascending. `cuts`: tokens before which an edit
    // will begin or end; `cutsAfter`: tokens after which one will.
    SourceText(clang::Preprocessor& pp, const Tokens& tokens, clang::FileID file, const std::vector<size_t>& members,
               const std::set<size_t>& cuts, const std::set<size_t>& cutsAfter);

    void insertBefore(size_t token, std::string text) { edits_.insert(extents_.at(token).begin, std::move(text)); }
    void insertAfter(size_t token, std::string text) { edits_.insert(extents_.at(token).end, std::move(text)); }

    // Replaces the tokens from first to last. Newlines and preprocessor directives between them stay in place, and
    // `head` stands before, `tail` after them.
    void replace(size_t first, size_t last, const std::string& head, const std::string& tail = "");

    // The text strictly between two tokens, edited so far, on one line and without comments.
    std::string between(size_t first, size_t last) const;

    // The text from first to last as it is in the file.
    std::string original(size_t first, size_t last) const;

    bool contains(size_t token) const { return extents_.count(token) != 0; }
    bool changed() const { return edits_.changed(); }
    std::string render() const { return edits_.render(); }

private:
    struct Extent {
        size_t begin, end;
    };
    clang::Preprocessor& pp_;
    std::map<size_t, Extent> extents_;  // token -> its text; the whole invocation for tokens of an unexpanded macro
    EditBuffer edits_;
};

// Whether an index is that of a token of a file that acc may rewrite: not a system header, not one of acc's own.
class UserFiles {
public:
    explicit UserFiles(const clang::SourceManager& sources) : sources_(sources) {}
    // The file of `at` (of the invocation, for a macro's token) if it is the user's; invalid otherwise.
    clang::FileID fileOf(clang::SourceLocation at);
    bool isUsers(clang::FileID file);

private:
    const clang::SourceManager& sources_;
    std::map<clang::FileID, bool> known_;
    clang::FileID latest_;
    bool isLatestUsers_ = false;
};

}  // namespace acc
