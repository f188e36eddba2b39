// SPDX-License-Identifier: Apache-2.0
// The compiler as a child process.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "runtime/base/status.h"

namespace acc::rt::rtc {

// acc: ACC_COMPILER, else the one of the toolkit home that libascendcl lies in, else the one in PATH.
// ACL_ERROR_RTC_FAILURE: none of them.
Result<std::filesystem::path> findCompiler();

// Runs `command` and waits for it; `output` is what it writes to stdout and stderr. The result is its exit code, or 128
// and the signal that ended it. ACL_ERROR_RTC_FAILURE: it cannot be started.
Result<int> run(const std::vector<std::string>& command, std::string* output);

// A folder that is gone, with all in it, when this object is.
class TemporaryFolder {
public:
    // ACL_ERROR_RTC_OUT_OF_MEMORY: it cannot be made (in TMPDIR, default /tmp).
    static Result<TemporaryFolder> make();
    TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::move(other.path_)) { other.path_.clear(); }
    TemporaryFolder& operator=(TemporaryFolder&&) = delete;
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder();
    const std::filesystem::path& path() const { return path_; }

private:
    explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) {}
    std::filesystem::path path_;
};

// The whole file; nullopt when it cannot be read.
std::optional<std::string> readFile(const std::filesystem::path& path);
// ACL_ERROR_RTC_OUT_OF_MEMORY: it cannot be written.
Status writeFile(const std::filesystem::path& path, const std::string& text);

}  // namespace acc::rt::rtc
