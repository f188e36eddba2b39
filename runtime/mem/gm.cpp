// SPDX-License-Identifier: Apache-2.0
#include "runtime/mem/gm.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <map>
#include <optional>
#include <vector>

#include "runtime/base/mutex.h"
#include "runtime/base/soc.h"
#include "runtime/mem/block_move.h"

namespace acc::rt::mem {
namespace {

constexpr size_t kHugePage = size_t{2} << 20;
constexpr size_t kReservedBytes = size_t{4} << 40;  // address space only

// Where a block's pages are; the block itself lies at their end.
struct Span {
    uintptr_t begin = 0;
    size_t bytes = 0;  // with the guard page
};

// The memory file of a block that other processes use as well.
struct Backing {
    explicit Backing(int memoryFile) : file(memoryFile) {}
    ~Backing() {
        attachments.clear();
        close(file);
    }
    Backing(const Backing&) = delete;
    Backing& operator=(const Backing&) = delete;

    const int file;
    std::vector<std::shared_ptr<void>> attachments;
};

struct Entry {
    Allocation allocation;
    Span span;  // empty for enrolled memory
    std::shared_ptr<Backing> backing = nullptr;
    bool foreign = false;  // another process allocated it
};

class Registry {
public:
    static Registry& instance() {
        // Never destroyed: blocks may be freed from static destructors of the program.
        static Registry* registry = new Registry;
        return *registry;
    }

    void* allocateDevice(int32_t device, size_t sizeBytes) ACC_EXCLUDES(mutex_) {
        const size_t capacity = soc().memoryBytes;
        MutexLock lock(mutex_);
        if (sizeBytes > capacity || used(device) > capacity - sizeBytes) {
            return nullptr;
        }
        const bool huge = sizeBytes >= kHugePage;
        const size_t payload = payloadOf(sizeBytes);
        const size_t pages = pagesOf(sizeBytes);
        const std::optional<Span> span = takeSpan(pages + page_, huge);
        if (!span) {
            return nullptr;
        }
        void* begin = reinterpret_cast<void*>(span->begin);
        if (mprotect(begin, pages, PROT_READ | PROT_WRITE) != 0) {
            freeSpans_.push_back(*span);
            return nullptr;
        }
        if (huge) {
            madvise(begin, pages, MADV_HUGEPAGE);
        }
        // Big blocks start on a huge page, small ones end at their guard page.
        const uintptr_t base = huge ? span->begin : span->begin + pages - payload;
        entries_[base] = Entry{{base, sizeBytes, Kind::device, device}, *span};
        use(device, sizeBytes);
        return reinterpret_cast<void*>(base);
    }

    void* allocateHost(size_t sizeBytes) ACC_EXCLUDES(mutex_) {
        void* base = std::aligned_alloc(64, roundUp(sizeBytes, 64));
        if (base != nullptr && !enroll({reinterpret_cast<uintptr_t>(base), sizeBytes, Kind::pinnedHost, 0})) {
            std::free(base);
            return nullptr;
        }
        return base;
    }

    bool release(Kind kind, uintptr_t base) ACC_EXCLUDES(mutex_) {
        MutexLock lock(mutex_);
        auto it = entries_.find(base);
        const bool found = it != entries_.end() && it->second.allocation.kind == kind;
        if (!found || (kind != Kind::device && kind != Kind::pinnedHost) ||
            (kind == Kind::device && (it->second.span.bytes == 0 || it->second.foreign))) {
            return false;  // not there, or not allocated here
        }
        const Entry entry = it->second;
        entries_.erase(it);
        forgetCaches();
        if (kind == Kind::pinnedHost) {
            std::free(reinterpret_cast<void*>(base));
        } else {
            giveBack(entry);
        }
        return true;
    }

