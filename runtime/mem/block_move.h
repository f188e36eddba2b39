// SPDX-License-Identifier: Apache-2.0
// Moving memory that others may be using from anonymous pages to a memory file.
//
// The pages are made read-only, copied, and replaced by a mapping of the file. A thread that writes meanwhile faults;
// the signal handler lets it wait for the end of the move and try again.
#pragma once

#include <cstddef>
#include <cstdint>

namespace acc::rt::mem {

// Moves [begin, begin + bytes), whole pages, into the empty `file`. One move at a time: the caller holds a lock. False
// when there is no memory for it; nothing has changed then.
bool moveBlockToFile(uintptr_t begin, size_t bytes, int file);

// Called by the handler of SIGSEGV: when the address lies in a block that is or was just being moved, waits for the end
// of the move and returns true: the access shall be tried again. Async-signal-safe.
bool waitForMove(uintptr_t address);

}  // namespace acc::rt::mem
