// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/condition.h"

#include <atomic>
#include <functional>
#include <utility>

#include "runtime/mem/gm.h"

namespace acc::rt::core {
namespace {

// Chooses and runs parts; pending meanwhile.
class ConditionalTask final : public Task {
public:
    ConditionalTask(std::shared_ptr<Condition> condition, aclmdlRICondTaskType type,
                    std::vector<std::shared_ptr<Graph>> parts)
        : condition_(std::move(condition)), type_(type), parts_(std::move(parts)) {}

    const char* name() const override { return "conditional graph"; }
    Step start(Stream& stream) override {
        const std::shared_ptr<Graph> part = choose();
        if (part == nullptr) {
            return Step::done;
        }
        if (type_ == ACL_MODEL_RI_COND_TYPE_WHILE && part->empty()) {
            stream.fail(Status::error(ACL_ERROR_RT_MODEL_EXECUTE,
                                      "the body of a WHILE holds no task, so its condition could never change"));
            return Step::done;
        }
        return startWait(stream, part, WaitLimit::zero(), [&](const Waiter& waiter) {
            run(part, condition_, type_ == ACL_MODEL_RI_COND_TYPE_WHILE, waiter.stream);
            return true;
        });
    }

private:
    std::shared_ptr<Graph> choose() const {
        const uint64_t value = condition_->value();
        size_t index = 0;
        switch (type_) {
            case ACL_MODEL_RI_COND_TYPE_IF:
                index = value != 0 ? 0 : 1;
                break;
            case ACL_MODEL_RI_COND_TYPE_WHILE:
                index = value != 0 ? 0 : 1;
                break;
            case ACL_MODEL_RI_COND_TYPE_SWITCH:
                index = static_cast<size_t>(value);
                break;
        }
        return index < parts_.size() ? parts_[index] : nullptr;
    }

    // The task may be gone when this returns. The part belongs to the graph whose lane `lane` is.
    static void run(const std::shared_ptr<Graph>& part, const std::shared_ptr<Condition>& condition, bool again,
                    Stream* lane) {
        part->start([weak = std::weak_ptr<Graph>(part), condition, again, lane](const Status& error) {
            if (!error.ok()) {
                lane->fail(error);
            } else if (again && condition->value() != 0) {
                run(weak.lock(), condition, again, lane);
                return;
            }
            lane->resume(false);
        });
    }

    const std::shared_ptr<Condition> condition_;
    const aclmdlRICondTaskType type_;
    const std::vector<std::shared_ptr<Graph>> parts_;
};

}  // namespace

std::shared_ptr<Condition> Condition::make(int32_t device, uint32_t defaultValue, bool assign) {
    void* cell = mem::allocateDevice(device, sizeof(uint64_t));
    if (cell == nullptr) {
        return nullptr;
    }
    auto condition = std::make_shared<Condition>(static_cast<uint64_t*>(cell), defaultValue, assign);
    *condition->cell_ = defaultValue;
    return condition;
}

Condition::~Condition() {
    mem::release(mem::Kind::device, cell_);
}

uint64_t Condition::value() const {
    return std::atomic_ref(*cell_).load(std::memory_order_acquire);
}

void Condition::beginExecution() {
    if (assign_) {
        std::atomic_ref(*cell_).store(defaultValue_, std::memory_order_release);
    }
}

void ConditionalOperation::enqueue(const std::shared_ptr<Stream>& stream) {
    stream->submit<ConditionalTask>(condition_, type_, parts_);
}

TaskDescription ConditionalOperation::describe() const {
    TaskDescription description;
    description.name = type_ == ACL_MODEL_RI_COND_TYPE_IF      ? "if"
                       : type_ == ACL_MODEL_RI_COND_TYPE_WHILE ? "while"
                                                               : "switch";
    description.object = condition_->cell();
    return description;
}

}  // namespace acc::rt::core
