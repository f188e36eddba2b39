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

void append(Cc1Args& args, std::initializer_list<const char*> more) {
    args.insert(args.end(), more.begin(), more.end());
}

// Replaces the argument after `name`.
void setValue(Cc1Args& args, const std::string& name, const std::string& value) {
    for (size_t i = 0; i + 1 < args.size(); ++i)
        if (args[i] == name)
            args[i + 1] = value;
}

// The user's own text: Clang's CUDA mode, without anything of CUDA.
Cc1Args frontendArgs(const Cc1Args& host) {
    Cc1Args args = {"-include", "acc/language.h", "-D__ACC_FRONTEND__=1", "-U__CUDA__", "-target-sdk-version=12.3"};
    args.insert(args.end(), host.begin(), host.end());
    for (size_t i = args.size(); i-- > 1;)
        if (args[i - 1] == "-x") {
            args[i] = "cuda";
            break;
        }
    return args;
}

Cc1Args deviceArgs(const Cc1Args& host, const Options& options, CoreType core, const std::string& output) {
    Cc1Args args = frontendArgs(host);
    std::string triple;
    for (size_t i = 0; i + 1 < args.size(); ++i)
        if (args[i] == "-triple")
            triple = args[i + 1];
    setValue(args, "-o", output);
    // In front, so that the input stays last.
    Cc1Args device = {"-fcuda-is-device",
                      "-aux-triple",
                      triple,
                      "-D__CCE_AICORE__=220",
                      "-D__NPU_ARCH__=" + std::to_string(options.npuArch),
                      "-D__NPU_DEVICE__=1"};
    if (core == CoreType::cube)
        append(device, {"-D__DAV_C220_CUBE__=1", "-D__DAV_CUBE__=1"});
    else
        append(device, {"-D__DAV_C220_VEC__=1", "-D__DAV_VEC__=1"});
    if (!options.hasOptLevel)
        append(device, {"-O2", "-vectorize-loops", "-vectorize-slp"});
    if (!options.hasDebugInfo)  // fault reports name source lines
        append(device, {"-debug-info-kind=line-tables-only", "-dwarf-version=5", "-debugger-tuning=gdb"});
    std::erase_if(args, [](const std::string& arg) { return arg.starts_with("-ffp-contract="); });
    append(device, {"-ffp-contract=off"});
    args.insert(args.begin(), device.begin(), device.end());
    return args;
}

Cc1Args loweredArgs(const Cc1Args& host) {
    Cc1Args args = {"-include", "acc/launch.h", "-D__ACC_HOST_PASS__=1"};
    args.insert(args.end(), host.begin(), host.end());
    return args;
}

// Adds to the dependency file, if one is asked for, what device code includes; to a new one when no other pass wrote
// it.
void addDependencies(const Cc1Args& args, const std::vector<std::string>& dependencies, bool isNew = false) {
    std::string path, target;
    for (size_t i = 0; i + 1 < args.size(); ++i) {
        if (args[i] == "-dependency-file")
            path = args[i + 1];
        if (args[i] == "-MT" && target.empty())
            target = args[i + 1];
    }
    if (path.empty() || target.empty() || path == "-")
        return;
    if (isNew)
        std::filesystem::remove(path);
    std::ifstream file(path);
    const std::string written((std::istreambuf_iterator<char>(file)), {});
    std::ofstream more(path, std::ios::app);
    for (const std::string& dependency : dependencies) {
        std::string name;
        for (const char c : dependency)
            name += c == ' ' || c == '#' ? std::string("\\") + c : c == '$' ? "$$" : std::string(1, c);
        if (written.find(" " + name + "\n") == std::string::npos && written.find(" " + name + " ") == std::string::npos)
            more << target << ": " << name << '\n';
    }
}

bool hasCores(const std::vector<Kernel>& kernels, CoreType core) {
    return std::any_of(kernels.begin(), kernels.end(), [core](const Kernel& kernel) {
        return (core == CoreType::cube ? kernel.cubeCores : kernel.vectorCores) > 0;
    });
}

