// SPDX-License-Identifier: Apache-2.0
// What graphs tell of themselves: names, streams, tasks; and changes of single tasks.
#include <cstring>

#include "acl/acl_rt.h"
#include "runtime/api/entry.h"
#include "runtime/api/graph_arguments.h"
#include "runtime/core/graph_step_ref.h"
#include "runtime/core/launch.h"
#include "runtime/core/persistent_tasks.h"
#include "runtime/core/value_operation.h"

using namespace acc::rt;
using namespace acc::rt::api;
using core::Graph;
using core::GraphStep;
using core::GraphStepRef;
using core::TaskDescription;

namespace {

using StepPin = core::HandleTable<GraphStepRef>::Pin;

constexpr size_t kMaxName = 512;
constexpr size_t kMaxOpInfo = size_t{64} * 1024;
constexpr size_t kMaxExtendInfo = size_t{4} * 1024;

Status resolveTask(aclmdlRITask handle, StepPin* task, std::shared_ptr<Graph>* graph) {
    ACC_TRY(resolve(runtime().graphSteps, handle, HandleKind::graphTask, "task", task));
    *graph = (*task)->graph.lock();
    if (*graph == nullptr) {
        return detail::badHandle("task", handle, HandleKind::graphTask);
    }
    return {};
}

// The graph and lane of a stream that aclmdlRIGetStreams named, or of one bound to a model.
Status resolveLane(aclrtStream handle, std::shared_ptr<Graph>* graph, uint32_t* lane) {
    if (const auto pin = runtime().graphLanes.find(handle)) {
        *graph = pin->graph.lock();
        *lane = pin->lane;
    } else if (const auto stream = runtime().streams.find(handle); stream && stream->persistent() != nullptr) {
        *graph = stream->persistent()->model();
        *lane = stream->persistent()->lane();
    } else if (!stream) {
        return detail::badHandle("stream", handle, HandleKind::graphLane);
    }
    if (*graph == nullptr) {
        return Status::error(ACL_ERROR_RT_STREAM_MODEL,
                             "stream belongs to no graph, expected one of aclmdlRIGetStreams or one bound to a model");
    }
    return {};
}

// Tells the caller how many there are, or fills an array of `*count`. `item(i)` is null when no handle is left.
template <class Item>
Status list(size_t available, void** array, uint32_t* count, const char* parameter, Item item) {
    if (array == nullptr) {
        *count = static_cast<uint32_t>(available);
        return {};
    }
    if (*count < available) {
        return Status::error(ACL_ERROR_RT_INSUFFICIENT_INPUT_ARRAY, "{} is {}, expected at least {}", parameter, *count,
                             available);
    }
    for (size_t index = 0; index < available; ++index) {
        void* handle = item(index);
        if (handle == nullptr) {
            return Status::error(ACL_ERROR_RT_NO_MODEL_RESOURCE, "no handle left for a stream or task of a graph");
        }
        array[index] = handle;
    }
    *count = static_cast<uint32_t>(available);
    return {};
}

// Runs `visit(step)` with the graph locked.
template <class Visit>
Status withStep(aclmdlRITask handle, Visit visit) {
    StepPin task;
    std::shared_ptr<Graph> graph;
    ACC_TRY(resolveTask(handle, &task, &graph));
    MutexLock lock(graph->mutex());
    GraphStep* step = graph->stepAt(task->lane, task->index);
    if (step == nullptr) {
        return detail::badHandle("task", handle, HandleKind::graphTask);
    }
    return visit(*step, *task, *graph);
}

Status fillParams(const GraphStep& step, aclmdlRITaskParams* params) {
    const TaskDescription description = describe(step);
    *params = {};
    params->type = description.type;
    params->opInfoPtr = step.opInfo.empty() ? nullptr : const_cast<std::byte*>(step.opInfo.data());
    params->opInfoSize = step.opInfo.size();
    switch (description.type) {
        case ACL_MODEL_RI_TASK_KERNEL:
            params->kernelTaskParams.funcHandle =
                description.function == nullptr ? nullptr : description.function->handle;
            params->kernelTaskParams.args = const_cast<void*>(description.args);
            params->kernelTaskParams.argsSize = description.argsBytes;
            params->kernelTaskParams.numBlocks = description.numBlocks;
            return {};
        case ACL_MODEL_RI_TASK_EVENT_RECORD:
            params->eventRecordTaskParams = {description.object, description.flag, ACL_EVENT_RECORD_DEFAULT};
            return {};
        case ACL_MODEL_RI_TASK_EVENT_WAIT:
            params->eventWaitTaskParams = {description.object, description.flag, ACL_EVENT_WAIT_DEFAULT};
            return {};
        case ACL_MODEL_RI_TASK_EVENT_RESET:
            params->eventResetTaskParams = {description.object, description.flag, 0};
            return {};
        case ACL_MODEL_RI_TASK_VALUE_WRITE:
            params->valueWriteTaskParams = {description.object, description.value};
            return {};
        case ACL_MODEL_RI_TASK_VALUE_WAIT:
            params->valueWaitTaskParams = {description.object, description.value, description.flag};
            return {};
        default:
            return {};
    }
}

// The task that `params` describe, checked as the call that would submit it.
Status makeTask(const aclmdlRITaskParams& params, const Graph& graph, std::shared_ptr<core::GraphTask>* task) {
    switch (params.type) {
        case ACL_MODEL_RI_TASK_KERNEL: {
            const aclmdlRIKernelTaskParams& kernel = params.kernelTaskParams;
            const core::Function* function = nullptr;
            ACC_TRY(resolveFunction(kernel.funcHandle, "params->kernelTaskParams.funcHandle", &function));
            core::LaunchAttributes attributes;
            ACC_TRY(core::readAttributes(kernel.cfg, &attributes));
            ACC_TRY(inRange<uint32_t>(kernel.isHostArgs, 0, 1, "params->kernelTaskParams.isHostArgs"));
            return core::makeStoredLaunch(graph.device(), *function, kernel.numBlocks, attributes, kernel.args,
                                          kernel.argsSize, kernel.isHostArgs == 1, task);
        }
        case ACL_MODEL_RI_TASK_VALUE_WRITE:
            return core::makeStoredValueWrite(params.valueWriteTaskParams.devAddr, params.valueWriteTaskParams.value,
                                              task);
        case ACL_MODEL_RI_TASK_VALUE_WAIT:
            return core::makeStoredValueWait(params.valueWaitTaskParams.devAddr, params.valueWaitTaskParams.value,
                                             params.valueWaitTaskParams.flag, task);
        default:
            return Status::error(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                                 "params->type is {}, expected KERNEL, VALUE_WRITE or VALUE_WAIT",
                                 static_cast<int>(params.type));
    }
}

// The step that this thread stored last.
Status withLastStep(const char* what, const std::function<void(GraphStep&)>& visit) {
    const core::ThreadState::Step& last = core::threadState().lastStep;
    const std::shared_ptr<Graph> graph = last.graph.lock();
    if (graph == nullptr) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID, "this thread captured no task that {} could be attached to",
                             what);
    }
    MutexLock lock(graph->mutex());
    GraphStep* step = graph->stepAt(last.lane, last.index);
    if (step == nullptr) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID, "the task that {} should be attached to is gone", what);
    }
    visit(*step);
    return {};
}

}  // namespace

