// SPDX-License-Identifier: Apache-2.0
#include "player.h"

#include <algorithm>
#include <vector>

#include "replay.h"

namespace acc::soak {

const std::array<Player::Choice, 18> Player::kChoices = {{
    {300, &Player::kernel},
    {40, &Player::blocks},
    {40, &Player::hostFunction},
    {20, &Player::callback},
    {80, &Player::fillAndCopy},
    {20, &Player::poolBlock},
    {100, &Player::record},
    {150, &Player::wait},
    {60, &Player::passBaton},
    {20, &Player::passNumber},
    {30, &Player::synchronizeStream},
    {40, &Player::queryStream},
    {15, &Player::synchronizeEvent},
    {30, &Player::queryEvent},
    {1, &Player::synchronizeDevice},
    {4, &Player::reopen},
    {10, &Player::memory},
    {20, &Player::replay},
}};

Player::Player(World& world, uint64_t seed) : world_(world), random_(seed) {}

Player::~Player() = default;

void Player::playOne() {
    static const uint32_t all = [] {
        uint32_t sum = 0;
        for (const Choice& choice : kChoices) {
            sum += choice.weight;
        }
        return sum;
    }();
    uint32_t left = random(all);
    size_t chosen = 0;
    while (left >= kChoices[chosen].weight) {
        left -= kChoices[chosen++].weight;
    }
    (this->*kChoices[chosen].operation)();
    ++played;
}

void Player::finish() {
    replay_.reset();
}

void Player::kernel() {
    const size_t index = anyTrack();
    const std::lock_guard lock(world_.tracks[index].mutex);
    submitKernel(world_, index, 1);
}

void Player::blocks() {
    const size_t index = anyTrack();
    const uint32_t numBlocks = 1 + random(100);
    const std::lock_guard lock(world_.tracks[index].mutex);
    submitKernel(world_, index, numBlocks);
}

void Player::hostFunction() {
    const size_t index = anyTrack();
    const std::lock_guard lock(world_.tracks[index].mutex);
    submitHostFunction(world_, index);
}

void Player::callback() {
    const size_t index = anyTrack();
    const std::lock_guard lock(world_.tracks[index].mutex);
    submitCallback(world_, index);
}

// Later steps of the track see the byte.
void Player::fillAndCopy() {
    const size_t index = anyTrack();
    const auto byte = static_cast<uint8_t>(random(256));
    Track& track = world_.tracks[index];
    const std::lock_guard lock(track.mutex);
    SOAK_CALL(aclrtMemsetAsync(track.device, Track::kBytes, byte, Track::kBytes, track.stream));
    SOAK_CALL(aclrtMemcpyAsync(track.copied, Track::kBytes, track.device, Track::kBytes, ACL_MEMCPY_DEVICE_TO_HOST,
                               track.stream));
    track.fill = byte;
    submitKernel(world_, index, 1);
}

// A block that another stream got at the same time would not keep its bytes.
void Player::poolBlock() {
    const size_t index = anyTrack();
    const auto byte = static_cast<uint8_t>(random(256));
    const size_t sizeBytes = Track::kBytes + random(100000);
    const uint32_t steps = random(3);
    Track& track = world_.tracks[index];
    const std::lock_guard lock(track.mutex);
    void* block = nullptr;
    SOAK_CALL(aclrtMemPoolMallocAsync(&block, sizeBytes, world_.pool, track.stream));
    SOAK_CALL(aclrtMemsetAsync(block, sizeBytes, byte, sizeBytes, track.stream));
    for (uint32_t i = 0; i < steps; ++i) {
        submitKernel(world_, index, 1);
    }
    const auto* end = static_cast<uint8_t*>(block) + sizeBytes - Track::kBytes;
    SOAK_CALL(
        aclrtMemcpyAsync(track.copied, Track::kBytes, end, Track::kBytes, ACL_MEMCPY_DEVICE_TO_HOST, track.stream));
    SOAK_CALL(aclrtMemPoolFreeAsync(block, track.stream));
    track.fill = byte;
    submitKernel(world_, index, 1);
}

void Player::record() {
    Event& event = world_.events[random(static_cast<uint32_t>(world_.events.size()))];
    const size_t index = anyTrack();
    Track& track = world_.tracks[index];
    const std::scoped_lock lock(event.mutex, track.mutex);
    SOAK_CALL(aclrtRecordEvent(event.event, track.stream));
    event.recorded = true;
    event.clock = track.now(index);
}

void Player::wait() {
    Event& event = world_.events[random(static_cast<uint32_t>(world_.events.size()))];
    const size_t index = anyTrack();
    Track& track = world_.tracks[index];
    const std::scoped_lock lock(event.mutex, track.mutex);
    SOAK_CALL(aclrtStreamWaitEvent(track.stream, event.event));
    if (event.recorded) {
        raise(track.clock, event.clock);
    }
    submitKernel(world_, index, 1);
}

void Player::passBaton() {
    Baton& baton = world_.batons[random(static_cast<uint32_t>(world_.batons.size()))];
    const std::lock_guard held(baton.mutex);
    const size_t from = baton.tracks[baton.holder];
    const size_t to = baton.tracks[1 - baton.holder];
    const Signal& signal = baton.signals[baton.holder];
    Track& giver = world_.tracks[from];
    Track& taker = world_.tracks[to];
    const std::scoped_lock lock(giver.mutex, taker.mutex);
    if (signal.notify != nullptr) {
        SOAK_CALL(aclrtRecordNotify(signal.notify, giver.stream));
        SOAK_CALL(aclrtWaitAndResetNotify(signal.notify, taker.stream, 0));
    } else {
        SOAK_CALL(aclrtRecordEvent(signal.flag, giver.stream));
        SOAK_CALL(aclrtStreamWaitEvent(taker.stream, signal.flag));
        SOAK_CALL(aclrtResetEvent(signal.flag, taker.stream));
    }
    raise(taker.clock, giver.now(from));
    submitKernel(world_, to, 1);
    baton.holder = 1 - baton.holder;
}

// Through a word in device memory that only grows.
void Player::passNumber() {
    const size_t from = anyTrack();
    const size_t to = (from + 1 + random(kTracks - 1)) % kTracks;
    Track& giver = world_.tracks[from];
    Track& taker = world_.tracks[to];
    const std::scoped_lock lock(giver.mutex, taker.mutex);
    SOAK_CALL(aclrtValueWrite(giver.word, ++giver.written, 0, giver.stream));
    SOAK_CALL(aclrtValueWait(giver.word, giver.written, ACL_STREAM_WAIT_VALUE_GEQ, taker.stream));
    raise(taker.clock, giver.now(from));
    submitKernel(world_, to, 1);
}

void Player::synchronizeStream() {
    const size_t index = anyTrack();
    const int32_t limit = random(4) == 0 ? 1 : -1;
    Track& track = world_.tracks[index];
    Clock clock{};
    aclrtStream stream = nullptr;
    {
        const std::lock_guard lock(track.mutex);
        clock = track.now(index);
        stream = track.stream;
    }
    // Without the lock: others submit meanwhile, or replace the stream.
    const aclError code = limit < 0 ? aclrtSynchronizeStream(stream) : aclrtSynchronizeStreamWithTimeout(stream, limit);
    if (code == ACL_ERROR_RT_INVALID_HANDLE || (limit > 0 && code == ACL_ERROR_RT_STREAM_SYNC_TIMEOUT)) {
        aclGetRecentErrMsg();
        return;
    }
    expect(code, "aclrtSynchronizeStream");
    world_.expectReached(clock, "aclrtSynchronizeStream");
}

void Player::queryStream() {
    const size_t index = anyTrack();
    Track& track = world_.tracks[index];
    const std::lock_guard lock(track.mutex);
    aclrtStreamStatus status{};
    SOAK_CALL(aclrtStreamQuery(track.stream, &status));
    if (status == ACL_STREAM_STATUS_COMPLETE) {
        world_.expectReached(track.now(index), "aclrtStreamQuery");
    }
}

void Player::synchronizeEvent() {
    Event& event = world_.events[random(static_cast<uint32_t>(world_.events.size()))];
    // With the lock: a later record would be another track's, with another clock.
    const std::lock_guard lock(event.mutex);
    SOAK_CALL(aclrtSynchronizeEvent(event.event));
    world_.expectReached(event.clock, "aclrtSynchronizeEvent");
}

void Player::queryEvent() {
    Event& event = world_.events[random(static_cast<uint32_t>(world_.events.size()))];
    const std::lock_guard lock(event.mutex);
    aclrtEventRecordedStatus status{};
    SOAK_CALL(aclrtQueryEventStatus(event.event, &status));
    if (event.recorded && status == ACL_EVENT_RECORDED_STATUS_COMPLETE) {
        world_.expectReached(event.clock, "aclrtQueryEventStatus");
    }
}

void Player::synchronizeDevice() {
    std::array<Clock, kTracks> clocks{};
    for (size_t i = 0; i < kTracks; ++i) {
        const std::lock_guard lock(world_.tracks[i].mutex);
        clocks[i] = world_.tracks[i].now(i);
    }
    {
        const std::lock_guard lock(world_.captures);
        SOAK_CALL(aclrtSynchronizeDevice());
    }
    for (const Clock& clock : clocks) {
        world_.expectReached(clock, "aclrtSynchronizeDevice");
    }
}

void Player::reopen() {
    const size_t index = anyTrack();
    const uint32_t priority = random(8);
    Track& track = world_.tracks[index];
    const std::lock_guard lock(track.mutex);
    world_.closeStream(track);
    world_.expectReached(track.now(index), "aclrtDestroyStream");
    world_.openStream(track, priority);
}

void Player::memory() {
    const size_t sizeBytes = 1 + random(300000);
    const auto byte = static_cast<uint8_t>(random(256));
    void* block = nullptr;
    SOAK_CALL(aclrtMalloc(&block, sizeBytes, ACL_MEM_MALLOC_HUGE_FIRST));
    SOAK_CALL(aclrtMemset(block, sizeBytes, byte, sizeBytes));
    std::vector<uint8_t> copy(sizeBytes);
    SOAK_CALL(aclrtMemcpy(copy.data(), sizeBytes, block, sizeBytes, ACL_MEMCPY_DEVICE_TO_HOST));
    if (!std::all_of(copy.begin(), copy.end(), [&](uint8_t read) { return read == byte; })) {
        fail("a block of " + std::to_string(sizeBytes) + " bytes did not keep " + std::to_string(byte));
    }
    SOAK_CALL(aclrtFree(block));
}

void Player::replay() {
    if (replay_ != nullptr && random(20) == 0) {
        replay_.reset();
    }
    const size_t track = anyTrack();
    const uint64_t seed = random_();
    if (replay_ == nullptr) {
        replay_ = std::make_unique<Replay>(world_, track, seed);
    }
    replay_->execute();
}

}  // namespace acc::soak
