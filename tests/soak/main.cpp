// SPDX-License-Identifier: Apache-2.0
// Random operations of many threads over many streams, checked against a sequential model (world.h).
//
// usage: soak [--seconds=N] [--seed=N] [--threads=N]
// A run prints its seed; the same seed gives each thread the same operations.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <latch>
#include <memory>
#include <random>
#include <string_view>
#include <thread>
#include <vector>

#include "player.h"

namespace acc::soak {
namespace {

struct Options {
    uint64_t seconds = 20;
    uint64_t seed = std::random_device{}();
    uint64_t threads = 8;
} options;

// No operation takes this long unless something hangs.
constexpr auto kPatience = std::chrono::seconds(120);

[[noreturn]] void usage() {
    std::fprintf(stderr, "usage: soak [--seconds=N] [--seed=N] [--threads=N]\n");
    std::exit(2);
}

void parse(int argc, char** argv) {
    const std::pair<std::string_view, uint64_t*> known[] = {
        {"--seconds=", &options.seconds}, {"--seed=", &options.seed}, {"--threads=", &options.threads}};
    for (int i = 1; i < argc; ++i) {
        const std::string_view text = argv[i];
        const auto* const option = std::find_if(std::begin(known), std::end(known),
                                                [&](const auto& entry) { return text.starts_with(entry.first); });
        if (option == std::end(known)) {
            usage();
        }
        const char* const end = text.data() + text.size();
        const auto [last, error] = std::from_chars(text.data() + option->first.size(), end, *option->second);
        if (error != std::errc() || last != end) {
            usage();
        }
    }
    options.threads = std::clamp<uint64_t>(options.threads, 1, 1024);
}

// Serves the callbacks of all streams.
class ReportThread {
public:
    explicit ReportThread(World& world) : world_(world) {
        std::latch known(1);
        thread_ = std::thread([&] {
            world_.reportThread = static_cast<uint64_t>(pthread_self());
            known.count_down();
            serve();
        });
        known.wait();
    }
    ~ReportThread() {
        stop_.store(true);
        thread_.join();
    }
    ReportThread(const ReportThread&) = delete;
    ReportThread& operator=(const ReportThread&) = delete;

    void begin() { begin_.count_down(); }

private:
    void serve() {
        begin_.wait();
        SOAK_CALL(aclrtSetDevice(0));
        while (!stop_.load()) {
            aclrtProcessReport(100);
        }
        aclGetRecentErrMsg();
        SOAK_CALL(aclrtResetDevice(0));
    }
    World& world_;
    std::latch begin_{1};
    std::atomic<bool> stop_{false};
    std::thread thread_;
};

void play() {
    World world;
    ReportThread reports(world);
    world.create(options.seed);
    reports.begin();

    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(options.seconds);
    std::vector<std::unique_ptr<Player>> players;
    std::vector<std::thread> threads;
    std::mutex mutex;
    std::condition_variable changed;
    uint64_t running = options.threads;
    for (uint64_t i = 0; i < options.threads; ++i) {
        players.push_back(std::make_unique<Player>(world, options.seed * 1009 + i));
        threads.emplace_back([&, player = players.back().get()] {
            SOAK_CALL(aclrtSetDevice(0));
            while (std::chrono::steady_clock::now() < end) {
                player->playOne();
            }
            player->finish();
            SOAK_CALL(aclrtResetDevice(0));
            const std::lock_guard lock(mutex);
            --running;
            changed.notify_one();
        });
    }
    {
        std::unique_lock lock(mutex);
        if (!changed.wait_until(lock, end + kPatience, [&] { return running == 0; })) {
            fail(std::to_string(running) + " threads hang");
        }
    }
    uint64_t played = 0;
    for (uint64_t i = 0; i < options.threads; ++i) {
        threads[i].join();
        played += players[i]->played;
    }
    world.destroy();
    uint64_t steps = 0;
    for (const Track& track : world.tracks) {
        steps += track.submitted;
    }
    std::printf("soak: %llu operations, %llu steps, all in order\n", static_cast<unsigned long long>(played),
                static_cast<unsigned long long>(steps));
}

}  // namespace

void fail(const std::string& text) {
    static std::atomic<bool> failed{false};
    if (!failed.exchange(true)) {
        std::fprintf(stderr, "soak: %s\nagain with: soak --seed=%llu --seconds=%llu --threads=%llu\n", text.c_str(),
                     static_cast<unsigned long long>(options.seed), static_cast<unsigned long long>(options.seconds),
                     static_cast<unsigned long long>(options.threads));
    }
    std::_Exit(1);
}

}  // namespace acc::soak

int main(int argc, char** argv) {
    using namespace acc::soak;
    parse(argc, argv);
    std::printf("soak: seed %llu\n", static_cast<unsigned long long>(options.seed));
    std::fflush(stdout);
    SOAK_CALL(aclInit(nullptr));
    SOAK_CALL(aclrtSetDevice(0));
    play();
    SOAK_CALL(aclrtResetDevice(0));
    SOAK_CALL(aclFinalize());
    return 0;
}
