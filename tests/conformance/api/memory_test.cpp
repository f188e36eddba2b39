// SPDX-License-Identifier: Apache-2.0
// Device and pinned host memory.
#include <cstring>

#include "fixture.h"

namespace acc::test {
namespace {

using Memory = ApiTest;
using Allocate = aclError (*)(void**, size_t, aclrtMemMallocPolicy);

aclError mallocWithoutCfg(void** devPtr, size_t size, aclrtMemMallocPolicy policy) {
    return aclrtMallocWithCfg(devPtr, size, policy, nullptr);
}

constexpr Allocate kAllocators[] = {aclrtMalloc, aclrtMallocAlign32, aclrtMallocCached, mallocWithoutCfg};

TEST_F(Memory, DeviceBlocks) {
    for (const Allocate allocate : kAllocators) {
        for (const size_t size : {size_t{1}, size_t{31}, size_t{4096}, size_t{3} << 20}) {
            void* memory = nullptr;
            ASSERT_EQ(allocate(&memory, size, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS) << messages();
            EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % 64, 0U);
            std::memset(memory, 1, size + 32);  // the documented padding may be touched
            EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
        }
    }
}

TEST_F(Memory, AllocationErrors) {
    for (const Allocate allocate : kAllocators) {
        void* memory = nullptr;
        expectError(allocate(&memory, 0, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_INVALID_PARAM,
                    {"size is 0, expected >= 1", "EH0001"});
        expectError(allocate(nullptr, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_INVALID_PARAM, {"devPtr is null"});
        expectError(allocate(&memory, size_t{1} << 29, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_RT_MEMORY_ALLOCATION,
                    {"device 0", "bytes free"});
        expectError(allocate(&memory, SIZE_MAX, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_RT_MEMORY_ALLOCATION);
        EXPECT_EQ(memory, nullptr);
        std::thread([&] {
            void* none = nullptr;
            expectError(allocate(&none, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_RT_CONTEXT_NULL);
        }).join();
    }
}

TEST_F(Memory, Policies) {
    void* memory = nullptr;
    EXPECT_EQ(aclrtMalloc(&memory, 64, static_cast<aclrtMemMallocPolicy>(4711)), ACL_SUCCESS)
        << "an unknown policy is documented as no error";
    EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
    for (const aclrtMemMallocPolicy policy : {ACL_MEM_MALLOC_HUGE_FIRST, ACL_MEM_MALLOC_HUGE_ONLY,
                                              ACL_MEM_MALLOC_NORMAL_ONLY, ACL_MEM_MALLOC_HUGE1G_ONLY}) {
        EXPECT_EQ(aclrtMallocCached(&memory, 64, policy), ACL_SUCCESS);
        EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
    }
    expectError(aclrtMallocCached(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST_P2P), ACL_ERROR_INVALID_PARAM,
                {"policy is 0x3"});
}

TEST_F(Memory, Config) {
    void* memory = nullptr;
    aclrtMallocAttribute attributes[2] = {};
    attributes[0].attr = ACL_RT_MEM_ATTR_MODULE_ID;
    attributes[0].value.moduleId = 33;
    attributes[1].attr = ACL_RT_MEM_ATTR_DEVICE_ID;
    attributes[1].value.deviceId = 0;
    aclrtMallocConfig cfg = {attributes, 2};
    EXPECT_EQ(aclrtMallocWithCfg(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST, &cfg), ACL_SUCCESS);
    EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
    attributes[1].value.deviceId = 1;
    expectError(aclrtMallocWithCfg(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST, &cfg), ACL_ERROR_INVALID_PARAM,
                {"deviceId is 1", "current device 0"});
    attributes[1].attr = static_cast<aclrtMallocAttrType>(9);
    expectError(aclrtMallocWithCfg(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST, &cfg), ACL_ERROR_INVALID_PARAM,
                {"attr is 9"});
    cfg.attrs = nullptr;
    expectError(aclrtMallocWithCfg(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST, &cfg), ACL_ERROR_INVALID_PARAM,
                {"attrs is null"});
    attributes[0].attr = ACL_RT_MEM_ATTR_VA_FLAG;
    attributes[0].value.vaFlag = 1;
    cfg = {attributes, 1};
    EXPECT_EQ(aclrtMallocHostWithCfg(&memory, 64, &cfg), ACL_SUCCESS);
    EXPECT_EQ(aclrtFreeHost(memory), ACL_SUCCESS);
    attributes[0].attr = ACL_RT_MEM_ATTR_MODULE_ID;
    expectError(aclrtMallocHostWithCfg(&memory, 64, &cfg), ACL_ERROR_INVALID_PARAM, {"VA_FLAG"});
    EXPECT_EQ(aclrtMallocHostWithCfg(&memory, 64, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtFreeHost(memory), ACL_SUCCESS);
}

TEST_F(Memory, FreeErrors) {
    for (aclError (*release)(void*) : {aclrtFree, aclrtFreeWithDevSync}) {
        expectError(release(nullptr), ACL_ERROR_INVALID_PARAM, {"devPtr is null"});
        auto* memory = static_cast<char*>(newMemory(256));
        expectError(release(memory + 64), ACL_ERROR_RT_PARAM_INVALID, {"64 bytes into a block of 256"});
        int local = 0;
        expectError(release(&local), ACL_ERROR_RT_PARAM_INVALID, {"in no live block"});
        void* host = newPinned(64);
        expectError(release(host), ACL_ERROR_RT_PARAM_INVALID, {"aclrtMalloc"});
        EXPECT_EQ(aclrtFreeHost(host), ACL_SUCCESS);
        EXPECT_EQ(release(memory), ACL_SUCCESS);
        expectError(release(memory), ACL_ERROR_RT_PARAM_INVALID);
    }
}

TEST_F(Memory, FreeNeedsNoContext) {
    void* memory = newMemory(64);
    std::thread([&] {
        expectError(aclrtFreeWithDevSync(memory), ACL_ERROR_RT_CONTEXT_NULL);
        EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
    }).join();
}

TEST_F(Memory, FreeDoesNotWaitAndTheSyncFormsDo) {
    aclrtStream stream = newStream();
    {
        Gate gate(stream);
        EXPECT_EQ(aclrtFree(newMemory(64)), ACL_SUCCESS);
        EXPECT_EQ(aclrtFreeHost(newPinned(64)), ACL_SUCCESS);
    }
    auto* out = static_cast<uint32_t*>(newPinned(4));
    *out = 0;
    ASSERT_EQ(launchAdd(out, 1, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtFreeWithDevSync(newMemory(64)), ACL_SUCCESS);
    EXPECT_EQ(*out, 1U);
    ASSERT_EQ(launchAdd(out, 1, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtFreeHostWithDevSync(newPinned(64)), ACL_SUCCESS);
    EXPECT_EQ(*out, 2U);
    EXPECT_EQ(aclrtFreeHost(out), ACL_SUCCESS);
}

TEST_F(Memory, PinnedBlocks) {
    void* memory = nullptr;
    EXPECT_EQ(aclrtMallocHost(&memory, 1000), ACL_SUCCESS);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % 64, 0U);
    std::memset(memory, 1, 1000);
    EXPECT_EQ(aclrtFreeHost(memory), ACL_SUCCESS);
    std::thread([] {
        void* other = nullptr;
        EXPECT_EQ(aclrtMallocHost(&other, 8), ACL_SUCCESS) << "needs no context";
        EXPECT_EQ(aclrtFreeHost(other), ACL_SUCCESS);
    }).join();
}

TEST_F(Memory, PinnedErrors) {
    void* memory = nullptr;
    expectError(aclrtMallocHost(&memory, 0), ACL_ERROR_INVALID_PARAM, {"size is 0"});
    expectError(aclrtMallocHost(nullptr, 8), ACL_ERROR_INVALID_PARAM, {"hostPtr is null"});
    expectError(aclrtMallocHostWithCfg(&memory, 0, nullptr), ACL_ERROR_INVALID_PARAM, {"size is 0"});
    expectError(aclrtMallocHostWithCfg(nullptr, 8, nullptr), ACL_ERROR_INVALID_PARAM, {"ptr is null"});
    for (aclError (*release)(void*) : {aclrtFreeHost, aclrtFreeHostWithDevSync}) {
        expectError(release(nullptr), ACL_ERROR_INVALID_PARAM, {"hostPtr is null"});
        auto* block = static_cast<char*>(newPinned(64));
        expectError(release(block + 8), ACL_ERROR_RT_PARAM_INVALID, {"8 bytes into a block"});
        int local = 0;
        expectError(release(&local), ACL_ERROR_RT_PARAM_INVALID, {"aclrtMallocHost"});
        void* device = newMemory(64);
        expectError(release(device), ACL_ERROR_RT_PARAM_INVALID);
        EXPECT_EQ(release(block), ACL_SUCCESS);
        expectError(release(block), ACL_ERROR_RT_PARAM_INVALID);
    }
}

TEST_F(Memory, Info) {
    size_t free = 0;
    size_t total = 0;
    EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total), ACL_SUCCESS);
    EXPECT_EQ(total, size_t{256} << 20);
    EXPECT_EQ(free, total);
    void* memory = newMemory(1 << 20);
    size_t now = 0;
    EXPECT_EQ(aclrtGetMemInfo(ACL_DDR_MEM, &now, &total), ACL_SUCCESS);
    EXPECT_EQ(now, free - (1 << 20));
    EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
    expectError(aclrtGetMemInfo(ACL_HBM_MEM, nullptr, &total), ACL_ERROR_INVALID_PARAM, {"free is null"});
    expectError(aclrtGetMemInfo(ACL_HBM_MEM, &free, nullptr), ACL_ERROR_INVALID_PARAM, {"total is null"});
    expectError(aclrtGetMemInfo(static_cast<aclrtMemAttr>(99), &free, &total), ACL_ERROR_INVALID_PARAM, {"attr is 99"});
    std::thread([] {
        size_t value = 0;
        expectError(aclrtGetMemInfo(ACL_HBM_MEM, &value, &value), ACL_ERROR_RT_CONTEXT_NULL);
    }).join();
}

TEST_F(Memory, PointerAttributes) {
    aclrtPtrAttributes attributes{};
    auto* device = static_cast<char*>(newMemory(256));
    EXPECT_EQ(aclrtPointerGetAttributes(device + 100, &attributes), ACL_SUCCESS);
    EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_DEVICE);
    EXPECT_EQ(attributes.location.id, 0U);
    EXPECT_GE(attributes.pageSize, 4096U);
    void* host = newPinned(64);
    EXPECT_EQ(aclrtPointerGetAttributes(host, &attributes), ACL_SUCCESS);
    EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_HOST);
    EXPECT_EQ(aclrtFreeHost(host), ACL_SUCCESS);
    int local = 0;
    EXPECT_EQ(aclrtPointerGetAttributes(&local, &attributes), ACL_SUCCESS);
    EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_UNREGISTERED);
    expectError(aclrtPointerGetAttributes(nullptr, &attributes), ACL_ERROR_INVALID_PARAM, {"ptr is null"});
    expectError(aclrtPointerGetAttributes(&local, nullptr), ACL_ERROR_INVALID_PARAM, {"attributes is null"});
    ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
    void* other = newMemory(64);
    EXPECT_EQ(aclrtPointerGetAttributes(other, &attributes), ACL_SUCCESS);
    EXPECT_EQ(attributes.location.id, 1U);
    EXPECT_EQ(aclrtResetDevice(1), ACL_SUCCESS);
}

TEST_F(Memory, AddressRange) {
    auto* memory = static_cast<char*>(newMemory(300));
    void* base = nullptr;
    size_t size = 0;
    EXPECT_EQ(aclrtMemGetAddressRange(memory + 299, &base, &size), ACL_SUCCESS);
    EXPECT_EQ(base, memory);
    EXPECT_EQ(size, 300U);
    EXPECT_EQ(aclrtMemGetAddressRange(memory, nullptr, &size), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemGetAddressRange(memory, &base, nullptr), ACL_SUCCESS);
    expectError(aclrtMemGetAddressRange(memory, nullptr, nullptr), ACL_ERROR_INVALID_PARAM, {"both null"});
    expectError(aclrtMemGetAddressRange(nullptr, &base, &size), ACL_ERROR_INVALID_PARAM, {"ptr is null"});
    expectError(aclrtMemGetAddressRange(&size, &base, &size), ACL_ERROR_RT_PARAM_INVALID, {"device memory"});
}

TEST_F(Memory, CacheCalls) {
    void* memory = newMemory(64);
    for (aclError (*call)(void*, size_t) : {aclrtMemFlush, aclrtMemInvalidate}) {
        EXPECT_EQ(call(memory, 64), ACL_SUCCESS);
        expectError(call(memory, 0), ACL_ERROR_INVALID_PARAM, {"size is 0"});
        expectError(call(nullptr, 64), ACL_ERROR_INVALID_PARAM, {"devPtr is null"});
    }
}

}  // namespace
}  // namespace acc::test
