// SPDX-License-Identifier: Apache-2.0
// Checks of the arguments of functions that share things with other processes.
#pragma once

#include <cstring>
#include <memory>
#include <span>

#include "acl/acl_base_rt.h"
#include "runtime/api/arguments.h"
#include "runtime/core/share.h"

namespace acc::rt::api {

// Bytes of a key with its end.
inline constexpr size_t kKeyBytes = 65;

// Refuses flags other than `known`, or unknown ones.
inline Status checkFlags(uint64_t flags, uint64_t known) {
    if ((flags & ~known) != 0) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "flags is {:#x}, expected 0 or {:#x}", flags, known);
    }
    return {};
}

inline Status checkPids(const int32_t* pid, size_t num, const char* count) {
    ACC_TRY(notNull(pid, "pid"));
    return inRange<size_t>(num, 1, core::ShareContent::kMaxProcesses, count);
}

inline Status parseKey(const char* text, core::ShareKey* key) {
    ACC_TRY(notNull(text, "key"));
    const std::string_view given(text, strnlen(text, kKeyBytes));
    if (!core::ShareKey::parse(given, key)) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "key is '{}', expected one that an export returned", given);
    }
    return {};
}

// Writes a key as text. `key` has at least kKeyBytes.
inline void writeKey(const core::ShareKey& from, char* key) {
    const std::string text = from.text();
    std::memset(key, 0, kKeyBytes);
    text.copy(key, kKeyBytes - 1);
}

// Allows the current device to use the device of a share, where this process sees it and it is another one.
inline void enablePeerAccess(core::Device& current, const core::Share& share) {
    if (const int32_t peer = share.device(); peer >= 0 && peer != current.id()) {
        current.peers.fetch_or(uint64_t{1} << peer);
    }
}

}  // namespace acc::rt::api
