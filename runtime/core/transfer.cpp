// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/transfer.h"

#include <algorithm>
#include <cstring>

#include "runtime/core/runtime.h"

namespace acc::rt::core {
namespace {

Status checkLive(const Place& place, const void* address) {
    mem::Allocation block;
    if (place.kind == Place::Kind::pageableHost || mem::find(reinterpret_cast<uintptr_t>(address), &block)) {
        return {};
    }
    return Status::error(ACL_ERROR_RT_SYS_DMA,
                         "the {} memory at {} was freed before the stream reached the copy or fill that uses it",
                         place.onDevice() ? "device" : "host", address);
}

Status checkPeers(const Place& to, const Place& from) {
    if (!to.onDevice() || !from.onDevice() || to.device == from.device) {
        return {};
    }
    const uint64_t forth = runtime().device(from.device).peers.load() >> to.device;
    const uint64_t back = runtime().device(to.device).peers.load() >> from.device;
    if (((forth | back) & 1) != 0) {
        return {};
    }
    return Status::error(
        ACL_ERROR_INVALID_PARAM,
        "dst is memory of device {} and src of device {}, expected aclrtDeviceEnablePeerAccess between "
        "them before",
        to.device, from.device);
}

}  // namespace

Status locate(const void* address, size_t sizeBytes, const char* parameter, Place* place) {
    const auto start = reinterpret_cast<uintptr_t>(address);
    if (!mem::find(start, &place->block)) {
        place->kind = Place::Kind::pageableHost;
        return {};
    }
    const bool device = place->block.kind == mem::Kind::device;
    place->kind = device                             ? Place::Kind::device
                  : mem::isPinned(place->block.kind) ? Place::Kind::pinnedHost
                                                     : Place::Kind::pageableHost;
    place->device = device ? place->block.device : -1;
    const size_t room = place->block.end() - start + (device ? mem::kTrailingBytes : 0);
    if (sizeBytes > room) {
        return Status::error(ACL_ERROR_INVALID_PARAM,
                             "{} is {} with {} bytes, expected at most {}: its block starts at {:#x} and has {} bytes",
                             parameter, address, sizeBytes, place->block.end() - start, place->block.base,
                             place->block.sizeBytes);
    }
    return {};
}

Status Transfer::resolve() {
    ACC_TRY(locate(destination, bytesTo(), "dst", &to));
    ACC_TRY(locate(source, bytesFrom(), "src", &from));
    return checkPeers(to, from);
}

void Transfer::carryOut() const {
    if (width == 0) {
        return;  // the pointers may be null then
    }
    if (height == 1) {
        std::memmove(destination, source, width);
        return;
    }
    for (size_t row = 0; row < height; ++row) {
        std::memmove(static_cast<std::byte*>(destination) + row * destinationPitch,
                     static_cast<const std::byte*>(source) + row * sourcePitch, width);
    }
}

Status Transfer::carryOutLater() const {
    ACC_TRY(checkLive(to, destination));
    ACC_TRY(checkLive(from, source));
    carryOut();
    return {};
}

Status Fill::resolve(const char* parameter) {
    return locate(destination, sizeBytes, parameter, &to);
}

void Fill::carryOut() const {
    if (sizeBytes == 0) {
        return;  // the pointer may be null then
    }
    if (words) {
        std::fill_n(static_cast<uint32_t*>(destination), sizeBytes / sizeof(uint32_t), pattern);
    } else {
        std::memset(destination, static_cast<int>(pattern & 0xFF), sizeBytes);
    }
}

Status Fill::carryOutLater() const {
    ACC_TRY(checkLive(to, destination));
    carryOut();
    return {};
}

}  // namespace acc::rt::core
