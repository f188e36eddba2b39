// SPDX-License-Identifier: Apache-2.0
// Run-time compilation: the real acc of the home that libascendcl lies in.
#include "acl/acl_rt_compile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "acl/acl.h"

namespace acc::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr const char* kSource = R"(#include "scale.h"
template <class T, int factor> __global__ __vector__ void scale(__gm__ T* values) {
    values[0] = T(values[0] * factor * kMore);
}
namespace deep { __global__ __vector__ void plain(__gm__ int* values) { values[0] += 1; } }
)";

class Rtc : public testing::Test {
protected:
    void SetUp() override {
        folder_ = fs::path(testing::TempDir()) / ("rtc_test." + std::to_string(getpid()));
        fs::create_directories(folder_);
        setenv("ACC_CACHE", (folder_ / "cache").c_str(), 1);
        unsetenv("ACC_COMPILER");
    }
    void TearDown() override {
        aclrtcDestroyProg(&program_);
        unsetenv("ACC_COMPILER");
        fs::remove_all(folder_);
    }

    void create(const char* source = kSource) {
        const char* texts[] = {"constexpr int kMore = 10;\n"};
        const char* names[] = {"scale.h"};
        ASSERT_EQ(aclrtcCreateProg(&program_, source, "kernels.asc", 1, texts, names), ACL_SUCCESS);
    }
    aclError compile(std::vector<const char*> options = {"--npu-arch=dav-2201"}) {
        return aclrtcCompileProg(program_, static_cast<int>(options.size()), options.data());
    }
    std::string log() {
        size_t size = 0;
        EXPECT_EQ(aclrtcGetCompileLogSize(program_, &size), ACL_SUCCESS);
        std::vector<char> text(size, 'x');
        EXPECT_EQ(aclrtcGetCompileLog(program_, text.data()), ACL_SUCCESS);
        EXPECT_EQ(text.back(), '\0');
        return text.data();
    }
    std::vector<char> binary() {
        size_t size = 0;
        EXPECT_EQ(aclrtcGetBinDataSize(program_, &size), ACL_SUCCESS);
        std::vector<char> data(size);
        EXPECT_EQ(aclrtcGetBinData(program_, data.data()), ACL_SUCCESS);
        return data;
    }
    std::string lowered(const char* expression) {
        const char* name = nullptr;
        EXPECT_EQ(aclrtcGetLoweredName(program_, expression, &name), ACL_SUCCESS) << aclGetRecentErrMsg();
        return name == nullptr ? "" : name;
    }
    // A compiler that notes that it was started. Returns how often it was by `starts()`.
    void watchCompiler() {
        const fs::path script = folder_ / "watched";
        std::ofstream(script) << "#!/bin/sh\necho started >>" << (folder_ / "starts").string() << "\nexec "
                              << ACC_TEST_COMPILER << " \"$@\"\n";
        chmod(script.c_str(), 0755);
        setenv("ACC_COMPILER", script.c_str(), 1);
    }
    int starts() const {
        std::ifstream file(folder_ / "starts");
        int count = 0;
        for (std::string line; std::getline(file, line);)
            ++count;
        return count;
    }

    fs::path folder_;
    aclrtcProg program_ = nullptr;
};

