// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "acl/acl.h"

int main(int, char** argv) {
    aclInit(nullptr);
    aclrtSetDevice(0);
    aclrtBinHandle binary = nullptr;
    aclrtFuncHandle first = nullptr, second = nullptr;
    if (aclrtBinaryLoadFromFile(argv[1], nullptr, &binary) != 0 ||
        aclrtBinaryGetFunction(binary, "first", &first) != 0 || aclrtBinaryGetFunction(binary, "second", &second) != 0)
        return std::puts(aclGetRecentErrMsg());
    int* out = nullptr;
    aclrtMalloc(reinterpret_cast<void**>(&out), 3 * sizeof(int), ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtLaunchKernelWithHostArgs(first, 3, nullptr, nullptr, &out, sizeof(out), nullptr, 0);
    struct {
        int* out;
        int more;
    } args = {out, 1000};
    aclrtLaunchKernelWithHostArgs(second, 3, nullptr, nullptr, &args, sizeof(args), nullptr, 0);
    aclrtSynchronizeDevice();
    int values[3] = {};
    aclrtMemcpy(values, sizeof(values), out, sizeof(values), ACL_MEMCPY_DEVICE_TO_HOST);
    std::printf("%d %d %d\n", values[0], values[1], values[2]);
    aclrtFree(out);
    aclrtBinaryUnLoad(binary);
    aclFinalize();
}
