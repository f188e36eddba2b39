// SPDX-License-Identifier: Apache-2.0
// Look-up of argument lists, which are handles or addresses of the program's memory.
#pragma once

#include <memory>

#include "runtime/base/status.h"
#include "runtime/core/args_list.h"

namespace acc::rt::api {

// The list behind an aclrtArgsHandle.
Status resolveList(const void* argsHandle, std::shared_ptr<core::ArgsList>* list);

}  // namespace acc::rt::api
