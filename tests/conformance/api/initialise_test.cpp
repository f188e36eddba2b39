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

TEST_F(Initialise, CallbacksRunWithTheConfiguration) {
    struct Seen {
        std::string text;
        int inits = 0;
        int finals = 0;
        aclError answer = ACL_SUCCESS;
    } seen;
    const auto onInit = [](const char* text, size_t length, void* user) -> aclError {
        auto& mine = *static_cast<Seen*>(user);
        mine.text.assign(text, length);
        ++mine.inits;
        return mine.answer;
    };
    const auto onFinal = [](void* user) -> aclError {
        ++static_cast<Seen*>(user)->finals;
        return static_cast<Seen*>(user)->answer;
    };
    EXPECT_EQ(aclInitCallbackRegister(ACL_REG_TYPE_OTHER, onInit, &seen), ACL_SUCCESS);
    EXPECT_EQ(aclInitCallbackRegister(ACL_REG_TYPE_OTHER, onInit, &seen), ACL_SUCCESS) << "once, not twice";
    EXPECT_EQ(aclFinalizeCallbackRegister(ACL_REG_TYPE_ACL_DVPP, onFinal, &seen), ACL_SUCCESS);
    EXPECT_EQ(seen.inits, 0);
    EXPECT_EQ(aclInit(file(R"({"a": {"b": 1}})").c_str()), ACL_SUCCESS);
    EXPECT_EQ(seen.inits, 1);
    EXPECT_EQ(seen.text, R"({"a":{"b":1}})");
    Seen late;
    EXPECT_EQ(aclInitCallbackRegister(ACL_REG_TYPE_ACL_MODEL, onInit, &late), ACL_SUCCESS);
    EXPECT_EQ(late.inits, 1) << "initialised already: called at once";
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
    EXPECT_EQ(seen.finals, 1);
    seen.answer = ACL_ERROR_FAILURE;
    expectError(aclInit(nullptr), ACL_ERROR_FAILURE, {"returned 500001"});
    expectError(aclFinalize(), ACL_ERROR_FAILURE, {"returned 500001"});
    EXPECT_EQ(aclInitCallbackUnRegister(ACL_REG_TYPE_OTHER, onInit), ACL_SUCCESS);
    EXPECT_EQ(aclInitCallbackUnRegister(ACL_REG_TYPE_ACL_MODEL, onInit), ACL_SUCCESS);
    EXPECT_EQ(aclFinalizeCallbackUnRegister(ACL_REG_TYPE_ACL_DVPP, onFinal), ACL_SUCCESS);
    EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
    EXPECT_EQ(seen.inits, 2);
    expectError(aclInitCallbackUnRegister(ACL_REG_TYPE_OTHER, onInit), ACL_ERROR_INVALID_PARAM, {"not registered"});
    expectError(aclFinalizeCallbackUnRegister(ACL_REG_TYPE_OTHER, onFinal), ACL_ERROR_INVALID_PARAM,
                {"not registered"});
    const auto unknown = static_cast<aclRegisterCallbackType>(8);
    expectError(aclInitCallbackRegister(unknown, onInit, nullptr), ACL_ERROR_INVALID_PARAM, {"type is 8"});
    expectError(aclFinalizeCallbackRegister(unknown, onFinal, nullptr), ACL_ERROR_INVALID_PARAM, {"type is 8"});
    expectError(aclInitCallbackRegister(ACL_REG_TYPE_OTHER, nullptr, nullptr), ACL_ERROR_INVALID_PARAM,
                {"cbFunc is null"});
    expectError(aclFinalizeCallbackRegister(ACL_REG_TYPE_OTHER, nullptr, nullptr), ACL_ERROR_INVALID_PARAM,
                {"cbFunc is null"});
}

