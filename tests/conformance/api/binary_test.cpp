// SPDX-License-Identifier: Apache-2.0
// Kernel binaries and functions.
#include <elf.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <iterator>

#include "fixture.h"

namespace acc::test {
namespace {

class Binary : public ApiTest {
protected:
    static aclrtBinHandle load() {
        aclrtBinHandle binary = nullptr;
        EXPECT_EQ(aclrtBinaryLoadFromFile(ACC_TEST_BINARY, nullptr, &binary), ACL_SUCCESS) << messages();
        return binary;
    }
    static std::vector<char> bytes() {
        std::ifstream file(ACC_TEST_BINARY, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    static aclrtFuncHandle function(aclrtBinHandle binary, const char* name) {
        aclrtFuncHandle handle = nullptr;
        EXPECT_EQ(aclrtBinaryGetFunction(binary, name, &handle), ACL_SUCCESS) << messages();
        return handle;
    }
    static void scaleRuns(aclrtFuncHandle scale) {
        auto* data = static_cast<uint32_t*>(newMemory(16));
        data[0] = 7;
        struct {
            uint32_t* data;
            uint32_t factor;
        } args{data, 6};
        EXPECT_EQ(aclrtLaunchKernelWithHostArgs(scale, 1, nullptr, nullptr, &args, sizeof(args), nullptr, 0),
                  ACL_SUCCESS)
            << messages();
        EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << messages();
        EXPECT_EQ(data[0], 42U);
    }
};

TEST_F(Binary, FromFile) {
    aclrtBinHandle binary = load();
    aclrtFuncHandle scale = function(binary, "scale");
    EXPECT_EQ(function(binary, "scale"), scale) << "the same handle again";
    scaleRuns(scale);
    EXPECT_EQ(aclrtBinaryUnLoad(binary), ACL_SUCCESS);
}

TEST_F(Binary, FromARelativePath) {
    const std::string path = ACC_TEST_BINARY;
    const size_t slash = path.rfind('/');
    char before[4096];
    ASSERT_NE(getcwd(before, sizeof(before)), nullptr);
    ASSERT_EQ(chdir(path.substr(0, slash).c_str()), 0);
    aclrtBinHandle binary = nullptr;
    EXPECT_EQ(aclrtBinaryLoadFromFile(path.substr(slash + 1).c_str(), nullptr, &binary), ACL_SUCCESS) << messages();
    ASSERT_EQ(chdir(before), 0);
    EXPECT_EQ(aclrtBinaryUnLoad(binary), ACL_SUCCESS);
}

TEST_F(Binary, FromDataThatIsFreedAfterwards) {
    std::vector<char> data = bytes();
    aclrtBinHandle first = nullptr;
    aclrtBinHandle second = nullptr;
    ASSERT_EQ(aclrtBinaryLoadFromData(data.data(), data.size(), nullptr, &first), ACL_SUCCESS) << messages();
    ASSERT_EQ(aclrtBinaryLoadFromData(data.data(), data.size(), nullptr, &second), ACL_SUCCESS)
        << "as often as one likes";
    std::fill(data.begin(), data.end(), '\0');
    EXPECT_NE(function(first, "scale"), function(second, "scale"));
    EXPECT_EQ(aclrtBinaryUnLoad(first), ACL_SUCCESS);
    scaleRuns(function(second, "scale"));
    EXPECT_EQ(aclrtBinaryUnLoad(second), ACL_SUCCESS);
}

TEST_F(Binary, LoadErrors) {
    aclrtBinHandle binary = nullptr;
    std::vector<char> data = bytes();
    expectError(aclrtBinaryLoadFromFile(nullptr, nullptr, &binary), ACL_ERROR_INVALID_PARAM, {"binPath is null"});
    expectError(aclrtBinaryLoadFromFile(ACC_TEST_BINARY, nullptr, nullptr), ACL_ERROR_INVALID_PARAM,
                {"binHandle is null"});
    expectError(aclrtBinaryLoadFromFile("/nonexistent/kernels.o", nullptr, &binary), ACL_ERROR_RT_FILE_OPEN,
                {"/nonexistent/kernels.o", "No such file"});
    expectError(aclrtBinaryLoadFromFile("/proc/self/status", nullptr, &binary), ACL_ERROR_RT_PARAM_INVALID,
                {"no ELF file"});
    expectError(aclrtBinaryLoadFromFile("/proc/self/exe", nullptr, &binary), ACL_ERROR_RT_PARAM_INVALID);
    expectError(aclrtBinaryLoadFromData(nullptr, 1, nullptr, &binary), ACL_ERROR_INVALID_PARAM, {"data is null"});
    expectError(aclrtBinaryLoadFromData(data.data(), 0, nullptr, &binary), ACL_ERROR_INVALID_PARAM, {"length is 0"});
    expectError(aclrtBinaryLoadFromData(data.data(), data.size(), nullptr, nullptr), ACL_ERROR_INVALID_PARAM,
                {"binHandle"});
    expectError(aclrtBinaryLoadFromData(data.data(), 10, nullptr, &binary), ACL_ERROR_RT_PARAM_INVALID,
                {"no ELF file"});
    expectError(aclrtBinaryLoadFromData(data.data(), 2000, nullptr, &binary), ACL_ERROR_RT_PARAM_INVALID, {"cut off"});
    EXPECT_EQ(binary, nullptr);
    std::thread([&] {
        expectError(aclrtBinaryLoadFromFile(ACC_TEST_BINARY, nullptr, &binary), ACL_ERROR_RT_CONTEXT_NULL);
        expectError(aclrtBinaryLoadFromData(data.data(), data.size(), nullptr, &binary), ACL_ERROR_RT_CONTEXT_NULL);
    }).join();
}

TEST_F(Binary, NpuCodeIsExplained) {
    std::vector<char> data = bytes();
    Elf64_Ehdr header;
    std::memcpy(&header, data.data(), sizeof(header));
    header.e_machine = 0x1029;
    std::memcpy(data.data(), &header, sizeof(header));
    aclrtBinHandle binary = nullptr;
    expectError(aclrtBinaryLoadFromData(data.data(), data.size(), nullptr, &binary), ACL_ERROR_RT_PARAM_INVALID,
                {"NPU machine code", "rebuild it with acc"});
    header.e_machine = EM_X86_64;
    std::memcpy(&header, bytes().data(), sizeof(header));
    header.e_type = ET_REL;
    std::memcpy(data.data(), &header, sizeof(header));
    expectError(aclrtBinaryLoadFromData(data.data(), data.size(), nullptr, &binary), ACL_ERROR_RT_PARAM_INVALID,
                {"ELF type 1"});
}

TEST_F(Binary, Options) {
    aclrtBinHandle binary = nullptr;
    aclrtBinaryLoadOption list[2] = {};
    list[0].type = ACL_RT_BINARY_LOAD_OPT_LAZY_LOAD;
    list[0].value.isLazyLoad = 1;
    list[1].type = ACL_RT_BINARY_LOAD_OPT_MAGIC;
    list[1].value.magic = ACL_RT_BINARY_MAGIC_ELF_AICORE;
    aclrtBinaryLoadOptions options = {list, 2};
    EXPECT_EQ(aclrtBinaryLoadFromFile(ACC_TEST_BINARY, &options, &binary), ACL_SUCCESS) << messages();
    EXPECT_EQ(aclrtBinaryUnLoad(binary), ACL_SUCCESS);
    list[0].value.isLazyLoad = 2;
    expectError(aclrtBinaryLoadFromFile(ACC_TEST_BINARY, &options, &binary), ACL_ERROR_INVALID_PARAM, {"options[0]"});
    list[0].value.isLazyLoad = 0;
    list[1].value.magic = 1;
    expectError(aclrtBinaryLoadFromFile(ACC_TEST_BINARY, &options, &binary), ACL_ERROR_INVALID_PARAM, {"options[1]"});
    list[1].type = static_cast<aclrtBinaryLoadOptionType>(9);
    expectError(aclrtBinaryLoadFromFile(ACC_TEST_BINARY, &options, &binary), ACL_ERROR_INVALID_PARAM, {"type 9"});
    list[1].type = ACL_RT_BINARY_LOAD_OPT_CPU_KERNEL_MODE;
    list[1].value.cpuKernelMode = 1;
    std::vector<char> data = bytes();
    expectError(aclrtBinaryLoadFromData(data.data(), data.size(), &options, &binary), ACL_ERROR_INVALID_PARAM);
    options.options = nullptr;
    expectError(aclrtBinaryLoadFromFile(ACC_TEST_BINARY, &options, &binary), ACL_ERROR_INVALID_PARAM,
                {"options is null"});
}

TEST_F(Binary, UnknownFunction) {
    aclrtBinHandle binary = load();
    aclrtFuncHandle handle = nullptr;
    expectError(aclrtBinaryGetFunction(binary, "nothing", &handle), ACL_ERROR_RT_KERNEL_LOOKUP,
                {"kernelName is 'nothing'", "scale sum wait"});
    expectError(aclrtBinaryGetFunction(binary, nullptr, &handle), ACL_ERROR_INVALID_PARAM, {"kernelName is null"});
    expectError(aclrtBinaryGetFunction(binary, "scale", nullptr), ACL_ERROR_INVALID_PARAM, {"funcHandle is null"});
    EXPECT_EQ(handle, nullptr);
    EXPECT_EQ(aclrtBinaryGetFunctionByEntry(binary, 1, &handle), ACL_SUCCESS);
    EXPECT_EQ(handle, function(binary, "sum"));
    expectError(aclrtBinaryGetFunctionByEntry(binary, 3, &handle), ACL_ERROR_RT_KERNEL_LOOKUP, {"funcEntry is 3"});
    expectError(aclrtBinaryGetFunctionByEntry(binary, 0, nullptr), ACL_ERROR_INVALID_PARAM, {"funcHandle is null"});
    EXPECT_EQ(aclrtBinaryUnLoad(binary), ACL_SUCCESS);
}

TEST_F(Binary, UnloadInvalidatesFunctions) {
    aclrtBinHandle binary = load();
    aclrtFuncHandle scale = function(binary, "scale");
    EXPECT_EQ(aclrtBinaryUnLoad(binary), ACL_SUCCESS);
    expectError(aclrtBinaryUnLoad(binary), ACL_ERROR_RT_INVALID_HANDLE, {"kernel binary", "destroyed"});
    expectError(launchNoArgs(scale, nullptr), ACL_ERROR_RT_INVALID_HANDLE, {"funcHandle", "function", "destroyed"});
    aclrtFuncHandle handle = nullptr;
    expectError(aclrtBinaryGetFunction(binary, "scale", &handle), ACL_ERROR_RT_INVALID_HANDLE);
}

TEST_F(Binary, UnloadWaitsForLaunches) {
    aclrtBinHandle binary = load();
    auto* word = static_cast<uint64_t*>(newMemory(64));
    auto* done = reinterpret_cast<uint32_t*>(word + 1);
    *word = 0;
    *done = 0;
    struct {
        uint64_t* word;
        uint32_t* done;
    } args{word, done};
    aclrtStream stream = newStream();
    ASSERT_EQ(
        aclrtLaunchKernelWithHostArgs(function(binary, "wait"), 1, stream, nullptr, &args, sizeof(args), nullptr, 0),
        ACL_SUCCESS);
    std::thread opener([&] { std::atomic_ref(*word).store(1, std::memory_order_release); });
    EXPECT_EQ(aclrtBinaryUnLoad(binary), ACL_SUCCESS);
    EXPECT_EQ(std::atomic_ref(*done).load(), 1U);
    opener.join();
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
}

TEST_F(Binary, FunctionQueries) {
    aclrtBinHandle binary = load();
    aclrtFuncHandle sum = function(binary, "sum");
    aclrtBinHandle owner = nullptr;
    EXPECT_EQ(aclrtFunctionGetBinary(sum, &owner), ACL_SUCCESS);
    EXPECT_EQ(owner, binary);
    expectError(aclrtFunctionGetBinary(addKernel(), &owner), ACL_ERROR_RT_PARAM_INVALID, {"compiled into the program"});
    expectError(aclrtFunctionGetBinary(sum, nullptr), ACL_ERROR_INVALID_PARAM, {"binHandle is null"});
    char name[16] = "";
    EXPECT_EQ(aclrtGetFunctionName(sum, sizeof(name), name), ACL_SUCCESS);
    EXPECT_STREQ(name, "sum");
    EXPECT_EQ(aclrtGetFunctionName(sum, 4, name), ACL_SUCCESS);
    expectError(aclrtGetFunctionName(sum, 3, name), ACL_ERROR_INVALID_PARAM, {"maxLen is 3"});
    expectError(aclrtGetFunctionName(sum, 16, nullptr), ACL_ERROR_INVALID_PARAM, {"name is null"});
    void* cube = &name;
    void* vector = nullptr;
    EXPECT_EQ(aclrtGetFunctionAddr(sum, &cube, &vector), ACL_SUCCESS);
    EXPECT_EQ(cube, nullptr);
    EXPECT_NE(vector, nullptr);
    expectError(aclrtGetFunctionAddr(sum, nullptr, &vector), ACL_ERROR_INVALID_PARAM, {"aicAddr is null"});
    expectError(aclrtGetFunctionAddr(sum, &cube, nullptr), ACL_ERROR_INVALID_PARAM, {"aivAddr is null"});
    EXPECT_EQ(aclrtBinaryUnLoad(binary), ACL_SUCCESS);
}

TEST_F(Binary, FunctionAttributes) {
    int64_t value = -1;
    EXPECT_EQ(aclrtGetFunctionAttribute(addKernel(), ACL_FUNC_ATTR_KERNEL_TYPE, &value), ACL_SUCCESS);
    EXPECT_EQ(value, ACL_KERNEL_TYPE_VECTOR);
    EXPECT_EQ(aclrtGetFunctionAttribute(cubeFaultKernel(), ACL_FUNC_ATTR_KERNEL_TYPE, &value), ACL_SUCCESS);
    EXPECT_EQ(value, ACL_KERNEL_TYPE_CUBE);
    EXPECT_EQ(aclrtGetFunctionAttribute(mixKernel(), ACL_FUNC_ATTR_KERNEL_TYPE, &value), ACL_SUCCESS);
    EXPECT_EQ(value, ACL_KERNEL_TYPE_MIX);
    EXPECT_EQ(aclrtGetFunctionAttribute(mixKernel(), ACL_FUNC_ATTR_KERNEL_RATIO, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 0x10002);
    EXPECT_EQ(aclrtGetFunctionAttribute(addKernel(), ACL_FUNC_ATTR_KERNEL_SCHED_MODE, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 0);
    expectError(aclrtGetFunctionAttribute(addKernel(), static_cast<aclrtFuncAttribute>(4), &value),
                ACL_ERROR_INVALID_PARAM, {"attrType is 4"});
    expectError(aclrtGetFunctionAttribute(addKernel(), ACL_FUNC_ATTR_KERNEL_TYPE, nullptr), ACL_ERROR_INVALID_PARAM,
                {"attrValue is null"});
}

TEST_F(Binary, Parameters) {
    size_t count = 0;
    EXPECT_EQ(aclrtFunctionGetParamCount(addKernel(), &count), ACL_SUCCESS);
    EXPECT_EQ(count, 2U);
    EXPECT_EQ(aclrtFunctionGetParamCount(reinterpret_cast<void*>(&addStub), &count), ACL_SUCCESS) << "symbols as well";
    expectError(aclrtFunctionGetParamCount(addKernel(), nullptr), ACL_ERROR_INVALID_PARAM, {"paramCount is null"});
    expectError(aclrtFunctionGetParamCount(nullptr, &count), ACL_ERROR_INVALID_PARAM, {"func is null"});
    expectError(aclrtFunctionGetParamCount(&count, &count), ACL_ERROR_RT_INVALID_DEVICE_FUNCTION, {"no kernel"});
    size_t offset = 0;
    size_t size = 0;
    EXPECT_EQ(aclrtFunctionGetParamInfo(addKernel(), 1, &offset, &size), ACL_SUCCESS);
    EXPECT_EQ(offset, 8U);
    EXPECT_EQ(size, 4U);
    EXPECT_EQ(aclrtFunctionGetParamInfo(addKernel(), 0, &offset, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtFunctionGetParamInfo(addKernel(), 0, nullptr, &size), ACL_SUCCESS);
    EXPECT_EQ(size, 8U);
    expectError(aclrtFunctionGetParamInfo(addKernel(), 0, nullptr, nullptr), ACL_ERROR_INVALID_PARAM, {"both null"});
    expectError(aclrtFunctionGetParamInfo(addKernel(), 2, &offset, &size), ACL_ERROR_INVALID_PARAM,
                {"paramIndex is 2"});
    expectError(aclrtFunctionGetParamInfo(&count, 0, &offset, &size), ACL_ERROR_RT_INVALID_DEVICE_FUNCTION);
}

TEST_F(Binary, FunctionBySymbol) {
    aclrtFuncHandle handle = nullptr;
    EXPECT_EQ(aclrtGetFuncBySymbol(reinterpret_cast<const void*>(&addStub), &handle), ACL_SUCCESS);
    EXPECT_EQ(handle, addKernel());
    int local = 0;
    expectError(aclrtGetFuncBySymbol(&local, &handle), ACL_ERROR_RT_INVALID_DEVICE_FUNCTION, {"symbol is"});
    expectError(aclrtGetFuncBySymbol(nullptr, &handle), ACL_ERROR_INVALID_PARAM, {"symbol is null"});
    expectError(aclrtGetFuncBySymbol(reinterpret_cast<const void*>(&addStub), nullptr), ACL_ERROR_INVALID_PARAM,
                {"funcHandle is null"});
}

}  // namespace
}  // namespace acc::test
