// SPDX-License-Identifier: Apache-2.0
// SetFlag, WaitFlag, barriers and what must not be left at kernel end (ascendc-core 5, 8).
#include "runtime/check/block_end.h"
#include "tests/conformance/isa/harness.h"

namespace acc::test {
namespace {

using namespace AscendC;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const Covers kCovers{"SetFlag",          "WaitFlag",          "PipeBarrier", "DataSyncBarrier", "SyncAll",
                     "CrossCoreSetFlag", "CrossCoreWaitFlag", "IBSet",       "IBWait",          "WaitPreBlock",
                     "NotifyNextBlock",  "GroupArrive",       "GroupWait"};

class Flags : public CoreTest {};

TEST_F(Flags, PairsInAnyOrderOfIds) {
    EXPECT_NO_FAULT({
        SetFlag<HardEvent::MTE2_V>(EVENT_ID0);
        SetFlag<HardEvent::MTE2_V>(EVENT_ID7);
        SetFlag<HardEvent::V_MTE3>(EVENT_ID0);
        WaitFlag<HardEvent::MTE2_V>(EVENT_ID7);
        WaitFlag<HardEvent::MTE2_V>(EVENT_ID0);
        WaitFlag<HardEvent::V_MTE3>(EVENT_ID0);
        set_flag(PIPE_V, PIPE_S, EVENT_ID1);
        wait_flag(PIPE_V, PIPE_S, EVENT_ID1);
        TQueSync<PIPE_S, PIPE_MTE3> sync;
        sync.SetFlag(2);
        sync.WaitFlag(2);
    });
    EXPECT_NO_FAULT(rt::check::checkBlockEnd(block()));
}

TEST_F(Flags, DoubleSetFaults) {
    SetFlag<HardEvent::MTE2_V>(EVENT_ID3);
    EXPECT_FAULT(SetFlag<HardEvent::MTE2_V>(EVENT_ID3), "FLAG",
                 "SetFlag<MTE2_V>(3): the flag is already set; the previous SetFlag has no WaitFlag");
    EXPECT_NO_FAULT(SetFlag<HardEvent::MTE2_V>(EVENT_ID4));
}

TEST_F(Flags, WaitWithoutSetFaults) {
    SetFlag<HardEvent::MTE2_V>(EVENT_ID0);
    EXPECT_FAULT(WaitFlag<HardEvent::MTE2_MTE3>(EVENT_ID0), "FLAG",
                 "WaitFlag<MTE2_MTE3>(0): the flag is not set; without an earlier SetFlag the device hangs");
    EXPECT_NO_FAULT(WaitFlag<HardEvent::MTE2_V>(EVENT_ID0));
    EXPECT_FAULT(WaitFlag<HardEvent::MTE2_V>(EVENT_ID0), "FLAG",
                 "WaitFlag<MTE2_V>(0): the flag is not set; without an earlier SetFlag the device hangs");
}

TEST_F(Flags, IdAndPipesAreChecked) {
    EXPECT_FAULT(SetFlag<HardEvent::MTE2_V>(8), "FLAG", "SetFlag<MTE2_V>: event id is 8, expected 0..7");
    EXPECT_FAULT(WaitFlag<HardEvent::MTE2_V>(-1), "FLAG", "WaitFlag<MTE2_V>: event id is -1, expected 0..7");
    EXPECT_FAULT(SetFlag<HardEvent::M_V>(0), "FLAG", "SetFlag<M_V>: a vector core has the pipes S, V, MTE2 and MTE3");
    EXPECT_FAULT(set_flag(PIPE_V, PIPE_V, 0), "FLAG",
                 "SetFlag: source and destination pipe are the same; use PipeBarrier");
    block().coreType = ACC_CORE_CUBE;
    EXPECT_NO_FAULT(SetFlag<HardEvent::M_MTE1>(0));
}

TEST_F(Flags, LeftAtKernelEndFaults) {
    SetFlag<HardEvent::V_MTE2>(EVENT_ID1);
    SetFlag<HardEvent::MTE3_V>(EVENT_ID5);
    EXPECT_FAULT(rt::check::checkBlockEnd(block()), "LEAK",
                 "the kernel ends with flags set that nobody waited for: V_MTE2(1), MTE3_V(5)");
    WaitFlag<HardEvent::V_MTE2>(EVENT_ID1);
    WaitFlag<HardEvent::MTE3_V>(EVENT_ID5);
    EXPECT_NO_FAULT(rt::check::checkBlockEnd(block()));
}

TEST_F(Flags, AtomicAndCounterModeLeftOnWarn) {
    SetAtomicAdd<half>();
    SetMaskCount();
    rt::check::checkBlockEnd(block());
    EXPECT_THAT(
        takeWarnings(),
        ElementsAre("LEFTOVER: the kernel ends with atomic stores of half still on; call SetAtomicNone() after the "
                    "last of them",
                    "LEFTOVER: the kernel ends in counter mode; call SetMaskNorm() and ResetMask()"));
    SetAtomicNone();
    SetMaskNorm();
    rt::check::checkBlockEnd(block());
    EXPECT_THAT(takeWarnings(), IsEmpty());
}

TEST_F(Flags, BarriersAndSyncAll) {
    EXPECT_NO_FAULT({
        PipeBarrier<PIPE_V>();
        PipeBarrier<PIPE_ALL>();
        pipe_barrier(PIPE_MTE2);
        DataSyncBarrier<MemDsbT::DDR>();
    });
    takeSyncs();
    SyncAll();
    SyncAll<false>();
    SyncAll(GlobalTensor<int32_t>(), LocalTensor<int32_t>());
    EXPECT_EQ(takeSyncs(), 3);
}

TEST_F(Flags, CrossCoreFlags) {
    CrossCoreSetFlag<0, PIPE_MTE3>(3);
    CrossCoreWaitFlag(3);
    CrossCoreSetFlag<2, PIPE_FIX>(10);
    ffts_cross_core_sync(PIPE_MTE3, 1 | 1 << 4 | 5 << 8);
    wait_flag_dev(5);
    EXPECT_THAT(takeCrossCore(), ElementsAre("set 0 3", "wait 3", "set 2 10", "set 1 5", "wait 5"));
    EXPECT_THAT(takeWarnings(), IsEmpty());
}

TEST_F(Flags, CellsInGlobalMemory) {
    auto* const memory = gm<int32_t>(8 * 8 * 2);
    auto workspace = global(memory, 128);
    auto ub = local<int32_t>(0, 8);
    // Cell of block 2, event 1 of 8 blocks: number 10.
    IBSet(workspace, ub, 2, 1);
    EXPECT_EQ(memory[10 * 8], 1);
    IBWait(workspace, ub, 2, 1);
    EXPECT_EQ(memory[10 * 8], 0);
    EXPECT_THAT(takeCrossCore(), ElementsAre("signal 1", "IBWait 1"));
    WaitPreBlock(workspace, ub);  // this is block 3
    NotifyNextBlock(workspace, ub);
    EXPECT_EQ(memory[4 * 8], 1);
    EXPECT_THAT(takeCrossCore(), ElementsAre("WaitPreBlock 0", "signal 1"));
    EXPECT_FAULT(IBSet(workspace, ub, 7, 2), "OOB",
                 fmt::format("IBSet: GM workspace [0x{0:x}, 0x{1:x}) is not device memory; the nearest allocation is "
                             "[0x{2:x}, 0x{3:x}) of 512 bytes",
                             uintptr_t(memory) + 23 * 32, uintptr_t(memory) + 24 * 32, uintptr_t(memory),
                             uintptr_t(memory) + 512));
    EXPECT_NO_FAULT(IBSet(workspace, ub, 7, 1));
    EXPECT_FAULT(IBSet(workspace, local<int32_t>(0, 7), 0, 0), "OOB",
                 "IBSet: UB sharedTmpBuffer [0x0, 0x20) of LocalTensor ends 4 bytes past its allocation of 28 bytes "
                 "(static tensor VECCALC)");
    takeCrossCore();
    GroupBarrier<PipeMode::MTE3_MODE> barrier(reinterpret_cast<uint8_t*>(gm<uint8_t>(3072)), 3, 6);
    EXPECT_EQ(barrier.GetWorkspaceLen(), 3072U);
    barrier.Arrive(0);
    barrier.Wait(0);
    EXPECT_THAT(takeCrossCore(), ElementsAre("signal 6 after 3", "GroupBarrier::Wait 0"));
}

}  // namespace
}  // namespace acc::test
