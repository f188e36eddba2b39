// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/pass_args.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>

namespace acc {
namespace {

void prepend(Cc1Args& args, std::initializer_list<std::string> more) {
    args.insert(args.begin(), more.begin(), more.end());
}

// The user's own text: Clang's CUDA mode, without anything of CUDA.
Cc1Args frontendArgs(Cc1Args args) {
    for (size_t i = args.size(); i-- > 1;)
        if (args[i - 1] == "-x") {
            args[i] = "cuda";
            break;
        }
    prepend(args, {"-include", "acc/language.h", "-D__ACC_FRONTEND__=1", "-U__CUDA__", "-target-sdk-version=12.3"});
    return args;
}

// Host and device code of one file are merged as machine code.
void dropLinkTimeOptimisation(Cc1Args& args) {
    std::erase_if(args, [](const std::string& arg) { return arg.starts_with("-flto"); });
    std::replace(args.begin(), args.end(), std::string("-emit-llvm-bc"), std::string("-emit-obj"));
}

// ThreadSanitizer does not know how the blocks of a kernel synchronise: it would see races where there are none, and
// hold back the signal that stops the blocks of a failed kernel.
void dropThreadSanitizer(Cc1Args& args) {
    static constexpr std::string_view kOption = "-fsanitize=", kThread = "thread";
    for (std::string& arg : args) {
        if (!arg.starts_with(kOption))
            continue;
        std::string kept;
        std::istringstream names(arg.substr(kOption.size()));
        for (std::string name; std::getline(names, name, ',');)
            if (name != kThread)
                kept += (kept.empty() ? "" : ",") + name;
        arg = kept.empty() ? kept : std::string(kOption) + kept;
    }
    std::erase(args, "");
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

// As make reads it.
std::string escaped(const std::string& path) {
    std::string name;
    for (const char c : path)
        name += c == ' ' || c == '#' ? std::string("\\") + c : c == '$' ? "$$" : std::string(1, c);
    return name;
}

}  // namespace

std::string valueOf(const Cc1Args& args, const std::string& name) {
    for (size_t i = 0; i + 1 < args.size(); ++i)
        if (args[i] == name)
            return args[i + 1];
    return "";
}

void setValue(Cc1Args& args, const std::string& name, const std::string& value) {
    for (size_t i = 0; i + 1 < args.size(); ++i)
        if (args[i] == name)
            args[i + 1] = value;
}

Cc1Args PassArgs::parse() const {
    Cc1Args args = frontendArgs(host_);
    prepend(args, {"-D__NPU_HOST__=1"});
    return args;
}

Cc1Args PassArgs::device(CoreType core, const std::string& output) const {
    Cc1Args args = frontendArgs(device_);
    const std::string triple = valueOf(args, "-triple");
    setValue(args, "-o", output);
    dropLinkTimeOptimisation(args);
    dropThreadSanitizer(args);
    std::erase_if(args, [](const std::string& arg) { return arg.starts_with("-ffp-contract="); });
    // In front, so that the input stays last and the user's -D and -U win.
    if (!options_.hasOptLevel)
        prepend(args, {"-O2", "-vectorize-loops", "-vectorize-slp"});
    if (!options_.hasDebugInfo)  // fault reports name source lines
        prepend(args, {"-debug-info-kind=line-tables-only", "-dwarf-version=5", "-debugger-tuning=gdb"});
    if (core == CoreType::cube)
        prepend(args, {"-D__DAV_C220_CUBE__=1", "-D__DAV_CUBE__=1", "-DSPLIT_CORE_CUBE=1"});
    else
        prepend(args, {"-D__DAV_C220_VEC__=1", "-D__DAV_VEC__=1", "-DSPLIT_CORE_VEC=1"});
    prepend(args, {"-fcuda-is-device", "-aux-triple", triple, "-D__CCE_AICORE__=220", "-D__DAV_C220__=1",
                   "-D__NPU_ARCH__=" + std::to_string(options_.npuArch), "-D__NPU_DEVICE__=1", "-ffp-contract=off"});
    return args;
}

Cc1Args PassArgs::lowered(const std::string& output) const {
    Cc1Args args = host_;
    setValue(args, "-o", output);
    dropLinkTimeOptimisation(args);
    prepend(args, {"-include", "acc/launch.h", "-D__ACC_HOST_PASS__=1", "-D__NPU_HOST__=1"});
    return args;
}

Cc1Args PassArgs::aicpu() const {
    Cc1Args args = host_;
    dropLinkTimeOptimisation(args);
    prepend(args, {"-include", "acc/language.h", "-D__ACC_AICPU__=1"});
    return args;
}

Cc1Args PassArgs::unlowered(const std::string& output) const {
    Cc1Args args = host_;
    setValue(args, "-o", output);
    prepend(args, {"-include", "acc/language.h", "-D__NPU_HOST__=1"});
    return args;
}

void addDependencies(const Cc1Args& args, const std::vector<std::string>& dependencies, bool isNew) {
    const std::string path = valueOf(args, "-dependency-file"), target = valueOf(args, "-MT");
    if (path.empty() || target.empty() || path == "-")
        return;
    if (isNew)
        std::filesystem::remove(path);
    const bool hasPhonyTargets = std::find(args.begin(), args.end(), "-MP") != args.end();
    std::ifstream file(path);
    const std::string written((std::istreambuf_iterator<char>(file)), {});
    std::ofstream more(path, std::ios::app);
    for (const std::string& dependency : dependencies) {
        const std::string name = escaped(dependency);
        if (contains(written, " " + name + "\n") || contains(written, " " + name + " "))
            continue;
        more << target << ": " << name << '\n';
        if (hasPhonyTargets)
            more << name << ":\n";
    }
}

}  // namespace acc
