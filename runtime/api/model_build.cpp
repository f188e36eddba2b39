// SPDX-License-Identifier: Apache-2.0
// Graphs that are built from PERSISTENT streams rather than captured: binding, labels, switches between streams.
#include "acl/acl_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"
#include "runtime/core/branches.h"
#include "runtime/core/persistent_tasks.h"
#include "runtime/mem/gm.h"

using namespace acc::rt;
using namespace acc::rt::api;
using core::Graph;
using core::GraphStep;
using core::Label;
using core::LabelList;

namespace {

using GraphPin = core::HandleTable<Graph>::Pin;

constexpr size_t kMaxLabels = 65535;

// A model that is being built, or (`complete`) any built one.
Status resolveModel(aclmdlRI handle, bool complete, GraphPin* graph) {
    ACC_TRY(resolve(runtime().graphs, handle, HandleKind::graph, "modelRI", graph));
    if ((*graph)->origin() != Graph::Origin::built) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID, "modelRI was captured, expected one of aclmdlRIBuildBegin");
    }
    if (!complete && !(*graph)->open()) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID,
                             "modelRI is complete, expected the call before aclmdlRIBuildEnd");
    }
    return {};
}

Status resolvePersistent(aclrtStream handle, const char* parameter, StreamArgument* stream) {
    ACC_TRY(notNull(handle, parameter));
    ACC_TRY(stream->resolve(handle, StreamArgument::Use::inspect));
    if ((*stream)->persistent() == nullptr) {
        return Status::error(ACL_ERROR_RT_PARAM_INVALID, "{} is stream {}, expected one with ACL_STREAM_PERSISTENT",
                             parameter, (*stream)->id());
    }
    return {};
}

// A PERSISTENT stream that is bound to a model.
Status resolveBound(aclrtStream handle, const char* parameter, StreamArgument* stream, std::shared_ptr<Graph>* model) {
    ACC_TRY(resolvePersistent(handle, parameter, stream));
    *model = (*stream)->persistent()->model();
    if (*model == nullptr) {
        return Status::error(ACL_ERROR_RT_STREAM_MODEL, "{} is stream {}, expected one bound to a model", parameter,
                             (*stream)->id());
    }
    return {};
}

Status resolveLabel(aclrtLabel handle, const char* parameter, std::shared_ptr<Label>* label) {
    core::HandleTable<Label>::Pin pin;
    ACC_TRY(resolve(runtime().labels, handle, HandleKind::label, parameter, &pin));
    *label = pin.shared();
    return {};
}

Status checkWord(const void* address, const char* parameter, size_t bytes) {
    ACC_TRY(notNull(address, parameter));
    const auto start = reinterpret_cast<uintptr_t>(address);
    if (start % bytes != 0) {
        return Status::error(ACL_ERROR_RT_ADDR_UNALIGNED, "{} is {}, expected a multiple of {}", parameter, address,
                             bytes);
    }
    mem::Allocation block;
    if (!mem::find(start, &block) || block.kind != mem::Kind::device || block.end() - start < bytes) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "{} is {}, expected {} bytes of device memory", parameter,
                             address, bytes);
    }
    return {};
}

Status addBranch(const StreamArgument& stream, std::unique_ptr<core::GraphBranch> branch) {
    GraphStep step;
    step.kind = GraphStep::Kind::branch;
    step.branch = std::move(branch);
    return stream->persistent()->add(*stream, std::move(step));
}

}  // namespace

extern "C" {

aclError aclmdlRIBuildBegin(aclmdlRI* modelRI, uint32_t flag) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(modelRI, "modelRI"));
        ACC_TRY(mustBeZero(flag, "flag"));
        core::Context* context = nullptr;
        ACC_TRY(core::currentContext(&context));
        auto graph = std::make_shared<Graph>(*context, Graph::Origin::built);
        graph->handle = runtime().graphs.insert(graph);
        if (graph->handle == nullptr) {
            return Status::error(ACL_ERROR_RT_NO_MODEL_RESOURCE, "no handle left for a model");
        }
        *modelRI = graph->handle;
        return {};
    });
}

