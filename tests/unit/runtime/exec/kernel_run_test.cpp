// SPDX-License-Identifier: Apache-2.0
#include "runtime/exec/kernel_run.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "runtime/base/soc.h"
#include "runtime/core/stream.h"
#include "runtime/exec/pool.h"
#include "tests/support/kernels.h"

namespace acc::rt::exec {
namespace {

using acc::test::launchOf;
using acc::test::makeKernel;
using core::Stream;

struct VisitArgs {
    std::atomic<uint32_t>* visits;  // [core type][block * 2 + sub block]
    uint32_t stride;
};
void visit(const void* args) {
    const auto& a = *static_cast<const VisitArgs*>(args);
    const Block& block = currentBlock();
    a.visits[block.coreType * a.stride + block.blockIdx * 2 + block.subBlockIdx].fetch_add(1);
}

TEST(KernelRun, EveryBlockRunsExactlyOnce) {
    const AccKernel kernel = makeKernel("visit", &visit, sizeof(VisitArgs));
    for (uint32_t blocks : {1u, 2u, 7u, 48u, 49u, 1000u, 65535u}) {
        std::vector<std::atomic<uint32_t>> visits(4 * blocks);
        Stream stream(0);
        stream.launch(launchOf(kernel, blocks, VisitArgs{visits.data(), 2 * blocks}));
        ASSERT_TRUE(stream.synchronize().ok());
        for (uint32_t i = 0; i < 2 * blocks; ++i) {
            ASSERT_EQ(visits[i], 0u) << "cube core of a vector kernel";
            ASSERT_EQ(visits[2 * blocks + i], i % 2 == 0 ? 1u : 0u) << "block " << i / 2 << " of " << blocks;
        }
    }
}

TEST(KernelRun, MixedBlocksRunOnTheirCubeAndVectorCores) {
    struct Shape {
        uint8_t cube;
        uint8_t vector;
    };
    for (Shape shape : {Shape{1, 0}, Shape{0, 1}, Shape{1, 1}, Shape{1, 2}}) {
        const AccKernel kernel = makeKernel("visit", &visit, sizeof(VisitArgs), shape.cube, shape.vector);
        constexpr uint32_t kBlocks = 20;
        std::vector<std::atomic<uint32_t>> visits(4 * kBlocks);
        Stream stream(0);
        stream.launch(launchOf(kernel, kBlocks, VisitArgs{visits.data(), 2 * kBlocks}));
        ASSERT_TRUE(stream.synchronize().ok());
        for (uint32_t i = 0; i < 2 * kBlocks; ++i) {
            EXPECT_EQ(visits[i], i % 2 < shape.cube ? 1u : 0u);
            EXPECT_EQ(visits[2 * kBlocks + i], i % 2 < shape.vector ? 1u : 0u);
        }
    }
}

TEST(KernelRun, CoresHaveTheirOwnMemories) {
    const AccKernel kernel = makeKernel(
        "memories",
        [](const void*) {
            const Block& block = currentBlock();
            const SocInfo& info = soc();
            const bool vector = block.coreType == ACC_CORE_VECTOR;
            const uint32_t sizes[] = {
                0, info.ubBytes, info.l1Bytes, info.l0aBytes, info.l0bBytes, info.l0cBytes, info.btBytes, info.fbBytes};
            for (uint32_t memory = 0; memory < ACC_MEM_COUNT; ++memory) {
                const bool present = memory != ACC_MEM_GM && (memory == ACC_MEM_UB) == vector;
                if (block.memoryBytes[memory] != (present ? sizes[memory] : 0) ||
                    (block.memory[memory] != nullptr) != present) {
                    raise({"TEST", 0, "wrong memory", nullptr});
                }
                if (present) {
                    block.memory[memory][0] = 1;
                    block.memory[memory][sizes[memory] - 1] = 1;
                }
            }
            syncAll(currentBlock(), true, nullptr);  // all cores are alive together, so memories must be distinct
        },
        0, 1, 2);
    Stream stream(0);
    stream.launch(launchOf(kernel, 24));
    EXPECT_TRUE(stream.synchronize().ok());
}

struct BarrierArgs {
    std::atomic<uint32_t>* arrived;
    std::atomic<uint32_t>* early;
    uint32_t rounds;
};
void barrierRounds(const void* args) {
    const auto& a = *static_cast<const BarrierArgs*>(args);
    Block& block = currentBlock();
    for (uint32_t round = 1; round <= a.rounds; ++round) {
        a.arrived->fetch_add(1);
        syncAll(block, false, nullptr);
        if (a.arrived->load() < round * block.blockNum) {
            a.early->fetch_add(1);
        }
        syncAll(block, false, nullptr);
    }
}

TEST(KernelRun, SyncAllHoldsEveryBlockUntilTheLastArrives) {
    const AccKernel kernel = makeKernel("barrier", &barrierRounds, sizeof(BarrierArgs));
    for (uint32_t blocks : {1u, 2u, 13u, 48u}) {
        std::atomic<uint32_t> arrived{0};
        std::atomic<uint32_t> early{0};
        Stream stream(0);
        stream.launch(launchOf(kernel, blocks, BarrierArgs{&arrived, &early, 25}));
        ASSERT_TRUE(stream.synchronize().ok());
        EXPECT_EQ(arrived, blocks * 25);
        EXPECT_EQ(early, 0u);
    }
}

TEST(KernelRun, SyncAllOfMoreBlocksThanCoresIsAnError) {
    const AccKernel kernel = makeKernel("too_many", [](const void*) { syncAll(currentBlock(), false, nullptr); });
    Stream stream(0);
    stream.launch(launchOf(kernel, 49));
    const Status status = stream.synchronize();
    EXPECT_EQ(status.code(), 507035);
    EXPECT_NE(
        status.message().find("MODE: SyncAll: numBlocks is 49, but only 48 blocks of this kernel fit on the device "
                              "at once: the others could never arrive"),
        std::string::npos)
        << status.message();
}

TEST(KernelRun, ABlockThatNeverArrivesIsADeadlockAndNotAHang) {
    const AccKernel kernel = makeKernel("deadlock", [](const void*) {
        if (currentBlock().blockIdx != 3) {
            syncAll(currentBlock(), false, nullptr);
        }
    });
    Stream stream(0);
    for (int round = 0; round < 20; ++round) {
        stream.launch(launchOf(kernel, 8));
        const Status status = stream.synchronize();
        EXPECT_EQ(status.code(), 507035);
        EXPECT_NE(
            status.message().find("kernel deadlock failed: DEADLOCK: 7 of 8 cores wait and no other can wake them"),
            std::string::npos)
            << status.message();
        EXPECT_NE(status.message().find("waits in SyncAll"), std::string::npos);
        EXPECT_NE(status.message().find("and 3 more"), std::string::npos);
    }
}

// Blocks up to the core count are resident together: they may wait for each other by polling memory.
TEST(KernelRun, ResidentBlocksMayPollForEachOther) {
    struct PollArgs {
        std::atomic<uint32_t>* arrived;
    };
    const AccKernel kernel = makeKernel(
        "poll",
        [](const void* args) {
            const auto& a = *static_cast<const PollArgs*>(args);
            a.arrived->fetch_add(1);
            while (a.arrived->load() < currentBlock().blockNum) {
                std::this_thread::yield();
            }
        },
        sizeof(PollArgs));
    std::atomic<uint32_t> arrived{0};
    Stream stream(0);
    stream.launch(launchOf(kernel, 12, PollArgs{&arrived}));
    EXPECT_TRUE(stream.synchronize().ok());
    EXPECT_EQ(arrived, 12u);
}

// Workers without work sleep although the kernel is not over.
TEST(KernelRun, NothingWaitsForWorkersOnceAllBlocksRun) {
    struct Args {
        std::atomic<uint32_t>* running;
        std::atomic<bool>* end;
    };
    const AccKernel kernel = makeKernel(
        "hold",
        [](const void* args) {
            const auto& a = *static_cast<const Args*>(args);
            a.running->fetch_add(1);
            a.running->notify_one();
            a.end->wait(false);
        },
        sizeof(Args));
    std::atomic<uint32_t> running{0};
    std::atomic<bool> end{false};
    Stream stream(0);
    stream.launch(launchOf(kernel, 2, Args{&running, &end}));
    for (uint32_t seen = running; seen < 2; seen = running) {
        running.wait(seen);
    }
    EXPECT_FALSE(Pool::instance().workWaits());
    end = true;
    end.notify_all();
    EXPECT_TRUE(stream.synchronize().ok());
}

TEST(KernelRun, OutputOfBlocksAppearsInBlockOrder) {
    const AccKernel kernel = makeKernel("printer", [](const void*) {
        Block& block = currentBlock();
        for (int line = 0; line < 3; ++line) {
            print(block, fmt::format("{}.{}\n", block.blockIdx, line));
        }
    });
    std::string expected;
    for (int block = 0; block < 40; ++block) {
        for (int line = 0; line < 3; ++line) {
            expected += fmt::format("{}.{}\n", block, line);
        }
    }
    Stream stream(0);
    testing::internal::CaptureStdout();
    stream.launch(launchOf(kernel, 40));
    EXPECT_TRUE(stream.synchronize().ok());
    EXPECT_EQ(testing::internal::GetCapturedStdout(), expected);
}

TEST(KernelRun, WarningsAppearOncePerPlace) {
    const AccKernel kernel = makeKernel("warner", [](const void*) { warn("RANGE", nullptr, "odd length"); });
    Stream stream(0);
    testing::internal::CaptureStderr();
    stream.launch(launchOf(kernel, 40));
    EXPECT_TRUE(stream.synchronize().ok());
    const std::string text = testing::internal::GetCapturedStderr();
    EXPECT_EQ(text.find("warning: kernel warner"), text.rfind("warning: kernel warner")) << text;
    EXPECT_NE(text.find("RANGE: odd length"), std::string::npos) << text;
}

}  // namespace
}  // namespace acc::rt::exec