    bool moveToFile(uintptr_t base, BlockFile* result) ACC_EXCLUDES(mutex_) {
        MutexLock lock(mutex_);
        auto it = entries_.find(base);
        if (it == entries_.end() || it->second.span.bytes == 0 || it->second.foreign) {
            return false;
        }
        Entry& entry = it->second;
        const size_t pages = pagesOf(entry.allocation.sizeBytes);
        if (entry.backing == nullptr) {
            const int file = memfd_create("acc-device-memory", MFD_CLOEXEC);
            if (file < 0) {
                return false;
            }
            auto backing = std::make_shared<Backing>(file);
            if (!moveBlockToFile(entry.span.begin, pages, file)) {
                return false;
            }
            entry.backing = std::move(backing);
        }
        *result = {entry.backing->file, pages, base - entry.span.begin};
        return true;
    }

    bool attach(uintptr_t base, std::shared_ptr<void> attachment) ACC_EXCLUDES(mutex_) {
        MutexLock lock(mutex_);
        auto it = entries_.find(base);
        if (it == entries_.end() || it->second.backing == nullptr) {
            return false;
        }
        it->second.backing->attachments.push_back(std::move(attachment));
        return true;
    }

    void* mapFile(int32_t device, const BlockFile& file, size_t sizeBytes) ACC_EXCLUDES(mutex_) {
        MutexLock lock(mutex_);
        const std::optional<Span> span = takeSpan(file.fileBytes + page_, file.fileBytes >= kHugePage);
        if (!span) {
            return nullptr;
        }
        void* begin = reinterpret_cast<void*>(span->begin);
        if (mmap(begin, file.fileBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file.file, 0) == MAP_FAILED) {
            freeSpans_.push_back(*span);
            return nullptr;
        }
        const uintptr_t base = span->begin + file.offset;
        entries_[base] = Entry{{base, sizeBytes, Kind::device, device}, *span, nullptr, true};
        return reinterpret_cast<void*>(base);
    }

    bool unmapFile(uintptr_t base) ACC_EXCLUDES(mutex_) {
        MutexLock lock(mutex_);
        auto it = entries_.find(base);
        if (it == entries_.end() || !it->second.foreign) {
            return false;
        }
        const Entry entry = it->second;
        entries_.erase(it);
        forgetCaches();
        giveBack(entry);
        return true;
    }

    bool enroll(const Allocation& allocation) ACC_EXCLUDES(mutex_) {
        MutexLock lock(mutex_);
        return entries_.emplace(allocation.base, Entry{allocation, {}}).second;
    }

    bool withdraw(uintptr_t base) ACC_EXCLUDES(mutex_) {
        MutexLock lock(mutex_);
        auto it = entries_.find(base);
        if (it == entries_.end() || it->second.span.bytes != 0 || it->second.allocation.kind == Kind::pinnedHost) {
            return false;
        }
        entries_.erase(it);
        forgetCaches();
        return true;
    }

    bool find(uintptr_t address, Allocation* found) ACC_EXCLUDES(mutex_) {
        MutexLock lock(mutex_);
        auto it = entries_.upper_bound(address);
        if (it == entries_.begin()) {
            return false;
        }
        const Allocation& allocation = std::prev(it)->second.allocation;
        if (!allocation.contains(address)) {
            return false;
        }
        *found = allocation;
        return true;
    }

    bool nearest(uintptr_t address, Allocation* found) ACC_EXCLUDES(mutex_) {
        MutexLock lock(mutex_);
        if (entries_.empty()) {
            return false;
        }
        auto after = entries_.upper_bound(address);
        auto best = after == entries_.end() ? std::prev(after) : after;
        if (after != entries_.begin()) {
            auto before = std::prev(after);
            const uintptr_t end = before->second.allocation.end();
            if (address < end || best == before || address - end <= best->first - address) {
                best = before;
            }
        }
        *found = best->second.allocation;
        return true;
    }

    void usage(int32_t device, size_t* freeBytes, size_t* totalBytes) ACC_EXCLUDES(mutex_) {
        MutexLock lock(mutex_);
        *totalBytes = soc().memoryBytes;
        *freeBytes = *totalBytes - used(device);
    }

