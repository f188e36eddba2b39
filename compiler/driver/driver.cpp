// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/driver.h"

#include <filesystem>
#include <iostream>

#include "compiler/driver/clangd_config.h"
#include "compiler/driver/compile.h"
#include "compiler/driver/help.h"
#include "compiler/driver/merge.h"
#include "compiler/driver/process.h"

namespace acc {
namespace {

// Where the result of compiling `input` goes when compiling is all there is to do.
std::string outputOf(const Options& options, const Input& input) {
    if (!options.output.empty())
        return options.output;
    if (options.stop == Options::Stop::preprocess)
        return "-";
    if (options.stop == Options::Stop::syntax)
        return "";
    std::filesystem::path name = std::filesystem::path(input.path).filename();
    const char* extension = options.stop == Options::Stop::assembly ? (options.emitsLlvm ? ".ll" : ".s")
                                                                    : (options.emitsLlvm ? ".bc" : ".o");
    return name.replace_extension(extension);
}

int link(const Options& options, const Toolchain& toolchain, const std::vector<std::string>& objects) {
    std::vector<std::string> args;
    for (const LinkItem& item : options.link)
        args.push_back(item.input ? objects[*item.input] : item.option);
    args.insert(args.end(), {"-o", options.output.empty() ? "a.out" : options.output});
    const std::optional<Command> command = toolchain.link(args, !options.isPartialLink);
    if (!command)
        return 1;
    if (options.dryRun) {
        printCommand(*command);
        return 0;
    }
    std::string errors;
    const int code = run(*command, options.verbose, errors);
    if (code && errors.find(".device.") != std::string::npos)
        std::cerr << "acc: note: device code of other files is linked when they too are compiled with -dc\n";
    if (code)
        std::cerr << "acc: error: linking failed with exit code " << code << " (-v shows the command)\n";
    return code;
}

int kernelBinary(const Options& options, Compile& compile) {
    if (options.stop == Options::Stop::object) {
        for (const Input& input : options.inputs)
            if (const int code = compile.deviceObject(input, outputOf(options, input)))
                return code;
        return 0;
    }
    TemporaryFiles temporaries;
    std::vector<std::string> objects;
    for (const Input& input : options.inputs) {
        if (input.kind == InputKind::linker) {
            objects.push_back(input.path);
            continue;
        }
        objects.push_back(temporaries.create(std::filesystem::path(input.path).stem(), "o"));
        if (const int code = compile.deviceObject(input, objects.back()))
            return code;
    }
    return compile.kernelBinary(objects, options.output);
}

void reportWithoutEffect(const Options& options) {
    for (const std::string& option : options.withoutEffect)
        std::cerr << "acc: note: '" << option << "' has no effect on the emulated device\n";
}

}  // namespace

int runDriver(const Options& options, const Toolchain& toolchain) {
    if (options.information == Information::clangdConfig) {
        std::cout << clangdConfig(toolchain);
        return 0;
    }
    if (options.information == Information::searchDirs) {
        std::cout << toolchain.searchDirs();
        return 0;
    }
    if (options.verbose) {
        std::cerr << versionText();
        reportWithoutEffect(options);
    }
    if (options.information == Information::clang)
        return toolchain.information(options.words(Side::host));
    Compile compile(options, toolchain);
    if (options.deviceOnly)
        return kernelBinary(options, compile);
    const bool isWhole = options.stop >= Options::Stop::library && !options.emitLowered;
    TemporaryFiles temporaries;
    std::vector<std::string> objects;
    int result = 0;
    for (const Input& input : options.inputs) {
        if (input.kind == InputKind::linker) {
            objects.push_back(input.path);
            continue;
        }
        if (options.emitLowered && input.kind != InputKind::kernel)
            continue;
        const std::string output =
            isWhole ? temporaries.create(std::filesystem::path(input.path).stem(), "o") : outputOf(options, input);
        if (const int code = compile(input, output))
            result = code;
        objects.push_back(output);
    }
    if (result || !isWhole)
        return result;
    return options.stop == Options::Stop::library ? archiveObjects(objects, options.output, options.verbose)
                                                  : link(options, toolchain, objects);
}

}  // namespace acc
