// SPDX-License-Identifier: Apache-2.0
// Where acc's own files are, and what Clang's driver knows about this machine: system headers, the GCC installation,
// how to call the linker.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/frontend/passes.h"

namespace acc {

using Command = std::vector<std::string>;

class Toolchain {
public:
    // `argv0` and `anchor` (the address of main) locate the executable; home is the folder above its `bin`.
    Toolchain(const char* argv0, void* anchor);

    const std::string& home() const { return home_; }
    std::string include() const { return home_ + "/include"; }

    // What the driver would start for one source; nothing, with a message, when it refuses.
    std::optional<std::vector<Command>> commands(const std::vector<std::string>& args) const;

    // Arguments of the compilation of one source, when that is all the driver would start; nothing, with a message,
    // when it refuses.
    std::optional<Cc1Args> cc1(const std::vector<std::string>& args) const;

    // Clang itself on these arguments.
    Command clang(const std::vector<std::string>& args) const;

    // The command that links. `withRuntime`: with libascendcl.
    std::optional<Command> link(const std::vector<std::string>& args, bool withRuntime) const;

    // Lets the driver print what `args` ask for. Returns an exit code.
    int information(const std::vector<std::string>& args) const;

    // Folders of programs, headers and libraries as text.
    std::string searchDirs() const;

private:
    std::vector<std::string> withHeaders(std::vector<std::string> args) const;

    std::string clang_;
    std::string home_;
};

// The arguments when `command` is a compilation that can run in this process.
std::optional<Cc1Args> cc1Of(const Command& command);

}  // namespace acc
