/* SPDX-License-Identifier: Apache-2.0 */
/* Offline models belong to other packages; the name must exist because acl.h includes it. */
#ifndef ACC_INCLUDE_ACL_ACL_MDL_H_
#define ACC_INCLUDE_ACL_ACL_MDL_H_

#endif /* ACC_INCLUDE_ACL_ACL_MDL_H_ */
