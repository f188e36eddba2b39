// SPDX-License-Identifier: Apache-2.0
// The command line as data.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/driver/message_log.h"
#include "compiler/kernel/kernel.h"

namespace acc {

enum class InputKind { kernel, aicpu, source, linker };  // kernels and launches; AI CPU code; host only; for the linker

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

enum class Side { both, host, device };  // of -Xhost-start and -Xaicore-start

struct CompileWord {
    std::string word;
    Side side;
};

enum class Information {
    none,
    help,
    version,
    searchDirs,
    targets,
    manPage,
    clangdConfig,
    clang  // what Clang's driver prints
};
enum class SaveTemps { no, workingDirectory, besideOutput };

struct Options {
    std::vector<Input> inputs;
    std::vector<CompileWord> compile;  // everything but inputs, -x, -c and -o: for Clang's driver
    std::vector<LinkItem> link;
    std::string output;
    unsigned npuArch = 2201;
    std::optional<Cores> cores;  // of kernels that do not say; nothing: what the source names decides
    enum class Stop { preprocess, syntax, assembly, object, library, link } stop = Stop::link;
    bool isRelocatable = false;  // -dc
    bool emitLowered = false;
    bool deviceOnly = false;
    bool launchFunctions = false;
    bool dryRun = false;   // -###
    bool verbose = false;  // -v
    bool isShared = false;
    bool emitsLlvm = false;      // -emit-llvm
    bool isPartialLink = false;  // -r, -static, -nostdlib: a link without the runtime
    bool hasOptLevel = false;    // for device code
    bool hasDebugInfo = false;   // likewise
    SaveTemps saveTemps = SaveTemps::no;
    MessageFormat messageFormat = MessageFormat::text;
    Information information = Information::none;
    std::vector<std::string> withoutEffect;  // options that were accepted and change nothing

    // The words of one side, with those of both.
    std::vector<std::string> words(Side side) const;
    bool hasSides() const;
};

struct ParsedCommandLine {
    std::optional<Options> options;  // nothing: the process ends with exitCode
    int exitCode = 0;
};

// Prints help, version and errors itself.
ParsedCommandLine parseCommandLine(const std::vector<std::string>& args);

}  // namespace acc
