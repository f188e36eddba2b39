// SPDX-License-Identifier: Apache-2.0
#include "runtime/base/env.h"

#include <charconv>
#include <cstdlib>

#include "runtime/base/log.h"

namespace acc::rt {

std::optional<std::string> environment(const char* name) {
    const char* text = std::getenv(name);
    if (text == nullptr || *text == '\0') {
        return std::nullopt;
    }
    return text;
}

std::optional<uint64_t> environmentNumber(const char* name, uint64_t minimum, uint64_t maximum) {
    const std::optional<std::string> text = environment(name);
    if (!text) {
        return std::nullopt;
    }
    uint64_t value = 0;
    const char* end = text->data() + text->size();
    auto [rest, error] = std::from_chars(text->data(), end, value);
    unsigned shift = 0;
    if (error == std::errc() && rest + 1 == end) {
        shift = *rest == 'K' ? 10 : *rest == 'M' ? 20 : *rest == 'G' ? 30 : 0;
        rest += shift != 0 ? 1 : 0;
    }
    if (error != std::errc() || rest != end || value > (maximum >> shift) || (value << shift) < minimum) {
        fatal("{} is '{}', expected a number from {} to {} (suffix K, M or G allowed)", name, *text, minimum, maximum);
    }
    return value << shift;
}

}  // namespace acc::rt
