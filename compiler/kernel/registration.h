// SPDX-License-Identifier: Apache-2.0
// The registration of a translation unit's kernels (acc/abi.h) as C text, which becomes part of its object.
#pragma once

#include <map>
#include <set>

#include "compiler/kernel/kernel.h"

namespace acc {

struct Image {
    unsigned npuArch = 0;
    std::vector<Kernel> kernels;
    std::set<std::string> vectorEntries, cubeEntries;  // symbols of kernels that the vector and the cube object hold
    std::map<std::string, std::string> stubs;          // kernel symbol -> symbol of its stub in the host object
    uint32_t staticUbBytes = 0;
    bool isBinary = false;  // a kernel binary exports its AccImage; otherwise constructor and destructor register it
};

std::string registrationText(const Image& image);

}  // namespace acc
