// SPDX-License-Identifier: Apache-2.0
// TPipe and queues: buffer placement, the per-buffer state machine and the event ids behind it (ascendc-core 3.1, 3.2).
//
//   free --AllocTensor--> allocated --EnQue--> enqueued --DeQue--> dequeued --FreeTensor--> free
//
// EnQue takes an event id of (producing pipe, consuming pipe) that DeQue gives back, FreeTensor one of the opposite
// direction that the next AllocTensor of the buffer gives back, so ids run out here exactly when they do on the device.
#include "include/kernel/ascendc/pipe.h"

#include <bit>

#include "runtime/check/flags.h"
#include "runtime/check/operand.h"
#include "runtime/check/report.h"
#include "runtime/isa/call.h"

namespace acc::rt::isa {
namespace {

using AscendC::TPosition;
using check::Rule;

constexpr uint32_t kMaxBuffersPerPosition = 8;
constexpr uint8_t kNoEvent = 0xff;

exec::CoreState& state() {
    return exec::currentBlock().state;
}

uint32_t alignmentOf(AccMemory memory) {
    switch (memory) {
        case ACC_MEM_L0A:
        case ACC_MEM_L0B:
            return 512;
        case ACC_MEM_L0C:
        case ACC_MEM_BT:
            return 64;
        case ACC_MEM_FB:
            return 128;
        default:
            return 32;
    }
}

uint64_t roundUp(uint64_t bytes, uint32_t alignment) {
    return (bytes + alignment - 1) / alignment * alignment;
}

// Position that the buffers of a queue have: the local end of the pair, the nearer one when both are local.
TPosition homeOf(const AccQueue& queue) {
    const auto source = static_cast<TPosition>(queue.source);
    const auto destination = static_cast<TPosition>(queue.destination);
    if (destination == TPosition::GM || source == TPosition::VECIN || source == TPosition::VECOUT ||
        source == TPosition::CO1) {
        return source;
    }
    return destination;
}

uint8_t eventOf(pipe_t from, pipe_t to) {
    return static_cast<uint8_t>(from * 7 + to);
}

struct Pipes {
    pipe_t producer;
    pipe_t consumer;
};

// Pipes that fill and read the buffers of a bound pair; the same pipe twice means no event.
Pipes pipesOf(uint8_t source, uint8_t destination) {
    const auto from = static_cast<TPosition>(source);
    const auto to = static_cast<TPosition>(destination);
    switch (to) {
        case TPosition::VECIN:
            return {PIPE_MTE2, PIPE_V};
        case TPosition::VECOUT:
            return {PIPE_MTE2, PIPE_MTE3};
        case TPosition::A1:
        case TPosition::B1:
        case TPosition::C1:
        case TPosition::TSCM:
            return from == TPosition::VECOUT ? Pipes{PIPE_V, PIPE_MTE3} : Pipes{PIPE_MTE2, PIPE_MTE1};
        case TPosition::A2:
        case TPosition::B2:
        case TPosition::C2:
            return {PIPE_MTE1, PIPE_M};
        case TPosition::CO2:
            return {PIPE_M, PIPE_FIX};
        case TPosition::GM:
            return from == TPosition::VECOUT ? Pipes{PIPE_V, PIPE_MTE3} : Pipes{PIPE_V, PIPE_V};
        default:
            return {PIPE_V, PIPE_V};
    }
}

void announceFlag(uint16_t opcode, const char* name, uint8_t event, int id, const void* site) {
    if (!observed()) [[likely]] {
        return;
    }
    AccInstr instr{};
    instr.opcode = opcode;
    instr.mode = event;
    instr.count = id;
    announce({exec::currentBlock(), instr, name, site});
}

// Lowest free id of `event`; fails when all are taken.
int freeEventId(uint8_t event, const char* what, const void* site) {
    const auto taken = state().reserved[event];
    const int id = std::countr_one(taken);
    if (id >= static_cast<int>(exec::kEventIds)) [[unlikely]] {
        check::fail(Rule::RES, site,
                    "{}: all {} event ids of {} are in use; at most {} tensors can be under way at once", what,
                    exec::kEventIds, check::eventName(event), exec::kEventIds);
    }
    return id;
}

// The flag that a queue step sets on behalf of `buffer`.
void raiseEvent(AccBuffer& buffer, pipe_t from, pipe_t to, const char* what, const void* site) {
    if (from == to) {
        return;
    }
    const uint8_t event = eventOf(from, to);
    const int id = freeEventId(event, what, site);
    state().reserved[event] |= static_cast<uint8_t>(1U << id);
    state().queueFlags[event] |= static_cast<uint8_t>(1U << id);
    state().eventsUsed = true;
    buffer.event = event;
    buffer.eventId = static_cast<int8_t>(id);
    announceFlag(ACC_OP_SetFlag, "SetFlag", event, id, site);
}

void consumeEvent(AccBuffer& buffer, const void* site) {
    if (buffer.eventId < 0) {
        return;
    }
    const auto mask = static_cast<uint8_t>(~(1U << buffer.eventId));
    state().reserved[buffer.event] &= mask;
    state().queueFlags[buffer.event] &= mask;
    announceFlag(ACC_OP_WaitFlag, "WaitFlag", buffer.event, buffer.eventId, site);
    buffer.eventId = -1;
}

void appendMemoryTable(std::string& text, const AccPipe& pipe, AccMemory memory) {
    for (uint32_t i = 0; i < pipe.bufferCount; ++i) {
        const AccBuffer& buffer = pipe.buffers[i];
        if (AscendC::detail::memoryOf(static_cast<TPosition>(buffer.position)) == memory) {
            text +=
                fmt::format("\n    0x{:05x} {:>7} bytes  {}", buffer.address, buffer.bytes,
                            check::describeOwner(exec::currentBlock(), buffer.position, static_cast<uint16_t>(i + 1)));
        }
    }
}

// Checks that `pipe` can take `count` buffers at `home`, with `entries` more in its table; returns their memory.
AccMemory checkPlace(const AccPipe& pipe, TPosition home, uint32_t count, uint32_t entries, bool isQueue,
                     const void* site) {
    const exec::Block& block = exec::currentBlock();
    const AccMemory memory = AscendC::detail::memoryOf(home);
    const char* const position = check::positionName(static_cast<uint8_t>(home));
    if (!pipe.alive || state().pipe != &pipe) [[unlikely]] {
        check::fail(Rule::QUE, site, "InitBuffer: the TPipe was destroyed; call Init() before using it again");
    }
    if (memory == ACC_MEM_GM || block.memoryBytes[memory] == 0) [[unlikely]] {
        check::fail(Rule::POS, site, "InitBuffer: position {} has no local memory on a {} core", position,
                    block.coreType == ACC_CORE_VECTOR ? "vector" : "cube");
    }
    if (count == 0) [[unlikely]] {
        check::fail(Rule::RES, site, "InitBuffer: num is 0 for a {} queue, expected at least 1", position);
    }
    if (pipe.bufferCount + entries > kAccMaxBuffers) [[unlikely]] {
        check::fail(Rule::RES, site, "InitBuffer: {} buffers, and {} exist already; a kernel can have {}", count,
                    pipe.bufferCount, kAccMaxBuffers);
    }
    if (isQueue && count > kMaxBuffersPerPosition) [[unlikely]] {
        check::warn(Rule::TRUNCATED, site, "InitBuffer: {} buffers for a {} queue; at most {} can be in use at once",
                    count, position, kMaxBuffersPerPosition);
    }
    return memory;
}

// Makes the queue a range of `count` entries of the table that are filled in next.
void bind(AccPipe& pipe, AccQueue& queue, uint32_t count) {
    queue.pipe = &pipe;
    queue.generation = pipe.generation;
    queue.first = static_cast<uint8_t>(pipe.bufferCount);
    queue.count = static_cast<uint8_t>(count);
    queue.cursor = 0;
    queue.enqueued = 0;
}

AccBuffer freeBuffer(uint64_t address, uint64_t bytes, TPosition home, uint32_t index, uint32_t siblings) {
    return {.address = static_cast<uint32_t>(address),
            .bytes = static_cast<uint32_t>(bytes),
            .state = ACC_BUFFER_FREE,
            .position = static_cast<uint8_t>(home),
            .index = static_cast<uint8_t>(index),
            .siblings = static_cast<uint8_t>(siblings),
            .next = 0,
            .event = kNoEvent,
            .eventId = -1,
            .reserved = 0};
}

// Appends `count` buffers of `bytes` at the memory's bump pointer.
void place(AccPipe& pipe, AccQueue& queue, uint32_t count, uint32_t bytes, bool isQueue, const void* site) {
    const exec::Block& block = exec::currentBlock();
    const TPosition home = homeOf(queue);
    const char* const position = check::positionName(static_cast<uint8_t>(home));
    const AccMemory memory = checkPlace(pipe, home, count, count, isQueue, site);
    const uint64_t rounded = roundUp(bytes, alignmentOf(memory));
    const uint64_t total = rounded * count;
    if (pipe.usedBytes[memory] + total > block.memoryBytes[memory]) [[unlikely]] {
        std::string message =
            fmt::format("InitBuffer: {} x {} bytes for {} {} do not fit: {} has {} bytes, {} are in use", count,
                        rounded, position, isQueue ? "queue buffers" : "TBuf", check::memoryName(memory),
                        block.memoryBytes[memory], pipe.usedBytes[memory]);
        appendMemoryTable(message, pipe, memory);
        check::failWith(Rule::RES, site, std::move(message));
    }
    bind(pipe, queue, count);
    for (uint32_t i = 0; i < count; ++i) {
        pipe.buffers[pipe.bufferCount++] = freeBuffer(pipe.usedBytes[memory], rounded, home, i, isQueue ? count : 0);
        pipe.usedBytes[memory] += static_cast<uint32_t>(rounded);
    }
}

void checkPool(const AccPool& pool, const char* what, const void* site) {
    if (!pool.pipe || !pool.pipe->alive || pool.generation != pool.pipe->generation) [[unlikely]] {
        check::fail(Rule::QUE, site, "{}: the TBufPool has no memory; InitBufPool was not called for it", what);
    }
}

// The entries that a pool's queue had before the pool was reset are taken again: the table is small.
bool reuseEntries(const AccPipe& pipe, const AccQueue& queue, uint32_t count) {
    return queue.pipe == &pipe && queue.generation == pipe.generation && queue.count == count;
}

const char* queueName(const AccQueue& queue) {
    return check::positionName(static_cast<uint8_t>(homeOf(queue)));
}

void checkBound(const AccQueue& queue, const char* what, const void* site) {
    if (!queue.pipe || !queue.pipe->alive || queue.generation != queue.pipe->generation) [[unlikely]] {
        check::fail(Rule::QUE, site, "{}: no buffers; InitBuffer was not called for this {} {}", what, queueName(queue),
                    queue.count == 0 && queue.depth == 0 ? "TBuf or queue" : "queue");
    }
}

AccBuffer& bufferOf(const AccQueue& queue, const AccLocal& tensor, const char* what, const void* site) {
    checkBound(queue, what, site);
    const uint32_t index = tensor.buffer - 1U;
    if (index - queue.first >= queue.count) [[unlikely]] {
        if (check::isUnbound(tensor.position)) {
            check::fail(Rule::QUE, site, "{}: the tensor was never bound to memory", what);
        }
        check::fail(Rule::QUE, site, "{}: the tensor ({}) is not from this {} queue", what,
                    check::describeOwner(exec::currentBlock(), tensor.position, tensor.buffer), queueName(queue));
    }
    return queue.pipe->buffers[index];
}

constexpr const char* kStates[] = {"free", "allocated", "enqueued", "dequeued"};

// In two wide stores: the kernel reads the fields back at once and in pairs. A load that spans two stores has to wait
// until they are in the cache, behind all of a DataCopy's stores to global memory.
void fillTensor(AccLocal* tensor, const AccBuffer& buffer, uint32_t index) {
    using Quad [[gnu::vector_size(16)]] = uint32_t;
    const Quad head = {buffer.address, buffer.address, buffer.address + buffer.bytes, buffer.bytes};
    const uint64_t tail = (index + 1) | uint64_t{buffer.position} << 16;
    static_assert(offsetof(AccLocal, size) == 12 && offsetof(AccLocal, buffer) == 16 &&
                  offsetof(AccLocal, position) == 18 && sizeof(AccLocal) == sizeof(head) + sizeof(tail));
    std::memcpy(&tensor->offset, &head, sizeof(head));
    std::memcpy(&tensor->buffer, &tail, sizeof(tail));
}

}  // namespace
}  // namespace acc::rt::isa

