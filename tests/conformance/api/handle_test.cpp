// SPDX-License-Identifier: Apache-2.0
// Every handle parameter refuses garbage, null, handles of another kind and stale handles with 107017, without a crash.
#include <array>
#include <functional>
#include <memory>
#include <utility>

#include "fixture.h"

namespace acc::test {
namespace {

enum class Kind { context, stream, event, binary, function, list, graph, memory };

struct Parameter {
    const char* call;
    Kind kind;
    std::function<aclError(void*)> invoke;
    bool nullIsDefault = false;  // NULL has a meaning of its own
};

class Handle : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        stream = newStream();
        event = newEvent();
        ASSERT_EQ(aclrtBinaryLoadFromFile(ACC_TEST_BINARY, nullptr, &binary), ACL_SUCCESS);
        ASSERT_EQ(aclrtKernelArgsInit(addKernel(), &list), ACL_SUCCESS);
        memory = newMemory(64);
        pinned = newPinned(64);
    }
    void TearDown() override {
        aclrtBinaryUnLoad(binary);
        aclrtFreeHost(pinned);
        ApiTest::TearDown();
    }

    // A valid handle of each kind, to be used as one of the wrong kind.
    std::vector<std::pair<Kind, void*>> valid() {
        aclrtContext context = nullptr;
        EXPECT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS);
        return {{Kind::context, context}, {Kind::stream, stream},        {Kind::event, event},
                {Kind::binary, binary},   {Kind::function, addKernel()}, {Kind::list, list}};
    }

    static void* stale(Kind kind) {
        void* handle = nullptr;
        aclrtFuncHandle function = nullptr;
        switch (kind) {
            case Kind::context: {
                aclrtContext before = nullptr;
                EXPECT_EQ(aclrtGetCurrentContext(&before), ACL_SUCCESS);
                EXPECT_EQ(aclrtCreateContext(&handle, 0), ACL_SUCCESS);
                EXPECT_EQ(aclrtDestroyContext(handle), ACL_SUCCESS);
                EXPECT_EQ(aclrtSetCurrentContext(before), ACL_SUCCESS);
                break;
            }
            case Kind::stream:
                handle = newStream();
                EXPECT_EQ(aclrtDestroyStream(handle), ACL_SUCCESS);
                break;
            case Kind::event:
                handle = newEvent();
                EXPECT_EQ(aclrtDestroyEvent(handle), ACL_SUCCESS);
                break;
            case Kind::binary:
            case Kind::function:
            case Kind::list: {
                aclrtBinHandle loaded = nullptr;
                aclrtArgsHandle ofLoaded = nullptr;
                EXPECT_EQ(aclrtBinaryLoadFromFile(ACC_TEST_BINARY, nullptr, &loaded), ACL_SUCCESS);
                EXPECT_EQ(aclrtBinaryGetFunction(loaded, "scale", &function), ACL_SUCCESS);
                EXPECT_EQ(aclrtKernelArgsInit(function, &ofLoaded), ACL_SUCCESS);
                EXPECT_EQ(aclrtBinaryUnLoad(loaded), ACL_SUCCESS);
                handle = kind == Kind::binary ? loaded : kind == Kind::function ? function : ofLoaded;
                break;
            }
            case Kind::graph: {
                aclrtStream capturing = newStream();
                EXPECT_EQ(aclmdlRICaptureBegin(capturing, ACL_MODEL_RI_CAPTURE_MODE_RELAXED), ACL_SUCCESS);
                EXPECT_EQ(aclmdlRICaptureEnd(capturing, &handle), ACL_SUCCESS);
                EXPECT_EQ(aclmdlRIDestroy(handle), ACL_SUCCESS);
                break;
            }
            case Kind::memory: {
                aclrtPhysicalMemProp prop{};
                prop.location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
                EXPECT_EQ(aclrtMallocPhysical(&handle, 1 << 21, &prop, 0), ACL_SUCCESS);
                EXPECT_EQ(aclrtFreePhysical(handle), ACL_SUCCESS);
                break;
            }
        }
        return handle;
    }

    std::vector<Parameter> parameters() {
        auto text = std::make_shared<std::array<char, 64>>();
        auto sink = std::make_shared<std::array<void*, 8>>();  // outputs that nobody reads
        void* any = sink->data();
        auto* words = static_cast<uint64_t*>(memory);
        const auto noArgs = [](aclrtFuncHandle function, aclrtStream on) {
            return aclrtLaunchKernelWithHostArgs(function, 1, on, nullptr, nullptr, 0, nullptr, 0);
        };
        std::vector<Parameter> all = {
            {"aclrtDestroyContext", Kind::context, aclrtDestroyContext},
            {"aclrtSetCurrentContext", Kind::context, aclrtSetCurrentContext},
            {"aclrtDestroyEvent", Kind::event, aclrtDestroyEvent},
            {"aclrtRecordEvent", Kind::event, [=, this](void* h) { return aclrtRecordEvent(h, stream); }},
            {"aclrtRecordEventWithFlag", Kind::event,
             [=, this](void* h) { return aclrtRecordEventWithFlag(h, stream, 0); }},
            {"aclrtResetEvent", Kind::event, [=, this](void* h) { return aclrtResetEvent(h, stream); }},
            {"aclrtQueryEvent", Kind::event,
             [=](void* h) { return aclrtQueryEvent(h, static_cast<aclrtEventStatus*>(any)); }},
            {"aclrtQueryEventStatus", Kind::event,
             [=](void* h) { return aclrtQueryEventStatus(h, static_cast<aclrtEventRecordedStatus*>(any)); }},
            {"aclrtQueryEventWaitStatus", Kind::event,
             [=](void* h) { return aclrtQueryEventWaitStatus(h, static_cast<aclrtEventWaitStatus*>(any)); }},
            {"aclrtSynchronizeEvent", Kind::event, aclrtSynchronizeEvent},
            {"aclrtSynchronizeEventWithTimeout", Kind::event,
             [](void* h) { return aclrtSynchronizeEventWithTimeout(h, 1); }},
            {"aclrtStreamWaitEvent event", Kind::event, [=, this](void* h) { return aclrtStreamWaitEvent(stream, h); }},
            {"aclrtEventElapsedTime start", Kind::event,
             [=, this](void* h) { return aclrtEventElapsedTime(static_cast<float*>(any), h, event); }},
            {"aclrtEventElapsedTime end", Kind::event,
             [=, this](void* h) { return aclrtEventElapsedTime(static_cast<float*>(any), event, h); }},
            {"aclrtEventGetTimestamp", Kind::event,
             [=](void* h) { return aclrtEventGetTimestamp(h, static_cast<uint64_t*>(any)); }},
            {"aclrtGetEventId", Kind::event, [=](void* h) { return aclrtGetEventId(h, static_cast<uint32_t*>(any)); }},
            {"aclrtBinaryUnLoad", Kind::binary, aclrtBinaryUnLoad},
            {"aclrtBinaryGetFunction", Kind::binary,
             [=](void* h) { return aclrtBinaryGetFunction(h, "scale", sink->data()); }},
            {"aclrtBinaryGetFunctionByEntry", Kind::binary,
             [=](void* h) { return aclrtBinaryGetFunctionByEntry(h, 0, sink->data()); }},
            {"aclrtFunctionGetBinary", Kind::function,
             [=](void* h) { return aclrtFunctionGetBinary(h, sink->data()); }},
            {"aclrtGetFunctionName", Kind::function,
             [=](void* h) { return aclrtGetFunctionName(h, 64, text->data()); }},
            {"aclrtGetFunctionAddr", Kind::function,
             [=](void* h) { return aclrtGetFunctionAddr(h, sink->data(), sink->data() + 1); }},
            {"aclrtGetFunctionAttribute", Kind::function,
             [=](void* h) {
                 return aclrtGetFunctionAttribute(h, ACL_FUNC_ATTR_KERNEL_TYPE, static_cast<int64_t*>(any));
             }},
            {"aclrtKernelArgsInit", Kind::function, [=](void* h) { return aclrtKernelArgsInit(h, sink->data()); }},
            {"aclrtKernelArgsInitByUserMem", Kind::function,
             [=](void* h) { return aclrtKernelArgsInitByUserMem(h, any, any, 64); }},
            {"aclrtKernelArgsGetMemSize", Kind::function,
             [=](void* h) { return aclrtKernelArgsGetMemSize(h, 8, static_cast<size_t*>(any)); }},
            {"aclrtKernelArgsGetHandleMemSize", Kind::function,
             [=](void* h) { return aclrtKernelArgsGetHandleMemSize(h, static_cast<size_t*>(any)); }},
            {"aclrtLaunchKernel", Kind::function,
             [=, this](void* h) { return aclrtLaunchKernel(h, 1, memory, 16, stream); }},
            {"aclrtLaunchKernelV2", Kind::function,
             [=, this](void* h) { return aclrtLaunchKernelV2(h, 1, memory, 16, nullptr, stream); }},
            {"aclrtLaunchKernelWithConfig", Kind::function,
             [=, this](void* h) { return aclrtLaunchKernelWithConfig(h, 1, stream, nullptr, list, nullptr); }},
            {"aclrtLaunchKernelWithHostArgs", Kind::function, [=, this](void* h) { return noArgs(h, stream); }},
            {"aclmdlRIExecuteAsync", Kind::graph, [=, this](void* h) { return aclmdlRIExecuteAsync(h, stream); }},
            {"aclmdlRIExecute", Kind::graph, [](void* h) { return aclmdlRIExecute(h, 1); }},
            {"aclmdlRIDestroy", Kind::graph, aclmdlRIDestroy},
            {"aclrtFreePhysical", Kind::memory, aclrtFreePhysical},
            {"aclrtMapMem", Kind::memory, [=, this](void* h) { return aclrtMapMem(memory, 64, 0, h, 0); }},
            {"aclrtMemGetAllocationPropertiesFromHandle", Kind::memory,
             [=](void* h) {
                 return aclrtMemGetAllocationPropertiesFromHandle(h, static_cast<aclrtPhysicalMemProp*>(any));
             }},
            {"aclrtKernelArgsAppend", Kind::list,
             [=](void* h) { return aclrtKernelArgsAppend(h, any, 8, sink->data() + 1); }, true},
            {"aclrtKernelArgsAppendPlaceHolder", Kind::list,
             [=](void* h) { return aclrtKernelArgsAppendPlaceHolder(h, sink->data() + 1); }, true},
            {"aclrtKernelArgsGetPlaceHolderBuffer", Kind::list,
             [=](void* h) { return aclrtKernelArgsGetPlaceHolderBuffer(h, nullptr, 8, sink->data()); }, true},
            {"aclrtKernelArgsParaUpdate", Kind::list,
             [=](void* h) { return aclrtKernelArgsParaUpdate(h, nullptr, any, 8); }, true},
            {"aclrtKernelArgsFinalize", Kind::list, aclrtKernelArgsFinalize, true},
            {"aclrtLaunchKernelWithConfig list", Kind::list,
             [=, this](void* h) { return aclrtLaunchKernelWithConfig(addKernel(), 1, stream, nullptr, h, nullptr); },
             true},
        };
        const std::vector<std::pair<const char*, std::function<aclError(void*)>>> ofStreams = {
            {"aclrtDestroyStream", aclrtDestroyStream},
            {"aclrtDestroyStreamForce", aclrtDestroyStreamForce},
            {"aclrtSynchronizeStream", aclrtSynchronizeStream},
            {"aclrtSynchronizeStreamWithTimeout", [](void* h) { return aclrtSynchronizeStreamWithTimeout(h, 1); }},
            {"aclrtStreamQuery", [=](void* h) { return aclrtStreamQuery(h, static_cast<aclrtStreamStatus*>(any)); }},
            {"aclrtStreamGetId", [=](void* h) { return aclrtStreamGetId(h, static_cast<int32_t*>(any)); }},
            {"aclrtStreamGetPriority", [=](void* h) { return aclrtStreamGetPriority(h, static_cast<uint32_t*>(any)); }},
            {"aclrtStreamGetFlags", [=](void* h) { return aclrtStreamGetFlags(h, static_cast<uint32_t*>(any)); }},
            {"aclrtSetStreamFailureMode", [](void* h) { return aclrtSetStreamFailureMode(h, 0); }},
            {"aclrtRecordEvent stream", [this](void* h) { return aclrtRecordEvent(event, h); }},
            {"aclrtRecordEventWithFlag stream", [this](void* h) { return aclrtRecordEventWithFlag(event, h, 0); }},
            {"aclrtResetEvent stream", [this](void* h) { return aclrtResetEvent(event, h); }},
            {"aclrtStreamWaitEvent", [this](void* h) { return aclrtStreamWaitEvent(h, event); }},
            {"aclrtValueWrite", [=](void* h) { return aclrtValueWrite(words, 1, 0, h); }},
            {"aclrtValueWait", [=](void* h) { return aclrtValueWait(words, 0, 0, h); }},
            {"aclrtMemcpyAsync",
             [this](void* h) { return aclrtMemcpyAsync(memory, 64, pinned, 64, ACL_MEMCPY_HOST_TO_DEVICE, h); }},
            {"aclrtMemcpyAsyncWithCondition",
             [this](void* h) {
                 return aclrtMemcpyAsyncWithCondition(memory, 64, pinned, 64, ACL_MEMCPY_HOST_TO_DEVICE, h);
             }},
            {"aclrtMemcpy2dAsync",
             [this](void* h) { return aclrtMemcpy2dAsync(memory, 8, pinned, 8, 8, 2, ACL_MEMCPY_HOST_TO_DEVICE, h); }},
            {"aclrtMemsetAsync", [this](void* h) { return aclrtMemsetAsync(memory, 64, 0, 64, h); }},
            {"aclrtMemsetD32Async", [this](void* h) { return aclrtMemsetD32Async(memory, 64, 0, 4, h); }},
            {"aclrtLaunchHostFunc", [](void* h) { return aclrtLaunchHostFunc(h, [](void*) {}, nullptr); }},
            {"aclrtLaunchCallback",
             [](void* h) { return aclrtLaunchCallback([](void*) {}, nullptr, ACL_CALLBACK_BLOCK, h); }},
            {"aclrtSubscribeReport", [](void* h) { return aclrtSubscribeReport(1, h); }},
            {"aclrtUnSubscribeReport", [](void* h) { return aclrtUnSubscribeReport(1, h); }},
            {"aclrtLaunchKernel stream", [this](void* h) { return aclrtLaunchKernel(addKernel(), 1, memory, 16, h); }},
            {"aclrtLaunchKernelV2 stream",
             [this](void* h) { return aclrtLaunchKernelV2(addKernel(), 1, memory, 16, nullptr, h); }},
            {"aclrtLaunchKernelWithConfig stream",
             [this](void* h) { return aclrtLaunchKernelWithConfig(addKernel(), 1, h, nullptr, list, nullptr); }},
            {"aclrtLaunchKernelWithHostArgs stream", [=](void* h) { return noArgs(emptyKernel(), h); }},
            {"aclrtLaunchKernelWithArgsArray stream",
             [](void* h) { return aclrtLaunchKernelWithArgsArray(emptyKernel(), 1, h, nullptr, nullptr); }},
            {"aclmdlRICaptureBegin",
             [](void* h) { return aclmdlRICaptureBegin(h, ACL_MODEL_RI_CAPTURE_MODE_RELAXED); }},
            {"aclmdlRICaptureEnd", [=](void* h) { return aclmdlRICaptureEnd(h, sink->data()); }},
            {"aclmdlRICaptureGetInfo",
             [=](void* h) { return aclmdlRICaptureGetInfo(h, static_cast<aclmdlRICaptureStatus*>(any), nullptr); }},
            {"aclmdlRIExecuteAsync stream", [=](void* h) { return aclmdlRIExecuteAsync(nullptr, h); }},
        };
        for (const auto& [call, invoke] : ofStreams) {
            all.push_back({call, Kind::stream, invoke, true});
        }
        return all;
    }

    aclrtStream stream = nullptr;
    aclrtEvent event = nullptr;
    aclrtBinHandle binary = nullptr;
    aclrtArgsHandle list = nullptr;
    void* memory = nullptr;
    void* pinned = nullptr;
};

