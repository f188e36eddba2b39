// SPDX-License-Identifier: Apache-2.0
#include "replay.h"

#include <random>

namespace acc::soak {

Replay::Replay(World& world, size_t track, uint64_t seed) : world_(world), track_(track) {
    std::mt19937_64 random(seed);
    std::array<aclrtStream, 2> lanes{};
    std::array<uint64_t, 2> known{};  // how much of the other lane each lane waits for
    aclrtEvent event = nullptr;
    for (aclrtStream& lane : lanes) {
        SOAK_CALL(aclrtCreateStream(&lane));
    }
    SOAK_CALL(aclrtCreateEvent(&event));
    const auto join = [&](size_t from) {
        SOAK_CALL(aclrtRecordEvent(event, lanes[from]));
        SOAK_CALL(aclrtStreamWaitEvent(lanes[1 - from], event));
        known[1 - from] = length_[from];
    };
    // Not a mode that forbids other threads their calls, except to synchronise the device.
    const std::shared_lock capturing(world_.captures);
    SOAK_CALL(aclmdlRICaptureBegin(lanes[0], ACL_MODEL_RI_CAPTURE_MODE_RELAXED));
    join(0);
    const uint64_t count = 1 + random() % 30;
    for (uint64_t i = 0; i < count; ++i) {
        const size_t lane = random() % 2;
        nodes_.push_back(std::make_unique<Node>(Node{this, lane, ++length_[lane], known[lane]}));
        auto body = [](void* node) { static_cast<Node*>(node)->run(); };
        if (random() % 8 == 0) {
            SOAK_CALL(aclrtLaunchHostFunc(lanes[lane], body, nodes_.back().get()));
        } else {
            launchCall(body, nodes_.back().get(), 1, lanes[lane]);
        }
        if (random() % 4 == 0) {
            join(random() % 2);
        }
    }
    join(1);
    SOAK_CALL(aclmdlRICaptureEnd(lanes[0], &graph_));
    SOAK_CALL(aclrtDestroyEvent(event));
    for (aclrtStream lane : lanes) {
        SOAK_CALL(aclrtDestroyStream(lane));
    }
}

Replay::~Replay() {
    Track& track = world_.tracks[track_];
    const std::lock_guard lock(track.mutex);
    SOAK_CALL(aclrtSynchronizeStream(track.stream));
    SOAK_CALL(aclmdlRIDestroy(graph_));
}

void Replay::execute() {
    Track& track = world_.tracks[track_];
    const std::lock_guard lock(track.mutex);
    launchCall(
        [](void* user) {
            const std::unique_ptr<Mark> mark(static_cast<Mark*>(user));
            mark->replay->arm(mark->reached);
        },
        new Mark{this, track.submitted}, 1, track.stream);
    SOAK_CALL(aclmdlRIExecuteAsync(graph_, track.stream));
    launchCall(
        [](void* user) {
            const std::unique_ptr<Mark> mark(static_cast<Mark*>(user));
            mark->replay->disarm(mark->reached);
        },
        new Mark{this, track.submitted}, 1, track.stream);
}

void Replay::arm(uint64_t reached) {
    if (world_.tracks[track_].reached.load(std::memory_order_relaxed) != reached) {
        fail("a replay began before the tasks that precede it in its stream");
    }
    armed_ = reached;
    for (std::atomic<uint64_t>& lane : done_) {
        lane.store(0, std::memory_order_relaxed);
    }
}

void Replay::disarm(uint64_t reached) const {
    if (armed_ != reached || done_[0].load(std::memory_order_relaxed) != length_[0] ||
        done_[1].load(std::memory_order_relaxed) != length_[1]) {
        fail("a stream went on before the replay in it was complete");
    }
}

void Replay::Node::run() const {
    const uint64_t before = replay->done_[lane].load(std::memory_order_relaxed);
    const uint64_t beside = replay->done_[1 - lane].load(std::memory_order_relaxed);
    if (before != number - 1 || beside < other) {
        fail("task " + std::to_string(number) + " of a graph's lane ran after " + std::to_string(before) + " and " +
             std::to_string(beside) + " of the other, of which it waits for " + std::to_string(other));
    }
    if (replay->world_.tracks[replay->track_].reached.load(std::memory_order_relaxed) != replay->armed_) {
        fail("tasks of a stream and of the replay in it ran at the same time");
    }
    replay->done_[lane].store(number, std::memory_order_relaxed);
}

}  // namespace acc::soak
