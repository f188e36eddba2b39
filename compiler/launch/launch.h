// SPDX-License-Identifier: Apache-2.0
// One launch as tokens: `callee <<< config >>> ( args )`. Members are indices into the translation unit's tokens.
#pragma once

#include <cstddef>

namespace acc {

struct LaunchSite {
    size_t callee;         // first token of the callee
    size_t open;           // <<<
    size_t close;          // >>>
    size_t argsOpen;       // (
    size_t argsClose;      // )
    bool isStatement;      // a whole statement, so that nobody asks for its value
    bool isAicpu = false;  // the callee is an AI CPU kernel; known once the text has been parsed
};

}  // namespace acc
