/* SPDX-License-Identifier: Apache-2.0 */
/* Custom allocators: callback types. The descriptor functions are not part of this release. */
#ifndef ACC_INCLUDE_ACL_ACL_RT_ALLOCATOR_H_
#define ACC_INCLUDE_ACL_ACL_RT_ALLOCATOR_H_

#include <stddef.h>

#include "acl_base_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef void* (*aclrtAllocatorAllocFunc)(aclrtAllocator allocator, size_t size);
typedef void (*aclrtAllocatorFreeFunc)(aclrtAllocator allocator, aclrtAllocatorBlock block);
typedef void* (*aclrtAllocatorAllocAdviseFunc)(aclrtAllocator allocator, size_t size, aclrtAllocatorAddr addr);
typedef void* (*aclrtAllocatorGetAddrFromBlockFunc)(aclrtAllocatorBlock block);

#ifdef __cplusplus
}
#endif

#endif /* ACC_INCLUDE_ACL_ACL_RT_ALLOCATOR_H_ */
