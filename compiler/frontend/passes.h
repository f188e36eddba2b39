// SPDX-License-Identifier: Apache-2.0
// The passes over one source file. Each runs Clang in this process on its own CompilerInstance, so that passes which do
// not need each other's results can run on different threads.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compiler/frontend/diagnostic_printer.h"
#include "compiler/kernel/kernel.h"

namespace acc {

// Arguments of one `clang -cc1`, without "-cc1".
using Cc1Args = std::vector<std::string>;

// Once, before any pass, on one thread.
void initializePasses();

// What the driver has decided about the passes.
struct PassSettings {
    std::string homeInclude;
    std::optional<Cores> cores;  // of kernels that do not say; nothing: what the source names decides
    bool isRelocatable = false;  // device functions and variables may be used and defined by other files
};

struct LoweredFile {
    std::string path;  // absolute
    std::string text;
    bool isMain;
};

struct ParseResult {
    bool ok = false;
    Messages messages;
    std::vector<LoweredFile> files;  // those whose text changes; the main file always
    bool isLowered = false;          // a text changes, or a kernel is named
    std::vector<Kernel> kernels;     // defined or instantiated here
    std::set<std::string> symbols;   // of all kernels that are named here, defined or not
};
// Parses the user's own text as host code: diagnostics, lowered text, kernels. `skipsDeviceBodies`: bodies of kernels
// and device functions are left to the device passes, with all that is wrong in them.
ParseResult parsePass(Cc1Args args, const PassSettings& settings, bool skipsDeviceBodies);

struct DeviceResult {
    bool ok = false;
    Messages messages;
    std::vector<Kernel> kernels;        // those with an entry in the object
    std::vector<GmVariable> variables;  // defined in it
    uint32_t staticUbBytes = 0;
    bool hasExports = false;                // something but entries that other objects may use
    bool hasCubeKernels = false;            // a kernel of the file runs on cube cores, whichever core this pass is for
    std::vector<std::string> dependencies;  // files it read, by the rules of the user's -M options; empty without them
};
// Compiles the kernels of the user's own text for one core type. Everything in the object but the entries is local to
// it.
DeviceResult devicePass(const Cc1Args& args, CoreType core, const PassSettings& settings);

struct HostResult {
    bool ok = false;
    Messages messages;
    std::map<std::string, std::string> stubs;  // kernel symbol -> symbol of its stub in the object
};
// Compiles the lowered text under the names of the files it came from. Warnings were given by parsePass.
HostResult hostPass(const Cc1Args& args, const ParseResult& parsed);

// Compiles code for AI CPUs: host code, whose kernels are checked.
bool aicpuPass(const Cc1Args& args, Messages& messages);

// Runs what `args` ask for: an object, preprocessed text, assembly... `text`, if not empty, is the content of file
// `path`.
bool plainPass(const Cc1Args& args, Messages& messages, const std::string& path = "", const std::string& text = "");

// The files that the text of `args` includes, by the rules of the -M options in them.
std::vector<std::string> dependenciesOf(const Cc1Args& args);

}  // namespace acc
