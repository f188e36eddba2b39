// SPDX-License-Identifier: Apache-2.0
// Two grammars meet here. acc's own options are the rows of options.def. The rest is what compilers take, with glued
// values and an order that matters to the linker; Clang's own option table splits that.
#include "compiler/driver/options.h"

#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <iostream>
#include <set>

#include "clang/Driver/Options.h"
#include "compiler/driver/help.h"
#include "compiler/driver/targets.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"

namespace acc {
namespace {

namespace opt = clang::driver::options;

bool fail(const std::string& message) {
    std::cerr << "acc: error: " << message << "\n";
    return false;
}

// What the effects of options.def act on.
struct Reader {
    Options options;
    std::string arch, soc, coreType, aicoreArch, runMode, messageFormat;
    Information information = Information::none;
    Side side = Side::both;
    std::string word;  // the option as it was written
    std::string refusal;
    std::vector<std::string> rest;  // for Clang's table
    std::vector<Side> sides;        // of each of these

    void clang(const std::string& given) {
        rest.push_back(given);
        sides.push_back(side);
    }
    void withoutEffect() { options.withoutEffect.push_back(word); }
    void refuse(const char* reason) {
        if (refusal.empty())
            refusal = fmt::format("'{}' is not supported: it {}", word, reason);
    }
    void saveTemps(const std::string& where) {
        options.saveTemps = where == "obj" ? SaveTemps::besideOutput : SaveTemps::workingDirectory;
        if (!where.empty() && where != "obj" && where != "cwd")
            refusal = fmt::format("'{}' is not known, expected -save-temps=cwd or -save-temps=obj", word);
    }
};

enum class Form { flag, value, joined, family };

struct Row {
    const char* names;
    Form form;
    std::function<void(Reader&, const std::string&)> effect;
};

const std::vector<Row>& rows() {
    constexpr Form flag = Form::flag, block = Form::flag, value = Form::value, joined = Form::joined,
                   family = Form::family;
    static const std::vector<Row> all = {
#define ACC_OPTION(names, form, group, argument, help, ...) {names, form, __VA_ARGS__},
#include "compiler/driver/options.def"
    };
    return all;
}

// The row of `word`, and its value as far as the word has one.
struct Match {
    const Row* row = nullptr;
    std::optional<std::string> value;
};

Match match(const std::string& word) {
    const size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    Match inFamily;
    for (const Row& row : rows()) {
        llvm::SmallVector<llvm::StringRef> names;
        llvm::StringRef(row.names).split(names, ' ');
        for (const llvm::StringRef candidate : names) {
            if (row.form == Form::family ? llvm::StringRef(word).starts_with(candidate) : false)
                inFamily = {&row, std::nullopt};
            if (row.form != Form::family && candidate == word)
                return {&row, std::nullopt};
            if ((row.form == Form::value || row.form == Form::joined) && candidate == name &&
                equals != std::string::npos)
                return {&row, word.substr(equals + 1)};
        }
    }
    return inFamily;
}

// Takes acc's own options out of `args`.
bool readOwnOptions(Reader& reader, const std::vector<std::string>& args) {
    for (size_t i = 0; i < args.size(); ++i) {
        const Match found = match(args[i]);
        if (!found.row) {
            reader.clang(args[i]);
            continue;
        }
        std::string value = found.value.value_or("");
        reader.word = args[i];
        if (found.row->form == Form::value && !found.value) {
            if (i + 1 == args.size())
                return fail(fmt::format("argument to '{}' is missing", args[i]));
            value = args[++i];
            reader.word += " " + value;
        }
        found.row->effect(reader, value);
    }
    if (reader.side != Side::both)
        return fail(fmt::format("-X{0}-start without -X{0}-end", reader.side == Side::host ? "host" : "aicore"));
    return reader.refusal.empty() || fail(reader.refusal);
}

InputKind kindOf(const std::string& path, const std::string& language) {
    if (language == "asc" || language == "cce")
        return InputKind::kernel;
    if (language == "aicpu")
        return InputKind::aicpu;
    if (!language.empty())
        return InputKind::source;
    const std::string extension = std::filesystem::path(path).extension();
    static const std::set<std::string> kSources = {".c",  ".cc", ".cpp", ".cxx", ".c++", ".C",  ".i",
                                                   ".ii", ".s",  ".S",   ".sx",  ".ll",  ".bc", ".cp"};
    if (extension == ".asc" || extension == ".cce" || path.ends_with(".acl.cpp"))
        return InputKind::kernel;
    if (extension == ".aicpu")
        return InputKind::aicpu;
    return kSources.contains(extension) ? InputKind::source : InputKind::linker;
}

// How far to go. A later and shorter way wins over a longer one, as in gcc.
void readStop(const llvm::opt::Option& option, Options::Stop& stop) {
    using Stop = Options::Stop;
    const auto shorten = [&stop](Stop to) { stop = std::min(stop, to); };
    if (option.matches(opt::OPT_E) || option.matches(opt::OPT_M) || option.matches(opt::OPT_MM))
        shorten(Stop::preprocess);
    else if (option.matches(opt::OPT_fsyntax_only))
        shorten(Stop::syntax);
    else if (option.matches(opt::OPT_S))
        shorten(Stop::assembly);
    else if (option.matches(opt::OPT_c))
        shorten(Stop::object);
}

// Options for which Clang's driver prints something and ends, when there is nothing to compile.
bool asksClang(const llvm::opt::Option& option) {
    const llvm::StringRef name = option.getName();
    return name.starts_with("print-") || name.starts_with("dump") || name == "v" || name == "help-hidden";
}

bool readCompilerOptions(Reader& reader) {
    std::vector<const char*> pointers;
    for (const std::string& arg : reader.rest)
        pointers.push_back(arg.c_str());
    unsigned missingIndex = 0, missingCount = 0;
    const llvm::opt::InputArgList list = clang::driver::getDriverOptTable().ParseArgs(
        pointers, missingIndex, missingCount, llvm::opt::Visibility(opt::ClangOption));
    if (missingCount)
        return fail(fmt::format("argument to '{}' is missing", list.getArgString(missingIndex)));

    Options& options = reader.options;
    std::string language;
    bool asks = false;
    for (const llvm::opt::Arg* arg : list) {
        const llvm::opt::Option& option = arg->getOption();
        const Side side = reader.sides[arg->getIndex()];
        if (option.matches(opt::OPT_INPUT)) {
            if (side != Side::both)
                return fail(fmt::format("'{}' is no option; sources stand outside of -Xhost-start and -Xaicore-start",
                                        arg->getValue()));
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
        readStop(option, options.stop);
        asks |= asksClang(option);
        options.dryRun |= option.matches(opt::OPT__HASH_HASH_HASH);
        options.verbose |= option.matches(opt::OPT_v);
        if (option.matches(opt::OPT_c) || option.matches(opt::OPT__HASH_HASH_HASH))
            continue;
        options.isShared |= option.matches(opt::OPT_shared);
        options.emitsLlvm |= option.matches(opt::OPT_emit_llvm);
        options.isPartialLink |=
            option.matches(opt::OPT_r) || option.matches(opt::OPT_static) || option.matches(opt::OPT_nostdlib);
        if (side != Side::host) {
            options.hasOptLevel |= option.matches(opt::OPT_O_Group);
            options.hasDebugInfo |= option.matches(opt::OPT_g_Group);
        }
        llvm::opt::ArgStringList words;
        arg->render(list, words);
        for (const char* word : words) {
            if (side == Side::both)
                options.link.push_back({std::nullopt, word});
            if (!option.hasFlag(opt::LinkerInput))
                options.compile.push_back({word, side});
        }
    }
    if (asks && options.inputs.empty())
        reader.information = Information::clang;
    return true;
}

bool readTarget(Reader& reader) {
    Options& options = reader.options;
    // The more exact name counts: a project's --npu-arch wins over the chip that its build system adds.
    TargetChoice choice;
    struct Given {
        const std::string& name;
        TargetChoice (*read)(std::string_view);
    };
    for (const Given& given : {Given{reader.soc, &targetOfChip}, Given{reader.aicoreArch, &targetOfAicoreArch},
                               Given{reader.arch, &targetOfArch}}) {
        if (given.name.empty())
            continue;
        const std::optional<Cores> cores = choice.cores;
        choice = given.read(given.name);
        if (!choice.cores)
            choice.cores = cores;
    }
    if (!reader.coreType.empty()) {
        const TargetChoice cores = coresOfType(reader.coreType);
        if (!cores.error.empty())
            return fail(cores.error);
        choice.cores = cores.cores;
    }
    if (!choice.error.empty())
        return fail(choice.error);
    options.npuArch = choice.number ? choice.number : options.npuArch;
    options.cores = choice.cores;
    if (!reader.runMode.empty() && reader.runMode != "npu" && reader.runMode != "sim" && reader.runMode != "cpu")
        return fail(fmt::format("'--run-mode={}' is not supported, expected npu, sim or cpu", reader.runMode));
    if (reader.runMode == "cpu")
        for (const std::string& macro :
             {std::string("ASCENDC_CPU_DEBUG=1"), fmt::format("__NPU_ARCH__={}", options.npuArch)})
            options.compile.push_back({"-D" + macro, Side::both});
    return true;
}

bool readMessageFormat(Reader& reader) {
    const std::string& format = reader.messageFormat;
    if (format == "json")
        reader.options.messageFormat = MessageFormat::json;
    else if (format == "sarif")
        reader.options.messageFormat = MessageFormat::sarif;
    else if (!format.empty() && format != "text" && format != "clang")
        return fail(fmt::format("'-fdiagnostics-format={}' is not known, expected text, json or sarif", format));
    return true;
}

bool check(const Options& options) {
    if (options.inputs.empty())
        return fail("no input files");
    size_t compiled = 0;
    for (const Input& input : options.inputs) {
        if (input.path != "-" && !std::filesystem::exists(input.path))
            return fail(fmt::format("no such file: '{}'", input.path));
        compiled += input.kind != InputKind::linker;
    }
    const bool isPerSource = options.stop < Options::Stop::library;
    if (isPerSource && options.stop != Options::Stop::syntax && !options.output.empty() && compiled > 1)
        return fail(fmt::format("cannot specify -o with -c, -S or -E and several sources"));
    if (options.stop == Options::Stop::library && options.output.empty())
        return fail("-lib needs -o");
    for (const Input& input : options.inputs) {
        if (options.emitsLlvm && input.kind == InputKind::kernel && options.stop == Options::Stop::object)
            return fail(
                fmt::format("-emit-llvm is not supported for '{}', which has host and device code", input.path));
        if (options.deviceOnly && (input.kind == InputKind::source || input.kind == InputKind::aicpu ||
                                   (input.kind == InputKind::linker && options.stop != Options::Stop::link)))
            return fail(
                fmt::format("--device-only takes sources with kernels and their objects, not '{}'", input.path));
    }
    if (options.deviceOnly && options.output.empty() && options.stop == Options::Stop::link)
        return fail("--device-only needs -o");
    return true;
}

bool expandResponseFiles(const std::vector<std::string>& args, std::vector<std::string>& expanded) {
    llvm::BumpPtrAllocator allocator;
    llvm::SmallVector<const char*> words;
    for (const std::string& arg : args) {
        if (arg.size() > 1 && arg[0] == '@' && !std::filesystem::exists(arg.substr(1)))
            return fail(fmt::format("no such response file: '{}'", arg.substr(1)));
        words.push_back(arg.c_str());
    }
    llvm::cl::ExpansionContext context(allocator, llvm::cl::TokenizeGNUCommandLine);
    if (llvm::Error error = context.expandResponseFiles(words))
        return fail(llvm::toString(std::move(error)));
    expanded.assign(words.begin(), words.end());
    return true;
}

}  // namespace

std::vector<std::string> Options::words(Side side) const {
    std::vector<std::string> result;
    for (const CompileWord& word : compile)
        if (word.side == Side::both || word.side == side)
            result.push_back(word.word);
    return result;
}

bool Options::hasSides() const {
    for (const CompileWord& word : compile)
        if (word.side != Side::both)
            return true;
    return false;
}

ParsedCommandLine parseCommandLine(const std::vector<std::string>& args) {
    std::vector<std::string> expanded;
    Reader reader;
    if (!expandResponseFiles(args, expanded) || !readOwnOptions(reader, expanded) || !readCompilerOptions(reader) ||
        !readTarget(reader) || !readMessageFormat(reader))
        return {std::nullopt, 1};
    switch (reader.information) {
        case Information::help:
            std::cout << helpText();
            return {std::nullopt, 0};
        case Information::version:
            std::cout << versionText();
            return {std::nullopt, 0};
        case Information::targets:
            std::cout << targetsText();
            return {std::nullopt, 0};
        case Information::manPage:
            std::cout << manPage();
            return {std::nullopt, 0};
        case Information::none:
            if (!check(reader.options))
                return {std::nullopt, 1};
            break;
        case Information::clangdConfig:
        case Information::searchDirs:
        case Information::clang:
            break;
    }
    reader.options.information = reader.information;
    return {std::move(reader.options), 0};
}

}  // namespace acc
