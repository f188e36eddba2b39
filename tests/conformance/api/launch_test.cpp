// SPDX-License-Identifier: Apache-2.0
// Kernel launches.
#include <cstring>

#include "fixture.h"

namespace acc::test {
namespace {

class Launch : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        out = static_cast<uint32_t*>(newMemory(4096));
        std::memset(out, 0, 4096);
    }
    static aclError withCfg(aclrtLaunchKernelAttr* attributes, size_t count) {
        aclrtLaunchKernelCfg cfg = {attributes, count};
        return aclrtLaunchKernelWithHostArgs(emptyKernel(), 1, nullptr, &cfg, nullptr, 0, nullptr, 0);
    }
    uint32_t* out = nullptr;
};

TEST_F(Launch, HostArgumentsAreCopiedDuringTheCall) {
    aclrtStream stream = newStream();
    {
        Gate gate(stream);
        AddArgs args{out, 3};
        EXPECT_EQ(aclrtLaunchKernelWithHostArgs(addKernel(), 8, stream, nullptr, &args, sizeof(args), nullptr, 0),
                  ACL_SUCCESS)
            << messages();
        args = {nullptr, 0};
    }
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << messages();
    for (int block = 0; block < 8; ++block) {
        EXPECT_EQ(out[block], 3U);
    }
}

