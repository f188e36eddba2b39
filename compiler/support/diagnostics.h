// SPDX-License-Identifier: Apache-2.0
// The diagnostics of diagnostics.def.
#pragma once

#include "clang/Basic/Diagnostic.h"

namespace acc {

enum class Diag {
#define ACC_DIAG(name, severity, group, text) name,
#include "compiler/support/diagnostics.def"
#undef ACC_DIAG
};

// Starts a diagnostic, at the severity that the user's -Wacc-... options give it; arguments and ranges follow with <<.
clang::DiagnosticBuilder report(clang::DiagnosticsEngine& engine, clang::SourceLocation at, Diag diag);

}  // namespace acc
