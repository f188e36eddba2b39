// SPDX-License-Identifier: Apache-2.0
// Managed memory: device memory that host code uses as well, with advice on where it should be. The emulator has one
// place for both, so advice and prefetches are only kept and reported.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "acl/acl_rt_types.h"
#include "runtime/base/status.h"

namespace acc::rt::core {

inline constexpr size_t kManagedGranularity = size_t{2} << 20;

// Memory of `device`, a multiple of the granularity. 207001 when it is exhausted.
Result<void*> allocateManaged(int32_t device, size_t sizeBytes);

// Frees managed memory; false when none starts there.
bool freeManaged(void* address);

// Forgets managed memory that went with its device.
void forgetReleasedManaged();

bool isManaged(const void* address);

// 100000 when the range is not inside managed memory.
Status checkManaged(const void* address, size_t sizeBytes, const char* parameter);

// Notes advice or a prefetch for a range; it must be managed.
Status adviseManaged(const void* address, size_t sizeBytes, aclrtMemManagedAdviseType advice,
                     aclrtMemManagedLocation location);
void notePrefetch(const void* address, size_t sizeBytes, aclrtMemManagedLocation location);

// An attribute of a range: as many numbers as `count` for ACCESSED_BY, one for the others.
Status managedAttribute(const void* address, size_t sizeBytes, aclrtMemManagedRangeAttribute attribute,
                        std::vector<int32_t>* numbers);

}  // namespace acc::rt::core
