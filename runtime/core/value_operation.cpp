// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/value_operation.h"

#include <atomic>

#include "acl/acl_rt_types.h"
#include "runtime/core/submission.h"
#include "runtime/mem/gm.h"

namespace acc::rt::core {

void ValueWriteOperation::enqueue(const std::shared_ptr<Stream>& stream) {
    stream->submitCall([address = address_, value = value_](Stream& running) {
        mem::Allocation block;
        if (!mem::find(reinterpret_cast<uintptr_t>(address), &block)) {
            running.fail(Status::error(ACL_ERROR_RT_SYS_DMA,
                                       "the device memory at {} was freed before the stream wrote it", address));
            return;
        }
        std::atomic_ref(*static_cast<uint64_t*>(address)).store(value, std::memory_order_release);
    });
}

TaskDescription ValueWriteOperation::describe() const {
    TaskDescription description;
    description.type = ACL_MODEL_RI_TASK_VALUE_WRITE;
    description.name = "write value";
    description.object = address_;
    description.value = value_;
    return description;
}

TaskDescription ValueWaitOperation::describe() const {
    TaskDescription description;
    description.type = ACL_MODEL_RI_TASK_VALUE_WAIT;
    description.name = "wait for value";
    description.object = condition_.address;
    description.value = condition_.value;
    description.flag = condition_.comparison;
    return description;
}

Status checkValueAddress(const void* devAddr) {
    const auto address = reinterpret_cast<uintptr_t>(devAddr);
    if (devAddr == nullptr) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "devAddr is null, expected a valid pointer");
    }
    if (address % sizeof(uint64_t) != 0) {
        return Status::error(ACL_ERROR_RT_ADDR_UNALIGNED, "devAddr is {}, expected a multiple of 8", devAddr);
    }
    mem::Allocation block;
    if (!mem::find(address, &block) || block.kind != mem::Kind::device || block.end() - address < sizeof(uint64_t)) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "devAddr is {}, expected 8 bytes of device memory", devAddr);
    }
    return {};
}

Status makeStoredValueWrite(void* devAddr, uint64_t value, std::shared_ptr<GraphTask>* task) {
    ACC_TRY(checkValueAddress(devAddr));
    *task = store(ValueWriteOperation(devAddr, value));
    return {};
}

Status makeStoredValueWait(void* devAddr, uint64_t value, uint32_t comparison, std::shared_ptr<GraphTask>* task) {
    ACC_TRY(checkValueAddress(devAddr));
    if (comparison > ACL_STREAM_WAIT_VALUE_NOR) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "flag is {}, expected {} to {}", comparison,
                             ACL_STREAM_WAIT_VALUE_GEQ, ACL_STREAM_WAIT_VALUE_NOR);
    }
    *task = store(ValueWaitOperation({devAddr, value, comparison}));
    return {};
}

}  // namespace acc::rt::core