    size_t peak(int32_t device) ACC_EXCLUDES(mutex_) {
        MutexLock lock(mutex_);
        return peakBytes_[static_cast<size_t>(device)];
    }

    bool claim(int32_t device, size_t sizeBytes) ACC_EXCLUDES(mutex_) {
        MutexLock lock(mutex_);
        const size_t capacity = soc().memoryBytes;
        if (sizeBytes > capacity || used(device) > capacity - sizeBytes) {
            return false;
        }
        use(device, sizeBytes);
        return true;
    }

    void unclaim(int32_t device, size_t sizeBytes) ACC_EXCLUDES(mutex_) {
        MutexLock lock(mutex_);
        used(device) -= sizeBytes;
    }

    void releaseDevice(int32_t device) ACC_EXCLUDES(mutex_) {
        MutexLock lock(mutex_);
        for (auto it = entries_.begin(); it != entries_.end();) {
            const Entry entry = it->second;
            if (entry.allocation.kind == Kind::device && entry.allocation.device == device && entry.span.bytes != 0) {
                it = entries_.erase(it);
                giveBack(entry);
            } else {
                ++it;
            }
        }
        forgetCaches();
    }

    // Bumped whenever memory goes away; threads drop what they remember of blocks when it changes.
    std::atomic<uint64_t> generation{1};

private:
    static size_t roundUp(size_t value, size_t multiple) { return (value + multiple - 1) / multiple * multiple; }

    // Bytes that a block takes, and those of its pages.
    static size_t payloadOf(size_t sizeBytes) { return roundUp(sizeBytes + kTrailingBytes, kDeviceAlignment); }
    size_t pagesOf(size_t sizeBytes) const {
        return roundUp(payloadOf(sizeBytes), sizeBytes >= kHugePage ? kHugePage : page_);
    }

    void forgetCaches() { generation.fetch_add(1, std::memory_order_release); }

    size_t& used(int32_t device) ACC_REQUIRES(mutex_) { return usedBytes_[static_cast<size_t>(device)]; }

    void use(int32_t device, size_t sizeBytes) ACC_REQUIRES(mutex_) {
        used(device) += sizeBytes;
        size_t& peak = peakBytes_[static_cast<size_t>(device)];
        peak = std::max(peak, used(device));
    }

