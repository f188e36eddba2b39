// SPDX-License-Identifier: Apache-2.0
#include "runtime/check/flags.h"

#include "runtime/check/report.h"

namespace acc::rt::check {
namespace {

void checkEvent(const char* instruction, const exec::Block& block, unsigned event, int64_t id, const void* site) {
    if (id < 0 || id >= exec::kEventIds) [[unlikely]] {
        fail(Rule::FLAG, site, "{}<{}>: event id is {}, expected 0..{}", instruction, eventName(event), id,
             exec::kEventIds - 1);
    }
    if (event >= exec::kEventCount || event % (exec::kPipeCount + 1) == 0) [[unlikely]] {
        fail(Rule::FLAG, site, "{}: source and destination pipe are the same; use PipeBarrier", instruction);
    }
    // Pipes M, MTE1 and FIX exist on cube cores only.
    constexpr unsigned kCubePipes = 1U << 2 | 1U << 3 | 1U << 6;
    if (block.coreType == ACC_CORE_VECTOR &&
        (kCubePipes >> (event / exec::kPipeCount) & 1U || kCubePipes >> (event % exec::kPipeCount) & 1U)) [[unlikely]] {
        fail(Rule::FLAG, site, "{}<{}>: a vector core has the pipes S, V, MTE2 and MTE3", instruction,
             eventName(event));
    }
}

}  // namespace

std::string eventName(unsigned event) {
    constexpr const char* kPipes[] = {"S", "V", "M", "MTE1", "MTE2", "MTE3", "FIX"};
    return event < exec::kEventCount
               ? fmt::format("{}_{}", kPipes[event / exec::kPipeCount], kPipes[event % exec::kPipeCount])
               : fmt::format("event {}", event);
}

void setFlag(exec::Block& block, unsigned event, int64_t id, const void* site) {
    checkEvent("SetFlag", block, event, id, site);
    const uint8_t bit = static_cast<uint8_t>(1U << id);
    if (block.state.flags[event] & bit) [[unlikely]] {
        fail(Rule::FLAG, site, "SetFlag<{}>({}): the flag is already set; the previous SetFlag has no WaitFlag",
             eventName(event), id);
    }
    if (block.state.queueFlags[event] & bit) [[unlikely]] {
        warn(Rule::FLAGID, site,
             "SetFlag<{}>({}): a queue of the TPipe holds this flag; take ids from AllocEventID or FetchEventID",
             eventName(event), id);
    }
    block.state.flags[event] |= bit;
    block.state.eventsUsed = true;
}

void waitFlag(exec::Block& block, unsigned event, int64_t id, const void* site) {
    checkEvent("WaitFlag", block, event, id, site);
    const uint8_t bit = static_cast<uint8_t>(1U << id);
    if (!(block.state.flags[event] & bit)) [[unlikely]] {
        fail(Rule::FLAG, site, "WaitFlag<{}>({}): the flag is not set; without an earlier SetFlag the device hangs",
             eventName(event), id);
    }
    block.state.flags[event] &= static_cast<uint8_t>(~bit);
}

}  // namespace acc::rt::check
