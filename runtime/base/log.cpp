// SPDX-License-Identifier: Apache-2.0
#include "runtime/base/log.h"

#include <unistd.h>

#include <cstdio>
#include <string>

namespace acc::rt {

void report(std::string_view text) {
    const std::string line = fmt::format("[acc] {}\n", text);
    std::fflush(stdout);  // keeps the order in which a person would expect to read both
    std::fwrite(line.data(), 1, line.size(), stderr);
}

void output(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

void fatalMessage(std::string_view text) {
    report(text);
    std::fflush(nullptr);
    _exit(1);
}

}  // namespace acc::rt
