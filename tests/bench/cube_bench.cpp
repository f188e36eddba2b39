// SPDX-License-Identifier: Apache-2.0
// What the cube cores do in a second: products of square matrices beside OpenBLAS, moves beside memcpy.
#include <benchmark/benchmark.h>
#include <cblas.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "acl/acl.h"
#include "cube_kernels.h"

namespace {

constexpr size_t kElements = size_t{kSize} * kSize;
constexpr double kOperations = 2.0 * kSize * kElements;

// Device memory with the same bytes everywhere: small numbers in every type.
void* newMemory(size_t bytes) {
    void* memory = nullptr;
    if (aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS ||
        aclrtMemset(memory, bytes, 0x3c, bytes) != ACL_SUCCESS) {
        std::abort();
    }
    return memory;
}

void synchronize(benchmark::State& state) {
    if (aclrtSynchronizeStream(nullptr) != ACL_SUCCESS) {
        state.SkipWithError("aclrtSynchronizeStream failed");
    }
}

void product(benchmark::State& state, void (*launch)(const void*, const void*, void*, aclrtStream)) {
    void* const a = newMemory(kElements * 4);
    void* const b = newMemory(kElements * 4);
    void* const c = newMemory(kElements * 4);
    for (auto _ : state) {
        launch(a, b, c, nullptr);
        synchronize(state);
    }
    state.counters["operations"] = benchmark::Counter(kOperations, benchmark::Counter::kIsIterationInvariantRate);
    aclrtFree(a);
    aclrtFree(b);
    aclrtFree(c);
}

void ProductByHand(benchmark::State& state) {
    product(state, launchProductByHand);
}
void ProductHalf(benchmark::State& state) {
    product(state, launchProductHalf);
}
void ProductFloat(benchmark::State& state) {
    product(state, launchProductFloat);
}
void ProductInt8(benchmark::State& state) {
    product(state, launchProductInt8);
}
void ProductOpenBlas(benchmark::State& state) {
    std::vector<float> a(kElements, 1.0F), b(kElements, 1.0F), c(kElements);
    for (auto _ : state) {
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, kSize, kSize, kSize, 1.0F, a.data(), kSize, b.data(),
                    kSize, 0.0F, c.data(), kSize);
        benchmark::DoNotOptimize(c.data());
    }
    state.counters["operations"] = benchmark::Counter(kOperations, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(ProductByHand)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(ProductHalf)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(ProductFloat)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(ProductInt8)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(ProductOpenBlas)->UseRealTime()->Unit(benchmark::kMillisecond);

void MoveNd2Nz(benchmark::State& state) {
    void* const memory = newMemory(kElements * 2);
    for (auto _ : state) {
        launchNd2Nz(memory, nullptr);
        synchronize(state);
    }
    state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(kMoveBytes));
    aclrtFree(memory);
}
void MoveLoadData(benchmark::State& state) {
    for (auto _ : state) {
        launchLoadData(nullptr);
        synchronize(state);
    }
    state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(kMoveBytes));
}
void MoveFixpipe(benchmark::State& state) {
    void* const memory = newMemory(kElements * 4);
    for (auto _ : state) {
        launchFixpipe(memory, nullptr);
        synchronize(state);
    }
    state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(kMoveBytes));
    aclrtFree(memory);
}
// Tiles of 32 KiB of which one side stays in the cache, as for the moves above.
void MoveMemcpy(benchmark::State& state) {
    constexpr size_t kTile = 32 * 1024;
    std::vector<uint8_t> from(8 * kTile, 1), to(kTile);
    for (auto _ : state) {
        for (size_t i = 0; i < kMoveBytes / kTile; ++i) {
            std::memcpy(to.data(), from.data() + i % 8 * kTile, kTile);
            benchmark::DoNotOptimize(to.data());
        }
    }
    state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(kMoveBytes));
}
BENCHMARK(MoveNd2Nz)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(MoveLoadData)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(MoveFixpipe)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(MoveMemcpy)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace

int main(int argc, char** argv) {
    aclInit(nullptr);
    aclrtSetDevice(0);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    aclrtResetDevice(0);
    aclFinalize();
    return 0;
}