TEST_F(Initialise, VersionsOfPackages) {
    char text[128] = "";
    int32_t number = 0;
    for (const char* package : {"runtime", "toolkit", "compiler", "cann", "driver", "firmware"}) {
        std::string name = package;
        EXPECT_EQ(aclsysGetVersionStr(name.data(), text), ACL_SUCCESS);
        EXPECT_STREQ(text, "9.0.0");
        EXPECT_EQ(aclsysGetVersionNum(name.data(), &number), ACL_SUCCESS);
        EXPECT_EQ(number, 90000000);
    }
    std::string unknown = "nothing";
    expectError(aclsysGetVersionStr(unknown.data(), text), ACL_ERROR_INVALID_FILE, {"'nothing'"});
    expectError(aclsysGetVersionNum(unknown.data(), &number), ACL_ERROR_INVALID_FILE, {"'nothing'"});
    std::string known = "runtime";
    expectError(aclsysGetVersionStr(nullptr, text), ACL_ERROR_INVALID_PARAM, {"pkgName is null"});
    expectError(aclsysGetVersionStr(known.data(), nullptr), ACL_ERROR_INVALID_PARAM, {"versionStr is null"});
    expectError(aclsysGetVersionNum(nullptr, &number), ACL_ERROR_INVALID_PARAM, {"pkgName is null"});
    expectError(aclsysGetVersionNum(known.data(), nullptr), ACL_ERROR_INVALID_PARAM, {"versionNum is null"});
    aclCANNPackageVersion version{};
    EXPECT_EQ(aclsysGetCANNVersion(ACL_PKG_NAME_CANN, &version), ACL_SUCCESS);
    EXPECT_STREQ(version.version, "9.0.0");
    EXPECT_STREQ(version.majorVersion, "9");
    expectError(aclsysGetCANNVersion(ACL_PKG_NAME_HCCL, &version), ACL_ERROR_INVALID_FILE, {"name is 3"});
    expectError(aclsysGetCANNVersion(static_cast<aclCANNPackageName>(8), &version), ACL_ERROR_INVALID_PARAM,
                {"name is 8"});
    expectError(aclsysGetCANNVersion(ACL_PKG_NAME_CANN, nullptr), ACL_ERROR_INVALID_PARAM, {"version is null"});
}

TEST_F(Initialise, FeaturesAndCompatibility) {
    const aclCannAttr* list = nullptr;
    size_t count = 0;
    EXPECT_EQ(aclGetCannAttributeList(&list, &count), ACL_SUCCESS);
    ASSERT_EQ(count, 2U);
    for (size_t i = 0; i < count; ++i) {
        int32_t value = 0;
        EXPECT_EQ(aclGetCannAttribute(list[i], &value), ACL_SUCCESS);
        EXPECT_EQ(value, 1);
    }
    int32_t value = 9;
    EXPECT_EQ(aclGetCannAttribute(ACL_CANN_ATTR_JIT_COMPILE, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 0);
    expectError(aclGetCannAttribute(ACL_CANN_ATTR_UNDEFINED, &value), ACL_ERROR_INVALID_PARAM, {"cannAttr is -1"});
    expectError(aclGetCannAttribute(ACL_CANN_ATTR_BF16, nullptr), ACL_ERROR_INVALID_PARAM, {"value is null"});
    expectError(aclGetCannAttributeList(nullptr, &count), ACL_ERROR_INVALID_PARAM, {"cannAttrList is null"});
    expectError(aclGetCannAttributeList(&list, nullptr), ACL_ERROR_INVALID_PARAM, {"num is null"});
    EXPECT_EQ(aclrtCheckArchCompatibility("Ascend910B3", &value), ACL_SUCCESS);
    EXPECT_EQ(value, 1) << "the same architecture";
    EXPECT_EQ(aclrtCheckArchCompatibility("Ascend310P3", &value), ACL_SUCCESS);
    EXPECT_EQ(value, 0);
    EXPECT_EQ(aclrtCheckArchCompatibility("unheard of", &value), ACL_SUCCESS);
    EXPECT_EQ(value, 0);
    expectError(aclrtCheckArchCompatibility(nullptr, &value), ACL_ERROR_INVALID_PARAM, {"socVersion is null"});
    expectError(aclrtCheckArchCompatibility("x", nullptr), ACL_ERROR_INVALID_PARAM, {"canCompatible is null"});
}

TEST_F(Initialise, ApplicationLog) {
    ::testing::internal::CaptureStderr();
    ACL_APP_LOG(ACL_INFO, "not shown");
    ACL_APP_LOG(ACL_ERROR, "value %d", 42);
    aclAppLog(ACL_ERROR, nullptr, nullptr, 1, "%s", std::string(2000, 'x').c_str());
    aclAppLog(static_cast<aclLogLevel>(9), "f", "f", 1, "not shown");
    aclAppLog(ACL_ERROR, "f", "f", 1, nullptr);
    const std::string text = ::testing::internal::GetCapturedStderr();
    EXPECT_EQ(text.find("not shown"), std::string::npos) << text;
    EXPECT_NE(text.find("[ERROR]"), std::string::npos) << text;
    EXPECT_NE(text.find("value 42"), std::string::npos) << text;
    EXPECT_NE(text.find(std::string(1024, 'x') + " [cut]"), std::string::npos) << text;
}

}  // namespace
}  // namespace acc::test
