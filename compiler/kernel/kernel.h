// SPDX-License-Identifier: Apache-2.0
// A kernel as plain data: what the front end finds, the registration is made of and the driver decides by.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace acc {

enum class CoreType { cube, vector };

// Cores of one block.
struct Cores {
    unsigned cube, vector;
};

struct KernelParam {
    std::string name;
    uint64_t offset;
    uint64_t sizeBytes;
    uint32_t kind;  // AccParamKind
};

// How host code of any compiler launches a kernel of a library; see kernel/launch_function.h.
struct LaunchFunction {
    std::string name;                   // "" when there is none
    std::vector<std::string> params;    // types of the parameters, in the terms of host code
    std::vector<std::string> forwards;  // declarations that these need
};

struct Kernel {
    std::string symbol;  // linker name
    std::string name;    // as people write it
    std::string file;
    unsigned line = 0;
    uint64_t argsSizeBytes = 0;
    std::vector<KernelParam> params;
    unsigned cubeCores = 0;
    unsigned vectorCores = 0;
    unsigned schedMode = 0;
    LaunchFunction launch;
    std::vector<std::string> expressions;  // variables of the source that name this kernel; see kNameExpression
};

// A `__gm__` variable of an image.
struct GmVariable {
    std::string symbol;  // linker name
    uint64_t sizeBytes;
};

// `static const auto acc_name_expression_<anything> = &k<float>;` asks for the linker name of a kernel, which it
// instantiates. Run-time compilation does that.
inline constexpr const char* kNameExpression = "acc_name_expression_";

// Symbols that exist only until host and device objects have been merged into one.
inline constexpr const char* kPrivatePrefix = "__acc.";
inline std::string entrySymbol(CoreType core, const std::string& kernel) {
    return (core == CoreType::cube ? "__acc.cube." : "__acc.vector.") + kernel;
}

}  // namespace acc
