// SPDX-License-Identifier: Apache-2.0
// Host memory of the program that was registered with the runtime (aclrtHostRegister).
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/base/status.h"

namespace acc::rt::core {

// `mapped`: kernels may use it, at the same address; `pinned`: copies treat it as pinned. 507910 when a part of the
// range is registered already, 100000 when it is memory of the runtime.
Status registerHost(void* address, size_t sizeBytes, bool mapped, bool pinned);

// 507911 when the range that starts there is not registered.
Status unregisterHost(void* address);

// The device's address for one in a mapped range. 507911 when it is in none.
Status hostDeviceAddress(void* address, void** deviceAddress);

}  // namespace acc::rt::core