using namespace acc::rt;
using namespace acc::rt::isa;

extern "C" void accPipeInit(AccPipe* pipe) {
    const void* const site = __builtin_return_address(0);
    exec::Block& block = exec::currentBlock();
    if (block.state.pipe && block.state.pipe != pipe) [[unlikely]] {
        check::fail(Rule::QUE, site, "TPipe: a second TPipe while the first is alive; Destroy() the first");
    }
    if (block.state.staticAllocator) [[unlikely]] {
        check::fail(Rule::QUE, site, "TPipe: LocalMemAllocator is in use; both hand out memory from address 0");
    }
    const bool again = block.state.pipe == pipe;
    pipe->generation = again ? pipe->generation + 1 : 1;
    pipe->alive = 1;
    pipe->bufferCount = 0;
    for (uint32_t& used : pipe->usedBytes) {
        used = 0;
    }
    pipe->usedBytes[ACC_MEM_UB] =
        static_cast<uint32_t>(roundUp(block.staticUbBytes + uint64_t{block.dynamicUbBytes}, 32));
    block.state.pipe = pipe;
    resetRegisters(block.state);
}

extern "C" void accPipeRelease(AccPipe* pipe, uint32_t how) {
    const void* const site = __builtin_return_address(0);
    exec::CoreState& core = state();
    for (uint32_t i = 0; i < pipe->bufferCount; ++i) {
        AccBuffer& buffer = pipe->buffers[i];
        if (buffer.siblings != 0 && buffer.state != ACC_BUFFER_FREE && how == 0) [[unlikely]] {
            check::warn(Rule::LEFTOVER, site, "TPipe: {} is still {} at the end; FreeTensor is missing",
                        check::describeOwner(exec::currentBlock(), buffer.position, static_cast<uint16_t>(i + 1)),
                        kStates[buffer.state]);
        }
        consumeEvent(buffer, site);
    }
    for (unsigned event = 0; event < exec::kEventCount; ++event) {
        core.reserved[event] = 0;
        core.queueFlags[event] = 0;
    }
    pipe->bufferCount = 0;
    ++pipe->generation;
    if (how == 2) {
        for (uint32_t& used : pipe->usedBytes) {
            used = 0;
        }
        return;
    }
    pipe->alive = 0;
    if (core.pipe == pipe) {
        core.pipe = nullptr;
    }
}

