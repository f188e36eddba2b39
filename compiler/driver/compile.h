// SPDX-License-Identifier: Apache-2.0
// One source to one object.
#pragma once

#include "compiler/driver/options.h"
#include "compiler/driver/pass_args.h"
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
    int aicpu(const Input& input, const std::string& output);
    int kernels(const Input& input, const std::string& output);
    int preprocessed(const PassArgs& args);
    int listing(const std::vector<std::pair<const char*, std::string>>& parts, const std::string& output) const;
    std::vector<std::string> words(const Input& input, const std::string& output, Side side) const;
    std::optional<PassArgs> passArgs(const Input& input, const std::string& output) const;
    PassSettings settings() const { return {toolchain_.include(), options_.cores, options_.isRelocatable}; }
    std::string intermediate(const Input& input, const std::string& output, const std::string& what);
    void saveLowered(const Input& input, const std::string& output, const ParseResult& parsed);
    int dryRun(const PassArgs& args) const;
    bool generated(const std::string& text, const std::string& output, Messages& messages) const;

    const Options& options_;
    const Toolchain& toolchain_;
    TemporaryFiles temporaries_;
};

}  // namespace acc
