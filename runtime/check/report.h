// SPDX-License-Identifier: Apache-2.0
// How rules are reported: fail() ends the kernel, warn() goes on. Both are called on the block's fiber, only from the
// cold side of a check.
#pragma once

#include <fmt/format.h>

#include <string>

namespace acc::rt::check {

enum class Rule : unsigned char {
#define ACC_RULE(id, severity, text) id,
#include "runtime/check/rules.def"
};

enum class Severity : unsigned char { warning, error };

struct RuleInfo {
    const char* id;
    Severity severity;
    const char* text;
};

const RuleInfo& ruleInfo(Rule rule);

// Reports a broken rule of severity error at kernel code address `site`; does not return.
[[noreturn, gnu::cold]] void failWith(Rule rule, const void* site, std::string message);
// Reports a broken rule of severity warning.
[[gnu::cold]] void warnWith(Rule rule, const void* site, std::string message);

template <class... Args>
[[noreturn, gnu::cold, gnu::noinline]] void fail(Rule rule, const void* site, fmt::format_string<Args...> format,
                                                 Args&&... args) {
    failWith(rule, site, fmt::format(format, std::forward<Args>(args)...));
}
template <class... Args>
[[gnu::cold, gnu::noinline]] void warn(Rule rule, const void* site, fmt::format_string<Args...> format,
                                       Args&&... args) {
    warnWith(rule, site, fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace acc::rt::check
