// SPDX-License-Identifier: Apache-2.0
// aclrtValueWrite and aclrtValueWait.
#include "fixture.h"

namespace acc::test {
namespace {

class Value : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        word = static_cast<uint64_t*>(newMemory(64));
        store(0);
    }
    void store(uint64_t value) { std::atomic_ref(*word).store(value, std::memory_order_release); }
    uint64_t load() { return std::atomic_ref(*word).load(std::memory_order_acquire); }
    uint64_t* word = nullptr;
};

TEST_F(Value, WriteIsOrderedInItsStream) {
    aclrtStream stream = newStream();
    {
        Gate gate(stream);
        EXPECT_EQ(aclrtValueWrite(word, 42, 0, stream), ACL_SUCCESS);
        EXPECT_EQ(load(), 0U);
    }
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(load(), 42U);
}

TEST_F(Value, Comparisons) {
    struct Case {
        uint32_t flag;
        uint64_t held;
        uint64_t released;
        uint64_t value;
    };
    constexpr Case kCases[] = {
        {ACL_STREAM_WAIT_VALUE_GEQ, 4, 5, 5},     {ACL_STREAM_WAIT_VALUE_GEQ, 4, 6, 5},
        {ACL_STREAM_WAIT_VALUE_GEQ, ~0ULL, 1, 0},  // a cyclic comparison: -1 is before 0
        {ACL_STREAM_WAIT_VALUE_EQ, 6, 5, 5},      {ACL_STREAM_WAIT_VALUE_AND, 2, 5, 5},
        {ACL_STREAM_WAIT_VALUE_NOR, ~0ULL, 0, 5},
    };
    for (const Case& test : kCases) {
        store(test.held);
        aclrtStream stream = newStream();
        ASSERT_EQ(aclrtValueWait(word, test.value, test.flag, stream), ACL_SUCCESS) << messages();
        expectError(aclrtSynchronizeStreamWithTimeout(stream, 3), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
        store(test.released);
        EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << "flag " << test.flag << " value " << test.released;
        ASSERT_EQ(aclrtValueWait(word, test.value, test.flag, stream), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << "fulfilled from the start";
    }
}

TEST_F(Value, WriteReleasesAWaitOfAnotherStream) {
    aclrtStream waiting = newStream();
    aclrtStream writing = newStream();
    ASSERT_EQ(aclrtValueWait(word, 7, ACL_STREAM_WAIT_VALUE_EQ, waiting), ACL_SUCCESS);
    ASSERT_EQ(aclrtValueWrite(word, 7, 0, writing), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(waiting), ACL_SUCCESS);
}

TEST_F(Value, WriteReleasesASpinningKernel) {
    aclrtStream spinning = newStream();
    GateArgs args{word};
    ASSERT_EQ(aclrtLaunchKernelWithHostArgs(gateKernel(), 1, spinning, nullptr, &args, sizeof(args), nullptr, 0),
              ACL_SUCCESS);
    ASSERT_EQ(aclrtValueWrite(word, 1, 0, newStream()), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(spinning), ACL_SUCCESS) << "forward progress with any number of workers";
}

TEST_F(Value, ForceDestroyEndsAWait) {
    aclrtStream stream = newStream();
    ASSERT_EQ(aclrtValueWait(word, 7, ACL_STREAM_WAIT_VALUE_EQ, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyStreamForce(stream), ACL_SUCCESS);
}

TEST_F(Value, FreedMemoryEndsAWaitWithAnError) {
    aclrtStream stream = newStream();
    ASSERT_EQ(aclrtValueWait(word, 7, ACL_STREAM_WAIT_VALUE_EQ, stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtFree(word), ACL_SUCCESS);
    expectError(aclrtSynchronizeStream(stream), ACL_ERROR_RT_SYS_DMA, {"freed"});
}

TEST_F(Value, Errors) {
    int local = 0;
    void* odd = reinterpret_cast<char*>(word) + 4;
    for (auto call : {aclrtValueWrite, aclrtValueWait}) {
        expectError(call(nullptr, 0, 0, nullptr), ACL_ERROR_INVALID_PARAM, {"devAddr is null"});
        expectError(call(odd, 0, 0, nullptr), ACL_ERROR_RT_ADDR_UNALIGNED, {"multiple of 8"});
        expectError(call(reinterpret_cast<void*>(reinterpret_cast<uintptr_t>(&local) & ~uintptr_t{7}), 0, 0, nullptr),
                    ACL_ERROR_INVALID_PARAM, {"device memory"});
    }
    expectError(aclrtValueWrite(word, 0, 1, nullptr), ACL_ERROR_INVALID_PARAM, {"flag is 1"});
    expectError(aclrtValueWait(word, 0, 4, nullptr), ACL_ERROR_INVALID_PARAM, {"flag is 4"});
    std::thread([this] {
        expectError(aclrtValueWrite(word, 0, 0, nullptr), ACL_ERROR_RT_CONTEXT_NULL);
        expectError(aclrtValueWait(word, 0, 0, nullptr), ACL_ERROR_RT_CONTEXT_NULL);
    }).join();
}

}  // namespace
}  // namespace acc::test