extern "C" void accPipeInitQueue(AccPipe* pipe, AccQueue* queue, uint32_t count, uint32_t bytes) {
    place(*pipe, *queue, count, bytes, true, __builtin_return_address(0));
}

extern "C" void accPipeInitBuffer(AccPipe* pipe, AccQueue* queue, uint32_t bytes) {
    place(*pipe, *queue, 1, bytes, false, __builtin_return_address(0));
}

extern "C" void accPipeInitAt(AccPipe* pipe, AccQueue* queue, const uint32_t* addressesAndLengths, uint32_t count) {
    const void* const site = __builtin_return_address(0);
    const TPosition home = homeOf(*queue);
    const AccMemory memory = checkPlace(*pipe, home, count, count, true, site);
    const uint32_t memoryBytes = exec::currentBlock().memoryBytes[memory];
    for (uint32_t i = 0; i < count; ++i) {
        const uint64_t address = addressesAndLengths[2 * i];
        const uint64_t bytes = addressesAndLengths[2 * i + 1];
        if (address % alignmentOf(memory) != 0) [[unlikely]] {
            check::fail(Rule::ALIGN, site, "InitBuffer: address 0x{:x} is not a multiple of {} bytes", address,
                        alignmentOf(memory));
        }
        if (address + bytes > memoryBytes) [[unlikely]] {
            check::fail(Rule::RES, site, "InitBuffer: [0x{:x}, 0x{:x}) does not fit: {} has {} bytes", address,
                        address + bytes, check::memoryName(memory), memoryBytes);
        }
        for (uint32_t j = 0; j < pipe->bufferCount; ++j) {
            const AccBuffer& other = pipe->buffers[j];
            if (AscendC::detail::memoryOf(static_cast<TPosition>(other.position)) == memory &&
                address < other.address + uint64_t{other.bytes} && other.address < address + bytes) [[unlikely]] {
                check::warn(Rule::OVERLAP, site, "InitBuffer: [0x{:x}, 0x{:x}) overlaps {} at 0x{:x}", address,
                            address + bytes,
                            check::describeOwner(exec::currentBlock(), other.position, static_cast<uint16_t>(j + 1)),
                            other.address);
            }
        }
    }
    bind(*pipe, *queue, count);
    for (uint32_t i = 0; i < count; ++i) {
        pipe->buffers[pipe->bufferCount++] =
            freeBuffer(addressesAndLengths[2 * i], addressesAndLengths[2 * i + 1], home, i, count);
    }
}

