// SPDX-License-Identifier: Apache-2.0
// One source to one object.
#pragma once

#include "compiler/driver/options.h"
#include "compiler/driver/process.h"
#include "compiler/driver/toolchain.h"

namespace acc {

class Compile {
public:
    Compile(const Options& options, const Toolchain& toolchain) : options_(options), toolchain_(toolchain) {}

    // Compiles `input` and prints what there is to say. `output`: "" for none, "-" for standard output, a path. Returns
    // an exit code.
    int operator()(const Input& input, const std::string& output);

    // The kernels of one source, as an object of a kernel binary.
    int deviceObject(const Input& input, const std::string& output);

    // A kernel binary: the shared object that aclrtBinaryLoadFromFile takes.
    int kernelBinary(const std::vector<std::string>& objects, const std::string& output);

private:
    struct Images;
    int source(const Input& input, const std::string& output);
    int kernels(const Input& input, const std::string& output);
    std::optional<Cc1Args> hostArgs(const Input& input, const std::string& output) const;
    int dryRun(const Cc1Args& host) const;
    bool generated(const std::string& text, const std::string& output, Messages& messages) const;

    const Options& options_;
    const Toolchain& toolchain_;
    TemporaryFiles temporaries_;
};

}  // namespace acc
