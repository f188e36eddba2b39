// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/kernel_task.h"

#include <chrono>
#include <cstring>
#include <memory>
#include <utility>

#include "runtime/core/exception.h"
#include "runtime/core/host_callback.h"
#include "runtime/core/kernel_registry.h"
#include "runtime/core/live_objects.h"
#include "runtime/core/thread_state.h"
#include "runtime/exec/pool.h"

namespace acc::rt::core {

KernelTask::KernelTask(Stream&, const LaunchSpec& spec)
    : kernel_(*spec.kernel),
      numBlocks_(spec.numBlocks),
      dynamicUbBytes_(spec.dynamicUbBytes),
      tilingKey_(spec.tilingKey),
      threadId_(threadState().osThreadId),
      args_(spec.args),
      timeoutUs_(spec.timeoutUs) {
    if (!spec.argsOnDevice && kernel_.argsSize != 0) {
        std::byte* copy = inlineArgs_;
        if (kernel_.argsSize > kInlineArgs) {
            longArgs_ = std::make_unique_for_overwrite<std::byte[]>(kernel_.argsSize);
            copy = longArgs_.get();
        }
        std::memcpy(copy, spec.args, kernel_.argsSize);
        args_ = copy;
    }
}

Task::Step KernelTask::start(Stream& stream) {
    exec::Pool& pool = exec::Pool::instance();
    exec::Executor& executor = exec::Executor::current();
    if (timeoutUs_ != 0) [[unlikely]] {
        startClock(stream);
    }
    if (numBlocks_ * (uint32_t{kernel_.cubeCores} + kernel_.vectorCores) == 1) {
        // Nobody else will draw from this run: it lives on the stack.
        exec::KernelRun run(kernel_, args_, numBlocks_, dynamicUbBytes_, &stream, stream.priority(), &completed);
        run.setTilingKey(tilingKey_);
        stream.beginRun(run);
        run.participate(executor);
        return finish(stream, run);
    }
    exec::KernelRun& run =
        run_.emplace(kernel_, args_, numBlocks_, dynamicUbBytes_, &stream, stream.priority(), &completed);
    run.setTilingKey(tilingKey_);
    stream.beginRun(run);
    pool.publish(run);
    run.participate(executor);
    pool.retract(run);
    if (!run.leave()) {
        return Step::pending;
    }
    return finish(stream, run);
}

void KernelTask::completed(exec::KernelRun& run) {
    auto& stream = *static_cast<Stream*>(run.strand());
    if (static_cast<KernelTask*>(stream.current())->finish(stream, run) == Step::done) {
        stream.resume(true);
    }
}

Task::Step KernelTask::finish(Stream& stream, exec::KernelRun& run) {
    stream.endRun(run);
    run.flushOutput();
    if (timer_ != 0) [[unlikely]] {
        cancelTimer(timer_);
    }
    return run.failed() ? tell(stream, run.status()) : Step::done;
}

void KernelTask::startClock(Stream& stream) {
    const aclError code = kernel_.vectorCores != 0 ? ACL_ERROR_RT_VECTOR_CORE_TIMEOUT : ACL_ERROR_RT_AICORE_TIMEOUT;
    timer_ = callAt(std::chrono::steady_clock::now() + std::chrono::microseconds(timeoutUs_),
                    [weak = stream.weak_from_this(), task = stream.completed() + 1, code, limit = timeoutUs_] {
                        if (const std::shared_ptr<Stream> live = weak.lock()) {
                            live->cancelRun(task, Status::error(code, "it ran longer than its limit of {} us", limit));
                        }
                    });
}

namespace {

// What exception callbacks are given; it is valid until they have returned.
struct ToldInfo {
    explicit ToldInfo(const rtExceptionInfo& from) : info(LiveObjects<rtExceptionInfo>::instance().make(from)) {}
    ~ToldInfo() { end(); }
    ToldInfo(const ToldInfo&) = delete;
    ToldInfo& operator=(const ToldInfo&) = delete;
    void end() {
        if (info != nullptr) {
            LiveObjects<rtExceptionInfo>::instance().remove(std::exchange(info, nullptr));
        }
    }

    rtExceptionInfo* info;
};

}  // namespace

Task::Step KernelTask::tell(Stream& stream, const Status& failure) {
    rtExceptionInfo info;
    info.taskId = static_cast<uint32_t>(stream.completed() + 1);
    info.streamId = stream.userId();
    info.threadId = threadId_;
    info.deviceId = static_cast<uint32_t>(stream.device());
    info.errorCode = static_cast<uint32_t>(failure.code());
    info.args = const_cast<void*>(args_);
    info.argsBytes = kernel_.argsSize;
    if (const Function* function = Function::ofKernel(kernel_)) {
        info.function = function->handle;
        info.binary = function->binaryHandle;
    }
    auto calls = exceptionCallbacks(info);
    stream.fail(failure);
    if (calls.empty()) {
        return Step::done;
    }
    const auto told = std::make_shared<ToldInfo>(info);
    runOnHostThread(stream, [calls = std::move(calls), told] {
        for (const auto& call : calls) {
            callUser([&] { call(told->info); });
        }
        told->end();  // before the stream goes on
    });
    return Step::pending;
}

}  // namespace acc::rt::core
