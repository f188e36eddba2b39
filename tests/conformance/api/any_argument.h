// SPDX-License-Identifier: Apache-2.0
// Arguments for calls that must fail before they look at them.
#pragma once

#include <type_traits>

namespace acc::test {

template <class T>
T any() {
    alignas(64) static char scratch[1 << 16];
    if constexpr (std::is_pointer_v<T> && std::is_function_v<std::remove_pointer_t<T>>) {
        return nullptr;
    } else if constexpr (std::is_pointer_v<T>) {
        return reinterpret_cast<T>(scratch);
    } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
        return static_cast<T>(0);
    } else {
        return T{};
    }
}

}  // namespace acc::test
