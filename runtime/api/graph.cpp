// SPDX-License-Identifier: Apache-2.0
// Graphs ("model running instances"): capture, execution, conditional tasks, groups of tasks.
#include "runtime/core/graph.h"

#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"
#include "runtime/core/capture.h"
#include "runtime/core/condition.h"
#include "runtime/core/submission.h"
#include "runtime/core/task_update.h"

using namespace acc::rt;
using namespace acc::rt::api;
using core::Graph;

namespace {

using ConditionPin = core::HandleTable<core::Condition>::Pin;
using GraphPin = core::HandleTable<Graph>::Pin;

// A graph that can run in `context`.
Status resolveRunnable(const void* handle, const core::Context& context, GraphPin* graph) {
    ACC_TRY(resolve(runtime().graphs, handle, HandleKind::graph, "modelRI", graph));
    if ((*graph)->isPart()) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID,
                             "modelRI is a part of another graph, expected that one: it executes its parts");
    }
    if ((*graph)->open()) {
        return Status::error(ACL_ERROR_RT_MODEL_CAPTURED,
                             "modelRI is not complete, expected aclmdlRICaptureEnd or aclmdlRIBuildEnd before");
    }
    if ((*graph)->partOpen()) {
        return Status::error(ACL_ERROR_RT_SUB_ACLGRAPH_IS_CAPTURING,
                             "a part of modelRI is not captured, expected aclmdlRICaptureToModelRIBegin and "
                             "aclmdlRICaptureEnd for each part of a conditional task");
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

// A stream that can begin a capture.
Status resolveCapturable(aclrtStream handle, aclmdlRICaptureMode mode, StreamArgument* stream) {
    ACC_TRY(stream->resolve(handle, StreamArgument::Use::inspect));
    if ((*stream)->isDefault()) {
        return Status::error(ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT,
                             "stream is the default stream, expected one of aclrtCreateStream");
    }
    ACC_TRY(inRange<int>(mode, ACL_MODEL_RI_CAPTURE_MODE_GLOBAL, ACL_MODEL_RI_CAPTURE_MODE_RELAXED, "mode"));
    if ((*stream)->capturing()) {
        return Status::error(ACL_ERROR_RT_STREAM_CAPTURED, "stream {} captures already", (*stream)->id());
    }
    if ((*stream)->diverted()) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID,
                             "stream {} is PERSISTENT or updates a task group, expected one that runs its tasks",
                             (*stream)->id());
    }
    return {};
}

Status captureOf(const core::UserStream& stream, std::shared_ptr<core::Capture>* capture) {
    *capture = stream.capture();
    if (*capture == nullptr) {
        return Status::error(ACL_ERROR_RT_STREAM_NOT_CAPTURED,
                             "stream {} does not capture, expected aclmdlRICaptureBegin before", stream.id());
    }
    return {};
}

// One execution of a graph as a task of a stream.
class GraphOperation {
public:
    explicit GraphOperation(std::shared_ptr<Graph> graph) : graph_(std::move(graph)) {}
    void enqueue(const std::shared_ptr<core::Stream>& stream) { graph_->execute(stream); }
    GraphOperation own() const { return *this; }
    core::TaskDescription describe() const {
        core::TaskDescription description;
        description.name = "graph";
        return description;
    }

private:
    std::shared_ptr<Graph> graph_;
};

}  // namespace

