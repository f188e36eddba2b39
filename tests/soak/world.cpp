// SPDX-License-Identifier: Apache-2.0
#include "world.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "acc/abi.h"

namespace acc::soak {
namespace {

struct CallArgs {
    void (*body)(void*);
    void* user;
};

void callEntry(const void* block) {
    const auto* args = static_cast<const CallArgs*>(block);
    args->body(args->user);
}

void callStub() {
    __asm__ volatile("# call");
}

constexpr AccParam kParams[] = {{"body", 0, 8, ACC_PARAM_INTEGER, 0}, {"user", 8, 8, ACC_PARAM_INTEGER, 0}};

AccKernel makeCallKernel() {
    AccKernel kernel{};
    kernel.symbol = "call";
    kernel.name = "call";
    kernel.file = __FILE__;
    kernel.line = __LINE__;
    kernel.vectorCores = 1;
    kernel.vectorEntry = &callEntry;
    kernel.stub = &callStub;
    kernel.params = kParams;
    kernel.paramCount = 2;
    kernel.argsSize = sizeof(CallArgs);
    return kernel;
}

// Registers the kernel for as long as the program runs.
struct Registration {
    const AccKernel kernel = makeCallKernel();
    const AccImage image{ACC_ABI_VERSION, 2201, 1, 0, &kernel};

