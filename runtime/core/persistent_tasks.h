// SPDX-License-Identifier: Apache-2.0
// What a PERSISTENT stream stores until a model that it is bound to takes it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/core/task_sink.h"

namespace acc::rt::core {

// Thread-safe.
class PersistentTasks final : public TaskSink {
public:
    Status add(UserStream& stream, GraphStep step) override ACC_EXCLUDES(mutex_);
    Status record(UserStream& stream, UserEvent& event) override;
    Status wait(UserStream& stream, UserEvent& event, WaitLimit limit) override;

    // Binds the stream to a model as one of its lanes. 107000 when it is bound already.
    Status bind(const UserStream& stream, const std::shared_ptr<Graph>& graph, bool head) ACC_EXCLUDES(mutex_);
    // Takes the tasks back from the model. 107005 when it is bound to another one or to none.
    Status unbind(const UserStream& stream, const Graph& graph) ACC_EXCLUDES(mutex_);
    std::shared_ptr<Graph> model() const ACC_EXCLUDES(mutex_);
    uint32_t lane() const ACC_EXCLUDES(mutex_);

    // No more submissions (aclmdlRIEndTask); they are given to the model at aclmdlRIBuildEnd.
    Status end(const UserStream& stream, const Graph& graph) ACC_EXCLUDES(mutex_);
    bool ended() const ACC_EXCLUDES(mutex_);
    void give() ACC_EXCLUDES(mutex_);

    // Empties the stream. 107000 while it is bound.
    Status clean(const UserStream& stream) ACC_EXCLUDES(mutex_);

private:
    mutable Mutex mutex_;
    std::vector<GraphStep> steps_ ACC_GUARDED_BY(mutex_);
    std::weak_ptr<Graph> graph_ ACC_GUARDED_BY(mutex_);
    uint32_t lane_ ACC_GUARDED_BY(mutex_) = 0;
    bool ended_ ACC_GUARDED_BY(mutex_) = false;
};

}  // namespace acc::rt::core
