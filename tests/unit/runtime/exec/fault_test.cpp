// SPDX-License-Identifier: Apache-2.0
// Faults of kernel code: reported with kernel, block and line, returned by the next synchronise, and contained.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "runtime/core/stream.h"
#include "runtime/mem/gm.h"
#include "tests/support/kernels.h"

namespace acc::rt::exec {
namespace {

using acc::test::launchOf;
using acc::test::makeKernel;
using core::Stream;

#if defined(ACC_ASAN)
#define ACC_NO_SANITIZE __attribute__((no_sanitize("address", "undefined")))
#else
#define ACC_NO_SANITIZE
#endif

struct PointerArgs {
    volatile int32_t* pointer;
};
ACC_NO_SANITIZE void store(const void* args) {
    *static_cast<const PointerArgs*>(args)->pointer = 1;
}

Status runOnce(const AccKernel& kernel, uint32_t blocks = 1) {
    Stream stream(0);
    stream.launch(launchOf(kernel, blocks));
    return stream.synchronize();
}

void expectMessage(const Status& status, const std::string& part) {
    EXPECT_NE(status.message().find(part), std::string::npos) << "got: " << status.message() << "\nwanted: " << part;
}

TEST(Fault, NullPointerIsNamedWithBlockAndLine) {
    const AccKernel kernel = makeKernel("store", &store, sizeof(PointerArgs));
    Stream stream(0);
    stream.launch(launchOf(kernel, 1, PointerArgs{nullptr}));
    const Status status = stream.synchronize();
    EXPECT_EQ(status.code(), 507035);
    expectMessage(status,
                  "kernel store failed in block 0 of 1 (vector core 0): OOB: scalar access to address 0x0: null "
                  "pointer");
    expectMessage(status, "fault_test.cpp:");
}

TEST(Fault, AccessBesideABlockNamesTheBlockAndTheDistance) {
    auto* memory = static_cast<char*>(mem::allocateDevice(0, 1000));
    const AccKernel kernel = makeKernel("store", &store, sizeof(PointerArgs));
    Stream stream(0);
    // The block ends below its guard page.
    stream.launch(launchOf(kernel, 1, PointerArgs{reinterpret_cast<int32_t*>(memory + 4096)}));
    const Status status = stream.synchronize();
    EXPECT_EQ(status.code(), 507035);
    expectMessage(status, "3096 bytes past the end of the nearest block");
    expectMessage(status, "of 1000 bytes");
    EXPECT_TRUE(mem::release(mem::Kind::device, memory));
}

TEST(Fault, UseAfterFreeIsCaught) {
    void* memory = mem::allocateDevice(0, 1000);
    EXPECT_TRUE(mem::release(mem::Kind::device, memory));
    const AccKernel kernel = makeKernel("store", &store, sizeof(PointerArgs));
    Stream stream(0);
    stream.launch(launchOf(kernel, 1, PointerArgs{static_cast<int32_t*>(memory)}));
    EXPECT_EQ(stream.synchronize().code(), 507035);
}

TEST(Fault, DivisionByZero) {
#if defined(__x86_64__)
    static volatile int zero = 0;
    const Status status = runOnce(makeKernel("divide", [](const void*) ACC_NO_SANITIZE { zero = 1000 / zero; }));
    EXPECT_EQ(status.code(), 507035);
    expectMessage(status, "DIVISION: integer division by zero");
#endif
}

TEST(Fault, TrapHasItsOwnCode) {
    const Status vector = runOnce(makeKernel("trap", [](const void*) ACC_NO_SANITIZE { __builtin_trap(); }));
    EXPECT_EQ(vector.code(), 507036);
    expectMessage(vector, "TRAP: the kernel executed a trap");
    const Status cube = runOnce(makeKernel("trap", [](const void*) ACC_NO_SANITIZE { __builtin_trap(); }, 0, 1, 0));
    EXPECT_EQ(cube.code(), 507016);
    expectMessage(cube, "(cube core 0)");
}

ACC_NO_SANITIZE int recurse(int depth) {
    volatile char frame[4096];
    frame[0] = static_cast<char>(depth);
    return depth < 0 ? 0 : recurse(depth + 1) + frame[0];
}

TEST(Fault, StackOverflowIsToldFromAWildPointer) {
    const Status status = runOnce(makeKernel("deep", [](const void*) ACC_NO_SANITIZE { recurse(0); }));
    EXPECT_EQ(status.code(), 507035);
    expectMessage(status, "the kernel's stack is exhausted");
}

TEST(Fault, RaisedFaultsCarryRuleAndMessage) {
    const Status status = runOnce(makeKernel("raiser", [](const void*) { raise({"ALIGN", 507034, "why", nullptr}); }));
    EXPECT_EQ(status.code(), 507034);
    EXPECT_EQ(status.message(), "kernel raiser failed in block 0 of 1 (vector core 0): ALIGN: why");
}

TEST(Fault, TheOtherBlocksAreSkippedAndWaitersGivenUp) {
    const AccKernel kernel = makeKernel("one_bad", [](const void*) {
        if (currentBlock().blockIdx == 5) {
            raise({"TEST", 0, "bad block", nullptr});
        }
        syncAll(currentBlock(), false, nullptr);
    });
    for (int round = 0; round < 20; ++round) {
        const Status status = runOnce(kernel, 40);
        EXPECT_EQ(status.code(), 507035);
        expectMessage(status, "block 5 of 40");
    }
}

TEST(Fault, TheStreamAndOthersGoOn) {
    const AccKernel bad = makeKernel("bad", [](const void*) { raise({"TEST", 0, "bad", nullptr}); });
    struct CountArgs {
        std::atomic<uint32_t>* count;
    };
    const AccKernel good = makeKernel(
        "good", [](const void* args) { static_cast<const CountArgs*>(args)->count->fetch_add(1); }, sizeof(CountArgs));
    std::atomic<uint32_t> count{0};
    std::vector<std::unique_ptr<Stream>> streams;
    for (int i = 0; i < 6; ++i) {
        streams.push_back(std::make_unique<Stream>(0));
    }
    for (int round = 0; round < 30; ++round) {
        for (auto& stream : streams) {
            stream->launch(launchOf(bad, 3));
            stream->launch(launchOf(good, 3, CountArgs{&count}));
        }
    }
    for (auto& stream : streams) {
        EXPECT_EQ(stream->synchronize().code(), 507035);
        EXPECT_TRUE(stream->synchronize().ok());
    }
    EXPECT_EQ(count, 6u * 30u * 3u);
}

TEST(Fault, SignalsOutsideKernelsKeepTheirMeaning) {
    EXPECT_TRUE(runOnce(makeKernel("nothing", [](const void*) {})).ok());
    EXPECT_DEATH({ *reinterpret_cast<volatile int*>(16) = 1; }, "");
}

}  // namespace
}  // namespace acc::rt::exec
