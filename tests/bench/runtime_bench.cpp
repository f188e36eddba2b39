// SPDX-License-Identifier: Apache-2.0
// What the runtime costs, through the public API. tools/bench runs this with anchors of the same run beside it and
// prints ratios. Every benchmark that reports a latency does so as counters median_us and p99_us over single
// operations.
#include <benchmark/benchmark.h>
#include <oneapi/tbb/flow_graph.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_group.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <fstream>
#include <latch>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "kernels.h"
#include "openmp_add.h"

namespace {

using Clock = std::chrono::steady_clock;

aclrtStream newStream() {
    aclrtStream stream = nullptr;
    if (aclrtCreateStream(&stream) != ACL_SUCCESS) {
        std::abort();
    }
    return stream;
}

void synchronize(benchmark::State& state, aclrtStream stream) {
    if (aclrtSynchronizeStream(stream) != ACL_SUCCESS) {
        state.SkipWithError("aclrtSynchronizeStream failed");
    }
}

// Runs `operation` once per iteration and reports the distribution of its time.
template <class Operation>
void measureLatency(benchmark::State& state, Operation operation) {
    std::vector<double> samples;
    for (auto _ : state) {
        const auto start = Clock::now();
        operation();
        samples.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
    }
    std::sort(samples.begin(), samples.end());
    state.counters["median_us"] = samples[samples.size() / 2];
    state.counters["p99_us"] = samples[samples.size() * 99 / 100];
}

void launches(benchmark::State& state, uint32_t numBlocks) {
    aclrtStream stream = newStream();
    constexpr int kBatch = 20000;
    for (auto _ : state) {
        for (int i = 0; i < kBatch; ++i) {
            launchEmpty(numBlocks, stream);
        }
        synchronize(state, stream);
    }
    state.SetItemsProcessed(state.iterations() * kBatch);
    aclrtDestroyStream(stream);
}
void EmptyLaunch(benchmark::State& state) {
    launches(state, 1);
}
void EmptyLaunch48Blocks(benchmark::State& state) {
    launches(state, 48);
}
BENCHMARK(EmptyLaunch)->UseRealTime();
BENCHMARK(EmptyLaunch48Blocks)->UseRealTime();

// The anchor: a node of oneTBB that takes messages one after another, each message `numBlocks` pieces of work.
void tbbLaunches(benchmark::State& state, int numBlocks) {
    constexpr int kBatch = 20000;
    oneapi::tbb::flow::graph graph;
    oneapi::tbb::flow::function_node<int> node(graph, oneapi::tbb::flow::serial, [&](int) {
        if (numBlocks > 1) {
            oneapi::tbb::parallel_for(0, numBlocks, [](int block) { benchmark::DoNotOptimize(block); });
        }
    });
    for (auto _ : state) {
        for (int i = 0; i < kBatch; ++i) {
            node.try_put(i);
        }
        graph.wait_for_all();
    }
    state.SetItemsProcessed(state.iterations() * kBatch);
}
void TbbLaunch(benchmark::State& state) {
    tbbLaunches(state, 1);
}
void TbbLaunch48Blocks(benchmark::State& state) {
    tbbLaunches(state, 48);
}
BENCHMARK(TbbLaunch)->UseRealTime();
BENCHMARK(TbbLaunch48Blocks)->UseRealTime();

// 100,000 empty launches in all, evenly over streams. Argument: streams.
void SpreadLaunches(benchmark::State& state) {
    constexpr int64_t kTasks = 100000;
    std::vector<aclrtStream> streams;
    for (int64_t i = 0; i < state.range(0); ++i) {
        streams.push_back(newStream());
    }
    for (auto _ : state) {
        for (int64_t i = 0; i < kTasks / state.range(0); ++i) {
            for (aclrtStream stream : streams) {
                launchEmpty(1, stream);
            }
        }
        for (aclrtStream stream : streams) {
            synchronize(state, stream);
        }
    }
    for (aclrtStream stream : streams) {
        aclrtDestroyStream(stream);
    }
}
BENCHMARK(SpreadLaunches)->Arg(1)->Arg(1000)->UseRealTime()->Unit(benchmark::kMillisecond);

// 64,000 empty launches in all by threads with a stream each. Argument: threads.
void ThreadedLaunches(benchmark::State& state) {
    constexpr int64_t kTasks = 64000;
    const int64_t count = state.range(0);
    std::vector<aclrtStream> streams;
    for (int64_t i = 0; i < count; ++i) {
        streams.push_back(newStream());
    }
    for (auto _ : state) {
        state.PauseTiming();
        std::latch ready(count + 1);
        std::vector<std::thread> threads;
        for (aclrtStream stream : streams) {
            threads.emplace_back([&, stream] {
                aclrtSetDevice(0);
                ready.arrive_and_wait();
                for (int64_t i = 0; i < kTasks / count; ++i) {
                    launchEmpty(1, stream);
                }
                aclrtSynchronizeStream(stream);
                aclrtResetDevice(0);
            });
        }
        state.ResumeTiming();
        ready.arrive_and_wait();
        for (std::thread& thread : threads) {
            thread.join();
        }
    }
    state.SetItemsProcessed(state.iterations() * kTasks);
    for (aclrtStream stream : streams) {
        aclrtDestroyStream(stream);
    }
}
BENCHMARK(ThreadedLaunches)->Arg(1)->Arg(64)->UseRealTime()->Unit(benchmark::kMillisecond);

// A captured graph of empty kernels, replayed. Items are its tasks.
void GraphReplay(benchmark::State& state) {
    constexpr int kNodes = 1000;
    aclrtStream stream = newStream();
    aclmdlRI graph = nullptr;
    aclmdlRICaptureBegin(stream, ACL_MODEL_RI_CAPTURE_MODE_RELAXED);
    for (int i = 0; i < kNodes; ++i) {
        launchEmpty(1, stream);
    }
    if (aclmdlRICaptureEnd(stream, &graph) != ACL_SUCCESS) {
        state.SkipWithError("aclmdlRICaptureEnd failed");
    }
    for (auto _ : state) {
        if (aclmdlRIExecuteAsync(graph, stream) != ACL_SUCCESS) {
            state.SkipWithError("aclmdlRIExecuteAsync failed");
        }
        synchronize(state, stream);
    }
    state.SetItemsProcessed(state.iterations() * kNodes);
    aclmdlRIDestroy(graph);
    aclrtDestroyStream(stream);
}
BENCHMARK(GraphReplay)->UseRealTime();

// A host function in a stream, until its stream is known to be complete.
void CallbackRoundTrip(benchmark::State& state) {
    aclrtStream stream = newStream();
    measureLatency(state, [&] {
        aclrtLaunchHostFunc(stream, [](void*) {}, nullptr);
        synchronize(state, stream);
    });
    aclrtDestroyStream(stream);
}
BENCHMARK(CallbackRoundTrip)->UseRealTime();

void Blocks65535(benchmark::State& state) {
    aclrtStream stream = newStream();
    measureLatency(state, [&] {
        launchEmpty(65535, stream);
        synchronize(state, stream);
    });
    aclrtDestroyStream(stream);
}
BENCHMARK(Blocks65535)->UseRealTime();

// Argument: how many other streams exist.
void LaunchSynchronize(benchmark::State& state) {
    std::vector<aclrtStream> others;
    for (int64_t i = 0; i < state.range(0); ++i) {
        others.push_back(newStream());
    }
    aclrtStream stream = newStream();
    measureLatency(state, [&] {
        launchEmpty(1, stream);
        synchronize(state, stream);
    });
    aclrtDestroyStream(stream);
    for (aclrtStream other : others) {
        aclrtDestroyStream(other);
    }
}
BENCHMARK(LaunchSynchronize)->Arg(0)->Arg(1000)->UseRealTime();

// The anchor: a task of oneTBB, run by whoever waits for it.
void TbbRunWait(benchmark::State& state) {
    oneapi::tbb::task_group group;
    measureLatency(state, [&] {
        group.run([] {});
        group.wait();
    });
}
BENCHMARK(TbbRunWait)->UseRealTime();

// Two streams in turn: each waits for the other's last event. Time per hop = per record and wait.
void EventPingPong(benchmark::State& state) {
    aclrtStream a = newStream();
    aclrtStream b = newStream();
    aclrtEvent ping = nullptr;
    aclrtEvent pong = nullptr;
    aclrtCreateEvent(&ping);
    aclrtCreateEvent(&pong);
    constexpr int kRounds = 2000;
    for (auto _ : state) {
        for (int i = 0; i < kRounds; ++i) {
            aclrtRecordEvent(ping, a);
            aclrtStreamWaitEvent(b, ping);
            aclrtRecordEvent(pong, b);
            aclrtStreamWaitEvent(a, pong);
        }
        synchronize(state, a);
        synchronize(state, b);
    }
    state.SetItemsProcessed(state.iterations() * kRounds * 2);
    aclrtDestroyEvent(ping);
    aclrtDestroyEvent(pong);
    aclrtDestroyStream(a);
    aclrtDestroyStream(b);
}
BENCHMARK(EventPingPong)->UseRealTime();

// The anchor: a message between two nodes of oneTBB that take one at a time.
void TbbPingPong(benchmark::State& state) {
    constexpr int kHops = 4000;
    using Node = oneapi::tbb::flow::multifunction_node<int, std::tuple<int>>;
    oneapi::tbb::flow::graph graph;
    const auto pass = [](int left, Node::output_ports_type& ports) {
        if (left > 0) {
            std::get<0>(ports).try_put(left - 1);
        }
    };
    Node a(graph, oneapi::tbb::flow::serial, pass);
    Node b(graph, oneapi::tbb::flow::serial, pass);
    oneapi::tbb::flow::make_edge(oneapi::tbb::flow::output_port<0>(a), b);
    oneapi::tbb::flow::make_edge(oneapi::tbb::flow::output_port<0>(b), a);
    for (auto _ : state) {
        a.try_put(kHops);
        graph.wait_for_all();
    }
    state.SetItemsProcessed(state.iterations() * kHops);
}
BENCHMARK(TbbPingPong)->UseRealTime();

// kKernels kernels of 20 us per stream, on one stream or independently on two: long enough that the start, when the
// launching thread and the workers compete for the CPUs, does not count. Argument: streams.
void BusyStreams(benchmark::State& state) {
    constexpr int kKernels = 2000;
    std::vector<aclrtStream> streams;
    for (int64_t i = 0; i < state.range(0); ++i) {
        streams.push_back(newStream());
    }
    for (auto _ : state) {
        for (int i = 0; i < kKernels; ++i) {
            for (aclrtStream stream : streams) {
                launchBusy(1, 20000, stream);
            }
        }
        for (aclrtStream stream : streams) {
            synchronize(state, stream);
        }
    }
    for (aclrtStream stream : streams) {
        aclrtDestroyStream(stream);
    }
}
BENCHMARK(BusyStreams)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);