extern "C" {

aclError aclmdlRISetName(aclmdlRI modelRI, const char* name) {
    return apiCall(__func__, [&]() -> Status {
        GraphPin graph;
        ACC_TRY(resolveGraph(modelRI, &graph));
        ACC_TRY(notNull(name, "name"));
        graph->setName(std::string(name, strnlen(name, kMaxName)));
        return {};
    });
}

aclError aclmdlRIGetName(aclmdlRI modelRI, uint32_t maxLen, char* name) {
    return apiCall(__func__, [&]() -> Status {
        GraphPin graph;
        ACC_TRY(resolveGraph(modelRI, &graph));
        ACC_TRY(mustNotBeZero(maxLen, "maxLen"));
        ACC_TRY(notNull(name, "name"));
        const std::string text = graph->name().substr(0, maxLen - 1);
        std::memcpy(name, text.c_str(), text.size() + 1);
        return {};
    });
}

aclError aclmdlRIGetId(aclmdlRI modelRI, uint32_t* modelRIId) {
    return apiCall(__func__, [&]() -> Status {
        GraphPin graph;
        ACC_TRY(resolveGraph(modelRI, &graph));
        ACC_TRY(notNull(modelRIId, "modelRIId"));
        *modelRIId = graph->id();
        return {};
    });
}

aclError aclmdlRIDestroyRegisterCallback(aclmdlRI modelRI, aclrtCallback func, void* userData) {
    return apiCall(__func__, [&]() -> Status {
        GraphPin graph;
        ACC_TRY(resolveGraph(modelRI, &graph));
        ACC_TRY(notNull(reinterpret_cast<const void*>(func), "func"));
        graph->addDestroyCallback(func, userData);
        return {};
    });
}

aclError aclmdlRIDestroyUnregisterCallback(aclmdlRI modelRI, aclrtCallback func) {
    return apiCall(__func__, [&]() -> Status {
        GraphPin graph;
        ACC_TRY(resolveGraph(modelRI, &graph));
        ACC_TRY(notNull(reinterpret_cast<const void*>(func), "func"));
        if (!graph->removeDestroyCallback(func)) {
            return Status::error(ACL_ERROR_RT_PARAM_INVALID, "func is not registered for this graph");
        }
        return {};
    });
}

aclError aclmdlRIGetStreams(aclmdlRI modelRI, aclrtStream* streams, uint32_t* numStreams) {
    return apiCall(__func__, [&]() -> Status {
        GraphPin graph;
        ACC_TRY(resolveComplete(modelRI, &graph));
        ACC_TRY(notNull(numStreams, "numStreams"));
        return list(graph->lanes(), streams, numStreams, "*numStreams",
                    [&](size_t lane) { return graph->laneHandle(static_cast<uint32_t>(lane)); });
    });
}

aclError aclmdlRIGetTasksByStream(aclrtStream stream, aclmdlRITask* tasks, uint32_t* numTasks) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<Graph> graph;
        uint32_t lane = 0;
        ACC_TRY(resolveLane(stream, &graph, &lane));
        ACC_TRY(notNull(numTasks, "numTasks"));
        std::vector<void*> handles;
        graph->visitSteps(lane, [&](size_t index, GraphStep& step) {
            if (step.handle == nullptr && tasks != nullptr) {
                auto reference = std::make_shared<GraphStepRef>();
                reference->graph = graph;
                reference->lane = lane;
                reference->index = index;
                step.handle = runtime().graphSteps.insert(std::move(reference));
            }
            handles.push_back(step.handle);
        });
        return list(handles.size(), tasks, numTasks, "*numTasks", [&](size_t index) { return handles[index]; });
    });
}

