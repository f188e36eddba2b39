// SPDX-License-Identifier: Apache-2.0
// TPipe, TQue and TBuf: buffers of the local memories and the queues that hand them from pipe to pipe (ascendc-core 3).
//
// The state is plain data that the kernel's own objects hold and libascendcl works on: a pipe has a table of buffers, a
// queue is a range of that table. A buffer is free, allocated, enqueued or dequeued; the runtime checks every step,
// accounts the event ids that the device would use and reports misuse.
#pragma once

#include <tuple>

#include "move.h"

enum AccBufferState : uint8_t { ACC_BUFFER_FREE, ACC_BUFFER_ALLOCATED, ACC_BUFFER_ENQUEUED, ACC_BUFFER_DEQUEUED };

struct AccBuffer {
    uint32_t address;  // bytes
    uint32_t bytes;
    uint8_t state;     // AccBufferState
    uint8_t position;  // AscendC::TPosition
    uint8_t index;     // in its queue
    uint8_t siblings;  // buffers of its queue; 0 for a TBuf
    uint8_t next;      // following buffer of the queue's ring
    uint8_t event;     // HardEvent of the flag that is set and not yet waited for
    int8_t eventId;    // its id, -1 when there is none
    uint8_t reserved;
};

constexpr uint32_t kAccMaxBuffers = 64;  // documented limit per kernel

struct AccPipe {
    uint32_t alive;
    uint32_t generation;  // counts Reset and Init: queues of an earlier one are no longer bound
    uint32_t bufferCount;
    uint32_t usedBytes[ACC_MEM_COUNT];
    AccBuffer buffers[kAccMaxBuffers];
};

struct AccQueue {
    AccPipe* pipe;  // null until InitBuffer
    int32_t depth;
    uint8_t source;       // AscendC::TPosition
    uint8_t destination;  // AscendC::TPosition
    uint8_t first;        // index of its first buffer in the pipe's table
    uint8_t count;        // buffers
    uint8_t cursor;       // where AllocTensor looks first
    uint8_t head;         // oldest enqueued buffer
    uint8_t tail;
    uint8_t enqueued;
    uint32_t generation;  // of the pipe at InitBuffer
};

// A part of one memory that a TBufPool hands out.
struct AccPool {
    AccPipe* pipe;  // null until InitBufPool
    uint32_t begin;
    uint32_t end;
    uint32_t used;        // bytes from `begin`
    uint32_t generation;  // of the pipe at InitBufPool
    uint32_t buffers;     // how many it has handed out since its Reset
    uint32_t limit;       // bufIDSize
    uint8_t position;     // AscendC::TPosition
};

// Makes `pipe` the core's pipe, or ends it. `how`: 0 destructor, 1 Destroy, 2 Reset.
ACC_RUNTIME void accPipeInit(AccPipe* pipe);
ACC_RUNTIME void accPipeRelease(AccPipe* pipe, uint32_t how);
// Reserves `count` buffers of `bytes` for a queue, or one region for a TBuf (position `queue->destination`).
ACC_RUNTIME void accPipeInitQueue(AccPipe* pipe, AccQueue* queue, uint32_t count, uint32_t bytes);
ACC_RUNTIME void accPipeInitBuffer(AccPipe* pipe, AccQueue* queue, uint32_t bytes);
// Buffers at addresses of the caller's choice: `count` pairs of address and length in bytes.
ACC_RUNTIME void accPipeInitAt(AccPipe* pipe, AccQueue* queue, const uint32_t* addressesAndLengths, uint32_t count);
// Pools: `bytes` of the pipe's memory or of `outer`, or the memory of `shared` once more.
ACC_RUNTIME void accPoolInit(AccPipe* pipe, AccPool* outer, AccPool* pool, uint32_t bytes, const AccPool* shared);
ACC_RUNTIME void accPoolInitQueue(AccPool* pool, AccQueue* queue, uint32_t count, uint32_t bytes, uint32_t isQueue);
ACC_RUNTIME void accPoolReset(AccPool* pool);
// What is left of the UB behind the last buffer; false when there is nothing.
ACC_RUNTIME bool accPopStack(uint8_t position, AccLocal* tensor);
// Event id pools: lowest free id of `event`; reserved when `reserve`.
ACC_RUNTIME int32_t accPipeEvent(AccPipe* pipe, uint8_t event, uint32_t reserve);
ACC_RUNTIME void accPipeReleaseEvent(AccPipe* pipe, uint8_t event, int32_t id);
// The pipe of this core, null when there is none.
ACC_RUNTIME AccPipe* accCurrentPipe(void);
// Queue steps. The tensor is filled in (size in bytes) by Alloc and Deque, identified by its buffer in the others.
// `source`/`destination` choose the pair of pipes that the step synchronises.
ACC_RUNTIME void accQueueAlloc(AccQueue* queue, AccLocal* tensor);
ACC_RUNTIME bool accQueueEnque(AccQueue* queue, const AccLocal* tensor, uint8_t source, uint8_t destination);
ACC_RUNTIME void accQueueDeque(AccQueue* queue, AccLocal* tensor, uint8_t source, uint8_t destination);
ACC_RUNTIME void accQueueFree(AccQueue* queue, const AccLocal* tensor);
ACC_RUNTIME void accQueueFreeEvents(AccQueue* queue);
ACC_RUNTIME uint32_t accQueueIdleBuffers(const AccQueue* queue);
// The region of a TBuf: `bytes` (all of it when UINT32_MAX) at `offset`.
ACC_RUNTIME void accBufferGet(const AccQueue* buffer, uint32_t bytes, uint32_t offset, AccLocal* tensor);

