// SPDX-License-Identifier: Apache-2.0
// Environment variables of the runtime (ACC_*), read once by whoever uses them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace acc::rt {

// The variable's text; nullopt when unset or empty.
std::optional<std::string> environment(const char* name);

// A whole number, optionally with suffix K, M or G (powers of 1024). A value that does not parse or is out of range
// ends the process with a message that names variable, value and range: a misspelt setting must not be ignored
// silently.
std::optional<uint64_t> environmentNumber(const char* name, uint64_t minimum, uint64_t maximum);

}  // namespace acc::rt