aclError aclmdlRITaskGetType(aclmdlRITask task, aclmdlRITaskType* type) {
    return apiCall(__func__, [&]() -> Status {
        return withStep(task, [&](GraphStep& step, GraphStepRef&, Graph&) -> Status {
            ACC_TRY(notNull(type, "type"));
            *type = describe(step).type;
            return {};
        });
    });
}

aclError aclmdlRITaskGetSeqId(aclmdlRITask task, uint32_t* id) {
    return apiCall(__func__, [&]() -> Status {
        return withStep(task, [&](GraphStep&, GraphStepRef& reference, Graph&) -> Status {
            ACC_TRY(notNull(id, "id"));
            *id = static_cast<uint32_t>(reference.index);
            return {};
        });
    });
}

aclError aclmdlRITaskGetParams(aclmdlRITask task, aclmdlRITaskParams* params) {
    return apiCall(__func__, [&]() -> Status {
        return withStep(task, [&](GraphStep& step, GraphStepRef&, Graph&) -> Status {
            ACC_TRY(notNull(params, "params"));
            return fillParams(step, params);
        });
    });
}

aclError aclmdlRITaskSetParams(aclmdlRITask task, aclmdlRITaskParams* params) {
    return apiCall(__func__, [&]() -> Status {
        return withStep(task, [&](GraphStep& step, GraphStepRef& reference, Graph& graph) -> Status {
            ACC_TRY(notNull(params, "params"));
            if (describe(step).type != params->type) {
                return Status::error(ACL_ERROR_INVALID_PARAM, "params->type is {}, expected {}: the type of the task",
                                     static_cast<int>(params->type), static_cast<int>(describe(step).type));
            }
            std::shared_ptr<core::GraphTask> made;
            ACC_TRY(makeTask(*params, graph, &made));
            reference.change = [made](GraphStep& changed) { changed.task = made; };
            return {};
        });
    });
}

