// SPDX-License-Identifier: Apache-2.0
#include "runtime/mem/gm.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <thread>
#include <vector>

#include "runtime/base/soc.h"

namespace acc::rt::mem {
namespace {

uintptr_t address(const void* p) {
    return reinterpret_cast<uintptr_t>(p);
}

TEST(DeviceMemory, IsAlignedWritableAndKnown) {
    for (size_t size : {size_t{1}, size_t{511}, size_t{512}, size_t{4096}, size_t{4097}, size_t{3} << 20}) {
        void* block = allocateDevice(0, size);
        ASSERT_NE(block, nullptr);
        EXPECT_EQ(address(block) % kDeviceAlignment, 0u);
        std::memset(block, 0x5a, size);
        Allocation found;
        ASSERT_TRUE(find(address(block) + size - 1, &found));
        EXPECT_EQ(found.base, address(block));
        EXPECT_EQ(found.sizeBytes, size);
        EXPECT_EQ(found.kind, Kind::device);
        EXPECT_FALSE(find(address(block) + size, &found)) << size;
        EXPECT_TRUE(release(Kind::device, block));
        EXPECT_FALSE(find(address(block), &found));
    }
}

TEST(DeviceMemory, OnlyTheStartOfALiveBlockOfThatKindIsReleased) {
    char* block = static_cast<char*>(allocateDevice(0, 4096));
    EXPECT_FALSE(release(Kind::device, block + 64));
    EXPECT_FALSE(release(Kind::pinnedHost, block));
    EXPECT_TRUE(release(Kind::device, block));
    EXPECT_FALSE(release(Kind::device, block));
    EXPECT_FALSE(release(Kind::device, nullptr));
}

TEST(DeviceMemory, AccessibleExactlyWithTheDocumentedTrailingBytes) {
    char* block = static_cast<char*>(allocateDevice(0, 1000));
    EXPECT_TRUE(deviceAccessible(block, 1000));
    EXPECT_TRUE(deviceAccessible(block + 999, 1 + kTrailingBytes));
    EXPECT_FALSE(deviceAccessible(block + 999, 2 + kTrailingBytes));
    EXPECT_FALSE(deviceAccessible(block - 1, 1));
    EXPECT_FALSE(deviceAccessible(block, SIZE_MAX));
    EXPECT_TRUE(release(Kind::device, block));
    // What this thread remembers of the block must not outlive it.
    EXPECT_FALSE(deviceAccessible(block, 1));
}

TEST(DeviceMemory, HostMemoryIsNotForKernelsUnlessRegistered) {
    void* pinned = allocateHost(256);
    EXPECT_FALSE(deviceAccessible(pinned, 1));
    EXPECT_TRUE(release(Kind::pinnedHost, pinned));
    std::vector<char> plain(256);
    EXPECT_FALSE(deviceAccessible(plain.data(), 1));
    ASSERT_TRUE(enroll({address(plain.data()), plain.size(), Kind::registeredHost, 0}));
    EXPECT_TRUE(deviceAccessible(plain.data(), plain.size()));
    EXPECT_FALSE(enroll({address(plain.data()), plain.size(), Kind::registeredHost, 0}));
    EXPECT_TRUE(withdraw(address(plain.data())));
    EXPECT_FALSE(withdraw(address(plain.data())));
    EXPECT_FALSE(deviceAccessible(plain.data(), 1));
}

TEST(DeviceMemory, CapacityIsPerDeviceAndGivenBack) {
    size_t freeBefore = 0;
    size_t total = 0;
    usage(3, &freeBefore, &total);
    EXPECT_EQ(total, soc().memoryBytes);
    EXPECT_EQ(freeBefore, total);
    EXPECT_EQ(allocateDevice(3, total + 1), nullptr);
    void* half = allocateDevice(3, total / 2 + 1);  // address space only: nothing touches it
    ASSERT_NE(half, nullptr);
    EXPECT_EQ(allocateDevice(3, total / 2 + 1), nullptr);
    void* other = allocateDevice(4, total / 2 + 1);
    EXPECT_NE(other, nullptr);
    size_t freeNow = 0;
    usage(3, &freeNow, &total);
    EXPECT_EQ(freeNow, total - total / 2 - 1);
    releaseDevice(3);
    usage(3, &freeNow, &total);
    EXPECT_EQ(freeNow, total);
    EXPECT_FALSE(release(Kind::device, half));
    EXPECT_TRUE(release(Kind::device, other));
}

TEST(DeviceMemory, NearestNamesTheBlockBesideAnAddress) {
    char* block = static_cast<char*>(allocateDevice(0, 8192));
    Allocation found;
    ASSERT_TRUE(nearest(address(block) + 8192 + 100, &found));
    EXPECT_EQ(found.base, address(block));
    ASSERT_TRUE(nearest(address(block) - 1, &found));
    EXPECT_EQ(found.base, address(block));
    EXPECT_TRUE(release(Kind::device, block));
}

TEST(DeviceMemory, ManyThreadsAllocateLookUpAndFree) {
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t) {
        threads.emplace_back([&, t] {
            for (size_t i = 1; i <= 200; ++i) {
                const size_t size = i * 37 + static_cast<size_t>(t);
                void* block = allocateDevice(0, size);
                Allocation found;
                if (block == nullptr || !deviceAccessible(block, size) || !find(address(block), &found) ||
                    found.sizeBytes != size || !release(Kind::device, block) || deviceAccessible(block, 1)) {
                    ++wrong;
                }
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace acc::rt::mem
