// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <future>
#include <iostream>

#include "compiler/driver/merge.h"
#include "compiler/driver/message_log.h"
#include "compiler/kernel/launch_function.h"
#include "compiler/kernel/registration.h"

namespace acc {
namespace {

bool hasCores(const std::vector<Kernel>& kernels, CoreType core) {
    return std::any_of(kernels.begin(), kernels.end(), [core](const Kernel& kernel) {
        return (core == CoreType::cube ? kernel.cubeCores : kernel.vectorCores) > 0;
    });
}

std::string loweredText(const ParseResult& parsed) {
    std::string text;
    for (const LoweredFile& file : parsed.files) {
        text += "// Lowered by acc; needs <home>/include on the include path.\n";
        if (file.isMain)
            text += "#include \"acc/launch.h\"\n";
        text += fmt::format("#line 1 \"{}\"\n{}", file.path, file.text);
        if (!file.text.ends_with('\n'))
            text += '\n';
    }
    return text;
}

// Appends the launch functions to the lowered main file. Two kernels cannot have the same one.
bool addLaunchFunctions(ParseResult& parsed, MessageLog& log) {
    std::map<std::string, const Kernel*> known;
    for (const Kernel& kernel : parsed.kernels) {
        const auto [other, isNew] = known.emplace(kernel.launch.name, &kernel);
        if (isNew || kernel.launch.name.empty())
            continue;
        log.error(kernel.file, kernel.line,
                  fmt::format(
                      "kernel '{}' has the same launch function '{}' as kernel '{}' at {}:{}; rename one of them",
                      kernel.name, kernel.launch.name, other->second->name, other->second->file, other->second->line));
        return false;
    }
    for (LoweredFile& file : parsed.files)
        if (file.isMain)
            file.text += (file.text.ends_with('\n') ? "" : "\n") + launchFunctionsText(parsed.kernels);
    return true;
}

}  // namespace

// The device objects of one source, and what is in them.
struct Compile::Images {
    DeviceResult vector, cube;
    std::string vectorObject, cubeObject;

