// SPDX-License-Identifier: Apache-2.0
// How a process ends: with work queued, with errors nobody asked for, without any clean-up, in a forked child, and with
// calls from static destructors. Each case runs in a process of its own.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "fixture.h"

namespace acc::test {
namespace {

class Exit : public ::testing::Test {
protected:
    void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

aclrtStream start() {
    aclrtStream stream = nullptr;
    if (aclrtSetDevice(0) != ACL_SUCCESS || aclrtCreateStream(&stream) != ACL_SUCCESS) {
        std::_Exit(99);
    }
    return stream;
}

void launch(aclrtFuncHandle kernel, aclrtStream stream) {
    if (aclrtLaunchKernelWithHostArgs(kernel, 1, stream, nullptr, nullptr, 0, nullptr, 0) != ACL_SUCCESS) {
        std::_Exit(98);
    }
}

// Ends a forked child in the ordinary way, except where LeakSanitizer would miss the parent's threads, whose stacks and
// thread-local objects refer to much.
[[noreturn]] void endChild(int code) {
#ifdef ACC_ASAN
    std::_Exit(code);
#else
    std::exit(code);
#endif
}

// A static object that uses the runtime when the program ends. (Kernels of the program may be gone by then.)
struct UsesRuntimeLate {
    aclrtStream stream = nullptr;
    ~UsesRuntimeLate() {
        if (stream != nullptr) {
            void* memory = nullptr;
            const bool works = aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_SUCCESS &&
                               aclrtMemsetAsync(memory, 64, 1, 64, stream) == ACL_SUCCESS &&
                               aclrtSynchronizeStream(stream) == ACL_SUCCESS && aclrtFree(memory) == ACL_SUCCESS &&
                               aclrtSynchronizeStream(memory) != ACL_SUCCESS && aclGetRecentErrMsg() != nullptr;
            std::fprintf(stderr, works ? "late calls work\n" : "late calls fail\n");
        }
    }
};
UsesRuntimeLate late;

TEST_F(Exit, WithoutCleanUp) {
    EXPECT_EXIT(
        {
            launch(emptyKernel(), start());
            std::exit(0);
        },
        ::testing::ExitedWithCode(0), "");
}

TEST_F(Exit, PrintsErrorsNobodyAskedFor) {
    EXPECT_EXIT(
        {
            launch(faultKernel(), start());
            std::exit(0);
        },
        ::testing::ExitedWithCode(0), "an error that no call returned.*507035");
}

TEST_F(Exit, PrintsThemWhenTheStreamIsDestroyed) {
    EXPECT_EXIT(
        {
            aclrtStream stream = start();
            launch(faultKernel(), stream);
            aclrtDestroyStream(stream);
            std::_Exit(0);
        },
        ::testing::ExitedWithCode(0), "destroyed with an error that no call returned.*507035");
}

TEST_F(Exit, CallsFromStaticDestructorsWork) {
    EXPECT_EXIT(
        {
            late.stream = start();
            std::exit(0);
        },
        ::testing::ExitedWithCode(0), "late calls work");
}

TEST_F(Exit, AfterFinalize) {
    EXPECT_EXIT(
        {
            aclInit(nullptr);
            aclrtStream stream = start();
            launch(emptyKernel(), stream);
            aclFinalize();
            aclrtDestroyStream(stream);
            std::exit(0);
        },
        ::testing::ExitedWithCode(0), "");
}

TEST_F(Exit, WithThreadsThatUsedTheRuntime) {
    EXPECT_EXIT(
        {
            aclrtStream stream = start();
            std::vector<std::thread> threads;
            for (int i = 0; i < 8; ++i) {
                threads.emplace_back([&] {
                    aclrtSetDevice(0);
                    launch(emptyKernel(), stream);
                });
            }
            for (std::thread& thread : threads) {
                thread.join();
            }
            std::exit(0);
        },
        ::testing::ExitedWithCode(0), "");
}

TEST_F(Exit, AForkedChildIsToldSo) {
    EXPECT_EXIT(
        {
            aclrtStream stream = start();
            launch(emptyKernel(), stream);
            aclrtSynchronizeStream(stream);
            const pid_t child = fork();
            if (child == 0) {
                void* memory = nullptr;
                const bool refused = aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_ERROR_UNINITIALIZE &&
                                     aclrtSynchronizeStream(nullptr) == ACL_ERROR_UNINITIALIZE &&
                                     aclrtSetDevice(0) == ACL_ERROR_UNINITIALIZE;
                endChild(refused ? 7 : 8);
            }
            int status = 0;
            waitpid(child, &status, 0);
            launch(emptyKernel(), stream);
            std::exit(aclrtSynchronizeStream(stream) == ACL_SUCCESS && WIFEXITED(status) ? WEXITSTATUS(status) : 9);
        },
        ::testing::ExitedWithCode(7), "");
}

}  // namespace
}  // namespace acc::test