TEST_F(Handle, GarbageNullWrongKindAndStaleAreRefusedEverywhere) {
    const auto others = valid();
    for (const Parameter& parameter : parameters()) {
        SCOPED_TRACE(parameter.call);
        for (void* garbage : garbageHandles()) {
            expectError(parameter.invoke(garbage), ACL_ERROR_RT_INVALID_HANDLE, {"expected a"});
        }
        if (!parameter.nullIsDefault) {
            expectError(parameter.invoke(nullptr), ACL_ERROR_RT_INVALID_HANDLE, {"is null"});
        }
        for (const auto& [kind, handle] : others) {
            if (kind != parameter.kind) {
                expectError(parameter.invoke(handle), ACL_ERROR_RT_INVALID_HANDLE, {"handle, expected a"});
            }
        }
        expectError(parameter.invoke(stale(parameter.kind)), ACL_ERROR_RT_INVALID_HANDLE, {"destroyed"});
    }
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << "nothing was harmed";
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
}

TEST_F(Handle, SlotsAreReusedAndGenerationsAreNot) {
    aclrtEvent first = newEvent();
    EXPECT_EQ(aclrtDestroyEvent(first), ACL_SUCCESS);
    for (int i = 0; i < 1000; ++i) {
        aclrtEvent next = newEvent();
        EXPECT_NE(next, first);
        EXPECT_EQ(aclrtDestroyEvent(next), ACL_SUCCESS);
    }
    expectError(aclrtSynchronizeEvent(first), ACL_ERROR_RT_INVALID_HANDLE);
}