namespace AscendC {
namespace detail {

// The two ends of TQue<position>.
constexpr TPosition sourceOf(TPosition position) {
    switch (position) {
        case TPosition::A2:
            return TPosition::A1;
        case TPosition::B2:
            return TPosition::B1;
        case TPosition::C2:
            return TPosition::C1;
        case TPosition::VECOUT:
        case TPosition::CO1:
        case TPosition::CO2:
            return position;
        default:
            return TPosition::GM;
    }
}
constexpr TPosition destinationOf(TPosition position) {
    switch (position) {
        case TPosition::VECOUT:
        case TPosition::CO2:
            return TPosition::GM;
        case TPosition::CO1:
            return TPosition::CO2;
        default:
            return position;
    }
}

// Position of tensors whose allocation names none.
constexpr TPosition defaultPositionOf(Hardware memory) {
    switch (memory) {
        case Hardware::UB:
            return TPosition::VECCALC;
        case Hardware::L1:
            return TPosition::A1;
        case Hardware::L0A:
            return TPosition::A2;
        case Hardware::L0B:
            return TPosition::B2;
        case Hardware::L0C:
            return TPosition::CO1;
        case Hardware::BIAS:
            return TPosition::C2;
        case Hardware::FIXBUF:
            return TPosition::C2PIPE2GM;
        default:
            return TPosition::MAX;
    }
}

template <class T>
ACC_API LocalTensor<T> tensorOf(AccLocal local) {
    local.size = uint32_t(elementsIn<T>(local.size));
    return LocalTensor<T>(local);
}

}  // namespace detail

template <TPosition src, TPosition dst, int32_t depth, auto mask = 0>
class TQueBind {
public:
    ACC_API TQueBind() : queue_{nullptr, depth, uint8_t(src), uint8_t(dst), 0, 0, 0, 0, 0, 0, 0} {}

    // A free buffer of the queue; size is the whole buffer. Fails the kernel when none is free.
    template <typename T>
    ACC_API LocalTensor<T> AllocTensor() {
        static_assert(depth != 0, "a queue of depth 0 uses AllocTensor(tensor)");
        AccLocal local;
        accQueueAlloc(&queue_, &local);
        return detail::tensorOf<T>(local);
    }
    template <typename T>
    ACC_API void AllocTensor(LocalTensor<T>& tensor) {
        static_assert(depth == 0, "AllocTensor(tensor) is for queues of depth 0");
        AccLocal local;
        accQueueAlloc(&queue_, &local);
        tensor = detail::tensorOf<T>(local);
    }
    template <typename T>
    ACC_API void FreeTensor(LocalTensor<T>& tensor) {
        accQueueFree(&queue_, &tensor.local());
    }
    template <typename T>
    ACC_API void FreeTensor(LocalTensor<T>&& tensor) {
        accQueueFree(&queue_, &tensor.local());
    }