extern "C" void accPoolInit(AccPipe* pipe, AccPool* outer, AccPool* pool, uint32_t bytes, const AccPool* shared) {
    const void* const site = __builtin_return_address(0);
    if (outer) {
        checkPool(*outer, "InitBufPool", site);
    }
    const auto home = static_cast<TPosition>(pool->position);
    const AccMemory memory = checkPlace(*pipe, home, 1, 0, false, site);
    const uint64_t rounded = roundUp(bytes, alignmentOf(memory));
    pool->pipe = pipe;
    pool->generation = pipe->generation;
    pool->used = 0;
    pool->buffers = 0;
    if (shared) {
        checkPool(*shared, "InitBufPool", site);
        if (rounded > shared->end - shared->begin) [[unlikely]] {
            check::fail(Rule::RES, site, "InitBufPool: {} bytes do not fit into the shared pool of {} bytes", rounded,
                        shared->end - shared->begin);
        }
        pool->begin = shared->begin;
        pool->end = static_cast<uint32_t>(shared->begin + rounded);
        return;
    }
    const uint64_t start = outer ? uint64_t{outer->begin} + outer->used : pipe->usedBytes[memory];
    const uint64_t end = outer ? outer->end : exec::currentBlock().memoryBytes[memory];
    if (start + rounded > end) [[unlikely]] {
        std::string message = fmt::format("InitBufPool: {} bytes for {} do not fit: {} of {} are left", rounded,
                                          check::positionName(pool->position), end - start,
                                          outer ? "the pool" : check::memoryName(memory));
        appendMemoryTable(message, *pipe, memory);
        check::failWith(Rule::RES, site, std::move(message));
    }
    pool->begin = static_cast<uint32_t>(start);
    pool->end = static_cast<uint32_t>(start + rounded);
    (outer ? outer->used : pipe->usedBytes[memory]) += static_cast<uint32_t>(rounded);
}

