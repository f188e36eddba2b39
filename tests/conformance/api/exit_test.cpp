// SPDX-License-Identifier: Apache-2.0
// How processes end: in every order, and across fork. Each program of the table runs in a process of its own.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "acl/acl_dump.h"
#include "acl/acl_platform.h"
#include "acl/acl_prof.h"
#include "acl/acl_rt_allocator.h"
#include "acl/acl_rt_compile.h"
#include "acl/acl_rt_memory_soma.h"
#include "acl/acl_tdt.h"
#include "acl/acl_tdt_queue.h"
#include "any_argument.h"
#include "fixture.h"

namespace acc::test {
namespace {

// --- what the programs are made of; a failing step ends them with a code of its own ---

aclrtStream start() {
    aclrtStream stream = nullptr;
    if (aclrtSetDevice(0) != ACL_SUCCESS || aclrtCreateStream(&stream) != ACL_SUCCESS) {
        std::_Exit(99);
    }
    return stream;
}

void must(bool condition, int code) {
    if (!condition) {
        std::_Exit(code);
    }
}

void launch(aclrtFuncHandle kernel, aclrtStream stream) {
    must(aclrtLaunchKernelWithHostArgs(kernel, 1, stream, nullptr, nullptr, 0, nullptr, 0) == ACL_SUCCESS, 98);
}

void callInStream(aclrtStream stream, aclrtHostFunc function, void* argument = nullptr) {
    must(aclrtLaunchHostFunc(stream, function, argument) == ACL_SUCCESS, 97);
}

void say(void* text) {
    std::fprintf(stderr, "%s\n", static_cast<const char*>(text));
}

void say(const char* text) {
    std::fprintf(stderr, "%s\n", text);
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

// Runs `body` in a forked child and returns its exit code; a child that hangs is ended by a signal.
template <class Body>
int inChild(Body body) {
    const pid_t child = fork();
    if (child == 0) {
        alarm(60);
        body();
        endChild(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 100 + WTERMSIG(status);
}

// A static object that uses the runtime when the program ends. (Kernels of the program may be gone by then.)
struct UsesRuntimeLate {
    aclrtStream stream = nullptr;
    bool finalised = false;
    bool finalises = false;
    ~UsesRuntimeLate() {
        if (stream == nullptr) {
            return;
        }
        void* memory = nullptr;
        if (finalised) {
            const bool refused = aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_ERROR_UNINITIALIZE &&
                                 aclGetRecentErrMsg() != nullptr && aclrtDestroyStream(stream) == ACL_SUCCESS;
            say(refused ? "late calls are refused" : "late calls fail");
            return;
        }
        const bool works = aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_SUCCESS &&
                           aclrtMemsetAsync(memory, 64, 1, 64, stream) == ACL_SUCCESS &&
                           aclrtSynchronizeStream(stream) == ACL_SUCCESS && aclrtFree(memory) == ACL_SUCCESS &&
                           aclrtSynchronizeStream(memory) != ACL_SUCCESS && aclGetRecentErrMsg() != nullptr &&
                           (!finalises || aclFinalize() == ACL_SUCCESS);
        say(works ? "late calls work" : "late calls fail");
    }
};
UsesRuntimeLate late;

// --- endings ---

void withoutCleanUp() {
    launch(emptyKernel(), start());
}

void withWorkQueued() {
    const aclrtStream stream = start();
    for (int i = 0; i < 1000; ++i) {
        launch(emptyKernel(), stream);
    }
    static char text[] = "the last task ran";
    callInStream(stream, say, text);
}

void withWorkInManyStreams() {
    static std::atomic<int> tasks{0};
    const aclrtStream first = start();
    aclrtEvent event = nullptr;
    must(aclrtCreateEvent(&event) == ACL_SUCCESS, 1);
    for (int i = 0; i < 64; ++i) {
        aclrtStream stream = nullptr;
        must(aclrtCreateStream(&stream) == ACL_SUCCESS && aclrtStreamWaitEvent(stream, event) == ACL_SUCCESS, 2);
        callInStream(stream, [](void*) {
            if (tasks.fetch_add(1) == 63) {
                say("all 64 tasks ran");
            }
        });
    }
    must(aclrtRecordEvent(event, first) == ACL_SUCCESS, 3);
}

void withWorkThatCannotFinish() {
    const aclrtStream stream = start();
    aclrtNotify notify = nullptr;
    must(aclrtCreateNotify(&notify, ACL_NOTIFY_DEFAULT) == ACL_SUCCESS &&
             aclrtWaitAndResetNotify(notify, stream, 0) == ACL_SUCCESS,
         1);
}

void afterAFault() {
    launch(faultKernel(), start());
}

void afterAFaultWithMoreWork() {
    const aclrtStream stream = start();
    launch(faultKernel(), stream);
    for (int i = 0; i < 100; ++i) {
        launch(emptyKernel(), stream);
    }
    static char text[] = "the stream went on";
    callInStream(stream, say, text);
}

void afterAFaultThatWasReported() {
    const aclrtStream stream = start();
    launch(faultKernel(), stream);
    must(aclrtSynchronizeStream(stream) == ACL_ERROR_RT_VECTOR_CORE_EXCEPTION, 1);
    say("end");
}

void afterDestroyingAFailedStream() {
    const aclrtStream stream = start();
    launch(faultKernel(), stream);
    must(aclrtDestroyStream(stream) == ACL_SUCCESS, 1);
    std::_Exit(0);
}

void afterFinalise() {
    must(aclInit(nullptr) == ACL_SUCCESS, 1);
    const aclrtStream stream = start();
    launch(emptyKernel(), stream);
    must(aclFinalize() == ACL_SUCCESS, 2);
    must(aclrtDestroyStream(stream) == ACL_SUCCESS, 3);
}

void finaliseWithWorkQueued() {
    must(aclInit(nullptr) == ACL_SUCCESS, 1);
    const aclrtStream stream = start();
    for (int i = 0; i < 1000; ++i) {
        launch(emptyKernel(), stream);
    }
    launch(faultKernel(), stream);
    must(aclFinalize() == ACL_SUCCESS, 2);
}

void resetWithoutFinalise() {
    must(aclInit(nullptr) == ACL_SUCCESS, 1);
    launch(emptyKernel(), start());
    must(aclrtResetDevice(0) == ACL_SUCCESS, 2);
}

void duringACapture() {
    const aclrtStream stream = start();
    must(aclmdlRICaptureBegin(stream, ACL_MODEL_RI_CAPTURE_MODE_RELAXED) == ACL_SUCCESS, 1);
    launch(emptyKernel(), stream);
}

void whileAGraphRuns() {
    const aclrtStream stream = start();
    aclmdlRI graph = nullptr;
    must(aclmdlRICaptureBegin(stream, ACL_MODEL_RI_CAPTURE_MODE_RELAXED) == ACL_SUCCESS, 1);
    for (int i = 0; i < 100; ++i) {
        launch(emptyKernel(), stream);
    }
    must(aclmdlRICaptureEnd(stream, &graph) == ACL_SUCCESS, 2);
    for (int i = 0; i < 20; ++i) {
        must(aclmdlRIExecuteAsync(graph, stream) == ACL_SUCCESS, 3);
    }
}

void inAStaticDestructor() {
    late.stream = start();
}

void finaliseInAStaticDestructor() {
    must(aclInit(nullptr) == ACL_SUCCESS, 1);
    late.stream = start();
    late.finalises = true;
}

void inAStaticDestructorAfterFinalise() {
    must(aclInit(nullptr) == ACL_SUCCESS, 1);
    late.stream = start();
    late.finalised = true;
    must(aclFinalize() == ACL_SUCCESS, 2);
}

void afterThreadsThatUsedTheRuntime() {
    const aclrtStream stream = start();
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
}

void whileThreadsSubmit() {
    start();
    static std::latch running(4);
    for (int i = 0; i < 4; ++i) {
        std::thread([] {
            aclrtSetDevice(0);
            aclrtStream stream = nullptr;
            aclrtCreateStream(&stream);
            for (bool first = true;; first = false) {
                void* memory = nullptr;
                // Kernels go with the program's static objects, so their launches may fail by now.
                aclrtLaunchKernelWithHostArgs(emptyKernel(), 1, stream, nullptr, nullptr, 0, nullptr, 0);
                aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST);
                aclrtSynchronizeStream(stream);
                aclrtFree(memory);
                aclGetRecentErrMsg();
                if (first) {
                    running.count_down();
                }
            }
        }).detach();
    }
    running.wait();
}

void inAnotherThread() {
    static std::latch never(1);
    std::thread([] {
        launch(emptyKernel(), start());
        std::exit(5);
    }).detach();
    never.wait();
}

void inAHostFunction() {
    callInStream(start(), [](void*) { std::exit(6); });
    static std::latch never(1);
    never.wait();
}

void withAReportThread() {
    const aclrtStream stream = start();
    static std::latch processing(1);
    std::thread reporter([] {
        aclrtSetDevice(0);
        processing.count_down();
        while (true) {
            aclrtProcessReport(-1);
        }
    });
    processing.wait();
    const auto id = static_cast<uint64_t>(reporter.native_handle());
    must(aclrtSubscribeReport(id, stream) == ACL_SUCCESS, 1);
    static char text[] = "the callback ran";
    must(aclrtLaunchCallback([](void* argument) { say(argument); }, text, ACL_CALLBACK_BLOCK, stream) == ACL_SUCCESS,
         2);
    reporter.detach();
}

void atOnce() {
    const aclrtStream stream = start();
    for (int i = 0; i < 1000; ++i) {
        launch(emptyKernel(), stream);
    }
    std::_Exit(7);
}

void quickly() {
    withWorkQueued();
    std::quick_exit(8);
}

// --- fork ---

struct FunctionCall {
    const char* name;
    aclError (*call)();
};

constexpr FunctionCall kFunctions[] = {
#include "function_calls.inc"
};

// Every function refuses, and says why. Those that return the last error return that.
void callEverything() {
    for (const FunctionCall& function : kFunctions) {
        const aclError code = function.call();
        const char* text = aclGetRecentErrMsg();
        const std::string message = text == nullptr ? "" : text;
        const bool told = message.find("fork") != std::string::npos ||
                          std::string(function.name).find("LastError") != std::string::npos;
        if (code != ACL_ERROR_UNINITIALIZE || !told) {
            std::fprintf(stderr, "%s returns %d: %s\n", function.name, code, message.c_str());
            std::_Exit(12);
        }
    }
}

void stillWorks(aclrtStream stream) {
    launch(emptyKernel(), stream);
    must(aclrtSynchronizeStream(stream) == ACL_SUCCESS, 90);
}

void aChildIsRefused() {
    const aclrtStream stream = start();
    stillWorks(stream);
    must(inChild(callEverything) == 0, 1);
    stillWorks(stream);
}

void aChildIsRefusedWhateverOthersDo() {
    const aclrtStream stream = start();
    std::atomic<bool> stop{false};
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i) {
        threads.emplace_back([&] {
            aclrtSetDevice(0);
            while (!stop.load()) {
                void* memory = nullptr;
                aclrtEvent event = nullptr;
                aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST);
                aclrtCreateEvent(&event);
                launch(emptyKernel(), stream);
                aclrtRecordEvent(event, stream);
                aclrtSynchronizeStream(stream);
                aclrtDestroyEvent(event);
                aclrtFree(memory);
            }
        });
    }
    int failed = 0;
    for (int i = 0; i < 20; ++i) {
        failed += inChild(callEverything);
    }
    stop.store(true);
    for (std::thread& thread : threads) {
        thread.join();
    }
    must(failed == 0, 1);
}

void aChildOfAChildIsRefused() {
    stillWorks(start());
    must(inChild([] { must(inChild(callEverything) == 0, 2); }) == 0, 1);
}

void aChildRunsStaticDestructors() {
    late.stream = start();
    late.finalised = true;  // its calls are refused in the child as well
    const aclrtStream stream = late.stream;
    must(inChild([] { late.stream = nullptr; }) == 0, 1);
    must(inChild([=] { must(aclrtDestroyStream(stream) == ACL_ERROR_UNINITIALIZE, 2); }) == 0, 3);
    late.stream = nullptr;
}

void aChildLeavesWorkAlone() {
    const aclrtStream stream = start();
    static std::latch open(1);
    callInStream(stream, [](void*) { open.wait(); });
    launch(faultKernel(), stream);
    must(inChild([] {}) == 0, 1);  // does not wait for the parent's work, and reports nothing
    open.count_down();
    must(aclrtSynchronizeStream(stream) == ACL_ERROR_RT_VECTOR_CORE_EXCEPTION, 2);
}

void aChildOfAnUnusedRuntimeUsesIt() {
    must(inChild([] { stillWorks(start()); }) == 0, 1);
    stillWorks(start());
}

// --- the table ---

struct Ending {
    const char* name;
    void (*program)();
    int code = 0;
    const char* output = "";
};

const Ending kEndings[] = {
    {"WithoutCleanUp", withoutCleanUp},
    {"WithWorkQueued", withWorkQueued, 0, "the last task ran"},
    {"WithWorkInManyStreams", withWorkInManyStreams, 0, "all 64 tasks ran"},
    {"WithWorkThatCannotFinish", withWorkThatCannotFinish, 0, "ends while stream .* has 1 unfinished tasks"},
    {"AfterAFault", afterAFault, 0, "an error that no call returned.*507035"},
    {"AfterAFaultWithMoreWork", afterAFaultWithMoreWork, 0, "the stream went on.*an error that no call returned"},
    {"AfterAFaultThatWasReported", afterAFaultThatWasReported, 0, "end\n$"},
    {"AfterDestroyingAFailedStream", afterDestroyingAFailedStream, 0,
     "destroyed with an error that no call returned.*507035"},
    {"AfterFinalise", afterFinalise},
    {"FinaliseWithWorkQueued", finaliseWithWorkQueued, 0, "an error that no call returned.*507035"},
    {"ResetWithoutFinalise", resetWithoutFinalise},
    {"DuringACapture", duringACapture},
    {"WhileAGraphRuns", whileAGraphRuns},
    {"InAStaticDestructor", inAStaticDestructor, 0, "late calls work"},
    {"FinaliseInAStaticDestructor", finaliseInAStaticDestructor, 0, "late calls work"},
    {"InAStaticDestructorAfterFinalise", inAStaticDestructorAfterFinalise, 0, "late calls are refused"},
    {"AfterThreadsThatUsedTheRuntime", afterThreadsThatUsedTheRuntime},
    {"WhileThreadsSubmit", whileThreadsSubmit},
    {"InAnotherThread", inAnotherThread, 5},
    {"InAHostFunction", inAHostFunction, 6, "ends while stream .* has 1 unfinished tasks"},
    {"WithAReportThread", withAReportThread, 0, "the callback ran"},
    {"AtOnce", atOnce, 7},
    {"Quickly", quickly, 8},
    {"AForkedChildIsRefused", aChildIsRefused},
    {"AForkedChildIsRefusedWhateverOthersDo", aChildIsRefusedWhateverOthersDo},
    {"AForkedChildOfAChildIsRefused", aChildOfAChildIsRefused},
    {"AForkedChildRunsStaticDestructors", aChildRunsStaticDestructors},
    {"AForkedChildLeavesWorkAlone", aChildLeavesWorkAlone},
    {"AForkedChildOfAnUnusedRuntimeUsesIt", aChildOfAnUnusedRuntimeUsesIt},
};

class Exit : public ::testing::TestWithParam<Ending> {
protected:
    void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_P(Exit, IsClean) {
    EXPECT_EXIT(
        {
            GetParam().program();
            std::exit(GetParam().code);
        },
        ::testing::ExitedWithCode(GetParam().code), GetParam().output);
}

INSTANTIATE_TEST_SUITE_P(Table, Exit, ::testing::ValuesIn(kEndings),
                         [](const ::testing::TestParamInfo<Ending>& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace acc::test