    // Hands the tensor to the consuming pipe; oldest first out of DeQue.
    template <typename T>
    ACC_API bool EnQue(const LocalTensor<T>& tensor) {
        return accQueueEnque(&queue_, &tensor.local(), uint8_t(src), uint8_t(dst));
    }
    template <TPosition srcUser, TPosition dstUser, typename T>
    ACC_API bool EnQue(const LocalTensor<T>& tensor) {
        return accQueueEnque(&queue_, &tensor.local(), uint8_t(srcUser), uint8_t(dstUser));
    }
    template <typename T>
    ACC_API LocalTensor<T> DeQue() {
        AccLocal local;
        accQueueDeque(&queue_, &local, uint8_t(src), uint8_t(dst));
        return detail::tensorOf<T>(local);
    }
    template <typename T>
    ACC_API void DeQue(LocalTensor<T>& tensor) {
        tensor = DeQue<T>();
    }
    template <TPosition srcUser, TPosition dstUser, typename T>
    ACC_API LocalTensor<T> DeQue() {
        AccLocal local;
        accQueueDeque(&queue_, &local, uint8_t(srcUser), uint8_t(dstUser));
        return detail::tensorOf<T>(local);
    }

    ACC_API bool VacantInQue() { return queue_.enqueued < depth; }
    ACC_API bool HasTensorInQue() { return queue_.enqueued > 0; }
    ACC_API int32_t GetTensorCountInQue() { return queue_.enqueued; }
    ACC_API bool HasIdleBuffer() { return accQueueIdleBuffers(&queue_) > 0; }
    // Waits for the free events of all its buffers.
    ACC_API void FreeAllEvent() { accQueueFreeEvents(&queue_); }

    ACC_API AccQueue& queue() { return queue_; }

    static constexpr bool isBuffer = false;

private:
    AccQueue queue_;
};

template <TPosition pos, int32_t depth, auto mask = 0>
class TQue : public TQueBind<detail::sourceOf(pos), detail::destinationOf(pos), depth, mask> {};

// One region without synchronisation.
template <TPosition pos = TPosition::LCM>
class TBuf {
public:
    ACC_API TBuf() : queue_{nullptr, 0, uint8_t(pos), uint8_t(pos), 0, 0, 0, 0, 0, 0, 0} {}

    template <typename T>
    ACC_API LocalTensor<T> Get() {
        AccLocal local;
        accBufferGet(&queue_, UINT32_MAX, 0, &local);
        return detail::tensorOf<T>(local);
    }
    // The first `len` elements.
    template <typename T>
    ACC_API LocalTensor<T> Get(uint32_t len) {
        return GetWithOffset<T>(len, 0);
    }
    // `size` elements at `bufOffset` bytes.
    template <typename T>
    ACC_API LocalTensor<T> GetWithOffset(uint32_t size, uint32_t bufOffset) {
        AccLocal local;
        const uint64_t bytes = detail::bytesOf<T>(size);
        accBufferGet(&queue_, bytes < UINT32_MAX ? uint32_t(bytes) : UINT32_MAX - 1, bufOffset, &local);
        return detail::tensorOf<T>(local);
    }

    ACC_API AccQueue& queue() { return queue_; }

    static constexpr bool isBuffer = true;

private:
    AccQueue queue_;
};

class TPipe;

// A part of UB or L1 that phases of a kernel use in turn: its buffers are laid out anew after Reset().
template <TPosition pos, uint32_t bufIDSize = 4>
class TBufPool {
    static_assert(bufIDSize <= 16, "a TBufPool has at most 16 buffers");

public:
    ACC_API TBufPool() : pool_{nullptr, 0, 0, 0, 0, 0, bufIDSize, uint8_t(pos)} {}

    // `len` bytes of this pool for another one; with a third argument the memory that `shareBuf` has already.
    template <class T>
    ACC_API bool InitBufPool(T& bufPool, uint32_t len) {
        accPoolInit(pool_.pipe, &pool_, &bufPool.pool(), len, nullptr);
        return true;
    }
    template <class T, class U>
    ACC_API bool InitBufPool(T& bufPool, uint32_t len, U& shareBuf) {
        accPoolInit(pool_.pipe, &pool_, &bufPool.pool(), len, &shareBuf.pool());
        return true;
    }
    template <class T>
    ACC_API bool InitBuffer(T& que, uint8_t num, uint32_t len) {
        static_assert(!T::isBuffer, "a TBuf has one region: InitBuffer(buf, len)");
        accPoolInitQueue(&pool_, &que.queue(), num, len, 1);
        return true;
    }
    template <TPosition bufPos>
    ACC_API bool InitBuffer(TBuf<bufPos>& buf, uint32_t len) {
        accPoolInitQueue(&pool_, &buf.queue(), 1, len, 0);
        return true;
    }
    // Its buffers are done with; the memory can be laid out anew.
    ACC_API void Reset() { accPoolReset(&pool_); }

