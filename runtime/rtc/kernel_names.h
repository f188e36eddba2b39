// SPDX-License-Identifier: Apache-2.0
// Which kernels a kernel binary has, read from its section `.acc.kernels`: a line of JSON for each
// (compiler/kernel/registration.h).
#pragma once

#include <map>
#include <string>

namespace acc::rt::rtc {

// From the variables of the source that name a kernel (acc_name_expression_...) to its linker name.
std::map<std::string, std::string> namedKernels(const std::string& binary);

}  // namespace acc::rt::rtc
