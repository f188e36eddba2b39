// SPDX-License-Identifier: Apache-2.0
// What decides where the lanes of a built model go on: label switches, stream switches, stream activations.
#pragma once

#include <memory>
#include <vector>

#include "acl/acl_rt_types.h"
#include "runtime/core/graph.h"

namespace acc::rt::core {

struct LabelList {
    std::vector<std::shared_ptr<Label>> labels;
};

// Goes to the label whose number is in device memory; to the last one when there is none with that number.
class LabelSwitch final : public GraphBranch {
public:
    // `count`: how many labels of the list take part.
    LabelSwitch(const uint32_t* index, uint32_t count, std::shared_ptr<LabelList> list)
        : index_(index), count_(count), list_(std::move(list)) {}
    Result<Target> choose() const override;

private:
    const uint32_t* const index_;
    const uint32_t count_;
    const std::shared_ptr<LabelList> list_;
};

// Starts another lane in parallel.
class LaneActivation final : public GraphBranch {
public:
    explicit LaneActivation(const void* lane) : lane_(lane) {}
    Result<Target> choose() const override { return Target{nullptr, lane_, true}; }

private:
    const void* const lane_;
};

// Goes on with another lane when a comparison of two values in device memory holds.
class LaneSwitch final : public GraphBranch {
public:
    LaneSwitch(const void* left, aclrtCondition condition, const void* right, aclrtCompareDataType type,
               const void* lane)
        : left_(left), condition_(condition), right_(right), type_(type), lane_(lane) {}
    Result<Target> choose() const override;

private:
    const void* const left_;
    const aclrtCondition condition_;
    const void* const right_;
    const aclrtCompareDataType type_;
    const void* const lane_;
};

}  // namespace acc::rt::core
