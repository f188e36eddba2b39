// SPDX-License-Identifier: Apache-2.0
// A program of run-time compilation (acl/acl_rt_compile.h): its text, and what acc made of it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "runtime/base/mutex.h"
#include "runtime/base/status.h"

namespace acc::rt::rtc {

struct Header {
    std::string includeName;
    std::string text;
};

class Program {
public:
    // ACL_ERROR_RTC_INVALID_INPUT: an include name that leads out of its folder.
    static Result<std::shared_ptr<Program>> make(std::string source, std::string name, std::vector<Header> headers);

    // 176005 once the program is compiled.
    Status addNameExpression(const std::string& expression) ACC_EXCLUDES(mutex_);

    // Runs acc, or takes the result from the cache. 176002, 176003, 176004 or 576000.
    Status compile(const std::vector<std::string>& options) ACC_EXCLUDES(mutex_);

    std::string log() const ACC_EXCLUDES(mutex_);

    // 176000 without one.
    Result<std::string> binary() const ACC_EXCLUDES(mutex_);

    // Valid until the next compile. 176006 or 176007.
    Result<const char*> loweredName(const std::string& expression) const ACC_EXCLUDES(mutex_);

private:
    Program(std::string source, std::string name, std::vector<Header> headers)
        : source_(std::move(source)), name_(std::move(name)), headers_(std::move(headers)) {}

    std::string wholeText() const ACC_REQUIRES(mutex_);
    Status runCompiler(const std::string& compiler, const std::vector<std::string>& options) ACC_REQUIRES(mutex_);

    const std::string source_, name_;
    const std::vector<Header> headers_;
    mutable Mutex mutex_;
    std::vector<std::string> expressions_ ACC_GUARDED_BY(mutex_);
    bool isCompiled_ ACC_GUARDED_BY(mutex_) = false;
    std::string binary_ ACC_GUARDED_BY(mutex_), log_ ACC_GUARDED_BY(mutex_);
    std::vector<std::string> dependencies_ ACC_GUARDED_BY(mutex_);
    std::map<std::string, std::string> loweredNames_ ACC_GUARDED_BY(mutex_);
};

}  // namespace acc::rt::rtc
