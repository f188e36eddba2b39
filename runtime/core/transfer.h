// SPDX-License-Identifier: Apache-2.0
// Copies and fills: what the addresses mean, which ranges are legal, and the transfers themselves.
#pragma once

#include <cstddef>
#include <cstdint>

#include "acl/acl_rt_types.h"
#include "runtime/base/status.h"
#include "runtime/mem/gm.h"

namespace acc::rt::core {

// Where one side of a transfer lives.
struct Place {
    enum class Kind : uint8_t { pageableHost, pinnedHost, device };
    Kind kind = Kind::pageableHost;
    int32_t device = -1;  // of device memory
    mem::Allocation block;

    bool onDevice() const { return kind == Kind::device; }
};

// Looks `address` up; `parameter` names it in the message when [address, address + sizeBytes) leaves its block.
Status locate(const void* address, size_t sizeBytes, const char* parameter, Place* place);

// A checked copy of `height` rows; a plain one has height 1.
struct Transfer {
    void* destination = nullptr;
    const void* source = nullptr;
    size_t width = 0;
    size_t height = 1;
    size_t destinationPitch = 0;
    size_t sourcePitch = 0;
    Place to;
    Place from;

    bool pageable() const { return to.kind == Place::Kind::pageableHost || from.kind == Place::Kind::pageableHost; }
    bool hostOnly() const { return !to.onDevice() && !from.onDevice(); }
    size_t bytesTo() const { return height == 0 ? 0 : (height - 1) * destinationPitch + width; }
    size_t bytesFrom() const { return height == 0 ? 0 : (height - 1) * sourcePitch + width; }

    // Fills in the places and checks ranges and peer access.
    Status resolve();
    void carryOut() const;
    // The same when it runs later: fails when a block is gone by then.
    Status carryOutLater() const;
};

// A checked fill with a pattern of 1 or 4 bytes.
struct Fill {
    void* destination = nullptr;
    size_t sizeBytes = 0;
    uint32_t pattern = 0;
    bool words = false;
    Place to;

    Status resolve(const char* parameter);
    void carryOut() const;
    Status carryOutLater() const;
};

}  // namespace acc::rt::core
