#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kernels for AI CPUs: files of their own, launched by .asc files. Usage: aicpu_test.py <acc> [unittest arguments]."""
import unittest

from driver_case import HERE, HOME, DriverTest

SHARED = """
struct Args { int* values; int count; int base; };
"""
KERNELS = """
#include <numeric>
#include <vector>
#include "aicpu_api.h"
#include "shared.h"
static int twice(int x) { return x * 2; }
__global__ __aicpu__ uint32_t fill(void* raw) {
    auto* args = static_cast<Args*>(raw);
    std::vector<int> numbers(args->count);
    std::iota(numbers.begin(), numbers.end(), args->base);
    for (int i = 0; i < args->count; ++i)
        args->values[i] = twice(numbers[i]);
    args->base = -1;  // the kernel's own copy
    AscendC::DataStoreBarrier();
    AscendC::printf("filled %d\\n", args->count);
    return 0;
}
template <typename T, int N> __global__ __aicpu__ int add(T* args) {
    for (int i = 0; i < args->count; ++i)
        args->values[i] += N;
    return 0;
}
template __global__ __aicpu__ int add<Args, 100>(Args* args);
"""
PROGRAM = """
#include "device_buffer.h"
#include "acc/block.h"
#include "shared.h"
extern __global__ __aicpu__ uint32_t fill(void* args);
template <typename T, int N> extern __global__ __aicpu__ int add(T* args);
template extern __global__ __aicpu__ int add<Args, 100>(Args* args);
__global__ __vector__ void square(__gm__ int* values) { values[accBlock->blockIdx] *= values[accBlock->blockIdx]; }
int main() {
    REQUIRE(aclrtSetDevice(0) == ACL_SUCCESS);
    Buffer<int> values(4);
    aclrtStream stream = nullptr;
    REQUIRE(aclrtCreateStream(&stream) == ACL_SUCCESS);
    Args args = {values.data(), 4, 7};
    fill<<<1, nullptr, stream>>>(&args, sizeof(Args));
    square<<<2, nullptr, stream>>>(values.data());
    args.base = 1000;  // too late for the kernel
    add<Args, 100><<<1, nullptr, stream>>>(&args, sizeof args);
    REQUIRE(aclrtSynchronizeStream(stream) == ACL_SUCCESS);
    REQUIRE(args.base == 1000);
    std::printf("%d %d %d %d\\n", values[0], values[1], values[2], values[3]);
}
"""
RESULT = "filled 4\n296 356 118 120\n"

FAILING = """
#include <stdexcept>
#include "aicpu_api.h"
__global__ __aicpu__ int fail(void* how) {
    switch (*static_cast<int*>(how)) {
        case 1: return 5;
        case 2: throw std::runtime_error("no more");
        case 3: assert(how == nullptr); return 0;
        case 4: *static_cast<volatile int*>(nullptr) = 1; return 0;
        case 5: __builtin_trap();
        default: AscendC::printf("fine\\n"); return 0;
    }
}
"""
FAILING_PROGRAM = """
#include <cstdlib>
#include "device_buffer.h"
extern __global__ __aicpu__ int fail(void* how);
int main(int, char** argv) {
    REQUIRE(aclrtSetDevice(0) == ACL_SUCCESS);
    aclrtStream stream = nullptr;
    REQUIRE(aclrtCreateStream(&stream) == ACL_SUCCESS);
    int how = std::atoi(argv[1]);
    fail<<<1, nullptr, stream>>>(&how, sizeof how);
    std::printf("%d\\n", aclrtSynchronizeStream(stream));
    aclrtStream other = nullptr;
    REQUIRE(aclrtCreateStream(&other) == ACL_SUCCESS);
    how = 0;
    fail<<<1, nullptr, other>>>(&how, sizeof how);
    std::printf("%d\\n", aclrtSynchronizeStream(other));
    std::printf("%d ", fail<<<0, nullptr, other>>>(&how, sizeof how));
    std::printf("%d ", fail<<<1, nullptr, other>>>(nullptr, sizeof how));
    std::printf("%d\\n", fail<<<1, nullptr, other>>>(&how, 0));
}
"""


class Aicpu(DriverTest):
    def setUp(self):
        super().setUp()
        self.write("shared.h", SHARED)
        self.write("kernels.aicpu", KERNELS)
        self.write("kernels.cpp", KERNELS)
        self.write("main.asc", PROGRAM)

    def check(self):
        self.assertEqual(self.run_command(self.folder / "prog").stdout, RESULT)

    def test_objects_and_one_command(self):
        device = [f"--cce-aicpu-L{HOME}/lib64/device/lib64", "--cce-aicpu-laicpu_api", f"-I{HOME}/include/ascendc/aicpu_api"]
        self.acc("-O2", "kernels.aicpu", *device, "-c", "-MD", "-o", "kernels.aicpu.o")
        self.assertIn("shared.h", (self.folder / "kernels.aicpu.d").read_text())
        self.acc("--npu-arch=dav-2201", "main.asc", f"-I{HERE}", "-c", "-o", "main.asc.o")
        self.acc("kernels.aicpu.o", "main.asc.o", "-o", "prog")
        self.check()
        self.acc("main.asc", "-x", "aicpu", "kernels.cpp", f"-I{HERE}", "-o", "prog")
        self.check()

    def test_libraries(self):
        self.acc("-lib", "-x", "aicpu", "kernels.cpp", "-o", "libk.a")
        self.acc("main.asc", f"-I{HERE}", "libk.a", "-o", "prog")
        self.check()
        self.acc("-shared", "-fPIC", "-xaicpu", "kernels.cpp", "-o", "libk.so")
        self.acc("main.asc", f"-I{HERE}", "libk.so", f"-Wl,-rpath,{self.folder}", "-o", "prog")
        self.check()

    def test_failures_are_those_of_the_stream(self):
        self.write("fail.aicpu", FAILING)
        self.write("fail.asc", FAILING_PROGRAM)
        self.acc("fail.asc", "fail.aicpu", f"-I{HERE}", "-o", "prog")
        for how, told in ((1, "it returned 5, expected 0"), (2, "it threw an exception: no more"), (3, "an assertion failed"),
                          (4, "null pointer"), (5, "it executed a trap")):
            with self.subTest(told):
                done = self.run_command(self.folder / "prog", how)
                assertion = f"[ASSERT] `how == nullptr ' at {self.folder}/fail.aicpu:8\n" if how == 3 else ""
                self.assertEqual(done.stdout.replace("at fail.aicpu", f"at {self.folder}/fail.aicpu"),
                                 assertion + "507018\nfine\n0\n100000 100000 100000\n")
                self.assertIn(told, done.stderr)

    def test_steps_that_make_no_object(self):
        self.assertIn("numbers", self.acc("-E", "kernels.aicpu").stdout)
        self.acc("-fsyntax-only", "kernels.aicpu")
        self.acc("-S", "kernels.aicpu")
        self.assertIn("_Z4fillPv:", (self.folder / "kernels.s").read_text())


if __name__ == "__main__":
    unittest.main()
