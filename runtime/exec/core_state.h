// SPDX-License-Identifier: Apache-2.0
// Registers and synchronisation state of one emulated core, as instructions see them. Plain data: reset() runs before
// every block, so it must stay cheap: about 200 bytes, and those of events only after a block that used some.
#pragma once

#include <cstdint>

struct AccPipe;

namespace acc::rt::exec {

// Events: ordered pairs of the seven pipes S, V, M, MTE1, MTE2, MTE3, FIX, numbered source * 7 + destination.
inline constexpr unsigned kPipeCount = 7;
inline constexpr unsigned kEventCount = kPipeCount * kPipeCount;
inline constexpr unsigned kEventIds = 8;

struct CoreRegisters {
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
    bool staticAllocator = false;  // a LocalMemAllocator was used
    bool lineOpen = false;         // printf: the last line has no newline yet
    uint8_t padBytes = 0;          // element size of SetPadValue, 0 = never called
    uint8_t atomicOperation = 0;   // AscendC::detail::AtomicOperation
    uint8_t atomicType = 0;        // AccDtype
    // Cube core
    uint64_t loadPadValue = 0;   // of SetLoadDataPaddingValue, bits
    uint64_t fixpipeNd = 1;      // of SetFixpipeNz2ndFlag: ndNum, srcNdStride, dstNdStride
    uint64_t fixpipeQuant = 0;   // of SetFixpipePreQuantFlag
    uint64_t unitFlags[4] = {};  // per 512 bytes of L0C: written by Mmad and not yet read by Fixpipe
    uint32_t loadBoundary = 0;   // of SetLoadDataBoundary, bytes
    uint32_t fixpipeTable = 0;   // of SetFixPipeConfig, byte offset in the fixpipe buffer
    uint16_t mapHeight = 0;      // of SetFmatrix
    uint16_t mapWidth = 0;
    uint8_t mapPads[4] = {};
    uint16_t loadRepeatStride = 0;  // of SetLoadDataRepeat
    uint8_t loadRepeats = 1;
    bool loadRepeatsAlongK = false;
    bool fixpipeTableSet = false;
    bool hf32 = false;
    bool hf32TowardZero = false;
};

struct CoreState : CoreRegisters {
    void reset() {
        static_cast<CoreRegisters&>(*this) = {};
        if (eventsUsed) {
            *this = {};
        }
    }

    bool eventsUsed = false;               // set with the first bit of what follows
    uint8_t flags[kEventCount] = {};       // per event: ids whose flag is set (SetFlag without WaitFlag yet)
    uint8_t reserved[kEventCount] = {};    // ids taken from the TPipe's pools, by AllocEventID or by queues
    uint8_t queueFlags[kEventCount] = {};  // those of them whose flag a queue has set
};

}  // namespace acc::rt::exec
