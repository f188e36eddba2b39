// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/kernel_task.h"

#include <cstring>

#include "runtime/exec/pool.h"

namespace acc::rt::core {

KernelTask::KernelTask(Stream&, const LaunchSpec& spec)
    : kernel_(*spec.kernel),
      numBlocks_(spec.numBlocks),
      dynamicUbBytes_(spec.dynamicUbBytes),
      args_(spec.args) {
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
    exec::KernelRun& run = run_.emplace(kernel_, args_, numBlocks_, dynamicUbBytes_, &stream, stream.priority(), &completed);
    const bool shared = run.instances() > 1 && pool.canJoin();
    if (shared) {
        pool.publish(run);
    }
    run.participate(exec::Executor::current());
    if (shared) {
        pool.retract(run);
    }
    if (!run.leave()) {
        return Step::pending;
    }
    finish(stream);
    return Step::done;
}

void KernelTask::completed(exec::KernelRun& run) {
    auto& stream = *static_cast<Stream*>(run.strand());
    run.flushOutput();
    if (run.failed()) {
        stream.fail(run.status());
    }
    stream.resume(true);
}

void KernelTask::finish(Stream& stream) {
    run_->flushOutput();
    if (run_->failed()) {
        stream.fail(run_->status());
    }
}

}  // namespace acc::rt::core