void printLowered(const ParseResult& parsed) {
    for (const LoweredFile& file : parsed.files) {
        std::cout << "// Lowered by acc; needs <home>/include on the include path.\n";
        if (file.isMain)
            std::cout << "#include \"acc/launch.h\"\n";
        std::cout << "#line 1 \"" << file.path << "\"\n" << file.text;
        if (!file.text.ends_with('\n'))
            std::cout << '\n';
    }
    std::cout.flush();
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
    Image image(const Options& options) const {
        Image image;
        image.npuArch = options.npuArch;
        image.hasLaunchFunctions = options.launchFunctions;
        image.staticUbBytes = vector.staticUbBytes;
        for (const Kernel& kernel : vector.kernels)
            image.vectorEntries.insert(kernel.symbol);
        for (const Kernel& kernel : cube.kernels)
            image.cubeEntries.insert(kernel.symbol);
        image.kernels = vector.kernels;
        for (const Kernel& kernel : cube.kernels)
            if (!image.vectorEntries.contains(kernel.symbol))
                image.kernels.push_back(kernel);
        return image;
    }
};

std::optional<Cc1Args> Compile::hostArgs(const Input& input, const std::string& output) const {
    std::vector<std::string> args = options_.compile;
    if (options_.isShared || options_.deviceOnly)
        args.push_back("-fPIC");
    if (options_.stop == Options::Stop::link || options_.stop == Options::Stop::object)
        args.push_back("-c");
    if (!output.empty())
        args.insert(args.end(), {"-o", output});
    const std::string language = input.kind == InputKind::kernel ? "c++" : input.language;
    if (!language.empty())
        args.insert(args.end(), {"-x", language});
    args.push_back(input.path);
    return toolchain_.cc1(args);
}

int Compile::operator()(const Input& input, const std::string& output) {
    return input.kind == InputKind::kernel ? kernels(input, output) : source(input, output);
}

int Compile::source(const Input& input, const std::string& output) {
    const std::optional<Cc1Args> args = hostArgs(input, output);
    if (!args)
        return 1;
    if (options_.verbose || options_.dryRun)
        printCommand(*args);
    if (options_.dryRun)
        return 0;
    Messages messages;
    const bool ok = plainPass(*args, messages);
    MessageLog log(MessageFormat::text);
    log.add(messages);
    log.finish();
    return ok ? 0 : 1;
}

int Compile::kernels(const Input& input, const std::string& output) {
    const std::string stem = std::filesystem::path(input.path).stem();
    const bool wantsObject = options_.stop == Options::Stop::object || options_.stop == Options::Stop::link;
    std::optional<Cc1Args> host = hostArgs(input, output);  // with the final name, which dependency files mention
    if (!host)
        return 1;
    if (options_.dryRun)
        return dryRun(*host);
    const std::string hostObject = wantsObject ? temporaries_.create(stem, "o") : output;
    setValue(*host, "-o", hostObject);
    MessageLog log(MessageFormat::text);
    if (options_.stop == Options::Stop::preprocess) {
        Messages messages;
        const bool ok = plainPass(frontendArgs(*host), messages);
        log.add(messages);
        return ok ? 0 : 1;
    }
    if (options_.verbose)
        dryRun(*host);

    // The vector pass starts before it is known whether there are vector kernels: nearly always there are.
    Images images;
    const bool wantsDevice = wantsObject && !options_.emitLowered;
    std::future<DeviceResult> vector, cube;
    if (wantsDevice) {
        images.vectorObject = temporaries_.create(stem, "o");
        vector = std::async(std::launch::async, devicePass,
                            deviceArgs(*host, options_, CoreType::vector, images.vectorObject), CoreType::vector,
                            toolchain_.include());
    }
    ParseResult parsed = parsePass(frontendArgs(*host), toolchain_.include(), wantsDevice);
    log.add(parsed.messages);
    if (parsed.ok && options_.launchFunctions)
        parsed.ok = addLaunchFunctions(parsed, log);
    if (parsed.ok && options_.emitLowered)
        printLowered(parsed);
    if (!parsed.ok || !wantsDevice) {
        if (wantsDevice)
            log.addFurther(vector.get().messages);
        log.finish();
        return parsed.ok ? 0 : 1;
    }
    images.cube.ok = true;
    if (hasCores(parsed.kernels, CoreType::cube)) {
        images.cubeObject = temporaries_.create(stem, "o");
        cube =
            std::async(std::launch::async, devicePass, deviceArgs(*host, options_, CoreType::cube, images.cubeObject),
                       CoreType::cube, toolchain_.include());
    }
    const HostResult hosted = hostPass(loweredArgs(*host), parsed);
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
    addDependencies(*host, images.vector.dependencies);
    addDependencies(*host, images.cube.dependencies);

    Image image = images.image(options_);
    image.stubs = hosted.stubs;
    std::vector<std::string> objects = {hostObject};
    if (!image.kernels.empty()) {
        const std::vector<std::string> device = images.objects();
        objects.insert(objects.end(), device.begin(), device.end());
        objects.push_back(temporaries_.create(stem, "o"));
        Messages messages;
        if (!generated(registrationText(image), objects.back(), messages)) {
            log.add(messages);
            return 1;
        }
    }
    return mergeObjects(objects, output, options_.verbose);
}

