// SPDX-License-Identifier: Apache-2.0
// A record, wait or reset of a user event as an operation that can be stored.
#pragma once

#include <memory>
#include <utility>

#include "runtime/core/graph_task.h"
#include "runtime/core/user_event.h"

namespace acc::rt::core {

class EventOperation {
public:
    EventOperation(std::shared_ptr<UserEvent> event, aclmdlRITaskType type, WaitLimit limit = WaitLimit::zero())
        : event_(std::move(event)), type_(type), limit_(limit) {}

    void enqueue(const std::shared_ptr<Stream>& stream) {
        if (type_ == ACL_MODEL_RI_TASK_EVENT_RECORD) {
            event_->record(stream);
        } else if (type_ == ACL_MODEL_RI_TASK_EVENT_WAIT) {
            event_->wait(stream, limit_);
        } else {
            event_->reset(*stream);
        }
    }
    EventOperation own() const { return *this; }
    TaskDescription describe() const {
        TaskDescription description;
        description.type = type_;
        description.name = type_ == ACL_MODEL_RI_TASK_EVENT_RECORD ? "record event"
                           : type_ == ACL_MODEL_RI_TASK_EVENT_WAIT ? "wait for event"
                                                                   : "reset event";
        description.object = event_->handle;
        description.flag = event_->flags();
        return description;
    }

private:
    std::shared_ptr<UserEvent> event_;
    aclmdlRITaskType type_;
    WaitLimit limit_;
};

}  // namespace acc::rt::core
