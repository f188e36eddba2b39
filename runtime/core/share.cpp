// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/share.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <new>

#include "acl/acl_base_rt.h"
#include "runtime/base/shared_futex.h"
#include "runtime/core/runtime.h"

namespace acc::rt::core {
namespace {

constexpr const char* kFileName = "acc-share";
constexpr uint64_t kLayout = 0xACC5'4A2E'0000'0001;  // changes with ShareContent
constexpr std::string_view kPrefix = "acc";

// A process id has at most 22 bits, and a process at most 2^20 open files unless told otherwise.
constexpr uint32_t kPidBits = 22;
constexpr uint32_t kFileBits = 20;
constexpr uint64_t kShortToken = (uint64_t{1} << (64 - kPidBits - kFileBits)) - 1;

static_assert(std::atomic<uint64_t>::is_always_lock_free && std::atomic<int32_t>::is_always_lock_free);

// The kernel's name of an open file of a process.
std::string pathOf(const ShareKey& key, int64_t file) {
    return fmt::format("/proc/{}/fd/{}", key.pid, file);
}

// Opens a memory file of another process; -1 when there is none. What else may have its number now is left alone.
int openFile(const std::string& path, const char* name) {
    std::array<char, 64> target{};
    if (readlink(path.c_str(), target.data(), target.size() - 1) < 0 ||
        std::string_view(target.data()).find(name) == std::string_view::npos) {
        return -1;
    }
    return open(path.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
}

ShareContent* mapContent(int file) {
    void* mapped = mmap(nullptr, sizeof(ShareContent), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    return mapped == MAP_FAILED ? nullptr : static_cast<ShareContent*>(mapped);
}

Status noFile() {
    return Status::error(ACL_ERROR_RT_MEMORY_ALLOCATION, "no memory file to share with other processes: {}",
                         std::strerror(errno));
}

template <class T>
bool readHex(std::string_view* text, T* value) {
    const auto [next, error] = std::from_chars(text->data(), text->data() + text->size(), *value, 16);
    const bool read = error == std::errc() && next != text->data();
    text->remove_prefix(static_cast<size_t>(next - text->data()));
    return read;
}

bool readDash(std::string_view* text) {
    const bool read = text->starts_with('-');
    text->remove_prefix(read ? 1 : 0);
    return read;
}

const char* kindName(ShareKind kind) {
    static constexpr const char* kNames[] = {"device memory", "physical memory", "an event", "a notify"};
    return kNames[static_cast<size_t>(kind)];
}

}  // namespace

std::string ShareKey::text() const {
    return fmt::format("{}-{:x}-{:x}-{:x}", kPrefix, pid, file, token);
}

uint64_t ShareKey::number() const {
    return uint64_t{pid} << (64 - kPidBits) | uint64_t{file} << (64 - kPidBits - kFileBits) | (token & kShortToken);
}

bool ShareKey::parse(std::string_view text, ShareKey* key) {
    if (!text.starts_with(kPrefix)) {
        return false;
    }
    text.remove_prefix(kPrefix.size());
    return readDash(&text) && readHex(&text, &key->pid) && readDash(&text) && readHex(&text, &key->file) &&
           readDash(&text) && readHex(&text, &key->token) && text.empty();
}

bool ShareKey::parse(uint64_t number, ShareKey* key) {
    key->pid = static_cast<uint32_t>(number >> (64 - kPidBits));
    key->file = static_cast<uint32_t>(number >> (64 - kPidBits - kFileBits)) & ((1U << kFileBits) - 1);
    key->token = number & kShortToken;
    key->tokenMask = kShortToken;
    return key->pid != 0;
}

Result<std::shared_ptr<Share>> Share::create(ShareKind kind, int32_t device, bool anyProcess,
                                             const SharedMemory& memory) {
    ShareKey key{static_cast<uint32_t>(getpid()), 0, 0};
    const int file = memfd_create(kFileName, MFD_CLOEXEC);
    if (file < 0) {
        return noFile();
    }
    ShareContent* content = nullptr;
    if (file >= 1 << kFileBits || getrandom(&key.token, sizeof(key.token), 0) != sizeof(key.token) ||
        ftruncate(file, sizeof(ShareContent)) != 0 || (content = mapContent(file)) == nullptr) {
        ::close(file);
        return noFile();
    }
    key.file = static_cast<uint32_t>(file);
    ::new (content) ShareContent;
    content->token = key.token;
    content->kind = kind;
    content->device = device < 0 ? device : visibleDevices()[static_cast<size_t>(device)];
    content->anyProcess.store(anyProcess ? 1 : 0);
    content->memory = memory;
    content->layout = kLayout;
    return std::make_shared<Share>(file, content, key, true);
}

Result<std::shared_ptr<Share>> Share::import(const ShareKey& key, ShareKind kind, const char* parameter) {
    const std::string path = pathOf(key, key.file);
    const int file = openFile(path, kFileName);
    ShareContent* content = nullptr;
    if (file >= 0) {
        struct stat info = {};
        content = fstat(file, &info) == 0 && info.st_size == sizeof(ShareContent) ? mapContent(file) : nullptr;
        if (content == nullptr) {
            ::close(file);
        }
    }
    const Status gone = Status::error(ACL_ERROR_RT_IPC_ERROR,
                                      "{} names something of process {} that is not shared any more, or that this user "
                                      "may not open, expected a key whose process runs and has not closed or freed it",
                                      parameter, key.pid);
    if (content == nullptr) {
        return gone;
    }
    ShareKey found{key.pid, key.file, content->token};
    // Held for as long as the share is: the exporter sees that it is imported.
    auto share = std::make_shared<Share>(file, content, found, false);
    if (content->layout != kLayout || !(found == key) || !share->isOpen() || flock(file, LOCK_SH) != 0) {
        return gone;
    }
    if (content->kind != kind) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "{} names {}, expected {}", parameter, kindName(content->kind),
                             kindName(kind));
    }
    const auto end = content->processes.begin() + std::min(content->processCount.load(), ShareContent::kMaxProcesses);
    if (content->anyProcess.load() == 0 && std::find(content->processes.begin(), end, getpid()) == end) {
        return Status::error(ACL_ERROR_RT_NO_PERMISSION,
                             "{} was exported by process {} to a list of processes that this one, {}, is not in",
                             parameter, key.pid, getpid());
    }
    return share;
}

Share::~Share() {
    if (mine_ && key_.pid == static_cast<uint32_t>(getpid())) {  // not in a forked child
        close();
    }
    munmap(content_, sizeof(ShareContent));
    ::close(file_);
}

int32_t Share::device() const {
    const std::vector<int32_t>& visible = visibleDevices();
    const auto it = std::find(visible.begin(), visible.end(), content_->device);
    return it == visible.end() ? -1 : static_cast<int32_t>(it - visible.begin());
}

Result<int> Share::openMemory() {
    const int file = openFile(pathOf(key_, content_->memory.file), "memfd:");
    // The exporter closes the share before the file, so a share that is open now had the right file then.
    struct stat info = {};
    if (file >= 0 && isOpen() && fstat(file, &info) == 0 &&
        static_cast<uint64_t>(info.st_size) >= content_->memory.fileBytes) {
        return file;
    }
    if (file >= 0) {
        ::close(file);
    }
    return Status::error(ACL_ERROR_RT_IPC_ERROR, "the memory of process {} is not there any more", key_.pid);
}

Status Share::allow(std::span<const int32_t> processes) {
    for (size_t index = 0; index < processes.size(); ++index) {
        if (processes[index] <= 0) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "pid[{}] is {}, expected the id of a process", index,
                                 processes[index]);
        }
    }
    MutexLock lock(mutex_);
    for (const int32_t process : processes) {
        const uint32_t at = content_->processCount.load();
        const auto end = content_->processes.begin() + at;
        if (std::find(content_->processes.begin(), end, process) != end) {
            continue;
        }
        if (at == ShareContent::kMaxProcesses) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "pid has more processes than the {} that can be allowed",
                                 ShareContent::kMaxProcesses);
        }
        content_->processes[at].store(process);
        content_->processCount.store(at + 1);
    }
    return {};
}

bool Share::imported() const {
    if (flock(file_, LOCK_EX | LOCK_NB) != 0) {
        return true;
    }
    flock(file_, LOCK_UN);
    return false;
}

void Share::announce() {
    content_->word.fetch_add(1);
    sharedFutexWake(content_->word);
}

}  // namespace acc::rt::core
