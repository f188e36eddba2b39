// SPDX-License-Identifier: Apache-2.0
// Handles: what the C API gives programs in place of pointers, and the tables that resolve them.
//
// A handle is 0xAC (8 bits) | kind (5) | generation (27) | slot (24). The top byte makes it a non-canonical address, so
// no pointer of the program is ever taken for a handle, and a program that dereferences one faults. Looking a handle up
// reads only the table: a stale, foreign or made-up value is simply not found.
//
// A slot's word holds generation, alive bit and pin count. find() pins by compare-and-swap, so a pin is only ever added
// to a live slot of the right generation; remove() clears the alive bit, and whoever drops the last pin after that owns
// the slot alone and reclaims it. So an object that one thread destroys lives until the other threads' calls return.
#pragma once

#include <array>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "runtime/base/mutex.h"

namespace acc::rt::core {

enum class HandleKind : uint8_t {
    none,
    context,
    stream,
    event,
    binary,
    function,
    argsList,
    argument,
    graph,
    physicalMemory,
    program,
    notify,
    countNotify,
    label,
    labelList,
    taskGroup,
    graphTask,
    graphLane,
    condition,
    memoryPool,
    binaryData,
    allocator,
};

// The kind that `handle` claims to be; none for anything that is not a handle.
inline HandleKind handleKind(const void* handle) {
    const auto bits = reinterpret_cast<uintptr_t>(handle);
    return bits >> 56 == 0xAC ? static_cast<HandleKind>((bits >> 51) & 0x1F) : HandleKind::none;
}

// As messages name it: "stream".
const char* kindName(HandleKind kind);

template <class T>
class HandleTable {
    struct Slot {
        std::atomic<uint64_t> word{0};
        std::shared_ptr<T> object;  // written before the slot becomes alive and after its last pin
    };

public:
    // Keeps the object of a handle alive and in its slot.
    class Pin {
    public:
        Pin() = default;
        Pin(Pin&& other) noexcept
            : table_(std::exchange(other.table_, nullptr)), slot_(other.slot_), index_(other.index_) {}
        Pin& operator=(Pin&& other) noexcept {
            std::swap(table_, other.table_);
            std::swap(slot_, other.slot_);
            std::swap(index_, other.index_);
            return *this;
        }
        ~Pin() {
            if (table_ != nullptr) {
                table_->unpin(*slot_, index_);
            }
        }

        explicit operator bool() const { return table_ != nullptr; }
        T& operator*() const { return *slot_->object; }
        T* operator->() const { return slot_->object.get(); }
        T* get() const { return table_ == nullptr ? nullptr : slot_->object.get(); }
        const std::shared_ptr<T>& shared() const { return slot_->object; }

    private:
        friend class HandleTable;
        Pin(HandleTable* table, Slot* slot, uint32_t index) : table_(table), slot_(slot), index_(index) {}

        HandleTable* table_ = nullptr;
        Slot* slot_ = nullptr;
        uint32_t index_ = 0;
    };

    explicit constexpr HandleTable(HandleKind kind) : kind_(kind) {}
    HandleTable(const HandleTable&) = delete;
    HandleTable& operator=(const HandleTable&) = delete;

    // Enters an object; null when all slots are taken.
    void* insert(std::shared_ptr<T> object) ACC_EXCLUDES(mutex_) {
        MutexLock lock(mutex_);
        uint32_t index = 0;
        if (!free_.empty()) {
            index = free_.back();
            free_.pop_back();
        } else if ((index = used_.load(std::memory_order_relaxed)) < kMaxSlots) {
            if (index % kChunk == 0) {
                chunks_[index / kChunk].store(std::make_unique<Slot[]>(kChunk).release(), std::memory_order_release);
            }
            used_.store(index + 1, std::memory_order_release);
        } else {
            return nullptr;
        }
        Slot& slot = *slotAt(index);
        slot.object = std::move(object);
        const uint64_t generation = slot.word.load(std::memory_order_relaxed) >> 32;
        slot.word.store(generation << 32 | kAlive, std::memory_order_release);
        live_.fetch_add(1, std::memory_order_relaxed);
        return toHandle(generation, index);
    }

    // Pins the object of `handle`; empty when there is none.
    Pin find(const void* handle) {
        uint32_t index = 0;
        uint64_t generation = 0;
        Slot* slot = decode(handle, &generation, &index);
        if (slot == nullptr) {
            return {};
        }
        uint64_t word = slot->word.load(std::memory_order_relaxed);
        do {
            if (word >> 32 != generation || (word & kAlive) == 0) {
                return {};
            }
        } while (
            !slot->word.compare_exchange_weak(word, word + 1, std::memory_order_acquire, std::memory_order_relaxed));
        return Pin(this, slot, index);
    }

    // Number of valid handles.
    uint32_t size() const { return live_.load(std::memory_order_relaxed); }

    // The object without a pin: only for tables whose entries are retired, never removed.
    T* peek(const void* handle) {
        uint32_t index = 0;
        uint64_t generation = 0;
        Slot* slot = decode(handle, &generation, &index);
        if (slot == nullptr) {
            return nullptr;
        }
        const uint64_t word = slot->word.load(std::memory_order_acquire);
        return word >> 32 == generation && (word & kAlive) != 0 ? slot->object.get() : nullptr;
    }