aclError aclmdlRIBindStream(aclmdlRI modelRI, aclrtStream stream, uint32_t flag) {
    return apiCall(__func__, [&]() -> Status {
        GraphPin model;
        ACC_TRY(resolveModel(modelRI, false, &model));
        StreamArgument argument;
        ACC_TRY(resolvePersistent(stream, "stream", &argument));
        if (flag != ACL_MODEL_STREAM_FLAG_HEAD && flag != ACL_MODEL_STREAM_FLAG_DEFAULT) {
            return Status::error(ACL_ERROR_INVALID_PARAM,
                                 "flag is {:#x}, expected ACL_MODEL_STREAM_FLAG_HEAD or ACL_MODEL_STREAM_FLAG_DEFAULT",
                                 flag);
        }
        return argument->persistent()->bind(*argument, model.shared(), flag == ACL_MODEL_STREAM_FLAG_HEAD);
    });
}

aclError aclmdlRIEndTask(aclmdlRI modelRI, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        GraphPin model;
        ACC_TRY(resolveModel(modelRI, false, &model));
        StreamArgument argument;
        ACC_TRY(resolvePersistent(stream, "stream", &argument));
        return argument->persistent()->end(*argument, *model);
    });
}

aclError aclmdlRIBuildEnd(aclmdlRI modelRI, void* reserve) {
    return apiCall(__func__, [&]() -> Status {
        GraphPin model;
        ACC_TRY(resolveModel(modelRI, false, &model));
        ACC_TRY(mustBeNull(reserve, "reserve"));
        std::vector<core::HandleTable<core::UserStream>::Pin> bound;
        bool ended = false;
        runtime().streams.forEach([&](auto pin) {
            if (pin->persistent() != nullptr && pin->persistent()->model().get() == model.get()) {
                ended = ended || pin->persistent()->ended();
                bound.push_back(std::move(pin));
            }
        });
        if (!ended) {
            return Status::error(
                ACL_ERROR_RT_PARAM_INVALID,
                "modelRI has {} bound streams and none got aclmdlRIEndTask, expected it on at least one", bound.size());
        }
        for (const auto& stream : bound) {
            stream->persistent()->give();
        }
        model->setOpen(false);
        return {};
    });
}

aclError aclmdlRIUnbindStream(aclmdlRI modelRI, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        GraphPin model;
        ACC_TRY(resolveModel(modelRI, true, &model));
        StreamArgument argument;
        ACC_TRY(resolvePersistent(stream, "stream", &argument));
        return argument->persistent()->unbind(*argument, *model);
    });
}

aclError aclmdlRIAbort(aclmdlRI modelRI) {
    return apiCall(__func__, [&]() -> Status {
        GraphPin model;
        ACC_TRY(resolveModel(modelRI, true, &model));
        model->stop(Status::error(ACL_ERROR_RT_MODEL_ABORT_NORMAL, "the model was stopped by aclmdlRIAbort"));
        return {};
    });
}

aclError aclrtPersistentTaskClean(aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        StreamArgument argument;
        ACC_TRY(resolvePersistent(stream, "stream", &argument));
        return argument->persistent()->clean(*argument);
    });
}

aclError aclrtActiveStream(aclrtStream activeStream, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        StreamArgument started;
        StreamArgument argument;
        std::shared_ptr<Graph> model;
        std::shared_ptr<Graph> own;
        ACC_TRY(resolveBound(activeStream, "activeStream", &started, &model));
        ACC_TRY(resolveBound(stream, "stream", &argument, &own));
        if (model != own) {
            return Status::error(ACL_ERROR_RT_STREAM_MODEL,
                                 "activeStream and stream are bound to different models, expected one");
        }
        return addBranch(argument, std::make_unique<core::LaneActivation>(&*started));
    });
}

