// SPDX-License-Identifier: Apache-2.0
// SetFlag, WaitFlag, barriers and what must not be left at kernel end (ascendc-core 5, 8).
#include "runtime/check/block_end.h"
#include "tests/conformance/isa/harness.h"

namespace acc::test {
namespace {

using namespace AscendC;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const Covers kCovers{"SetFlag", "WaitFlag", "PipeBarrier", "DataSyncBarrier", "SyncAll"};

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

}  // namespace
}  // namespace acc::test
