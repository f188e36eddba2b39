// SPDX-License-Identifier: Apache-2.0
// Registers and synchronisation state of one emulated core, as instructions see them. Plain data: reset() runs before
// every block, so it must stay cheap.
#pragma once

#include <cstdint>

namespace acc::rt::exec {

struct CoreState {
    void reset() { *this = CoreState{}; }
};

}  // namespace acc::rt::exec
