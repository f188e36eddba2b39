// SPDX-License-Identifier: Apache-2.0
#include "runtime/check/block_end.h"

#include "runtime/check/flags.h"
#include "runtime/check/operand.h"
#include "runtime/check/report.h"

namespace acc::rt::check {
namespace {

[[gnu::cold]] std::string describeFlags(const exec::CoreState& state) {
    std::string text;
    for (unsigned event = 0; event < exec::kEventCount; ++event) {
        for (unsigned id = 0; id < exec::kEventIds; ++id) {
            if (state.flags[event] >> id & 1) {
                text += fmt::format("{}{}({})", text.empty() ? "" : ", ", eventName(event), id);
            }
        }
    }
    return text;
}

bool anySet(const uint8_t (&flags)[exec::kEventCount]) {
    unsigned any = 0;
    for (const uint8_t bits : flags) {
        any |= bits;
    }
    return any != 0;
}

}  // namespace

void checkBlockEnd(exec::Block& block) {
    exec::CoreState& state = block.state;
    if (state.lineOpen) {
        exec::print(block, "\n");
        state.lineOpen = false;
    }
    if (state.atomicOperation != 0) [[unlikely]] {
        warn(Rule::LEFTOVER, nullptr,
             "the kernel ends with atomic stores of {} still on; call SetAtomicNone() after the last of them",
             dtypeName(state.atomicType));
    }
    if (state.counterMode) [[unlikely]] {
        warn(Rule::LEFTOVER, nullptr, "the kernel ends in counter mode; call SetMaskNorm() and ResetMask()");
    }
    if (state.eventsUsed && anySet(state.flags)) [[unlikely]] {
        failWith(Rule::LEAK, nullptr, "the kernel ends with flags set that nobody waited for: " + describeFlags(state));
    }
}

namespace {
[[maybe_unused]] const bool kInstalled = (exec::setBlockEndHook(checkBlockEnd), true);
}  // namespace

}  // namespace acc::rt::check