    // Makes the handle invalid and returns its object, which leaves the table with the last pin. Empty when the handle
    // is not valid (any more): of several callers one wins.
    Pin remove(const void* handle) {
        uint32_t index = 0;
        uint64_t generation = 0;
        Slot* slot = decode(handle, &generation, &index);
        return slot == nullptr ? Pin() : removeSlot(*slot, generation, index);
    }

    // Makes the handle invalid and keeps its object (and slot) for good. False when it is not valid (any more).
    bool retire(const void* handle) {
        uint32_t index = 0;
        uint64_t generation = 0;
        Slot* slot = decode(handle, &generation, &index);
        if (slot == nullptr) {
            return false;
        }
        uint64_t expected = generation << 32 | kAlive;
        return slot->word.compare_exchange_strong(expected, ((generation + 1) % kGenerations) << 32,
                                                  std::memory_order_acq_rel);
    }

    // Calls visit(Pin) for every valid handle.
    template <class Visit>
    void forEach(Visit visit) {
        const uint32_t used = used_.load(std::memory_order_acquire);
        for (uint32_t index = 0; index < used; ++index) {
            const uint64_t word = slotAt(index)->word.load(std::memory_order_acquire);
            if ((word & kAlive) != 0) {
                if (Pin pin = find(toHandle(word >> 32, index))) {
                    visit(std::move(pin));
                }
            }
        }
    }

    // Removes every object for which `test(const T&)` is true.
    template <class Test>
    void removeIf(Test test) {
        const uint32_t used = used_.load(std::memory_order_acquire);
        for (uint32_t index = 0; index < used; ++index) {
            const uint64_t word = slotAt(index)->word.load(std::memory_order_acquire);
            void* handle = toHandle(word >> 32, index);
            if (Pin pin = (word & kAlive) != 0 ? find(handle) : Pin(); pin && test(*pin)) {
                Pin removed = remove(handle);
            }
        }
    }

private:
    static constexpr uint64_t kAlive = uint64_t{1} << 31;
    static constexpr uint64_t kPins = kAlive - 1;
    static constexpr uint32_t kChunk = 256;
    static constexpr uint32_t kMaxSlots = uint32_t{1} << 20;
    static constexpr uint64_t kGenerations = uint64_t{1} << 27;

    void* toHandle(uint64_t generation, uint32_t index) const {
        const uint64_t bits =
            uint64_t{0xAC} << 56 | static_cast<uint64_t>(kind_) << 51 | (generation & (kGenerations - 1)) << 24 | index;
        return reinterpret_cast<void*>(bits);  // NOLINT(performance-no-int-to-ptr)
    }

    Slot* slotAt(uint32_t index) const {
        return chunks_[index / kChunk].load(std::memory_order_acquire) + index % kChunk;
    }

    Slot* decode(const void* handle, uint64_t* generation, uint32_t* index) const {
        const auto bits = reinterpret_cast<uint64_t>(handle);
        *index = static_cast<uint32_t>(bits & 0xFFFFFF);
        *generation = (bits >> 24) & (kGenerations - 1);
        if (bits >> 51 != (uint64_t{0xAC} << 5 | static_cast<uint64_t>(kind_)) || *index >= kMaxSlots) {
            return nullptr;
        }
        Slot* chunk = chunks_[*index / kChunk].load(std::memory_order_acquire);
        return chunk == nullptr ? nullptr : chunk + *index % kChunk;
    }

    Pin removeSlot(Slot& slot, uint64_t generation, uint32_t index) {
        uint64_t word = slot.word.load(std::memory_order_relaxed);
        do {
            if (word >> 32 != generation || (word & kAlive) == 0) {
                return {};
            }
        } while (!slot.word.compare_exchange_weak(word, (word & ~kAlive) + 1, std::memory_order_acquire,
                                                  std::memory_order_relaxed));
        live_.fetch_sub(1, std::memory_order_relaxed);
        return Pin(this, &slot, index);
    }

    void unpin(Slot& slot, uint32_t index) {
        const uint64_t word = slot.word.fetch_sub(1, std::memory_order_acq_rel);
        if ((word & kPins) == 1 && (word & kAlive) == 0) {
            reclaim(slot, index, word >> 32);
        }
    }

    void reclaim(Slot& slot, uint32_t index, uint64_t generation) ACC_EXCLUDES(mutex_) {
        const std::shared_ptr<T> doomed = std::move(slot.object);
        slot.object = nullptr;
        slot.word.store(((generation + 1) % kGenerations) << 32, std::memory_order_release);
        MutexLock lock(mutex_);
        free_.push_back(index);
    }

    const HandleKind kind_;
    std::array<std::atomic<Slot*>, kMaxSlots / kChunk> chunks_{};
    std::atomic<uint32_t> used_{0};
    std::atomic<uint32_t> live_{0};
    Mutex mutex_;
    std::vector<uint32_t> free_ ACC_GUARDED_BY(mutex_);  // last in, first out
};

}  // namespace acc::rt::core