struct Buffers {
    explicit Buffers(size_t bytes) : bytes(bytes) {
        aclrtMallocHost(&host, bytes);
        aclrtMalloc(&device, bytes, ACL_MEM_MALLOC_HUGE_FIRST);
        std::memset(host, 1, bytes);
        aclrtMemset(device, bytes, 1, bytes);
    }
    ~Buffers() {
        aclrtFreeHost(host);
        aclrtFree(device);
    }
    Buffers(const Buffers&) = delete;
    Buffers& operator=(const Buffers&) = delete;
    size_t bytes;
    void* host = nullptr;
    void* device = nullptr;
};

// Argument: bytes.
void AsyncCopy(benchmark::State& state) {
    Buffers buffers(static_cast<size_t>(state.range(0)));
    aclrtStream stream = newStream();
    measureLatency(state, [&] {
        aclrtMemcpyAsync(buffers.device, buffers.bytes, buffers.host, buffers.bytes, ACL_MEMCPY_HOST_TO_DEVICE, stream);
        synchronize(state, stream);
    });
    state.SetBytesProcessed(state.iterations() * state.range(0));
    aclrtDestroyStream(stream);
}
BENCHMARK(AsyncCopy)->Arg(4 << 10)->Arg(1 << 20)->Arg(64 << 20)->UseRealTime();

