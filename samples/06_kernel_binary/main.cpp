// SPDX-License-Identifier: Apache-2.0
// Plain C++: loads a kernel binary from a file and launches its kernel in the two ways that differ in where the packed
// arguments are: on the host (copied during the call) or in device memory (read when the kernel runs).
#include <cstdint>
#include <cstdio>

#include "acl/acl.h"

// The argument block: the kernel's parameters in order, each naturally aligned.
struct FillArgs {
    int32_t* data;
    int32_t value;
    uint32_t perBlock;
};

#define CHECK(call)                                                                       \
    do {                                                                                  \
        const aclError code = (call);                                                     \
        if (code != ACL_SUCCESS) {                                                        \
            const char* why = aclGetRecentErrMsg();                                       \
            std::fprintf(stderr, "%s: %d: %s\n", #call, code, why != nullptr ? why : ""); \
            return 1;                                                                     \
        }                                                                                 \
    } while (false)

int main(int argc, char** argv) {
    constexpr uint32_t kBlocks = 4;
    constexpr uint32_t kPerBlock = 16;
    constexpr size_t kBytes = kBlocks * kPerBlock * sizeof(int32_t);
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s kernel-binary\n", argv[0]);
        return 2;
    }
    CHECK(aclInit(nullptr));
    CHECK(aclrtSetDevice(0));
    aclrtBinHandle binary = nullptr;
    CHECK(aclrtBinaryLoadFromFile(argv[1], nullptr, &binary));
    aclrtFuncHandle function = nullptr;
    CHECK(aclrtBinaryGetFunction(binary, "fill", &function));

    aclrtStream stream = nullptr;
    CHECK(aclrtCreateStream(&stream));
    void* data = nullptr;
    CHECK(aclrtMalloc(&data, kBytes, ACL_MEM_MALLOC_HUGE_FIRST));
    int32_t host[kBlocks * kPerBlock] = {};

    FillArgs args{static_cast<int32_t*>(data), 100, kPerBlock};
    CHECK(aclrtLaunchKernelWithHostArgs(function, kBlocks, stream, nullptr, &args, sizeof args, nullptr, 0));
    args.value = -1;  // too late to change anything
    CHECK(aclrtSynchronizeStream(stream));
    CHECK(aclrtMemcpy(host, kBytes, data, kBytes, ACL_MEMCPY_DEVICE_TO_HOST));
    std::printf("host args:   first %d, last %d\n", host[0], host[kBlocks * kPerBlock - 1]);

    void* deviceArgs = nullptr;
    CHECK(aclrtMalloc(&deviceArgs, sizeof args, ACL_MEM_MALLOC_HUGE_FIRST));
    args.value = 200;
    CHECK(aclrtMemcpy(deviceArgs, sizeof args, &args, sizeof args, ACL_MEMCPY_HOST_TO_DEVICE));
    CHECK(aclrtLaunchKernel(function, kBlocks, deviceArgs, sizeof args, stream));
    CHECK(aclrtSynchronizeStream(stream));
    CHECK(aclrtMemcpy(host, kBytes, data, kBytes, ACL_MEMCPY_DEVICE_TO_HOST));
    std::printf("device args: first %d, last %d\n", host[0], host[kBlocks * kPerBlock - 1]);

    CHECK(aclrtFree(deviceArgs));
    CHECK(aclrtFree(data));
    CHECK(aclrtDestroyStream(stream));
    CHECK(aclrtBinaryUnLoad(binary));
    CHECK(aclrtResetDevice(0));
    CHECK(aclFinalize());
    return 0;
}
