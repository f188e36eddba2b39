// SPDX-License-Identifier: Apache-2.0
// What programs are told of failing kernels, time limits of kernels, and stopping streams and devices.
#include <unistd.h>

#include "fixture.h"

namespace acc::test {
namespace {

// What the last callback saw.
struct Seen {
    std::atomic<int> calls{0};
    uint32_t task = 0;
    uint32_t stream = 0;
    uint32_t thread = 0;
    uint32_t device = 0;
    uint32_t code = 0;
    aclrtExceptionInfo* info = nullptr;
    void* args = nullptr;
    uint32_t argsBytes = 0;
    aclrtFuncHandle function = nullptr;
    uint32_t* argument = nullptr;  // read through args
    aclError inside = ACL_SUCCESS;
} seen;

void note(aclrtExceptionInfo* info) {
    seen.info = info;
    seen.task = aclrtGetTaskIdFromExceptionInfo(info);
    seen.stream = aclrtGetStreamIdFromExceptionInfo(info);
    seen.thread = aclrtGetThreadIdFromExceptionInfo(info);
    seen.device = aclrtGetDeviceIdFromExceptionInfo(info);
    seen.code = aclrtGetErrorCodeFromExceptionInfo(info);
    EXPECT_EQ(aclrtGetArgsFromExceptionInfo(info, &seen.args, &seen.argsBytes), ACL_SUCCESS);
    EXPECT_EQ(aclrtGetFuncHandleFromExceptionInfo(info, &seen.function), ACL_SUCCESS);
    if (seen.argsBytes == sizeof(AddArgs)) {
        seen.argument = static_cast<const AddArgs*>(seen.args)->out;
    }
    void* memory = nullptr;
    seen.inside = aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST);
    ++seen.calls;
}
void second(aclrtExceptionInfo*) {
    ++seen.calls;
}
void throwing(aclrtExceptionInfo*) {
    throw 1;
}

class Exception : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        seen.calls = 0;
    }
    void TearDown() override {
        aclrtExceptionInfoCallbackUnregister(note);
        aclrtExceptionInfoCallbackUnregister(second);
        aclrtExceptionInfoCallbackUnregister(throwing);
        aclrtSetExceptionInfoCallback(nullptr);
        ApiTest::TearDown();
    }
    // A kernel on `stream` that runs until its word is set.
    uint64_t* hold(aclrtStream stream, aclrtLaunchKernelCfg* cfg = nullptr) {
        auto* word = static_cast<uint64_t*>(newMemory(8));
        *word = 0;
        GateArgs args{word};
        EXPECT_EQ(aclrtLaunchKernelWithHostArgs(gateKernel(), 1, stream, cfg, &args, sizeof(args), nullptr, 0),
                  ACL_SUCCESS);
        return word;
    }
};

