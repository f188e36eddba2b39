// SPDX-License-Identifier: Apache-2.0
// The flag protocol: one bit per (event, id), set once and waited for once (ascendc-core 5.2).
#pragma once

#include "runtime/exec/block.h"

namespace acc::rt::check {

// `event` is a HardEvent: source pipe * 7 + destination pipe.
void setFlag(exec::Block& block, unsigned event, int64_t id, const void* site);
void waitFlag(exec::Block& block, unsigned event, int64_t id, const void* site);

// "MTE2_V"
std::string eventName(unsigned event);

}  // namespace acc::rt::check
