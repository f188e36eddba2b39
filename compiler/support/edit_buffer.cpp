// SPDX-License-Identifier: Apache-2.0
#include "compiler/support/edit_buffer.h"

#include <algorithm>

namespace acc {

void EditBuffer::insert(size_t at, std::string text) {
    const auto place = std::find_if(edits_.begin(), edits_.end(), [at](const Edit& edit) { return edit.begin >= at; });
    edits_.insert(place, Edit{at, at, std::move(text)});
}

void EditBuffer::replace(size_t begin, size_t end, std::string text) {
    std::erase_if(edits_, [begin, end](const Edit& edit) {
        // Insertions on the borders belong to the neighbours.
        return edit.begin >= begin && edit.end <= end &&
               !(edit.begin == edit.end && (edit.begin == begin || edit.end == end));
    });
    const auto place = std::find_if(edits_.begin(), edits_.end(), [begin, end](const Edit& edit) {
        return edit.begin > begin || (edit.begin == begin && edit.end > begin) || edit.begin >= end;
    });
    edits_.insert(place, Edit{begin, end, std::move(text)});
}

std::string EditBuffer::render(size_t begin, size_t end) const {
    return renderRange(begin, end, false);
}

std::string EditBuffer::render() const {
    return renderRange(0, text_.size(), true);
}

std::string EditBuffer::renderRange(size_t begin, size_t end, bool includeEnd) const {
    std::string result;
    size_t at = begin;
    for (const Edit& edit : edits_) {
        if (edit.begin < begin || edit.end > end || (edit.begin == end && !includeEnd))
            continue;
        result.append(text_, at, edit.begin - at);
        result += edit.text;
        at = edit.end;
    }
    result.append(text_, at, end - at);
    return result;
}

std::string newlinesOf(std::string_view text) {
    return std::string(static_cast<size_t>(std::count(text.begin(), text.end(), '\n')), '\n');
}

}  // namespace acc
