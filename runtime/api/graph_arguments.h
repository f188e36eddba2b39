// SPDX-License-Identifier: Apache-2.0
// Graphs as arguments, and what their steps are.
#pragma once

#include "runtime/api/arguments.h"
#include "runtime/core/graph.h"

namespace acc::rt::api {

using GraphPin = core::HandleTable<core::Graph>::Pin;

inline Status resolveGraph(aclmdlRI handle, GraphPin* graph) {
    return resolve(runtime().graphs, handle, HandleKind::graph, "modelRI", graph);
}

// A complete graph, whose steps no capture changes any more.
inline Status resolveComplete(aclmdlRI handle, GraphPin* graph) {
    ACC_TRY(resolveGraph(handle, graph));
    if ((*graph)->open()) {
        return Status::error(ACL_ERROR_RT_MODEL_CAPTURED,
                             "modelRI is not complete, expected aclmdlRICaptureEnd or aclmdlRIBuildEnd before");
    }
    return {};
}

// What a step of a graph does, locked by the caller.
core::TaskDescription describe(const core::GraphStep& step);

}  // namespace acc::rt::api
