// SPDX-License-Identifier: Apache-2.0
// AscendC::Std, the small standard library of kernels: the host's own templates under that name (ascendc-core 1.10).
#pragma once

#include <tuple>
#include <type_traits>
#include <utility>

#include "types.h"

namespace AscendC {
namespace Std {

using std::add_const;
using std::add_lvalue_reference;
using std::add_pointer;
using std::add_rvalue_reference;
using std::bool_constant;
using std::conditional;
using std::conditional_t;
using std::decay;
using std::declval;
using std::enable_if;
using std::enable_if_t;
using std::false_type;
using std::forward;
using std::get;
using std::index_sequence;
using std::integer_sequence;
using std::integral_constant;
using std::is_array;
using std::is_base_of;
using std::is_const;
using std::is_convertible;
using std::is_floating_point;
using std::is_integral;
using std::is_pointer;
using std::is_reference;
using std::is_same;
using std::is_same_v;
using std::is_void;
using std::make_index_sequence;
using std::make_integer_sequence;
using std::make_tuple;
using std::move;
using std::remove_const;
using std::remove_cv;
using std::remove_pointer;
using std::remove_reference;
using std::remove_reference_t;
using std::remove_volatile;
using std::true_type;
using std::tuple;
using std::tuple_element;
using std::tuple_size;
using std::void_t;

template <class T>
struct remove_cvref : std::remove_cv<std::remove_reference_t<T>> {};
template <class T>
using remove_cvref_t = typename remove_cvref<T>::type;
template <class T, class... Options>
struct is_one_of : std::bool_constant<(std::is_same_v<T, Options> || ...)> {};
template <class T, class... Options>
inline constexpr bool is_one_of_v = is_one_of<T, Options...>::value;
template <size_t value>
using Int = std::integral_constant<size_t, value>;

// Two arguments, possibly of different types; the result has the first one's.
template <class T, class U>
ACC_API_HOST_AND_DEVICE constexpr T min(const T& a, const U& b) {
    return b < a ? T(b) : a;
}
template <class T, class U>
ACC_API_HOST_AND_DEVICE constexpr T max(const T& a, const U& b) {
    return a < b ? T(b) : a;
}
template <class T>
ACC_API_HOST_AND_DEVICE constexpr T abs(const T& a) {
    return a < T(0) ? T(-a) : a;
}
template <class T>
ACC_API_HOST_AND_DEVICE T sqrt(const T& a) {
    return T(__builtin_sqrtf(float(a)));
}

}  // namespace Std
}  // namespace AscendC
