// SPDX-License-Identifier: Apache-2.0
// Captured graphs ("model running instances").
#include "runtime/core/graph.h"

#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"
#include "runtime/core/capture.h"
#include "runtime/core/submission.h"

using namespace acc::rt;
using namespace acc::rt::api;
using core::Graph;

namespace {

using GraphPin = core::HandleTable<Graph>::Pin;

// A graph that can run in `context`.
Status resolveRunnable(const void* handle, const core::Context& context, GraphPin* graph) {
    ACC_TRY(resolve(runtime().graphs, handle, HandleKind::graph, "modelRI", graph));
    if ((*graph)->capturing()) {
        return Status::error(ACL_ERROR_RT_MODEL_CAPTURED,
                             "modelRI is still capturing, expected aclmdlRICaptureEnd before");
    }
    if ((*graph)->device() != context.device().id()) {
        return Status::error(ACL_ERROR_RT_MODEL_CONTEXT, "modelRI belongs to device {}, expected the current device {}",
                             (*graph)->device(), context.device().id());
    }
    if ((*graph)->empty()) {
        return Status::error(ACL_ERROR_RT_MODEL_EXECUTE, "modelRI holds no task");
    }
    return {};
}

// One execution of a graph as a task of a stream.
class GraphOperation {
public:
    explicit GraphOperation(std::shared_ptr<Graph> graph) : graph_(std::move(graph)) {}
    void enqueue(const std::shared_ptr<core::Stream>& stream) { graph_->execute(stream); }
    GraphOperation own() const { return *this; }

private:
    std::shared_ptr<Graph> graph_;
};

}  // namespace

extern "C" {

aclError aclmdlRICaptureBegin(aclrtStream stream, aclmdlRICaptureMode mode) {
    return apiCall(__func__, [&]() -> Status {
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream, StreamArgument::Use::inspect));
        if (argument->isDefault()) {
            return Status::error(ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT,
                                 "stream is the default stream, expected one of aclrtCreateStream");
        }
        ACC_TRY(inRange<int>(mode, ACL_MODEL_RI_CAPTURE_MODE_GLOBAL, ACL_MODEL_RI_CAPTURE_MODE_RELAXED, "mode"));
        if (argument->capturing()) {
            return Status::error(ACL_ERROR_RT_STREAM_CAPTURED, "stream {} captures already", argument->id());
        }
        return core::Capture::begin(*argument, mode);
    });
}

aclError aclmdlRICaptureEnd(aclrtStream stream, aclmdlRI* modelRI) {
    return apiCall(__func__, [&]() -> Status {
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream, StreamArgument::Use::inspect));
        if (argument->isDefault()) {
            return Status::error(ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT,
                                 "stream is the default stream, expected one of aclrtCreateStream");
        }
        ACC_TRY(notNull(modelRI, "modelRI"));
        ACC_ASSIGN_OR_RETURN(*modelRI, core::Capture::end(*argument));
        return {};
    });
}

aclError aclmdlRICaptureGetInfo(aclrtStream stream, aclmdlRICaptureStatus* status, aclmdlRI* modelRI) {
    return apiCall(__func__, [&]() -> Status {
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream, StreamArgument::Use::inspect));
        ACC_TRY(notNull(status, "status"));
        const std::shared_ptr<core::Capture> capture = argument->capture();
        *status = capture == nullptr       ? ACL_MODEL_RI_CAPTURE_STATUS_NONE
                  : capture->invalidated() ? ACL_MODEL_RI_CAPTURE_STATUS_INVALIDATED
                                           : ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE;
        if (modelRI != nullptr) {
            *modelRI = capture == nullptr ? nullptr : capture->graphHandle();
        }
        return {};
    });
}

aclError aclmdlRICaptureThreadExchangeMode(aclmdlRICaptureMode* mode) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(mode, "mode"));
        ACC_TRY(inRange<int>(*mode, ACL_MODEL_RI_CAPTURE_MODE_GLOBAL, ACL_MODEL_RI_CAPTURE_MODE_RELAXED, "*mode"));
        std::swap(*mode, core::threadState().captureMode);
        return {};
    });
}

aclError aclmdlRIExecuteAsync(aclmdlRI modelRI, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream));
        GraphPin graph;
        ACC_TRY(resolveRunnable(modelRI, argument.context(), &graph));
        return core::submit(*argument, GraphOperation(graph.shared()));
    });
}

aclError aclmdlRIExecute(aclmdlRI modelRI, int32_t timeout) {
    return apiCall(__func__, [&]() -> Status {
        if (timeout == 0 || timeout < -1) {
            return detail::badTimeout("timeout", timeout, "-1 (for ever) or milliseconds");
        }
        core::Context* context = nullptr;
        ACC_TRY(core::currentContext(&context));
        ACC_TRY(core::checkNoCapture(*context, ACL_ERROR_RT_CAPTURE_MODE_BLOCK_ASYNC, "synchronous execution"));
        GraphPin graph;
        ACC_TRY(resolveRunnable(modelRI, *context, &graph));
        if (context->stopped()) {
            return context->stopStatus();
        }
        core::Deadline deadline;
        ACC_TRY(deadlineFromMs(timeout, "timeout", &deadline));
        return graph->run(deadline);
    });
}

aclError aclmdlRIDestroy(aclmdlRI modelRI) {
    return apiCall(__func__, [&]() -> Status {
        const GraphPin graph = runtime().graphs.find(modelRI);
        if (!graph) {
            return runtime().finalised() ? Status() : detail::badHandle("modelRI", modelRI, HandleKind::graph);
        }
        if (graph->capturing()) {
            return Status::error(ACL_ERROR_RT_MODEL_CAPTURED,
                                 "modelRI is still capturing, expected aclmdlRICaptureEnd before");
        }
        if (graph->running()) {
            return Status::error(ACL_ERROR_RT_MODEL_RUNNING,
                                 "modelRI is executing, expected synchronisation of its streams before");
        }
        const GraphPin removed = runtime().graphs.remove(modelRI);
        return removed ? Status() : detail::badHandle("modelRI", modelRI, HandleKind::graph);
    });
}

}  // extern "C"
