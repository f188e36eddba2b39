// SPDX-License-Identifier: Apache-2.0
// What the files about queues of buffers share: the queues, their buffers and routes, and opaque objects.
#pragma once

#include <array>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/api/entry.h"
#include "runtime/api/queue_arguments.h"

namespace acc::rt::api {

inline constexpr size_t kPrivateBytes = 96;

// A buffer. Copies of a reference share the memory.
struct Buffer {
    std::shared_ptr<std::vector<std::byte>> memory;
    size_t dataBytes = 0;
    std::array<std::byte, kPrivateBytes> userData{};
    std::vector<Buffer*> chain;  // what was appended; they belong to this one
};

using Buffers = core::LiveObjects<Buffer>;
using Queue = core::BoundedQueue<Buffer*>;

struct Route {
    uint32_t source;
    uint32_t destination;

    bool operator==(const Route&) const = default;
};

struct Queues {
    static Queues& instance() {
        [[clang::no_destroy]] static Queues queues;
        return queues;
    }
    Mutex mutex;
    std::map<uint32_t, std::shared_ptr<Queue>> byId ACC_GUARDED_BY(mutex);
    std::map<std::string, uint32_t> byName ACC_GUARDED_BY(mutex);
    std::vector<Route> routes ACC_GUARDED_BY(mutex);
    uint32_t lastId ACC_GUARDED_BY(mutex) = 0;
};

// Frees a buffer and its chain.
void freeBuffer(Buffer* pointer);
// A new reference to the memory of a buffer and its chain.
Buffer* copyReference(const Buffer& buffer);

inline Status resolveBuffer(const void* buf, const char* parameter, std::shared_ptr<Buffer>* buffer) {
    return resolveObject(static_cast<const Buffer*>(buf), parameter, "a buffer of acltdtAllocBuf", buffer);
}

// Makes and destroys opaque objects, as whole entry points.
template <class T>
T* create(const char* function, T&& value) {
    T* created = nullptr;
    apiCall(function, [&]() -> Status {
        created = core::LiveObjects<T>::instance().make(std::forward<T>(value));
        return {};
    });
    return created;
}

template <class T>
aclError destroy(const char* function, const T* pointer, const char* parameter, const char* expected) {
    return apiCall(function, [&]() -> Status {
        std::shared_ptr<T> object;
        ACC_TRY(resolveObject(pointer, parameter, expected, &object));
        core::LiveObjects<T>::instance().remove(pointer);
        return {};
    });
}

inline Status checkSize(size_t len, size_t expected) {
    if (len != expected) {
        return Status::error(ACL_ERROR_INVALID_PARAM, "len is {}, expected {}", len, expected);
    }
    return {};
}

// Copies a value out, if it is as long as the caller says.
template <class T>
Status give(const T& value, size_t len, size_t* paramRetSize, void* param) {
    ACC_TRY(checkSize(len, sizeof(T)));
    ACC_TRY(notNull(paramRetSize, "paramRetSize"));
    ACC_TRY(notNull(param, "param"));
    std::memcpy(param, &value, sizeof(T));
    *paramRetSize = sizeof(T);
    return {};
}

}  // namespace acc::rt::api
