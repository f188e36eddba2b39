/* SPDX-License-Identifier: Apache-2.0 */
/* Stream-ordered memory pools. Conventions: see acl_rt.h. */
#ifndef ACC_INCLUDE_ACL_ACL_RT_MEMORY_SOMA_H_
#define ACC_INCLUDE_ACL_ACL_RT_MEMORY_SOMA_H_

#include <stddef.h>
#include <stdint.h>

#include "acl_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef void* aclrtMemPool;

/*
 * 1-3 are uint32 switches (0/1); 4 uint64 release threshold (default 0); 5 and 7 read-only uint64; 6 and 8 uint64
 * high-water marks, settable only to 0. The three reuse switches are numbers, not bits.
 */
typedef enum aclrtMemPoolAttr {
    ACL_RT_MEM_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES = 1,
    ACL_RT_MEM_POOL_REUSE_ALLOW_OPPORTUNISTIC = 2,
    ACL_RT_MEM_POOL_REUSE_ALLOW_INTERNAL_DEPENDENCIES = 3,
    ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD = 4,
    ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT = 5,
    ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_HIGH = 6,
    ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT = 7,
    ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH = 8,
} aclrtMemPoolAttr;

/* Location.type DEVICE only; reserved all zero. */
typedef struct aclrtMemPoolProps {
    aclrtMemAllocationType allocType;
    aclrtMemHandleType handleType;
    aclrtMemLocation location;
    size_t maxSize;
    unsigned char reserved[32];
} aclrtMemPoolProps;

/*
 * A pool of device memory. ACL_ERROR_INVALID_PARAM: properties other than PINNED, NONE and a DEVICE location, or
 * reserved bytes that are not 0. ACL_ERROR_RT_INVALID_DEVICEID: no such device.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemPoolCreate(aclrtMemPool* memPool, const aclrtMemPoolProps* poolProps);

/* ACL_ERROR_RT_PARAM_INVALID: blocks of it are in use. */
ACL_FUNC_VISIBILITY aclError aclrtMemPoolDestroy(const aclrtMemPool memPool);

/*
 * ACL_ERROR_INVALID_PARAM: unknown attribute, one that can only be read, a switch above 1, or a high-water mark other
 * than 0 (which sets it to the current value).
 */
ACL_FUNC_VISIBILITY aclError aclrtMemPoolSetAttr(aclrtMemPool memPool, aclrtMemPoolAttr attr, void* value);
ACL_FUNC_VISIBILITY aclError aclrtMemPoolGetAttr(aclrtMemPool memPool, aclrtMemPoolAttr attr, void* value);

/*
 * A block at once, for later tasks of the stream. Blocks that this stream freed are used again at once, those of others
 * when their tasks are complete. ACL_ERROR_INVALID_PARAM: size 0. ACL_ERROR_RT_MEMORY_ALLOCATION: maxSize or the
 * device's memory is exhausted. ACL_ERROR_RT_STREAM_CONTEXT: a stream of another device.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemPoolMallocAsync(void** ptr, size_t size, aclrtMemPool memPool, aclrtStream stream);

/*
 * Gives a block back when the stream's tasks so far are complete. Memory above the release threshold goes back to the
 * device at the next synchronise. ACL_ERROR_RT_PARAM_INVALID: not the start of a block of a pool.
 */
ACL_FUNC_VISIBILITY aclError aclrtMemPoolFreeAsync(void* ptr, aclrtStream stream);

/* Gives idle memory back until at most `minBytesToKeep` are held. */
ACL_FUNC_VISIBILITY aclError aclrtMemPoolTrimTo(aclrtMemPool memPool, size_t minBytesToKeep);

#ifdef __cplusplus
}
#endif

#endif /* ACC_INCLUDE_ACL_ACL_RT_MEMORY_SOMA_H_ */
