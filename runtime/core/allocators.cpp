// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/allocators.h"

#include <map>

namespace acc::rt::core {
namespace {

struct Entry {
    void* description = nullptr;
    AllocatorDescription::Functions functions;
};

struct Registry {
    static Registry& instance() {
        [[clang::no_destroy]] static Registry registry;
        return registry;
    }
    Mutex mutex;
    std::map<const void*, Entry> byStream ACC_GUARDED_BY(mutex);
};

}  // namespace

void registerAllocator(const void* stream, void* description, const AllocatorDescription::Functions& functions) {
    Registry& registry = Registry::instance();
    MutexLock lock(registry.mutex);
    registry.byStream[stream] = {description, functions};
}

bool findAllocator(const void* stream, void** description, AllocatorDescription::Functions* functions) {
    Registry& registry = Registry::instance();
    MutexLock lock(registry.mutex);
    const auto it = registry.byStream.find(stream);
    if (it == registry.byStream.end()) {
        return false;
    }
    *description = it->second.description;
    *functions = it->second.functions;
    return true;
}

void unregisterAllocator(const void* stream) {
    Registry& registry = Registry::instance();
    MutexLock lock(registry.mutex);
    registry.byStream.erase(stream);
}

}  // namespace acc::rt::core
