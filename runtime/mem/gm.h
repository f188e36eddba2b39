// SPDX-License-Identifier: Apache-2.0
// The memory registry: every block of device and pinned host memory that the runtime handed out, by address.
//
// Device memory lives in one reserved address range. A block occupies whole pages that are followed by an inaccessible
// guard page and ends as close to it as the 512-byte alignment allows, so scalar code that runs past the end faults.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace acc::rt::mem {

enum class Kind : uint8_t {
    device,
    pinnedHost,      // allocated here
    registeredHost,  // the program's: pinned, and kernels may use it
    mappedHost,      // the program's: kernels may use it, but it is not pinned
    lockedHost,      // the program's: pinned only
};

// Whether host memory of this kind is pinned.
inline bool isPinned(Kind kind) {
    return kind == Kind::pinnedHost || kind == Kind::registeredHost || kind == Kind::lockedHost;
}

// One block of memory that the runtime handed out or was told of.
struct Allocation {
    uintptr_t base = 0;
    size_t sizeBytes = 0;  // as asked for
    Kind kind = Kind::device;
    int32_t device = 0;

    bool contains(uintptr_t address) const { return address - base < sizeBytes; }
    uintptr_t end() const { return base + sizeBytes; }
};

// Smallest and strictest alignment of device blocks, bytes.
inline constexpr size_t kDeviceAlignment = 512;

// Bytes past the requested size that programs may touch (the documented rounding: 32, plus 32 on A2/A3).
inline constexpr size_t kTrailingBytes = 64;

// Allocates device memory of `device`; null when the device's capacity or host memory is exhausted.
void* allocateDevice(int32_t device, size_t sizeBytes);

// Allocates pinned host memory, 64-byte aligned; null when exhausted.
void* allocateHost(size_t sizeBytes);

// Frees the block that starts at `base` and has `kind`; false when there is none.
bool release(Kind kind, void* base);

// Where a device block lies in a memory file.
struct BlockFile {
    int file = -1;
    size_t fileBytes = 0;
    size_t offset = 0;
};

// Moves the device block that starts at `base` into a memory file, which stays the block's: others can map the same
// memory. Kernels and copies that use the block meanwhile go on (see block_move.h). False when there is no such block
// or no memory.
bool moveToFile(uintptr_t base, BlockFile* file);

// Destroys `attachment` when the block is freed, before its memory goes. False when there is no block at `base`.
bool attach(uintptr_t base, std::shared_ptr<void> attachment);

// Makes a block of `sizeBytes` of `device` from a memory file of another process; null when there is no room. The
// device's capacity is not charged. Only unmapFile frees it, and releaseDevice.
void* mapFile(int32_t device, const BlockFile& file, size_t sizeBytes);
bool unmapFile(void* base);

// Enters or removes memory the runtime did not allocate (aclrtHostRegister, mapped virtual memory).
bool enroll(const Allocation& allocation);
bool withdraw(uintptr_t base);

// Copies out the block that contains `address`; false when none does.
bool find(uintptr_t address, Allocation* found);

// The live block nearest to `address`, for messages; false when there is none at all.
bool nearest(uintptr_t address, Allocation* found);

// A number that changes whenever memory is freed or withdrawn.
uint64_t generation();

// True when all of [address, address + sizeBytes) is device memory that a kernel may access. A few nanoseconds in the
// usual case: each thread remembers the last blocks it saw until any block is freed.
bool deviceAccessible(const void* address, size_t sizeBytes);

// Total and free bytes of a device.
void usage(int32_t device, size_t* freeBytes, size_t* totalBytes);

// The largest number of bytes of a device that were in use at one time.
size_t peakUsage(int32_t device);

// Counts bytes of a device that are allocated elsewhere (physical blocks, pools); false when they exceed its capacity.
bool claim(int32_t device, size_t sizeBytes);
void giveBack(int32_t device, size_t sizeBytes);

// Frees every device block of `device` (device reset).
void releaseDevice(int32_t device);

}  // namespace acc::rt::mem
