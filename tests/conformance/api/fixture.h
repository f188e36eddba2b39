// SPDX-License-Identifier: Apache-2.0
// What the API tests share: a thread with device 0 set, streams that can be held, and bad handles of every sort.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <latch>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "kernels.h"

namespace acc::test {

// The pending messages, and none afterwards.
inline std::string messages() {
    const char* text = aclGetRecentErrMsg();
    return text == nullptr ? "" : text;
}

// Expects `code`, and that the message holds each of the `words`.
inline void expectError(aclError actual, aclError code, const std::vector<std::string>& words = {}) {
    const std::string text = messages();
    EXPECT_EQ(actual, code) << text;
    for (const std::string& word : words) {
        EXPECT_NE(text.find(word), std::string::npos) << "no '" << word << "' in: " << text;
    }
}

class ApiTest : public ::testing::Test {
protected:
    void SetUp() override {
        messages();
        aclrtGetLastError(ACL_RT_THREAD_LEVEL);
        ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    }
    void TearDown() override { aclrtResetDeviceForce(0); }

    static aclrtStream newStream() {
        aclrtStream stream = nullptr;
        EXPECT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS) << messages();
        return stream;
    }
    static void* newMemory(size_t bytes) {
        void* memory = nullptr;
        EXPECT_EQ(aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS) << messages();
        return memory;
    }
    static void* newPinned(size_t bytes) {
        void* memory = nullptr;
        EXPECT_EQ(aclrtMallocHost(&memory, bytes), ACL_SUCCESS) << messages();
        return memory;
    }
    static aclrtEvent newEvent() {
        aclrtEvent event = nullptr;
        EXPECT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS) << messages();
        return event;
    }
    static aclError launchAdd(uint32_t* out, uint32_t value, aclrtStream stream, uint32_t numBlocks = 1) {
        AddArgs args{out, value};
        return aclrtLaunchKernelWithHostArgs(addKernel(), numBlocks, stream, nullptr, &args, sizeof(args), nullptr, 0);
    }
    static aclError launchNoArgs(aclrtFuncHandle kernel, aclrtStream stream) {
        return aclrtLaunchKernelWithHostArgs(kernel, 1, stream, nullptr, nullptr, 0, nullptr, 0);
    }
};

// Holds a stream from its construction until open().
class Gate {
public:
    explicit Gate(aclrtStream stream) {
        EXPECT_EQ(aclrtLaunchHostFunc(
                      stream, [](void* self) { static_cast<Gate*>(self)->run(); }, this),
                  ACL_SUCCESS)
            << messages();
    }
    ~Gate() {
        open();
        left_.wait();
    }
    Gate(const Gate&) = delete;
    Gate& operator=(const Gate&) = delete;
    void open() {
        if (!opened_.exchange(true)) {
            open_.count_down();
        }
    }
    void waitUntilReached() { reached_.wait(); }

private:
    void run() {
        reached_.count_down();
        open_.wait();
        left_.count_down();
    }
    std::atomic<bool> opened_{false};
    std::latch reached_{1};
    std::latch open_{1};
    std::latch left_{1};
};

// Values that are no handle at all.
inline std::vector<void*> garbageHandles() {
    static int local = 0;
    return {&local, reinterpret_cast<void*>(1), reinterpret_cast<void*>(0xAC00000000000000),
            reinterpret_cast<void*>(~0ULL), reinterpret_cast<void*>(0xACFFFFFFFFFFFFFF)};
}

}  // namespace acc::test
