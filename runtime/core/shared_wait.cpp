// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/shared_wait.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <list>
#include <thread>
#include <vector>

#include "acl/acl_base_rt.h"
#include "runtime/base/mutex.h"
#include "runtime/base/shared_futex.h"

namespace acc::rt::core {
namespace {

// Sources that one thread listens to: one word is its own.
constexpr size_t kMaxSources = kMaxSharedFutexes - 1;

// Thread-safe.
class Listener {
public:
    // False when it has no room.
    bool add(const std::shared_ptr<SharedSource>& source) ACC_EXCLUDES(mutex_) {
        {
            MutexLock lock(mutex_);
            if (std::find(sources_.begin(), sources_.end(), source) == sources_.end()) {
                if (sources_.size() == kMaxSources) {
                    return false;
                }
                sources_.push_back(source);
            }
            if (!running_) {
                running_ = true;
                std::thread([this] { serve(); }).detach();
            }
        }
        word_.fetch_add(1);
        sharedFutexWake(word_);
        return true;
    }

    bool has(const std::shared_ptr<SharedSource>& source) ACC_EXCLUDES(mutex_) {
        MutexLock lock(mutex_);
        return std::find(sources_.begin(), sources_.end(), source) != sources_.end();
    }

private:
    // No change is missed: the values of the words are read before the sources look at their state.
    void serve() {
        std::vector<std::shared_ptr<SharedSource>> sources;
        std::vector<SharedFutex> words;
        while (true) {
            words.assign(1, {&word_, word_.load()});
            {
                MutexLock lock(mutex_);
                sources = sources_;
            }
            for (const std::shared_ptr<SharedSource>& source : sources) {
                std::atomic<uint32_t>& word = source->share()->content().word;
                words.push_back({&word, word.load()});
                if (!source->look()) {
                    words.pop_back();
                    remove(source);
                }
            }
            sources.clear();  // sources_ keeps those whose words are waited for
            sharedFutexWaitAny(words);
        }
    }

    void remove(const std::shared_ptr<SharedSource>& source) ACC_EXCLUDES(mutex_) {
        {
            MutexLock lock(mutex_);
            std::erase(sources_, source);
        }
        // A wait that began after look() found this source in the list, and relied on it.
        if (source->look()) {
            add(source);
        }
    }

    Mutex mutex_;
    std::vector<std::shared_ptr<SharedSource>> sources_ ACC_GUARDED_BY(mutex_);
    bool running_ ACC_GUARDED_BY(mutex_) = false;
    std::atomic<uint32_t> word_{0};
};

struct Listeners {
    Mutex mutex;
    std::list<Listener> list ACC_GUARDED_BY(mutex);  // they stay
};

Listeners& listeners() {
    [[clang::no_destroy]] static Listeners all;
    return all;
}

// Thread-safe.
class OwnerWatch {
public:
    static OwnerWatch& instance() {
        [[clang::no_destroy]] static OwnerWatch watch;
        return watch;
    }

    void add(const std::shared_ptr<Share>& share) ACC_EXCLUDES(mutex_) {
        const auto owner = static_cast<int>(syscall(SYS_pidfd_open, share->key().pid, 0));
        if (owner < 0) {
            if (errno == ESRCH) {
                markGone(*share);
            }
            return;  // without a file for the process, its end goes unnoticed
        }
        {
            MutexLock lock(mutex_);
            owners_.push_back({owner, share});
            if (!running_) {
                running_ = true;
                std::thread([this] { serve(); }).detach();
            }
        }
        const uint64_t one = 1;
        static_cast<void>(write(wakeUp_, &one, sizeof(one)));
    }

private:
    struct Owner {
        int process = -1;
        std::weak_ptr<Share> share;
    };

    static void markGone(Share& share) {
        share.content().ownerGone.store(1);
        share.announce();
    }

    void serve() {
        std::vector<pollfd> list;
        while (true) {
            list.assign(1, {wakeUp_, POLLIN, 0});
            {
                MutexLock lock(mutex_);
                std::erase_if(owners_, [](const Owner& owner) { return owner.share.expired() && forget(owner); });
                for (const Owner& owner : owners_) {
                    list.push_back({owner.process, POLLIN, 0});
                }
            }
            poll(list.data(), list.size(), -1);
            uint64_t count = 0;
            if (list.front().revents != 0) {
                static_cast<void>(read(wakeUp_, &count, sizeof(count)));
            }
            MutexLock lock(mutex_);
            std::erase_if(owners_, [&](const Owner& owner) {
                const bool ended = std::any_of(list.begin() + 1, list.end(), [&](const pollfd& entry) {
                    return entry.fd == owner.process && entry.revents != 0;
                });
                if (!ended) {
                    return false;
                }
                if (const std::shared_ptr<Share> share = owner.share.lock()) {
                    markGone(*share);
                }
                return forget(owner);
            });
        }
    }

    static bool forget(const Owner& owner) {
        close(owner.process);
        return true;
    }

    const int wakeUp_ = eventfd(0, EFD_CLOEXEC);
    Mutex mutex_;
    std::vector<Owner> owners_ ACC_GUARDED_BY(mutex_);
    bool running_ ACC_GUARDED_BY(mutex_) = false;
};

}  // namespace

Status SharedSource::ownerGone(const Share& share) {
    return Status::error(ACL_ERROR_RT_IPC_ERROR, "process {}, which exported it, ended before the wait was fulfilled",
                         share.key().pid);
}

void listenTo(const std::shared_ptr<SharedSource>& source) {
    Listeners& all = listeners();
    MutexLock lock(all.mutex);
    for (Listener& listener : all.list) {
        if (listener.has(source) && listener.add(source)) {
            return;
        }
    }
    for (Listener& listener : all.list) {
        if (listener.add(source)) {
            return;
        }
    }
    all.list.emplace_back().add(source);
}

void watchOwner(const std::shared_ptr<Share>& share) {
    OwnerWatch::instance().add(share);
}

Status sharedWaitsSupported() {
    if (!canWaitForAnySharedFutex()) {
        return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                             "events and notifies of several processes need the system call futex_waitv, of Linux "
                             "5.16 or newer");
    }
    return {};
}

}  // namespace acc::rt::core
