// SPDX-License-Identifier: Apache-2.0
// Argument lists: aclrtKernelArgs*. The program appends values left to right, may fill buffers that travel with the
// arguments (placeholders), and launches the finished list any number of times.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "acl/acl_rt_types.h"
#include "runtime/base/mutex.h"
#include "runtime/base/status.h"
#include "runtime/core/kernel_registry.h"

namespace acc::rt::core {

// Thread-safe; every launch copies the list.
class ArgsList {
public:
    static constexpr size_t kMaxArguments = 128;

    explicit ArgsList(const Function& function);

    const Function& function() const { return function_; }

    // The handle of argument number `index`, and the number a handle stands for; false when it is not of this list.
    void* argumentHandle(size_t index) const;
    bool argumentIndex(const void* handle, size_t* index) const;

    // Lists in the program's memory (aclrtKernelArgsInitByUserMem) are known by the address of their handle memory.
    static void enterAt(const void* address, std::shared_ptr<ArgsList> list);
    static std::shared_ptr<ArgsList> findAt(const void* address);
    static void forgetBinary(const void* binaryHandle);

    // Each returns the index of the argument.
    Result<size_t> append(const void* value, size_t sizeBytes) ACC_EXCLUDES(mutex_);
    Result<size_t> appendPlaceHolder() ACC_EXCLUDES(mutex_);

    // The buffer of a placeholder; lives as long as the list.
    Result<void*> placeHolderBuffer(size_t index, size_t sizeBytes) ACC_EXCLUDES(mutex_);
    Status update(size_t index, const void* value, size_t sizeBytes) ACC_EXCLUDES(mutex_);
    Status finalize() ACC_EXCLUDES(mutex_);

    // What a launch copies: the argument block followed by the payloads, and where the pointers to them are.
    struct Block {
        std::vector<std::byte> bytes;
        std::vector<aclrtPlaceHolderInfo> placeHolders;
    };
    Result<Block> block() const ACC_EXCLUDES(mutex_);

private:
    Result<const AccParam*> nextParameter() ACC_REQUIRES(mutex_);

    const Function& function_;
    const uint32_t id_;
    mutable Mutex mutex_;
    std::vector<std::byte> block_ ACC_GUARDED_BY(mutex_);
    // One per argument; a placeholder has a payload.
    struct Argument {
        bool placeHolder = false;
        std::unique_ptr<std::byte[]> payload;
        size_t payloadBytes = 0;
    };
    std::vector<Argument> arguments_ ACC_GUARDED_BY(mutex_);
    bool finalized_ ACC_GUARDED_BY(mutex_) = false;
};

}  // namespace acc::rt::core
