// SPDX-License-Identifier: Apache-2.0
// The public headers compile as C++11.
#include "acl/acl.h"
#include "acl/acl_base.h"
#include "acl/acl_dump.h"
#include "acl/acl_platform.h"
#include "acl/acl_prof.h"
#include "acl/acl_rt_memory_soma.h"
#include "acl/acl_tdt.h"
#include "acl/acl_tdt_queue.h"

static_assert(dim3(4).x == 4 && dim3(4).y == 1 && dim3(4).z == 1, "dim3 defaults its extents to 1");
