// SPDX-License-Identifier: Apache-2.0
// What kernel code and device headers can see of the emulated core they run on. One AccBlock exists per block in
// flight; `accBlock` points at the running one and is switched with the block's fiber.
#ifndef ACC_BLOCK_H
#define ACC_BLOCK_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Physical memories of a core, in the order of AscendC::Hardware.
enum AccMemory {
    ACC_MEM_GM = 0,
    ACC_MEM_UB = 1,
    ACC_MEM_L1 = 2,
    ACC_MEM_L0A = 3,
    ACC_MEM_L0B = 4,
    ACC_MEM_L0C = 5,
    ACC_MEM_BT = 6,
    ACC_MEM_FB = 7,
    ACC_MEM_COUNT = 8
};

enum AccCoreType { ACC_CORE_CUBE = 0, ACC_CORE_VECTOR = 1 };

typedef struct AccBlock {
    uint8_t* memory[ACC_MEM_COUNT];       // base of each local memory; null where this core type has none (and for GM)
    uint32_t memoryBytes[ACC_MEM_COUNT];  // their sizes, from the SoC table
    uint32_t blockIdx;                    // hardware block number of the launch, 0..blockNum-1 (`block_idx`)
    uint32_t blockNum;                    // numBlocks of the launch (`block_num`)
    uint32_t subBlockIdx;                 // this core among the cores of its kind in the block (`sub_block_idx`)
    uint32_t subBlockNum;                 // cores of this kind in the block (`sub_block_num`)
    uint32_t coreType;                    // AccCoreType
    uint32_t dynamicUbBytes;              // second launch argument
    uint32_t staticUbBytes;               // UB reserved by __ubuf__ arrays, from offset 0
    uint32_t reserved;
} AccBlock;

// The block that runs on this thread; null outside kernels.
// (__thread rather than thread_local: constant-initialised, so reading it needs no call of an initialiser.)
extern __thread AccBlock* accBlock __attribute__((tls_model("initial-exec")));

#ifdef __cplusplus
}
#endif

#endif  // ACC_BLOCK_H