    bool ok() const { return vector.ok && cube.ok; }
    std::vector<std::string> objects() const {
        std::vector<std::string> result;
        for (const std::string& object : {vectorObject, cubeObject})
            if (!object.empty())
                result.push_back(object);
        return result;
    }
    // Whether the objects have anything that others use.
    bool isEmpty() const {
        return vector.kernels.empty() && cube.kernels.empty() && !vector.hasExports && !cube.hasExports &&
               vector.variables.empty() && cube.variables.empty();
    }
    Image image(const Options& options) const {
        Image image;
        image.npuArch = options.npuArch;
        image.hasLaunchFunctions = options.launchFunctions;
        image.staticUbBytes = vector.staticUbBytes;
        for (const Kernel& kernel : vector.kernels)
            image.vectorEntries.insert(kernel.symbol);
        for (const Kernel& kernel : cube.kernels)
            image.cubeEntries.insert(kernel.symbol);
        image.variables = vector.variables;
        for (const GmVariable& variable : cube.variables)
            if (std::none_of(vector.variables.begin(), vector.variables.end(),
                             [&](const GmVariable& other) { return other.symbol == variable.symbol; }))
                image.variables.push_back(variable);
        image.kernels = vector.kernels;
        for (const Kernel& kernel : cube.kernels)
            if (!image.vectorEntries.contains(kernel.symbol))
                image.kernels.push_back(kernel);
        return image;
    }
};

std::vector<std::string> Compile::words(const Input& input, const std::string& output, Side side) const {
    std::vector<std::string> args = options_.words(side);
    if (options_.isShared || options_.deviceOnly)
        args.push_back("-fPIC");
    if (options_.stop >= Options::Stop::object)
        args.push_back("-c");
    if (!output.empty())
        args.insert(args.end(), {"-o", output});
    const std::string language = input.kind == InputKind::source ? input.language : "c++";
    if (!language.empty())
        args.insert(args.end(), {"-x", language});
    args.push_back(input.path);
    return args;
}

std::optional<PassArgs> Compile::passArgs(const Input& input, const std::string& output) const {
    const std::optional<Cc1Args> host = toolchain_.cc1(words(input, output, Side::host));
    if (!host)
        return std::nullopt;
    if (!options_.hasSides())
        return PassArgs(*host, *host, options_);
    const std::optional<Cc1Args> device = toolchain_.cc1(words(input, output, Side::device));
    return device ? std::optional(PassArgs(*host, *device, options_)) : std::nullopt;
}

// A file between passes: temporary, or with -save-temps one that stays.
std::string Compile::intermediate(const Input& input, const std::string& output, const std::string& what) {
    const std::filesystem::path stem = std::filesystem::path(input.path).stem();
    const std::string extension = options_.stop == Options::Stop::assembly ? "s" : "o";
    if (options_.saveTemps == SaveTemps::no)
        return temporaries_.create(stem, extension);
    const std::filesystem::path folder =
        options_.saveTemps == SaveTemps::besideOutput ? std::filesystem::path(output).parent_path() : "";
    return folder / (stem.string() + "." + what + "." + extension);
}

void Compile::saveLowered(const Input& input, const std::string& output, const ParseResult& parsed) {
    if (options_.saveTemps == SaveTemps::no)
        return;
    std::filesystem::path path = intermediate(input, output, "lowered");
    std::ofstream(path.replace_extension("cpp")) << loweredText(parsed);
}

int Compile::operator()(const Input& input, const std::string& output) {
    switch (input.kind) {
        case InputKind::kernel:
            return kernels(input, output);
        case InputKind::aicpu:
            return aicpu(input, output);
        default:
            return source(input, output);
    }
}

int Compile::aicpu(const Input& input, const std::string& output) {
    const std::optional<PassArgs> args = passArgs(input, output);
    if (!args)
        return 1;
    if (options_.verbose || options_.dryRun) {
        std::cerr << "# AI CPU\n";
        printCommand(args->aicpu());
    }
    if (options_.dryRun)
        return 0;
    Messages messages;
    const bool ok = options_.stop >= Options::Stop::assembly ? aicpuPass(args->aicpu(), messages)
                                                             : plainPass(args->aicpu(), messages);
    MessageLog log(options_.messageFormat);
    log.add(messages);
    log.finish();
    return ok ? 0 : 1;
}

int Compile::source(const Input& input, const std::string& output) {
    std::vector<std::string> args = words(input, output, Side::host);
    if (options_.saveTemps != SaveTemps::no)
        args.insert(args.begin(),
                    options_.saveTemps == SaveTemps::besideOutput ? "-save-temps=obj" : "-save-temps=cwd");
    const std::optional<std::vector<Command>> commands = toolchain_.commands(args);
    if (!commands)
        return 1;
    if (options_.verbose || options_.dryRun)
        for (const Command& command : *commands)
            printCommand(command);
    if (options_.dryRun)
        return 0;
    const std::optional<Cc1Args> cc1 = commands->size() == 1 ? cc1Of(commands->front()) : std::nullopt;
    if (!cc1)  // assembly, several steps
        return run(toolchain_.clang(args), false);
    Messages messages;
    const bool ok = plainPass(*cc1, messages);
    MessageLog log(options_.messageFormat);
    log.add(messages);
    log.finish();
    return ok ? 0 : 1;
}

int Compile::preprocessed(const PassArgs& args) {
    Messages messages;
    const bool ok = plainPass(args.parse(), messages);
    MessageLog log(options_.messageFormat);
    log.add(messages);
    log.finish();
    if (ok && !valueOf(args.host(), "-dependency-file").empty())
        addDependencies(args.host(), dependenciesOf(args.device(CoreType::vector, "")));
    return ok ? 0 : 1;
}

int Compile::kernels(const Input& input, const std::string& output) {
    const std::optional<PassArgs> args =
        passArgs(input, output);  // with the final name, which dependency files mention
    if (!args)
        return 1;
    if (options_.dryRun)
        return dryRun(*args);
    if (options_.verbose)
        dryRun(*args);
    if (options_.stop == Options::Stop::preprocess)
        return preprocessed(*args);

    // The vector pass starts before it is known whether there are vector kernels: nearly always there are.
    MessageLog log(options_.messageFormat);
    Images images;
    const bool wantsDevice = options_.stop >= Options::Stop::assembly && !options_.emitLowered;
    std::future<DeviceResult> vector, cube;
    if (wantsDevice) {
        images.vectorObject = intermediate(input, output, "vector");
        vector = std::async(std::launch::async, devicePass, args->device(CoreType::vector, images.vectorObject),
                            CoreType::vector, settings());
    }
    ParseResult parsed = parsePass(args->parse(), settings(), wantsDevice);
    log.add(parsed.messages);
    if (parsed.ok && options_.launchFunctions)
        parsed.ok = addLaunchFunctions(parsed, log);
    if (parsed.ok && options_.emitLowered)
        std::cout << loweredText(parsed) << std::flush;
    if (!parsed.ok || !wantsDevice) {
        if (wantsDevice)
            log.addFurther(vector.get().messages);
        log.finish();
        return parsed.ok ? 0 : 1;
    }
    saveLowered(input, output, parsed);
    images.cube.ok = true;
    if (hasCores(parsed.kernels, CoreType::cube) || options_.isRelocatable) {
        images.cubeObject = intermediate(input, output, "cube");
        cube = std::async(std::launch::async, devicePass, args->device(CoreType::cube, images.cubeObject),
                          CoreType::cube, settings());
    }
    const std::string hostObject = intermediate(input, output, "host");
    const bool isUnlowered = !parsed.isLowered && !options_.launchFunctions;
    const HostResult hosted = hostPass(isUnlowered ? args->unlowered(hostObject) : args->lowered(hostObject), parsed);
    log.add(hosted.messages);
    images.vector = vector.get();
    log.add(images.vector.messages);
    if (cube.valid()) {
        images.cube = cube.get();
        log.add(images.cube.messages);
    }
    log.finish();
    if (!hosted.ok || !images.ok())
        return 1;
    addDependencies(args->host(), images.vector.dependencies);
    addDependencies(args->host(), images.cube.dependencies);
    if (options_.stop == Options::Stop::assembly)
        return listing({{"host", hostObject}, {"vector cores", images.vectorObject}, {"cube cores", images.cubeObject}},
                       output);
    if (images.isEmpty())
        return moveFile(hostObject, output);  // what clang++ makes of it

    Image image = images.image(options_);
    image.stubs = hosted.stubs;
    std::vector<std::string> objects = {hostObject};
    const std::vector<std::string> device = images.objects();
    objects.insert(objects.end(), device.begin(), device.end());
    if (!image.kernels.empty() || !image.variables.empty()) {
        objects.push_back(intermediate(input, output, "registration"));
        Messages messages;
        if (!generated(registrationText(image), objects.back(), messages)) {
            log.add(messages);
            return 1;
        }
    }
    return mergeObjects(objects, output, options_.verbose);
}

// Assembly of several objects cannot be one assembly file: labels repeat. It is for reading.
int Compile::listing(const std::vector<std::pair<const char*, std::string>>& parts, const std::string& output) const {
    std::ofstream file;
    if (output != "-")
        file.open(output);
    std::ostream& out = output == "-" ? std::cout : file;
    for (const auto& [title, path] : parts) {
        if (path.empty())
            continue;
        const std::ifstream part(path);
        out << "#===--- " << title << " ---===#\n" << part.rdbuf();
    }
    out.flush();
    if (!out)
        std::cerr << fmt::format("acc: error: cannot write '{}'\n", output);
    return out ? 0 : 1;
}

int Compile::deviceObject(const Input& input, const std::string& output) {
    const std::optional<PassArgs> args = passArgs(input, output);
    if (!args)
        return 1;
    MessageLog log(options_.messageFormat);
    Images images;
    images.vectorObject = intermediate(input, output, "vector");
    images.vector = devicePass(args->device(CoreType::vector, images.vectorObject), CoreType::vector, settings());
    images.cube.ok = true;
    if (images.vector.hasCubeKernels) {
        images.cubeObject = intermediate(input, output, "cube");
        images.cube = devicePass(args->device(CoreType::cube, images.cubeObject), CoreType::cube, settings());
    }
    log.add(images.vector.messages);
    log.add(images.cube.messages);
    log.finish();
    if (!images.ok())
        return 1;
    addDependencies(args->host(), images.vector.dependencies, true);
    addDependencies(args->host(), images.cube.dependencies);
    Image image = images.image(options_);
    if (image.kernels.empty()) {
        std::cerr << "acc: error: no kernel in '" << input.path << "'\n";
        return 1;
    }
    image.isBinary = true;
    std::vector<std::string> objects = images.objects();
    objects.push_back(intermediate(input, output, "registration"));
    Messages messages;
    if (!generated(registrationText(image), objects.back(), messages)) {
        log.add(messages);
        return 1;
    }
    return mergeObjects(objects, output, options_.verbose);
}

int Compile::kernelBinary(const std::vector<std::string>& objects, const std::string& output) {
    std::vector<std::string> args = {"-shared"};
    args.insert(args.end(), objects.begin(), objects.end());
    args.push_back(temporaries_.create("table", "o"));
    Messages messages;
    if (!generated(binaryTableText(options_.npuArch), args.back(), messages)) {
        MessageLog(options_.messageFormat).add(messages);
        return 1;
    }
    args.insert(args.end(), {"-o", output});
    const std::optional<Command> link = toolchain_.link(args, /*withRuntime=*/true);
    return link ? run(*link, options_.verbose) : 1;
}

int Compile::dryRun(const PassArgs& args) const {
    const auto show = [](const char* pass, const Cc1Args& words) {
        std::cerr << "# " << pass << '\n';
        printCommand(words);
    };
    show("parse", args.parse());
    show("device, vector", args.device(CoreType::vector, "<vector.o>"));
    show("device, cube (when a kernel has cube cores)", args.device(CoreType::cube, "<cube.o>"));
    show("host, lowered text", args.lowered("<host.o>"));
    return 0;
}

// Compiles C text of acc's own.
bool Compile::generated(const std::string& text, const std::string& output, Messages& messages) const {
    const std::string path = std::filesystem::absolute(output + ".c");
    const std::optional<Cc1Args> args = toolchain_.cc1({"-c", "-O1", "-fPIC", "-x", "c", path, "-o", output});
    return args && plainPass(*args, messages, path, text);
}

}  // namespace acc
