// SPDX-License-Identifier: Apache-2.0
// Callbacks that programs register under a name.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "runtime/base/mutex.h"
#include "runtime/base/status.h"

namespace acc::rt::core {

// `Function`: a pointer to a function whose last parameter is the registered argument. Thread-safe; calls are made
// without a lock, in the order of registration.
template <class Function>
class NamedCallbacks {
public:
    // Registers, or with a null function removes. 100000: name null, empty, in use, or (removal) unknown.
    Status set(const char* name, Function function, void* argument) ACC_EXCLUDES(mutex_) {
        if (name == nullptr || *name == '\0') {
            return Status::error(ACL_ERROR_INVALID_PARAM, "regName is {}, expected a name",
                                 name == nullptr ? "null" : "empty");
        }
        MutexLock lock(mutex_);
        for (auto it = entries_.begin(); it != entries_.end(); ++it) {
            if (it->name == name) {
                if (function != nullptr) {
                    return Status::error(
                        ACL_ERROR_INVALID_PARAM,
                        "regName is '{}', which is registered, expected removal (a null callback) before", name);
                }
                entries_.erase(it);
                return {};
            }
        }
        if (function == nullptr) {
            return Status::error(ACL_ERROR_INVALID_PARAM, "regName is '{}', which is not registered", name);
        }
        entries_.push_back({name, function, argument});
        return {};
    }

    // Calls them with `args` and their argument.
    template <class... Args>
    void call(Args... args) ACC_EXCLUDES(mutex_) {
        for (const Entry& entry : entries()) {
            entry.function(args..., entry.argument);
        }
    }

    struct Entry {
        std::string name;
        Function function;
        void* argument;
    };
    std::vector<Entry> entries() ACC_EXCLUDES(mutex_) {
        MutexLock lock(mutex_);
        return entries_;
    }

private:
    Mutex mutex_;
    std::vector<Entry> entries_ ACC_GUARDED_BY(mutex_);
};

}  // namespace acc::rt::core
