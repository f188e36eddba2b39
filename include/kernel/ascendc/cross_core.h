// SPDX-License-Identifier: Apache-2.0
// Synchronisation between the cores of a launch (ascendc-core 5.6, 5.8-5.10): flags, of which every core has a counter
// of 0..15 per id; cells in GM, ordered sections, group barriers.
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

namespace detail {
template <class Gm, class Ub>
ACC_API void issueCell(AccOpcode opcode, const Gm& gm, const Ub& ub, int64_t cell) {
    AccInstr instr;
    instr.opcode = opcode;
    instr.operands = 2;
    instr.operand[0] = operandOf(gm);
    instr.operand[1] = operandOf(ub);
    instr.mode = 0;
    instr.count = cell;
    accIssue(&instr);
}
// The cell of a block and an event: 32 bytes each, the events of all blocks behind each other.
template <bool isAIVOnly>
ACC_API int64_t cellOf(int32_t blockIdx, int32_t eventID) {
    return int64_t(eventID) * GetBlockNum() * (isAIVOnly ? 1 : 2) + blockIdx;
}
}  // namespace detail

// IBSet announces that block `blockIdx` has come to event `eventID`; IBWait waits until it has, and clears it.
template <bool isAIVOnly = true>
ACC_API void IBSet(const GlobalTensor<int32_t>& gmWorkspace, const LocalTensor<int32_t>& ubWorkspace, int32_t blockIdx,
                   int32_t eventID) {
    detail::issueCell(ACC_OP_IBSet, gmWorkspace, ubWorkspace, detail::cellOf<isAIVOnly>(blockIdx, eventID));
}
template <bool isAIVOnly = true>
ACC_API void IBWait(const GlobalTensor<int32_t>& gmWorkspace, const LocalTensor<int32_t>& ubWorkspace, int32_t blockIdx,
                    int32_t eventID) {
    detail::issueCell(ACC_OP_IBWait, gmWorkspace, ubWorkspace, detail::cellOf<isAIVOnly>(blockIdx, eventID));
}

// What lies between WaitPreBlock and NotifyNextBlock runs in the order of the blocks.
ACC_API void InitDetermineComputeWorkspace(GlobalTensor<int32_t>& gmWorkspace, LocalTensor<int32_t>& ubWorkspace) {
    if (GetBlockIdx() == 0) {
        detail::issueCell(ACC_OP_NotifyNextBlock, gmWorkspace, ubWorkspace, 0);
    }
    SyncAll();
}
ACC_API void WaitPreBlock(GlobalTensor<int32_t>& gmWorkspace, LocalTensor<int32_t>& ubWorkspace) {
    detail::issueCell(ACC_OP_WaitPreBlock, gmWorkspace, ubWorkspace, GetBlockIdx());
}
ACC_API void NotifyNextBlock(GlobalTensor<int32_t>& gmWorkspace, LocalTensor<int32_t>& ubWorkspace) {
    const int64_t next = GetBlockIdx() + 1;
    detail::issueCell(ACC_OP_NotifyNextBlock, gmWorkspace, ubWorkspace,
                      next == GetBlockNum() * GetTaskRatio() ? 0 : next);
}

enum class PipeMode : uint8_t { SCALAR_MODE = 0, MTE3_MODE = 1, MAX };

// arriveSize cores arrive, waitSize cores wait for all of them.
template <PipeMode pipeMode>
class GroupBarrier {
    static_assert(pipeMode == PipeMode::MTE3_MODE, "GroupBarrier: the mode is PipeMode::MTE3_MODE");

public:
    ACC_API GroupBarrier(GM_ADDR groupWorkspace, uint32_t arriveSizeIn, uint32_t waitSizeIn)
        : workspace_(groupWorkspace), arriveSize_(arriveSizeIn), waitSize_(waitSizeIn) {}
    ACC_API void Arrive(uint32_t) { issue(ACC_OP_GroupArrive); }
    ACC_API void Wait(uint32_t) { issue(ACC_OP_GroupWait); }
    // Bytes of the workspace, which is 512-byte aligned and zeroed.
    ACC_API uint64_t GetWorkspaceLen() { return uint64_t(arriveSize_ > waitSize_ ? arriveSize_ : waitSize_) * 512; }

private:
    ACC_API void issue(AccOpcode opcode) {
        AccInstr instr;
        instr.opcode = opcode;
        instr.operands = 1;
        instr.operand[0] = {reinterpret_cast<uint64_t>(workspace_), 0, 0, 0, uint8_t(TPosition::GM), ACC_UINT8};
        instr.mode = 0;
        instr.count = arriveSize_;
        instr.repeat = waitSize_;
        accIssue(&instr);
    }

    GM_ADDR workspace_;
    uint32_t arriveSize_;
    uint32_t waitSize_;
};

// Hints about the overlap of neighbouring tasks.
template <pipe_t AIV_PIPE = PIPE_MTE3, pipe_t AIC_PIPE = PIPE_FIX, bool FORCE = false>
ACC_API void SetNextTaskStart() {}
template <bool FORCE = false>
ACC_API void WaitPreTaskEnd() {}

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