    ACC_API AccPool& pool() { return pool_; }

private:
    AccPool pool_;
};

class TPipe {
public:
    // Registers itself as the core's pipe and resets masks and atomics.
    ACC_API TPipe() { accPipeInit(&pipe_); }
    ACC_API ~TPipe() {
        if (pipe_.alive != 0) {
            accPipeRelease(&pipe_, 0);
        }
    }
    TPipe(const TPipe&) = delete;
    TPipe& operator=(const TPipe&) = delete;

    ACC_API void Init() { accPipeInit(&pipe_); }

    // `num` buffers of `len` bytes (rounded up to 32) for a queue.
    template <class T>
    ACC_API bool InitBuffer(T& que, uint8_t num, uint32_t len) {
        static_assert(!T::isBuffer, "a TBuf has one region: InitBuffer(buf, len)");
        accPipeInitQueue(&pipe_, &que.queue(), num, len);
        return true;
    }
    template <TPosition pos>
    ACC_API bool InitBuffer(TBuf<pos>& buf, uint32_t len) {
        accPipeInitBuffer(&pipe_, &buf.queue(), len);
        return true;
    }

    // One buffer per (address, length) in bytes. Nothing keeps these apart from automatically placed ones.
    template <class T, class U, class V, class... More>
    ACC_API bool InitBuffer(T& que, const std::tuple<U, V>& first, const More&... more) {
        const uint32_t pairs[] = {uint32_t(std::get<0>(first)), uint32_t(std::get<1>(first))};
        if constexpr (sizeof...(More) == 0) {
            accPipeInitAt(&pipe_, &que.queue(), pairs, 1);
        } else {
            const std::tuple<uint32_t, uint32_t> all[] = {first, more...};
            uint32_t flat[2 * (1 + sizeof...(More))];
            for (uint32_t i = 0; i < 1 + sizeof...(More); ++i) {
                flat[2 * i] = std::get<0>(all[i]);
                flat[2 * i + 1] = std::get<1>(all[i]);
            }
            accPipeInitAt(&pipe_, &que.queue(), flat, 1 + sizeof...(More));
        }
        return true;
    }

    template <class T>
    ACC_API bool InitBufPool(T& bufPool, uint32_t len) {
        accPoolInit(&pipe_, nullptr, &bufPool.pool(), len, nullptr);
        return true;
    }
    // The memory that `shareBuf` has already: the two are used in turn.
    template <class T, class U>
    ACC_API bool InitBufPool(T& bufPool, uint32_t len, U& shareBuf) {
        accPoolInit(&pipe_, nullptr, &bufPool.pool(), len, &shareBuf.pool());
        return true;
    }

    template <HardEvent evt>
    ACC_API TEventID AllocEventID() {
        return TEventID(accPipeEvent(&pipe_, uint8_t(evt), 1));
    }
    template <HardEvent evt>
    ACC_API void ReleaseEventID(TEventID id) {
        accPipeReleaseEvent(&pipe_, uint8_t(evt), id);
    }
    // A free id, not reserved: for an immediate SetFlag/WaitFlag pair.
    template <HardEvent evt>
    ACC_API TEventID FetchEventID() {
        return TEventID(accPipeEvent(&pipe_, uint8_t(evt), 0));
    }
    ACC_API TEventID FetchEventID(HardEvent evt) { return TEventID(accPipeEvent(&pipe_, uint8_t(evt), 0)); }

    ACC_API void Reset() { accPipeRelease(&pipe_, 2); }
    ACC_API void Destroy() { accPipeRelease(&pipe_, 1); }
    ACC_API void DestroyWithoutPipeAll() { accPipeRelease(&pipe_, 1); }

    // `size` elements at byte `offset` of the position's memory, whatever is there.
    template <TPosition pos, typename T>
    ACC_API LocalTensor<T> GetAbsAddr(int32_t offset, int32_t size) const {
        return LocalTensor<T>(pos, uint32_t(offset), uint32_t(size));
    }
    // Host address of a position's memory, as in CPU builds.
    ACC_API uint8_t* GetBaseAddr(int8_t pos) { return accCurrentBlock()->memory[detail::memoryOf(TPosition(pos))]; }

