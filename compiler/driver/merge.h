// SPDX-License-Identifier: Apache-2.0
// Several objects into one ordinary object, in which the symbols that only held them together are local.
#pragma once

#include <string>
#include <vector>

namespace acc {

// Exit code of the first tool that failed, or 0.
int mergeObjects(const std::vector<std::string>& objects, const std::string& output, bool echo);

// A static library of objects; one that is there already is replaced.
int archiveObjects(const std::vector<std::string>& objects, const std::string& output, bool echo);

}  // namespace acc
