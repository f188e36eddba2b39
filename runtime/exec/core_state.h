// SPDX-License-Identifier: Apache-2.0
// Registers and synchronisation state of one emulated core, as instructions see them. Plain data: reset() runs before
// every block, so it must stay cheap (about 250 bytes).
#pragma once

#include <cstdint>

struct AccPipe;

namespace acc::rt::exec {

// Events: ordered pairs of the seven pipes S, V, M, MTE1, MTE2, MTE3, FIX, numbered source * 7 + destination.
inline constexpr unsigned kPipeCount = 7;
inline constexpr unsigned kEventCount = kPipeCount * kPipeCount;
inline constexpr unsigned kEventIds = 8;

struct CoreState {
    void reset() { *this = CoreState{}; }

    uint64_t mask[2] = {~uint64_t{0}, ~uint64_t{0}};  // MASK: lanes, or in counter mode the number of elements
    uint64_t padValue = 0;
    uint64_t ctrl = uint64_t{1} << 48;   // CTRL[48] = 1: INF/NAN mode
    AccPipe* pipe = nullptr;             // the live TPipe
    uint8_t* systemWorkspace = nullptr;  // of SetSysWorkspace
    uint64_t tilingKey = 0;
    uint64_t compareMask[2] = {};  // CMPMASK: one bit per lane
    uint64_t gathered = 0;         // elements written by the last GatherMask
    uint64_t merged = 0;           // records that the last MrgSort took from its queues, 16 bits each
    uint32_t reduceSum = 0;        // results of reductions, bits of the element type
    uint32_t reduceValue = 0;
    uint32_t reduceIndex = 0;
    uint16_t deqScale = 0x3c00;  // half bits of SetDeqScale
    bool deqScaleSet = false;
    bool counterMode = false;
    bool staticAllocator = false;          // a LocalMemAllocator was used
    bool lineOpen = false;                 // printf: the last line has no newline yet
    uint8_t padBytes = 0;                  // element size of SetPadValue, 0 = never called
    uint8_t atomicOperation = 0;           // AscendC::detail::AtomicOperation
    uint8_t atomicType = 0;                // AccDtype
    uint8_t flags[kEventCount] = {};       // per event: ids whose flag is set (SetFlag without WaitFlag yet)
    uint8_t reserved[kEventCount] = {};    // ids taken from the TPipe's pools, by AllocEventID or by queues
    uint8_t queueFlags[kEventCount] = {};  // those of them whose flag a queue has set
};

}  // namespace acc::rt::exec
