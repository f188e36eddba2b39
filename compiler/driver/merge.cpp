// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/merge.h"

#include <filesystem>

#include "compiler/driver/process.h"
#include "compiler/kernel/kernel.h"

namespace acc {

int mergeObjects(const std::vector<std::string>& objects, const std::string& output, bool echo) {
    std::vector<std::string> link = {"ld", "-r", "-o", output};
    link.insert(link.end(), objects.begin(), objects.end());
    if (const int code = run(link, echo))
        return code;
    return run({"objcopy", "--wildcard", std::string("--localize-symbol=") + kPrivatePrefix + "*", output}, echo);
}

int archiveObjects(const std::vector<std::string>& objects, const std::string& output, bool echo) {
    std::filesystem::remove(output);
    std::vector<std::string> command = {"ar", "rcs", output};
    command.insert(command.end(), objects.begin(), objects.end());
    return run(command, echo);
}

}  // namespace acc
