// SPDX-License-Identifier: Apache-2.0
// The registration of a translation unit's kernels (acc/abi.h) as C text, which becomes part of its object. The same
// information is in the section `.acc.kernels`, one line of JSON for each kernel, where tools read it without running
// code.
#pragma once

#include <map>
#include <set>

#include "compiler/kernel/kernel.h"

namespace acc {

struct Image {
    unsigned npuArch = 0;
    bool hasLaunchFunctions = false;
    std::vector<Kernel> kernels;
    std::set<std::string> vectorEntries, cubeEntries;  // symbols of kernels that the vector and the cube object hold
    std::vector<GmVariable> variables;                 // of the vector and the cube object
    std::map<std::string, std::string> stubs;          // kernel symbol -> symbol of its stub in the host object
    uint32_t staticUbBytes = 0;
    // For a kernel binary, whose table is made when its objects are linked; otherwise constructor and destructor
    // register it.
    bool isBinary = false;
};

std::string registrationText(const Image& image);

// What a kernel binary has besides its objects: the AccImage it exports, over the kernels of all of them.
std::string binaryTableText(unsigned npuArch);

}  // namespace acc
