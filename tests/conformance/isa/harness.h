// SPDX-License-Identifier: Apache-2.0
// One emulated vector core for tests that call instructions directly: a UB of real size, a small GM, and faults as
// exceptions.
#pragma once

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "kernel_operator.h"
#include "runtime/exec/block.h"

namespace acc::test {

inline constexpr uint32_t kUbBytes = 192 * 1024;

// What exec::raise got.
struct RaisedFault {
    std::string rule;
    int code;
    std::string message;
};

class CoreTest : public ::testing::Test {
protected:
    CoreTest();
    ~CoreTest() override;

    rt::exec::Block& block() { return block_; }
    uint8_t* ub() { return ub_.data(); }

    // GM memory that instructions may access, filled with `fill`.
    template <class T>
    T* gm(size_t elements, uint8_t fill = 0) {
        return static_cast<T*>(allocate(elements * sizeof(T), fill));
    }

    template <class T>
    AscendC::LocalTensor<T> local(uint32_t address, uint32_t elements) {
        return {AscendC::TPosition::VECCALC, address, elements};
    }
    template <class T>
    AscendC::GlobalTensor<T> global(T* address, uint64_t elements) {
        AscendC::GlobalTensor<T> tensor;
        tensor.SetGlobalBuffer(address, elements);
        return tensor;
    }

    // Runs `body` and returns the fault it raised; rule "none" when it did not.
    template <class Body>
    RaisedFault faultOf(Body body) {
        try {
            body();
        } catch (const RaisedFault& fault) {
            return fault;
        }
        return {"none", 0, ""};
    }

    std::mt19937_64 random{20240607};

private:
    void* allocate(size_t bytes, uint8_t fill);

    rt::exec::Block block_;
    std::vector<uint8_t> ub_;
    std::vector<void*> gm_;
};

// One emulated cube core instead, with all its memories.
class CubeTest : public CoreTest {
protected:
    CubeTest();

    template <class T = uint8_t>
    T* memory(AccMemory which) {
        return reinterpret_cast<T*>(block().memory[which]);
    }
    // A tensor over all of a memory, by its position.
    template <class T>
    AscendC::LocalTensor<T> whole(AscendC::TPosition position) {
        const uint32_t bytes = block().memoryBytes[AscendC::detail::memoryOf(position)];
        return {position, 0, uint32_t(bytes / sizeof(T))};
    }

private:
    std::vector<uint8_t> memories_[ACC_MEM_COUNT];
};

// An element type as the parameter of a test: half has no type information of its own.
template <class T>
struct Element {
    using type = T;
};

// Warnings since the last call, as "RULE: message"; kernel output since the last call; SyncAll calls.
std::vector<std::string> takeWarnings();
std::string takeOutput();
int takeSyncs();
// What was asked of other cores since the last call.
std::vector<std::string> takeCrossCore();

#define EXPECT_FAULT(body, expectedRule, expectedMessage)               \
    do {                                                                \
        const ::acc::test::RaisedFault fault_ = faultOf([&] { body; }); \
        EXPECT_EQ(fault_.rule, expectedRule) << fault_.message;         \
        EXPECT_EQ(fault_.message, expectedMessage);                     \
    } while (false)
#define EXPECT_NO_FAULT(...)                                                   \
    do {                                                                       \
        const ::acc::test::RaisedFault fault_ = faultOf([&] { __VA_ARGS__; }); \
        EXPECT_EQ(fault_.rule, "none") << fault_.message;                      \
    } while (false)

// Instructions that a test file covers; table_test.cpp compares them with isa.def.
struct Covers {
    explicit Covers(std::initializer_list<const char*> names);
};
const std::vector<std::string>& coveredInstructions();

}  // namespace acc::test
