// SPDX-License-Identifier: Apache-2.0
// The sequential model that the soak test compares the runtime with.
//
// Streams are tracks. What a track is given to do is cut into steps, numbered from 1. A step is one task that looks at
// the world when the runtime runs it: that the step before it in its track has run and nothing after, that of every
// other track at least those steps have run which it waits for (its clock), and that copies, memsets and replays
// submitted before it have had their effect. The clocks follow from the documented order of streams and events alone:
//     submit   the step's clock is the track's
//     record   the event's clock becomes the track's, with all of the track's steps so far
//     wait     the track's clock becomes the maximum of its own and the event's
// A track's lock is held while the call is made and the model moves with it, so both see one order.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <shared_mutex>
#include <string>

#include "acl/acl.h"
#include "acl/acl_rt_memory_soma.h"

namespace acc::soak {

inline constexpr size_t kTracks = 12;

// Per track, how many of its steps have run.
using Clock = std::array<uint64_t, kTracks>;

void raise(Clock& clock, const Clock& other);

struct Event {
    std::mutex mutex;  // before those of tracks
    aclrtEvent event = nullptr;
    bool recorded = false;
    Clock clock{};
};

// A signal that one wait consumes: a notify, or an event with a flag that is reset after its wait.
struct Signal {
    aclrtNotify notify = nullptr;
    aclrtEvent flag = nullptr;
};

// Two tracks that signal each other in turn, so no signal is set again before the wait for it is over.
struct Baton {
    std::mutex mutex;  // before those of tracks
    std::array<Signal, 2> signals;
    std::array<size_t, 2> tracks{};
    size_t holder = 0;
};

struct Track {
    static constexpr size_t kBytes = 64;

    std::mutex mutex;
    aclrtStream stream = nullptr;
    uint64_t submitted = 0;
    uint64_t written = 0;  // the last number that aclrtValueWrite was given
    Clock clock{};         // of other tracks
    uint8_t fill = 0;      // what `copied` holds after the tasks so far

    // Changed by tasks.
    std::atomic<uint64_t> reached{0};
    uint64_t last = 0;  // the same, unsynchronised but for the order of the stream: for ThreadSanitizer
    uint8_t* device = nullptr;
    uint8_t* copied = nullptr;
    uint64_t* word = nullptr;  // of value writes

    // The clock of everything submitted so far.
    Clock now(size_t self) const {
        Clock all = clock;
        all[self] = submitted;
        return all;
    }
};

// The first failure ends the process with the text and how to repeat the run.
[[noreturn]] void fail(const std::string& text);

// Fails unless `call` succeeded.
#define SOAK_CALL(call) ::acc::soak::expect(call, #call)
void expect(aclError code, const char* call);

struct World {
    std::array<Track, kTracks> tracks;
    std::array<Event, 16> events;
    std::array<Baton, 8> batons;
    aclrtMemPool pool = nullptr;
    std::shared_mutex captures;  // held by each capture, and alone where one would be invalidated
    uint64_t reportThread = 0;   // serves the callbacks of all tracks; 0: none

    void create(uint64_t seed);
    void destroy();

    void openStream(Track& track, uint32_t priority);
    void closeStream(Track& track);

    // That at least the steps of `clock` have run.
    void expectReached(const Clock& clock, const char* after) const;
};

// One step; lives from its submission until it has run.
struct Step {
    World* world;
    size_t track;
    uint64_t number;
    Clock clock;
    uint8_t fill;
    std::atomic<uint32_t> blocksLeft;

    // What each of its blocks, or its callback, does.
    void check() const;
    void arrive();
};

// Submits the next step of a track whose lock is held.
void submitKernel(World& world, size_t track, uint32_t numBlocks);
void submitHostFunction(World& world, size_t track);
void submitCallback(World& world, size_t track);

// A launch that calls `body(user)` once per block.
void launchCall(void (*body)(void*), void* user, uint32_t numBlocks, aclrtStream stream);

}  // namespace acc::soak
