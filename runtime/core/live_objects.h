// SPDX-License-Identifier: Apache-2.0
// Objects that programs hold by pointer though they are opaque: a pointer is looked up before it is used, so a stale,
// foreign or made-up one is not found rather than dereferenced.
#pragma once

#include <map>
#include <memory>
#include <utility>

#include "runtime/base/mutex.h"

namespace acc::rt::core {

// Thread-safe.
template <class T>
class LiveObjects {
public:
    static LiveObjects& instance() {
        [[clang::no_destroy]] static LiveObjects objects;
        return objects;
    }

    // A new object; it lives until remove() and the last use.
    template <class... Args>
    T* make(Args&&... args) ACC_EXCLUDES(mutex_) {
        auto object = std::make_shared<T>(std::forward<Args>(args)...);
        T* pointer = object.get();
        MutexLock lock(mutex_);
        objects_.emplace(pointer, std::move(object));
        return pointer;
    }

    // The object at `pointer`; null when it is none.
    std::shared_ptr<T> find(const T* pointer) ACC_EXCLUDES(mutex_) {
        MutexLock lock(mutex_);
        const auto it = objects_.find(pointer);
        return it == objects_.end() ? nullptr : it->second;
    }

    // The same, and makes the pointer invalid.
    std::shared_ptr<T> remove(const T* pointer) ACC_EXCLUDES(mutex_) {
        MutexLock lock(mutex_);
        const auto it = objects_.find(pointer);
        if (it == objects_.end()) {
            return nullptr;
        }
        std::shared_ptr<T> object = std::move(it->second);
        objects_.erase(it);
        return object;
    }

private:
    Mutex mutex_;
    std::map<const T*, std::shared_ptr<T>> objects_ ACC_GUARDED_BY(mutex_);
};

}  // namespace acc::rt::core
