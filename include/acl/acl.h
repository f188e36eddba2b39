/* SPDX-License-Identifier: Apache-2.0 */
/* The whole C API. */
#ifndef ACC_INCLUDE_ACL_ACL_H_
#define ACC_INCLUDE_ACL_ACL_H_

#include "acl_mdl.h"
#include "acl_op.h"
#include "acl_rt.h"

#endif /* ACC_INCLUDE_ACL_ACL_H_ */