extern "C" {

aclError aclmdlRICaptureBegin(aclrtStream stream, aclmdlRICaptureMode mode) {
    return apiCall(__func__, [&]() -> Status {
        StreamArgument argument;
        ACC_TRY(resolveCapturable(stream, mode, &argument));
        return core::Capture::begin(*argument, mode);
    });
}

aclError aclmdlRICaptureToModelRIBegin(aclrtStream stream, aclmdlRI modelRI, aclmdlRICaptureMode mode) {
    return apiCall(__func__, [&]() -> Status {
        StreamArgument argument;
        ACC_TRY(resolveCapturable(stream, mode, &argument));
        GraphPin graph;
        ACC_TRY(resolve(runtime().graphs, modelRI, HandleKind::graph, "modelRI", &graph));
        if (!graph->isPart() || !graph->open() || graph->lanes() != 0) {
            return Status::error(
                ACL_ERROR_RT_PARAM_INVALID,
                "modelRI is {}, expected a part that aclmdlRIAddCondTask made and that was not captured",
                graph->isPart() ? "a part that is captured already" : "a graph of its own");
        }
        return core::Capture::begin(*argument, mode, graph.shared());
    });
}

aclError aclmdlRICaptureTaskGrpBegin(aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream, StreamArgument::Use::inspect));
        std::shared_ptr<core::Capture> capture;
        ACC_TRY(captureOf(*argument, &capture));
        return capture->beginGroup(*argument);
    });
}

aclError aclmdlRICaptureTaskGrpEnd(aclrtStream stream, aclrtTaskGrp* handle) {
    return apiCall(__func__, [&]() -> Status {
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream, StreamArgument::Use::inspect));
        ACC_TRY(notNull(handle, "handle"));
        std::shared_ptr<core::Capture> capture;
        ACC_TRY(captureOf(*argument, &capture));
        ACC_ASSIGN_OR_RETURN(*handle, capture->endGroup(*argument));
        return {};
    });
}

aclError aclmdlRICaptureTaskUpdateBegin(aclrtStream stream, aclrtTaskGrp handle) {
    return apiCall(__func__, [&]() -> Status {
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream, StreamArgument::Use::inspect));
        core::HandleTable<core::TaskGroup>::Pin group;
        ACC_TRY(resolve(runtime().taskGroups, handle, HandleKind::taskGroup, "handle", &group));
        if (argument->capturing()) {
            return Status::error(ACL_ERROR_RT_STREAM_CAPTURED, "stream {} captures, expected one that does not",
                                 argument->id());
        }
        if (argument->update() != nullptr) {
            return Status::error(ACL_ERROR_STREAM_TASK_GROUP_STATUS,
                                 "stream {} updates a task group already, expected aclmdlRICaptureTaskUpdateEnd before",
                                 argument->id());
        }
        const std::shared_ptr<Graph> graph = group->graph.lock();
        if (graph == nullptr || graph->open()) {
            return Status::error(ACL_ERROR_RT_MODEL_CAPTURED, "the graph of the task group {}, expected a complete one",
                                 graph == nullptr ? "was destroyed" : "is still captured");
        }
        argument->setUpdate(std::make_shared<core::TaskUpdate>(group.shared()));
        return {};
    });
}

aclError aclmdlRICaptureTaskUpdateEnd(aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream, StreamArgument::Use::inspect));
        const std::shared_ptr<core::TaskUpdate> update = argument->update();
        if (update == nullptr) {
            return Status::error(ACL_ERROR_STREAM_TASK_GROUP_STATUS,
                                 "stream {} updates no task group, expected aclmdlRICaptureTaskUpdateBegin before",
                                 argument->id());
        }
        argument->setUpdate(nullptr);
        return update->finish(*argument);
    });
}

aclError aclmdlRICondHandleCreate(aclmdlRI modelRI, uint32_t defaultLaunchValue, aclmdlRICondHandleFlag flag,
                                  aclmdlRICondHandle* handle) {
    return apiCall(__func__, [&]() -> Status {
        GraphPin graph;
        ACC_TRY(resolve(runtime().graphs, modelRI, HandleKind::graph, "modelRI", &graph));
        ACC_TRY(inRange<int>(flag, 0, ACL_MODEL_RI_COND_HANDLE_ASSIGN_DEFAULT, "flag"));
        ACC_TRY(notNull(handle, "handle"));
        auto condition =
            core::Condition::make(graph->device(), defaultLaunchValue, flag == ACL_MODEL_RI_COND_HANDLE_ASSIGN_DEFAULT);
        if (condition == nullptr) {
            return Status::error(ACL_ERROR_RT_MEMORY_ALLOCATION, "no device memory for a condition");
        }
        void* created = runtime().conditions.insert(condition);
        if (created == nullptr) {
            return Status::error(ACL_ERROR_RT_NO_MODEL_RESOURCE, "no handle left for a condition");
        }
        graph->addCondition(created);
        graph->addPrologue([condition] { condition->beginExecution(); });
        *handle = created;
        return {};
    });
}