template <class T>
T launched(const std::vector<char>& binary, const std::string& name, T value) {
    aclrtBinHandle handle = nullptr;
    aclrtFuncHandle function = nullptr;
    void* memory = nullptr;
    EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclrtBinaryLoadFromData(binary.data(), binary.size(), nullptr, &handle), ACL_SUCCESS);
    EXPECT_EQ(aclrtBinaryGetFunction(handle, name.c_str(), &function), ACL_SUCCESS) << aclGetRecentErrMsg();
    EXPECT_EQ(aclrtMalloc(&memory, sizeof(T), ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemcpy(memory, sizeof(T), &value, sizeof(T), ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    EXPECT_EQ(aclrtLaunchKernelWithHostArgs(function, 1, nullptr, nullptr, &memory, sizeof(memory), nullptr, 0),
              ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemcpy(&value, sizeof(T), memory, sizeof(T), ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
    EXPECT_EQ(aclrtBinaryUnLoad(handle), ACL_SUCCESS);
    return value;
}

TEST_F(Rtc, CompilesInstantiatesAndLaunches) {
    create();
    ASSERT_EQ(aclrtcAddNameExpr(program_, "scale<float, 3>"), ACL_SUCCESS);
    ASSERT_EQ(aclrtcAddNameExpr(program_, "scale<int,   2>"), ACL_SUCCESS);
    ASSERT_EQ(aclrtcAddNameExpr(program_, "deep::plain"), ACL_SUCCESS);
    ASSERT_EQ(compile(), ACL_SUCCESS) << log();
    EXPECT_EQ(log(), "");
    EXPECT_EQ(lowered("scale<float, 3>"), "_Z5scaleIfLi3EEvPT_");
    EXPECT_EQ(launched(binary(), lowered("scale<float, 3>"), 1.5F), 45.0F);
    EXPECT_EQ(launched(binary(), lowered("scale<int,   2>"), 7), 140);
    EXPECT_EQ(launched(binary(), lowered("deep::plain"), 7), 8);
    EXPECT_EQ(launched(binary(), "deep::plain", 41), 42);  // without a lowered name
}

TEST_F(Rtc, ErrorsAreInTheLog) {
    create("#include \"scale.h\"\n__global__ void k() { missing(); }\n");
    EXPECT_EQ(compile(), ACL_ERROR_RTC_COMPILATION);
    EXPECT_THAT(log(), HasSubstr("kernels.asc:2:23: error: use of undeclared identifier 'missing'"));
    EXPECT_THAT(aclGetRecentErrMsg(), HasSubstr("undeclared identifier"));
    size_t size = 0;
    EXPECT_EQ(aclrtcGetBinDataSize(program_, &size), ACL_ERROR_RTC_INVALID_PROG);
    char byte = 0;
    EXPECT_EQ(aclrtcGetBinData(program_, &byte), ACL_ERROR_RTC_INVALID_PROG);
}

TEST_F(Rtc, ANameThatIsNoKernel) {
    create();
    ASSERT_EQ(aclrtcAddNameExpr(program_, "scale<unknown>"), ACL_SUCCESS);
    EXPECT_EQ(compile(), ACL_ERROR_RTC_COMPILATION);
    EXPECT_THAT(log(), HasSubstr("name expression scale<unknown>:1:"));
}

TEST_F(Rtc, LoweredNames) {
    create("#include \"scale.h\"\n__global__ __vector__ void k() {}\nint host() { return 1; }\n");
    const char* name = nullptr;
    ASSERT_EQ(aclrtcAddNameExpr(program_, "k"), ACL_SUCCESS);
    ASSERT_EQ(aclrtcAddNameExpr(program_, "host"), ACL_SUCCESS);
    EXPECT_EQ(aclrtcGetLoweredName(program_, "k", &name), ACL_ERROR_RTC_NO_LOWERED_NAMES_BEFORE_COMPILATION);
    ASSERT_EQ(compile(), ACL_SUCCESS) << log();
    EXPECT_EQ(lowered("k"), "_Z1kv");
    EXPECT_EQ(aclrtcGetLoweredName(program_, "k ", &name), ACL_ERROR_RTC_NAME_EXPR_NOT_VALID);
    EXPECT_EQ(aclrtcGetLoweredName(program_, "host", &name), ACL_ERROR_RTC_NAME_EXPR_NOT_VALID);
    EXPECT_EQ(aclrtcAddNameExpr(program_, "k"), ACL_ERROR_RTC_NO_NAME_EXPR_AFTER_COMPILATION);
    EXPECT_EQ(name, nullptr);
}

TEST_F(Rtc, Options) {
    create(
        "#include \"scale.h\"\n__global__ void k(__gm__ int* x) { static_assert(VALUE == 4 && __cplusplus == 202002L); "
        "}\n");
    EXPECT_EQ(compile({"-DVALUE=4", "-std=c++20"}), ACL_SUCCESS) << log();
    EXPECT_EQ(compile({"-D", "VALUE=4", "-std=c++20"}), ACL_SUCCESS) << log();
    EXPECT_EQ(compile({"-DVALUE=4"}), ACL_ERROR_RTC_COMPILATION);
    EXPECT_EQ(compile({"--no-such-option"}), ACL_ERROR_RTC_INVALID_OPTION);
    EXPECT_THAT(log(), HasSubstr("--no-such-option"));
    EXPECT_EQ(compile({"--npu-arch=dav-1"}), ACL_ERROR_RTC_INVALID_OPTION);
    EXPECT_EQ(compile({"-o", "file"}), ACL_ERROR_RTC_INVALID_OPTION);
    EXPECT_EQ(compile({"other.asc"}), ACL_ERROR_RTC_INVALID_OPTION);
    EXPECT_THAT(aclGetRecentErrMsg(), HasSubstr("options[0] is 'other.asc', expected a compile option"));
}

TEST_F(Rtc, WhatWasCompiledBeforeComesFromTheCache) {
    watchCompiler();
    fs::create_directories(folder_ / "include");
    std::ofstream(folder_ / "include/value.h") << "#define VALUE 1\n";
    const std::string include = "-I" + (folder_ / "include").string();
    const char* source = "#include \"value.h\"\n__global__ void k(__gm__ int* x) { x[0] = VALUE; }\n";
    create(source);
    ASSERT_EQ(compile({include.c_str()}), ACL_SUCCESS) << log();
    const std::vector<char> first = binary();
    EXPECT_EQ(starts(), 1);
    ASSERT_EQ(aclrtcDestroyProg(&program_), ACL_SUCCESS);
    create(source);
    ASSERT_EQ(compile({include.c_str()}), ACL_SUCCESS);
    EXPECT_EQ(starts(), 1);
    EXPECT_EQ(binary(), first);

    EXPECT_EQ(compile({include.c_str(), "-DOTHER"}), ACL_SUCCESS);
    EXPECT_EQ(starts(), 2);
    std::ofstream(folder_ / "include/value.h") << "#define VALUE 2\n";
    ASSERT_EQ(compile({include.c_str()}), ACL_SUCCESS);
    EXPECT_EQ(starts(), 3);
    EXPECT_EQ(launched(binary(), "k", 0), 2);
    ASSERT_EQ(compile({include.c_str()}), ACL_SUCCESS);
    EXPECT_EQ(starts(), 3);
    setenv("ACC_CACHE", "off", 1);
    ASSERT_EQ(compile({include.c_str()}), ACL_SUCCESS);
    EXPECT_EQ(starts(), 4);
}

TEST_F(Rtc, WithoutACompiler) {
    create();
    setenv("ACC_COMPILER", "/no/such/acc", 1);
    EXPECT_EQ(compile(), ACL_ERROR_RTC_FAILURE);
    EXPECT_THAT(aclGetRecentErrMsg(), HasSubstr("ACC_COMPILER is '/no/such/acc', which is no program"));
    EXPECT_EQ(log(), "");
}

TEST_F(Rtc, InvalidInput) {
    aclrtcProg program = nullptr;
    const char* texts[] = {"", nullptr};
    const char* names[] = {"a.h", "b.h"};
    const char* outside[] = {"../a.h"};
    const char* absolute[] = {"/a.h"};
    EXPECT_EQ(aclrtcCreateProg(nullptr, "", nullptr, 0, nullptr, nullptr), ACL_ERROR_RTC_INVALID_INPUT);
    EXPECT_EQ(aclrtcCreateProg(&program, nullptr, nullptr, 0, nullptr, nullptr), ACL_ERROR_RTC_INVALID_INPUT);
    EXPECT_EQ(aclrtcCreateProg(&program, "", nullptr, -1, nullptr, nullptr), ACL_ERROR_RTC_INVALID_INPUT);
    EXPECT_EQ(aclrtcCreateProg(&program, "", nullptr, 1, nullptr, names), ACL_ERROR_RTC_INVALID_INPUT);
    EXPECT_EQ(aclrtcCreateProg(&program, "", nullptr, 1, texts, nullptr), ACL_ERROR_RTC_INVALID_INPUT);
    EXPECT_EQ(aclrtcCreateProg(&program, "", nullptr, 2, texts, names), ACL_ERROR_RTC_INVALID_INPUT);
    EXPECT_EQ(aclrtcCreateProg(&program, "", nullptr, 1, texts, outside), ACL_ERROR_RTC_INVALID_INPUT);
    EXPECT_EQ(aclrtcCreateProg(&program, "", nullptr, 1, texts, absolute), ACL_ERROR_RTC_INVALID_INPUT);
    EXPECT_EQ(program, nullptr);

    create();
    const char* none[] = {nullptr};
    EXPECT_EQ(aclrtcCompileProg(program_, -1, nullptr), ACL_ERROR_RTC_INVALID_INPUT);
    EXPECT_EQ(aclrtcCompileProg(program_, 1, nullptr), ACL_ERROR_RTC_INVALID_INPUT);
    EXPECT_EQ(aclrtcCompileProg(program_, 1, none), ACL_ERROR_RTC_INVALID_INPUT);
    EXPECT_EQ(aclrtcAddNameExpr(program_, nullptr), ACL_ERROR_RTC_INVALID_INPUT);
    EXPECT_EQ(aclrtcGetLoweredName(program_, "k", nullptr), ACL_ERROR_RTC_INVALID_INPUT);
    const char* name = nullptr;
    EXPECT_EQ(aclrtcGetLoweredName(program_, nullptr, &name), ACL_ERROR_RTC_INVALID_INPUT);
    EXPECT_EQ(aclrtcGetBinDataSize(program_, nullptr), ACL_ERROR_RTC_INVALID_INPUT);
    EXPECT_EQ(aclrtcGetBinData(program_, nullptr), ACL_ERROR_RTC_INVALID_INPUT);
    EXPECT_EQ(aclrtcGetCompileLogSize(program_, nullptr), ACL_ERROR_RTC_INVALID_INPUT);
    EXPECT_EQ(aclrtcGetCompileLog(program_, nullptr), ACL_ERROR_RTC_INVALID_INPUT);
    EXPECT_EQ(aclrtcDestroyProg(nullptr), ACL_ERROR_RTC_INVALID_INPUT);
}

TEST_F(Rtc, Handles) {
    create();
    aclrtcProg stale = program_;
    size_t size = 0;
    char byte = 0;
    const char* name = nullptr;
    ASSERT_EQ(aclrtcDestroyProg(&program_), ACL_SUCCESS);
    EXPECT_EQ(program_, nullptr);
    for (aclrtcProg bad : {stale, aclrtcProg{nullptr}, aclrtcProg{&size}}) {
        EXPECT_EQ(aclrtcCompileProg(bad, 0, nullptr), ACL_ERROR_RTC_INVALID_PROG);
        EXPECT_EQ(aclrtcAddNameExpr(bad, "k"), ACL_ERROR_RTC_INVALID_PROG);
        EXPECT_EQ(aclrtcGetLoweredName(bad, "k", &name), ACL_ERROR_RTC_INVALID_PROG);
        EXPECT_EQ(aclrtcGetBinDataSize(bad, &size), ACL_ERROR_RTC_INVALID_PROG);
        EXPECT_EQ(aclrtcGetBinData(bad, &byte), ACL_ERROR_RTC_INVALID_PROG);
        EXPECT_EQ(aclrtcGetCompileLogSize(bad, &size), ACL_ERROR_RTC_INVALID_PROG);
        EXPECT_EQ(aclrtcGetCompileLog(bad, &byte), ACL_ERROR_RTC_INVALID_PROG);
        EXPECT_EQ(aclrtcDestroyProg(&bad), ACL_ERROR_RTC_INVALID_PROG);
    }
}

}  // namespace
}  // namespace acc::test
