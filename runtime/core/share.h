// SPDX-License-Identifier: Apache-2.0
// What a process lets others import: memory, events and notifies.
//
// A share is a small memory file of the exporter. Others open it as /proc/<pid>/fd/<number>, so nothing has a name that
// a crash could leave behind: when the exporter ends or closes the share, it cannot be opened any more, and who has
// opened it keeps it. A key names process, file and a random token, which tells a share from a later one at the same
// place. State that processes change together lies in the file, with a word that they sleep on.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "runtime/base/mutex.h"
#include "runtime/base/status.h"

namespace acc::rt::core {

// Names a share: as text in keys and event handles, as a number in shareable handles, which keep 22 bits of the token.
struct ShareKey {
    uint32_t pid = 0;
    uint32_t file = 0;
    uint64_t token = 0;
    uint64_t tokenMask = ~uint64_t{0};

    std::string text() const;  // at most 63 characters
    uint64_t number() const;

    // False for what no share was ever called.
    static bool parse(std::string_view text, ShareKey* key);
    static bool parse(uint64_t number, ShareKey* key);

    bool operator==(const ShareKey& other) const {
        const uint64_t mask = tokenMask & other.tokenMask;
        return pid == other.pid && file == other.file && (token & mask) == (other.token & mask);
    }
};

enum class ShareKind : uint32_t { deviceMemory, physicalMemory, event, notify };

// Part of a memory file of the exporter.
struct SharedMemory {
    int32_t file = -1;  // its number in the exporter
    int32_t locationType = 0;
    int32_t locationId = 0;
    uint64_t fileBytes = 0;
    uint64_t offset = 0;
    uint64_t sizeBytes = 0;
};

// The records of an event, numbered from 1 in the order of their submission.
struct SharedRecords {
    static constexpr uint64_t kOpen = 1024;  // records that may be incomplete at a time
    std::atomic<uint64_t> last{0};
    std::array<std::atomic<uint64_t>, kOpen> completed{};  // record n is complete when entry n % kOpen is at least n
};

// What lies in the file.
struct ShareContent {
    uint64_t layout = 0;
    uint64_t token = 0;
    ShareKind kind = ShareKind::deviceMemory;
    int32_t device = 0;                  // the exporter's, its number among all devices
    std::atomic<uint32_t> open{1};       // others may import it
    std::atomic<uint32_t> ownerGone{0};  // the exporting process has ended; set by those who watch it
    std::atomic<uint32_t> anyProcess{0};

    std::atomic<uint32_t> word{0};  // changes with the state below and with ownerGone; a futex
    SharedMemory memory;
    SharedRecords records;
    std::atomic<uint32_t> notified{0};  // a record of a notify that no wait has taken

    static constexpr uint32_t kMaxProcesses = 1024;
    std::atomic<uint32_t> processCount{0};
    std::array<std::atomic<int32_t>, kMaxProcesses> processes{};  // that may import it
};

// Thread-safe.
class Share {
public:
    // `device`: number among the visible devices.
    static Result<std::shared_ptr<Share>> create(ShareKind kind, int32_t device, bool anyProcess,
                                                 const SharedMemory& memory = {});

    // 100000 for a share of another kind, 507022 when it is gone, 207006 when this process may not import it.
    static Result<std::shared_ptr<Share>> import(const ShareKey& key, ShareKind kind, const char* parameter);

    Share(int file, ShareContent* content, const ShareKey& key, bool mine)
        : file_(file), content_(content), key_(key), mine_(mine) {}
    ~Share();
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;

    const ShareKey& key() const { return key_; }
    bool mine() const { return mine_; }
    ShareContent& content() { return *content_; }

    // The exporter's device among the visible ones of this process; -1 when it is not visible.
    int32_t device() const;

    // Opens the memory file of an imported share; 507022 when it is gone.
    Result<int> openMemory();

    // Adds processes to those that may import it.
    Status allow(std::span<const int32_t> processes) ACC_EXCLUDES(mutex_);
    void allowAll() { content_->anyProcess.store(1); }

    // Ends the exporting: nobody can import it any more.
    void close() { content_->open.store(0); }
    bool isOpen() const { return content_->open.load() != 0; }

    // Whether another share object, in this or another process, imports this one.
    bool imported() const;

    // Changes the word and wakes all processes that sleep on it.
    void announce();

private:
    const int file_;
    ShareContent* const content_;
    const ShareKey key_;
    const bool mine_;
    Mutex mutex_;  // one thread adds processes at a time
};

}  // namespace acc::rt::core
