// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/host_callback.h"

#include <algorithm>
#include <thread>

#include "runtime/base/futex.h"
#include "runtime/base/log.h"
#include "runtime/core/thread_state.h"

namespace acc::rt::core {
namespace {

constexpr uint32_t kSpinSteps = 2000;

// Threads that run host functions: as many as functions run at once, kept for the next ones.
class HostThreads {
public:
    static HostThreads& instance() {
        [[clang::no_destroy]] static HostThreads threads;
        return threads;
    }

    void run(std::function<void()> body, Stream& stream) ACC_EXCLUDES(mutex_) {
        bool grow = false;
        {
            MutexLock lock(mutex_);
            jobs_.push_back({std::move(body), &stream});
            grow = jobs_.size() > idle_;
        }
        if (grow) {
            std::thread([this] { serve(); }).detach();
        }
        word_.fetch_add(1);
        futexWake(word_, 1);
    }

private:
    struct Job {
        std::function<void()> body;
        Stream* stream = nullptr;
    };

    bool take(Job* job) ACC_EXCLUDES(mutex_) {
        MutexLock lock(mutex_);
        if (jobs_.empty()) {
            return false;
        }
        *job = std::move(jobs_.front());
        jobs_.pop_front();
        return true;
    }

    void serve() {
        while (true) {
            Job job;
            if (!take(&job)) {
                waitForJob(&job);
            }
            job.body();
            job.body = nullptr;  // what it owns goes before the stream may
            job.stream->resume(false);
        }
    }

    void waitForJob(Job* job) {
        count(1);
        for (uint32_t step = 0;; ++step) {
            const uint32_t word = word_.load();
            if (take(job)) {
                break;
            }
            if (step < kSpinSteps) {
                spinStep(step);
            } else {
                futexWait(word_, word);
            }
        }
        count(-1);
    }

    void count(int32_t change) ACC_EXCLUDES(mutex_) {
        MutexLock lock(mutex_);
        idle_ = static_cast<size_t>(static_cast<int64_t>(idle_) + change);
    }

    Mutex mutex_;
    std::deque<Job> jobs_ ACC_GUARDED_BY(mutex_);
    size_t idle_ ACC_GUARDED_BY(mutex_) = 0;
    std::atomic<uint32_t> word_{0};
};

struct ReportRegistry {
    static ReportRegistry& instance() {
        [[clang::no_destroy]] static ReportRegistry registry;
        return registry;
    }
    Mutex mutex;
    std::vector<std::shared_ptr<ReportThread>> threads ACC_GUARDED_BY(mutex);
};

}  // namespace

void callUser(const std::function<void()>& call) {
    ThreadState& state = threadState();
    state.insideCallback = true;
    try {
        call();
    } catch (...) {
        report("a host callback threw an exception, which was dropped");
    }
    state.insideCallback = false;
}

void runOnHostThread(Stream& stream, std::function<void()> body) {
    HostThreads::instance().run(std::move(body), stream);
}

Task::Step HostFunctionTask::start(Stream& stream) {
    runOnHostThread(stream, [call = call_] { callUser([&] { call.first(call.second); }); });
    return Step::pending;
}

std::shared_ptr<ReportThread> ReportThread::find(uint64_t threadId) {
    ReportRegistry& registry = ReportRegistry::instance();
    MutexLock lock(registry.mutex);
    for (const std::shared_ptr<ReportThread>& thread : registry.threads) {
        if (thread->threadId_ == threadId) {
            return thread;
        }
    }
    return nullptr;
}

Result<std::shared_ptr<ReportThread>> ReportThread::subscribe(uint64_t threadId, int32_t device) {
    ReportRegistry& registry = ReportRegistry::instance();
    MutexLock lock(registry.mutex);
    for (const std::shared_ptr<ReportThread>& thread : registry.threads) {
        if (thread->threadId_ == threadId) {
            if (thread->device_ != device) {
                return Status::error(ACL_ERROR_RT_THREAD_SUBSCRIBE,
                                     "thread {} serves streams of device {}, expected a stream of that device",
                                     threadId, thread->device_);
            }
            ++thread->streams_;
            return thread;
        }
    }
    auto thread = std::make_shared<ReportThread>(threadId, device);
    thread->streams_ = 1;
    registry.threads.push_back(thread);
    return thread;
}

void ReportThread::unsubscribe() {
    ReportRegistry& registry = ReportRegistry::instance();
    std::shared_ptr<ReportThread> ended;
    {
        MutexLock lock(registry.mutex);
        if (--streams_ == 0) {
            auto self = [&](const std::shared_ptr<ReportThread>& entry) { return entry.get() == this; };
            const auto it = std::find_if(registry.threads.begin(), registry.threads.end(), self);
            ended = *it;
            registry.threads.erase(it);
        }
    }
    word_.fetch_add(1);
    futexWake(word_, UINT32_MAX);
}

void ReportThread::post(const Callback& callback) {
    {
        MutexLock lock(mutex_);
        callbacks_.push_back(callback);
    }
    word_.fetch_add(1);
    futexWake(word_, 1);
}

Status ReportThread::process(Deadline deadline) {
    for (uint32_t step = 0;; ++step) {
        const uint32_t word = word_.load();
        Callback callback;
        {
            MutexLock lock(mutex_);
            if (!callbacks_.empty()) {
                callback = callbacks_.front();
                callbacks_.pop_front();
            }
        }
        if (callback.function != nullptr) {
            callUser([&] { callback.function(callback.userData); });
            if (callback.stream != nullptr) {
                callback.stream->resume(false);
            }
            return {};
        }
        if (deadline && std::chrono::steady_clock::now() >= *deadline) {
            return Status::error(ACL_ERROR_RT_REPORT_TIMEOUT, "no callback came before the timeout expired");
        }
        if (step < kSpinSteps) {
            spinStep(step);
        } else {
            futexWait(word_, word, deadline);
        }
    }
}

Task::Step ReportTask::start(Stream& stream) {
    // A blocking callback may run, and this task be gone, before post() returns.
    const std::shared_ptr<ReportThread> thread = arguments_.thread;
    const bool block = arguments_.block;
    thread->post({arguments_.function, arguments_.userData, block ? &stream : nullptr});
    return block ? Step::pending : Step::done;
}

}  // namespace acc::rt::core
