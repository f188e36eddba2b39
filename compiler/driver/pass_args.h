// SPDX-License-Identifier: Apache-2.0
// The arguments of the passes over one source, from those that Clang's driver gives for it as host code.
#pragma once

#include "compiler/driver/options.h"
#include "compiler/frontend/passes.h"

namespace acc {

class PassArgs {
public:
    // `host`, `device`: what the driver plans with the options for each side.
    PassArgs(Cc1Args host, Cc1Args device, const Options& options)
        : host_(std::move(host)), device_(std::move(device)), options_(options) {}

    const Cc1Args& host() const { return host_; }
    Cc1Args parse() const;                                           // the user's own text as host code
    Cc1Args device(CoreType core, const std::string& output) const;  // the same for one core type
    Cc1Args lowered(const std::string& output) const;                // the lowered text
    Cc1Args aicpu() const;                                           // code for AI CPUs
    Cc1Args unlowered(const std::string& output) const;              // a text that stays as it is

private:
    Cc1Args host_, device_;
    const Options& options_;
};

// The value after `name`; "" without it.
std::string valueOf(const Cc1Args& args, const std::string& name);
void setValue(Cc1Args& args, const std::string& name, const std::string& value);

// Adds to the dependency file, if one is asked for, what device code includes; to a new one when no other pass wrote
// it.
void addDependencies(const Cc1Args& args, const std::vector<std::string>& dependencies, bool isNew = false);

}  // namespace acc
