// SPDX-License-Identifier: Apache-2.0
// Findings about kernels as data: with ACC_REPORT=json:FILE each one is appended to FILE as a JSON object on a line of
// its own, beside the text on stderr.
#pragma once

#include <cstdint>
#include <string>

namespace acc::rt::exec {

struct Finding {
    const char* severity = "";  // "error" or "warning"
    const char* rule = "";
    std::string kernel;
    const char* coreType = "";  // "vector" or "cube"; empty when no single core is to blame
    uint32_t block = 0;
    uint32_t blocks = 0;
    uint32_t core = 0;
    std::string message;
    std::string where;  // "file:line (function)", empty when unknown
    int32_t code = 0;   // what the next synchronise returns; 0 for warnings
};

// Called on any thread, with or without locks held. Errors of the file are reported once.
void record(const Finding& finding);

}  // namespace acc::rt::exec
