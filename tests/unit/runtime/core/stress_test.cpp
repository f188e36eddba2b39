// SPDX-License-Identifier: Apache-2.0
// Many host threads, each with many streams, submit tasks of mixed kinds chosen by a printed seed; every result is
// checked. ACC_STRESS="threads streams tasks" and ACC_STRESS_SEED change the run.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <sstream>
#include <thread>
#include <vector>

#include "runtime/base/env.h"
#include "runtime/core/event.h"
#include "runtime/core/stream.h"
#include "runtime/mem/gm.h"
#include "tests/support/kernels.h"

namespace acc::rt::core {
namespace {

using acc::test::launchOf;
using acc::test::makeKernel;

struct Shape {
    uint32_t threads;
    uint32_t streams;
    uint32_t tasks;
};

Shape shape() {
#if defined(ACC_TSAN) || defined(ACC_ASAN)
    Shape chosen{64, 16, 150};  // instrumented code and its memory are an order of magnitude heavier
#else
    Shape chosen{64, 16, 10000};
#endif
    if (auto text = environment("ACC_STRESS")) {
        std::istringstream in(*text);
        in >> chosen.threads >> chosen.streams >> chosen.tasks;
    }
    return chosen;
}

struct AddArgs {
    std::atomic<uint64_t>* sum;
};
void addOne(const void* args) {
    static_cast<const AddArgs*>(args)->sum->fetch_add(1, std::memory_order_relaxed);
}
void addTwiceAroundBarrier(const void* args) {
    addOne(args);
    exec::syncAll(exec::currentBlock(), false, nullptr);
    addOne(args);
}
void failing(const void*) {
    exec::raise({"TEST", 507014, "on purpose", nullptr});
}

// One stream with a model of what it must have done.
struct Modelled {
    std::shared_ptr<Stream> stream;
    std::atomic<uint64_t> sum{0};  // changed by kernels
    uint64_t expectedSum = 0;
    uint64_t mismatches = 0;  // changed by tasks of this stream only
    uint8_t* memory = nullptr;
    uint8_t expectedByte = 0;
    bool errorPending = false;
};

class Driver {
public:
    Driver(uint64_t seed, const Shape& shape) : random_(seed), shape_(shape), event_(0) {}

    uint64_t run() {
        std::vector<std::unique_ptr<Modelled>> models;
        for (uint32_t i = 0; i < shape_.streams; ++i) {
            models.push_back(std::make_unique<Modelled>());
            models.back()->stream = std::make_shared<Stream>(0, i % 8);
            models.back()->memory = static_cast<uint8_t*>(mem::allocateDevice(0, kBytes));
            std::memset(models.back()->memory, 0, kBytes);
        }
        for (uint32_t task = 0; task < shape_.tasks; ++task) {
            for (auto& model : models) {
                submitOne(*model);
            }
        }
        uint64_t wrong = 0;
        for (auto& model : models) {
            wrong += check(*model);
            model->stream.reset();
            wrong += mem::release(mem::Kind::device, model->memory) ? 0 : 1;
        }
        return wrong + wrong_;
    }

private:
    static constexpr size_t kBytes = 256;

    void submitOne(Modelled& m) {
        static const AccKernel add = makeKernel("add", &addOne, sizeof(AddArgs));
        static const AccKernel barrier = makeKernel("barrier", &addTwiceAroundBarrier, sizeof(AddArgs));
        static const AccKernel fail = makeKernel("fail", &failing);
        const uint64_t roll = random_() % 1000;
        if (roll < 500) {
            m.stream->launch(launchOf(add, 1, AddArgs{&m.sum}));
            m.expectedSum += 1;
        } else if (roll < 560) {
            const auto blocks = static_cast<uint32_t>(random_() % 100 + 1);
            m.stream->launch(launchOf(add, blocks, AddArgs{&m.sum}));
            m.expectedSum += blocks;
        } else if (roll < 562) {
            const auto blocks = static_cast<uint32_t>(random_() % 48 + 1);
            m.stream->launch(launchOf(barrier, blocks, AddArgs{&m.sum}));
            m.expectedSum += 2 * blocks;
        } else if (roll < 750) {  // like a memset followed, some tasks later, by a read back
            const uint8_t value = static_cast<uint8_t>(random_());
            m.stream->submitCall([&m, value](Stream&) { std::memset(m.memory, value, kBytes); });
            m.expectedByte = value;
        } else if (roll < 850) {
            m.stream->submitCall([&m, sum = m.expectedSum, byte = m.expectedByte](Stream&) {
                m.mismatches += m.sum.load() != sum ? 1 : 0;
                m.mismatches += m.memory[0] != byte || m.memory[kBytes - 1] != byte ? 1 : 0;
            });
        } else if (roll < 920) {
            event_.record(m.stream);
        } else if (roll < 990) {
            event_.waitOn(*m.stream);
        } else if (roll < 997) {
            if (auto record = event_.current()) {
                wrong_ += record->wait() && record->complete() ? 0 : 1;
            }
        } else if (roll < 999 || random_() % 64 != 0) {
            wrong_ += check(m);
        } else {
            m.stream->launch(launchOf(fail, 2));
            m.errorPending = true;
        }
    }

    // Synchronises and compares with the model.
    uint64_t check(Modelled& m) {
        const Status status = m.stream->synchronize();
        const aclError expected = m.errorPending ? 507014 : 0;
        m.errorPending = false;
        return (status.code() != expected ? 1u : 0u) + (m.sum.load() != m.expectedSum ? 1u : 0u) +
               std::exchange(m.mismatches, 0);
    }

    std::mt19937_64 random_;
    const Shape shape_;
    Event event_;
    uint64_t wrong_ = 0;
};

TEST(Stress, MixedTasksOfManyThreadsAndStreams) {
    const Shape chosen = shape();
    const uint64_t seed = environmentNumber("ACC_STRESS_SEED", 0, UINT64_MAX).value_or(std::random_device()());
    SCOPED_TRACE("ACC_STRESS_SEED=" + std::to_string(seed));
    testing::internal::CaptureStderr();  // the reports of the kernels that fail on purpose
    std::atomic<uint64_t> wrong{0};
    std::vector<std::thread> threads;
    for (uint32_t t = 0; t < chosen.threads; ++t) {
        threads.emplace_back([&, t] { wrong += Driver(seed + t, chosen).run(); });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    testing::internal::GetCapturedStderr();
    EXPECT_EQ(wrong, 0u);
}

}  // namespace
}  // namespace acc::rt::core
