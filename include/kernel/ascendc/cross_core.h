// SPDX-License-Identifier: Apache-2.0
// Flags between the cores of a launch (ascendc-core 5.6): every core has a counter of 0..15 per flag id.
#pragma once

#include "sync.h"

namespace AscendC {

// Reports that everything before it on `pipe` is done. Mode 0: once all cores of this kind have reported, each one's
// counter goes up; mode 1: the same among the vector cores of a group; mode 2: from the cube core to the vector cores
// of its group, or from all of these to it.
template <uint8_t modeId, pipe_t pipe>
ACC_API void CrossCoreSetFlag(uint16_t flagId) {
    static_assert(modeId <= 2, "CrossCoreSetFlag: modes 0, 1 and 2 exist on dav-2201");
    static_assert(pipe != PIPE_S && pipe != PIPE_ALL, "CrossCoreSetFlag: pipe is V, M, MTE1, MTE2, MTE3 or FIX");
    detail::issueControl(ACC_OP_CrossCoreSetFlag, modeId, flagId);
}

// Waits until this core's counter is above zero, then takes one off. The template arguments have no effect.
template <uint8_t modeId = 0, pipe_t pipe = PIPE_S>
ACC_API void CrossCoreWaitFlag(uint16_t flagId) {
    detail::issueControl(ACC_OP_CrossCoreWaitFlag, 0, flagId);
}

// The address of the synchronisation block is the emulator's own business.
ACC_API void SetSyncBaseAddr(uint64_t) {}

}  // namespace AscendC

// The same as built-in functions; `config` is 1 | mode << 4 | id << 8.
ACC_API void ffts_cross_core_sync(pipe_t, uint64_t config) {
    AscendC::detail::issueControl(ACC_OP_CrossCoreSetFlag, uint8_t(config >> 4 & 3), int64_t(config >> 8 & 15));
}
ACC_API void wait_flag_dev(int64_t flagId) {
    AscendC::detail::issueControl(ACC_OP_CrossCoreWaitFlag, 0, flagId);
}
ACC_API void set_ffts_base_addr(uint64_t) {}
