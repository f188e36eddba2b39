// SPDX-License-Identifier: Apache-2.0
// Included by acc only. What launch functions are made of: `aclrtlaunch_<kernel>(numBlocks, stream, arguments...)`,
// which acc adds behind the text of a source that is compiled with --launch-functions. They have C linkage and only
// such parameter types as a host compiler without the device's types knows.
//
// HAVE_WORKSPACE: the kernel's last parameter, or with HAVE_TILING the last but one, is a workspace whose first part
// belongs to the system. The caller allocates both (PlatformAscendC::GetLibApiWorkSpaceSize() plus its own); the kernel
// is given its own.
#ifndef ACC_LAUNCH_FUNCTION_H
#define ACC_LAUNCH_FUNCTION_H

#include <utility>

#include "acc/launch.h"
#include "acc/workspace.h"

#define ACC_LAUNCH_FUNCTION __attribute__((visibility("default")))

#pragma GCC visibility push(hidden)
namespace acc {
namespace detail {

// The type by which a launch function takes a parameter of type T.
template <class T, bool isEnum = __is_enum(T)>
struct HostType {
    using Type = T;
};
template <class T>
struct HostType<T, true> {
    using Type = __underlying_type(T);
};
template <class T>
struct HostType<T*, false> {
    using Type = void*;
};
template <class T>
struct HostType<const T, false> : HostType<T> {};
#ifdef __clang__  // other compilers read this text, but do not know the types
template <>
struct HostType<_Float16, false> {
    using Type = uint16_t;
};
template <>
struct HostType<__bf16, false> {
    using Type = uint16_t;
};
#endif

template <size_t index, class Function>
struct ParamAt;
template <size_t index, class First, class... Rest>
struct ParamAt<index, void (*)(First, Rest...)> : ParamAt<index - 1, void (*)(Rest...)> {};
template <class First, class... Rest>
struct ParamAt<0, void (*)(First, Rest...)> {
    using Type = First;
};

#if defined(HAVE_WORKSPACE) && defined(HAVE_TILING)
constexpr size_t kWorkspaceFromEnd = 2;
#elif defined(HAVE_WORKSPACE)
constexpr size_t kWorkspaceFromEnd = 1;
#else
constexpr size_t kWorkspaceFromEnd = 0;
#endif

// The kernel's argument. `fromEnd`: 1 for the last parameter.
template <class T, size_t fromEnd>
struct Argument {
    static T of(const typename HostType<T>::Type& value) {
        T result;
        __builtin_memcpy(__builtin_addressof(result), __builtin_addressof(value), sizeof(T));
        return result;
    }
};
template <class T, size_t fromEnd>
struct Argument<T*, fromEnd> {
    static T* of(void* value) {
        unsigned char* bytes = static_cast<unsigned char*>(value);
        if (fromEnd == kWorkspaceFromEnd && bytes)
            bytes += ACC_SYSTEM_WORKSPACE_BYTES;
        return reinterpret_cast<T*>(bytes);
    }
};

template <class... Params, size_t... index>
uint32_t launchFunction(std::index_sequence<index...>, void (*kernel)(Params...), uint32_t numBlocks,
                        aclrtStream stream, typename HostType<Params>::Type... args) {
    const Launch launch(numBlocks, nullptr, stream);
    kernel(Argument<Params, sizeof...(Params) - index>::of(args)...);
    return static_cast<uint32_t>(launchStatus());
}

}  // namespace detail

template <size_t index, class Function>
using LaunchParam = typename detail::HostType<typename detail::ParamAt<index, Function>::Type>::Type;

// Launches `kernel`, a stub, with arguments as its launch function took them.
template <class... Params>
uint32_t launchFunction(void (*kernel)(Params...), uint32_t numBlocks, aclrtStream stream,
                        typename detail::HostType<Params>::Type... args) {
    return detail::launchFunction(std::make_index_sequence<sizeof...(Params)>(), kernel, numBlocks, stream, args...);
}

}  // namespace acc
#pragma GCC visibility pop

#endif  // ACC_LAUNCH_FUNCTION_H
