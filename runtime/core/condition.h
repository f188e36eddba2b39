// SPDX-License-Identifier: Apache-2.0
// Conditional tasks of graphs: a cell in device memory that tasks of the graph write, and parts of the graph that run
// depending on it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "acl/acl_rt_types.h"
#include "runtime/core/graph.h"

namespace acc::rt::core {

// The cell. Owned by the graph it was made for.
class Condition {
public:
    // `assign`: every execution of the graph begins with `defaultValue`. Null when device memory is exhausted.
    static std::shared_ptr<Condition> make(int32_t device, uint32_t defaultValue, bool assign);
    Condition(uint64_t* cell, uint32_t defaultValue, bool assign)
        : cell_(cell), defaultValue_(defaultValue), assign_(assign) {}
    ~Condition();
    Condition(const Condition&) = delete;
    Condition& operator=(const Condition&) = delete;

    uint64_t* cell() const { return cell_; }
    uint64_t value() const;
    void beginExecution();

private:
    uint64_t* const cell_;
    const uint32_t defaultValue_;
    const bool assign_;
};

// IF: the first part when the value is not 0, else the second, if there is one. WHILE: the part again and again as long
// as the value is not 0. SWITCH: the part with the number of the value, if there is one.
class ConditionalOperation {
public:
    ConditionalOperation(std::shared_ptr<Condition> condition, aclmdlRICondTaskType type,
                         std::vector<std::shared_ptr<Graph>> parts)
        : condition_(std::move(condition)), type_(type), parts_(std::move(parts)) {}
    void enqueue(const std::shared_ptr<Stream>& stream);
    ConditionalOperation own() const { return *this; }
    TaskDescription describe() const;

private:
    std::shared_ptr<Condition> condition_;
    aclmdlRICondTaskType type_;
    std::vector<std::shared_ptr<Graph>> parts_;
};

}  // namespace acc::rt::core
