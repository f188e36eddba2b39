// SPDX-License-Identifier: Apache-2.0
// Device memory for the programs here: written and read through copies, with synchronisation.
#pragma once

#include <cstdio>
#include <cstdlib>

#include "acl/acl.h"

#define REQUIRE(condition)                                              \
    do {                                                                \
        if (!(condition)) {                                             \
            std::printf("line %d: %s is false\n", __LINE__, #condition); \
            std::exit(1);                                               \
        }                                                               \
    } while (0)

template <typename T>
class Buffer {
public:
    explicit Buffer(size_t count) : bytes_(count * sizeof(T)) {
        REQUIRE(aclrtMalloc(reinterpret_cast<void**>(&data_), bytes_, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_SUCCESS);
        REQUIRE(aclrtMemset(data_, bytes_, 0, bytes_) == ACL_SUCCESS);
    }
    ~Buffer() { aclrtFree(data_); }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    T* data() { return data_; }
    T operator[](size_t i) const {
        T value;
        REQUIRE(aclrtSynchronizeDevice() == ACL_SUCCESS);
        REQUIRE(aclrtMemcpy(&value, sizeof(T), data_ + i, sizeof(T), ACL_MEMCPY_DEVICE_TO_HOST) == ACL_SUCCESS);
        return value;
    }
    void set(size_t i, T value) {
        REQUIRE(aclrtMemcpy(data_ + i, sizeof(T), &value, sizeof(T), ACL_MEMCPY_HOST_TO_DEVICE) == ACL_SUCCESS);
    }

private:
    T* data_ = nullptr;
    size_t bytes_;
};
