// SPDX-License-Identifier: Apache-2.0
// From a code address to the user's source line.
#pragma once

#include <string>

namespace acc::rt::exec {

// "file:line (function)" of the innermost frame at return address `callSite` that is not in the device headers, looking
// through inlined calls; "" for null, "address in module" without debug information. Slow; for reports only.
std::string describeCallSite(const void* callSite);

}  // namespace acc::rt::exec
