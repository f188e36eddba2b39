// SPDX-License-Identifier: Apache-2.0
// Profiling sessions and their trace.
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "acl/acl_prof.h"
#include "fixture.h"

namespace {

using acc::test::ApiTest;
using acc::test::expectError;
using acc::test::messages;

class Profiling : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        std::string name = std::filesystem::temp_directory_path() / "acc_prof_XXXXXX";
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        directory = name;
    }
    void TearDown() override {
        ApiTest::TearDown();
        std::filesystem::remove_all(directory);
    }
    std::string trace() const {
        std::ifstream file(directory + "/acc_trace.json");
        return {std::istreambuf_iterator<char>(file), {}};
    }
    static void* newStamp(const char* message) {
        void* stamp = aclprofCreateStamp();
        EXPECT_EQ(aclprofSetStampTraceMessage(stamp, message, static_cast<uint32_t>(std::strlen(message))),
                  ACL_SUCCESS);
        return stamp;
    }
    std::string directory;
};

TEST_F(Profiling, TraceHoldsTasksMarksAndRanges) {
    aclrtStream stream = newStream();
    auto* out = static_cast<uint32_t*>(newMemory(4));
    ASSERT_EQ(aclprofInit(directory.c_str(), directory.size()), ACL_SUCCESS) << messages();
    uint32_t device = 0;
    aclprofConfig* config = aclprofCreateConfig(&device, 1, ACL_AICORE_NONE, nullptr, ACL_PROF_MSPROFTX);
    ASSERT_NE(config, nullptr) << messages();
    void* before = newStamp("before the start");
    EXPECT_EQ(aclprofMark(before), ACL_SUCCESS);
    EXPECT_EQ(aclprofStart(config), ACL_SUCCESS) << messages();
    void* stamp = newStamp("my \"mark\"");
    EXPECT_EQ(aclprofMark(stamp), ACL_SUCCESS);
    void* outer = newStamp("outer range");
    EXPECT_EQ(aclprofPush(outer), ACL_SUCCESS);
    uint32_t range = 0;
    void* crossing = newStamp("crossing range");
    EXPECT_EQ(aclprofRangeStart(crossing, &range), ACL_SUCCESS);
    EXPECT_EQ(launchAdd(out, 1, stream), ACL_SUCCESS);
    EXPECT_EQ(aclprofMarkEx("stream mark", 11, stream), ACL_SUCCESS);
    aclprofStepInfo* step = aclprofCreateStepInfo();
    EXPECT_EQ(aclprofGetStepTimestamp(step, ACL_STEP_START, stream), ACL_SUCCESS);
    EXPECT_EQ(aclprofGetStepTimestamp(step, ACL_STEP_END, stream), ACL_SUCCESS);
    uint8_t bytes[2] = {0xab, 0x01};
    EXPECT_EQ(aclrtProfTrace(bytes, 2, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(aclprofPop(), ACL_SUCCESS);
    EXPECT_EQ(aclprofRangeStop(range), ACL_SUCCESS);
    aclprofTensorInfo info{};
    info.opNameId = aclprofStr2Id("my operator");
    EXPECT_EQ(aclprofStr2Id("my operator"), info.opNameId);
    EXPECT_NE(aclprofStr2Id("another"), info.opNameId);
    aclprofEventAttributes event{
        ACL_PROF_EVENT_ATTR_VERSION, sizeof(event), ACL_PROF_MESSAGE_TYPE_TENSOR_INFO, {&info}};
    EXPECT_EQ(aclprofRangePushEx(&event), ACL_SUCCESS) << messages();
    EXPECT_EQ(aclprofRangePop(), ACL_SUCCESS);
    EXPECT_EQ(aclprofStop(config), ACL_SUCCESS);
    void* after = newStamp("after the stop");
    EXPECT_EQ(aclprofMark(after), ACL_SUCCESS);
    EXPECT_EQ(aclprofFinalize(), ACL_SUCCESS) << messages();
    const std::string text = trace();
    for (const char* part : {"\"traceEvents\"", "add", "my \\\"mark\\\"", "outer range", "crossing range",
                             "stream mark", "step 1 start", "step 1 end", "trace ab 01", "my operator"}) {
        EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
    }
    EXPECT_EQ(text.find("before the start"), std::string::npos);
    EXPECT_EQ(text.find("after the stop"), std::string::npos);
    EXPECT_EQ(aclprofDestroyConfig(config), ACL_SUCCESS);
    aclprofDestroyStepInfo(step);
    for (void* each : {before, stamp, outer, crossing, after}) {
        aclprofDestroyStamp(each);
    }
    expectError(aclprofMark(stamp), ACL_ERROR_INVALID_PARAM, {"aclprofCreateStamp"});
    expectError(aclprofGetStepTimestamp(step, ACL_STEP_START, stream), ACL_ERROR_INVALID_PARAM, {"stepInfo"});
    expectError(aclprofDestroyConfig(config), ACL_ERROR_INVALID_PARAM, {"aclprofCreateConfig"});
}

TEST_F(Profiling, SessionErrors) {
    uint32_t devices[] = {0, 64};
    aclprofConfig* config = aclprofCreateConfig(devices, 1, ACL_AICORE_PIPE_UTILIZATION, nullptr, 0);
    expectError(aclprofStart(config), ACL_ERROR_PROF_NOT_RUN, {"aclprofInit"});
    expectError(aclprofStop(config), ACL_ERROR_PROF_NOT_RUN);
    expectError(aclprofFinalize(), ACL_ERROR_PROF_NOT_RUN);
    expectError(aclprofInit(nullptr, 1), ACL_ERROR_INVALID_PARAM, {"profilerResultPath is null"});
    expectError(aclprofInit(directory.c_str(), 0), ACL_ERROR_INVALID_PARAM, {"length is 0"});
    expectError(aclprofInit(directory.c_str(), directory.size() + 1), ACL_ERROR_INVALID_PARAM, {"length"});
    expectError(aclprofInit("/nowhere", 8), ACL_ERROR_INVALID_FILE, {"/nowhere", "writable directory"});
    ASSERT_EQ(aclprofInit(directory.c_str(), directory.size()), ACL_SUCCESS);
    expectError(aclprofInit(directory.c_str(), directory.size()), ACL_ERROR_PROF_ALREADY_RUN, {"aclprofFinalize"});
    expectError(aclprofStart(nullptr), ACL_ERROR_INVALID_PARAM, {"profilerConfig is null"});
    expectError(aclprofStop(nullptr), ACL_ERROR_INVALID_PARAM, {"profilerConfig is null"});
    EXPECT_EQ(aclprofCreateConfig(devices, 2, ACL_AICORE_NONE, nullptr, 0), nullptr);
    EXPECT_NE(messages().find("deviceIdList[1] is 64"), std::string::npos);
    EXPECT_EQ(aclprofCreateConfig(nullptr, 1, ACL_AICORE_NONE, nullptr, 0), nullptr);
    EXPECT_EQ(aclprofCreateConfig(devices, 1, static_cast<aclprofAicoreMetrics>(9), nullptr, 0), nullptr);
    EXPECT_EQ(aclprofCreateConfig(devices, 1, ACL_AICORE_NONE, reinterpret_cast<aclprofAicoreEvents*>(devices), 0),
              nullptr);
    EXPECT_NE(messages().find("aicoreEvents"), std::string::npos);
    expectError(aclprofDestroyConfig(nullptr), ACL_ERROR_INVALID_PARAM, {"profilerConfig is null"});
    expectError(aclprofSetConfig(ACL_PROF_ARGS_MIN, "1", 1), ACL_ERROR_INVALID_PARAM, {"configType is 0"});
    expectError(aclprofSetConfig(ACL_PROF_LLC_MODE, nullptr, 1), ACL_ERROR_INVALID_PARAM, {"config is null"});
    expectError(aclprofSetConfig(ACL_PROF_LLC_MODE, "read", 0), ACL_ERROR_INVALID_PARAM, {"configLength"});
    expectError(aclprofSetConfig(ACL_PROF_LLC_MODE, "read", 4), ACL_ERROR_PROF_MODULES_UNSUPPORTED, {"hardware"});
    aclprofSubscribeConfig* subscription = aclprofCreateSubscribeConfig(1, ACL_AICORE_NONE, &devices);
    ASSERT_NE(subscription, nullptr);
    expectError(aclprofModelSubscribe(1, subscription), ACL_ERROR_PROF_API_CONFLICT, {"session"});
    std::filesystem::remove_all(directory);
    expectError(aclprofFinalize(), ACL_ERROR_WRITE_FILE, {"acc_trace.json"});
    expectError(aclprofModelSubscribe(1, subscription), ACL_ERROR_RT_FEATURE_NOT_SUPPORT, {"no models"});
    expectError(aclprofModelSubscribe(1, nullptr), ACL_ERROR_INVALID_PARAM, {"profSubscribeConfig is null"});
    expectError(aclprofModelUnSubscribe(1), ACL_ERROR_RT_FEATURE_NOT_SUPPORT, {"no models"});
    EXPECT_EQ(aclprofDestroySubscribeConfig(subscription), ACL_SUCCESS);
    expectError(aclprofDestroySubscribeConfig(subscription), ACL_ERROR_INVALID_PARAM, {"aclprofCreateSubscribeConfig"});
    EXPECT_EQ(aclprofCreateSubscribeConfig(1, ACL_AICORE_NONE, nullptr), nullptr);
    EXPECT_NE(messages().find("fd is null"), std::string::npos);
    EXPECT_EQ(aclprofDestroyConfig(config), ACL_SUCCESS);
}

TEST_F(Profiling, MarkErrors) {
    void* stamp = newStamp("stamp");
    uint32_t range = 0;
    int notAStamp = 0;
    for (void* bad : {static_cast<void*>(nullptr), static_cast<void*>(&notAStamp)}) {
        expectError(aclprofSetStampTraceMessage(bad, "x", 1), ACL_ERROR_INVALID_PARAM, {"stamp"});
        expectError(aclprofPush(bad), ACL_ERROR_INVALID_PARAM, {"stamp"});
        expectError(aclprofRangeStart(bad, &range), ACL_ERROR_INVALID_PARAM, {"stamp"});
        expectError(aclprofMark(bad), ACL_ERROR_INVALID_PARAM, {"stamp"});
    }
    expectError(aclprofSetStampTraceMessage(stamp, nullptr, 1), ACL_ERROR_INVALID_PARAM, {"msg is null"});
    expectError(aclprofSetStampTraceMessage(stamp, "x", 0), ACL_ERROR_INVALID_PARAM, {"msgLen is 0"});
    expectError(aclprofSetStampTraceMessage(stamp, "x", 128), ACL_ERROR_INVALID_PARAM, {"msgLen is 128"});
    expectError(aclprofRangeStart(stamp, nullptr), ACL_ERROR_INVALID_PARAM, {"rangeId is null"});
    expectError(aclprofRangeStop(4000000000U), ACL_ERROR_INVALID_PARAM, {"rangeId is 4000000000"});
    expectError(aclprofPop(), ACL_ERROR_FAILURE, {"no open range"});
    expectError(aclprofRangePop(), ACL_ERROR_FAILURE, {"no open range"});
    expectError(aclprofMarkEx(nullptr, 1, nullptr), ACL_ERROR_INVALID_PARAM, {"msg is null"});
    expectError(aclprofMarkEx("x", 0, nullptr), ACL_ERROR_INVALID_PARAM, {"msgLen is 0"});
    expectError(aclprofGetStepTimestamp(nullptr, ACL_STEP_START, nullptr), ACL_ERROR_INVALID_PARAM,
                {"stepInfo is null"});
    aclprofStepInfo* step = aclprofCreateStepInfo();
    expectError(aclprofGetStepTimestamp(step, static_cast<aclprofStepTag>(2), nullptr), ACL_ERROR_INVALID_PARAM,
                {"tag is 2"});
    aclprofDestroyStepInfo(step);
    expectError(aclrtProfTrace(nullptr, 1, nullptr), ACL_ERROR_INVALID_PARAM, {"userdata is null"});
    expectError(aclrtProfTrace(&range, 0, nullptr), ACL_ERROR_INVALID_PARAM, {"length is 0"});
    expectError(aclrtProfTrace(&range, 19, nullptr), ACL_ERROR_INVALID_PARAM, {"length is 19"});
    EXPECT_EQ(aclprofStr2Id(nullptr), 0U);
    messages();
    aclprofTensorInfo info{};
    aclprofEventAttributes event{2, sizeof(event), 0, {&info}};
    expectError(aclprofRangePushEx(nullptr), ACL_ERROR_INVALID_PARAM, {"attr is null"});
    expectError(aclprofRangePushEx(&event), ACL_ERROR_INVALID_PARAM, {"attr->version is 2"});
    event = {1, 8, 0, {&info}};
    expectError(aclprofRangePushEx(&event), ACL_ERROR_INVALID_PARAM, {"attr->size is 8"});
    event = {1, sizeof(event), 1, {&info}};
    expectError(aclprofRangePushEx(&event), ACL_ERROR_INVALID_PARAM, {"attr->messageType is 1"});
    event = {1, sizeof(event), 0, {nullptr}};
    expectError(aclprofRangePushEx(&event), ACL_ERROR_INVALID_PARAM, {"tensorInfo is null"});
    aclprofDestroyStamp(stamp);
    aclprofDestroyStamp(nullptr);
}

TEST_F(Profiling, NoBufferHoldsRecords) {
    size_t length = 0;
    EXPECT_EQ(aclprofGetOpDescSize(&length), ACL_SUCCESS);
    EXPECT_EQ(length, 64U);
    expectError(aclprofGetOpDescSize(nullptr), ACL_ERROR_INVALID_PARAM, {"opDescSize is null"});
    char record[64] = {};
    char text[8] = {};
    uint32_t number = 0;
    expectError(aclprofGetOpNum(record, 64, &number), ACL_ERROR_INVALID_PARAM, {"no records"});
    expectError(aclprofGetOpNum(nullptr, 64, &number), ACL_ERROR_INVALID_PARAM, {"opInfo is null"});
    expectError(aclprofGetOpNum(record, 64, nullptr), ACL_ERROR_INVALID_PARAM, {"opNumber is null"});
    expectError(aclprofGetOpTypeLen(record, 64, 0, &length), ACL_ERROR_INVALID_PARAM, {"no records"});
    expectError(aclprofGetOpTypeLen(record, 64, 0, nullptr), ACL_ERROR_INVALID_PARAM, {"opTypeLen is null"});
    expectError(aclprofGetOpType(record, 64, 0, text, 8), ACL_ERROR_INVALID_PARAM, {"no records"});
    expectError(aclprofGetOpType(record, 64, 0, nullptr, 8), ACL_ERROR_INVALID_PARAM, {"opType is null"});
    expectError(aclprofGetOpNameLen(record, 64, 0, &length), ACL_ERROR_INVALID_PARAM, {"no records"});
    expectError(aclprofGetOpNameLen(record, 64, 0, nullptr), ACL_ERROR_INVALID_PARAM, {"opNameLen is null"});
    expectError(aclprofGetOpName(record, 64, 0, text, 8), ACL_ERROR_INVALID_PARAM, {"no records"});
    expectError(aclprofGetOpName(record, 64, 0, nullptr, 8), ACL_ERROR_INVALID_PARAM, {"opName is null"});
    EXPECT_EQ(aclprofGetOpStart(record, 64, 0), 0U);
    EXPECT_EQ(aclprofGetOpEnd(record, 64, 0), 0U);
    EXPECT_EQ(aclprofGetOpDuration(record, 64, 0), 0U);
    EXPECT_EQ(aclprofGetModelId(record, 64, 0), 0U);
    EXPECT_EQ(aclprofGetOpFlag(record, 64, 0), ACL_SUBSCRIBE_NONE);
    EXPECT_EQ(aclprofGetOpAttriValue(record, 64, 0, ACL_SUBSCRIBE_ATTRI_THREADID), nullptr);
}

}  // namespace
