// SPDX-License-Identifier: Apache-2.0
// One thread of the soak test: operations on the tracks of the world, chosen by its own random numbers. What it chooses
// depends on nothing else, so a seed gives every thread the same operations again.
#pragma once

#include <array>
#include <memory>
#include <random>

#include "world.h"

namespace acc::soak {

class Replay;

class Player {
public:
    Player(World& world, uint64_t seed);
    ~Player();
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;

    void playOne();
    // Ends what it began; before the world is destroyed.
    void finish();

    uint64_t played = 0;

private:
    using Operation = void (Player::*)();
    struct Choice {
        uint32_t weight;
        Operation operation;
    };
    static const std::array<Choice, 18> kChoices;

    uint32_t random(uint32_t count) { return static_cast<uint32_t>(random_() % count); }
    size_t anyTrack() { return random(kTracks); }

    void kernel();
    void blocks();
    void hostFunction();
    void callback();
    void fillAndCopy();
    void poolBlock();
    void record();
    void wait();
    void passBaton();
    void passNumber();
    void synchronizeStream();
    void queryStream();
    void synchronizeEvent();
    void queryEvent();
    void synchronizeDevice();
    void reopen();
    void memory();
    void replay();

    World& world_;
    std::mt19937_64 random_;
    std::unique_ptr<Replay> replay_;
};

}  // namespace acc::soak
