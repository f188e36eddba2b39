// SPDX-License-Identifier: Apache-2.0
// Device memory that processes share by keys: what this one exports and imports.
#pragma once

#include <cstdint>
#include <list>
#include <memory>

#include "runtime/base/mutex.h"
#include "runtime/base/status.h"
#include "runtime/core/share.h"
#include "runtime/mem/gm.h"

namespace acc::rt::core {

class Device;

// Thread-safe.
class IpcMemory {
public:
    static IpcMemory& instance();

    // Exports `sizeBytes` at `address` in a device block. The same range again has the same key.
    Result<ShareKey> exportRange(const mem::Allocation& block, uintptr_t address, size_t sizeBytes, bool anyProcess)
        ACC_EXCLUDES(mutex_);

    // Adds processes that may import it; 100000 when this process does not export it.
    Status allow(const ShareKey& key, std::span<const int32_t> processes) ACC_EXCLUDES(mutex_);

    // Maps exported memory for a device of this process. Importing it again returns the same address and counts.
    // `peerAccess`: lets `current` use the exporter's device; without that and without access, 100000.
    Result<void*> import(const ShareKey& key, Device& current, bool peerAccess) ACC_EXCLUDES(mutex_);

    // Takes back one import, or else the export. With ACC_STRICT, 507022 for an export that others still import.
    Status close(const ShareKey& key) ACC_EXCLUDES(mutex_);

private:
    struct Export {
        uintptr_t address = 0;
        size_t sizeBytes = 0;
        std::shared_ptr<Share> share;
    };
    struct Import {
        std::shared_ptr<Share> share;
        void* address = nullptr;
        uint32_t count = 0;
    };
    Export* findExport(const ShareKey& key) ACC_REQUIRES(mutex_);

    Mutex mutex_;
    std::list<Export> exports_ ACC_GUARDED_BY(mutex_);
    std::list<Import> imports_ ACC_GUARDED_BY(mutex_);
};

}  // namespace acc::rt::core
