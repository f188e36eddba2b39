/* SPDX-License-Identifier: Apache-2.0 */
/* Base types of all acl headers. */
#ifndef ACC_INCLUDE_ACL_ACL_BASE_H_
#define ACC_INCLUDE_ACL_ACL_BASE_H_

#include "acl_base_mdl.h"
#include "acl_base_rt.h"
#include "error_codes/ge_error_codes.h"
#include "error_codes/rt_error_codes.h"

#endif /* ACC_INCLUDE_ACL_ACL_BASE_H_ */