TEST_F(Exception, CallbackLearnsWhatFailed) {
    EXPECT_EQ(aclrtExceptionInfoCallbackRegister(note), ACL_SUCCESS);
    aclrtStream stream = newStream();
    int32_t id = 0;
    ASSERT_EQ(aclrtStreamGetId(stream, &id), ACL_SUCCESS);
    ASSERT_EQ(launchNoArgs(emptyKernel(), stream), ACL_SUCCESS);
    ASSERT_EQ(launchNoArgs(faultKernel(), stream), ACL_SUCCESS);
    uint32_t task = 0;
    ASSERT_EQ(aclrtGetThreadLastTaskId(&task), ACL_SUCCESS);
    expectError(aclrtSynchronizeStream(stream), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    EXPECT_EQ(seen.calls, 1) << "before the synchronise returned";
    EXPECT_EQ(seen.task, task);
    EXPECT_EQ(seen.stream, static_cast<uint32_t>(id));
    EXPECT_EQ(seen.thread, static_cast<uint32_t>(gettid()));
    EXPECT_EQ(seen.device, 0U);
    EXPECT_EQ(seen.code, 507035U);
    EXPECT_EQ(seen.function, faultKernel());
    EXPECT_EQ(seen.argsBytes, 0U);
    EXPECT_EQ(seen.inside, ACL_ERROR_RT_FEATURE_NOT_SUPPORT) << "runtime calls in a callback are refused";
}

TEST_F(Exception, InformationIsGoneAfterTheCallback) {
    EXPECT_EQ(aclrtExceptionInfoCallbackRegister(note), ACL_SUCCESS);
    ASSERT_EQ(launchNoArgs(faultKernel(), nullptr), ACL_SUCCESS);
    expectError(aclrtSynchronizeStream(nullptr), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    ASSERT_NE(seen.info, nullptr);
    std::vector<void*> bad = garbageHandles();
    bad.push_back(seen.info);
    for (void* pointer : bad) {
        const auto* info = static_cast<const aclrtExceptionInfo*>(pointer);
        EXPECT_EQ(aclrtGetTaskIdFromExceptionInfo(info), 0xFFFFFFFF);
        EXPECT_EQ(aclrtGetDeviceIdFromExceptionInfo(info), 0xFFFFFFFF);
        void* args = nullptr;
        uint32_t sizeBytes = 0;
        aclrtFuncHandle function = nullptr;
        expectError(aclrtGetArgsFromExceptionInfo(info, &args, &sizeBytes), ACL_ERROR_INVALID_PARAM, {"info is 0x"});
        expectError(aclrtGetFuncHandleFromExceptionInfo(info, &function), ACL_ERROR_INVALID_PARAM, {"info is 0x"});
    }
}

TEST_F(Exception, ArgumentsAreThoseOfTheLaunch) {
    EXPECT_EQ(aclrtExceptionInfoCallbackRegister(note), ACL_SUCCESS);
    auto* bad = reinterpret_cast<uint32_t*>(64);
    ASSERT_EQ(launchAdd(bad, 1, nullptr), ACL_SUCCESS);
    expectError(aclrtSynchronizeStream(nullptr), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    EXPECT_EQ(seen.argsBytes, sizeof(AddArgs));
    EXPECT_EQ(seen.argument, bad);
    EXPECT_EQ(seen.function, addKernel());
}

TEST_F(Exception, RegistrationIsASetAndTheDeprecatedOneIsApart) {
    EXPECT_EQ(aclrtExceptionInfoCallbackRegister(second), ACL_SUCCESS);
    EXPECT_EQ(aclrtExceptionInfoCallbackRegister(second), ACL_SUCCESS);
    EXPECT_EQ(aclrtExceptionInfoCallbackRegister(throwing), ACL_SUCCESS);
    EXPECT_EQ(aclrtSetExceptionInfoCallback(second), ACL_SUCCESS);
    ASSERT_EQ(launchNoArgs(faultKernel(), nullptr), ACL_SUCCESS);
    expectError(aclrtSynchronizeStream(nullptr), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    EXPECT_EQ(seen.calls, 2) << "once as registered, once as the deprecated one; a throwing one harms nobody";
    EXPECT_EQ(aclrtExceptionInfoCallbackUnregister(second), ACL_SUCCESS);
    EXPECT_EQ(aclrtExceptionInfoCallbackUnregister(second), ACL_SUCCESS) << "unknown by now";
    EXPECT_EQ(aclrtSetExceptionInfoCallback(nullptr), ACL_SUCCESS);
    ASSERT_EQ(launchNoArgs(faultKernel(), nullptr), ACL_SUCCESS);
    expectError(aclrtSynchronizeStream(nullptr), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    EXPECT_EQ(seen.calls, 2);
    expectError(aclrtExceptionInfoCallbackRegister(nullptr), ACL_ERROR_INVALID_PARAM, {"callback is null"});
    expectError(aclrtExceptionInfoCallbackUnregister(nullptr), ACL_ERROR_INVALID_PARAM, {"callback is null"});
}

TEST_F(Exception, OfOneBinary) {
    aclrtBinHandle binary = nullptr;
    ASSERT_EQ(aclrtBinaryLoadFromFile(ACC_TEST_BINARY, nullptr, &binary), ACL_SUCCESS);
    aclrtFuncHandle scale = nullptr;
    ASSERT_EQ(aclrtBinaryGetFunction(binary, "scale", &scale), ACL_SUCCESS);
    std::atomic<int> calls{0};
    const auto count = [](aclrtExceptionInfo*, void* counter) { ++*static_cast<std::atomic<int>*>(counter); };
    EXPECT_EQ(aclrtBinarySetExceptionCallback(binary, count, &calls), ACL_SUCCESS);
    ASSERT_EQ(launchNoArgs(faultKernel(), nullptr), ACL_SUCCESS);
    expectError(aclrtSynchronizeStream(nullptr), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    EXPECT_EQ(calls, 0) << "another binary's kernel";
    size_t parameters = 0;
    ASSERT_EQ(aclrtFunctionGetParamCount(scale, &parameters), ACL_SUCCESS);
    std::vector<std::byte> block(64);
    size_t bytes = 0;
    for (size_t i = 0; i < parameters; ++i) {
        size_t offset = 0;
        size_t size = 0;
        ASSERT_EQ(aclrtFunctionGetParamInfo(scale, i, &offset, &size), ACL_SUCCESS);
        bytes = offset + size;
    }
    block[0] = std::byte{64};  // the first parameter is a pointer: to address 64
    ASSERT_EQ(aclrtLaunchKernelWithHostArgs(scale, 1, nullptr, nullptr, block.data(), bytes, nullptr, 0), ACL_SUCCESS)
        << messages();
    expectError(aclrtSynchronizeStream(nullptr), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    EXPECT_EQ(calls, 1);
    EXPECT_EQ(aclrtBinaryUnLoad(binary), ACL_SUCCESS);
}

TEST_F(Exception, GettersWithoutInfo) {
    EXPECT_EQ(aclrtGetTaskIdFromExceptionInfo(nullptr), 0xFFFFFFFFU);
    EXPECT_EQ(aclrtGetStreamIdFromExceptionInfo(nullptr), 0xFFFFFFFFU);
    EXPECT_EQ(aclrtGetThreadIdFromExceptionInfo(nullptr), 0xFFFFFFFFU);
    EXPECT_EQ(aclrtGetDeviceIdFromExceptionInfo(nullptr), 0xFFFFFFFFU);
    EXPECT_EQ(aclrtGetErrorCodeFromExceptionInfo(nullptr), 0xFFFFFFFFU);
    void* args = nullptr;
    uint32_t bytes = 0;
    aclrtFuncHandle function = nullptr;
    expectError(aclrtGetArgsFromExceptionInfo(nullptr, &args, &bytes), ACL_ERROR_INVALID_PARAM, {"info is null"});
    expectError(aclrtGetFuncHandleFromExceptionInfo(nullptr, &function), ACL_ERROR_INVALID_PARAM, {"info is null"});
}

TEST_F(Exception, ErrorVerboseTellsTheSort) {
    aclrtErrorInfo info{};
    EXPECT_EQ(aclrtGetErrorVerbose(0, &info), ACL_SUCCESS);
    EXPECT_EQ(info.errorType, ACL_RT_NO_ERROR);
    ASSERT_EQ(launchNoArgs(faultKernel(), nullptr), ACL_SUCCESS);
    expectError(aclrtSynchronizeStream(nullptr), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    EXPECT_EQ(aclrtGetErrorVerbose(0, &info), ACL_SUCCESS);
    EXPECT_EQ(info.errorType, ACL_RT_ERROR_AICORE);
    EXPECT_EQ(info.hasDetail, 1);
    EXPECT_EQ(info.detail.aicoreErrType, ACL_RT_AICORE_ERROR_SW);
    expectError(aclrtGetErrorVerbose(0, nullptr), ACL_ERROR_INVALID_PARAM, {"errorInfo is null"});
    expectError(aclrtGetErrorVerbose(7, &info), ACL_ERROR_RT_INVALID_DEVICEID);
}

TEST_F(Exception, NothingToRepair) {
    aclrtErrorInfo info{};
    expectError(aclrtRepairError(0, &info), ACL_ERROR_RT_FEATURE_NOT_SUPPORT, {"emulated"});
    expectError(aclrtRepairError(0, nullptr), ACL_ERROR_INVALID_PARAM, {"errorInfo is null"});
    expectError(aclrtRepairError(-1, &info), ACL_ERROR_RT_INVALID_DEVICEID);
    aclrtMemUceInfo errors[2] = {};
    size_t count = 9;
    EXPECT_EQ(aclrtGetMemUceInfo(0, errors, 2, &count), ACL_SUCCESS);
    EXPECT_EQ(count, 0U);
    expectError(aclrtGetMemUceInfo(0, nullptr, 2, &count), ACL_ERROR_INVALID_PARAM, {"memUceInfoArray is null"});
    expectError(aclrtGetMemUceInfo(0, errors, 0, &count), ACL_ERROR_INVALID_PARAM, {"arraySize is 0"});
    expectError(aclrtGetMemUceInfo(0, errors, 129, &count), ACL_ERROR_INVALID_PARAM, {"arraySize is 129"});
    expectError(aclrtGetMemUceInfo(0, errors, 2, nullptr), ACL_ERROR_INVALID_PARAM, {"retSize is null"});
    expectError(aclrtGetMemUceInfo(9, errors, 2, &count), ACL_ERROR_RT_INVALID_DEVICEID);
    expectError(aclrtMemUceRepair(0, errors, 2), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    expectError(aclrtMemUceRepair(0, nullptr, 2), ACL_ERROR_INVALID_PARAM, {"memUceInfoArray is null"});
    expectError(aclrtMemUceRepair(9, errors, 2), ACL_ERROR_RT_INVALID_DEVICEID);
}

TEST_F(Exception, LaunchTimeoutStopsTheKernel) {
    aclrtLaunchKernelAttr attribute{};
    attribute.id = ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT_US;
    attribute.value.timeoutUs.timeoutLow = 20000;
    aclrtLaunchKernelCfg cfg{&attribute, 1};
    aclrtStream stream = newStream();
    hold(stream, &cfg);
    expectError(aclrtSynchronizeStream(stream), ACL_ERROR_RT_VECTOR_CORE_TIMEOUT, {"limit of 20000 us"});
    attribute.id = ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT;
    attribute.value = {};
    attribute.value.timeout = 1;
    hold(stream, &cfg);
    expectError(aclrtSynchronizeStream(stream), ACL_ERROR_RT_VECTOR_CORE_TIMEOUT);
    attribute.value.timeout = 3600;
    for (int i = 0; i < 100; ++i) {
        ASSERT_EQ(aclrtLaunchKernelWithHostArgs(emptyKernel(), 1, stream, &cfg, nullptr, 0, nullptr, 0), ACL_SUCCESS);
    }
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << "kernels that keep the limit";
}

TEST_F(Exception, BatchModeNeedsACorePerBlock) {
    aclrtLaunchKernelAttr attribute{};
    attribute.id = ACL_RT_LAUNCH_KERNEL_ATTR_SCHEM_MODE;
    attribute.value.schemMode = 1;
    aclrtLaunchKernelCfg cfg{&attribute, 1};
    EXPECT_EQ(aclrtLaunchKernelWithHostArgs(emptyKernel(), 48, nullptr, &cfg, nullptr, 0, nullptr, 0), ACL_SUCCESS);
    expectError(aclrtLaunchKernelWithHostArgs(emptyKernel(), 49, nullptr, &cfg, nullptr, 0, nullptr, 0),
                ACL_ERROR_RT_PARAM_INVALID, {"numBlocks is 49, expected at most 48"});
    attribute.value.schemMode = 0;
    EXPECT_EQ(aclrtLaunchKernelWithHostArgs(emptyKernel(), 49, nullptr, &cfg, nullptr, 0, nullptr, 0), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
}

TEST_F(Exception, AbortStopsTheKernelAndDropsTheRest) {
    auto* out = static_cast<uint32_t*>(newMemory(4));
    *out = 0;
    aclrtStream stream = newStream();
    hold(stream);
    ASSERT_EQ(launchAdd(out, 1, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtStreamAbort(stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << "nothing is left";
    EXPECT_EQ(*out, 0U);
    ASSERT_EQ(launchAdd(out, 1, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(*out, 1U) << "the stream can be used again";
}

TEST_F(Exception, AbortTellsWhoSynchronises) {
    aclrtStream stream = newStream();
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS);
    aclrtNotify notify = nullptr;
    ASSERT_EQ(aclrtCreateNotify(&notify, 0), ACL_SUCCESS);
    bool told = false;
    // An abort that is over before the other thread's call begins finds nobody to tell.
    for (int round = 0; round < 1000 && !told; ++round) {
        ASSERT_EQ(aclrtWaitAndResetNotify(notify, stream, 0), ACL_SUCCESS);
        std::latch calling{1};
        aclError result = ACL_SUCCESS;
        std::thread waiter([&] {
            EXPECT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
            calling.count_down();
            result = aclrtSynchronizeStream(stream);
        });
        calling.wait();
        EXPECT_EQ(aclrtStreamAbort(stream), ACL_SUCCESS);
        waiter.join();
        told = result == ACL_ERROR_RT_STREAM_ABORT;
        EXPECT_TRUE(told || result == ACL_SUCCESS) << result;
    }
    EXPECT_TRUE(told);
}

TEST_F(Exception, StopEndsTheCurrentTaskOnly) {
    auto* out = static_cast<uint32_t*>(newMemory(4));
    *out = 0;
    aclrtStream stream = newStream();
    hold(stream);
    ASSERT_EQ(launchAdd(out, 1, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtStreamStop(stream), ACL_SUCCESS);
    expectError(aclrtSynchronizeStream(stream), ACL_ERROR_RT_STREAM_ABORT, {"aclrtStreamStop"});
    EXPECT_EQ(*out, 1U) << "the next task ran";
    aclrtEvent flag = nullptr;
    ASSERT_EQ(aclrtCreateEventWithFlag(&flag, ACL_EVENT_SYNC), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(stream, flag), ACL_SUCCESS);
    EXPECT_EQ(aclrtStreamStop(stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << "the wait is over";
    auto* word = static_cast<uint64_t*>(newMemory(8));
    *word = 0;
    ASSERT_EQ(aclrtValueWait(word, 1, ACL_STREAM_WAIT_VALUE_EQ, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtStreamStop(stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
}

TEST_F(Exception, StopErrors) {
    expectError(aclrtStreamAbort(nullptr), ACL_ERROR_INVALID_PARAM, {"stream is null"});
    expectError(aclrtStreamStop(nullptr), ACL_ERROR_INVALID_PARAM, {"stream is null"});
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateStreamWithConfig(&stream, 0, ACL_STREAM_PERSISTENT), ACL_SUCCESS);
    aclmdlRI model = nullptr;
    ASSERT_EQ(aclmdlRIBuildBegin(&model, 0), ACL_SUCCESS);
    ASSERT_EQ(aclmdlRIBindStream(model, stream, ACL_MODEL_STREAM_FLAG_HEAD), ACL_SUCCESS);
    expectError(aclrtStreamAbort(stream), ACL_ERROR_RT_STREAM_MODEL);
    expectError(aclrtStreamStop(stream), ACL_ERROR_RT_STREAM_MODEL);
}

TEST_F(Exception, DestroyForceCancelsTheKernel) {
    aclrtStream stream = newStream();
    hold(stream);
    EXPECT_EQ(aclrtDestroyStreamForce(stream), ACL_SUCCESS);
}

TEST_F(Exception, DestroyForceWhileWaitingForAStuckStream) {
    aclrtStream stuck = newStream();
    aclrtStream waiting = newStream();
    uint64_t* word = hold(stuck);
    aclrtEvent event = newEvent();
    ASSERT_EQ(aclrtRecordEvent(event, stuck), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(waiting, event), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyStreamForce(waiting), ACL_SUCCESS) << "does not wait for the stuck one";
    std::atomic_ref(*word).store(1);
    EXPECT_EQ(aclrtSynchronizeStream(stuck), ACL_SUCCESS);
}

TEST_F(Exception, DeviceTaskAbort) {
    struct Stages {
        std::vector<int> seen;
        int32_t answer = 0;
    } stages;
    const auto callback = [](int32_t deviceId, aclrtDeviceTaskAbortStage stage, uint32_t timeout, void* args) {
        EXPECT_EQ(deviceId, 0);
        EXPECT_EQ(timeout, 10000U);
        static_cast<Stages*>(args)->seen.push_back(stage);
        return static_cast<Stages*>(args)->answer;
    };
    EXPECT_EQ(aclrtSetDeviceTaskAbortCallback("test", callback, &stages), ACL_SUCCESS);
    aclrtStream first = newStream();
    aclrtStream second = newStream();
    hold(first);
    aclrtEvent flag = nullptr;
    ASSERT_EQ(aclrtCreateEventWithFlag(&flag, ACL_EVENT_SYNC), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(second, flag), ACL_SUCCESS);
    EXPECT_EQ(aclrtDeviceTaskAbort(0, 10000), ACL_SUCCESS) << messages();
    EXPECT_EQ(stages.seen, (std::vector<int>{ACL_RT_DEVICE_TASK_ABORT_PRE, ACL_RT_DEVICE_TASK_ABORT_POST}));
    EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
    stages.answer = 3;
    expectError(aclrtDeviceTaskAbort(0, 10000), ACL_ERROR_RT_TASK_ABORT_STOP, {"'test' returned 3"});
    EXPECT_EQ(aclrtSetDeviceTaskAbortCallback("test", nullptr, nullptr), ACL_SUCCESS);
    Gate gate(first);
    gate.waitUntilReached();
    expectError(aclrtDeviceTaskAbort(0, 5), ACL_ERROR_RT_TIMEOUT, {"did not end"});
    expectError(aclrtDeviceTaskAbort(5, 0), ACL_ERROR_RT_INVALID_DEVICEID);
    expectError(aclrtDeviceTaskAbort(0, 36 * 60 * 1000 + 1), ACL_ERROR_INVALID_PARAM, {"timeout"});
    expectError(aclrtSetDeviceTaskAbortCallback("test", nullptr, nullptr), ACL_ERROR_INVALID_PARAM, {"not registered"});
    expectError(aclrtSetDeviceTaskAbortCallback(nullptr, callback, nullptr), ACL_ERROR_INVALID_PARAM, {"null"});
    expectError(aclrtSetDeviceTaskAbortCallback("", callback, nullptr), ACL_ERROR_INVALID_PARAM, {"empty"});
}

}  // namespace
}  // namespace acc::test
