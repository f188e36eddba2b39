// SPDX-License-Identifier: Apache-2.0
// What the handles of a graph's lanes (aclrtStream) and steps (aclmdlRITask) stand for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "runtime/core/graph.h"

namespace acc::rt::core {

struct GraphLaneRef {
    GraphLaneRef(std::weak_ptr<Graph> ofGraph, uint32_t number) : graph(std::move(ofGraph)), lane(number) {}
    std::weak_ptr<Graph> graph;
    uint32_t lane;
};

struct GraphStepRef {
    std::weak_ptr<Graph> graph;
    uint32_t lane = 0;
    size_t index = 0;

    // A change of the step that aclmdlRIUpdate will make; guarded by the graph's mutex.
    std::function<void(GraphStep&)> change;
};

}  // namespace acc::rt::core