extern "C" void accPoolInitQueue(AccPool* pool, AccQueue* queue, uint32_t count, uint32_t bytes, uint32_t isQueue) {
    const void* const site = __builtin_return_address(0);
    checkPool(*pool, "InitBuffer", site);
    AccPipe& pipe = *pool->pipe;
    const bool again = reuseEntries(pipe, *queue, count);
    const TPosition home = homeOf(*queue);
    const AccMemory memory = checkPlace(pipe, home, count, again ? 0 : count, isQueue != 0, site);
    if (memory != AscendC::detail::memoryOf(static_cast<TPosition>(pool->position))) [[unlikely]] {
        check::fail(Rule::POS, site, "InitBuffer: position {} is not in the memory of the TBufPool ({})",
                    check::positionName(static_cast<uint8_t>(home)), check::positionName(pool->position));
    }
    if (pool->buffers + count > pool->limit) [[unlikely]] {
        check::fail(Rule::RES, site, "InitBuffer: {} buffers, and {} exist already; this TBufPool can have {}", count,
                    pool->buffers, pool->limit);
    }
    const uint64_t rounded = roundUp(bytes, alignmentOf(memory));
    const uint64_t left = pool->end - pool->begin - pool->used;
    if (rounded * count > left) [[unlikely]] {
        check::fail(Rule::RES, site, "InitBuffer: {} x {} bytes do not fit: the TBufPool has {} bytes, {} are in use",
                    count, rounded, pool->end - pool->begin, pool->used);
    }
    const uint32_t first = again ? queue->first : pipe.bufferCount;
    if (!again) {
        bind(pipe, *queue, count);
        pipe.bufferCount += count;
    }
    queue->cursor = 0;
    queue->enqueued = 0;
    for (uint32_t i = 0; i < count; ++i) {
        if (again) {
            consumeEvent(pipe.buffers[first + i], site);
        }
        pipe.buffers[first + i] = freeBuffer(pool->begin + pool->used, rounded, home, i, isQueue != 0 ? count : 0);
        pool->used += static_cast<uint32_t>(rounded);
    }
    pool->buffers += count;
}

extern "C" void accPoolReset(AccPool* pool) {
    checkPool(*pool, "Reset", __builtin_return_address(0));
    pool->used = 0;
    pool->buffers = 0;
}

