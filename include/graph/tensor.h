// SPDX-License-Identifier: Apache-2.0
// Shapes, as host tiling functions take them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

namespace ge {

class Shape {
public:
    Shape() = default;
    Shape(std::initializer_list<int64_t> dims) : dims_(dims) {}
    explicit Shape(std::vector<int64_t> dims) : dims_(std::move(dims)) {}

    size_t GetDimNum() const { return dims_.size(); }
    const std::vector<int64_t>& GetDims() const { return dims_; }
    // 0 for an axis that there is not.
    int64_t GetDim(size_t index) const { return index < dims_.size() ? dims_[index] : 0; }
    // False for an axis that there is not.
    bool SetDim(size_t index, int64_t value) {
        if (index >= dims_.size())
            return false;
        dims_[index] = value;
        return true;
    }
    // Elements; 0 without axes.
    int64_t GetShapeSize() const {
        int64_t size = dims_.empty() ? 0 : 1;
        for (const int64_t dim : dims_)
            size *= dim;
        return size;
    }

private:
    std::vector<int64_t> dims_;
};

}  // namespace ge
