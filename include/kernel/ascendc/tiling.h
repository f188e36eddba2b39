// SPDX-License-Identifier: Apache-2.0
// Tiling data and tiling keys of framework-style kernels (ascendc-core 6.10). The data is a plain struct in GM; the key
// chooses the kernel's variant and is what the host set with ICPU_SET_TILING_KEY before the launch, 0 if it did not.
#pragma once

#include "core.h"

// The key of the running kernel; kernels may assign it.
ACC_RUNTIME uint64_t* accTilingKey(void);
// Copies `bytes` of tiling data from GM through the scalar unit, checked.
ACC_RUNTIME void accCopyTiling(void* to, const void* from, uint32_t bytes);

struct AccRegisteredTiling;  // what GET_TILING_DATA finds without REGISTER_TILING_DEFAULT: incomplete, an error

namespace AscendC::detail {

// The struct is trivially copyable like everything that crosses from the host.
template <class T>
ACC_API void copyTiling(T& to, const void* from) {
    static_assert(std::is_trivially_copyable_v<T>, "tiling data is a plain struct");
    accCopyTiling(&to, from, sizeof(T));
}

}  // namespace AscendC::detail

#define GET_TILING_DATA_WITH_STRUCT(tilingStruct, tilingData, tilingArg) \
    tilingStruct tilingData;                                             \
    ::AscendC::detail::copyTiling(tilingData, (const void*)(tilingArg))
#define GET_TILING_DATA(tilingData, tilingArg) GET_TILING_DATA_WITH_STRUCT(AccRegisteredTiling, tilingData, tilingArg)
#define GET_TILING_DATA_MEMBER(tilingStruct, member, var, tilingArg) \
    decltype(tilingStruct::member) var;                              \
    ::AscendC::detail::copyTiling(var, (const uint8_t*)(tilingArg) + __builtin_offsetof(tilingStruct, member))
#define GET_TILING_DATA_PTR_WITH_STRUCT(tilingStruct, dstPtr, tilingArg) \
    const tilingStruct* dstPtr = (const tilingStruct*)(tilingArg)
#define COPY_TILING_WITH_STRUCT(tilingStruct, srcPtr, dstPtr)           \
    tilingStruct dstPtr##Copy;                                          \
    ::AscendC::detail::copyTiling(dstPtr##Copy, (const void*)(srcPtr)); \
    const tilingStruct* dstPtr = &dstPtr##Copy
#define COPY_TILING_WITH_ARRAY(arrayType, arrayCount, srcPtr, dstPtr) \
    arrayType dstPtr[arrayCount];                                     \
    ::AscendC::detail::copyTiling(dstPtr, (const void*)(srcPtr))

// In a kernel, before GET_TILING_DATA: the struct that this reads.
#define REGISTER_TILING_DEFAULT(tilingStruct) using AccRegisteredTiling [[maybe_unused]] = tilingStruct
#define REGISTER_TILING_FOR_TILINGKEY(expression, tilingStruct) static_assert(sizeof(tilingStruct) > 0, expression)
#define REGISTER_NONE_TILING

#define TILING_KEY_VAR (*accTilingKey())
#define TILING_KEY_IS(key) (TILING_KEY_VAR == uint64_t(key))
#define TILING_KEY_LIST(...) (::AscendC::detail::isTilingKeyOf(TILING_KEY_VAR, __VA_ARGS__))

namespace AscendC::detail {
template <class... Keys>
ACC_API bool isTilingKeyOf(uint64_t key, Keys... keys) {
    return ((key == uint64_t(keys)) || ...);
}
}  // namespace AscendC::detail
