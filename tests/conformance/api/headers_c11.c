/* SPDX-License-Identifier: Apache-2.0 */
/* The public headers compile as C11, each call of a type is possible from C. */
#include "acl/acl.h"
#include "acl/acl_base.h"
#include "acl/acl_dump.h"
#include "acl/acl_platform.h"
#include "acl/acl_prof.h"
#include "acl/acl_rt_memory_soma.h"
#include "acl/acl_tdt.h"
#include "acl/acl_tdt_queue.h"

aclError accCompiledAsC(aclrtStream stream);

aclError accCompiledAsC(aclrtStream stream) {
    const dim3 extents = {1, 2, 3};
    return extents.x == 1 ? aclrtSynchronizeStream(stream) : ACL_ERROR_INVALID_PARAM;
}
