// SPDX-License-Identifier: Apache-2.0
#include "compiler/support/diagnostics.h"

namespace acc {
namespace {

using Level = clang::DiagnosticIDs::Level;

// What the user's -W options make of a diagnostic of `group`; they are in the order of the command line.
Level levelOf(const clang::DiagnosticsEngine& engine, Level level, llvm::StringRef group) {
    if (group.empty())
        return level;
    for (llvm::StringRef word : engine.getDiagnosticOptions().Warnings) {
        const bool isError = word.consume_front("error=");
        const bool isNoError = !isError && word.consume_front("no-error=");
        const bool isNo = !isError && !isNoError && word.consume_front("no-");
        if (!word.consume_front("acc-") || word != group)
            continue;
        if (isNo)
            level = Level::Ignored;
        else if (isError)
            level = Level::Error;
        else if (isNoError || level == Level::Ignored)
            level = Level::Warning;
    }
    if (level == Level::Warning && engine.getIgnoreAllWarnings())
        return Level::Ignored;
    return level == Level::Warning && engine.getWarningsAsErrors() ? Level::Error : level;
}

}  // namespace

clang::DiagnosticBuilder report(clang::DiagnosticsEngine& engine, clang::SourceLocation at, Diag diag) {
    struct Row {
        Level level;
        llvm::StringRef group;
        const char* text;
    };
    static constexpr Row kRows[] = {
#define ACC_DIAG(name, severity, group, text) {Level::severity, group, text},
#include "compiler/support/diagnostics.def"
#undef ACC_DIAG
    };
    const Row& row = kRows[static_cast<size_t>(diag)];
    const Level level = levelOf(engine, row.level, row.group);
    const std::string suffix = row.group.empty() ? "" : " [-Wacc-" + row.group.str() + "]";
    return engine.Report(at, engine.getDiagnosticIDs()->getCustomDiagID(level, row.text + suffix));
}

}  // namespace acc