extern "C" bool accPopStack(uint8_t position, AccLocal* tensor) {
    const exec::Block& block = exec::currentBlock();
    const uint32_t used = block.state.pipe ? block.state.pipe->usedBytes[ACC_MEM_UB] : 0;
    const uint32_t end = block.memoryBytes[ACC_MEM_UB];
    if (used >= end) {
        return false;
    }
    *tensor = {.offset = used,
               .begin = used,
               .end = end,
               .size = end - used,
               .buffer = 0,
               .position = position,
               .reserved = 0,
               .tag = 0};
    return true;
}

extern "C" int32_t accPipeEvent(AccPipe*, uint8_t event, uint32_t reserve) {
    const int id = freeEventId(event, reserve ? "AllocEventID" : "FetchEventID", __builtin_return_address(0));
    if (reserve) {
        state().reserved[event] |= static_cast<uint8_t>(1U << id);
        state().eventsUsed = true;
    }
    return id;
}

extern "C" void accPipeReleaseEvent(AccPipe*, uint8_t event, int32_t id) {
    const void* const site = __builtin_return_address(0);
    if (id < 0 || id >= static_cast<int32_t>(exec::kEventIds) || !(state().reserved[event] >> id & 1)) [[unlikely]] {
        check::fail(Rule::FLAG, site, "ReleaseEventID<{}>({}): the id was not allocated", check::eventName(event), id);
    }
    if (state().flags[event] >> id & 1) [[unlikely]] {
        check::fail(Rule::FLAG, site, "ReleaseEventID<{}>({}): its flag is still set; WaitFlag is missing",
                    check::eventName(event), id);
    }
    state().reserved[event] &= static_cast<uint8_t>(~(1U << id));
}

extern "C" AccPipe* accCurrentPipe(void) {
    return state().pipe;
}

extern "C" void accQueueAlloc(AccQueue* queue, AccLocal* tensor) {
    const void* const site = __builtin_return_address(0);
    checkBound(*queue, "AllocTensor", site);
    for (uint32_t tried = 0; tried < queue->count; ++tried) {
        const uint32_t slot =
            queue->cursor + tried < queue->count ? queue->cursor + tried : queue->cursor + tried - queue->count;
        AccBuffer& buffer = queue->pipe->buffers[queue->first + slot];
        if (buffer.state == ACC_BUFFER_FREE) {
            consumeEvent(buffer, site);
            buffer.state = ACC_BUFFER_ALLOCATED;
            queue->cursor = static_cast<uint8_t>(slot + 1 < queue->count ? slot + 1 : 0);
            fillTensor(tensor, buffer, queue->first + slot);
            return;
        }
    }
    check::fail(Rule::QUE, site,
                "AllocTensor: no free buffer, all {} of this {} queue are in use; is FreeTensor missing?", queue->count,
                queueName(*queue));
}

extern "C" bool accQueueEnque(AccQueue* queue, const AccLocal* tensor, uint8_t source, uint8_t destination) {
    const void* const site = __builtin_return_address(0);
    AccBuffer& buffer = bufferOf(*queue, *tensor, "EnQue", site);
    if (buffer.state != ACC_BUFFER_ALLOCATED && buffer.state != ACC_BUFFER_DEQUEUED) [[unlikely]] {
        check::fail(Rule::QUE, site, "EnQue: the {} tensor is {}, expected allocated or dequeued", queueName(*queue),
                    kStates[buffer.state]);
    }
    const int32_t depth = queue->depth > 0 ? queue->depth : queue->count;
    if (queue->enqueued >= depth) [[unlikely]] {
        check::fail(Rule::QUE, site, "EnQue: the {} queue of depth {} is full; DeQue first", queueName(*queue), depth);
    }
    const auto index = static_cast<uint8_t>(&buffer - queue->pipe->buffers);
    if (queue->enqueued == 0) {
        queue->head = index;
    } else {
        queue->pipe->buffers[queue->tail].next = index;
    }
    queue->tail = index;
    ++queue->enqueued;
    buffer.state = ACC_BUFFER_ENQUEUED;
    const Pipes pipes = pipesOf(source, destination);
    raiseEvent(buffer, pipes.producer, pipes.consumer, "EnQue", site);
    return true;
}

