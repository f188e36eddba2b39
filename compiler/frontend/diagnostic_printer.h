// SPDX-License-Identifier: Apache-2.0
// Diagnostics of the passes over one source. A pass collects, the driver prints each message once.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace clang {
class DiagnosticConsumer;
class DiagnosticOptions;
}  // namespace clang

namespace acc {

// Messages as printed text, each with its notes.
struct Messages {
    struct Message {
        std::string text;
        bool isError = false;
        bool isWarning = false;
    };
    std::vector<Message> all;
    bool hasErrors() const;
};

// Fills `messages`. Clang checks kernels as CUDA does; what it says in CUDA's words is put in ours, and notes about
// acc's own headers are dropped.
std::unique_ptr<clang::DiagnosticConsumer> makePrinter(Messages& messages, clang::DiagnosticOptions* options);

// Prints what `printed` does not hold yet, and adds it. Counts errors and warnings.
void print(const Messages& messages, std::set<std::string>& printed, unsigned& errors, unsigned& warnings);

// "1 warning and 2 errors generated.", as clang ends.
void printSummary(unsigned errors, unsigned warnings);

}  // namespace acc
