// SPDX-License-Identifier: Apache-2.0
// Virtual memory.
#include <cstring>

#include "fixture.h"

namespace acc::test {
namespace {

class VirtualMemory : public ApiTest {
protected:
    static constexpr size_t kBytes = size_t{2} << 20;
    static aclrtPhysicalMemProp properties() {
        aclrtPhysicalMemProp prop{};
        prop.handleType = ACL_MEM_HANDLE_TYPE_NONE;
        prop.allocationType = ACL_MEM_ALLOCATION_TYPE_PINNED;
        prop.memAttr = ACL_HBM_MEM_HUGE;
        prop.location = {0, ACL_MEM_LOCATION_TYPE_DEVICE};
        return prop;
    }
    static aclrtDrvMemHandle newPhysical(size_t bytes = kBytes) {
        const aclrtPhysicalMemProp prop = properties();
        aclrtDrvMemHandle handle = nullptr;
        EXPECT_EQ(aclrtMallocPhysical(&handle, bytes, &prop, 0), ACL_SUCCESS) << messages();
        return handle;
    }
    static char* reserve(size_t bytes = kBytes) {
        void* address = nullptr;
        EXPECT_EQ(aclrtReserveMemAddress(&address, bytes, 0, nullptr, 0), ACL_SUCCESS) << messages();
        return static_cast<char*>(address);
    }
};

TEST_F(VirtualMemory, MapUseUnmap) {
    char* address = reserve();
    aclrtDrvMemHandle physical = newPhysical();
    ASSERT_EQ(aclrtMapMem(address, kBytes, 0, physical, 0), ACL_SUCCESS) << messages();
    auto* out = reinterpret_cast<uint32_t*>(address);
    EXPECT_EQ(aclrtMemset(address, kBytes, 0, kBytes), ACL_SUCCESS);
    ASSERT_EQ(launchAdd(out, 5, nullptr, 4), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << messages();
    EXPECT_EQ(out[3], 5U);
    aclrtPtrAttributes attributes{};
    EXPECT_EQ(aclrtPointerGetAttributes(address, &attributes), ACL_SUCCESS);
    EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_DEVICE);
    EXPECT_EQ(aclrtUnmapMem(address), ACL_SUCCESS);
    EXPECT_EQ(aclrtPointerGetAttributes(address, &attributes), ACL_SUCCESS);
    EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_UNREGISTERED);
    EXPECT_EQ(aclrtFreePhysical(physical), ACL_SUCCESS);
    EXPECT_EQ(aclrtReleaseMemAddress(address), ACL_SUCCESS);
}

TEST_F(VirtualMemory, ContentsBelongToThePhysicalBlock) {
    char* address = reserve(2 * kBytes);
    aclrtDrvMemHandle physical = newPhysical();
    ASSERT_EQ(aclrtMapMem(address, kBytes, 0, physical, 0), ACL_SUCCESS);
    ASSERT_EQ(aclrtMapMem(address + kBytes, kBytes, 0, physical, 0), ACL_SUCCESS) << "a block may be mapped twice";
    std::strcpy(address, "hello");
    EXPECT_STREQ(address + kBytes, "hello");
    ASSERT_EQ(aclrtUnmapMem(address), ACL_SUCCESS);
    EXPECT_EQ(aclrtFreePhysical(physical), ACL_SUCCESS) << "the block stays while it is mapped";
    EXPECT_STREQ(address + kBytes, "hello");
    expectError(aclrtMapMem(address, kBytes, 0, physical, 0), ACL_ERROR_RT_INVALID_HANDLE);
    EXPECT_EQ(aclrtUnmapMem(address + kBytes), ACL_SUCCESS);
    EXPECT_EQ(aclrtReleaseMemAddress(address), ACL_SUCCESS);
}

TEST_F(VirtualMemory, RetainedHandles) {
    char* address = reserve();
    aclrtDrvMemHandle physical = newPhysical();
    ASSERT_EQ(aclrtMapMem(address, kBytes, 0, physical, 0), ACL_SUCCESS);
    aclrtDrvMemHandle again = nullptr;
    EXPECT_EQ(aclrtMemRetainAllocationHandle(address + 100, &again), ACL_SUCCESS);
    EXPECT_EQ(again, physical);
    EXPECT_EQ(aclrtFreePhysical(physical), ACL_SUCCESS);
    aclrtPhysicalMemProp prop{};
    EXPECT_EQ(aclrtMemGetAllocationPropertiesFromHandle(again, &prop), ACL_SUCCESS) << "one reference is left";
    EXPECT_EQ(prop.memAttr, ACL_HBM_MEM_HUGE);
    EXPECT_EQ(prop.location.type, ACL_MEM_LOCATION_TYPE_DEVICE);
    EXPECT_EQ(aclrtFreePhysical(again), ACL_SUCCESS);
    expectError(aclrtFreePhysical(again), ACL_ERROR_RT_INVALID_HANDLE, {"handle is"});
    expectError(aclrtMemRetainAllocationHandle(nullptr, &again), ACL_ERROR_INVALID_PARAM, {"virPtr is null"});
    expectError(aclrtMemRetainAllocationHandle(address, nullptr), ACL_ERROR_INVALID_PARAM, {"handle is null"});
    expectError(aclrtMemRetainAllocationHandle(&prop, &again), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(aclrtUnmapMem(address), ACL_SUCCESS);
    EXPECT_EQ(aclrtReleaseMemAddress(address), ACL_SUCCESS);
}

TEST_F(VirtualMemory, ReserveErrors) {
    void* address = nullptr;
    expectError(aclrtReserveMemAddress(nullptr, kBytes, 0, nullptr, 0), ACL_ERROR_INVALID_PARAM, {"virPtr is null"});
    expectError(aclrtReserveMemAddress(&address, 0, 0, nullptr, 0), ACL_ERROR_INVALID_PARAM, {"size is 0"});
    expectError(aclrtReserveMemAddress(&address, kBytes, 64, nullptr, 0), ACL_ERROR_INVALID_PARAM, {"alignment is 64"});
    expectError(aclrtReserveMemAddress(&address, kBytes, 0, &address, 0), ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                {"expectPtr"});
    expectError(aclrtReserveMemAddress(&address, kBytes, 0, nullptr, 1), ACL_ERROR_INVALID_PARAM, {"flags is 1"});
    expectError(aclrtReserveMemAddress(&address, SIZE_MAX - 4096, 0, nullptr, 0), ACL_ERROR_RT_MEMORY_ALLOCATION);
    EXPECT_EQ(address, nullptr);
    expectError(aclrtReleaseMemAddress(nullptr), ACL_ERROR_INVALID_PARAM, {"virPtr is null"});
    expectError(aclrtReleaseMemAddress(&address), ACL_ERROR_RT_PARAM_INVALID, {"aclrtReserveMemAddress"});
}

TEST_F(VirtualMemory, ReleaseNeedsUnmap) {
    char* address = reserve();
    aclrtDrvMemHandle physical = newPhysical();
    ASSERT_EQ(aclrtMapMem(address, kBytes, 0, physical, 0), ACL_SUCCESS);
    expectError(aclrtReleaseMemAddress(address), ACL_ERROR_RT_PARAM_INVALID, {"aclrtUnmapMem"});
    expectError(aclrtFree(address), ACL_ERROR_RT_PARAM_INVALID, {"aclrtMapMem"});
    EXPECT_EQ(aclrtUnmapMem(address), ACL_SUCCESS);
    EXPECT_EQ(aclrtReleaseMemAddress(address), ACL_SUCCESS);
    expectError(aclrtReleaseMemAddress(address), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(aclrtFreePhysical(physical), ACL_SUCCESS);
}

TEST_F(VirtualMemory, PhysicalErrors) {
    aclrtPhysicalMemProp prop = properties();
    aclrtDrvMemHandle handle = nullptr;
    expectError(aclrtMallocPhysical(nullptr, kBytes, &prop, 0), ACL_ERROR_INVALID_PARAM, {"handle is null"});
    expectError(aclrtMallocPhysical(&handle, 0, &prop, 0), ACL_ERROR_INVALID_PARAM, {"size is 0"});
    expectError(aclrtMallocPhysical(&handle, kBytes, nullptr, 0), ACL_ERROR_INVALID_PARAM, {"prop is null"});
    expectError(aclrtMallocPhysical(&handle, kBytes, &prop, 1), ACL_ERROR_INVALID_PARAM, {"flags is 1"});
    prop.handleType = ACL_MEM_HANDLE_TYPE_POSIX;
    expectError(aclrtMallocPhysical(&handle, kBytes, &prop, 0), ACL_ERROR_INVALID_PARAM, {"handleType 2"});
    prop = properties();
    prop.location.type = ACL_MEM_LOCATION_TYPE_MANAGED;
    expectError(aclrtMallocPhysical(&handle, kBytes, &prop, 0), ACL_ERROR_INVALID_PARAM, {"location.type is 3"});
    prop = properties();
    prop.location.id = 7;
    expectError(aclrtMallocPhysical(&handle, kBytes, &prop, 0), ACL_ERROR_RT_INVALID_DEVICEID, {"location.id is 7"});
    EXPECT_EQ(handle, nullptr);
    prop = properties();
    prop.location.type = ACL_MEM_LOCATION_TYPE_HOST;
    EXPECT_EQ(aclrtMallocPhysical(&handle, kBytes, &prop, 0), ACL_SUCCESS);
    EXPECT_EQ(aclrtFreePhysical(handle), ACL_SUCCESS);
    expectError(aclrtMemGetAllocationPropertiesFromHandle(handle, &prop), ACL_ERROR_RT_INVALID_HANDLE);
    handle = newPhysical();
    expectError(aclrtMemGetAllocationPropertiesFromHandle(handle, nullptr), ACL_ERROR_INVALID_PARAM, {"prop is null"});
    EXPECT_EQ(aclrtFreePhysical(handle), ACL_SUCCESS);
}

TEST_F(VirtualMemory, MapErrors) {
    char* address = reserve(2 * kBytes);
    aclrtDrvMemHandle physical = newPhysical();
    expectError(aclrtMapMem(nullptr, kBytes, 0, physical, 0), ACL_ERROR_INVALID_PARAM, {"virPtr is null"});
    expectError(aclrtMapMem(address, kBytes, 1, physical, 0), ACL_ERROR_INVALID_PARAM, {"offset is 1"});
    expectError(aclrtMapMem(address, kBytes, 0, physical, 1), ACL_ERROR_INVALID_PARAM, {"flags is 1"});
    expectError(aclrtMapMem(address, kBytes / 2, 0, physical, 0), ACL_ERROR_INVALID_PARAM, {"size is 1048576"});
    expectError(aclrtMapMem(address + 2 * kBytes, kBytes, 0, physical, 0), ACL_ERROR_RT_PARAM_INVALID, {"reservation"});
    expectError(aclrtMapMem(address + kBytes + 4096, kBytes, 0, physical, 0), ACL_ERROR_RT_PARAM_INVALID);
    expectError(aclrtMapMem(address + 1, kBytes, 0, physical, 0), ACL_ERROR_RT_PARAM_INVALID, {"page-aligned"});
    int local = 0;
    expectError(aclrtMapMem(&local, kBytes, 0, physical, 0), ACL_ERROR_RT_PARAM_INVALID);
    ASSERT_EQ(aclrtMapMem(address, kBytes, 0, physical, 0), ACL_SUCCESS);
    expectError(aclrtMapMem(address + 4096, kBytes, 0, physical, 0), ACL_ERROR_RT_PARAM_INVALID, {"mapped already"});
    expectError(aclrtUnmapMem(nullptr), ACL_ERROR_INVALID_PARAM, {"virPtr is null"});
    expectError(aclrtUnmapMem(address + 4096), ACL_ERROR_RT_PARAM_INVALID, {"start of a mapping"});
    EXPECT_EQ(aclrtUnmapMem(address), ACL_SUCCESS);
    expectError(aclrtUnmapMem(address), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(aclrtFreePhysical(physical), ACL_SUCCESS);
    EXPECT_EQ(aclrtReleaseMemAddress(address), ACL_SUCCESS);
}

TEST_F(VirtualMemory, AccessAndGranularity) {
    char* address = reserve();
    aclrtDrvMemHandle physical = newPhysical();
    ASSERT_EQ(aclrtMapMem(address, kBytes, 0, physical, 0), ACL_SUCCESS);
    aclrtMemAccessDesc desc{};
    desc.flags = ACL_RT_MEM_ACCESS_FLAGS_READWRITE;
    desc.location = {0, ACL_MEM_LOCATION_TYPE_DEVICE};
    EXPECT_EQ(aclrtMemSetAccess(address, kBytes, &desc, 1), ACL_SUCCESS);
    expectError(aclrtMemSetAccess(address, kBytes / 2, &desc, 1), ACL_ERROR_RT_PARAM_INVALID);
    expectError(aclrtMemSetAccess(nullptr, kBytes, &desc, 1), ACL_ERROR_INVALID_PARAM, {"virPtr is null"});
    expectError(aclrtMemSetAccess(address, kBytes, nullptr, 1), ACL_ERROR_INVALID_PARAM, {"desc is null"});
    expectError(aclrtMemSetAccess(address, kBytes, &desc, 0), ACL_ERROR_INVALID_PARAM, {"count is 0"});
    desc.flags = ACL_RT_MEM_ACCESS_FLAGS_READ;
    expectError(aclrtMemSetAccess(address, kBytes, &desc, 1), ACL_ERROR_INVALID_PARAM, {"flags is 1"});
    EXPECT_EQ(aclrtUnmapMem(address), ACL_SUCCESS);
    EXPECT_EQ(aclrtFreePhysical(physical), ACL_SUCCESS);
    EXPECT_EQ(aclrtReleaseMemAddress(address), ACL_SUCCESS);
    aclrtPhysicalMemProp prop = properties();
    size_t granularity = 0;
    EXPECT_EQ(aclrtMemGetAllocationGranularity(&prop, ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM, &granularity), ACL_SUCCESS);
    EXPECT_EQ(granularity, kBytes);
    EXPECT_EQ(aclrtMemGetAllocationGranularity(&prop, ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED, &granularity),
              ACL_SUCCESS);
    expectError(aclrtMemGetAllocationGranularity(nullptr, ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM, &granularity),
                ACL_ERROR_INVALID_PARAM, {"prop is null"});
    expectError(aclrtMemGetAllocationGranularity(&prop, ACL_RT_MEM_ALLOC_GRANULARITY_UNDEF, &granularity),
                ACL_ERROR_INVALID_PARAM, {"option is"});
    expectError(aclrtMemGetAllocationGranularity(&prop, ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM, nullptr),
                ACL_ERROR_INVALID_PARAM, {"granularity is null"});
}

}  // namespace
}  // namespace acc::test
