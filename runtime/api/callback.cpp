// SPDX-License-Identifier: Apache-2.0
// Host functions in streams.
#include <pthread.h>

#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"
#include "runtime/base/soc.h"
#include "runtime/core/host_callback.h"
#include "runtime/core/submission.h"

using namespace acc::rt;
using namespace acc::rt::api;
using core::ReportThread;

namespace {

uint64_t callingThread() {
    return static_cast<uint64_t>(pthread_self());
}

Status notOnThisSoc() {
    return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                         "{} has no device-side schedulers that call host threads, expected aclrtLaunchHostFunc",
                         soc().name);
}

Status noHostFuncThreads(aclrtStream handle) {
    ACC_TRY(notNull(handle, "exeStream"));
    StreamArgument stream;
    ACC_TRY(stream.resolve(handle));
    return notOnThisSoc();
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

aclError aclrtSubscribeHostFunc(uint64_t hostFuncThreadId, aclrtStream exeStream) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(mustNotBeZero(hostFuncThreadId, "hostFuncThreadId"));
        return noHostFuncThreads(exeStream);
    });
}

aclError aclrtProcessHostFunc(int32_t timeout) {
    return apiCall(__func__, [&]() -> Status {
        if (timeout == 0 || timeout < -1) {
            return detail::badTimeout("timeout", timeout, "-1 (for ever) or milliseconds");
        }
        return notOnThisSoc();
    });
}

aclError aclrtUnSubscribeHostFunc(uint64_t hostFuncThreadId, aclrtStream exeStream) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(mustNotBeZero(hostFuncThreadId, "hostFuncThreadId"));
        return noHostFuncThreads(exeStream);
    });
}

aclError aclrtGetThreadLastTaskId(uint32_t* taskId) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(taskId, "taskId"));
        *taskId = core::threadState().lastTaskId;
        return {};
    });
}

}  // extern "C"
