// SPDX-License-Identifier: Apache-2.0
// Host functions in streams, and 64-bit words that streams write and wait for.
#include <pthread.h>

#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"
#include "runtime/core/host_callback.h"
#include "runtime/core/submission.h"
#include "runtime/core/value_wait.h"
#include "runtime/mem/gm.h"

using namespace acc::rt;
using namespace acc::rt::api;
using core::ReportThread;

namespace {

Status checkWord(const void* devAddr) {
    const auto address = reinterpret_cast<uintptr_t>(devAddr);
    ACC_TRY(notNull(devAddr, "devAddr"));
    if (address % sizeof(uint64_t) != 0) {
        return Status::error(ACL_ERROR_RT_ADDR_UNALIGNED, "devAddr is {}, expected a multiple of 8", devAddr);
    }
    mem::Allocation block;
    if (!mem::find(address, &block) || block.kind != mem::Kind::device || block.end() - address < sizeof(uint64_t)) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "devAddr is {}, expected 8 bytes of device memory", devAddr);
    }
    return {};
}

uint64_t callingThread() {
    return static_cast<uint64_t>(pthread_self());
}

}  // namespace

extern "C" {

aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc fn, void* args) {
    return apiCall(__func__, [&]() -> Status {
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        ACC_TRY(notNull(reinterpret_cast<const void*>(fn), "fn"));
        using Call = std::pair<aclrtHostFunc, void*>;
        return core::submit(*argument, core::TaskOperation<core::HostFunctionTask, Call>(Call(fn, args)));
    });
}

aclError aclrtLaunchCallback(aclrtCallback fn, void* userData, aclrtCallbackBlockType blockType, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(reinterpret_cast<const void*>(fn), "fn"));
        ACC_TRY(inRange<int>(blockType, ACL_CALLBACK_NO_BLOCK, ACL_CALLBACK_BLOCK, "blockType"));
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        std::shared_ptr<ReportThread> thread = argument->reportThread();
        if (thread == nullptr) {
            return Status::error(ACL_ERROR_RT_STREAM_NO_CB_REG,
                                 "stream {} has no thread for callbacks, expected aclrtSubscribeReport before",
                                 argument->id());
        }
        using Arguments = core::ReportTask::Arguments;
        return core::submit(*argument, core::TaskOperation<core::ReportTask, Arguments>(Arguments{
                                           std::move(thread), fn, userData, blockType == ACL_CALLBACK_BLOCK}));
    });
}

aclError aclrtSubscribeReport(uint64_t threadId, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(mustNotBeZero(threadId, "threadId"));
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        if (argument->reportThread() != nullptr) {
            return Status::error(ACL_ERROR_RT_STREAM_SUBSCRIBE, "stream {} has a thread for callbacks already",
                                 argument->id());
        }
        ACC_ASSIGN_OR_RETURN(std::shared_ptr<ReportThread> thread,
                             ReportThread::subscribe(threadId, argument.context().device().id()));
        argument->setReportThread(std::move(thread));
        return {};
    });
}

aclError aclrtProcessReport(int32_t timeout) {
    return apiCall(__func__, [&]() -> Status {
        if (timeout == 0 || timeout < -1) {
            return detail::badTimeout("timeout", timeout, "-1 (for ever) or milliseconds");
        }
        const std::shared_ptr<ReportThread> thread = ReportThread::find(callingThread());
        if (thread == nullptr) {
            return Status::error(
                ACL_ERROR_RT_THREAD_SUBSCRIBE,
                "the calling thread serves no stream, expected aclrtSubscribeReport with its id before");
        }
        core::Deadline deadline;
        ACC_TRY(deadlineFromMs(timeout, "timeout", &deadline));
        return thread->process(deadline);
    });
}

aclError aclrtUnSubscribeReport(uint64_t threadId, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        if (ReportThread::find(threadId) == nullptr) {
            return Status::error(ACL_ERROR_RT_THREAD_SUBSCRIBE, "threadId is {}, which serves no stream", threadId);
        }
        const std::shared_ptr<ReportThread> thread = argument->reportThread();
        if (thread == nullptr || thread->threadId() != threadId) {
            return Status::error(ACL_ERROR_RT_STREAM_SUBSCRIBE, "stream {} is not served by thread {}", argument->id(),
                                 threadId);
        }
        argument->setReportThread(nullptr);
        thread->unsubscribe();
        return {};
    });
}

aclError aclrtValueWrite(void* devAddr, uint64_t value, uint32_t flag, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(checkWord(devAddr));
        ACC_TRY(mustBeZero(flag, "flag"));
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        return core::submitCall(*argument, [devAddr, value](core::Stream& running) {
            mem::Allocation block;
            if (!mem::find(reinterpret_cast<uintptr_t>(devAddr), &block)) {
                running.fail(Status::error(ACL_ERROR_RT_SYS_DMA,
                                           "the device memory at {} was freed before the stream wrote it", devAddr));
                return;
            }
            std::atomic_ref(*static_cast<uint64_t*>(devAddr)).store(value, std::memory_order_release);
        });
    });
}

aclError aclrtValueWait(void* devAddr, uint64_t value, uint32_t flag, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(checkWord(devAddr));
        ACC_TRY(inRange<uint32_t>(flag, ACL_STREAM_WAIT_VALUE_GEQ, ACL_STREAM_WAIT_VALUE_NOR, "flag"));
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        using Condition = core::ValueCondition;
        return core::submit(*argument, core::TaskOperation<core::ValueWaitTask, Condition>({devAddr, value, flag}));
    });
}

}  // extern "C"
