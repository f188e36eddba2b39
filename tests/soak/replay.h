// SPDX-License-Identifier: Apache-2.0
// A graph captured from two streams, with its own model: every task of it looks at how far its lane and the other one
// have come in this replay.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "world.h"

namespace acc::soak {

class Replay {
public:
    // Captures between 1 and 30 tasks; `track` will replay it.
    Replay(World& world, size_t track, uint64_t seed);
    ~Replay();
    Replay(const Replay&) = delete;
    Replay& operator=(const Replay&) = delete;

    // Submits one replay to the track.
    void execute();

private:
    struct Node {
        Replay* replay;
        size_t lane;
        uint64_t number;  // in its lane, from 1
        uint64_t other;   // tasks of the other lane that it waits for
        void run() const;
    };
    // A task before or after each replay.
    struct Mark {
        Replay* replay;
        uint64_t reached;  // steps of the track before the replay
    };
    void arm(uint64_t reached);
    void disarm(uint64_t reached) const;

    World& world_;
    const size_t track_;
    aclmdlRI graph_ = nullptr;
    std::vector<std::unique_ptr<Node>> nodes_;
    std::array<uint64_t, 2> length_{};
    std::array<std::atomic<uint64_t>, 2> done_{};
    uint64_t armed_ = 0;  // written by a task before each replay
};

}  // namespace acc::soak
