// SPDX-License-Identifier: Apache-2.0
// What acc says about itself, from the rows of options.def and targets.def.
#pragma once

#include <string>

namespace acc {

std::string helpText();
std::string manPage();
std::string versionText();
std::string targetsText();

}  // namespace acc