void PlainMemcpy(benchmark::State& state) {
    Buffers buffers(static_cast<size_t>(state.range(0)));
    for (auto _ : state) {
        std::memcpy(buffers.device, buffers.host, buffers.bytes);
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK(PlainMemcpy)->Arg(4 << 10)->Arg(1 << 20)->Arg(64 << 20)->UseRealTime();

constexpr int64_t kAddLength = 64 << 20;  // floats

struct AddBuffers {
    AddBuffers() {
        for (float** pointer : {&x, &y, &z}) {
            aclrtMalloc(reinterpret_cast<void**>(pointer), kAddLength * sizeof(float), ACL_MEM_MALLOC_HUGE_FIRST);
            std::fill_n(*pointer, kAddLength, 1.0f);
        }
    }
    ~AddBuffers() {
        aclrtFree(x);
        aclrtFree(y);
        aclrtFree(z);
    }
    AddBuffers(const AddBuffers&) = delete;
    AddBuffers& operator=(const AddBuffers&) = delete;
    float* x = nullptr;
    float* y = nullptr;
    float* z = nullptr;
};

void VectorAddKernel(benchmark::State& state) {
    AddBuffers buffers;
    aclrtStream stream = newStream();
    for (auto _ : state) {
        launchAdd(buffers.x, buffers.y, buffers.z, kAddLength, stream);
        synchronize(state, stream);
    }
    if (buffers.z[0] != 2.0f || buffers.z[kAddLength - 1] != 2.0f) {
        state.SkipWithError("wrong result");
    }
    state.SetBytesProcessed(state.iterations() * kAddLength * 12);
    aclrtDestroyStream(stream);
}
BENCHMARK(VectorAddKernel)->UseRealTime()->Unit(benchmark::kMillisecond);

void addOnHost(benchmark::State& state, void (*add)(const float*, const float*, float*, int64_t)) {
    AddBuffers buffers;
    for (auto _ : state) {
        add(buffers.x, buffers.y, buffers.z, kAddLength);
    }
    if (buffers.z[0] != 2.0f || buffers.z[kAddLength - 1] != 2.0f) {
        state.SkipWithError("wrong result");
    }
    state.SetBytesProcessed(state.iterations() * kAddLength * 12);
}
void VectorAddOpenMP(benchmark::State& state) {
    addOnHost(state, openmpAdd);
}
void VectorAddTiled(benchmark::State& state) {
    addOnHost(state, openmpAddTiled);
}
BENCHMARK(VectorAddOpenMP)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(VectorAddTiled)->UseRealTime()->Unit(benchmark::kMillisecond);

// Resident memory of a process with streams that have launched a kernel each. Argument: streams.
void ResidentMemory(benchmark::State& state) {
    std::vector<aclrtStream> streams;
    for (int64_t i = 0; i < state.range(0); ++i) {
        streams.push_back(newStream());
        launchEmpty(1, streams.back());
        synchronize(state, streams.back());
    }
    double kilobytes = 0;
    for (auto _ : state) {
        std::ifstream status("/proc/self/status");
        for (std::string line; std::getline(status, line);) {
            if (line.rfind("VmRSS:", 0) == 0) {
                kilobytes = std::stod(line.substr(6));
            }
        }
    }
    state.counters["rss_mb"] = kilobytes / 1024;
    for (aclrtStream stream : streams) {
        aclrtDestroyStream(stream);
    }
}
BENCHMARK(ResidentMemory)->Arg(1)->Arg(1000)->Iterations(1);

double cpuSeconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

// What the runtime's threads use of a CPU while nothing is to be done, from a second after the last kernel.
void IdleCpu(benchmark::State& state) {
    aclrtStream stream = newStream();
    launchEmpty(48, stream);
    synchronize(state, stream);
    std::this_thread::sleep_for(std::chrono::seconds(1));
    double percent = 0;
    for (auto _ : state) {
        const double before = cpuSeconds();
        std::this_thread::sleep_for(std::chrono::seconds(1));
        percent = (cpuSeconds() - before) * 100;
    }
    state.counters["percent"] = percent;
    aclrtDestroyStream(stream);
}
BENCHMARK(IdleCpu)->Iterations(1)->UseRealTime();

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (aclInit(nullptr) != ACL_SUCCESS || aclrtSetDevice(0) != ACL_SUCCESS) {
        return 1;
    }
    benchmark::RunSpecifiedBenchmarks();
    aclrtResetDevice(0);
    aclFinalize();
    return 0;
}
