// SPDX-License-Identifier: Apache-2.0
// Registered host memory, managed memory, memory pools, stored copies, reductions, random numbers, caches, allocators.
#include <sys/mman.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "acl/acl_rt_memory_soma.h"
#include "fixture.h"

namespace acc::test {
namespace {

class Memory2 : public ApiTest {
protected:
    // Page-aligned memory of the program.
    struct Pages {
        explicit Pages(size_t sizeBytes) : bytes(sizeBytes) {
            address = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        }
        ~Pages() { munmap(address, bytes); }
        Pages(const Pages&) = delete;
        Pages& operator=(const Pages&) = delete;
        void* address;
        size_t bytes;
    };
    static aclrtMemPool newPool(size_t most = 0) {
        aclrtMemPoolProps props{};
        props.location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
        props.maxSize = most;
        aclrtMemPool pool = nullptr;
        EXPECT_EQ(aclrtMemPoolCreate(&pool, &props), ACL_SUCCESS) << messages();
        return pool;
    }
    static uint64_t figure(aclrtMemPool pool, aclrtMemPoolAttr attribute) {
        uint64_t value = 0;
        EXPECT_EQ(aclrtMemPoolGetAttr(pool, attribute, &value), ACL_SUCCESS) << messages();
        return value;
    }
};

TEST_F(Memory2, MappedHostMemoryIsForKernels) {
    Pages pages(8192);
    auto* words = static_cast<uint32_t*>(pages.address);
    void* device = nullptr;
    EXPECT_EQ(aclrtHostRegister(words, 4096, ACL_HOST_REGISTER_MAPPED, &device), ACL_SUCCESS) << messages();
    ASSERT_EQ(launchAdd(static_cast<uint32_t*>(device), 3, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_EQ(words[0], 3U);
    void* again = nullptr;
    EXPECT_EQ(aclrtHostGetDevicePointer(words + 4, &again, 0), ACL_SUCCESS);
    EXPECT_EQ(again, static_cast<uint32_t*>(device) + 4);
    expectError(aclrtHostRegister(words, 8192, ACL_HOST_REGISTER_MAPPED, &device),
                ACL_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
    aclrtPtrAttributes attributes{};
    EXPECT_EQ(aclrtPointerGetAttributes(words, &attributes), ACL_SUCCESS);
    EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_HOST);
    EXPECT_EQ(aclrtHostUnregister(words), ACL_SUCCESS);
    expectError(aclrtHostUnregister(words), ACL_ERROR_HOST_MEMORY_NOT_REGISTERED);
    expectError(aclrtHostGetDevicePointer(words, &again, 0), ACL_ERROR_HOST_MEMORY_NOT_REGISTERED);
}

TEST_F(Memory2, PinnedHostMemoryIsCopiedAsynchronously) {
    Pages pages(4096);
    auto* device = static_cast<uint32_t*>(newMemory(64));
    aclrtStream stream = newStream();
    EXPECT_EQ(aclrtHostRegisterV2(pages.address, 4096, ACL_HOST_REG_PINNED), ACL_SUCCESS) << messages();
    {
        Gate gate(stream);
        EXPECT_EQ(aclrtMemcpyAsync(device, 64, pages.address, 64, ACL_MEMCPY_HOST_TO_DEVICE, stream), ACL_SUCCESS)
            << "returns although the stream is held";
        std::memset(pages.address, 7, 64);
    }
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(device[0], 0x07070707U) << "read when the task ran";
    void* mapped = nullptr;
    expectError(aclrtHostGetDevicePointer(pages.address, &mapped, 0), ACL_ERROR_HOST_MEMORY_NOT_REGISTERED, {"MAPPED"});
    EXPECT_EQ(aclrtHostUnregister(pages.address), ACL_SUCCESS);
    EXPECT_EQ(aclrtHostRegisterV2(pages.address, 4096, ACL_HOST_REG_PINNED | ACL_HOST_REG_MAPPED), ACL_SUCCESS);
    EXPECT_EQ(aclrtHostGetDevicePointer(pages.address, &mapped, 0), ACL_SUCCESS);
    expectError(aclrtFreeHost(pages.address), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(aclrtHostUnregister(pages.address), ACL_SUCCESS);
}

TEST_F(Memory2, HostRegistrationErrors) {
    Pages pages(4096);
    void* device = nullptr;
    auto* odd = static_cast<char*>(pages.address) + 64;
    expectError(aclrtHostRegister(nullptr, 1, ACL_HOST_REGISTER_MAPPED, &device), ACL_ERROR_INVALID_PARAM,
                {"ptr is null"});
    expectError(aclrtHostRegister(pages.address, 0, ACL_HOST_REGISTER_MAPPED, &device), ACL_ERROR_INVALID_PARAM,
                {"size is 0"});
    expectError(aclrtHostRegister(odd, 64, ACL_HOST_REGISTER_MAPPED, &device), ACL_ERROR_INVALID_PARAM,
                {"multiple of 4096"});
    expectError(aclrtHostRegister(pages.address, 64, ACL_HOST_REGISTER_READONLY, &device),
                ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    expectError(aclrtHostRegister(pages.address, 64, static_cast<aclrtHostRegisterType>(1), &device),
                ACL_ERROR_INVALID_PARAM, {"type is 1"});
    expectError(aclrtHostRegister(pages.address, 64, ACL_HOST_REGISTER_MAPPED, nullptr), ACL_ERROR_INVALID_PARAM,
                {"devPtr is null"});
    expectError(aclrtHostRegisterV2(pages.address, 64, 0), ACL_ERROR_INVALID_PARAM, {"flag is 0"});
    expectError(aclrtHostRegisterV2(pages.address, 64, 1), ACL_ERROR_INVALID_PARAM, {"flag is 0x1"});
    expectError(aclrtHostRegisterV2(pages.address, 64, ACL_HOST_REG_IOMEMORY), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    expectError(aclrtHostGetDevicePointer(nullptr, &device, 0), ACL_ERROR_INVALID_PARAM, {"pHost is null"});
    expectError(aclrtHostGetDevicePointer(pages.address, nullptr, 0), ACL_ERROR_INVALID_PARAM, {"pDevice is null"});
    expectError(aclrtHostGetDevicePointer(pages.address, &device, 1), ACL_ERROR_INVALID_PARAM, {"flag is 1"});
    expectError(aclrtHostUnregister(nullptr), ACL_ERROR_INVALID_PARAM, {"ptr is null"});
    aclrtHostMemMapCapability capability{};
    EXPECT_EQ(aclrtHostMemMapCapabilities(0, ACL_RT_HAC_TYPE_AIV, &capability), ACL_SUCCESS);
    EXPECT_EQ(capability, ACL_RT_HOST_MEM_MAP_SUPPORTED);
    EXPECT_EQ(aclrtHostMemMapCapabilities(0, ACL_RT_HAC_TYPE_DVPP, &capability), ACL_SUCCESS);
    EXPECT_EQ(capability, ACL_RT_HOST_MEM_MAP_NOT_SUPPORTED);
    expectError(aclrtHostMemMapCapabilities(0, static_cast<aclrtHacType>(10), &capability), ACL_ERROR_INVALID_PARAM,
                {"hacType is 10"});
    expectError(aclrtHostMemMapCapabilities(0, ACL_RT_HAC_TYPE_AIV, nullptr), ACL_ERROR_INVALID_PARAM,
                {"capabilities is null"});
    expectError(aclrtHostMemMapCapabilities(2, ACL_RT_HAC_TYPE_AIV, &capability), ACL_ERROR_RT_INVALID_DEVICEID);
}

TEST_F(Memory2, UsageAndKindsOfMemory) {
    aclrtMemUsageInfo usage{};
    size_t count = 0;
    void* block = nullptr;
    EXPECT_EQ(aclrtMallocForTaskScheduler(&block, 1 << 20, ACL_MEM_MALLOC_HUGE_FIRST, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtGetMemUsageInfo(0, &usage, 1, &count), ACL_SUCCESS);
    EXPECT_EQ(count, 1U);
    EXPECT_GE(usage.curMemSize, uint64_t{1} << 20);
    EXPECT_GE(usage.memPeakSize, usage.curMemSize);
    uint32_t result = 9;
    void* addresses[] = {block, static_cast<char*>(block) + 100};
    EXPECT_EQ(aclrtCheckMemType(addresses, 2, ACL_RT_MEM_TYPE_DEV, &result, 0), ACL_SUCCESS);
    EXPECT_EQ(result, 1U);
    addresses[1] = &result;
    EXPECT_EQ(aclrtCheckMemType(addresses, 2, ACL_RT_MEM_TYPE_DEV | ACL_RT_MEM_TYPE_DVPP, &result, 0), ACL_SUCCESS);
    EXPECT_EQ(result, 0U);
    ASSERT_EQ(aclrtReserveMemAddress(&addresses[1], 4096, 0, nullptr, 0), ACL_SUCCESS);
    EXPECT_EQ(aclrtCheckMemType(addresses + 1, 1, ACL_RT_MEM_TYPE_RSVD, &result, 0), ACL_SUCCESS);
    EXPECT_EQ(result, 1U);
    EXPECT_EQ(aclrtReleaseMemAddress(addresses[1]), ACL_SUCCESS);
    expectError(aclrtCheckMemType(nullptr, 1, 2, &result, 0), ACL_ERROR_INVALID_PARAM, {"addrList is null"});
    expectError(aclrtCheckMemType(addresses, 0, 2, &result, 0), ACL_ERROR_INVALID_PARAM, {"size is 0"});
    expectError(aclrtCheckMemType(addresses, 1, 1, &result, 0), ACL_ERROR_INVALID_PARAM, {"memType is 0x1"});
    expectError(aclrtCheckMemType(addresses, 1, 2, nullptr, 0), ACL_ERROR_INVALID_PARAM, {"checkResult is null"});
    expectError(aclrtCheckMemType(addresses, 1, 2, &result, 1), ACL_ERROR_INVALID_PARAM, {"reserve is 1"});
    expectError(aclrtGetMemUsageInfo(2, &usage, 1, &count), ACL_ERROR_RT_INVALID_DEVICEID);
    expectError(aclrtGetMemUsageInfo(0, nullptr, 1, &count), ACL_ERROR_INVALID_PARAM, {"memUsageInfo is null"});
    expectError(aclrtGetMemUsageInfo(0, &usage, 0, &count), ACL_ERROR_INVALID_PARAM, {"inputNum is 0"});
    expectError(aclrtGetMemUsageInfo(0, &usage, 1, nullptr), ACL_ERROR_INVALID_PARAM, {"outputNum is null"});
    expectError(aclrtMallocForTaskScheduler(&block, 0, ACL_MEM_MALLOC_HUGE_FIRST, nullptr), ACL_ERROR_INVALID_PARAM,
                {"size is 0"});
}

TEST_F(Memory2, PeerMapping) {
    void* block = newMemory(4096);
    expectError(aclrtMemP2PMap(block, 4096, 1, 0), ACL_ERROR_INVALID_PARAM, {"aclrtDeviceEnablePeerAccess"});
    EXPECT_EQ(aclrtMemP2PMap(block, 4096, 0, 0), ACL_SUCCESS);
    ASSERT_EQ(aclrtDeviceEnablePeerAccess(1, 0), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemP2PMap(block, 4096, 1, 0), ACL_SUCCESS);
    expectError(aclrtMemP2PMap(nullptr, 4096, 1, 0), ACL_ERROR_INVALID_PARAM, {"devPtr is null"});
    expectError(aclrtMemP2PMap(block, 0, 1, 0), ACL_ERROR_INVALID_PARAM, {"size is 0"});
    expectError(aclrtMemP2PMap(block, 8192, 1, 0), ACL_ERROR_INVALID_PARAM, {"device memory"});
    expectError(aclrtMemP2PMap(block, 4096, 2, 0), ACL_ERROR_RT_INVALID_DEVICEID);
    expectError(aclrtMemP2PMap(block, 4096, 1, 1), ACL_ERROR_INVALID_PARAM, {"flags is 1"});
}

TEST_F(Memory2, ManagedMemoryIsForBothSides) {
    constexpr size_t kPiece = size_t{2} << 20;
    void* managed = nullptr;
    ASSERT_EQ(aclrtMemAllocManaged(&managed, kPiece + 1, ACL_RT_MEM_ATTACH_GLOBAL), ACL_SUCCESS) << messages();
    auto* words = static_cast<uint32_t*>(managed);
    words[0] = 40;
    ASSERT_EQ(launchAdd(words, 2, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_EQ(words[0], 42U);
    aclrtPtrAttributes attributes{};
    EXPECT_EQ(aclrtPointerGetAttributes(words + 5, &attributes), ACL_SUCCESS);
    EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_MANAGED);

    const aclrtMemManagedLocation device{ACL_MEM_LOCATIONTYPE_DEVICE, 1};
    const aclrtMemManagedLocation host{ACL_MEM_LOCATIONTYPE_HOST, 0};
    EXPECT_EQ(aclrtMemManagedAdvise(managed, kPiece, ACL_MEM_ADVISE_SET_READ_MOSTLY, host), ACL_SUCCESS) << messages();
    EXPECT_EQ(aclrtMemManagedAdvise(managed, 2 * kPiece, ACL_MEM_ADVISE_SET_PREFERRED_LOCATION, device), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemManagedAdvise(managed, 2 * kPiece, ACL_MEM_ADVISE_SET_ACCESSED_BY, device), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemManagedAdvise(managed, 2 * kPiece, ACL_MEM_ADVISE_SET_ACCESSED_BY, host), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemManagedPrefetchAsync(managed, kPiece, host, 0, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    const auto attribute = [&](int which, size_t bytes) {
        int32_t value = 77;
        EXPECT_EQ(aclrtMemManagedGetAttr(static_cast<aclrtMemManagedRangeAttribute>(which), managed, bytes, &value, 4),
                  ACL_SUCCESS)
            << messages();
        return value;
    };
    EXPECT_EQ(attribute(ACL_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, kPiece), 1);
    EXPECT_EQ(attribute(ACL_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, 2 * kPiece), 0) << "not all of it";
    EXPECT_EQ(attribute(ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, 2 * kPiece), 1);
    EXPECT_EQ(attribute(ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE, kPiece), ACL_MEM_LOCATIONTYPE_DEVICE);
    EXPECT_EQ(attribute(ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, kPiece), -1) << "the host";
    EXPECT_EQ(attribute(ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, 2 * kPiece), -2) << "not uniform";
    int32_t readers[3] = {};
    EXPECT_EQ(aclrtMemManagedGetAttr(ACL_MEM_RANGE_ATTRIBUTE_ACCESSED_BY, managed, kPiece, readers, 12), ACL_SUCCESS);
    EXPECT_EQ(readers[0], 1);
    EXPECT_EQ(readers[1], -1);
    EXPECT_EQ(readers[2], -2) << "no more";
    aclrtMemManagedRangeAttribute both[] = {ACL_MEM_RANGE_ATTRIBUTE_READ_MOSTLY,
                                            ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID};
    int32_t values[2] = {};
    void* data[] = {&values[0], &values[1]};
    size_t sizes[] = {4, 4};
    EXPECT_EQ(aclrtMemManagedGetAttrs(both, 2, managed, kPiece, data, sizes), ACL_SUCCESS);
    EXPECT_EQ(values[0], 1);
    EXPECT_EQ(values[1], 1);
    const void* ptrs[] = {managed, static_cast<char*>(managed) + kPiece};
    size_t lengths[] = {kPiece, kPiece};
    aclrtMemManagedLocation places[] = {host, device};
    size_t indexes[] = {0, 1};
    EXPECT_EQ(aclrtMemManagedPrefetchBatchAsync(ptrs, lengths, 2, places, indexes, 2, 0, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    int32_t where = 0;
    EXPECT_EQ(aclrtMemManagedGetAttr(ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, ptrs[1], kPiece, &where, 4),
              ACL_SUCCESS);
    EXPECT_EQ(where, 1);
    indexes[0] = 1;
    expectError(aclrtMemManagedPrefetchBatchAsync(ptrs, lengths, 2, places, indexes, 2, 0, nullptr),
                ACL_ERROR_INVALID_PARAM, {"prefetchLocIdxs[0] is 1"});
    EXPECT_EQ(aclrtFree(managed), ACL_SUCCESS);
    expectError(aclrtMemManagedAdvise(managed, kPiece, ACL_MEM_ADVISE_SET_READ_MOSTLY, host), ACL_ERROR_INVALID_PARAM,
                {"aclrtMemAllocManaged"});
}

TEST_F(Memory2, ManagedErrors) {
    constexpr size_t kPiece = size_t{2} << 20;
    void* managed = nullptr;
    const aclrtMemManagedLocation host{ACL_MEM_LOCATIONTYPE_HOST, 0};
    expectError(aclrtMemAllocManaged(nullptr, 1, 1), ACL_ERROR_INVALID_PARAM, {"ptr is null"});
    expectError(aclrtMemAllocManaged(&managed, 0, 1), ACL_ERROR_INVALID_PARAM, {"size is 0"});
    expectError(aclrtMemAllocManaged(&managed, 1, 2), ACL_ERROR_INVALID_PARAM, {"flag is 2"});
    expectError(aclrtMemAllocManaged(&managed, size_t{1} << 40, 1), ACL_ERROR_RT_MEMORY_ALLOCATION);
    ASSERT_EQ(aclrtMemAllocManaged(&managed, kPiece, 1), ACL_SUCCESS);
    expectError(aclrtMemManagedAdvise(nullptr, kPiece, ACL_MEM_ADVISE_SET_READ_MOSTLY, host), ACL_ERROR_INVALID_PARAM);
    expectError(aclrtMemManagedAdvise(managed, 100, ACL_MEM_ADVISE_SET_READ_MOSTLY, host), ACL_ERROR_INVALID_PARAM,
                {"size is 100"});
    expectError(aclrtMemManagedAdvise(managed, kPiece, static_cast<aclrtMemManagedAdviseType>(6), host),
                ACL_ERROR_INVALID_PARAM, {"advise is 6"});
    expectError(
        aclrtMemManagedAdvise(managed, kPiece, ACL_MEM_ADVISE_SET_ACCESSED_BY, {ACL_MEM_LOCATIONTYPE_DEVICE, 9}),
        ACL_ERROR_RT_INVALID_DEVICEID);
    int32_t value = 0;
    const auto get = [&](int attribute, const void* ptr, size_t size, void* data, size_t dataSize) {
        return aclrtMemManagedGetAttr(static_cast<aclrtMemManagedRangeAttribute>(attribute), ptr, size, data, dataSize);
    };
    expectError(get(0, managed, 1, &value, 4), ACL_ERROR_INVALID_PARAM, {"attribute is 0"});
    expectError(get(1, nullptr, 1, &value, 4), ACL_ERROR_INVALID_PARAM, {"ptr is null"});
    expectError(get(1, managed, 0, &value, 4), ACL_ERROR_INVALID_PARAM, {"size is 0"});
    expectError(get(1, managed, 1, nullptr, 4), ACL_ERROR_INVALID_PARAM, {"data is null"});
    expectError(get(1, managed, 1, &value, 8), ACL_ERROR_INVALID_PARAM, {"dataSize is 8"});
    expectError(get(3, managed, 1, &value, 5), ACL_ERROR_INVALID_PARAM, {"dataSize is 5"});
    expectError(get(1, &value, 1, &value, 4), ACL_ERROR_INVALID_PARAM, {"aclrtMemAllocManaged"});
    void* data = &value;
    size_t size = 4;
    auto attribute = ACL_MEM_RANGE_ATTRIBUTE_READ_MOSTLY;
    expectError(aclrtMemManagedGetAttrs(nullptr, 1, managed, 1, &data, &size), ACL_ERROR_INVALID_PARAM);
    expectError(aclrtMemManagedGetAttrs(&attribute, 0, managed, 1, &data, &size), ACL_ERROR_INVALID_PARAM);
    expectError(aclrtMemManagedGetAttrs(&attribute, 1, managed, 1, nullptr, &size), ACL_ERROR_INVALID_PARAM);
    expectError(aclrtMemManagedGetAttrs(&attribute, 1, managed, 1, &data, nullptr), ACL_ERROR_INVALID_PARAM);
    expectError(aclrtMemManagedPrefetchAsync(managed, 0, host, 0, nullptr), ACL_ERROR_INVALID_PARAM, {"size is 0"});
    expectError(aclrtMemManagedPrefetchAsync(managed, 1, host, 1, nullptr), ACL_ERROR_INVALID_PARAM, {"flags is 1"});
    expectError(aclrtMemManagedPrefetchAsync(managed, 1, {ACL_MEM_LOCATIONTYPE_INVALID, 0}, 0, nullptr),
                ACL_ERROR_INVALID_PARAM, {"INVALID"});
    expectError(aclrtMemManagedPrefetchAsync(&value, 1, host, 0, nullptr), ACL_ERROR_INVALID_PARAM);
    expectError(aclrtMemManagedPrefetchBatchAsync(nullptr, nullptr, 0, nullptr, nullptr, 0, 0, nullptr),
                ACL_ERROR_INVALID_PARAM, {"ptrs is null"});
    EXPECT_EQ(aclrtFree(managed), ACL_SUCCESS);
}

TEST_F(Memory2, PoolsReuseBlocksInStreamOrder) {
    aclrtMemPool pool = newPool();
    aclrtStream stream = newStream();
    void* first = nullptr;
    ASSERT_EQ(aclrtMemPoolMallocAsync(&first, 1000, pool, stream), ACL_SUCCESS) << messages();
    EXPECT_EQ(figure(pool, ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT), 1024U);
    ASSERT_EQ(aclrtMemsetAsync(first, 1000, 5, 1000, stream), ACL_SUCCESS);
    aclrtStream other = newStream();
    {
        Gate gate(stream);
        ASSERT_EQ(aclrtMemPoolFreeAsync(first, stream), ACL_SUCCESS) << messages();
        void* again = nullptr;
        ASSERT_EQ(aclrtMemPoolMallocAsync(&again, 900, pool, stream), ACL_SUCCESS);
        EXPECT_EQ(again, first) << "the same stream has it at once";
        ASSERT_EQ(aclrtMemPoolFreeAsync(again, stream), ACL_SUCCESS);
        void* elsewhere = nullptr;
        ASSERT_EQ(aclrtMemPoolMallocAsync(&elsewhere, 900, pool, other), ACL_SUCCESS);
        EXPECT_NE(elsewhere, first) << "the free has not been carried out";
        ASSERT_EQ(aclrtMemPoolFreeAsync(elsewhere, other), ACL_SUCCESS);
        EXPECT_EQ(figure(pool, ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT), 2048U);
        EXPECT_EQ(figure(pool, ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT), 0U);
    }
    uint64_t keep = 1 << 20;
    EXPECT_EQ(aclrtMemPoolSetAttr(pool, ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD, &keep), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(figure(pool, ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT), 2048U) << "below the threshold";
    keep = 0;
    EXPECT_EQ(aclrtMemPoolSetAttr(pool, ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD, &keep), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(other), ACL_SUCCESS);
    EXPECT_EQ(figure(pool, ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT), 0U) << "given back at a synchronise";
    EXPECT_EQ(figure(pool, ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_HIGH), 2048U);
    uint64_t zero = 0;
    EXPECT_EQ(aclrtMemPoolSetAttr(pool, ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_HIGH, &zero), ACL_SUCCESS);
    EXPECT_EQ(figure(pool, ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_HIGH), 0U);
    EXPECT_EQ(aclrtMemPoolDestroy(pool), ACL_SUCCESS);
}

TEST_F(Memory2, PoolsAreBoundedAndTrimmed) {
    aclrtMemPool pool = newPool(4096);
    aclrtStream stream = newStream();
    void* first = nullptr;
    void* second = nullptr;
    ASSERT_EQ(aclrtMemPoolMallocAsync(&first, 4096, pool, stream), ACL_SUCCESS);
    expectError(aclrtMemPoolMallocAsync(&second, 1, pool, stream), ACL_ERROR_RT_MEMORY_ALLOCATION, {"at most 4096"});
    expectError(aclrtFree(first), ACL_ERROR_RT_PARAM_INVALID, {"aclrtMemPoolFreeAsync"});
    expectError(aclrtMemPoolDestroy(pool), ACL_ERROR_RT_PARAM_INVALID, {"in use"});
    ASSERT_EQ(aclrtMemPoolFreeAsync(first, stream), ACL_SUCCESS);
    expectError(aclrtMemPoolFreeAsync(first, stream), ACL_ERROR_RT_PARAM_INVALID, {"aclrtMemPoolMallocAsync"});
    uint64_t keep = UINT64_MAX;
    EXPECT_EQ(aclrtMemPoolSetAttr(pool, ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD, &keep), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(figure(pool, ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT), 4096U);
    ASSERT_EQ(aclrtMemPoolMallocAsync(&second, 512, pool, stream), ACL_SUCCESS) << "the idle block makes room";
    EXPECT_EQ(aclrtMemPoolFreeAsync(second, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemPoolTrimTo(pool, 0), ACL_SUCCESS);
    EXPECT_EQ(figure(pool, ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT), 0U);
    EXPECT_EQ(aclrtMemPoolDestroy(pool), ACL_SUCCESS);
}

TEST_F(Memory2, PoolErrors) {
    aclrtMemPoolProps props{};
    aclrtMemPool pool = nullptr;
    props.location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
    expectError(aclrtMemPoolCreate(nullptr, &props), ACL_ERROR_INVALID_PARAM, {"memPool is null"});
    expectError(aclrtMemPoolCreate(&pool, nullptr), ACL_ERROR_INVALID_PARAM, {"poolProps is null"});
    props.location.type = ACL_MEM_LOCATION_TYPE_HOST;
    expectError(aclrtMemPoolCreate(&pool, &props), ACL_ERROR_INVALID_PARAM, {"location.type 0"});
    props.location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
    props.location.id = 9;
    expectError(aclrtMemPoolCreate(&pool, &props), ACL_ERROR_RT_INVALID_DEVICEID);
    props.location.id = 0;
    props.reserved[5] = 1;
    expectError(aclrtMemPoolCreate(&pool, &props), ACL_ERROR_INVALID_PARAM, {"reserved"});
    pool = newPool();
    uint64_t value = 0;
    const auto unknown = static_cast<aclrtMemPoolAttr>(9);
    expectError(aclrtMemPoolSetAttr(pool, unknown, &value), ACL_ERROR_INVALID_PARAM, {"attr is 9"});
    expectError(aclrtMemPoolGetAttr(pool, unknown, &value), ACL_ERROR_INVALID_PARAM, {"attr is 9"});
    expectError(aclrtMemPoolSetAttr(pool, ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT, &value), ACL_ERROR_INVALID_PARAM,
                {"only be read"});
    expectError(aclrtMemPoolSetAttr(pool, ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH, nullptr), ACL_ERROR_INVALID_PARAM,
                {"value is null"});
    expectError(aclrtMemPoolGetAttr(pool, ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH, nullptr), ACL_ERROR_INVALID_PARAM,
                {"value is null"});
    value = 1;
    expectError(aclrtMemPoolSetAttr(pool, ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH, &value), ACL_ERROR_INVALID_PARAM,
                {"*value is 1"});
    uint32_t on = 2;
    expectError(aclrtMemPoolSetAttr(pool, ACL_RT_MEM_POOL_REUSE_ALLOW_OPPORTUNISTIC, &on), ACL_ERROR_INVALID_PARAM,
                {"*value is 2"});
    on = 0;
    EXPECT_EQ(aclrtMemPoolSetAttr(pool, ACL_RT_MEM_POOL_REUSE_ALLOW_OPPORTUNISTIC, &on), ACL_SUCCESS);
    on = 5;
    EXPECT_EQ(aclrtMemPoolGetAttr(pool, ACL_RT_MEM_POOL_REUSE_ALLOW_OPPORTUNISTIC, &on), ACL_SUCCESS);
    EXPECT_EQ(on, 0U);
    void* block = nullptr;
    expectError(aclrtMemPoolMallocAsync(nullptr, 1, pool, nullptr), ACL_ERROR_INVALID_PARAM, {"ptr is null"});
    expectError(aclrtMemPoolMallocAsync(&block, 0, pool, nullptr), ACL_ERROR_INVALID_PARAM, {"size is 0"});
    expectError(aclrtMemPoolFreeAsync(nullptr, nullptr), ACL_ERROR_INVALID_PARAM, {"ptr is null"});
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtCreateContext(&context, 1), ACL_SUCCESS);
    expectError(aclrtMemPoolMallocAsync(&block, 1, pool, nullptr), ACL_ERROR_RT_STREAM_CONTEXT,
                {"device 0", "device 1"});
    EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDeviceForce(1), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
}

TEST_F(Memory2, StoredCopiesReadTheirAddressesWhenTheyRun) {
    constexpr auto kInner = ACL_MEMCPY_INNER_DEVICE_TO_DEVICE;
    auto* data = static_cast<uint32_t*>(newMemory(256));
    std::memset(data, 0, 256);
    data[0] = 11;
    data[1] = 22;
    size_t bytes = 0;
    EXPECT_EQ(aclrtGetMemcpyDescSize(kInner, &bytes), ACL_SUCCESS);
    void* desc = newMemory(bytes);
    aclrtStream stream = newStream();
    {
        Gate gate(stream);
        EXPECT_EQ(aclrtSetMemcpyDesc(desc, kInner, data, data + 8, 4, nullptr), ACL_SUCCESS) << messages();
        EXPECT_EQ(aclrtMemcpyAsyncWithDesc(desc, kInner, stream), ACL_SUCCESS) << messages();
        EXPECT_EQ(aclrtSetMemcpyDesc(desc, kInner, data + 1, data + 9, 4, nullptr), ACL_SUCCESS);
    }
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(data[8], 0U);
    EXPECT_EQ(data[9], 22U) << "what the descriptor said when the task ran";
    auto* cells = static_cast<void**>(newMemory(64));
    {
        Gate gate(stream);
        EXPECT_EQ(aclrtMemcpyAsyncWithOffset(cells, 8, 40, const_cast<const void**>(cells + 1), 4, 4, kInner, stream),
                  ACL_SUCCESS)
            << messages();
        cells[0] = data;
        cells[1] = data;
    }
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(data[10], 22U);
    cells[0] = &bytes;
    EXPECT_EQ(aclrtMemcpyAsyncWithOffset(cells, 8, 0, const_cast<const void**>(cells + 1), 4, 0, kInner, stream),
              ACL_SUCCESS);
    expectError(aclrtSynchronizeStream(stream), ACL_ERROR_RT_SYS_DMA, {"one device"});
    std::memset(desc, 0, bytes);
    EXPECT_EQ(aclrtMemcpyAsyncWithDesc(desc, kInner, stream), ACL_SUCCESS);
    expectError(aclrtSynchronizeStream(stream), ACL_ERROR_RT_SYS_DMA, {"no descriptor"});
}

TEST_F(Memory2, StoredCopyErrors) {
    constexpr auto kInner = ACL_MEMCPY_INNER_DEVICE_TO_DEVICE;
    void* data = newMemory(256);
    size_t bytes = 0;
    expectError(aclrtGetMemcpyDescSize(ACL_MEMCPY_HOST_TO_DEVICE, &bytes), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    expectError(aclrtGetMemcpyDescSize(static_cast<aclrtMemcpyKind>(8), &bytes), ACL_ERROR_INVALID_PARAM,
                {"kind is 8"});
    expectError(aclrtGetMemcpyDescSize(kInner, nullptr), ACL_ERROR_INVALID_PARAM, {"descSize is null"});
    expectError(aclrtSetMemcpyDesc(nullptr, kInner, data, data, 4, nullptr), ACL_ERROR_INVALID_PARAM, {"desc is null"});
    expectError(aclrtSetMemcpyDesc(&bytes, kInner, data, data, 4, nullptr), ACL_ERROR_INVALID_PARAM, {"desc is"});
    expectError(aclrtSetMemcpyDesc(data, kInner, &bytes, data, 4, nullptr), ACL_ERROR_INVALID_PARAM, {"srcAddr is"});
    expectError(aclrtSetMemcpyDesc(data, kInner, data, nullptr, 4, nullptr), ACL_ERROR_INVALID_PARAM, {"dstAddr is"});
    expectError(aclrtSetMemcpyDesc(data, kInner, data, data, 0, nullptr), ACL_ERROR_INVALID_PARAM, {"count is 0"});
    expectError(aclrtSetMemcpyDesc(data, kInner, data, data, 4, &bytes), ACL_ERROR_INVALID_PARAM, {"config"});
    expectError(aclrtMemcpyAsyncWithDesc(nullptr, kInner, nullptr), ACL_ERROR_INVALID_PARAM, {"desc is null"});
    expectError(aclrtMemcpyAsyncWithDesc(data, ACL_MEMCPY_DEFAULT, nullptr), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    auto** cells = static_cast<void**>(data);
    auto** sources = static_cast<const void**>(data);
    expectError(aclrtMemcpyAsyncWithOffset(nullptr, 4, 0, sources, 4, 0, kInner, nullptr), ACL_ERROR_INVALID_PARAM,
                {"dst is null"});
    expectError(aclrtMemcpyAsyncWithOffset(cells, 4, 0, nullptr, 4, 0, kInner, nullptr), ACL_ERROR_INVALID_PARAM,
                {"src is null"});
    expectError(aclrtMemcpyAsyncWithOffset(cells, 4, 0, sources, 5, 0, kInner, nullptr), ACL_ERROR_INVALID_PARAM,
                {"count is 5"});
    expectError(aclrtMemcpyAsyncWithOffset(cells, 4, 0, sources, 0, 0, kInner, nullptr), ACL_ERROR_INVALID_PARAM,
                {"count is 0"});
    expectError(aclrtMemcpyAsyncWithOffset(cells, 4, 0, sources, 4, 0, ACL_MEMCPY_DEFAULT, nullptr),
                ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
}

TEST_F(Memory2, ReductionsOfEveryType) {
    auto* dst = static_cast<uint8_t*>(newMemory(64));
    auto* src = static_cast<uint8_t*>(newMemory(64));
    const auto check = [&](aclDataType type, auto a, auto b, auto sum) {
        using T = decltype(a);
        SCOPED_TRACE(type);
        const std::pair<aclrtReduceKind, T> cases[] = {{ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM, static_cast<T>(sum)},
                                                       {ACL_RT_MEMCPY_SDMA_AUTOMATIC_MAX, a < b ? b : a},
                                                       {ACL_RT_MEMCPY_SDMA_AUTOMATIC_MIN, a < b ? a : b},
                                                       {ACL_RT_MEMCPY_SDMA_AUTOMATIC_EQUAL, T{0}}};
        for (const auto& [kind, expected] : cases) {
            T two[2] = {a, a};
            T other[2] = {b, b};
            std::memcpy(dst, two, sizeof(two));
            std::memcpy(src, other, sizeof(other));
            ASSERT_EQ(aclrtReduceAsync(dst, src, sizeof(two), kind, type, nullptr, nullptr), ACL_SUCCESS) << messages();
            ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
            std::memcpy(two, dst, sizeof(two));
            EXPECT_EQ(two[0], expected) << kind;
            EXPECT_EQ(two[1], expected) << kind;
        }
    };
    check(ACL_INT8, int8_t{127}, int8_t{1}, int8_t{-128});
    check(ACL_INT16, int16_t{-5}, int16_t{300}, int16_t{295});
    check(ACL_INT32, std::numeric_limits<int32_t>::max(), 1, std::numeric_limits<int32_t>::min());
    check(ACL_FLOAT, 1.5F, -2.25F, -0.75F);
    // Halves: 1.5 = 0x3E00, 2.0 = 0x4000, 3.5 = 0x4300; bfloat16: 1.5 = 0x3FC0, 2.0 = 0x4000, 3.5 = 0x4060.
    check(ACL_FLOAT16, uint16_t{0x3E00}, uint16_t{0x4000}, uint16_t{0x4300});
    check(ACL_BF16, uint16_t{0x3FC0}, uint16_t{0x4000}, uint16_t{0x4060});
    const auto reduce = [&](void* to, const void* from, uint64_t count, int kind, int type, void* reserve) {
        return aclrtReduceAsync(to, from, count, static_cast<aclrtReduceKind>(kind), static_cast<aclDataType>(type),
                                nullptr, reserve);
    };
    int host = 0;
    expectError(reduce(nullptr, src, 4, 10, ACL_FLOAT, nullptr), ACL_ERROR_INVALID_PARAM, {"dst is null"});
    expectError(reduce(dst, nullptr, 4, 10, ACL_FLOAT, nullptr), ACL_ERROR_INVALID_PARAM, {"src is null"});
    expectError(reduce(&host, src, 4, 10, ACL_FLOAT, nullptr), ACL_ERROR_INVALID_PARAM, {"memory of device 0"});
    expectError(reduce(dst, src, 0, 10, ACL_FLOAT, nullptr), ACL_ERROR_INVALID_PARAM, {"count is 0"});
    expectError(reduce(dst, src, 6, 10, ACL_FLOAT, nullptr), ACL_ERROR_INVALID_PARAM, {"count is 6"});
    expectError(reduce(dst, src, 4, 14, ACL_FLOAT, nullptr), ACL_ERROR_INVALID_PARAM, {"kind is 14"});
    expectError(reduce(dst, src, 4, 10, ACL_UINT32, nullptr), ACL_ERROR_INVALID_PARAM, {"type is 8"});
    expectError(reduce(dst, src, 4, 10, ACL_FLOAT, &host), ACL_ERROR_INVALID_PARAM, {"reserve"});
}

class Random : public Memory2 {
protected:
    static constexpr uint64_t kCount = 20000;
    void SetUp() override {
        Memory2::SetUp();
        result = static_cast<float*>(newMemory(kCount * 4));
        counter = static_cast<uint32_t*>(newMemory(16));
        std::memset(counter, 0, 16);
    }
    template <class T>
    static aclrtRandomParaInfo value(T number) {
        aclrtRandomParaInfo info{};
        info.size = sizeof(number);
        std::memcpy(info.valueOrAddr, &number, sizeof(number));
        return info;
    }
    aclrtRandomNumTaskInfo task(aclrtRandomNumFuncType type, float first, float second) const {
        aclrtRandomNumTaskInfo info{};
        info.dataType = ACL_FLOAT;
        info.randomNumFuncParaInfo.funcType = type;
        info.randomNumFuncParaInfo.paramInfo.uniformDisInfo.min = value(first);
        info.randomNumFuncParaInfo.paramInfo.uniformDisInfo.max = value(second);
        info.randomResultAddr = result;
        info.randomCounterAddr = counter;
        info.randomSeed = value(uint64_t{42});
        info.randomNum = value(kCount);
        return info;
    }
    void run(const aclrtRandomNumTaskInfo& info) {
        ASSERT_EQ(aclrtRandomNumAsync(&info, nullptr, nullptr), ACL_SUCCESS) << messages();
        ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << messages();
    }
    std::pair<double, double> moments() const {
        double sum = 0;
        double squares = 0;
        for (uint64_t i = 0; i < kCount; ++i) {
            sum += result[i];
            squares += static_cast<double>(result[i]) * result[i];
        }
        const double mean = sum / kCount;
        return {mean, std::sqrt(squares / kCount - mean * mean)};
    }
    float* result = nullptr;
    uint32_t* counter = nullptr;
};

TEST_F(Random, NumbersHaveTheirDistributions) {
    run(task(ACL_RT_RANDOM_NUM_FUNC_TYPE_UNIFORM_DIS, 2.0F, 6.0F));
    for (uint64_t i = 0; i < kCount; ++i) {
        ASSERT_GE(result[i], 2.0F);
        ASSERT_LE(result[i], 6.0F);
    }
    EXPECT_NEAR(moments().first, 4.0, 0.05);
    EXPECT_NEAR(moments().second, 4.0 / std::sqrt(12.0), 0.05);
    EXPECT_EQ(counter[0], kCount / 4) << "four numbers per step of the counter";
    const float before = result[0];
    run(task(ACL_RT_RANDOM_NUM_FUNC_TYPE_UNIFORM_DIS, 2.0F, 6.0F));
    EXPECT_NE(result[0], before) << "the counter moved on";
    std::memset(counter, 0, 16);
    run(task(ACL_RT_RANDOM_NUM_FUNC_TYPE_UNIFORM_DIS, 2.0F, 6.0F));
    EXPECT_EQ(result[0], before) << "the same counter gives the same numbers";
    run(task(ACL_RT_RANDOM_NUM_FUNC_TYPE_NORMAL_DIS, 1.0F, 3.0F));
    EXPECT_NEAR(moments().first, 1.0, 0.1);
    EXPECT_NEAR(moments().second, 3.0, 0.1);
    run(task(ACL_RT_RANDOM_NUM_FUNC_TYPE_TRUNCATED_NORMAL_DIS, 1.0F, 3.0F));
    for (uint64_t i = 0; i < kCount; ++i) {
        ASSERT_LE(std::fabs(result[i] - 1.0F), 6.001F);
    }
    aclrtRandomNumTaskInfo mask = task(ACL_RT_RANDOM_NUM_FUNC_TYPE_DROPOUT_BITMASK, 0.25F, 0);
    std::memset(result, 0xFF, kCount * 4);
    run(mask);
    uint64_t kept = 0;
    for (uint64_t i = 0; i < kCount / 8; ++i) {
        kept += static_cast<uint64_t>(__builtin_popcount(reinterpret_cast<uint8_t*>(result)[i]));
    }
    EXPECT_NEAR(static_cast<double>(kept) / kCount, 0.75, 0.02);
    EXPECT_EQ(reinterpret_cast<uint8_t*>(result)[kCount / 8], 0xFF) << "a bit per element, no more";
}

TEST_F(Random, PhiloxIsTheKnownOne) {
    // Known answer of Philox4x32-10 for a zero key and counter: 6627e8d5 e169c58d bc57ac4c 9b00dbd8.
    aclrtRandomNumTaskInfo info = task(ACL_RT_RANDOM_NUM_FUNC_TYPE_UNIFORM_DIS, 0.0F, 1.0F);
    info.randomSeed = value(uint64_t{0});
    info.randomNum = value(uint64_t{4});
    run(info);
    const double words[] = {2600524760.0, 3159862348.0, 3781805453.0, 1713891541.0};  // last first
    for (int i = 0; i < 4; ++i) {
        EXPECT_NEAR(result[i], 1.0 - (words[i] + 1.0) / 4294967296.0, 1e-6);
    }
}

TEST_F(Random, Errors) {
    aclrtRandomNumTaskInfo info = task(ACL_RT_RANDOM_NUM_FUNC_TYPE_UNIFORM_DIS, 0, 1);
    int any = 0;
    expectError(aclrtRandomNumAsync(nullptr, nullptr, nullptr), ACL_ERROR_INVALID_PARAM, {"taskInfo is null"});
    expectError(aclrtRandomNumAsync(&info, nullptr, &any), ACL_ERROR_INVALID_PARAM, {"reserve"});
    info.dataType = ACL_INT32;
    expectError(aclrtRandomNumAsync(&info, nullptr, nullptr), ACL_ERROR_INVALID_PARAM, {"dataType is 3"});
    info = task(static_cast<aclrtRandomNumFuncType>(4), 0, 1);
    expectError(aclrtRandomNumAsync(&info, nullptr, nullptr), ACL_ERROR_INVALID_PARAM, {"funcType is 4"});
    info = task(ACL_RT_RANDOM_NUM_FUNC_TYPE_UNIFORM_DIS, 0, 1);
    info.randomCounterAddr = &any;
    expectError(aclrtRandomNumAsync(&info, nullptr, nullptr), ACL_ERROR_INVALID_PARAM, {"randomCounterAddr"});
    info = task(ACL_RT_RANDOM_NUM_FUNC_TYPE_UNIFORM_DIS, 0, 1);
    info.randomSeed.size = 4;
    expectError(aclrtRandomNumAsync(&info, nullptr, nullptr), ACL_ERROR_INVALID_PARAM, {"randomSeed.size is 4"});
    info = task(ACL_RT_RANDOM_NUM_FUNC_TYPE_UNIFORM_DIS, 0, 1);
    info.randomNum = value(uint64_t{1} << 40);
    ASSERT_EQ(aclrtRandomNumAsync(&info, nullptr, nullptr), ACL_SUCCESS);
    expectError(aclrtSynchronizeStream(nullptr), ACL_ERROR_INVALID_PARAM, {"randomResultAddr"});
}

TEST_F(Memory2, CacheMaintenance) {
    void* data = newMemory(4096);
    EXPECT_EQ(aclrtCmoAsync(data, 4096, ACL_RT_CMO_TYPE_PREFETCH, nullptr), ACL_SUCCESS) << messages();
    size_t bytes = 0;
    EXPECT_EQ(aclrtCmoGetDescSize(&bytes), ACL_SUCCESS);
    void* desc = newMemory(bytes);
    EXPECT_EQ(aclrtCmoSetDesc(desc, data, 4096), ACL_SUCCESS) << messages();
    EXPECT_EQ(aclrtCmoAsyncWithDesc(desc, ACL_RT_CMO_TYPE_PREFETCH, nullptr, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    std::memset(desc, 0, bytes);
    EXPECT_EQ(aclrtCmoAsyncWithDesc(desc, ACL_RT_CMO_TYPE_PREFETCH, nullptr, nullptr), ACL_SUCCESS);
    expectError(aclrtSynchronizeStream(nullptr), ACL_ERROR_RT_SYS_DMA, {"no descriptor"});
    expectError(aclrtCmoAsync(nullptr, 1, ACL_RT_CMO_TYPE_PREFETCH, nullptr), ACL_ERROR_INVALID_PARAM, {"src is null"});
    expectError(aclrtCmoAsync(data, 0, ACL_RT_CMO_TYPE_PREFETCH, nullptr), ACL_ERROR_INVALID_PARAM, {"size is 0"});
    expectError(aclrtCmoAsync(data, 1 << 20, ACL_RT_CMO_TYPE_PREFETCH, nullptr), ACL_ERROR_INVALID_PARAM,
                {"device memory"});
    expectError(aclrtCmoAsync(data, 1, ACL_RT_CMO_TYPE_FLUSH, nullptr), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    expectError(aclrtCmoAsync(data, 1, static_cast<aclrtCmoType>(4), nullptr), ACL_ERROR_INVALID_PARAM,
                {"cmoType is 4"});
    expectError(aclrtCmoGetDescSize(nullptr), ACL_ERROR_INVALID_PARAM, {"size is null"});
    expectError(aclrtCmoSetDesc(nullptr, data, 1), ACL_ERROR_INVALID_PARAM, {"cmoDesc is null"});
    expectError(aclrtCmoSetDesc(&bytes, data, 1), ACL_ERROR_INVALID_PARAM, {"cmoDesc is"});
    expectError(aclrtCmoSetDesc(desc, nullptr, 1), ACL_ERROR_INVALID_PARAM, {"src is null"});
    expectError(aclrtCmoAsyncWithDesc(desc, ACL_RT_CMO_TYPE_INVALID, nullptr, nullptr),
                ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    expectError(aclrtCmoAsyncWithDesc(desc, ACL_RT_CMO_TYPE_PREFETCH, nullptr, data), ACL_ERROR_INVALID_PARAM,
                {"reserve"});
    expectError(aclrtCmoAsyncWithBarrier(data, 1, ACL_RT_CMO_TYPE_PREFETCH, 0, nullptr),
                ACL_ERROR_RT_FEATURE_NOT_SUPPORT, {"barriers"});
    expectError(aclrtCmoAsyncWithBarrier(nullptr, 1, ACL_RT_CMO_TYPE_PREFETCH, 0, nullptr), ACL_ERROR_INVALID_PARAM);
    aclrtBarrierTaskInfo info{};
    info.barrierNum = 1;
    expectError(aclrtCmoWaitBarrier(&info, nullptr, 0), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    expectError(aclrtCmoWaitBarrier(nullptr, nullptr, 0), ACL_ERROR_INVALID_PARAM, {"taskInfo is null"});
    expectError(aclrtCmoWaitBarrier(&info, nullptr, 1), ACL_ERROR_INVALID_PARAM, {"flag is 1"});
    info.barrierNum = 7;
    expectError(aclrtCmoWaitBarrier(&info, nullptr, 0), ACL_ERROR_INVALID_PARAM, {"barrierNum is 7"});
}

void* allocate(aclrtAllocator, size_t) {
    return nullptr;
}
void release(aclrtAllocator, aclrtAllocatorBlock) {}
void* allocateAdvised(aclrtAllocator, size_t, aclrtAllocatorAddr) {
    return nullptr;
}
void* addressOf(aclrtAllocatorBlock block) {
    return block;
}

TEST_F(Memory2, AllocatorsAreKeptPerStream) {
    aclrtStream stream = newStream();
    aclrtAllocatorDesc desc = aclrtAllocatorCreateDesc();
    ASSERT_NE(desc, nullptr);
    expectError(aclrtAllocatorRegister(stream, desc), ACL_ERROR_INVALID_PARAM, {"incomplete"});
    int object = 0;
    EXPECT_EQ(aclrtAllocatorSetObjToDesc(desc, &object), ACL_SUCCESS);
    EXPECT_EQ(aclrtAllocatorSetAllocFuncToDesc(desc, allocate), ACL_SUCCESS);
    EXPECT_EQ(aclrtAllocatorSetFreeFuncToDesc(desc, release), ACL_SUCCESS);
    EXPECT_EQ(aclrtAllocatorSetGetAddrFromBlockFuncToDesc(desc, addressOf), ACL_SUCCESS);
    EXPECT_EQ(aclrtAllocatorRegister(stream, desc), ACL_SUCCESS) << messages();
    aclrtAllocatorDesc foundDesc = nullptr;
    aclrtAllocator found = nullptr;
    aclrtAllocatorAllocFunc alloc = nullptr;
    aclrtAllocatorFreeFunc free = nullptr;
    aclrtAllocatorAllocAdviseFunc advise = allocateAdvised;
    aclrtAllocatorGetAddrFromBlockFunc address = nullptr;
    const auto get = [&](aclrtStream of) {
        return aclrtAllocatorGetByStream(of, &foundDesc, &found, &alloc, &free, &advise, &address);
    };
    EXPECT_EQ(get(stream), ACL_SUCCESS) << messages();
    EXPECT_EQ(foundDesc, desc);
    EXPECT_EQ(found, &object);
    EXPECT_EQ(alloc, allocate);
    EXPECT_EQ(free, release);
    EXPECT_EQ(advise, nullptr) << "optional";
    EXPECT_EQ(address, addressOf);
    EXPECT_EQ(aclrtAllocatorSetAllocAdviseFuncToDesc(desc, allocateAdvised), ACL_SUCCESS);
    EXPECT_EQ(aclrtAllocatorRegister(stream, desc), ACL_SUCCESS) << "the last registration counts";
    EXPECT_EQ(get(stream), ACL_SUCCESS);
    EXPECT_EQ(advise, allocateAdvised);
    EXPECT_EQ(aclrtAllocatorUnregister(stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtAllocatorUnregister(stream), ACL_SUCCESS);
    expectError(get(stream), ACL_ERROR_INVALID_PARAM, {"no allocator"});
    EXPECT_EQ(aclrtAllocatorRegister(stream, desc), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
    expectError(get(stream), ACL_ERROR_INVALID_PARAM, {"no allocator"});
    expectError(get(nullptr), ACL_ERROR_INVALID_PARAM, {"stream is null"});
    expectError(aclrtAllocatorRegister(nullptr, desc), ACL_ERROR_INVALID_PARAM, {"stream is null"});
    expectError(aclrtAllocatorUnregister(nullptr), ACL_ERROR_INVALID_PARAM, {"stream is null"});
    expectError(aclrtAllocatorGetByStream(newStream(), nullptr, &found, &alloc, &free, &advise, &address),
                ACL_ERROR_INVALID_PARAM, {"allocatorDesc is null"});
    expectError(aclrtAllocatorSetObjToDesc(desc, nullptr), ACL_ERROR_INVALID_PARAM, {"allocator is null"});
    expectError(aclrtAllocatorSetAllocFuncToDesc(desc, nullptr), ACL_ERROR_INVALID_PARAM, {"func is null"});
    expectError(aclrtAllocatorSetFreeFuncToDesc(desc, nullptr), ACL_ERROR_INVALID_PARAM, {"func is null"});
    expectError(aclrtAllocatorSetAllocAdviseFuncToDesc(desc, nullptr), ACL_ERROR_INVALID_PARAM, {"func is null"});
    expectError(aclrtAllocatorSetGetAddrFromBlockFuncToDesc(desc, nullptr), ACL_ERROR_INVALID_PARAM, {"func is null"});
    EXPECT_EQ(aclrtAllocatorDestroyDesc(desc), ACL_SUCCESS);
    expectError(aclrtAllocatorDestroyDesc(desc), ACL_ERROR_RT_INVALID_HANDLE, {"destroyed"});
}

TEST_F(Memory2, MappingsWithoutAccess) {
    constexpr size_t kBytes = size_t{2} << 20;
    aclrtPhysicalMemProp prop{};
    prop.location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
    aclrtDrvMemHandle handle = nullptr;
    void* address = nullptr;
    size_t before = 0;
    size_t after = 0;
    size_t total = 0;
    ASSERT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &before, &total), ACL_SUCCESS);
    ASSERT_EQ(aclrtMallocPhysical(&handle, kBytes, &prop, 0), ACL_SUCCESS);
    ASSERT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &after, &total), ACL_SUCCESS);
    EXPECT_EQ(before - after, kBytes) << "physical memory counts";
    aclrtDrvMemHandle more = nullptr;
    expectError(aclrtMallocPhysical(&more, total, &prop, 0), ACL_ERROR_RT_MEMORY_ALLOCATION, {"bytes free"});
    ASSERT_EQ(aclrtReserveMemAddress(&address, kBytes, 0, nullptr, 0), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemMapNoAccess(address, kBytes, 0, handle, 0), ACL_SUCCESS) << messages();
    aclrtMemLocation location{0, ACL_MEM_LOCATION_TYPE_DEVICE};
    uint64_t flag = 99;
    EXPECT_EQ(aclrtMemGetAccess(address, &location, &flag), ACL_SUCCESS);
    EXPECT_EQ(flag, ACL_RT_MEM_ACCESS_FLAGS_NONE);
    ASSERT_EQ(launchAdd(static_cast<uint32_t*>(address), 1, nullptr), ACL_SUCCESS);
    expectError(aclrtSynchronizeStream(nullptr), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    aclrtMemAccessDesc desc{ACL_RT_MEM_ACCESS_FLAGS_READWRITE, location, {}};
    EXPECT_EQ(aclrtMemSetAccess(address, kBytes, &desc, 1), ACL_SUCCESS) << messages();
    EXPECT_EQ(aclrtMemGetAccess(address, &location, &flag), ACL_SUCCESS);
    EXPECT_EQ(flag, ACL_RT_MEM_ACCESS_FLAGS_READWRITE);
    ASSERT_EQ(launchAdd(static_cast<uint32_t*>(address), 1, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    location.id = 1;
    EXPECT_EQ(aclrtMemGetAccess(address, &location, &flag), ACL_SUCCESS);
    EXPECT_EQ(flag, ACL_RT_MEM_ACCESS_FLAGS_NONE) << "another device";
    expectError(aclrtMemGetAccess(nullptr, &location, &flag), ACL_ERROR_INVALID_PARAM, {"virPtr is null"});
    expectError(aclrtMemGetAccess(address, nullptr, &flag), ACL_ERROR_INVALID_PARAM, {"location is null"});
    expectError(aclrtMemGetAccess(address, &location, nullptr), ACL_ERROR_INVALID_PARAM, {"flag is null"});
    expectError(aclrtMemGetAccess(&flag, &location, &flag), ACL_ERROR_RT_PARAM_INVALID, {"mapping"});
    expectError(aclrtMemMapNoAccess(nullptr, kBytes, 0, handle, 0), ACL_ERROR_INVALID_PARAM, {"virPtr is null"});
    expectError(aclrtMemMapNoAccess(address, kBytes, 1, handle, 0), ACL_ERROR_INVALID_PARAM, {"offset is 1"});
    expectError(aclrtMemMapNoAccess(address, 64, 0, handle, 0), ACL_ERROR_INVALID_PARAM, {"size is 64"});
    EXPECT_EQ(aclrtUnmapMem(address), ACL_SUCCESS);
    EXPECT_EQ(aclrtReleaseMemAddress(address), ACL_SUCCESS);
    expectError(aclrtMemMapSetLink(nullptr, ACL_RT_MEM_ACCESS_LINK_SIO), ACL_ERROR_INVALID_PARAM, {"handle is null"});
    expectError(aclrtMemMapSetLink(handle, ACL_RT_MEM_ACCESS_LINK_SIO), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    expectError(aclrtMemMapSetLink(handle, static_cast<aclrtMemLinkType>(4)), ACL_ERROR_RT_LINK_TYPE_NOT_SUPPORTED);
    EXPECT_EQ(aclrtFreePhysical(handle), ACL_SUCCESS);
    ASSERT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &after, &total), ACL_SUCCESS);
    EXPECT_EQ(after, before);
    expectError(aclrtReserveMemAddressNoUCMemory(&address, 1, 0, nullptr, 0), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    expectError(aclrtReserveMemAddressNoUCMemory(nullptr, 1, 0, nullptr, 0), ACL_ERROR_INVALID_PARAM);
    expectError(aclrtReserveMemAddressNoUCMemory(&address, 0, 0, nullptr, 0), ACL_ERROR_INVALID_PARAM);
    expectError(aclrtMemMapSelectedLink(&flag, 1, &flag, 0), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    expectError(aclrtMemMapSelectedLink(nullptr, 1, &flag, 0), ACL_ERROR_INVALID_PARAM, {"virPtrDst is null"});
    expectError(aclrtMemMapSelectedLink(&flag, 1, &flag, 2), ACL_ERROR_INVALID_PARAM, {"linkIdx is 2"});
}

}  // namespace
}  // namespace acc::test
