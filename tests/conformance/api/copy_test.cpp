// SPDX-License-Identifier: Apache-2.0
// Copies and fills.
#include <cstring>
#include <numeric>

#include "fixture.h"

namespace acc::test {
namespace {

class Copy : public ApiTest {
protected:
    static constexpr size_t kBytes = 4096;
    void SetUp() override {
        ApiTest::SetUp();
        std::iota(host.begin(), host.end(), uint8_t{1});
        device = static_cast<uint8_t*>(newMemory(kBytes));
        pinned = static_cast<uint8_t*>(newPinned(kBytes));
        std::memset(device, 0, kBytes);
        std::memset(pinned, 0, kBytes);
    }
    void TearDown() override {
        ApiTest::TearDown();
        aclrtFreeHost(pinned);
    }
    std::vector<uint8_t> host = std::vector<uint8_t>(kBytes);
    uint8_t* device = nullptr;
    uint8_t* pinned = nullptr;
};

TEST_F(Copy, EveryDirectionFollowsTheAddresses) {
    void* other = newMemory(kBytes);
    EXPECT_EQ(aclrtMemcpy(device, kBytes, host.data(), kBytes, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemcpy(other, kBytes, device, kBytes, ACL_MEMCPY_DEVICE_TO_DEVICE), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemcpy(pinned, kBytes, other, kBytes, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS) << "kind is ignored";
    EXPECT_EQ(std::memcmp(pinned, host.data(), kBytes), 0);
    std::vector<uint8_t> back(kBytes);
    EXPECT_EQ(aclrtMemcpy(back.data(), kBytes, pinned, kBytes, ACL_MEMCPY_HOST_TO_HOST), ACL_SUCCESS);
    EXPECT_EQ(back, host);
    std::fill(back.begin(), back.end(), uint8_t{0});
    EXPECT_EQ(aclrtMemcpy(back.data(), kBytes, other, kBytes, ACL_MEMCPY_DEFAULT), ACL_SUCCESS);
    EXPECT_EQ(back, host);
}

TEST_F(Copy, NeedsNoContext) {
    std::thread([this] {
        EXPECT_EQ(aclrtMemcpy(device, kBytes, host.data(), kBytes, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    }).join();
}

TEST_F(Copy, CountZero) {
    EXPECT_EQ(aclrtMemcpy(nullptr, 0, nullptr, 0, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemcpyAsync(device, 0, pinned, 0, ACL_MEMCPY_HOST_TO_DEVICE, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemset(device, 0, 1, 0), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
}

TEST_F(Copy, Errors) {
    expectError(aclrtMemcpy(nullptr, kBytes, host.data(), 1, ACL_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_INVALID_PARAM,
                {"dst is null"});
    expectError(aclrtMemcpy(device, kBytes, nullptr, 1, ACL_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_INVALID_PARAM,
                {"src is null"});
    expectError(aclrtMemcpy(device, 15, host.data(), 16, ACL_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_INVALID_PARAM,
                {"count is 16", "destMax, which is 15"});
    expectError(aclrtMemcpy(device, kBytes, host.data(), 1, static_cast<aclrtMemcpyKind>(8)), ACL_ERROR_INVALID_PARAM,
                {"kind is 8"});
    expectError(aclrtMemcpy(device, kBytes, host.data(), 1, static_cast<aclrtMemcpyKind>(-1)), ACL_ERROR_INVALID_PARAM);
}

TEST_F(Copy, ALyingDestMaxIsFoundOut) {
    std::vector<uint8_t> big(2 * kBytes);
    expectError(aclrtMemcpy(device, 2 * kBytes, big.data(), 2 * kBytes, ACL_MEMCPY_HOST_TO_DEVICE),
                ACL_ERROR_INVALID_PARAM, {"dst is", "its block starts at"});
    expectError(aclrtMemcpy(big.data(), 2 * kBytes, device, 2 * kBytes, ACL_MEMCPY_DEVICE_TO_HOST),
                ACL_ERROR_INVALID_PARAM, {"src is"});
    expectError(aclrtMemcpy(pinned + 8, 2 * kBytes, host.data(), kBytes, ACL_MEMCPY_HOST_TO_HOST),
                ACL_ERROR_INVALID_PARAM);
    expectError(aclrtMemset(device + 1, 2 * kBytes, 0, kBytes + 64), ACL_ERROR_INVALID_PARAM, {"devPtr is"});
    expectError(aclrtMemcpyAsync(device, 2 * kBytes, pinned, 2 * kBytes, ACL_MEMCPY_HOST_TO_DEVICE, nullptr),
                ACL_ERROR_INVALID_PARAM);
}

TEST_F(Copy, OverlapMoves) {
    ASSERT_EQ(aclrtMemcpy(device, kBytes, host.data(), kBytes, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemcpy(device + 3, kBytes - 3, device, 1000, ACL_MEMCPY_DEVICE_TO_DEVICE), ACL_SUCCESS);
    EXPECT_EQ(std::memcmp(device + 3, host.data(), 1000), 0);
}

TEST_F(Copy, BetweenDevicesNeedsPeerAccess) {
    ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
    void* other = newMemory(kBytes);
    expectError(aclrtMemcpy(other, kBytes, device, kBytes, ACL_MEMCPY_DEVICE_TO_DEVICE), ACL_ERROR_INVALID_PARAM,
                {"device 1", "device 0", "aclrtDeviceEnablePeerAccess"});
    EXPECT_EQ(aclrtDeviceEnablePeerAccess(0, 0), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemcpy(other, kBytes, device, kBytes, ACL_MEMCPY_DEVICE_TO_DEVICE), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDevice(1), ACL_SUCCESS);
}

TEST_F(Copy, AsyncPinnedReturnsBeforeTheCopy) {
    aclrtStream stream = newStream();
    std::memcpy(pinned, host.data(), kBytes);
    Gate gate(stream);
    EXPECT_EQ(aclrtMemcpyAsync(device, kBytes, pinned, kBytes, ACL_MEMCPY_HOST_TO_DEVICE, stream), ACL_SUCCESS);
    EXPECT_EQ(device[0], 0) << "the stream is held";
    pinned[0] = 77;  // read when the task runs
    gate.open();
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(device[0], 77);
    EXPECT_EQ(std::memcmp(device + 1, host.data() + 1, kBytes - 1), 0);
}

TEST_F(Copy, AsyncPageableReturnsAfterTheCopy) {
    aclrtStream stream = newStream();
    auto* counter = static_cast<uint32_t*>(newMemory(4));
    *counter = 0;
    for (int i = 0; i < 50; ++i) {
        ASSERT_EQ(launchAdd(counter, 1, stream), ACL_SUCCESS);
    }
    uint32_t seen = 0;
    EXPECT_EQ(aclrtMemcpyAsync(&seen, 4, counter, 4, ACL_MEMCPY_DEVICE_TO_HOST, stream), ACL_SUCCESS);
    EXPECT_EQ(seen, 50U) << "after all earlier tasks of the stream";
    EXPECT_EQ(aclrtMemcpyAsync(device, kBytes, host.data(), kBytes, ACL_MEMCPY_HOST_TO_DEVICE, stream), ACL_SUCCESS);
    EXPECT_EQ(std::memcmp(device, host.data(), kBytes), 0);
}

TEST_F(Copy, AsyncThroughABufferFreesTheSourceAtOnce) {
    aclrtStream stream = newStream();
    Gate gate(stream);
    std::vector<uint8_t> copy = host;
    EXPECT_EQ(aclrtMemcpyAsync(device, kBytes, copy.data(), kBytes, ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE, stream),
              ACL_SUCCESS);
    std::fill(copy.begin(), copy.end(), uint8_t{0});
    EXPECT_EQ(device[0], 0);
    gate.open();
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(std::memcmp(device, host.data(), kBytes), 0);
}

TEST_F(Copy, AsyncErrors) {
    for (auto call : {aclrtMemcpyAsync, aclrtMemcpyAsyncWithCondition}) {
        expectError(call(pinned, kBytes, device, 1, ACL_MEMCPY_HOST_TO_HOST, nullptr), ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                    {"HOST_TO_HOST"});
        expectError(call(pinned, kBytes, host.data(), 1, ACL_MEMCPY_DEFAULT, nullptr), ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                    {"host memory"});
        expectError(call(nullptr, kBytes, pinned, 1, ACL_MEMCPY_HOST_TO_DEVICE, nullptr), ACL_ERROR_INVALID_PARAM);
        expectError(call(device, kBytes, nullptr, 1, ACL_MEMCPY_HOST_TO_DEVICE, nullptr), ACL_ERROR_INVALID_PARAM);
        expectError(call(device, 1, pinned, 2, ACL_MEMCPY_HOST_TO_DEVICE, nullptr), ACL_ERROR_INVALID_PARAM);
        expectError(call(device, 1, pinned, 1, static_cast<aclrtMemcpyKind>(9), nullptr), ACL_ERROR_INVALID_PARAM);
    }
    std::thread([this] {
        expectError(aclrtMemcpyAsync(device, 1, pinned, 1, ACL_MEMCPY_HOST_TO_DEVICE, nullptr),
                    ACL_ERROR_RT_CONTEXT_NULL);
    }).join();
}

TEST_F(Copy, MemoryFreedBeforeTheCopyRunsIsAnErrorOfTheStream) {
    aclrtStream stream = newStream();
    void* block = newMemory(64);
    Gate gate(stream);
    ASSERT_EQ(aclrtMemcpyAsync(block, 64, pinned, 64, ACL_MEMCPY_HOST_TO_DEVICE, stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtMemsetAsync(device, 64, 5, 64, stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtFree(block), ACL_SUCCESS);
    gate.open();
    expectError(aclrtSynchronizeStream(stream), ACL_ERROR_RT_SYS_DMA, {"freed before"});
    EXPECT_EQ(device[0], 5) << "later tasks ran";
}

TEST_F(Copy, TwoDimensional) {
    std::vector<uint8_t> rows(10 * 16);
    std::iota(rows.begin(), rows.end(), uint8_t{0});
    EXPECT_EQ(aclrtMemcpy2d(device, 32, rows.data(), 16, 12, 10, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    for (size_t row = 0; row < 10; ++row) {
        EXPECT_EQ(std::memcmp(device + row * 32, rows.data() + row * 16, 12), 0);
        EXPECT_EQ(device[row * 32 + 12], 0);
    }
    std::vector<uint8_t> back(10 * 12);
    EXPECT_EQ(aclrtMemcpy2d(back.data(), 12, device, 32, 12, 10, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    EXPECT_EQ(back[13], rows[17]);
    std::memcpy(pinned, rows.data(), rows.size());
    aclrtStream stream = newStream();
    EXPECT_EQ(aclrtMemcpy2dAsync(device, 64, pinned, 16, 16, 10, ACL_MEMCPY_HOST_TO_DEVICE, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemcpy2dAsync(device + 16, 64, device, 64, 16, 10, ACL_MEMCPY_DEVICE_TO_DEVICE, stream),
              ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(std::memcmp(device + 9 * 64 + 16, rows.data() + 9 * 16, 16), 0);
    std::vector<uint8_t> pageable(10 * 16);
    EXPECT_EQ(aclrtMemcpy2dAsync(pageable.data(), 16, device, 64, 16, 10, ACL_MEMCPY_DEVICE_TO_HOST, stream),
              ACL_SUCCESS);
    EXPECT_EQ(pageable, rows);
}

TEST_F(Copy, TwoDimensionalErrors) {
    expectError(aclrtMemcpy2d(nullptr, 32, pinned, 16, 8, 2, ACL_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_INVALID_PARAM,
                {"dst"});
    expectError(aclrtMemcpy2d(device, 32, nullptr, 16, 8, 2, ACL_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_INVALID_PARAM,
                {"src"});
    expectError(aclrtMemcpy2d(device, 32, pinned, 16, 0, 2, ACL_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_INVALID_PARAM,
                {"width"});
    expectError(aclrtMemcpy2d(device, 32, pinned, 16, 8, 0, ACL_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_INVALID_PARAM,
                {"height"});
    expectError(aclrtMemcpy2d(device, 32, pinned, 16, 17, 2, ACL_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_INVALID_PARAM,
                {"width is 17", "spitch, 16"});
    expectError(aclrtMemcpy2d(device, 16, pinned, 32, 17, 2, ACL_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_INVALID_PARAM);
    expectError(aclrtMemcpy2d(device, SIZE_MAX / 2, pinned, 16, 8, 4, ACL_MEMCPY_HOST_TO_DEVICE),
                ACL_ERROR_INVALID_PARAM);
    expectError(aclrtMemcpy2d(device, 1024, pinned, 16, 16, 100, ACL_MEMCPY_HOST_TO_DEVICE), ACL_ERROR_INVALID_PARAM,
                {"dst is"});
    expectError(aclrtMemcpy2d(device, 32, device, 16, 8, 2, ACL_MEMCPY_DEVICE_TO_DEVICE), ACL_ERROR_INVALID_PARAM,
                {"kind is 3"});
    expectError(aclrtMemcpy2dAsync(device, 32, pinned, 16, 8, 2, ACL_MEMCPY_HOST_TO_HOST, nullptr),
                ACL_ERROR_INVALID_PARAM, {"kind is 0"});
    expectError(aclrtMemcpy2dAsync(device, 6000000, pinned, 6000000, 5000001, 1, ACL_MEMCPY_HOST_TO_DEVICE, nullptr),
                ACL_ERROR_INVALID_PARAM);
}

TEST_F(Copy, Fills) {
    EXPECT_EQ(aclrtMemset(device, kBytes, 0x1AB, kBytes - 1), ACL_SUCCESS);
    EXPECT_EQ(device[0], 0xAB) << "the low byte counts";
    EXPECT_EQ(device[kBytes - 2], 0xAB);
    EXPECT_EQ(device[kBytes - 1], 0);
    EXPECT_EQ(aclrtMemset(pinned, kBytes, 3, kBytes), ACL_SUCCESS) << "host memory as well";
    EXPECT_EQ(pinned[9], 3);
    aclrtStream stream = newStream();
    {
        Gate gate(stream);
        EXPECT_EQ(aclrtMemsetAsync(device, kBytes, 9, kBytes, stream), ACL_SUCCESS);
        EXPECT_EQ(device[0], 0xAB);
    }
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(device[kBytes - 1], 9);
    EXPECT_EQ(aclrtMemsetD32(device, kBytes, 0x01020304, 3), ACL_SUCCESS);
    EXPECT_EQ(reinterpret_cast<uint32_t*>(device)[2], 0x01020304U);
    EXPECT_EQ(device[12], 9);
    EXPECT_EQ(aclrtMemsetD32Async(device, kBytes, 5, kBytes / 4, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(reinterpret_cast<uint32_t*>(device)[kBytes / 4 - 1], 5U);
    EXPECT_EQ(aclrtMemsetD32Async(pinned, kBytes, 6, 1, stream), ACL_SUCCESS);
    EXPECT_EQ(*reinterpret_cast<uint32_t*>(pinned), 6U) << "host memory: at once";
}

TEST_F(Copy, FillErrors) {
    expectError(aclrtMemset(nullptr, kBytes, 0, 1), ACL_ERROR_INVALID_PARAM, {"devPtr is null"});
    expectError(aclrtMemset(device, 8, 0, 9), ACL_ERROR_INVALID_PARAM, {"9 bytes", "maxCount, which is 8"});
    expectError(aclrtMemsetAsync(nullptr, kBytes, 0, 1, nullptr), ACL_ERROR_INVALID_PARAM, {"devPtr is null"});
    expectError(aclrtMemsetAsync(device, 8, 0, 9, nullptr), ACL_ERROR_INVALID_PARAM);
    expectError(aclrtMemsetD32(nullptr, 8, 0, 1), ACL_ERROR_INVALID_PARAM, {"ptr is null"});
    expectError(aclrtMemsetD32(device, 11, 0, 3), ACL_ERROR_INVALID_PARAM, {"memSize, which is 11"});
    expectError(aclrtMemsetD32(device, 8, 0, SIZE_MAX / 2), ACL_ERROR_INVALID_PARAM, {"N is"});
    expectError(aclrtMemsetD32(device + 1, 8, 0, 1), ACL_ERROR_RT_ADDR_UNALIGNED);
    expectError(aclrtMemsetD32Async(device, 7, 0, 2, nullptr), ACL_ERROR_INVALID_PARAM);
    std::thread([this] {
        expectError(aclrtMemsetAsync(device, 8, 0, 8, nullptr), ACL_ERROR_RT_CONTEXT_NULL);
        expectError(aclrtMemsetD32Async(device, 8, 0, 2, nullptr), ACL_ERROR_RT_CONTEXT_NULL);
    }).join();
}

class BatchCopy : public Copy {
protected:
    void SetUp() override {
        Copy::SetUp();
        std::memcpy(pinned, host.data(), kBytes);
        attribute.dstLoc = {0, ACL_MEM_LOCATION_TYPE_DEVICE};
        attribute.srcLoc = {0, ACL_MEM_LOCATION_TYPE_HOST};
        for (size_t i = 0; i < 4; ++i) {
            dsts[i] = device + i * 100;
            srcs[i] = pinned + i * 200;
            sizes[i] = 10 * (i + 1);
            destMaxs[i] = 100;
        }
    }
    aclError async(aclrtStream stream) {
        return aclrtMemcpyBatchAsync(dsts, destMaxs, srcs, sizes, 4, &attribute, &index, 1, &failIndex, stream);
    }
    void* dsts[4];
    void* srcs[4];
    size_t sizes[4];
    size_t destMaxs[4];
    aclrtMemcpyBatchAttr attribute{};
    size_t index = 0;
    size_t failIndex = 77;
};

TEST_F(BatchCopy, CopiesAllItems) {
    aclrtStream stream = newStream();
    {
        Gate gate(stream);
        EXPECT_EQ(async(stream), ACL_SUCCESS) << messages();
        sizes[0] = 0;  // the arrays are read during the call
        EXPECT_EQ(device[0], 0);
    }
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    for (size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(std::memcmp(device + i * 100, host.data() + i * 200, 10 * (i + 1)), 0);
    }
    EXPECT_EQ(failIndex, 77U) << "written on failure only";
    std::memset(device, 0, kBytes);
    EXPECT_EQ(aclrtMemcpyBatchAsyncV2(dsts, destMaxs, srcs, sizes, 4, &attribute, &index, 1, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(device[100], host[200]);
    std::memset(device, 0, kBytes);
    EXPECT_EQ(aclrtMemcpyBatch(dsts, destMaxs, srcs, sizes, 4, &attribute, &index, 1, &failIndex), ACL_SUCCESS);
    EXPECT_EQ(device[100], host[200]);
    std::memset(device, 0, kBytes);
    EXPECT_EQ(aclrtMemcpyBatchV2(dsts, destMaxs, srcs, sizes, 4, &attribute, &index, 1), ACL_SUCCESS);
    EXPECT_EQ(device[100], host[200]);
}

TEST_F(BatchCopy, PageableItemsMakeItSynchronous) {
    srcs[2] = host.data();
    EXPECT_EQ(async(nullptr), ACL_SUCCESS);
    EXPECT_EQ(std::memcmp(device + 200, host.data(), 30), 0);
}

TEST_F(BatchCopy, AttributesCoverRanges) {
    std::swap(dsts[2], srcs[2]);
    std::swap(dsts[3], srcs[3]);
    aclrtMemcpyBatchAttr attributes[2] = {attribute, attribute};
    std::swap(attributes[1].dstLoc, attributes[1].srcLoc);
    size_t indexes[2] = {0, 2};
    EXPECT_EQ(aclrtMemcpyBatch(dsts, destMaxs, srcs, sizes, 4, attributes, indexes, 2, &failIndex), ACL_SUCCESS)
        << messages();
    EXPECT_EQ(pinned[400], 0) << "copied from the device";
    expectError(aclrtMemcpyBatch(dsts, destMaxs, srcs, sizes, 4, attributes, indexes, 1, &failIndex),
                ACL_ERROR_INVALID_PARAM, {"item 2"});
    EXPECT_EQ(failIndex, 2U);
}

TEST_F(BatchCopy, ArrayErrors) {
    auto call = [&](void** d, size_t* m, void** s, size_t* z, size_t n, aclrtMemcpyBatchAttr* a, size_t* i, size_t k) {
        failIndex = 0;
        const aclError code = aclrtMemcpyBatchAsync(d, m, s, z, n, a, i, k, &failIndex, nullptr);
        EXPECT_EQ(failIndex, SIZE_MAX) << "no item is at fault";
        return code;
    };
    const aclError bad = ACL_ERROR_INVALID_PARAM;
    expectError(call(nullptr, destMaxs, srcs, sizes, 4, &attribute, &index, 1), bad, {"dsts is null"});
    expectError(call(dsts, nullptr, srcs, sizes, 4, &attribute, &index, 1), bad, {"destMaxs is null"});
    expectError(call(dsts, destMaxs, nullptr, sizes, 4, &attribute, &index, 1), bad, {"srcs is null"});
    expectError(call(dsts, destMaxs, srcs, nullptr, 4, &attribute, &index, 1), bad, {"sizes is null"});
    expectError(call(dsts, destMaxs, srcs, sizes, 0, &attribute, &index, 1), bad, {"numBatches is 0"});
    expectError(call(dsts, destMaxs, srcs, sizes, 4, nullptr, &index, 1), bad, {"attrs is null"});
    expectError(call(dsts, destMaxs, srcs, sizes, 4, &attribute, nullptr, 1), bad, {"attrsIndexes is null"});
    expectError(call(dsts, destMaxs, srcs, sizes, 4, &attribute, &index, 0), bad, {"numAttrs is 0"});
    expectError(call(dsts, destMaxs, srcs, sizes, 4, &attribute, &index, 5), bad, {"numAttrs is 5"});
    aclrtMemcpyBatchAttr attributes[2] = {attribute, attribute};
    for (std::vector<size_t> indexes : {std::vector<size_t>{1, 2}, {0, 0}, {0, 4}}) {
        expectError(call(dsts, destMaxs, srcs, sizes, 4, attributes, indexes.data(), 2), bad, {"attrsIndexes"});
    }
    expectError(aclrtMemcpyBatchAsync(dsts, destMaxs, srcs, sizes, 4, &attribute, &index, 1, nullptr, nullptr), bad,
                {"failIndex is null"});
    expectError(aclrtMemcpyBatch(dsts, destMaxs, srcs, sizes, 4, &attribute, &index, 1, nullptr), bad,
                {"failIndex is null"});
    expectError(aclrtMemcpyBatchV2(nullptr, destMaxs, srcs, sizes, 4, &attribute, &index, 1), bad);
    expectError(aclrtMemcpyBatchAsyncV2(nullptr, destMaxs, srcs, sizes, 4, &attribute, &index, 1, nullptr), bad);
}

TEST_F(BatchCopy, ItemErrors) {
    destMaxs[1] = 1;
    expectError(async(nullptr), ACL_ERROR_INVALID_PARAM, {"item 1", "count is 20"});
    EXPECT_EQ(failIndex, 1U);
    destMaxs[1] = 100;
    srcs[3] = nullptr;
    expectError(async(nullptr), ACL_ERROR_INVALID_PARAM, {"item 3", "src is null"});
    EXPECT_EQ(failIndex, 3U);
    srcs[3] = pinned;
    dsts[0] = pinned + 1024;
    expectError(async(nullptr), ACL_ERROR_INVALID_PARAM, {"item 0", "attrs"});
    EXPECT_EQ(failIndex, 0U);
    dsts[0] = device;
    attribute.dstLoc.id = 1;
    expectError(async(nullptr), ACL_ERROR_INVALID_PARAM, {"item 0"});
    EXPECT_EQ(device[0], 0) << "nothing was copied";
}

}  // namespace
}  // namespace acc::test