    // A part of GM that holds what does not fit into local memory; lengths in elements, offsets in bytes.
    template <typename T>
    ACC_API void InitSpmBuffer(const GlobalTensor<T>& workspace, const int32_t) {
        spill_ = reinterpret_cast<__gm__ uint8_t*>(const_cast<__gm__ T*>(workspace.GetPhyAddr()));
    }
    template <typename T>
    ACC_API void WriteSpmBuffer(const LocalTensor<T>& writeLocal, const DataCopyParams& copyParams,
                                int32_t writeOffset = 0) {
        DataCopy(spill<T>(writeOffset), writeLocal, copyParams);
    }
    template <typename T>
    ACC_API void WriteSpmBuffer(const LocalTensor<T>& writeLocal, const int32_t writeSize, int32_t writeOffset = 0) {
        DataCopy(spill<T>(writeOffset), writeLocal, uint32_t(writeSize));
    }
    template <typename T>
    ACC_API void ReadSpmBuffer(const LocalTensor<T>& readLocal, const DataCopyParams& copyParams,
                               int32_t readOffset = 0) {
        DataCopy(readLocal, spill<T>(readOffset), copyParams);
    }
    template <typename T>
    ACC_API void ReadSpmBuffer(const LocalTensor<T>& readLocal, const int32_t readSize, int32_t readOffset = 0) {
        DataCopy(readLocal, spill<T>(readOffset), uint32_t(readSize));
    }

private:
    template <typename T>
    ACC_API GlobalTensor<T> spill(int32_t offset) {
        GlobalTensor<T> tensor;
        tensor.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(spill_ ? spill_ + offset : nullptr));
        return tensor;
    }

    AccPipe pipe_;  // first member: GetTPipePtr() returns the object from its state
    __gm__ uint8_t* spill_ = nullptr;
};

template <TPosition pos, int32_t depth = 1, auto mask = 0>
using TSCM = TQueBind<pos, TPosition::TSCM, depth, mask>;

// `popLocal` = all of UB behind the last buffer of the TPipe. False when there is nothing left.
template <class T, TPosition pos>
ACC_API bool PopStackBuffer(LocalTensor<T>& popLocal) {
    static_assert(detail::memoryOf(pos) == ACC_MEM_UB, "PopStackBuffer: a position in UB");
    AccLocal local;
    if (!accPopStack(uint8_t(pos), &local)) {
        return false;
    }
    popLocal = detail::tensorOf<T>(local);
    return true;
}

// Bump allocator of one memory for static-tensor programming: starts at 0, never frees, excludes TPipe.
template <Hardware hard = Hardware::UB>
class LocalMemAllocator {
public:
    ACC_API LocalMemAllocator() = default;

    ACC_API uint32_t GetCurAddr() const { return address_; }

    template <TPosition pos, class T, uint32_t tileSize>
    ACC_API LocalTensor<T> Alloc() {
        return Alloc<pos, T>(tileSize);
    }
    template <TPosition pos, class T>
    ACC_API LocalTensor<T> Alloc(uint32_t tileSize);
    template <class T, uint32_t tileSize>
    ACC_API LocalTensor<T> Alloc() {
        return Alloc<kDefaultPosition, T>(tileSize);
    }
    template <class T>
    ACC_API LocalTensor<T> Alloc(uint32_t tileSize) {
        return Alloc<kDefaultPosition, T>(tileSize);
    }

private:
    static constexpr TPosition kDefaultPosition = detail::defaultPositionOf(hard);

    uint32_t address_ = 0;
};

}  // namespace AscendC

// Bytes [*address, +bytes) of `memory` for LocalMemAllocator; advances *address. Fails the kernel on overflow.
ACC_RUNTIME uint32_t accStaticAlloc(uint32_t* address, uint8_t position, uint64_t bytes);

namespace AscendC {

template <Hardware hard>
template <TPosition pos, class T>
ACC_API LocalTensor<T> LocalMemAllocator<hard>::Alloc(uint32_t tileSize) {
    static_assert(uint8_t(detail::memoryOf(pos)) == uint8_t(hard),
                  "Alloc: the position's memory is not the allocator's (LocalMemAllocator<Hardware::...>)");
    return LocalTensor<T>(pos, accStaticAlloc(&address_, uint8_t(pos), detail::bytesOf<T>(tileSize)), tileSize);
}

}  // namespace AscendC

// The core's pipe, null before one is constructed.
ACC_API AscendC::TPipe* GetTPipePtr() {
    return reinterpret_cast<AscendC::TPipe*>(accCurrentPipe());
}
namespace AscendC {
using ::GetTPipePtr;
}