// Creates until there are too many, and destroys them again.
void expectLimit(const std::function<aclError(void**)>& create, aclError (*destroy)(void*), size_t most,
                 aclError code) {
    std::vector<void*> handles(most + 1);
    size_t made = 0;
    aclError last = ACL_SUCCESS;
    while (last == ACL_SUCCESS && made <= most) {
        last = create(&handles[made]);
        made += last == ACL_SUCCESS ? 1 : 0;
    }
    expectError(last, code, {std::to_string(most)});
    EXPECT_LE(made, most);
    for (size_t index = 0; index < made; ++index) {
        EXPECT_EQ(destroy(handles[index]), ACL_SUCCESS);
    }
    void* again = nullptr;
    EXPECT_EQ(create(&again), ACL_SUCCESS) << messages();
    EXPECT_EQ(destroy(again), ACL_SUCCESS);
}

TEST_F(Handle, ObjectsAreLimitedInNumber) {
    expectLimit(aclrtCreateEvent, aclrtDestroyEvent, 65536, ACL_ERROR_RT_NO_EVENT_RESOURCE);
    expectLimit([](void** notify) { return aclrtCreateNotify(notify, ACL_NOTIFY_DEFAULT); }, aclrtDestroyNotify, 8192,
                ACL_ERROR_RT_NO_NOTIFY_RESOURCE);
    expectLimit(aclrtCreateLabel, aclrtDestroyLabel, 65535, ACL_ERROR_RT_RESOURCE_ALLOC_FAIL);
}

}  // namespace
}  // namespace acc::test