TEST_F(Launch, SizeWithoutPadding) {
    std::vector<std::byte> block(12);
    const AddArgs args{out, 3};
    std::memcpy(block.data(), &args, block.size());
    EXPECT_EQ(aclrtLaunchKernelWithHostArgs(addKernel(), 1, nullptr, nullptr, block.data(), 12, nullptr, 0),
              ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_EQ(out[0], 3U);
}

TEST_F(Launch, DeviceArgumentsAreReadWhenTheKernelRuns) {
    auto* args = static_cast<AddArgs*>(newMemory(sizeof(AddArgs)));
    *args = {out, 1};
    aclrtStream stream = newStream();
    {
        Gate gate(stream);
        EXPECT_EQ(aclrtLaunchKernel(addKernel(), 1, args, sizeof(*args), stream), ACL_SUCCESS) << messages();
        EXPECT_EQ(aclrtLaunchKernelV2(addKernel(), 1, args, sizeof(*args), nullptr, stream), ACL_SUCCESS);
        args->value = 10;
    }
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(out[0], 20U);
}

TEST_F(Launch, HostMemoryGivenAsDeviceArgumentsIsCopiedNow) {
    aclrtStream stream = newStream();
    {
        Gate gate(stream);
        AddArgs args{out, 1};
        EXPECT_EQ(aclrtLaunchKernel(addKernel(), 1, &args, sizeof(args), stream), ACL_SUCCESS) << messages();
        args.value = 10;
    }
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(out[0], 1U);
}

TEST_F(Launch, DeviceArgumentErrors) {
    auto* args = static_cast<AddArgs*>(newMemory(sizeof(AddArgs)));
    *args = {out, 1};
    expectError(aclrtLaunchKernel(addKernel(), 1, nullptr, 16, nullptr), ACL_ERROR_INVALID_PARAM, {"argsData is null"});
    expectError(aclrtLaunchKernel(addKernel(), 1, args, 8, nullptr), ACL_ERROR_INVALID_PARAM, {"argsSize is 8"});
    expectError(aclrtLaunchKernelV2(addKernel(), 0, args, 16, nullptr, nullptr), ACL_ERROR_INVALID_PARAM,
                {"numBlocks is 0"});
    ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
    expectError(aclrtLaunchKernel(addKernel(), 1, args, 16, nullptr), ACL_ERROR_INVALID_PARAM,
                {"device 0", "device 1"});
    EXPECT_EQ(aclrtResetDevice(1), ACL_SUCCESS);
    std::thread([&] {
        expectError(aclrtLaunchKernel(addKernel(), 1, args, 16, nullptr), ACL_ERROR_RT_CONTEXT_NULL);
        expectError(aclrtLaunchKernelV2(addKernel(), 1, args, 16, nullptr, nullptr), ACL_ERROR_RT_CONTEXT_NULL);
    }).join();
}

TEST_F(Launch, PlaceHoldersPointToTheDeviceCopy) {
    aclrtBinHandle binary = nullptr;
    aclrtFuncHandle sum = nullptr;
    ASSERT_EQ(aclrtBinaryLoadFromFile(ACC_TEST_BINARY, nullptr, &binary), ACL_SUCCESS) << messages();
    ASSERT_EQ(aclrtBinaryGetFunction(binary, "sum", &sum), ACL_SUCCESS);
    struct {
        const uint32_t* values;
        uint32_t* out;
        uint32_t count;
        uint32_t padding;
        uint32_t payload[4];
    } block{nullptr, out, 4, 0, {1, 2, 3, 4}};
    aclrtPlaceHolderInfo placeHolder = {0, 24};
    aclrtStream stream = newStream();
    auto launch = [&](size_t size) {
        return aclrtLaunchKernelWithHostArgs(sum, 1, stream, nullptr, &block, size, &placeHolder, 1);
    };
    {
        Gate gate(stream);
        EXPECT_EQ(launch(sizeof(block)), ACL_SUCCESS) << messages();
        block.payload[0] = 100;
    }
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << messages();
    EXPECT_EQ(out[0], 10U);
    placeHolder.addrOffset = 4;
    expectError(launch(sizeof(block)), ACL_ERROR_INVALID_PARAM, {"placeHolderArray[0]", "addrOffset 4"});
    placeHolder.addrOffset = 24;
    expectError(launch(sizeof(block)), ACL_ERROR_INVALID_PARAM, {"addrOffset 24"});
    placeHolder = {0, sizeof(block)};
    expectError(launch(sizeof(block)), ACL_ERROR_INVALID_PARAM, {"dataOffset 40"});
    placeHolder = {0, 24};
    expectError(launch(16), ACL_ERROR_INVALID_PARAM, {"argsSize is 16"});
    expectError(aclrtLaunchKernelWithHostArgs(sum, 1, stream, nullptr, &block, sizeof(block), nullptr, 1),
                ACL_ERROR_INVALID_PARAM, {"placeHolderArray is null"});
    EXPECT_EQ(aclrtBinaryUnLoad(binary), ACL_SUCCESS);
}

TEST_F(Launch, HostArgumentErrors) {
    AddArgs args{out, 1};
    auto launch = [&](uint32_t numBlocks, void* block, size_t size) {
        return aclrtLaunchKernelWithHostArgs(addKernel(), numBlocks, nullptr, nullptr, block, size, nullptr, 0);
    };
    expectError(launch(0, &args, 16), ACL_ERROR_INVALID_PARAM, {"numBlocks is 0, expected 1 to 65535"});
    expectError(launch(65536, &args, 16), ACL_ERROR_INVALID_PARAM, {"numBlocks is 65536"});
    expectError(launch(1, nullptr, 16), ACL_ERROR_INVALID_PARAM, {"hostArgs is null"});
    expectError(launch(1, &args, 8), ACL_ERROR_INVALID_PARAM, {"argsSize is 8, expected 12", "out@0:8 value@8:4"});
    expectError(launch(1, &args, 24), ACL_ERROR_INVALID_PARAM, {"argsSize is 24"});
    expectError(launch(1, &args, 0), ACL_ERROR_INVALID_PARAM, {"argsSize is 0"});
    std::thread([&] { expectError(launch(1, &args, 16), ACL_ERROR_RT_CONTEXT_NULL); }).join();
    EXPECT_EQ(out[0], 0U);
}

TEST_F(Launch, NumberOfBlocks) {
    EXPECT_EQ(launchNoArgs(emptyKernel(), nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtLaunchKernelWithHostArgs(emptyKernel(), 65535, nullptr, nullptr, nullptr, 0, nullptr, 0),
              ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtLaunchKernelWithHostArgs(mixKernel(), 24, nullptr, nullptr, nullptr, 0, nullptr, 0), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << messages();
    expectError(aclrtLaunchKernelWithHostArgs(mixKernel(), 25, nullptr, nullptr, nullptr, 0, nullptr, 0),
                ACL_ERROR_RT_PARAM_INVALID, {"numBlocks is 25, expected at most 24", "Ascend910B1"});
}

TEST_F(Launch, ArgumentArray) {
    uint32_t value = 5;
    void* args[] = {&out, &value};
    EXPECT_EQ(aclrtLaunchKernelWithArgsArray(reinterpret_cast<void*>(&addStub), 2, nullptr, nullptr, args), ACL_SUCCESS)
        << messages();
    EXPECT_EQ(aclrtLaunchKernelWithArgsArray(addKernel(), 2, nullptr, nullptr, args), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_EQ(out[1], 10U);
    EXPECT_EQ(aclrtLaunchKernelWithArgsArray(emptyKernel(), 1, nullptr, nullptr, nullptr), ACL_SUCCESS);
    expectError(aclrtLaunchKernelWithArgsArray(nullptr, 1, nullptr, nullptr, args), ACL_ERROR_INVALID_PARAM,
                {"func is null"});
    expectError(aclrtLaunchKernelWithArgsArray(&value, 1, nullptr, nullptr, args), ACL_ERROR_RT_INVALID_DEVICE_FUNCTION,
                {"no kernel of this program"});
    expectError(aclrtLaunchKernelWithArgsArray(addKernel(), 1, nullptr, nullptr, nullptr), ACL_ERROR_INVALID_PARAM,
                {"args is null"});
    args[1] = nullptr;
    expectError(aclrtLaunchKernelWithArgsArray(addKernel(), 1, nullptr, nullptr, args), ACL_ERROR_INVALID_PARAM,
                {"args[1] is null", "value"});
}

TEST_F(Launch, Attributes) {
    aclrtLaunchKernelAttr attributes[9] = {};
    const aclrtLaunchKernelAttrId ids[] = {
        ACL_RT_LAUNCH_KERNEL_ATTR_SCHEM_MODE,
        ACL_RT_LAUNCH_KERNEL_ATTR_DYN_UBUF_SIZE,
        ACL_RT_LAUNCH_KERNEL_ATTR_ENGINE_TYPE,
        ACL_RT_LAUNCH_KERNEL_ATTR_BLOCKDIM_OFFSET,
        ACL_RT_LAUNCH_KERNEL_ATTR_BLOCK_TASK_PREFETCH,
        ACL_RT_LAUNCH_KERNEL_ATTR_DATA_DUMP,
        ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT,
        ACL_RT_LAUNCH_KERNEL_ATTR_ENABLE_PROFILING,
    };
    for (size_t i = 0; i < std::size(ids); ++i) {
        attributes[i].id = ids[i];
    }
    attributes[0].value.schemMode = 1;
    EXPECT_EQ(withCfg(attributes, std::size(ids)), ACL_SUCCESS) << messages();
    EXPECT_EQ(withCfg(nullptr, 0), ACL_SUCCESS);
    attributes[8].id = ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT_US;
    expectError(withCfg(attributes, 9), ACL_ERROR_INVALID_PARAM, {"TIMEOUT and TIMEOUT_US"});
    attributes[0].value.schemMode = 2;
    expectError(withCfg(attributes, 1), ACL_ERROR_INVALID_PARAM, {"schemMode is 2"});
    attributes[0].id = static_cast<aclrtLaunchKernelAttrId>(10);
    expectError(withCfg(attributes, 1), ACL_ERROR_INVALID_PARAM, {"cfg->attrs[0].id is 10"});
    expectError(withCfg(nullptr, 1), ACL_ERROR_INVALID_PARAM, {"attrs is null"});
    attributes[1].value.dynUBufSize = 192 * 1024;
    EXPECT_EQ(withCfg(attributes + 1, 1), ACL_SUCCESS);
    attributes[1].value.dynUBufSize = 192 * 1024 + 1;
    expectError(withCfg(attributes + 1, 1), ACL_ERROR_RT_PARAM_INVALID,
                {"dynUBufSize is 196609, expected at most 196608"});
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
}

TEST_F(Launch, LastErrorShowsAFailedSubmission) {
    EXPECT_NE(aclrtLaunchKernelWithHostArgs(nullptr, 1, nullptr, nullptr, nullptr, 0, nullptr, 0), ACL_SUCCESS);
    EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_RT_INVALID_HANDLE);
}

TEST_F(Launch, HardwareSyncAddress) {
    void* first = nullptr;
    void* second = nullptr;
    EXPECT_EQ(aclrtGetHardwareSyncAddr(&first), ACL_SUCCESS);
    EXPECT_EQ(aclrtGetHardwareSyncAddr(&second), ACL_SUCCESS);
    EXPECT_EQ(first, second);
    aclrtPtrAttributes attributes{};
    EXPECT_EQ(aclrtPointerGetAttributes(first, &attributes), ACL_SUCCESS);
    EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_DEVICE);
    expectError(aclrtGetHardwareSyncAddr(nullptr), ACL_ERROR_INVALID_PARAM, {"addr is null"});
    std::thread([&] { expectError(aclrtGetHardwareSyncAddr(&first), ACL_ERROR_RT_CONTEXT_NULL); }).join();
}

}  // namespace
}  // namespace acc::test
