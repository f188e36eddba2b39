// SPDX-License-Identifier: Apache-2.0
// aclInit, aclFinalize, aclFinalizeReference, aclrtGetVersion.
#include <unistd.h>

#include <fstream>

#include "fixture.h"

namespace acc::test {
namespace {

class Initialise : public ::testing::Test {
protected:
    void SetUp() override { messages(); }
    void TearDown() override {
        while (aclFinalize() == ACL_SUCCESS) {
        }
        messages();
    }
    // A file with `text`, removed with the fixture's directory entry at the end of the test.
    std::string file(const std::string& text) {
        const std::string path = ::testing::TempDir() + "acl_config_" + std::to_string(::getpid()) + ".json";
        std::ofstream(path) << text;
        return path;
    }
};

TEST_F(Initialise, CountsReferences) {
    EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
    expectError(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE, {"aclInit"});
    uint64_t left = 99;
    EXPECT_EQ(aclFinalizeReference(&left), ACL_SUCCESS);
    EXPECT_EQ(left, 1U);
    EXPECT_EQ(aclFinalizeReference(nullptr), ACL_SUCCESS);
    left = 99;
    expectError(aclFinalizeReference(&left), ACL_ERROR_REPEAT_FINALIZE, {"aclFinalizeReference"});
    EXPECT_EQ(left, 99U) << "written on success only";
}

TEST_F(Initialise, FinalizeDropsAllReferences) {
    EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE);
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
    expectError(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE, {"aclFinalize"});
    EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS) << "init and finalise may alternate";
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
}

TEST_F(Initialise, UnmatchedFinalizeIsHarmless) {
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << "the program never initialised and goes on";
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
}

TEST_F(Initialise, AfterFinalizeAllocationsFailAndFreesAreQuiet) {
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    aclrtStream stream = nullptr;
    aclrtEvent event = nullptr;
    aclrtContext context = nullptr;
    void* memory = nullptr;
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
    ASSERT_EQ(aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
    ASSERT_EQ(aclFinalize(), ACL_SUCCESS);
    void* none = nullptr;
    expectError(aclrtMalloc(&none, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_UNINITIALIZE, {"after aclFinalize"});
    expectError(aclrtSynchronizeStream(nullptr), ACL_ERROR_UNINITIALIZE);
    EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS) << "and it works again";
    EXPECT_EQ(aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
}

TEST_F(Initialise, MissingConfigFile) {
    expectError(aclInit("/nonexistent/acl.json"), ACL_ERROR_INVALID_FILE, {"configPath is '/nonexistent/acl.json'"});
    EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE) << "a failed aclInit does not count";
}

TEST_F(Initialise, ConfigFileMustBeJson) {
    expectError(aclInit(file("{ no json").c_str()), ACL_ERROR_PARSE_FILE, {"JSON"});
    expectError(aclInit(file("[1]").c_str()), ACL_ERROR_PARSE_FILE);
    expectError(aclInit(file("{\"a\":" + std::string(10, '[') + std::string(10, ']') + "}").c_str()), ACL_SUCCESS);
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
    expectError(aclInit(file("{\"a\":" + std::string(11, '[') + std::string(11, ']') + "}").c_str()),
                ACL_ERROR_PARSE_FILE, {"deeper than 10"});
    std::string braces = "1";
    for (int i = 0; i < 11; ++i) {
        braces = "{\"a\":" + braces + "}";
    }
    expectError(aclInit(file(braces).c_str()), ACL_ERROR_PARSE_FILE);
}

TEST_F(Initialise, EmptyConfigMeansDefaults) {
    EXPECT_EQ(aclInit(file("{}").c_str()), ACL_SUCCESS);
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
    EXPECT_EQ(aclInit(file("").c_str()), ACL_SUCCESS);
}

TEST_F(Initialise, DefaultDeviceServesThreadsWithoutContext) {
    ASSERT_EQ(aclInit(file(R"({"defaultDevice": {"default_device": "1"}})").c_str()), ACL_SUCCESS) << messages();
    std::thread([] {
        void* memory = nullptr;
        EXPECT_EQ(aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS) << messages();
        int32_t device = -1;
        EXPECT_EQ(aclrtGetDevice(&device), ACL_SUCCESS);
        EXPECT_EQ(device, 1);
        EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        EXPECT_EQ(aclrtGetDevice(&device), ACL_SUCCESS);
        EXPECT_EQ(device, 0) << "an explicit choice has precedence";
    }).join();
}

TEST_F(Initialise, DefaultDeviceMustExist) {
    expectError(aclInit(file(R"({"defaultDevice": {"default_device": "7"}})").c_str()), ACL_ERROR_RT_INVALID_DEVICEID,
                {"default_device"});
}

TEST_F(Initialise, ErrorMessagesOfTheProcess) {
    ASSERT_EQ(aclInit(file(R"({"err_msg_mode": "1"})").c_str()), ACL_SUCCESS);
    std::thread([] { aclrtFree(nullptr); }).join();
    EXPECT_NE(messages().find("aclrtFree"), std::string::npos) << "failures of all threads are seen";
    ASSERT_EQ(aclFinalize(), ACL_SUCCESS);
    ASSERT_EQ(aclInit(file(R"({"err_msg_mode": "0"})").c_str()), ACL_SUCCESS);
    std::thread([] { aclrtFree(nullptr); }).join();
    EXPECT_TRUE(messages().empty());
}

TEST_F(Initialise, Version) {
    int32_t major = 0;
    int32_t minor = 0;
    int32_t patch = -1;
    EXPECT_EQ(aclrtGetVersion(&major, &minor, &patch), ACL_SUCCESS);
    EXPECT_EQ(major, 1);
    EXPECT_EQ(minor, 17);
    EXPECT_EQ(patch, 0);
    expectError(aclrtGetVersion(nullptr, &minor, &patch), ACL_ERROR_INVALID_PARAM, {"majorVersion is null"});
    expectError(aclrtGetVersion(&major, nullptr, &patch), ACL_ERROR_INVALID_PARAM, {"minorVersion is null"});
    expectError(aclrtGetVersion(&major, &minor, nullptr), ACL_ERROR_INVALID_PARAM, {"patchVersion is null"});
}

}  // namespace
}  // namespace acc::test
