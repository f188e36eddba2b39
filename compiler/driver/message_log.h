// SPDX-License-Identifier: Apache-2.0
// What the passes over one source had to say, each thing once, as text at once or as one JSON or SARIF document at the
// end.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "compiler/frontend/diagnostic_printer.h"

namespace acc {

enum class MessageFormat { text, json, sarif };

class MessageLog {
public:
    explicit MessageLog(MessageFormat format) : format_(format) {}
    // Prints what has not been printed yet.
    void add(const Messages& messages);
    // The same for what a pass says about a text that has errors: a line that has one already is left out, because the
    // passes put one mistake in different words.
    void addFurther(const Messages& messages);
    // An error of the driver's own.
    void error(const std::string& file, unsigned line, const std::string& message);
    // "1 warning and 2 errors generated.", as clang ends, or the document.
    void finish();

private:
    void add(const Messages::Message& message);

    std::set<std::string> printed_;
    std::set<std::pair<std::string, unsigned>> lines_;  // with a message
    std::vector<Messages::Message> kept_;               // for the document
    const MessageFormat format_;
    unsigned errors_ = 0, warnings_ = 0;
};

std::string jsonOf(const std::vector<Messages::Message>& messages);
std::string sarifOf(const std::vector<Messages::Message>& messages);

}  // namespace acc