aclError aclmdlRIKernelTaskGetAttribute(aclmdlRITask task, aclrtLaunchKernelAttrId attrId,
                                        aclrtLaunchKernelAttrValue* attrValue) {
    return apiCall(__func__, [&]() -> Status {
        return withStep(task, [&](GraphStep& step, GraphStepRef&, Graph&) -> Status {
            ACC_TRY(notNull(attrValue, "attrValue"));
            const TaskDescription description = describe(step);
            if (description.type != ACL_MODEL_RI_TASK_KERNEL) {
                return Status::error(ACL_ERROR_RT_TASK_TYPE_NOT_SUPPORT, "task is no kernel launch");
            }
            aclrtLaunchKernelAttrValue value{};
            switch (attrId) {
                case ACL_RT_LAUNCH_KERNEL_ATTR_SCHEM_MODE:
                    value.schemMode = description.schedMode;
                    break;
                case ACL_RT_LAUNCH_KERNEL_ATTR_DYN_UBUF_SIZE:
                    value.dynUBufSize = description.dynamicUbBytes;
                    break;
                case ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT:
                    value.timeout = static_cast<uint16_t>(description.timeoutUs / 1000000);
                    break;
                case ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT_US:
                    value.timeoutUs.timeoutLow = static_cast<uint32_t>(description.timeoutUs);
                    value.timeoutUs.timeoutHigh = static_cast<uint32_t>(description.timeoutUs >> 32);
                    break;
                case ACL_RT_LAUNCH_KERNEL_ATTR_DATA_DUMP:
                case ACL_RT_LAUNCH_KERNEL_ATTR_ENABLE_PROFILING:
                    break;
                default:
                    return Status::error(ACL_ERROR_INVALID_PARAM,
                                         "attrId is {}, expected SCHEM_MODE, DYN_UBUF_SIZE, TIMEOUT, TIMEOUT_US, "
                                         "DATA_DUMP or ENABLE_PROFILING",
                                         static_cast<int>(attrId));
            }
            *attrValue = value;
            return {};
        });
    });
}

aclError aclmdlRITaskDisable(aclmdlRITask task) {
    return apiCall(__func__, [&]() -> Status {
        return withStep(task, [&](GraphStep& step, GraphStepRef& reference, Graph&) -> Status {
            if (step.kind != GraphStep::Kind::task) {
                return Status::error(ACL_ERROR_RT_TASK_TYPE_NOT_SUPPORT,
                                     "task orders the streams of the graph, expected one that does something else");
            }
            reference.change = [](GraphStep& changed) { changed.disabled = true; };
            return {};
        });
    });
}

aclError aclmdlRIUpdate(aclmdlRI modelRI) {
    return apiCall(__func__, [&]() -> Status {
        GraphPin graph;
        ACC_TRY(resolveGraph(modelRI, &graph));
        if (graph->open() || graph->running()) {
            return Status::error(ACL_ERROR_RT_MODEL_UPDATE_FAILED, "modelRI {}, expected a complete graph at rest",
                                 graph->open() ? "is not complete" : "executes");
        }
        runtime().graphSteps.forEach([&](const auto& pin) {
            if (pin->graph.lock().get() == graph.get()) {
                MutexLock lock(graph->mutex());
                if (GraphStep* step = graph->stepAt(pin->lane, pin->index); step != nullptr && pin->change != nullptr) {
                    std::exchange(pin->change, nullptr)(*step);
                }
            }
        });
        return {};
    });
}

aclError aclrtCacheLastTaskOpInfo(const void* const infoPtr, const size_t infoSize) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(infoPtr, "infoPtr"));
        ACC_TRY(inRange<size_t>(infoSize, 1, kMaxOpInfo, "infoSize"));
        return withLastStep("op info", [&](GraphStep& step) {
            const auto* bytes = static_cast<const std::byte*>(infoPtr);
            step.opInfo.assign(bytes, bytes + infoSize);
        });
    });
}

aclError aclrtCacheLastTaskExtendInfo(const char* const extendInfoPtr, const size_t infoSize) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(extendInfoPtr, "extendInfoPtr"));
        ACC_TRY(mustNotBeZero(infoSize, "infoSize"));
        return withLastStep("extended info", [&](GraphStep& step) {
            step.extendInfo.assign(extendInfoPtr, strnlen(extendInfoPtr, std::min(infoSize, kMaxExtendInfo)));
        });
    });
}

}  // extern "C"
