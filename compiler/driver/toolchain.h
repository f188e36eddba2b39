// SPDX-License-Identifier: Apache-2.0
// Where acc's own files are, and what Clang's driver knows about this machine: system headers, the GCC installation,
// how to call the linker.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/frontend/passes.h"

namespace acc {

class Toolchain {
public:
    // `argv0` and `anchor` (the address of main) locate the executable; home is the folder above its `bin`.
    Toolchain(const char* argv0, void* anchor);

    const std::string& home() const { return home_; }
    std::string include() const { return home_ + "/include"; }

    // Arguments of the compilation of one source that the driver would start; nothing, with a message, when it refuses.
    std::optional<Cc1Args> cc1(const std::vector<std::string>& args) const;

    // The command that links.
    std::optional<std::vector<std::string>> link(const std::vector<std::string>& args) const;

private:
    std::string clang_;
    std::string home_;
};

}  // namespace acc
