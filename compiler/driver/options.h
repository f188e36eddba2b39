// SPDX-License-Identifier: Apache-2.0
// The command line as data.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace acc {

enum class InputKind { kernel, source, linker };  // kernels and launches; host only; left to the linker

struct Input {
    InputKind kind;
    std::string path;
    std::string language;  // of -x, "" when the name decides
};

// What the linker sees, in the order of the command line: an input (index) or an option.
struct LinkItem {
    std::optional<size_t> input;
    std::string option;
};

struct Options {
    std::vector<Input> inputs;
    std::vector<std::string> compile;  // everything but inputs, -x, -c and -o: for Clang's driver
    std::vector<LinkItem> link;
    std::string output;
    unsigned npuArch = 2201;
    enum class Stop { preprocess, syntax, assembly, object, link } stop = Stop::link;
    bool emitLowered = false;
    bool deviceOnly = false;
    bool launchFunctions = false;
    bool clangdConfig = false;
    bool dryRun = false;   // -###
    bool verbose = false;  // -v
    bool isShared = false;
    bool hasOptLevel = false;
    bool hasDebugInfo = false;
};

struct ParsedCommandLine {
    std::optional<Options> options;  // nothing: the process ends with exitCode
    int exitCode = 0;
};

// Prints help, version and errors itself.
ParsedCommandLine parseCommandLine(const std::vector<std::string>& args);

}  // namespace acc
