// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <thread>
#include <vector>
#ifndef ASCENDC_CPU_DEBUG
#include "acl/acl.h"
#else
#include "tikicpulib.h"
extern "C" __global__ __aicore__ void multiply(GM_ADDR x, GM_ADDR out, GM_ADDR tiling);
#endif

namespace {

// The sum of all results.
int64_t run(int32_t first, uint32_t count) {
    const size_t bytes = count * sizeof(int32_t);
    uint8_t* x = (uint8_t*)AscendC::GmAlloc(bytes);
    uint8_t* out = (uint8_t*)AscendC::GmAlloc(bytes);
    uint8_t* tiling = (uint8_t*)AscendC::GmAlloc(sizeof(uint32_t));
    for (uint32_t i = 0; i < count; ++i)
        reinterpret_cast<int32_t*>(x)[i] = first + static_cast<int32_t>(i);
    *reinterpret_cast<uint32_t*>(tiling) = count;
    AscendC::SetKernelMode(KernelMode::AIV_MODE);
    ICPU_RUN_KF(multiply, 8, x, out, tiling);
    int64_t sum = 0;
    for (uint32_t i = 0; i < count; ++i)
        sum += reinterpret_cast<int32_t*>(out)[i];
    AscendC::GmFree((void*)x);
    AscendC::GmFree((void*)out);
    AscendC::GmFree((void*)tiling);
    return sum;
}

}  // namespace

int main() {
    int64_t sums[4] = {};
    std::vector<std::thread> threads;
    for (int32_t i = 0; i < 4; ++i)
        threads.emplace_back([&sums, i] { sums[i] = run(i * 1000, 100); });
    for (std::thread& thread : threads)
        thread.join();
    std::printf("%lld %lld %lld %lld\n", (long long)sums[0], (long long)sums[1], (long long)sums[2],
                (long long)sums[3]);
}