    // Freed address ranges are used again, oldest first, only once the reserve is used up or many wait: a stale pointer
    // faults for as long as possible.
    std::optional<Span> takeSpan(size_t bytes, bool huge) ACC_REQUIRES(mutex_) {
        if (reserve_.begin == 0) {
            void* base = mmap(nullptr, kReservedBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
            if (base == MAP_FAILED) {
                return std::nullopt;
            }
            reserve_ = {reinterpret_cast<uintptr_t>(base), kReservedBytes};
        }
        const size_t align = huge ? kHugePage : page_;
        if (freeSpans_.size() > kQuarantine) {
            auto fits = [&](const Span& span) { return span.bytes >= bytes && span.begin % align == 0; };
            auto it = std::find_if(freeSpans_.begin(), freeSpans_.end() - kQuarantine, fits);
            if (it != freeSpans_.end() - kQuarantine) {
                const Span span = *it;
                freeSpans_.erase(it);
                return span;
            }
        }
        const uintptr_t begin = roundUp(reserve_.begin, align);
        const size_t skipped = begin - reserve_.begin;
        if (skipped + bytes > reserve_.bytes) {
            return std::nullopt;
        }
        reserve_ = {begin + bytes, reserve_.bytes - skipped - bytes};
        return Span{begin, bytes};
    }

    void giveBack(const Entry& entry) ACC_REQUIRES(mutex_) {
        if (!entry.foreign) {
            used(entry.allocation.device) -= entry.allocation.sizeBytes;
        }
        // Mapping over drops the pages and makes every later access fault.
        mmap(reinterpret_cast<void*>(entry.span.begin), entry.span.bytes, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
        freeSpans_.push_back(entry.span);
    }

    static constexpr ptrdiff_t kQuarantine = 256;

    const size_t page_ = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    Mutex mutex_;
    std::map<uintptr_t, Entry> entries_ ACC_GUARDED_BY(mutex_);
    std::array<size_t, 64> usedBytes_ ACC_GUARDED_BY(mutex_){};
    std::array<size_t, 64> peakBytes_ ACC_GUARDED_BY(mutex_){};
    Span reserve_ ACC_GUARDED_BY(mutex_);
    std::vector<Span> freeSpans_ ACC_GUARDED_BY(mutex_);
};

// The blocks this thread's kernels used last.
struct RecentBlocks {
    static constexpr uint32_t kCount = 4;
    uint64_t generation = 0;
    uint32_t next = 0;
    std::array<Allocation, kCount> blocks;
};
thread_local constinit RecentBlocks recent{};

bool covers(const Allocation& allocation, uintptr_t address, size_t sizeBytes) {
    const uintptr_t offset = address - allocation.base;
    return offset <= allocation.sizeBytes + kTrailingBytes &&
           sizeBytes <= allocation.sizeBytes + kTrailingBytes - offset;
}

}  // namespace

void* allocateDevice(int32_t device, size_t sizeBytes) {
    return Registry::instance().allocateDevice(device, sizeBytes);
}
void* allocateHost(size_t sizeBytes) {
    return Registry::instance().allocateHost(sizeBytes);
}
bool release(Kind kind, void* base) {
    return Registry::instance().release(kind, reinterpret_cast<uintptr_t>(base));
}
bool moveToFile(uintptr_t base, BlockFile* file) {
    return Registry::instance().moveToFile(base, file);
}
bool attach(uintptr_t base, std::shared_ptr<void> attachment) {
    return Registry::instance().attach(base, std::move(attachment));
}
void* mapFile(int32_t device, const BlockFile& file, size_t sizeBytes) {
    return Registry::instance().mapFile(device, file, sizeBytes);
}
bool unmapFile(void* base) {
    return Registry::instance().unmapFile(reinterpret_cast<uintptr_t>(base));
}
bool enroll(const Allocation& allocation) {
    return Registry::instance().enroll(allocation);
}
bool withdraw(uintptr_t base) {
    return Registry::instance().withdraw(base);
}
bool find(uintptr_t address, Allocation* found) {
    return Registry::instance().find(address, found);
}
bool nearest(uintptr_t address, Allocation* found) {
    return Registry::instance().nearest(address, found);
}
void releaseDevice(int32_t device) {
    Registry::instance().releaseDevice(device);
}
void usage(int32_t device, size_t* freeBytes, size_t* totalBytes) {
    Registry::instance().usage(device, freeBytes, totalBytes);
}

uint64_t generation() {
    return Registry::instance().generation.load(std::memory_order_acquire);
}

size_t peakUsage(int32_t device) {
    return Registry::instance().peak(device);
}

bool claim(int32_t device, size_t sizeBytes) {
    return Registry::instance().claim(device, sizeBytes);
}

void giveBack(int32_t device, size_t sizeBytes) {
    Registry::instance().unclaim(device, sizeBytes);
}

bool deviceAccessible(const void* address, size_t sizeBytes) {
    const auto start = reinterpret_cast<uintptr_t>(address);
    Registry& registry = Registry::instance();
    const uint64_t generation = registry.generation.load(std::memory_order_acquire);
    if (recent.generation == generation) {
        for (const Allocation& block : recent.blocks) {
            if (block.base != 0 && covers(block, start, sizeBytes)) {
                return true;
            }
        }
    } else {
        recent = RecentBlocks{};
        recent.generation = generation;
    }
    // Kernels may use device memory and host memory that was registered for it, not plain pinned memory.
    Allocation allocation;
    if (!registry.nearest(start, &allocation) || allocation.kind == Kind::pinnedHost ||
        allocation.kind == Kind::lockedHost || !covers(allocation, start, sizeBytes)) {
        return false;
    }
    recent.blocks[recent.next++ % RecentBlocks::kCount] = allocation;
    return true;
}

}  // namespace acc::rt::mem
