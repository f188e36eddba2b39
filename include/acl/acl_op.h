/* SPDX-License-Identifier: Apache-2.0 */
/* Single-operator execution: belongs to other packages; the name must exist because other headers include it. */
#ifndef ACC_INCLUDE_ACL_ACL_OP_H_
#define ACC_INCLUDE_ACL_ACL_OP_H_

#endif /* ACC_INCLUDE_ACL_ACL_OP_H_ */
