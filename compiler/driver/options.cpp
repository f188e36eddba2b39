// SPDX-License-Identifier: Apache-2.0
// Two grammars meet here. acc's own options are `--name[=value]` and go to CLI11. The rest is what compilers take, with
// single dashes, glued values and an order that matters to the linker; Clang's own option table splits that.
#include "compiler/driver/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>

#include "clang/Basic/Version.inc"
#include "clang/Driver/Options.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"

namespace acc {
namespace {

namespace opt = clang::driver::options;

struct OwnOptions {
    std::string npuArch;
    std::string npuSoc;
    std::string runMode = "npu";
    bool emitLowered = false;
    bool deviceOnly = false;
    bool launchFunctions = false;
    bool clangdConfig = false;
    bool showVersion = false;
};

constexpr const char* kFooter = R"(Compiler and linker options, as in gcc and clang:
  -c                        compile only, one object per source
  -o FILE                   name of the output
  -I -D -U -isystem -include  preprocessor
  -std= -O0..-O3 -g -W... -f... -m...  language, optimisation, debug information, warnings
  -L -l -Wl,... -shared -fPIC  linker
  -x asc                    the sources that follow hold kernels, whatever their names
  -v, -###                  print the commands; -### does not run them

Sources: .asc and .acl.cpp hold kernels and launches; .cpp, .cc, .cxx and .c are host code; the rest goes to the linker.)";

void describe(CLI::App& app, OwnOptions& own) {
    // Build systems put their default in front of what the project says.
    app.add_option("--npu-arch", own.npuArch, "Architecture to emulate: dav-2201 (default)")
        ->group("Target")
        ->take_last();
    app.add_option("--npu-soc,--cce-soc-version", own.npuSoc, "Chip to emulate; accepted, chosen at run time")
        ->group("Target")
        ->take_last();
    app.add_option("--run-mode", own.runMode,
                   "npu (default), sim or cpu; all run on the emulated device, cpu defines ASCENDC_CPU_DEBUG, and "
                   "__NPU_ARCH__ for host code too")
        ->group("Target")
        ->take_last();
    app.add_flag("--emit-lowered", own.emitLowered, "Print the host text with launches as plain C++")->group("Output");
    app.add_flag("--device-only", own.deviceOnly,
                 "Write a kernel binary for aclrtBinaryLoadFromFile; with -c an object of one")
        ->group("Output");
    app.add_flag("--launch-functions", own.launchFunctions,
                 "Give each kernel a function aclrtlaunch_<kernel>(numBlocks, stream, ...)")
        ->group("Output");
    app.add_flag("--clangd-config", own.clangdConfig, "Print a .clangd file, with which clangd understands kernels")
        ->group("Information");
    app.add_flag("--version", own.showVersion, "Print the version")->group("Information");
    app.footer(kFooter);
}

// Moves acc's own options from `args` to the result, each as one word.
std::vector<std::string> takeOwnOptions(std::vector<std::string>& args) {
    static const std::set<std::string> kFlags = {
        "--emit-lowered", "--device-only", "--launch-functions", "--clangd-config", "--help", "-h", "--version"};
    static const std::set<std::string> kValues = {"--npu-arch", "--npu-soc", "--cce-soc-version", "--run-mode"};
    std::vector<std::string> own, rest;
    for (size_t i = 0; i < args.size(); ++i) {
        const std::string name = args[i].substr(0, args[i].find('='));
        if (kFlags.contains(args[i]) || (kValues.contains(name) && name != args[i]))
            own.push_back(args[i]);
        else if (kValues.contains(name) && i + 1 < args.size())
            own.push_back(name + "=" + args[++i]);
        else if (kValues.contains(name))
            own.push_back(name);
        else
            rest.push_back(args[i]);
    }
    args = std::move(rest);
    return own;
}

InputKind kindOf(const std::string& path, const std::string& language) {
    if (language == "asc" || language == "cce")
        return InputKind::kernel;
    if (!language.empty())
        return InputKind::source;
    const std::string extension = std::filesystem::path(path).extension();
    static const std::set<std::string> kSources = {".c", ".cc", ".cpp", ".cxx", ".c++", ".C", ".i", ".ii"};
    if (extension == ".asc" || path.ends_with(".acl.cpp"))
        return InputKind::kernel;
    return kSources.contains(extension) ? InputKind::source : InputKind::linker;
}

std::optional<Options> fail(const std::string& message) {
    std::cerr << "acc: error: " << message << "\n";
    return std::nullopt;
}

std::optional<Options> readCompilerOptions(const std::vector<std::string>& args) {
    std::vector<const char*> pointers;
    for (const std::string& arg : args)
        pointers.push_back(arg.c_str());
    unsigned missingIndex = 0, missingCount = 0;
    const llvm::opt::InputArgList list = clang::driver::getDriverOptTable().ParseArgs(
        pointers, missingIndex, missingCount, llvm::opt::Visibility(opt::ClangOption));
    if (missingCount)
        return fail(fmt::format("argument to '{}' is missing", list.getArgString(missingIndex)));

    Options options;
    std::string language;
    for (const llvm::opt::Arg* arg : list) {
        const llvm::opt::Option& option = arg->getOption();
        if (option.matches(opt::OPT_INPUT)) {
            options.link.push_back({options.inputs.size(), ""});
            options.inputs.push_back({kindOf(arg->getValue(), language), arg->getValue(), language});
            continue;
        }
        if (option.matches(opt::OPT_x)) {
            language = std::string(arg->getValue()) == "none" ? "" : arg->getValue();
            continue;
        }
        if (option.matches(opt::OPT_o)) {
            options.output = arg->getValue();
            continue;
        }
        if (option.matches(opt::OPT_c))
            options.stop = Options::Stop::object;
        else if (option.matches(opt::OPT_E))
            options.stop = Options::Stop::preprocess;
        else if (option.matches(opt::OPT_S))
            options.stop = Options::Stop::assembly;
        else if (option.matches(opt::OPT_fsyntax_only))
            options.stop = Options::Stop::syntax;
        else if (option.matches(opt::OPT__HASH_HASH_HASH))
            options.dryRun = true;
        else if (option.matches(opt::OPT_v))
            options.verbose = true;
        if (option.matches(opt::OPT_c) || option.matches(opt::OPT__HASH_HASH_HASH) || option.matches(opt::OPT_v))
            continue;
        options.isShared |= option.matches(opt::OPT_shared);
        options.hasOptLevel |= option.matches(opt::OPT_O_Group);
        options.hasDebugInfo |= option.matches(opt::OPT_g_Group);
        llvm::opt::ArgStringList words;
        arg->render(list, words);
        for (const char* word : words) {
            options.link.push_back({std::nullopt, word});
            if (!option.hasFlag(opt::LinkerInput))
                options.compile.push_back(word);
        }
    }
    return options;
}

std::optional<Options> checked(Options options, const OwnOptions& own) {
    if (!own.npuArch.empty() && own.npuArch != "dav-2201")
        return fail(fmt::format("'--npu-arch={}' is not supported, expected dav-2201", own.npuArch));
    if (own.runMode == "cpu")
        options.compile.insert(options.compile.end(),
                               {"-DASCENDC_CPU_DEBUG=1", fmt::format("-D__NPU_ARCH__={}", options.npuArch)});
    else if (own.runMode != "npu" && own.runMode != "sim")
        return fail(fmt::format("'--run-mode={}' is not supported, expected npu, sim or cpu", own.runMode));
    options.clangdConfig = own.clangdConfig;
    if (options.clangdConfig)
        return options;
    options.emitLowered = own.emitLowered;
    options.deviceOnly = own.deviceOnly;
    options.launchFunctions = own.launchFunctions;
    if (options.inputs.empty())
        return fail("no input files");
    size_t compiled = 0;
    for (const Input& input : options.inputs) {
        if (!std::filesystem::exists(input.path))
            return fail(fmt::format("no such file: '{}'", input.path));
        compiled += input.kind != InputKind::linker;
    }
    if (options.stop == Options::Stop::object && !options.output.empty() && compiled > 1)
        return fail("cannot specify -o with -c and several sources");
    if (options.stop == Options::Stop::assembly)
        for (const Input& input : options.inputs)
            if (input.kind == InputKind::kernel)
                return fail(fmt::format("-S is not supported for '{}', which has host and device code", input.path));
    if (options.deviceOnly) {
        for (const Input& input : options.inputs)
            if (input.kind == InputKind::source ||
                (input.kind == InputKind::linker && options.stop != Options::Stop::link))
                return fail(
                    fmt::format("--device-only takes sources with kernels and their objects, not '{}'", input.path));
        if (options.output.empty())
            return fail("--device-only needs -o");
    }
    return options;
}

}  // namespace

ParsedCommandLine parseCommandLine(const std::vector<std::string>& args) {
    CLI::App app("acc compiles kernel<<<numBlocks, ubufDynSize, stream>>>(args) programs for the emulated NPU", "acc");
    OwnOptions own;
    describe(app, own);
    std::vector<std::string> rest = args;
    std::vector<std::string> ours = takeOwnOptions(rest);
    std::reverse(ours.begin(), ours.end());  // CLI11 takes them last to first
    try {
        app.parse(ours);
    } catch (const CLI::CallForHelp&) {
        std::cout << app.help();
        return {std::nullopt, 0};
    } catch (const CLI::ParseError& error) {
        std::cerr << "acc: error: " << error.what() << "\n";
        return {std::nullopt, 1};
    }
    if (own.showVersion) {
        std::cout << "acc " ACC_VERSION " (dav-2201), based on clang " CLANG_VERSION_STRING "\n";
        return {std::nullopt, 0};
    }
    std::optional<Options> options = readCompilerOptions(rest);
    if (options)
        options = checked(std::move(*options), own);
    return {std::move(options), 1};
}

}  // namespace acc