    Registration() { accRegisterImage(&image); }
    ~Registration() { accUnregisterImage(&image); }
    Registration(const Registration&) = delete;
    Registration& operator=(const Registration&) = delete;
};

const Registration registration;

Step* nextStep(World& world, size_t index, uint32_t blocks) {
    Track& track = world.tracks[index];
    return new Step{&world, index, ++track.submitted, track.clock, track.fill, blocks};
}

}  // namespace

void raise(Clock& clock, const Clock& other) {
    std::transform(clock.begin(), clock.end(), other.begin(), clock.begin(),
                   [](uint64_t a, uint64_t b) { return std::max(a, b); });
}

void expect(aclError code, const char* call) {
    if (code != ACL_SUCCESS) {
        const char* message = aclGetRecentErrMsg();
        fail(std::string(call) + " returned " + std::to_string(code) + ": " + (message == nullptr ? "" : message));
    }
}

void Step::check() const {
    const Track& own = world->tracks[track];
    const uint64_t before = own.reached.load(std::memory_order_relaxed);
    if (before != number - 1 || own.last != before) {
        fail("step " + std::to_string(number) + " of track " + std::to_string(track) + " ran after step " +
             std::to_string(before));
    }
    world->expectReached(clock, "a wait in a stream");
    if (!std::all_of(own.copied, own.copied + Track::kBytes, [&](uint8_t byte) { return byte == fill; })) {
        fail("step " + std::to_string(number) + " of track " + std::to_string(track) + ": a copy holds " +
             std::to_string(own.copied[0]) + ".." + std::to_string(own.copied[Track::kBytes - 1]) + ", expected " +
             std::to_string(fill));
    }
}

void Step::arrive() {
    check();
    if (blocksLeft.fetch_sub(1, std::memory_order_acq_rel) != 1) {
        return;
    }
    Track& own = world->tracks[track];
    own.last = number;
    own.reached.store(number, std::memory_order_relaxed);
    delete this;
}

void submitKernel(World& world, size_t track, uint32_t numBlocks) {
    launchCall([](void* step) { static_cast<Step*>(step)->arrive(); }, nextStep(world, track, numBlocks), numBlocks,
               world.tracks[track].stream);
}

void submitHostFunction(World& world, size_t track) {
    SOAK_CALL(aclrtLaunchHostFunc(
        world.tracks[track].stream, [](void* step) { static_cast<Step*>(step)->arrive(); }, nextStep(world, track, 1)));
}

void submitCallback(World& world, size_t track) {
    SOAK_CALL(aclrtLaunchCallback([](void* step) { static_cast<Step*>(step)->arrive(); }, nextStep(world, track, 1),
                                  ACL_CALLBACK_BLOCK, world.tracks[track].stream));
}

void launchCall(void (*body)(void*), void* user, uint32_t numBlocks, aclrtStream stream) {
    CallArgs args{body, user};
    SOAK_CALL(aclrtLaunchKernelWithHostArgs(accKernelFunction(&callStub), numBlocks, stream, nullptr, &args,
                                            sizeof(args), nullptr, 0));
}

void World::expectReached(const Clock& clock, const char* after) const {
    for (size_t i = 0; i < kTracks; ++i) {
        const uint64_t reached = tracks[i].reached.load(std::memory_order_relaxed);
        if (reached < clock[i]) {
            fail(std::string("after ") + after + " track " + std::to_string(i) + " is at step " +
                 std::to_string(reached) + ", expected at least " + std::to_string(clock[i]));
        }
    }
}

void World::openStream(Track& track, uint32_t priority) {
    SOAK_CALL(aclrtCreateStreamWithConfig(&track.stream, priority, 0));
    SOAK_CALL(aclrtSubscribeReport(reportThread, track.stream));
}

void World::closeStream(Track& track) {
    SOAK_CALL(aclrtSynchronizeStream(track.stream));  // a stream's callbacks need its subscription
    SOAK_CALL(aclrtUnSubscribeReport(reportThread, track.stream));
    SOAK_CALL(aclrtDestroyStream(track.stream));
}

void World::create(uint64_t seed) {
    for (size_t i = 0; i < kTracks; ++i) {
        Track& track = tracks[i];
        openStream(track, static_cast<uint32_t>((seed + i) % 8));
        SOAK_CALL(aclrtMalloc(reinterpret_cast<void**>(&track.device), Track::kBytes, ACL_MEM_MALLOC_HUGE_FIRST));
        SOAK_CALL(aclrtMalloc(reinterpret_cast<void**>(&track.word), sizeof(uint64_t), ACL_MEM_MALLOC_HUGE_FIRST));
        SOAK_CALL(aclrtMemset(track.word, sizeof(uint64_t), 0, sizeof(uint64_t)));
        SOAK_CALL(aclrtMallocHost(reinterpret_cast<void**>(&track.copied), Track::kBytes));
        std::fill_n(track.copied, Track::kBytes, uint8_t{0});
    }
    for (size_t i = 0; i < events.size(); ++i) {
        SOAK_CALL(i % 2 == 0 ? aclrtCreateEvent(&events[i].event)
                             : aclrtCreateEventExWithFlag(&events[i].event, ACL_EVENT_SYNC));
    }
    for (size_t i = 0; i < batons.size(); ++i) {
        batons[i].tracks = {i % kTracks, (i * 5 + 3) % kTracks};
        for (Signal& signal : batons[i].signals) {
            SOAK_CALL(i % 2 == 0 ? aclrtCreateNotify(&signal.notify, ACL_NOTIFY_DEFAULT)
                                 : aclrtCreateEventWithFlag(&signal.flag, ACL_EVENT_SYNC));
        }
    }
    aclrtMemPoolProps properties{};
    properties.allocType = ACL_MEM_ALLOCATION_TYPE_PINNED;
    properties.location = {0, ACL_MEM_LOCATION_TYPE_DEVICE};
    SOAK_CALL(aclrtMemPoolCreate(&pool, &properties));
}

void World::destroy() {
    for (Track& track : tracks) {
        closeStream(track);
        SOAK_CALL(aclrtFree(track.device));
        SOAK_CALL(aclrtFree(track.word));
        SOAK_CALL(aclrtFreeHost(track.copied));
    }
    for (size_t i = 0; i < kTracks; ++i) {
        if (tracks[i].reached != tracks[i].submitted) {
            fail("track " + std::to_string(i) + " ended at step " + std::to_string(tracks[i].reached) + " of " +
                 std::to_string(tracks[i].submitted));
        }
    }
    for (Event& event : events) {
        SOAK_CALL(aclrtDestroyEvent(event.event));
    }
    for (Baton& baton : batons) {
        for (Signal& signal : baton.signals) {
            SOAK_CALL(signal.notify != nullptr ? aclrtDestroyNotify(signal.notify) : aclrtDestroyEvent(signal.flag));
        }
    }
    SOAK_CALL(aclrtMemPoolDestroy(pool));
}

}  // namespace acc::soak
