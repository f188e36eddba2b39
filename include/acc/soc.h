/* SPDX-License-Identifier: Apache-2.0 */
/* Facts of a chip, for the host headers that programs compute their tiling with. */
#ifndef ACC_SOC_H
#define ACC_SOC_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct AccSoc {
    const char* name; /* "Ascend910B1" */
    uint32_t npuArch; /* __NPU_ARCH__, 2201 */
    uint32_t cubeCores;
    uint32_t vectorCores; /* of split architectures; on others vector cores besides the AI cores */
    uint32_t isSplit;     /* cube and vector cores are separate */
    uint32_t ubBytes;     /* local memories, of one core */
    uint32_t l1Bytes;
    uint32_t l0aBytes;
    uint32_t l0bBytes;
    uint32_t l0cBytes;
    uint32_t btBytes;
    uint32_t fbBytes;
    uint64_t l2Bytes;
    uint64_t memoryBytes;
} AccSoc;

/* Fills `soc` for the chip with this name, or for the one this process emulates when name is NULL. 0, or -1 and
 * `soc` untouched when there is no such chip. */
int accDescribeSoc(const char* name, AccSoc* soc);

#ifdef __cplusplus
}
#endif

#endif /* ACC_SOC_H */
