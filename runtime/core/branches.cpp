// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/branches.h"

#include <algorithm>
#include <atomic>

#include "runtime/mem/gm.h"

namespace acc::rt::core {
namespace {

template <class T>
Result<T> read(const void* address) {
    const auto start = reinterpret_cast<uintptr_t>(address);
    mem::Allocation block;
    if (!mem::find(start, &block) || block.end() - start < sizeof(T)) {
        return Status::error(ACL_ERROR_RT_MODEL_EXECUTE, "the device memory at {} that a switch reads was freed",
                             address);
    }
    return std::atomic_ref(*const_cast<T*>(static_cast<const T*>(address))).load(std::memory_order_acquire);
}

template <class T>
Result<bool> compare(const void* leftAddress, aclrtCondition condition, const void* rightAddress) {
    T left = 0;
    T right = 0;
    ACC_ASSIGN_OR_RETURN(left, read<T>(leftAddress));
    ACC_ASSIGN_OR_RETURN(right, read<T>(rightAddress));
    switch (condition) {
        case ACL_RT_EQUAL:
            return left == right;
        case ACL_RT_NOT_EQUAL:
            return left != right;
        case ACL_RT_GREATER:
            return left > right;
        case ACL_RT_GREATER_OR_EQUAL:
            return left >= right;
        case ACL_RT_LESS:
            return left < right;
        case ACL_RT_LESS_OR_EQUAL:
            return left <= right;
    }
    return false;
}

}  // namespace

Result<GraphBranch::Target> LabelSwitch::choose() const {
    uint32_t index = 0;
    ACC_ASSIGN_OR_RETURN(index, read<uint32_t>(index_));
    return Target{list_->labels[std::min(index, count_ - 1)].get(), nullptr, false};
}

Result<GraphBranch::Target> LaneSwitch::choose() const {
    bool holds = false;
    if (type_ == ACL_RT_SWITCH_INT32) {
        ACC_ASSIGN_OR_RETURN(holds, compare<int32_t>(left_, condition_, right_));
    } else {
        ACC_ASSIGN_OR_RETURN(holds, compare<int64_t>(left_, condition_, right_));
    }
    return holds ? Target{nullptr, lane_, false} : Target{};
}

}  // namespace acc::rt::core
