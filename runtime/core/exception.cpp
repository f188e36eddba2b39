// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/exception.h"

#include <algorithm>
#include <map>
#include <utility>

#include "runtime/base/mutex.h"

namespace acc::rt::core {
namespace {

struct Registry {
    static Registry& instance() {
        [[clang::no_destroy]] static Registry registry;
        return registry;
    }
    Mutex mutex;
    std::vector<aclrtExceptionInfoCallback> callbacks ACC_GUARDED_BY(mutex);
    aclrtExceptionInfoCallback single ACC_GUARDED_BY(mutex) = nullptr;
    std::map<aclrtBinHandle, std::pair<aclrtOpExceptionCallback, void*>> ofBinaries ACC_GUARDED_BY(mutex);
};

}  // namespace

void addExceptionCallback(aclrtExceptionInfoCallback callback) {
    Registry& registry = Registry::instance();
    MutexLock lock(registry.mutex);
    if (std::find(registry.callbacks.begin(), registry.callbacks.end(), callback) == registry.callbacks.end()) {
        registry.callbacks.push_back(callback);
    }
}

void removeExceptionCallback(aclrtExceptionInfoCallback callback) {
    Registry& registry = Registry::instance();
    MutexLock lock(registry.mutex);
    std::erase(registry.callbacks, callback);
}

void setExceptionCallback(aclrtExceptionInfoCallback callback) {
    Registry& registry = Registry::instance();
    MutexLock lock(registry.mutex);
    registry.single = callback;
}

void setBinaryExceptionCallback(aclrtBinHandle binary, aclrtOpExceptionCallback callback, void* userData) {
    Registry& registry = Registry::instance();
    MutexLock lock(registry.mutex);
    if (callback == nullptr) {
        registry.ofBinaries.erase(binary);
    } else {
        registry.ofBinaries[binary] = {callback, userData};
    }
}

std::vector<std::function<void(rtExceptionInfo*)>> exceptionCallbacks(const rtExceptionInfo& info) {
    Registry& registry = Registry::instance();
    MutexLock lock(registry.mutex);
    std::vector<std::function<void(rtExceptionInfo*)>> calls(registry.callbacks.begin(), registry.callbacks.end());
    if (registry.single != nullptr) {
        calls.emplace_back(registry.single);
    }
    if (const auto it = registry.ofBinaries.find(info.binary);
        info.binary != nullptr && it != registry.ofBinaries.end()) {
        calls.emplace_back([callback = it->second.first, userData = it->second.second](rtExceptionInfo* failure) {
            callback(failure, userData);
        });
    }
    return calls;
}

}  // namespace acc::rt::core