int Compile::deviceObject(const Input& input, const std::string& output) {
    const std::string stem = std::filesystem::path(input.path).stem();
    const std::optional<Cc1Args> host = hostArgs(input, output);
    if (!host)
        return 1;
    MessageLog log(MessageFormat::text);
    Images images;
    images.vectorObject = temporaries_.create(stem, "o");
    images.vector = devicePass(deviceArgs(*host, options_, CoreType::vector, images.vectorObject), CoreType::vector,
                               toolchain_.include());
    images.cube.ok = true;
    if (images.vector.hasCubeKernels) {
        images.cubeObject = temporaries_.create(stem, "o");
        images.cube = devicePass(deviceArgs(*host, options_, CoreType::cube, images.cubeObject), CoreType::cube,
                                 toolchain_.include());
    }
    log.add(images.vector.messages);
    log.add(images.cube.messages);
    log.finish();
    if (!images.ok())
        return 1;
    addDependencies(*host, images.vector.dependencies, true);
    addDependencies(*host, images.cube.dependencies);
    Image image = images.image(options_);
    if (image.kernels.empty()) {
        std::cerr << "acc: error: no kernel in '" << input.path << "'\n";
        return 1;
    }
    image.isBinary = true;
    std::vector<std::string> objects = images.objects();
    objects.push_back(temporaries_.create(stem, "o"));
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
        MessageLog(MessageFormat::text).add(messages);
        return 1;
    }
    args.insert(args.end(), {"-o", output});
    const std::optional<std::vector<std::string>> link = toolchain_.link(args);
    return link ? run(*link, options_.verbose) : 1;
}

int Compile::dryRun(const Cc1Args& host) const {
    const auto show = [](const char* pass, const Cc1Args& args) {
        std::cerr << "# " << pass << '\n';
        printCommand(args);
    };
    show("parse", frontendArgs(host));
    show("device, vector", deviceArgs(host, options_, CoreType::vector, "<vector.o>"));
    show("device, cube (when a kernel has cube cores)", deviceArgs(host, options_, CoreType::cube, "<cube.o>"));
    show("host, lowered text", loweredArgs(host));
    return 0;
}

// Compiles C text of acc's own.
bool Compile::generated(const std::string& text, const std::string& output, Messages& messages) const {
    const std::string path = output + ".c";
    const std::optional<Cc1Args> args = toolchain_.cc1({"-c", "-O1", "-fPIC", "-x", "c", path, "-o", output});
    return args && plainPass(*args, messages, path, text);
}

}  // namespace acc
