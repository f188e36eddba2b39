// SPDX-License-Identifier: Apache-2.0
// Arguments for API calls, chosen by the bytes of a fuzzer's input.
//
// Handles are valid, stale, of another kind, null or made up. Scalars are small or anything. What an implementation
// cannot check, it is given right: memory of the program is as long as every size that is passed (kMostBytes in a row,
// kMostBytes rows), and a live block of the runtime's is not used after it was freed.
#pragma once

#include <fuzzer/FuzzedDataProvider.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "acl/acl.h"

namespace acc::fuzz {

class Input {
public:
    static constexpr size_t kMostBytes = 256;
    static constexpr size_t kScratchBytes = 4 * kMostBytes * kMostBytes;

    Input(const uint8_t* data, size_t size) : bytes_(data, size) {}

    bool empty() { return bytes_.remaining_bytes() == 0; }
    size_t choose(size_t count) { return bytes_.ConsumeIntegralInRange<size_t>(0, count - 1); }

    // Before the arguments of a call, and after it.
    void begin(std::string_view function) { function_ = function; }
    void end(bool succeeded);

    // Makes a handle, or a block of memory, known.
    void add(const std::string& kind, void* handle);
    void addMemory(void* memory) { memory_.push_back(memory); }
    const std::vector<void*>& blocks() const { return memory_; }

    // One of `kind`, or something else in its place.
    void* handle(const std::string& kind);
    // An array of them, to read or to write.
    void** handles(const std::string& kind);

    template <class T>
    T take(std::string_view name) {
        if constexpr (std::is_pointer_v<T>) {
            using Pointee = std::remove_pointer_t<T>;
            using Plain = std::remove_const_t<Pointee>;
            if (!std::is_void_v<Plain> && oneIn(16)) {
                return nullptr;
            }
            if constexpr (std::is_function_v<Pointee>) {
                return callback(static_cast<T>(nullptr));
            } else if constexpr (std::is_void_v<Plain>) {
                return memory();
            } else if constexpr (std::is_same_v<Pointee, const char>) {
                return text();
            } else if constexpr (std::is_same_v<Pointee, char>) {
                return static_cast<char*>(scratch());
            } else if constexpr (std::is_pointer_v<Plain>) {
                return pointers<Pointee>();
            } else if constexpr (requires { sizeof(Plain); }) {
                return array<Plain>();
            } else {
                return static_cast<T>(handle(nameOf<Plain>()));
            }
        } else if constexpr (std::is_enum_v<T>) {
            return static_cast<T>(oneIn(8) ? bytes_.ConsumeIntegral<uint32_t>() : choose(8));
        } else if constexpr (std::is_floating_point_v<T>) {
            return bytes_.ConsumeFloatingPoint<T>();
        } else if constexpr (std::is_integral_v<T>) {
            return static_cast<T>(number(name, sizeof(T)));
        } else {
            T value{};
            fill(value);
            return value;
        }
    }

    // Looks at what a call returned; an integer that tells outcomes apart.
    template <class T>
    int returned(T value) {
        if constexpr (std::is_pointer_v<T>) {
            using Pointee = std::remove_const_t<std::remove_pointer_t<T>>;
            if constexpr (!std::is_void_v<Pointee> && !std::is_same_v<Pointee, char>) {
                add(nameOf<Pointee>(), value);
            }
            return value == nullptr ? 1 : 0;
        } else {
            return static_cast<int>(value);
        }
    }
    int returned(const std::string& kind, void* handle) {
        add(kind, handle);
        return handle == nullptr ? 1 : 0;
    }

private:
    bool oneIn(size_t count) { return choose(count) == 0; }

    template <class T>
    static std::string nameOf() {
        return __PRETTY_FUNCTION__;
    }

    template <class R, class... A>
    static auto callback(R (*)(A...)) -> R (*)(A...) {
        return [](A...) -> R { return R(); };
    }

    uint64_t number(std::string_view name, size_t sizeBytes);
    void* memory();
    void* scratch();
    const char* text();

    // Storage until the end of the input.
    template <class T>
    T* arena(size_t count) {
        arena_.push_back(std::make_unique<std::byte[]>(count * sizeof(T)));
        return reinterpret_cast<T*>(arena_.back().get());
    }

    // An array of pointers, to read or to write.
    template <class T>
    T* pointers() {
        using Plain = std::remove_const_t<T>;
        Plain* list = arena<Plain>(kMostBytes);
        if constexpr (std::is_same_v<Plain, const char*>) {
            std::generate_n(list, 4, [&] { return text(); });
        } else if constexpr (std::is_void_v<std::remove_const_t<std::remove_pointer_t<T>>>) {
            std::generate_n(list, 4, [&] { return memory(); });
            written_.push_back({kMemory, const_cast<void**>(list), const_cast<void*>(*list)});
        }
        return list;
    }

    template <class T>
    T* array() {
        T* list = arena<T>(kMostBytes);
        if constexpr (std::is_integral_v<T>) {
            for (size_t i = 0; i < kMostBytes; ++i) {
                list[i] = static_cast<T>(i < 4 ? choose(kMostBytes) : i % 64);
            }
        } else if constexpr (!std::is_enum_v<T>) {
            for (size_t i = 0; i < 2; ++i) {
                fill(list[i]);
            }
        }
        return list;
    }

    // Structures are zero except for what is set here.
    template <class T>
    void fill(T&) {}
    void fill(aclrtMemLocation& value) { value = {small(), take<aclrtMemLocationType>("")}; }
    void fill(aclrtMemManagedLocation& value) {
        value = {take<aclrtMemManagedLocationType>(""), static_cast<int32_t>(small())};
    }
    void fill(aclrtMemcpyBatchAttr& value) {
        fill(value.dstLoc);
        fill(value.srcLoc);
    }
    void fill(aclrtStreamAttrValue& value) { value.failureMode = small(); }
    void fill(aclrtStreamConfigHandle& value) { value.priority = small(); }
    void fill(dim3& value) { value = dim3(small(), small(), small()); }
    void fill(aclrtPlaceHolderInfo& value) {
        value.addrOffset = small();
        value.dataOffset = small();
    }
    void fill(aclrtPhysicalMemProp& value);
    void fill(aclrtLaunchKernelCfg& value);
    void fill(aclrtMallocConfig& value);
    void fill(aclrtBinaryLoadOptions& value);
    void fill(aclmdlRICondTaskParams& value);
    void fill(aclmdlRITaskParams& value);
    uint32_t small() { return static_cast<uint32_t>(choose(10)); }

    static constexpr const char* kMemory = "memory";
    struct Written {
        std::string kind;
        void** place;
        void* before;
    };

    FuzzedDataProvider bytes_;
    std::string_view function_;
    void* lastMemory_ = nullptr;
    std::map<std::string, std::vector<void*>> handles_;
    std::vector<void*> memory_;     // blocks that live
    std::vector<Written> written_;  // where the call may put handles
    std::vector<std::unique_ptr<std::byte[]>> arena_;
};

}  // namespace acc::fuzz