extern "C" void accQueueDeque(AccQueue* queue, AccLocal* tensor, uint8_t, uint8_t) {
    const void* const site = __builtin_return_address(0);
    checkBound(*queue, "DeQue", site);
    if (queue->enqueued == 0) [[unlikely]] {
        check::fail(Rule::QUE, site, "DeQue: the {} queue is empty; EnQue is missing, the device hangs",
                    queueName(*queue));
    }
    const uint8_t index = queue->head;
    AccBuffer& buffer = queue->pipe->buffers[index];
    queue->head = buffer.next;
    --queue->enqueued;
    consumeEvent(buffer, site);
    buffer.state = ACC_BUFFER_DEQUEUED;
    fillTensor(tensor, buffer, index);
}

extern "C" void accQueueFree(AccQueue* queue, const AccLocal* tensor) {
    const void* const site = __builtin_return_address(0);
    AccBuffer& buffer = bufferOf(*queue, *tensor, "FreeTensor", site);
    if (buffer.state != ACC_BUFFER_ALLOCATED && buffer.state != ACC_BUFFER_DEQUEUED) [[unlikely]] {
        check::fail(Rule::QUE, site, "FreeTensor: the {} tensor is {}, expected allocated or dequeued",
                    queueName(*queue), kStates[buffer.state]);
    }
    buffer.state = ACC_BUFFER_FREE;
    const Pipes pipes = pipesOf(queue->source, queue->destination);
    raiseEvent(buffer, pipes.consumer, pipes.producer, "FreeTensor", site);
}

extern "C" void accQueueFreeEvents(AccQueue* queue) {
    const void* const site = __builtin_return_address(0);
    checkBound(*queue, "FreeAllEvent", site);
    for (uint32_t i = 0; i < queue->count; ++i) {
        AccBuffer& buffer = queue->pipe->buffers[queue->first + i];
        if (buffer.state == ACC_BUFFER_FREE) {
            consumeEvent(buffer, site);
        }
    }
}

extern "C" uint32_t accQueueIdleBuffers(const AccQueue* queue) {
    checkBound(*queue, "HasIdleBuffer", __builtin_return_address(0));
    uint32_t idle = 0;
    for (uint32_t i = 0; i < queue->count; ++i) {
        idle += queue->pipe->buffers[queue->first + i].state == ACC_BUFFER_FREE ? 1 : 0;
    }
    return idle;
}

extern "C" void accBufferGet(const AccQueue* buffer, uint32_t bytes, uint32_t offset, AccLocal* tensor) {
    const void* const site = __builtin_return_address(0);
    checkBound(*buffer, "Get", site);
    const AccBuffer& region = buffer->pipe->buffers[buffer->first];
    fillTensor(tensor, region, buffer->first);
    if (bytes == UINT32_MAX) {
        return;
    }
    if (uint64_t{offset} + bytes > region.bytes) [[unlikely]] {
        check::fail(Rule::OOB, site, "Get: {} bytes at offset {} end {} bytes past the TBuf {} of {} bytes", bytes,
                    offset, uint64_t{offset} + bytes - region.bytes, check::positionName(region.position),
                    region.bytes);
    }
    if (offset % 32 != 0) [[unlikely]] {
        check::fail(Rule::ALIGN, site, "GetWithOffset: offset {} is not a multiple of 32 bytes", offset);
    }
    tensor->offset += offset;
    tensor->size = bytes;
}

extern "C" uint32_t accStaticAlloc(uint32_t* address, uint8_t position, uint64_t bytes) {
    const void* const site = __builtin_return_address(0);
    exec::Block& block = exec::currentBlock();
    const AccMemory memory = AscendC::detail::memoryOf(static_cast<TPosition>(position));
    if (block.state.pipe) [[unlikely]] {
        check::fail(Rule::QUE, site, "LocalMemAllocator: a TPipe is in use; both hand out memory from address 0");
    }
    block.state.staticAllocator = true;
    uint64_t start = roundUp(*address, alignmentOf(memory));
    const uint64_t reserved = block.staticUbBytes + uint64_t{block.dynamicUbBytes};
    if (memory == ACC_MEM_UB && start < reserved) {
        start = roundUp(reserved, 32);
    }
    if (start + bytes > block.memoryBytes[memory]) [[unlikely]] {
        check::fail(Rule::RES, site, "Alloc: {} bytes at 0x{:x} do not fit: {} has {} bytes", bytes, start,
                    check::memoryName(memory), block.memoryBytes[memory]);
    }
    *address = static_cast<uint32_t>(start + bytes);
    return static_cast<uint32_t>(start);
}
