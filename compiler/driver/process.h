// SPDX-License-Identifier: Apache-2.0
// Child processes and temporary files.
#pragma once

#include <string>
#include <vector>

namespace acc {

// Runs `command` (a program's name or path, and its arguments), printed first when `echo`. Returns its exit code, 1
// when it cannot be started.
int run(const std::vector<std::string>& command, bool echo);

// The same; what the command writes to standard error is printed when it has ended, and returned in `errors`.
int run(const std::vector<std::string>& command, bool echo, std::string& errors);

// Copies a file. Returns an exit code.
int moveFile(const std::string& from, const std::string& to);

// As a shell would take it.
void printCommand(const std::vector<std::string>& command);

// Files that vanish with this object, and when a signal ends the process.
class TemporaryFiles {
public:
    TemporaryFiles() = default;
    ~TemporaryFiles();
    TemporaryFiles(const TemporaryFiles&) = delete;
    TemporaryFiles& operator=(const TemporaryFiles&) = delete;
    std::string create(const std::string& stem, const std::string& extension);

private:
    std::vector<std::string> paths_;
};

}  // namespace acc
