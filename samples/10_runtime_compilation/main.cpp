// SPDX-License-Identifier: Apache-2.0
// A kernel from a string: compiled while the program runs, for element types and a factor that it chooses.
#include <cstdio>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "acl/acl_rt_compile.h"

#define CHECK(call)                                                               \
    do {                                                                          \
        if ((call) != ACL_SUCCESS) {                                              \
            std::fprintf(stderr, "%s failed: %s\n", #call, aclGetRecentErrMsg()); \
            std::exit(1);                                                         \
        }                                                                         \
    } while (0)

const char* const kSource = R"(
#include "kernel_operator.h"
template <class T, int factor>
__global__ __vector__ void scale(__gm__ T* values, int count) {
    for (int i = AscendC::GetBlockIdx(); i < count; i += AscendC::GetBlockNum())
        values[i] = values[i] * factor;
}
)";

// The kernel binary, and the linker names of the kernels that `expressions` name in it.
std::vector<char> compile(const std::vector<std::string>& expressions, std::vector<std::string>& names) {
    aclrtcProg program = nullptr;
    CHECK(aclrtcCreateProg(&program, kSource, "scale.asc", 0, nullptr, nullptr));
    for (const std::string& expression : expressions)
        CHECK(aclrtcAddNameExpr(program, expression.c_str()));
    const char* options[] = {"--npu-arch=dav-2201", "-O3"};
    if (aclrtcCompileProg(program, 2, options) != ACL_SUCCESS) {
        size_t bytes = 0;
        CHECK(aclrtcGetCompileLogSize(program, &bytes));
        std::vector<char> log(bytes);
        CHECK(aclrtcGetCompileLog(program, log.data()));
        std::fprintf(stderr, "%s", log.data());
        std::exit(1);
    }
    for (const std::string& expression : expressions) {
        const char* name = nullptr;
        CHECK(aclrtcGetLoweredName(program, expression.c_str(), &name));
        names.push_back(name);
    }
    size_t bytes = 0;
    CHECK(aclrtcGetBinDataSize(program, &bytes));
    std::vector<char> binary(bytes);
    CHECK(aclrtcGetBinData(program, binary.data()));
    CHECK(aclrtcDestroyProg(&program));
    return binary;
}

template <class T>
void run(aclrtBinHandle binary, const std::string& name, std::vector<T> values, const char* format) {
    const size_t bytes = values.size() * sizeof(T);
    aclrtFuncHandle function = nullptr;
    CHECK(aclrtBinaryGetFunction(binary, name.c_str(), &function));
    struct {
        void* values;
        int count;
    } arguments = {nullptr, static_cast<int>(values.size())};
    CHECK(aclrtMalloc(&arguments.values, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
    CHECK(aclrtMemcpy(arguments.values, bytes, values.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE));
    CHECK(aclrtLaunchKernelWithHostArgs(function, 2, nullptr, nullptr, &arguments, sizeof(arguments), nullptr, 0));
    CHECK(aclrtSynchronizeStream(nullptr));
    CHECK(aclrtMemcpy(values.data(), bytes, arguments.values, bytes, ACL_MEMCPY_DEVICE_TO_HOST));
    CHECK(aclrtFree(arguments.values));
    for (const T value : values)
        std::printf(format, value);
    std::printf("\n");
}

int main() {
    CHECK(aclInit(nullptr));
    CHECK(aclrtSetDevice(0));
    std::vector<std::string> names;
    const std::vector<char> data = compile({"scale<float, 3>", "scale<int, -2>"}, names);
    aclrtBinHandle binary = nullptr;
    CHECK(aclrtBinaryLoadFromData(data.data(), data.size(), nullptr, &binary));
    run<float>(binary, names[0], {0.5F, 1.0F, 1.5F}, "%g ");
    run<int>(binary, names[1], {1, 2, 3, 4}, "%d ");
    CHECK(aclrtBinaryUnLoad(binary));
    CHECK(aclrtResetDevice(0));
    CHECK(aclFinalize());
    return 0;
}