aclError aclmdlRICondHandleGetCondPtr(aclmdlRICondHandle handle, uint64_t** ptr) {
    return apiCall(__func__, [&]() -> Status {
        ConditionPin condition;
        ACC_TRY(resolve(runtime().conditions, handle, HandleKind::condition, "handle", &condition));
        ACC_TRY(notNull(ptr, "ptr"));
        *ptr = condition->cell();
        return {};
    });
}

aclError aclmdlRIAddCondTask(aclmdlRICondTaskParams params, aclrtStream stream, uint32_t flags) {
    return apiCall(__func__, [&]() -> Status {
        ConditionPin condition;
        ACC_TRY(resolve(runtime().conditions, params.handle, HandleKind::condition, "params.handle", &condition));
        ACC_TRY(inRange<int>(params.type, ACL_MODEL_RI_COND_TYPE_IF, ACL_MODEL_RI_COND_TYPE_SWITCH, "params.type"));
        const uint32_t most = params.type == ACL_MODEL_RI_COND_TYPE_IF      ? 2
                              : params.type == ACL_MODEL_RI_COND_TYPE_WHILE ? 1
                                                                            : UINT32_MAX;
        ACC_TRY(inRange<uint32_t>(params.size, 1, most, "params.size"));
        ACC_TRY(notNull(params.modelRIArray, "params.modelRIArray"));
        ACC_TRY(mustBeZero(flags, "flags"));
        StreamArgument argument;
        ACC_TRY(argument.resolve(stream, StreamArgument::Use::inspect));
        std::shared_ptr<core::Capture> capture;
        ACC_TRY(captureOf(*argument, &capture));
        std::vector<std::shared_ptr<Graph>> parts;
        for (uint32_t index = 0; index < params.size; ++index) {
            auto part = std::make_shared<Graph>(argument.context(), Graph::Origin::captured, true);
            part->handle = runtime().graphs.insert(part);
            if (part->handle == nullptr) {
                return Status::error(ACL_ERROR_RT_NO_MODEL_RESOURCE, "no handle left for a part of the graph");
            }
            capture->graph()->own(part);
            parts.push_back(std::move(part));
        }
        ACC_TRY(core::submit(*argument, core::ConditionalOperation(condition.shared(), params.type, parts)));
        for (uint32_t index = 0; index < params.size; ++index) {
            params.modelRIArray[index] = parts[index]->handle;
        }
        return {};
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
        if (graph->isPart()) {
            return Status::error(ACL_ERROR_RT_PARAM_INVALID,
                                 "modelRI is a part of another graph, expected that one: its parts go with it");
        }
        if (graph->open() && graph->origin() == Graph::Origin::captured) {
            return Status::error(ACL_ERROR_RT_MODEL_CAPTURED,
                                 "modelRI is still capturing, expected aclmdlRICaptureEnd before");
        }
        if (graph->running()) {
            return Status::error(ACL_ERROR_RT_MODEL_RUNNING,
                                 "modelRI is executing, expected synchronisation of its streams before");
        }
        const GraphPin removed = runtime().graphs.remove(modelRI);
        if (!removed) {
            return detail::badHandle("modelRI", modelRI, HandleKind::graph);
        }
        removed->retireHandles();
        removed->callDestroyCallbacks();
        return {};
    });
}

}  // extern "C"
