// SPDX-License-Identifier: Apache-2.0
// TPipe, TQue, TBuf, LocalMemAllocator: placement, the buffer state machine, event ids, misuse (ascendc-core 2.6, 3).
#include "tests/conformance/isa/harness.h"

namespace acc::test {
namespace {

using namespace AscendC;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class Pipe : public CoreTest {};

TEST_F(Pipe, BuffersFollowEachOtherIn32ByteSteps) {
    TPipe pipe;
    TQue<TPosition::VECIN, 2> in;
    TQue<TPosition::VECOUT, 1> out;
    TBuf<> tmp;
    pipe.InitBuffer(in, 2, 100);
    pipe.InitBuffer(out, 1, 64);
    pipe.InitBuffer(tmp, 1);
    auto a = in.AllocTensor<float>();
    auto b = in.AllocTensor<half>();
    auto c = out.AllocTensor<float>();
    EXPECT_EQ(uint64_t(a.GetPhyAddr()), 0U);
    EXPECT_EQ(a.GetSize(), 32U);
    EXPECT_EQ(uint64_t(b.GetPhyAddr()), 128U);
    EXPECT_EQ(b.GetSize(), 64U);
    EXPECT_EQ(uint64_t(c.GetPhyAddr()), 256U);
    EXPECT_EQ(uint64_t(tmp.Get<float>().GetPhyAddr()), 320U);
    EXPECT_EQ(tmp.Get<float>().GetSize(), 8U);
    EXPECT_EQ(a.GetPosition(), int32_t(TPosition::VECIN));
    EXPECT_EQ(c.GetPosition(), int32_t(TPosition::VECOUT));
    in.FreeTensor(a);
    in.FreeTensor(b);
    out.FreeTensor(c);
}

TEST_F(Pipe, QueueKeepsOrderAndAlternatesBuffers) {
    TPipe pipe;
    TQue<TPosition::VECIN, 2> in;
    pipe.InitBuffer(in, 2, 64);
    for (int round = 0; round < 5; ++round) {
        auto a = in.AllocTensor<float>();
        auto b = in.AllocTensor<float>();
        EXPECT_FALSE(in.HasIdleBuffer());
        a.SetValue(0, 1);
        b.SetValue(0, 2);
        EXPECT_TRUE(in.EnQue(a));
        EXPECT_TRUE(in.EnQue(b));
        EXPECT_EQ(in.GetTensorCountInQue(), 2);
        EXPECT_FALSE(in.VacantInQue());
        auto first = in.DeQue<float>();
        auto second = in.DeQue<float>();
        EXPECT_FALSE(in.HasTensorInQue());
        EXPECT_EQ(first.GetValue(0), 1);
        EXPECT_EQ(second.GetValue(0), 2);
        in.FreeTensor(first);
        in.FreeTensor(second);
    }
}

TEST_F(Pipe, EventIdsFollowTheDocumentedSequence) {
    // C 10: the TQue add kernel.
    TPipe pipe;
    TQue<TPosition::VECIN, 1> x;
    TQue<TPosition::VECIN, 1> y;
    pipe.InitBuffer(x, 2, 64);
    pipe.InitBuffer(y, 2, 64);
    auto a = x.AllocTensor<float>();
    auto b = y.AllocTensor<float>();
    EXPECT_EQ(pipe.FetchEventID(HardEvent::MTE2_V), 0);
    x.EnQue(a);
    EXPECT_EQ(pipe.FetchEventID(HardEvent::MTE2_V), 1);
    y.EnQue(b);
    EXPECT_EQ(pipe.FetchEventID(HardEvent::MTE2_V), 2);
    a = x.DeQue<float>();
    EXPECT_EQ(pipe.FetchEventID(HardEvent::MTE2_V), 0);
    b = y.DeQue<float>();
    x.FreeTensor(a);
    y.FreeTensor(b);
    EXPECT_EQ(pipe.FetchEventID(HardEvent::V_MTE2), 2);
    a = x.AllocTensor<float>();  // the other buffer: no wait
    EXPECT_EQ(pipe.FetchEventID(HardEvent::V_MTE2), 2);
    auto c = x.AllocTensor<float>();  // the freed one: its free event is consumed
    EXPECT_EQ(pipe.FetchEventID(HardEvent::V_MTE2), 0);
    x.FreeTensor(a);
    x.FreeTensor(c);
    x.FreeAllEvent();
    EXPECT_EQ(pipe.FetchEventID(HardEvent::V_MTE2), 0);
}

TEST_F(Pipe, AllocatedEventIdsAreKeptApart) {
    TPipe pipe;
    EXPECT_EQ(pipe.AllocEventID<HardEvent::V_S>(), 0);
    EXPECT_EQ(pipe.AllocEventID<HardEvent::V_S>(), 1);
    EXPECT_EQ(pipe.FetchEventID<HardEvent::V_S>(), 2);
    EXPECT_EQ(pipe.FetchEventID<HardEvent::V_S>(), 2);
    pipe.ReleaseEventID<HardEvent::V_S>(0);
    EXPECT_EQ(pipe.FetchEventID(HardEvent::V_S), 0);
    EXPECT_FAULT(pipe.ReleaseEventID<HardEvent::V_S>(0), "FLAG", "ReleaseEventID<V_S>(0): the id was not allocated");
    SetFlag<HardEvent::V_S>(1);
    EXPECT_FAULT(pipe.ReleaseEventID<HardEvent::V_S>(1), "FLAG",
                 "ReleaseEventID<V_S>(1): its flag is still set; WaitFlag is missing");
    WaitFlag<HardEvent::V_S>(1);
    EXPECT_NO_FAULT(pipe.ReleaseEventID<HardEvent::V_S>(1));
    for (int i = 0; i < 8; ++i) {
        pipe.AllocEventID<HardEvent::S_V>();
    }
    EXPECT_FAULT(pipe.AllocEventID<HardEvent::S_V>(), "RES",
                 "AllocEventID: all 8 event ids of S_V are in use; at most 8 tensors can be under way at once");
}

TEST_F(Pipe, FlagOfAQueueUsedDirectlyWarns) {
    TPipe pipe;
    TQue<TPosition::VECIN, 1> in;
    pipe.InitBuffer(in, 1, 64);
    auto a = in.AllocTensor<float>();
    in.EnQue(a);
    SetFlag<HardEvent::MTE2_V>(EVENT_ID0);
    EXPECT_THAT(takeWarnings(),
                ElementsAre("FLAGID: SetFlag<MTE2_V>(0): a queue of the TPipe holds this flag; take ids "
                            "from AllocEventID or FetchEventID"));
    WaitFlag<HardEvent::MTE2_V>(EVENT_ID0);
    SetFlag<HardEvent::MTE2_V>(EVENT_ID1);
    EXPECT_THAT(takeWarnings(), IsEmpty());
    WaitFlag<HardEvent::MTE2_V>(EVENT_ID1);
    a = in.DeQue<float>();
    in.FreeTensor(a);
}

TEST_F(Pipe, BoundQueueWithComputeBetween) {
    TPipe pipe;
    TQueBind<TPosition::VECIN, TPosition::VECOUT, 1> queue;
    pipe.InitBuffer(queue, 1, 64);
    auto t = queue.AllocTensor<float>();
    queue.EnQue<TPosition::GM, TPosition::VECIN>(t);
    EXPECT_EQ(pipe.FetchEventID(HardEvent::MTE2_V), 1);
    t = queue.DeQue<TPosition::GM, TPosition::VECIN, float>();
    queue.EnQue<TPosition::VECOUT, TPosition::GM>(t);
    EXPECT_EQ(pipe.FetchEventID(HardEvent::V_MTE3), 1);
    t = queue.DeQue<TPosition::VECOUT, TPosition::GM, float>();
    queue.FreeTensor(t);
    EXPECT_EQ(pipe.FetchEventID(HardEvent::MTE3_MTE2), 1);
}

TEST_F(Pipe, InPlaceForm) {
    TPipe pipe;
    TQue<TPosition::VECIN, 0> in;
    pipe.InitBuffer(in, 1, 64);
    LocalTensor<float> t;
    in.AllocTensor<float>(t);
    t.SetValue(0, 5);
    in.EnQue(t);
    in.DeQue<float>(t);
    EXPECT_EQ(t.GetValue(0), 5);
    in.FreeTensor<float>(t);
}

TEST_F(Pipe, QueueMisuseFaults) {
    TPipe pipe;
    TQue<TPosition::VECIN, 1> in;
    TQue<TPosition::VECOUT, 1> out;
    EXPECT_FAULT(in.AllocTensor<float>(), "QUE",
                 "AllocTensor: no buffers; InitBuffer was not called for this VECIN queue");
    pipe.InitBuffer(in, 2, 64);
    pipe.InitBuffer(out, 1, 64);
    EXPECT_FAULT(in.DeQue<float>(), "QUE", "DeQue: the VECIN queue is empty; EnQue is missing, the device hangs");
    auto a = in.AllocTensor<float>();
    auto b = in.AllocTensor<float>();
    EXPECT_FAULT(in.AllocTensor<float>(), "QUE",
                 "AllocTensor: no free buffer, all 2 of this VECIN queue are in use; is FreeTensor missing?");
    EXPECT_FAULT(out.EnQue(a), "QUE", "EnQue: the tensor (VECIN queue buffer 1 of 2) is not from this VECOUT queue");
    EXPECT_FAULT(out.FreeTensor(b), "QUE",
                 "FreeTensor: the tensor (VECIN queue buffer 2 of 2) is not from this VECOUT queue");
    LocalTensor<float> unbound;
    EXPECT_FAULT(in.FreeTensor(unbound), "QUE", "FreeTensor: the tensor was never bound to memory");
    auto fixed = local<float>(0, 8);
    EXPECT_FAULT(in.EnQue(fixed), "QUE", "EnQue: the tensor (static tensor VECCALC) is not from this VECIN queue");
    in.EnQue(a);
    EXPECT_FAULT(in.EnQue(a), "QUE", "EnQue: the VECIN tensor is enqueued, expected allocated or dequeued");
    EXPECT_FAULT(in.EnQue(b), "QUE", "EnQue: the VECIN queue of depth 1 is full; DeQue first");
    EXPECT_FAULT(in.FreeTensor(a), "QUE", "FreeTensor: the VECIN tensor is enqueued, expected allocated or dequeued");
    a = in.DeQue<float>();
    in.FreeTensor(a);
    EXPECT_FAULT(in.FreeTensor(a), "QUE", "FreeTensor: the VECIN tensor is free, expected allocated or dequeued");
    EXPECT_NO_FAULT(in.FreeTensor(b));
}

TEST_F(Pipe, OverflowListsWhatUsesTheMemory) {
    TPipe pipe;
    TQue<TPosition::VECIN, 2> in;
    TBuf<> tmp;
    TBuf<> more;
    pipe.InitBuffer(in, 2, 65536);
    pipe.InitBuffer(tmp, 32768);
    EXPECT_FAULT(pipe.InitBuffer(more, 32769), "RES",
                 "InitBuffer: 1 x 32800 bytes for VECCALC TBuf do not fit: UB has 196608 bytes, 163840 are in use\n"
                 "    0x00000   65536 bytes  VECIN queue buffer 1 of 2\n"
                 "    0x10000   65536 bytes  VECIN queue buffer 2 of 2\n"
                 "    0x20000   32768 bytes  TBuf VECCALC");
    EXPECT_NO_FAULT(pipe.InitBuffer(more, 32768));
}

TEST_F(Pipe, InitBufferLimits) {
    TPipe pipe;
    TQue<TPosition::VECIN, 1> in;
    EXPECT_FAULT(pipe.InitBuffer(in, 0, 64), "RES", "InitBuffer: num is 0 for a VECIN queue, expected at least 1");
    TQue<TPosition::A1, 1> a1;
    EXPECT_FAULT(pipe.InitBuffer(a1, 1, 64), "POS", "InitBuffer: position A1 has no local memory on a vector core");
    pipe.InitBuffer(in, 9, 64);
    EXPECT_THAT(takeWarnings(),
                ElementsAre("TRUNCATED: InitBuffer: 9 buffers for a VECIN queue; at most 8 can be in use at once"));
    TQue<TPosition::VECIN, 1> many;
    EXPECT_FAULT(pipe.InitBuffer(many, 56, 64), "RES",
                 "InitBuffer: 56 buffers, and 9 exist already; a kernel can have 64");
}

TEST_F(Pipe, OutOfBoundsNamesTheQueueBuffer) {
    TPipe pipe;
    TQue<TPosition::VECIN, 1> in;
    TBuf<> tmp;
    pipe.InitBuffer(in, 2, 1024);
    pipe.InitBuffer(tmp, 256);
    auto* memory = gm<float>(512);
    auto a = in.AllocTensor<float>();
    EXPECT_FAULT(
        DataCopy(a[192], global(memory, 512), 128), "OOB",
        "DataCopy: UB destination [0x300, 0x500) of LocalTensor ends 256 bytes past its allocation of 1024 bytes "
        "(VECIN queue buffer 1 of 2)");
    EXPECT_FAULT(
        Duplicate(tmp.Get<float>(), 0.0F, 65), "OOB",
        "Duplicate: UB destination [0x800, 0x904) of LocalTensor ends 4 bytes past its allocation of 256 bytes "
        "(TBuf VECCALC)");
    in.FreeTensor(a);
}

TEST_F(Pipe, TBufRegions) {
    TPipe pipe;
    TBuf<> tmp;
    EXPECT_FAULT(tmp.Get<float>(), "QUE", "Get: no buffers; InitBuffer was not called for this VECCALC TBuf or queue");
    pipe.InitBuffer(tmp, 256);
    EXPECT_EQ(tmp.Get<half>(10).GetSize(), 10U);
    const auto part = tmp.GetWithOffset<float>(8, 64);
    EXPECT_EQ(uint64_t(part.GetPhyAddr()), 64U);
    EXPECT_FAULT(tmp.Get<float>(65), "OOB",
                 "Get: 260 bytes at offset 0 end 4 bytes past the TBuf VECCALC of 256 bytes");
    EXPECT_FAULT(tmp.GetWithOffset<float>(8, 33), "ALIGN", "GetWithOffset: offset 33 is not a multiple of 32 bytes");
    EXPECT_FAULT(tmp.GetWithOffset<float>(8, 256), "OOB",
                 "Get: 32 bytes at offset 256 end 32 bytes past the TBuf VECCALC of 256 bytes");
    EXPECT_NO_FAULT(tmp.GetWithOffset<float>(8, 224));
}

TEST_F(Pipe, ResetAndDestroy) {
    TPipe pipe;
    TQue<TPosition::VECIN, 1> in;
    pipe.InitBuffer(in, 2, 64);
    EXPECT_EQ(GetTPipePtr(), &pipe);
    pipe.Reset();
    EXPECT_FAULT(in.AllocTensor<float>(), "QUE",
                 "AllocTensor: no buffers; InitBuffer was not called for this VECIN queue");
    pipe.InitBuffer(in, 1, 64);
    auto t = in.AllocTensor<float>();
    EXPECT_EQ(uint64_t(t.GetPhyAddr()), 0U);
    in.FreeTensor(t);
    pipe.Destroy();
    EXPECT_EQ(GetTPipePtr(), nullptr);
    EXPECT_FAULT(pipe.InitBuffer(in, 1, 64), "QUE",
                 "InitBuffer: the TPipe was destroyed; call Init() before using it again");
    pipe.Init();
    EXPECT_NO_FAULT(pipe.InitBuffer(in, 1, 64));
}

TEST_F(Pipe, OnlyOneAllocatorAtATime) {
    {
        TPipe pipe;
        EXPECT_FAULT(TPipe(), "QUE", "TPipe: a second TPipe while the first is alive; Destroy() the first");
        LocalMemAllocator<> allocator;
        EXPECT_FAULT((allocator.Alloc<float>(8)), "QUE",
                     "LocalMemAllocator: a TPipe is in use; both hand out memory from address 0");
    }
    LocalMemAllocator<> allocator;
    EXPECT_NO_FAULT((allocator.Alloc<float>(8)));
    EXPECT_FAULT(TPipe(), "QUE", "TPipe: LocalMemAllocator is in use; both hand out memory from address 0");
}

TEST_F(Pipe, TensorsLeftInAQueueWarn) {
    {
        TPipe pipe;
        TQue<TPosition::VECIN, 1> in;
        pipe.InitBuffer(in, 2, 64);
        auto t = in.AllocTensor<float>();
        in.EnQue(t);
    }
    EXPECT_THAT(
        takeWarnings(),
        ElementsAre("LEFTOVER: TPipe: VECIN queue buffer 1 of 2 is still enqueued at the end; FreeTensor is missing"));
}

TEST_F(Pipe, PoolsHandOutTheirMemory) {
    TPipe pipe;
    TBufPool<TPosition::VECCALC> outer;
    TBufPool<TPosition::VECCALC, 2> shared, inner;
    pipe.InitBufPool(outer, 1000);  // 1024 bytes from 0
    TBuf<> behind;
    pipe.InitBuffer(behind, 32);
    EXPECT_EQ(uint64_t(behind.Get<float>().GetPhyAddr()), 1024U);
    pipe.InitBufPool(shared, 512, outer);
    TQue<TPosition::VECIN, 1> in;
    TBuf<> tmp;
    outer.InitBuffer(in, 2, 64);
    outer.InitBufPool(inner, 256);
    outer.InitBuffer(tmp, 96);
    EXPECT_EQ(uint64_t(tmp.Get<half>().GetPhyAddr()), 128 + 256U);
    auto t = in.AllocTensor<float>();
    EXPECT_EQ(uint64_t(t.GetPhyAddr()), 0U);
    EXPECT_EQ(t.GetSize(), 16U);
    in.FreeTensor(t);
    TBuf<> again;
    inner.InitBuffer(again, 256);
    EXPECT_EQ(uint64_t(again.Get<float>().GetPhyAddr()), 128U);
    shared.InitBuffer(tmp, 512);
    EXPECT_EQ(uint64_t(tmp.Get<half>().GetPhyAddr()), 0U);
    // After a reset the pool begins anew and a queue takes its entries of the table again.
    for (int round = 0; round < 100; ++round) {
        outer.Reset();
        outer.InitBuffer(in, 2, 128);
        t = in.AllocTensor<float>();
        EXPECT_EQ(t.GetSize(), 32U);
        in.FreeTensor(t);
    }
    EXPECT_THAT(takeWarnings(), IsEmpty());
}

TEST_F(Pipe, PoolMisuse) {
    TPipe pipe;
    TBufPool<TPosition::VECCALC, 2> pool, other;
    TBuf<> a, b, c;
    EXPECT_FAULT(pool.InitBuffer(a, 32), "QUE",
                 "InitBuffer: the TBufPool has no memory; InitBufPool was not called for it");
    pipe.InitBufPool(pool, 128);
    EXPECT_FAULT(pool.InitBuffer(a, 129), "RES",
                 "InitBuffer: 1 x 160 bytes do not fit: the TBufPool has 128 bytes, 0 are in use");
    pool.InitBuffer(a, 32);
    pool.InitBuffer(b, 32);
    EXPECT_FAULT(pool.InitBuffer(c, 32), "RES", "InitBuffer: 1 buffers, and 2 exist already; this TBufPool can have 2");
    EXPECT_FAULT(pipe.InitBufPool(other, 160, pool), "RES",
                 "InitBufPool: 160 bytes do not fit into the shared pool of 128 bytes");
    EXPECT_NO_FAULT(pipe.InitBufPool(other, 128, pool));
    EXPECT_FAULT(
        pipe.InitBufPool(other, 196608), "RES",
        "InitBufPool: 196608 bytes for VECCALC do not fit: 196480 of UB are left\n    0x00000      32 bytes  TBuf "
        "VECCALC\n    0x00020      32 bytes  TBuf VECCALC");
    EXPECT_NO_FAULT(pipe.InitBufPool(other, 196480));
}

TEST_F(Pipe, BuffersAtChosenAddresses) {
    TPipe pipe;
    TQue<TPosition::VECIN, 2> in;
    pipe.InitBuffer(in, std::make_tuple(1024U, 64U), std::make_tuple(4096U, 128U));
    auto a = in.AllocTensor<float>();
    auto b = in.AllocTensor<float>();
    EXPECT_EQ(uint64_t(a.GetPhyAddr()), 1024U);
    EXPECT_EQ(uint64_t(b.GetPhyAddr()), 4096U);
    EXPECT_EQ(b.GetSize(), 32U);
    in.FreeTensor(a);
    in.FreeTensor(b);
    TQue<TPosition::VECOUT, 1> out;
    EXPECT_FAULT(pipe.InitBuffer(out, std::make_tuple(16U, 64U)), "ALIGN",
                 "InitBuffer: address 0x10 is not a multiple of 32 bytes");
    EXPECT_FAULT(pipe.InitBuffer(out, std::make_tuple(196544U, 65U)), "RES",
                 "InitBuffer: [0x2ffc0, 0x30001) does not fit: UB has 196608 bytes");
    EXPECT_NO_FAULT(pipe.InitBuffer(out, std::make_tuple(196544U, 64U)));
    EXPECT_THAT(takeWarnings(), IsEmpty());
    TQue<TPosition::VECOUT, 1> overlapping;
    pipe.InitBuffer(overlapping, std::make_tuple(1056U, 64U));
    EXPECT_THAT(takeWarnings(),
                ElementsAre("OVERLAP: InitBuffer: [0x420, 0x460) overlaps VECIN queue buffer 1 of 2 at 0x400"));
}

TEST_F(Pipe, RestOfTheMemory) {
    TPipe pipe;
    TBuf<> a, b;
    pipe.InitBuffer(a, 1000);
    LocalTensor<float> rest;
    ASSERT_TRUE((PopStackBuffer<float, TPosition::LCM>(rest)));
    EXPECT_EQ(uint64_t(rest.GetPhyAddr()), 1024U);
    EXPECT_EQ(rest.GetSize(), (kUbBytes - 1024) / 4);
    EXPECT_EQ(uint64_t((pipe.GetAbsAddr<TPosition::VECCALC, float>(64, 8)).GetPhyAddr()), 64U);
    EXPECT_EQ(pipe.GetBaseAddr(int8_t(TPosition::VECIN)), block().memory[ACC_MEM_UB]);
    pipe.InitBuffer(b, kUbBytes - 1024);
    EXPECT_FALSE((PopStackBuffer<float, TPosition::LCM>(rest)));
}

TEST_F(Pipe, SpillMemory) {
    TPipe pipe;
    TBuf<> buffer;
    pipe.InitBuffer(buffer, 256);
    auto* const memory = gm<float>(64);
    pipe.InitSpmBuffer(global(memory, 64), 256);
    auto x = buffer.Get<float>();
    for (uint32_t i = 0; i < 16; ++i) {
        x.SetValue(i, float(i));
    }
    pipe.WriteSpmBuffer(x, 16, 32);
    EXPECT_EQ(memory[8 + 15], 15.0F);
    pipe.ReadSpmBuffer(x[16], DataCopyParams{1, 1, 0, 0}, 64);
    EXPECT_EQ(x.GetValue(16), 8.0F);
}

TEST_F(Pipe, StaticAllocatorBumpsByAlignment) {
    LocalMemAllocator<Hardware::UB> allocator;
    const auto a = allocator.Alloc<float, 5>();
    const auto b = allocator.Alloc<TPosition::VECIN, half>(16);
    const auto c = allocator.Alloc<TPosition::VECOUT, float, 8>();
    EXPECT_EQ(uint64_t(a.GetPhyAddr()), 0U);
    EXPECT_EQ(a.GetSize(), 5U);
    EXPECT_EQ(a.GetPosition(), int32_t(TPosition::VECCALC));
    EXPECT_EQ(uint64_t(b.GetPhyAddr()), 32U);
    EXPECT_EQ(uint64_t(c.GetPhyAddr()), 64U);
    EXPECT_EQ(allocator.GetCurAddr(), 96U);
    EXPECT_FAULT(allocator.Alloc<float>(49152), "RES", "Alloc: 196608 bytes at 0x60 do not fit: UB has 196608 bytes");
    EXPECT_NO_FAULT(allocator.Alloc<float>(49152 - 24));
}

}  // namespace
}  // namespace acc::test
