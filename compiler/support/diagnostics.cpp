// SPDX-License-Identifier: Apache-2.0
#include "compiler/support/diagnostics.h"

namespace acc {

clang::DiagnosticBuilder report(clang::DiagnosticsEngine& engine, clang::SourceLocation at, Diag diag) {
    struct Row {
        clang::DiagnosticIDs::Level level;
        const char* text;
    };
    static constexpr Row kRows[] = {
#define ACC_DIAG(name, severity, text) {clang::DiagnosticIDs::severity, text},
#include "compiler/support/diagnostics.def"
#undef ACC_DIAG
    };
    const Row& row = kRows[static_cast<size_t>(diag)];
    return engine.Report(at, engine.getDiagnosticIDs()->getCustomDiagID(row.level, row.text));
}

}  // namespace acc
