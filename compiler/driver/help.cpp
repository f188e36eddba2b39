// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/help.h"

#include <fmt/format.h>

#include <vector>

#include "clang/Basic/Version.inc"
#include "compiler/driver/targets.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/TargetParser/Host.h"

namespace acc {
namespace {

constexpr const char* kSummary =
    "compiles kernel<<<numBlocks, ubufDynSize, stream>>>(args) programs for the emulated NPU";

enum class Group {
#define ACC_GROUP(id, title) id,
#include "compiler/driver/options.def"
};

constexpr const char* kTitles[] = {
#define ACC_GROUP(id, title) title,
#include "compiler/driver/options.def"
};

struct Entry {
    const char* names;
    const char* form;
    Group group;
    const char* argument;
    const char* help;
};
constexpr Entry kEntries[] = {
#define ACC_OPTION(names, form, group, argument, help, ...) {names, #form, Group::group, argument, help},
#include "compiler/driver/options.def"
};

// What compilers take anyway, for the reader.
constexpr std::pair<const char*, const char*> kCompilerOptions[] = {
    {"-c, -S, -E, -fsyntax-only", "stop after compiling, at assembly, after the preprocessor, after the checks"},
    {"-o FILE", "name of the output"},
    {"-x asc", "the sources that follow hold kernels, whatever their names; also cce, aicpu, c, c++, none"},
    {"-I -D -U -isystem -include", "preprocessor"},
    {"-M -MM -MD -MMD -MF -MT -MQ -MP", "dependencies for make and ninja"},
    {"-std= -O0..-O3 -g -W... -f... -m...", "language, optimisation, debug information, warnings"},
    {"-L -l -Wl,... -shared -fPIC -fuse-ld=", "linker"},
    {"@FILE", "more options, read from a file"},
    {"-v, -###", "print the commands; -### does not run them"},
};

constexpr const char* kSources =
    "Sources: .asc, .cce and .acl.cpp hold kernels and launches; .aicpu holds kernels for AI CPUs; .cpp, .cc, .cxx, "
    ".c, .s are host code; the rest goes to the linker.";

// "--npu-soc=CHIP, --cce-soc-version=CHIP"
std::string spelling(const Entry& entry) {
    const llvm::StringRef form = entry.form;
    const std::string argument = entry.argument;
    llvm::SmallVector<llvm::StringRef> names;
    llvm::StringRef(entry.names).split(names, ' ');
    std::string result;
    for (const llvm::StringRef name : names) {
        result += (result.empty() ? "" : ", ") + name.str();
        if (form == "value")
            result += (name.starts_with("--") || name.starts_with("-f") ? "=" : " ") + argument;
        else if (form == "joined")
            result += "[=" + argument + "]";
        else if (form == "block")
            result += " " + argument;
        else if (form == "family")
            result += "*";
    }
    return result;
}

// Lines of at most 100 characters.
std::string wrapped(const std::string& text, size_t indent) {
    std::string result;
    size_t column = indent;
    llvm::SmallVector<llvm::StringRef> words;
    llvm::StringRef(text).split(words, ' ');
    for (const llvm::StringRef word : words) {
        if (column > indent && column + 1 + word.size() > 100) {
            result += "\n" + std::string(indent, ' ');
            column = indent;
        } else if (column > indent) {
            result += ' ';
            ++column;
        }
        result += word;
        column += word.size();
    }
    return result;
}

std::string helpLine(const std::string& option, const std::string& help) {
    constexpr size_t kColumn = 40;
    std::string line = "  " + option;
    line += line.size() < kColumn ? std::string(kColumn - line.size(), ' ') : "\n" + std::string(kColumn, ' ');
    return line + wrapped(help, kColumn) + "\n";
}

// Text for roff: its dashes are dashes, and no line begins with a dot.
std::string roff(llvm::StringRef text) {
    std::string result;
    for (const char c : text)
        if (c == '-' || c == '\\')
            result += c == '-' ? "\\-" : "\\\\";
        else
            result += c;
    return result.starts_with('.') || result.starts_with('\'') ? "\\&" + result : result;
}

}  // namespace

std::string helpText() {
    std::string text = fmt::format("acc {}\n\nusage: acc [options] sources, objects, libraries\n", kSummary);
    for (size_t group = 0; group < std::size(kTitles); ++group) {
        text += fmt::format("\n{}:\n", kTitles[group]);
        for (const Entry& entry : kEntries)
            if (entry.group == static_cast<Group>(group))
                text += helpLine(spelling(entry), entry.help);
    }
    text += "\nAs in gcc and clang:\n";
    for (const auto& [option, help] : kCompilerOptions)
        text += helpLine(option, help);
    return text + "\n" + wrapped(kSources, 0) + "\n";
}

std::string manPage() {
    std::string text = ".TH ACC 1 \"\" \"acc " ACC_VERSION "\"\n.SH NAME\nacc \\- " + roff(kSummary) +
                       "\n.SH SYNOPSIS\n.B acc\n[options] sources, objects, libraries\n.br\n.B bisheng\n.br\n.B ccec\n"
                       ".SH DESCRIPTION\n" +
                       roff(kSources) +
                       "\nEvery option of\n.BR clang (1)\nis taken as well. bisheng and ccec are other names of acc.\n";
    const auto item = [&text](const std::string& option, const std::string& help) {
        text += ".TP\n.B " + roff(option) + "\n" + roff(help) + "\n";
    };
    for (size_t group = 0; group < std::size(kTitles); ++group) {
        text += ".SH \"" + llvm::StringRef(kTitles[group]).upper() + "\"\n";
        for (const Entry& entry : kEntries)
            if (entry.group == static_cast<Group>(group))
                item(spelling(entry), entry.help);
    }
    text += ".SH \"AS IN GCC AND CLANG\"\n";
    for (const auto& [option, help] : kCompilerOptions)
        item(option, help);
    return text + ".SH SEE ALSO\n.BR clang (1),\n.BR ld (1)\n";
}

std::string versionText() {
    return "acc " ACC_VERSION " (dav-2201), based on clang " CLANG_VERSION_STRING
           "\nclang version " CLANG_VERSION_STRING "\nTarget: " +
           llvm::sys::getDefaultTargetTriple() + "\n";
}

std::string targetsText() {
    std::string text = "Architectures:\n";
    for (const Target& target : allTargets())
        text += fmt::format("  dav-{:<6} {}{}\n", target.number, target.products,
                            target.isEmulated ? "" : "; not emulated, refused");
    return text;
}

}  // namespace acc
