// SPDX-License-Identifier: Apache-2.0
// Messages to people, on stderr. One write per message, so lines of several threads do not mix.
#pragma once

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace acc::rt {

// Writes `text` and a newline to stderr.
void report(std::string_view text);

// Writes `text` to stdout in one piece, in order with the program's own stdio output.
void output(std::string_view text);

// Says why the process cannot go on and ends it with exit code 1. For wrong settings only, never for API misuse.
[[noreturn]] void fatalMessage(std::string_view text);

template <class... Args>
[[noreturn]] void fatal(fmt::format_string<Args...> format, Args&&... args) {
    fatalMessage(fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace acc::rt
