// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/driver.h"

#include <filesystem>
#include <iostream>

#include "compiler/driver/clangd_config.h"
#include "compiler/driver/compile.h"
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
    return name.replace_extension(options.stop == Options::Stop::assembly ? ".s" : ".o");
}

int link(const Options& options, const Toolchain& toolchain, const std::vector<std::string>& objects) {
    std::vector<std::string> args;
    for (const LinkItem& item : options.link)
        args.push_back(item.input ? objects[*item.input] : item.option);
    args.insert(args.end(), {"-o", options.output.empty() ? "a.out" : options.output});
    const std::optional<std::vector<std::string>> command = toolchain.link(args);
    if (!command)
        return 1;
    if (options.dryRun) {
        printCommand(*command);
        return 0;
    }
    const int code = run(*command, options.verbose);
    if (code)
        std::cerr << "acc: error: linking failed with exit code " << code << " (-v shows the command)\n";
    return code;
}

int kernelBinary(const Options& options, Compile& compile) {
    if (options.stop == Options::Stop::object)
        return compile.deviceObject(options.inputs[0], outputOf(options, options.inputs[0]));
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

}  // namespace

int runDriver(const Options& options, const Toolchain& toolchain) {
    if (options.clangdConfig) {
        std::cout << clangdConfig(toolchain);
        return 0;
    }
    Compile compile(options, toolchain);
    if (options.deviceOnly)
        return kernelBinary(options, compile);
    const bool links = options.stop == Options::Stop::link && !options.emitLowered;
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
            links ? temporaries.create(std::filesystem::path(input.path).stem(), "o") : outputOf(options, input);
        if (const int code = compile(input, output))
            result = code;
        objects.push_back(output);
    }
    return result || !links ? result : link(options, toolchain, objects);
}

}  // namespace acc