aclError aclrtSwitchStream(void* leftValue, aclrtCondition cond, void* rightValue, aclrtCompareDataType dataType,
                           aclrtStream trueStream, aclrtStream falseStream, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(inRange<int>(dataType, ACL_RT_SWITCH_INT32, ACL_RT_SWITCH_INT64, "dataType"));
        const size_t bytes = dataType == ACL_RT_SWITCH_INT32 ? sizeof(int32_t) : sizeof(int64_t);
        ACC_TRY(checkWord(leftValue, "leftValue", bytes));
        ACC_TRY(inRange<int>(cond, ACL_RT_EQUAL, ACL_RT_LESS_OR_EQUAL, "cond"));
        ACC_TRY(checkWord(rightValue, "rightValue", bytes));
        ACC_TRY(mustBeNull(falseStream, "falseStream"));
        StreamArgument target;
        StreamArgument argument;
        std::shared_ptr<Graph> model;
        std::shared_ptr<Graph> own;
        ACC_TRY(resolveBound(trueStream, "trueStream", &target, &model));
        ACC_TRY(resolveBound(stream, "stream", &argument, &own));
        if (model != own) {
            return Status::error(ACL_ERROR_RT_STREAM_MODEL,
                                 "trueStream and stream are bound to different models, expected one");
        }
        return addBranch(argument, std::make_unique<core::LaneSwitch>(leftValue, cond, rightValue, dataType, &*target));
    });
}

aclError aclrtCreateLabel(aclrtLabel* label) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(label, "label"));
        core::Context* context = nullptr;
        ACC_TRY(core::currentContext(&context));
        if (runtime().labels.size() >= kMaxLabels) {
            return Status::error(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL,
                                 "there are {} labels, which is all a process can have", kMaxLabels);
        }
        *label = runtime().labels.insert(std::make_shared<Label>());
        return {};
    });
}

aclError aclrtSetLabel(aclrtLabel label, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        std::shared_ptr<Label> placed;
        ACC_TRY(resolveLabel(label, "label", &placed));
        StreamArgument argument;
        std::shared_ptr<Graph> model;
        ACC_TRY(resolveBound(stream, "stream", &argument, &model));
        if (placed->placed.exchange(true)) {
            return Status::error(ACL_ERROR_RT_PARAM_INVALID,
                                 "label is set already, expected one aclrtSetLabel per label");
        }
        GraphStep step;
        step.kind = GraphStep::Kind::label;
        step.label = placed;
        Status status = argument->persistent()->add(*argument, std::move(step));
        if (!status.ok()) {
            placed->placed.store(false);
        }
        return status;
    });
}

aclError aclrtDestroyLabel(aclrtLabel label) {
    return apiCall(__func__, [&]() -> Status {
        const auto removed = runtime().labels.remove(label);
        return removed || runtime().finalised() ? Status() : detail::badHandle("label", label, HandleKind::label);
    });
}

aclError aclrtCreateLabelList(aclrtLabel* labels, size_t num, aclrtLabelList* labelList) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(notNull(labels, "labels"));
        ACC_TRY(inRange<size_t>(num, 1, kMaxLabels, "num"));
        ACC_TRY(notNull(labelList, "labelList"));
        auto list = std::make_shared<LabelList>();
        list->labels.resize(num);
        for (size_t index = 0; index < num; ++index) {
            ACC_TRY(resolveLabel(labels[index], fmt::format("labels[{}]", index).c_str(), &list->labels[index]));
        }
        void* handle = runtime().labelLists.insert(std::move(list));
        if (handle == nullptr) {
            return Status::error(ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, "no handle left for a label list");
        }
        *labelList = handle;
        return {};
    });
}

aclError aclrtDestroyLabelList(aclrtLabelList labelList) {
    return apiCall(__func__, [&]() -> Status {
        const auto removed = runtime().labelLists.remove(labelList);
        return removed || runtime().finalised() ? Status()
                                                : detail::badHandle("labelList", labelList, HandleKind::labelList);
    });
}

aclError aclrtSwitchLabelByIndex(void* ptr, uint32_t maxValue, aclrtLabelList labelList, aclrtStream stream) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(checkWord(ptr, "ptr", sizeof(uint32_t)));
        core::HandleTable<LabelList>::Pin list;
        ACC_TRY(resolve(runtime().labelLists, labelList, HandleKind::labelList, "labelList", &list));
        ACC_TRY(inRange<size_t>(maxValue, 1, list->labels.size(), "maxValue"));
        StreamArgument argument;
        std::shared_ptr<Graph> model;
        ACC_TRY(resolveBound(stream, "stream", &argument, &model));
        return addBranch(argument,
                         std::make_unique<core::LabelSwitch>(static_cast<uint32_t*>(ptr), maxValue, list.shared()));
    });
}

}  // extern "C"
