// SPDX-License-Identifier: Apache-2.0
// A text and replacements in it, addressed by offsets of the unchanged text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace acc {

class EditBuffer {
public:
    EditBuffer() = default;
    explicit EditBuffer(std::string text) : text_(std::move(text)) {}

    const std::string& text() const { return text_; }
    bool changed() const { return !edits_.empty(); }

    // Inserts before the character at `at`. Of several insertions at one place the latest comes first, so that an outer
    // construct, inserted after the inner ones it contains, encloses them.
    void insert(size_t at, std::string text);

    // Replaces [begin, end) and drops earlier edits inside it.
    void replace(size_t begin, size_t end, std::string text);

    // [begin, end) with the edits inside it applied. Insertions at `end` are not inside.
    std::string render(size_t begin, size_t end) const;
    std::string render() const;

private:
    struct Edit {
        size_t begin, end;
        std::string text;
    };
    std::string renderRange(size_t begin, size_t end, bool includeEnd) const;

    std::string text_;
    std::vector<Edit> edits_;  // sorted by begin, disjoint
};

// The newlines of `text`, and nothing else: what must stay where text is taken away so that lines keep their numbers.
std::string newlinesOf(std::string_view text);

}  // namespace acc
