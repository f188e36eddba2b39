// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/kernel_task.h"

#include <cstring>

#include "runtime/exec/pool.h"

namespace acc::rt::core {

KernelTask::KernelTask(Stream&, const LaunchSpec& spec)
    : kernel_(*spec.kernel),
      numBlocks_(spec.numBlocks),
      dynamicUbBytes_(spec.dynamicUbBytes),
      tilingKey_(spec.tilingKey),
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
    exec::Executor& executor = exec::Executor::current();
    if (numBlocks_ * (uint32_t{kernel_.cubeCores} + kernel_.vectorCores) == 1) {
        // Nobody else will look at this run: it lives on the stack.
        exec::KernelRun run(kernel_, args_, numBlocks_, dynamicUbBytes_, &stream, stream.priority(), &completed);
        run.setTilingKey(tilingKey_);
        run.participate(executor);
        finish(stream, run);
        return Step::done;
    }
    exec::KernelRun& run =
        run_.emplace(kernel_, args_, numBlocks_, dynamicUbBytes_, &stream, stream.priority(), &completed);
    run.setTilingKey(tilingKey_);
    pool.publish(run);
    run.participate(executor);
    pool.retract(run);
    if (!run.leave()) {
        return Step::pending;
    }
    finish(stream, run);
    return Step::done;
}

void KernelTask::completed(exec::KernelRun& run) {
    auto& stream = *static_cast<Stream*>(run.strand());
    finish(stream, run);
    stream.resume(true);
}

void KernelTask::finish(Stream& stream, exec::KernelRun& run) {
    run.flushOutput();
    if (run.failed()) {
        stream.fail(run.status());
    }
}

}  // namespace acc::rt::core
