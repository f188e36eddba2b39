// SPDX-License-Identifier: Apache-2.0
// Diagnostics of the passes over one source. A pass collects, the driver prints each message once.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace clang {
class DiagnosticConsumer;
class DiagnosticOptions;
}  // namespace clang

namespace acc {

// Messages as printed text, each with its notes, and the same as data.
struct Messages {
    struct Part {
        std::string level;  // error, fatal error, warning, remark, note
        std::string file;   // "" for a message about no place; then line and column are 0
        unsigned line = 0, column = 0;
        std::string message;
        std::string option;  // of a warning, without -W
    };
    struct Message {
        std::string text;
        std::vector<Part> parts;  // the message, then its notes
        bool isError = false;
        bool isWarning = false;
    };
    std::vector<Message> all;
    bool hasErrors() const;
};

// Fills `messages`. Clang checks kernels as CUDA does; what it says in CUDA's words is put in ours, and notes about
// acc's own headers are dropped.
std::unique_ptr<clang::DiagnosticConsumer> makePrinter(Messages& messages, clang::DiagnosticOptions* options);

}  // namespace acc
